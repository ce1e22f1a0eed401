//! Row by row in bits, in stripes: for boards so full of lines that there is nothing to pass over.
//!
//! The board is cut into stripes of 32768 columns and bands of 1024 rows. A stripe is swept down a
//! band while its rows stay in the first cache; what its rows pass on to the right is kept for the
//! next stripe. Threads take neighbouring groups of stripes, each some bands behind the one at its
//! left.

use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::rectangle::Around;
use crate::dense::king::{Carry, KingValues, Row, scan_row};
use crate::dense::lanes::{COLUMNS, WORDS};
use crate::dense::text::{CellBlock, Content};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::simd::Simd;
use grundy_machine::sync::interrupt;
use grundy_machine::sync::progress::Task;

/// Blocks of 512 columns in a stripe.
const STRIPE_BLOCKS: usize = 64;
/// Columns of a stripe.
const STRIPE_COLUMNS: usize = STRIPE_BLOCKS * COLUMNS;
/// Rows of a band.
const BAND_ROWS: usize = 1024;
/// Bands that may wait between two threads.
const MAX_WAITING_BANDS: usize = 4;

/// One stripe and how far down it is.
struct Stripe {
    values: Vec<KingValues>,
    /// Undamaged cells of a row.
    free: Vec<CellBlock>,
    /// Damage to come, (row, column) in the stripe, ascending.
    damaged: Vec<(u32, usize)>,
    /// Cells to come that are asked for, with their numbers.
    asked: Vec<(u32, usize, usize)>,
    damage_taken: usize,
    asked_taken: usize,
}

type Answers = Vec<(usize, Around)>;

/// The values at `cells` and around them, as [`super::solve`] gives them, and the blocks of 512
/// cells computed. Both lists hold (row, column); the rows passed are counted in `running`.
///
/// # Errors
/// Rows that need more than `budget.memory`, blocks beyond `budget.work`.
pub fn solve(
    rows: u32,
    columns: u32,
    damaged: impl Iterator<Item = (u32, u32)>,
    cells: &[(u32, u32)],
    budget: &Budget,
    running: &Task,
) -> Result<(Vec<Around>, u64), Limit> {
    let work = u64::from(rows) * u64::from(columns.div_ceil(COLUMNS as u32));
    if work > budget.work {
        return Err(super::too_much_work(budget));
    }
    let mut stripes = stripes(columns as usize, damaged, cells);
    let threads = budget.threads.clamp(1, stripes.len());
    let needed = memory(u64::from(columns), threads);
    if needed > budget.memory {
        return Err(Limit::memory(format!(
            "rows of {columns} columns need {needed} bytes, {} are left",
            budget.memory
        )));
    }
    let solve = &interrupt::inherited();
    let answers = std::thread::scope(|scope| {
        // Each is given its part when it is known how many there are.
        let other = || {
            let (give, part) = sync_channel::<StripeRun>(1);
            let work = move || {
                part.recv()
                    .map_or_else(|_| Answers::new(), |part| part.sweep(rows, None))
            };
            let run = move || solve.run(work);
            let thread = std::thread::Builder::new().spawn_scoped(scope, run).ok()?;
            Some((give, thread))
        };
        let others: Vec<_> = (1..threads).map_while(|_| other()).collect();
        let each = stripes_each(columns, others.len() + 1);
        let mut parts: Vec<_> = stripes
            .chunks_mut(each)
            .map(|stripes| StripeRun {
                stripes,
                from: None,
                to: None,
            })
            .collect();
        for at in 1..parts.len() {
            let (to, from) = sync_channel(MAX_WAITING_BANDS);
            (parts[at - 1].to, parts[at].from) = (Some(to), Some(from));
        }
        let ours = parts.pop();
        let mut handles = Vec::new();
        for ((give, thread), part) in others.into_iter().zip(parts) {
            // A thread that waits for its part takes it.
            let _ = give.send(part);
            handles.push(thread);
        }
        let mut answers = ours.map_or_else(Answers::new, |part| part.sweep(rows, Some(running)));
        for handle in handles {
            answers.extend(
                interrupt::join(handle).unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        answers
    });
    let mut around = vec![[3; 4]; cells.len()];
    for (index, values) in answers {
        around[index] = values;
    }
    Ok((around, work))
}

/// Bytes for a board of this many columns, besides its lists.
pub fn memory(columns: u64, threads: usize) -> u64 {
    let stripes = columns.div_ceil(STRIPE_COLUMNS as u64)
        * (STRIPE_BLOCKS * (size_of::<KingValues>() + size_of::<CellBlock>())) as u64;
    stripes + (threads * (MAX_WAITING_BANDS + 2) * BAND_ROWS * size_of::<Carry>()) as u64
}

fn stripes_each(columns: u32, threads: usize) -> usize {
    (columns as usize)
        .div_ceil(STRIPE_COLUMNS)
        .div_ceil(threads)
}

fn stripes(
    columns: usize,
    damaged: impl Iterator<Item = (u32, u32)>,
    cells: &[(u32, u32)],
) -> Vec<Stripe> {
    let stripe = |first: usize| {
        let blocks = STRIPE_BLOCKS.min((columns - first).div_ceil(COLUMNS));
        let mut free = vec![
            CellBlock {
                free: [!0; WORDS],
                odd: [0; WORDS]
            };
            blocks
        ];
        for column in (columns - first).min(STRIPE_COLUMNS)..blocks * COLUMNS {
            flip(&mut free, column);
        }
        Stripe {
            values: vec![KingValues::default(); blocks],
            free,
            damaged: Vec::new(),
            asked: Vec::new(),
            damage_taken: 0,
            asked_taken: 0,
        }
    };
    let mut stripes: Vec<Stripe> = (0..columns).step_by(STRIPE_COLUMNS).map(stripe).collect();
    for (row, column) in damaged {
        stripes[column as usize / STRIPE_COLUMNS]
            .damaged
            .push((row, column as usize % STRIPE_COLUMNS));
    }
    for (index, &(row, column)) in cells.iter().enumerate() {
        stripes[column as usize / STRIPE_COLUMNS].asked.push((
            row,
            column as usize % STRIPE_COLUMNS,
            index,
        ));
    }
    for stripe in &mut stripes {
        stripe.damaged.sort_unstable();
        stripe.damaged.dedup();
        stripe.asked.sort_unstable();
    }
    stripes
}

/// Makes a free cell damaged, or the other way round.
fn flip(cells: &mut [CellBlock], column: usize) {
    cells[column / COLUMNS].free[column / 64 % WORDS] ^= 1 << (column % 64);
}

/// Neighbouring stripes, and the threads at their left and right.
struct StripeRun<'a> {
    stripes: &'a mut [Stripe],
    from: Option<Receiver<Vec<Carry>>>,
    to: Option<SyncSender<Vec<Carry>>>,
}

impl StripeRun<'_> {
    /// Sweeps the stripes down the board, band by band.
    fn sweep(self, rows: u32, running: Option<&Task>) -> Answers {
        let StripeRun { stripes, from, to } = self;
        let simd = Simd::current();
        let mut answers = Answers::new();
        let mut carries = Vec::new();
        let mut row = 0;
        while row < rows {
            let band = row..rows.min(row + BAND_ROWS as u32);
            match &from {
                // A thread ends early only by a panic, which its join passes on.
                Some(from) => match from.recv() {
                    Ok(received) => carries = received,
                    Err(_) => return answers,
                },
                None => {
                    carries.clear();
                    carries.resize(band.len(), Carry::default());
                }
            }
            for stripe in &mut *stripes {
                interrupt::check();
                stripe.band(band.clone(), &mut carries, simd, &mut answers);
            }
            if let Some(to) = &to
                && to.send(std::mem::take(&mut carries)).is_err()
            {
                return answers;
            }
            if let Some(running) = running {
                running.add(band.len() as u64);
            }
            row = band.end;
        }
        answers
    }
}

