//! The answers of a position: a typed method for each ask.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use smallvec::smallvec;

use super::held::Opened;
use super::{Form, Position};
use crate::{Asks, Error};
use grundy_games::questions::reached::Extent;
use grundy_games::questions::remoteness::Endgame;
use grundy_games::{Classes, Counted, Goal, OpenPosition, Visit, Visited};
use grundy_heaps::paths::WaysByParity;
use grundy_record::{
    Ask, AskSet, Fault, Field, Numbers, Outcome, Pattern, Period, Place, PositionList, Quotient,
    Record, Summand, Value, Verdict,
};

impl Position<'_> {
    /// Says whether the game has an answer to this ask.
    pub fn answers(&self, ask: Ask) -> bool {
        if let Form::Sum(asks) = self.form {
            return asks.contains(ask);
        }
        let by_rule = self.own_rule().is_none_or(|(rule, has_values)| match ask {
            Ask::Grundy | Ask::Values => has_values,
            Ask::Sequence | Ask::Period => has_values && rule.arity() == 1,
            Ask::Losing => rule.arity() == 1,
            _ => true,
        });
        by_rule && self.signature().asks.contains(ask)
    }

    /// Asks the position, which is opened once for each kind of asks: who wins needs less than a value.
    pub(crate) fn ask<T>(
        &self,
        ask: Ask,
        answer: impl FnOnce(&mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        self.ask_record(ask, |_, position| answer(position))
    }

    /// Asks the record and its position, opened as [`Position::ask`] does.
    fn ask_record<T>(
        &self,
        ask: Ask,
        answer: impl FnOnce(&[Summand<'_>], &mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let open = |ask| {
            if self.form != Form::Plain {
                return Opened::text(self.text.clone(), ask, self.context);
            }
            let record = Record {
                asks: smallvec![ask],
                ..self.record.clone()
            };
            Ok(Opened::record(self.signature(), record, self.context))
        };
        let answered = if self.form == Form::Plain && self.game.ended(&self.record).is_some() {
            self.opened(self.record.position.clone(), ask, answer)?
        } else if self.answers(ask) {
            self.held.ask(ask, open, answer)?
        } else {
            return Err(Error::Unsupported(ask));
        };
        answered.map_err(|fault| self.error(fault))
    }

    /// Asks another position under these rules; `None` if its numbers are no position.
    #[doc(hidden)]
    pub fn try_at<T>(
        &self,
        position: grundy_record::Position,
        ask: Ask,
        answer: impl FnOnce(&mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<Option<T>, Error> {
        match self.opened(position, ask, |_, position| answer(position))? {
            Ok(answer) => Ok(Some(answer)),
            Err(fault) if fault.limit.is_none() && matches!(fault.place, Place::Position(_)) => {
                Ok(None)
            }
            Err(fault) => Err(self.error(fault)),
        }
    }

    /// Finds the answer of another position under these rules, or the fault that it has.
    fn opened<T>(
        &self,
        position: grundy_record::Position,
        ask: Ask,
        answer: impl FnOnce(&[Summand<'_>], &mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<Result<T, Fault>, Error> {
        let record = Record {
            position,
            asks: smallvec![ask],
            ..self.record.clone()
        };
        let summands = [Summand {
            signature: self.signature(),
            record,
        }];
        let record = &summands[0].record;
        if AskSet::EVERY_GAME.contains(ask)
            && let Some(verdict) = self.game.ended(record)
        {
            return answer(&summands, &mut Ended(verdict))
                .map(Ok)
                .map_err(|_| Error::Unsupported(ask));
        }
        if !self.answers(ask) {
            return Err(Error::Unsupported(ask));
        }
        let opened = self.game.open(record, self.context);
        Ok(opened.and_then(|mut position| answer(&summands, &mut *position)))
    }

    /// Answers everything that is asked, in order, whatever the record itself asks.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let fields = solver.position("nim: 3 4 5")?.fields(&"winner grundy".parse()?)?;
    /// assert_eq!(fields[0], grundy::Field::Winner(grundy::Outcome::Win));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does, for the first ask that has no answer.
    pub fn fields(&self, asks: &Asks) -> Result<Vec<Field>, Error> {
        asks.as_slice().iter().map(|&ask| self.field(ask)).collect()
    }

    /// Answers an ask.
    fn field(&self, ask: Ask) -> Result<Field, Error> {
        self.ask_record(ask, |summands, position| {
            grundy_games::answer(summands, position, ask, self.context)
        })
    }

    /// Counts the moves of play in which the winner hurries and the loser holds out; `None` for a draw.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// assert_eq!(solver.position("nim: 3 4")?.remoteness()?, Some(7));
    /// assert_eq!(solver.position("graph 2 1>2 2>1: 1")?.remoteness()?, None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does, and if more positions can come than the limits allow.
    pub fn remoteness(&self) -> Result<Option<u64>, Error> {
        let Field::Remoteness(length) = self.field(Ask::Remoteness)? else {
            return Err(Error::Unsupported(Ask::Remoteness));
        };
        let moves = length.moves();
        // Fewer than 2³² positions are visited.
        Ok(moves.and_then(|moves| moves.try_into().ok()))
    }

    /// Counts the moves of the longest play, whoever wins it; `None` if play may never end.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// assert_eq!(solver.position("kayles: 5 + nim: 4")?.birthday()?, Some(9));
    /// assert_eq!(solver.position("graph 3 1>2 2>1 2>3: 1")?.birthday()?, None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Position::remoteness`] does, and if the number has more than 128 bits.
    pub fn birthday(&self) -> Result<Option<u128>, Error> {
        match self.field(Ask::Birthday)? {
            Field::Birthday(length) => Ok(length.moves()),
            _ => Err(Error::Unsupported(Ask::Birthday)),
        }
    }

    /// Says who wins.
    ///
    /// # Errors
    ///
    /// This and all other asks: when the game has no such answer, or it would pass a limit.
    pub fn outcome(&self) -> Result<Outcome, Error> {
        self.ask(Ask::Winner, |position| position.outcome())
    }

    /// Counts the different winning first moves.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn winning_count(&self) -> Result<u128, Error> {
        self.ask(Ask::Count, |position| position.count())
    }

    /// Says who wins, and in how many first moves.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn verdict(&self) -> Result<Verdict, Error> {
        self.ask(Ask::Verdict, |position| position.verdict())
    }

    /// Computes the Grundy value.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn grundy(&self) -> Result<Value, Error> {
        self.ask(Ask::Grundy, |position| position.grundy())
    }

    /// Computes the Grundy value of each component.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn values(&self) -> Result<Vec<Value>, Error> {
        self.ask(Ask::Values, |position| position.values())
    }

    /// Computes the Grundy values of the components of another position under these rules.
    #[doc(hidden)]
    pub fn values_at(&self, position: grundy_record::Position) -> Result<Vec<Value>, Error> {
        let values = self.opened(position, Ask::Values, |_, position| position.values())?;
        values.map_err(|fault| self.error(fault))
    }

    /// Lists the heaps from 0 to the one heap at which the player to move loses.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn losing(&self) -> Result<Vec<u64>, Error> {
        match self.field(Ask::Losing)? {
            Field::Losing(losing) => Ok(losing),
            _ => Err(Error::Unsupported(Ask::Losing)),
        }
    }

    /// Computes the Grundy values of heaps 0 to the one heap; heaps that are no positions are left out.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn sequence(&self) -> Result<Vec<u64>, Error> {
        match self.field(Ask::Sequence)? {
            Field::Sequence(values) | Field::Sparse { values, .. } => Ok(values),
            _ => Err(Error::Unsupported(Ask::Sequence)),
        }
    }

    /// Computes the sequence in the narrowest unsigned type that holds it.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let numbers = solver.position("kayles: 5")?.narrow_sequence()?;
    /// assert_eq!(numbers, grundy::answer::Numbers::U8(vec![0, 1, 2, 3, 1, 4]));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn narrow_sequence(&self) -> Result<Numbers, Error> {
        self.sequence().map(Numbers::from)
    }

    /// Finds the least preperiod and period, proved; `None` when none was found within the limits.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn period(&self) -> Result<Option<Period>, Error> {
        let Field::Period(period) = self.field(Ask::Period)? else {
            return Ok(None);
        };
        Ok(Some(period))
    }

    /// Finds the least preperiod and period, proved; if none was found, the heap up to which one was looked for, if that is
    /// known.
    #[doc(hidden)]
    pub fn period_or_reach(&self) -> Result<Result<Period, Option<u64>>, Error> {
        match self.field(Ask::Period)? {
            Field::Period(period) => Ok(Ok(period)),
            Field::NoPeriod(heap) => Ok(Err(heap)),
            _ => Err(Error::Unsupported(Ask::Period)),
        }
    }

    /// Finds a pattern that is proved of all positions.
    #[doc(hidden)]
    pub fn pattern(&self) -> Result<Option<Pattern>, Error> {
        let Field::Pattern(pattern) = self.field(Ask::Pattern)? else {
            return Ok(None);
        };
        Ok(pattern)
    }

    /// Places the position in its misère quotient.
    pub(crate) fn classes(&self) -> Result<Classes, Error> {
        self.ask(Ask::Quotient, |position| position.classes())
    }

    /// Finds the misère quotient of all heaps, or if there is none the largest heap of the last one that was found, if the
    /// quotient may be finite at all.
    #[doc(hidden)]
    pub fn quotient(&self) -> Result<Result<Quotient, Option<u64>>, Error> {
        match self.field(Ask::Quotient)? {
            Field::Quotient(quotient) => Ok(Ok(quotient)),
            Field::NoQuotient(heap) => Ok(Err(heap)),
            _ => Err(Error::Unsupported(Ask::Quotient)),
        }
    }

    /// Counts the ways in which the end is reached by an odd and by an even number of moves; modulo a number
    /// from 2 to 2⁶² if one is given.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn paths(&self, modulus: Option<u64>) -> Result<WaysByParity<BigUint>, Error> {
        let ask = Ask::Paths(modulus);
        if modulus.is_some_and(|modulus| !(2..=Ask::MAX_MODULUS).contains(&modulus)) {
            return Err(Error::Unsupported(ask));
        }
        let Field::Paths { odd, even, .. } = self.field(ask)? else {
            return Err(Error::Unsupported(ask));
        };
        Ok(WaysByParity { odd, even })
    }

    /// Counts the positions, among those that the record stands for, in which the player to move loses.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn p_positions(&self) -> Result<BigUint, Error> {
        self.ask(Ask::PPositions, |position| {
            position.positions(Counted::Lost)
        })
    }

    /// Lists the positions that the record stands for in which the player to move loses, ascending.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let list = solver.position("wythoff: 0..5,0..5 ? p-list")?.p_list()?;
    /// assert_eq!(list.iter().collect::<Vec<_>>(), [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does, and if there are more than ten million.
    pub fn p_list(&self) -> Result<PositionList, Error> {
        match self.field(Ask::PList)? {
            Field::PList(list) => Ok(list),
            _ => Err(Error::Unsupported(Ask::PList)),
        }
    }

    /// Counts the positions that the record stands for.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn positions(&self) -> Result<BigUint, Error> {
        self.ask(Ask::Positions, |position| position.positions(Counted::All))
    }

    /// Solves all positions that can be reached from this one; `None` if they are more than the extent.
    pub(crate) fn endgame(&self, extent: Extent) -> Result<Option<Endgame>, Error> {
        let endgame = Endgame::new(&[(self.game, &self.record)], extent, self.context);
        endgame.map_err(|fault| self.error(fault))
    }
}

/// A position in which play is over whatever could still be moved.
struct Ended(Verdict);

impl OpenPosition for Ended {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(self.0.outcome())
    }

    fn visit(&mut self, _: Goal, _: &mut Visit<'_>) -> Visited {
        Ok(ControlFlow::Continue(()))
    }
}
