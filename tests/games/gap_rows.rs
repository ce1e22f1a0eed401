//! Gap rows: a game in one file, which is a rule. It is the model of a game of which a rule says it all.

use std::sync::LazyLock;

use grundy_games::own_rules::ByRule;
use grundy_record::{Theorem, Words};

/// The words about the game for people.
const WORDS: Words = Words {
    name: "gap-rows",
    summary: "two pieces in each row; move one towards the other",
    how_to_play: "Each row has a piece of either side, the first to the left of the second. A \
        move takes one piece of a row any number of squares towards the other, and not onto it. \
        Several rows are a sum. A player who cannot move loses.",
    limits: "squares to 2^63-1, within --max-work and --max-memory",
    example: "gap-rows: 2,7 1,4",
    theorem: Some(Theorem::of_normal_play(
        "A row counts like a heap of Nim as large as the gap between its pieces",
        "Winning Ways, chapter 3",
    )),
};

/// The options of a row, and which two numbers are one.
const RULE: &str = "[a,b] -> [a+k,b] for k in 1..b-a-1 | [a,b-k] for k in 1..b-a-1 \
    ; legal if a < b";

/// Gap rows.
pub static GAP_ROWS: LazyLock<ByRule> = LazyLock::new(|| ByRule::of_catalogue(WORDS, RULE));
