//! The findings of `grundy study`, held against the literature, and the programs that it writes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use grundy_base::testing::{TemporaryFolder, sized};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use grundy::Position;
use grundy::study::{Language, Study, study};
use grundy_games::Context;

use crate::tools::program::Program;

fn studied(record: &str, to: u64) -> Study {
    studied_within(&Context::default(), record, to)
}

/// Studies a game with a small limit of work, as the command does.
fn studied_quickly(record: &str, to: u64) -> Study {
    let mut context = Context::default();
    context.budget.work = 1 << 22;
    studied_within(&context, record, to)
}

fn studied_within(context: &Context, record: &str, to: u64) -> Study {
    let position = Position::read(record.as_bytes(), context)
        .unwrap_or_else(|error| panic!("{record}: {error:?}"));
    study(&position, Some(to)).unwrap_or_else(|error| panic!("{record}: {error:?}"))
}

/// The claim of a formula.
enum Known {
    /// The value of a position; none where the formula has none.
    Value(fn(&[i64]) -> Option<i64>),
    /// Whether the player to move loses.
    Lost(fn(&[i64]) -> Option<bool>),
}
use Known::{Lost, Value};

fn v2(n: i64) -> i64 {
    i64::from(n.trailing_zeros())
}

fn halved(n: i64) -> i64 {
    if n % 2 == 0 {
        n / 2
    } else {
        halved((n - 1) / 2)
    }
}

fn prime_factors(mut n: i64) -> i64 {
    let mut count = 0;
    for p in 2.. {
        if n == 1 {
            return count;
        }
        while n % p == 0 {
            n /= p;
            count += 1;
        }
    }
    count
}

fn least_prime_index(n: i64) -> i64 {
    let prime = |p: i64| (2..p).all(|d| p % d != 0);
    let p = (2..=n).find(|p| n % p == 0).unwrap_or(n);
    (2..=p).filter(|&p| prime(p)).count() as i64
}

fn places(s: i64, worth: fn(i64) -> i64) -> i64 {
    (0..62)
        .filter(|i| s >> i & 1 == 1)
        .fold(0, |sum, i| sum ^ worth(i))
}

/// ⌊kφ⌋, by integers.
fn golden(k: i64) -> i64 {
    (k + (5 * k * k).isqrt()) / 2
}

fn zeckendorf(mut n: i64) -> i64 {
    loop {
        let mut a = 1;
        let mut b = 2;
        while b <= n {
            (a, b) = (b, a + b);
        }
        if a == n {
            return n;
        }
        n -= a;
    }
}

/// Octal 0.07 from the 53rd value on (Guy and Smith 1956), and Kayles from the 71st.
const DAWSON: [i64; 34] = [
    3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5,
    5, 9,
];
const KAYLES: [i64; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];

