//! Line by line over runs: always right, and short wherever lines repeat.
//!
//! A line of blocks reads the letters of the side it sweeps across (the sequence) and is driven by one
//! letter of the other side. Inside a run the line's state soon repeats, so a line costs its runs and
//! not its length; and a line that leaves the sequence as it found it is repeated by all following
//! lines with the same drive letter, so a clean rectangle costs its changing lines and not its height.
//! The recurrence being symmetric, the same code sweeps rows and columns.

use super::block::{Letter, Shown, odd, step, step_damaged, transpose_mask};
use super::rectangle::{Around, Damage, Frame, LetterRun, Mark, Out, Query, Side, extend, push};

/// A block at which a line must be stepped singly.
#[derive(Clone, Copy)]
struct Stop {
    /// The line of blocks.
    line: u32,
    /// The place on the line.
    at: u32,
    /// The damaged cells of the block; 0 if it is only asked for.
    mask: u8,
    /// The cell of the block that is asked for, if one is.
    query: Option<Query>,
}

impl Stop {
    /// Makes a stop at a block; `TRANSPOSED`, lines are columns.
    fn of<const TRANSPOSED: bool>(row: u32, col: u32, mask: u8, query: Option<Query>) -> Stop {
        Stop {
            line: if TRANSPOSED { col } else { row },
            at: if TRANSPOSED { row } else { col },
            mask,
            query,
        }
    }
}

/// The values at a cell asked for and around it.
#[derive(Clone, Copy)]
pub struct CellAnswer {
    /// The number of the question.
    pub index: u32,
    /// The values.
    pub around: Around,
}

/// The course of a line.
struct Scanned {
    /// The letter at its far end.
    shown: Letter,
    /// Whether the sequence after it differs from the one before.
    changed: bool,
}

/// The place that stands for no place.
const RESTLESS: u32 = u32::MAX;

/// The steps after which a sweep gives up.
#[derive(Clone, Copy)]
pub struct StepLimit {
    /// The number of lines that change what they sweep.
    pub lines: u32,
    /// The number of steps in one run before its state repeats.
    pub steps: u32,
}

impl StepLimit {
    /// No limit.
    pub const ENDLESS: StepLimit = StepLimit {
        lines: u32::MAX,
        steps: u32::MAX,
    };
}

/// The buffers of the sweeps of one worker, the answers that they read, and the number of runs that they wrote.
#[derive(Default)]
pub struct Sweeper {
    /// The sequence before a line.
    line: Vec<LetterRun>,
    /// The sequence after it.
    next: Vec<LetterRun>,
    /// The place at which the state came to rest in each run of the line scanned last, or [`RESTLESS`].
    rests: Vec<u32>,
    /// The blocks at which lines must be stepped singly, in the order of the sweep.
    stops: Vec<Stop>,
    /// The answers that were read.
    pub answers: Vec<CellAnswer>,
    /// The number of runs that were written.
    pub work: u64,
}

impl Sweeper {
    /// Sweeps rows down the left side; `TRANSPOSED`, columns along the top. Returns false, with the outputs as
    /// they were, if that would take more than the step limit.
    pub fn sweep<const TRANSPOSED: bool>(
        &mut self,
        frame: Frame,
        damage: &[Damage],
        queries: &[Query],
        limit: StepLimit,
        out: Out,
    ) -> bool {
        self.gather::<TRANSPOSED>(damage, queries);
        let stops = std::mem::take(&mut self.stops);
        let Frame { top, left, corner } = frame;
        let Out { bottom, right } = out;
        let mark;
        let done;
        if TRANSPOSED {
            mark = Mark::of(bottom);
            self.begin(left);
            done = self.lines::<TRANSPOSED>(left.start, top, corner, &stops, limit, bottom);
            if done {
                self.end(left, right);
            } else {
                mark.restore(bottom);
            }
        } else {
            mark = Mark::of(right);
            self.begin(top);
            done = self.lines::<TRANSPOSED>(top.start, left, corner, &stops, limit, right);
            if done {
                self.end(top, bottom);
            } else {
                mark.restore(right);
            }
        }
        self.stops = stops;
        done
    }

    /// Takes the sequence of a side.
    fn begin(&mut self, sequence: Side) {
        self.line.clear();
        extend(&mut self.line, sequence);
    }

    /// Appends the sequence that is left to an output.
    fn end(&self, sequence: Side, out: &mut Vec<LetterRun>) {
        let swept = Side::new(&self.line, sequence.start, sequence.end);
        extend(out, swept);
    }

