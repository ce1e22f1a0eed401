//! Answers, certificates and the checker, held together by random records of every game.

use crate::duel::dice::Dice;
use crate::duel::records;
use grundy::batch::{self, Options, Proofs, Refusal, Source, Tally};
use grundy::games::Catalogue;
use grundy::theory::budget::Budget;
use grundy::verify::GameId;

/// With little work allowed: a period that no one has found is then not looked for in vain for long.
fn options(proofs: Proofs) -> Options {
    Options { proofs, budget: Budget { work: 1 << 20, ..Budget::default() }, ..Options::default() }
}

/// The answers and certificates of some records.
pub fn certified(text: &[u8]) -> (Vec<u8>, String) {
    certified_with(text, &options(Proofs::Certify))
}

/// The same with so much work allowed.
pub fn certified_within(text: &[u8], work: u64) -> (Vec<u8>, String) {
    let budget = Budget { work, ..Budget::default() };
    certified_with(text, &Options { proofs: Proofs::Certify, budget, ..Options::default() })
}

fn certified_with(text: &[u8], options: &Options) -> (Vec<u8>, String) {
    let (mut answers, mut certificates) = (Vec::new(), Vec::new());
    let source = Source::new("<text>", Box::new(std::io::Cursor::new(text.to_vec())));
    batch::run_certified(vec![source], &mut answers, &mut std::io::sink(), &mut certificates, options)
        .expect("memory is read and written");
    (answers, String::from_utf8(certificates).expect("certificates are text"))
}

pub fn verify(text: &[u8], answers: &[u8], certificates: &str) -> Result<Tally, Refusal> {
    batch::verify(text, answers, certificates, &Catalogue::standard(), &Options::default().asks, 2)
}

pub fn shown(text: &[u8], refusal: &Refusal) -> String {
    let line = text.split(|&byte| byte == b'\n').nth(refusal.line as usize - 1).unwrap_or_default();
    format!("{refusal:?}: {}", String::from_utf8_lossy(line))
}

/// The games of the duel whose answers can be checked; `docs/certificates.md` lists them.
fn checkable() -> Vec<&'static str> {
    let name = |game: &str| game.split(' ').next().map(GameId::of).is_some_and(|id| id.is_some());
    let games: Vec<&str> = records::games().into_iter().filter(|game| name(game)).collect();
    assert!(games.len() >= 20, "{games:?}");
    games
}

#[test]
fn what_the_solvers_answer_is_proved() {
    for game in checkable() {
        let mut total = Tally::default();
        for seed in 0..2 {
            let text = records::text(&mut Dice::new(seed), &[game], 20);
            let (answers, certificates) = certified(&text);
            let tally = verify(&text, &answers, &certificates)
                .unwrap_or_else(|refusal| panic!("{game}, seed {seed}: {}", shown(&text, &refusal)));
            total.records += tally.records;
            total.proved += tally.proved;
        }
        println!("{game:>14}: {} of {} proved", total.proved, total.records);
        assert!(total.proved * 2 > total.records, "{game}: {total:?}");
    }
}

/// A line with the word at this place dropped, doubled, replaced, moved, or changed in one digit.
pub fn mutated(line: &str, at: usize, dice: &mut Dice) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = at % words.len();
    match dice.below(6) {
        0 => _ = words.remove(at),
        1 => words.insert(at, words[at].clone()),
        2 => words[at] = dice.below(40).to_string(),
        3 => {
            let other = dice.below(words.len() as u64) as usize;
            words.swap(at, other);
        }
        _ => {
            // One digit of the word.
            let mut bytes = words[at].clone().into_bytes();
            let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                bytes[dice.pick(&digits)] = b'0' + dice.below(10) as u8;
            }
            words[at] = String::from_utf8(bytes).expect("digits for digits");
        }
    }
    words.join(" ")
}

/// One record at a time, so that each mutation is of what is checked.
fn singles(seeds: std::ops::Range<u64>) -> Vec<(Vec<u8>, Vec<u8>, String)> {
    let mut all = Vec::new();
    for game in records::games() {
        for seed in seeds.clone() {
            let text = records::text(&mut Dice::new(1000 + seed), &[game], 1);
            // Thousands of mutations of each are checked: small ones only.
            let small = |run: &[u8]| run.len() < 3 || !run[0].is_ascii_digit();
            if !text.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).all(small) {
                continue;
            }
            let (answers, certificates) = certified(&text);
            if matches!(verify(&text, &answers, &certificates), Ok(Tally { records: 1, proved: 1, .. })) {
                all.push((text, answers, certificates));
            }
        }
    }
    all
}

