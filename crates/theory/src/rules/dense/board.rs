//! What the runs of kinds of moves mark the options of a position in: tables of values, or bits.

use super::super::tree::Names;

/// Marks the options of one kind of move at the position that the names give.
pub type Run<B> = Box<dyn Fn(&mut B, &mut Names) + Send + Sync>;

/// Positions of a box, and the options of the one at hand.
pub trait Board: 'static {
    /// Where the positions stand, and the one at hand.
    fn frame(&self) -> &Frame;
    /// The same, to go on.
    fn frame_mut(&mut self) -> &mut Frame;
    /// How many values each number takes.
    #[inline]
    fn dims(&self) -> &[i64] {
        &self.frame().dims
    }
    /// How far apart places lie whose number differs by 1.
    #[inline]
    fn strides(&self) -> &[i64] {
        &self.frame().strides
    }
    /// The place of the position at hand.
    #[inline]
    fn here(&self) -> usize {
        self.frame().here
    }
    /// So many options were looked at.
    #[inline]
    fn spend(&mut self, options: u64) {
        self.frame_mut().work += options;
    }
    /// Whether more was looked at than is allowed: what is found of this position then is worth nothing.
    #[inline]
    fn is_over(&self) -> bool {
        self.frame().work > self.frame().limit
    }
    /// Options at these places; what lies beyond the last is none.
    fn mark_places(&mut self, places: impl Iterator<Item = usize>);
    /// Options on a line of places, which has a base, a stride and a length, at those of these numbers that
    /// lie on it.
    fn mark_line(&mut self, line: (i64, i64, i64), numbers: impl Iterator<Item = i64>);
    /// Options at those of these places that have a 1; what lies beyond the last is none.
    fn mark_batch(&mut self, places: &[i64], alive: &[u8]);
    /// Options at `count` places, a constant stride apart.
    fn mark_strip(&mut self, first: i64, stride: i64, count: i64);
    /// Options that leave a place of one strip and a place of another.
    fn mark_pairs(&mut self, one: (i64, i64), other: (i64, i64), count: i64);
    /// An option that leaves positions at all of these places.
    fn mark_sum_at(&mut self, places: &[usize]);
}

/// The places of a box, and how far the work on it is.
#[derive(Debug)]
pub struct Frame {
    /// How many values each number takes: its highest and 1.
    pub dims: Vec<i64>,
    /// How far apart places lie whose number differs by 1: the last number runs fastest.
    pub strides: Vec<i64>,
    /// The place of the position whose options are looked at.
    pub here: usize,
    /// Options looked at, in the unit of the budget.
    pub work: u64,
    /// How many may be.
    pub limit: u64,
}

impl Frame {
    /// The box up to these numbers.
    pub fn new(tops: &[i64], limit: u64) -> Self {
        let dims: Vec<i64> = tops.iter().map(|top| top + 1).collect();
        let mut strides = vec![1; dims.len()];
        for i in (0..dims.len() - 1).rev() {
            strides[i] = strides[i + 1] * dims[i + 1];
        }
        Frame { dims, strides, here: 0, work: 0, limit }
    }

    /// How many positions there are.
    pub fn cells(&self) -> usize {
        (self.strides[0] * self.dims[0]) as usize
    }

    /// The place of a position; none outside of the box.
    #[inline]
    pub fn place(&self, position: &[i64]) -> Option<usize> {
        let mut at = 0;
        for ((&n, &dim), &stride) in position.iter().zip(&self.dims).zip(&self.strides) {
            if n < 0 || n >= dim {
                return None;
            }
            at += n * stride;
        }
        Some(at as usize)
    }
}
