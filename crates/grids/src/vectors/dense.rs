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
//! positions but can be read: after the last cell of a row (z = 0) as many are cleared as the
//! largest z' reaches. Cells with z beyond the pile asked are rubbish and never read, since moves
//! only lower z.

#![expect(
    clippy::cast_possible_truncation,
    reason = "piles are within the box, whose sides were held to the size of memory; a lane has at most 64 bits"
)]

use super::cells::{BLOCK_WORDS, Cells, Source};
use super::piles::{MAX_VECTOR_PILES, PileSizes, values_limit};
use super::problem::{LabelKind, Problem};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt;

/// Labels the positions asked, in their order. The narrowest lanes are tried first, whatever the number of moves, since
/// values are mostly small. The next width is tried only when a cell's options hold all the values of a lane.
///
/// # Errors
/// Fails when the kept layers pass the memory, or the cells times moves the work.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    if problem.label == LabelKind::Outcome {
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

/// Returns the units of work of the sweep: the machine words of options that it looks at.
pub fn work(problem: &Problem) -> u128 {
    let per_word = if problem.label == LabelKind::Outcome {
        64
    } else {
        16
    };
    let layers: u128 = problem.corner().iter().map(|&pile| u128::from(pile)).sum();
    let words = problem.cells() / per_word + layers;
    words.saturating_mul(problem.vectors.len() as u128 + 1)
}

/// The box with its piles in the order the layers want them.
struct Layout {
    /// The sizes of the two outer piles, the row pile and the longest one, each plus 1.
    extent: [usize; MAX_VECTOR_PILES],
    /// The pile of the problem that comes k-th here is order[k].
    order: [usize; MAX_VECTOR_PILES],
    /// The words of one row, its padding included.
    stride: usize,
    /// The words before a row's cell 0.
    front: usize,
    /// The number of layers kept.
    depth: usize,
    /// The largest amount a vector takes from the longest pile.
    drop: usize,
}

/// The place of a position in the layers.
struct LayerPlace {
    /// The sum of the piles.
    layer: usize,
    /// The piles of the position, in the order of the layout.
    piles: [usize; MAX_VECTOR_PILES],
}

impl Layout {
    /// Lays out the box for cells of which a word holds this number. Returns `None` if it has too many words.
    fn new(problem: &Problem, per_word: usize) -> Option<Self> {
        let corner = problem.corner();
        let mut order: [usize; MAX_VECTOR_PILES] = std::array::from_fn(|k| k);
        order.sort_by_key(|&k| corner[k]);
        let mut extent = [0; MAX_VECTOR_PILES];
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
        let front = (size(order[2])?.div_ceil(per_word) + 1).next_multiple_of(BLOCK_WORDS);
        let row = extent[2]
            .div_ceil(per_word)
            .checked_next_multiple_of(BLOCK_WORDS)?;
        let stride = front.checked_add(row)?.checked_add(BLOCK_WORDS)?;
        Some(Layout {
            extent,
            order,
            stride,
            front,
            depth,
            drop: size(order[3])?,
        })
    }

    /// Returns the number of words of the kept layers.
    fn words(&self) -> Option<usize> {
        self.depth
            .checked_mul(self.extent[0])?
            .checked_mul(self.extent[1])?
            .checked_mul(self.stride)
    }

    /// Returns the place of a position, or the distance that a vector goes back.
    fn place(&self, position: &PileSizes) -> LayerPlace {
        let piles = self.order.map(|k| position[k] as usize);
        LayerPlace {
            layer: piles.iter().sum(),
            piles,
        }
    }
}

/// A cell to be looked at when its layer is done.
struct Mark {
    /// The sum of the piles.
    layer: usize,
    /// The first word of its row in the layer.
    row: usize,
    /// The place in the row.
    cell: usize,
    /// The index among the positions asked; damaged cells have none.
    asked: Option<usize>,
}

/// Returns the cells to be looked at, by their layers.
fn marks(problem: &Problem, layout: &Layout) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (position, asked) in problem.marks() {
        let LayerPlace {
            layer,
            piles: [w, x, y, _],
        } = layout.place(position);
        marks.push(Mark {
            layer,
            row: (w * layout.extent[1] + x) * layout.stride,
            cell: y,
            asked,
        });
    }
    marks.sort_by_key(|mark| mark.layer);
    marks
}

/// One move, in the layout's order.
struct LayerStep {
    /// The amounts taken from the two outer piles.
    outer: [usize; 2],
    /// The amount taken from the row pile.
    row: usize,
    /// The amount taken from all piles.
    sum: usize,
}

/// Returns the moves; those that shift cells alike within a word stand next to one another.
fn steps(problem: &Problem, layout: &Layout, per_word: usize) -> Vec<LayerStep> {
    let mut steps = Vec::new();
    for vector in &problem.vectors {
        let LayerPlace {
            layer: sum,
            piles: [w, x, y, _],
        } = layout.place(vector);
        steps.push(LayerStep {
            outer: [w, x],
            row: y,
            sum,
        });
    }
    steps.sort_by_key(|step| step.row % per_word);
    steps
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
        .filter(|&words| (words as u64).saturating_mul(8) <= budget.memory);
    let (Some(layout), Some(words)) = (layout, words) else {
        let cells = problem.cells();
        let bytes = budget.memory;
        let message = format!(
            "a box of {cells} positions needs more than the {bytes} bytes of memory allowed"
        );
        return Err(Limit::bytes(cells, message));
    };
    let steps = steps(problem, &layout, Cells::<W>::PER_WORD);
    let checked = problem.label == LabelKind::Value && problem.vectors.len() > W;
    let marks = marks(problem, &layout);
    let mut next_mark = marks.iter().peekable();
    let last_layer = problem
        .asked
        .iter()
        .map(|position| layout.place(position).layer)
        .max()
        .unwrap_or(0);

    let [outer_w, outer_x, rows, longest] = layout.extent;
    let slab = outer_w * outer_x * layout.stride;
    let mut memory = vec![0u64; words + BLOCK_WORDS];
    // Rows begin on cache lines, so that each block lies in one.
    let aligned = memory
        .as_ptr()
        .align_offset(8 * BLOCK_WORDS)
        .min(BLOCK_WORDS);
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
                    let end = layout.drop.saturating_sub(w + x - layer - 1).min(rows);
                    Cells::<W>::clear(buffer, start, 0, end);
                    continue;
                };
                let first = (rest + 1).saturating_sub(longest);
                let last = rest.min(rows - 1);
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