#[test]
fn a_changed_answer_is_never_accepted() {
    let singles = singles(0..12);
    assert!(singles.len() > 40, "{}", singles.len());
    let mut dice = Dice::new(7);
    let mut rejected = 0;
    for (text, answers, certificates) in singles.iter().cycle().take(10_000) {
        let answer = String::from_utf8(answers.clone()).unwrap();
        let at = dice.below(1000) as usize;
        let changed = mutated(answer.trim_end_matches('\n'), at, &mut dice) + "\n";
        if changed == answer || changed.trim_end().ends_with("ERROR") {
            continue;
        }
        let outcome = verify(text, changed.as_bytes(), certificates);
        assert!(outcome.is_err(), "{} accepts {changed}", String::from_utf8_lossy(text));
        rejected += 1;
    }
    println!("{rejected} changed answers, all rejected");
    assert!(rejected > 5_000);
}

/// Whether a changed certificate makes a statement that is true all the same and proves the answer.
/// These are all that are accepted:
///
/// - `sequence` with another mask: any mask is sound;
/// - `board` with blocks of another size whose borders read the same;
/// - `matching` with other ears, mates, parents or pairs, or in another order, of the same three sets:
///   those of Gallai and Edmonds are the only ones;
/// - `labels` in another order, or with other ranks in the same order of play.
fn is_as_true(line: &str, changed: &str) -> bool {
    let split = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let (old, new) = (split(line), split(changed));
    let differ: Vec<usize> = (0..old.len().max(new.len())).filter(|&i| old.get(i) != new.get(i)).collect();
    // The vertices of D, of A (the first of each word) and of C.
    let sets = |words: &[String]| {
        let mut parts = words[2..].split(|word| word == "/");
        [usize::MAX, 1, usize::MAX].map(|first| {
            let words = parts.next().expect("three parts").iter();
            let numbers = words.flat_map(|word| word.split([',', '-']).take(first));
            numbers.map(str::to_owned).collect::<std::collections::BTreeSet<String>>()
        })
    };
    if old[..2] != new[..2] {
        return false;
    }
    match old[1].as_str() {
        "sequence" => differ == [5],
        "board" => old.iter().position(|word| word == "/").is_some_and(|slash| differ == [slash + 1]),
        "matching" => sets(&old) == sets(&new),
        "labels" => {
            let values = |words: &[String]| {
                let mut values: Vec<String> = words[2..]
                    .iter()
                    .map(|word| word.split('.').next().expect("a word").to_owned())
                    .collect();
                values.sort();
                values
            };
            values(&old) == values(&new)
        }
        _ => false,
    }
}

#[test]
fn a_changed_certificate_is_rejected_or_as_true() {
    let singles = singles(0..12);
    let mut dice = Dice::new(8);
    let mut kinds: std::collections::BTreeMap<String, [u32; 2]> = Default::default();
    let (mut rejected, mut as_true) = (0, 0);
    // Every word of every certificate in turn.
    for (at, (text, answers, certificates)) in
        (0..).flat_map(|at: usize| singles.iter().map(move |single| (at, single)))
    {
        if rejected + as_true >= 10_000 {
            break;
        }
        let (header, line) = certificates.split_once('\n').unwrap();
        let line = line.trim_end_matches('\n');
        let changed = mutated(line, at, &mut dice);
        if changed == line {
            continue;
        }
        let kind = kinds.entry(line.split(' ').nth(1).unwrap().to_owned()).or_default();
        match verify(text, answers, &format!("{header}\n{changed}\n")) {
            Err(_) => (rejected, kind[0]) = (rejected + 1, kind[0] + 1),
            Ok(tally) => {
                let record = String::from_utf8_lossy(text);
                assert_eq!(tally.proved, 1, "{record}{line}\n{changed}");
                assert!(is_as_true(line, &changed), "{record}{line}\n{changed}");
                (as_true, kind[1]) = (as_true + 1, kind[1] + 1);
            }
        }
    }
    println!("{rejected} rejected, {as_true} as true: {kinds:?}");
    for kind in ["board", "labels", "matching", "nim", "outcomes", "reached", "sequence", "table"] {
        assert!(kinds.get(kind).is_some_and(|counts| counts[0] > 50), "{kind}: {kinds:?}");
    }
    assert!(rejected > 5 * as_true, "{rejected} {as_true}");
}