/// Rules, how far they are looked at, how far what is found must hold, and what is known: the statements
/// are those of the sources that the classics name, and Winning Ways.
/// A rule, the largest number that is studied, the side of the box that is compared, and the statement.
type Family = (&'static str, u64, i64, Known);

const FAMILIES: &[Family] = &[
    (
        "[n] -> [n-k] for k in 1..n : 5",
        100,
        2000,
        Value(|p| Some(p[0])),
    ),
    (
        "[n] -> [n-1] | [n-2] | [n-3] : 5",
        100,
        2000,
        Value(|p| Some(p[0] % 4)),
    ),
    (
        "[n] -> [n-k] for k in {1,3,4} : 5",
        100,
        2000,
        Value(|p| Some([0, 1, 0, 1, 2, 3, 2][p[0] as usize % 7])),
    ),
    (
        "[n] -> [n-p] for p in primes(n) | [n-1] : 5",
        100,
        2000,
        Value(|p| Some(p[0] % 4)),
    ),
    (
        "[n] -> [n-p] for p in powers(2,n) : 5",
        100,
        2000,
        Value(|p| Some(p[0] % 3)),
    ),
    (
        "[n] -> [n-d] for d in divisors(n) if d < n : 5",
        300,
        2000,
        Value(|p| (p[0] > 0).then(|| v2(p[0]))),
    ),
    (
        "[n] -> [n-d] for d in divisors(n) : 5",
        300,
        2000,
        Value(|p| (p[0] > 0).then(|| v2(p[0]) + 1)),
    ),
    (
        "[n] -> [d] for d in divisors(n) if d < n : 5",
        300,
        2000,
        Value(|p| (p[0] > 0).then(|| prime_factors(p[0]))),
    ),
    (
        "[n] -> [n-k] for k in 1..n if gcd(n,k) == 1 : 5",
        250,
        1000,
        Value(|p| match p[0] {
            0 => None,
            1 => Some(1),
            n if n % 2 == 0 => Some(0),
            n => Some(least_prime_index(n)),
        }),
    ),
    (
        "[n] -> [n-k] for k in 1..n/2 : 5",
        200,
        2000,
        Value(|p| (p[0] > 0).then(|| halved(p[0]))),
    ),
    (
        "[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k : 5",
        500,
        3000,
        Value(|p| (p[0] > 71).then(|| KAYLES[p[0] as usize % 12])),
    ),
    (
        "[n] -> [i]+[n-2-i] for i in 0..n-2 : 5",
        500,
        3000,
        Value(|p| (p[0] > 53).then(|| DAWSON[(p[0] - 53) as usize % 34])),
    ),
    (
        "[n] -> [i-2]+[n-i-1] for i in 2..n-1 | [n-2] | [0] if n == 1 : 5",
        500,
        3000,
        Value(|p| (p[0] > 53).then(|| DAWSON[(p[0] - 52) as usize % 34])),
    ),
    (
        "[n] -> [n-k] for k in 1..n | [i]+[n-i] for i in 1..n-1 : 5",
        100,
        2000,
        Value(|p| {
            Some(match p[0] % 4 {
                3 => p[0] + 1,
                0 if p[0] > 0 => p[0] - 1,
                _ => p[0],
            })
        }),
    ),
    (
        "[n] -> [i]+[j]+[n-1-i-j] for i in 0..n-1, j in 0..n-1-i : 5",
        60,
        2000,
        Value(|p| Some(p[0] % 2)),
    ),
    (
        "[n] -> [n-1] | [n/2] if n > 0 : 5",
        600,
        5000,
        Lost(|p| Some(p[0] == 0 || v2(p[0]) % 2 == 1)),
    ),
    (
        "[n] -> [n-d] for d in divisors(n) if 1 < d and d < n : 5",
        600,
        5000,
        Lost(|p| (p[0] > 0).then(|| p[0] % 2 == 1 || p[0].count_ones() == 1 && v2(p[0]) % 2 == 1)),
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b) : 5,8",
        40,
        300,
        Lost(|p| Some(p[0].min(p[1]) == golden((p[0] - p[1]).abs()))),
    ),
    (
        "[a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a : 5,8",
        40,
        300,
        Lost(|p| {
            (p[0] > 0 && p[1] > 0).then(|| p[0] != p[1] && p[0].max(p[1]) <= golden(p[0].min(p[1])))
        }),
    ),
    (
        "[a,b] -> [a-k*b,b] for k in 1..(a-1)/b | [a,b-k*a] for k in 1..(b-1)/a : 5,8",
        40,
        300,
        Value(|p| {
            let [a, b] = [p[0].min(p[1]), p[0].max(p[1])];
            (a > 0).then(|| (b * b - a * a) / (a * b))
        }),
    ),
    (
        "[n,m] -> [n-k,2*k] for k in 1..min(n,m) : 5,8",
        60,
        300,
        Lost(|p| (p[0] > 1 && p[1] == p[0] - 1).then(|| zeckendorf(p[0]) == p[0])),
    ),
    (
        "[n,m] -> [n-k,k] for k in 1..min(n,m) : 5,8",
        65,
        300,
        Lost(|p| (p[0] > 1 && p[1] == p[0] - 1).then(|| p[0].count_ones() == 1)),
    ),
    (
        "[a,b] -> [i,min(b,i)] for i in 1..a-1 | [a,i] for i in 0..b-1 ; legal if a >= b : 5,3",
        20,
        300,
        Lost(|p| (p[0] >= p[1] && p[0] > 0).then(|| p[1] == p[0] - 1)),
    ),
    (
        "[n,z] -> [n-k,z] for k in 1..n | [n,0] if z == 1 and n > 0 : 5,1",
        60,
        2000,
        Value(|p| match p[1] {
            0 => Some(p[0]),
            1 if p[0] > 0 => Some(if p[0] % 2 == 1 { p[0] + 1 } else { p[0] - 1 }),
            1 => Some(0),
            _ => None,
        }),
    ),
    (
        "[a,b,c] -> [i,j,c] for i in 0..a, j in 0..b if i+j < a+b | [i,b,k] for i in 0..a, k in 0..c if i+k < a+c | \
         [a,j,k] for j in 0..b, k in 0..c if j+k < b+c : 5,6,7",
        8,
        30,
        Lost(|p| Some((0..8).all(|i| p.iter().map(|n| n >> i & 1).sum::<i64>() % 3 == 0))),
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-i,b-j] for i in 1..3, j in 1..3-i : 5,8",
        24,
        300,
        Value(|p| Some(4 * ((p[0] / 4) ^ (p[1] / 4)) + (p[0] + p[1]) % 4)),
    ),
    (
        "[a,b] -> [i,a-i] for i in 1..a-1 | [i,b-i] for i in 1..b-1 ; legal if a > 0 and b > 0 : 5,8",
        40,
        300,
        Value(|p| (p[0] > 0 && p[1] > 0).then(|| v2(((p[0] - 1) | (p[1] - 1)) + 1))),
    ),
    (
        "[a,b,c] -> [a-k,b,c] for k in 1..a | [a+k,b-k,c] for k in 1..b | [a,b+k,c-k] for k in 1..c : 5,6,7",
        8,
        30,
        Value(|p| Some(p[0] ^ p[2])),
    ),
    (
        "[a,b] -> [i,b] for i in 0..a-1 | [a,i] for i in 0..b-1 ; legal if a != b : 5,8",
        24,
        300,
        Value(|p| (p[0] != p[1]).then(|| (p[0] ^ p[1]) - 1)),
    ),
    (
        "[a,b,c] -> [i,b,c] for i in 0..a-1 | [a,i,c] for i in a+1..b-1 | [a,b,i] for i in b+1..c-1 ; \
         legal if a < b and b < c : 2,5,9",
        12,
        30,
        Value(|p| (p[0] < p[1] && p[1] < p[2]).then(|| p[0] ^ (p[2] - p[1] - 1))),
    ),
    (
        "[a,b] -> [i,b]+[a-i,b] for i in 1..a/2 | [a,i]+[a,b-i] for i in 1..b/2 : 5,8",
        20,
        300,
        Value(|p| (p[0] > 0 && p[1] > 0).then(|| (p[0] * p[1] - 1) % 2)),
    ),
    (
        "[s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1 : 5",
        255,
        5000,
        Value(|p| Some(places(p[0], |i| i + 1))),
    ),
    (
        "[s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1 | \
         [s ^ 1<<i ^ 1<<j ^ 1<<k] for i in bits(s), j in 0..i-1, k in 0..j-1 : 5",
        255,
        5000,
        Value(|p| Some(places(p[0], |i| 2 * i + i64::from(i.count_ones() % 2 == 0)))),
    ),
    (
        "[s] -> [s ^ (1<<i+1) - (1<<j)] for i in bits(s), j in 0..i : 5",
        255,
        5000,
        Value(|p| Some(places(p[0], |i| (i + 1) & -(i + 1)))),
    ),
    (
        "[a,b,c] -> [a-k,b,c] for k in 1..a | [a,b-k,c] for k in 1..b | [a,b,c-k] for k in 1..c ; misere : 5,6,7",
        6,
        30,
        Lost(|p| Some((p[0] ^ p[1] ^ p[2] == 0) == (p[0].max(p[1]).max(p[2]) > 1))),
    ),
    (
        "[a,b,c] -> [a-k,b,c] for k in 1..a if a >= b and a >= c | [a,b-k,c] for k in 1..b if b >= a and b >= c | \
         [a,b,c-k] for k in 1..c if c >= a and c >= b : 5,6,7",
        8,
        30,
        Lost(|p| {
            let most = p.iter().max()?;
            Some(*most == 0 || p.iter().filter(|&n| n == most).count() % 2 == 0)
        }),
    ),
];

