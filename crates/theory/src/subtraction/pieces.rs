//! Amounts far apart: the values or outcomes of heaps in pieces, each of which repeats a short pattern.
//!
//! The worth of a heap, its Grundy value or who wins, follows from that of its followers ([`Worth`]). Heap n
//! depends on its followers by *near* amounts, which are among the last few values, and on those by *far*
//! ones. If the latter stand in pieces that repeat, the next values are those of a finite machine
//! with periodic input. So they repeat as well, until one of those pieces ends: that is the next
//! piece. If the pieces of the last max(S) heaps equal earlier ones, all that follows repeats.

use std::collections::HashMap;
use std::marker::PhantomData;

use crate::sequence::least_period;
use grundy_machine::budget::{Budget, Limit};

/// How what a heap is worth follows from its followers.
pub trait Worth {
    /// Returns the worth of a heap that `reaches` followers of these values: one of the values or the next number.
    /// There are at least three numbers to ask for.
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
    near: Vec<u64>,
    far: Vec<u64>,
    pieces: Vec<Piece>,
    /// The heaps below this are in the pieces.
    end: u64,
    /// The last values before the end, as many as the largest near amount.
    tail: Vec<u32>,
    /// Heaps from the first number on repeat with the second as their period.
    period: Option<(u64, u64)>,
    /// The heap after which the pieces of the last heaps were these.
    met: HashMap<Vec<(u64, Vec<u32>)>, u64>,
    steps: u64,
    kept: u64,
    budget: Budget,
    worth: PhantomData<W>,
}

/// Heaps from the start to the next piece: the pattern again and again.
#[derive(Debug)]
struct Piece {
    start: u64,
    pattern: Vec<u32>,
}

impl Piece {
    fn value(&self, n: u64) -> u32 {
        self.pattern[((n - self.start) % self.pattern.len() as u64) as usize]
    }
}

/// The followers by far amounts of some heaps.
struct Inputs {
    /// For each amount that the first heap can spare, a piece and a place in its pattern.
    places: Vec<(usize, usize)>,
    /// From this heap on one of them is in another piece.
    bound: u64,
    /// After this many heaps all of them repeat, if that is before `bound`.
    cycle: Option<u64>,
}

/// Of the work allowed, pieces take this part: their steps are many times those of a table.
const PART_OF_WORK: u64 = 32;

/// The cost of a piece beside its heaps, in steps.
const PIECE_STEPS: u64 = 2000;

/// Windows of more pieces than this are not kept.
const MAX_PIECES: usize = 64;

/// The most windows that are kept.
const MAX_WINDOWS: usize = 4096;

/// Longer patterns are not kept in windows.
const MAX_PATTERN_TERMS: usize = 256;

impl<W: Worth> Pieces<W> {
    /// Makes no heaps yet. Amounts ascending, at least one; those up to `nearest` are near.
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

    /// Appends `heaps` heaps whose value is given: heaps that are over in a game of flags.
    #[must_use]
    pub fn with(mut self, heaps: u64, value: u32) -> Self {
        if heaps > 0 {
            self.pieces.push(Piece {
                start: self.end,
                pattern: vec![value],
            });
            self.end += heaps;
            let width = self.near.last().copied().unwrap_or(0);
            self.tail = (self.end.saturating_sub(width)..self.end)
                .map(|n| self.known(n))
                .collect();
        }
        self
    }

