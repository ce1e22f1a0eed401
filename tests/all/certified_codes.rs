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

/// Records of codes whose values rise each period.
const RISING: &[&str] = &[
    "take-and-break 0.[3]: ? period",
    "take-and-break 4.[3]: ? period",
    "take-and-break 0.C: ? period",
    "take-and-break 0.2[8]: ? period",
    "take-and-break C.40[406]: ? period",
    "take-and-break 4.2A01[82]: ? period",
    "take-and-break 0.99000[9C]: ? period",
    "take-and-break 0.70[5]: 18446744073709551 3 ? grundy winner values",
    "take-and-break 0.[3]: 18446744073709551615 ? grundy winner count best moves",
    "subtraction all-but 1 2: ? period",
    "subtraction all-but 3 5 9: 1000000000000 77 ? verdict grundy moves best",
    "subtraction all-but 1 2 misere: 100000000000 7 12 ? winner count moves",
];

#[test]
fn periods_and_large_heaps_are_proved() {
    are_proved("sequence", RECORDS);
}

#[test]
fn values_that_rise_are_proved() {
    are_proved("rising", RISING);
}

#[test]
fn random_codes_that_rise_are_proved() {
    let mut dice = Dice::new(6);
    let mut rising = 0;
    for _ in 0..100 {
        let mut digits = |count: u64| -> String {
            (0..count).map(|_| format!("{:X}", dice.below(16) & dice.below(16))).collect()
        };
        let (first, more, again) = (digits(5), digits(2), digits(3));
        let code = match dice.below(3) {
            0 => format!("{}.{first}", dice.pick(&["0", "4", "8", "C"])),
            1 => format!("{}.{more}[{again}]", dice.pick(&["0", "4", "8", "C"])),
            _ => format!("0.{first}[{more}]"),
        };
        let text = format!("take-and-break {code}: 9 ? period\n");
        let (answers, certificates) = certified(text.as_bytes());
        if !answers.contains(&b'+') {
            continue;
        }
        let far = 1_000_000 + dice.below(1 << 40);
        let text = format!("{text}take-and-break {code}: {far} 5 ? winner grundy\n");
        let (answers, more) = certified(text.as_bytes());
        let tally = verify(text.as_bytes(), &answers, &more)
            .unwrap_or_else(|refusal| panic!("{}", shown(text.as_bytes(), &refusal)));
        assert_eq!(tally.proved, 2, "{text}{certificates}{more}");
        rising += 1;
    }
    assert!(rising > 25, "{rising}");
}

/// Every record is proved by a certificate of this kind, and by no other answer or certificate.
fn are_proved(kind: &str, records: &[&str]) {
    let mut dice = Dice::new(19);
    let mut refused = 0;
    for record in records {
        let text = format!("{record}\n").into_bytes();
        let (answers, certificates) = certified(&text);
        let (header, line) = certificates.split_once('\n').unwrap();
        let line = line.trim_end();
        // The period is one that was found, and not explored.
        assert!(line.starts_with(&format!("1 {kind} ")), "{record}: {line}");
        let tally = verify(&text, &answers, &certificates)
            .unwrap_or_else(|refusal| panic!("{}", shown(&text, &refusal)));
        assert_eq!(tally.proved, 1, "{record}: {line}, {}", String::from_utf8_lossy(&answers));
        for at in 0..60 {
            let changed = mutated(line, at, &mut dice);
            // Under any other mask the values are the same.
            let differ = |i: usize| line.split(' ').nth(i) != changed.split(' ').nth(i);
            if (0..8).all(|i| (i == 5 && kind == "sequence") || !differ(i)) {
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
    for record in ["take-and-break 0.[3] ring: ? period", "take-and-break 0.137 ring: 2..5 ? positions"] {
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
