//! Answers, certificates and the checker, held together by random records of every game.

mod duel;
mod twin;

use duel::dice::Dice;
use duel::records;
use grundy::batch::{self, Options, Proofs, Refusal, Source, Tally};

/// The answers and certificates of some records.
fn certified(text: &[u8]) -> (Vec<u8>, String) {
    let (mut answers, mut certificates) = (Vec::new(), Vec::new());
    let source = Source::new("<text>", Box::new(std::io::Cursor::new(text.to_vec())));
    let options = Options { proofs: Proofs::Certify, ..Options::default() };
    batch::run_certified(vec![source], &mut answers, &mut std::io::sink(), &mut certificates, &options)
        .expect("memory is read and written");
    (answers, String::from_utf8(certificates).expect("certificates are text"))
}

fn verify(text: &[u8], answers: &[u8], certificates: &str) -> Result<Tally, Refusal> {
    batch::verify(text, answers, certificates, &Options::default().asks, 2)
}

fn shown(text: &[u8], refusal: &Refusal) -> String {
    let line = text.split(|&byte| byte == b'\n').nth(refusal.line as usize - 1).unwrap_or_default();
    format!("{refusal:?}: {}", String::from_utf8_lossy(line))
}

#[test]
#[ignore = "takes minutes; not yet seen to end"]
fn what_the_solvers_answer_is_proved() {
    for game in records::games() {
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

/// A line with one byte, word or piece changed.
fn mutated(line: &str, dice: &mut Dice) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = dice.below(words.len() as u64) as usize;
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
#[ignore = "takes minutes; not yet seen to end"]
fn a_changed_answer_is_never_accepted() {
    let singles = singles(0..12);
    assert!(singles.len() > 40, "{}", singles.len());
    let mut dice = Dice::new(7);
    let mut rejected = 0;
    for (text, answers, certificates) in singles.iter().cycle().take(10_000) {
        let answer = String::from_utf8(answers.clone()).unwrap();
        let changed = mutated(answer.trim_end_matches('\n'), &mut dice) + "\n";
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

#[test]
#[ignore = "takes minutes; not yet seen to end"]
fn a_changed_certificate_is_rejected_or_still_proves_the_answer() {
    let singles = singles(0..12);
    let mut dice = Dice::new(8);
    let (mut rejected, mut still_proved, mut unproved) = (0, 0, 0);
    for (text, answers, certificates) in singles.iter().cycle().take(10_000) {
        let (header, line) = certificates.split_once('\n').unwrap();
        let line = line.trim_end_matches('\n');
        let changed = mutated(line, &mut dice);
        if changed == line {
            continue;
        }
        match verify(text, answers, &format!("{header}\n{changed}\n")) {
            Err(_) => rejected += 1,
            Ok(Tally { proved: 1, .. }) => still_proved += 1,
            Ok(_) => unproved += 1,
        }
    }
    println!("{rejected} rejected, {still_proved} still prove the answer, {unproved} prove nothing");
    // What is still accepted says the same in another way: pairs in another order, another mask, a
    // longer range with no checksum to miss, a rank that is larger than need be.
    assert!(rejected > 5 * (still_proved + unproved), "{rejected} {still_proved} {unproved}");
}

#[test]
fn every_field_counts() {
    // Certificates made by hand, each wrong in one place; the first of each kind is right.
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        ("nim: 2 3", "WIN 1", &["nim 1"], &["nim 0", "nim", "sequence 3 - - 0 0000000000000000"]),
        (
            "geography 4 1-2 2-3 3-4: 2 ? moves",
            "1",
            &["matching 3-4 /", "matching 4-3 /", "matching 3-4 / 3"],
            &[
                "matching / 3",
                "matching 1-3 /",
                "matching 3-4 3-4 /",
                "matching 3-4 / 1",
                "matching / ",
                "matching 2-3 /",
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
                &format!("grundy-certificates 1\n1 {line}\n"),
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
fn periods_prove_answers_far_beyond_the_range() {
    let text = b"kayles: 1000000000000 999999999999 7 ? verdict grundy values period
dawson-kayles: 123456789012 ? verdict period
subtraction 2 5 7: 18446744073709551615 3 ? verdict grundy period moves
subtraction misere 1 4 10: 18446744073709551615 3 ? verdict
octal 0.16: 90000 ? verdict grundy
flags 2 5 7 left 3: 18446744073709551615 ? verdict period
grundys-game: 20000 ? verdict best
lasker: 9 6 100 ? verdict moves
";
    let (answers, certificates) = certified(text);
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
    assert_eq!(refused(&answers, &certificates.replace("certificates 1", "certificates 2")), 0);
}

#[test]
#[ignore = "takes minutes; not yet seen to end"]
fn answers_are_checked_before_they_are_given() {
    for game in records::games() {
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
    let options = Options { proofs, ..Options::default() };
    let summary = batch::run(vec![source], &mut answers, &mut std::io::sink(), &options).expect("memory");
    (String::from_utf8(answers).expect("answers are text"), summary.proved)
}

/// The checker shares nothing with the solvers: it names none of their modules.
#[test]
fn the_checker_imports_no_solver() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("src/verify") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a source file");
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for module in ["games", "theory", "boards", "batch", "cli"] {
                let named = code.contains(&format!("crate::{module}"))
                    || code.contains(&format!("super::super::{module}"));
                assert!(!named, "{}:{}: {line}", path.display(), number + 1);
            }
        }
        files += 1;
    }
    assert!(files > 8);
}
