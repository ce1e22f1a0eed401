//! Sets of amounts that lie far apart. The values or outcomes of heaps are found in pieces, each of which repeats a
//! short pattern.
//!
//! The worth of a heap, its Grundy value or who wins, follows from that of its followers ([`Worth`]). Heap n
//! depends on its followers by *near* amounts, which are among the last few values, and on those by *far*
//! ones. If the latter stand in pieces that repeat, the next values are those of a finite machine
//! with periodic input. So they repeat as well, until one of those pieces ends: that is the next
//! piece. If the pieces of the last max(S) heaps equal earlier ones, all that follows repeats.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of a pattern are those of a list, and near amounts are at most a million"
)]

use std::ops::ControlFlow::{self, Continue};

use std::collections::HashMap;
use std::marker::PhantomData;

use crate::sequence::least_period;
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// The worth of heaps, and the way in which it follows from their followers.
pub trait Worth {
    /// Returns the worth of a heap, which is one of the values that it `reaches` or the next number. At least three numbers
    /// may be asked for.
    fn of(reaches: impl Fn(u32) -> bool) -> u32;
}

/// Grundy values.
#[derive(Debug)]
pub struct Mex;

impl Worth for Mex {
    fn of(reaches: impl Fn(u32) -> bool) -> u32 {
        (0..).find(|&value| !reaches(value)).unwrap_or_default()
    }
}

/// The worths of the heaps of a game with some amounts far above the others, as far as they were asked for.
#[derive(Debug)]
pub struct Pieces<W> {
    /// The near amounts, ascending.
    near: Vec<u64>,
    /// The far amounts, ascending.
    far: Vec<u64>,
    /// The pieces, ascending.
    pieces: Vec<Piece>,
    /// The heap below which all heaps are in the pieces.
    end: u64,
    /// The last values before the end, as many as the largest near amount.
    tail: Vec<u32>,
    /// The way in which heaps go on for ever, once it is known.
    period: Option<Repetition>,
    /// The heap after which the pieces of the last heaps were those of a window.
    met: HashMap<Vec<WindowPiece>, u64>,
    /// The steps taken so far.
    steps: u64,
    /// The number of worths in the patterns of all pieces.
    kept: u64,
    /// The memory and the steps that are allowed.
    budget: Budget,
    /// The kind of the worths.
    worth: PhantomData<W>,
}

/// Heaps that repeat from `start` on.
#[derive(Clone, Copy, Debug)]
struct Repetition {
    /// The first heap of the first period.
    start: u64,
    /// The number of heaps of a period.
    period: u64,
}

/// A piece, or the end of one, among those of the last max(S) heaps.
#[derive(Debug, PartialEq, Eq, Hash)]
struct WindowPiece {
    /// The number of heaps.
    length: u64,
    /// The worths that repeat.
    pattern: Vec<u32>,
}

/// The places where values repeat in a list: from `to` on they are those from `from` on.
#[derive(Clone, Copy)]
struct Repeats {
    /// The place of the first values.
    from: usize,
    /// The place from which on they are met again.
    to: usize,
}

/// The heaps from the start to the next piece, whose values are the pattern again and again.
#[derive(Debug)]
struct Piece {
    /// The first heap.
    start: u64,
    /// The worths that repeat.
    pattern: Vec<u32>,
}

impl Piece {
    /// Returns the value of a heap of this piece.
    fn value(&self, n: u64) -> u32 {
        self.pattern[((n - self.start) % self.pattern.len() as u64) as usize]
    }
}

/// The followers by far amounts of some heaps.
struct Inputs {
    /// The place of the follower by each amount that the first heap can spare.
    places: Vec<PlaceInPiece>,
    /// The first heap one of whose followers is in another piece.
    bound: u64,
    /// The number of heaps after which all of them repeat, if that is before `bound`.
    cycle: Option<u64>,
}

/// A piece, and a place in its pattern.
struct PlaceInPiece {
    /// The number of the piece.
    piece: usize,
    /// The place in the pattern.
    place: usize,
}

/// The cost of a piece without that of its heaps, in steps.
const PIECE_STEPS: u64 = 2000;

/// The largest number of pieces of a window that is kept.
const MAX_WINDOW_PIECES: usize = 64;

/// The largest number of windows that are kept.
const MAX_WINDOWS: usize = 4096;

