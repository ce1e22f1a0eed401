//! Classic games by name against the same games as user-defined rules, on all small records: the record of the
//! rule is the definition of the name.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use grundy_games::Game;
use grundy_games::catalogue::STANDARD;
use grundy_games::questions::legal::Legal;
use grundy_record::{Ask, Keyword, PositionKind};

use crate::tools::program::grundy_with;
use grundy_base::random::Random;

/// The asks whose answers are the same in both records.
const ALL: &str = "verdict winner count grundy values moves best";
/// The asks about positions that are written in different ways.
const ONE: &str = "verdict winner grundy";
/// The asks where there are no values.
const WON: &str = "verdict winner count moves best";

/// A game by name, its rules, and the positions at which they are compared, in the words of both.
struct Row {
    name: String,
    rule: String,
    asks: &'static str,
    positions: Vec<TwoTexts>,
}

/// A position as it is written with the name and with the rule.
#[derive(Clone)]
struct TwoTexts {
    by_name: String,
    by_rule: String,
}

fn row(name: &str, rule: &str, asks: &'static str, positions: Vec<TwoTexts>) -> Row {
    Row {
        name: name.to_owned(),
        rule: format!("rules {rule}"),
        asks,
        positions,
    }
}

/// Makes a position that is written in one way.
fn both(position: String) -> TwoTexts {
    texts(position.clone(), position)
}

/// Makes a position that is written in two ways.
fn texts(by_name: String, by_rule: String) -> TwoTexts {
    TwoTexts { by_name, by_rule }
}

/// Lists one heap from `least` to 26, and some sums of heaps.
fn heaps(least: u64) -> Vec<TwoTexts> {
    let mut dice = Random::new(26);
    let sums = (0..12).map(|_| {
        dice.list(3, |dice| dice.within(least, 14).to_string())
            .join(" ")
    });
    (least..=26)
        .map(|n| n.to_string())
        .chain(sums)
        .map(both)
        .collect()
}

/// Lists one heap at a time, from `least` to 40.
fn single(least: u64) -> Vec<TwoTexts> {
    (least..=40).map(|n| both(n.to_string())).collect()
}

/// Lists all pairs from `least` to `most` that are legal, and some sums of two.
fn pairs(least: u64, most: u64, legal: impl Fn(u64, u64) -> bool) -> Vec<TwoTexts> {
    let mut dice = Random::new(7);
    let mut all: Vec<String> = Vec::new();
    for a in least..=most {
        all.extend(
            (least..=most)
                .filter(|&b| legal(a, b))
                .map(|b| format!("{a},{b}")),
        );
    }
    for _ in 0..12 {
        let some = [0, 1].map(|_| all[dice.within(0, all.len() as u64 - 1) as usize].clone());
        all.push(some.join(" "));
    }
    all.into_iter().map(both).collect()
}

/// Lists all triples of numbers to `most` that are legal: one position, with spaces by name and commas in the rule.
fn triples(least: u64, most: u64, legal: impl Fn(u64, u64, u64) -> bool) -> Vec<TwoTexts> {
    let mut all = Vec::new();
    for a in least..=most {
        for b in least..=most {
            let third = (least..=most).filter(|&c| legal(a, b, c));
            all.extend(third.map(|c| texts(format!("{a} {b} {c}"), format!("{a},{b},{c}"))));
        }
    }
    all
}

/// Lists all sets of places 1 to `places`, written by name as the list, in the rule as bits.
fn sets(places: u32, write: impl Fn(u32) -> String) -> Vec<TwoTexts> {
    let list = |set: u32| {
        (0..places)
            .filter(|i| set >> i & 1 == 1)
            .map(&write)
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..1u32 << places)
        .map(|set| texts(list(set), set.to_string()))
        .collect()
}

fn any(_: u64, _: u64) -> bool {
    true
}

fn any_three(_: u64, _: u64, _: u64) -> bool {
    true
}

