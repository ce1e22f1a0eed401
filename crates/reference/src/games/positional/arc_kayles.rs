//! Arc Kayles: an edge goes with both of its vertices.

use crate::games::boards::board::BoardCell;
use crate::games::entry::CatalogueGame;
use crate::games::positional::place::must_be_untouched;
use crate::games::positional::taking::{Taking, in_order};
use crate::games::positional::vertices::{MAX_NAMED_VERTICES, VertexPairs};

pub(crate) static ARC_KAYLES: CatalogueGame =
    CatalogueGame::of_values("arc-kayles", "arc-kayles 5 1-2 2-3 3-4 4-5:", |given| {
        must_be_untouched(given)?;
        let graph = VertexPairs::read(given, '-', MAX_NAMED_VERTICES)?;
        let takings = graph.pairs.iter().map(taking).collect();
        Ok(in_order(graph.vertices()?, takings))
    })
    .keywords("misere");

/// Returns the move that takes an edge.
fn taking(&[a, b]: &[BoardCell; 2]) -> Taking {
    Taking {
        needs: vec![[a, b].into()],
        goes: [a, b].into(),
        text: format!("{}-{}", a.col, b.col),
    }
}