#[test]
fn every_field_counts() {
    // Certificates made by hand, each wrong in one place; the first of each kind is right.
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        ("nim: 2 3", "WIN 1", &["nim 1"], &["nim 0", "nim", "sequence 3 - - 0 0000000000000000"]),
        (
            "subtraction 3-5: 100 ? verdict moves grundy period",
            "WIN 2 | 1:100>97 1:100>96 | 1 | 0 8",
            &["range 3 5"],
            &[
                "range 3 6",
                "range 2 5",
                "range 5 3",
                "range 0 0",
                "range 3",
                "sequence 12 0 8 0 0000000000000000",
            ],
        ),
        (
            "flags 3-5 left 2: 102 ? verdict moves period",
            "WIN 1 | 1:102>98 | 0 8",
            &["range 3 5"],
            &["range 3 6", "range 2 5", "range 5 3", "range 0 0", "lasker"],
        ),
        ("flags 3-5 7 left 2: 102 ? winner", "FIRST", &[], &["range 3 5", "range 3 7"]),
        ("flags 3-5 left 2 or-less: 102 ? winner", "FIRST", &[], &["range 3 5"]),
        ("flags 3-5 left 2 overshoot: 102 ? winner", "FIRST", &[], &["range 3 5"]),
        ("flags 1-5 left 2 or-less: 4 ? verdict", "WIN 3", &["range 1 5"], &["range 1 4"]),
        (
            "lasker: 7 ? grundy",
            "8",
            &["lasker"],
            &["lasker 7", "range 1 7", "sequence 7 - - 0 0000000000000000"],
        ),
        ("kayles: 7 ? grundy", "2", &[], &["lasker"]),
        ("subtraction 3-5 7: 100 ? grundy", "0", &[], &["range 3 5", "range 3 7", "range 7 7"]),
        ("kayles: 100 ? grundy", "1", &[], &["range 1 2"]),
        (
            "geography 4 1-2 2-3 3-4: 2 ? moves",
            "1",
            &["matching 1 / / 3-4", "matching 1 / / 4-3"],
            &[
                "matching 1 / /",
                "matching 1 3 4 / /",
                "matching 1 4 / 3-4<4 /",
                "matching 1 / 3-4<1 /",
                "matching / / 1-3",
                "matching 1 / / 3-4 3-4",
                "matching 1 / / 3-3",
                "matching / / 3-4",
                "matching 1 2 / / 3-4",
                "matching 1 0 / / 3-4",
                "matching 1 5 / / 3-4",
                "matching 1 1 / / 3-4",
            ],
        ),
        (
            // Two triangles that share vertex 3.
            "geography 6 6-1 1-2 2-3 3-1 3-4 4-5 5-3: 6 ? moves",
            "1",
            &[
                "matching 3 3,1,2,3 3,4,5,3 / /",
                "matching 1 1,2,3,1 3,5,4,3 / /",
                "matching 5 5,4,3,5 3,1,2,3 / /",
            ],
            &[
                "matching 3 3,1,2,3 / / 4-5",
                "matching 3 3,1,2,3 / /",
                "matching 3 3,1,2,3 3,4,5,3 3,4,5,3 / /",
                "matching 3 3,1,4,3 3,2,5,3 / /",
                "matching 1 3,1,2,3 3,4,5,3 / /",
                "matching 1 1,2,3,4,5,3 / /",
                "matching 1 1,2,3,4,5,1 / /",
                "matching 3 3,1,2,3 4 5 / /",
                "matching 3 3,1,2,3 3,4,3 5 / /",
                "matching 3 3,1,2,3 3,3 3,4,5,3 / /",
                "matching 3 3,1,2,4 3,4,5,3 / /",
                "matching 3,1,2,3 3,4,5,3 / /",
            ],
        ),
        (
            // A star.
            "geography 5 5-1 1-2 1-3 1-4: 5 ? moves",
            "-",
            &["matching 2 3 4 / 1-2<3 /", "matching 4 2 3 / 1-3<2 /"],
            &[
                "matching 2 3 4 / 1-2<2 /",
                "matching 2 3 4 / 1-2<1 /",
                "matching 2 3 4 / 1-1<2 /",
                "matching 2 3 4 / 1-5<3 /",
                "matching 2 3 4 / 5-2<3 /",
                "matching 2 3 4 / 1-2<3 1-4<3 /",
                "matching 2 3 4 1 / /",
                "matching 3 4 / / 1-2",
                "matching 3 4 / 1-2<3 /",
            ],
        ),
        (
            // A path, in which vertices are missed one from the other.
            "geography 6 6-1 1-2 2-3 3-4 4-5: 6 ? moves",
            "1",
            &["matching 1 3 5 / 2-3<1 4-5<3 /", "matching 1 3 5 / 4-3<5 2-1<3 /"],
            &[
                "matching 1 3 5 / 4-5<3 2-3<1 /",
                "matching 1 3 5 / 2-3<1 4-3<5 /",
                "matching 1 3 5 / 2-5<1 4-3<5 /",
                "matching 1 3 5 / 2-3<5 4-5<3 /",
                "matching 1 / / 2-3 4-5",
            ],
        ),
        (
            "graph 4 1>2 2>3 3>1 3>4: 1 3 ? values",
            "1 2",
            &["labels 1=1.0 3=2.0 2=0.1 4=0.0", "labels 4=0.3 2=0.9 1=1.7 3=2.0"],
            &[
                "labels 1=1.0 3=2.0 2=0.0 4=0.0",
                "labels 1=1.0 3=2.0 2=0.1",
                "labels 1=inf 3=inf 2=inf 4=0.0",
                "labels 1=1.0 3=3.0 2=0.1 4=0.0",
                "labels 1=1.0 3=2.0 2=0.1 4=inf",
                "labels 1=1.0 3=2.0 2=0.1 4=0.0 4=0.0",
            ],
        ),
        (
            "graph 3 1>2 2>1 1>3: 2 ? verdict grundy",
            "DRAW | inf 1",
            &[],
            &["labels 1=inf 2=inf 3=0.0", "labels 1=1.0 2=inf 3=0.0"],
        ),
    ];
    for (record, answer, right, wrong) in cases {
        let check = |line: &str| {
            verify(
                record.as_bytes(),
                format!("{answer}\n").as_bytes(),
                &format!("grundy-certificates 2\n1 {line}\n"),
            )
        };
        for line in *right {
            assert_eq!(check(line).map(|tally| tally.proved), Ok(1), "{record}: {line}");
        }
        for line in *wrong {
            assert!(check(line).is_err(), "{record}: {line}");
        }
    }
}

