//! Kings row by row in bits, in stripes: for boards so full of lines that there is nothing to pass over.
//!
//! The board is cut into stripes of 32768 columns and bands of 1024 rows. A stripe is swept down a
//! band while its rows stay in the first cache; what its rows pass on to the right is kept for the
//! next stripe. Threads take neighbouring groups of stripes, each some bands later than the one at its
//! left.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the sizes of bands and blocks are small constants"
)]

use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::rectangle::Around;
use crate::dense::king::{Carry, KingValues, Row, scan_row};
use crate::dense::lanes::{COLUMNS, WORDS};
use crate::dense::text::{CellBlock, Content};
use grundy_base::budget::{Budget, Limit};
use grundy_base::simd::Simd;
use grundy_base::sync::interrupt;
use grundy_base::sync::progress::Task;

/// The number of blocks of 512 columns in a stripe: its rows stay in the first cache.
const STRIPE_BLOCKS: usize = 64;
/// The number of columns of a stripe.
const STRIPE_COLUMNS: usize = STRIPE_BLOCKS * COLUMNS;
/// The number of rows of a band (a guess).
const BAND_ROWS: usize = 1024;
/// The number of bands that may wait between two threads (a guess).
const MAX_WAITING_BANDS: usize = 4;

/// A stripe, and how far down it is swept.
struct Stripe {
    values: Vec<KingValues>,
    /// The undamaged cells of a row.
    free: Vec<CellBlock>,
    /// The damage, ascending.
    damaged: Vec<StripeCell>,
    /// The number of damaged cells that the sweep has passed.
    damage_taken: usize,
    /// The cells asked for, ascending.
    asked: Vec<AskedCell>,
    /// The number of cells asked for that the sweep has passed.
    asked_taken: usize,
}

/// A cell of a stripe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StripeCell {
    row: u32,
    /// The column in the stripe.
    column: usize,
}

/// A cell asked for, and the number of the question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct AskedCell {
    cell: StripeCell,
    index: usize,
}

/// The values at a cell asked for and around it, with the number of the question.
struct StripeAnswer {
    index: usize,
    around: Around,
}

/// Finds the values at `cells` and around them, as [`super::solve`] gives them, and the number of blocks of 512
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
    let answers = sweep_all(rows, columns, &mut stripes, threads, running);
    let mut around = vec![[3; 4]; cells.len()];
    for answer in answers {
        around[answer.index] = answer.around;
    }
    Ok((around, work))
}

