//! A position of a game: its record, and the record opened for asks.

mod answers;
mod held;
mod moves;
mod words;

pub use moves::Moves;

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::smallvec;

use crate::first::{at_beginning, first, first_line, no_record};
use crate::game;
use crate::{Error, RecordError};
use grundy_base::edge::Edge;
use grundy_batch::first_record;
use grundy_games::questions::legal::Legal;
use grundy_games::questions::p_list;
use grundy_games::{Context, Game};
use grundy_language::{Diagnostic, SyntaxError, print};
use grundy_record::{
    Ask, AskSet, Fault, Keyword, Modifiers, Move, Place, Record, Rules, Signature, Slot,
    keep_account, take_apart,
};
use grundy_rules::tree::Rule;
use held::Held;

/// The longest text of a record whose moves are made, in bytes: a board of 8192 × 8192 cells.
const MAX_TEXT: usize = 1 << 26;

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
/// assert!(matches!(position.period(), Err(Error::Unsupported(_))));
/// let misere = solver.position("rules [n] -> [n-1] ; misere: 5")?;
/// assert!(matches!(misere.grundy(), Err(Error::Unsupported(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Position<'s> {
    /// The solver's games, limits and tables.
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

/// The form in which a position is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The record is opened.
    Plain,
    /// The text is opened: a board in rows is solved faster than lists of its cells.
    Drawn,
    /// The text is opened: it is a sum of different games, which has these asks, and the record is that of the first.
    Sum(AskSet),
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
            Form::Sum(statement.answers())
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
    /// Fails if the record is wrong, or longer than a record may be, or a sum of different games.
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
            Form::Sum(_) => {
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

    /// Lists the vertices to which an edge, or an arc, leads from a vertex.
    pub(crate) fn neighbours(&self, vertex: u64) -> Vec<u64> {
        let is_directed = self.signature().has(Slot::Arcs);
        let mut found = Vec::new();
        for edge in self.record().rules.edges() {
            let Edge { from, to } = edge.map(u64::from);
            if from == vertex {
                found.push(to);
            }
            if to == vertex && !is_directed {
                found.push(from);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Finds the user-defined rule that the record or its name gives, and says whether positions have Grundy values.
    #[doc(hidden)]
    pub fn own_rule(&self) -> Option<(&Rule, bool)> {
        let rule: &Rule = match self.record.rules.own() {
            Some(own) => own.rule.as_ref(),
            None => &self.signature().own_rule()?.rule,
        };
        Some((
            rule,
            rule.has_values() && !self.record.modifiers.has(Keyword::Misere),
        ))
    }

    /// Returns what says which numbers are positions under these rules.
    #[doc(hidden)]
    pub fn legal(&self) -> Legal {
        Legal::of(self.signature(), &self.record)
    }

    /// Finds the rule that defines the game, user-defined or not, with its text; none if the record says more.
    #[doc(hidden)]
    pub fn definition(&self) -> Option<(&str, Cow<'_, Rule>)> {
        p_list::defining_rule(self.signature(), &self.record)
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

    /// Refuses ranges, for what is about one position.
    pub(crate) fn expect_one(&self) -> Result<(), Error> {
        if !self.record().varies() {
            return Ok(());
        }
        Err(self.wrong(
            "ranges stand for many positions, and one is expected here",
            "write a number in the place of each range; the lost ones of many are listed by `grundy` with the ask `p-list`",
        ))
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
    /// Fails for sums of different games.
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
