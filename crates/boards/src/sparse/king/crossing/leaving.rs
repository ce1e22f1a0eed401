//! Lines that do not end inside of a rectangle.

use super::super::runs::Side;
use super::lines::Lines;
use crate::platform::LOADED_ANEW;

/// A line that is pushed out of the rectangle, or starts too close to the end.
pub struct Leaving<'a> {
    pub line: usize,
    pub lines: &'a Lines,
    pub side: Side<'a>,
    pub others: &'a Lines,
}

impl Leaving<'_> {
    /// Where to cut: along the line's own side (true) or across it; and in the first case, where to cut across
    /// the second part.
    pub fn cut(&self, slack: u32, push: impl Fn(u32, u32) -> u32) -> (bool, u32, Option<u32>) {
        let line = self.lines.lines[self.line];
        let along = line.at > self.side.start;
        if LOADED_ANEW && along {
            return (true, line.at, None);
        }
        let room =
            self.side.end.saturating_sub(line.at + self.lines.kinds[line.kind as usize].extent + slack);
        let mut pushed = 0;
        let across = self.others.lines.iter().find(|other| {
            pushed += push(line.kind, other.kind);
            pushed > room
        });
        match across {
            Some(other) if !along => (false, other.at, None),
            _ => (true, line.at, across.map(|other| other.at)),
        }
    }
}
