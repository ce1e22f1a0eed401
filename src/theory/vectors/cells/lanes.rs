//! One integer a cell: bit v set for Grundy value v.

use super::{Cells, Source};
use std::marker::PhantomData;

/// Grundy values one-hot in integers of type L: values below its number of bits.
pub struct Lanes<L>(PhantomData<L>);

/// An unsigned integer used as a set of values.
pub trait Lane: Copy + Default + Eq + std::hash::Hash + Send + 'static {
    /// Bits of the integer.
    const BITS: usize;
    /// All values at once.
    const FULL: Self;
    /// Both sets.
    fn or(self, other: Self) -> Self;
    /// The least value missing, as a set; empty when none is.
    fn mex(self) -> Self;
    /// The set of one value, empty when it does not fit.
    fn of(value: u32) -> Self;
    /// The least member, BITS when there is none.
    fn least(self) -> u32;
}

macro_rules! lane {
    ($($integer:ty)*) => {$(
        impl Lane for $integer {
            const BITS: usize = <$integer>::BITS as usize;
            const FULL: Self = <$integer>::MAX;
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn mex(self) -> Self {
                !self & self.wrapping_add(1)
            }
            fn of(value: u32) -> Self {
                (1 as $integer).checked_shl(value).unwrap_or(0)
            }
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
        }
    )*};
}

lane!(u8 u16 u32 u64 u128);

/// Cells computed at a stroke: four 512-bit registers of the longest lane, one of the shortest.
const BLOCK: usize = 64;

impl<L: Lane> Cells for Lanes<L> {
    type Unit = L;
    const PER_UNIT: usize = 1;
    const WIDTH: usize = L::BITS;
    const BLOCK: usize = BLOCK;

    fn sweep(buffer: &mut [L], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") {
                // SAFETY: the processor has AVX-512F and AVX-512BW, as just checked (BW implies F).
                return unsafe { sweep_avx512(buffer, row, first, last, sources) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, as just checked.
                return unsafe { sweep_avx2(buffer, row, first, last, sources) };
            }
        }
        sweep_lanes(buffer, row, first, last, sources)
    }

    fn get(buffer: &[L], row: usize, cell: usize) -> u32 {
        buffer[row + cell].least()
    }

    fn put(buffer: &mut [L], row: usize, cell: usize, value: u32) {
        buffer[row + cell] = L::of(value);
    }

    fn clear(buffer: &mut [L], row: usize, first: usize, last: usize) {
        if first < last {
            buffer[row + first..row + last].fill(L::default());
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn sweep_avx512<L: Lane>(b: &mut [L], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
    sweep_lanes(b, row, first, last, sources)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sweep_avx2<L: Lane>(b: &mut [L], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
    sweep_lanes(b, row, first, last, sources)
}

/// The step itself, in a shape compilers turn into vectors of whatever width they may use.
#[inline(always)]
fn sweep_lanes<L: Lane>(b: &mut [L], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
    let mut full = [false; BLOCK];
    let mut tail = false;
    for at in (first..=last).step_by(BLOCK) {
        let mut options = [L::default(); BLOCK];
        for source in sources {
            for (option, &lane) in options.iter_mut().zip(&b[source.unit + at..][..BLOCK]) {
                *option = option.or(lane);
            }
        }
        if last - at < BLOCK - 1 {
            tail = options[..=last - at].contains(&L::FULL);
        } else {
            for (full, option) in full.iter_mut().zip(options) {
                *full |= option == L::FULL;
            }
        }
        for (cell, option) in b[row + at..][..BLOCK].iter_mut().zip(options) {
            *cell = option.mex();
        }
    }
    tail || full.contains(&true)
}
