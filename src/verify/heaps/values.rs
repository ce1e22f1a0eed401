//! The values of heaps 0, 1, 2, …, one by one, by their definition.
//!
//! For games that split heaps, a parity mask M saves most of the work, whatever M is: call a value
//! *rare* when M ∧ value has an even number of ones, *common* otherwise. The nim-sum of two values
//! is common exactly when one of them is rare and one common. So the options of common value are
//! all found among splits with a rare part; and the least common value that is none of them is the
//! heap's value, unless a smaller rare value is no option either, for which the other splits are
//! looked at until all smaller values are seen. With M = 0 every value is rare and every split is
//! looked at.

use fxhash::FxHashMap;

use super::rules::{Remainder, Rules};
use super::window::Counts;
use crate::certificate::{Checksum, Cycle};
use crate::record::Range;
use crate::verify::{CELLS, Checked, WORK, unproved};

/// So many amounts and more are looked at as windows.
const MANY: u64 = 48;

/// Values computed before, since records of one game follow each other. What a record gets does not
/// depend on what came before it.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    known: FxHashMap<(Rules, u64), Known>,
}

impl Memo {
    /// The values of heaps 0 to `range` at least.
    pub(crate) fn values(&mut self, rules: &Rules, mask: u64, range: u64) -> Checked<&mut Known> {
        if range >= CELLS {
            return unproved(format!("{range} values are too many to compute"));
        }
        let key = (rules.clone(), mask);
        let before = self.known.get(&key).map_or(0, |known| known.values.len() as u64);
        let held: u64 = self.known.values().map(|known| 64 + known.values.len() as u64).sum();
        if range >= before && held + (range + 1 - before) > CELLS {
            self.known.clear();
        }
        let known = self.known.entry(key).or_insert_with(|| Known::new(rules, mask));
        known.reach(rules, range)?;
        Ok(known)
    }
}

/// The values of one game.
#[derive(Debug)]
pub(crate) struct Known {
    pub(super) values: Vec<u32>,
    /// The checksum before each heap that is a multiple of [`STRIDE`].
    checksums: Vec<Checksum>,
    /// Cycles that were found to be true and the least.
    pub(super) cycles: Vec<Cycle>,
    steps: u64,
    way: Way,
}

/// Heaps from one remembered checksum to the next.
const STRIDE: usize = 64;

#[derive(Debug)]
enum Way {
    /// Amounts in windows that slide.
    Windows(Counts),
    /// Each option looked at.
    Options(Options),
}

impl Known {
    fn new(rules: &Rules, mask: u64) -> Self {
        let many = |amounts: &[Range]| {
            amounts.iter().map(|range| range.high - range.low).fold(0, u64::saturating_add) > MANY
        };
        let way = match rules {
            Rules::Subtraction(amounts) if many(amounts) => Way::Windows(Counts::default()),
            _ => Way::Options(Options { mask, rare: Vec::new(), largest: 0, seen: Vec::new() }),
        };
        Known { values: Vec::new(), checksums: Vec::new(), cycles: Vec::new(), steps: 0, way }
    }

    /// The values of heaps 0 to `range`, which must be known.
    pub(crate) fn to(&self, range: u64) -> &[u32] {
        &self.values[..=range as usize]
    }

    /// The checksum of the values of heaps 0 to `range`, which must be known.
    pub(crate) fn checksum(&self, range: u64) -> u64 {
        let last = range as usize;
        let mut sum = self.checksums[last / STRIDE];
        self.values[last / STRIDE * STRIDE..=last].iter().for_each(|&value| sum.add(u64::from(value)));
        sum.get()
    }

    fn reach(&mut self, rules: &Rules, range: u64) -> Checked<()> {
        while self.values.len() as u64 <= range {
            if self.steps > WORK {
                return unproved("computing the values takes too many steps");
            }
            let heap = self.values.len();
            if heap.is_multiple_of(STRIDE) {
                let mut sum = self.checksums.last().copied().unwrap_or_default();
                let block = &self.values[heap.saturating_sub(STRIDE)..];
                block.iter().for_each(|&value| sum.add(u64::from(value)));
                self.checksums.push(sum);
            }
            let value = match (&mut self.way, rules) {
                (Way::Windows(counts), Rules::Subtraction(amounts)) => {
                    self.steps += 8 * amounts.len() as u64;
                    slide(counts, &self.values, amounts)
                }
                (Way::Options(options), _) => {
                    match options.mex(rules, &self.values, &mut self.steps) {
                        Some(value) => value,
                        // For good: the steps are spent.
                        None => continue,
                    }
                }
                (Way::Windows(_), _) => return unproved("only amounts have windows"),
            };
            self.values.push(value);
        }
        Ok(())
    }
}

