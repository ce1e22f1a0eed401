//! The choice of the engine that answers a position of a rule, and the reason for it, as `--stats` prints both.
//! `solver/find.rs` tries the engines in the order of their cost, which is measured while they are tried.
//!
//! | rules | engines | chosen by |
//! | --- | --- | --- |
//! | `loopy` | [`RuleEngine::Labels`] | |
//! | one number, and a shape whose periods are proved | [`RuleEngine::Period`] | a number from 2¹⁴ on |
//! | all others | [`RuleEngine::ReachedFew`] | what exploring costs so far, compared with a table |
//! | | [`RuleEngine::Pattern`] | a theorem, or a table that takes longer than the search for a pattern |
//! | | [`RuleEngine::Table`] to [`RuleEngine::OutcomeTable`] | the steps of a box |
//! | | [`RuleEngine::ReachedAtLast`] | no other |

/// An engine, with the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEngine {
    /// [`crate::reach`], labelled backward: play need not end.
    Labels,
    /// [`crate::period`].
    Period,
    /// [`crate::reach`]: few positions can be reached.
    ReachedFew,
    /// [`crate::reach`]: there is neither table nor pattern.
    ReachedAtLast,
    /// [`crate::wide`]: positions are lists, or moves leave any number of parts.
    ReachedWide,
    /// A pattern proved for all positions, by [`crate::theorems`] or by an automaton.
    Pattern,
    /// [`crate::dense`]: the values of a box.
    Table,
    /// [`crate::dense`]: the outcomes of a box, along rays.
    RayTable,
    /// [`crate::dense`]: the outcomes of a box whose values do not fit in memory.
    OutcomeTable,
}

impl From<RuleEngine> for &'static str {
    fn from(engine: RuleEngine) -> Self {
        match engine {
            RuleEngine::Labels => {
                "rule with endless play: all that can be reached, labelled backward"
            }
            RuleEngine::Period => "rule with a proved period",
            RuleEngine::ReachedFew => "rule top down: few positions can be reached",
            RuleEngine::ReachedAtLast => "rule top down: neither table nor pattern",
            RuleEngine::ReachedWide => "rule top down: lists, or any number of parts",
            RuleEngine::Pattern => {
                "rule with a pattern proved for all positions: too large for a table"
            }
            RuleEngine::Table => "rule by a table of all positions of a box",
            RuleEngine::RayTable => "rule by a table of outcomes: moves along rays",
            RuleEngine::OutcomeTable => "rule by a table of outcomes: values do not fit",
        }
    }
}