/// Lists every game whose signature has a definition.
fn defined() -> Vec<Row> {
    let row_of = |game: &&dyn Game| {
        let signature = game.signature();
        let positions = match signature.position {
            PositionKind::Numbers | PositionKind::Tuples { most: 1, .. } => heaps(0),
            _ => {
                let legal = Legal::of_rules(signature, None);
                pairs(0, 15, |a, b| legal.admits(&[a, b]))
            }
        };
        Some(row(&signature.name, signature.definition?, ALL, positions))
    };
    STANDARD.iter().filter_map(row_of).collect()
}

/// Lists every game of pairs with a definition and the keyword `positive`, under which numbers are at least 1.
fn positive() -> Vec<Row> {
    let row_of = |game: &&dyn Game| {
        let signature = game.signature();
        if !signature.keywords.contains(&Keyword::Positive) {
            return None;
        }
        let rule = signature.definition?;
        Some(row(
            &format!("{} {}", signature.name, Keyword::Positive.word()),
            &format!("{rule} ; legal if a > 0 and b > 0"),
            ALL,
            pairs(1, 16, any),
        ))
    };
    STANDARD.iter().filter_map(row_of).collect()
}

fn heap_games() -> Vec<Row> {
    let one = [
        ("subtraction 1 2 5", "[n-k] for k in {1,2,5}"),
        ("subtraction 3-5 9", "[n-k] for k in {3..5,9}"),
        ("subtraction squares", "[n-k] for k in squares(n)"),
        (
            "subtraction cubes 2",
            "[n-k] for k in 1..n if k in cubes(n) or k == 2",
        ),
        ("subtraction triangular", "[n-k] for k in triangular(n)"),
        ("subtraction primes", "[n-k] for k in primes(n)"),
        (
            "subtraction 1 primes",
            "[n-k] for k in {1} | [n-k] for k in primes(n)",
        ),
        ("subtraction fibonacci", "[n-k] for k in fibonacci(n)"),
        ("subtraction factorials", "[n-k] for k in factorials(n)"),
        ("subtraction powers-of-3", "[n-k] for k in powers(3,n)"),
        ("subtraction odd", "[n-k] for k in 1..n by 2"),
        ("subtraction even 1", "[n-1] | [n-k] for k in 2..n by 2"),
        (
            "subtraction all-but 2 4",
            "[n-k] for k in 1..n if k != 2 and k != 4",
        ),
        (
            "subtraction all-but squares",
            "[n-k] for k in 1..n if issquare(k) == 0",
        ),
        (
            "octal 0.77",
            "[n-1] | [i]+[n-1-i] for i in 1..(n-1)/2 | [n-2] | [i]+[n-2-i] for i in 1..(n-2)/2",
        ),
        (
            "octal 0.137",
            "[0] if n == 1 | [n-2] | [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2",
        ),
        (
            "octal 0.26",
            "[n-1] if n > 1 | [n-2] if n > 2 | [i]+[n-2-i] for i in 1..(n-2)/2",
        ),
        ("octal 4.3", "[i]+[n-i] for i in 1..n/2 | [n-1]"),
        ("take-and-break 4!.0", "[i]+[n-i] for i in 1..(n-1)/2"),
        ("take-and-break 0.[3]", "[n-k] for k in 1..n"),
        ("take-and-break 0.[30]", "[n-k] for k in 1..n by 2"),
        (
            "take-and-break 4.[3]",
            "[i]+[n-i] for i in 1..n/2 | [n-k] for k in 1..n",
        ),
        (
            "take-and-break 0.2[13]",
            "[n-1] if n > 1 | [n-k] for k in 3..n by 2 | [0] if n > 0 and n % 2 == 0",
        ),
        (
            "take-and-break 0.04!3",
            "[i]+[n-2-i] for i in 1..(n-3)/2 | [n-3]",
        ),
        (
            "take-and-break 8.1",
            "[i]+[j]+[n-i-j] for i in 1..n/3, j in i..(n-i)/2 | [0] if n == 1",
        ),
        (
            "take-and-break 8!.0",
            "[i]+[j]+[n-i-j] for i in 1..n/3, j in i..(n-i)/2 if i < j and j < n-i-j",
        ),
        (
            "take-and-break C.0",
            "[i]+[n-i] for i in 1..n/2 | [i]+[j]+[n-i-j] for i in 1..n/3, j in i..(n-i)/2",
        ),
        (
            "take-and-break 0.3F",
            "[n-1] | [n-2] | [i]+[n-2-i] for i in 1..(n-2)/2 | \
             [i]+[j]+[n-2-i-j] for i in 1..(n-2)/3, j in i..(n-2-i)/2",
        ),
    ];
    one.into_iter()
        .map(|(name, option)| row(name, &format!("[n] -> {option}"), ALL, heaps(0)))
        .collect()
}

