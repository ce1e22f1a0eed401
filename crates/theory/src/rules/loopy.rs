//! Play that need not end: outcomes found backwards, from where play ends.
//!
//! A position is won when some option is lost for whoever comes next, lost when all are won; what
//! neither reaches is drawn by play without end (Smith 1966, Fraenkel). Only positions that can be
//! reached are looked at.

use super::meter::{Meter, Stop};
use super::options::{Position, names_of};
use super::reach::{DRAWN, LOST, Reach, Trouble, WON};
use super::store::{ILLEGAL, OPEN, UNKNOWN};
use super::tree::Rule;
use crate::budget::Budget;

impl Reach {
    /// Solves a position of a game whose play need not end, and all that can be reached from it.
    ///
    /// # Errors
    ///
    /// When a number does not fit, or a limit is passed.
    ///
    /// # Complexity
    ///
    /// Each position that can be reached is looked at once; 12 bytes an option.
    pub fn solve_loopy(
        &mut self,
        rule: &Rule,
        position: &[i64],
        meter: &mut Meter,
        budget: &Budget,
    ) -> Result<(), Trouble> {
        let (root, _) = self.store.meet(position);
        if self.store.known(root) != UNKNOWN {
            return Ok(());
        }
        let (mut found, mut arcs) = (vec![root], Vec::new());
        self.store.set(root, OPEN);
        let result = self.collect(rule, &mut found, &mut arcs, meter, budget);
        if result.is_err() {
            for &id in &found {
                if self.store.known(id) == OPEN {
                    self.store.set(id, UNKNOWN);
                }
            }
            return result;
        }
        self.solve_backwards(&found, &arcs);
        Ok(())
    }

    /// Meets all that can be reached, and lists the moves between what is not solved yet.
    fn collect(
        &mut self,
        rule: &Rule,
        found: &mut Vec<u32>,
        arcs: &mut Vec<(u32, u32)>,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Result<(), Trouble> {
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            next += 1;
            // The list of moves, and its copy sorted by what the moves lead to.
            if self.bytes() + arcs.len() as u64 * 24 + found.len() as u64 * 16 > budget.memory / 2 {
                return Err(Trouble::Memory(self.store.len() as u64));
            }
            let mut names = names_of(self.store.position(id));
            let result = self.moves_from(rule, id, &mut names, found, arcs, meter);
            match result {
                Ok(()) => {}
                Err(Stop::Work) => return Err(Trouble::Work(self.store.len() as u64)),
                Err(_) => {
                    let position = Position::from_slice(self.store.position(id));
                    return Err(Trouble::Overflow(position, meter.place));
                }
            }
        }
        Ok(())
    }

    fn moves_from(
        &mut self,
        rule: &Rule,
        id: u32,
        names: &mut super::tree::Names,
        found: &mut Vec<u32>,
        arcs: &mut Vec<(u32, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if let Some(ending) = rule.ending(names, meter)? {
            self.store.set(id, super::reach::known_of(ending));
            return Ok(());
        }
        let before = arcs.len();
        rule.yielded(names, meter, &mut |part, meter| {
            if part.iter().any(|&n| n < 0) {
                return Ok(());
            }
            let (to, known) = self.meet(rule, part, meter)?;
            if known == ILLEGAL {
                return Ok(());
            }
            if known == UNKNOWN {
                self.store.set(to, OPEN);
                found.push(to);
            }
            arcs.push((id, to));
            Ok(())
        })?;
        if arcs.len() == before {
            self.store.set(id, if rule.misere { WON } else { LOST });
        }
        Ok(())
    }

    /// Spreads what is known against the moves; what stays open is drawn.
    fn solve_backwards(&mut self, found: &[u32], arcs: &[(u32, u32)]) {
        // Moves by what they lead to: counted, then placed.
        let mut left = vec![0u32; self.store.len()];
        let mut starts = vec![0usize; self.store.len() + 1];
        for &(from, to) in arcs {
            left[from as usize] += 1;
            starts[to as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut places = starts.clone();
        let mut sources = vec![0u32; arcs.len()];
        for &(from, to) in arcs {
            sources[places[to as usize]] = from;
            places[to as usize] += 1;
        }
        // What was solved before this call stands among the moves, too.
        let mut solved: Vec<u32> = (0..self.store.len() as u32)
            .filter(|&id| starts[id as usize] < starts[id as usize + 1] && self.store.known(id) < ILLEGAL)
            .collect();
        while let Some(id) = solved.pop() {
            let known = self.store.known(id);
            for &from in &sources[starts[id as usize]..starts[id as usize + 1]] {
                if self.store.known(from) != OPEN {
                    continue;
                }
                let outcome = match known {
                    LOST => WON,
                    WON => {
                        left[from as usize] -= 1;
                        if left[from as usize] > 0 {
                            continue;
                        }
                        LOST
                    }
                    _ => continue,
                };
                self.store.set(from, outcome);
                solved.push(from);
            }
        }
        for &id in found {
            if self.store.known(id) == OPEN {
                self.store.set(id, DRAWN);
            }
        }
    }
}
