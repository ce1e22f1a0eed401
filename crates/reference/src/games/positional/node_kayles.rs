//! Node Kayles: a vertex goes with its neighbours; on a board, a free cell with those next to it.

use std::collections::HashSet;

use crate::games::boards::board::{BoardCell, BoardWord};
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::positional::cells::vertex;
use crate::games::positional::placement::on_cells;
use crate::games::positional::taking::each_takes;
use crate::games::positional::vertices::{MAX_NAMED_VERTICES, VertexPairs};
use crate::play::Play;
use crate::{Fail, Res, text};

pub(crate) static NODE_KAYLES: CatalogueGame =
    CatalogueGame::of_values("node-kayles", "node-kayles 5 1-2 2-3 3-4 4-5:", |given| {
        if BoardWord::CellsOrVertices.is_in(&given.record.rules) {
            on_cells(given, &given.words, |rows, cols| rows + cols == 1)
        } else {
            on_graph(given)
        }
    })
    .keywords("misere damaged")
    .board(BoardWord::CellsOrVertices);

/// Reads a record of the game on a graph.
fn on_graph(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.of("damaged").is_empty())?;
    let graph = VertexPairs::read(given, '-', MAX_NAMED_VERTICES)?;
    let taken = given.position()?.iter();
    let taken = taken.map(|word| text::number_within(word, graph.count).map(vertex));
    let taken = taken.collect::<Res<_>>()?;
    let all = graph.vertices()?;
    let edges: HashSet<[BoardCell; 2]> = graph.pairs.into_iter().collect();
    let near = |a, b| edges.contains(&[a, b]) || edges.contains(&[b, a]);
    each_takes(all, near, taken)
}
