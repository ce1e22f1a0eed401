//! Two piles by memoised squares.
//!
//! The board of all positions (rows: the first pile, columns: the second) is cut in squares. All
//! components are non-negative, so what a square holds depends only on its *margins*: as many rows
//! above it, columns left of it and cells in its corner as the longest vectors reach. A rectangle
//! of 2^i × 2^j leaves is computed from its halves or quarters and remembered by its margins; the
//! strips along the edges are stored once each ([`strips`]), so that a rectangle seen before, at
//! any place, costs one look-up. This is the idea of Gosper's HashLife
//! (1984) with space in place of time. If the labels repeat, boards of any size cost their
//! logarithm, and that they repeat is never assumed: equal margins are the proof.
//!
//! An example: with the vectors (1,0) and (0,1) a position is lost if the sum of its piles is even. The margins are a row
//! above and a column left of a square. Squares of an even side have no margin above, none at the left, neither, or both,
//! and those with both all have equal ones. So four squares are computed of the side of a leaf, four of twice that, and so
//! on: 4 · 60 for piles up to 2^60.
//!
//! ```text
//!       · · ·          A │ B      A, in the corner, shows its last column to B and its last row to C, which lie along
//!       A B B         ───┼───     the edges; D has the margins of both. Of the square of twice the side the four parts
//!       C D D          C │ D      are known; the one at its right is B B over D D, the one below C D over C D, and the
//!       C D D                     one across D D over D D.
//! ```
//!
//! Only rectangles that hold damage or a position asked about are cut without looking; what lies
//! beyond every position asked is not computed (its strips are [`VOID`]). A board may be cut out of
//! the plane by straight [`borders`]; how a rectangle lies against them is then part of what it is
//! remembered by.
//!
//! Memory is bounded: the memo drives out old entries, and when the strips pass their share, all
//! that is not needed by the rectangles being worked on is forgotten. That costs time, which the
//! budget's work bounds.

mod borders;
mod leaf;
mod memo;
mod strips;

use super::problem::{Label, Problem};
use super::{Position, values_limit};
pub use borders::Border;
use borders::{Cuts, WHOLE};
use fxhash::FxHashMap;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt;
use grundy_machine::sync::progress::{SPARSE, Task};
use leaf::{Inputs, Leaf, end_of_columns, end_of_rows};
use memo::{Edges, Margins, Memo};
use strips::{Interner, Strips, VOID};

/// The side of the smallest leaf, so that little is computed around each damaged cell: knights on 10⁹ × 10⁹ take twice
/// as long with 64, whether none or 10⁴ cells are damaged (`bench/compare-leapers.sh`).
const MIN_SIDE_CELLS: u64 = 16;

/// The side of the largest leaf, and so the largest component.
const MAX_SIDE_CELLS: u64 = 1024;

/// Units of work of a look-up, on the dense engine's measure.
const LOOK_UP_STEPS: u64 = 512;

/// The labels reported of a position asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Its label.
    Own,
    /// Its label, then for each vector, in the problem's order, that of the position it leads to;
    /// anything for positions that are none.
    Around,
}

/// Returns whether the vectors are short enough for a leaf.
pub fn fits(problem: &Problem) -> bool {
    problem.piles == 2 && problem.reach().iter().all(|&r| r <= MAX_SIDE_CELLS)
}

/// Labels the positions asked, in their order.
///
/// # Constraints
/// `fits(problem)`.
///
/// # Errors
/// [`Limit`] when leaves and look-ups pass the work, or what a single rectangle needs the memory.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    solve_within(problem, &[], Asked::Own, budget, budget.memory / 3)
}

