//! A position of a game: one typed method for each ask, and where its moves lead.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use smallvec::smallvec;

use super::game;
use super::opened::{Held, Opened};
use super::{Asks, Error, RecordError};
use crate::chart::{self, MapPart};
use crate::explain;
use grundy_base::sync::interrupt::Checked;
use grundy_batch::{FirstRecord, first_record};
use grundy_games::Classes;
use grundy_games::questions::p_list;
use grundy_games::questions::remoteness::{self, Endgame, Extent};
use grundy_games::{
    self, Context, Game, Goal, OpenPosition, Visit, Visited, list_moves, remoteness_of,
};
use grundy_language::layout::without_end;
use grundy_language::{Diagnostic, SyntaxError, print};
use grundy_picture::{Chart, Show};
use grundy_record::text::move_text;
use grundy_record::{
    Ask, AskSet, Fault, Field, Keyword, Modifiers, Move, Numbers, Outcome, Pattern, Period, Place,
    PositionList, Quotient, Record, Rules, Signature, Value, Verdict, keep_account, take_apart,
};
use grundy_rules::tree::Rule;

/// The most legal moves that are looked through for one.
const MAX_MOVES_LOOKED_AT: usize = 1 << 24;
/// The longest text of a record whose moves are made, in bytes: a board of 8192 × 8192 cells.
pub const MAX_TEXT: usize = 1 << 26;

/// A position of a game, ready to be asked about. Every ask of the language is a method, and answers
/// [`Error::Unsupported`] if the game has no answer to it.
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
/// let misere = solver.position("rules [n] -> [n-1] ; misere: 5")?;
/// assert!(matches!(misere.grundy(), Err(Error::Unsupported(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Position<'s> {
    context: &'s Context,
    /// The game; the first, in a sum of different games.
    game: &'s dyn Game,
    /// The record of that game.
    record: Record<'static>,
    form: Form,
    /// The record as it was written, or as a move left it.
    text: Arc<str>,
    /// The moves that lead from that record to here, if no record says what they left.
    played: Arc<[Move]>,
    /// The openings of this position that are kept for further asks.
    held: Held<'s>,
}

/// Legal moves, all or the first of many.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves, in the order answers list them.
    pub moves: Vec<Move>,
    /// Whether there are more.
    pub more: bool,
}

/// The form in which a position is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The record is opened.
    Plain,
    /// The text is opened: a board in rows is solved faster than lists of its cells.
    Drawn,
    /// The text is opened: it is a sum of different games, and the record is that of the first.
    Sum,
}

impl<'s> Position<'s> {
    /// Reads the first record of a text and checks it against the rules of its game.
    pub(crate) fn open(context: &'s Context, text: &[u8]) -> Result<Self, Error> {
        Position::parse(context, text, true)
    }

    /// Opens the position that moves lead to from a record. What is wrong with the record is found when it is asked.
    pub(super) fn reopened(
        context: &'s Context,
        text: &str,
        played: &[Move],
    ) -> Result<Self, Error> {
        let mut position = Position::parse(context, text.as_bytes(), false)?;
        for mv in played {
            // Each was legal when it was made.
            position = position
                .apart()?
                .option(mv)
                .ok_or(Error::Unsupported(Ask::Best))?;
        }
        Ok(Position {
            text: text.into(),
            played: played.into(),
            ..position
        })
    }

    /// Reads the first record of a text, and checks it against the rules if that is asked.
    fn parse(context: &'s Context, text: &[u8], is_checked: bool) -> Result<Self, Error> {
        let mut found = first(context, text)?;
        found.alone().map_err(RecordError::found)?;
        let statement = &mut found.statement;
        let drawn = statement.record_mut().rows.take().is_some();
        let form = if statement.is_sum() {
            Form::Sum
        } else if drawn {
            Form::Drawn
        } else {
            Form::Plain
        };
        // Only rows of a board cannot be kept, and they were taken out.
        let record = statement.record().owned().unwrap_or_default();
        let Some(game) = context.catalogue.find(&statement.signature().name) else {
            // The statement found the game there.
            return Err(no_record(text));
        };
        let position = Position {
            context,
            game,
            record,
            form,
            text: String::from_utf8_lossy(text).into(),
            played: Arc::default(),
            held: Held::default(),
        };
        if is_checked && let Some(&ask) = position.record.asks.first() {
            position.ask(ask, |_| Ok(()))?;
        }
        Ok(position)
    }

