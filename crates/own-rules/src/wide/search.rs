//! The search of positions of any length, top down: all that can be reached, each found after all it can lead to.
//!
//! The options of a position are looked at once, some at a time, so that memory loads what is known of all their parts
//! while the first are met. What they leave that is not solved yet waits on a stack, and once all of
//! it is solved the options are put together. A position that waits and stands on the line of play is one that play can
//! come back to.

use super::WideSolver;
use super::line::{Line, LinePosition, OpenOption, OptionsAhead, Workspace};
use super::store::Place;
use crate::reach::{Shown, Trouble};
use crate::store::{Known, OPEN, UNKNOWN, outcome_by, stuck};
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::walk::Leaving;

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
    pub(super) fn solve(&mut self, root: Place, meter: &mut Meter) -> Result<(), Trouble> {
        let mut workspace = std::mem::take(&mut self.workspace);
        let solved = self.solve_along(&mut workspace, root, meter);
        for position in workspace.line.positions.drain(..) {
            if self.store.known(position.place) == OPEN {
                self.store.set(position.place, UNKNOWN);
            }
        }
        workspace.line.clear();
        self.workspace = workspace;
        solved
    }

    /// Goes on along the line of play from a position until the line is empty.
    fn solve_along(
        &mut self,
        workspace: &mut Workspace,
        root: Place,
        meter: &mut Meter,
    ) -> Result<(), Trouble> {
        let mut shown = Shown::from(self.store.positions());
        self.begin(workspace, root, meter)?;
        while let Some(&top) = workspace.line.positions.last() {
            shown.show(self.store.positions());
            if workspace.line.waiting.len() > top.waiting {
                let Some(place) = workspace.line.waiting.pop() else {
                    continue;
                };
                // It may have been solved since it was met, and is no position of the line: that would have been said.
                if self.store.known(place) == UNKNOWN {
                    self.begin(workspace, place, meter)?;
                }
            } else {
                let known = self.put_together(&mut workspace.line);
                self.store.set(top.place, known);
            }
        }
        Ok(())
    }

    /// Puts a position on the line of play, and meets what its options leave.
    fn begin(
        &mut self,
        workspace: &mut Workspace,
        place: Place,
        meter: &mut Meter,
    ) -> Result<(), Trouble> {
        let Workspace { line, walk, ahead } = workspace;
        line.positions.push(LinePosition {
            place,
            waiting: line.waiting.len(),
            values: line.values.len(),
            open: line.open.len(),
            small_values: 0,
        });
        self.store.set(place, OPEN);
        let rule = self.rule.clone();
        let mut names = self.look_at(place, &mut walk.position, meter);
        if walk.position.width() != self.store.width {
            walk.position.clear(0);
        }
        match rule.ending(&names, meter) {
            Ok(None) => {}
            Ok(Some(ending)) => {
                self.store.set(place, ending as Known);
                line.positions.pop();
                return Ok(());
            }
            Err(stop) => return Err(self.trouble(stop, meter)),
        }
        ahead.clear();
        let mut looked = rule.leavings(&mut names, meter, walk, &mut |leaving, meter| {
            match leaving {
                Leaving::One(left) => {
                    if left.is_empty() {
                        // A move that leaves nothing leaves the value 0, which is the outcome of a loss.
                        line.see(0);
                    }
                    if !ahead.single.is_empty() {
                        self.meet_ahead(line, ahead, meter)?;
                    }
                    ahead.push(left, &rule, &self.store);
                    self.meet_if_full(line, ahead, meter)?;
                }
                Leaving::Run(run) if run.is_of_words() => {
                    if !ahead.takes_words_like(&run.list) {
                        self.meet_ahead(line, ahead, meter)?;
                    }
                    ahead.begin_words(&run.list);
                    for _ in 0..run.count {
                        ahead.push_word(run.take_word(), &self.store);
                        self.meet_if_full(line, ahead, meter)?;
                    }
                }
                Leaving::Run(run) => {
                    if !ahead.single.is_empty() {
                        self.meet_ahead(line, ahead, meter)?;
                    }
                    for _ in 0..run.count {
                        ahead.push_list(&run.list, &self.store);
                        run.advance();
                        self.meet_if_full(line, ahead, meter)?;
                    }
                }
            }
            Ok(())
        });
        if looked.is_ok() {
            looked = self.meet_ahead(line, ahead, meter);
        }
        looked.map_err(|stop| self.trouble(stop, meter))?;
        // Said at once: other options may lead far away before this one is looked at.
        match line.again.take() {
            Some(again) => Err(self.cycle(line, again)),
            None => Ok(()),
        }
    }

    /// Meets the parts of the options ahead if they are many.
    #[inline]
    fn meet_if_full(
        &mut self,
        line: &mut Line,
        ahead: &mut OptionsAhead,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        if ahead.is_full() {
            self.meet_ahead(line, ahead, meter)?;
        }
        Ok(())
    }

    /// Meets the parts of the options ahead.
    fn meet_ahead(
        &mut self,
        line: &mut Line,
        ahead: &mut OptionsAhead,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        // One position may have more options than memory holds.
        if self.store.bytes() + line.bytes() > self.store.most_bytes {
            return Err(EvalStop::Memory);
        }
        if ahead.single.is_empty() {
            self.meet_options(line, ahead, meter)?;
        } else {
            self.meet_single(line, ahead, meter)?;
        }
        ahead.clear();
        Ok(())
    }

    /// Meets the single lists of some options.
    fn meet_single(
        &mut self,
        line: &mut Line,
        ahead: &OptionsAhead,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        for option in &ahead.single {
            self.store.prefetch_position(option.hash);
        }
        let mut small_values = 0;
        for option in &ahead.single {
            let words = [ahead.first, option.numbers];
            let met = self.store.find(words[0], &words[1..], option.hash);
            let (place, known) = match met {
                Some(place) => (place, self.store.known(place)),
                None => self.meet_words(&words, option.hash, meter)?,
            };
            if known < u64::BITS {
                small_values |= 1 << known;
                continue;
            }
            let mut open = OpenOption::begin(line);
            open.add(line, place, known, true);
            open.end(line);
        }
        if let Some(top) = line.positions.last_mut() {
            top.small_values |= small_values;
        }
        Ok(())
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
        let mut words = &ahead.words[..];
        let mut option = OpenOption::begin(line);
        let mut small_values = 0;
        for part in &ahead.parts {
            let (of_part, others) = words.split_at(part.words as usize);
            words = others;
            if option.is_move {
                let met = self.store.find(of_part[0], &of_part[1..], part.hash);
                let (place, known) = match met {
                    Some(place) => (place, self.store.known(place)),
                    None => self.meet_words(of_part, part.hash, meter)?,
                };
                let is_alone = part.is_first && part.is_last && part.is_odd;
                if is_alone && known < u64::BITS {
                    small_values |= 1 << known;
                    continue;
                }
                option.add(line, place, known, part.is_odd);
            }
            if part.is_last {
                option.end(line);
                option = OpenOption::begin(line);
            }
        }
        if let Some(top) = line.positions.last_mut() {
            top.small_values |= small_values;
        }
        Ok(())
    }

    /// Computes what is known of the last position of a line by its options, all of whose parts are solved, and takes it and
    /// them from the stacks.
    fn put_together(&self, line: &mut Line) -> Known {
        let Some(mut top) = line.positions.pop() else {
            return UNKNOWN;
        };
        let mut options = &line.open[top.open..];
        while let [nim_sum, count, others @ ..] = options {
            let (parts, others) = others.split_at(*count as usize);
            let known = |&part: &Place| self.store.known(part);
            let value = parts.iter().map(known).fold(*nim_sum, |a, b| a ^ b);
            top.see(value, &mut line.values);
            options = others;
        }
        line.open.truncate(top.open);
        if !self.rule.has_values() {
            let reaches = |known| top.small_values >> known & 1 == 1;
            return outcome_by(reaches, stuck(&self.rule));
        }
        let least_missing = top.small_values.trailing_ones();
        if least_missing < u64::BITS {
            line.values.truncate(top.values);
            return least_missing;
        }
        line.seen.clear();
        for value in line.values.drain(top.values..) {
            line.seen.insert(value);
        }
        line.seen.least_missing_from(u64::BITS)
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
