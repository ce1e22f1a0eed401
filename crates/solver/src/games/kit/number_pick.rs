//! Positions whose moves are numbers, each won or lost on its own: every ask about them.

use super::listing::{MOST_MOVES, too_many_moves};
use crate::games::{Instance, Visit};
use crate::record::{Fault, Move, Outcome};

/// A position in which a move names a number.
pub trait NumberPick {
    /// What tells the winning moves.
    type Solution;

    /// The legal moves, ascending.
    fn legal(&self) -> Box<dyn Iterator<Item = u32> + '_>;

    /// Finds out which moves win. Called once, and only when there are legal moves.
    ///
    /// # Errors
    ///
    /// When that would pass a limit.
    fn solve(&self) -> Result<Self::Solution, Fault>;

    /// Whether this legal move wins.
    fn wins(solution: &Self::Solution, number: u32) -> bool;
}

/// A position and, once something asked for it, its solution.
pub struct SolvedPick<D: NumberPick> {
    position: D,
    solution: Option<D::Solution>,
}

impl<D: NumberPick> SolvedPick<D> {
    pub fn new(position: D) -> Self {
        SolvedPick { position, solution: None }
    }

    /// The winning moves, ascending.
    fn winning(&mut self) -> Result<impl Iterator<Item = u32> + '_, Fault> {
        if self.solution.is_none() && self.position.legal().next().is_some() {
            self.solution = Some(self.position.solve()?);
        }
        let solution = self.solution.as_ref();
        Ok(self.position.legal().filter(move |&number| solution.is_some_and(|s| D::wins(s, number))))
    }
}

impl<D: NumberPick> Instance for SolvedPick<D> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(if self.winning()?.next().is_some() { Outcome::Win } else { Outcome::Lose })
    }

    fn count(&mut self) -> Result<u128, Fault> {
        Ok(self.winning()?.count() as u128)
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        for number in self.winning()? {
            if moves.len() as u64 == MOST_MOVES {
                return Err(too_many_moves(MOST_MOVES));
            }
            moves.push(Move::Number(u64::from(number)));
        }
        Ok(moves)
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        let winning = self.winning()?.next();
        let best = winning.or_else(|| self.position.legal().next());
        Ok(best.map(|number| Move::Number(u64::from(number))))
    }

    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        // Broken off or run out: either way the visit is over.
        let _ = self.position.legal().try_for_each(|number| visit(Move::Number(u64::from(number))));
        Ok(())
    }
}
