//! Answers with their certificates, held to the reference: those of all games, and forged ones.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use grundy_base::budget::Budget;
use grundy_batch::{Options, Proofs, Source};
use grundy_certificates::certificate::{self, Certificates, HEADER};
use grundy_certificates::check::{Refusal, Summary};
use grundy_reference::records::Reading;

use crate::tools::records;
use grundy_base::random::Random;
use grundy_base::testing::sized;

/// The answers of some records, and what proves them.
struct CertifiedAnswers {
    /// The answers, one a line.
    answers: String,
    /// The certificates, if they were asked for.
    certificates: String,
    /// The result of the program's own check, if it was asked for.
    checked: Summary,
}

/// Answers some records, with little work allowed.
fn certified(text: &str, proofs: Proofs) -> CertifiedAnswers {
    let budget = Budget {
        work: 1 << 26,
        ..Budget::default()
    };
    let options = Options {
        proofs,
        budget,
        ..Options::default()
    };
    let mut answers = Vec::new();
    let mut certificates = Vec::new();
    let source = Source::new(
        "<text>",
        Box::new(std::io::Cursor::new(text.as_bytes().to_vec())),
    );
    let summary = grundy_batch::run_certified(
        vec![source],
        &mut answers,
        &mut std::io::sink(),
        &mut certificates,
        &options,
    )
    .expect("memory is read and written");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    CertifiedAnswers {
        answers: text(answers),
        certificates: text(certificates),
        checked: summary.checked,
    }
}

fn check(text: &str, answers: &str, certificates: &Certificates) -> Result<Summary, Refusal> {
    let (text, answers) = (text.as_bytes(), answers.as_bytes());
    grundy_certificates::check::check(text, answers, certificates, &Reading::default())
}

/// Lists records that need each form of certificate, with the beginning of that. In a short run the positions of strategies are
/// hardly larger than what the reference explores without a certificate.
fn forms() -> Vec<(String, &'static str)> {
    let edges = (1..40)
        .map(|v| format!("{v}-{}", v % 13 * 3 + 1))
        .filter(|edge| edge != "1-1");
    let arcs = (1..60).map(|v| format!("{v}>{} {v}>{}", v + 1, v / 2 + 1));
    let edges = edges.filter(|edge| edge.split_once('-').is_some_and(|(a, b)| a != b));
    let walk = format!(
        "geography 40 {}: 2 ? verdict moves",
        edges.collect::<Vec<_>>().join(" ")
    );
    let graph = format!(
        "graph 60 {}: 1 30 ? values",
        arcs.collect::<Vec<_>>().join(" ")
    );
    // Stretches of this list are different positions.
    let mut dice = Random::new(5);
    let numbers: Vec<String> = (0..210).map(|_| dice.below(3).to_string()).collect();
    let numbers = numbers.join(",");
    let ends = "rules [p...] -> [p[1..]] | [p[..len(p)-2]]";
    let words = format!("{ends} : {numbers} ? grundy");
    let misere_words = format!("{ends} ; misere : {numbers} ? winner");
    let one_less = "rules [p...] -> [p[..i-1],p[i]-1,p[i+1..]] for i in 0..len(p)-1";
    let partitions = format!("{one_less} ; partition : 13,13,13,13,13,13 ? grundy");
    let bags = format!("{one_less} ; bag : 13,13,13,13,13,13 ? winner");
    let set = sized("8,10,12,14,16,18", "10,12,14,16,18,20");
    let sets = format!("{one_less} ; set : {set} ? winner");
    let list = sized("4,4,5,5,4,4", "4,5,6,5,4,5");
    let parted = "[p[..2]]+[p[3..]] if len(p) == 6 and p[0] == 3";
    let parted = format!("{one_less} | {parted} : {list} ? winner");
    let clobber = "rewrite XO>.X OX>.O turned";
    let stones_in_row = format!("{clobber}: (XO)^{} ? winner", sized(7, 9));
    let misere_stones_in_row = format!("{clobber} misere: (XO)^{} ? winner", sized(7, 8));
    let letters =
        "rules [w...] -> [w[..i-1],w[i+1..]] for i in 0..len(w)-1 : \"abcdefghijklmno\" ? winner";
    [
        ("octal 0.137: 100000000 7 ? grundy winner", "period 52 34 0"),
        ("subtraction 2 5 9 ? period", "period 0 7 0"),
        ("take-and-break 0.0[3]: 1000000 ? grundy", "period 0 "),
        ("octal 0.77 ring: 10000000 ? grundy", "period 71 12 0"),
        ("flags 2 5 7 left 1: 10000000", "period "),
        (
            "rules [n] -> [i]+[n-2-i] for i in 0..n-2 : 1000000 ? grundy",
            "period 53 34 0",
        ),
        (&walk, "matching "),
        (&graph, "labels "),
        ("factor 100: ? verdict", "matching "),
        ("chomp 9x9: ? count", "strategy "),
        (&words, "strategy "),
        (&misere_words, "strategy "),
        (&partitions, "strategy "),
        (&bags, "strategy "),
        (&sets, "strategy "),
        (&parted, "strategy "),
        (letters, "strategy "),
        (
            sized("cram 3x8: ? winner", "cram 4x6: ? winner"),
            "strategy ",
        ),
        (&stones_in_row, "strategy "),
        (&misere_stones_in_row, "strategy "),
        ("cram 4x6: + nim: 3 4 ? winner", "strategy "),
        (
            "rules [n] -> [n-1] | [n/2] if n > 0 : 1000000000000 ? verdict pattern",
            "automaton 2 ",
        ),
        (
            "rules [n] -> [n-1] | [n/2] if n > 0 : 1000000000000 ? verdict",
            "automaton 2 ",
        ),
        (
            "rules [n] -> [n-k] for k in 1..2 ; misere : 40 ? quotient",
            "misere ",
        ),
        ("take-and-break 4.[3]: 1000000 ? grundy", "period 1 4 4"),
        (
            "octal 0.77: 100000000 + subtraction 1 3 4: 1000000 ? winner",
            "period 71 12 0 + period 0 7 0",
        ),
        ("octal 0.123 misere: 100000 12 ? verdict", "misere 20 5 5 "),
        ("octal 0.123 misere ? quotient", "misere 20 5 5 "),
        ("octal 0.56 misere: 1000 12 ? verdict", "misere 10 0 0 6 "),
        ("octal 0.77 misere ? quotient", "misere 40 71 12 25 "),
    ]
    .map(|(record, form)| (record.to_owned(), form))
    .into()
}

