//! Values in few bytes, forwards and backwards, so that both parts of a split are read in order.

use std::ops::BitXor;

/// Splits compared between two looks at the result.
const CHUNK: usize = 512;

/// The values of heaps 0, 1, 2, …, for as long as they fit.
#[derive(Debug, Default)]
pub(super) struct Mirror<T> {
    values: Vec<T>,
    /// The same from the end on, behind room for more.
    reversed: Vec<T>,
}

impl<T> Mirror<T>
where
    T: Copy + Default + Ord + BitXor<Output = T> + Into<u32> + TryFrom<u32>,
{
    /// Adds the value of a heap, unless one before it did not fit, or this one does not.
    pub(super) fn push(&mut self, value: u32, heap: usize) {
        let Ok(value) = T::try_from(value) else { return };
        if self.values.len() != heap {
            return;
        }
        self.values.push(value);
        let length = self.values.len();
        // One place is always left: see `others`.
        if length >= self.reversed.len() {
            self.reversed = vec![T::default(); (2 * length).max(1024)];
            let from = self.reversed.len() - length;
            let reversed = self.values.iter().rev();
            self.reversed[from..].iter_mut().zip(reversed).for_each(|(to, &value)| *to = value);
        } else {
            let at = self.reversed.len() - length;
            self.reversed[at] = value;
        }
    }

    /// For each part of `left` from 1 on, at its own place, the value of the other part; none unless
    /// the values of so many heaps are known.
    fn others(&self, left: usize, known: usize) -> Option<&[T]> {
        (self.values.len() == known).then(|| &self.reversed[self.reversed.len() - left - 1..])
    }

    /// Sees the splits of `left` up to the first part given and those with one of the parts listed,
    /// each with its value; false when the values do not fit.
    #[inline]
    pub(super) fn see(
        &self,
        left: usize,
        known: usize,
        (first, listed): (usize, [&[(u32, u32)]; 2]),
        mut see: impl FnMut(u32),
    ) -> bool {
        let Some(others) = self.others(left, known) else { return false };
        let low = self.values[1..=first].iter().zip(&others[1..]);
        low.for_each(|(&a, &b)| see((a ^ b).into()));
        for parts in listed {
            parts.iter().for_each(|&(part, value)| see(value ^ others[part as usize].into()));
        }
        true
    }

    /// Whether a split of `left` with a part up to this one has this value; none when the values do
    /// not fit. About sixteen splits are a step.
    pub(super) fn some_split_has(
        &self,
        value: u32,
        left: usize,
        known: usize,
        parts: usize,
        steps: &mut u64,
    ) -> Option<bool> {
        let others = &self.others(left, known)?[1..=parts];
        let Ok(value) = T::try_from(value) else { return Some(false) };
        Some(self.values[1..=parts].chunks(CHUNK).zip(others.chunks(CHUNK)).any(|(low, high)| {
            *steps += low.len() as u64 / 16;
            let differ = |(&a, &b): (&T, &T)| a ^ b ^ value;
            low.iter().zip(high).map(differ).min() == Some(T::default())
        }))
    }
}