/// Lists further records of heaps: one heap, sequences, ranges.
fn asked_alone() -> Vec<Row> {
    let one = [
        (
            "subtraction 1 2 5",
            "[n-k] for k in {1,2,5}",
            "losing sequence period",
        ),
        (
            "subtraction primes",
            "[n-k] for k in primes(n)",
            "losing sequence",
        ),
        (
            "subtraction all-but 2 4",
            "[n-k] for k in 1..n if k != 2 and k != 4",
            "losing sequence",
        ),
        (
            "kayles",
            "[i]+[n-k-i] for k in 1..2, i in 0..(n-k)/2",
            "sequence period",
        ),
        (
            "dawson-kayles",
            "[i]+[n-2-i] for i in 0..(n-2)/2",
            "sequence period",
        ),
        ("octal 4.3", "[i]+[n-i] for i in 1..n/2 | [n-1]", "sequence"),
        (
            "take-and-break 0.04!3",
            "[i]+[n-2-i] for i in 1..(n-3)/2 | [n-3]",
            "sequence",
        ),
    ];
    let ranges = ["0..9,0..9", "3..7,0..4 0..9,1..2", "2,0..5 3..8,3..8 7,1"]
        .map(|range| both(range.to_owned()));
    let asks = "p-positions positions";
    let take_away = "[n,m] -> [n-k,2*k] for k in 1..min(n,m)";
    let mut rows = vec![row("take-away 2", take_away, asks, ranges.to_vec())];
    for signature in STANDARD.iter().map(|game| game.signature()) {
        let are_pairs = matches!(
            signature.position,
            PositionKind::Tuples {
                most: 2..,
                mixed: false
            }
        );
        if let Some(rule) = signature.definition
            && are_pairs
            && signature.asks.contains(Ask::PPositions)
        {
            rows.push(row(&signature.name, rule, asks, ranges.to_vec()));
        }
    }
    for (name, option, asks) in one {
        rows.push(row(name, &format!("[n] -> {option}"), asks, single(0)));
        let ranges = ["0..9", "3..17 0..4", "0..12 5..6 0..30"].map(|range| both(range.to_owned()));
        rows.push(row(
            name,
            &format!("[n] -> {option}"),
            "p-positions positions",
            ranges.to_vec(),
        ));
    }
    rows
}