/// [`solve`] on the cells within up to four borders, with at most about `memo` bytes of remembered
/// squares. With [`Asked::Around`] each position asked has as many labels as there are vectors,
/// plus 1.
///
/// # Constraints
/// Positions asked are cells of the board, coordinates below 2^40 if there are borders.
pub fn solve_within(
    problem: &Problem,
    borders: &[Border],
    asked: Asked,
    budget: &Budget,
    memo: u64,
) -> Result<Vec<u32>, Limit> {
    let board = Board {
        problem,
        borders,
        asked,
        memo,
    };
    // Work of narrow cells, before a value did not fit them, is spent.
    let mut work = budget.work;
    if problem.label == Label::Outcome {
        return Tree::<1>::solve(&board, budget, &mut work)
            .map(|labels| labels.unwrap_or_default());
    }
    let widths = [
        Tree::<4>::solve,
        Tree::<8>::solve,
        Tree::<16>::solve,
        Tree::<32>::solve,
        Tree::<64>::solve,
    ];
    for solve in widths {
        if let Some(labels) = solve(&board, budget, &mut work)? {
            return Ok(labels);
        }
    }
    Err(values_limit())
}

/// The question.
struct Board<'a> {
    problem: &'a Problem,
    borders: &'a [Border],
    asked: Asked,
    memo: u64,
}

/// A rectangle of leaves in its place on the board.
#[derive(Clone, Copy)]
struct PlacedLeaves {
    /// Its first row and column.
    row: u64,
    column: u64,
    /// The rectangle is 2^levels.0 leaves high and 2^levels.1 leaves wide.
    levels: (u32, u32),
    /// How it lies against the borders.
    cut: u32,
}

/// A cell that makes its rectangle unlike others.
#[derive(Clone, Copy)]
struct Special {
    row: u64,
    column: u64,
    /// The index among the positions asked; damaged cells have none.
    asked: Option<usize>,
}

struct Tree<const W: usize> {
    leaf: Leaf<W>,
    /// Strips of rows (above, below) and of columns (left, right).
    rows: Strips,
    columns: Strips,
    corners: Interner,
    /// Strips without cells, by their level.
    nothing: Vec<Edges>,
    cuts: Cuts,
    /// Numbers of corner and cut together, for rectangles that a border cuts.
    cut_corners: FxHashMap<(u32, u32), u32>,
    memo: Memo,
    /// The strips of the rectangles being worked on.
    held: Vec<Margins>,
    asked: Asked,
    labels: Vec<u32>,
    /// Labels of each position asked.
    each: usize,
    /// Work still allowed, and what was allowed.
    work_left: u64,
    budget: Budget,
    scratch: Vec<u64>,
    /// Damaged and asked cells passed, to be shown.
    running: Task,
}

/// Why a tree stopped.
enum Stop {
    /// A value does not fit the cells: wider ones are needed.
    Wider,
    Limit(Limit),
}

impl<const W: usize> Tree<W> {
    /// Returns the labels, or nothing if a value does not fit the cells; takes what it does from `work`.
    fn solve(
        board: &Board<'_>,
        budget: &Budget,
        work: &mut u64,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let mut tree = Tree::<W>::new(board, budget, *work);
        let outcome = tree.run(board);
        *work = tree.work_left;
        match outcome {
            Ok(()) => Ok(Some(tree.labels)),
            Err(Stop::Wider) => Ok(None),
            Err(Stop::Limit(limit)) => Err(limit),
        }
    }

    fn new(board: &Board<'_>, budget: &Budget, work: u64) -> Self {
        let problem = board.problem;
        let reach = problem.reach();
        let side = reach[0]
            .max(reach[1])
            .max(MIN_SIDE_CELLS)
            .next_power_of_two();
        let leaf = Leaf::<W>::new(problem, side as usize);
        let (row_words, column_words, corner_words) = leaf.words();
        let each = if board.asked == Asked::Around {
            problem.vectors.len() + 1
        } else {
            1
        };
        Tree {
            rows: Strips::new(row_words),
            columns: Strips::new(column_words),
            corners: Interner::new(corner_words),
            nothing: Vec::new(),
            cuts: Cuts::new(board.borders),
            cut_corners: FxHashMap::default(),
            memo: Memo::new(board.memo),
            held: Vec::new(),
            asked: board.asked,
            labels: vec![0; problem.asked.len() * each],
            each,
            work_left: work,
            budget: *budget,
            scratch: Vec::new(),
            running: SPARSE.begin((problem.damaged.len() + problem.asked.len()) as u64),
            leaf,
        }
    }

