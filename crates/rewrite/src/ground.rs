//! The cells of a position: how words lie on them, and which of them are neighbours.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them, and graphs have 4,096"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_base::budget::{Limit, StepMeter};
use grundy_rules::rewrite::{Directions, LetterGraph, Rewriting};

use crate::account::spend;
use crate::form::{Turn, WordForm, steps_to_neighbours};

/// The cells of a position, numbered from 0 in reading order.
#[derive(Clone, Debug)]
pub(crate) enum Ground {
    /// A row or a board.
    Board {
        /// The number of rows, at least 1.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The ways in which words lie on it, and which cells are neighbours.
        directions: Directions,
    },
    /// A ring.
    Ring {
        /// The number of cells.
        cells: usize,
        /// Whether words also lie against the order of the cells.
        both_ways: bool,
    },
    /// The vertices of a graph.
    Graph(Arc<Walks>),
}

/// The ways through a graph.
#[derive(Debug)]
pub(crate) struct Walks {
    /// The vertices to which a word may go on from each vertex, ascending.
    next: Vec<Vec<u32>>,
    /// The neighbours of each vertex, ascending.
    near: Vec<Vec<u32>>,
}

impl Walks {
    /// Lists the ways through a graph; `both_ways` lets words also go against arcs.
    fn new(graph: &LetterGraph, both_ways: bool) -> Walks {
        let mut next = vec![Vec::new(); usize::from(graph.vertices)];
        let mut near = next.clone();
        for (pairs, is_arc) in [(&graph.edges, false), (&graph.arcs, true)] {
            for pair in pairs {
                let from = usize::from(pair.from);
                let to = usize::from(pair.to);
                next[from].push(to as u32);
                if both_ways || !is_arc {
                    next[to].push(from as u32);
                }
                near[from].push(to as u32);
                near[to].push(from as u32);
            }
        }
        for list in next.iter_mut().chain(&mut near) {
            list.sort_unstable();
            list.dedup();
        }
        Walks { next, near }
    }

    /// Returns the ways between some of the vertices, which ascend and are numbered anew.
    fn within(&self, cells: &[u32]) -> Walks {
        let among = |list: &Vec<u32>| -> Vec<u32> {
            list.iter()
                .filter_map(|cell| cells.binary_search(cell).ok())
                .map(|number| number as u32)
                .collect()
        };
        let of = |lists: &[Vec<u32>]| {
            cells
                .iter()
                .map(|&cell| among(&lists[cell as usize]))
                .collect()
        };
        Walks {
            next: of(&self.next),
            near: of(&self.near),
        }
    }
}

/// The part of the ground where words are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// All places.
    Anywhere,
    /// The places that cover this cell; in a graph they may be reported elsewhere.
    Through(u32),
}

impl Ground {
    /// Makes the cells of a position of this size.
    pub(crate) fn new(rules: &Rewriting, rows: usize, columns: usize) -> Ground {
        let both_ways = rules.directions == Directions::Turned;
        if let Some(graph) = &rules.graph {
            Ground::Graph(Arc::new(Walks::new(graph, both_ways)))
        } else if rules.ring {
            Ground::Ring {
                cells: columns,
                both_ways,
            }
        } else {
            Ground::Board {
                rows,
                columns,
                directions: rules.directions,
            }
        }
    }

    /// Returns the subgraph of some vertices, which ascend.
    pub(crate) fn subgraph(walks: &Walks, cells: &[u32]) -> Ground {
        Ground::Graph(Arc::new(walks.within(cells)))
    }

    /// Returns the cells of a row that is what is left of a ring.
    pub(crate) fn row(cells: usize, both_ways: bool) -> Ground {
        Ground::Board {
            rows: 1,
            columns: cells,
            directions: if both_ways {
                Directions::Turned
            } else {
                Directions::AsDrawn
            },
        }
    }