fn without_values() -> Vec<Row> {
    let misere = |options: [&str; 3]| format!("[a,b,c] -> {} ; misere", options.join(" | "));
    let nim = misere([
        "[a-k,b,c] for k in 1..a",
        "[a,b-k,c] for k in 1..b",
        "[a,b,c-k] for k in 1..c",
    ]);
    let taken = misere([
        "[a-k,b,c] for k in {2,3,7}",
        "[a,b-k,c] for k in {2,3,7}",
        "[a,b,c-k] for k in {2,3,7}",
    ]);
    let squares = "[n] -> [n-k] for k in squares(n) ; misere";
    let flags = |options: &str, ends: &str| format!("[n] -> {options} ; {ends}");
    vec![
        row(
            "nim misere",
            &nim,
            "verdict winner count",
            triples(0, 5, any_three),
        ),
        row(
            "subtraction 2 3 7 misere",
            &taken,
            "verdict winner count",
            triples(0, 9, any_three),
        ),
        row("subtraction misere squares", squares, WON, single(0)),
        row(
            "flags 1-3 left 1",
            &flags("[n-k] for k in 1..3", "lose if n == 1 ; legal if n >= 1"),
            WON,
            single(1),
        ),
        row(
            "flags 2 5 7 left 1",
            &flags(
                "[n-k] for k in {2,5,7}",
                "lose if n == 1 ; draw if n == 2 ; legal if n >= 1",
            ),
            WON,
            single(1),
        ),
        row(
            "flags 4 9 left 3 overshoot",
            &flags("[n-k] for k in {4,9}", "lose if n == 3 ; draw if n < 4"),
            WON,
            single(4),
        ),
        row(
            "flags 3-6 left 5 or-less",
            &flags("[n-k] for k in 3..6", "lose if n <= 5"),
            WON,
            single(5),
        ),
        row(
            "flags squares left 2",
            &flags(
                "[n-k] for k in squares(n)",
                "lose if n == 2 ; legal if n >= 2",
            ),
            WON,
            single(2),
        ),
        row(
            "flags all-but 1 3 left 0",
            &flags(
                "[n-k] for k in 2..n if k != 3",
                "lose if n == 0 ; draw if n == 1",
            ),
            WON,
            single(0),
        ),
    ]
}

#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn pair_games() -> Vec<Row> {
    let board = "legal if 0 < r and 0 < c";
    let subtracted = |vectors: &str| {
        let options = vectors.split(' ').map(|vector| {
            let (a, b) = vector.split_once(',').unwrap();
            format!("[a-({a}),b-({b})]")
        });
        format!("[a,b] -> {}", itertools::join(options, " | "))
    };
    let whole = |r: u64, c: u64| (r, c) != (3, 3) && (r, c) != (5, 2);
    let kept = "legal if 0 < r < 9 and 0 < c < 9 and (r != 3 or c != 3) and (r != 5 or c != 2)";
    let up =
        "[r-k,c] for k in 1..r-1 if (c != 3 or r < 3 or r-k > 3) and (c != 2 or r < 5 or r-k > 5)";
    let left =
        "[r,c-k] for k in 1..c-1 if (r != 3 or c < 3 or c-k > 3) and (r != 5 or c < 2 or c-k > 2)";
    let across = "[r-k,c-k] for k in 1..min(r,c)-1 if (r != c or r < 3 or r-k > 3) and (r-c != 3 or c < 2 or c-k > 2)";
    vec![
        row(
            "rocks 1,0 0,1 1,1",
            &subtracted("1,0 0,1 1,1"),
            ALL,
            pairs(0, 9, any),
        ),
        row(
            "rocks 2,0 -1,2",
            &subtracted("2,0 -1,2"),
            ALL,
            pairs(0, 9, any),
        ),
        row(
            "rocks 1,2 2,1 0,3 damaged 3,4 0,0",
            &(subtracted("1,2 2,1 0,3") + " ; legal if (a != 3 or b != 4) and a + b > 0"),
            ALL,
            pairs(0, 9, |a, b| (a, b) != (3, 4) && a + b > 0),
        ),
        row(
            "king 9x9",
            &format!("[r,c] -> [r-1,c] | [r,c-1] | [r-1,c-1] ; {board}"),
            ALL,
            pairs(1, 9, any),
        ),
        row(
            "king 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> [r-1,c] | [r,c-1] | [r-1,c-1] ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "rook 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> {up} | {left} ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "bishop 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> {across} ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "queen 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> {up} | {left} | {across} ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "knight 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> [r-2,c-1] | [r-1,c-2] | [r-2,c+1] | [r+1,c-2] ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "leaper -1,0 1,-2 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> [r-1,c] | [r+1,c-2] ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "leaper 1,0 0,1 8x8 damaged 3,3 5,2",
            &format!("[r,c] -> [r+1,c] | [r,c+1] ; {kept}"),
            ALL,
            pairs(1, 8, whole),
        ),
        row(
            "wythoff 3",
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | \
             [a-i,b-j] for i in 1..a, j in max(1,i-2)..min(b,i+2)",
            ALL,
            pairs(0, 10, any),
        ),
        row(
            "fibonacci-nim",
            "[n,m] -> [n-k,2*k] for k in 1..min(n,m)",
            ONE,
            (1..=40)
                .map(|n| texts(n.to_string(), format!("{n},{}", n - 1)))
                .collect(),
        ),
        row(
            "fibonacci-nim",
            "[n,m] -> [n-k,2*k] for k in 1..min(n,m)",
            "verdict winner count grundy values",
            vec![
                texts("20 20,6".into(), "20,19 20,6".into()),
                texts("8,2 0 5".into(), "8,2 0,0 5,4".into()),
            ],
        ),
        row(
            "take-away 1",
            "[n,m] -> [n-k,k] for k in 1..min(n,m)",
            ALL,
            pairs(0, 15, any),
        ),
        row(
            "take-away 3",
            "[n,m] -> [n-k,3*k] for k in 1..min(n,m)",
            ALL,
            pairs(0, 15, any),
        ),
    ]
}

