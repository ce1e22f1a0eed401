//! Two piles by memoised squares.
//!
//! **A feat.** It is for records such as `rocks 1,2 2,1: 1000000000,999999999`, and nothing else rests on it: without this
//! folder two piles would be solved by tables ([`super::dense`]), as far as these fit the memory.
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
//! and those with both all have equal ones. So four squares of the side of a leaf are computed, four of twice that, and so
//! on: 4 · 60 for piles up to 2^60.
//!
//! ```text
//!       · · ·          A │ B      A, in the corner, shows its last column to B and its last row to C, which lie along
//!       A B B         ───┼───     the edges; D has the margins of both. Of the square of twice the side the four parts
//!       C D D          C │ D      are known; the one at its right is B B over D D, the one below C D over C D, and the
//!       C D D                     one across D D over D D.
//! ```
//!
//! Rectangles that hold damage or a position asked about are always cut; all others are looked up first. What lies
//! beyond every position asked is not computed (its strips are [`VOID`]). A board may be cut out of
//! the plane by straight [`borders`]; how a rectangle lies against them is then part of what it is
//! remembered by.
//!
//! Memory is bounded: the memo drives out old entries, and when the strips pass their share, all
//! that is not needed by the rectangles being worked on is forgotten. That costs time, which the
//! budget's work bounds.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places in a leaf are below its side, 1,024 at most; memory ends long before there are 2³¹ cut corners"
)]

mod borders;
mod leaf;
mod memo;
mod strips;

use super::piles::values_limit;
use super::problem::{LabelKind, Problem};
pub use borders::Border;
use borders::{Cuts, Extent, UNCUT};
use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_base::sync::interrupt;
use grundy_base::sync::progress::{SPARSE, Task};
pub use leaf::Asked;
use leaf::{Inputs, Leaf, LeafExtent, end_of_columns, end_of_rows};
use memo::{Edges, Margins, Memo};
use strips::{Interner, Strips, VOID};

/// The side of the smallest leaf, so that little is computed around each damaged cell: knights on 10⁹ × 10⁹ take twice
/// as long with 64, whether none or 10⁴ cells are damaged (`bench/compare-leapers.sh`).
const MIN_SIDE_CELLS: u64 = 16;

/// The side of the largest leaf, and so the largest component.
const MAX_SIDE_CELLS: u64 = 1024;

/// The units of work of a look-up, on the dense engine's measure.
const LOOK_UP_STEPS: u64 = 512;

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
/// Fails when leaves and look-ups pass the work, or what a single rectangle needs passes the memory.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    let memo = shares::boards::memoised_squares(budget.memory);
    solve_within(problem, &[], Asked::Own, budget, memo)
}

/// [Labels](solve) positions of the cells within up to four borders, with at most about `memo` bytes of remembered
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
    let board = BorderedProblem {
        problem,
        borders,
        asked,
        memo,
    };
    // The work of narrow cells is spent even if a value did not fit them.
    let mut work = budget.work;
    if problem.label == LabelKind::Outcome {
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

/// A problem on a board with borders.
struct BorderedProblem<'a> {
    /// The problem.
    problem: &'a Problem,
    /// The borders.
    borders: &'a [Border],
    /// The labels that are wanted.
    asked: Asked,
    /// The bytes of remembered squares.
    memo: u64,
}

/// The size of a rectangle of 2^`high` by 2^`wide` leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Levels {
    /// The exponent of the number of rows.
    high: u32,
    /// The exponent of the number of columns.
    wide: u32,
}

/// A rectangle of leaves in its place on the board.
#[derive(Clone, Copy)]
struct PlacedLeaves {
    /// The rectangle's first row.
    row: u64,
    /// The rectangle's first column.
    column: u64,
    /// The size.
    levels: Levels,
    /// The number of its cut by the borders.
    cut: u32,
}

/// A part of a rectangle: its distance from the first row and column of the rectangle, in leaves, and its size.
#[derive(Clone, Copy)]
struct PartOfLeaves {
    /// The number of leaves above it in the rectangle.
    down: u64,
    /// The number of leaves left of it in the rectangle.
    right: u64,
    /// The size.
    levels: Levels,
}

