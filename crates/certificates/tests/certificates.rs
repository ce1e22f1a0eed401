//! Certificates prove what they say, and nothing when they are forged.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use grundy_certificates::certificate;
use grundy_certificates::check::{Refusal, Summary, check};
use grundy_reference::records::Reading;

/// Mark: lost are the numbers that end in an odd number of zeros (Fraenkel 2011).
const MARK: &str = "automaton 2 outcomes 1 1:0,1 0:2,1 1:1,1";

/// The misère quotient of 0.75 (Plambeck and Siegel 2008).
const QUOTIENT: &str = "misere 8 8 2 | 1 2 5 | 1 0 3 2 5 4 7 6 | 2 3 4 5 2 3 3 2 | 6 7 3 2 5 4 4 5 | 1 4 | 0 1 2 1 2 6 2 6 2 5 2 5 2 5 2 5 2 5 2 5 2 5 2";

fn checked(record: &str, answer: &str, certificate: &str) -> Result<Summary, Refusal> {
    let text = format!("{}\n1 {certificate}\n", certificate::HEADER);
    let none = |line| Refusal {
        record: 0,
        line,
        reason: "this is no certificate".to_owned(),
    };
    check(
        record.as_bytes(),
        answer.as_bytes(),
        &certificate::read(&text).map_err(none)?,
        &Reading::default(),
    )
}

/// A record with the certificate of its answer.
struct ProvedRecord {
    record: String,
    certificate: String,
}

/// Makes a path of this many vertices, on which the token stands at the first.
fn path(vertices: u64) -> ProvedRecord {
    let edges: Vec<String> = (1..vertices).map(|v| format!("{v}-{}", v + 1)).collect();
    let pairs: Vec<String> = (2..vertices)
        .step_by(2)
        .map(|v| format!("{v}-{}", v + 1))
        .collect();
    ProvedRecord {
        record: format!(
            "geography {vertices} {}: 1 ? verdict moves",
            edges.join(" ")
        ),
        certificate: format!("matching {}", pairs.join(" ")),
    }
}

/// Makes a cycle of three vertices, and a tail after it as long as this, whose end is lost.
fn tail(length: u64) -> ProvedRecord {
    let arcs: Vec<String> = (4..length + 3).map(|v| format!("{v}>{}", v + 1)).collect();
    // From the end on: 0, 1, 0, 1, … with the distance as rank.
    let labels: Vec<String> = (0..length)
        .rev()
        .map(|far| format!("{}.{far}", far % 2))
        .collect();
    let record = format!(
        "graph {} 1>2 2>3 3>1 {}: 1 4 ? grundy",
        length + 3,
        arcs.join(" ")
    );
    ProvedRecord {
        record,
        certificate: format!("labels i i i {}", labels.join(" ")),
    }
}

/// Makes a bar of two rows. In its lost positions the upper row is one longer.
fn chomp(length: u64) -> ProvedRecord {
    let lost: Vec<String> = std::iter::once("1".to_owned())
        .chain((1..length).map(|n| format!("{},{n}", n + 1)))
        .collect();
    ProvedRecord {
        record: format!("chomp 2x{length}: ? winner"),
        certificate: format!("strategy {}", lost.join(" ")),
    }
}

#[test]
fn certificates_prove_what_is_too_large_to_explore() {
    let walk = path(50);
    let graph = tail(400_000);
    let bar = chomp(40);
    for (record, answer, certificate) in [
        (
            "octal 0.055: 1000000000000 ? grundy",
            "7",
            "period 259 148 0",
        ),
        ("octal 0.055 ? period", "259 148", "period 259 148 0"),
        (
            "kayles: 1000000000000 ? verdict",
            "WIN 83333333338",
            "period 71 12 0",
        ),
        (
            "subtraction 2 5 4001: 1000000000 ? verdict",
            "WIN 3",
            "period 4004 4003 0",
        ),
        (
            "take-and-break 4.[3]: 1000000 ? grundy",
            "999999",
            "period 1 4 4",
        ),
        (
            "octal 0.055: 1000000000000 + nim: 4 ? grundy",
            "3",
            "period 259 148 0 + -",
        ),
        (
            "kayles: 1000000 + subtraction 1 3 4: 1000000 ? grundy",
            "0",
            "period 71 12 0 + period 0 7 0",
        ),
        (&walk.record, "WIN 1 | 2", &walk.certificate),
        (&graph.record, "inf", &graph.certificate),
        (&bar.record, "FIRST", &bar.certificate),
        (
            "rules [n] -> [n-1] | [n/2] if n > 0 : 1000000000000 ? winner pattern",
            "FIRST | base 2: 3 states",
            MARK,
        ),
        ("octal 0.75 misere: 1000000 7 ? winner", "FIRST", QUOTIENT),
        ("octal 0.75 misere ? quotient", "8 2 8 2", QUOTIENT),
    ] {
        let by = checked(record, answer, certificate);
        let start: String = record.chars().take(60).collect();
        let refused = matches!(&by, Err(refusal) if refusal.reason.starts_with("its answer is"));
        assert!(
            by.as_ref().is_ok_and(|by| by.by_certificate == 1),
            "{start} {by:?} {refused}"
        );
        // Another answer does not pass.
        assert!(checked(record, "LOSE", certificate).is_err(), "{start}");
    }
}