fn games_of_three() -> Vec<Row> {
    let one = [
        "[i,b,c] for i in 0..a-1",
        "[a,i,c] for i in 0..b-1",
        "[a,b,i] for i in 0..c-1",
    ];
    let two = [
        "[i,j,c] for i in 0..a-1, j in 0..b-1",
        "[i,b,k] for i in 0..a-1, k in 0..c-1",
        "[a,j,k] for j in 0..b-1, k in 0..c-1",
    ];
    let rule = |options: &[&str]| format!("[a,b,c] -> {}", options.join(" | "));
    let different = |a: u64, b: u64, c: u64| a != b && b != c && a != c;
    let falling = format!("{} ; legal if a != b and b != c and a != c", rule(&one));
    let triple = "[i,j,k] for i in 0..a-1, j in 0..b-1, k in 0..c-1";
    vec![
        row("nimble", &rule(&one), ONE, triples(0, 4, any_three)),
        row("moore 1", &rule(&one), ONE, triples(0, 4, any_three)),
        row(
            "moore 2",
            &rule(&[one, two].concat()),
            ONE,
            triples(0, 4, any_three),
        ),
        row(
            "moore 3",
            &rule(&[&one[..], &two, &[triple]].concat()),
            ONE,
            triples(0, 3, any_three),
        ),
        row(
            "staircase",
            &rule(&[
                "[a-k,b,c] for k in 1..a",
                "[a+k,b-k,c] for k in 1..b",
                "[a,b+k,c-k] for k in 1..c",
            ]),
            ONE,
            triples(0, 4, any_three),
        ),
        row("welter", &falling, ONE, triples(0, 7, different)),
        row(
            "silver-dollar",
            "[a,b,c] -> [i,b,c] for i in 1..a-1 | [a,i,c] for i in a+1..b-1 | [a,b,i] for i in b+1..c-1 ; \
             legal if 0 < a < b and b < c",
            ONE,
            triples(1, 8, |a, b, c| a < b && b < c),
        ),
        row(
            "end-nim",
            &rule(&[
                one[0],
                "[a,i,c] for i in 0..b-1 if a == 0 or c == 0",
                one[2],
            ]),
            ONE,
            triples(0, 4, any_three),
        ),
        row(
            "sequential-nim",
            &rule(&[
                one[0],
                "[a,i,c] for i in 0..b-1 if a == 0",
                "[a,b,i] for i in 0..c-1 if a + b == 0",
            ]),
            ONE,
            triples(0, 4, any_three),
        ),
    ]
}