    /// Collects the blocks at which lines must be stepped singly.
    fn gather<const TRANSPOSED: bool>(&mut self, damage: &[Damage], queries: &[Query]) {
        self.stops.clear();
        for damage in damage {
            let mask = if TRANSPOSED {
                transpose_mask(damage.mask)
            } else {
                damage.mask
            };
            self.stops
                .push(Stop::of::<TRANSPOSED>(damage.row, damage.col, mask, None));
        }
        for &query in queries {
            let stop = Stop::of::<TRANSPOSED>(query.row, query.col, 0, Some(query));
            self.stops.push(stop);
        }
        if self.stops.len() > 1 {
            self.stops.sort_unstable_by_key(|s| (s.line, s.at));
        }
    }

    /// Drives `self.line`, which begins at `start`, from line to line; `corner` is the first value at its upper
    /// left. Returns false if that takes more than the limit.
    fn lines<const TRANSPOSED: bool>(
        &mut self,
        start: u32,
        drive: Side,
        mut corner: u8,
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
                let scanned = self.scan::<TRANSPOSED>(start, run.letter, corner, now, limit.steps);
                let Some(Scanned { shown, changed }) = scanned else {
                    return false;
                };
                let is_damaged = now.iter().any(|s| s.mask != 0);
                let corner_before = corner;
                corner = odd(run.letter);
                let changed = changed || is_damaged || corner_before != corner;
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
                    self.scan::<TRANSPOSED>(start, run.letter, corner, &alike, u32::MAX);
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
    /// after it before the next part begins.
    fn slide(&mut self, most: u32) -> u32 {
        let Sweeper {
            line, next, rests, ..
        } = self;
        if line.len() != next.len() {
            return 0;
        }
        let mut lines = most;
        // The shift of the part before the run.
        let mut before = 0;
        // The start of the run on the new line.
        let mut start = 0;
        for ((a, b), &rest) in line.iter().zip(&*next).zip(&*rests) {
            if a.letter != b.letter || b.end < a.end {
                return 0;
            }
            let after = b.end - a.end;
            if after != before {
                // A run must show its own letter from its rest on.
                if rest == RESTLESS || start >= a.end {
                    return 0;
                }
                if before > after {
                    lines = lines.min((a.end - rest) / (before - after));
                }
            }
            before = after;
            start = b.end;
        }
        if lines > 0 {
            for (a, b) in line.iter().zip(&mut *next) {
                b.end += lines * (b.end - a.end);
            }
        }
        lines
    }

    /// Steps one line, from `line` to `next`. Gives up after more than `most` steps in one run before its state
    /// repeats.
    fn scan<const TRANSPOSED: bool>(
        &mut self,
        start: u32,
        drive: Letter,
        mut corner: u8,
        mut stops: &[Stop],
        most: u32,
    ) -> Option<Scanned> {
        let Sweeper {
            line,
            next,
            rests,
            answers,
            work,
            ..
        } = self;
        let mut at = start;
        let mut state = drive;
        let mut changed = false;
        *work += line.len() as u64;
        next.clear();
        rests.clear();
        for run in &*line {
            let seen = run.letter;
            let mut rest = RESTLESS;
            let mut steps = 0;
            while at < run.end {
                let mut mask = 0;
                if stops.first().is_some_and(|stop| stop.at == at) {
                    let (here, later) = stops.split_at(stops.partition_point(|s| s.at == at));
                    stops = later;
                    for stop in here {
                        mask |= stop.mask;
                    }
                    for query in here.iter().filter_map(|stop| stop.query) {
                        let around = if TRANSPOSED {
                            query.around(transpose_mask(mask), corner, seen, state)
                        } else {
                            query.around(mask, corner, state, seen)
                        };
                        answers.push(CellAnswer {
                            index: query.index,
                            around,
                        });
                    }
                }
                // The recurrence is symmetric: a transposed block shows the transposed letters.
                let Shown {
                    bottom: below,
                    right: after,
                } = if mask == 0 {
                    step(corner, state, seen)
                } else {
                    step_damaged(mask, corner, state, seen)
                };
                changed |= below != seen;
                at += 1;
                push(next, at, below);
                let repeats = after == state && corner == odd(seen) && mask == 0;
                state = after;
                corner = odd(seen);
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
        Some(Scanned {
            shown: state,
            changed,
        })
    }
}
