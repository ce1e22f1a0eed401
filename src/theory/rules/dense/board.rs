//! What the runs of kinds of moves mark the options of a position in: tables of values, or bits.

use super::super::tree::Names;

/// Marks the options of one kind of move at the position that the names give.
pub type Run<B> = Box<dyn Fn(&mut B, &mut Names) + Send + Sync>;

/// Positions of a box, and the options of the one at hand.
pub trait Board: 'static {
    /// How many values each number takes.
    fn dims(&self) -> &[i64];
    /// How far apart places lie whose number differs by 1.
    fn strides(&self) -> &[i64];
    /// The place of the position at hand.
    fn here(&self) -> usize;
    /// So many options were looked at.
    fn spend(&mut self, options: u64);
    /// Whether more was looked at than is allowed: what is found of this position then is worth nothing.
    fn is_over(&self) -> bool;
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

/// How far apart places lie whose number differs by 1, in a box of these dimensions: the last number runs fastest.
pub fn strides_of(dims: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; dims.len()];
    for i in (0..dims.len() - 1).rev() {
        strides[i] = strides[i + 1] * dims[i + 1];
    }
    strides
}

/// The place of a position in a box; none outside of it.
#[inline]
pub fn place_of(position: &[i64], dims: &[i64], strides: &[i64]) -> Option<usize> {
    let mut at = 0;
    for ((&n, &dim), &stride) in position.iter().zip(dims).zip(strides) {
        if n < 0 || n >= dim {
            return None;
        }
        at += n * stride;
    }
    Some(at as usize)
}
