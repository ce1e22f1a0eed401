//! Games that have the same values as the one that is studied.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use grundy::Position;
use grundy_base::testing::sized;
use grundy_games::Context;

use super::studied_quickly;

#[test]
fn sequences_are_recognised() {
    let context = Context::default();
    let games = |values: &[u64]| -> Vec<String> {
        grundy::study::identify(values, &context)
            .into_iter()
            .map(|found| found.game)
            .collect()
    };
    assert!(games(&[0, 1, 2, 0, 1, 2, 0, 1, 2]).contains(&"subtraction 1 2".to_owned()));
    assert!(
        games(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]).contains(&"kayles".to_owned())
    );
    assert!(
        games(&[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]).contains(&"grundys-game".to_owned())
    );
    assert!(games(&[0, 1, 2, 4, 3, 5, 6, 8, 7]).contains(&"lasker".to_owned()));
    let squares = games(&[
        0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3,
    ]);
    assert!(
        squares.contains(&"subtraction squares".to_owned()),
        "{squares:?}"
    );
    assert!(
        games(&[0, 0, 1, 1, 0, 2]).is_empty()
            || !games(&[0, 0, 1, 1, 0, 2]).contains(&"nim".to_owned())
    );
    assert!(games(&[5, 0, 9]).is_empty());
}

/// Two games of heaps. All heaps below `differ` have the same values in both, and this heap has not.
struct Pair {
    one: String,
    other: String,
    differ: u64,
}

/// Writes the amounts 1 to k as a report does.
fn amounts_to(k: u64) -> String {
    match k {
        1 => "1".to_owned(),
        2 => "1 2".to_owned(),
        _ => format!("1-{k}"),
    }
}

/// Makes pairs of games that differ first at a heap.
///
/// If 1 to k may be taken, the heaps of value 0 are the multiples of k + 1. So one more move, from such a heap to 0, changes
/// its value.
fn pairs_that_differ_at(heap: u64) -> Vec<Pair> {
    let mut pairs = vec![Pair {
        one: format!("subtraction 1-{}", heap - 1),
        other: "nim".to_owned(),
        differ: heap,
    }];
    for k in (1..=7).filter(|k| heap.is_multiple_of(k + 1)) {
        let amounts = amounts_to(k);
        let finite = format!("subtraction {amounts}");
        pairs.push(Pair {
            one: format!("{finite} {heap}"),
            other: finite.clone(),
            differ: heap,
        });
        pairs.push(Pair {
            one: format!("rules [n] -> [n-k] for k in 1..{k} | [0] if n == {heap}"),
            other: finite,
            differ: heap,
        });
        let threes = "3".repeat(k as usize);
        let zeros = "0".repeat((heap - k - 1) as usize);
        pairs.push(Pair {
            one: format!("octal 0.{threes}{zeros}3"),
            other: format!("octal 0.{threes}"),
            differ: heap,
        });
    }
    pairs
}

/// Returns the values of the heaps from 0 to this one.
fn values_to(game: &str, last: u64) -> Vec<u64> {
    let context = Context::default();
    let record = format!("{game}: {}", itertools::join(0..=last, " "));
    let position = Position::read(record.as_bytes(), &context)
        .unwrap_or_else(|error| panic!("{record}: {error:?}"));
    let values = position
        .values()
        .unwrap_or_else(|error| panic!("{record}: {error:?}"));
    values
        .iter()
        .map(|value| match value {
            grundy::Value::Finite(value) => *value,
            grundy::Value::Infinite(_) => panic!("{record}: a value is infinite"),
        })
        .collect()
}

/// Reads the games that a report calls equal to its own, each with the last heap of the range that the report names; none
/// for all heaps.
fn games_called_equal(report: &[String]) -> Vec<(String, Option<u64>)> {
    let head = "same values";
    let from = report.iter().position(|line| line.starts_with(head));
    let lines = from.map_or(&[][..], |from| &report[from..]);
    let mut games = Vec::new();
    for line in lines {
        let line = line.trim_start_matches(head).trim();
        let (game, range) = line
            .rsplit_once(": ")
            .unwrap_or_else(|| panic!("{line}: no range"));
        let game = game.split(" (").next().unwrap_or(game);
        if range == "proved for all heaps, by the periods" {
            games.push((game.to_owned(), None));
            continue;
        }
        let last = range
            .strip_prefix("verified for heaps 0 to ")
            .and_then(|rest| rest.strip_suffix("; not proved"))
            .and_then(|last| last.parse().ok());
        assert!(last.is_some(), "{line}: no range");
        games.push((game.to_owned(), last));
    }
    games
}

