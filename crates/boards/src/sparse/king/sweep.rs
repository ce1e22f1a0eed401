//! Line by line over runs: always right, and short wherever lines repeat.
//!
//! A line of blocks reads the letters of the side it sweeps across (`seq`) and is driven by one
//! letter of the other side (`drive`). Inside a run the line's state soon repeats, so a line costs
//! its runs and not its length; and a line that leaves `seq` as it found it is repeated by all
//! following lines with the same drive letter, so a clean rectangle costs its changing lines and
//! not its height. The recurrence being symmetric, the same code sweeps rows and columns.

use super::block::{Letter, odd, step, step_damaged, transpose_mask};
use super::marks::{Around, Damage, Query};
use super::runs::{Mark, Run, Side, extend, push};
use super::transducer::{Transducer, Word};
use crate::platform::LOADED_ANEW;

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
    /// Lines that change what they sweep, after which all further ones must slide it.
    pub free: u32,
}

impl StepLimit {
    pub const ENDLESS: StepLimit = StepLimit { lines: u32::MAX, steps: u32::MAX, free: u32::MAX };
}

/// Buffers of the sweeps of one worker, the answers they read, and the count of runs they wrote.
#[derive(Default)]
pub struct Sweeper {
    line: Vec<Run>,
    next: Vec<Run>,
    /// Where the state came to rest in each run of the line scanned last; [`RESTLESS`] where not.
    rests: Vec<u32>,
    stops: Vec<Stop>,
    pub answers: Vec<(u32, Around)>,
    pub transducer: Transducer,
    pub work: u64,
}

impl Sweeper {
    /// Sweeps `seq` along `drive`; false, with the outputs as they were, when it would take more than the step limit.
    ///
    /// `TRANSPOSED` says that `seq` is the left side (and so `out_seq` the right one).
    #[allow(clippy::too_many_arguments)]
    pub fn sweep<const TRANSPOSED: bool>(
        &mut self,
        seq: Side,
        drive: Side,
        corner: u8,
        damage: &[Damage],
        queries: &[Query],
        step_limit: StepLimit,
        out_seq: &mut Vec<Run>,
        out_drive: &mut Vec<Run>,
    ) -> bool {
        self.gather::<TRANSPOSED>(damage, queries);
        let stops = std::mem::take(&mut self.stops);
        let mut line = std::mem::take(&mut self.line);
        let mut next = std::mem::take(&mut self.next);
        let mark = Mark::of(out_drive);
        line.clear();
        extend(&mut line, seq);

        let done = self.lines::<TRANSPOSED>(
            seq.start, drive, corner, &stops, step_limit, &mut line, &mut next, out_drive,
        );
        if done {
            extend(out_seq, Side::new(&line, seq.start, seq.end));
        } else {
            mark.restore(out_drive);
        }
        (self.stops, self.line, self.next) = (stops, line, next);
        done
    }

    /// The same of a narrow rectangle, of which `seq` is the short side; false, with the outputs as they were,
    /// where something does not come to rest.
    #[allow(clippy::too_many_arguments)]
    pub fn narrow<const TRANSPOSED: bool>(
        &mut self,
        seq: Side,
        drive: Side,
        corner: u8,
        damage: &[Damage],
        queries: &[Query],
        out_seq: &mut Vec<Run>,
        out_drive: &mut Vec<Run>,
    ) -> bool {
        self.gather::<TRANSPOSED>(damage, queries);
        let stops = std::mem::take(&mut self.stops);
        let mark = Mark::of(out_drive);
        let word = self.along::<TRANSPOSED>(seq.start, drive, Word::of(seq, corner), &stops, out_drive);
        match word {
            Some(word) => word.emit(seq.start, out_seq),
            None => mark.restore(out_drive),
        }
        self.stops = stops;
        word.is_some()
    }

