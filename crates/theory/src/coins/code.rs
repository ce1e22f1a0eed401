//! Lexicodes by table: the values of *at most T coins* for even T.

use crate::sequence::Grow;
use grundy_machine::budget::{Budget, Limit};

/// The number with an odd number of ones that is `half`, then one more bit; `None` beyond 64 bits.
pub fn odious(half: u64) -> Option<u64> {
    let last = u64::from(half.count_ones().is_multiple_of(2));
    (half >> 63 == 0).then_some(half << 1 | last)
}

/// The values of places 1, 2, … when at most `number` coins are turned, `number` even and at least 2.
///
/// A table tells for every nim-sum of the values so far how few of them have it. The next value is
/// the least number that needs `number` coins or more. It never falls, for the table's numbers only do;
/// it is the next power of 2 when no number below needs `number` coins.
///
/// # Complexity
///
/// O(2ᵇ) bytes and steps for each value of b bits.
#[derive(Debug)]
pub struct Lexicode {
    number: u64,
    values: Vec<u64>,
    /// `least[v]`: the least number of coins with nim-sum v. A power of 2 of them.
    least: Vec<u8>,
    work: u64,
    budget: Budget,
}

impl Lexicode {
    pub fn new(number: u64, budget: Budget) -> Self {
        Lexicode {
            number,
            values: Vec::new(),
            least: vec![0],
            work: 0,
            budget,
        }
    }

    /// The value of place `i`, which was reached.
    pub fn value(&self, i: u64) -> u64 {
        self.values[i as usize - 1]
    }

    /// The least number of coins known that have nim-sum `v`; more than any set's if none has.
    pub fn least_coins(&self, v: u64) -> u64 {
        match usize::try_from(v).ok().and_then(|v| self.least.get(v)) {
            Some(&least) => least.into(),
            // The table has no bit beyond its length. Before it was built, the values are powers of 2.
            None if self.values.is_empty() => v.count_ones().into(),
            None => self.number + 1,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.least.len() + self.values.len() * 8) as u64
    }

    fn push(&mut self) -> Result<(), Limit> {
        let from = self.values.last().map_or(0, |&v| v as usize);
        let need = |least: &u8| u64::from(*least) >= self.number;
        let value = self.least[from.min(self.least.len() - 1)..]
            .iter()
            .position(need)
            .map(|i| from + i);
        let length = self.least.len();
        let value = match value {
            Some(value) => value,
            None => {
                if length as u64 * 2 > self.budget.memory / 4 {
                    return Err(Limit::memory(format!(
                        "the table of Grundy values for at most {} coins ends at place {}",
                        self.number,
                        self.values.len()
                    )));
                }
                length
            }
        };
        self.work += 1 + self.least.len() as u64 / 16;
        if self.work > self.budget.work / 16 {
            return Err(Limit::work(format!(
                "the table of Grundy values for at most {} coins ends at place {}",
                self.number,
                self.values.len()
            )));
        }
        if value == length {
            self.least.extend_from_within(..);
            self.least[length..]
                .iter_mut()
                .for_each(|least| *least = least.saturating_add(1));
        } else {
            self.update(value);
        }
        self.values.push(value as u64);
        Ok(())
    }

    /// `least[v] = min(least[v], least[v ^ value] + 1)` for all v, in pairs.
    fn update(&mut self, value: usize) {
        let top = 1usize << value.ilog2();
        let low = value ^ top;
        for block in self.least.chunks_exact_mut(2 * top) {
            let (without, with) = block.split_at_mut(top);
            // Pairs v, v ^ low within blocks of 16 whose upper bits `low` moves, too.
            const LANES: usize = 16;
            if top < LANES {
                for v in 0..top {
                    pair(&mut without[v], &mut with[v ^ low]);
                }
                continue;
            }
            let (high, inner) = (low / LANES * LANES, low % LANES);
            for start in (0..top).step_by(LANES) {
                let a = &mut without[start..start + LANES];
                let b = &mut with[start ^ high..(start ^ high) + LANES];
                let mut partner = [0u8; LANES];
                (0..LANES).for_each(|i| partner[i] = b[i ^ inner]);
                let mut new = [0u8; LANES];
                for i in 0..LANES {
                    new[i] = partner[i].min(a[i].saturating_add(1));
                    a[i] = a[i].min(partner[i].saturating_add(1));
                }
                (0..LANES).for_each(|i| b[i ^ inner] = new[i]);
            }
        }
    }
}

fn pair(a: &mut u8, b: &mut u8) {
    let (old_a, old_b) = (*a, *b);
    *a = old_a.min(old_b.saturating_add(1));
    *b = old_b.min(old_a.saturating_add(1));
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
