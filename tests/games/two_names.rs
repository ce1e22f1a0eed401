//! Games that have two spellings: both give the same answers, so that no name stands for another game.

use grundy_batch::{Options, answer_text};

/// A position of a game, written in two ways.
struct TwoNames {
    one: &'static str,
    other: &'static str,
}

/// Makes a pair of records.
const fn two(one: &'static str, other: &'static str) -> TwoNames {
    TwoNames { one, other }
}

/// The names and the positions after them; `#` stands for a number, which takes several values.
const NAMES: &[TwoNames] = &[
    two("turning-turtles: 2 #", "coins up-to 2: 2 #"),
    two("mock-turtles: 2 5 #", "coins up-to 3: 2 5 #"),
    two("ruler: 4 #", "coins run: 4 #"),
    two("flip-game: #", "dawson-kayles: #"),
    two("flip-game: ++-++++", "dawson-kayles: ..X...."),
    two("kayles: 5 #", "octal 0.77: 5 #"),
    two("dawson-kayles: 5 #", "octal 0.07: 5 #"),
    two("dawson-chess: 5 #", "octal 0.137: 5 #"),
    two("treblecross: 5 #", "octal 0.007: 5 #"),
    two("lasker: 4 #", "take-and-break 4.[3]: 4 #"),
    two("grundys-game: 4 #", "take-and-break 4!.0: 4 #"),
    two("nim: 4 #", "take-and-break 0.[3]: 4 #"),
    two(
        "three-rocks: 5,#",
        "rocks 1,0 0,1 1,1 2,0 0,2 3,0 0,3 1,2 2,1: 5,#",
    ),
    two("nim-one-heap: #", "nim: #"),
    two("bachets-game: #", "subtraction 1-3: #"),
    two("subtraction-1-3-4: #", "subtraction 1 3 4: #"),
    two("subtract-a-square: #", "subtraction squares: #"),
    two("subtract-a-prime: #", "subtraction primes: #"),
    two("subtract-a-prime-or-1: #", "subtraction 1 primes: #"),
    two("subtract-a-power-of-two: #", "subtraction powers-of-2: #"),
    two("subtract-a-fibonacci-number: #", "subtraction fibonacci: #"),
    two("subtract-a-factorial: #", "subtraction factorials: #"),
    two(
        "subtract-a-triangular-number: #",
        "subtraction triangular: #",
    ),
    two("subtract-a-cube: #", "subtraction cubes: #"),
    two("officers: #", "octal 0.6: #"),
    two("laskers-nim: #", "lasker: #"),
    two("dawsons-kayles: #", "dawson-kayles: #"),
    two("dawsons-chess: #", "dawson-chess: #"),
    two("three-parts: #", "take-and-break 0.F: #"),
    two("remove-two-or-three-neighbours: #", "octal 0.077: #"),
    two("wythoffs-game: 4,#", "wythoff: 4,#"),
    two("chomp-two-rows: 9,#", "chomp rows 9 #:"),
    two("staircase-nim: 3,5,#", "staircase: 3 5 #"),
    two("welters-game-two-coins: 11,#", "welter: 11 #"),
    two("silver-dollar-three-coins: 2,5,9", "silver-dollar: 3 6 10"),
    two("misere-nim-three-heaps: 2,3,#", "nim misere: 2 3 #"),
    two("moores-nim-two-of-three-heaps: 3,4,#", "moore 2: 3 4 #"),
    two("turning-turtles-on-bits: 18", "turning-turtles: 2 5"),
    two("mock-turtles-on-bits: 276", "mock-turtles: 3 5 9"),
    two("ruler-on-bits: 144", "ruler: 5 8"),
    two("flip-game-on-bits: 59", "flip-game: ++-+++"),
    two("rewrite .># ..>##: .^#", "kayles: #"),
    two("rewrite .># ..>## misere: .^#", "kayles misere: #"),
    two("rewrite XX>.. misere: X^9.X^#", "dawson-kayles misere: 9 #"),
];

#[test]
fn long_rows_of_heaps_are_these_heaps_also_under_misere_play() {
    for (row, heaps) in [
        ("rewrite .># ..>## misere: .^100", "kayles misere: 100"),
        (
            "rewrite .># ..>## misere: .^40#.^3#.^17",
            "kayles misere: 40 3 17",
        ),
        (
            "rewrite .># ..>## misere: .^9#.^1000",
            "kayles misere: 9 1000",
        ),
        ("rewrite ...>.#. misere: .^25", "octal 0.4 misere: 25"),
    ] {
        let both = format!("{row} ? winner\n{heaps} ? winner\n");
        let answered = answer_text(&both, &Options::default());
        let lines: Vec<&str> = answered.answers.lines().collect();
        assert_eq!(lines[0], lines[1], "{row}: {}", answered.diagnostics);
        assert_ne!(lines[0], "ERROR");
    }
}

#[test]
fn both_names_of_a_game_answer_alike() {
    for TwoNames { one, other } in NAMES {
        for number in ["1", "3", "6", "9"] {
            let record = |text: &str| text.replace('#', number);
            let answers = |asks: &str| {
                let both = format!("{} ? {asks}\n{} ? {asks}\n", record(one), record(other));
                answer_text(&both, &Options::default())
            };
            let winners = answers("winner");
            let lines: Vec<&str> = winners.answers.lines().collect();
            assert_eq!(winners.diagnostics, "");
            assert_eq!(lines[0], lines[1], "{}", record(one));
            let values = answers("grundy");
            let lines: Vec<&str> = values.answers.lines().collect();
            if values.diagnostics.is_empty() {
                assert_eq!(lines[0], lines[1], "{}", record(one));
            }
        }
    }
}

#[test]
fn names_that_the_pages_give_to_rules_of_coins_are_games() {
    let page = include_str!("../../docs/games.md");
    for (name, rule) in [
        ("Turning Turtles", "up-to 2"),
        ("Mock Turtles", "up-to 3"),
        ("Ruler", "run"),
    ] {
        assert!(page.contains(name), "{name}");
        assert!(
            NAMES.iter().any(|names| names.other.contains(rule)),
            "{rule}"
        );
    }
}