impl Stripe {
    /// Sweeps down a band; `carries` are what comes in from the left, and then what goes out.
    fn band(&mut self, rows: Range<u32>, carries: &mut [Carry], simd: Simd, answers: &mut Answers) {
        for (row, carry) in rows.zip(carries) {
            let damaged = self.damaged[self.damage_taken..]
                .iter()
                .take_while(|d| d.0 == row)
                .count();
            let damaged = self.damage_taken..self.damage_taken + damaged;
            self.damage_taken = damaged.end;
            for k in damaged.clone() {
                flip(&mut self.free, self.damaged[k].1);
            }
            let asked = self.asked[self.asked_taken..]
                .iter()
                .take_while(|q| q.0 == row)
                .count();
            let asked = self.asked_taken..self.asked_taken + asked;
            self.asked_taken = asked.end;
            let (left_before, up_left_before) = carry.last_cells();
            let first_answer = answers.len();
            for &(_, column, index) in &self.asked[asked.clone()] {
                let up_left = match column {
                    0 => up_left_before,
                    _ => KingValues::at(&self.values, column - 1),
                };
                answers.push((
                    index,
                    [
                        3,
                        KingValues::at(&self.values, column).min(3),
                        3,
                        up_left.min(3),
                    ],
                ));
            }
            let row = Row {
                cells: &self.free,
                counts: &[],
                content: Content::Bare,
                ahead: &[],
            };
            scan_row(simd, &mut self.values, row, carry);
            for (&(_, column, _), (_, around)) in
                self.asked[asked].iter().zip(&mut answers[first_answer..])
            {
                let left = match column {
                    0 => left_before,
                    _ => KingValues::at(&self.values, column - 1),
                };
                around[0] = KingValues::at(&self.values, column).min(3);
                around[2] = left.min(3);
            }
            for k in damaged {
                flip(&mut self.free, self.damaged[k].1);
            }
        }
    }
}
