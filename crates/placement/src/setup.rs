//! The positional games as lists of moves.

#![expect(
    clippy::cast_possible_truncation,
    reason = "boards have at least one row and column and at most 2²⁶ cells; elements of a poset have 32 bits"
)]

use super::beyond::{MAX_SEARCHED_CELLS, beyond_search};
use super::described::Setup;
use super::shapes::{Piece, ShapeCell, each_attacked, is_connected};
use super::take_list::TakeList;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::edge::Edge;
use grundy_base::shares;
use grundy_base::sync::interrupt;

/// A board with some of its cells gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// Whether each cell is free, in reading order.
    pub free: Vec<bool>,
}

/// The numbers of a list of moves that each move counts for, besides its cells: the end of its needs, the end of what
/// goes with them, its part, and its place in the list of that part.
const NUMBERS_A_MOVE: usize = 4;

/// The largest number of cells of a board.
pub const MAX_BOARD_CELLS: u64 = 1 << 26;

/// The facts that the half turn of a board says of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfTurn {
    /// The value is 0: every move is answered by its image.
    Zero,
    /// The value is more than 0: a move in the middle leaves the value 0.
    Positive,
    /// The half turn says nothing.
    Open,
}

impl HalfTurn {
    /// Returns what it says of a board of Cram without damage. If both sides are even, no move meets its image; if one
    /// is, the two cells in the middle are their own image (Gardner 1974).
    pub fn of_cram(rows: u32, columns: u32) -> HalfTurn {
        match (rows % 2, columns % 2) {
            (0, 0) => HalfTurn::Zero,
            (1, 1) => HalfTurn::Open,
            _ => HalfTurn::Positive,
        }
    }

    /// Returns what it says of Node-Kayles on a board without damage. If both sides are even, no cell is next to its
    /// image; if none is, the cell in the middle is its own image.
    pub fn of_node_kayles(rows: u32, columns: u32) -> HalfTurn {
        match (rows % 2, columns % 2) {
            (0, 0) => HalfTurn::Zero,
            (1, 1) => HalfTurn::Positive,
            _ => HalfTurn::Open,
        }
    }
}

impl Grid {
    /// Returns the limit of a board that is one part with too many cells to be searched, as far as that shows before
    /// any move is listed: no cell is gone, and there are two rows and two columns or more.
    pub fn not_searched(&self) -> Option<Limit> {
        let cells = self.free.len();
        let is_large = cells > MAX_SEARCHED_CELLS && self.rows > 1 && self.columns > 1;
        let is_whole = is_large && self.free.iter().all(|&free| free);
        is_whole.then(|| beyond_search(cells))
    }

    /// Makes a board without damage.
    ///
    /// # Errors
    ///
    /// Fails when it has more cells than the limits allow.
    pub fn new(rows: u64, columns: u64, budget: &Budget) -> Result<Self, Limit> {
        let cells = rows
            .checked_mul(columns)
            .filter(|&cells| cells <= MAX_BOARD_CELLS);
        let Some(cells) = cells else {
            return Err(Limit::fixed(format!(
                "boards of positional games have at most {MAX_BOARD_CELLS} cells, not {rows}x{columns}"
            )));
        };
        // A cell takes a few bytes here, and some in each list of its moves.
        if cells.saturating_mul(64) > budget.memory {
            return Err(Limit::memory(format!(
                "a board of {cells} cells takes more than {} bytes",
                budget.memory
            )));
        }
        Ok(Grid {
            rows: rows as u32,
            columns: columns as u32,
            free: vec![true; cells as usize],
        })
    }

    /// Returns the number of a cell from its row and its column, which count from 0.
    pub fn cell(&self, row: u32, column: u32) -> u32 {
        row * self.columns + column
    }

    /// Returns the free cells, in reading order.
    fn cells(&self) -> impl Iterator<Item = u32> {
        (0..)
            .zip(&self.free)
            .filter(|(_, free)| **free)
            .map(|(cell, _)| cell)
    }

    /// Returns the cell that is a step away from another, if it is on the board and free.
    fn free_cell_at(&self, from: u32, step: ShapeCell) -> Option<u32> {
        let from = self.place(from);
        let row = u32::try_from(i64::from(from.row) + step.row).ok()?;
        let column = u32::try_from(i64::from(from.column) + step.column).ok()?;
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let cell = self.cell(row, column);
        self.free[cell as usize].then_some(cell)
    }

