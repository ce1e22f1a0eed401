//! Records at the ends of what the language can say, for every game and each of its numbers, under
//! overflow checks (tests have them), in 512 MB of address space, with little work allowed: each is
//! answered or is an error, and no solver panics; nor does the checker, which finds all answers right.
//!
//! `GRUNDY_EXTREMES=100000` draws that many records of each game.

use std::time::Instant;

use crate::tools::program::Program;
use grundy_base::random::Random;
use grundy_base::testing::sized;
use grundy_games::Catalogue;
use grundy_record::{NumberUse, PositionKind, Slot};

/// Numbers at the ends of the ranges of integers, and between them.
const ENDS: [u64; 22] = [
    0,
    1,
    2,
    8,
    64,
    256,
    4096,
    1 << 16,
    1_000_000,
    10_000_000,
    1 << 24,
    1_000_000_000,
    1 << 30,
    1 << 31,
    1 << 32,
    1 << 33,
    1 << 53,
    1 << 62,
    1 << 63,
    u64::MAX / 3,
    u64::MAX / 2 + 2,
    u64::MAX,
];

/// Draws a number at an end, next to it or not far.
fn end(dice: &mut Random) -> u64 {
    let end = dice.one_of(&ENDS);
    let away = dice.one_of(&[0, 0, 1, 1, 2, 3, 63, 64, 65]);
    if dice.percent(50) {
        end.saturating_add(away)
    } else {
        end.saturating_sub(away)
    }
}

/// Draws a number in reach of a solver, or one at an end.
fn mixed(dice: &mut Random, small: u64) -> u64 {
    if dice.percent(50) {
        dice.within(0, small)
    } else {
        end(dice)
    }
}

fn joined<T: ToString>(items: &[T], between: &str) -> String {
    items
        .iter()
        .map(T::to_string)
        .collect::<Vec<String>>()
        .join(between)
}

fn some(dice: &mut Random, most: u64, make: impl FnMut(&mut Random) -> String) -> String {
    let count = dice.within(0, most);
    dice.list(count, make).join(" ")
}

fn range(dice: &mut Random) -> String {
    let a = mixed(dice, 9);
    let b = mixed(dice, 70);
    if dice.percent(50) {
        a.max(1).to_string()
    } else {
        format!("{}-{}", a.min(b), a.max(b))
    }
}

fn heaps(dice: &mut Random, most: u64) -> String {
    some(dice, most, |dice| mixed(dice, 300).to_string())
}

fn tuple(dice: &mut Random, arity: u64, small: u64) -> String {
    joined(&dice.list(arity, |dice| mixed(dice, small)), ",")
}

/// Draws a row or a column of a board of this size, at its ends more often.
fn place(dice: &mut Random, size: u64) -> u64 {
    match dice.below(12) {
        0 if dice.percent(20) => end(dice),
        0 | 1 => size / 2 + dice.below(3),
        2..=6 => size - dice.below(5).min(size - 1),
        7 => 1 + dice.below(size),
        _ => 1 + dice.below(5.min(size)),
    }
}

fn board(dice: &mut Random, game: &str) -> String {
    let side = |dice: &mut Random| match dice.below(4) {
        0 => 1 + dice.below(200),
        1 => dice.one_of(&[1, 63, 64, 65, 4096, 30_000, 65_535, 65_536, 65_537]),
        2 => 1_000_000_000 - dice.below(3),
        _ => end(dice).clamp(1, 1_000_000_000),
    };
    let rows = side(dice);
    let columns = side(dice);
    let cell = |dice: &mut Random| format!("{},{}", place(dice, rows), place(dice, columns));
    let steps = match game {
        "leaper" => {
            let count = dice.within(1, 6);
            let step = |dice: &mut Random| dice.one_of(&[0, -1, 1, -2, 2, -63, 63, -64, 64]);
            let mut steps = dice.list(count, |dice| (step(dice), step(dice)));
            // Play must end; now and then it does not.
            steps
                .iter_mut()
                .filter(|(a, b)| a + b > 0)
                .for_each(|(a, b)| (*a, *b) = (-*a, -*b));
            steps.retain(|(a, b)| a + b < 0 || dice.percent(5));
            steps.iter().map(|(a, b)| format!("{a},{b} ")).collect()
        }
        _ => String::new(),
    };
    let damage = match dice.below(3) {
        0 => String::new(),
        _ => format!(" damaged {} {}", cell(dice), some(dice, 12, cell)),
    };
    format!(
        "{game} {steps} {rows}x{columns}{damage}: {}",
        some(dice, 4, cell)
    )
}

