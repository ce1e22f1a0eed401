//! Take-and-break codes in full, and the values of their heaps by definition.
//!
//! The nim-sums of two heaps that add up to r are a set for each r, and so are those that repeated digits
//! reach, for each remainder of what they leave. Three heaps are a smallest one and two others.

use crate::{CELLS, Checked, WORK, rejected};

/// What taking some number allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Bit j: exactly j heaps may be left, none of them empty.
    pub bits: u8,
    /// They must differ.
    pub unequal: bool,
}

impl Digit {
    /// Whether so many heaps may be left.
    pub fn leaves(self, heaps: u32) -> bool {
        self.bits >> heaps & 1 != 0
    }
}

/// A code: digits, and digits that repeat for ever behind them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    digits: Vec<Digit>,
    repeated: Vec<Digit>,
}

impl Code {
    /// Reads a code as records write it.
    pub fn read(text: &str) -> Checked<Code> {
        let (mut digits, mut repeated) = (Vec::new(), Vec::new());
        let mut repeats = false;
        for sign in text.chars() {
            let list: &mut Vec<Digit> = if repeats { &mut repeated } else { &mut digits };
            match sign {
                '.' | ']' => {}
                '[' => repeats = true,
                '!' => match list.last_mut() {
                    Some(digit) => digit.unequal = true,
                    None => return rejected("this is no code"),
                },
                _ => match sign.to_digit(16) {
                    Some(bits) => list.push(Digit { bits: bits as u8, unequal: false }),
                    None => return rejected("this is no code"),
                },
            }
        }
        if digits.first().is_none_or(|digit| digit.bits & 3 != 0) {
            return rejected("nothing taken must split the heap");
        }
        if repeated.iter().all(|digit| digit.bits == 0) {
            repeated.clear();
            while digits.len() > 1 && digits.last().is_some_and(|digit| digit.bits == 0) {
                digits.pop();
            }
        }
        Ok(Code { digits, repeated })
    }

    /// The code of these digits, the first 0.
    pub fn of(digits: &[u8], repeated: &[u8]) -> Code {
        let [digits, repeated] =
            [digits, repeated].map(|list| list.iter().map(|&bits| Digit { bits, unequal: false }).collect());
        Code { digits, repeated }
    }

    /// The digits, where they end, are below 8, and no heaps must differ.
    pub fn octal(&self) -> Option<Vec<u8>> {
        let is_octal = |digit: &Digit| digit.bits < 8 && !digit.unequal;
        let all = self.repeated.is_empty() && self.digits.iter().all(is_octal);
        all.then(|| self.digits.iter().map(|digit| digit.bits).collect())
    }

    /// What taking so many allows.
    pub fn digit(&self, taken: u64) -> Digit {
        let place = usize::try_from(taken).unwrap_or(usize::MAX);
        match (self.digits.get(place), self.repeated.len()) {
            (Some(&digit), _) => digit,
            (None, 0) => Digit::default(),
            (None, length) => self.repeated[(place - self.digits.len()) % length],
        }
    }

    /// The take from which on digits repeat.
    pub fn from(&self) -> u64 {
        self.digits.len() as u64
    }

    /// How many digits repeat; none where they end.
    pub fn modulus(&self) -> Option<u64> {
        (!self.repeated.is_empty()).then_some(self.repeated.len() as u64)
    }

    /// The most that is ever taken of a heap.
    pub fn last_take(&self, heap: u64) -> u64 {
        if self.repeated.is_empty() { heap.min(self.digits.len() as u64 - 1) } else { heap }
    }

    /// The most heaps that a move leaves.
    pub fn most_heaps(&self) -> u32 {
        (1..4).rev().find(|&heaps| self.all().any(|digit| digit.leaves(heaps))).unwrap_or(0)
    }

    /// Some heaps must differ.
    pub fn has_unequal(&self) -> bool {
        self.all().any(|digit| digit.unequal)
    }

    fn all(&self) -> impl Iterator<Item = &Digit> {
        self.digits.iter().chain(&self.repeated)
    }

