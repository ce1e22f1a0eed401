//! The values of heaps 0, 1, 2, …, one by one, by their definition, and what is remembered of them.

use fxhash::FxHashMap;

use super::code::Reach;
use super::options::Options;
use super::rising::Rise;
use super::rules::Rules;
use super::window::Counts;
use crate::certificate::{Checksum, Cycle};
use crate::{CELLS, Checked, WORK, unproved};
use grundy_record::Range;

/// So many amounts and more are looked at as windows.
const MANY: u64 = 48;

/// The most games whose values are remembered.
const GAMES: usize = 64;

/// Values computed before, since records of one game follow each other. What a record gets does not
/// depend on what came before it.
#[derive(Debug, Default)]
pub struct Memo {
    /// The latest last.
    games: Vec<(Rules, u64, Known)>,
}

impl Memo {
    /// The values of heaps 0 to `range` at least.
    pub fn values(&mut self, rules: &Rules, mask: u64, range: u64) -> Checked<&mut Known> {
        if range >= CELLS {
            return unproved(format!("{range} values are too many to compute"));
        }
        let found = self.games.iter().rposition(|(known, with, _)| known == rules && *with == mask);
        match found {
            Some(at) => {
                let latest = self.games.len() - 1;
                self.games.swap(at, latest);
            }
            None => {
                if self.games.len() == GAMES {
                    self.games.clear();
                }
                self.games.push((rules.clone(), mask, Known::new(rules, mask)));
            }
        }
        let mut latest = self.games.len() - 1;
        if range >= self.games[latest].2.values.len() as u64 {
            let held: usize = self.games[..latest].iter().map(|(.., known)| known.values.len()).sum();
            if held as u64 + range >= CELLS {
                // The other games make room.
                self.games.drain(..latest);
                latest = 0;
            }
        }
        let known = &mut self.games[latest].2;
        known.reach(rules, range)?;
        Ok(known)
    }
}

/// The values of one game.
#[derive(Debug)]
pub struct Known {
    pub(super) values: Vec<u32>,
    /// The checksum before each heap that is a multiple of [`STRIDE`].
    checksums: Vec<Checksum>,
    /// The cycle that was found to be true and the least.
    pub(super) cycle: Option<Cycle>,
    /// How values were found to rise, by those to a range.
    pub(super) rise: Option<(u64, Rise)>,
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
    /// Takes and splits of a code in full.
    Reach(Reach),
}

impl Known {
    fn new(rules: &Rules, mask: u64) -> Self {
        let many = |amounts: &[Range]| {
            amounts.iter().map(|range| range.high - range.low).fold(0, u64::saturating_add) > MANY
        };
        let way = match rules {
            Rules::Subtraction(amounts) | Rules::Spared(amounts) if many(amounts) => {
                Way::Windows(Counts::default())
            }
            Rules::Subtraction(_) | Rules::Spared(_) => Way::Amounts(Vec::new()),
            Rules::Code(_) => Way::Reach(Reach::default()),
            _ => Way::Options(Options::new(mask)),
        };
        Known {
            values: Vec::new(),
            checksums: Vec::new(),
            cycle: None,
            rise: None,
            checked: None,
            splits: FxHashMap::default(),
            steps: 0,
            way,
        }
    }

    /// The values of heaps 0 to `range`, which must be known.
    pub fn to(&self, range: u64) -> &[u32] {
        &self.values[..=range as usize]
    }

    /// The checksum of the values of heaps 0 to `range`, which must be known.
    pub fn checksum(&mut self, range: u64) -> u64 {
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
                (Way::Windows(counts), Rules::Subtraction(amounts) | Rules::Spared(amounts)) => {
                    self.steps += 8 * amounts.len() as u64;
                    slide(counts, &self.values, amounts)
                }
                (Way::Amounts(seen), Rules::Subtraction(amounts) | Rules::Spared(amounts)) => {
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
                (Way::Reach(reach), Rules::Code(code)) => {
                    match reach.mex(code, &self.values, &mut self.steps) {
                        Some(value) => value,
                        None => continue,
                    }
                }
                (Way::Windows(_) | Way::Amounts(_) | Way::Reach(_), _) => {
                    return unproved("these are no amounts");
                }
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
