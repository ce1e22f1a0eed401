//! Labels every position of a box, a layer of equal sums at a time.
//!
//! A move lowers the sum of the piles, so the positions of one sum t do not depend on one another.
//! The longest pile follows from t and the others; a layer is then an array over the other piles,
//! its rows along the second longest, packed as [`cells`](super::cells) has it:
//!
//! ```text
//!   layer t:   row (w, x): cells y = 0, 1, …       z = t − w − x − y is the longest pile
//!   a move by (w', x', y', z') reads layer t − (w'+x'+y'+z'), row (w−w', x−x'), cell y − y'
//! ```
//!
//! Only as many layers are kept as the longest vector reaches back. Cells with z < 0 are no
//! positions but can be read: behind the last cell of a row (z = 0) as many are cleared as the
//! largest z' reaches. Cells with z beyond the pile asked are rubbish and never read, since moves
//! only lower z.

use itertools::Itertools;

use super::cells::{BLOCK, Cells, Source};
use super::problem::{Label, Problem};
use super::{MAX_PILES, Position, values_limit};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt;

/// Returns the narrowest lanes are tried first whatever the number of moves: values are mostly small.
/// Only when a cell's options hold all the values a lane can tell is the next width tried.
///
/// # Errors
/// [`Limit`] when the kept layers pass the memory, or the cells times moves the work.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    if problem.label == Label::Outcome {
        return sweep::<1>(problem, budget).map(|labels| labels.unwrap_or_default());
    }
    let widths = [
        sweep::<4>,
        sweep::<8>,
        sweep::<16>,
        sweep::<32>,
        sweep::<64>,
    ];
    for sweep in widths {
        if let Some(labels) = sweep(problem, budget)? {
            return Ok(labels);
        }
    }
    Err(values_limit())
}

/// Units of work of the sweep: machine words of options looked at.
pub fn work(problem: &Problem) -> u128 {
    let per_word = if problem.label == Label::Outcome {
        64
    } else {
        16
    };
    let words = problem.cells() / per_word
        + problem
            .corner()
            .iter()
            .map(|&p| u128::from(p))
            .sum::<u128>();
    words.saturating_mul(problem.vectors.len() as u128 + 1)
}

/// The box with its piles in the order the layers want them.
struct Layout {
    /// Sizes of the two outer piles, the row pile and the longest one, each plus 1.
    extent: [usize; MAX_PILES],
    /// order[k] is the pile of the problem that comes k-th here.
    order: [usize; MAX_PILES],
    /// Words of one row, its padding included.
    stride: usize,
    /// Words before a row's cell 0.
    front: usize,
    /// Layers kept.
    depth: usize,
    /// The largest amount a vector takes from the longest pile.
    drop: usize,
}

impl Layout {
    /// For cells of which a word holds this number.
    fn new(problem: &Problem, per_word: usize) -> Option<Self> {
        let corner = problem.corner();
        let mut order: [usize; MAX_PILES] = std::array::from_fn(|k| k);
        order.sort_by_key(|&k| corner[k]);
        let mut extent = [0; MAX_PILES];
        for (extent, &pile) in extent.iter_mut().zip(&order) {
            *extent = usize::try_from(corner[pile]).ok()?.checked_add(1)?;
        }
        let reach = problem.reach();
        let size = |pile: usize| usize::try_from(reach[pile]).ok();
        let sums = problem
            .vectors
            .iter()
            .map(|v| v.iter().try_fold(0u64, |sum, &x| sum.checked_add(x)));
        let depth = usize::try_from(sums.max()??).ok()?.checked_add(1)?;
        let front = (size(order[2])?.div_ceil(per_word) + 1).next_multiple_of(BLOCK);
        let row = extent[2]
            .div_ceil(per_word)
            .checked_next_multiple_of(BLOCK)?;
        let stride = front.checked_add(row)?.checked_add(BLOCK)?;
        Some(Layout {
            extent,
            order,
            stride,
            front,
            depth,
            drop: size(order[3])?,
        })
    }

    /// Words of the kept layers.
    fn words(&self) -> Option<usize> {
        self.depth
            .checked_mul(self.extent[0])?
            .checked_mul(self.extent[1])?
            .checked_mul(self.stride)
    }

    /// Returns the position's piles in this order, and its layer.
    fn place(&self, position: &Position) -> (usize, [usize; MAX_PILES]) {
        let piles = self.order.map(|k| position[k] as usize);
        (piles.iter().sum(), piles)
    }
}

/// A cell to be looked at when its layer is done.
struct Mark {
    layer: usize,
    row: usize,
    cell: usize,
    /// The index among the positions asked; damaged cells have none.
    asked: Option<usize>,
}

