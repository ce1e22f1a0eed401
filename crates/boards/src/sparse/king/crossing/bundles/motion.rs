//! Where lines that go alone are before they cross each of the outer lines.

use super::super::MOST;
use super::super::lines::{Kind, Line, Lines, NARROW};
use super::super::pairs::Pairs;
use super::groups::Groups;
use std::ops::Range;

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
    /// By rank, where the kind's part of `changes` begins; nowhere if it crosses all lines alone.
    changing: Vec<Option<usize>>,
    /// The next outer line that the kind does not cross alone ([`Groups::alone`]).
    changes: Vec<u32>,
    /// The outer lines that are not narrow.
    wide: Vec<u32>,
    /// By outer kind, how far the kind being learnt is pushed.
    by: Vec<u32>,
}

impl Motion {
    /// Forgets everything, for other outer lines.
    pub fn reset(&mut self, outer: &Lines) {
        self.learnt.clear();
        self.sums.clear();
        self.changing.clear();
        self.changes.clear();
        self.wide.clear();
        let wide = |line: &Line| outer.kinds[line.kind as usize].width > NARROW;
        self.wide.extend((0..).zip(&outer.lines).filter(|(_, line)| wide(line)).map(|(stage, _)| stage));
    }

    /// Adds up the pushes of a kind, if that has not been done.
    pub fn learn(&mut self, kind: u32, restless: bool, outer: &Lines, pairs: &Pairs, groups: &Groups) {
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
        let crossings = pairs.of(kind);
        self.by.clear();
        self.by.extend(crossings.iter().map(|crossing| crossing.map_or(0, |c| c.inner)));
        let by = &self.by[..];
        self.sums.extend(outer.lines.iter().map(|line| {
            sum += by[line.kind as usize];
            sum
        }));
        if !restless && groups.all_single() {
            self.changing.push(None);
            return;
        }
        let from = self.changes.len();
        self.changing.push(Some(from));
        self.changes.resize(from + self.len, NEVER);
        let mut next = NEVER;
        let stages = self.changes[from..].iter_mut().zip(&outer.lines).enumerate().rev();
        for (stage, (change, line)) in stages {
            let alone = match groups.joined(stage) {
                true => groups.alone(stage, kind, outer, pairs),
                false => crossings[line.kind as usize].is_some(),
            };
            if !alone {
                next = stage as u32;
            }
            *change = next;
        }
    }

    /// Whether any of these outer lines is not narrow.
    pub fn wide_in(&self, stages: &Range<u32>) -> bool {
        let next = self.wide.partition_point(|&wide| wide < stages.start);
        self.wide.get(next).is_some_and(|&wide| wide < stages.end)
    }

    /// Whether no more kinds should be learnt.
    pub fn full(&self) -> bool {
        self.sums.len() > MOST
    }

    fn rank(&self, kind: u32) -> usize {
        self.learnt[kind as usize] as usize - 1
    }

    fn sums(&self, kind: u32) -> &[u32] {
        let from = self.rank(kind) * self.len;
        &self.sums[from..from + self.len]
    }

    /// The first outer line from `stage` on that the kind does not cross alone.
    pub fn changes(&self, kind: u32, stage: u32) -> Option<u32> {
        let next = self.changes[self.changing[self.rank(kind)]? + stage as usize];
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

    /// The first outer line from `stage` on before which the second line begins too close to the
    /// first one, whose kind is given. Both have started by then.
    pub fn meets(&self, first: Alone, second: Alone, kind: &Kind, slack: u32, stage: u32) -> Option<u32> {
        let last = self.len as u32 - 1;
        if stage >= last {
            return None;
        }
        let always = self.closer(first, second, kind.narrow + slack, stage);
        if kind.extent == kind.narrow {
            return always;
        }
        // Where they are not that close, they may still be too close for the squares of a few.
        let (a, b) = (self.sums(first.kind), self.sums(second.kind));
        let room = room(first, a, second, b, kind.extent + slack);
        let from = self.wide.partition_point(|&wide| wide < stage);
        let most = always.unwrap_or(last);
        let gained = |at: u32| i64::from(a[at as usize]) - i64::from(b[at as usize]);
        if i64::from(a[most as usize]) - i64::from(b[stage as usize]) <= room {
            return always;
        }
        let wide =
            self.wide[from..].iter().take_while(|&&wide| wide < most).find(|&&wide| gained(wide) > room);
        wide.copied().or(always)
    }

    /// The first outer line from `stage` on before which the second line begins less than `need`
    /// behind the first one's beginning.
    fn closer(&self, first: Alone, second: Alone, need: u32, stage: u32) -> Option<u32> {
        let last = self.len as u32 - 1;
        let (a, b) = (self.sums(first.kind), self.sums(second.kind));
        let room = room(first, a, second, b, need);
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
            let next =
                at + a[at as usize..last as usize].partition_point(|&sum| i64::from(sum) <= enough) as u32;
            if close(next) {
                return Some(next);
            }
            at = next;
        }
    }
}

