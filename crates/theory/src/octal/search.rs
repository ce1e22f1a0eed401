//! Vector kernels: does a split reach a value, and do guessed values stand?
//!
//! Each kernel is one plain loop, compiled for several instruction sets; the widest the machine
//! has is chosen once. Every version gives the same answers.

use super::rules::Rules;
use crate::simd::Simd;

/// Heaps guessed at a time.
pub const LANES: usize = 64;

/// The kernels for this machine.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    any_pair: fn(&[u16], &[u16], u16) -> Search,
    mark_hits: fn(&[u16], &mut [u16; LANES], &[u16; LANES], u16),
    count_pairs: fn(&[u16], &[u16], u16) -> u64,
    count_bytes: fn(&[u8], &[u8], u8) -> u64,
}

/// Pairs compared between two looks at the result.
const STRIDE: usize = 128;

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Was the value there?
    pub found: bool,
    /// Pairs compared, the same for every version of the kernel.
    pub compared: usize,
}

#[inline(always)]
fn any_pair(low: &[u16], high: &[u16], value: u16) -> Search {
    let pairs = low.len().min(high.len());
    let (low, high) = (&low[..pairs], &high[high.len() - pairs..]);
    let (mut lows, mut highs) = (low.chunks_exact(STRIDE), high.rchunks_exact(STRIDE));
    for (stride, (l, h)) in (1..).zip((&mut lows).zip(&mut highs)) {
        let mut hit = 0u16;
        for i in 0..STRIDE {
            hit |= u16::from(l[i] ^ h[STRIDE - 1 - i] == value);
        }
        if hit != 0 {
            return Search { found: true, compared: stride * STRIDE };
        }
    }
    let mut rest = lows.remainder().iter().zip(highs.remainder().iter().rev());
    Search { found: rest.any(|(l, h)| l ^ h == value), compared: pairs }
}

#[inline(always)]
fn mark_hits(partners: &[u16], hits: &mut [u16; LANES], guesses: &[u16; LANES], rare: u16) {
    let partners = &partners[..LANES];
    for lane in 0..LANES {
        hits[lane] |= u16::from(partners[lane] ^ rare == guesses[lane]);
    }
}

#[inline(always)]
fn count_pairs(low: &[u16], high: &[u16], value: u16) -> u64 {
    let mut count = 0;
    // Runs short enough for a counter as wide as a term, so that several are compared at once.
    for (low, high) in low.chunks(1 << 15).zip(high.rchunks(1 << 15)) {
        let pairs = low.iter().zip(high.iter().rev());
        count += u64::from(pairs.map(|(a, b)| u16::from(a ^ b == value)).sum::<u16>());
    }
    count
}

#[inline(always)]
fn count_bytes(low: &[u8], high: &[u8], value: u8) -> u64 {
    /// Bytes at a time, each with a counter of one byte.
    const WIDTH: usize = 32;
    let mut count = 0;
    for (low, high) in low.chunks(255 * WIDTH).zip(high.chunks(255 * WIDTH)) {
        let (lows, low) = low.as_chunks::<WIDTH>();
        let (highs, high) = high.as_chunks::<WIDTH>();
        let mut hits = [0u8; WIDTH];
        for (low, high) in lows.iter().zip(highs) {
            for lane in 0..WIDTH {
                hits[lane] += u8::from(low[lane] ^ high[lane] == value);
            }
        }
        count += hits.iter().map(|&hits| u64::from(hits)).sum::<u64>();
        count += u64::from(low.iter().zip(high).map(|(a, b)| u8::from(a ^ b == value)).sum::<u8>());
    }
    count
}

macro_rules! compiled_for {
    ($module:ident, $features:literal) => {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        mod $module {
            use super::{LANES, Search};

            #[target_feature(enable = $features)]
            fn any_pair_inside(low: &[u16], high: &[u16], value: u16) -> Search {
                super::any_pair(low, high, value)
            }

            #[target_feature(enable = $features)]
            fn mark_hits_inside(p: &[u16], hits: &mut [u16; LANES], guesses: &[u16; LANES], rare: u16) {
                super::mark_hits(p, hits, guesses, rare)
            }

            pub(super) fn any_pair(low: &[u16], high: &[u16], value: u16) -> Search {
                // SAFETY: `Kernels::of` hands this out only for a proof that the processor has the features.
                unsafe { any_pair_inside(low, high, value) }
            }

            #[target_feature(enable = $features)]
            fn count_pairs_inside(low: &[u16], high: &[u16], value: u16) -> u64 {
                super::count_pairs(low, high, value)
            }

            pub(super) fn count_pairs(low: &[u16], high: &[u16], value: u16) -> u64 {
                // SAFETY: as above.
                unsafe { count_pairs_inside(low, high, value) }
            }

            #[target_feature(enable = $features)]
            fn count_bytes_inside(low: &[u8], high: &[u8], value: u8) -> u64 {
                super::count_bytes(low, high, value)
            }

            pub(super) fn count_bytes(low: &[u8], high: &[u8], value: u8) -> u64 {
                // SAFETY: as above.
                unsafe { count_bytes_inside(low, high, value) }
            }

            pub(super) fn mark_hits(p: &[u16], h: &mut [u16; LANES], guesses: &[u16; LANES], rare: u16) {
                // SAFETY: as above.
                unsafe { mark_hits_inside(p, h, guesses, rare) }
            }
        }
    };
}

