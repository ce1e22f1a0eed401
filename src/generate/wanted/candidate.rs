//! A record that may become one that meets the constraints.

use itertools::Itertools;

use crate::games::Context;
use crate::generate::{BoardForm, Parameters};
use crate::random::Random;
use crate::record::{self, Keyword, Outcome, PositionKind, Slot, Tuple, Tuples, View};
use crate::text::board_rows;
use crate::theory::rules::Meter;
use crate::{Error, Position};

/// One component of a position: a heap as a tuple of one number, piles, a cell.
pub type Component = Tuple;

/// A record, and whether its position was changed since it was read.
pub(super) struct Candidate<'t> {
    pub(super) at: Position<'t>,
    /// The constraints.
    pub(super) parameters: &'t Parameters,
    written: &'t str,
    changed: bool,
}

impl<'t> Candidate<'t> {
    /// Reads a record.
    pub fn read(
        written: &'t str,
        context: &'t Context,
        parameters: &'t Parameters,
    ) -> Result<Self, Error> {
        let at = Position::read(written.as_bytes(), context)?;
        Ok(Candidate {
            at,
            parameters,
            written,
            changed: false,
        })
    }

    /// The candidate at another position.
    fn moved(&self, next: record::Position) -> Candidate<'t> {
        Candidate {
            at: self.at.at(next),
            changed: true,
            ..*self
        }
    }

    fn position(&self) -> &record::Position {
        &self.at.record().position
    }

    /// Whether its components are the numbers of its position; else they are its tuples.
    fn has_numbers(&self) -> bool {
        use PositionKind::{Numbers, Row, Squares};
        matches!(self.at.signature().position, Numbers | Row | Squares { .. })
    }

    /// Its components.
    pub(super) fn components(&self) -> Vec<Component> {
        match self.has_numbers() {
            true => self
                .position()
                .numbers
                .iter()
                .map(|&n| Tuple::new(&[n]))
                .collect(),
            false => self.position().tuples.iter().map(Tuple::new).collect(),
        }
    }

    /// The candidate with other components.
    pub(super) fn with(&self, components: &[Component]) -> Candidate<'t> {
        let mut next = self.position().clone();
        match self.has_numbers() {
            true => {
                next.numbers = components
                    .iter()
                    .flat_map(Tuple::as_slice)
                    .copied()
                    .collect()
            }
            false => {
                next.tuples = Tuples::default();
                components
                    .iter()
                    .for_each(|component| _ = next.tuples.push(component.as_slice()));
            }
        }
        self.moved(next)
    }

    /// Whether a tuple is a position under the user-defined rule that it may have.
    pub(super) fn is_position(&self, tuple: &[u64]) -> bool {
        let Some((rule, _)) = self.at.own_rule() else {
            return true;
        };
        let numbers: Vec<i64> = tuple
            .iter()
            .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
            .collect();
        rule.legal.is_empty()
            || rule
                .is_position(&numbers, &mut Meter::new(1 << 20))
                .unwrap_or(false)
    }

    /// Whether two components may be alike: coins and pieces lie on different places.
    pub(super) fn may_coincide(&self) -> bool {
        let signature = self.at.signature();
        !signature.has(Slot::Coins)
            && !matches!(
                signature.position,
                PositionKind::Cells | PositionKind::Squares { .. }
            )
    }

    /// Whether its position has this outcome.
    pub(super) fn has(&self, outcome: Outcome) -> Result<bool, Error> {
        Ok(self.at.outcome()? == outcome)
    }

    /// Whether its components can be made larger.
    pub(super) fn can_grow(&self) -> bool {
        let signature = self.at.signature();
        let grows = match signature.position {
            PositionKind::Numbers => matches!(signature.view, View::Heaps | View::Countdown),
            PositionKind::Row | PositionKind::Tuples { .. } => !signature.has(Slot::Coins),
            _ => false,
        };
        grows && !self.components().is_empty()
    }

    /// Makes a random winning move, if the position it leads to can be written and lies in the box.
    pub(super) fn make_winning_move(&mut self, random: &mut Random) -> Result<bool, Error> {
        // A move opens a ring and leaves no record of rings.
        let apart =
            self.position().taken.is_some() || self.at.record().modifiers.has(Keyword::Ring);
        if apart || !self.has(Outcome::Win)? {
            return Ok(false);
        }
        let moves = self.at.winning_moves()?;
        let next = random.pick(&moves).and_then(|mv| self.position().after(mv));
        let Some(next) = next.filter(|next| self.is_in_box(next)) else {
            return Ok(false);
        };
        *self = self.moved(next);
        Ok(true)
    }

    /// Whether a position has as many components as this one, each within the sizes allowed, and none twice
    /// if components must differ.
    fn is_in_box(&self, next: &record::Position) -> bool {
        let here = self.position();
        if here.tuples.len() != next.tuples.len() {
            return false;
        }
        let different = |tuples: &Tuples| tuples.iter().all_unique();
        if !self.may_coincide() && different(&here.tuples) && !different(&next.tuples) {
            return false;
        }
        if matches!(
            self.at.signature().view,
            View::Drawn | View::Walk | View::Tokens
        ) {
            return true;
        }
        let kind = self.at.signature().position;
        let low = self
            .parameters
            .min
            .unwrap_or(u64::from(kind == PositionKind::Numbers));
        here.numbers.len() == next.numbers.len()
            && next.numbers.iter().all(|&n| n >= low)
            && (kind == PositionKind::Cells || next.tuples.iter().flatten().all(|&n| n >= low))
    }

    /// The record with its asks, as it was written or in the chosen form of board.
    pub(super) fn text(&self) -> String {
        let parameters = self.parameters;
        if !self.changed {
            return self.written.to_owned();
        }
        let ask = parameters
            .ask
            .as_ref()
            .map_or_else(String::new, |ask| format!(" ? {ask}"));
        let (record, signature) = (self.at.record(), self.at.signature());
        let is_drawn = parameters.form != BoardForm::Listed && signature.has_pieces();
        if let Some(size) = record.rules.size.filter(|_| is_drawn)
            && let Some(rows) = board_rows(
                size,
                &record.modifiers.damaged,
                &record.position.tuples,
                b'K',
                None,
            )
        {
            let steps = record
                .rules
                .steps
                .iter()
                .map(|step| format!(" {},{}", step.drow, step.dcol));
            let head = format!("{}{}", signature.name, steps.collect::<String>());
            return match parameters.form {
                BoardForm::Inline => format!("{head} {}{ask}\n", rows.join("/")),
                _ => format!(
                    "{head} {}x{}{ask}\n{}\n",
                    size.rows,
                    size.cols,
                    rows.join("\n")
                ),
            };
        }
        format!("{}{ask}\n", self.at.record_line())
    }
}
