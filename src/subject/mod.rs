//! One record at hand: read, asked again and again, moved on. What playing, explaining and drawing
//! share.
//!
//! A board in text is kept as its size, its damaged cells and its pieces, so that a move is a change
//! of one piece.

mod read;
mod rules;
mod wrap;

pub use read::MAX_TEXT;
pub use wrap::wrap;

use std::ops::ControlFlow;

use smallvec::smallvec;

use crate::games::misere::Classes;
use crate::games::{Catalogue, Context, Game, Instance};
use crate::language::{Diagnostic, SyntaxError, locate, print};
use crate::record::{
    Ask, Fault, Keyword, Move, Outcome, Pattern, Period, Position, Quotient, Record, Signature, Value,
    Verdict,
};
use crate::theory::rules::options::names_of;
use crate::theory::rules::{Meter, Outcome as Ending, Rule};

/// A record of a game, and the position it has come to.
#[derive(Clone)]
pub struct Subject<'t> {
    /// Its game.
    pub game: &'t dyn Game,
    /// Its rules and position.
    pub record: Record<'t>,
    /// The games there are, to find a fault in its line.
    catalogue: &'t Catalogue,
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
    /// If the text is wrong, with its own lines and columns.
    pub fn read(text: &'t [u8], context: &'t Context) -> Result<Self, Diagnostic> {
        read::first(text, context)
    }

    /// The signature of its game.
    pub fn signature(&self) -> &'t Signature {
        self.game.signature()
    }

    /// The user-defined rule that its record or its name gives, and whether positions have Grundy values.
    pub fn own_rule(&self) -> Option<(&Rule, bool)> {
        let rule: &Rule = match &self.record.rules.own {
            Some(own) => own.rule.as_ref(),
            None => self.game.definition()?.1,
        };
        Some((rule, rule.has_values() && !self.record.modifiers.misere))
    }

    /// How play ends by a user-defined rule where there is no move.
    fn ended_by_rule(&self) -> Option<Verdict> {
        let (rule, has_values) = self.own_rule()?;
        if has_values {
            return None;
        }
        let position: Vec<i64> = self
            .record
            .position
            .tuples
            .get(0)?
            .iter()
            .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
            .collect();
        let mut meter = Meter::new(1 << 20);
        Some(match rule.ending(&names_of(&position), &mut meter).ok()? {
            Some(Ending::Lost) => Verdict::Lose,
            Some(Ending::Won) => Verdict::Win(0),
            Some(Ending::Drawn) => Verdict::Draw,
            None if rule.misere || self.record.modifiers.misere => Verdict::Win(0),
            None => Verdict::Lose,
        })
    }

    /// Whether the game is called so.
    pub fn is(&self, name: &str) -> bool {
        self.signature().name == name
    }

    /// Opens the position for one ask and asks it.
    fn asked<T>(
        &mut self,
        context: &Context,
        ask: Ask,
        answer: impl FnOnce(&mut dyn Instance) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.record.asks = smallvec![ask];
        answer(&mut *self.game.open(&self.record, context)?)
    }

    /// Who wins, and in how many first moves; also where play has ended below the least heap a record
    /// may start from.
    ///
    /// # Errors
    ///
    /// This and all asks: when the position breaks the rules, or the answer would pass a limit.
    pub fn verdict(&mut self, context: &Context) -> Result<Verdict, Fault> {
        match self.game.ended(&self.record) {
            Some(verdict) => Ok(verdict),
            None => self.asked(context, Ask::Verdict, |position| position.verdict()),
        }
    }

    /// Who wins; where that is known without the number of winning moves, it is not counted.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`].
    pub fn outcome(&mut self, context: &Context) -> Result<Outcome, Fault> {
        match self.game.ended(&self.record) {
            Some(verdict) => Ok(verdict.outcome()),
            None => self.asked(context, Ask::Winner, |position| position.outcome()),
        }
    }

    /// The moves that reach the verdict: winning ones, or drawing ones.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`].
    pub fn best_moves(&mut self, context: &Context) -> Result<Vec<Move>, Fault> {
        if self.game.ended(&self.record).is_some() {
            return Ok(Vec::new());
        }
        self.asked(context, Ask::Moves, |position| position.moves())
    }

    /// The first of them; a legal move where the position is lost.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`].
    pub fn best(&mut self, context: &Context) -> Result<Option<Move>, Fault> {
        self.asked(context, Ask::Best, |position| position.best())
    }

    /// The Grundy value.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`]; and if the game has no such answer.
    pub fn grundy(&mut self, context: &Context) -> Result<Value, Fault> {
        self.asked(context, Ask::Grundy, |position| position.grundy())
    }

    /// The position in its misère quotient.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`], and where it has none that is known.
    pub fn classes(&mut self, context: &Context) -> Result<Classes, Fault> {
        self.asked(context, Ask::Quotient, |position| position.classes())
    }

    /// The misère quotient of all heaps, or where none was found the largest heap of the last.
    ///
    /// # Errors
    ///
    /// As for [`Subject::classes`].
    pub fn quotient(&mut self, context: &Context) -> Result<Result<Quotient, u64>, Fault> {
        self.asked(context, Ask::Quotient, |position| position.quotient())
    }

    /// The Grundy value of each component.
    ///
    /// # Errors
    ///
    /// As for [`Subject::grundy`].
    pub fn values(&mut self, context: &Context) -> Result<Vec<Value>, Fault> {
        self.asked(context, Ask::Values, |position| position.values())
    }

    /// The period of the game's sequence.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`]; and if the game has no such sequence.
    pub fn period(&mut self, context: &Context) -> Result<Option<Period>, Fault> {
        self.asked(context, Ask::Period, |position| position.period())
    }

    /// What is proved of all positions.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`]; and if the game has no such answer.
    pub fn pattern(&mut self, context: &Context) -> Result<Option<Pattern>, Fault> {
        self.asked(context, Ask::Pattern, |position| position.pattern())
    }

    /// The losing heaps up to the one heap.
    ///
    /// # Errors
    ///
    /// As for [`Subject::period`].
    pub fn losing(&mut self, context: &Context) -> Result<Vec<u64>, Fault> {
        self.asked(context, Ask::Losing, |position| position.losing())
    }

    /// The Grundy values of heaps 0 to the one heap.
    ///
    /// # Errors
    ///
    /// As for [`Subject::period`].
    pub fn sequence(&mut self, context: &Context) -> Result<Vec<u64>, Fault> {
        self.asked(context, Ask::Sequence, |position| position.sequence())
    }

    /// The first legal moves, at most `most`.
    ///
    /// # Errors
    ///
    /// As for [`Subject::verdict`].
    pub fn legal_moves(&mut self, context: &Context, most: usize) -> Result<Moves, Fault> {
        let mut found = Moves::default();
        if self.game.ended(&self.record).is_some() {
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

    /// The outcome for a player who has no move.
    pub fn verdict_without_moves(&self) -> Verdict {
        self.ended_by_rule().unwrap_or_else(|| self.game.without_moves(&self.record))
    }

    /// Goes to another position, and gives back the one it was in.
    pub fn go_to(&mut self, position: Position) -> Position {
        std::mem::replace(&mut self.record.position, position)
    }

    /// These rules at the position that a move leads to.
    pub fn after(&self, mv: &Move) -> Option<Subject<'t>> {
        let position = self.record.position.after(mv)?;
        let Record { rules, modifiers, part, .. } = &self.record;
        let record = Record {
            rules: rules.clone(),
            modifiers: modifiers.clone(),
            position,
            asks: smallvec![Ask::Verdict],
            part: *part,
        };
        Some(Subject { record, ..*self })
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
        let span = locate(line.as_bytes(), self.catalogue, &fault);
        let error = SyntaxError::of(span, fault);
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