    /// Returns the position of these moves on the free cells.
    fn setup(&self, moves: TakeList) -> Setup {
        Setup {
            left: self.free.clone(),
            moves,
            columns: Some(self.columns),
            ..Setup::default()
        }
    }

    /// Returns the row and the column of a cell, from 0.
    pub fn place(&self, cell: u32) -> Cell {
        Cell::of(cell, self.columns)
    }
}

/// A list of moves that is bounded by memory.
struct Listed {
    /// The moves.
    moves: TakeList,
    /// The largest size of the list: a cell of a move counts 1, and a move 2 more.
    most: u64,
}

impl Listed {
    /// Begins an empty list.
    fn new(budget: &Budget) -> Self {
        let share = shares::placement::listed_moves(budget.memory);
        Listed {
            moves: TakeList::default(),
            most: share.min(u64::from(u32::MAX)),
        }
    }

    /// Adds a move.
    fn push(&mut self, needs: &[u32], others: &[u32]) -> Result<(), Limit> {
        self.moves
            .push(needs.iter().copied(), others.iter().copied());
        if (self.moves.size() + NUMBERS_A_MOVE * self.moves.len()) as u64 > self.most {
            return Err(Limit::memory(
                "the moves of this position take too much memory",
            ));
        }
        Ok(())
    }
}

/// Lists the moves of Cram: two neighbouring free cells.
///
/// # Errors
///
/// Fails when the moves do not fit in memory.
pub fn cram(grid: &Grid, budget: &Budget) -> Result<Setup, Limit> {
    let here = ShapeCell::new(0, 0);
    let shapes = [
        vec![here, ShapeCell::new(0, 1)],
        vec![here, ShapeCell::new(1, 0)],
    ];
    Ok(Setup {
        is_cram: true,
        ..place(grid, &shapes, budget)?
    })
}

/// Lists the moves that take the cells of one of these shapes, which are not turned, where all of them are free. Shapes
/// are in normal form. Moves come by their first cell, then in the order of the shapes.
///
/// # Errors
///
/// Fails when the moves do not fit in memory.
pub fn place(grid: &Grid, shapes: &[Vec<ShapeCell>], budget: &Budget) -> Result<Setup, Limit> {
    let mut listed = Listed::new(budget);
    let mut cells = Vec::new();
    for first in grid.cells() {
        for shape in shapes {
            cells.clear();
            cells.extend(
                shape
                    .iter()
                    .map_while(|&step| grid.free_cell_at(first, step)),
            );
            if cells.len() == shape.len() {
                listed.push(&cells, &[])?;
            }
        }
    }
    let neighbours_are_linked = shapes.iter().all(|shape| is_connected(shape));
    Ok(Setup {
        neighbours_are_linked,
        ..grid.setup(listed.moves)
    })
}

/// Lists the moves that put a piece on a free cell. With it go the cells that it attacks, so that pieces do not attack
/// one another.
///
/// # Errors
///
/// Fails when the moves do not fit in memory.
pub fn placement(grid: &Grid, piece: Piece, budget: &Budget) -> Result<Setup, Limit> {
    let mut listed = Listed::new(budget);
    let mut attacked = Vec::new();
    for cell in grid.cells() {
        attacked.clear();
        each_attacked(
            piece,
            grid.rows,
            grid.columns,
            grid.place(cell),
            |row, column| {
                let other = grid.cell(row, column);
                if grid.free[other as usize] {
                    attacked.push(other);
                }
            },
        );
        listed.push(&[cell], &attacked)?;
    }
    Ok(grid.setup(listed.moves))
}

/// Lists the moves of Node-Kayles on a graph: a vertex that is left and its neighbours. Vertices count from 0.
///
/// # Errors
///
/// Fails when the moves do not fit in memory.
pub fn node_kayles(left: &[bool], edges: &[Edge], budget: &Budget) -> Result<Setup, Limit> {
    let mut near = vec![Vec::new(); left.len()];
    for edge in edges {
        let Edge { from, to } = *edge;
        if !edge.is_loop() && left[from as usize] && left[to as usize] {
            near[from as usize].push(to);
            near[to as usize].push(from);
        }
    }
    let mut listed = Listed::new(budget);
    for (cell, near) in (0u32..)
        .zip(&mut near)
        .filter(|&(cell, _)| left[cell as usize])
    {
        near.sort_unstable();
        near.dedup();
        listed.push(&[cell], near)?;
    }
    Ok(Setup {
        left: left.to_vec(),
        moves: listed.moves,
        ..Setup::default()
    })
}