fn sets_of_places() -> Vec<Row> {
    let turned = |more: &str| format!("[s] -> {more}");
    let (one, two, three) = (
        "[s ^ 1<<i] for i in bits(s)",
        "[s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1",
        "[s ^ 1<<i ^ 1<<j ^ 1<<k] for i in bits(s), j in 0..i-1, k in 0..j-1",
    );
    let cells = |r: &str, c: &str| format!("1<<3*({r})+({c})");
    let heads = "for r in 0..2, c in 0..2";
    let corners = ["r", "i"]
        .map(|r| ["c", "j"].map(|c| cells(r, c)).join(" ^ "))
        .join(" ^ ");
    let product =
        format!("[s] -> [s ^ {corners}] {heads}, i in 0..r-1, j in 0..c-1 if s >> 3*r+c & 1 == 1");
    let cell = |bit: u32| format!("{},{}", bit / 3 + 1, bit % 3 + 1);
    let place = |bit: u32| (bit + 1).to_string();
    // A tree of five edges: each takes with it what hangs on it. A triangle: what hangs by two ways stays.
    let tree = "[s] -> [s & ~7] if s & 1 != 0 | [s & ~2] if s & 2 != 0 | [s & ~4] if s & 4 != 0 | \
                [s & ~24] if s & 8 != 0 | [s & ~16] if s & 16 != 0";
    let ring = "[s] -> [6] if s == 7 | [5] if s == 7 | [3] if s == 7 | [s & 2] if s == 3 | [1] if s == 3 | \
                [s & 2] if s == 6 | [4] if s == 6 | [4] if s == 5 | [1] if s == 5 | [0] if s in {1, 4} ; legal if s != 2";
    let ring = ring.replace("[s & 2]", "[0]");
    vec![
        row("coins up-to 1", &turned(one), ONE, sets(7, place)),
        row(
            "coins up-to 2",
            &turned(&[one, two].join(" | ")),
            ONE,
            sets(7, place),
        ),
        row(
            "coins up-to 3",
            &turned(&[one, two, three].join(" | ")),
            ONE,
            sets(7, place),
        ),
        row("coins exactly 2", &turned(two), ONE, sets(7, place)),
        row("coins exactly 3", &turned(three), ONE, sets(7, place)),
        row(
            "coins run",
            &turned("[s ^ (2<<i) - (1<<j)] for i in bits(s), j in 0..i"),
            ONE,
            sets(7, place),
        ),
        row(
            "coins run-up-to 3",
            &turned("[s ^ (2<<i) - (1<<j)] for i in bits(s), j in max(0,i-2)..i"),
            ONE,
            sets(7, place),
        ),
        row("coins exactly 2 x exactly 2", &product, ONE, sets(9, cell)),
        row(
            "kayles ring",
            "[n,r] -> [n-k,0] for k in 1..2 if r == 1 and n >= k | [i,0]+[n-k-i,0] for k in 1..2, i in 0..n-k if r == 0",
            ONE,
            (0..=20)
                .map(|n| texts(n.to_string(), format!("{n},1")))
                .collect(),
        ),
        row(
            "hackenbush 0-1 1-2 1-3 0-4 4-5",
            tree,
            ONE,
            vec![texts(String::new(), "31".to_owned())],
        ),
        row(
            "hackenbush 0-1 1-2 2-0",
            &ring,
            ONE,
            vec![texts(String::new(), "7".to_owned())],
        ),
    ]
}