/// Holds every game that a report calls equal against the values, within the range that the report names, and the other
/// game of the pair against the heap at which it differs.
fn calls_no_others_equal(game: &str, other: &str, differ: u64, to: u64) {
    let found = studied_quickly(&format!("{game}: 5"), to);
    // Lines are not broken, so that each sentence is one line.
    let report = grundy::study::report(&found, 1 << 16);
    let own = values_to(game, to.max(differ) + 20);
    for (equal, last) in games_called_equal(&report) {
        if equal == other {
            assert!(
                last.is_some_and(|last| last < differ),
                "{game} to {to} is called equal to {other}, which differs at {differ}: {report:#?}"
            );
        }
        let last = last.unwrap_or(own.len() as u64 - 1);
        let values = values_to(&equal, last);
        assert!(
            own.starts_with(&values),
            "{game} to {to} is called equal to {equal} up to {last}"
        );
    }
}

#[test]
fn games_that_differ_late_are_not_called_equal() {
    let far = [
        254, 255, 256, 257, 258, 300, 511, 512, 513, 1024, 4095, 4096, 4097,
    ];
    let pairs: Vec<Pair> = (24..=100)
        .step_by(sized(15, 1))
        .chain(far)
        .flat_map(pairs_that_differ_at)
        .collect();
    assert!(pairs.len() >= sized(70, 500), "{}", pairs.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Relaxed);
                    let Some(Pair { one, other, differ }) = pairs.get(i) else {
                        break;
                    };
                    let values = [one, other].map(|game| values_to(game, *differ));
                    let last = *differ as usize;
                    assert_eq!(values[0][..last], values[1][..last], "{one}, {other}");
                    assert_ne!(values[0][last], values[1][last], "{one}, {other}");
                    // The heap is not looked at, it is the next, the last, or one of many.
                    let to = [differ / 2 + 12, differ - 1, *differ, differ + 40][i % 4];
                    calls_no_others_equal(one, other, *differ, to);
                    if other == "nim" {
                        calls_no_others_equal(other, one, *differ, to);
                    }
                }
            });
        }
    });
}

/// These sentences were once printed without a range, or with one that was not looked at.
#[test]
fn games_with_the_same_values_are_named_with_a_range() {
    let same = |record: &str, to: u64| -> Vec<(String, Option<u64>)> {
        games_called_equal(&grundy::study::report(
            &studied_quickly(record, to),
            1 << 16,
        ))
    };
    let games = |record: &str, to: u64| -> Vec<String> {
        let same = same(record, to);
        same.into_iter().map(|(game, _)| game).collect()
    };
    // The first difference is at heap 519.
    assert!(!games("octal 0.161: 9", 519).contains(&"octal 0.36".to_owned()));
    assert!(same("octal 0.161: 9", 518).contains(&("octal 0.36".to_owned(), Some(518))));
    for record in [
        "nim: 5",
        "subtraction squares: 9",
        "take-and-break 0.[700]: 60",
    ] {
        let sets = games(record, 1000)
            .into_iter()
            .filter(|game| game.starts_with("subtraction "))
            .count();
        assert_eq!(sets, 0, "{record}");
    }
    assert!(same("kayles: 5", 200).contains(&("octal 0.77".to_owned(), None)));
    assert!(same("subtraction 1 3 4: 5", 200).contains(&("octal 0.3023".to_owned(), None)));
    // Where no period is proved the heaps that were compared are named.
    let lasker = same("lasker: 5", 200);
    assert_eq!(lasker.len(), 1);
    assert_eq!(lasker[0].1, Some(200));
    let report = grundy::study::report(&studied_quickly("octal 0.161: 9", 519), 1 << 16).join("\n");
    assert!(
        report.contains("none is proved; one was looked for up to n = "),
        "{report}"
    );
}
