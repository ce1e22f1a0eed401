//! Records with a number of vertices, or elements, and pairs of them.

use itertools::Itertools;

use crate::games::boards::board::BoardCell;
use crate::games::given::Given;
use crate::games::positional::cells::{Vertices, vertex};
use crate::{Fail, Res, text};

/// The most vertices of a graph.
const MAX_GRAPH: u64 = 1000;

/// The largest number of vertices that a record may have, but for `grim`.
pub(super) const MAX_NAMED_VERTICES: u64 = u32::MAX as u64 - 1;

/// A number of vertices and pairs of different ones.
pub(super) struct VertexPairs {
    /// The number of vertices.
    pub(super) count: u64,
    /// The pairs, each once.
    pub(super) pairs: Vec<[BoardCell; 2]>,
}

impl VertexPairs {
    /// Reads the rules of a record without a drawn board, whose pairs have this sign between them and which has at most
    /// as many vertices.
    pub(super) fn read(given: &Given<'_>, sign: char, most: u64) -> Res<VertexPairs> {
        Fail::Wrong.when(given.record.position.is_none())?;
        let (count, edges) = text::count_and_edges(&given.words, sign)?;
        Fail::Wrong.when(count > most || edges.iter().any(|edge| edge.from == edge.to))?;
        let pairs = edges
            .iter()
            .map(|edge| [vertex(edge.from), vertex(edge.to)]);
        Ok(VertexPairs {
            count,
            pairs: pairs.unique().collect(),
        })
    }

    /// Returns the vertices, if they are few.
    pub(super) fn vertices(&self) -> Res<Vertices> {
        few(self.count)
    }
}

/// Returns the vertices up to a number, if they are few.
pub(super) fn few(count: u64) -> Res<Vertices> {
    Fail::TooLarge.when(count > MAX_GRAPH)?;
    Ok((1..=count).map(vertex).collect())
}
