//! Take-and-break codes with given values.

use grundy_heaps::breaking::Code;
use grundy_rules::parts::Digit;

/// The most digits after the point that are tried. A guess.
const MAX_DIGITS_TRIED: usize = 8;

/// The most choices of a digit that are tried. A guess: a tenth of a second.
const MAX_CODE_STEPS: u64 = 1 << 18;

/// The largest Grundy value that is looked at: sets of values are the bits of a `u128`.
const MAX_VALUE: u64 = 127;

/// Lists the shortest codes with these first values, at most the given number, octal codes first.
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
        steps: MAX_CODE_STEPS,
    };
    for length in 0..=MAX_DIGITS_TRIED.min(values.len().saturating_sub(1)) {
        let mut covered = vec![0u128; values.len()];
        search.look(length, &mut covered);
        if !search.found.is_empty() || search.steps == 0 {
            break;
        }
    }
    let mut found = search.found;
    found.sort_by_key(|code| {
        let is_octal = code.most_heaps() <= 2;
        let kinds_of_moves: u32 = code.digits().map(|digit| digit.bits.count_ones()).sum();
        (!is_octal, kinds_of_moves)
    });
    found
}

/// The values that sums of heaps can have, as sets of bits.
struct OptionValues {
    /// The values of sums of one, of two, and of three heaps of at least 1, by the number of tokens in the sum.
    parts: [Vec<u128>; 3],
}

impl OptionValues {
    /// Computes them from the values of single heaps.
    fn new(values: &[u64]) -> OptionValues {
        let len = values.len();
        let mut one: Vec<u128> = values.iter().map(|&value| 1 << value).collect();
        if let Some(empty) = one.first_mut() {
            *empty = 0;
        }
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

    /// Lists the values of the options of heap n by moves that take k as a digit allows.
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

/// The search for codes digit by digit.
struct CodeSearch<'a> {
    /// The values of heaps that a code is to give.
    values: &'a [u64],
    /// The values of the options of the heaps.
    options: OptionValues,
    /// The digits that are chosen, each as its bits.
    digits: Vec<u8>,
    /// The codes that give all values.
    found: Vec<Code>,
    /// The number of codes after which the search ends.
    most: usize,
    /// The choices that may still be tried.
    steps: u64,
}

impl CodeSearch<'_> {
    /// Chooses the digits from the next on, up to the one at `length`. `covered` has the values of the options that the
    /// digits chosen give to each heap.
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

    /// Says whether a heap with options of these values has its own value.
    fn has_value(&self, n: usize, options: u128) -> bool {
        u64::from(options.trailing_ones()) >= self.values[n] && options >> self.values[n] & 1 == 0
    }
}