/// All positions up to a number.
fn positions(arity: usize, top: i64) -> impl Iterator<Item = Vec<i64>> {
    let side = top + 1;
    (0..side.pow(arity as u32))
        .map(move |i| (0..arity as u32).map(|j| i / side.pow(j) % side).collect())
}

#[test]
fn statements_of_the_literature_are_found() {
    assert!(FAMILIES.len() >= 36);
    let next = AtomicUsize::new(0);
    // A panic of a thread is one of the scope.
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(family) = FAMILIES.get(next.fetch_add(1, Relaxed)) {
                    is_found(family);
                }
            });
        }
    });
}

fn is_found((rule, to, far, known): &Family) {
    let found = studied(&format!("rules {rule}"), *to);
    let pattern = match known {
        Value(_) => found.values.as_ref(),
        Lost(_) => found.losing.as_ref(),
    };
    let pattern = pattern.unwrap_or_else(|| panic!("{rule}: nothing found"));
    let mut said = 0;
    for position in positions(found.sampled.sample.arity, *far) {
        let known = match known {
            Value(known) => known(&position),
            Lost(known) => known(&position).map(i64::from),
        };
        if let Some(known) = known {
            assert_eq!(
                pattern.formula.at(&position),
                Some(known),
                "{rule} at {position:?}: {pattern:?}"
            );
            said += 1;
        }
    }
    assert!(said > 20, "{rule}");
}