#[test]
fn every_form_proves_what_it_is_for() {
    for (record, form) in forms() {
        let CertifiedAnswers {
            answers: answer,
            certificates,
            ..
        } = certified(&record, Proofs::Certify);
        let lines: Vec<&str> = certificates.lines().collect();
        assert!(lines[0].starts_with(HEADER), "{}", lines[0]);
        let shown: String = lines
            .get(1)
            .map_or(String::new(), |line| line.chars().take(60).collect());
        assert!(
            shown.starts_with(&format!("1 {form}")),
            "{record}: {answer} {shown}"
        );
        let read = certificate::read(&certificates).expect("certificates");
        let summary = check(&record, &answer, &read)
            .unwrap_or_else(|refusal| panic!("{record}: {refusal:?}"));
        assert_eq!(summary.by_certificate, 1, "{record}: {summary}");
    }
}

#[test]
fn answers_of_every_game_are_held_to_the_reference() {
    for game in records::games() {
        let text = records::text(&mut Random::new(7), &[game], sized(12, 400));
        let text = String::from_utf8(text).expect("records are text");
        let CertifiedAnswers {
            answers,
            certificates,
            ..
        } = certified(&text, Proofs::Certify);
        let read = certificate::read(&certificates).expect("certificates");
        let summary = check(&text, &answers, &read)
            .unwrap_or_else(|refusal| panic!("{game}: {refusal:?}\n{text}"));
        assert!(
            summary.not_checked * 2 <= summary.records,
            "{game}: {summary}"
        );
        let CertifiedAnswers {
            answers: same,
            checked,
            ..
        } = certified(&text, Proofs::SelfCheck);
        assert_eq!(same, answers, "{game}");
        assert!(
            checked.not_checked <= summary.not_checked,
            "{game}: {checked}"
        );
    }
}

/// Forges a text: a byte is left out, put in or changed.
fn forged(dice: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let place = dice.below(bytes.len() as u64) as usize;
    let byte = dice.one_of(b"0123456789 .,:+-*|>i");
    match dice.below(3) {
        0 => drop(bytes.remove(place)),
        1 => bytes[place] = byte,
        _ => bytes.insert(place, byte),
    }
    String::from_utf8(bytes).expect("ASCII")
}

/// Forges a certificate: a word is left out or written twice, or two words are exchanged.
fn forged_by_words(dice: &mut Random, line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let count = words.len() as u64;
    let place = dice.below(count) as usize;
    match dice.below(3) {
        0 => drop(words.remove(place)),
        1 => words.insert(place, words[place]),
        _ => words.swap(place, dice.below(count) as usize),
    }
    words.join(" ")
}

/// Whatever is changed, nothing wrong is proved: a changed certificate never proves another answer, a changed answer is
/// never accepted, and a changed record only if its answer is right.
#[test]
fn forgeries_prove_nothing_wrong() {
    let mut dice = Random::new(3);
    let small = |(record, _): &(String, &str)| {
        !record.starts_with("cram") && !record.starts_with("chomp 9") && !record.contains("p[1..]")
    };
    for (record, form) in forms().into_iter().filter(small) {
        let CertifiedAnswers {
            answers: answer,
            certificates,
            ..
        } = certified(&record, Proofs::Certify);
        let (_, line) = certificates.split_once('\n').expect("a header");
        let line = line.trim_end();
        let read = |line: &str| certificate::read(&format!("{HEADER}\n{line}\n"));
        let right = read(line).expect("a certificate");
        let mut refused = 0;
        // A strategy is held to the positions that play reaches, which takes up to a second each time; a certificate about
        // a rule is held to the rule at small numbers.
        let few = match (form, record.split(' ').next()) {
            (form, _) if form.starts_with("strategy") => 3,
            (_, Some("rules")) => 20,
            _ => 60,
        };
        let count = sized(few, 10_000);
        for _ in 0..count {
            let lie = forged(&mut dice, answer.trim_end());
            if lie != answer.trim_end() {
                assert!(
                    check(&record, &lie, &right).is_err(),
                    "{record}: {lie} by {form}"
                );
            }
            let forge = if dice.below(2) == 0 {
                forged
            } else {
                forged_by_words
            };
            let other = forge(&mut dice, line);
            match read(&other).map(|read| check(&record, &lie, &read)) {
                Ok(Ok(summary)) => {
                    assert!(
                        summary.not_checked == 1 || lie == answer.trim_end(),
                        "{record}: {lie} by {other}"
                    );
                }
                _ => refused += 1,
            }
            let changed = forged(&mut dice, &record);
            let accepted = check(&changed, &answer, &right);
            if accepted.is_ok_and(|summary| summary.records == 1 && summary.not_checked == 0) {
                let truth = certified(&changed, Proofs::None).answers;
                assert!(
                    truth == answer || truth.ends_with("ERROR\n"),
                    "{changed}: {answer} is {truth}"
                );
            }
        }
        println!("{form}: {refused} of {count} refused");
    }
}
