//! Values of games that split heaps: the mex of the options, found without looking at all of them.
//!
//! A parity mask M saves most of the work, whatever M is: call a value *rare* when M ∧ value has an
//! even number of ones, *common* otherwise. The nim-sum of two values is common exactly when one of
//! them is rare and one common. So the options of common value are all found among the single heaps
//! and the splits with a rare part: these are *seen*. Values are then tried upwards. A common value
//! that is not seen is no option, and so the heap's value. A rare value that is not seen is looked for
//! among all splits. With M = 0 every value is rare, and a few splits are seen.

use super::mirror::Mirror;
use super::rules::{Remainder, Rules};
use crate::WORK;

/// So many splits of each remainder, for each value there may be, are seen whatever their values: rare
/// values that are options mostly show there.
const FIRST: usize = 1;

#[derive(Debug)]
pub(super) struct Options {
    mask: u64,
    /// The heaps with a rare value ≥ 1, and their values.
    rare: Vec<(u32, u32)>,
    /// How many of them there are before each heap, the next one included.
    before: Vec<u32>,
    /// The largest value.
    largest: u32,
    /// `seen[v] == heap + 1`: an option of the heap has value v.
    seen: Vec<u32>,
    bytes: Mirror<u8>,
    words: Mirror<u16>,
}

impl Options {
    pub(super) fn new(mask: u64) -> Self {
        Options {
            mask,
            rare: Vec::new(),
            before: vec![0],
            largest: 0,
            seen: vec![0; 256],
            bytes: Mirror::default(),
            words: Mirror::default(),
        }
    }

    /// The value of the next heap; none when that takes too many steps.
    pub(super) fn mex(&mut self, rules: &Rules, values: &[u32], steps: &mut u64) -> Option<u32> {
        let heap = values.len() as u64;
        let stamp = heap as u32 + 1;
        for remainder in rules.remainders(heap) {
            self.see(remainder, rules.unequal(), values, stamp, steps);
            if *steps > WORK {
                return None;
            }
        }
        let mut value = 0;
        while self.is_seen(value, stamp)
            || (self.is_rare(value) && self.some_split_has(value, rules, values, steps)?)
        {
            value += 1;
        }
        *steps += u64::from(value) / 16;
        self.push(value, heap as u32);
        Some(value)
    }

    fn is_rare(&self, value: u32) -> bool {
        (u64::from(value) & self.mask).count_ones().is_multiple_of(2)
    }

    fn is_seen(&self, value: u32, stamp: u32) -> bool {
        self.seen.get(value as usize) == Some(&stamp)
    }

    /// Sees what of a remainder can have a common value, and some more.
    fn see(
        &mut self,
        Remainder { left, whole, split, .. }: Remainder,
        unequal: bool,
        values: &[u32],
        stamp: u32,
        steps: &mut u64,
    ) {
        let left = left as usize;
        *steps += 1;
        if whole {
            self.seen[values[left] as usize] = stamp;
        }
        let parts = parts(left, unequal);
        if !split || parts == 0 {
            return;
        }
        // A power of two: nim-sums of values are below it.
        let room = (self.largest as usize + 1).next_power_of_two();
        let first = parts.min(FIRST * room);
        // Rare parts up to the middle and above it: the middle itself, twice, may not be allowed.
        let to = |heap: usize| self.before[heap] as usize;
        let rare = match self.mask {
            0 => [&[][..]; 2],
            _ => [&self.rare[..to(parts + 1)], &self.rare[to(left / 2 + 1)..to(left)]],
        };
        *steps += (first + rare[0].len() + rare[1].len()) as u64;
        let known = values.len();
        if let Some(seen) = self.seen.first_chunk_mut::<256>()
            && self.bytes.see(left, known, (first, rare), |value| seen[usize::from(value as u8)] = stamp)
        {
            return;
        }
        let seen = &mut self.seen[..room];
        let mut see = |value: u32| seen[value as usize & (room - 1)] = stamp;
        if !self.words.see(left, known, (first, rare), &mut see) {
            (1..=first).for_each(|a| see(values[a] ^ values[left - a]));
            rare.into_iter().flatten().for_each(|&(a, value)| see(value ^ values[left - a as usize]));
        }
    }

    /// Whether a split of the next heap has this value; none when that takes too many steps.
    fn some_split_has(&self, value: u32, rules: &Rules, values: &[u32], steps: &mut u64) -> Option<bool> {
        for Remainder { left, .. } in rules.remainders(values.len() as u64).filter(|rest| rest.split) {
            let left = left as usize;
            let parts = parts(left, rules.unequal());
            if parts == 0 {
                continue;
            }
            let known = values.len();
            let by_words = |steps: &mut u64| self.words.some_split_has(value, left, known, parts, steps);
            let found =
                self.bytes.some_split_has(value, left, known, parts, steps).or_else(|| by_words(steps));
            let found = found.unwrap_or_else(|| {
                *steps += parts as u64;
                (1..=parts).any(|a| values[a] ^ values[left - a] == value)
            });
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
        self.before.push(self.rare.len() as u32);
        self.largest = self.largest.max(value);
        if self.largest as usize >= self.seen.len() {
            self.seen.resize((self.largest as usize + 1).next_power_of_two(), 0);
        }
        self.bytes.push(value, heap as usize);
        self.words.push(value, heap as usize);
    }
}

/// How many splits a remainder has, counted by the smaller part.
fn parts(left: usize, unequal: bool) -> usize {
    if unequal { left.saturating_sub(1) / 2 } else { left / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mex of all options, one by one.
    fn by_definition(rules: &Rules, range: u64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..=range {
            let mut options = fxhash::FxHashSet::default();
            for Remainder { left, whole, split, .. } in rules.remainders(heap) {
                let left = left as usize;
                if whole {
                    options.insert(values[left]);
                }
                let allowed = |a: &usize| split && !(rules.unequal() && 2 * a == left);
                options.extend((1..=left / 2).filter(allowed).map(|a| values[a] ^ values[left - a]));
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    #[test]
    fn any_mask_gives_the_mex() {
        let octal = |digits: &[u8]| Rules::Octal(digits.to_vec());
        let games = [
            octal(&[0, 1, 6]),
            octal(&[0, 7, 7]),
            octal(&[4, 3]),
            octal(&[0, 1, 2, 7]),
            octal(&[0, 4, 0, 5, 3]),
            Rules::Grundy,
            Rules::Lasker,
        ];
        for rules in games {
            let wanted = by_definition(&rules, 700);
            for mask in [0, 1, 2, 3, 6, 14, 30, 62, 1 << 31] {
                let (mut options, mut values, mut steps) = (Options::new(mask), Vec::new(), 0);
                for _ in 0..wanted.len() {
                    values.push(options.mex(&rules, &values, &mut steps).unwrap());
                }
                assert_eq!(values, wanted, "{rules:?}, mask {mask}");
            }
        }
    }
}
