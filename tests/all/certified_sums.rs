//! Certificates of sums of different games.

use crate::certificates::{certified, mutated, shown, verify};
use crate::duel::dice::Dice;

/// A game with a position, drawn at random.
fn part(dice: &mut Dice) -> String {
    let heap = 1 + dice.below(90);
    let other = 1 + dice.below(12);
    match dice.below(10) {
        0 => format!("nim: {heap} {other}"),
        1 => format!("kayles: {heap} {other}"),
        2 => format!("subtraction 1 {} 9: {heap}", 2 + dice.below(5)),
        3 => format!("subtraction all-but {other}: {}", 1_000_000_000 + heap),
        4 => format!("take-and-break 0.2[8]: {}", 1_000_000_000 + heap),
        5 => format!("lasker: {heap}"),
        6 => format!("grundys-game: {heap} {other}"),
        7 => format!("wythoff: {other},{}", 1 + dice.below(9)),
        8 => format!("octal 0.{}: {heap}", dice.pick(&["07", "137", "16"])),
        _ => format!("euclid: {other},{heap}"),
    }
}

#[test]
fn who_wins_random_sums_is_proved() {
    let mut dice = Dice::new(41);
    let mut refused = 0;
    for _ in 0..60 {
        let parts: Vec<String> = (0..2 + dice.below(2)).map(|_| part(&mut dice)).collect();
        let record = format!("{} ? winner grundy", parts.join(" + "));
        let text = format!("{record}\n").into_bytes();
        let (answers, certificates) = certified(&text);
        let tally = verify(&text, &answers, &certificates)
            .unwrap_or_else(|refusal| panic!("{}", shown(&text, &refusal)));
        assert_eq!(tally.proved, 1, "{record}: {certificates}");
        let (header, line) = certificates.split_once('\n').unwrap();
        let line = line.trim_end();
        for at in 0..40 {
            let changed = mutated(line, at, &mut dice);
            if changed == line {
                continue;
            }
            match verify(&text, &answers, &format!("{header}\n{changed}\n")) {
                Ok(tally) if tally.proved > 0 => {
                    // Under any other mask the values are the same.
                    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
                    let (old, new) = (words(line), words(&changed));
                    let is_mask = |i: usize| i >= 4 && old[i - 4] == "sequence";
                    assert_eq!(old.len(), new.len(), "{record}: {line} accepts {changed}");
                    let same = (0..old.len()).all(|i| old[i] == new[i] || is_mask(i));
                    assert!(same, "{record}: {line} accepts {changed}");
                }
                _ => refused += 1,
            }
        }
        let answer = String::from_utf8(answers).unwrap();
        for at in 0..10 {
            let changed = mutated(answer.trim_end(), at, &mut dice);
            if changed != answer.trim_end() {
                let outcome = verify(&text, format!("{changed}\n").as_bytes(), &certificates);
                assert!(outcome.is_err(), "{record} accepts {changed}");
                refused += 1;
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn what_sums_do_not_prove_is_said() {
    for record in ["nim: 3 + kayles: 5", "nim: 3 + kayles: 5 ? winner count"] {
        let text = format!("{record}\n").into_bytes();
        let (answers, certificates) = certified(&text);
        assert!(certificates.contains("of sums of different games"), "{certificates}");
        assert_eq!(verify(&text, &answers, &certificates).unwrap().proved, 0, "{record}");
        // A certificate of the sum proves no more.
        let header = certificates.split_once('\n').unwrap().0;
        let more = format!("{header}\n1 sum nim 3 + sequence 5 - - 0 0000000000000000\n");
        assert_eq!(verify(&text, &answers, &more).unwrap().proved, 0, "{record}");
    }
    let text = b"nim: 3 + kayles: 5 ? grundy\n";
    let (answers, certificates) = certified(text);
    let header = certificates.split_once('\n').unwrap().0;
    for line in [
        "1 nim 3",
        "1 sum nim 3",
        "1 sum nim 3 + nim 3",
        "1 sum nim 3 + unproved",
        "1 sum nim 3 + nim 3 + nim 3",
    ] {
        let outcome = verify(text, &answers, &format!("{header}\n{line}\n"));
        assert!(outcome.is_err() || outcome.is_ok_and(|tally| tally.proved == 0), "{line}");
    }
}