#[test]
fn nothing_is_found_where_nothing_is_known() {
    for rule in [
        "[n] -> [n-k] for k in squares(n)",
        "[n] -> [i]+[n-i] for i in 1..(n-1)/2",
        "[n] -> [i]+[n-3-i] for i in 0..n-3",
        "[n] -> [n-p] for p in primes(n)",
    ] {
        let found = studied(&format!("rules {rule} : 5"), 1000);
        assert!(
            found.values.is_none() && found.losing.is_none(),
            "{rule}: {:?} {:?}",
            found.values,
            found.losing
        );
    }
}

/// Under misère play a list of values is one of normal play; a game of one number or two is defined by a rule of two.
#[test]
fn statements_are_about_the_game_that_is_studied() {
    for record in [
        "subtraction 2 5 misere: 9",
        "rules [n] -> [n-2] | [n-5] ; misere: 9",
    ] {
        let study = studied(record, 300);
        assert_eq!(study.refuted, None, "{record}");
        let losing = study.losing.expect("a formula").formula;
        for n in 0..300 {
            assert_eq!(
                losing.at(&[n]),
                Some(i64::from([2, 3, 6].contains(&(n % 7)))),
                "{record} {n}"
            );
        }
    }
    assert_eq!(studied("fibonacci-nim: 20", 100).automaton, None);
    assert!(studied("fibonacci-nim: 20,19", 40).automaton.is_some());
}

#[test]
fn what_a_period_proves_is_said_to_be_proved() {
    for (record, proved) in [
        ("kayles: 5", true),
        ("subtraction 1 3 4: 5", true),
        ("take-and-break 0.[3]: 5", true),
        ("take-and-break 4.[3]: 5", true),
        (
            "rules [n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k : 5",
            true,
        ),
        ("lasker: 5", false),
        (
            "rules [n] -> [n-d] for d in divisors(n) if d < n : 5",
            false,
        ),
    ] {
        let found = studied(record, 400);
        assert_eq!(
            found.values.map(|values| values.proof.is_some()),
            Some(proved),
            "{record}"
        );
    }
}

#[test]
fn games_without_the_position_0_are_studied() {
    let found = studied(
        "rules [n] -> [n-k] for k in 1..3 ; lose if n == 1 ; legal if n >= 1 : 5",
        100,
    );
    assert!(found.same.is_empty());
    let values = found.values.unwrap();
    assert!(
        (1..500).all(|n| values.formula.at(&[n]) == Some((n - 1) % 4)),
        "{values:?}"
    );
}

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

/// The amounts 1 to k, as a report writes them.
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

/// The values of the heaps from 0 to this one.
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
    // Lines as long as they are, so that each sentence is one.
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
        .step_by(sized(5, 1))
        .chain(far)
        .flat_map(pairs_that_differ_at)
        .collect();
    assert!(pairs.len() >= sized(100, 500), "{}", pairs.len());
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

/// The sentences that were printed without a range, or with one that was not looked at.
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

