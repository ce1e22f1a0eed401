//! The findings about a game.

use crate::identify::Match;
use crate::patterns::FoundFormula;
use crate::sample::Sampled;
use grundy_record::{Automaton, Period, Quotient};

/// The findings about a game.
#[derive(Clone, Debug)]
pub struct Study {
    /// The record.
    pub text: String,
    /// The known game that the rules are, in words, if they were written as others.
    pub known: Option<String>,
    /// The positions by their numbers, where a record does not say it: `(XO)^n`.
    pub family: Option<String>,
    /// The names of the numbers of a position in its rule.
    pub names: Vec<String>,
    /// The positions that were looked at.
    pub sampled: Sampled,
    /// The period of the values, proved; of outcomes if there are no values.
    pub period: Option<Period>,
    /// The largest number up to which the values were known when a period was looked for in vain.
    pub no_period_to: Option<u64>,
    /// A formula for the values, or for the outcomes, if one was found.
    pub values: Option<FoundFormula>,
    /// A formula that gives 1 for P-positions and else 0, if one was found.
    pub losing: Option<FoundFormula>,
    /// The automaton of the lost positions, proved for all numbers.
    pub automaton: Option<Automaton>,
    /// A position at which a formula that had fitted all positions looked at contradicts the rules.
    pub refuted: Option<Vec<i64>>,
    /// The games with the same values.
    pub same: Vec<Match>,
    /// The length of play from the position of the record, in words, if it is cheap to know.
    pub lasting: Option<String>,
    /// The misère quotient of all heaps, or the largest heap of the last that was found; no heap if that of all is
    /// infinite.
    pub misere: Option<Result<Quotient, Option<u64>>>,
}
