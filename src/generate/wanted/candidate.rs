//! A record that may become one that is wanted.

use crate::games::Context;
use crate::generate::{BoardForm, Parameters};
use crate::random::Random;
use crate::record::{self, Keyword, Outcome, PositionKind, Size, Slot, Tuple, Tuples, View};
use crate::theory::rules::Meter;
use crate::{Error, Position};

/// One component of a position: a heap as a tuple of one number, piles, a cell.
pub(super) type Component = Tuple;

/// A record, and whether its position was changed since it was read.
pub(super) struct Candidate<'t> {
    pub(super) at: Position<'t>,
    written: &'t str,
    changed: bool,
}

impl<'t> Candidate<'t> {
    /// Reads a record.
    pub(super) fn read(text: &'t str, context: &'t Context) -> Result<Self, Error> {
        Ok(Candidate { at: Position::read(text.as_bytes(), context)?, written: text, changed: false })
    }

    fn numbers(&self) -> bool {
        matches!(
            self.at.signature().position,
            PositionKind::Numbers | PositionKind::Row | PositionKind::Squares { .. }
        )
    }

    fn position(&self) -> &record::Position {
        &self.at.record().position
    }

    /// How many components its position has.
    pub(super) fn components(&self) -> usize {
        if self.numbers() { self.position().numbers.len() } else { self.position().tuples.len() }
    }

    /// A component as numbers.
    pub(super) fn component(&self, place: usize) -> Option<Component> {
        match self.numbers() {
            true => self.position().numbers.get(place).map(|&n| Tuple::new(&[n])),
            false => self.position().tuples.get(place).map(Tuple::new),
        }
    }

