//! Chomp: a move bites a cell with all cells below and right of it; the cell in the corner is poisoned
//! and never taken.
//!
//! A position is a staircase: rows from the top, none longer than the one above. All staircases inside
//! the given one are numbered in lexicographic order, and a bite leads to a smaller number, so one pass over
//! the numbers values them all (normal play), or finds who wins (misère play).
//!
//! ```text
//!   number of ν = Σ f(i, νᵢ)      f(i, v) = in how many ways the rows i, i + 1, … can go on with νᵢ < v
//!
//!   a bite in row i that leaves c columns:   rows i … t − 1 are cut to c, the others are as they were
//!      ■ ■ ■ ■ ■ ■                  number = Σ f(k, νₖ) for k < i  +  Σ f(k, c) for i ≤ k < t
//!  i → ■ ■ × × ×                             +  Σ f(k, νₖ) for k ≥ t
//!      ■ ■ × ×        c = 2
//!  t → ■ ■
//! ```
//!
//! Two shapes need no table: a row and a column that meet in the corner are two heaps of nim, and of
//! two rows the second player wins exactly those with one cell less in the second.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2¹⁶ cells, and the numbers of staircases are places of a list in memory"
)]

use std::iter;
use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_base::sync::interrupt::Checked;

/// A bite, by the row and the column of its cell, from 0.
#[derive(Clone, Copy, Debug)]
pub struct Bite {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: u64,
}

/// A position of Chomp, analysed.
#[derive(Debug)]
pub struct Chomp {
    /// The rows that are left, from the top.
    rows: Vec<u64>,
    /// Whether a player without a move wins.
    misere: bool,
    /// The values of all staircases inside, once they are found.
    table: Option<StaircaseValues>,
}

/// The steps for a cell of a staircase that is bitten, whose value stands anywhere in the table: 3 nanoseconds in
/// `chomp 3x300: ? grundy`, 5 in `chomp 13x14:`.
const STEPS_A_BITE: u64 = 11;

/// The largest number of rows.
pub const MAX_CHOMP_ROWS: u64 = 1 << 20;

impl Chomp {
    /// Makes the position of these rows, from the top. The first has at least one cell, and none is longer than the one
    /// before. Rows of length 0 are left out.
    pub fn new(rows: &[u64], misere: bool) -> Self {
        let rows = rows.iter().copied().filter(|&row| row > 0).collect();
        Chomp {
            rows,
            misere,
            table: None,
        }
    }

    /// Returns the rows that are left.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Visits the bites in reading order, until the visitor breaks.
    pub fn each_bite(&self, mut visit: impl FnMut(Bite) -> ControlFlow<()>) -> ControlFlow<()> {
        for (row, &length) in self.rows.iter().enumerate() {
            for column in u64::from(row == 0)..length {
                visit(Bite { row, column })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the number of bites.
    pub fn bites(&self) -> u128 {
        self.rows
            .iter()
            .map(|&row| u128::from(row))
            .sum::<u128>()
            .saturating_sub(1)
    }

    /// Finds the values of all staircases, unless the position needs no table.
    ///
    /// # Errors
    ///
    /// Fails when their number passes the memory, or their bites the work, of the budget.
    pub fn solve(&mut self, for_value: bool, budget: &Budget) -> Result<(), Limit> {
        let is_two_rows = self.rows.len() == 2 && !self.misere;
        if self.table.is_some() || self.is_heaps() || (!for_value && is_two_rows) {
            return Ok(());
        }
        self.table = Some(StaircaseValues::new(&self.rows, self.misere, budget)?);
        Ok(())
    }

    /// Returns whether the position is a row and a column, under normal play: two heaps of nim.
    fn is_heaps(&self) -> bool {
        !self.misere && self.rows.get(1).is_none_or(|&row| row <= 1)
    }

    /// Returns the value of the position under normal play, once it is [solved](Chomp::solve) for values.
    pub fn value(&self) -> u64 {
        self.value_of(&self.rows)
    }

    /// Returns the value after a bite.
    pub fn value_after(&self, bite: Bite) -> u64 {
        self.value_of(&self.bitten(bite))
    }

    /// Returns whether the player to move wins, once the position is [solved](Chomp::solve).
    pub fn wins(&self) -> bool {
        self.value_of(&self.rows) != 0
    }

    /// Returns whether the player to move wins after a bite.
    pub fn wins_after(&self, bite: Bite) -> bool {
        self.value_after(bite) != 0
    }

    /// Returns the rows that a bite leaves.
    fn bitten(&self, Bite { row, column }: Bite) -> Vec<u64> {
        let mut rows = self.rows.clone();
        for length in &mut rows[row..] {
            *length = (*length).min(column);
        }
        rows.retain(|&length| length > 0);
        rows
    }

    /// Returns the value of what bites leave, once the position is [solved](Chomp::solve). Under misère play, and for two
    /// rows without a table, it is 1 for any position that the player to move wins.
    pub fn value_of(&self, rows: &[u64]) -> u64 {
        if let Some(table) = &self.table {
            return u64::from(table.values[table.number(rows)]);
        }
        match rows {
            [] => 0,
            [_] => rows[0] - 1,
            [first, second, ..] if *second <= 1 => (first - 1) ^ (rows.len() as u64 - 1),
            // Two rows that differ by one are lost under normal play: every bite changes the difference, and
            // another bite restores it.
            [first, second, ..] => u64::from(first - 1 != *second),
        }
    }
}

/// Returns the lengths of the columns of a staircase, written to `list`. Rows may be of length 0.
fn conjugate<'a>(rows: &[u64], list: &'a mut Vec<u64>) -> &'a [u64] {
    list.clear();
    for (row, &length) in rows.iter().enumerate().rev() {
        list.resize(list.len().max(length as usize), row as u64 + 1);
    }
    list
}

/// The values of all staircases inside one.
#[derive(Debug)]
struct StaircaseValues {
    /// The numbers f(i, v), by row.
    below: Vec<Vec<u64>>,
    /// The value of each staircase by its number, or whether it is won.
    values: Vec<u16>,
}

impl StaircaseValues {
    /// Finds the values of all staircases inside these rows.
    fn new(rows: &[u64], misere: bool, budget: &Budget) -> Result<Self, Limit> {
        let cells: u64 = rows.iter().fold(0, |sum, &row| sum.saturating_add(row));
        let too_large = |bytes: u64| {
            let allowed = budget.memory;
            let message =
                format!("the staircases inside {cells} cells take more than {allowed} bytes");
            Limit::bytes(bytes.into(), message)
        };
        let share = shares::placement::staircases(budget.memory);
        // Values stay below the number of cells, and fit 16 bits.
        if cells > u64::from(u16::MAX) || cells.saturating_add(rows.len() as u64) * 16 > share {
            return Err(too_large(u64::MAX));
        }
        let mut below = vec![Vec::new(); rows.len()];
        // The rows from the current one on can go on in ways[v] ways if the first of them is at most v long.
        let mut ways: Vec<u64> = vec![1; rows[0] as usize + 1];
        for (row, &length) in rows.iter().enumerate().rev() {
            let mut sums = vec![0u64];
            for v in 0..=length as usize {
                sums.push(sums[v].saturating_add(ways[v]));
            }
            ways = (0..ways.len())
                .map(|v| sums[v.min(length as usize) + 1])
                .collect();
            sums.pop();
            below[row] = sums;
        }
        let count = ways[rows[0] as usize];
        if count > share {
            return Err(too_large(count));
        }
        let steps = (count.saturating_mul(cells) / 2).saturating_mul(STEPS_A_BITE);
        budget.check_steps(steps.into(), || {
            format!("the {count} staircases inside {cells} cells take")
        })?;
        let mut table = StaircaseValues {
            below,
            values: vec![0; count as usize],
        };
        table.fill(rows, misere);
        Ok(table)
    }

