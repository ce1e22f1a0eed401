//! The choice of the engine that answers a question about a graph, as `--stats` prints it. Each question has one.

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphEngine {
    /// [`crate::matching`]: a token that never returns, and the factor game.
    Matching,
    /// [`crate::loopy`]: tokens on a directed graph.
    Labels,
}

impl From<GraphEngine> for &'static str {
    fn from(engine: GraphEngine) -> Self {
        match engine {
            GraphEngine::Matching => "maximum matching: leaves first, then alternating trees",
            GraphEngine::Labels => {
                "graph: components behind all they lead to, cycles labelled backward"
            }
        }
    }
}
