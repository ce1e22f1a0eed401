//! The reference: every game by its definition.
//!
//! It answers every record whose positions can be explored, so that all else can be held to it, and shares no line with
//! the solver: records are read once more ([`text`]), the options of each game are those of its rules ([`moves`]),
//! values are the mex of the options' values and outcomes come by backward induction ([`explore`]), and all asks are
//! answered from these ([`mod@answers`]). Nothing is clever, and speed is no aim.
//!
//! Positions that are too many to explore are answered by a theorem if one is known, which is named as such
//! ([`theorems`]), or by evidence that came with the record ([`play::Evidence`]). All else is not answered.
#![warn(missing_docs)]

pub mod answers;
pub mod explore;
pub mod game;
pub mod matching;
pub mod moves;
pub mod period;
pub mod play;
pub mod ranges;
pub mod repeats;
pub mod statements;
pub mod text;
pub mod theorems;
pub mod windows;

use std::hash::Hash;

use fxhash::FxBuildHasher;
use indexmap::IndexSet;

pub use answers::answers;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The record is wrong.
    Wrong,
    /// The record is right, as far as can be seen, but too large to explore.
    TooLarge,
    /// The evidence that came with the record proves nothing of the kind.
    Forged,
    /// An expression has no value: what needs it does not exist.
    Undefined,
}

impl Fail {
    /// Fails in this way if something is so.
    ///
    /// # Errors
    ///
    /// This failure.
    pub fn when(self, is_so: bool) -> Res<()> {
        if is_so { Err(self) } else { Ok(()) }
    }

    /// Returns the value of a result, or none if this failure is why there is none.
    ///
    /// # Errors
    ///
    /// Another failure.
    pub fn or_none<T>(self, value: Res<T>) -> Res<Option<T>> {
        match value {
            Ok(value) => Ok(Some(value)),
            Err(fail) if fail == self => Ok(None),
            Err(fail) => Err(fail),
        }
    }
}

/// A value, or why there is none.
pub type Res<T> = Result<T, Fail>;

/// The ground on which an answer rests, the weakest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// The definition, from which the answer is computed.
    Definition,
    /// The evidence that came with the answer.
    Certificate,
    /// A theorem of the literature.
    Theorem,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayOutcome {
    /// The player to move.
    Win,
    /// The other player.
    Lose,
    /// Nobody.
    Draw,
}

/// An ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// The word of the ask.
    pub word: &'static str,
    /// The numbers that follow the word.
    pub numbers: AskNumbers,
}

/// The numbers that follow the word of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AskNumbers {
    /// No number follows.
    None,
    /// The first and the last heap, of `sequence a-b`.
    Slice {
        /// The first heap.
        first: u64,
        /// The last heap.
        last: u64,
    },
    /// The modulus, of `paths%m`.
    Modulus(u64),
}

/// A set in the order in which its members came.
pub type Ordered<T> = IndexSet<T, FxBuildHasher>;

/// Returns everything that is met from the first ones on, the nearest first; `visit` says what is met from each.
///
/// # Errors
///
/// The first error of `visit`.
pub fn met<T: Clone + Eq + Hash>(
    first: impl IntoIterator<Item = T>,
    mut visit: impl FnMut(&T) -> Res<Vec<T>>,
) -> Res<Ordered<T>> {
    let mut met: Ordered<T> = first.into_iter().collect();
    let mut at = 0;
    while let Some(one) = met.get_index(at).cloned() {
        met.extend(visit(&one)?);
        at += 1;
    }
    Ok(met)
}

/// The values that matter for a mex are less, since no position has so many options.
const MAX_OPTIONS: u64 = 1 << 24;

/// Returns the least number that is not among these.
#[expect(clippy::cast_possible_truncation, reason = "values are below 2²⁴ here")]
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut met = Vec::new();
    for value in values.into_iter().filter(|&value| value < MAX_OPTIONS) {
        if value as usize >= met.len() {
            met.resize(value as usize + 1, false);
        }
        met[value as usize] = true;
    }
    met.iter().position(|is_met| !is_met).unwrap_or(met.len()) as u64
}
