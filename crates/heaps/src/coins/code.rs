//! Lexicodes by table: the values of *at most T coins* for even T.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values and places that were reached are those of a table in memory"
)]

use crate::sequence::Grow;
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// Appends to `half` the bit that makes the number of ones odd; returns `None` if that takes more than 64 bits.
pub fn odious(half: u64) -> Option<u64> {
    let last = u64::from(half.count_ones().is_multiple_of(2));
    (half >> 63 == 0).then_some(half << 1 | last)
}

/// The values of places 1, 2, … when at most `number` coins are turned, where `number` is even and at least 2.
///
/// A table holds for every nim-sum of the values so far the least number of them that have it. The next value is
/// the least nim-sum that needs `number` coins or more, or the next power of 2 when there is none. Entries of the
/// table only ever fall as values are added, so values never fall.
///
/// # Complexity
///
/// O(2ᵇ) bytes and steps for each value of b bits.
#[derive(Debug)]
pub struct Lexicode {
    /// The most coins that a move turns.
    number: u64,
    /// The value of place i is `values[i − 1]`.
    values: Vec<u64>,
    /// The least number of coins with nim-sum v is `least[v]`. The length is a power of 2.
    least: Vec<u8>,
    /// The steps taken so far.
    work: u64,
    /// The memory and the steps that are allowed.
    budget: Budget,
}

impl Lexicode {
    /// Begins a code without values.
    pub fn new(number: u64, budget: Budget) -> Self {
        Lexicode {
            number,
            values: Vec::new(),
            least: vec![0],
            work: 0,
            budget,
        }
    }

    /// Returns the value of place `i`, which was reached.
    pub fn value(&self, i: u64) -> u64 {
        self.values[i as usize - 1]
    }

    /// Returns the least number of known coins that have nim-sum `v`, or more than `number` if none have.
    pub fn least_coins(&self, v: u64) -> u64 {
        let entry = usize::try_from(v).ok().and_then(|v| self.least.get(v));
        if let Some(&least) = entry {
            return least.into();
        }
        if self.values.is_empty() {
            // The table is not built yet, so only places whose values are powers of 2 were asked for.
            return v.count_ones().into();
        }
        // No known value has a bit beyond the length of the table.
        self.number + 1
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.least.len() + self.values.len() * 8) as u64
    }

    /// Finds the next value.
    fn push(&mut self) -> Result<(), Limit> {
        let length = self.least.len();
        let before = self.values.last().map_or(0, |&value| value as usize);
        let found = self.least[before.min(length - 1)..]
            .iter()
            .position(|&least| u64::from(least) >= self.number);
        let value = found.map_or(length, |i| before + i);
        if value == length && length as u64 * 2 > shares::heaps::lexicode(self.budget.memory) {
            return Err(Limit::memory(self.end()));
        }
        self.work += 1 + length as u64 / 16;
        if self.work > shares::heaps::lexicode_steps(self.budget.work) {
            return Err(Limit::work(self.end()));
        }
        if value == length {
            self.double();
        } else {
            self.update(value);
        }
        self.values.push(value as u64);
        Ok(())
    }

    /// Says where the table ends.
    fn end(&self) -> String {
        format!(
            "the table of Grundy values for at most {} coins ends at place {}",
            self.number,
            self.values.len()
        )
    }

    /// Enters a coin whose value is the length of the table, which is a power of 2.
    fn double(&mut self) {
        let length = self.least.len();
        self.least.extend_from_within(..);
        for least in &mut self.least[length..] {
            *least = least.saturating_add(1);
        }
    }

    /// Enters a coin of this value: `least[v] = min(least[v], least[v ^ value] + 1)` for all v, in pairs.
    fn update(&mut self, value: usize) {
        let top = 1usize << value.ilog2();
        let low = value ^ top;
        for block in self.least.chunks_exact_mut(2 * top) {
            // The partner of v, which lacks the bit `top`, is (v ^ low) | top.
            let (without, with) = block.split_at_mut(top);
            if top < CODE_LANES {
                for v in 0..top {
                    update_pair(&mut without[v], &mut with[v ^ low]);
                }
            } else {
                update_pairs(without, with, low);
            }
        }
    }
}

/// The entries of a lexicode's table that are changed together: those of one vector register.
const CODE_LANES: usize = 16;

/// Lowers two entries whose nim-sums differ by a coin.
fn update_pair(a: &mut u8, b: &mut u8) {
    let old_a = *a;
    let old_b = *b;
    *a = old_a.min(old_b.saturating_add(1));
    *b = old_b.min(old_a.saturating_add(1));
}

/// Lowers the entries v of `without` and v ^ low of `with`, whose length is a multiple of [`CODE_LANES`], in
/// blocks. The upper bits of `low` say which block is the partner of a block, and the lower bits permute the
/// entries in it.
fn update_pairs(without: &mut [u8], with: &mut [u8], low: usize) {
    let inner = low % CODE_LANES;
    let between_blocks = low - inner;
    for start in (0..without.len()).step_by(CODE_LANES) {
        let a = &mut without[start..start + CODE_LANES];
        let b = &mut with[start ^ between_blocks..(start ^ between_blocks) + CODE_LANES];
        let mut partner = [0u8; CODE_LANES];
        for i in 0..CODE_LANES {
            partner[i] = b[i ^ inner];
        }
        let mut new = [0u8; CODE_LANES];
        for i in 0..CODE_LANES {
            new[i] = partner[i].min(a[i].saturating_add(1));
            a[i] = a[i].min(partner[i].saturating_add(1));
        }
        for i in 0..CODE_LANES {
            b[i ^ inner] = new[i];
        }
    }
}

impl Grow for Lexicode {
    fn reach(&mut self, n: u64) -> Result<(), Limit> {
        while !self.has(n) {
            self.push()?;
        }
        Ok(())
    }

    fn has(&self, n: u64) -> bool {
        n <= self.values.len() as u64
    }

    fn is_settled(&self) -> bool {
        false
    }
}
