//! Grundy values of few amounts far apart: the followers' values are marked, four heaps at a time.

/// How many heaps are found together: the followers of neighbours are neighbours, and one load finds them.
const HEAPS_AT_ONCE: usize = 4;

/// Values and the marks on them.
#[derive(Debug)]
pub struct Marks {
    /// The values so far, of 16 bits: the mex of k values is at most k, and there are fewer amounts.
    values: Vec<u16>,
    /// By value, and by heap of the four: the round in which a follower had it.
    marks: Box<[[u32; HEAPS_AT_ONCE]; 1 << 16]>,
    round: u32,
    /// How many amounts are below [`HEAPS_AT_ONCE`].
    near: usize,
    /// How many amounts the first of the next four heaps has.
    pub far: usize,
}

impl Marks {
    /// The most amounts.
    pub const MAX_AMOUNTS: usize = u16::MAX as usize;

    /// Bytes of the marks, which do not grow.
    pub const BYTES: u64 = (4 * HEAPS_AT_ONCE as u64) << 16;

    /// No heaps yet. None if there are more than [`Marks::MAX_AMOUNTS`] amounts.
    pub fn new(amounts: &[u32]) -> Option<Marks> {
        let marks = vec![[0; HEAPS_AT_ONCE]; 1 << 16].into_boxed_slice().try_into().ok()?;
        let near = amounts.iter().take_while(|&&s| (s as usize) < HEAPS_AT_ONCE).count();
        (amounts.len() <= Self::MAX_AMOUNTS).then_some(Marks {
            values: Vec::new(),
            marks,
            round: 0,
            near,
            far: 0,
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        Self::BYTES + self.values.len() as u64 * 2
    }

    /// Goes on behind these values, whose number is a multiple of four.
    pub fn restore(&mut self, values: &[u32]) {
        self.values = values.iter().map(|&v| v as u16).collect();
    }

    /// The values of the next four heaps.
    pub fn next(&mut self, amounts: &[u32]) -> [u32; HEAPS_AT_ONCE] {
        let Marks { values, marks, round, near, far } = self;
        let heap = values.len();
        *round += 1;
        let round = *round;
        while amounts.get(*far).is_some_and(|&s| s as usize <= heap) {
            *far += 1;
        }
        for &s in amounts.get(*near..*far).unwrap_or_default() {
            if let Some(&[a, b, c, d]) = values[heap - s as usize..].first_chunk() {
                marks[a as usize][0] = round;
                marks[b as usize][1] = round;
                marks[c as usize][2] = round;
                marks[d as usize][3] = round;
            }
        }
        let mut found = [0; HEAPS_AT_ONCE];
        for (i, found) in found.iter_mut().enumerate() {
            let heap = heap + i;
            // Amounts of less than four, and those that only this heap can spare.
            let others = amounts[..*near].iter().chain(&amounts[(*far).max(*near)..]);
            for follower in others.map_while(|&s| heap.checked_sub(s as usize)) {
                marks[values[follower] as usize][i] = round;
            }
            // There is always one: fewer amounts than values.
            let value = marks.iter().position(|marks| marks[i] != round).unwrap_or_default();
            values.push(value as u16);
            *found = value as u32;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;
    use crate::tests::naive;

    #[test]
    fn marks_agree_with_the_definition() {
        let mut random = crate::random::Random::new(5);
        let mut random = |below: u64| random.below(below);
        for _ in 0..200 {
            let most = 2 + random(60) as u32;
            let amounts: Vec<u32> = (1..=most).filter(|_| random(3) == 0).collect();
            if amounts.is_empty() {
                continue;
            }
            let mut marks = Marks::new(&amounts).unwrap();
            let wide: Vec<u64> = amounts.iter().map(|&s| u64::from(s)).collect();
            let values: Vec<u32> = (0..50).flat_map(|_| marks.next(&amounts)).collect();
            assert_eq!(values, naive::grundy(&wide, 199), "{amounts:?}");
        }
    }
}
