//! One typed method for each ask.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use smallvec::smallvec;

use super::{Asks, Error, Solver};
use crate::batch::first_record;
use crate::explain;
use crate::games::{self, Instance, Visit};
use crate::language::{Diagnostic, SyntaxError, answer};
use crate::picture::{self, Chart, Part, Show};
use crate::record::{Ask, AskSet, Fault, Field, Move, Numbers, Outcome, Period, Value, Verdict};
use crate::subject::Subject;
use crate::sync::interrupt::Checked;

/// The most legal moves that are looked through for one.
const MAX_LOOKED_AT: u64 = 1 << 24;

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
    /// Moves that lead from the record to here, where no record says what they left.
    played: Box<[Move]>,
}

impl<'s> Position<'s> {
    pub(super) fn open(solver: &'s Solver, text: &str) -> Result<Self, Error> {
        let position = Position::unread(solver, text);
        position.ask(None, |_| Ok(()))?;
        Ok(position)
    }

    pub(super) fn reopened(solver: &'s Solver, text: &str, played: &[Move]) -> Self {
        Position { solver, text: text.into(), played: played.into() }
    }

    pub(super) fn unread(solver: &'s Solver, text: &str) -> Self {
        Position { solver, text: text.into(), played: Box::default() }
    }

    /// Whether the game has an answer to this ask.
    pub fn answers(&self, ask: Ask) -> bool {
        let found = first_record(self.text.as_bytes(), &self.solver.context.catalogue);
        matches!(found, Some(Ok(found)) if found.statement.answers().contains(ask))
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
        if !self.played.is_empty() {
            return self.ask_played(ask, answer);
        }
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

    /// Asks a position that only moves lead to.
    fn ask_played<T>(
        &self,
        ask: Option<Ask>,
        answer: impl FnOnce(&mut dyn Instance) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let mut subject = self.subject()?;
        if let Some(verdict) = subject.game.ended(&subject.record) {
            let unsupported = ask.filter(|&ask| !AskSet::EVERY_GAME.contains(ask)).map(Error::Unsupported);
            let answered = answer(&mut Ended(verdict));
            return answered.map_err(|fault| unsupported.unwrap_or_else(|| wrong(&subject, fault)));
        }
        if let Some(ask) = ask {
            if !subject.signature().asks.contains(ask) {
                return Err(Error::Unsupported(ask));
            }
            subject.record.asks = smallvec![ask];
        }
        let opened = subject.game.open(&subject.record, &self.solver.context);
        let answered = opened.and_then(|mut instance| answer(&mut *instance));
        answered.map_err(|fault| wrong(&subject, fault))
    }

    /// Everything that is asked, in order, whatever the record itself asks.
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
    /// As [`Position::outcome`], for the first ask that has no answer.
    pub fn fields(&self, asks: &Asks) -> Result<Vec<Field>, Error> {
        asks.as_slice()
            .iter()
            .map(|&ask| self.ask(Some(ask), |position| games::answer(position, ask)))
            .collect()
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

    /// The first legal moves, at most `most`.
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

    /// The sequence in the narrowest unsigned type that holds it: a tenth of a second for 10⁷ values of a
    /// game whose period is known, without another copy.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let numbers = solver.position("kayles: 5")?.narrow_sequence()?;
    /// assert_eq!(numbers, grundy::Numbers::U8(vec![0, 1, 2, 3, 1, 4]));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn narrow_sequence(&self) -> Result<Numbers, Error> {
        self.ask(Some(Ask::Sequence), |position| position.narrow_sequence())
    }

    /// The position drawn as a map of who wins: the part in the window, or what fits 4096 rows and columns.
    ///
    /// ```
    /// use grundy::map::{Kind, Show};
    ///
    /// let solver = grundy::Solver::default();
    /// let mut chart = solver.position("king 2x2 damaged 1,2: 2,2")?.chart(None, Show::Values)?;
    /// assert_eq!((chart.rows(), chart.cols), (2, 2));
    /// assert_eq!(chart.cell(0, 1).kind, Kind::Damaged);
    /// let mut svg = Vec::new();
    /// grundy::map::write_svg(&mut chart, Show::Values, &mut svg)?;
    /// assert!(svg.starts_with(b"<svg"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the positions of this game are not drawn, or the chart or a value in it would pass a limit.
    pub fn chart(&self, part: Option<Part>, show: Show) -> Result<Chart, Error> {
        let mut subject = self.subject()?;
        picture::chart(&mut subject, &self.solver.context, part, picture::MAX_SIDE, show)
            .map_err(|fault| wrong(&subject, fault))
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
    /// When the move is not legal here, for sums of different games, and where there are more than 2²⁴
    /// legal moves before it and it is not [`Position::best`].
    pub fn after(&self, mv: &Move) -> Result<Position<'s>, Error> {
        self.after_found(&answer::move_text(mv), |other| other == mv)
    }

    /// The position after a move that is written as answers write it: `1:3>1`.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let next = solver.position("nim: 3 4 5")?.after_text("1:3>1")?;
    /// assert_eq!(next.as_str(), "nim: 1 4 5");
    /// assert!(next.after_text("1:5>1").is_err());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Position::after`].
    pub fn after_text(&self, mv: &str) -> Result<Position<'s>, Error> {
        self.after_found(mv, |other| answer::move_text(other) == mv)
    }