#[test]
fn the_first_line_names_the_format_and_may_name_who_wrote_it() {
    let check = |first: &str| verify(b"nim: 3 4 5", b"WIN 1\n", &format!("{first}\n1 nim 2\n"));
    for right in ["grundy-certificates 2", "grundy-certificates 2 by grundy 0.1.0 (1a2b3c4d5e)"] {
        assert_eq!(check(right).map(|tally| tally.proved), Ok(1), "{right}");
    }
    for wrong in
        ["", "grundy-certificates", "grundy-certificates 1", "grundy-certificates 20 by grundy 0.1.0"]
    {
        assert!(check(wrong).is_err(), "{wrong}");
    }
}

/// Graphs with odd components built up by many ears, some within others.
#[test]
fn blossoms_within_blossoms_are_proved() {
    let mut dice = Dice::new(17);
    let mut text = String::new();
    for order in (2..=40).chain([101, 300]) {
        for density in [10, 12, 15, 20, 30] {
            let any = |dice: &mut Dice| 1 + dice.below(order);
            let random = (0..order * density / 10).map(|_| (any(&mut dice), any(&mut dice)));
            let random: Vec<(u64, u64)> = random.filter(|(a, b)| a != b).collect();
            let every: Vec<(u64, u64)> =
                (1..order.min(20)).flat_map(|a| (a + 1..=order.min(20)).map(move |b| (a, b))).collect();
            let ring: Vec<(u64, u64)> = (1..=order).map(|a| (a, a % order + 1)).collect();
            // Triangles in a chain, each on a corner of the one before.
            let chain: Vec<(u64, u64)> = (1..order.max(3) - 1)
                .step_by(2)
                .flat_map(|a| [(a, a + 1), (a + 1, a + 2), (a, a + 2)])
                .collect();
            for mut edges in [random.clone(), every, ring, [chain, random].concat()] {
                edges.retain(|&(a, b)| a != b && a.max(b) <= order);
                let start = order + 1;
                let list: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
                let first = any(&mut dice);
                text += &format!("geography {start} {start}-{first} {}: {start} ? moves\n", list.join(" "));
            }
        }
    }
    let (answers, certificates) = certified(text.as_bytes());
    let tally = verify(text.as_bytes(), &answers, &certificates)
        .unwrap_or_else(|refusal| panic!("{}", shown(text.as_bytes(), &refusal)));
    assert_eq!((tally.proved, tally.records), (820, 820));
}

