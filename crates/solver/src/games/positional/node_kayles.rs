//! Node-Kayles: a move takes a vertex of a graph, or a cell of a board, and its neighbours with it.
//!
//! On paths and cycles it is Dawson's chess, 0.137.

use super::boards::{grid, number, outside};
use super::taking::{Names, TakingGame};
use crate::games::vertices;
use crate::games::{Context, Opening, Standard, words};
use crate::record::{Fault, Keyword, Place, PositionKind, Record, Signature, Slot};
use crate::theory::budget::{Budget, Limit};
use crate::theory::positional::setup::{self, MAX_BOARD_CELLS};

static SIGNATURE: Signature = words("node-kayles")
    .parts(&[Slot::GraphOrBoard])
    .position(PositionKind::Rows, "TAKEN…")
    .keywords(&[Keyword::Misere, Keyword::Damaged]);

/// Take a vertex and its neighbours.
pub static NODE_KAYLES: Standard = Standard::new(&SIGNATURE, open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
    let rules = &record.rules;
    if rules.board().is_some() {
        let mut grid = grid(record, &context.budget)?;
        for (i, word) in record.position.rows.iter().enumerate() {
            let cell = numbers(word, i, 2, "a cell, `row,col`")?;
            let taken = number(&grid, &cell).ok_or_else(|| outside(Place::Position(i), &cell, &grid))?;
            let (row, column) = grid.place(taken);
            if !grid.free[taken as usize] {
                return Err(gone(i, &itertools::join(&cell, ",")));
            }
            for other in 0..grid.free.len() as u32 {
                let (other_row, other_column) = grid.place(other);
                if row.abs_diff(other_row) + column.abs_diff(other_column) <= 1 {
                    grid.free[other as usize] = false;
                }
            }
        }
        let names = Names::Cells(grid.columns);
        let setup = setup::node_kayles_board(&grid, &context.budget)?;
        return TakingGame::open(setup, names, record, context);
    }
    let (count, edges) = graph(record, &context.budget)?;
    let mut left = vec![true; count];
    for (i, word) in record.position.rows.iter().enumerate() {
        let vertex = numbers(word, i, 1, "a vertex")?[0];
        let index = usize::try_from(vertex).ok().and_then(|vertex| vertex.checked_sub(1));
        let Some(index) = index.filter(|&index| index < count) else {
            return Err(Fault::new(
                Place::Position(i),
                format!("there is no vertex {vertex}"),
                format!("the vertices are 1 to {count}"),
            ));
        };
        if !std::mem::replace(&mut left[index], false) {
            return Err(gone(i, &vertex.to_string()));
        }
        for &(a, b) in &edges {
            if a as usize == index {
                left[b as usize] = false;
            } else if b as usize == index {
                left[a as usize] = false;
            }
        }
    }
    let setup = setup::node_kayles(&left, &edges, &context.budget)?;
    TakingGame::open(setup, Names::Vertex, record, context)
}

/// The numbers of a word of the position, joined by commas.
fn numbers(word: &[u8], index: usize, count: usize, what: &str) -> Result<Vec<u64>, Fault> {
    let text = String::from_utf8_lossy(word);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parsed: Option<Vec<u64>> =
        text.split(',').map(|part| part.parse().ok().filter(|_| is_number(part))).collect();
    parsed.filter(|numbers| numbers.len() == count).ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        Fault::new(
            Place::Position(index),
            format!("`{shown}` is not {what}"),
            "after the colon stand what was taken so far: vertices, or cells `row,col` of a board",
        )
    })
}

fn gone(index: usize, what: &str) -> Fault {
    Fault::new(
        Place::Position(index),
        format!("{what} is gone already"),
        "what is taken was left by what was taken before: neither it nor a neighbour of it stands there",
    )
}

/// The number of vertices and the edges of a record, vertices from 0, each edge checked.
///
/// # Errors
///
/// If an edge names a vertex that is not there or joins one with itself, or at a limit.
pub(super) fn graph(record: &Record<'_>, budget: &Budget) -> Result<(usize, Vec<(u32, u32)>), Fault> {
    let rules = &record.rules;
    if !record.modifiers.damaged.is_empty() {
        return Err(Fault::new(Place::Damaged(0), "a graph has no damaged cells", "leave out its vertices"));
    }
    let graph = &rules.graph;
    let most = MAX_BOARD_CELLS.min(budget.memory / 64);
    if graph.vertices > most {
        let message = format!("graphs of this game have at most {most} vertices, not {}", graph.vertices);
        let limit = if most < MAX_BOARD_CELLS { Limit::memory(message) } else { Limit::fixed(message) };
        return Err(Fault::limit(Place::Limit, &limit));
    }
    let edges = vertices::declared(rules)?.1;
    if let Some(i) = edges.iter().position(|(a, b)| a == b) {
        let message = format!("{} is joined with itself", edges[i].0);
        return Err(Fault::new(Place::Edge(i), message, "an edge joins two vertices"));
    }
    Ok((graph.vertices as usize, edges.iter().map(|&(a, b)| (a - 1, b - 1)).collect()))
}