fn marks(problem: &Problem, layout: &Layout) -> Vec<Mark> {
    let mark = |(position, asked): (&Position, _)| {
        let (layer, [w, x, y, _]) = layout.place(position);
        Mark {
            layer,
            row: (w * layout.extent[1] + x) * layout.stride,
            cell: y,
            asked,
        }
    };
    problem
        .marks()
        .map(mark)
        .sorted_by_key(|mark| mark.layer)
        .collect()
}

/// One move, in the layout's order.
struct Step {
    outer: [usize; 2],
    row: usize,
    sum: usize,
}

/// Returns the moves, those that shift cells alike within a word side by side.
fn steps(problem: &Problem, layout: &Layout, per_word: usize) -> Vec<Step> {
    let step = |vector| {
        let (sum, [w, x, y, _]) = layout.place(vector);
        Step {
            outer: [w, x],
            row: y,
            sum,
        }
    };
    problem
        .vectors
        .iter()
        .map(step)
        .sorted_by_key(|step| step.row % per_word)
        .collect()
}

/// Labels the positions asked, or nothing when a value does not fit the cells.
fn sweep<const W: usize>(problem: &Problem, budget: &Budget) -> Result<Option<Vec<u32>>, Limit> {
    budget.check_steps(work(problem), || {
        format!("the values of a box of {} positions take", problem.cells())
    })?;
    let layout = Layout::new(problem, Cells::<W>::PER_WORD);
    let words = layout
        .as_ref()
        .and_then(Layout::words)
        .filter(|&n| n as u64 <= budget.memory / 8);
    let (Some(layout), Some(words)) = (layout, words) else {
        let (cells, bytes) = (problem.cells(), budget.memory);
        let message = format!(
            "a box of {cells} positions needs more than the {bytes} bytes of memory allowed"
        );
        return Err(Limit::bytes(cells, message));
    };
    let steps = steps(problem, &layout, Cells::<W>::PER_WORD);
    let checked = problem.label == Label::Value && problem.vectors.len() > W;
    let marks = marks(problem, &layout);
    let mut next_mark = marks.iter().peekable();
    let last_layer = problem
        .asked
        .iter()
        .map(|p| layout.place(p).0)
        .max()
        .unwrap_or(0);

    let [outer_w, outer_x, rows, longest] = layout.extent;
    let slab = outer_w * outer_x * layout.stride;
    let mut memory = vec![0u64; words + BLOCK];
    // Rows begin on cache lines: blocks then lie in one each.
    let aligned = memory.as_ptr().align_offset(8 * BLOCK).min(BLOCK);
    let buffer = &mut memory[aligned..];
    let mut labels = vec![0; problem.asked.len()];
    let mut sources: Vec<Source> = Vec::with_capacity(steps.len());
    for layer in 0..=last_layer {
        let slot = layer % layout.depth;
        for w in 0..outer_w {
            interrupt::check();
            for x in 0..outer_x {
                let start = slot * slab + (w * outer_x + x) * layout.stride + layout.front;
                // Cell y has z = layer − w − x − y.
                let Some(rest) = layer.checked_sub(w + x) else {
                    let behind = layout.drop.saturating_sub(w + x - layer - 1).min(rows);
                    Cells::<W>::clear(buffer, start, 0, behind);
                    continue;
                };
                let (first, last) = ((rest + 1).saturating_sub(longest), rest.min(rows - 1));
                if first > last {
                    continue;
                }
                sources.clear();
                for step in &steps {
                    if step.outer[0] <= w && step.outer[1] <= x && step.sum <= layer {
                        let slot = (layer - step.sum) % layout.depth;
                        let row = (w - step.outer[0]) * outer_x + x - step.outer[1];
                        sources.push(Cells::<W>::source(
                            slot * slab + row * layout.stride + layout.front,
                            step.row,
                        ));
                    }
                }
                if Cells::<W>::sweep(buffer, start, first, last, &sources) && checked {
                    return Ok(None);
                }
                Cells::<W>::clear(
                    buffer,
                    start,
                    last + 1,
                    (rest.saturating_add(layout.drop) + 1).min(rows),
                );
            }
        }
        while let Some(mark) = next_mark.next_if(|m| m.layer == layer) {
            let start = slot * slab + mark.row + layout.front;
            match mark.asked {
                Some(i) => labels[i] = Cells::<W>::get(buffer, start, mark.cell),
                None => Cells::<W>::put(buffer, start, mark.cell, W as u32),
            }
        }
    }
    Ok(Some(labels))
}
