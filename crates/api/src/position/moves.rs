//! The moves of a position, and the positions that they lead to.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Position;
use crate::Error;
use crate::first::at_beginning;
use grundy_base::sync::interrupt::Checked;
use grundy_games::{Goal, Visit, list_moves};
use grundy_record::text::move_text;
use grundy_record::{Ask, Move, Verdict, keep_account};

/// The most legal moves that are looked through for one.
const MAX_MOVES_LOOKED_AT: usize = 1 << 24;

/// Legal moves, all or the first of many.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves, in the order in which answers list them.
    pub moves: Vec<Move>,
    /// Whether there are more.
    pub more: bool,
}

/// The result of looking for a move.
enum FoundMove {
    /// The move.
    Found(Move),
    /// The move is not among the first legal ones, of which there are more than are looked at.
    NotAmongFirst,
    /// No legal move is the one looked for.
    Illegal,
}

impl<'s> Position<'s> {
    /// Lists the moves that reach the verdict: winning ones when it is a win, drawing ones when it is a draw.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
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
    /// Fails as [`Position::outcome`] does.
    pub fn best(&self) -> Result<Option<Move>, Error> {
        self.ask(Ask::Best, |position| position.best())
    }

    /// Lists the first legal moves, at most `most`.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does.
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

    /// Visits the legal moves, in the order in which answers list them.
    #[doc(hidden)]
    pub fn each_move(&self, visit: &mut Visit<'_>) -> Result<(), Error> {
        self.ask(Ask::Verdict, |position| position.visit(Goal::Legal, visit))
            .map(drop)
    }

    /// Says who wins if the player to move has no move.
    pub fn verdict_without_moves(&self) -> Verdict {
        self.game.without_moves(&self.record)
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

    /// Makes a legal move, and gives the position that it leads to.
    ///
    /// # Errors
    ///
    /// Fails when the move is not legal here, for sums of different games, and if there are more than 2²⁴
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
    /// Fails as [`Position::after`] does.
    pub fn after_text(&self, mv: &str) -> Result<Position<'s>, Error> {
        self.after_found(mv, |other| move_text(other) == mv)
    }

    /// Finds the first legal move of which this is true, or the best one if it is true of that.
    fn find_move(&self, is_it: impl Fn(&Move) -> bool) -> Result<FoundMove, Error> {
        if let Some(best) = self.best()?
            && is_it(&best)
        {
            return Ok(FoundMove::Found(best));
        }
        let mut found = FoundMove::Illegal;
        let mut seen = 0;
        let mut steps = Checked::default();
        self.each_move(&mut |mv| {
            steps.step();
            seen += 1;
            if is_it(&mv) {
                found = FoundMove::Found(mv);
                return ControlFlow::Break(());
            }
            if seen > MAX_MOVES_LOOKED_AT {
                found = FoundMove::NotAmongFirst;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
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
        let mv = match self.find_move(is_it)? {
            FoundMove::Found(mv) => mv,
            FoundMove::NotAmongFirst => {
                return Err(wrong(format!(
                    "{text} is not among the first {MAX_MOVES_LOOKED_AT} legal moves"
                )));
            }
            FoundMove::Illegal => return Err(wrong(format!("{text} is not a legal move"))),
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
}
