//! Geography: an undirected graph, a token on a vertex; a move takes it along an edge to a vertex
//! never visited. A player who cannot move loses.
//!
//! The player to move wins exactly when every maximum matching of the graph without the vertices
//! already left covers the token's vertex (Fraenkel, Scheinerman and Ullman 1993); so the winning
//! moves are the token's neighbours that some maximum matching of the vertices not visited misses.
//! See [`matching`](grundy_graphs::matching) for how they are found.

use itertools::Itertools;

use crate::shared::number_pick::Pick;
use crate::shared::vertices::{Vertices, declared, named};
use crate::{Context, PositionResult, Standard};
use grundy_graphs::choice::GraphEngine;
use grundy_graphs::matching::{Graph, decompose};
use grundy_record::{AskSet, Fault, KnownMoves, Look, Place, Record, Slot, Structure, Words};

/// The words about geography for people.
const WORDS: Words = Words {
    name: "geography",
    summary: "move a token along edges, never back to a vertex",
    how_to_play: "Undirected vertex geography: a token stands on a vertex of a graph. A move \
        takes it along an edge to a vertex it has never visited; a player who cannot move loses. \
        The position is the start vertex; further numbers are the path so far, the token on the \
        last. Several starts are several records: `: 1 4 6` is the path from 1 over 4 to 6.",
    limits: "4294967294 vertices and 2147483647 edges; memory: some 40 bytes a vertex and 20 an \
        edge",
    example: "geography 4 1-2 2-3 3-4: 2",
    theorem: None,
};

/// Undirected vertex geography.
pub static GEOGRAPHY: Standard = Standard::new(
    WORDS
        .numbers(Structure::Path, Look::Walk, "PATH…")
        .slots(&[Slot::Edges])
        .known_moves(KnownMoves::Walk)
        .asks(AskSet::EVERY_GAME),
    open,
);

/// Returns whether each vertex was visited, by the path of the token, which follows edges and meets no vertex twice.
fn visited(path: &[u32], vertices: &Vertices, graph: &Graph) -> Result<Vec<bool>, Fault> {
    let mut visited = vec![false; vertices.order()];
    for (i, &vertex) in path.iter().enumerate() {
        let wrong = |message: String, help| Err(Fault::new(Place::Position(i), message, help));
        let index = vertices.index(vertex);
        let was_visited = std::mem::replace(&mut visited[index as usize], true);
        if was_visited {
            return wrong(
                format!("vertex {vertex} was visited before"),
                "the token never comes back to a vertex",
            );
        }
        if let Some(before) = i.checked_sub(1).map(|before| path[before])
            && !graph.row(vertices.index(before)).contains(&index)
        {
            let help = "the path follows the edges, the token on its last vertex; another start is a record of its own";
            return wrong(format!("there is no edge {before}-{vertex}"), help);
        }
    }
    Ok(visited)
}

/// Opens a position: a token on the last vertex of its path.
fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let (limit, declared) = declared(&record.rules)?;
    let path = named(&record.position.numbers, limit)?;
    let Some(&token) = path.last() else {
        return Err(Fault::new(
            Place::EndOfPosition,
            "the start vertex is missing",
            "write it after the colon: `geography 4 1-2 2-3 3-4: 2`",
        ));
    };
    let budget = &context.budget;
    let vertices = Vertices::new(limit, declared, &path, budget)?;
    let mut buffer = Vec::new();
    let edges = vertices.edges(declared, &mut buffer);
    let graph = Graph::from_edges(vertices.order(), edges, budget)?;
    let visited = visited(&path, &vertices, &graph)?;
    let token = vertices.index(token);
    // Indices ascend as names do.
    let unvisited = graph
        .row(token)
        .iter()
        .copied()
        .filter(|&w| !visited[w as usize]);
    let followers: Vec<u32> = unvisited.sorted_unstable().dedup().collect();
    let names =
        |indices: &[u32], vertices: &Vertices| indices.iter().map(|&i| vertices.name(i)).collect();
    let edges = move || {
        declared
            .iter()
            .copied()
            .filter(|edge| !path.contains(&edge.from) && !path.contains(&edge.to))
            .collect()
    };
    Ok(Box::new(Pick::new(
        names(&followers, &vertices),
        edges,
        move |_| {
            context.notes.engine(GraphEngine::Matching);
            let found = decompose(&graph, |v| visited[v as usize], budget)?;
            let winning: Vec<u32> = followers
                .iter()
                .copied()
                .filter(|&v| found.is_missed(v))
                .collect();
            Ok(names(&winning, &vertices))
        },
    )))
}
