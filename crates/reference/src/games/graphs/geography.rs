//! Vertex geography on an undirected graph: a token goes along edges and never comes back.

use fxhash::FxHashSet;

use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::graphs::walk::walk;
use crate::play::Play;
use crate::{Edge, Fail, Res, text};

pub(crate) static GEOGRAPHY: CatalogueGame =
    CatalogueGame::of_outcomes("geography", "geography 4 1-2 2-3 3-4: 1", read);

/// Reads a record of geography.
fn read(given: &Given<'_>) -> Res<Play> {
    let (count, edges) = text::count_and_edges(&given.words, '-')?;
    let path = given.record.numbers()?;
    Fail::Wrong.when(path.is_empty())?;
    let edges = edges.into_iter().filter(|edge| edge.from != edge.to);
    let edges: FxHashSet<Edge> = edges.collect();
    let are_joined = |from: u64, to: u64| {
        let edge = Edge { from, to };
        edges.contains(&edge) || edges.contains(&edge.reversed())
    };
    let walk = walk(count, &path, are_joined, edges.iter().copied())?;
    Ok(walk.play(&path))
}