    fn run(&mut self, board: &Board<'_>) -> Result<(), Stop> {
        let problem = board.problem;
        let corner = problem.corner();
        let leaves = |pile: u64| pile / self.leaf.side as u64 + 1;
        let (high, wide) = (leaves(corner[0]), leaves(corner[1]));
        let level = |leaves: u64| leaves.next_power_of_two().ilog2();
        let levels = (level(high), level(wide));
        let Some(cut) = self.cuts.all((self.size(levels.0), self.size(levels.1))) else {
            return Ok(());
        };

        let (row_words, column_words, corner_words) = self.leaf.words();
        let corner = self.corners.number(&vec![0; corner_words]);
        let row = self.rows.leaf(&vec![0; row_words], || corner);
        let column = self.columns.leaf(&vec![0; column_words], || corner);
        self.nothing.push((row, column));
        for level in 0..levels.0.max(levels.1) as usize {
            let (row, column) = self.nothing[level];
            self.nothing
                .push((self.rows.pair(row, row), self.columns.pair(column, column)));
        }
        let above = border(&mut self.rows, row, levels.1, wide);
        let left = border(&mut self.columns, column, levels.0, high);

        let special = |(p, asked): (&Position, _)| Special {
            row: p[0],
            column: p[1],
            asked,
        };
        let mut specials: Vec<Special> = problem.marks().map(special).collect();
        let place = PlacedLeaves {
            row: 0,
            column: 0,
            levels,
            cut,
        };
        self.rectangle(place, (corner, above, left), &mut specials)
            .map(|_| ())
    }

    /// Cells along 2^level leaves.
    fn size(&self, level: u32) -> u64 {
        (self.leaf.side as u64).saturating_mul(1 << level)
    }

