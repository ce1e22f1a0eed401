//! The values of heaps 0, 1, 2, …, one by one, by their definition.
//!
//! For games that split heaps, a parity mask M saves most of the work, whatever M is: call a value
//! *rare* when M ∧ value has an even number of ones, *common* otherwise. The nim-sum of two values
//! is common exactly when one of them is rare and one common. So the options of common value are
//! all found among splits with a rare part; and the least common value that is none of them is the
//! heap's value, unless a smaller rare value is no option either: each of those not seen so far is
//! looked for among all splits. With M = 0 every value is rare and every split is looked at.

use fxhash::FxHashMap;

use super::rules::{Remainder, Rules};
use super::window::Counts;
use crate::certificate::{Checksum, Cycle};
use crate::record::Range;
use crate::verify::{CELLS, Checked, WORK, unproved};

/// So many amounts and more are looked at as windows.
const MANY: u64 = 48;

/// The most games whose values are remembered.
const GAMES: usize = 64;

/// Values computed before, since records of one game follow each other. What a record gets does not
/// depend on what came before it.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The latest last.
    games: Vec<(Rules, u64, Known)>,
}

impl Memo {
    /// The values of heaps 0 to `range` at least.
    pub(crate) fn values(&mut self, rules: &Rules, mask: u64, range: u64) -> Checked<&mut Known> {
        if range >= CELLS {
            return unproved(format!("{range} values are too many to compute"));
        }
        let found = self.games.iter().rposition(|(known, with, _)| known == rules && *with == mask);
        let last = match found {
            Some(at) => {
                let latest = self.games.len() - 1;
                self.games.swap(at, latest);
                latest
            }
            None => {
                if self.games.len() == GAMES {
                    self.games.clear();
                }
                self.games.push((rules.clone(), mask, Known::new(rules, mask)));
                self.games.len() - 1
            }
        };
        if range >= self.games[last].2.values.len() as u64 {
            let held: usize = self.games[..last].iter().map(|(.., known)| known.values.len()).sum();
            let last =
                if held as u64 + range >= CELLS { self.games.drain(..last).len() - last } else { last };
            let (rules, _, known) = &mut self.games[last];
            known.reach(rules, range)?;
            return Ok(known);
        }
        Ok(&mut self.games[last].2)
    }
}

/// The values of one game.
#[derive(Debug)]
pub(crate) struct Known {
    pub(super) values: Vec<u32>,
    /// The checksum before each heap that is a multiple of [`STRIDE`].
    checksums: Vec<Checksum>,
    /// The cycle that was found to be true and the least.
    pub(super) cycle: Option<Cycle>,
    /// The range whose checksum was last asked for, and that.
    checked: Option<(u64, u64)>,
    /// For heaps beyond the preperiod, by what they leave modulo the period, and by the value
    /// wanted: what counting their splits comes to.
    pub(super) splits: FxHashMap<(u64, u64), Splits>,
    steps: u64,
    way: Way,
}

/// Splits of a large heap that have a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Splits {
    /// Those with a part before the periodic ones, in order.
    pub(super) edge: u64,
    /// Classes of parts modulo the period, and those among them that come once more.
    pub(super) classes: u64,
    pub(super) longer: u64,
}

/// Heaps from one remembered checksum to the next.
const STRIDE: usize = 64;

#[derive(Debug)]
enum Way {
    /// Amounts in windows that slide.
    Windows(Counts),
    /// Amounts one by one: the heap that saw each value last.
    Amounts(Vec<u32>),
    /// Takes and splits.
    Options(Options),
}

impl Known {
    fn new(rules: &Rules, mask: u64) -> Self {
        let many = |amounts: &[Range]| {
            amounts.iter().map(|range| range.high - range.low).fold(0, u64::saturating_add) > MANY
        };
        let way = match rules {
            Rules::Subtraction(amounts) if many(amounts) => Way::Windows(Counts::default()),
            Rules::Subtraction(_) => Way::Amounts(Vec::new()),
            _ => Way::Options(Options::new(mask)),
        };
        Known {
            values: Vec::new(),
            checksums: Vec::new(),
            cycle: None,
            checked: None,
            splits: FxHashMap::default(),
            steps: 0,
            way,
        }
    }

    /// The values of heaps 0 to `range`, which must be known.
    pub(crate) fn to(&self, range: u64) -> &[u32] {
        &self.values[..=range as usize]
    }

