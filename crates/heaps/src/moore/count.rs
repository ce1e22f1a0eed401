//! Counts winning moves in Moore's nim without listing them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a group has at least one heap of a list of fewer than 2³²"
)]

use fxhash::FxHashMap;
use smallvec::SmallVec;

use super::digits::{DIGITS, at_once, digits, loses};
use crate::coins::binomial;
use grundy_base::bits::ones;
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// The largest number of groups of different sizes that are lowered at one digit, if not all are: the search recurses
/// once for each of them.
const MAX_LOWERED_GROUPS: usize = 1000;

/// Returns the number of winning moves.
///
/// Heaps of one size count alike, and so do heaps that are free, whose further digits do not depend on
/// which they were: it is enough to know of each size how many are lowered. What follows from that
/// is kept for each digit.
///
/// # Complexity
/// About a step for each choice of heaps, if few can be lowered at once. The budget bounds the steps.
///
/// # Errors
/// Fails if it takes more work or memory than allowed, or if the number has more than 128 bits.
pub fn count(heaps: &[u64], most: u64, budget: &Budget) -> Result<u128, Limit> {
    if loses(heaps, most) {
        return Ok(0);
    }
    let steps = shares::heaps::counted_moore_moves(budget.work);
    let room = shares::heaps::remembered_moore_choices(budget.memory);
    exact(heaps, most, steps, room).ok_or_else(|| {
        Limit::work(format!(
            "the winning moves of these {} heaps are too many to count in {} steps",
            heaps.len(),
            budget.work
        ))
    })
}

/// Returns the number of winning moves, unless it takes more steps, or has more entries, than these.
fn exact(heaps: &[u64], most: u64, steps: u64, room: u64) -> Option<u128> {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let groups = sorted.chunk_by(|a, b| a == b).map(|chunk| SameSize {
        size: chunk[0],
        heaps: chunk.len() as u64,
    });
    let mut counter = MoveCounter {
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

/// The heaps of one size.
#[derive(Clone, Copy, Debug)]
struct SameSize {
    /// The size.
    size: u64,
    /// The number of heaps.
    heaps: u64,
}

/// Some heaps of a group that are lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Lowered {
    /// The place of the group.
    group: u32,
    /// The number of heaps that are lowered.
    heaps: u64,
}

/// The heaps that are lowered, by group, ascending.
type LoweredHeaps = SmallVec<[Lowered; 4]>;

/// A choice of heaps before the digits below some place are chosen.
#[derive(PartialEq, Eq, Hash)]
struct Choice {
    /// The number of digits still to be chosen.
    digits: usize,
    /// The heaps that are lowered.
    lowered: LoweredHeaps,
}

/// The state of a count.
struct MoveCounter {
    /// The heaps by their sizes.
    groups: Vec<SameSize>,
    /// The most heaps that a move may lower.
    most: u64,
    /// The number of heaps with each digit among those that are not lowered.
    counts: [u64; DIGITS],
    /// The number of heaps that are lowered.
    free: u64,
    /// The heaps that are lowered so far.
    lowered: LoweredHeaps,
    /// The number of ways to go on after each choice met.
    known: FxHashMap<Choice, u128>,
    /// The steps that are left.
    steps: u64,
    /// The number of entries that may still be added.
    room: u64,
}

impl MoveCounter {
    /// Returns the number of ways to choose the digits below this one.
    fn digit(&mut self, above: usize) -> Option<u128> {
        let Some(digit) = above.checked_sub(1) else {
            return Some(1);
        };
        self.steps = self.steps.checked_sub(1)?;
        let free = self.free;
        let count = self.counts[digit];
        let multiple = self.most + 1;
        let remainder = count % multiple;
        let mut ways: u128 = 0;
        for lower in 0..=(self.most - free).min(count) {
            let taking = (lower + multiple - remainder) % multiple;
            if taking > free {
                continue;
            }
            let below = if lower == 0 {
                self.known(digit)?
            } else if lower == count {
                // There may be many groups, but only one choice is possible.
                self.lower_all(digit)?
            } else {
                self.lower(digit, lower, 0, MAX_LOWERED_GROUPS)?
            };
            let each = binomial(free, taking)?;
            ways = ways.checked_add(each.checked_mul(below)?)?;
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
                .binary_search_by_key(&(place as u32), |lowered| lowered.group);
            let left = group.heaps - already.map_or(0, |at| self.lowered[at].heaps);
            for chosen in 1..=lower.min(left) {
                let before = self.lowered.clone();
                match already {
                    Ok(at) => self.lowered[at].heaps += chosen,
                    Err(at) => {
                        let lowered = Lowered {
                            group: place as u32,
                            heaps: chosen,
                        };
                        self.lowered.insert(at, lowered);
                    }
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
        let lowered = self.lowered.clone();
        let free = self.free;
        let counts = self.counts;
        let mut all: FxHashMap<u32, u64> = lowered
            .iter()
            .map(|lowered| (lowered.group, lowered.heaps))
            .collect();
        for place in 0..self.groups.len() {
            let group = self.groups[place];
            if group.size >> digit & 1 == 1 {
                let before = all.insert(place as u32, group.heaps).unwrap_or(0);
                let chosen = group.heaps - before;
                self.set_free(self.free + chosen, group.size, |count| count - chosen);
            }
        }
        self.steps = self.steps.checked_sub(self.groups.len() as u64)?;
        self.lowered = all
            .into_iter()
            .map(|(group, heaps)| Lowered { group, heaps })
            .collect();
        self.lowered.sort_unstable();
        let ways = self.known(digit);
        self.lowered = lowered;
        self.free = free;
        self.counts = counts;
        ways
    }

    /// Sets the number of lowered heaps, and changes the counts of the digits of a heap of this size.
    fn set_free(&mut self, free: u64, size: u64, count: impl Fn(u64) -> u64) {
        self.free = free;
        for digit in ones(size) {
            self.counts[digit as usize] = count(self.counts[digit as usize]);
        }
    }

    /// Returns the number of ways to choose the digits below this one, which is looked up if it was found before.
    fn known(&mut self, above: usize) -> Option<u128> {
        if self.free == self.most {
            // No more heaps are lowered: each digit leaves one number of free heaps that take it.
            return self.digit(above);
        }
        let choice = Choice {
            digits: above,
            lowered: self.lowered.clone(),
        };
        if let Some(&ways) = self.known.get(&choice) {
            return Some(ways);
        }
        let ways = self.digit(above)?;
        self.room = self.room.checked_sub(1 + self.lowered.len() as u64 / 8)?;
        self.known.insert(choice, ways);
        Some(ways)
    }
}
