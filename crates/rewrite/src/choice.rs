//! The choice of the engine that answers questions about a position, as `--stats` prints it.

use grundy_heaps::choice::HeapEngine;
use grundy_placement::choice::PlacementEngine;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteEngine {
    /// `crate::one_letter`: rows are a game of taking and breaking, whose values are known.
    Runs,
    /// `crate::one_letter`: this engine finds the values.
    RunsBy(HeapEngine),
    /// `crate::taking`: rules are those of a positional game.
    Taking,
    /// `crate::taking`: a part of the position gets this search.
    TakingBy(PlacementEngine),
    /// `crate::words`: a short row, or one that comes to few words.
    Words,
    /// `crate::nogo`.
    NoGo,
    /// `crate::picture`: positions that fit a layout.
    Parts,
    /// `crate::large`: positions that fit no layout, in parts.
    Large,
    /// `crate::slow`: positions that fit no layout and do not split.
    Whole,
}

impl From<RewriteEngine> for &'static str {
    fn from(engine: RewriteEngine) -> Self {
        match engine {
            RewriteEngine::Runs => "rewrite by the values of runs: a game of taking and breaking",
            RewriteEngine::RunsBy(engine) => engine.into(),
            RewriteEngine::Taking => "rewrite as a positional game",
            RewriteEngine::TakingBy(engine) => engine.into(),
            RewriteEngine::Words => "rewrite by words between dead letters",
            RewriteEngine::NoGo => "rewrite by parts: NoGo's planes",
            RewriteEngine::Parts => "rewrite by parts",
            RewriteEngine::Large => "rewrite by parts that are searched alone: too large for one",
            RewriteEngine::Whole => "rewrite by whole positions: they do not split",
        }
    }
}
