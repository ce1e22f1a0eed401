//! Two piles by memoised squares.
//!
//! The board of all positions (rows: the first pile, columns: the second) is cut in squares. All
//! components are non-negative, so what a square holds depends only on its *margins*: as many rows
//! above it, columns left of it and cells in its corner as the longest vectors reach. A rectangle
//! of 2^i × 2^j leaves is computed from its halves or quarters and remembered by its margins; the
//! strips along the edges are stored once each ([`strips`]), so that a rectangle seen before, at
//! any place, costs one look-up. This is the idea of Gosper's HashLife
//! (1984) with space in place of time. Where the labels repeat, boards of any size cost their
//! logarithm, and that they repeat is never assumed: equal margins are the proof.
//!
//! Only rectangles that hold damage or a position asked about are cut without looking; what lies
//! beyond every position asked is not computed (its strips are [`VOID`]).

mod leaf;
mod memo;
mod strips;

use super::problem::{Label, Problem};
use super::{Position, values_limit};
use crate::theory::budget::{Budget, Limit};
use leaf::{Leaf, Mark, end_of_columns, end_of_rows};
use memo::{Edges, Margins, Memo};
use strips::{Interner, Strips, VOID};

/// The side of the smallest leaf.
const LEAST_SIDE: u64 = 64;

/// The side of the largest leaf, and so the largest component.
const MOST_SIDE: u64 = 1024;

/// Units of work of a look-up, on the dense engine's measure.
const LOOK_UP: u64 = 512;

/// Whether the vectors are short enough for a leaf.
pub fn fits(problem: &Problem) -> bool {
    problem.piles == 2 && problem.reach().iter().all(|&r| r <= MOST_SIDE)
}

/// Labels the positions asked, in their order.
///
/// # Constraints
/// `fits(problem)`.
///
/// # Errors
/// [`Limit`] when strips and memo pass the memory, or leaves and look-ups the work.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    solve_with_memo(problem, budget, budget.memory / 3)
}

/// [`solve`] with at most about `memo` bytes of remembered squares.
pub fn solve_with_memo(problem: &Problem, budget: &Budget, memo: u64) -> Result<Vec<u32>, Limit> {
    if problem.label == Label::Outcome {
        return Tree::<1>::solve(problem, budget, memo).map(|labels| labels.unwrap_or_default());
    }
    let widths =
        [Tree::<4>::solve, Tree::<8>::solve, Tree::<16>::solve, Tree::<32>::solve, Tree::<64>::solve];
    for solve in widths {
        if let Some(labels) = solve(problem, budget, memo)? {
            return Ok(labels);
        }
    }
    Err(values_limit())
}

/// A rectangle of leaves in its place on the board.
#[derive(Clone, Copy)]
struct Place {
    /// Its first row and column.
    row: u64,
    column: u64,
    /// It is 2^levels.0 leaves high and 2^levels.1 leaves wide.
    levels: (u32, u32),
}

/// A cell that makes its rectangle unlike others.
#[derive(Clone, Copy)]
struct Special {
    row: u64,
    column: u64,
    asked: Option<usize>,
}

struct Tree<const W: usize> {
    leaf: Leaf<W>,
    /// Strips of rows (above, below) and of columns (left, right).
    rows: Strips,
    columns: Strips,
    corners: Interner,
    memo: Memo,
    labels: Vec<u32>,
    /// Bytes and work still allowed, and what was allowed.
    work_left: u64,
    budget: Budget,
    scratch: Vec<u64>,
}

/// Why a tree stopped.
enum Stop {
    /// A value does not fit the cells: wider ones are needed.
    Wider,
    Limit(Limit),
}

impl<const W: usize> Tree<W> {
    fn solve(problem: &Problem, budget: &Budget, memo: u64) -> Result<Option<Vec<u32>>, Limit> {
        let reach = problem.reach();
        let side = reach[0].max(reach[1]).max(LEAST_SIDE).next_power_of_two();
        let mut tree = Tree::<W>::new(problem, side as usize, budget, memo);
        match tree.run(problem) {
            Ok(()) => Ok(Some(tree.labels)),
            Err(Stop::Wider) => Ok(None),
            Err(Stop::Limit(limit)) => Err(limit),
        }
    }

    fn new(problem: &Problem, side: usize, budget: &Budget, memo: u64) -> Self {
        let leaf = Leaf::<W>::new(problem, side);
        let (row_words, column_words, corner_words) = leaf.words();
        Tree {
            rows: Strips::new(row_words),
            columns: Strips::new(column_words),
            corners: Interner::new(corner_words),
            memo: Memo::new(memo),
            labels: vec![0; problem.asked.len()],
            work_left: budget.work,
            budget: *budget,
            scratch: Vec::new(),
            leaf,
        }
    }

