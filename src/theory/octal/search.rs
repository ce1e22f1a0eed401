//! Vector kernels: does a split reach a value, and which of neighbouring heaps reach the values they want?
//!
//! Each kernel is one plain loop, compiled for several instruction sets; the widest the machine
//! has is chosen once. Every version gives the same answers.

use std::ops::Range;

use super::sift::{Open, Sift, sift};
use crate::simd::Simd;

/// Neighbouring heaps looked at together.
pub const LANES: usize = 64;

/// A value for each of neighbouring heaps.
pub type Lanes = [u16; LANES];

/// The kernels for this machine.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    any_pair: fn(&[u16], &[u16], u16) -> Search,
    rares_reach: fn(&[u16], usize, &[Rare], &Lanes) -> Lanes,
    sift: Option<Sift>,
}

/// A rare heap and its value.
pub type Rare = (u32, u16);

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
fn rares_reach(values: &[u16], left: usize, rares: &[Rare], wanted: &Lanes) -> Lanes {
    let mut hits = [0; LANES];
    for &(heap, rare) in rares {
        let partners = &values[left - heap as usize..][..LANES];
        for lane in 0..LANES {
            hits[lane] |= u16::from(partners[lane] ^ rare == wanted[lane]);
        }
    }
    hits
}

macro_rules! compiled_for {
    ($module:ident, $features:literal) => {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        mod $module {
            use super::{Lanes, Rare, Search};

            #[target_feature(enable = $features)]
            fn any_pair_inside(low: &[u16], high: &[u16], value: u16) -> Search {
                super::any_pair(low, high, value)
            }

            #[target_feature(enable = $features)]
            fn rares_reach_inside(values: &[u16], left: usize, rares: &[Rare], wanted: &Lanes) -> Lanes {
                super::rares_reach(values, left, rares, wanted)
            }

            pub(super) fn any_pair(low: &[u16], high: &[u16], value: u16) -> Search {
                // SAFETY: `Kernels::of` hands this out only for a proof that the processor has the features.
                unsafe { any_pair_inside(low, high, value) }
            }

            pub(super) fn rares_reach(v: &[u16], left: usize, rares: &[Rare], wanted: &Lanes) -> Lanes {
                // SAFETY: as above.
                unsafe { rares_reach_inside(v, left, rares, wanted) }
            }
        }
    };
}

compiled_for!(avx2, "avx2");
compiled_for!(avx512, "avx512f,avx512bw,avx512vl,avx512vbmi");

impl Kernels {
    /// The plain loops.
    pub const PORTABLE: Kernels = Kernels { any_pair, rares_reach, sift: None };

    /// The version for some instructions.
    pub fn of(simd: Simd) -> Kernels {
        match simd {
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            Simd::Avx512(_) => {
                Kernels { any_pair: avx512::any_pair, rares_reach: avx512::rares_reach, sift: sift(simd) }
            }
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            Simd::Avx2(_) => {
                Kernels { any_pair: avx2::any_pair, rares_reach: avx2::rares_reach, sift: sift(simd) }
            }
            _ => Kernels::PORTABLE,
        }
    }

    /// Is `value` = g(a) ⊕ g(r − a) for some a of `parts`? None of them is above r.
    #[inline]
    pub fn splits_reach(self, values: &[u16], r: usize, parts: Range<usize>, value: u16) -> Search {
        if parts.is_empty() {
            return Search { found: false, compared: 0 };
        }
        (self.any_pair)(&values[parts.clone()], &values[r + 1 - parts.end..=r - parts.start], value)
    }

    /// Whether one pass can tell which values of a window are reached.
    pub fn sifts(self) -> bool {
        self.sift.is_some()
    }

    /// Clears, in a window of values that begins at `base`, the bits of g(a) ⊕ g(r − a) for the a of `parts`.
    #[inline]
    pub fn sift(self, values: &[u16], r: usize, parts: Range<usize>, base: u16, open: &mut Open) {
        if let Some(sift) = self.sift
            && !parts.is_empty()
        {
            sift(&values[parts.clone()], &values[r + 1 - parts.end..=r - parts.start], base, open);
        }
    }

    /// For each lane whether the value wanted = g(a) ⊕ g(r + lane − a) for one of these rare parts a, none of
    /// them above r.
    #[inline]
    pub fn rares_reach(self, values: &[u16], r: usize, rares: &[Rare], wanted: &Lanes) -> Lanes {
        (self.rares_reach)(values, r, rares, wanted)
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
        let wanted: Lanes = std::array::from_fn(|i| values[3 * i] ^ 5);
        for kernels in Simd::all().map(Kernels::of) {
            for r in [2, 3, 4, 127, 128, 255, 256, 257, 300, 513, 898, 899] {
                for (value, from) in (0..1024).step_by(7).zip((1..=r / 2).cycle()) {
                    let parts = from..r / 2 + 1;
                    let by_hand = parts.clone().any(|a| values[a] ^ values[r - a] == value);
                    let search = kernels.splits_reach(&values, r, parts.clone(), value);
                    assert_eq!(search.found, by_hand, "{r} {value}");
                    assert_eq!(search, Kernels::PORTABLE.splits_reach(&values, r, parts, value));
                }
            }
            for (r, parts) in [(300, 1..2), (300, 1..151), (600, 20..290), (835, 64..65), (64, 9..9)] {
                let rares: Vec<Rare> = parts.clone().map(|a| (a as u32, values[a])).collect();
                let hits = kernels.rares_reach(&values, r, &rares, &wanted);
                for lane in 0..LANES {
                    let by_hand = parts.clone().any(|a| values[a] ^ values[r + lane - a] == wanted[lane]);
                    assert_eq!(hits[lane] != 0, by_hand, "{r} {parts:?} {lane}");
                }
            }
        }
    }
}
