//! One record at hand: read, asked again and again, moved on. What playing, explaining and drawing
//! share.
//!
//! A board in text is kept as its size, its damaged cells and its pieces, so that a move is a change
//! of one piece.

mod read;

pub use read::MAX_TEXT;

use std::ops::ControlFlow;

use smallvec::smallvec;

use crate::games::{Context, Game};
use crate::language::{Diagnostic, SyntaxError, locate, print};
use crate::record::{Ask, Fault, Field, Keyword, Move, Position, Record, Signature, Verdict};

/// A record of a game, and the position it has come to.
#[derive(Clone)]
pub struct Subject<'t> {
    /// Its game.
    pub game: &'static dyn Game,
    /// Its rules and position.
    pub record: Record<'t>,
}

/// Legal moves, all or the first of many.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves, in the order answers list them.
    pub moves: Vec<Move>,
    /// Whether there are more.
    pub more: bool,
}

impl<'t> Subject<'t> {
    /// Reads the first record of a text; the rows of its board follow it where its header says so.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, in its own lines and columns.
    pub fn read(text: &'t [u8], context: &Context) -> Result<Self, Diagnostic> {
        read::first(text, context)
    }

    /// What the language knows of its game.
    pub fn signature(&self) -> &'static Signature {
        self.game.signature()
    }

    /// Whether the game is called so.
    pub fn is(&self, name: &str) -> bool {
        self.signature().name == name
    }

    /// The answer to an ask.
    ///
    /// # Errors
    ///
    /// When the position breaks the rules, or the answer would pass a limit.
    pub fn ask(&mut self, context: &Context, ask: Ask) -> Result<Field, Fault> {
        self.record.asks = smallvec![ask];
        self.game.open(&self.record, context)?.answer(ask)
    }

    /// Who wins; also where play has ended below the least heap a record may start from.
    ///
    /// # Errors
    ///
    /// As for [`Subject::ask`].
    pub fn verdict(&mut self, context: &Context) -> Result<Verdict, Fault> {
        if let Some(verdict) = self.ended_at_left() {
            return Ok(verdict);
        }
        match self.ask(context, Ask::Verdict)? {
            Field::Verdict(verdict) => Ok(verdict),
            _ => Err(unexpected(Ask::Verdict)),
        }
    }

    /// The moves that reach the verdict: winning ones, or drawing ones.
    ///
    /// # Errors
    ///
    /// As for [`Subject::ask`].
    pub fn best_moves(&mut self, context: &Context) -> Result<Vec<Move>, Fault> {
        if self.ended_at_left().is_some() {
            return Ok(Vec::new());
        }
        match self.ask(context, Ask::Moves)? {
            Field::Moves(moves) => Ok(moves),
            _ => Err(unexpected(Ask::Moves)),
        }
    }

    /// The first legal moves, at most so many.
    ///
    /// # Errors
    ///
    /// As for [`Subject::ask`].
    pub fn legal_moves(&mut self, context: &Context, most: usize) -> Result<Moves, Fault> {
        let mut found = Moves::default();
        if self.ended_at_left().is_some() {
            return Ok(found);
        }
        self.record.asks = smallvec![Ask::Verdict];
        self.game.open(&self.record, context)?.legal_moves(&mut |mv| {
            if found.moves.len() == most {
                found.more = true;
                return ControlFlow::Break(());
            }
            found.moves.push(mv);
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// What the end of play means for the player to move, who has no move.
    pub fn verdict_without_moves(&self) -> Verdict {
        if let Some(verdict) = self.ended_at_left() {
            verdict
        } else if self.record.rules.misere {
            Verdict::Win(0)
        } else if self.record.rules.left.is_some() {
            Verdict::Draw
        } else {
            Verdict::Lose
        }
    }

    /// With `left n`, play ends at n and below, whether or not something could still be taken.
    fn ended_at_left(&self) -> Option<Verdict> {
        let left = self.record.rules.left?;
        let &heap = self.record.position.numbers.first()?;
        match heap.cmp(&left) {
            std::cmp::Ordering::Greater => None,
            std::cmp::Ordering::Less if self.record.rules.overshoot => Some(Verdict::Draw),
            _ => Some(Verdict::Lose),
        }
    }

    /// Goes to another position, and gives back the one it was in.
    pub fn go_to(&mut self, position: Position) -> Position {
        std::mem::replace(&mut self.record.position, position)
    }

    /// The same rules at the position a move leads to.
    pub fn after(&self, mv: &Move) -> Option<Subject<'t>> {
        let position = self.record.position.after(mv)?;
        let record = Record { rules: self.record.rules.clone(), position, asks: smallvec![Ask::Verdict] };
        Some(Subject { game: self.game, record })
    }

    /// The record in one line, without label and asks.
    pub fn text(&self) -> String {
        let mut out = Vec::new();
        print::write(self.signature(), None, &self.record, &[], &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// A fault of this record, shown in its line.
    pub fn diagnostic(&self, fault: Fault) -> Diagnostic {
        let line = self.text();
        let span = locate(line.as_bytes(), fault.place);
        let error = SyntaxError { span, message: fault.message, help: fault.help };
        Diagnostic::new(1, line.as_bytes(), error)
    }

    /// Whether the game knows a keyword.
    pub fn knows(&self, keyword: Keyword) -> bool {
        self.signature().keywords.contains(&keyword)
    }
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Subject").field(&self.text()).finish()
    }
}

/// The fault of a game that answers something else than was asked.
pub fn unexpected(ask: Ask) -> Fault {
    Fault::new(
        crate::record::Place::Game,
        format!("the game does not answer `{ask}` here"),
        "please report this record as a bug",
    )
}
