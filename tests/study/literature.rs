//! Findings held against the literature, and the words that say how far they hold.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::studied;

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

/// Computes ⌊kφ⌋ by integers.
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

/// The period of octal 0.07 from the 53rd value on (Guy and Smith 1956); that of Kayles, from the 71st on, is below.
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

/// Lists all positions up to a number.
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