    fn run(&mut self, problem: &Problem) -> Result<(), Stop> {
        let special = |p: &Position, asked| Special { row: p[0], column: p[1], asked };
        let damaged = problem.damaged.iter().map(|p| special(p, None));
        let asked = problem.asked.iter().enumerate().map(|(i, p)| special(p, Some(i)));
        let mut specials: Vec<Special> = damaged.chain(asked).collect();

        let corner = problem.corner();
        let side = self.leaf.side as u64;
        let leaves = |pile: u64| pile / side + 1;
        let level = |pile: u64| leaves(pile).next_power_of_two().ilog2();
        let levels = (level(corner[0]), level(corner[1]));
        let (row_words, column_words, corner_words) = self.leaf.words();
        let nothing = self.corners.number(&vec![0; corner_words]);
        let row = self.rows.leaf(&vec![0; row_words], || nothing);
        let column = self.columns.leaf(&vec![0; column_words], || nothing);
        let above = border(&mut self.rows, row, levels.1, leaves(corner[1]));
        let left = border(&mut self.columns, column, levels.0, leaves(corner[0]));
        let place = Place { row: 0, column: 0, levels };
        self.place(place, (nothing, above, left), &mut specials).map(|_| ())
    }

    /// A rectangle in its place: one without special cells is like any other of its margins.
    fn place(&mut self, place: Place, margins: Margins, specials: &mut [Special]) -> Result<Edges, Stop> {
        let (corner, above, left) = margins;
        if above == VOID || left == VOID {
            return Ok((VOID, VOID));
        }
        if specials.is_empty() {
            return self.rectangle(place.levels, margins);
        }
        if place.levels == (0, 0) {
            let marks: Vec<_> = specials
                .iter()
                .map(|s| {
                    let mark = s.asked.map_or(Mark::Damaged, Mark::Asked);
                    ((s.row - place.row) as usize, (s.column - place.column) as usize, mark)
                })
                .collect();
            return self.fill(margins, &marks);
        }
        let half = |level: u32| (self.leaf.side as u64) << (level - 1);
        if place.levels.0 > place.levels.1 {
            let middle = place.row + half(place.levels.0);
            let levels = (place.levels.0 - 1, place.levels.1);
            let (upper, lower) = split(specials, |s| s.row < middle);
            let (first, second) = self.columns.halves(left);
            let (below, right) = self.place(Place { levels, ..place }, (corner, above, first), upper)?;
            let margins = (self.columns.end(first), below, second);
            let (below, after) = self.place(Place { row: middle, levels, ..place }, margins, lower)?;
            return Ok((below, self.columns.pair(right, after)));
        }
        if place.levels.1 > place.levels.0 {
            let middle = place.column + half(place.levels.1);
            let levels = (place.levels.0, place.levels.1 - 1);
            let (near, far) = split(specials, |s| s.column < middle);
            let (first, second) = self.rows.halves(above);
            let (below, right) = self.place(Place { levels, ..place }, (corner, first, left), near)?;
            let margins = (self.rows.end(first), second, right);
            let (after, right) = self.place(Place { column: middle, levels, ..place }, margins, far)?;
            return Ok((self.rows.pair(below, after), right));
        }
        // Four quarters: upper near, upper far, lower near, lower far.
        let levels = (place.levels.0 - 1, place.levels.1 - 1);
        let row = place.row + half(place.levels.0);
        let column = place.column + half(place.levels.1);
        let (upper, lower) = split(specials, |s| s.row < row);
        let (upper_near, upper_far) = split(upper, |s| s.column < column);
        let (lower_near, lower_far) = split(lower, |s| s.column < column);
        let (above_near, above_far) = self.rows.halves(above);
        let (left_upper, left_lower) = self.columns.halves(left);

        let a = self.place(Place { levels, ..place }, (corner, above_near, left_upper), upper_near)?;
        let margins = (self.rows.end(above_near), above_far, a.1);
        let b = self.place(Place { column, levels, ..place }, margins, upper_far)?;
        let margins = (self.columns.end(left_upper), a.0, left_lower);
        let c = self.place(Place { row, levels, ..place }, margins, lower_near)?;
        let margins = (self.rows.end(a.0), b.0, c.1);
        let d = self.place(Place { row, column, levels }, margins, lower_far)?;
        Ok((self.rows.pair(c.0, d.0), self.columns.pair(b.1, d.1)))
    }