    /// Returns a part of a rectangle, `offset` leaves behind its first ones.
    fn part(
        &mut self,
        whole: PlacedLeaves,
        offset: (u64, u64),
        levels: (u32, u32),
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, Stop> {
        if margins.1 == VOID || margins.2 == VOID {
            return Ok((VOID, VOID));
        }
        let side = self.leaf.side as u64;
        let offset = (offset.0 * side, offset.1 * side);
        let size = (self.size(levels.0), self.size(levels.1));
        let edges = match self.cuts.part(whole.cut, offset, size) {
            Some(cut) => {
                let place = PlacedLeaves {
                    row: whole.row + offset.0,
                    column: whole.column + offset.1,
                    levels,
                    cut,
                };
                self.rectangle(place, margins, specials)?
            }
            None => (
                self.nothing[levels.1 as usize].0,
                self.nothing[levels.0 as usize].1,
            ),
        };
        self.held.push((0, edges.0, edges.1));
        Ok(edges)
    }

    /// Returns a rectangle: one without special cells is like any other of its margins.
    fn rectangle(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, Stop> {
        let (corner, above, left) = margins;
        if specials.is_empty() {
            self.spend(LOOK_UP_STEPS)?;
            let key = self.key(place.cut, margins);
            if let Some(edges) = self.memo.get(key) {
                return Ok(edges);
            }
        }
        let held = self.held.len();
        self.held.push(margins);
        self.make_room()?;
        let (high, wide) = place.levels;
        let edges = if place.levels == (0, 0) {
            self.square(place, margins, specials)?
        } else if high > wide {
            let (levels, half) = ((high - 1, wide), 1 << (high - 1));
            let middle = place.row + self.size(high - 1);
            let (upper, lower) = split(specials, |s| s.row < middle);
            let (first, second) = self.columns.halves(left);
            let (below, right) = self.part(place, (0, 0), levels, (corner, above, first), upper)?;
            let margins = (self.columns.end(first), below, second);
            let (below, after) = self.part(place, (half, 0), levels, margins, lower)?;
            (below, self.columns.pair(right, after))
        } else if wide > high {
            let (levels, half) = ((high, wide - 1), 1 << (wide - 1));
            let middle = place.column + self.size(wide - 1);
            let (near, far) = split(specials, |s| s.column < middle);
            let (first, second) = self.rows.halves(above);
            let (below, right) = self.part(place, (0, 0), levels, (corner, first, left), near)?;
            let margins = (self.rows.end(first), second, right);
            let (after, right) = self.part(place, (0, half), levels, margins, far)?;
            (self.rows.pair(below, after), right)
        } else {
            self.quarters(place, margins, specials)?
        };
        self.held.truncate(held);
        if specials.is_empty() {
            let key = self.key(place.cut, margins);
            self.memo.insert(key, edges);
        }
        Ok(edges)
    }

    /// Four quarters: upper near, upper far, lower near, lower far.
    fn quarters(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, Stop> {
        let (corner, above, left) = margins;
        let level = place.levels.0 - 1;
        let (levels, half) = ((level, level), 1 << level);
        let (row, column) = (
            place.row + self.size(level),
            place.column + self.size(level),
        );
        let (upper, lower) = split(specials, |s| s.row < row);
        let (upper_near, upper_far) = split(upper, |s| s.column < column);
        let (lower_near, lower_far) = split(lower, |s| s.column < column);
        let (above_near, above_far) = self.rows.halves(above);
        let (left_upper, left_lower) = self.columns.halves(left);

        let a = self.part(
            place,
            (0, 0),
            levels,
            (corner, above_near, left_upper),
            upper_near,
        )?;
        let margins = (self.rows.end(above_near), above_far, a.1);
        let b = self.part(place, (0, half), levels, margins, upper_far)?;
        let margins = (self.columns.end(left_upper), a.0, left_lower);
        let c = self.part(place, (half, 0), levels, margins, lower_near)?;
        let margins = (self.rows.end(a.0), b.0, c.1);
        let d = self.part(place, (half, half), levels, margins, lower_far)?;
        Ok((self.rows.pair(c.0, d.0), self.columns.pair(b.1, d.1)))
    }

    /// Returns a square of leaf size, computed, and the labels asked in it.
    fn square(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &[Special],
    ) -> Result<Edges, Stop> {
        if !specials.is_empty() {
            self.running.add(specials.len() as u64);
        }
        let local = |s: &Special| {
            (
                (s.row - place.row) as usize,
                (s.column - place.column) as usize,
            )
        };
        let mut damaged: Vec<_> = specials
            .iter()
            .filter(|s| s.asked.is_none())
            .map(local)
            .collect();
        damaged.sort_unstable_by_key(|(r, c)| r + c);
        let asked = specials.iter().filter_map(|s| Some((local(s), s.asked?)));
        let edges = self.fill(place.cut, margins, &damaged)?;
        for (cell, index) in asked {
            let labels = &mut self.labels[index * self.each..][..self.each];
            self.leaf.read(cell, self.asked, labels);
        }
        Ok(edges)
    }

    /// Returns a leaf, computed.
    fn fill(
        &mut self,
        cut: u32,
        margins: Margins,
        damaged: &[(usize, usize)],
    ) -> Result<Edges, Stop> {
        self.spend(self.leaf.work())?;
        let (corner, above, left) = margins;
        let inputs = Inputs {
            corner: self.corners.get(corner),
            above: self.rows.cells(above),
            left: self.columns.cells(left),
            cut: (&self.cuts, cut),
        };
        if !self.leaf.fill(&inputs, damaged) {
            return Err(Stop::Wider);
        }
        let (side, (rows, columns)) = (self.leaf.side, self.leaf.depth);
        let (strip, corners) = (&mut self.scratch, &mut self.corners);
        self.leaf.read_below(strip);
        let below = self.rows.leaf(strip, || {
            corners.number(&end_of_rows::<W>(strip, side, rows, columns))
        });
        self.leaf.read_right(strip);
        let right = self.columns.leaf(strip, || {
            corners.number(&end_of_columns::<W>(strip, side, rows, columns))
        });
        Ok((below, right))
    }

    /// Returns the key under which a rectangle is remembered.
    fn key(&mut self, cut: u32, (corner, above, left): Margins) -> Margins {
        /// Told apart from numbers of corners by this bit.
        const CUT_BIT: u32 = 1 << 31;
        if cut == WHOLE {
            return (corner, above, left);
        }
        let next = self.cut_corners.len() as u32 | CUT_BIT;
        (
            *self.cut_corners.entry((cut, corner)).or_insert(next),
            above,
            left,
        )
    }

    fn spend(&mut self, work: u64) -> Result<(), Stop> {
        match self.work_left.checked_sub(work) {
            Some(left) => {
                if (left ^ self.work_left) >> 16 != 0 {
                    interrupt::check();
                }
                self.work_left = left;
                Ok(())
            }
            None => Err(Stop::Limit(Limit::work(format!(
                "memoised squares would need more than the {} units of work allowed",
                self.budget.work
            )))),
        }
    }

    /// Bytes of strips.
    fn strips(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.corners.bytes()
    }

    /// Makes room for more strips: drops those that nobody holds.
    fn make_room(&mut self) -> Result<(), Stop> {
        let others = self.leaf.bytes() + self.memo.bytes() + self.labels.len() as u64 * 4;
        let share = self.budget.memory.saturating_sub(others);
        // A vector that grows holds its old and its new cells for a while.
        let numbers = self.rows.len().max(self.columns.len()) < u32::MAX as usize / 2;
        if self.strips() <= share / 2 && numbers {
            return Ok(());
        }
        self.spend((self.strips() + self.memo.bytes()) / 8)?;
        for &(_, above, left) in &self.held {
            self.rows.mark(above);
            self.columns.mark(left);
        }
        for &(above, left) in &self.nothing {
            self.rows.mark(above);
            self.columns.mark(left);
        }
        let mut corners = vec![false; self.corners.len()];
        for &(corner, ..) in &self.held {
            corners[corner as usize] = true;
        }
        self.rows.sweep(&mut corners);
        self.columns.sweep(&mut corners);
        self.corners.sweep(&corners);
        self.memo.clear();
        self.cut_corners.clear();
        if self.strips() <= share / 16 * 7 {
            return Ok(());
        }
        Err(Stop::Limit(Limit::memory(format!(
            "memoised squares would need more than the {} bytes of memory allowed",
            self.budget.memory
        ))))
    }
}

/// Returns the border of the board: `leaves` ≥ 1 leaf strips without cells, the rest of the 2^level void.
fn border(strips: &mut Strips, leaf: u32, level: u32, leaves: u64) -> u32 {
    // After k rounds: 2^k leaves, and the 2^k that the border ends in.
    let (mut full, mut last) = (leaf, leaf);
    for k in 0..level {
        // Whether the border's last leaf is in the second half of its 2^(k + 1).
        last = if (leaves - 1) >> k & 1 == 1 {
            strips.pair(full, last)
        } else {
            strips.pair(last, VOID)
        };
        full = strips.pair(full, full);
    }
    last
}

/// Sorts in place: the specials for which the test holds, then the others.
fn split(
    specials: &mut [Special],
    test: impl Fn(&Special) -> bool,
) -> (&mut [Special], &mut [Special]) {
    let mut middle = 0;
    for i in 0..specials.len() {
        if test(&specials[i]) {
            specials.swap(i, middle);
            middle += 1;
        }
    }
    specials.split_at_mut(middle)
}

#[cfg(test)]
mod tests;
