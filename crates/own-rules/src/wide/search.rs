//! Top down: the positions of any length that can be reached, each found after all it can lead to.
//!
//! The options of a position are looked at once, some at a time, so that memory loads what is known of all their parts
//! while the first are met. What they leave that is not solved yet waits on a stack, and once all of
//! it is solved the options are put together. A position that waits and stands on the line of play is one that play can
//! come back to.

use std::ops::Range;

use super::WideSolver;
use super::line::{Line, LinePosition, OptionsAhead};
use super::store::Place;
use crate::reach::{Shown, Trouble};
use crate::store::{ILLEGAL, Known, OPEN, UNKNOWN, outcome_by, stuck};
use grundy_base::budget::Budget;
use grundy_base::shares;
use grundy_rules::meter::{EvalStop, Meter};

impl WideSolver {
    /// Solves all that can be reached from a position, and the position.
    ///
    /// # Errors
    ///
    /// Fails when play can come back, a number does not fit, or a limit is passed.
    ///
    /// # Complexity
    ///
    /// Every position that can be reached is looked at once, with all its options.
    pub(super) fn solve(
        &mut self,
        root: Place,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Result<(), Trouble> {
        let most = shares::rules::positions(budget.memory);
        let mut line = std::mem::take(&mut self.line);
        let solved = self.solve_along(&mut line, root, meter, most);
        for position in line.positions.drain(..) {
            if self.store.known(position.place) == OPEN {
                self.store.set(position.place, UNKNOWN);
            }
        }
        line.waiting.clear();
        line.values.clear();
        line.open.clear();
        self.line = line;
        solved
    }

    fn solve_along(
        &mut self,
        line: &mut Line,
        root: Place,
        meter: &mut Meter,
        most_bytes: u64,
    ) -> Result<(), Trouble> {
        let mut shown = Shown::from(self.store.len());
        self.begin(line, root, meter, most_bytes)?;
        while let Some(&top) = line.positions.last() {
            shown.show(self.store.len());
            if line.waiting.len() > top.waiting {
                let Some(place) = line.waiting.pop() else {
                    continue;
                };
                match self.store.known(place) {
                    UNKNOWN => self.begin(line, place, meter, most_bytes)?,
                    OPEN => return Err(self.cycle(line, place)),
                    _ => {}
                }
            } else {
                let known = self.put_together(line, top);
                self.store.set(top.place, known);
                line.positions.pop();
            }
        }
        Ok(())
    }

    /// Puts a position on the line of play, and meets what its options leave.
    fn begin(
        &mut self,
        line: &mut Line,
        place: Place,
        meter: &mut Meter,
        most_bytes: u64,
    ) -> Result<(), Trouble> {
        if self.store.bytes() + line.bytes() > most_bytes {
            return Err(Trouble::Memory(self.store.len() as u64));
        }
        line.positions.push(LinePosition {
            place,
            waiting: line.waiting.len(),
            values: line.values.len(),
            open: line.open.len(),
        });
        self.store.set(place, OPEN);
        let rule = self.rule.clone();
        let mut numbers = std::mem::take(&mut self.numbers);
        self.store.unpack(place, &mut numbers);
        let mut names = rule.begin(&numbers, meter);
        self.numbers = numbers;
        match rule.ending(&names, meter) {
            Ok(None) => {}
            Ok(Some(ending)) => {
                self.store.set(place, ending as Known);
                line.positions.pop();
                return Ok(());
            }
            Err(stop) => return Err(self.trouble(stop, meter)),
        }
        let mut walk = std::mem::take(&mut self.walk);
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        let mut looked = rule.left(&mut names, meter, &mut walk, &mut |left, meter| {
            ahead.push(left, &rule, &self.store);
            if ahead.is_full() {
                self.meet_options(line, &ahead, meter)?;
                ahead.clear();
            }
            Ok(())
        });
        if looked.is_ok() {
            looked = self.meet_options(line, &ahead, meter);
        }
        self.walk = walk;
        self.ahead = ahead;
        looked.map_err(|stop| self.trouble(stop, meter))
    }

    /// Meets the parts of some options.
    fn meet_options(
        &mut self,
        line: &mut Line,
        ahead: &OptionsAhead,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        for part in &ahead.parts {
            self.store.prefetch_position(part.hash);
        }
        let mut begin = 0;
        for &end in &ahead.ends {
            self.meet_option(line, ahead, begin..end, meter)?;
            begin = end;
        }
        Ok(())
    }

    /// Meets the parts of an option, unless one of them is no position.
    #[inline]
    fn meet_option(
        &mut self,
        line: &mut Line,
        ahead: &OptionsAhead,
        parts: Range<usize>,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        let before = line.open.len();
        let mut nim_sum = 0;
        let mut open = 0;
        let mut from = match parts.start {
            0 => 0,
            start => ahead.parts[start - 1].end,
        };
        for part in &ahead.parts[parts] {
            let words = &ahead.words[from..part.end];
            from = part.end;
            let (place, known) = self.meet_words(words, part.hash, meter)?;
            if known == ILLEGAL {
                line.open.truncate(before);
                return Ok(());
            }
            if known < ILLEGAL {
                nim_sum ^= if part.is_odd { known } else { 0 };
                continue;
            }
            if open == 0 {
                line.open.extend([0, 0]);
            }
            let copies = if part.is_odd { 1 } else { 2 };
            for _ in 0..copies {
                line.open.push(place);
            }
            open += copies;
        }
        if open == 0 {
            line.values.push(nim_sum);
        } else {
            line.waiting.extend_from_slice(&line.open[before + 2..]);
            line.open[before] = nim_sum;
            line.open[before + 1] = open;
        }
        Ok(())
    }

    /// Computes what is known of a position by its options, all of whose parts are solved, and takes them from the stacks.
    fn put_together(&self, line: &mut Line, top: LinePosition) -> Known {
        line.seen.clear();
        for value in line.values.drain(top.values..) {
            line.seen.insert(value);
        }
        let mut options = &line.open[top.open..];
        while let [nim_sum, count, others @ ..] = options {
            let (parts, others) = others.split_at(*count as usize);
            let known = |&part: &Place| self.store.known(part);
            let value = parts.iter().map(known).fold(*nim_sum, |a, b| a ^ b);
            line.seen.insert(value);
            options = others;
        }
        line.open.truncate(top.open);
        if self.rule.has_values() {
            line.seen.mex()
        } else {
            outcome_by(|known| line.seen.contains(known), stuck(&self.rule))
        }
    }

    /// Returns the line of play from the position that play comes back to.
    fn cycle(&self, line: &Line, again: Place) -> Trouble {
        let from = line
            .positions
            .iter()
            .position(|position| position.place == again)
            .unwrap_or(0);
        let numbers = |position: &LinePosition| self.position(position.place);
        Trouble::Cycle(line.positions[from..].iter().map(numbers).collect())
    }
}
