//! Patterns in the values of a game: statements found by looking, each with how far it was verified.
//!
//! A [`Sample`] is what is known of the positions of a game; [`find`] looks for a [`Formula`] that gives
//! the value of every one of them. A formula is accepted only if it is shorter than the sample:
//! if several positions speak for each number that it was fitted to. That is evidence and no proof.

mod digits;
mod edges;
mod features;
mod flags;
pub mod formula;
mod found;
mod irrational;
mod line;
mod losing;
mod sample;
mod several;

pub use formula::{Formula, Function, Op, Quadratic};
pub use found::{FoundFormula, Proof};
pub use sample::Sample;

use edges::at_edges;
use flags::in_two;

/// Finds a formula for the values of all positions.
///
/// # Complexity
///
/// Some thousand formulas are tried, nearly all of which fail at one of the first positions; with one
/// number O(n²) steps for periods. Samples of some thousand positions are meant.
pub fn find(sample: &Sample) -> Option<FoundFormula> {
    look(sample, line::simple, several::find)
}

/// Finds a formula that gives 1 for P-positions and 0 for all others, in a sample with these values.
///
/// # Complexity
///
/// The time is that of [`find`].
pub fn find_losing(sample: &Sample) -> Option<FoundFormula> {
    look(sample, losing::in_line, losing::in_several)
}

/// Looks for a formula of one number in one way, and then by its digits; of several numbers in another.
fn look(
    sample: &Sample,
    in_line: fn(&[Option<i64>]) -> Option<Formula>,
    in_several: fn(&Sample) -> Option<Formula>,
) -> Option<FoundFormula> {
    if sample.arity == 1 {
        at_edges(sample, &|sample| in_line(&sample.line()))
            .or_else(|| at_edges(sample, &|sample| line::by_digits(&sample.line())))
    } else {
        at_edges(sample, &in_several)
            .or_else(|| in_two(sample, &|part| look(part, in_line, in_several)))
    }
}