    /// Sweeps `seq` where the other side is one letter, if all lines behind the first few do nothing; false,
    /// with the outputs as they were, if they do something. Lines that do not come to rest, or slide
    /// what they sweep, count as doing something.
    pub fn settle(
        &mut self,
        seq: Side,
        (drive, letter): (Side, Letter),
        corner: u8,
        lines: u32,
        out_seq: &mut Vec<Run>,
        out_drive: &mut Vec<Run>,
    ) -> bool {
        let mark = Mark::of(out_seq);
        let first = self.transducer.state(Word::repeated(letter, lines + 1, corner));
        let last = self.transducer.read::<true>(first, seq.start, seq.clipped(), out_seq);
        match last {
            Some(state) => {
                self.transducer.word(state).emit(drive.start, out_drive);
                // The lines behind are all alike.
                if let Some(run) = out_drive.last_mut() {
                    run.end = drive.end;
                }
            }
            None => mark.restore(out_seq),
        }
        last.is_some()
    }

    /// The word at the far end of a narrow rectangle.
    fn along<const TRANSPOSED: bool>(
        &mut self,
        start: u32,
        drive: Side,
        word: Word,
        mut stops: &[Stop],
        out: &mut Vec<Run>,
    ) -> Option<Word> {
        let mut state = self.transducer.state(word);
        if stops.is_empty() {
            let state = self.transducer.read::<false>(state, drive.start, drive.clipped(), out)?;
            return Some(self.transducer.word(state));
        }
        let mut at = drive.start;
        for run in drive.clipped() {
            while at < run.end {
                let until = stops.first().map_or(run.end, |s| s.line.min(run.end));
                if at < until {
                    let run = std::iter::once(Run { end: until, ..run });
                    state = self.transducer.read::<false>(state, at, run, out)?;
                    at = until;
                    continue;
                }
                let (now, later) = stops.split_at(stops.partition_point(|s| s.line <= at));
                stops = later;
                let word = self.transducer.word(state);
                let (mut line, mut next) = (std::mem::take(&mut self.line), std::mem::take(&mut self.next));
                line.clear();
                next.clear();
                word.emit(start, &mut line);
                let (shown, _) = self.scan::<TRANSPOSED>(
                    &line,
                    start,
                    run.letter,
                    word.corner(),
                    now,
                    (u32::MAX, false),
                    &mut next,
                )?;
                at += 1;
                push(out, at, shown);
                let end = next.last()?.end;
                state = self.transducer.state(Word::of(Side::new(&next, start, end), odd(run.letter)));
                (self.line, self.next) = (line, next);
            }
        }
        Some(self.transducer.word(state))
    }

    fn gather<const TRANSPOSED: bool>(&mut self, damage: &[Damage], queries: &[Query]) {
        self.stops.clear();
        self.stops.extend(damage.iter().map(|d| match TRANSPOSED {
            false => Stop { line: d.row, at: d.col, mask: d.mask, query: None },
            true => Stop { line: d.col, at: d.row, mask: transpose_mask(d.mask), query: None },
        }));
        self.stops.extend(queries.iter().map(|&q| {
            let (line, at) = if TRANSPOSED { (q.col, q.row) } else { (q.row, q.col) };
            Stop { line, at, mask: 0, query: Some(q) }
        }));
        if self.stops.len() > 1 {
            self.stops.sort_unstable_by_key(|s| (s.line, s.at));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn lines<const TRANSPOSED: bool>(
        &mut self,
        start: u32,
        drive: Side,
        mut corner: u8,
        mut stops: &[Stop],
        step_limit: StepLimit,
        line: &mut Vec<Run>,
        next: &mut Vec<Run>,
        out_drive: &mut Vec<Run>,
    ) -> bool {
        let mut at = drive.start;
        let mut changing = 0;
        for run in drive.clipped() {
            while at < run.end {
                let here = stops.partition_point(|s| s.line <= at);
                let (now, later) = stops.split_at(here);
                stops = later;
                next.clear();
                let steps = step_limit.steps;
                let sliding = !LOADED_ANEW && changing >= step_limit.free && at + 1 < drive.end;
                let Some((shown, mut changed)) =
                    self.scan::<TRANSPOSED>(line, start, run.letter, corner, now, (steps, sliding), next)
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
                        let lines = self.sliding(line, next, until - at);
                        if lines > 0 {
                            at += lines;
                            push(out_drive, at, shown);
                        }
                    }
                    std::mem::swap(line, next);
                    changing += 1;
                    if changing > step_limit.lines && at < drive.end {
                        return false;
                    }
                    continue;
                }
                // Every line from here to the next damage or drive letter is the same.
                let damaged = stops.iter().position(|s| s.mask != 0 || s.line >= run.end);
                let asked = damaged.unwrap_or(stops.len());
                let until = damaged.map_or(run.end, |k| stops[k].line.min(run.end));
                // Questions on the damaged line itself are read when that line is swept.
                let same = stops[..asked].partition_point(|s| s.line < until);
                if same > 0 {
                    let mut alike = stops[..same].to_vec();
                    alike.sort_unstable_by_key(|s| s.at);
                    next.clear();
                    self.scan::<TRANSPOSED>(line, start, run.letter, corner, &alike, (u32::MAX, false), next);
                }
                stops = &stops[same..];
                if until > at {
                    at = until;
                    push(out_drive, at, shown);
                }
            }
        }
        true
    }