fn edges(dice: &mut Random, sign: &str) -> String {
    let order = dice.one_of(&[
        1,
        5,
        70,
        1 << 24,
        (1 << 31) + 1,
        u64::from(u32::MAX) - 1,
        u64::from(u32::MAX),
    ]);
    let vertex = |dice: &mut Random| place(dice, order);
    let list = some(dice, 30, |dice| {
        format!("{}{sign}{}", vertex(dice), vertex(dice))
    });
    let more = if dice.percent(30) {
        vertex(dice).to_string()
    } else {
        String::new()
    };
    format!("{order} {list}: {} {more}", vertex(dice))
}

/// Draws pairs of two numbers each, of up to a few hundred or at an end.
fn links(dice: &mut Random, sign: &str) -> String {
    let order = dice.one_of(&[2, 9, 70, 300, 5000, 1 << 24, u64::MAX]);
    let count = dice.within(1, 400);
    let reach = order.min(400);
    let pairs = dice.list(count, |dice| {
        let first = 1 + dice.below(reach - 1);
        format!("{first}{sign}{}", first + 1 + dice.below(reach - first))
    });
    format!("{order} {}", pairs.join(" "))
}

/// Draws a game of numbers by its signature: heaps, or pairs, and the number that its rules need.
fn numbers(dice: &mut Random, game: &str) -> String {
    let catalogue = Catalogue::standard();
    let signature = catalogue.find(game).expect("a game").signature();
    let rules = if signature.has(Slot::Number(NumberUse::Needed)) {
        format!(" {}", mixed(dice, 4).max(1))
    } else {
        String::new()
    };
    let position = match signature.position {
        PositionKind::Tuples { mixed: false, .. } => some(dice, 2, |dice| tuple(dice, 2, 99)),
        PositionKind::Tuples { .. } if dice.percent(50) => some(dice, 2, |dice| tuple(dice, 2, 99)),
        _ => heaps(dice, 3),
    };
    format!("{game}{rules}: {position}")
}

#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn record(dice: &mut Random, game: &str) -> String {
    const ASKS: [&str; 8] = [
        "grundy",
        "values",
        "losing",
        "sequence",
        "paths",
        "paths%4611686018427387904",
        "paths%2",
        "period",
    ];
    let misere = if dice.percent(30) { "misere" } else { "" };
    let body = match game {
        "nim" => format!("nim {misere}: {}", heaps(dice, 5)),
        "subtraction" => {
            format!(
                "subtraction {misere} {} {}: {}",
                range(dice),
                some(dice, 3, range),
                heaps(dice, 2)
            )
        }
        "octal" => {
            let digits = dice.one_of(&[1, 2, 3, 8, 33, 64, 65, 300]);
            let code: String = dice
                .list(digits, |dice| dice.below(8))
                .iter()
                .map(u64::to_string)
                .collect();
            format!(
                "octal {}.{code}: {}",
                dice.one_of(&[0, 0, 4]),
                heaps(dice, 2)
            )
        }
        "flags" => {
            let variant = dice.one_of(&["", "overshoot", "or-less"]);
            let rules = some(dice, 3, range);
            let left = mixed(dice, 9);
            let heap = if dice.percent(50) {
                left.saturating_add(mixed(dice, 99))
            } else {
                mixed(dice, 99)
            };
            format!(
                "flags {} {rules} left {left} {variant}: {heap}",
                range(dice)
            )
        }
        "rocks" => {
            let arity = dice.within(1, 4);
            let vectors = some(dice, 5, |dice| tuple(dice, arity, 2));
            let damage = match dice.below(3) {
                0 => format!("damaged {}", some(dice, 4, |dice| tuple(dice, arity, 20))),
                _ => String::new(),
            };
            let most = dice.one_of(&[9, 70, 300]);
            let first = tuple(dice, arity, 3);
            format!(
                "rocks {first} {vectors} {damage}: {}",
                some(dice, 3, |dice| tuple(dice, arity, most))
            )
        }
        "three-rocks" => format!("three-rocks: {}", some(dice, 3, |dice| tuple(dice, 2, 300))),
        "factor" => {
            let limit = if dice.percent(60) {
                dice.within(1, 300)
            } else {
                end(dice).max(1)
            };
            let damage = match dice.below(3) {
                0 => format!("damaged {}", some(dice, 3, range)),
                _ => String::new(),
            };
            let most = dice.one_of(&[0, 0, 1, 3]);
            format!(
                "factor {limit} {damage}: {}",
                some(dice, most, |dice| place(dice, limit).to_string())
            )
        }
        "geography" => format!("geography {}", edges(dice, "-")),
        "graph" => format!("graph {}", edges(dice, ">")),
        "king" | "rook" | "bishop" | "queen" | "knight" | "leaper" => board(dice, game),
        "cram" | "place" | "placement" | "node-kayles" | "chomp" => {
            let rules = match game {
                "place" => dice.one_of(&["domino ", "tromino ", "tetromino ", "0,0+9,9 "]),
                "placement" => dice.one_of(&["queen ", "rook ", "bishop ", "king ", "knight "]),
                _ => "",
            };
            let rows = dice.one_of(&[1, 2, 3, 4, 5, 7, 40, 64, 300]);
            let rows = if dice.percent(20) { end(dice) } else { rows };
            format!(
                "{game} {rules}{rows}x{}:",
                dice.one_of(&[1, 2, 4, 5, 11, 300, 1_000_000_000])
            )
        }
        "arc-kayles" | "grim" => format!("{game} {}:", links(dice, "-")),
        // An edge to the ground from every vertex at which an edge begins.
        "hackenbush" => {
            let links = links(dice, "-");
            let edges: Vec<&str> = links.split(' ').skip(1).collect();
            let ground: Vec<&str> = edges
                .iter()
                .filter_map(|edge| edge.split('-').next())
                .collect();
            format!("hackenbush 0-{} {}:", ground.join(" 0-"), edges.join(" "))
        }
        "coins" => {
            let rule = dice.one_of(&["up-to 2", "up-to 3", "exactly 2", "run", "run-up-to 3"]);
            format!("coins {rule}: {}", heaps(dice, 3))
        }
        "take-and-break" => {
            let code = dice.one_of(&["0.3F", "4!.0", "0.[3]", "0.8F", "0.12[34]"]);
            format!("take-and-break {code}: {}", heaps(dice, 2))
        }
        "rules" => {
            let rule = dice.one_of(&[
                "[n] -> [n-k] for k in 1..3",
                "[n] -> [n-1] | [n/2] if n > 0",
                "[n] -> [i]+[n-i] for i in 1..n-1",
            ]);
            format!("rules {rule}: {}", heaps(dice, 2))
        }
        "rewrite" => {
            let rule = dice.one_of(&[".># ..>##", "XO>.X OX>.O turned", ".>X never XX", "_1_1>"]);
            let letters = dice.one_of(&[".", "(XO)", "(.X/XO/)"]);
            format!("rewrite {rule}: {letters}^{}", mixed(dice, 30))
        }
        "take" => format!("take {}:", links(dice, ",")),
        "poset" => format!("poset {}:", links(dice, "<")),
        "notakto" => "notakto: .../.X./...".to_owned(),
        named => numbers(dice, named),
    };
    if dice.percent(60) {
        return format!(
            "{body} ? {}",
            dice.one_of(&["verdict", "winner", "count", "best", "moves"])
        );
    }
    format!("{body} ? {}", dice.one_of(&ASKS))
}

