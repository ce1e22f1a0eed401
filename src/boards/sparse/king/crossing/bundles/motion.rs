//! Where lines that go alone are before they cross each of the outer lines.

use super::super::lines::Lines;
use super::super::pairs::Pairs;

/// No such outer line.
const NEVER: u32 = u32::MAX;

/// A line that goes alone.
#[derive(Clone, Copy, Debug)]
pub struct Alone {
    pub kind: u32,
    /// Where its first letter is until it has crossed the first `from` outer lines.
    pub at: u32,
    pub from: u32,
}

/// Sums of pushes by kind.
#[derive(Default)]
pub struct Motion {
    /// Outer lines, and one.
    len: usize,
    /// By kind, its rank among those learnt, plus one.
    learnt: Vec<u32>,
    /// By rank, how far the kind is pushed by the first 0, 1, … outer lines.
    sums: Vec<u32>,
    /// By rank, the next outer line that changes the kind's shape.
    changes: Vec<u32>,
}

impl Motion {
    pub fn clear(&mut self) {
        self.learnt.clear();
        self.sums.clear();
        self.changes.clear();
    }

    /// Adds up the pushes of a kind, if that has not been done.
    pub fn learn(&mut self, kind: u32, outer: &Lines, pairs: &Pairs) {
        if self.learnt.get(kind as usize).is_some_and(|&rank| rank > 0) {
            return;
        }
        if self.learnt.len() <= kind as usize {
            self.learnt.resize(kind as usize + 1, 0);
        }
        self.len = outer.lines.len() + 1;
        self.learnt[kind as usize] = (self.sums.len() / self.len) as u32 + 1;
        let mut sum = 0;
        self.sums.push(sum);
        self.sums.extend(outer.lines.iter().map(|line| {
            sum += pairs.pushes(line.kind, kind).1;
            sum
        }));
        let from = self.changes.len();
        self.changes.resize(from + self.len, NEVER);
        let mut next = NEVER;
        for (stage, line) in outer.lines.iter().enumerate().rev() {
            if pairs.get(line.kind, kind).is_none() {
                next = stage as u32;
            }
            self.changes[from + stage] = next;
        }
    }

    fn rank(&self, kind: u32) -> usize {
        self.learnt[kind as usize] as usize - 1
    }

    fn sums(&self, kind: u32) -> &[u32] {
        let from = self.rank(kind) * self.len;
        &self.sums[from..from + self.len]
    }

    /// The first outer line from `stage` on that changes the kind's shape.
    pub fn changes(&self, kind: u32, stage: u32) -> Option<u32> {
        let next = self.changes[self.rank(kind) * self.len + stage as usize];
        (next != NEVER).then_some(next)
    }

    /// Where a line is before it crosses outer line `stage`.
    pub fn place(&self, line: Alone, stage: u32) -> u32 {
        if stage <= line.from {
            return line.at;
        }
        let sums = self.sums(line.kind);
        line.at + sums[stage as usize] - sums[line.from as usize]
    }

    /// The first outer line from `stage` on before which the second line begins less than `need`
    /// behind the first one's beginning. Both have started by then.
    pub fn meets(&self, first: Alone, second: Alone, need: u32, stage: u32) -> Option<u32> {
        let (a, b) = (self.sums(first.kind), self.sums(second.kind));
        let last = self.len as u32 - 1;
        if stage >= last {
            return None;
        }
        // Too close where the sums differ by more than this.
        let from = |line: Alone, sums: &[u32]| i64::from(line.at) - i64::from(sums[line.from as usize]);
        let room = from(second, b) - from(first, a) - i64::from(need);
        let close = |stage: u32| i64::from(a[stage as usize]) - i64::from(b[stage as usize]) > room;
        if close(stage) {
            return Some(stage);
        }
        if first.kind == second.kind {
            return None;
        }
        // The difference of the sums changes by as much as the pushes differ: the first line can
        // gain no more than its own pushes.
        let mut at = stage;
        loop {
            let gain = i64::from(a[last as usize - 1] - a[at as usize]);
            let behind = room - (i64::from(a[at as usize]) - i64::from(b[at as usize]));
            if gain <= behind {
                return None;
            }
            // The first line that could be too close if the second one stood still.
            let enough = a[at as usize] as i64 + behind;
            let next = at + a[at as usize..last as usize].partition_point(|&sum| i64::from(sum) <= enough) as u32;
            if close(next) {
                return Some(next);
            }
            at = next;
        }
    }
}
