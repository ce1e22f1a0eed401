//! Candidates: records that may become records that meet the constraints.

use itertools::Itertools;

use crate::generate::parameters::{BoardForm, Parameters};
use grundy_api::text::board_rows;
use grundy_api::{Error, Position};
use grundy_base::random::Random;
use grundy_games::Context;
use grundy_record::{Keyword, Look, Outcome, PositionKind, Rules, Size, Slot, Tuple, Tuples};

/// A record whose position may be changed until it meets the constraints. A component of it is a tuple: a heap is one
/// number, piles and cells are several.
pub(super) struct Candidate<'t> {
    /// The position.
    pub(super) at: Position<'t>,
    /// The constraints.
    pub(super) parameters: &'t Parameters,
    /// The record as it was written.
    written: &'t str,
    /// Whether the position was changed since it was read.
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

    /// Returns the candidate with another position.
    fn moved(&self, next: grundy_record::Position) -> Candidate<'t> {
        Candidate {
            at: self.at.at(next),
            changed: true,
            ..*self
        }
    }

    fn position(&self) -> &grundy_record::Position {
        &self.at.record().position
    }

    /// Says whether the components are the numbers of the position; otherwise they are its tuples.
    fn has_numbers(&self) -> bool {
        use PositionKind::{Numbers, Row, Squares};
        matches!(self.at.signature().position, Numbers | Row | Squares { .. })
    }

    /// Lists the components.
    pub(super) fn components(&self) -> Vec<Tuple> {
        let position = self.position();
        if self.has_numbers() {
            let numbers = position.numbers.iter();
            numbers.map(|&number| Tuple::new(&[number])).collect()
        } else {
            position.tuples.iter().map(Tuple::new).collect()
        }
    }

    /// Returns the candidate with other components.
    pub(super) fn with(&self, components: &[Tuple]) -> Candidate<'t> {
        let mut next = self.position().clone();
        if self.has_numbers() {
            let numbers = components.iter().flat_map(Tuple::as_slice);
            next.numbers = numbers.copied().collect();
        } else {
            next.tuples = Tuples::default();
            for component in components {
                next.tuples.push(component.as_slice());
            }
        }
        self.moved(next)
    }

    /// Says whether a tuple is a position.
    pub(super) fn is_position(&self, tuple: &[u64]) -> bool {
        self.has_numbers() || self.at.legal().admits(tuple)
    }

    /// Says whether two components may be alike, which coins and pieces may not: they lie on different places.
    pub(super) fn may_coincide(&self) -> bool {
        let signature = self.at.signature();
        !signature.has(Slot::Coins)
            && !matches!(
                signature.position,
                PositionKind::Cells | PositionKind::Squares { .. }
            )
    }

    /// Says whether the position has this outcome.
    pub(super) fn has(&self, outcome: Outcome) -> Result<bool, Error> {
        Ok(self.at.outcome()? == outcome)
    }

    /// Says whether the components can be made larger.
    pub(super) fn can_grow(&self) -> bool {
        let signature = self.at.signature();
        let grows = match signature.position {
            PositionKind::Numbers => matches!(signature.look, Look::Heaps | Look::Countdown),
            PositionKind::Row | PositionKind::Tuples { .. } => !signature.has(Slot::Coins),
            _ => false,
        };
        grows && !self.components().is_empty()
    }

    /// Makes a random winning move, if the position it leads to can be written and lies in the box.
    pub(super) fn make_winning_move(&mut self, random: &mut Random) -> Result<bool, Error> {
        // No record says that a ring was opened, or which cells and edges were taken.
        let is_ring = self.at.record().modifiers.has(Keyword::Ring);
        if is_ring || self.position().taken.is_some() || !self.has(Outcome::Win)? {
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

    /// Says whether a position has as many components as this one, each within the sizes allowed, and none twice
    /// if components must differ.
    fn is_in_box(&self, next: &grundy_record::Position) -> bool {
        let here = self.position();
        if here.tuples.len() != next.tuples.len() {
            return false;
        }
        let different = |tuples: &Tuples| tuples.iter().all_unique();
        if !self.may_coincide() && different(&here.tuples) && !different(&next.tuples) {
            return false;
        }
        if matches!(
            self.at.signature().look,
            Look::Drawn | Look::Walk | Look::Tokens
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

    /// Writes the record with its asks, as it was written or in the chosen form of board.
    pub(super) fn text(&self) -> String {
        if !self.changed {
            return self.written.to_owned();
        }
        let ask = match &self.parameters.ask {
            Some(ask) => format!(" ? {ask}"),
            None => String::new(),
        };
        self.drawn_text(&ask)
            .unwrap_or_else(|| format!("{}{ask}\n", self.at.record_line()))
    }

    /// Writes the record with a drawn board, if that is the chosen form.
    fn drawn_text(&self, ask: &str) -> Option<String> {
        let record = self.at.record();
        let signature = self.at.signature();
        let size = record.size?;
        if self.parameters.form == BoardForm::Listed || !signature.has_pieces() {
            return None;
        }
        let damaged = &record.modifiers.damaged;
        let pieces = &record.position.tuples;
        let rows = board_rows(size, damaged, pieces, b'K', None)?;
        let mut head = signature.name.to_string();
        if let Rules::Steps(steps) = &record.rules {
            for step in steps {
                head.push_str(&format!(" {},{}", step.drow, step.dcol));
            }
        }
        Some(if self.parameters.form == BoardForm::Inline {
            format!("{head} {}{ask}\n", rows.join("/"))
        } else {
            let Size { rows: height, cols } = size;
            format!("{head} {height}x{cols}{ask}\n{}\n", rows.join("\n"))
        })
    }
}