/// The value of the next heap, from the windows of the one before.
fn slide(counts: &mut Counts, values: &[u32], amounts: &[Range]) -> u32 {
    let heap = values.len() as u64;
    for range in amounts {
        if let Some(left) = heap.checked_sub(range.low) {
            counts.add(values[left as usize]);
        }
        if let Some(left) = heap.checked_sub(range.high).and_then(|left| left.checked_sub(1)) {
            counts.remove(values[left as usize]);
        }
    }
    counts.mex()
}

#[derive(Debug)]
struct Options {
    mask: u64,
    /// The heaps with a rare value.
    rare: Vec<u32>,
    /// The largest value.
    largest: u32,
    /// `seen[v] == heap + 1`: an option of the heap has value v.
    seen: Vec<u32>,
}

impl Options {
    fn is_rare(&self, value: u32) -> bool {
        (u64::from(value) & self.mask).count_ones().is_multiple_of(2)
    }

    fn see(&mut self, value: u32, stamp: u32) {
        let at = value as usize;
        if at >= self.seen.len() {
            self.seen.resize((at + 1).next_power_of_two(), 0);
        }
        self.seen[at] = stamp;
    }

    fn is_seen(&self, value: u32, stamp: u32) -> bool {
        self.seen.get(value as usize) == Some(&stamp)
    }

    /// The value of the next heap; none when that takes too many steps.
    fn mex(&mut self, rules: &Rules, values: &[u32], steps: &mut u64) -> Option<u32> {
        let heap = values.len() as u64;
        let stamp = heap as u32 + 1;
        for Remainder { left, whole, split } in rules.remainders(heap) {
            *steps += 1;
            if *steps > WORK {
                return None;
            }
            if whole {
                self.see(values[left as usize], stamp);
            }
            if split {
                for i in 0..self.rare.len() {
                    let a = u64::from(self.rare[i]);
                    if a >= left {
                        break;
                    }
                    let b = left - a;
                    if a > 0 && !(rules.unequal() && a == b) {
                        *steps += 1;
                        self.see(values[a as usize] ^ values[b as usize], stamp);
                    }
                }
            }
        }
        // Every common option is seen now, and some rare ones. Below this bound there is an unseen
        // common value, or no value at all is common so far; then all splits have rare parts, and all
        // options are seen.
        let bound = 2 * (self.seen.len().max(self.largest as usize) + 1).next_power_of_two() as u32;
        let common = (0..if self.mask == 0 { 0 } else { bound })
            .find(|&v| !self.is_rare(v) && !self.is_seen(v, stamp));
        // Where no common value is below the bound, this is the mex: at most as many values are seen
        // as there is room for.
        let most = common.unwrap_or_else(|| (0..bound).find(|&v| !self.is_seen(v, stamp)).unwrap_or(bound));
        *steps += u64::from(if common.is_none() && self.mask != 0 { bound } else { most }) / 16;
        let mut missing = (0..most).filter(|&v| !self.is_seen(v, stamp)).count();
        if missing > 0 {
            'looking: for Remainder { left, split, .. } in rules.remainders(heap) {
                for a in (1..=left / 2).filter(|_| split) {
                    let b = left - a;
                    *steps += 1;
                    if *steps > WORK {
                        return None;
                    }
                    let value = values[a as usize] ^ values[b as usize];
                    if value < most && !(rules.unequal() && a == b) && !self.is_seen(value, stamp) {
                        self.see(value, stamp);
                        missing -= 1;
                        if missing == 0 {
                            break 'looking;
                        }
                    }
                }
            }
        }
        let value = (0..most).find(|&v| !self.is_seen(v, stamp)).unwrap_or(most);
        if self.is_rare(value) {
            self.rare.push(heap as u32);
        }
        self.largest = self.largest.max(value);
        Some(value)
    }
}