/// What the first line's sum of pushes may exceed the second one's by if the second one is still to
/// begin `need` behind the first one's beginning.
fn room(first: Alone, a: &[u32], second: Alone, b: &[u32], need: u32) -> i64 {
    let from = |line: Alone, sums: &[u32]| i64::from(line.at) - i64::from(sums[line.from as usize]);
    from(second, b) - from(first, a) - i64::from(need)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::king::patterns::{Family, PatternTable};
    use crate::sparse::king::runs::{Run, Side, push};
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Lines of these letters, so far apart.
    fn lines(family: Family, letters: &[u8], gap: u32, pattern_table: &mut PatternTable) -> Lines {
        let mut runs: Vec<Run> = Vec::new();
        for (k, &letter) in (1..).zip(letters) {
            push(&mut runs, k * gap, family.base());
            push(&mut runs, k * gap + 1, letter);
        }
        let end = (letters.len() as u32 + 1) * gap;
        push(&mut runs, end, family.base());
        let mut lines = Lines::new(family);
        lines.read(pattern_table, Side::new(&runs, 0, end), None).unwrap();
        lines
    }

    /// Where two lines get too close, and where a kind cannot cross alone, against trying every
    /// outer line.
    #[test]
    fn meetings_are_foreseen() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut below = |n: u64| rng.next_u64() % n;
        let mut pattern_table = PatternTable::default();
        let mut met = 0;
        for _ in 0..300 {
            let some = |of: [u8; 2], below: &mut dyn FnMut(u64) -> u64| -> Vec<u8> {
                (0..2 + below(60)).map(|_| of[below(2) as usize]).collect()
            };
            let mut outer =
                lines(Family::Outer, &some([7, 4], &mut below), 9 + below(9) as u32, &mut pattern_table);
            let mut inner = lines(Family::Inner, &some([13, 12], &mut below), 30, &mut pattern_table);
            let (mut pairs, mut groups, mut motion) =
                (Pairs::default(), Groups::default(), Motion::default());
            pairs.meet(&mut outer, &mut inner, &mut pattern_table);
            groups.find(&outer, &inner, &pairs, &pattern_table);
            motion.reset(&outer);
            for (kind, found) in (0..).zip(&inner.kinds) {
                motion.learn(kind, found.restless, &outer, &pairs, &groups);
            }
            let kind = |below: &mut dyn FnMut(u64) -> u64| below(inner.kinds.len() as u64) as u32;
            let first = Alone { kind: kind(&mut below), at: 100, from: 0 };
            let second = Alone { kind: kind(&mut below), at: 101 + below(40) as u32, from: below(3) as u32 };
            let stages = outer.lines.len() as u32;
            let from = (second.from + below(4) as u32).min(stages);
            let place = |line: Alone, stage: u32| -> u32 {
                let by = |j: u32| pairs.pushes(outer.lines[j as usize].kind, line.kind).1;
                line.at + (line.from..stage).map(by).sum::<u32>()
            };
            let found = &inner.kinds[first.kind as usize];
            let need = found.narrow + pairs.slack;
            let close = |&stage: &u32| place(second, stage) < place(first, stage) + need;
            let want = (from..stages).find(close);
            assert_eq!(motion.meets(first, second, found, pairs.slack, from), want);
            met += u32::from(want.is_some_and(|stage| stage > from));
            let alone = |&j: &u32| !groups.alone(j as usize, first.kind, &outer, &pairs);
            assert_eq!(motion.changes(first.kind, from), (from..stages).find(alone));
        }
        assert!(met > 20, "{met}");
    }
}
