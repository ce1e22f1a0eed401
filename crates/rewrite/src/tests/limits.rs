//! Limits that are met at once: what takes too much work or memory is refused before it is done.

use grundy_base::budget::{Budget, Limit, LimitKind, StepMeter};
use grundy_rules::rewrite::LetterBoard;

use super::{SMALL_BUDGET, read};
use crate::definition::Definition;
use crate::words::WordTable;
use crate::{RewriteFault, RewritePosition, Rewrites};

/// Opens a position and asks it, and returns the limit that it meets.
fn limit<R: std::fmt::Debug>(
    rules: &str,
    board: &LetterBoard,
    budget: Budget,
    ask: impl FnOnce(&mut RewritePosition) -> Result<R, RewriteFault>,
) -> Limit {
    let rewrites = Rewrites::new(&read::rules(rules));
    let answer = match rewrites.position(board, budget) {
        Ok(mut position) => ask(&mut position),
        Err(fault) => Err(fault),
    };
    match answer {
        Err(RewriteFault::Limit(limit)) => limit,
        other => panic!("rewrite {rules}: {other:?}"),
    }
}

/// Few steps.
const LITTLE_WORK: Budget = Budget {
    work: 1000,
    ..SMALL_BUDGET
};

#[test]
fn steps_of_misere_play_are_counted() {
    for (rules, position) in [
        ("XO>.X OX>.O turned misere", "(XO)^12"),
        ("X_>.X O_>.O misere", "(XO)^6"),
        ("..>## turned misere", "4x4"),
    ] {
        let board = read::position(position, None);
        let limit = limit(rules, &board, LITTLE_WORK, RewritePosition::wins_misere);
        assert_eq!(limit.kind, LimitKind::Work, "rewrite {rules}: {limit}");
    }
}

#[test]
fn positions_of_a_run_share_its_steps_under_misere_play() {
    for (rules, word) in [
        ("XO>.X OX>.O turned misere", "(XO)^0"),
        ("..>## turned misere", "(.)^0"),
    ] {
        let board = read::position(word, Some(10));
        let rewrites = Rewrites::new(&read::rules(rules));
        let mut first = rewrites.run(SMALL_BUDGET);
        assert!(first.wins(&board).is_ok(), "rewrite {rules}");
        let spent = first.spent();
        let mut run = rewrites.run(Budget {
            work: 2 * spent + spent / 2,
            ..SMALL_BUDGET
        });
        assert!(run.wins(&board).is_ok(), "rewrite {rules}");
        assert!(run.wins(&board).is_ok(), "rewrite {rules}");
        assert!(run.wins(&board).is_err(), "rewrite {rules}");
    }
}

/// Returns the rules and the letters of a graph of which this many vertices are all joined with each other, and the others
/// with none.
fn clique(rules: &str, joined: usize, vertices: usize) -> String {
    let mut text = format!("{rules} graph {vertices}");
    for from in 1..=joined {
        for to in from + 1..=joined {
            text.push_str(&format!(" {from}-{to}"));
        }
    }
    text
}

#[test]
fn paths_that_end_too_soon_are_counted() {
    let free = ".".repeat(13);
    let crosses = "X".repeat(13);
    for (rules, vertices) in [
        // As patterns, as moves that take cells, as parts of lists of cells, and as words that forbid and that end.
        (format!("{free}>{}X", ".".repeat(12)), 13),
        (format!("{free}>{crosses}"), 13),
        (format!("{free}>{}X", ".".repeat(12)), 130),
        (format!(".>X never {free}"), 13),
        (format!(".>X ends {free}"), 130),
    ] {
        let position = read::position(&format!("(.)^{vertices}"), None);
        let rules = clique(&rules, 12, vertices);
        let budget = Budget {
            work: 1 << 16,
            ..SMALL_BUDGET
        };
        let limit = limit(&rules, &position, budget, RewritePosition::value);
        assert_eq!(limit.kind, LimitKind::Work, "rewrite {rules}: {limit}");
    }
}

#[test]
fn places_of_words_of_all_lengths_are_counted() {
    let board = read::position("(.O)^300", None);
    let budget = Budget {
        work: 1 << 16,
        ..SMALL_BUDGET
    };
    let misere = ".*.>X*X misere";
    let limit = limit(misere, &board, budget, RewritePosition::wins_misere);
    assert_eq!(limit.kind, LimitKind::Work, "{limit}");
}

#[test]
fn a_word_adds_no_more_nodes_than_memory_has_room_for() {
    /// All letters that a row may have.
    const LETTERS: &str = "(0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz)^10";
    for (rules, row) in [("X.>.X", "(X.)^300"), ("_1_1>", LETTERS)] {
        let definition = Definition::new(&read::rules(rules));
        let row = read::position(row, None).letters();
        let mut table = WordTable::new(&definition, &row, row.len(), 1 << 20).expect("it is small");
        let mut account = StepMeter::new(1 << 30, 16);
        assert!(table.value(&row, &mut account).is_err(), "rewrite {rules}");
        let (nodes, most) = table.nodes();
        assert!(
            nodes as u64 <= most + 2 * row.len() as u64,
            "rewrite {rules}: {nodes} nodes of {most}"
        );
    }
}

#[test]
fn letters_that_a_move_leaves_are_counted() {
    let board = read::position("a^400", None);
    let budget = Budget {
        work: 1 << 20,
        ..SMALL_BUDGET
    };
    let limit = limit("aa> bb>", &board, budget, RewritePosition::value);
    assert_eq!(limit.kind, LimitKind::Work, "{limit}");
}