    /// Whether a tuple is a position under the user-defined rule that it may have.
    pub(super) fn is_position(&self, tuple: &[u64]) -> bool {
        let Some((rule, _)) = self.at.own_rule() else { return true };
        let numbers: Vec<i64> = tuple.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX)).collect();
        rule.legal.is_empty() || rule.is_position(&numbers, &mut Meter::new(1 << 20)).unwrap_or(false)
    }

    /// Whether two components may be alike: coins and pieces lie on different places.
    pub(super) fn may_coincide(&self) -> bool {
        let signature = self.at.signature();
        !signature.has(Slot::Coins)
            && !matches!(signature.position, PositionKind::Cells | PositionKind::Squares { .. })
    }

    /// Whether a component is there.
    pub(super) fn has(&self, component: &Component) -> bool {
        (0..self.components()).any(|place| self.component(place).as_ref() == Some(component))
    }

    /// The candidate without one component.
    pub(super) fn without(&self, place: usize) -> Candidate<'t> {
        let mut rest = self.position().clone();
        if self.numbers() {
            rest.numbers.remove(place);
        } else {
            let mut tuples = Tuples::default();
            for (_, tuple) in rest.tuples.iter().enumerate().filter(|&(i, _)| i != place) {
                tuples.push(tuple);
            }
            rest.tuples = tuples;
        }
        Candidate { at: self.at.at(rest), written: self.written, changed: true }
    }

    /// Puts another component in a place.
    pub(super) fn replace(&mut self, place: usize, component: &Component) -> bool {
        let mut next = self.position().clone();
        let replaced = match (self.numbers(), component.as_slice()) {
            (true, &[n]) => next.numbers.get_mut(place).map(|number| *number = n).is_some(),
            (true, _) => false,
            (false, tuple) => next.tuples.replace(place, tuple),
        };
        self.go_to(next);
        replaced
    }

    fn go_to(&mut self, position: record::Position) {
        self.changed = true;
        self.at = self.at.at(position);
    }

    pub(super) fn loses(&self) -> Result<bool, Error> {
        Ok(self.at.outcome()? == Outcome::Lose)
    }

    pub(super) fn wins(&self) -> Result<bool, Error> {
        Ok(self.at.outcome()? == Outcome::Win)
    }

    /// Whether its components can be made larger.
    pub(super) fn can_grow(&self) -> bool {
        self.components() > 0
            && match self.at.signature().position {
                PositionKind::Numbers => {
                    matches!(self.at.signature().view, View::Heaps | View::Countdown)
                }
                PositionKind::Row | PositionKind::Tuples { .. } => !self.at.signature().has(Slot::Coins),
                _ => false,
            }
    }

    /// Makes a random winning move, where the position it leads to can be written and lies in the box.
    pub(super) fn make_winning_move(
        &mut self,
        parameters: &Parameters,
        random: &mut Random,
    ) -> Result<bool, Error> {
        // A move opens a ring: what it leaves is no record of rings.
        let apart = self.position().taken.is_some() || self.at.record().modifiers.has(Keyword::Ring);
        if apart || !self.wins()? {
            return Ok(false);
        }
        let moves = self.at.winning_moves()?;
        let next = random.pick(&moves).and_then(|mv| self.position().after(mv));
        let Some(next) = next.filter(|next| self.is_in_box(next, parameters)) else { return Ok(false) };
        self.go_to(next);
        Ok(true)
    }

    /// Whether a position has as many components as this one, each within the sizes allowed, and none twice
    /// where that cannot be.
    fn is_in_box(&self, next: &record::Position, parameters: &Parameters) -> bool {
        let here = self.position();
        if here.tuples.len() != next.tuples.len() {
            return false;
        }
        let different = |tuples: &Tuples| {
            let seen: fxhash::FxHashSet<&[u64]> = tuples.iter().collect();
            seen.len() == tuples.len()
        };
        if !self.may_coincide() && different(&here.tuples) && !different(&next.tuples) {
            return false;
        }
        if matches!(self.at.signature().view, View::Drawn | View::Walk | View::Tokens) {
            return true;
        }
        let low = match self.at.signature().position {
            PositionKind::Numbers => parameters.min.unwrap_or(1),
            _ => parameters.min.unwrap_or(0),
        };
        let cells = self.at.signature().position == PositionKind::Cells;
        here.numbers.len() == next.numbers.len()
            && next.numbers.iter().all(|&n| n >= low)
            && (cells || next.tuples.iter().flatten().all(|&n| n >= low))
    }

    /// The record with its asks, as it was written or in the form of board that is wanted.
    pub(super) fn text(&self, parameters: &Parameters) -> String {
        if !self.changed {
            return self.written.to_owned();
        }
        let ask = parameters.ask.as_ref().map_or_else(String::new, |ask| format!(" ? {ask}"));
        if parameters.form != BoardForm::Listed
            && self.at.signature().has_pieces()
            && let Some(size) = self.at.record().rules.size()
            && let Some(rows) = self.rows(size)
        {
            let steps = self.at.record().rules.steps.iter();
            let steps: String = steps.map(|step| format!(" {},{}", step.drow, step.dcol)).collect();
            let name = &self.at.signature().name;
            return match parameters.form {
                BoardForm::Inline => format!("{name}{steps} {}{ask}\n", rows.join("/")),
                _ => format!("{name}{steps} {}x{}{ask}\n{}\n", size.rows, size.cols, rows.join("\n")),
            };
        }
        format!("{}{ask}\n", self.at.record_line())
    }

    /// The rows of its board; nothing where more pieces share a cell than a row can say.
    fn rows(&self, size: Size) -> Option<Vec<String>> {
        let record = self.at.record();
        board_rows(size, &record.modifiers.damaged, &record.position.tuples)
    }
}

/// A board as rows of text; nothing where more than nine pieces share a cell, or it is too large.
pub fn board_rows(size: Size, damaged: &Tuples, pieces: &Tuples) -> Option<Vec<String>> {
    const MAX_CELLS: u64 = 1 << 26;
    size.rows.checked_mul(size.cols).filter(|&cells| cells <= MAX_CELLS)?;
    let mut rows = vec![vec![b'.'; size.cols as usize]; size.rows as usize];
    let mut at = |tuple: &[u64], change: &dyn Fn(u8) -> Option<u8>| -> Option<()> {
        let &[row, col] = tuple else { return None };
        let cell = rows.get_mut(row.checked_sub(1)? as usize)?.get_mut(col.checked_sub(1)? as usize)?;
        *cell = change(*cell)?;
        Some(())
    };
    for cell in damaged.iter() {
        at(cell, &|_| Some(b'X'))?;
    }
    for cell in pieces.iter() {
        at(cell, &|there| match there {
            b'.' => Some(b'K'),
            b'K' => Some(b'2'),
            b'2'..=b'8' => Some(there + 1),
            _ => None,
        })?;
    }
    Some(rows.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned()).collect())
}
