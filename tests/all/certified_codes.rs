//! Certificates of take-and-break codes and of rings, whose sequences carry any heap.

use crate::certificates::{certified, mutated, shown, verify};
use crate::duel::dice::Dice;

/// Records that only a proved period answers, and some whose heaps are too many to explore.
const RECORDS: &[&str] = &[
    "take-and-break 0.77: ? period",
    "take-and-break 0.33F: ? period",
    "take-and-break 0.B: ? period",
    "take-and-break 0.F: ? period",
    "take-and-break 0.05[1]: ? period",
    "take-and-break 4.[1]: ? period",
    "take-and-break 0.05[1] ring: ? period",
    "take-and-break 0.33F ring: ? period",
    "kayles ring: ? period",
    "dawson-chess ring: ? period",
    "take-and-break 0.77: 1000000000000000000 3 ? grundy count best",
    "take-and-break 0.33F: 18446744073709551615 ? grundy winner",
    "take-and-break 0.05[1]: 18446744073709551615 ? grundy",
    "kayles ring: 18446744073709551615 7 ? values grundy verdict moves",
    "take-and-break 0.3F: 300 ? grundy",
];

#[test]
fn periods_and_large_heaps_are_proved() {
    let mut dice = Dice::new(19);
    let mut refused = 0;
    for record in RECORDS {
        let text = format!("{record}\n").into_bytes();
        let (answers, certificates) = certified(&text);
        let (header, line) = certificates.split_once('\n').unwrap();
        let line = line.trim_end();
        // The period is one that was found, and not explored.
        assert!(line.starts_with("1 sequence "), "{record}: {line}");
        let tally = verify(&text, &answers, &certificates)
            .unwrap_or_else(|refusal| panic!("{}", shown(&text, &refusal)));
        assert_eq!(tally.proved, 1, "{record}: {line}, {}", String::from_utf8_lossy(&answers));
        for at in 0..60 {
            let changed = mutated(line, at, &mut dice);
            // Under any other mask the values are the same.
            let differ = |i: usize| line.split(' ').nth(i) != changed.split(' ').nth(i);
            if (0..8).all(|i| i == 5 || !differ(i)) {
                continue;
            }
            let outcome = verify(&text, &answers, &format!("{header}\n{changed}\n"));
            assert!(outcome.is_err(), "{record} accepts {changed}");
            refused += 1;
        }
        let answer = String::from_utf8(answers).unwrap();
        for at in 0..20 {
            let changed = mutated(answer.trim_end(), at, &mut dice);
            if changed != answer.trim_end() {
                let outcome = verify(&text, format!("{changed}\n").as_bytes(), &certificates);
                assert!(outcome.is_err(), "{record} accepts {changed}");
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn what_a_theorem_does_not_say_is_not_proved() {
    for record in ["take-and-break 0.[3]: ? period", "take-and-break 0.137 ring: 2..5 ? positions"] {
        let text = format!("{record}\n").into_bytes();
        let (answers, certificates) = certified(&text);
        let tally = verify(&text, &answers, &certificates)
            .unwrap_or_else(|refusal| panic!("{}", shown(&text, &refusal)));
        assert_eq!(tally.proved, 0, "{record}: {certificates}");
    }
    // Lasker's closed form is about rows.
    let ring = b"lasker ring: 7 ? grundy\n";
    let (answers, certificates) = certified(ring);
    let header = certificates.split_once('\n').unwrap().0;
    assert!(verify(ring, &answers, &format!("{header}\n1 lasker\n")).is_err());
}