    /// A rectangle without special cells.
    fn rectangle(&mut self, levels: (u32, u32), margins: Margins) -> Result<Edges, Stop> {
        let (corner, above, left) = margins;
        if above == VOID || left == VOID {
            return Ok((VOID, VOID));
        }
        self.spend(LOOK_UP)?;
        if let Some(edges) = self.memo.get(margins) {
            return Ok(edges);
        }
        let edges = if levels == (0, 0) {
            self.fill(margins, &[])?
        } else if levels.0 > levels.1 {
            let levels = (levels.0 - 1, levels.1);
            let (first, second) = self.columns.halves(left);
            let (below, right) = self.rectangle(levels, (corner, above, first))?;
            let (below, after) = self.rectangle(levels, (self.columns.end(first), below, second))?;
            (below, self.columns.pair(right, after))
        } else if levels.1 > levels.0 {
            let levels = (levels.0, levels.1 - 1);
            let (first, second) = self.rows.halves(above);
            let (below, right) = self.rectangle(levels, (corner, first, left))?;
            let (after, right) = self.rectangle(levels, (self.rows.end(first), second, right))?;
            (self.rows.pair(below, after), right)
        } else {
            let levels = (levels.0 - 1, levels.1 - 1);
            let (above_near, above_far) = self.rows.halves(above);
            let (left_upper, left_lower) = self.columns.halves(left);
            let a = self.rectangle(levels, (corner, above_near, left_upper))?;
            let b = self.rectangle(levels, (self.rows.end(above_near), above_far, a.1))?;
            let c = self.rectangle(levels, (self.columns.end(left_upper), a.0, left_lower))?;
            let d = self.rectangle(levels, (self.rows.end(a.0), b.0, c.1))?;
            (self.rows.pair(c.0, d.0), self.columns.pair(b.1, d.1))
        };
        self.memo.insert(margins, edges);
        Ok(edges)
    }

    /// A leaf, computed.
    fn fill(&mut self, margins: Margins, marks: &[(usize, usize, Mark)]) -> Result<Edges, Stop> {
        self.spend(self.leaf.work())?;
        self.check_memory()?;
        let (corner, above, left) = margins;
        let labels = &mut self.labels;
        let fitted = self.leaf.fill(
            self.corners.get(corner),
            self.rows.cells(above),
            self.columns.cells(left),
            marks,
            |index, label| labels[index] = label,
        );
        if !fitted {
            return Err(Stop::Wider);
        }
        let (side, (rows, columns)) = (self.leaf.side, self.leaf.depth);
        let (strip, corners) = (&mut self.scratch, &mut self.corners);
        self.leaf.read_below(strip);
        let below = self.rows.leaf(strip, || corners.number(&end_of_rows::<W>(strip, side, rows, columns)));
        self.leaf.read_right(strip);
        let right =
            self.columns.leaf(strip, || corners.number(&end_of_columns::<W>(strip, side, rows, columns)));
        Ok((below, right))
    }

    fn spend(&mut self, work: u64) -> Result<(), Stop> {
        match self.work_left.checked_sub(work) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Err(Stop::Limit(Limit::work(format!(
                "memoised squares would need more than the {} units of work allowed",
                self.budget.work
            )))),
        }
    }

    fn check_memory(&self) -> Result<(), Stop> {
        let strips = self.rows.bytes() + self.columns.bytes() + self.corners.bytes();
        let bytes = strips + self.leaf.bytes() + self.memo.bytes();
        let numbers = self.rows.len().max(self.columns.len()) < u32::MAX as usize - 1;
        if bytes <= self.budget.memory && numbers {
            return Ok(());
        }
        Err(Stop::Limit(Limit::memory(format!(
            "memoised squares would need more than the {} bytes of memory allowed",
            self.budget.memory
        ))))
    }
}

/// The border of the board: `leaves` ≥ 1 leaf strips without cells, the rest of the 2^level void.
fn border(strips: &mut Strips, leaf: u32, level: u32, leaves: u64) -> u32 {
    // After k rounds: 2^k leaves, and the 2^k that the border ends in.
    let (mut full, mut last) = (leaf, leaf);
    for k in 0..level {
        // Whether the border's last leaf is in the second half of its 2^(k + 1).
        last = if (leaves - 1) >> k & 1 == 1 { strips.pair(full, last) } else { strips.pair(last, VOID) };
        full = strips.pair(full, full);
    }
    last
}

/// Those for which the test holds, then the others, in place.
fn split(specials: &mut [Special], test: impl Fn(&Special) -> bool) -> (&mut [Special], &mut [Special]) {
    let mut middle = 0;
    for i in 0..specials.len() {
        if test(&specials[i]) {
            specials.swap(i, middle);
            middle += 1;
        }
    }
    specials.split_at_mut(middle)
}