    /// How many heaps from the preperiod on a period must hold to hold for ever.
    ///
    /// Let moves leave at most m heaps, let q be the period, or its least multiple that the number of repeated
    /// digits divides, and k the largest take; from + q − 1 where digits repeat from `from` on. Values
    /// that repeat with period q for e ≤ x ≤ m·e + (m − 1)·q + k repeat for ever (Guy and Smith 1956 for m = 2):
    ///
    /// - The options of a larger heap N + q have a heap of at least e + q, which can be shortened by q, or take at
    ///   least from + q, which can be taken less by q. So heap N has an option of the same value.
    /// - An option of N has a heap of at least e, which can be lengthened, or takes `from` or more.
    ///
    /// Where heaps must differ, let c be the largest of the option. c + q differs from all others. c − q does not where it
    /// is another heap a; then a − q and c have the sum of a and c − q, and where a − q is the third heap, so
    /// have a − 2q, a and c with the three. All are of the same classes, and above e ≥ 1 where c ≥ e + m·q, which
    /// holds where the heaps have a sum above m·(e + m·q − 1).
    pub fn window_for(&self, preperiod: u64, period: u64) -> Option<u64> {
        let heaps = u64::from(self.most_heaps().max(1));
        let modulus = self.modulus().unwrap_or(1);
        let q = period.checked_mul(modulus / gcd(period, modulus))?;
        let taken = self.from() - 1 + if self.repeated.is_empty() { 0 } else { q };
        let unequal = self.has_unequal();
        let (edge, longer) = if unequal { (preperiod.max(1), heaps.checked_mul(q)?) } else { (preperiod, q) };
        // The terms that must be known, up to this one, are those of the larger heaps.
        let last = heaps.checked_mul(edge.checked_add(longer)?)?.checked_add(taken)?;
        last.checked_add(1)?.checked_sub(preperiod)?.checked_sub(period)
    }
}

/// The greatest common divisor.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A set of values.
type Set = Vec<u64>;

fn insert(set: &mut Set, value: u32) {
    let word = value as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

fn has(set: &Set, value: u32) -> bool {
    set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
}

fn join(set: &mut Set, other: &Set) {
    if set.len() < other.len() {
        set.resize(other.len(), 0);
    }
    set.iter_mut().zip(other).for_each(|(word, more)| *word |= more);
}

fn members(set: &Set) -> impl Iterator<Item = u32> {
    let bits = |word: u64| (0..64u32).filter(move |bit| word >> bit & 1 != 0);
    (0u32..).zip(set).flat_map(move |(at, &word)| bits(word).map(move |bit| 64 * at + bit))
}

/// What heaps reach so far.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// The nim-sums of two heaps that add up to r, at place r: of any, and of unequal ones.
    pairs: [Vec<Set>; 2],
    /// What repeated digits leave, by its remainder: one heap, two, three; any and unequal ones.
    classes: Vec<[[Set; 4]; 2]>,
    words: u64,
}

impl Reach {
    /// The value of the next heap; none when that takes too many steps or too much memory.
    pub(super) fn mex(&mut self, code: &Code, values: &[u32], steps: &mut u64) -> Option<u32> {
        let heap = values.len() as u64;
        let several = code.all().any(|digit| digit.leaves(2) || digit.leaves(3));
        if several {
            self.add_pairs(values, steps);
        }
        if let Some(left) = code.modulus().and_then(|_| heap.checked_sub(code.from())).filter(|&r| r > 0) {
            self.add_to_class(code, several, values, left as usize, steps)?;
        }
        let mut seen = Set::new();
        if heap > 0 && code.digit(heap).leaves(0) {
            insert(&mut seen, 0);
        }
        let mut threes = Vec::new();
        for taken in 0..code.from().min(heap) {
            let (digit, left) = (code.digit(taken), (heap - taken) as usize);
            if digit.leaves(1) {
                insert(&mut seen, values[left]);
            }
            if digit.leaves(2) {
                join(&mut seen, &self.pairs[usize::from(digit.unequal)][left]);
            }
            if digit.leaves(3) {
                threes.push((left, digit.unequal));
            }
            *steps += 1 + seen.len() as u64;
        }
        if let Some(modulus) = code.modulus() {
            for taken in (code.from()..heap).take(modulus as usize) {
                let (digit, left) = (code.digit(taken), heap - taken);
                let class = &self.classes[(left % modulus) as usize][usize::from(digit.unequal)];
                (1..4).filter(|&heaps| digit.leaves(heaps)).for_each(|heaps| {
                    join(&mut seen, &class[heaps as usize]);
                });
                *steps += 1 + seen.len() as u64;
            }
        }
        let mut value = 0;
        loop {
            if *steps > WORK {
                return None;
            }
            if !has(&seen, value) {
                let mut reached = false;
                for &(left, unequal) in &threes {
                    reached = reached || self.three_reach(values, left, unequal, value, steps);
                }
                if !reached {
                    return Some(value);
                }
            }
            value += 1;
        }
    }

    fn add_pairs(&mut self, values: &[u32], steps: &mut u64) {
        let left = values.len();
        let mut sets = [Set::new(), Set::new()];
        for small in 1..=left / 2 {
            let sum = values[small] ^ values[left - small];
            insert(&mut sets[0], sum);
            if 2 * small < left {
                insert(&mut sets[1], sum);
            }
        }
        *steps += 1 + left as u64;
        for (all, set) in self.pairs.iter_mut().zip(sets) {
            self.words += set.len() as u64 + 4;
            if all.is_empty() {
                all.push(Set::new());
            }
            if left > 0 {
                all.push(set);
            }
        }
        if self.words > CELLS / 4 {
            *steps = WORK + 1;
        }
    }