    /// The position after the legal move of which this is true.
    fn after_found(&self, text: &str, is_it: impl Fn(&Move) -> bool) -> Result<Position<'s>, Error> {
        let wrong = |message: String| {
            let fault = Fault::new(crate::record::Place::Game, message, "`legal_moves` lists them");
            Error::of(self.text.as_bytes(), 0..0, fault)
        };
        let (mut found, mut seen, mut steps) = (self.best()?.filter(&is_it), 0, Checked::default());
        if found.is_none() {
            self.ask(Some(Ask::Best), |position| {
                position.legal_moves(&mut |other| {
                    steps.step();
                    seen += 1;
                    found = Some(other).filter(&is_it);
                    if found.is_some() || seen > MAX_LOOKED_AT {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                })
            })?;
        }
        let Some(mv) = found else {
            return Err(wrong(match seen > MAX_LOOKED_AT {
                true => format!("{text} is not among the first {MAX_LOOKED_AT} legal moves"),
                false => format!("{text} is not a legal move"),
            }));
        };
        match self.subject()?.after(&mv) {
            Some(next) => {
                let here = &next.record.position;
                let opened = here.opened.iter().flatten().any(|&opened| opened);
                let taken = here.taken.as_ref().is_some_and(|taken| !taken.is_empty());
                if !taken && !opened && next.game.ended(&next.record).is_none() {
                    return Ok(Position::unread(self.solver, &next.text()));
                }
                let played = self.played.iter().cloned().chain([mv]).collect();
                Ok(Position { solver: self.solver, text: self.text.clone(), played })
            }
            None => Err(wrong(format!("what {text} leads to is not of the form of a record"))),
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

    /// The record of the position; where no record says what moves left, of the position before
    /// [`Position::played`].
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The record in one line, without label and asks, a board by its size, damage and pieces.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let position = solver.position("@a king ..X/.K.: 2,3 ? grundy")?;
    /// assert_eq!(position.line()?, "king 2x3 damaged 1,3: 2,2 2,3");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// For sums of different games.
    pub fn line(&self) -> Result<String, Error> {
        Ok(self.subject()?.text())
    }

    /// The moves that lead from the record to this position, where no record says what they left: bites
    /// of Chomp, branches cut.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let chomp = solver.position("chomp 3x4:")?;
    /// let next = chomp.after(&chomp.best()?.unwrap())?;
    /// assert_eq!((next.as_str(), next.played().len()), ("chomp 3x4:", 1));
    /// assert_eq!(next.outcome()?, grundy::Outcome::Lose);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    fn subject(&self) -> Result<Subject<'_>, Error> {
        let mut subject =
            Subject::read(self.text.as_bytes(), &self.solver.context).map_err(super::RecordError::found)?;
        for mv in &self.played {
            // Each was legal when it was made.
            subject = subject.after(mv).ok_or(Error::Unsupported(Ask::Best))?;
        }
        Ok(subject)
    }
}

fn wrong(subject: &Subject<'_>, fault: Fault) -> Error {
    super::RecordError::found(subject.diagnostic(fault)).into()
}

/// A position where play is over whatever could still be moved.
struct Ended(Verdict);

impl Instance for Ended {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(self.0.outcome())
    }

    fn count(&mut self) -> Result<u128, Fault> {
        Ok(0)
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        Ok(Vec::new())
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        Ok(None)
    }

    fn legal_moves(&mut self, _: &mut Visit<'_>) -> Result<(), Fault> {
        Ok(())
    }
}

/// The error of a text without a record.
fn no_record() -> Diagnostic {
    Diagnostic::new(1, b"", SyntaxError::new(0..0, "there is no record here", "a record is `nim: 3 4 5`"))
}
