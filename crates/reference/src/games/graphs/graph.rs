//! Tokens on a directed graph; play without end is a draw.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has at most 2,000,000 vertices"
)]

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::ListedMove;
use crate::{Fail, Res, text};

/// The most vertices of a graph.
const MAX_VERTICES_OF_GRAPH: u64 = 2_000_000;

pub(crate) static GRAPH: CatalogueGame =
    CatalogueGame::of_values("graph", "graph 4 1>2 2>3 1>3 3>4: 1 2", read);

/// The vertices to which a token on each vertex may go.
pub struct Graph(Vec<Vec<u64>>);

impl Graph {
    /// Returns the vertices to which a token on each vertex may go, from 0 on, which is none.
    pub fn targets(&self) -> &[Vec<u64>] {
        &self.0
    }
}

/// Reads a record of graph.
fn read(given: &Given<'_>) -> Res<Play> {
    let (count, arcs) = text::count_and_edges(&given.words, '>')?;
    let tokens = given.position()?.iter();
    let tokens = tokens.map(|word| text::number_within(word, count));
    let tokens = tokens.collect::<Res<Vec<u64>>>()?;
    Fail::TooLarge.when(count > MAX_VERTICES_OF_GRAPH)?;
    let tokens = tokens.into_iter().map(|token| vec![token]);
    let arcs = arcs.iter().map(|arc| (arc.from, arc.to));
    Ok(Play::new(Graph(targets(count, arcs)), tokens))
}

/// Returns the vertices to which arcs lead from each of 0, 1, …, ascending.
pub fn targets<T: Ord + Clone>(
    count: u64,
    arcs: impl IntoIterator<Item = (u64, T)>,
) -> Vec<Vec<T>> {
    let mut targets = vec![Vec::new(); count as usize + 1];
    for (from, to) in arcs {
        targets[from as usize].push(to);
    }
    for list in &mut targets {
        list.sort_unstable();
        list.dedup();
    }
    targets
}

impl GameDefinition for Graph {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let targets = self.0[position[0] as usize].iter();
        Ok(targets.map(|&to| ListedMove::to(&[to])).collect())
    }

    fn must_end(&self) -> bool {
        false
    }
}