compiled_for!(avx2, "avx2");
compiled_for!(avx512, "avx512f,avx512bw,avx512vl,avx512vbmi");

impl Kernels {
    /// The plain loops.
    pub const PORTABLE: Kernels = Kernels { any_pair, mark_hits, count_pairs, count_bytes };

    /// The version for some instructions.
    pub fn of(simd: Simd) -> Kernels {
        match simd {
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            Simd::Avx512(_) => Kernels {
                any_pair: avx512::any_pair,
                mark_hits: avx512::mark_hits,
                count_pairs: avx512::count_pairs,
                count_bytes: avx512::count_bytes,
            },
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            Simd::Avx2(_) => Kernels {
                any_pair: avx2::any_pair,
                mark_hits: avx2::mark_hits,
                count_pairs: avx2::count_pairs,
                count_bytes: avx2::count_bytes,
            },
            _ => Kernels::PORTABLE,
        }
    }

    /// Is `value` = g(a) ⊕ g(r − a) for some 1 ≤ a ≤ r / 2 (with `halves`), or a < r / 2, both among these values?
    #[inline]
    pub fn splits_reach(self, values: &[u16], r: usize, halves: bool, value: u16) -> Search {
        // As many parts below the middle as above; a half pairs with itself.
        let last = if halves { r / 2 } else { r.saturating_sub(1) / 2 };
        let first = (r + 1).saturating_sub(values.len()).max(1);
        if last < first {
            return Search { found: false, compared: 0 };
        }
        (self.any_pair)(&values[first..=last], &values[r - last..=r - first], value)
    }

    /// Does some split of the heap behind these reach this value? Adds the work.
    pub fn some_split_reaches(self, rules: &Rules, values: &[u16], value: u16, work: &mut u64) -> bool {
        let n = values.len();
        rules.splits.iter().take_while(|k| (**k as usize) + 2 <= n).any(|&k| {
            let search = self.splits_reach(values, n - k as usize, rules.halves, value);
            *work += 8 + search.compared as u64 / 16;
            search.found
        })
    }

    /// Is `value` = low[i] ⊕ high[last − i] for some i? Both are as long.
    #[inline]
    pub fn pairs_reach(self, low: &[u16], high: &[u16], value: u16) -> Search {
        (self.any_pair)(low, high, value)
    }

    /// For how many i is low[i] ⊕ high[last − i] this value? Both are as long.
    #[inline]
    pub fn count_pairs(self, low: &[u16], high: &[u16], value: u16) -> u64 {
        (self.count_pairs)(low, high, value)
    }

    /// For how many i is low[i] ⊕ high[i] this value? Both are as long.
    #[inline]
    pub fn count_bytes(self, low: &[u8], high: &[u8], value: u8) -> u64 {
        (self.count_bytes)(low, high, value)
    }

    /// For each lane: notes a hit if `rare` ⊕ partner is the lane's guess.
    #[inline]
    pub fn mark_hits(self, partners: &[u16], hits: &mut [u16; LANES], guesses: &[u16; LANES], rare: u16) {
        (self.mark_hits)(partners, hits, guesses, rare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_versions_agree_with_the_definition() {
        let mut x = 99u64;
        let mut values = vec![0u16; 900];
        for v in &mut values {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *v = ((x >> 40) % 600) as u16;
        }
        let guesses: [u16; LANES] = std::array::from_fn(|i| values[3 * i] ^ 5);
        for kernels in Simd::all().map(Kernels::of) {
            for r in [0, 1, 2, 3, 4, 127, 128, 255, 256, 257, 300, 513, 898, 899] {
                for value in (0..1024).step_by(7) {
                    for halves in [true, false] {
                        let by_hand = (1..=r / 2)
                            .filter(|a| halves || a + a != r)
                            .any(|a| values[a] ^ values[r - a] == value);
                        let search = kernels.splits_reach(&values, r, halves, value);
                        assert_eq!(search.found, by_hand, "{r} {value}");
                        assert_eq!(search, Kernels::PORTABLE.splits_reach(&values, r, halves, value));
                    }
                    let pairs = (1..r).filter(|&a| values[a] ^ values[r - a] == value).count() as u64;
                    let parts = &values[1.min(r)..r];
                    assert_eq!(kernels.count_pairs(parts, parts, value), pairs, "{r} {value}");
                }
            }
            let bytes: Vec<u8> = (0..20_000).map(|i: usize| (values[i % 900] % 7) as u8).collect();
            for length in [0, 1, 31, 32, 33, 700, 8159, 8160, 8161, 19_000] {
                let (low, high) = (&bytes[..length], &bytes[999..][..length]);
                let pairs = (0..length).filter(|&i| low[i] ^ high[i] == 3).count() as u64;
                assert_eq!(kernels.count_bytes(low, high, 3), pairs, "{length}");
            }
            let same = [9; 9000];
            assert_eq!(kernels.count_bytes(&same, &same, 0), 9000);
            for rare in 0..64 {
                let mut hits = [0; LANES];
                kernels.mark_hits(&values[100..], &mut hits, &guesses, rare);
                for lane in 0..LANES {
                    assert_eq!(hits[lane] != 0, values[100 + lane] ^ rare == guesses[lane]);
                }
            }
        }
    }
}
