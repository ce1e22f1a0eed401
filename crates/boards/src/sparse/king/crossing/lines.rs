//! The lines on one side of a rectangle.

use super::super::block::Letter;
use super::super::patterns::{APART, Family, LONGEST, Pattern, PatternTable};
use super::super::runs::{Run, Side, push};
use crate::platform::LOADED_ANEW;

/// A line: where its first letter is, and its kind within this rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub at: u32,
    pub kind: u32,
}

/// Lines that look alike, and what they have in common.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The pattern's id.
    pub id: u32,
    /// How many there are: out of the notch, and besides.
    pub count: [u32; 2],
    /// How far each of those is pushed in all.
    pub push: [u32; 2],
    /// Side of the largest square in which one of them crosses anything.
    pub extent: u32,
    /// The same for lines of at most [`NARROW`] letters across.
    pub narrow: u32,
    /// The pattern's letters.
    pub width: u32,
    /// Some crossing here changes their shape.
    pub restless: bool,
}

/// Width of lines whose squares are counted as narrow: single lines, and most pairs.
pub const NARROW: u32 = 3;

/// What keeps a side from being read as lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Something at this place.
    At(u32),
    /// A line that runs along the side from this place on, just outside, and the letter it shows.
    Along(u32, Letter),
}

/// All lines of one direction, in order.
pub struct Lines {
    pub family: Family,
    pub lines: Vec<Line>,
    pub kinds: Vec<Kind>,
    /// How many of the lines come out of the notch.
    pub notched: usize,
    /// Kind by pattern id, plus one.
    slots: Vec<u32>,
    /// The same by letter, of lines of one letter.
    lone: [u32; 16],
}

impl Lines {
    pub fn new(family: Family) -> Self {
        Lines { family, lines: Vec::new(), kinds: Vec::new(), notched: 0, slots: Vec::new(), lone: [0; 16] }
    }

    /// Pattern ids are void.
    pub fn forget(&mut self) {
        self.kinds.clear();
        self.slots.clear();
    }

    /// Reads a side, its beginning as the notch shows it.
    pub fn read(
        &mut self,
        pattern_table: &mut PatternTable,
        side: Side,
        notch: Option<Side>,
    ) -> Result<(), Unread> {
        for kind in self.kinds.drain(..) {
            self.slots[kind.id as usize] = 0;
        }
        self.lines.clear();
        self.lone = [0; 16];
        self.notched = 0;
        let Some(notch) = notch else {
            return self.read_part(pattern_table, side, 1);
        };
        self.read_part(pattern_table, notch, 0)?;
        self.notched = self.lines.len();
        // The block behind the notch sees an undisturbed corner.
        let base = self.family.base();
        if notch.last() != base || side.letter_at(notch.end - 1) >> 2 != base >> 2 {
            return Err(Unread::At(notch.end));
        }
        if notch.end < side.end { self.read_part(pattern_table, side.split(notch.end).1, 1) } else { Ok(()) }
    }

    fn read_part(&mut self, pattern_table: &mut PatternTable, side: Side, part: usize) -> Result<(), Unread> {
        let base = self.family.base();
        let runs = side.runs;
        let mut at = side.start;
        let mut k = 0;
        while k < runs.len() {
            let run = runs[k];
            if run.letter == base {
                at = run.end;
                k += 1;
                continue;
            }
            let followed = |k: usize| match runs.get(k + 1) {
                None => true,
                Some(next) => next.letter == base && (next.end - runs[k].end >= APART || k + 2 == runs.len()),
            };
            let lone = run.end - at == 1 && followed(k);
            let known = self.lone[run.letter as usize & 15];
            if lone && known != 0 {
                self.kinds[known as usize - 1].count[part] += 1;
                self.lines.push(Line { at, kind: known - 1 });
                at = run.end;
                k += 1;
                continue;
            }
            let id = if lone {
                k += 1;
                pattern_table.single(self.family, run.letter)
            } else {
                let mut pattern = Pattern::default();
                let mut end = at;
                loop {
                    let run = runs[k];
                    if run.end.min(side.end) - at > LONGEST {
                        let wide = run.letter != base && run.end.min(side.end) - end > LONGEST;
                        return Err(if wide { Unread::Along(at, run.letter) } else { Unread::At(at) });
                    }
                    for _ in end..run.end.min(side.end) {
                        pattern = pattern.with(run.letter);
                    }
                    end = run.end;
                    k += 1;
                    if run.letter != base && followed(k - 1) {
                        break;
                    }
                }
                pattern_table.id(self.family, pattern)
            };
            let Some(id) = id else {
                return Err(Unread::At(at));
            };
            let kind = self.kind(pattern_table, id);
            if lone {
                self.lone[run.letter as usize & 15] = kind + 1;
            }
            self.kinds[kind as usize].count[part] += 1;
            self.lines.push(Line { at, kind });
            at = runs[k - 1].end;
        }
        Ok(())
    }