/// A cell that makes its rectangle unlike others.
#[derive(Clone, Copy)]
struct Special {
    /// The row.
    row: u64,
    /// The column.
    column: u64,
    /// The index among the positions asked; damaged cells have none.
    asked: Option<usize>,
}

/// A corner and the cut of the rectangle that has it, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CutCorner {
    /// The number of the cut.
    cut: u32,
    /// The number of the corner.
    corner: u32,
}

/// The rectangles of a board with cells of `W` bits: a tree of which most branches are the same.
struct Tree<const W: usize> {
    /// The engine that computes leaves.
    leaf: Leaf<W>,
    /// The strips of rows, above and below rectangles.
    rows: Strips,
    /// The strips of columns, left and right of rectangles.
    columns: Strips,
    /// The corners, by their numbers.
    corners: Interner,
    /// The strips without cells, by their level.
    nothing: Vec<Edges>,
    /// The ways in which the borders cut rectangles.
    cuts: Cuts,
    /// The numbers of corner and cut together, for rectangles that a border cuts.
    cut_corners: FxHashMap<CutCorner, u32>,
    /// The rectangles that are remembered.
    memo: Memo,
    /// The margins of the rectangles being worked on, and the edges of their parts.
    held: Vec<Margins>,
    /// The labels that are wanted.
    asked: Asked,
    /// The labels found, `each` of every position asked.
    labels: Vec<u32>,
    /// The number of labels of each position asked.
    each: usize,
    /// The work that is still allowed.
    work_left: u64,
    /// The memory and the steps that are allowed.
    budget: Budget,
    /// The cells of a strip that is being put together.
    scratch: Vec<u64>,
    /// The progress that is shown: damaged and asked cells passed.
    running: Task,
}

/// The reason why a tree stopped.
enum TreeStop {
    /// A value does not fit the cells: wider ones are needed.
    Wider,
    /// A limit was passed.
    Limit(Limit),
}

impl<const W: usize> Tree<W> {
    /// Returns the labels, or `None` if a value does not fit the cells. Takes what it does from `work`.
    fn solve(
        board: &BorderedProblem<'_>,
        budget: &Budget,
        work: &mut u64,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let mut tree = Tree::<W>::new(board, budget, *work);
        let outcome = tree.run(board);
        *work = tree.work_left;
        match outcome {
            Ok(()) => Ok(Some(tree.labels)),
            Err(TreeStop::Wider) => Ok(None),
            Err(TreeStop::Limit(limit)) => Err(limit),
        }
    }