    /// Reads the first record of a text, to play and explain it: with a board in text taken apart.
    ///
    /// # Errors
    ///
    /// If the record is wrong, too long, or a sum of different games.
    #[doc(hidden)]
    pub fn read(text: &[u8], context: &'s Context) -> Result<Self, Error> {
        Position::open(context, text)?.apart()
    }

    /// Takes a board in text apart, and begins an account of what moves take, so that moves can be made one
    /// after another.
    #[doc(hidden)]
    pub fn apart(&self) -> Result<Self, Error> {
        let text = self.text.as_bytes();
        let mut next = self.clone();
        match self.form {
            Form::Plain => {}
            Form::Sum => {
                let help = "look at one game of the sum at a time";
                return Err(at_beginning(text, "a sum of different games", help));
            }
            Form::Drawn if text.len() > MAX_TEXT => {
                let message = "this record is longer than 67108864 bytes";
                let help = "larger boards are solved by `grundy FILE`, which keeps no more of them than it needs";
                return Err(at_beginning(text, message, help));
            }
            Form::Drawn => {
                let mut found = first(self.context, text)?;
                take_apart(found.statement.record_mut())
                    .map_err(|fault| RecordError::found(found.place(fault)))?;
                next.record = found.statement.record().owned().unwrap_or_default();
            }
        }
        next.form = Form::Plain;
        keep_account(
            self.signature(),
            &self.record.modifiers,
            &mut next.record.position,
        );
        if self.played.is_empty() {
            next.text = next.record_line().into();
        }
        Ok(next)
    }

