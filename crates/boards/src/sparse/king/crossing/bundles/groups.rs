//! Outer lines so close to each other that a bundle crosses them at once.
//!
//! The square in which a bundle crosses an outer line may be wider than the gap behind that line.
//! Inner lines that push both lines alike, each in a square of its own, leave the gap as it is. So
//! if all others cross both at once, as one pattern that keeps its shape, the gap is the same
//! wherever anything crosses.

use super::super::super::patterns::{Family, LONGEST, Pattern, PatternTable};
use super::super::lines::Lines;
use super::super::pairs::Pairs;
use std::ops::Range;

/// Gaps between the beginnings of lines that are wide enough for the squares of most bundles.
const WIDE: u32 = 20;

/// The outer lines of one rectangle, in groups.
#[derive(Default)]
pub struct Groups {
    /// Where each group starts, and the number of lines.
    starts: Vec<u32>,
    /// For each line, whether the next one is in its group.
    joined: Vec<bool>,
    /// Ids of the groups' patterns, as far as they were asked for.
    ids: Vec<Option<Option<u32>>>,
}

impl Groups {
    pub fn find(&mut self, outer: &Lines, inner: &Lines, pairs: &Pairs, pattern_table: &PatternTable) {
        self.starts.clear();
        self.joined.clear();
        let alike = |a: u32, b: u32| {
            (0..inner.kinds.len() as u32).all(|kind| pairs.pushes(a, kind).0 == pairs.pushes(b, kind).0)
        };
        let mut known = (0, 0, true);
        let mut start = 0;
        for (k, line) in outer.lines.iter().enumerate() {
            let joined = k > 0 && {
                let before = outer.lines[k - 1];
                let gap = line.at - before.at;
                let kind = &outer.kinds[before.kind as usize];
                let close = gap < WIDE
                    && k != outer.notched
                    && gap >= pattern_table.settled(Family::Outer, kind.id) + pairs.slack
                    && line.at - start + outer.kinds[line.kind as usize].width <= LONGEST;
                if close && (known.0, known.1) != (before.kind, line.kind) {
                    known = (before.kind, line.kind, alike(before.kind, line.kind));
                }
                close && (known.2 || gap < kind.extent + pairs.slack)
            };
            if k > 0 {
                self.joined.push(joined);
            }
            if !joined {
                self.starts.push(k as u32);
                start = line.at;
            }
        }
        self.joined.push(false);
        self.ids.clear();
        self.ids.resize(self.starts.len(), None);
        self.starts.push(outer.lines.len() as u32);
    }

    /// Whether every group is a single line.
    pub fn all_single(&self) -> bool {
        self.starts.len() > self.joined.len()
    }

    /// Whether a line and the next one are in the same group.
    pub fn joined(&self, stage: usize) -> bool {
        self.joined[stage]
    }

    /// Whether an inner kind crosses a line alone: with room before the next line of the group, and
    /// pushing that one as far.
    pub fn alone(&self, stage: usize, kind: u32, outer: &Lines, pairs: &Pairs) -> bool {
        let line = outer.lines[stage];
        let Some(c) = pairs.get(line.kind, kind) else { return false };
        !self.joined[stage] || {
            let next = outer.lines[stage + 1];
            c.extent + pairs.slack <= next.at - line.at && pairs.pushes(next.kind, kind).0 == c.outer
        }
    }

    /// The number of the group that an outer line belongs to.
    pub fn index(&self, stage: u32) -> usize {
        self.starts.partition_point(|&start| start <= stage) - 1
    }

    /// The lines of a group; `None` behind the last.
    pub fn get(&self, index: usize) -> Option<Range<u32>> {
        Some(self.starts[index]..*self.starts.get(index + 1)?)
    }

    /// The pattern of a group; `None` if it does not go straight on.
    pub fn id(&mut self, index: usize, outer: &Lines, pattern_table: &mut PatternTable) -> Option<u32> {
        let group = self.starts[index]..self.starts[index + 1];
        let lines = &outer.lines[group.start as usize..group.end as usize];
        let single = |kind: u32| outer.kinds[kind as usize].id;
        if let [line] = lines {
            return Some(single(line.kind));
        }
        *self.ids[index].get_or_insert_with(|| {
            let mut joined = Pattern::default();
            for line in lines {
                while joined.width() < line.at - lines[0].at {
                    joined = joined.with(Family::Outer.base());
                }
                for letter in pattern_table.pattern(Family::Outer, single(line.kind)).letters() {
                    joined = joined.with(letter);
                }
            }
            pattern_table.id(Family::Outer, joined)
        })
    }
}
