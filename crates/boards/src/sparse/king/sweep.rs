//! Line by line over runs: always right, and short wherever lines repeat.
//!
//! A line of blocks reads the letters of the side it sweeps across (the sequence) and is driven by one
//! letter of the other side. Inside a run the line's state soon repeats, so a line costs its runs and
//! not its length; and a line that leaves the sequence as it found it is repeated by all following
//! lines with the same drive letter, so a clean rectangle costs its changing lines and not its height.
//! The recurrence being symmetric, the same code sweeps rows and columns.

use super::block::{Letter, odd, step, step_damaged, transpose_mask};
use super::rectangle::{Around, Damage, Frame, LetterRun, Mark, Out, Query, Side, extend, push};

/// A block at which a line must be stepped singly.
#[derive(Clone, Copy)]
struct Stop {
    line: u32,
    at: u32,
    mask: u8,
    query: Option<Query>,
}

/// No place.
const RESTLESS: u32 = u32::MAX;

/// How far a sweep may go before it gives up.
#[derive(Clone, Copy)]
pub struct StepLimit {
    /// Lines that change what they sweep.
    pub lines: u32,
    /// Steps in one run before its state repeats.
    pub steps: u32,
}

impl StepLimit {
    pub const ENDLESS: StepLimit = StepLimit {
        lines: u32::MAX,
        steps: u32::MAX,
    };
}

/// Buffers of the sweeps of one worker, the answers they read, and the count of runs they wrote.
#[derive(Default)]
pub struct Sweeper {
    line: Vec<LetterRun>,
    next: Vec<LetterRun>,
    /// The place at which the state came to rest in each run of the line scanned last, or [`RESTLESS`].
    rests: Vec<u32>,
    stops: Vec<Stop>,
    pub answers: Vec<(u32, Around)>,
    pub work: u64,
}

impl Sweeper {
    /// Sweeps rows down the left side; `TRANSPOSED`, columns along the top. False, with the outputs as
    /// they were, if that would take more than the step limit.
    pub fn sweep<const TRANSPOSED: bool>(
        &mut self,
        frame: Frame,
        damage: &[Damage],
        queries: &[Query],
        limit: StepLimit,
        out: Out,
    ) -> bool {
        let Out { bottom, right } = out;
        let (sequence, drive, out_sequence, out_drive) = match TRANSPOSED {
            false => (frame.top, frame.left, bottom, right),
            true => (frame.left, frame.top, right, bottom),
        };
        self.gather::<TRANSPOSED>(damage, queries);
        let stops = std::mem::take(&mut self.stops);
        let mark = Mark::of(out_drive);
        self.line.clear();
        extend(&mut self.line, sequence);
        let done = self.lines::<TRANSPOSED>(
            sequence.start,
            (drive, frame.corner),
            &stops,
            limit,
            out_drive,
        );
        if done {
            extend(
                out_sequence,
                Side::new(&self.line, sequence.start, sequence.end),
            );
        } else {
            mark.restore(out_drive);
        }
        self.stops = stops;
        done
    }

    fn gather<const TRANSPOSED: bool>(&mut self, damage: &[Damage], queries: &[Query]) {
        self.stops.clear();
        self.stops.extend(damage.iter().map(|d| match TRANSPOSED {
            false => Stop {
                line: d.row,
                at: d.col,
                mask: d.mask,
                query: None,
            },
            true => Stop {
                line: d.col,
                at: d.row,
                mask: transpose_mask(d.mask),
                query: None,
            },
        }));
        self.stops.extend(queries.iter().map(|&q| {
            let (line, at) = if TRANSPOSED {
                (q.col, q.row)
            } else {
                (q.row, q.col)
            };
            Stop {
                line,
                at,
                mask: 0,
                query: Some(q),
            }
        }));
        if self.stops.len() > 1 {
            self.stops.sort_unstable_by_key(|s| (s.line, s.at));
        }
    }

