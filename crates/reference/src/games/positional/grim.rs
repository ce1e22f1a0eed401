//! Grim: a vertex with a neighbour goes, and with it those that this leaves without one.

use crate::games::boards::board::BoardCell;
use crate::games::entry::CatalogueGame;
use crate::games::positional::cells::{Vertices, name};
use crate::games::positional::place::must_be_untouched;
use crate::games::positional::taking::{Sets, Taking};
use crate::games::positional::vertices::VertexPairs;

pub(crate) static GRIM: CatalogueGame =
    CatalogueGame::of_values("grim", "grim 5 1-2 2-3 3-4 4-5:", |given| {
        must_be_untouched(given)?;
        let graph = VertexPairs::read(given, '-', u64::MAX)?;
        let all = graph.vertices()?;
        let takings = all.iter().map(|&vertex| taking(vertex, &graph.pairs));
        let takings = takings.collect();
        Ok(Sets::play(all, takings, Vec::new()))
    });

/// Returns the move that takes a vertex: one with a neighbour, while what goes leaves the neighbours.
fn taking(vertex: BoardCell, edges: &[[BoardCell; 2]]) -> Taking {
    let edges = edges.iter().filter(|edge| edge.contains(&vertex)).copied();
    Taking {
        needs: edges.map(Vertices::from).collect(),
        goes: [vertex].into(),
        text: name(&vertex),
    }
}