    /// The kind of a pattern, if there is one by now.
    pub fn known(&self, id: u32) -> Option<u32> {
        self.slots.get(id as usize)?.checked_sub(1)
    }

    /// The kind of a pattern.
    #[inline(always)]
    pub fn kind(&mut self, pattern_table: &PatternTable, id: u32) -> u32 {
        if let Some(&slot) = self.slots.get(id as usize)
            && slot != 0
        {
            return slot - 1;
        }
        if self.slots.len() <= id as usize {
            self.slots.resize(id as usize + 1, 0);
        }
        let extent = pattern_table.settled(self.family, id);
        let width = pattern_table.pattern(self.family, id).width();
        self.kinds.push(Kind {
            id,
            count: [0; 2],
            push: [0; 2],
            extent,
            narrow: extent,
            width,
            restless: false,
        });
        self.slots[id as usize] = self.kinds.len() as u32;
        self.kinds.len() as u32 - 1
    }

    /// The pattern of a line.
    pub fn pattern(&self, pattern_table: &PatternTable, k: usize) -> Pattern {
        pattern_table.pattern(self.family, self.kinds[self.lines[k].kind as usize].id)
    }

    /// The width from which there is nothing left of a line on its own.
    pub fn settled(&self, pattern_table: &PatternTable, k: usize) -> u32 {
        pattern_table.settled(self.family, self.kinds[self.lines[k].kind as usize].id)
    }

    /// How far a line is pushed in all.
    #[inline(always)]
    pub fn push_of(&self, k: usize) -> u32 {
        self.kinds[self.lines[k].kind as usize].push[(k >= self.notched) as usize]
    }

    /// The place of the middle line.
    pub fn middle(&self) -> Option<u32> {
        self.lines.get(self.lines.len() / 2).map(|line| line.at)
    }

    /// The first line that its successor may come too close to, and whether it is pushes that
    /// bring them together. `closer(a, b)` bounds by how much pushes bring a line of kind `b`
    /// closer to one of kind `a` before it, `recount(k)` the same of the k-th line and its successor where that is too
    /// much, `besides(k)` by how much more the k-th line's
    /// successor comes closer to it, and the k-th line's extent; nothing if the two are looked
    /// after otherwise.
    pub fn too_close(
        &self,
        slack: u32,
        closer: impl Fn(u32, u32) -> u32,
        recount: impl Fn(usize) -> u32,
        besides: impl Fn(usize) -> Option<(u32, u32)>,
    ) -> Option<(u32, bool)> {
        /// Kinds of which all pairs are remembered.
        const FEW: usize = 8;
        let mut known = [[None; FEW]; FEW];
        let mut known =
            |a: u32, b: u32| match known.get_mut(a as usize).and_then(|row| row.get_mut(b as usize)) {
                Some(known) => *known.get_or_insert_with(|| closer(a, b)),
                None => closer(a, b),
            };
        for (k, pair) in self.lines.windows(2).enumerate() {
            let [a, b] = [pair[0], pair[1]];
            let Some((more, extent)) = besides(k) else { continue };
            let need = self.kinds[a.kind as usize].extent.max(extent) + slack;
            let gap = b.at - a.at;
            if gap < need {
                return Some((a.at, false));
            }
            let closer = if a.kind != b.kind { known(a.kind, b.kind) } else { 0 };
            if gap - need < closer + more && (LOADED_ANEW || closer == 0 || gap - need < recount(k) + more) {
                return Some((a.at, true));
            }
        }
        None
    }

    /// Where a line's first letter is after a push, and its pattern's id.
    pub fn line(&self, k: usize, push: u32) -> (u32, u32) {
        let line = self.lines[k];
        (line.at + push, self.kinds[line.kind as usize].id)
    }

    /// Appends the side opposite to the one read: lines by place and pattern id, in order.
    pub fn emit(
        &self,
        pattern_table: &PatternTable,
        side: Side,
        lines: impl Iterator<Item = (u32, u32)>,
        out: &mut Vec<Run>,
    ) {
        let base = self.family.base();
        let mut from = side.start;
        for (at, id) in lines {
            let pattern = pattern_table.pattern(self.family, id);
            if at > from {
                // Lines begin and end with other letters than the base.
                if from > side.start {
                    out.push(Run { end: at, letter: base });
                } else {
                    push(out, at, base);
                }
                if let Some(letter) = pattern.lone() {
                    from = at + 1;
                    out.push(Run { end: from, letter });
                    continue;
                }
            }
            from = at + pattern.width();
            for (letter, end) in pattern.letters().zip(at + 1..) {
                push(out, end, letter);
            }
        }
        if from < side.end {
            push(out, side.end, base);
        }
    }
}