/// A move by lists of vertices from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The vertices that must be left.
    pub needs: Vec<u32>,
    /// The vertices that go with them.
    pub others: Vec<u32>,
}

/// A move of a list, with its place there.
struct ListedTake {
    /// The place in the list.
    number: u32,
    /// The vertices that it needs, ascending.
    needs: Vec<u32>,
    /// All vertices that go, ascending.
    goes: Vec<u32>,
}

/// Returns the vertices of a list, each once, ascending.
fn sorted(mut vertices: Vec<u32>) -> Vec<u32> {
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Makes the position of any moves, each different one once, in the order of their least needed vertex
/// and then of the list. Returns the position and the place of each of its moves in the list.
///
/// # Errors
///
/// Fails when the moves do not fit in memory.
pub fn take(
    vertices: usize,
    list: &[Listing],
    budget: &Budget,
) -> Result<(Setup, Vec<u32>), Limit> {
    let mut seen = fxhash::FxHashSet::default();
    let mut takes = Vec::new();
    for (number, Listing { needs, others }) in (0u32..).zip(list) {
        let needs = sorted(needs.clone());
        let goes = sorted([needs.as_slice(), others].concat());
        if !needs.is_empty() && seen.insert((needs.clone(), goes.clone())) {
            takes.push(ListedTake {
                number,
                needs,
                goes,
            });
        }
    }
    takes.sort_unstable_by_key(|take| (take.needs[0], take.number));
    let mut listed = Listed::new(budget);
    for ListedTake { needs, goes, .. } in &takes {
        let others: Vec<u32> = goes
            .iter()
            .copied()
            .filter(|cell| needs.binary_search(cell).is_err())
            .collect();
        listed.push(needs, &others)?;
    }
    let setup = Setup {
        left: vec![true; vertices],
        moves: listed.moves,
        ..Setup::default()
    };
    let places = takes.into_iter().map(|take| take.number).collect();
    Ok((setup, places))
}

/// The fault of an order: this element is above itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cyclic(pub u32);

/// Lists the moves of a poset game: an element with all above it. Each of `pairs` leads from an element to one above it,
/// elements count from 0, and the order is the transitive closure of the pairs.
///
/// # Errors
///
/// Fails when the closure does not fit in memory. The inner error is an element that is above itself.
pub fn poset(
    elements: usize,
    pairs: &[Edge],
    budget: &Budget,
) -> Result<Result<Setup, Cyclic>, Limit> {
    let mut above = vec![Vec::new(); elements];
    for pair in pairs {
        if pair.is_loop() {
            return Ok(Err(Cyclic(pair.from)));
        }
        above[pair.from as usize].push(pair.to);
    }
    let mut listed = Listed::new(budget);
    let mut seen = vec![u32::MAX; elements];
    let mut found = Vec::new();
    let mut steps = 0u64;
    for element in 0..elements as u32 {
        interrupt::check();
        found.clear();
        found.push(element);
        let mut at = 0;
        while let Some(&low) = found.get(at) {
            at += 1;
            for &high in &above[low as usize] {
                steps += 1;
                if high == element {
                    return Ok(Err(Cyclic(element)));
                }
                if seen[high as usize] != element {
                    seen[high as usize] = element;
                    found.push(high);
                }
            }
        }
        if steps > budget.work {
            return Err(Limit::work(
                "the transitive closure of this order takes too many steps",
            ));
        }
        found[1..].sort_unstable();
        listed.push(&[element], &found[1..])?;
    }
    Ok(Ok(Setup {
        left: vec![true; elements],
        moves: listed.moves,
        ..Setup::default()
    }))
}

/// Puts the listed pieces on a board: their cells, and those that they attack, are no longer free.
///
/// # Errors
///
/// Fails with the index of the first piece that stands on a damaged cell, or on one that is taken or attacked.
pub fn with_pieces(grid: &mut Grid, piece: Piece, pieces: &[u32]) -> Result<(), usize> {
    for (index, &cell) in pieces.iter().enumerate() {
        if !grid.free[cell as usize] {
            return Err(index);
        }
        grid.free[cell as usize] = false;
        let Grid { rows, columns, .. } = *grid;
        let free = &mut grid.free;
        each_attacked(
            piece,
            rows,
            columns,
            Cell::of(cell, columns),
            |row, column| {
                free[(row * columns + column) as usize] = false;
            },
        );
    }
    Ok(())
}
