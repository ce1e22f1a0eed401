//! What the lines of one rectangle do to each other, by their kinds.

use super::super::patterns::{Crossing, PatternTable};
use super::lines::{Kind, Lines, NARROW};

/// Slack taken even where nothing is pushed.
const LEAST_SLACK: u32 = 2;

/// Crossings by kind, those of one inner kind together.
pub struct Pairs {
    outers: usize,
    /// `None` where the inner line changes its shape.
    list: Vec<Option<Crossing>>,
    /// Room that squares need beyond their extent: twice the largest single push.
    pub slack: u32,
}

impl Default for Pairs {
    fn default() -> Self {
        Pairs { outers: 0, list: Vec::new(), slack: LEAST_SLACK }
    }
}

impl Pairs {
    /// Looks up all pairs, and adds up what the outer lines do to the inner ones.
    pub fn meet(&mut self, outer: &mut Lines, inner: &mut Lines, pattern_table: &mut PatternTable) {
        self.outers = outer.kinds.len();
        self.list.clear();
        let mut largest = 0;
        for kind in &mut inner.kinds {
            // Two kinds that only come out of the notch never cross.
            let never = kind.count[1] == 0;
            largest = largest.max(self.add(outer, kind, pattern_table, |first| never && first.count[1] == 0));
        }
        self.slack = LEAST_SLACK.max(2 * largest);
    }

    /// The inner kind of a pattern that appears only inside; `None` if it is pushed too far.
    pub fn also(
        &mut self,
        outer: &mut Lines,
        inner: &mut Lines,
        pattern_table: &mut PatternTable,
        id: u32,
    ) -> Option<u32> {
        let index = inner.kind(pattern_table, id);
        if index as usize * self.outers == self.list.len() {
            self.add(outer, &mut inner.kinds[index as usize], pattern_table, |_| false);
        }
        (2 * self.largest(index) <= self.slack).then_some(index)
    }

    fn add(
        &mut self,
        outer: &mut Lines,
        kind: &mut Kind,
        pattern_table: &mut PatternTable,
        never: impl Fn(&Kind) -> bool,
    ) -> u32 {
        let mut largest = 0;
        for first in &mut outer.kinds {
            let crossing = match never(first) {
                true => Some(Crossing { outer: 0, inner: 0, extent: 0 }),
                false => pattern_table.crossing(first.id, kind.id),
            };
            match crossing {
                None => kind.restless = true,
                Some(c) => {
                    kind.push[0] += first.count[1] * c.inner;
                    kind.push[1] += (first.count[0] + first.count[1]) * c.inner;
                    first.extent = first.extent.max(c.extent);
                    kind.extent = kind.extent.max(c.extent);
                    if first.width <= NARROW {
                        kind.narrow = kind.narrow.max(c.extent);
                    }
                    largest = largest.max(c.outer).max(c.inner);
                }
            }
            self.list.push(crossing);
        }
        largest
    }

    fn largest(&self, inner: u32) -> u32 {
        let pushes = self.of(inner).iter().flatten().map(|c| c.outer.max(c.inner));
        pushes.max().unwrap_or(0)
    }

    #[inline(always)]
    pub fn get(&self, outer: u32, inner: u32) -> Option<Crossing> {
        self.list[inner as usize * self.outers + outer as usize]
    }

    /// Crossings of one inner kind, by the outer one.
    pub fn of(&self, inner: u32) -> &[Option<Crossing>] {
        &self.list[inner as usize * self.outers..][..self.outers]
    }

    /// How far the lines are pushed: outer, inner; not at all if that changes their shapes.
    #[inline(always)]
    pub fn pushes(&self, outer: u32, inner: u32) -> (u32, u32) {
        self.get(outer, inner).map_or((0, 0), |c| (c.outer, c.inner))
    }
}
