//! How many winning moves there are, without listing them.

use fxhash::FxHashMap;
use smallvec::SmallVec;

use super::{DIGITS, at_once, digits};
use crate::bits::ones;
use crate::coins::binomial;
use grundy_machine::budget::{Budget, Limit};

/// How many groups of different sizes are lowered at one digit, if not all are.
const MAX_GROUPS: usize = 1000;

/// Returns the number of winning moves.
///
/// Heaps of one size count alike, and so do heaps that are free, whose further digits do not depend on
/// which they were: it is enough to know of each size how many are lowered. The consequence
/// is kept for each digit.
///
/// # Complexity
/// With few heaps at once, about a step for each choice of them. Bounded by the budget.
///
/// # Errors
/// Fails if it takes more work or memory than allowed, or a number of more than 128 bits.
pub fn count(heaps: &[u64], most: u64, budget: &Budget) -> Result<u128, Limit> {
    if super::loses(heaps, most) {
        return Ok(0);
    }
    // A step is an entry looked up, or a group passed over.
    exact(heaps, most, budget.work >> 8, budget.memory >> 8).ok_or_else(|| {
        Limit::work(format!(
            "the winning moves of these {} heaps are too many to count in {} steps",
            heaps.len(),
            budget.work
        ))
    })
}

fn exact(heaps: &[u64], most: u64, steps: u64, room: u64) -> Option<u128> {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let groups = sorted.chunk_by(|a, b| a == b).map(|chunk| Group {
        size: chunk[0],
        heaps: chunk.len() as u64,
    });
    let mut counter = Counter {
        groups: groups.collect(),
        most: at_once(heaps, most),
        counts: digits(heaps),
        free: 0,
        lowered: SmallVec::new(),
        known: FxHashMap::default(),
        steps,
        room,
    };
    counter.digit(DIGITS)
}

/// Heaps of one size.
#[derive(Clone, Copy, Debug)]
struct Group {
    size: u64,
    heaps: u64,
}

/// Of which groups heaps are lowered, ascending, and how many.
type Lowered = SmallVec<[(u32, u64); 4]>;

struct Counter {
    groups: Vec<Group>,
    most: u64,
    /// For each digit, how many of the heaps that are not lowered have it.
    counts: [u64; DIGITS],
    /// How many heaps are lowered.
    free: u64,
    lowered: Lowered,
    /// By how many digits are still to be chosen, and what is lowered.
    known: FxHashMap<(usize, Lowered), u128>,
    steps: u64,
    /// How many entries may be known.
    room: u64,
}

impl Counter {
    /// Returns the number of ways to choose the digits below this one.
    fn digit(&mut self, above: usize) -> Option<u128> {
        let Some(digit) = above.checked_sub(1) else {
            return Some(1);
        };
        self.steps = self.steps.checked_sub(1)?;
        let (free, count, multiple) = (self.free, self.counts[digit], self.most + 1);
        let remainder = count % multiple;
        let mut ways: u128 = 0;
        for lower in 0..=(self.most - free).min(count) {
            let taking = (lower + multiple - remainder) % multiple;
            if taking <= free {
                let each = binomial(free, taking)?;
                let below = match lower {
                    0 => self.known(digit)?,
                    // Many groups, of which only one choice is possible.
                    _ if lower == count => self.lower_all(digit)?,
                    _ => self.lower(digit, lower, 0, MAX_GROUPS)?,
                };
                ways = ways.checked_add(each.checked_mul(below)?)?;
            }
        }
        Some(ways)
    }