    /// Adds what the first repeated digit leaves to its class.
    fn add_to_class(
        &mut self,
        code: &Code,
        several: bool,
        values: &[u32],
        left: usize,
        steps: &mut u64,
    ) -> Option<()> {
        let modulus = code.modulus()? as usize;
        self.classes.resize_with(modulus, Default::default);
        for unequal in [false, true] {
            let mut three = Set::new();
            if code.repeated.iter().any(|digit| digit.leaves(3) && digit.unequal == unequal) {
                if unequal {
                    let sums = unequal_threes(values, left, steps);
                    sums.for_each(|sum| insert(&mut three, sum));
                } else {
                    for (small, value) in (0..).zip(values).take(left / 3 + 1).skip(1) {
                        let others = &self.pairs[0][left - small];
                        *steps += 64 * others.len() as u64;
                        members(others).for_each(|sum| insert(&mut three, sum ^ value));
                    }
                }
            }
            let [_, one, two, threes] = &mut self.classes[left % modulus][usize::from(unequal)];
            insert(one, values[left]);
            if several {
                join(two, &self.pairs[usize::from(unequal)][left]);
            }
            join(threes, &three);
            *steps += 1 + two.len() as u64;
        }
        (*steps <= WORK).then_some(())
    }

    fn three_reach(&self, values: &[u32], left: usize, unequal: bool, value: u32, steps: &mut u64) -> bool {
        if unequal {
            return unequal_threes(values, left, steps).any(|sum| sum == value);
        }
        let found = (1..=left / 3).find(|&small| has(&self.pairs[0][left - small], value ^ values[small]));
        *steps += 1 + found.unwrap_or(left) as u64;
        found.is_some()
    }
}

/// The nim-sums of three heaps that differ and add up to `left`.
fn unequal_threes<'v>(values: &'v [u32], left: usize, steps: &mut u64) -> impl Iterator<Item = u32> + 'v {
    *steps = steps.saturating_add(1 + (left as u64).pow(2) / 12);
    // Beyond this the caller gives up, whatever is found.
    let smallest = if *steps > WORK { 0 } else { left / 3 };
    (1..=smallest).flat_map(move |small| {
        let middles = (small + 1..left - small).take_while(move |&middle| middle < left - small - middle);
        middles.map(move |middle| values[small] ^ values[middle] ^ values[left - small - middle])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mex of all options, one by one.
    fn by_definition(code: &Code, range: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..=range {
            let mut options = fxhash::FxHashSet::default();
            for taken in 0..=heap {
                let (digit, left) = (code.digit(taken as u64), heap - taken);
                let sum = |parts: &[usize]| parts.iter().fold(0, |sum, &part| sum ^ values[part]);
                if left == 0 && heap > 0 && digit.leaves(0) {
                    options.insert(0);
                }
                if left > 0 && digit.leaves(1) {
                    options.insert(sum(&[left]));
                }
                for a in 1..left {
                    let b = left - a;
                    if digit.leaves(2) && !(digit.unequal && a == b) {
                        options.insert(sum(&[a, b]));
                    }
                    for b in 1..b {
                        let c = left - a - b;
                        if digit.leaves(3) && !(digit.unequal && (a == b || b == c || a == c)) {
                            options.insert(sum(&[a, b, c]));
                        }
                    }
                }
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    #[test]
    fn values_are_the_mex() {
        for text in [
            "0.3F",
            "8.0",
            "0.8",
            "4!.0",
            "0.1!C",
            "0.05[1]",
            "0.[7]",
            "C!.3",
            "0.2[5!]",
            "0.1[D]",
            "4.[3]",
            "8!.1",
            "0.9!B[4C!]",
            "0.[8!1]",
            "0.0[0]",
            "0.A5[0]",
        ] {
            let code = Code::read(text).unwrap();
            let (mut reach, mut values, mut steps) = (Reach::default(), Vec::new(), 0);
            let wanted = by_definition(&code, 60);
            for _ in 0..wanted.len() {
                values.push(reach.mex(&code, &values, &mut steps).unwrap());
            }
            assert_eq!(values, wanted, "{text}");
        }
    }

    #[test]
    fn windows_are_those_of_the_theorem() {
        let window = |text, preperiod, period| Code::read(text).unwrap().window_for(preperiod, period);
        // One heap left: preperiod and the largest take. Two: Guy and Smith.
        assert_eq!(window("0.3", 5, 7), Some(2));
        assert_eq!(window("0.77", 71, 12), Some(71 + 12 + 2 + 1));
        assert_eq!(window("0.8", 5, 7), Some(2 * 5 + 2 * 7 + 1 + 1));
        // Two digits repeat: a period of 3 is one of 6.
        assert_eq!(window("0.7[12]", 5, 3), Some(5 + 2 * 6 - 3 + (1 + 6) + 1));
        assert_eq!(window("4!.0", 0, 2), Some(2 * (1 + 2 * 2) - 2 + 1));
        assert_eq!(window("0.8", u64::MAX, 7), None);
    }
}