/// The largest number of terms of a pattern that is kept in a window.
const MAX_PATTERN_TERMS: u64 = 256;

impl<W: Worth> Pieces<W> {
    /// Begins without heaps. The amounts ascend, and there is at least one; those up to `nearest` are near.
    pub fn new(amounts: impl Iterator<Item = u64>, nearest: u64, budget: Budget) -> Self {
        let (near, far): (Vec<u64>, Vec<u64>) = amounts.partition(|&amount| amount <= nearest);
        Pieces {
            near,
            far,
            pieces: Vec::new(),
            end: 0,
            tail: Vec::new(),
            period: None,
            met: HashMap::new(),
            steps: 0,
            kept: 0,
            budget,
            worth: PhantomData,
        }
    }

    /// Appends this many heaps of this value: those at which play is over in a game of flags.
    #[must_use]
    pub fn with(mut self, heaps: u64, value: u32) -> Self {
        if heaps > 0 {
            self.pieces.push(Piece {
                start: self.end,
                pattern: vec![value],
            });
            self.end += heaps;
            self.tail = self.last_values();
        }
        self
    }

    /// Returns the largest near amount, or 0 if there is none.
    fn width(&self) -> u64 {
        self.near.last().copied().unwrap_or(0)
    }

    /// Returns the values of the last heaps, as many as the largest near amount.
    fn last_values(&self) -> Vec<u32> {
        (self.end.saturating_sub(self.width())..self.end)
            .map(|n| self.known(n))
            .collect()
    }

    /// Returns the worth of heap `n`.
    ///
    /// # Errors
    ///
    /// Fails if the pieces up to `n` need more work or memory than allowed.
    pub fn value(&mut self, n: u64) -> Result<u32, Limit> {
        if n == u64::MAX {
            // The number after this heap, at which a piece would end, does not exist.
            let amounts: Vec<u64> = self.near.iter().chain(&self.far).copied().collect();
            let values = amounts
                .iter()
                .map(|amount| self.value(n - amount))
                .collect::<Result<Vec<_>, Limit>>()?;
            return Ok(W::of(|value| values.contains(&value)));
        }
        while self.reduced(n) >= self.end {
            self.grow(n)?;
        }
        Ok(self.known(self.reduced(n)))
    }

    /// Shows `each` the heaps up to `n` that are worth `value`, ascending, until it returns false.
    ///
    /// # Errors
    ///
    /// Fails where [`Pieces::value`] fails, before the first heap is shown.
    ///
    /// # Complexity
    ///
    /// O(1) for each of them and for each piece passed.
    pub fn visit(
        &mut self,
        n: u64,
        value: u32,
        mut each: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let last = self.value(n)?;
        let Some(Repetition { start, period }) = self.period else {
            let flow = self.visit_between(0, self.end.min(n.saturating_add(1)), value, &mut each);
            // One heap may lie after all pieces: the one after which there is no number.
            let is_after = n >= self.end && last == value;
            return Ok(if flow.is_continue() && is_after {
                each(n)
            } else {
                flow
            });
        };
        let mut from = 0;
        let mut shift = 0u64;
        loop {
            // Only the heaps up to `n` of the last period are shown.
            let end = (start + period).min((n - shift).saturating_add(1));
            let flow = self.visit_between(from, end, value, |heap| each(heap + shift));
            if flow.is_break() {
                return Ok(flow);
            }
            // The heaps of one period stand for those of the next.
            from = start;
            let Some(next) = shift.checked_add(period) else {
                return Ok(Continue(()));
            };
            if start.checked_add(next).is_none_or(|first| first > n) {
                return Ok(Continue(()));
            }
            shift = next;
        }
    }

    /// Shows `each` the heaps in pieces from `from` on and below `to` that are worth `value`, until it breaks.
    fn visit_between(
        &self,
        from: u64,
        to: u64,
        value: u32,
        mut each: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for i in self.piece(from)..self.pieces.len() {
            let piece = &self.pieces[i];
            if piece.start >= to {
                break;
            }
            let low = piece.start.max(from);
            let high = self.piece_end(i).min(to);
            let length = piece.pattern.len() as u64;
            let places: Vec<u64> = (0..length)
                .filter(|&at| piece.value(piece.start + at) == value)
                .collect();
            if low >= high || places.is_empty() {
                continue;
            }
            let first = low - (low - piece.start) % length;
            let turns = (first..high).step_by(length as usize);
            let mut heaps = turns
                .flat_map(|turn| places.iter().map(move |at| turn + at))
                .filter(|heap| (low..high).contains(heap));
            heaps.try_for_each(&mut each)?;
        }
        Continue(())
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.kept * 4 + self.pieces.len() as u64 * 40 + self.met.len() as u64 * 4096
    }

