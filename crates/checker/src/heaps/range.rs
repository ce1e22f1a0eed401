//! Amounts that are all numbers from a to b: values in closed form.
//!
//! Heap n has value v = ⌊r / a⌋, r = n mod (a + b) (Winning Ways, chapter 4). By induction, taking s:
//!
//! - No option has value v. For s ≤ r it leaves residue r − s ≤ r − a < va, so a smaller value; else
//!   r + (a + b − s) ≥ r + a, so a larger one.
//! - Each u < v is the value of an option. Since r ≥ va, s = r − ua is at least a. If it is at most b,
//!   it leaves residue ua. Else s = b leaves r − b, above ua and below a: so u = 0, and that is its value.

use grundy_record::Range;

/// Amounts of one range.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneRange {
    low: u128,
    high: u128,
}

impl OneRange {
    /// Of these amounts, at least 1.
    pub(super) fn new(amounts: Range) -> Self {
        OneRange { low: amounts.low.into(), high: amounts.high.into() }
    }

    /// The least period of the values, from heap 0 on: each turn has one run of value 0, and more.
    pub(super) fn period(self) -> u128 {
        self.low + self.high
    }

    /// The value of a heap.
    pub(super) fn value(self, heap: u64) -> u64 {
        (u128::from(heap) % self.period() / self.low) as u64
    }

    /// The residues of the heaps of this value: the first, and how many.
    fn residues(self, value: u64) -> (u128, u128) {
        let first = u128::from(value) * self.low;
        (first, self.period().saturating_sub(first).min(self.low))
    }

    /// How many amounts leave this value of a heap.
    pub(super) fn count_to(self, heap: u64, value: u64) -> u128 {
        let (first, width) = self.residues(value);
        let below =
            |n: u128| n / self.period() * width + (n % self.period()).saturating_sub(first).min(width);
        let heap = u128::from(heap);
        match heap.checked_sub(self.low) {
            Some(most) => below(most + 1) - below(heap.saturating_sub(self.high)),
            None => 0,
        }
    }

    /// What can be left of a heap, in descending order: all, or what has this value.
    pub(super) fn left(self, heap: u64, value: Option<u64>) -> impl Iterator<Item = u64> {
        let heap = u128::from(heap);
        let least = heap.saturating_sub(self.high);
        let at_most = move |n: u128| {
            let Some(value) = value else { return Some(n) };
            let (first, width) = self.residues(value);
            if width == 0 {
                return None;
            }
            let (start, residue) = (n - n % self.period(), n % self.period());
            match residue.checked_sub(first) {
                Some(above) => Some(start + first + above.min(width - 1)),
                None => Some(start.checked_sub(self.period())? + first + width - 1),
            }
        };
        let first = heap.checked_sub(self.low).and_then(at_most);
        std::iter::successors(first, move |&n| at_most(n.checked_sub(1)?))
            .take_while(move |&n| n >= least)
            .map(|n| n as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::OneRange;
    use grundy_record::Range;

    #[test]
    fn the_closed_form_is_the_mex() {
        for (low, high) in (1..=9).flat_map(|low| (low..=13).map(move |high| (low, high))) {
            let range = OneRange::new(Range { low, high });
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..90u64 {
                let left: Vec<u64> = (low..=high).filter_map(|amount| heap.checked_sub(amount)).collect();
                let mex = (0..).find(|v| left.iter().all(|&left| values[left as usize] != *v)).unwrap();
                assert_eq!(range.value(heap), mex, "{low}-{high}: {heap}");
                values.push(mex);
                assert_eq!(range.left(heap, None).collect::<Vec<_>>(), left);
                for value in 0..16 {
                    let hits: Vec<u64> =
                        left.iter().copied().filter(|&left| values[left as usize] == value).collect();
                    assert_eq!(range.count_to(heap, value), hits.len() as u128, "{low}-{high}: {heap}");
                    assert_eq!(
                        range.left(heap, Some(value)).collect::<Vec<_>>(),
                        hits,
                        "{low}-{high}: {heap}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_widest_ranges() {
        let most = u64::MAX;
        let range = OneRange::new(Range { low: 1, high: most });
        assert_eq!(range.value(most), most);
        assert_eq!(range.count_to(most, 5), 1);
        assert_eq!(range.left(most, Some(5)).collect::<Vec<_>>(), [5]);
        let range = OneRange::new(Range { low: most, high: most });
        assert_eq!((range.value(most), range.value(most - 1)), (1, 0));
        assert_eq!(range.left(most, Some(0)).collect::<Vec<_>>(), [0]);
        assert_eq!(range.count_to(most, most), 0);
    }
}
