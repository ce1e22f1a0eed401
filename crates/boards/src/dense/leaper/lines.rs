//! The sweep over anti-diagonals, for every width of lanes.

use super::super::bitmap::Bitmap;
use super::super::rows::Cell;
use super::skew::{Index, Skewed};
use super::{NO_MOVE, Neighbourhoods, Step, bytes};
use crate::simd::{Simd, dispatch};
use crate::theory::budget::{Budget, Limit};

/// A value of one cell as it stands in a line; the default stands for "no such cell".
trait Lane: Copy + Default {
    /// The value, [`NO_MOVE`] if there is none.
    fn value(self) -> u16;
    /// The lane of every index of a line, from the undamaged cells, 64 a word, and the lines each step leads
    /// to.
    fn line(simd: Simd, target: &mut [Self], free: &[u64], seen: &[&[Self]]);
}

macro_rules! one_hot {
    ($lane:ty) => {
        impl Lane for $lane {
            fn value(self) -> u16 {
                if self == 0 { NO_MOVE } else { self.trailing_zeros() as u16 }
            }

            #[inline(always)]
            fn line(simd: Simd, target: &mut [$lane], free: &[u64], seen: &[&[$lane]]) {
                /// Written so that each pass over a line is one loop without branches, which
                /// compiles to vectors.
                #[inline(always)]
                fn pass(target: &mut [$lane], free: &[u64], seen: &[&[$lane]]) {
                    const PART_CELLS: usize = 512;
                    let mut spread_free = [[0; 64]; PART_CELLS / 64];
                    let parts = target.chunks_mut(PART_CELLS).zip(free.chunks(PART_CELLS / 64));
                    for (start, (target, free)) in (0..).step_by(PART_CELLS).zip(parts) {
                        let length = target.len();
                        for (bytes, &word) in spread_free.iter_mut().zip(free) {
                            *bytes = bytes::spread(word);
                        }
                        let free = &spread_free.as_flattened()[..length];
                        match seen {
                            [a, b, c, d] => {
                                let (a, b) = (&a[start..][..length], &b[start..][..length]);
                                let (c, d) = (&c[start..][..length], &d[start..][..length]);
                                for i in 0..length {
                                    target[i] = a[i] | b[i] | c[i] | d[i];
                                }
                            }
                            _ => {
                                target.fill(0);
                                for line in seen {
                                    let line = &line[start..][..length];
                                    for i in 0..length {
                                        target[i] |= line[i];
                                    }
                                }
                            }
                        }
                        for i in 0..length {
                            let seen = target[i];
                            // Sign extension spreads the mask over wider lanes.
                            target[i] = !seen & seen.wrapping_add(1) & (free[i] as i8 as $lane);
                        }
                    }
                }

                dispatch! {
                    fn compiled(target: &mut [$lane], free: &[u64], seen: &[&[$lane]]) {
                        pass(target, free, seen)
                    }
                }
                compiled(simd, target, free, seen)
            }
        }
    };
}

one_hot!(u8);
one_hot!(u16);
one_hot!(u32);
one_hot!(u64);

/// A value plus 1, for more steps than a lane has bits.
#[derive(Clone, Copy, Default)]
struct Plain(u16);

impl Lane for Plain {
    fn value(self) -> u16 {
        self.0.wrapping_sub(1)
    }

    fn line(_: Simd, target: &mut [Plain], free: &[u64], seen: &[&[Plain]]) {
        // marks[v] = i + 1: cell i sees value v.
        let mut marks = vec![0u32; seen.len() + 2];
        for (i, target) in target.iter_mut().enumerate() {
            *target = Plain(0);
            if free[i / 64] >> (i % 64) & 1 == 0 {
                continue;
            }
            for line in seen {
                marks[usize::from(line[i].0)] = i as u32 + 1;
            }
            // Mark 0: entries outside the diagonal hold no value.
            let mex = marks[1..].iter().position(|&mark| mark != i as u32 + 1);
            *target = Plain(mex.unwrap_or(0) as u16 + 1);
        }
    }
}