    /// Returns the heap of the same value within the period.
    fn reduced(&self, n: u64) -> u64 {
        match self.period {
            Some(Repetition { start, period }) if n >= start => start + (n - start) % period,
            _ => n,
        }
    }

    /// Returns the piece that holds a heap below the end.
    fn piece(&self, n: u64) -> usize {
        self.pieces.partition_point(|piece| piece.start <= n) - 1
    }

    /// Returns the value of a heap below the end.
    fn known(&self, n: u64) -> u32 {
        self.pieces[self.piece(n)].value(n)
    }

    /// Returns the heap after the last one of a piece.
    fn piece_end(&self, i: usize) -> u64 {
        self.pieces.get(i + 1).map_or(self.end, |next| next.start)
    }

    /// Finds the next piece, or as much of it as the budget allows if that reaches `wanted`.
    fn grow(&mut self, wanted: u64) -> Result<(), Limit> {
        let start = self.end;
        let Inputs {
            mut places,
            bound,
            cycle,
        } = self.inputs(start);
        let width = self.width() as usize;
        let mut values = std::mem::take(&mut self.tail);
        // Near heap 0 there are fewer values than the window has places.
        let before = values.len();
        // The last heap that saw each value among its followers, counted from 1.
        let mut seen = vec![0u64; self.near.len() + self.far.len() + 2];
        let mut checkpoint = 0;
        let mut repeats = None;
        let mut n = start;
        let step = (self.near.len() + self.far.len() + 4) as u64;
        let most_steps = shares::heaps::pieces(self.budget.work);
        let most_kept = shares::heaps::numbers_in_pieces(self.budget.memory);
        self.steps += PIECE_STEPS + (self.near.len() + self.far.len()) as u64;
        while n < bound {
            if self.steps > most_steps || self.kept + values.len() as u64 > most_kept {
                if n > wanted {
                    break;
                }
                values.truncate(before);
                self.tail = values;
                return Err(Limit::work(format!(
                    "the values up to {n} of {wanted} needed more than {most_steps} steps or {most_kept} bytes, which \
                     sets of amounts far apart are allowed"
                )));
            }
            self.steps += step;
            let stamp = n - start + 1;
            for &amount in &self.near {
                if let Some(at) = values.len().checked_sub(amount as usize) {
                    seen[values[at] as usize] = stamp;
                }
            }
            for PlaceInPiece { piece, place } in &mut places {
                let pattern = &self.pieces[*piece].pattern;
                seen[pattern[*place] as usize] = stamp;
                *place += 1;
                if *place == pattern.len() {
                    *place = 0;
                }
            }
            values.push(W::of(|value| seen[value as usize] == stamp));
            n += 1;
            let Some(cycle) = cycle else { continue };
            if !(n - start).is_multiple_of(cycle) || values.len() < width {
                continue;
            }
            // The inputs are where they were. If the window is the same also, all that follows repeats.
            let here = values.len();
            if checkpoint >= width {
                let now = &values[here - width..];
                let then = &values[checkpoint - width..checkpoint];
                let same = now.iter().zip(then).take_while(|(a, b)| a == b).count();
                if same == width {
                    repeats = Some(Repeats {
                        from: checkpoint,
                        to: here,
                    });
                    n = bound;
                    break;
                }
                self.steps += 1 + same as u64;
            }
            // The checkpoint moves on to twice the distance (Brent).
            if checkpoint < before.max(1) || here - before >= 2 * (checkpoint - before) {
                checkpoint = here;
            }
        }
        self.keep(values, before, repeats, n);
        self.look_for_period();
        Ok(())
    }