    /// Prepares the tree of a board.
    fn new(board: &BorderedProblem<'_>, budget: &Budget, work: u64) -> Self {
        let problem = board.problem;
        let reach = problem.reach();
        let side = reach[0]
            .max(reach[1])
            .max(MIN_SIDE_CELLS)
            .next_power_of_two();
        let leaf = Leaf::<W>::new(problem, side as usize);
        let words = leaf.words();
        let each = if board.asked == Asked::Around {
            problem.vectors.len() + 1
        } else {
            1
        };
        Tree {
            rows: Strips::new(words.row_strip),
            columns: Strips::new(words.column_strip),
            corners: Interner::new(words.corner),
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

    /// Labels the positions asked.
    fn run(&mut self, board: &BorderedProblem<'_>) -> Result<(), TreeStop> {
        let problem = board.problem;
        let corner = problem.corner();
        let side = self.leaf.side as u64;
        let leaves_high = corner[0] / side + 1;
        let leaves_wide = corner[1] / side + 1;
        let levels = Levels {
            high: leaves_high.next_power_of_two().ilog2(),
            wide: leaves_wide.next_power_of_two().ilog2(),
        };
        let Some(cut) = self.cuts.all(self.size(levels)) else {
            return Ok(());
        };

        let words = self.leaf.words();
        let corner = self.corners.number(&vec![0; words.corner]);
        let row = self.rows.leaf(&vec![0; words.row_strip], || corner);
        let column = self.columns.leaf(&vec![0; words.column_strip], || corner);
        self.nothing.push(Edges {
            below: row,
            right: column,
        });
        for level in 0..levels.high.max(levels.wide) as usize {
            let Edges { below, right } = self.nothing[level];
            self.nothing.push(Edges {
                below: self.rows.pair(below, below),
                right: self.columns.pair(right, right),
            });
        }
        let margins = Margins {
            corner,
            above: border(&mut self.rows, row, levels.wide, leaves_wide),
            left: border(&mut self.columns, column, levels.high, leaves_high),
        };

        let mut specials: Vec<Special> = problem
            .marks()
            .map(|(position, asked)| Special {
                row: position[0],
                column: position[1],
                asked,
            })
            .collect();
        let place = PlacedLeaves {
            row: 0,
            column: 0,
            levels,
            cut,
        };
        self.rectangle(place, margins, &mut specials)?;
        Ok(())
    }

    /// Returns the number of cells along 2^level leaves.
    fn side(&self, level: u32) -> u64 {
        (self.leaf.side as u64).saturating_mul(1 << level)
    }

    /// Returns the size of a rectangle, in cells.
    fn size(&self, levels: Levels) -> Extent {
        Extent {
            rows: self.side(levels.high),
            columns: self.side(levels.wide),
        }
    }

    /// Computes a part of a rectangle.
    fn part(
        &mut self,
        whole: PlacedLeaves,
        part: PartOfLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, TreeStop> {
        if margins.above == VOID || margins.left == VOID {
            return Ok(Edges {
                below: VOID,
                right: VOID,
            });
        }
        let side = self.leaf.side as u64;
        let offset = Extent {
            rows: part.down * side,
            columns: part.right * side,
        };
        let levels = part.levels;
        let edges = match self.cuts.part(whole.cut, offset, self.size(levels)) {
            Some(cut) => {
                let place = PlacedLeaves {
                    row: whole.row + offset.rows,
                    column: whole.column + offset.columns,
                    levels,
                    cut,
                };
                self.rectangle(place, margins, specials)?
            }
            None => Edges {
                below: self.nothing[levels.wide as usize].below,
                right: self.nothing[levels.high as usize].right,
            },
        };
        self.held.push(Margins {
            corner: 0,
            above: edges.below,
            left: edges.right,
        });
        Ok(edges)
    }

    /// Computes a rectangle, or looks it up: one without special cells is like any other of its margins.
    fn rectangle(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, TreeStop> {
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
        let Levels { high, wide } = place.levels;
        let edges = if high > wide {
            self.upper_and_lower(place, margins, specials)?
        } else if wide > high {
            self.near_and_far(place, margins, specials)?
        } else if high > 0 {
            self.quarters(place, margins, specials)?
        } else {
            self.square(place, margins, specials)?
        };
        self.held.truncate(held);
        if specials.is_empty() {
            let key = self.key(place.cut, margins);
            self.memo.insert(key, edges);
        }
        Ok(edges)
    }

    /// Computes a rectangle that is higher than wide from its upper and its lower half.
    fn upper_and_lower(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, TreeStop> {
        let level = place.levels.high - 1;
        let middle = place.row + self.side(level);
        let (upper, lower) = split(specials, |s| s.row < middle);
        let [left_upper, left_lower] = self.columns.halves(margins.left);
        let part = PartOfLeaves {
            down: 0,
            right: 0,
            levels: Levels {
                high: level,
                ..place.levels
            },
        };
        let of_upper = Margins {
            left: left_upper,
            ..margins
        };
        let first = self.part(place, part, of_upper, upper)?;
        let of_lower = Margins {
            corner: self.columns.end(left_upper),
            above: first.below,
            left: left_lower,
        };
        let part = PartOfLeaves {
            down: 1 << level,
            ..part
        };
        let second = self.part(place, part, of_lower, lower)?;
        Ok(Edges {
            below: second.below,
            right: self.columns.pair(first.right, second.right),
        })
    }

    /// Computes a rectangle that is wider than high from its near half, on the left, and its far half.
    fn near_and_far(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, TreeStop> {
        let level = place.levels.wide - 1;
        let middle = place.column + self.side(level);
        let (near, far) = split(specials, |s| s.column < middle);
        let [above_near, above_far] = self.rows.halves(margins.above);
        let part = PartOfLeaves {
            down: 0,
            right: 0,
            levels: Levels {
                wide: level,
                ..place.levels
            },
        };
        let of_near = Margins {
            above: above_near,
            ..margins
        };
        let first = self.part(place, part, of_near, near)?;
        let of_far = Margins {
            corner: self.rows.end(above_near),
            above: above_far,
            left: first.right,
        };
        let part = PartOfLeaves {
            right: 1 << level,
            ..part
        };
        let second = self.part(place, part, of_far, far)?;
        Ok(Edges {
            below: self.rows.pair(first.below, second.below),
            right: second.right,
        })
    }

    /// Computes a square from its quarters, called A, B, C and D in reading order.
    fn quarters(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &mut [Special],
    ) -> Result<Edges, TreeStop> {
        let level = place.levels.high - 1;
        let half = 1 << level;
        let part = |down, right| PartOfLeaves {
            down,
            right,
            levels: Levels {
                high: level,
                wide: level,
            },
        };
        let row = place.row + self.side(level);
        let column = place.column + self.side(level);
        let (upper, lower) = split(specials, |s| s.row < row);
        let (upper_near, upper_far) = split(upper, |s| s.column < column);
        let (lower_near, lower_far) = split(lower, |s| s.column < column);
        let [above_near, above_far] = self.rows.halves(margins.above);
        let [left_upper, left_lower] = self.columns.halves(margins.left);

        let of_a = Margins {
            above: above_near,
            left: left_upper,
            ..margins
        };
        let a = self.part(place, part(0, 0), of_a, upper_near)?;
        let of_b = Margins {
            corner: self.rows.end(above_near),
            above: above_far,
            left: a.right,
        };
        let b = self.part(place, part(0, half), of_b, upper_far)?;
        let of_c = Margins {
            corner: self.columns.end(left_upper),
            above: a.below,
            left: left_lower,
        };
        let c = self.part(place, part(half, 0), of_c, lower_near)?;
        let of_d = Margins {
            corner: self.rows.end(a.below),
            above: b.below,
            left: c.right,
        };
        let d = self.part(place, part(half, half), of_d, lower_far)?;
        Ok(Edges {
            below: self.rows.pair(c.below, d.below),
            right: self.columns.pair(b.right, d.right),
        })
    }

    /// Computes a square of leaf size, and reads off the labels asked in it.
    fn square(
        &mut self,
        place: PlacedLeaves,
        margins: Margins,
        specials: &[Special],
    ) -> Result<Edges, TreeStop> {
        if !specials.is_empty() {
            self.running.add(specials.len() as u64);
        }
        let local = |special: &Special| LeafExtent {
            rows: (special.row - place.row) as usize,
            columns: (special.column - place.column) as usize,
        };
        let mut damaged: Vec<LeafExtent> = specials
            .iter()
            .filter(|special| special.asked.is_none())
            .map(local)
            .collect();
        sort_by_layer(&mut damaged);
        let edges = self.fill(place.cut, margins, &damaged)?;
        for special in specials {
            if let Some(index) = special.asked {
                let labels = &mut self.labels[index * self.each..][..self.each];
                self.leaf.read(local(special), self.asked, labels);
            }
        }
        Ok(edges)
    }

    /// Computes a leaf, and stores its edges.
    fn fill(
        &mut self,
        cut: u32,
        margins: Margins,
        damaged: &[LeafExtent],
    ) -> Result<Edges, TreeStop> {
        self.spend(self.leaf.work())?;
        let inputs = Inputs {
            corner: self.corners.get(margins.corner),
            above: self.rows.cells(margins.above),
            left: self.columns.cells(margins.left),
            cuts: &self.cuts,
            cut,
        };
        if !self.leaf.fill(&inputs, damaged) {
            return Err(TreeStop::Wider);
        }
        let side = self.leaf.side;
        let depth = self.leaf.depth;
        let strip = &mut self.scratch;
        let corners = &mut self.corners;
        self.leaf.read_below(strip);
        let below = self.rows.leaf(strip, || {
            corners.number(&end_of_rows::<W>(strip, side, depth))
        });
        self.leaf.read_right(strip);
        let right = self.columns.leaf(strip, || {
            corners.number(&end_of_columns::<W>(strip, side, depth))
        });
        Ok(Edges { below, right })
    }

    /// Returns the key under which a rectangle is remembered: its margins, with a number of the corner that says how the
    /// rectangle is cut also.
    fn key(&mut self, cut: u32, margins: Margins) -> Margins {
        /// The bit that distinguishes numbers of cut corners from those of corners.
        const CUT_BIT: u32 = 1 << 31;
        if cut == UNCUT {
            return margins;
        }
        let next = self.cut_corners.len() as u32 | CUT_BIT;
        let cut_corner = CutCorner {
            cut,
            corner: margins.corner,
        };
        Margins {
            corner: *self.cut_corners.entry(cut_corner).or_insert(next),
            ..margins
        }
    }

    /// Takes units of work from what is left.
    fn spend(&mut self, work: u64) -> Result<(), TreeStop> {
        let Some(left) = self.work_left.checked_sub(work) else {
            return Err(TreeStop::Limit(Limit::work(format!(
                "memoised squares would need more than the {} units of work allowed",
                self.budget.work
            ))));
        };
        if (left ^ self.work_left) >> 16 != 0 {
            interrupt::check();
        }
        self.work_left = left;
        Ok(())
    }

    /// Returns the bytes of strips.
    fn strips(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.corners.bytes()
    }

    /// Makes room for more strips: drops those that nobody holds.
    fn make_room(&mut self) -> Result<(), TreeStop> {
        let others = self.leaf.bytes() + self.memo.bytes() + self.labels.len() as u64 * 4;
        let left = self.budget.memory.saturating_sub(others);
        let has_numbers = self.rows.len().max(self.columns.len()) < u32::MAX as usize / 2;
        if self.strips() <= shares::boards::strips_before_sweep(left) && has_numbers {
            return Ok(());
        }
        self.spend((self.strips() + self.memo.bytes()) / 8)?;
        let mut corners = vec![false; self.corners.len()];
        for margins in &self.held {
            corners[margins.corner as usize] = true;
            self.rows.mark(margins.above);
            self.columns.mark(margins.left);
        }
        for edges in &self.nothing {
            self.rows.mark(edges.below);
            self.columns.mark(edges.right);
        }
        self.rows.sweep(&mut corners);
        self.columns.sweep(&mut corners);
        self.corners.sweep(&corners);
        self.memo.clear();
        self.cut_corners.clear();
        if self.strips() <= shares::boards::strips_after_sweep(left) {
            return Ok(());
        }
        Err(TreeStop::Limit(Limit::memory(format!(
            "memoised squares would need more than the {} bytes of memory allowed",
            self.budget.memory
        ))))
    }
}

/// Puts cells in the order of their layers.
fn sort_by_layer(cells: &mut [LeafExtent]) {
    cells.sort_unstable_by_key(|cell| cell.sum());
}

/// Makes the margin of the board: `leaves` ≥ 1 leaf strips without cells, with the rest of the 2^level void.
fn border(strips: &mut Strips, leaf: u32, level: u32, leaves: u64) -> u32 {
    // After k rounds `full` has 2^k leaves, and `last` the 2^k in which the margin ends.
    let mut full = leaf;
    let mut last = leaf;
    for k in 0..level {
        let ends_in_second_half = (leaves - 1) >> k & 1 == 1;
        last = if ends_in_second_half {
            strips.pair(full, last)
        } else {
            strips.pair(last, VOID)
        };
        full = strips.pair(full, full);
    }
    last
}

/// Moves the specials for which the test holds to the front, and returns them and the others.
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
