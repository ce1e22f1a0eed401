//! The choice of the engine that answers a position of a rule, and the reason for it, as `--stats` prints both. Tables
//! also say in which ways they mark options ([`Way`]).
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

use grundy_graphs::choice::GraphEngine;

/// An engine, with the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEngine {
    /// [`crate::loopy`]: play need not end, so that all that can be reached is a graph to label.
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
            RuleEngine::Labels => GraphEngine::Labels.into(),
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

/// A way in which a table marks the options of positions, by the shape of a kind of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along the rays of a whole rule: `crate::dense::ray`.
    Rays,
    /// Along a strip of the table: `crate::dense::strips`.
    Strips,
    /// Along lists of members: `crate::dense::listed`.
    Lists,
    /// A batch of members at a time: `crate::dense::runs`.
    Batches,
    /// A kind of moves without a set: `crate::dense::runs`.
    SingleOptions,
}

impl From<Way> for &'static str {
    fn from(way: Way) -> Self {
        match way {
            Way::Rays => "rays",
            Way::Strips => "strips",
            Way::Lists => "lists",
            Way::Batches => "batches",
            Way::SingleOptions => "single options",
        }
    }
}

/// The engine that was chosen, and the ways that its table went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The engine.
    pub engine: RuleEngine,
    /// The ways, each once; none if the engine is no table.
    pub ways: Vec<Way>,
}

impl From<RuleEngine> for Chosen {
    fn from(engine: RuleEngine) -> Self {
        let ways = Vec::new();
        Chosen { engine, ways }
    }
}