    /// Drives `self.line`, which begins at `start`, from line to line.
    fn lines<const TRANSPOSED: bool>(
        &mut self,
        start: u32,
        (drive, mut corner): (Side, u8),
        mut stops: &[Stop],
        limit: StepLimit,
        out_drive: &mut Vec<LetterRun>,
    ) -> bool {
        let mut at = drive.start;
        let mut changing = 0;
        for run in drive.clipped() {
            while at < run.end {
                let here = stops.partition_point(|s| s.line <= at);
                let (now, later) = stops.split_at(here);
                stops = later;
                let seen = (run.letter, corner);
                let Some((shown, mut changed)) =
                    self.scan::<TRANSPOSED>(start, seen, now, limit.steps)
                else {
                    return false;
                };
                changed |= corner != odd(run.letter) || now.iter().any(|s| s.mask != 0);
                let corner_before = std::mem::replace(&mut corner, odd(run.letter));
                at += 1;
                push(out_drive, at, shown);
                if changed {
                    let until = stops.first().map_or(run.end, |s| s.line.min(run.end));
                    if here == 0 && corner_before == corner && at < until {
                        let lines = self.slide(until - at);
                        if lines > 0 {
                            at += lines;
                            push(out_drive, at, shown);
                        }
                    }
                    std::mem::swap(&mut self.line, &mut self.next);
                    changing += 1;
                    if changing > limit.lines && at < drive.end {
                        return false;
                    }
                    continue;
                }
                // Every line from here to the next damage or drive letter repeats this one.
                let damaged = stops.iter().position(|s| s.mask != 0 || s.line >= run.end);
                let asked = damaged.unwrap_or(stops.len());
                let until = damaged.map_or(run.end, |k| stops[k].line.min(run.end));
                // Questions on the damaged line itself are read when that line is swept.
                let repeated = stops[..asked].partition_point(|s| s.line < until);
                if repeated > 0 {
                    let mut alike = stops[..repeated].to_vec();
                    alike.sort_unstable_by_key(|s| s.at);
                    self.scan::<TRANSPOSED>(start, (run.letter, corner), &alike, u32::MAX);
                }
                stops = &stops[repeated..];
                if until > at {
                    at = until;
                    push(out_drive, at, shown);
                }
            }
        }
        true
    }

    /// Slides `next` on by as many of up to `most` further lines, with the same drive letter, as do to its
    /// parts what the last one did to those of `line`: leave them or slide them on. Returns their number.
    ///
    /// Parts are separated by runs in which the state came to rest. The effect of a line on a part
    /// depends on the part and the state at rest before it alone. So if every part came through
    /// unchanged but for a shift, each goes on shifting so, as long as the state still comes to rest
    /// behind it before the next part begins.
    fn slide(&mut self, most: u32) -> u32 {
        let Sweeper {
            line, next, rests, ..
        } = self;
        if line.len() != next.len() {
            return 0;
        }
        let mut lines = most;
        // The shift of the part before the run, and its end.
        let (mut before, mut start) = (0, 0);
        for ((a, b), &rest) in line.iter().zip(&*next).zip(&*rests) {
            if a.letter != b.letter || b.end < a.end {
                return 0;
            }
            let after = b.end - a.end;
            if after != before {
                // From its rest on, a run must show its own letter.
                if rest == RESTLESS || start >= a.end {
                    return 0;
                }
                if before > after {
                    lines = lines.min((a.end - rest) / (before - after));
                }
            }
            (before, start) = (after, b.end);
        }
        if lines > 0 {
            for (a, b) in line.iter().zip(&mut *next) {
                b.end += lines * (b.end - a.end);
            }
        }
        lines
    }

    /// One line, from `line` to `next`: its letter at the far end, and whether the two differ. `None`
    /// after more than `most` steps in one run before its state repeats.
    fn scan<const TRANSPOSED: bool>(
        &mut self,
        start: u32,
        (drive, mut corner): (Letter, u8),
        mut stops: &[Stop],
        most: u32,
    ) -> Option<(Letter, bool)> {
        let Sweeper {
            line,
            next,
            rests,
            answers,
            work,
            ..
        } = self;
        let (mut at, mut state, mut changed) = (start, drive, false);
        *work += line.len() as u64;
        next.clear();
        rests.clear();
        for run in &*line {
            let (seen, mut rest) = (run.letter, RESTLESS);
            let mut steps = 0;
            while at < run.end {
                let mut mask = 0;
                if stops.first().is_some_and(|stop| stop.at == at) {
                    let (here, later) = stops.split_at(stops.partition_point(|s| s.at == at));
                    stops = later;
                    mask = here.iter().fold(0, |mask, stop| mask | stop.mask);
                    answers.extend(here.iter().filter_map(|s| s.query).map(
                        |query| match TRANSPOSED {
                            false => (query.index, query.around(mask, corner, state, seen)),
                            true => (
                                query.index,
                                query.around(transpose_mask(mask), corner, seen, state),
                            ),
                        },
                    ));
                }
                let (below, after) = match mask {
                    0 => step(corner, state, seen),
                    mask => step_damaged(mask, corner, state, seen),
                };
                changed |= below != seen;
                at += 1;
                push(next, at, below);
                let repeats = after == state && corner == odd(seen) && mask == 0;
                (state, corner) = (after, odd(seen));
                if repeats {
                    rest = rest.min(at);
                    let until = stops.first().map_or(run.end, |s| s.at.min(run.end));
                    if until > at {
                        at = until;
                        push(next, at, below);
                    }
                    steps = 0;
                } else {
                    steps += 1;
                    if steps > most {
                        return None;
                    }
                }
            }
            rests.push(rest);
        }
        Some((state, changed))
    }
}