/// Sweeps the stripes down the board on several threads, as many as the system starts.
fn sweep_all(
    rows: u32,
    columns: u32,
    stripes: &mut [Stripe],
    threads: usize,
    running: &Task,
) -> Vec<StripeAnswer> {
    let inherited = &interrupt::inherited();
    std::thread::scope(|scope| {
        // A thread is given its part when it is known how many threads there are.
        let start_thread = || {
            let (give, part) = sync_channel::<StripeRun>(1);
            let work = move || match part.recv() {
                Ok(part) => part.sweep(rows, None),
                Err(_) => Vec::new(),
            };
            let run = move || inherited.run(work);
            let thread = std::thread::Builder::new().spawn_scoped(scope, run).ok()?;
            Some((give, thread))
        };
        let others: Vec<_> = (1..threads).map_while(|_| start_thread()).collect();
        let mut parts = parts(stripes, stripes_each(columns, others.len() + 1));
        let ours = parts.pop();
        let mut handles = Vec::new();
        for ((give, thread), part) in others.into_iter().zip(parts) {
            // A thread that waits for its part takes it.
            let _ = give.send(part);
            handles.push(thread);
        }
        let mut answers = match ours {
            Some(part) => part.sweep(rows, Some(running)),
            None => Vec::new(),
        };
        for handle in handles {
            let theirs = interrupt::join(handle);
            answers.extend(theirs.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        answers
    })
}

/// Deals stripes out to threads, `each` to one, and joins the threads by channels.
fn parts(stripes: &mut [Stripe], each: usize) -> Vec<StripeRun<'_>> {
    let mut parts: Vec<StripeRun> = Vec::new();
    for stripes in stripes.chunks_mut(each) {
        let mut part = StripeRun {
            stripes,
            from: None,
            to: None,
        };
        if let Some(left) = parts.last_mut() {
            let (to, from) = sync_channel(MAX_WAITING_BANDS);
            left.to = Some(to);
            part.from = Some(from);
        }
        parts.push(part);
    }
    parts
}

/// Counts the bytes for a board of this many columns, besides its lists.
pub fn memory(columns: u64, threads: usize) -> u64 {
    let stripes = columns.div_ceil(STRIPE_COLUMNS as u64)
        * (STRIPE_BLOCKS * (size_of::<KingValues>() + size_of::<CellBlock>())) as u64;
    stripes + (threads * (MAX_WAITING_BANDS + 2) * BAND_ROWS * size_of::<Carry>()) as u64
}

/// Counts the stripes that each of some threads takes.
fn stripes_each(columns: u32, threads: usize) -> usize {
    (columns as usize)
        .div_ceil(STRIPE_COLUMNS)
        .div_ceil(threads)
}

/// Cuts a board into stripes.
fn stripes(
    columns: usize,
    damaged: impl Iterator<Item = (u32, u32)>,
    cells: &[(u32, u32)],
) -> Vec<Stripe> {
    let mut stripes: Vec<Stripe> = (0..columns)
        .step_by(STRIPE_COLUMNS)
        .map(|first| Stripe::new(columns - first))
        .collect();
    for (row, column) in damaged {
        let column = column as usize;
        stripes[column / STRIPE_COLUMNS].damaged.push(StripeCell {
            row,
            column: column % STRIPE_COLUMNS,
        });
    }
    for (index, &(row, column)) in cells.iter().enumerate() {
        let column = column as usize;
        let cell = StripeCell {
            row,
            column: column % STRIPE_COLUMNS,
        };
        stripes[column / STRIPE_COLUMNS]
            .asked
            .push(AskedCell { cell, index });
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

/// Neighbouring stripes that one thread sweeps, and the channels from the thread at their left and to the one at
/// their right.
struct StripeRun<'a> {
    stripes: &'a mut [Stripe],
    from: Option<Receiver<Vec<Carry>>>,
    to: Option<SyncSender<Vec<Carry>>>,
}

impl StripeRun<'_> {
    /// Sweeps the stripes down the board, band by band.
    fn sweep(self, rows: u32, running: Option<&Task>) -> Vec<StripeAnswer> {
        let StripeRun { stripes, from, to } = self;
        let simd = Simd::current();
        let mut answers = Vec::new();
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
    /// Makes an undamaged stripe at the left of a board with `columns` columns.
    fn new(columns: usize) -> Stripe {
        let blocks = STRIPE_BLOCKS.min(columns.div_ceil(COLUMNS));
        let undamaged = CellBlock {
            free: [!0; WORDS],
            odd: [0; WORDS],
        };
        let mut free = vec![undamaged; blocks];
        for column in columns.min(STRIPE_COLUMNS)..blocks * COLUMNS {
            flip(&mut free, column);
        }
        Stripe {
            values: vec![KingValues::default(); blocks],
            free,
            damaged: Vec::new(),
            damage_taken: 0,
            asked: Vec::new(),
            asked_taken: 0,
        }
    }

    /// Sweeps down a band; `carries` are what comes in from the left, and then what goes out.
    fn band(
        &mut self,
        rows: Range<u32>,
        carries: &mut [Carry],
        simd: Simd,
        answers: &mut Vec<StripeAnswer>,
    ) {
        for (row, carry) in rows.zip(carries) {
            let damaged = self.damage_of(row);
            let asked = self.asked_of(row);
            self.flip_all(damaged.clone());
            let before = carry.last_cells();
            let first_answer = answers.len();
            for asked in &self.asked[asked.clone()] {
                let around = [
                    3,
                    self.value(asked.cell.column),
                    3,
                    self.value_left_of(asked.cell.column, before.above),
                ];
                answers.push(StripeAnswer {
                    index: asked.index,
                    around,
                });
            }
            let row = Row {
                cells: &self.free,
                counts: &[],
                content: Content::Bare,
                ahead: &[],
            };
            scan_row(simd, &mut self.values, row, carry);
            for (asked, answer) in self.asked[asked].iter().zip(&mut answers[first_answer..]) {
                answer.around[0] = self.value(asked.cell.column);
                answer.around[2] = self.value_left_of(asked.cell.column, before.own);
            }
            self.flip_all(damaged);
        }
    }

    /// Passes the damaged cells of a row; returns their indices.
    fn damage_of(&mut self, row: u32) -> Range<usize> {
        let begin = self.damage_taken;
        let later = &self.damaged[begin..];
        self.damage_taken += later.iter().take_while(|cell| cell.row == row).count();
        begin..self.damage_taken
    }

    /// Passes the cells of a row that are asked for; returns their indices.
    fn asked_of(&mut self, row: u32) -> Range<usize> {
        let begin = self.asked_taken;
        let later = &self.asked[begin..];
        self.asked_taken += later
            .iter()
            .take_while(|asked| asked.cell.row == row)
            .count();
        begin..self.asked_taken
    }

    /// Makes these free cells damaged, or the other way round.
    fn flip_all(&mut self, damaged: Range<usize>) {
        for cell in &self.damaged[damaged] {
            flip(&mut self.free, cell.column);
        }
    }

    /// Reads the value at a column of the last row; 3 if there is none.
    fn value(&self, column: usize) -> u8 {
        KingValues::at(&self.values, column).min(3)
    }

    /// Reads the value one to the left of a column; left of the stripe it is `before`.
    fn value_left_of(&self, column: usize, before: u8) -> u8 {
        match column.checked_sub(1) {
            Some(left) => self.value(left),
            None => before.min(3),
        }
    }
}