    /// Adds the heaps from the end on to the pieces. Their values come after `before` older ones. If the values repeat, the
    /// heaps do so up to heap `end`.
    fn keep(&mut self, mut values: Vec<u32>, before: usize, repeats: Option<Repeats>, end: u64) {
        let start = self.end;
        let width = self.width();
        if let Some(Repeats { from, to }) = repeats {
            self.push(start, &values[before..from]);
            let at = start + (from - before) as u64;
            let pattern = &values[from..to];
            self.repeat(at, &pattern[..least_period(pattern)], values.len() - before);
            self.end = end;
            self.tail = self.last_values();
            self.steps += width;
        } else {
            self.push(start, &values[before..]);
            self.end = end;
            self.tail = values.split_off(values.len().saturating_sub(width as usize));
        }
    }

    /// Finds the followers by far amounts of the heaps from `start` on.
    fn inputs(&self, start: u64) -> Inputs {
        let mut bound = u64::MAX;
        let mut places = Vec::new();
        for &amount in &self.far {
            let Some(from) = start.checked_sub(amount) else {
                bound = bound.min(amount);
                continue;
            };
            let piece = self.piece(from);
            bound = bound.min(self.piece_end(piece).saturating_add(amount));
            let length = self.pieces[piece].pattern.len() as u64;
            let place = ((from - self.pieces[piece].start) % length) as usize;
            places.push(PlaceInPiece { piece, place });
        }
        let mut cycle = Some(1u64);
        for PlaceInPiece { piece, .. } in &places {
            let length = self.pieces[*piece].pattern.len() as u64;
            cycle = cycle
                .map(|cycle| num_integer::lcm(cycle, length))
                .filter(|&cycle| cycle < bound - start);
        }
        Inputs {
            places,
            bound,
            cycle,
        }
    }

    /// Adds heaps one by one; those that go on like the piece before belong to it.
    fn push(&mut self, start: u64, values: &[u32]) {
        let mut same = 0;
        if let Some(last) = self.pieces.last()
            && start - last.start >= 2 * last.pattern.len() as u64
        {
            same = (start..)
                .zip(values)
                .take_while(|&(n, &value)| last.value(n) == value)
                .count();
        }
        if same < values.len() {
            self.kept += (values.len() - same) as u64;
            self.pieces.push(Piece {
                start: start + same as u64,
                pattern: values[same..].to_vec(),
            });
        }
    }

    /// Adds a pattern that repeats from `start` on. Of the last `new` heaps before, those that fit it belong to it also.
    fn repeat(&mut self, start: u64, pattern: &[u32], new: usize) {
        let length = pattern.len() as u64;
        let mut begin = start;
        if let Some(last) = self.pieces.last() {
            let goes_on = last.pattern.len() == pattern.len()
                && start - last.start >= length
                && (start..)
                    .zip(pattern)
                    .all(|(n, &value)| last.value(n) == value);
            if goes_on {
                return;
            }
            let fits = |&back: &u64| {
                last.value(start - back) == pattern[((length - back % length) % length) as usize]
            };
            let most = (start - last.start).min(new as u64);
            begin -= (1..=most).take_while(fits).count() as u64;
            if begin == last.start {
                self.pieces.pop();
            }
        }
        let turn = ((length - (start - begin) % length) % length) as usize;
        let turned = [&pattern[turn..], &pattern[..turn]].concat();
        self.kept += length;
        self.pieces.push(Piece {
            start: begin,
            pattern: turned,
        });
    }

    /// Compares the pieces of the last max(S) heaps with those met before.
    fn look_for_period(&mut self) {
        let most = self.far.last().or(self.near.last()).copied().unwrap_or(0);
        let Some(from) = self.end.checked_sub(most) else {
            return;
        };
        let first = self.piece(from);
        if self.period.is_some()
            || self.pieces.len() - first > MAX_WINDOW_PIECES
            || self.met.len() >= MAX_WINDOWS
        {
            return;
        }
        let mut window = Vec::new();
        for i in first..self.pieces.len() {
            let piece = &self.pieces[i];
            let begin = piece.start.max(from);
            let length = self.piece_end(i) - begin;
            let terms = length.min(piece.pattern.len() as u64);
            if terms > MAX_PATTERN_TERMS {
                return;
            }
            let pattern = (begin..begin + terms).map(|n| piece.value(n)).collect();
            window.push(WindowPiece { length, pattern });
        }
        if let Some(before) = self.met.insert(window, self.end) {
            self.period = Some(Repetition {
                start: before - most,
                period: self.end - before,
            });
            self.met = HashMap::new();
        }
    }
}