/// A program of the system, if it is there.
fn tool(names: &[&'static str]) -> Option<&'static str> {
    names.iter().copied().find(|name| {
        let version = Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        version.is_ok_and(|status| status.success())
    })
}

fn run(command: Command, input: &str) -> String {
    Program::of(command).input(input).run().succeeded()
}

fn python_of(tool: &str, source: &Path) -> Command {
    let mut command = Command::new(tool);
    command.arg(source);
    command
}

fn compile(tool: &str, arguments: &[&str], source: &Path) -> PathBuf {
    let program = source.with_extension("out");
    let status = Command::new(tool)
        .args(arguments)
        .arg("-o")
        .arg(&program)
        .arg(source)
        .status()
        .unwrap();
    assert!(status.success(), "{}", source.display());
    program
}

/// Programs of all kinds of formulas give what was sampled, in all languages for which there is a tool.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn programs_give_what_the_engine_gives() {
    let records: &[(&str, u64)] = &[
        ("kayles: 5", 300),
        ("lasker: 5", 60),
        ("rules [n] -> [n-k] for k in squares(n) : 5", 200),
        ("rules [n] -> [n-d] for d in divisors(n) if d < n : 5", 200),
        ("rules [n] -> [d] for d in divisors(n) if d < n : 5", 200),
        ("rules [n] -> [n-k] for k in 1..n if gcd(n,k) == 1 : 5", 200),
        ("rules [n] -> [n-k] for k in 1..n/2 : 5", 200),
        ("rules [n] -> [n-1] | [n/2] if n > 0 : 5", 300),
        (
            "rules [s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1 | \
          [s ^ 1<<i ^ 1<<j ^ 1<<k] for i in bits(s), j in 0..i-1, k in 0..j-1 : 5",
            255,
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b) ; misere : 5,8",
            12,
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; misere : 5,8",
            12,
        ),
        ("rules [n] -> [n-k] for k in 1..3 ; draw if n == 1 : 21", 60),
        ("wythoff: 3,5", 20),
    ];
    let folder = TemporaryFolder::new();
    let (cpp, python, rust) = (
        tool(&["c++", "g++", "clang++"]),
        tool(&["python3", "python"]),
        tool(&["rustc"]),
    );
    let cpp_arguments: &[&str] = &["-O0", "-std=c++11", "-Wall"];
    let rust_arguments: &[&str] = &["--edition", "2021", "-A", "warnings"];
    let write = |name: &str, program: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, program).unwrap();
        path
    };
    let mut cases = Vec::new();
    for (record, to) in records {
        let context = Context::default();
        let position = Position::read(record.as_bytes(), &context).unwrap();
        let found = study(&position, Some(*to)).unwrap();
        let sample = &found.sampled.sample;
        let input: String = sample
            .iter()
            .map(|(position, _)| itertools::join(position, ",") + "\n")
            .collect();
        let outcomes = found.sampled.kind == grundy::study::SampleKind::Outcomes;
        let words = ["LOSE", "WIN", "DRAW"];
        let expected: String = sample
            .iter()
            .map(|(_, value)| if outcomes { words[value as usize].to_owned() } else { value.to_string() } + "\n")
            .collect();
        cases.push((record, found, input, expected));
    }
    if let Some(tool) = python {
        for (record, found, input, expected) in &cases {
            let source = write("program.py", &found.program(Language::Python));
            assert_eq!(run(python_of(tool, &source), input), *expected, "{record}");
        }
    }
    // One is compiled as it stands, and all as parts of one program, told which by its argument: compilers
    // take long to begin.
    let programs = |language| -> Vec<String> {
        cases
            .iter()
            .map(|(_, found, ..)| found.program(language))
            .collect()
    };
    let check = |alone: PathBuf, together: PathBuf| {
        assert_eq!(run(Command::new(alone), &cases[0].2), cases[0].3);
        for (i, (record, _, input, expected)) in cases.iter().enumerate() {
            let mut which = Command::new(&together);
            which.arg(i.to_string());
            assert_eq!(run(which, input), *expected, "{record}");
        }
    };
    if let Some(tool) = cpp {
        let programs = programs(Language::Cpp);
        let (mut all, mut parts, mut calls) = (
            String::from("#include <cstdlib>\n"),
            String::new(),
            String::new(),
        );
        for (i, program) in programs.iter().enumerate() {
            assert!(program.contains("\nint main() {\n"));
            let (includes, rest): (Vec<&str>, Vec<&str>) = program
                .lines()
                .partition(|line| line.starts_with("#include"));
            all += &(includes.join("\n") + "\n");
            parts += &format!(
                "namespace program{i} {{\n{}\n}}\n",
                rest.join("\n").replace("int main()", "void run()")
            );
            calls += &format!("    if (which == {i}) program{i}::run();\n");
        }
        all += &format!(
            "{parts}int main(int, char** words) {{\n    int which = std::atoi(words[1]);\n{calls}}}\n"
        );
        check(
            compile(tool, cpp_arguments, &write("alone.cpp", &programs[0])),
            compile(tool, cpp_arguments, &write("together.cpp", &all)),
        );
    }
    if let Some(tool) = rust {
        let programs = programs(Language::Rust);
        let mut parts = String::new();
        let mut calls = String::new();
        for (i, program) in programs.iter().enumerate() {
            assert!(program.contains("\nfn main() {\n"));
            let part = program.replace("\nfn main()", "\npub fn main()");
            parts += &format!("mod program{i} {{\n{part}\n}}\n");
            calls += &format!("        \"{i}\" => program{i}::main(),\n");
        }
        let all = format!(
            "{parts}fn main() {{\n    match &*std::env::args().nth(1).unwrap() {{\n{calls}        _ => {{}}\n    }}\n}}\n"
        );
        check(
            compile(tool, rust_arguments, &write("alone.rs", &programs[0])),
            compile(tool, rust_arguments, &write("together.rs", &all)),
        );
    }
}
