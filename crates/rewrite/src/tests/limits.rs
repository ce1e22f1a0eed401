//! Limits that are met at once: what takes too much work or memory is refused before it is done.

use grundy_base::budget::{Budget, Limit, LimitKind};
use grundy_rules::rewrite::LetterBoard;

use super::{SMALL_BUDGET, read};
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
