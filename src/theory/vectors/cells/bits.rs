//! One bit a cell: set for a P-position.

use super::{Cells, Source};

/// P-positions as bits, 64 cells a word; bit i of word j is cell 64 j + i.
pub struct Bits;

/// Words computed at a stroke: one 512-bit register.
const BLOCK: usize = 8;

impl Cells for Bits {
    type Unit = u64;
    const PER_UNIT: usize = 64;
    const WIDTH: usize = 1;
    const BLOCK: usize = BLOCK;

    fn sweep(buffer: &mut [u64], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
        let (first, last) = (first / 64, last / 64);
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has AVX-512F, as just checked.
                unsafe { sweep_avx512(buffer, row, first, last, sources) };
                return false;
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, as just checked.
                unsafe { sweep_avx2(buffer, row, first, last, sources) };
                return false;
            }
        }
        sweep_words(buffer, row, first, last, sources);
        false
    }

    fn get(buffer: &[u64], row: usize, cell: usize) -> u32 {
        1 - (buffer[row + cell / 64] >> (cell % 64) & 1) as u32
    }

    fn put(buffer: &mut [u64], row: usize, cell: usize, value: u32) {
        let bit = 1 << (cell % 64);
        let word = &mut buffer[row + cell / 64];
        *word = if value == 0 { *word | bit } else { *word & !bit };
    }

    fn clear(buffer: &mut [u64], row: usize, first: usize, last: usize) {
        let mut cell = first;
        while cell < last {
            let end = last.min((cell / 64 + 1) * 64);
            let mask = (!0u64 >> (64 - (end - cell))) << (cell % 64);
            buffer[row + cell / 64] &= !mask;
            cell = end;
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn sweep_avx512(buffer: &mut [u64], row: usize, first: usize, last: usize, sources: &[Source]) {
    sweep_words(buffer, row, first, last, sources);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sweep_avx2(buffer: &mut [u64], row: usize, first: usize, last: usize, sources: &[Source]) {
    sweep_words(buffer, row, first, last, sources);
}

/// The step itself, in a shape compilers turn into vectors of whatever width they may use.
#[inline(always)]
fn sweep_words(buffer: &mut [u64], row: usize, first: usize, last: usize, sources: &[Source]) {
    for at in (first..=last).step_by(BLOCK) {
        let mut options = [0u64; BLOCK];
        for source in sources {
            let high = &buffer[source.unit + at..][..BLOCK];
            if source.shift == 0 {
                for (word, h) in options.iter_mut().zip(high) {
                    *word |= h;
                }
            } else {
                let low = &buffer[source.unit + at - 1..][..BLOCK];
                let (up, down) = (source.shift & 63, source.shift.wrapping_neg() & 63);
                for ((word, h), l) in options.iter_mut().zip(high).zip(low) {
                    *word |= h << up | l >> down;
                }
            }
        }
        for (word, option) in buffer[row + at..][..BLOCK].iter_mut().zip(options) {
            *word = !option;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    /// Every version of the step against single bits.
    #[test]
    fn step_is_not_or_of_shifted_sources() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..200 {
            let start: Vec<u64> = (0..64).map(|_| random.next_u64() & random.next_u64()).collect();
            let backs: Vec<usize> =
                (0..random.next_u64() % 6).map(|_| random.next_u64() as usize % 200).collect();
            let sources: Vec<Source> = backs.iter().map(|&b| Bits::source(8, b)).collect();
            let mut portable = start.clone();
            sweep_words(&mut portable, 40, 0, 10, &sources);
            let mut dispatched = start.clone();
            Bits::sweep(&mut dispatched, 40, 0, 64 * 10 + 63, &sources);
            assert_eq!(portable, dispatched);
            for cell in 0..64 * 11 {
                let bit = |at: usize| start[at / 64] >> (at % 64) & 1;
                let lost = backs.iter().all(|b| bit(8 * 64 + cell - b) == 0);
                assert_eq!(Bits::get(&portable, 40, cell) == 0, lost);
            }
        }
    }

    #[test]
    fn clearing_a_range_leaves_the_rest() {
        for (first, last) in [(0, 0), (0, 64), (3, 70), (64, 128), (63, 65), (5, 6), (1, 191)] {
            let mut words = [!0u64; 3];
            Bits::clear(&mut words, 0, first, last);
            for cell in 0..192 {
                assert_eq!(Bits::get(&words, 0, cell) == 0, cell < first || cell >= last);
            }
        }
    }
}
