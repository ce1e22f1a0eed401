//! Kings, knights and leapers: lines are antidiagonals, since every step lowers row + column. What
//! later lines depend on are the values of the last few.

use std::collections::VecDeque;

use super::blocks::Sweep;
use super::{Board, GONE};

pub(super) struct Steppers<'b> {
    board: &'b Board,
    steps: &'b [(i64, i64)],
    /// The most a step lowers row + column: so many lines are kept.
    depth: usize,
}

impl<'b> Steppers<'b> {
    pub(super) fn new(board: &'b Board, steps: &'b [(i64, i64)]) -> Self {
        let depth = steps.iter().map(|&(drow, dcol)| -(drow + dcol)).max().unwrap_or(1);
        Steppers { board, steps, depth: depth.max(1) as usize }
    }

    /// The rows of a line: from the first, so many.
    fn rows(&self, line: u64) -> (u64, u64) {
        let first = (line + 1).saturating_sub(self.board.cols);
        (first, self.board.rows.min(line + 1) - first)
    }
}

/// The last lines, the latest first, and for each value the cell that saw it last.
pub(super) struct Lines {
    lines: VecDeque<Vec<u32>>,
    seen: Vec<u64>,
    stamp: u64,
}

impl Sweep for Steppers<'_> {
    type Frontier = Lines;

    fn lines(&self) -> u64 {
        if self.board.is_empty() { 0 } else { self.board.rows + self.board.cols - 1 }
    }

    fn start(&self) -> Lines {
        Lines { lines: VecDeque::new(), seen: vec![0; self.steps.len() + 1], stamp: 0 }
    }

    fn read(&self, line: u64, border: &str) -> Option<Lines> {
        let mut frontier = self.start();
        for (text, line) in border.strip_prefix('=')?.split(',').zip((0..line).rev()) {
            let mut values = Vec::new();
            let mut rest = text.bytes();
            while let Some(byte) = rest.next() {
                values.push(match byte {
                    b'-' => GONE,
                    b'0'..=b'9' => u32::from(byte - b'0'),
                    b'a'..=b'z' => 10 + u32::from(byte - b'a'),
                    b'(' => {
                        let digits: Vec<u8> = rest.by_ref().take_while(|&byte| byte != b')').collect();
                        std::str::from_utf8(&digits).ok()?.parse().ok()?
                    }
                    _ => return None,
                });
            }
            if values.len() as u64 != self.rows(line).1 {
                return None;
            }
            frontier.lines.push_back(values);
        }
        let expected = self.depth.min(usize::try_from(line).unwrap_or(usize::MAX));
        (frontier.lines.len() == expected).then_some(frontier)
    }

    fn write(&self, _line: u64, frontier: &Lines, out: &mut String) {
        for (i, values) in frontier.lines.iter().enumerate() {
            out.push(if i == 0 { '=' } else { ',' });
            for &value in values {
                match (value, char::from_digit(value, 36)) {
                    (GONE, _) => out.push('-'),
                    (_, Some(digit)) => out.push(digit),
                    _ => out.push_str(&format!("({value})")),
                }
            }
        }
    }

    fn advance(&self, line: u64, frontier: &mut Lines) -> u64 {
        let (first, count) = self.rows(line);
        let mut values = Vec::with_capacity(count as usize);
        // Of each step: the line it leads to, and where that begins.
        let reached: Vec<Option<(&[u32], u64, i64)>> = self
            .steps
            .iter()
            .map(|&(drow, dcol)| {
                let back = (-(drow + dcol)) as usize;
                let to = frontier.lines.get(back - 1)?;
                Some((&to[..], self.rows(line - back as u64).0, drow))
            })
            .collect();
        for row in first..first + count {
            if self.board.is_gone(row, line - row) {
                values.push(GONE);
                continue;
            }
            frontier.stamp += 1;
            for &(to, begin, drow) in reached.iter().flatten() {
                // A place outside the line is a cell outside the board.
                let place = row.checked_add_signed(drow).and_then(|row| row.checked_sub(begin));
                let value = place.and_then(|place| to.get(place as usize));
                if let Some(seen) = value.and_then(|&value| frontier.seen.get_mut(value as usize)) {
                    *seen = frontier.stamp;
                }
            }
            let mex = frontier.seen.iter().take_while(|&&stamp| stamp == frontier.stamp).count();
            values.push(mex as u32);
        }
        if frontier.lines.len() == self.depth {
            frontier.lines.pop_back();
        }
        frontier.lines.push_front(values);
        count * (1 + self.steps.len() as u64)
    }

    fn value(&self, line: u64, frontier: &Lines, place: u64) -> u32 {
        frontier.lines[0][(place - self.rows(line).0) as usize]
    }
}
