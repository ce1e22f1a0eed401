//! Rectangles with damage: cut around it until it is in the first corner.

use super::clean::{NOTCHES, inside, within};
use super::domain::Domain;
use super::{Cut, DEEP, Frame, Marks, Out, Solver};
use crate::theory::budget::Limit;

impl Solver<'_> {
    /// A rectangle with damage: cut around it until it is in the first corner.
    pub(super) fn damaged(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        if depth >= DEEP {
            return self.halve(frame, marks, out, depth);
        }
        let (top, left) = (frame.left.start, frame.top.start);
        let first = (u32::MAX, u32::MAX, 0, 0);
        let (r0, c0, r1, c1) = marks
            .damage
            .iter()
            .fold(first, |b, d| (b.0.min(d.row), b.1.min(d.col), b.2.max(d.row), b.3.max(d.col)));
        let (rows, cols) = (frame.left.len(), frame.top.len());
        let small = NOTCHES[1] - 8;
        if r1 - r0 < small && c1 - c0 < small {
            // As good as a single damaged block.
            if r0 > top {
                return self.cut(Cut::Rows(r0), frame, marks, out, depth);
            }
            if c0 > left {
                return self.cut(Cut::Cols(c0), frame, marks, out, depth);
            }
            let need = (r1 - r0).max(c1 - c0) + 5;
            let domain = Domain::of(frame);
            let mut cut = Cut::Cols(left);
            for side in NOTCHES {
                if side < need || side >= rows || side >= cols {
                    continue;
                }
                match self.notch(domain, side, frame, &marks, &mut *out.bottom, &mut *out.right) {
                    Ok(()) => {
                        self.passed(marks.damage.len());
                        return Ok(());
                    }
                    Err(further) => {
                        cut = further;
                        if inside(further, frame) && !within(further, side, frame) {
                            break;
                        }
                    }
                }
            }
            if !inside(cut, frame) || within(cut, need, frame) {
                cut = match cut {
                    Cut::Cols(_) if need < cols => Cut::Cols(left + need),
                    _ if need < rows => Cut::Rows(top + need),
                    _ if need < cols => Cut::Cols(left + need),
                    _ => return self.halve(frame, marks, out, depth),
                };
            }
            return self.cut(cut, frame, marks, out, depth);
        }
        // Clean margins much larger than needed for lines to part are cut off.
        let (bottom, right) = (frame.left.end, frame.top.end);
        let spread = (r1 - r0).max(c1 - c0);
        let margin = spread / 8 + 32;
        if r0 - top > spread / 2 {
            return self.cut(Cut::Rows(r0), frame, marks, out, depth);
        }
        if c0 - left > spread / 2 {
            return self.cut(Cut::Cols(c0), frame, marks, out, depth);
        }
        if bottom - r1 > 3 * margin {
            return self.cut(Cut::Rows(r1 + margin), frame, marks, out, depth);
        }
        if right - c1 > 3 * margin {
            return self.cut(Cut::Cols(c1 + margin), frame, marks, out, depth);
        }
        // Cut before a damaged block in the middle, so that it starts the second part.
        let cut = if r1 - r0 >= c1 - c0 {
            let middle = r0 + (r1 - r0).div_ceil(2);
            Cut::Rows(marks.damage.iter().map(|d| d.row).filter(|&r| r >= middle).min().unwrap_or(middle))
        } else {
            let middle = c0 + (c1 - c0).div_ceil(2);
            Cut::Cols(marks.damage.iter().map(|d| d.col).filter(|&c| c >= middle).min().unwrap_or(middle))
        };
        self.cut(cut, frame, marks, out, depth)
    }
}
