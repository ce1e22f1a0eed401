//! The sides of a rectangle of blocks, as runs of equal letters.
//!
//! Positions are absolute block coordinates along the board's axis, so a part of a side is a part
//! of the slice: nothing is copied or shifted when a rectangle is cut.

use super::block::Letter;

/// Equal letters up to `end` (exclusive), from where the run before ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub end: u32,
    pub letter: Letter,
}

/// A side from `start` to `end`: the first run reaches into it, the last covers its end and may
/// reach beyond.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub runs: &'a [Run],
    pub start: u32,
    pub end: u32,
}

impl<'a> Side<'a> {
    pub fn new(runs: &'a [Run], start: u32, end: u32) -> Self {
        debug_assert!(start < end && runs[0].end > start && runs[runs.len() - 1].end >= end);
        Side { runs, start, end }
    }

    pub fn len(&self) -> u32 {
        self.end - self.start
    }

    /// The two parts before and from `at`, which lies strictly inside.
    pub fn split(&self, at: u32) -> (Side<'a>, Side<'a>) {
        debug_assert!(self.start < at && at < self.end);
        let first = self.runs.partition_point(|run| run.end < at);
        let second = first + (self.runs[first].end == at) as usize;
        (Side::new(&self.runs[..=first], self.start, at), Side::new(&self.runs[second..], at, self.end))
    }

    pub fn letter_at(&self, at: u32) -> Letter {
        debug_assert!(self.start <= at && at < self.end);
        self.runs[self.runs.partition_point(|run| run.end <= at)].letter
    }

    pub fn last(&self) -> Letter {
        self.runs[self.runs.len() - 1].letter
    }

    /// The runs clipped to the side.
    pub fn clipped(&self) -> impl Iterator<Item = Run> + use<'a> {
        let end = self.end;
        self.runs.iter().map(move |run| Run { end: run.end.min(end), letter: run.letter })
    }
}

/// Appends equal letters up to `end`.
#[inline(always)]
pub fn push(out: &mut Vec<Run>, end: u32, letter: Letter) {
    match out.last_mut() {
        Some(last) if last.letter == letter => last.end = end,
        _ => out.push(Run { end, letter }),
    }
}

/// Appends a whole side.
pub fn extend(out: &mut Vec<Run>, side: Side) {
    let mut runs = side.clipped();
    if let Some(first) = runs.next() {
        push(out, first.end, first.letter);
        out.extend(runs);
    }
}

/// Where an output stood, to take back what a failed attempt appended.
#[derive(Clone, Copy)]
pub struct Mark {
    len: usize,
    last: Option<Run>,
}

impl Mark {
    pub fn of(out: &[Run]) -> Self {
        Mark { len: out.len(), last: out.last().copied() }
    }

    pub fn restore(self, out: &mut Vec<Run>) {
        out.truncate(self.len);
        if let (Some(place), Some(run)) = (out.last_mut(), self.last) {
            *place = run;
        }
    }
}