pub(super) fn solve(
    board: &Bitmap,
    steps: &[Step],
    cells: &[Cell],
    simd: Simd,
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    match steps.len() {
        0..=7 => sweep::<u8>(board, steps, cells, simd, budget),
        8..=15 => sweep::<u16>(board, steps, cells, simd, budget),
        16..=31 => sweep::<u32>(board, steps, cells, simd, budget),
        32..=63 => sweep::<u64>(board, steps, cells, simd, budget),
        _ => sweep::<Plain>(board, steps, cells, simd, budget),
    }
}

/// Checks that lines of this many bytes fit, beside the board and the answers.
fn check_memory(
    lines: usize,
    board: &Bitmap,
    cells: usize,
    steps: usize,
    budget: &Budget,
) -> Result<(), Limit> {
    let order = size_of::<(u32, u32)>() as u64;
    let needed = lines as u64 + cells as u64 * (order + 2 * (steps as u64 + 1));
    if needed.saturating_add(board.bytes()) <= budget.memory {
        return Ok(());
    }
    Err(Limit::memory(format!(
        "{cells} pieces with {steps} steps on this board need {needed} bytes, {} are allowed",
        budget.memory
    )))
}

fn sweep<L: Lane>(
    board: &Bitmap,
    steps: &[Step],
    cells: &[Cell],
    simd: Simd,
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    let shape = board.shape();
    let index = Index::of(shape);
    let length = index.choose(shape.rows, shape.columns) as usize;
    let other = index.choose(shape.columns, shape.rows) as usize;
    // How far each step goes back, and along the line.
    let steps: Vec<(usize, i32)> =
        steps.iter().map(|&(drow, dcol)| ((-(drow + dcol)) as usize, index.choose(drow, dcol))).collect();
    let depth = steps.iter().map(|step| step.0).max().unwrap_or(0) + 1;
    let margin = steps.iter().map(|step| step.1.unsigned_abs() as usize).max().unwrap_or(0);
    let width = length.next_multiple_of(64) + 2 * margin;

    check_memory((depth * size_of::<L>() + 8) * width, board, cells.len(), steps.len(), budget)?;
    let mut asked: Vec<(u32, u32)> = (0..).zip(cells).map(|(i, cell)| (cell.row + cell.column, i)).collect();
    asked.sort_unstable();
    let mut asked = asked.into_iter().peekable();
    let mut flat = vec![NO_MOVE; cells.len() * (steps.len() + 1)];

    // Line d of the ring has index i at margin + i; what is not a cell of its diagonal is none.
    let mut ring = vec![vec![L::default(); width]; depth];
    let mut skewed = Skewed::new(length);
    for diagonal in 0..length + other - 1 {
        if asked.peek().is_none() {
            break;
        }
        if diagonal % 64 == 0 {
            skewed.read(board, index, diagonal);
        }
        // Indices on the board lie in low..high; whole words around them are done, the mask is
        // empty there.
        let low = (diagonal + 1).saturating_sub(other) / 64 * 64;
        let high = (diagonal + 1).min(length).next_multiple_of(64);
        let free = &skewed.line(diagonal % 64)[low / 64..high / 64];
        let mut target = std::mem::take(&mut ring[diagonal % depth]);
        // The cells below are no longer written and may hold those of the diagonal before in
        // this place of the ring.
        target[margin + low.saturating_sub(depth + 64)..margin + low].fill(L::default());
        let start = margin + low;
        let seen: smallvec::SmallVec<[&[L]; 8]> = (steps.iter())
            .map(|&(back, along)| {
                let line = &ring[(diagonal + depth - back) % depth];
                let from = start.wrapping_add_signed(along as isize);
                &line[from..from + high - low]
            })
            .collect();
        L::line(simd, &mut target[start..start + high - low], free, &seen);
        drop(seen);
        ring[diagonal % depth] = target;

        while let Some(&(_, at)) = asked.peek().filter(|&&(on, _)| on as usize == diagonal) {
            asked.next();
            let cell = cells[at as usize];
            let place = margin + index.choose(cell.row, cell.column) as usize;
            let hood = &mut flat[at as usize * (steps.len() + 1)..][..steps.len() + 1];
            hood[0] = ring[diagonal % depth][place].value();
            for (value, &(back, along)) in hood[1..].iter_mut().zip(&steps) {
                if back <= diagonal {
                    let line = &ring[(diagonal - back) % depth];
                    *value = line[place.wrapping_add_signed(along as isize)].value();
                }
            }
        }
    }
    Ok(Neighbourhoods { steps: steps.len(), flat })
}
