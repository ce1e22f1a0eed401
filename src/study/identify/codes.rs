//! Take-and-break codes with given values.

use crate::theory::breaking::{Code, Digit};

/// The most digits behind the point that are tried.
const MAX_DIGITS: usize = 8;

/// The most digits that are tried.
const MAX_STEPS: u64 = 1 << 18;

/// Grundy values above this are not looked at.
const MAX_VALUE: u64 = 127;

/// The shortest codes with these first values, at most the given number; octal ones first.
///
/// # Complexity
///
/// O(n²·v) for n values below v, and a bounded search.
pub fn codes(values: &[u64], most: usize) -> Vec<Code> {
    if values.first() != Some(&0) || values.iter().any(|&value| value > MAX_VALUE) {
        return Vec::new();
    }
    let options = OptionValues::new(values);
    let mut search = CodeSearch {
        values,
        options,
        digits: Vec::new(),
        found: Vec::new(),
        most,
        steps: MAX_STEPS,
    };
    for length in 0..=MAX_DIGITS.min(values.len().saturating_sub(1)) {
        let mut covered = vec![0u128; values.len()];
        search.look(length, &mut covered);
        if !search.found.is_empty() || search.steps == 0 {
            break;
        }
    }
    let mut found = search.found;
    found.sort_by_key(|code| {
        (
            code.most_heaps() > 2,
            code.digits()
                .map(|digit| digit.bits.count_ones())
                .sum::<u32>(),
        )
    });
    found
}

/// The values of the remaining heaps, as sets of bits, by the number of heaps.
struct OptionValues {
    /// By the size of the sum: of one, two, three heaps of at least 1.
    parts: [Vec<u128>; 3],
}

impl OptionValues {
    fn new(values: &[u64]) -> OptionValues {
        let len = values.len();
        let one: Vec<u128> = (0..len)
            .map(|n| if n == 0 { 0 } else { 1u128 << values[n] })
            .collect();
        // Both are at most 127, and so is their nim-sum.
        let nim_sums = |set: u128, value: u64| {
            let members = (0..=MAX_VALUE).filter(|member| set >> member & 1 != 0);
            members.fold(0, |all, member| all | 1u128 << (member ^ value))
        };
        let join = |lower: &[u128]| -> Vec<u128> {
            let of_sum =
                |n: usize| (1..n).fold(0, |all, a| all | nim_sums(lower[n - a], values[a]));
            (0..len).map(of_sum).collect()
        };
        let two = join(&one);
        let three = join(&two);
        OptionValues {
            parts: [one, two, three],
        }
    }

    /// The values of the options of heap n by moves that take k as a digit allows.
    fn of(&self, n: usize, k: usize, digit: u8) -> u128 {
        let Some(left) = n.checked_sub(k) else {
            return 0;
        };
        let mut all = u128::from(digit & 1 != 0 && left == 0 && k > 0);
        for (j, parts) in self.parts.iter().enumerate() {
            if digit & 2 << j != 0 && (k > 0 || j > 0) {
                all |= parts[left];
            }
        }
        all
    }
}

struct CodeSearch<'a> {
    values: &'a [u64],
    options: OptionValues,
    digits: Vec<u8>,
    found: Vec<Code>,
    most: usize,
    steps: u64,
}

impl CodeSearch<'_> {
    /// Chooses the digits from the next on, up to the one at `length`.
    fn look(&mut self, length: usize, covered: &mut [u128]) {
        let k = self.digits.len();
        if k > length {
            if (k..self.values.len()).all(|n| self.has_value(n, covered[n])) {
                let digits: Vec<Digit> = self.digits.iter().map(|&bits| Digit::of(bits)).collect();
                self.found.extend(Code::new(&digits, &[]));
            }
            return;
        }
        // Before the point heaps are split only; a code that ends in 0 is a shorter one.
        let mut digits: Vec<u8> = (0..16).filter(|digit| k > 0 || digit & 3 == 0).collect();
        digits.retain(|&digit| k < length || k == 0 || digit != 0);
        digits.sort_by_key(|digit: &u8| (digit.count_ones(), *digit));
        for digit in digits {
            if self.found.len() >= self.most || self.steps == 0 {
                return;
            }
            let before = covered.to_vec();
            let mut possible = true;
            for (n, covered) in covered.iter_mut().enumerate() {
                let options = self.options.of(n, k, digit);
                possible &= options >> self.values[n] & 1 == 0;
                *covered |= options;
            }
            self.steps -= 1;
            if possible && self.has_value(k, covered[k]) {
                self.digits.push(digit);
                self.look(length, covered);
                self.digits.pop();
            }
            covered.copy_from_slice(&before);
        }
    }

    /// Whether a heap with options of these values has its own value.
    fn has_value(&self, n: usize, options: u128) -> bool {
        u64::from(options.trailing_ones()) >= self.values[n] && options >> self.values[n] & 1 == 0
    }
}
