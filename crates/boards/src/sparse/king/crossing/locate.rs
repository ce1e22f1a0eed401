//! Single blocks inside a rectangle that was solved by its lines.
//!
//! Lines are monotone curves: at any column the curves of one family are met in order. So how many
//! of them lie before a block is found by bisection over the lines, the place of a line at the
//! block's column itself by bisection over the lines it has crossed by then. A block near a
//! crossing is read from the crossing's square, one near a single line from that line.

use super::super::block::{CORNER, Letter, odd, step};
use super::super::patterns::Pattern;
use super::Crossings;
use super::lines::Lines;

/// What a block sees: its corner, and the letters that come in on the sides of the two families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    pub corner: u8,
    pub outer: Letter,
    pub inner: Letter,
}

/// Pushes of every kind by the first lines across, for one solved rectangle.
pub struct Locator<'a> {
    crossings: &'a Crossings,
    /// By kind, then by number of lines crossed.
    outer_pushes: Vec<Vec<u32>>,
    inner_pushes: Vec<Vec<u32>>,
}

impl Crossings {
    /// Prepares to read blocks of the rectangle solved last.
    pub fn locator(&self) -> Locator<'_> {
        let sums = |kinds: usize, across: &Lines, push: &dyn Fn(u32, u32) -> u32| {
            let of_kind = |kind| {
                let mut sum = 0;
                let steps = across.lines.iter().map(|other| {
                    sum += push(kind, other.kind);
                    sum
                });
                std::iter::once(0).chain(steps).collect()
            };
            (0..kinds as u32).map(of_kind).collect()
        };
        let pairs = &self.pairs;
        Locator {
            crossings: self,
            outer_pushes: sums(self.outer.kinds.len(), &self.inner, &|a, b| pairs.pushes(a, b).0),
            inner_pushes: sums(self.inner.kinds.len(), &self.outer, &|b, a| pairs.pushes(a, b).1),
        }
    }
}

/// First number below `len` that fails a monotone test.
fn bisect(len: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = (low + high) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

impl Locator<'_> {
    /// Where line `j` of a family is after the first `crossed` lines of the other.
    fn place(lines: &Lines, across: &Lines, pushes: &[Vec<u32>], j: usize, crossed: usize) -> u32 {
        let line = lines.lines[j];
        let sums = &pushes[line.kind as usize];
        let skipped = if j < lines.notched { sums[across.notched.min(crossed)] } else { 0 };
        line.at + sums[crossed] - skipped
    }

    fn outer_place(&self, j: usize, crossed: usize) -> u32 {
        let Crossings { outer, inner, .. } = self.crossings;
        Self::place(outer, inner, &self.outer_pushes, j, crossed)
    }

    fn inner_place(&self, i: usize, crossed: usize) -> u32 {
        let Crossings { outer, inner, .. } = self.crossings;
        Self::place(inner, outer, &self.inner_pushes, i, crossed)
    }

    /// What the block at `x` on the outer family's side and `y` on the inner family's sees.
    pub fn sight(&self, x: u32, y: u32) -> Sight {
        let Crossings { outer, inner, pattern_table, pairs, .. } = self.crossings;
        let (outers, inners) = (outer.lines.len(), inner.lines.len());
        let outer_at = |j: usize| self.outer_place(j, bisect(inners, |i| self.inner_place(i, j) <= y));
        let inner_at = |i: usize| self.inner_place(i, bisect(outers, |j| self.outer_place(j, i) <= x));
        // Lines at or before the block.
        let before = bisect(outers, |j| outer_at(j) <= x);
        let above = bisect(inners, |i| inner_at(i) <= y);
        let none = Pattern::default();
        for j in before.saturating_sub(1)..(before + 1).min(outers) {
            for i in above.saturating_sub(1)..(above + 1).min(inners) {
                if j < outer.notched && i < inner.notched {
                    continue;
                }
                let extent = pairs.get(outer.lines[j].kind, inner.lines[i].kind).map_or(0, |c| c.extent);
                let (from_x, from_y) = (self.outer_place(j, i), self.inner_place(i, j));
                if (from_x..from_x + extent).contains(&x) && (from_y..from_y + extent).contains(&y) {
                    return look(
                        outer.pattern(pattern_table, j),
                        inner.pattern(pattern_table, i),
                        x - from_x,
                        y - from_y,
                    );
                }
            }
        }
        if before > 0 {
            let from = outer_at(before - 1);
            if x - from < outer.settled(pattern_table, before - 1) {
                return look(outer.pattern(pattern_table, before - 1), none, x - from, 0);
            }
        }
        if above > 0 {
            let from = inner_at(above - 1);
            if y - from < inner.settled(pattern_table, above - 1) {
                return look(none, inner.pattern(pattern_table, above - 1), 0, y - from);
            }
        }
        look(none, none, 0, 0)
    }
}

/// What the block at `(x, y)` of a crossing's square sees.
fn look(outer: Pattern, inner: Pattern, x: u32, y: u32) -> Sight {
    use super::super::block::{INNER, OUTER};
    let mut across: Vec<Letter> =
        outer.letters().chain(std::iter::repeat(OUTER)).take(x as usize + 1).collect();
    let mut first = CORNER;
    let mut rows = inner.letters().chain(std::iter::repeat(INNER));
    let mut row = 0;
    loop {
        let beside = rows.next().unwrap_or(INNER);
        let (mut state, mut corner) = (beside, first);
        first = odd(beside);
        for (col, seen) in across.iter_mut().enumerate() {
            if row == y && col as u32 == x {
                return Sight { corner, outer: *seen, inner: state };
            }
            let came = *seen;
            (*seen, state) = step(corner, state, came);
            corner = odd(came);
        }
        row += 1;
    }
}
