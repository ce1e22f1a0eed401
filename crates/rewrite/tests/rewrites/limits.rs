//! Limits that are met at once: what takes too much work or memory is refused before it is done.

use grundy_base::budget::{Budget, Limit, LimitKind, StepMeter};
use grundy_base::random::Random;
use grundy_base::sync::interrupt::{interruptible, is_wanted};
use grundy_rules::rewrite::LetterBoard;

use super::{SMALL_BUDGET, read};
use grundy_rewrite::{RewriteFault, RewritePosition, Rewrites, WordTable};

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
        let read_rules = read::rules(rules);
        let row = read::position(row, None).letters();
        let mut table = WordTable::of(&read_rules, &row, row.len(), 1 << 20).expect("it is small");
        let mut account = StepMeter::new(1 << 30, 16);
        assert!(table.value(&row, &mut account).is_err(), "rewrite {rules}");
        let nodes = table.nodes() as u64;
        let most = table.most_nodes();
        assert!(
            nodes <= most + 2 * row.len() as u64,
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

#[test]
fn options_on_the_path_are_memory() {
    let board = read::position("(.)^300", None);
    // The steps of a few levels; the options of one take more bytes than their share.
    let budget = Budget {
        work: 1 << 12,
        memory: 1 << 18,
        ..SMALL_BUDGET
    };
    let limit = limit(".>X ends XXX", &board, budget, RewritePosition::value);
    assert_eq!(limit.kind, LimitKind::Memory, "{limit}");
}

#[test]
fn moves_of_a_position_are_memory() {
    let board = read::position("(.)^200", None);
    let budget = Budget {
        memory: 1 << 20,
        ..SMALL_BUDGET
    };
    let limit = limit(".*.>X*X ends OO", &board, budget, |position| {
        position.moves().map(<[_]>::len)
    });
    assert_eq!(limit.kind, LimitKind::Memory, "{limit}");
}

/// The instances of the rules are 26 times as many as the cells that parts show.
#[test]
fn a_cell_is_shown_once_by_each_part() {
    /// The number of parts, each of a cell and of those next to it, which never change.
    const PARTS: u32 = 1000;
    let rules: Vec<String> = ('a'..='z').map(|letter| format!("A.>A{letter}")).collect();
    let rewrites = Rewrites::new(&read::rules(&format!("{} turned", rules.join(" "))));
    let board = read::position(&format!("(A.)^{PARTS}"), None);
    let parts = rewrites.parts(&board, SMALL_BUDGET);
    let expected = (0..PARTS).map(|part| {
        let cells = 2 * part..=(2 * part + 2).min(2 * PARTS - 1);
        cells.collect()
    });
    assert_eq!(parts, Ok(Some(expected.collect())));
}

#[test]
fn a_solve_that_was_stopped_leaves_no_table_to_others() {
    let rules = read::rules("XOX>O.O OXO>X.X XX>.O OO>X.");
    let mut random = Random::new(5);
    let mut stopped = 0;
    for _ in 0..4 {
        let row: Vec<u8> = (0..24)
            .filter_map(|_| random.pick(b"XO").copied())
            .collect();
        let board = LetterBoard::row(&row);
        let value = |rewrites: &Rewrites| {
            let position = rewrites.position(&board, Budget::default());
            position.expect("it is legal").value()
        };
        let rewrites = Rewrites::new(&rules);
        let ended = interruptible(
            || true,
            || {
                // The search is given up where it first looks, since that is wanted by then.
                while !is_wanted() {
                    std::thread::yield_now();
                }
                value(&rewrites)
            },
        );
        stopped += u64::from(ended.is_err());
        assert_eq!(value(&rewrites), value(&Rewrites::new(&rules)), "{board:?}");
    }
    assert!(stopped > 0, "none was stopped");
}