#[test]
fn periods_prove_answers_far_beyond_the_range() {
    let text = b"kayles: 1000000000000 999999999999 7 ? verdict grundy values period
dawson-kayles: 123456789012 ? verdict period
subtraction 2 5 7: 18446744073709551615 3 ? verdict grundy period moves
subtraction misere 1 4 10: 18446744073709551615 3 ? verdict
octal 0.16: 90000 ? verdict grundy
flags 2 5 7 left 3: 18446744073709551615 ? verdict period
grundys-game: 20000 ? verdict best
lasker: 9 6 100 ? verdict moves
lasker: 11003 7 8 ? verdict best grundy values moves
lasker: 300 ? sequence
flags 1-300000 left 5: 1000000000000 ? verdict winner count moves best period
flags 1-5000 left 100 or-less: 2345 ? verdict moves best losing
flags 1-5000 left 100 or-less: 5101 ? verdict moves best period
flags 1-5000 left 100 overshoot: 5050 ? verdict moves best losing
flags 4000-5000 left 0 overshoot: 13001 ? verdict moves best losing
flags 4000-5000 left 7 : 13007 ? verdict moves best losing
flags 4000-5000 left 7 : 13008 ? verdict moves best losing
flags 4000-5000 left 7 : 13007 ? verdict best period paths%1000003
flags 1000-5000 left 3000 or-less: 9000 ? verdict moves best period
flags 1-18446744073709551615 left 18446744073709551615 or-less: 18446744073709551615 ? verdict moves best
flags 1-18446744073709551615 left 5 or-less: 18446744073709551615 ? verdict best
flags 9223372036854775808-18446744073709551614 left 0: 18446744073709551615 ? verdict best count
flags 9223372036854775807-9223372036854775808 left 1: 18446744073709551615 ? verdict best count period
subtraction 1-300000: 1000000000000 77 ? verdict best grundy moves period
subtraction misere 5000-9999: 1000000000000 14998 4999 ? verdict moves
subtraction 7-18446744073709551615: 18446744073709551615 ? verdict grundy
";
    let options = Options { proofs: Proofs::Certify, ..Options::default() };
    let (answers, certificates) = certified_with(text, &options);
    let tally = verify(text, &answers, &certificates).unwrap_or_else(|r| panic!("{}", shown(text, &r)));
    assert_eq!(tally.proved, tally.records, "{certificates}");
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let text = b"@a nim: 2 3\nnim: x\nnim: 1 1\n";
    let (answers, certificates) = certified(text);
    assert_eq!(answers, b"@a WIN 1\nERROR\nLOSE\n");
    assert_eq!(
        verify(text, &answers, &certificates),
        Ok(Tally { records: 3, proved: 3, first_unproved: None })
    );
    let refused =
        |answers: &[u8], certificates: &str| verify(text, answers, certificates).unwrap_err().record;
    assert_eq!(refused(b"@b WIN 1\nERROR\nLOSE\n", &certificates), 1);
    assert_eq!(refused(b"@a WIN 1\nLOSE\nLOSE\n", &certificates), 2);
    assert_eq!(refused(b"@a WIN 1\nERROR\nWIN 1\n", &certificates), 3);
    assert_eq!(refused(b"@a WIN 1\nERROR\n", &certificates), 3);
    assert_eq!(refused(b"@a WIN 1\nERROR\nLOSE\nLOSE\n", &certificates), 4);
    assert_eq!(refused(&answers, &certificates.replace("2 wrong", "2 nim 0")), 2);
    assert_eq!(refused(&answers, &certificates.replace("3 nim", "4 nim")), 3);
    assert_eq!(refused(&answers, &format!("{certificates}4 nim 0\n")), 4);
    assert_eq!(refused(&answers, &certificates.replace("certificates 2", "certificates 1")), 0);
}