    /// Returns the game; the first, in a sum of different games.
    pub fn game(&self) -> game::Game<'s> {
        game::Game(self.game)
    }

    /// Returns the signature of the game.
    #[doc(hidden)]
    pub fn signature(&self) -> &'s Signature {
        self.game.signature()
    }

    /// Returns the record: its rules and its position.
    #[doc(hidden)]
    pub fn record(&self) -> &Record<'static> {
        &self.record
    }

    /// Returns the games that there are, and what a record may use.
    #[doc(hidden)]
    pub fn context(&self) -> &'s Context {
        self.context
    }

    /// Says whether the game has this name.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.signature().name == name
    }

    /// Says whether a player who cannot move wins.
    #[doc(hidden)]
    pub fn is_misere(&self) -> bool {
        let modifiers = &self.record.modifiers;
        modifiers.has(Keyword::Misere)
            || (self.signature().keywords.contains(&Keyword::Normal)
                && !modifiers.has(Keyword::Normal))
    }

    /// Counts the vertices that the rules give, or the numbers that may be drawn.
    #[doc(hidden)]
    pub fn order(&self) -> Option<u64> {
        self.signature().order(&self.record.rules)
    }

    /// Finds the user-defined rule that the record or its name gives, and says whether positions have Grundy values.
    #[doc(hidden)]
    pub fn own_rule(&self) -> Option<(&Rule, bool)> {
        let rule: &Rule = match self.record.rules.own() {
            Some(own) => own.rule.as_ref(),
            None => &self.signature().own_rule.as_ref()?.rule,
        };
        Some((
            rule,
            rule.has_values() && !self.record.modifiers.has(Keyword::Misere),
        ))
    }

    /// Finds the rule that defines the game, user-defined or not, with its text; none if the record says more.
    #[doc(hidden)]
    pub fn definition(&self) -> Option<(&str, Cow<'_, Rule>)> {
        p_list::defining_rule(self.signature(), &self.record)
    }

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

    /// Puts another position under these rules, to look at it. Errors are still shown in the record of this one.
    #[doc(hidden)]
    pub fn at(&self, position: grundy_record::Position) -> Position<'s> {
        let mut next = self.clone();
        next.record.position = position;
        next.record.asks = smallvec![Ask::Verdict];
        next
    }

    /// Puts this position under other rules or keywords, to look at it.
    pub(crate) fn changed(&self, change: impl FnOnce(&mut Rules, &mut Modifiers)) -> Position<'s> {
        let mut next = self.clone();
        change(&mut next.record.rules, &mut next.record.modifiers);
        next
    }

    /// Puts this position under other limits.
    #[doc(hidden)]
    pub fn within<'a>(&self, context: &'a Context) -> Position<'a>
    where
        's: 'a,
    {
        Position {
            context,
            game: self.game,
            form: self.form,
            text: self.text.clone(),
            played: self.played.clone(),
            record: self.record.clone(),
            held: Held::default(),
        }
    }

    /// Finds the numbers, cells or parts of the position that a move leads to. Whether it is legal is not checked.
    #[doc(hidden)]
    pub fn next(&self, mv: &Move) -> Option<grundy_record::Position> {
        let mut here = self.record.position.clone();
        keep_account(self.signature(), &self.record.modifiers, &mut here);
        here.after(mv)
    }

    /// Makes the position that a move leads to, to look at it. Whether it is legal is not checked.
    pub(crate) fn option(&self, mv: &Move) -> Option<Position<'s>> {
        Some(self.at(self.next(mv)?))
    }

    /// Makes an error of a fault of this record, with its place in the text.
    pub(crate) fn error(&self, fault: Fault) -> Error {
        let found = first_record(self.text.as_bytes(), &self.context.catalogue);
        let diagnostic = match found {
            Some(Ok(found)) => found.place(fault),
            _ => Diagnostic::new(
                1,
                first_line(self.text.as_bytes()),
                SyntaxError::of(0..0, fault),
            ),
        };
        RecordError::found(diagnostic).into()
    }

    /// Makes an error about something that cannot be done with this record.
    #[doc(hidden)]
    pub fn wrong(&self, message: impl Into<String>, help: &'static str) -> Error {
        self.error(Fault::new(Place::Game, message.into(), help))
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
    /// As [`Position::outcome`], for the first ask that has no answer.
    pub fn fields(&self, asks: &Asks) -> Result<Vec<Field>, Error> {
        asks.as_slice().iter().map(|&ask| self.field(ask)).collect()
    }

    /// Answers an ask.
    fn field(&self, ask: Ask) -> Result<Field, Error> {
        match ask {
            Ask::Remoteness => self.remoteness().map(Field::Remoteness),
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
    /// As [`Position::outcome`], and if more positions can come than the limits allow.
    pub fn remoteness(&self) -> Result<Option<u64>, Error> {
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
    /// As [`Position::outcome`].
    pub fn winning_count(&self) -> Result<u128, Error> {
        self.ask(Ask::Count, |position| position.count())
    }

    /// Says who wins, and in how many first moves.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn verdict(&self) -> Result<Verdict, Error> {
        self.ask(Ask::Verdict, |position| position.verdict())
    }

    /// Computes the Grundy value.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn grundy(&self) -> Result<Value, Error> {
        self.ask(Ask::Grundy, |position| position.grundy())
    }

    /// Computes the Grundy value of each component.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn values(&self) -> Result<Vec<Value>, Error> {
        self.ask(Ask::Values, |position| position.values())
    }

    /// Computes the Grundy values of the components of another position under these rules.
    #[doc(hidden)]
    pub fn values_at(&self, position: grundy_record::Position) -> Result<Vec<Value>, Error> {
        let values = self.opened(position, Ask::Values, |position| position.values())?;
        values.map_err(|fault| self.error(fault))
    }

    /// Lists the moves that reach the verdict: winning ones when it is a win, drawing ones when it is a draw.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn winning_moves(&self) -> Result<Vec<Move>, Error> {
        self.ask(Ask::Moves, |position| {
            list_moves(position, &self.context.budget)
        })
    }

    /// Lists the moves that reach the verdict, or the first of them if there are more than an answer lists.
    #[doc(hidden)]
    pub fn some_winning_moves(&self) -> Result<Vec<Move>, Error> {
        self.winning_moves()
            .or_else(|_| Ok(self.best()?.into_iter().collect()))
    }

    /// Finds the first of these moves; when lost, the first legal move; `None` when there is no move.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn best(&self) -> Result<Option<Move>, Error> {
        self.ask(Ask::Best, |position| position.best())
    }

    /// Lists the first legal moves, at most `most`.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn legal_moves(&self, most: usize) -> Result<Vec<Move>, Error> {
        self.first_moves(most).map(|found| found.moves)
    }

    /// Lists the first legal moves, at most `most`, and says whether there are more.
    #[doc(hidden)]
    pub fn first_moves(&self, most: usize) -> Result<Moves, Error> {
        let mut found = Moves::default();
        self.each_move(&mut |mv| {
            if found.moves.len() == most {
                found.more = true;
                return ControlFlow::Break(());
            }
            found.moves.push(mv);
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// Visits the legal moves, in the order answers list them.
    #[doc(hidden)]
    pub fn each_move(&self, visit: &mut Visit<'_>) -> Result<(), Error> {
        self.ask(Ask::Verdict, |position| position.visit(Goal::Legal, visit))
            .map(drop)
    }

    /// Says who wins if the player to move has no move.
    pub fn verdict_without_moves(&self) -> Verdict {
        self.game.without_moves(&self.record)
    }

    /// Lists the heaps from 0 to the one heap at which the player to move loses.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
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
    /// As [`Position::outcome`].
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
    /// As [`Position::outcome`].
    pub fn narrow_sequence(&self) -> Result<Numbers, Error> {
        self.sequence().map(Numbers::from)
    }

    /// Draws the position as a map of who wins: the part in the window, or what fits 4096 rows and columns.
    ///
    /// ```
    /// use grundy::map::{Kind, Show};
    ///
    /// let solver = grundy::Solver::default();
    /// let chart = solver.position("king 2x2 damaged 1,2: 2,2")?.chart(None, Show::Values)?;
    /// assert_eq!((chart.rows(), chart.cols), (2, 2));
    /// assert_eq!(chart.cell(0, 1).kind, Kind::Damaged);
    /// let mut svg = Vec::new();
    /// grundy::map::write_svg(&chart, Show::Values, &mut svg)?;
    /// assert!(svg.starts_with(b"<svg"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the positions of this game are not drawn, or the chart or a value in it would pass a limit.
    pub fn chart(&self, part: Option<MapPart>, show: Show) -> Result<Chart, Error> {
        chart::chart(&self.apart()?, part, chart::MAX_CHART_SIDE, show)
    }

    /// Finds the least preperiod and period, proved; `None` when none was found within the limits.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
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
    /// As [`Position::outcome`].
    pub fn paths(&self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Error> {
        let ask = Ask::Paths(modulus);
        if modulus.is_some_and(|modulus| !(2..=Ask::MAX_MODULUS).contains(&modulus)) {
            return Err(Error::Unsupported(ask));
        }
        let Field::Paths { odd, even, .. } = self.field(ask)? else {
            return Err(Error::Unsupported(ask));
        };
        Ok((odd, even))
    }

    /// Counts the positions, among those that the record stands for, in which the player to move loses.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
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
    /// As [`Position::outcome`], and if there are more than ten million.
    pub fn p_list(&self) -> Result<PositionList, Error> {
        p_list::of(self.game, self.record(), self.context).map_err(|fault| self.error(fault))
    }

    /// Counts the positions that the record stands for.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn positions(&self) -> Result<BigUint, Error> {
        self.ask(Ask::Positions, |position| position.positions(false))
    }

    /// Makes a legal move, and gives the position that it leads to.
    ///
    /// # Errors
    ///
    /// When the move is not legal here, for sums of different games, and if there are more than 2²⁴
    /// legal moves before it and it is not [`Position::best`].
    pub fn after(&self, mv: &Move) -> Result<Position<'s>, Error> {
        self.after_found(&move_text(mv), |other| other == mv)
    }

    /// Makes a move that is written as answers write it: `1:3>1`.
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
        self.after_found(mv, |other| move_text(other) == mv)
    }

    /// Makes the first legal move of which this is true.
    fn after_found(
        &self,
        text: &str,
        is_it: impl Fn(&Move) -> bool,
    ) -> Result<Position<'s>, Error> {
        let wrong = |message: String| {
            at_beginning(self.text.as_bytes(), message, "`legal_moves` lists them")
        };
        let mut found = self.best()?.filter(&is_it);
        let mut seen = 0;
        let mut steps = Checked::default();
        if found.is_none() {
            self.each_move(&mut |other| {
                steps.step();
                seen += 1;
                found = Some(other).filter(&is_it);
                if found.is_some() || seen > MAX_MOVES_LOOKED_AT {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
        }
        let Some(mv) = found else {
            return Err(wrong(if seen > MAX_MOVES_LOOKED_AT {
                format!("{text} is not among the first {MAX_MOVES_LOOKED_AT} legal moves")
            } else {
                format!("{text} is not a legal move")
            }));
        };
        let Some(mut next) = self.apart()?.option(&mv) else {
            return Err(wrong(format!(
                "the position after {text} is not of the form of a record"
            )));
        };
        let position = &next.record.position;
        let opened = position.opened.iter().flatten().any(|&opened| opened);
        let taken = position
            .taken
            .as_ref()
            .is_some_and(|taken| !taken.is_empty());
        if taken || opened || next.game.ended(&next.record).is_some() {
            next.text = self.text.clone();
            next.played = self.played.iter().cloned().chain([mv]).collect();
        } else {
            next.text = next.record_line().into();
            next.played = Arc::default();
        }
        Ok(next)
    }

    /// Solves all positions that can be reached from this one; `None` if they are more than the extent.
    pub(crate) fn endgame(&self, extent: Extent) -> Result<Option<Endgame>, Error> {
        let endgame = Endgame::new(&[(self.game, &self.record)], extent, self.context);
        endgame.map_err(|fault| self.error(fault))
    }

    /// Explains why the verdict holds, in lines that a person can follow.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`], and for sums of different games.
    pub fn explain(&self) -> Result<Vec<String>, Error> {
        explain::explain(&self.apart()?)
    }

    /// Returns the record of the position; if no record says what moves left, of the position before
    /// [`Position::played`].
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Writes the record in one line, without label and asks, a board by its size, damage and pieces.
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
        match self.form {
            Form::Plain => Ok(self.record_line()),
            _ => Ok(self.apart()?.record_line()),
        }
    }

    /// Writes the record in one line, without label and asks.
    #[doc(hidden)]
    pub fn record_line(&self) -> String {
        let mut out = Vec::new();
        print::write_game(self.signature(), &self.record, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Lists the moves that lead from the record to this position, if no record says what they left: bites
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
}

impl std::fmt::Debug for Position<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = f.debug_tuple("Position");
        out.field(&self.text);
        if self.played.is_empty() {
            out.finish()
        } else {
            out.field(&self.played).finish()
        }
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

/// Reads the first record of a text.
pub(super) fn first<'t>(context: &'t Context, text: &'t [u8]) -> Result<FirstRecord<'t>, Error> {
    match first_record(text, &context.catalogue) {
        Some(found) => Ok(found.map_err(RecordError::found)?),
        None => Err(no_record(text)),
    }
}

/// Makes the error of a text without a record.
fn no_record(text: &[u8]) -> Error {
    at_beginning(
        text,
        "there is no record here",
        "a record is a line such as `nim: 3 4 5`",
    )
}

/// Makes an error at the beginning of a text.
fn at_beginning(text: &[u8], message: impl Into<Cow<'static, str>>, help: &'static str) -> Error {
    RecordError::new(1, first_line(text), SyntaxError::new(0..0, message, help)).into()
}

/// Cuts off the first line of a text, without its end.
pub(super) fn first_line(text: &[u8]) -> &[u8] {
    without_end(
        text.split_inclusive(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default(),
    )
}