    /// Returns the number of cells.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Ground::Board { rows, columns, .. } => rows * columns,
            Ground::Ring { cells, .. } => *cells,
            Ground::Graph(walks) => walks.next.len(),
        }
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        match self {
            Ground::Board { rows, .. } => *rows,
            Ground::Ring { .. } | Ground::Graph(_) => 1,
        }
    }

    /// Returns the largest number of cells that a word of one row could cover.
    pub(crate) fn longest_word(&self) -> usize {
        match self {
            Ground::Board { rows, columns, .. } => *rows.max(columns),
            Ground::Ring { .. } | Ground::Graph(_) => self.cells(),
        }
    }

    /// Returns the neighbours of a cell, each once.
    pub(crate) fn neighbours(&self, cell: u32) -> Vec<u32> {
        match self {
            Ground::Board {
                rows,
                columns,
                directions,
            } => {
                let board = BoardSize {
                    rows: *rows as i32,
                    columns: *columns as i32,
                };
                let steps = steps_to_neighbours(*directions).iter();
                steps
                    .filter_map(|step| board.step(cell as i32, step.down, step.right))
                    .collect()
            }
            Ground::Ring { cells, .. } => {
                let cells = *cells as u32;
                let after = (cell + 1) % cells;
                let before = (cell + cells - 1) % cells;
                let mut near = vec![before, after];
                near.dedup();
                near.retain(|&other| other != cell);
                near
            }
            Ground::Graph(walks) => walks.near[cell as usize].clone(),
        }
    }

    /// Visits the ways in which a form lies on the cells, as lists of the cells under its signs, until the visitor breaks.
    /// `fits` says whether the sign of this number may lie on a cell.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the limit of work.
    pub(crate) fn visit_lies(
        &self,
        form: &WordForm,
        at: Where,
        meter: &mut StepMeter,
        fits: impl FnMut(usize, u32) -> bool,
        visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<(), Limit> {
        let length = form.before.len();
        if length > self.cells() {
            return Ok(());
        }
        let mut visitor = Visitor {
            fits,
            visit,
            cells: Vec::with_capacity(length),
            tried: 0,
            meter,
        };
        match self.visit_by(form, at, &mut visitor) {
            ControlFlow::Break(VisitEnd::Limit(limit)) => Err(limit),
            ControlFlow::Break(VisitEnd::Visitor) | ControlFlow::Continue(()) => visitor.pay(),
        }
    }

    /// Visits the ways in which a form lies on the cells, which are not fewer than its signs.
    fn visit_by<F, V>(
        &self,
        form: &WordForm,
        at: Where,
        visitor: &mut Visitor<'_, F, V>,
    ) -> ControlFlow<VisitEnd>
    where
        F: FnMut(usize, u32) -> bool,
        V: FnMut(&[u32]) -> ControlFlow<()>,
    {
        let length = form.before.len();
        match self {
            Ground::Board { rows, columns, .. } => {
                let board = BoardSize {
                    rows: *rows as i32,
                    columns: *columns as i32,
                };
                for turn in &form.turns {
                    board.visit_lies(turn, at, visitor)?;
                }
            }
            Ground::Ring { .. } | Ground::Graph(_) if !form.is_one_row() => {}
            Ground::Ring {
                cells: count,
                both_ways,
            } => {
                let count = *count;
                let ways: &[usize] = if *both_ways && count > 2 && length > 1 {
                    &[1, count - 1]
                } else {
                    &[1]
                };
                for &step in ways {
                    let cell_of = |start: usize, i: usize| ((start + i * step) % count) as u32;
                    match at {
                        Where::Anywhere => {
                            for start in 0..count {
                                visitor.lay(length, |i| cell_of(start, i))?;
                            }
                        }
                        Where::Through(cell) => {
                            for i in 0..length {
                                let start = (cell as usize + count * length - i * step) % count;
                                visitor.lay(length, |i| cell_of(start, i))?;
                            }
                        }
                    }
                }
            }
            Ground::Graph(walks) => {
                for start in 0..self.cells() as u32 {
                    if visitor.tries(0, start) {
                        visitor.cells.push(start);
                        visitor.walk(walks, length)?;
                        visitor.cells.pop();
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The reason why no further ways are visited.
enum VisitEnd {
    /// The visitor wants no more.
    Visitor,
    /// A limit would be passed.
    Limit(Limit),
}

/// A visit of the ways in which a form lies on cells, with the steps that it takes.
struct Visitor<'m, F, V> {
    /// The function that says whether the sign of a number may lie on a cell.
    fits: F,
    /// The visitor of the cells under the signs.
    visit: V,
    /// The cells under the first signs.
    cells: Vec<u32>,
    /// The cells that were tried and are not paid for yet.
    tried: u64,
    /// The steps that are left.
    meter: &'m mut StepMeter,
}

/// The steps of the budget for a cell that is tried under a sign. A guess.
const STEPS_A_CELL: u64 = 2;

/// The number of tried cells that are paid for at once.
const PAID_AT_ONCE: u64 = 1 << 12;

impl<F, V> Visitor<'_, F, V>
where
    F: FnMut(usize, u32) -> bool,
    V: FnMut(&[u32]) -> ControlFlow<()>,
{
    /// Pays for the cells that were tried.
    fn pay(&mut self) -> Result<(), Limit> {
        let tried = std::mem::take(&mut self.tried);
        spend(self.meter, tried * STEPS_A_CELL)
    }

    /// Pays for the cells that were tried, if they are many.
    #[inline]
    fn pay_if_many(&mut self) -> ControlFlow<VisitEnd> {
        if self.tried < PAID_AT_ONCE {
            return ControlFlow::Continue(());
        }
        match self.pay() {
            Ok(()) => ControlFlow::Continue(()),
            Err(limit) => ControlFlow::Break(VisitEnd::Limit(limit)),
        }
    }

    /// Returns whether a sign may lie on a cell.
    #[inline]
    fn tries(&mut self, sign: usize, cell: u32) -> bool {
        self.tried += 1;
        (self.fits)(sign, cell)
    }

    /// Visits the cells.
    fn visit_cells(&mut self) -> ControlFlow<VisitEnd> {
        match (self.visit)(&self.cells) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(VisitEnd::Visitor),
        }
    }

    /// Visits the place of a word of this length of which these are the cells, if each sign may lie on its cell.
    #[inline]
    fn lay(&mut self, length: usize, cell_of: impl Fn(usize) -> u32) -> ControlFlow<VisitEnd> {
        self.pay_if_many()?;
        self.cells.clear();
        for i in 0..length {
            let cell = cell_of(i);
            if !self.tries(i, cell) {
                return ControlFlow::Continue(());
            }
            self.cells.push(cell);
        }
        self.visit_cells()
    }

    /// Visits the paths of this length that go on from the cells, which are a path.
    fn walk(&mut self, walks: &Walks, length: usize) -> ControlFlow<VisitEnd> {
        self.pay_if_many()?;
        if self.cells.len() == length {
            return self.visit_cells();
        }
        let last = self.cells[self.cells.len() - 1] as usize;
        // The cells that are on the path already are looked at as well.
        self.tried += walks.next[last].len() as u64;
        for &next in &walks.next[last] {
            let sign = self.cells.len();
            if !self.cells.contains(&next) && (self.fits)(sign, next) {
                self.cells.push(next);
                self.walk(walks, length)?;
                self.cells.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// The size of a board.
#[derive(Clone, Copy)]
struct BoardSize {
    /// The number of rows.
    rows: i32,
    /// The number of columns.
    columns: i32,
}

impl BoardSize {
    /// Returns the cell that lies a number of rows below a cell and of columns to its right, if there is one.
    fn step(self, cell: i32, down: i32, right: i32) -> Option<u32> {
        let row = cell / self.columns + down;
        let column = cell % self.columns + right;
        let is_there = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_there.then(|| (row * self.columns + column) as u32)
    }

    /// Visits the places of a turned word.
    fn visit_lies<F, V>(
        self,
        turn: &Turn,
        at: Where,
        visitor: &mut Visitor<'_, F, V>,
    ) -> ControlFlow<VisitEnd>
    where
        F: FnMut(usize, u32) -> bool,
        V: FnMut(&[u32]) -> ControlFlow<()>,
    {
        // The word is gone through once for its size.
        visitor.tried += turn.len() as u64;
        let down = |pick: fn(i32, i32) -> i32| turn.iter().map(|step| step.down).fold(0, pick);
        let right = |pick: fn(i32, i32) -> i32| turn.iter().map(|step| step.right).fold(0, pick);
        let first_row = -down(i32::min);
        let first_column = -right(i32::min);
        let end_row = self.rows - down(i32::max);
        let end_column = self.columns - right(i32::max);
        let mut from = |row: i32, column: i32| {
            visitor.lay(turn.len(), |i| {
                let step = &turn[i];
                ((row + step.down) * self.columns + column + step.right) as u32
            })
        };
        match at {
            Where::Anywhere => {
                for row in first_row..end_row {
                    for column in first_column..end_column {
                        from(row, column)?;
                    }
                }
            }
            Where::Through(cell) => {
                for step in turn {
                    let row = cell as i32 / self.columns - step.down;
                    let column = cell as i32 % self.columns - step.right;
                    if (first_row..end_row).contains(&row)
                        && (first_column..end_column).contains(&column)
                    {
                        from(row, column)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
