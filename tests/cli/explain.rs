//! Reasons of answers (`grundy explain`).

use crate::tools::program::{ListedGame, answers, games, grundy};

/// The limit of work: so small that no record looks for its period as far as it could.
const WORK: &str = "10000000";

#[test]
fn every_game_is_explained_in_a_dozen_lines_or_so() {
    for ListedGame { name, example } in games() {
        let text = grundy(&["explain", "--max-work", WORK, &example]);
        let lines = text.lines().count();
        assert!((3..=45).contains(&lines), "{name}: {text}");
        let verdict = answers(&example, "verdict").remove(0);
        let word = verdict.split(' ').next().unwrap();
        assert_eq!(
            text.lines().nth(1).unwrap().split(':').next(),
            Some(word),
            "{name}"
        );
    }
}

#[test]
fn reasons_are_the_known_ones() {
    for (record, reason) in [
        ("nim: 3 4 5", "nim-sum           2   010"),
        ("nim: 3 4 5", "1:3>1   value 3 becomes 1"),
        ("nim misere: 1 1", "leave an odd number of ones"),
        (
            "flags 1-3 left 1: 21",
            "Losing numbers to 21: 1 5 9 13 17 21",
        ),
        ("flags 1-3 left 1: 21", "repeat every 4 (proved)"),
        // Kayles: Guy and Smith 1956, period 12 from 71 on.
        (
            "kayles: 5 9",
            "From heap 71 on they repeat every 12 heaps (proved)",
        ),
        (
            "kayles: 5 9",
            "differ from the periodic values are 0 3 6 9 11 15 18 21 22 28 34 39 57 70.",
        ),
        // Moves stand after a mex, and splits have both values; the value 0 has its reason as well.
        ("kayles: 5", "1+3 (1 xor 3 = 2)"),
        (
            "kayles: 5",
            "Why a heap of 5 has value 4: its moves lead to every number below 4",
        ),
        (
            "knight 8x8: 1,1",
            "Why piece 1,1 has value 0: it has no move.",
        ),
        (
            "rocks 1 2: 3",
            "Why position 3 has value 0: none of its moves leads to 0.",
        ),
        (
            "octal 0.6: 30",
            "has value 0: none of its moves leads to 0.",
        ),
        // The other heaps cannot win: 4 xor 2 and 5 xor 2 say why.
        (
            "nim: 3 4 5",
            "heap 2: 4 4 xor 2 = 6, which is more, and no move of it leads there",
        ),
        ("nim: 3 4 5", "heap 3: 5 5 xor 2 = 7"),
        // Known theorems.
        (
            "queen 9x9: 4,6",
            "k = 2 and its lost cell has a = 3; here a = 3.",
        ),
        ("three-rocks: 3,5", "the sum of the piles modulo 4"),
        ("lasker: 3 4", "so there is no period"),
        ("rook 4x5: 4,5", "the value of cell r,c is (r-1) xor (c-1)"),
        ("subtraction 1-4: 9", "the value of a heap n is n modulo 5"),
        ("treblecross: 11", "a row of n - 2 empty cells"),
        (
            "subtraction 1 2 5: 10 7",
            "A move takes 1, 2 or 5 from one heap.",
        ),
        (
            "flags 1-3 left 1: 21",
            "A move takes 1, 2 or 3 and leaves at least 1.",
        ),
        (
            "subtraction 1 2 5: 10 7",
            "Values of heaps 0, 1, 2, …: 0 1 2 0 1 2 0 1 2 0 1",
        ),
        ("graph 3 1>2 2>3 3>1: 1", "value inf"),
        ("factor 10: 4 8 2", "Winning: 6"),
        ("factor 20:", "your replies: 1→11"),
        ("geography 4 1-2 2-3 3-4: 2", "3–4"),
        (
            "geography 3 1-2 2-3: 1 2 3",
            "cannot move, and so has lost.\n",
        ),
        ("factor 2: 2 1", "cannot move, and so has lost.\n"),
        ("king K/X", "cannot move, and so has lost.\n"),
        ("flags 1 left 1: 1", "cannot move, and so has lost.\n"),
        ("nim misere: 0", "cannot move, and so has won.\n"),
        ("nim misere: 2 1 1", "Here one value is above 1,"),
        ("factor 2: 2", "Winning: 1 "),
    ] {
        let text = grundy(&["explain", "--max-work", WORK, record]);
        // Line breaks do not matter.
        let words = itertools::join(text.split_whitespace(), " ");
        let reason = itertools::join(reason.split_whitespace(), " ");
        assert!(words.contains(&reason), "{record}: {reason}: {text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 88),
            "{record}: {text}"
        );
        assert!(
            text.lines().all(|line| line.trim_end() == line),
            "{record}: {text}"
        );
    }
}

#[test]
fn a_misere_rule_is_said_to_be_searched() {
    let rule = "rules [n] -> [n-k] for k in {1,3,4} ; misere : 20";
    let text = grundy(&["explain", rule]).replace('\n', " ");
    assert!(
        text.contains("No shorter reason is known than a search"),
        "{text}"
    );
    assert!(text.contains("under misère play"), "{text}");
}

#[test]
fn parts_of_letters_are_named_by_their_cells_or_it_is_said_why_there_are_none() {
    for (record, reason) in [
        (
            "rewrite _1_1>: aab#bcc",
            "falls into 2 parts, since no move touches cells of two.",
        ),
        (
            "rewrite XO>.X OX>.O turned misere: XO.OX",
            "Who wins depends on all of them together:",
        ),
        ("rewrite XO>.X OX>.O turned misere: XO.OX", "  4+5: OX"),
        (
            "rewrite .># joined turned: 3x3",
            "A position is one part here: under `joined`",
        ),
        (
            "rewrite .>X ends XXX: 1x5",
            "a word of `ends` that is made anywhere",
        ),
    ] {
        let text = grundy(&["explain", record]);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(
            text.contains(reason) || words.join(" ").contains(reason),
            "{record}: {text}"
        );
    }
}