#[test]
fn answers_are_checked_before_they_are_given() {
    for game in checkable() {
        let text = records::text(&mut Dice::new(77), &[game], 20);
        let plain = run(&text, Proofs::None);
        let checked = run(&text, Proofs::SelfCheck);
        assert_eq!(plain.0, checked.0, "{game}");
        assert!(checked.1 > 0, "{game}");
    }
}

fn run(text: &[u8], proofs: Proofs) -> (String, u64) {
    let mut answers = Vec::new();
    let source = Source::new("<text>", Box::new(std::io::Cursor::new(text.to_vec())));
    let options = options(proofs);
    let summary = batch::run(vec![source], &mut answers, &mut std::io::sink(), &options).expect("memory");
    (String::from_utf8(answers).expect("answers are text"), summary.proved)
}

#[test]
fn slices_are_proved_and_what_has_no_certificate_is_answered() {
    let text = b"kayles: 9 ? sequence 3-7 grundy\nsubtraction 1 2: 9 ? sequence 0-3\nlasker: 6 ? sequence 6-6\n\
        kayles: 9 ? stats\nnim: 1..3 ? positions\nnim: 3 4 ? p-positions\nsubtraction 1: 0..4 ? p-positions positions\n";
    let answers =
        "3 1 4 3 2 | 4\n0 1 2 0\n6\nlargest 4 at 5 new 5 rare 0 counts 0:1 1:3 2:2 3:2 4:2\n3\n0\n3 | 5\n";
    assert_eq!(run(text, Proofs::SelfCheck), (answers.to_owned(), 3));
    let (given, certificates) = certified(text);
    assert_eq!(given, answers.as_bytes());
    let tally =
        verify(text, &given, &certificates).unwrap_or_else(|refusal| panic!("{}", shown(text, &refusal)));
    assert_eq!((tally.records, tally.proved, tally.first_unproved), (7, 3, Some(4)));
}

/// Sets of amounts by name: what is answered is proved, and what is changed in a certificate is refused.
#[test]
fn sets_by_name_are_proved_and_forgeries_refused() {
    let sets = [
        "squares",
        "cubes 2",
        "triangular",
        "primes",
        "1 primes",
        "fibonacci",
        "factorials",
        "powers-of-3",
        "odd",
        "even 3",
        "all-but 2 4",
        "all-but squares",
        "all-but odd 4",
        "all-but 1-3 primes",
    ];
    let mut dice = Dice::new(77);
    let mut text = String::new();
    for set in sets {
        for asks in ["verdict grundy moves", "winner count values best", "sequence losing paths"] {
            let heaps = if asks.contains("losing") { 1 } else { 3 };
            let heaps = dice.list(heaps, |dice| dice.within(0, 60).to_string()).join(" ");
            text += &format!("subtraction {set}: {heaps} ? {asks}\n");
        }
        text += &format!("subtraction misere {set}: {} ? verdict moves losing\n", dice.within(0, 60));
        text += &format!("flags {set} left 3: {} ? verdict moves losing\n", dice.within(3, 60));
        text += &format!("flags {set} left 2 or-less: {} ? count best paths\n", dice.within(2, 60));
    }
    text += "subtraction odd: 1000000000000001 ? grundy moves period\n".replace(" moves", "").as_str();
    text += "subtraction all-but 1 3: 3000 ? grundy count\n";
    let (answers, certificates) = certified(text.as_bytes());
    assert!(!answers.windows(5).any(|word| word == b"ERROR"));
    let tally = verify(text.as_bytes(), &answers, &certificates)
        .unwrap_or_else(|refusal| panic!("{}", shown(text.as_bytes(), &refusal)));
    assert_eq!(tally.proved, tally.records, "{certificates}");
    let mut refused = 0;
    for _ in 0..60 {
        let mut lines: Vec<String> = certificates.lines().map(str::to_owned).collect();
        let line = 1 + dice.below(lines.len() as u64 - 1) as usize;
        lines[line] = mutated(&lines[line], 1 + dice.below(5) as usize, &mut dice);
        let forged = lines.join("\n") + "\n";
        match verify(text.as_bytes(), &answers, &forged) {
            Err(_) => refused += 1,
            // The same proof, or none.
            Ok(tally) => assert!(
                tally.proved == tally.records && forged == certificates || tally.proved < tally.records
            ),
        }
    }
    assert!(refused > 40, "{refused}");
}