    /// The checksum of the values of heaps 0 to `range`, which must be known.
    pub(crate) fn checksum(&mut self, range: u64) -> u64 {
        if let Some((_, sum)) = self.checked.filter(|&(checked, _)| checked == range) {
            return sum;
        }
        let last = range as usize;
        let mut sum = self.checksums[last / STRIDE];
        self.values[last / STRIDE * STRIDE..=last].iter().for_each(|&value| sum.add(u64::from(value)));
        self.checked = Some((range, sum.get()));
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
                (Way::Amounts(seen), Rules::Subtraction(amounts)) => {
                    self.steps += 1 + amounts.len() as u64 + MANY;
                    take(seen, &self.values, amounts)
                }
                (Way::Options(options), _) => {
                    match options.mex(rules, &self.values, &mut self.steps) {
                        Some(value) => value,
                        // For good: the steps are spent.
                        None => continue,
                    }
                }
                (Way::Windows(_) | Way::Amounts(_), _) => return unproved("these are no amounts"),
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

/// The value of the next heap, from the amounts one by one.
fn take(seen: &mut Vec<u32>, values: &[u32], amounts: &[Range]) -> u32 {
    let stamp = values.len() as u32 + 1;
    for range in amounts {
        let Some(most) = values.len().checked_sub(range.low as usize) else { break };
        let least = values.len().saturating_sub(range.high as usize);
        for &value in &values[least..=most] {
            if value as usize >= seen.len() {
                seen.resize((value as usize + 1).next_power_of_two(), 0);
            }
            seen[value as usize] = stamp;
        }
    }
    seen.iter().take_while(|&&mark| mark == stamp).count() as u32
}

#[derive(Debug)]
struct Options {
    mask: u64,
    /// The heaps with a rare value ≥ 1, and their values.
    rare: Vec<(u32, u32)>,
    /// The largest value.
    largest: u32,
    /// `seen[v] == heap + 1`: an option of the heap has value v.
    seen: Vec<u32>,
    /// The values narrowed, and the same from the end on: so both parts of a split are read
    /// forwards.
    narrow: Vec<u16>,
    mirror: Vec<u16>,
}

/// Splits compared between two looks at the result.
const CHUNK: usize = 256;

impl Options {
    fn new(mask: u64) -> Self {
        let (narrow, mirror) = (Vec::new(), Vec::new());
        Options { mask, rare: Vec::new(), largest: 0, seen: Vec::new(), narrow, mirror }
    }

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
        // Nim-sums of values seen so far are below this.
        let room = (self.largest as usize + 1).next_power_of_two();
        if room > self.seen.len() {
            self.seen.resize(room, 0);
        }
        for Remainder { left, whole, split } in rules.remainders(heap) {
            *steps += 1;
            if *steps > WORK {
                return None;
            }
            if whole {
                self.see(values[left as usize], stamp);
            }
            if split {
                // Rare parts below the middle, above it, and in it unless the parts must differ.
                let left = left as usize;
                let to = |most: usize| self.rare.partition_point(|&(a, _)| (a as usize) < most);
                let (below, middle, above) = (to(left.div_ceil(2)), to(left / 2 + 1), to(left));
                let runs = [0..if rules.unequal() { below } else { middle }, middle..above];
                *steps += above as u64;
                let seen = &mut self.seen[..room];
                for run in runs {
                    for &(a, value) in &self.rare[run] {
                        seen[(value ^ values[left - a as usize]) as usize & (room - 1)] = stamp;
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
        let most = match common {
            Some(common) => common,
            // At most as many values are seen as there is room for.
            None => (0..bound).find(|&v| !self.is_seen(v, stamp)).unwrap_or(bound),
        };
        *steps += u64::from(if common.is_none() && self.mask != 0 { bound } else { most }) / 16;
        // The least smaller value, all of them rare, that is no option, seen or not.
        let mut value = most;
        for smaller in 0..most {
            if !self.is_seen(smaller, stamp) && !self.some_split_has(smaller, rules, values, steps)? {
                value = smaller;
                break;
            }
        }
        self.push(value, heap as u32);
        Some(value)
    }

    /// Whether a split of the next heap has this value; none when that takes too many steps.
    fn some_split_has(&self, value: u32, rules: &Rules, values: &[u32], steps: &mut u64) -> Option<bool> {
        for Remainder { left, .. } in rules.remainders(values.len() as u64).filter(|rest| rest.split) {
            let left = left as usize;
            // The parts up to the middle: equal ones have value 0.
            let parts = if rules.unequal() { left.saturating_sub(1) / 2 } else { left / 2 };
            if parts == 0 {
                continue;
            }
            let found = match u16::try_from(value) {
                Ok(value) if self.narrow.len() == values.len() => {
                    let from = self.mirror.len() - left;
                    let (low, high) = (&self.narrow[1..=parts], &self.mirror[from..from + parts]);
                    low.chunks(CHUNK).zip(high.chunks(CHUNK)).any(|(low, high)| {
                        *steps += low.len() as u64 / 8;
                        low.iter().zip(high).fold(false, |any, (a, b)| any | (a ^ b == value))
                    })
                }
                _ => {
                    *steps += parts as u64;
                    (1..=parts).any(|a| values[a] ^ values[left - a] == value)
                }
            };
            *steps += 1;
            if *steps > WORK {
                return None;
            }
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    fn push(&mut self, value: u32, heap: u32) {
        if heap > 0 && self.is_rare(value) {
            self.rare.push((heap, value));
        }
        self.largest = self.largest.max(value);
        if let Ok(value) = u16::try_from(value)
            && self.narrow.len() == heap as usize
        {
            self.narrow.push(value);
            let length = self.narrow.len();
            if length > self.mirror.len() {
                self.mirror = vec![0; (2 * length).max(1024)];
                let from = self.mirror.len() - length;
                let reversed = self.narrow.iter().rev();
                self.mirror[from..].iter_mut().zip(reversed).for_each(|(to, &value)| *to = value);
            } else {
                let at = self.mirror.len() - length;
                self.mirror[at] = value;
            }
        }
    }
}
