//! A position of opened rules, ready to be asked.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them"
)]

use std::sync::Arc;

use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_rules::rewrite::{LetterBoard, Rewriting};

use crate::definition::{Breach, Definition, RewriteMove};
use crate::ground::Ground;
use crate::mex::{MexStop, MexTable};
use crate::outcomes::OutcomeTable;
use crate::slow::WholePositions;

/// The largest number of cells of a position.
pub const MAX_LETTER_CELLS: u64 = 1 << 20;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RewriteFault {
    /// A limit would be passed.
    Limit(Limit),
    /// Something forbids the position.
    Breach(Breach),
    /// Play can return to a position that it left.
    Returns(PlayReturn),
}

impl From<Limit> for RewriteFault {
    fn from(limit: Limit) -> Self {
        RewriteFault::Limit(limit)
    }
}

/// A way in which play returns to a position that it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayReturn {
    /// The moves that lead from the record's position to the one that is left and met again; often there are none.
    pub approach: Vec<RewriteMove>,
    /// The letters of that position.
    pub letters: Vec<u8>,
    /// The moves that lead from it back to it, at least two.
    pub moves: Vec<RewriteMove>,
}

/// Rules that were opened, ready for positions.
#[derive(Debug)]
pub struct Rewrites {
    definition: Arc<Definition>,
}

/// The binary logarithm of the steps of a record after which it is asked whether its solve is to end.
const POSITION_BLOCK_LOG: u32 = 16;

impl Rewrites {
    /// Opens rules.
    pub fn new(rules: &Rewriting) -> Rewrites {
        Rewrites {
            definition: Arc::new(Definition::new(rules)),
        }
    }

    /// Opens a position: a row or a board, or the letters of the vertices of the graph.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, or it has more than [`MAX_LETTER_CELLS`] cells.
    pub fn position(
        &self,
        board: &LetterBoard,
        budget: Budget,
    ) -> Result<RewritePosition, RewriteFault> {
        if board.cells() > MAX_LETTER_CELLS {
            return Err(Limit::fixed(format!(
                "positions of up to {MAX_LETTER_CELLS} cells are solved under these rules, not of {}",
                board.cells()
            ))
            .into());
        }
        let rows = board.rows() as usize;
        let ground = self.definition.ground(rows, board.columns() as usize);
        let letters = board.letters();
        if let Some(breach) = self.definition.breach(&ground, &letters) {
            return Err(RewriteFault::Breach(breach));
        }
        Ok(RewritePosition {
            definition: Arc::clone(&self.definition),
            ground,
            rows,
            letters,
            moves: None,
            values: MexTable::new(budget.memory),
            outcomes: OutcomeTable::new(budget.memory),
            account: StepMeter::new(budget.work, POSITION_BLOCK_LOG),
        })
    }
}

/// A position of opened rules, ready to be asked.
#[derive(Debug)]
pub struct RewritePosition {
    definition: Arc<Definition>,
    ground: Ground,
    rows: usize,
    letters: Vec<u8>,
    /// The moves, once they are listed.
    moves: Option<Vec<RewriteMove>>,
    values: MexTable<Vec<u8>>,
    outcomes: OutcomeTable<Vec<u8>>,
    account: StepMeter,
}

impl RewritePosition {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.letters.len() / self.rows
    }

    /// Lists the moves, each once, in the order of their cells and letters.
    ///
    /// # Errors
    ///
    /// Fails when they would pass the limit of work.
    pub fn moves(&mut self) -> Result<&[RewriteMove], RewriteFault> {
        if self.moves.is_none() {
            let moves = self
                .definition
                .moves(&self.ground, &self.letters, &mut self.account)?;
            self.moves = Some(moves);
        }
        Ok(self.moves.as_deref().unwrap_or_default())
    }

    /// Returns the position after the move of this number.
    ///
    /// # Errors
    ///
    /// Fails when listing the moves would pass the limit of work.
    pub fn left_by(&mut self, mv: usize) -> Result<LetterBoard, RewriteFault> {
        let left = self.letters_after(Some(mv))?;
        Ok(LetterBoard::board(self.rows, &left))
    }

    /// Returns the steps taken so far.
    pub fn spent(&self) -> u64 {
        self.account.spent()
    }

    /// Returns the value.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn value(&mut self) -> Result<u32, RewriteFault> {
        self.value_after(None)
    }

    /// Returns whether the value is this one.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn is(&mut self, value: u32) -> Result<bool, RewriteFault> {
        Ok(self.value()? == value)
    }

    /// Returns whether the move of this number leads to a position of this value.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn leads_to(&mut self, mv: usize, value: u32) -> Result<bool, RewriteFault> {
        Ok(self.value_after(Some(mv))? == value)
    }

    /// Returns whether the player to move wins under misère play.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere(&mut self) -> Result<bool, RewriteFault> {
        self.outcome_after(None)
    }

    /// Returns whether the player to move wins under misère play after the move of this number.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere_after(&mut self, mv: usize) -> Result<bool, RewriteFault> {
        self.outcome_after(Some(mv))
    }

    /// Returns the least value that is not excluded yet, if that is known.
    pub fn least(&mut self) -> Option<u32> {
        None
    }

    /// Returns the letters of the position, or of the one after a move.
    fn letters_after(&mut self, mv: Option<usize>) -> Result<Vec<u8>, RewriteFault> {
        let Some(mv) = mv else {
            return Ok(self.letters.clone());
        };
        let mv = self.moves()?[mv].clone();
        Ok(mv.apply(&self.letters))
    }

    /// Returns the value of the position, or of the one after a move.
    fn value_after(&mut self, mv: Option<usize>) -> Result<u32, RewriteFault> {
        let letters = self.letters_after(mv)?;
        let game = WholePositions {
            definition: &self.definition,
            rows: self.rows,
        };
        match self.values.value(&game, &letters, &mut self.account) {
            Ok(value) => Ok(value),
            Err(MexStop::Limit(limit)) => Err(limit.into()),
            Err(MexStop::Return(positions)) => Err(self.play_return(&positions)),
        }
    }

    /// Returns who wins the position, or the one after a move, under misère play.
    fn outcome_after(&mut self, mv: Option<usize>) -> Result<bool, RewriteFault> {
        // Finding a value shows that play ends.
        self.value_after(None)?;
        let letters = self.letters_after(mv)?;
        let game = WholePositions {
            definition: &self.definition,
            rows: self.rows,
        };
        Ok(self.outcomes.wins(&game, &letters, &mut self.account)?)
    }

    /// Makes the fault of a return through these positions.
    fn play_return(&mut self, positions: &[Vec<u8>]) -> RewriteFault {
        let mut moves = Vec::new();
        for (i, letters) in positions.iter().enumerate() {
            let next = &positions[(i + 1) % positions.len()];
            let ground = self.definition.ground(self.rows, letters.len() / self.rows);
            match self.definition.moves(&ground, letters, &mut self.account) {
                Ok(list) => moves.extend(list.into_iter().find(|mv| mv.apply(letters) == *next)),
                Err(limit) => return limit.into(),
            }
        }
        RewriteFault::Returns(PlayReturn {
            approach: Vec::new(),
            letters: positions[0].clone(),
            moves,
        })
    }
}