/// A strategy may name whatever it likes: nothing that is no position of the game is looked at.
#[test]
fn strategies_of_other_games_prove_nothing() {
    for (record, answer) in [
        ("queen 20x20: 20,20 ? grundy", "0"),
        ("chomp 4x4: ? winner", "SECOND"),
        ("geography 3 1-2 2-3: 1 ? winner", "FIRST"),
        ("graph 3 1>2 2>3: 1 ? grundy", "1"),
        ("welter: 1 4 80 ? winner", "SECOND"),
        ("rules [a,b] -> [a-1,b] | [a,b-1] : 30,30 ? winner", "FIRST"),
    ] {
        for list in [
            "*0",
            "7",
            "1 99999999999,3",
            "18446744073709551615",
            "*18446744073709551615 1+2+x",
            "",
        ] {
            let proved = checked(record, answer, &format!("strategy {list}"));
            assert!(
                proved.is_err() || proved.is_ok_and(|by| by.by_certificate == 0),
                "{record} by {list}"
            );
        }
    }
}

/// splitmix64
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Wherever a certificate is changed, a wrong answer stays refused or unproved; and most changes are seen.
#[test]
fn forged_certificates_prove_nothing_wrong() {
    let walk = path(50);
    let graph = tail(6);
    let bar = chomp(8);
    let cases = [
        ("octal 0.77: 1000000 ? grundy", "5", "period 71 12 0"),
        ("flags 1-3 left 1: 1000000", "LOSE", "period 0 4 0"),
        (
            "take-and-break 0.0[3]: 1000000 ? grundy",
            "500001",
            "period 0 2 1",
        ),
        (
            "take-and-break 4.[3]: 1000000 ? grundy",
            "1000000",
            "period 1 4 4",
        ),
        (
            "kayles: 1000000 + subtraction 1 3 4: 1000000 ? grundy",
            "4",
            "period 71 12 0 + period 0 7 0",
        ),
        (&walk.record, "LOSE | -", &walk.certificate),
        (&graph.record, "inf 0", &graph.certificate),
        (&bar.record, "SECOND", &bar.certificate),
        (
            "rules [n] -> [n-1] | [n/2] if n > 0 : 1000000000000 ? winner",
            "SECOND",
            MARK,
        ),
        ("octal 0.75 misere: 1000000 7 ? winner", "SECOND", QUOTIENT),
    ];
    let mut state = 1;
    let mut refused = 0;
    let full = std::env::var_os("GRUNDY_TESTS").is_some_and(|tests| tests == "full");
    let count = if full { 10_000 } else { 500 };
    for _ in 0..count {
        let (record, wrong, certificate) = cases[next(&mut state) as usize % cases.len()];
        let mut bytes = certificate.as_bytes().to_vec();
        let place = next(&mut state) as usize % bytes.len();
        match next(&mut state) % 3 {
            0 => drop(bytes.remove(place)),
            1 => bytes[place] = b"0123456789 -,.i:|+*"[next(&mut state) as usize % 19],
            _ => bytes.insert(place, b"0123456789"[next(&mut state) as usize % 10]),
        }
        let forged = String::from_utf8(bytes).unwrap();
        match checked(record, wrong, &forged) {
            Ok(summary) => assert_eq!(summary.not_checked, 1, "{record} {forged}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused * 10 > count * 8, "{refused}");
}

#[test]
fn a_quotient_is_not_about_heaps_that_the_position_does_not_reach() {
    let file = "grundy certificates 3\n1 misere 2 0 0 | 2 | 1 0 | 1 | 0 0 1 0 0 0 1\n";
    let certificates = grundy_certificates::certificate::read(file).expect("certificates");
    let record = b"rules [n] -> [n-2] | [n] if n % 2 == 1 ; misere : 4 6";
    let check = |given: &[u8]| {
        grundy_certificates::check::check(record, given, &certificates, &Reading::default())
            .map(|all| all.recomputed)
    };
    assert_eq!(check(b"LOSE").ok(), Some(1));
    assert!(check(b"WIN 1").is_err());
}