    /// Returns the worth of heap `n`.
    ///
    /// # Errors
    ///
    /// The pieces up to `n` need more work or memory than allowed.
    pub fn value(&mut self, n: u64) -> Result<u32, Limit> {
        if n == u64::MAX && n > self.end {
            // The end of the pieces has no place behind this heap.
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

    /// Calls `each` with the heaps up to `n` that are worth `value`, ascending, until it returns false.
    ///
    /// # Errors
    ///
    /// As [`Pieces::value`]; then nothing has been called.
    ///
    /// # Complexity
    ///
    /// O(1) for each of them and for each piece passed.
    pub fn visit(
        &mut self,
        n: u64,
        value: u32,
        mut each: impl FnMut(u64) -> bool,
    ) -> Result<(), Limit> {
        let last = self.value(n)?;
        // Pieces from here on, which stand so much higher than where they were found.
        let (mut from, mut shift) = (0, 0u64);
        let to = self
            .period
            .map_or(self.end, |(start, period)| start + period);
        loop {
            for i in self.piece(from)..self.pieces.len() {
                let piece = &self.pieces[i];
                let (low, high) = (piece.start.max(from), self.piece_end(i).min(to));
                let length = piece.pattern.len() as u64;
                let places: Vec<u64> = (0..length)
                    .filter(|&at| piece.value(piece.start + at) == value)
                    .collect();
                if low >= high || places.is_empty() {
                    continue;
                }
                let first = low - (low - piece.start) % length;
                let turns = (first..high).step_by(length as usize);
                let heaps = turns.flat_map(|turn| places.iter().map(move |at| turn + at));
                for heap in heaps.filter(|heap| (low..high).contains(heap)) {
                    match heap.checked_add(shift).filter(|&heap| heap <= n) {
                        Some(heap) if each(heap) => {}
                        _ => return Ok(()),
                    }
                }
            }
            let Some((start, period)) = self.period else {
                break;
            };
            from = start;
            match shift.checked_add(period) {
                Some(next) if start.checked_add(next).is_some_and(|first| first <= n) => {
                    shift = next
                }
                _ => return Ok(()),
            }
        }
        // The one heap behind which the pieces have no place.
        if n >= self.end && last == value {
            each(n);
        }
        Ok(())
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        self.kept * 4 + self.pieces.len() as u64 * 40 + self.met.len() as u64 * 4096
    }

    /// Returns the heap of the same value within the period.
    fn reduced(&self, n: u64) -> u64 {
        match self.period {
            Some((from, period)) if n >= from => from + (n - from) % period,
            _ => n,
        }
    }

    /// Returns the piece that holds a heap below the end.
    fn piece(&self, n: u64) -> usize {
        self.pieces.partition_point(|piece| piece.start <= n) - 1
    }

    fn known(&self, n: u64) -> u32 {
        self.pieces[self.piece(n)].value(n)
    }

    fn piece_end(&self, i: usize) -> u64 {
        self.pieces.get(i + 1).map_or(self.end, |next| next.start)
    }

    /// Returns the next piece, or as much of it as the budget allows if that reaches `wanted`.
    fn grow(&mut self, wanted: u64) -> Result<(), Limit> {
        let start = self.end;
        let Inputs {
            mut places,
            bound,
            cycle,
        } = self.inputs(start);
        let width = self.near.last().copied().unwrap_or(0) as usize;
        let mut values = std::mem::take(&mut self.tail);
        // Before heap 0 there are no followers: the window is not full yet.
        let before = values.len();
        let mut seen = vec![0u64; self.near.len() + self.far.len() + 2];
        let mut checkpoint = 0;
        let mut repeats = None;
        let mut n = start;
        let step = (self.near.len() + self.far.len() + 4) as u64;
        let most_steps = self.budget.work / PART_OF_WORK;
        self.steps += PIECE_STEPS + (self.near.len() + self.far.len()) as u64;
        while n < bound {
            if self.steps > most_steps || self.kept + values.len() as u64 > self.budget.memory / 16
            {
                if n > wanted {
                    break;
                }
                let message = format!(
                    "the values up to {n} of {wanted} needed more than {most_steps} steps or {} bytes, which \
                     sets of amounts far apart are allowed",
                    self.budget.memory / 16
                );
                values.truncate(before);
                self.tail = values;
                return Err(Limit::work(message));
            }
            self.steps += step;
            let stamp = n - start + 1;
            for &amount in &self.near {
                if let Some(at) = values.len().checked_sub(amount as usize) {
                    seen[values[at] as usize] = stamp;
                }
            }
            for (i, at) in &mut places {
                let pattern = &self.pieces[*i].pattern;
                seen[pattern[*at] as usize] = stamp;
                *at = if *at + 1 == pattern.len() { 0 } else { *at + 1 };
            }
            values.push(W::of(|value| seen[value as usize] == stamp));
            n += 1;
            let Some(cycle) = cycle else { continue };
            if (n - start).is_multiple_of(cycle) && values.len() >= width {
                // The machine is where it was: the same window at the same place of the inputs.
                let here = values.len();
                if checkpoint >= width {
                    let (now, then) = (
                        &values[here - width..],
                        &values[checkpoint - width..checkpoint],
                    );
                    let same = now.iter().zip(then).take_while(|(a, b)| a == b).count();
                    if same == width {
                        repeats = Some((checkpoint, here));
                        break;
                    }
                    self.steps += 1 + same as u64;
                }
                // The checkpoint moves on to twice the distance (Brent).
                if checkpoint < before.max(1) || here - before >= 2 * (checkpoint - before) {
                    checkpoint = here;
                }
            }
        }
        self.keep(
            values,
            before,
            repeats,
            if repeats.is_some() { bound } else { n },
        );
        self.look_for_period();
        Ok(())
    }

    /// Adds the heaps from the end on to the pieces: their values come after `before` older ones. If they repeat from one
    /// place among the values on as from another, they do so up to heap `end`.
    fn keep(
        &mut self,
        mut values: Vec<u32>,
        before: usize,
        repeats: Option<(usize, usize)>,
        end: u64,
    ) {
        let (start, width) = (self.end, self.near.last().copied().unwrap_or(0));
        match repeats {
            Some((from, to)) => {
                self.push(start, &values[before..from]);
                let at = start + (from - before) as u64;
                let pattern = &values[from..to];
                self.repeat(at, &pattern[..least_period(pattern)], values.len() - before);
                self.end = end;
                self.tail = (end.saturating_sub(width)..end)
                    .map(|n| self.known(n))
                    .collect();
                self.steps += width;
            }
            None => {
                self.push(start, &values[before..]);
                self.end = end;
                self.tail = values.split_off(values.len().saturating_sub(width as usize));
            }
        }
    }

    /// Returns the followers by far amounts of the heaps from `start` on.
    fn inputs(&self, start: u64) -> Inputs {
        let (mut bound, mut places) = (u64::MAX, Vec::new());
        for &amount in &self.far {
            match start.checked_sub(amount) {
                None => bound = bound.min(amount),
                Some(from) => {
                    let i = self.piece(from);
                    bound = bound.min(self.piece_end(i).saturating_add(amount));
                    let length = self.pieces[i].pattern.len() as u64;
                    places.push((i, ((from - self.pieces[i].start) % length) as usize));
                }
            }
        }
        let length = |&(i, _): &(usize, usize)| self.pieces[i].pattern.len() as u64;
        let cycle = places.iter().map(length).try_fold(1u64, |all, length| {
            let all = num_integer::lcm(all, length);
            (all < bound - start).then_some(all)
        });
        Inputs {
            places,
            bound,
            cycle,
        }
    }

    /// Adds heaps one by one; those that go on as the piece before belong to it.
    fn push(&mut self, start: u64, values: &[u32]) {
        let longer = |piece: &&Piece| start - piece.start >= 2 * piece.pattern.len() as u64;
        let same = match self.pieces.last().filter(longer) {
            Some(last) => (start..)
                .zip(values)
                .take_while(|&(n, &value)| last.value(n) == value)
                .count(),
            None => 0,
        };
        if same < values.len() {
            self.kept += (values.len() - same) as u64;
            self.pieces.push(Piece {
                start: start + same as u64,
                pattern: values[same..].to_vec(),
            });
        }
    }

    /// Adds a pattern that repeats; of the heaps before, of which `new` are new, those that fit belong to it.
    fn repeat(&mut self, start: u64, pattern: &[u32], new: usize) {
        let length = pattern.len() as u64;
        let mut begin = start;
        if let Some(last) = self.pieces.last() {
            if last.pattern.len() == pattern.len()
                && start - last.start >= length
                && (start..)
                    .zip(pattern)
                    .all(|(n, &value)| last.value(n) == value)
            {
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
            || self.pieces.len() - first > MAX_PIECES
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
            if terms > MAX_PATTERN_TERMS as u64 {
                return;
            }
            window.push((
                length,
                (begin..begin + terms).map(|n| piece.value(n)).collect(),
            ));
        }
        if let Some(before) = self.met.insert(window, self.end) {
            self.period = Some((before - most, self.end - before));
            self.met = HashMap::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::naive;
    use grundy_machine::random::Random;

    #[test]
    fn pieces_have_the_values_of_the_table() {
        let mut random = Random::new(11);
        for round in 0..400 {
            let nearest = 1 + random.below(8);
            let mut amounts: Vec<u64> = (0..random.below(4))
                .map(|_| 1 + random.below(nearest))
                .collect();
            amounts.extend((0..1 + random.below(3)).map(|_| 20 + random.below(200)));
            amounts.sort_unstable();
            amounts.dedup();
            let most = 3000;
            let table = naive::grundy(&amounts, most as usize);
            let mut pieces =
                Pieces::<Mex>::new(amounts.iter().copied(), nearest, Budget::default());
            if round % 2 == 0 {
                assert_eq!(
                    pieces.value(most).unwrap(),
                    table[most as usize],
                    "{amounts:?}"
                );
            }
            for n in 0..=most {
                assert_eq!(
                    pieces.value(n).unwrap(),
                    table[n as usize],
                    "{amounts:?} {n}"
                );
            }
            for (value, most) in [(0, most), (1, most / 2), (0, 5 + round % 40)] {
                let mut visited = Vec::new();
                pieces
                    .visit(most, value, |heap| {
                        visited.push(heap);
                        visited.len() < 900
                    })
                    .unwrap();
                let wanted = (0..=most).filter(|&n| table[n as usize] == value);
                assert!(
                    visited.iter().copied().eq(wanted.take(900)),
                    "{amounts:?} {value} {most}"
                );
            }
        }
    }

    #[test]
    fn one_two_and_a_multiple_of_three_have_a_known_period() {
        // Values 0 1 2 0 1 2 … 3 with period K + 1 (Codeforces 1194D).
        for k in [900_000_000u64, 3_000_000_000_000_000_000] {
            let mut pieces = Pieces::<Mex>::new([1, 2, k].into_iter(), 2, Budget::default());
            for n in [
                0,
                1,
                k - 1,
                k,
                k + 1,
                2 * k,
                2 * k + 1,
                5 * k + 7,
                u64::MAX - 1,
                u64::MAX,
            ] {
                let below = n % (k + 1);
                let expected = if below == k { 3 } else { (below % 3) as u32 };
                assert_eq!(pieces.value(n).unwrap(), expected, "{k} {n}");
            }
        }
    }

    #[test]
    fn what_is_too_long_is_refused_and_what_is_known_stays() {
        let amounts = [1u64, 5, 17, 1_000_003, 90_000_017, 800_000_000_001];
        let budget = Budget {
            work: 400_000_000,
            ..Budget::default()
        };
        let mut pieces = Pieces::<Mex>::new(amounts.into_iter(), 1_000_000, budget);
        let near = pieces.value(1000).unwrap();
        assert!(pieces.value(u64::MAX).is_err());
        assert_eq!(pieces.value(1000).unwrap(), near);
    }
}