    /// Returns the number of ways to lower some of the heaps with this digit, at least one, from this group
    /// on, and to choose the digits below.
    fn lower(&mut self, digit: usize, lower: u64, from: usize, depth: usize) -> Option<u128> {
        let depth = depth.checked_sub(1)?;
        let mut ways: u128 = 0;
        for place in from..self.groups.len() {
            self.steps = self.steps.checked_sub(1)?;
            let group = self.groups[place];
            if group.size >> digit & 1 == 0 {
                continue;
            }
            let already = self
                .lowered
                .binary_search_by_key(&(place as u32), |&(place, _)| place);
            let left = group.heaps - already.map_or(0, |at| self.lowered[at].1);
            for chosen in 1..=lower.min(left) {
                let before = self.lowered.clone();
                match already {
                    Ok(at) => self.lowered[at].1 += chosen,
                    Err(at) => self.lowered.insert(at, (place as u32, chosen)),
                }
                self.set_free(self.free + chosen, group.size, |count| count - chosen);
                let below = match lower - chosen {
                    0 => self.known(digit),
                    rest => self.lower(digit, rest, place + 1, depth),
                };
                self.set_free(self.free - chosen, group.size, |count| count + chosen);
                self.lowered = before;
                ways = ways.checked_add(binomial(left, chosen)?.checked_mul(below?)?)?;
            }
        }
        Some(ways)
    }

    /// Returns the number of ways to choose the digits below this one when all heaps that have it are lowered.
    fn lower_all(&mut self, digit: usize) -> Option<u128> {
        let (lowered, free, counts) = (self.lowered.clone(), self.free, self.counts);
        let mut all: FxHashMap<u32, u64> = lowered.iter().copied().collect();
        for place in 0..self.groups.len() {
            let group = self.groups[place];
            if group.size >> digit & 1 == 1 {
                let before = all.insert(place as u32, group.heaps).unwrap_or(0);
                let chosen = group.heaps - before;
                self.set_free(self.free + chosen, group.size, |count| count - chosen);
            }
        }
        self.steps = self.steps.checked_sub(self.groups.len() as u64)?;
        self.lowered = all.into_iter().collect();
        self.lowered.sort_unstable();
        let ways = self.known(digit);
        (self.lowered, self.free, self.counts) = (lowered, free, counts);
        ways
    }

    fn set_free(&mut self, free: u64, size: u64, count: impl Fn(u64) -> u64) {
        self.free = free;
        for digit in ones(size) {
            self.counts[digit as usize] = count(self.counts[digit as usize]);
        }
    }

    /// Returns the number of ways to choose the digits below this one, looked up if it was found before.
    fn known(&mut self, above: usize) -> Option<u128> {
        if self.free == self.most {
            // No more heaps are lowered: each digit leaves one number of free heaps that take it.
            return self.digit(above);
        }
        let state = (above, self.lowered.clone());
        if let Some(&ways) = self.known.get(&state) {
            return Some(ways);
        }
        let ways = self.digit(above)?;
        self.room = self.room.checked_sub(1 + self.lowered.len() as u64 / 8)?;
        self.known.insert(state, ways);
        Some(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::super::winning_moves;
    use super::*;
    use grundy_machine::random::Random;
    use std::ops::ControlFlow;

    #[test]
    fn as_many_as_are_listed() {
        let mut rng = Random::new(8);
        for round in 0..300 {
            let heaps: Vec<u64> = (0..1 + rng.below(8))
                .map(|_| rng.below(1 + round / 4))
                .collect();
            let most = 1 + rng.below(4);
            let mut listed: u128 = 0;
            winning_moves(&heaps, most, &mut |_| {
                listed += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(
                count(&heaps, most, &Budget::default()).unwrap(),
                listed,
                "{heaps:?} {most}"
            );
        }
    }

    #[test]
    fn more_than_can_be_listed() {
        // Both large heaps are lowered; then one of them takes each digit that the three others have, or
        // both do, and one of the three is lowered.
        const LARGE: u64 = 1 << 40;
        let found = count(
            &[LARGE, LARGE, LARGE - 1, LARGE - 1, LARGE - 1],
            3,
            &Budget::default(),
        )
        .unwrap();
        assert!(found > 1 << 40, "{found}");
        let many: Vec<u64> = (0..40).map(|i| u64::MAX - i * i).collect();
        assert!(
            count(
                &many,
                20,
                &Budget {
                    work: 1 << 24,
                    ..Budget::default()
                }
            )
            .is_err()
        );
    }
}