    /// How many of up to `most` further lines, with the same drive letter, do to the parts of
    /// `next` what the last one did to those of `line`: leave them or slide them on. `next` is
    /// slid on by as many lines.
    ///
    /// Parts are what lies between runs in which the state came to rest. What a line does to a
    /// part depends on the part and the state at rest before it alone. So if every part came
    /// through unchanged but for a shift, each goes on shifting so, as long as the state still
    /// comes to rest behind it before the next part begins.
    fn sliding(&self, line: &[Run], next: &mut [Run], most: u32) -> u32 {
        if line.len() != next.len() {
            return 0;
        }
        let mut lines = most;
        // By how much the part before the run slides, and where it ends then.
        let (mut before, mut start) = (0, 0);
        for ((a, b), &rest) in line.iter().zip(&*next).zip(&self.rests) {
            if a.letter != b.letter || b.end < a.end {
                return 0;
            }
            let after = b.end - a.end;
            if after != before {
                // What a run shows from its rest on must be the run's letter.
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

    /// One line: its letter at the far end, and whether it differs from the line before. `None` after more than
    /// `most` steps in one run before its state repeats, or where the line must slide and does not.
    #[allow(clippy::too_many_arguments)]
    fn scan<const TRANSPOSED: bool>(
        &mut self,
        line: &[Run],
        start: u32,
        drive: Letter,
        corner: u8,
        mut stops: &[Stop],
        (most, sliding): (u32, bool),
        out: &mut Vec<Run>,
    ) -> Option<(Letter, bool)> {
        let (mut at, mut state, mut corner, mut changed) = (start, drive, corner, false);
        self.work += line.len() as u64;
        self.rests.clear();
        let mut compared = 0;
        for run in line {
            if sliding {
                // The last run may still grow.
                while compared + 1 < out.len() {
                    let (before, after) = (line[compared], out[compared]);
                    if before.letter != after.letter || after.end < before.end {
                        return None;
                    }
                    compared += 1;
                }
            }
            self.rests.push(RESTLESS);
            let seen = run.letter;
            let mut steps = 0;
            while at < run.end {
                let mask = match stops.first() {
                    Some(stop) if stop.at == at => {
                        let here = stops.partition_point(|s| s.at == at);
                        let mask = stops[..here].iter().fold(0, |m, s| m | s.mask);
                        for query in stops[..here].iter().filter_map(|s| s.query) {
                            let around = match TRANSPOSED {
                                false => query.around(mask, corner, state, seen),
                                true => query.around(transpose_mask(mask), corner, seen, state),
                            };
                            self.answers.push((query.index, around));
                        }
                        stops = &stops[here..];
                        mask
                    }
                    _ => 0,
                };
                let (below, after) = match mask {
                    0 => step(corner, state, seen),
                    mask => step_damaged(mask, corner, state, seen),
                };
                changed |= below != seen;
                at += 1;
                push(out, at, below);
                let repeats = after == state && corner == odd(seen) && mask == 0;
                (state, corner) = (after, odd(seen));
                if repeats {
                    let rest = self.rests.last_mut();
                    if let Some(rest) = rest
                        && *rest == RESTLESS
                    {
                        *rest = at;
                    }
                    let until = stops.first().map_or(run.end, |s| s.at.min(run.end));
                    if until > at {
                        at = until;
                        push(out, at, below);
                    }
                    steps = 0;
                } else {
                    steps += 1;
                    if steps > most {
                        return None;
                    }
                }
            }
        }
        Some((state, changed))
    }
}