/// Answers records within 512 MB of address space; fails if a solver does.
fn answered(game: &str, records: &[String], option: &[&str]) -> String {
    let limits = [
        "--threads",
        "2",
        "--max-work",
        sized("1000000", "4000000"),
        "--max-memory",
        "128M",
    ];
    let output = Program::after("ulimit -v 524288", &[&limits, option].concat())
        .input(records.join("\n") + "\n")
        .run();
    let errors = output.said();
    let defect = errors
        .find("a defect")
        .map(|at| &errors[errors[..at].rfind("error:").unwrap_or(0)..at]);
    assert_eq!(defect, None, "{game}");
    let status = output.status;
    assert!(
        status.code().is_some_and(|code| code < 2),
        "{game}: {status} {errors}"
    );
    output.answers()
}

#[test]
fn numbers_at_their_ends_are_answered_or_named_and_answers_pass_their_check() {
    let count = std::env::var("GRUNDY_EXTREMES").map(|count| count.parse().expect("a number"));
    let count = count.unwrap_or(sized(50, 500));
    for game in crate::tools::records::games() {
        let mut dice = Random::new(5);
        let records: Vec<String> = (0..count).map(|_| record(&mut dice, game)).collect();
        let started = Instant::now();
        let answers = answered(game, &records, &[]);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), records.len(), "{game}");
        let wrong = lines.iter().filter(|line| **line == "ERROR").count();
        println!(
            "{game:>14}: {wrong} of {count} are errors, {:.1?}",
            started.elapsed()
        );
        assert!(wrong < lines.len(), "{game}");
        // A check takes far longer than an answer, and most of the time of this test. So the first records are checked, and
        // their answers must equal those without a check.
        let first = records.len().div_ceil(sized(10, 6));
        let checked = answered(game, &records[..first], &["--self-check"]);
        assert!(checked.lines().eq(lines[..first].iter().copied()), "{game}");
    }
}
