//! Answers held to the reference: what is counted, and that no changed answer passes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use grundy_base::random::Random;
use grundy_base::testing::sized;
use grundy_certificates::certificate::Certificates;
use grundy_certificates::check::{self, Refusal, Summary};
use grundy_reference::answers;
use grundy_reference::records::Reading;

/// Checks answers without certificates.
fn check(records: &[u8], given: &[u8]) -> Result<Summary, Refusal> {
    check::check(
        records,
        given,
        &Certificates::default(),
        &Reading::default(),
    )
}

/// Returns the answers of the reference to records that are small.
fn lines(input: &str) -> Vec<String> {
    let (answers, _) = answers::answers(input.as_bytes());
    let line = |answer: &answers::Answer| answer.line().expect("small");
    answers.iter().map(line).collect()
}

#[test]
fn answers_are_counted_by_what_they_rest_on() {
    let records = b"nim: 3 5\nnim: 18446744073709551615 1 ? grundy\ncram 9x9: ? winner\nking\n";
    let summary = check(records, b"WIN 1\n18446744073709551614\nSECOND\nERROR\n").unwrap();
    assert_eq!(
        summary.to_string(),
        "4 records: 2 recomputed, 0 by certificate, 1 by a cited theorem, 1 not checked"
    );
    assert_eq!(
        check(records, b"WIN 2\n1\nSECOND\nERROR\n")
            .unwrap_err()
            .record,
        1
    );
    assert_eq!(
        check(records, b"WIN 1\n1\nSECOND\nERROR\n")
            .unwrap_err()
            .record,
        2
    );
    assert_eq!(
        check(records, b"WIN 1\n18446744073709551614\nSECOND\nLOSE\n")
            .unwrap_err()
            .record,
        4
    );
    assert_eq!(
        check(b"nim: 1\n", b"WIN 1\nWIN 1\n").unwrap_err().reason,
        "an answer without record"
    );
}

const RECORDS: &[&str] = &[
    "nim: 3 5 9 ? verdict moves grundy",
    "kayles: 9 4 ? values moves",
    "subtraction 1 4 misere: 6 5 ? moves",
    "flags 1-3 left 2 overshoot: 14 ? losing verdict",
    "rocks 1,2 2,1 0,1: 6,7 ? grundy moves",
    "queen 6x6 damaged 3,3: 6,6 5,2 ? values count",
    "factor 14: 4 ? moves",
    "geography 5 1-2 2-3 3-4 4-5 5-1: 2 ? moves",
    "graph 5 1>2 2>3 3>1 3>4 4>5: 1 3 ? grundy moves",
    "rules [n] -> [n-k] for k in squares(n) : 21 ? grundy moves",
    "welter: 1 4 8 ? moves",
    "three-rocks: 3,5 4,7 ? grundy moves",
    "cram 3x3: ? grundy moves",
    "chomp 3x4: ? moves",
    "coins up-to 3: 3 5 9 ? values moves",
    "hackenbush 0-1 1-2 2-0 1-3: ? grundy moves",
    "take-and-break 0.3F: 9 ? sequence",
];

/// An answer that is another text is refused, whatever was changed in it.
#[test]
fn forged_answers_are_refused() {
    let input = RECORDS.join("\n");
    let right = lines(&input).join("\n") + "\n";
    assert_eq!(
        check(input.as_bytes(), right.as_bytes())
            .unwrap()
            .recomputed,
        RECORDS.len()
    );
    let mut dice = Random::new(3);
    let each: Vec<String> = lines(&input);
    for _ in 0..sized(2_000, 10_000) {
        let at = dice.below(RECORDS.len() as u64) as usize;
        let mut bytes = each[at].clone().into_bytes();
        let place = dice.below(bytes.len() as u64) as usize;
        match dice.below(3) {
            0 => drop(bytes.remove(place)),
            1 => bytes[place] = b"0123456789 >,LW"[dice.below(15) as usize],
            _ => bytes.insert(place, b"0123456789"[dice.below(10) as usize]),
        }
        if bytes != each[at].as_bytes() {
            assert!(
                check(RECORDS[at].as_bytes(), &bytes).is_err(),
                "{} {bytes:?}",
                RECORDS[at]
            );
        }
    }
}

/// A record that is another one by a letter has the answer of the other: what is accepted for both is the answer of both.
#[test]
fn forged_records_have_answers_of_their_own() {
    let mut dice = Random::new(4);
    let each = lines(&RECORDS.join("\n"));
    for _ in 0..sized(250, 10_000) {
        let at = dice.below(RECORDS.len() as u64) as usize;
        let answer = each[at].clone();
        let mut bytes = RECORDS[at].as_bytes().to_vec();
        let place = dice.below(bytes.len() as u64) as usize;
        bytes[place] = b"0123456789 ,:-"[dice.below(14) as usize];
        let forged = answers::answers(&bytes).0;
        let accepted =
            check(&bytes, answer.as_bytes()).is_ok_and(|summary| summary.not_checked == 0);
        assert_eq!(
            accepted,
            forged.len() == 1 && forged[0].line() == Some(answer)
        );
    }
}
