//! Node-Kayles: a move takes a vertex of a graph, or a cell of a board, and its neighbours with it.
//!
//! On paths and cycles it is Dawson's chess, 0.137.

#![expect(
    clippy::cast_possible_truncation,
    reason = "graphs of positional games have at most 2²⁶ vertices"
)]

use super::taking::LIMITS_OF_SEARCH;
use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;
use grundy_base::shares;

use super::boards::{grid, number, refuse_large};
use super::taking::{Names, TakingGame};
use crate::shared::vertices;
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup::{self, HalfTurn, MAX_BOARD_CELLS};
use grundy_placement::shapes::NEIGHBOURS;
use grundy_record::{Fault, Keyword, KnownMoves, Place, PositionKind, Record, Slot, Words};

/// The words about node-kayles for people.
const WORDS: Words = Words {
    name: "node-kayles",
    summary: "take a vertex and its neighbours",
    how_to_play: "A move takes a vertex with all its neighbours; on a board, a free cell with \
        its free neighbours to the four sides. The vertices or cells after the colon were taken \
        before, in this order. A player who cannot move loses; under `misere`, wins.",
    limits: LIMITS_OF_SEARCH,
    example: "node-kayles 5 1-2 2-3 3-4: 2",
    theorem: None,
};

/// The game in which a move takes a vertex and its neighbours.
pub static NODE_KAYLES: Standard = Standard::new(
    WORDS
        .parts(&[Slot::GraphOrBoard])
        .known_moves(KnownMoves::Neighbourhood)
        .position(PositionKind::Taken, "TAKEN…")
        .keywords(&[Keyword::Misere, Keyword::Damaged]),
    open,
);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    if record.has_board() {
        let mut grid = grid(record, &context.budget)?;
        for (i, cell) in record.position.tuples.iter().enumerate() {
            check(cell, i, 2, "a cell, `row,col`")?;
            let taken = number(&grid, cell, Place::Position(i))?;
            setup::with_pieces(&mut grid, NEIGHBOURS, &[taken]).map_err(|_| gone(i, cell))?;
        }
        refuse_large(&grid, HalfTurn::of_node_kayles, record)?;
        let names = Names::Cells(grid.columns);
        let setup = setup::placement(&grid, NEIGHBOURS, &context.budget)?;
        return TakingGame::open(setup, names, record, context);
    }
    let (count, edges) = graph(record, &context.budget)?;
    let mut left = vec![true; count];
    for (i, taken) in record.position.tuples.iter().enumerate() {
        check(taken, i, 1, "a vertex")?;
        let vertex = vertices::vertex(i, taken[0], count as u32)? - 1;
        let was_left = std::mem::take(&mut left[vertex as usize]);
        if !was_left {
            return Err(gone(i, taken));
        }
        for edge in &edges {
            if edge.from == vertex {
                left[edge.to as usize] = false;
            } else if edge.to == vertex {
                left[edge.from as usize] = false;
            }
        }
    }
    let setup = setup::node_kayles(&left, &edges, &context.budget)?;
    TakingGame::open(setup, Names::Vertex, record, context)
}

/// Checks that a thing taken is given by this many numbers.
fn check(taken: &[u64], index: usize, count: usize, what: &str) -> Result<(), Fault> {
    if taken.len() == count {
        return Ok(());
    }
    Err(Fault::new(
        Place::Position(index),
        format!("`{}` is not {what}", itertools::join(taken, ",")),
        "after the colon stand what was taken so far: vertices, or cells `row,col` of a board",
    ))
}

fn gone(index: usize, taken: &[u64]) -> Fault {
    Fault::new(
        Place::Position(index),
        format!("{} is gone already", itertools::join(taken, ",")),
        "what is taken was left by what was taken before: neither it nor a neighbour of it stands there",
    )
}

/// Reads the number of vertices and the edges of a record, vertices from 0, each edge checked.
///
/// # Errors
///
/// Fails if an edge names a vertex that is not there or joins one with itself, or at a limit.
pub(super) fn graph(record: &Record<'_>, budget: &Budget) -> Result<(usize, Vec<Edge>), Fault> {
    let rules = &record.rules;
    if !record.modifiers.damaged.is_empty() {
        return Err(Fault::new(
            Place::Damaged(0),
            "a graph has no damaged cells",
            "leave out its vertices",
        ));
    }
    let count = rules.vertices().unwrap_or(0);
    let most = MAX_BOARD_CELLS.min(shares::placement::vertices_of_a_graph(budget.memory));
    if count > most {
        let message = format!("graphs of this game have at most {most} vertices, not {count}");
        let limit = if most < MAX_BOARD_CELLS {
            Limit::memory(message)
        } else {
            Limit::fixed(message)
        };
        return Err(Fault::limit(Place::Limit, &limit));
    }
    let (_, edges) = vertices::declared(rules)?;
    if let Some(i) = edges.iter().position(|edge| edge.is_loop()) {
        let message = format!("{} is joined with itself", edges[i].from);
        return Err(Fault::new(
            Place::Edge(i),
            message,
            "an edge joins two vertices",
        ));
    }
    let from_zero = edges.iter().map(|edge| edge.map(|vertex| vertex - 1));
    Ok((count as usize, from_zero.collect()))
}
