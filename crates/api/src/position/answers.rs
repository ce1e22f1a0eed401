//! What a position answers: a typed method for each ask.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use smallvec::smallvec;

use super::held::Opened;
use super::{Form, Position};
use crate::first::first;
use crate::{Asks, Error, RecordError};
use grundy_games::questions::reached::Extent;
use grundy_games::questions::remoteness::{self, Endgame};
use grundy_games::questions::{birthday, p_list};
use grundy_games::{Classes, Goal, OpenPosition, Visit, Visited, birthday_of, remoteness_of};
use grundy_heaps::paths::WaysByParity;
use grundy_record::{
    Ask, AskSet, Fault, Field, Length, Numbers, Outcome, Pattern, Period, Place, PositionList,
    Quotient, Record, Value, Verdict,
};

impl Position<'_> {
    /// Says whether the game has an answer to this ask.
    pub fn answers(&self, ask: Ask) -> bool {
        if self.form == Form::Sum {
            return AskSet::SUM.contains(ask);
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
        match self.opened(position, ask, answer)? {
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
        answer: impl FnOnce(&mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<Result<T, Fault>, Error> {
        let record = Record {
            position,
            asks: smallvec![ask],
            ..self.record.clone()
        };
        if AskSet::EVERY_GAME.contains(ask)
            && let Some(verdict) = self.game.ended(&record)
        {
            return answer(&mut Ended(verdict))
                .map(Ok)
                .map_err(|_| Error::Unsupported(ask));
        }
        if !self.answers(ask) {
            return Err(Error::Unsupported(ask));
        }
        let opened = self.game.open(&record, self.context);
        Ok(opened.and_then(|mut instance| answer(&mut *instance)))
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
        match ask {
            Ask::Remoteness => self.remoteness_length().map(Field::Remoteness),
            Ask::Birthday => self.birthday_length().map(Field::Birthday),
            Ask::PList => self.p_list().map(Field::PList),
            _ => self.ask(ask, |position| {
                grundy_games::answer(position, ask, &self.context.budget)
            }),
        }
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
        let moves = self.remoteness_length()?.moves();
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
        Ok(self.birthday_length()?.moves())
    }

    /// Finds the length of the longest play.
    fn birthday_length(&self) -> Result<Length, Error> {
        // A position that is wrong has faults of its own.
        self.ask(Ask::Birthday, |_| Ok(()))?;
        if self.form == Form::Sum {
            let read = first(self.context, self.text.as_bytes())?;
            let found = birthday_of(&read.statement.summands, self.context);
            return found.map_err(|fault| RecordError::found(read.place(fault)).into());
        }
        let apart = self.apart()?;
        if apart.game.ended(&apart.record).is_some() {
            return Ok(Length::Moves(0));
        }
        let found = birthday::of(apart.game, &apart.record, self.context);
        found.map_err(|fault| apart.error(fault))
    }

    /// Finds how long play lasts when the winner hurries and the loser holds out.
    fn remoteness_length(&self) -> Result<Length, Error> {
        let budget = &self.context.budget;
        let known = self.ask(Ask::Remoteness, |position| {
            position.remoteness(budget).transpose()
        })?;
        if let Some(known) = known {
            return Ok(known);
        }
        if self.form == Form::Sum {
            let read = first(self.context, self.text.as_bytes())?;
            let found = remoteness_of(&read.statement.summands, self.context);
            return found.map_err(|fault| RecordError::found(read.place(fault)).into());
        }
        let apart = self.apart()?;
        let found = remoteness::of(&[(apart.game, &apart.record)], self.context);
        found.map_err(|fault| apart.error(fault))
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
        let values = self.opened(position, Ask::Values, |position| position.values())?;
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

    /// Computes the Grundy values of heaps 0 to the one heap.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn sequence(&self) -> Result<Vec<u64>, Error> {
        match self.field(Ask::Sequence)? {
            Field::Sequence(values) => Ok(values),
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

    /// Finds the misère quotient of all heaps, or if there is none the largest heap of the last one that was found.
    #[doc(hidden)]
    pub fn quotient(&self) -> Result<Result<Quotient, u64>, Error> {
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
        self.ask(Ask::PPositions, |position| position.positions(true))
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
        p_list::of(self.game, self.record(), self.context).map_err(|fault| self.error(fault))
    }

    /// Counts the positions that the record stands for.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
    pub fn positions(&self) -> Result<BigUint, Error> {
        self.ask(Ask::Positions, |position| position.positions(false))
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
