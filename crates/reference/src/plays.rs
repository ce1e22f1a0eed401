//! The asks about all plays from a position. Every game answers them, and their words and definitions stand here alone.

use crate::PlayOutcome;
use crate::explore::Played;

/// An ask about all plays from a position.
pub struct AskAboutPlays {
    /// The word of the ask.
    pub word: &'static str,
    /// Its definition: the text of the answer for the first of the sums that were played out.
    pub answer: fn(&Played) -> String,
}

/// The asks about all plays.
pub const ASKS_ABOUT_PLAYS: &[AskAboutPlays] = &[
    AskAboutPlays {
        word: "remoteness",
        answer: |played| text_or(remoteness(played), "-"),
    },
    AskAboutPlays {
        word: "birthday",
        answer: |played| text_or(birthday(played), "inf"),
    },
];

/// Returns the text of a number, or another one if there is no number.
fn text_or(number: Option<u64>, without: &str) -> String {
    number.map_or_else(|| without.to_owned(), |number| number.to_string())
}

/// Returns the number of moves to the end if the winner hurries and the loser holds out; none if play is drawn.
fn remoteness(played: &Played) -> Option<u64> {
    let first = played.solved[0];
    (first.outcome != PlayOutcome::Draw).then_some(first.remoteness)
}

/// Returns the number of moves of the longest play: 0 without options, else one more than the largest number of an option;
/// none if play may not end.
fn birthday(played: &Played) -> Option<u64> {
    let order = played.order.as_ref()?;
    let mut birthdays = vec![0; order.len()];
    for &at in order {
        let options = played.options[at as usize].iter();
        let largest = options.map(|&to| birthdays[to as usize] + 1).max();
        birthdays[at as usize] = largest.unwrap_or(0);
    }
    birthdays.first().copied()
}
