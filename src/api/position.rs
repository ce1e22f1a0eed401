//! One typed method for each ask.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use smallvec::smallvec;

use super::{Error, Solver};
use crate::batch::first_record;
use crate::explain;
use crate::games::Instance;
use crate::language::{Diagnostic, SyntaxError, answer};
use crate::record::{Ask, Fault, Move, Outcome, Period, Value, Verdict};
use crate::subject::Subject;

/// A position of a game, ready to be asked about. Every ask of the language is a method, and answers
/// [`Error::Unsupported`] where the game has no answer to it.
///
/// ```
/// use grundy::{Error, Outcome, Solver};
///
/// let solver = Solver::default();
/// let position = solver.open(&"nim: 3 4 5".parse()?)?;
/// assert_eq!(position.outcome()?, Outcome::Win);
/// assert_eq!(position.winning_count()?, 1);
/// let best = position.best()?.unwrap();
/// assert_eq!(best.to_string(), "1:3>1");
/// assert_eq!(position.after(&best)?.outcome()?, Outcome::Lose);
/// assert!(matches!(position.losing(), Err(Error::Unsupported(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position<'s> {
    solver: &'s Solver,
    text: Box<str>,
}

impl<'s> Position<'s> {
    pub(super) fn open(solver: &'s Solver, text: &str) -> Result<Self, Error> {
        let position = Position { solver, text: text.into() };
        position.ask(None, |_| Ok(()))?;
        Ok(position)
    }

    /// Reads the record, opens it for one ask, and asks.
    ///
    /// A record is opened anew for each ask, since what it is asked decides how it is solved: who wins
    /// needs less than a value. What that finds about the rules is kept by the solver.
    fn ask<T>(
        &self,
        ask: Option<Ask>,
        answer: impl FnOnce(&mut dyn Instance) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let context = &self.solver.context;
        let text = self.text.as_bytes();
        let mut found = match first_record(text, &context.catalogue) {
            Some(Ok(found)) => found,
            Some(Err(diagnostic)) => return Err(super::RecordError::found(diagnostic).into()),
            None => return Err(super::RecordError::found(no_record()).into()),
        };
        let statement = &mut found.statement;
        if let Some(ask) = ask {
            if !statement.answers().contains(ask) {
                return Err(Error::Unsupported(ask));
            }
            statement.set_asks(smallvec![ask]);
        }
        let fault = match found.statement.open(context) {
            Ok(mut instance) => match answer(&mut *instance) {
                Ok(answer) => return Ok(answer),
                Err(fault) => fault,
            },
            Err(fault) => fault,
        };
        Err(super::RecordError::found(found.place(fault)).into())
    }

    /// Who wins.
    ///
    /// # Errors
    ///
    /// This and all other asks: when the game has no such answer, or it would pass a limit.
    pub fn outcome(&self) -> Result<Outcome, Error> {
        self.ask(Some(Ask::Winner), |position| position.outcome())
    }

    /// The number of different winning first moves.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn winning_count(&self) -> Result<u128, Error> {
        self.ask(Some(Ask::Count), |position| position.count())
    }

    /// Who wins, and in how many first moves.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn verdict(&self) -> Result<Verdict, Error> {
        self.ask(Some(Ask::Verdict), |position| position.verdict())
    }

    /// The Grundy value.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn grundy(&self) -> Result<Value, Error> {
        self.ask(Some(Ask::Grundy), |position| position.grundy())
    }

    /// The Grundy value of each component.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn values(&self) -> Result<Vec<Value>, Error> {
        self.ask(Some(Ask::Values), |position| position.values())
    }

    /// The moves that reach the verdict: winning ones when it is a win, drawing ones when it is a draw.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn winning_moves(&self) -> Result<Vec<Move>, Error> {
        self.ask(Some(Ask::Moves), |position| position.moves())
    }

    /// The first of these moves; when lost, the first legal move; `None` when there is no move.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn best(&self) -> Result<Option<Move>, Error> {
        self.ask(Some(Ask::Best), |position| position.best())
    }

    /// The first legal moves, at most so many.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn legal_moves(&self, most: usize) -> Result<Vec<Move>, Error> {
        let mut moves = Vec::new();
        if most == 0 {
            return Ok(moves);
        }
        self.ask(Some(Ask::Best), |position| {
            position.legal_moves(&mut |mv| {
                moves.push(mv);
                if moves.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        })?;
        Ok(moves)
    }

    /// The heaps from 0 to the one heap at which the player to move loses.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn losing(&self) -> Result<Vec<u64>, Error> {
        self.ask(Some(Ask::Losing), |position| position.losing())
    }

    /// The Grundy values of heaps 0 to the one heap.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn sequence(&self) -> Result<Vec<u64>, Error> {
        self.ask(Some(Ask::Sequence), |position| position.sequence())
    }

    /// The least preperiod and period, proved; `None` when none was found within the limits.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn period(&self) -> Result<Option<Period>, Error> {
        self.ask(Some(Ask::Period), |position| position.period())
    }

    /// In how many ways the end is reached by an odd and by an even number of moves; modulo a number
    /// from 2 to 2⁶² where one is given.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn paths(&self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Error> {
        let ask = Ask::Paths(modulus);
        match modulus {
            Some(modulus) if !(2..=Ask::MAX_MODULUS).contains(&modulus) => Err(Error::Unsupported(ask)),
            _ => self.ask(Some(ask), |position| position.paths(modulus)),
        }
    }

    /// In how many of the positions that the record stands for the player to move loses.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn p_positions(&self) -> Result<BigUint, Error> {
        self.ask(Some(Ask::PPositions), |position| position.p_positions())
    }

    /// How many positions the record stands for.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn positions(&self) -> Result<BigUint, Error> {
        self.ask(Some(Ask::Positions), |position| position.positions())
    }

    /// The position that a legal move leads to.
    ///
    /// # Errors
    ///
    /// When the move is not legal here, and for sums of different games.
    pub fn after(&self, mv: &Move) -> Result<Position<'s>, Error> {
        let mut legal = false;
        self.ask(Some(Ask::Best), |position| {
            position.legal_moves(&mut |other| {
                legal = other == *mv;
                if legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })?;
        let subject = self.subject()?;
        match subject.after(mv).filter(|_| legal) {
            Some(next) => Ok(Position { solver: self.solver, text: next.text().into() }),
            None => {
                let message = format!("{} is not a legal move", answer::move_text(mv));
                let fault = Fault::new(crate::record::Place::Game, message, "`legal_moves` lists them");
                Err(Error::of(self.text.as_bytes(), 0..0, fault))
            }
        }
    }

    /// Why the verdict holds, in lines that a person can follow.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`], and for sums of different games.
    pub fn explain(&self) -> Result<Vec<String>, Error> {
        let mut subject = self.subject()?;
        explain::explain(&mut subject, &self.solver.context)
            .map_err(|fault| super::RecordError::found(subject.diagnostic(fault)).into())
    }

    /// The record of the position.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    fn subject(&self) -> Result<Subject<'_>, Error> {
        Subject::read(self.text.as_bytes(), &self.solver.context)
            .map_err(|diagnostic| super::RecordError::found(diagnostic).into())
    }
}

/// What is said of a text without a record.
fn no_record() -> Diagnostic {
    Diagnostic::new(1, b"", SyntaxError::new(0..0, "there is no record here", "a record is `nim: 3 4 5`"))
}