    /// Returns the number of a staircase.
    fn number(&self, rows: &[u64]) -> usize {
        rows.iter()
            .zip(&self.below)
            .map(|(&row, below)| below[row as usize])
            .sum::<u64>() as usize
    }

    /// Returns, for each i and v, the sum cut[i][v] of f(k, v) over the rows k < i that can be v long.
    fn cuts(&self, rows: &[u64]) -> Vec<Vec<u64>> {
        let height = rows.len();
        let mut cut = vec![vec![0u64; rows[0] as usize + 1]];
        for below in &self.below[..height] {
            let below = below.iter().copied().chain(iter::repeat(0));
            let sums = cut[cut.len() - 1]
                .iter()
                .zip(below)
                .map(|(sum, below)| sum + below)
                .collect();
            cut.push(sums);
        }
        cut
    }

    /// Values every staircase, from the least number on.
    fn fill(&mut self, rows: &[u64], misere: bool) {
        let height = rows.len();
        let cut = self.cuts(rows);
        let mut stairs = vec![0u64; height];
        // before[i] is the sum of f(k, νₖ) for k < i, and after[i] that for k ≥ i.
        let mut before = vec![0u64; height + 1];
        let mut after = vec![0u64; height + 1];
        // The round in which a staircase was last seen to reach each value.
        let mut seen: Vec<u32> = vec![0; usize::from(u16::MAX) + 1];
        let mut round = 0;
        let mut steps = Checked::default();
        // A position and its mirror image are worth the same; if the rows are symmetric, both are inside.
        let is_symmetric = conjugate(rows, &mut Vec::new()) == rows;
        let mut mirrored = Vec::new();
        for number in 1..self.values.len() {
            steps.step();
            let row = grow(&mut stairs, rows);
            for i in row..height {
                before[i + 1] = before[i] + self.below[i][stairs[i] as usize];
            }
            let used = stairs
                .iter()
                .position(|&length| length == 0)
                .unwrap_or(height);
            after[used] = 0;
            for i in (0..used).rev() {
                after[i] = after[i + 1] + self.below[i][stairs[i] as usize];
            }
            debug_assert_eq!(before[height], number as u64);
            if is_symmetric {
                let image = self.number(conjugate(&stairs[..used], &mut mirrored));
                if image < number {
                    self.values[number] = self.values[image];
                    continue;
                }
            }
            round += 1;
            if round == u32::MAX {
                seen.fill(0);
                round = 1;
            }
            let mut moves = false;
            for i in 0..used {
                let mut t = i + 1;
                for c in (u64::from(i == 0)..stairs[i]).rev() {
                    while t < used && stairs[t] > c {
                        t += 1;
                    }
                    let c = c as usize;
                    let to = before[i] + (cut[t][c] - cut[i][c]) + after[t];
                    seen[usize::from(self.values[to as usize])] = round;
                    moves = true;
                }
            }
            self.values[number] = if misere {
                u16::from(!moves || seen[0] == round)
            } else {
                (0..)
                    .find(|&value| seen[usize::from(value)] != round)
                    .unwrap_or(u16::MAX)
            };
        }
    }
}

/// Goes on to the next staircase inside `rows`: the last row that can grow does, and all below it become empty. Returns
/// that row.
fn grow(stairs: &mut [u64], rows: &[u64]) -> usize {
    let mut row = stairs.len() - 1;
    while stairs[row] == rows[row] || (row > 0 && stairs[row] == stairs[row - 1]) {
        row -= 1;
    }
    stairs[row] += 1;
    stairs[row + 1..].fill(0);
    row
}