/// Lists records of factor, geography and graphs, with rules made of their numbers, edges and arcs.
fn walks() -> Vec<Row> {
    let mut dice = Random::new(99);
    let mut rows = Vec::new();
    for limit in 1..=14u64 {
        let rule = format!(
            "[v,s] -> [d, s ^ 1<<d] for d in divisors(v) if s >> d & 1 == 1 | \
             [m, s ^ 1<<m] for m in 2*v..{limit} by v if s >> m & 1 == 1 | \
             [m, s ^ 1<<m] for m in 2..{limit} by 2 if v == 0 and s >> m & 1 == 1"
        );
        let all = (2u64 << limit) - 2;
        let fresh = texts(String::new(), format!("0,{all}"));
        let drawn = (2..=limit)
            .step_by(2)
            .map(|n| texts(n.to_string(), format!("{n},{}", all ^ (1 << n))));
        rows.push(row(
            &format!("factor {limit}"),
            &rule,
            "verdict winner count",
            [fresh].into_iter().chain(drawn).collect(),
        ));
    }
    for round in 0..24 {
        let vertices = dice.within(2, 6);
        let mut ends: Vec<(u64, u64)> = (0..dice.within(1, 9))
            .map(|_| (dice.within(1, vertices), dice.within(1, vertices)))
            .collect();
        ends.retain(|(a, b)| if round % 3 == 0 { a < b } else { a != b });
        ends.sort_unstable();
        ends.dedup();
        if ends.is_empty() {
            continue;
        }
        let written =
            |mark: char| itertools::join(ends.iter().map(|(a, b)| format!("{a}{mark}{b}")), " ");
        let walked = ends.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let steps =
            walked.map(|(a, b)| format!("[{b}, s ^ 1<<{b}] if v == {a} and s >> {b} & 1 == 1"));
        let starts = (1..=vertices).map(|v| {
            texts(
                v.to_string(),
                format!("{v},{}", ((2u64 << vertices) - 2) ^ (1 << v)),
            )
        });
        rows.push(row(
            &format!("geography {vertices} {}", written('-')),
            &format!("[v,s] -> {}", itertools::join(steps, " | ")),
            "verdict winner count",
            starts.collect(),
        ));
        let arcs = itertools::join(
            ends.iter().map(|(a, b)| format!("[{b}] if v == {a}")),
            " | ",
        );
        let (asks, end) = if round % 3 == 0 {
            (ALL, "")
        } else {
            (WON, " ; loopy")
        };
        let tokens = (1..=vertices).map(|v| both(v.to_string())).collect();
        rows.push(row(
            &format!("graph {vertices} {}", written('>')),
            &format!("[v] -> {arcs}{end}"),
            asks,
            tokens,
        ));
    }
    rows
}

/// Answers records, some of which may be wrong.
fn answers(records: &str) -> Vec<String> {
    let answers = grundy_with(&[], records).answers();
    answers.lines().map(str::to_owned).collect()
}

#[test]
fn moves_that_cannot_be_written_are_counted() {
    // To nothing: 2^64 - 3 coins from step 2 to step 1, or from step 3 to step 2, where they are too many to write.
    let stairs = "staircase: 1 18446744073709551615 18446744073709551614 ?";
    let answered = answers(&format!("{stairs} verdict count\n{stairs} moves\n"));
    assert_eq!(answered, ["WIN 2 | 2", "ERROR"]);
}

#[test]
fn classic_games_are_their_rules() {
    let rows = [
        defined(),
        positive(),
        heap_games(),
        asked_alone(),
        without_values(),
        pair_games(),
        games_of_three(),
        sets_of_places(),
        walks(),
    ];
    let mut named = String::new();
    let mut rules = String::new();
    for row in rows.iter().flatten() {
        for TwoTexts { by_name, by_rule } in &row.positions {
            named += &format!("{}: {by_name} ? {}\n", row.name, row.asks);
            rules += &format!("{} : {by_rule} ? {}\n", row.rule, row.asks);
        }
    }
    let by_name = answers(&named);
    let by_rule = answers(&rules);
    assert_eq!(
        (by_name.len(), by_rule.len()),
        (named.lines().count(), rules.lines().count())
    );
    for ((name, rule), (named, ruled)) in by_name
        .iter()
        .zip(&by_rule)
        .zip(named.lines().zip(rules.lines()))
    {
        assert_ne!(name, "ERROR", "{named} is no record");
        assert_eq!(name, rule, "{named}\n{ruled}");
    }
}
