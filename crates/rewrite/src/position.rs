//! A position of opened rules, ready to be asked.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them"
)]

use std::sync::Arc;

use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_rules::rewrite::{LetterBoard, Rewriting};

use crate::definition::{Breach, Definition, RewriteMove};
use crate::engine::{Engine, EngineRequest, EngineStop, engine};
use crate::ground::Ground;
use crate::mex::{MexStop, MexTable, ReturnPath};
use crate::slow::{WholeEngine, WholePositions};
use crate::words::{WordEngine, WordTable};

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
    /// The moves that lead from it back to it, at least one.
    pub moves: Vec<RewriteMove>,
}

/// Rules that were opened, ready for positions.
#[derive(Debug)]
pub struct Rewrites {
    definition: Arc<Definition>,
    /// Whether all positions are solved by the definition.
    is_slow: bool,
    /// Whether NoGo is solved by its own planes.
    has_nogo: bool,
}

/// The binary logarithm of the steps of a record after which it is asked whether its solve is to end.
const POSITION_BLOCK_LOG: u32 = 16;

impl Rewrites {
    /// Opens rules.
    pub fn new(rules: &Rewriting) -> Rewrites {
        Rewrites {
            definition: Arc::new(Definition::new(rules)),
            is_slow: false,
            has_nogo: true,
        }
    }

    /// Opens rules whose positions are solved by the definition alone, which takes long.
    #[cfg(test)]
    pub(crate) fn by_definition(rules: &Rewriting) -> Rewrites {
        Rewrites {
            is_slow: true,
            ..Rewrites::new(rules)
        }
    }

    /// Opens rules whose positions are solved by the parts of any rules, also if they are those of NoGo.
    #[cfg(test)]
    pub(crate) fn without_nogo(rules: &Rewriting) -> Rewrites {
        Rewrites {
            has_nogo: false,
            ..Rewrites::new(rules)
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
        let engine = self.engine(&ground, rows, &letters, budget)?;
        Ok(RewritePosition {
            definition: Arc::clone(&self.definition),
            ground,
            rows,
            letters,
            moves: None,
            engine,
            budget,
            account: StepMeter::new(budget.work, POSITION_BLOCK_LOG),
        })
    }

    /// Makes the engine of a position.
    fn engine(
        &self,
        ground: &Ground,
        rows: usize,
        letters: &[u8],
        budget: Budget,
    ) -> Result<Box<dyn Engine>, Limit> {
        let definition = &self.definition;
        if !self.is_slow && !definition.rules.closes_up() {
            let request = EngineRequest {
                definition,
                ground,
                letters,
                budget,
                has_nogo: self.has_nogo,
            };
            if let Some(engine) = engine(&request)? {
                return Ok(engine);
            }
        }
        if !self.is_slow && rows == 1 && self.has_words() {
            let words = WordTable::new(definition, letters, letters.len(), budget.memory)?;
            return Ok(Box::new(WordEngine(words)));
        }
        Ok(Box::new(WholeEngine::new(definition, rows, budget.memory)))
    }

    /// Returns whether rows fall into words whose values add up.
    fn has_words(&self) -> bool {
        let rules = &self.definition.rules;
        !rules.is_constrained() && !rules.ring && rules.graph.is_none() && !rules.misere
    }

    /// Begins a run over positions that have much in common, such as those of one word with different exponents.
    pub fn run(&self, budget: Budget) -> RewriteRun<'_> {
        RewriteRun {
            rewrites: self,
            words: None,
            budget,
            account: StepMeter::new(budget.work, POSITION_BLOCK_LOG),
        }
    }
}

/// A run over positions that have much in common: the words of one are looked up for the others. Limits are those of all
/// positions together.
#[derive(Debug)]
pub struct RewriteRun<'a> {
    rewrites: &'a Rewrites,
    words: Option<WordTable>,
    budget: Budget,
    account: StepMeter,
}

impl RewriteRun<'_> {
    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn value(&mut self, board: &LetterBoard) -> Result<u32, RewriteFault> {
        if board.rows() > 1 || board.cells() > MAX_LETTER_CELLS || !self.rewrites.has_words() {
            return self.ask(board, RewritePosition::value);
        }
        let letters = board.letters();
        let mut words = match self.words.take() {
            Some(words) if words.covers(&letters) => words,
            _ => {
                let longest = letters.len().next_power_of_two();
                let definition = &self.rewrites.definition;
                WordTable::new(definition, &letters, longest, self.budget.memory)?
            }
        };
        match words.value(&letters, &mut self.account) {
            Ok(value) => {
                self.words = Some(words);
                Ok(value)
            }
            Err(EngineStop::Limit(limit)) => Err(limit.into()),
            // The moves of the return are found from this position alone.
            Err(EngineStop::Return) => self.ask(board, RewritePosition::value),
        }
    }

    /// Returns whether the player to move wins a position: by its value, or under misère play.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn wins(&mut self, board: &LetterBoard) -> Result<bool, RewriteFault> {
        if self.rewrites.definition.rules.misere {
            self.ask(board, RewritePosition::wins_misere)
        } else if self.rewrites.has_words() {
            Ok(self.value(board)? != 0)
        } else {
            self.ask(board, |position| Ok(!position.is(0)?))
        }
    }

    /// Returns the steps taken so far.
    pub fn spent(&self) -> u64 {
        self.account.spent()
    }

    /// Opens a position for one question, with the work that is left.
    fn ask<R>(
        &mut self,
        board: &LetterBoard,
        ask: impl FnOnce(&mut RewritePosition) -> Result<R, RewriteFault>,
    ) -> Result<R, RewriteFault> {
        let budget = Budget {
            work: self.account.left(),
            ..self.budget
        };
        let mut position = self.rewrites.position(board, budget)?;
        let answer = ask(&mut position)?;
        let spent = position.spent().min(self.account.left());
        // No more is spent than was left.
        let _ = self.account.spend(spent);
        Ok(answer)
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
    engine: Box<dyn Engine>,
    budget: Budget,
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
        let left = self.letters_after(mv)?;
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
        let value = self.engine.value(&self.letters, &mut self.account);
        value.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the value is this one.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn is(&mut self, value: u32) -> Result<bool, RewriteFault> {
        let is = self.engine.is(&self.letters, value, &mut self.account);
        is.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the move of this number leads to a position of this value.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn leads_to(&mut self, mv: usize, value: u32) -> Result<bool, RewriteFault> {
        let left = self.letters_after(mv)?;
        let leads = self.engine.is(&left, value, &mut self.account);
        leads.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the player to move wins under misère play.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere(&mut self) -> Result<bool, RewriteFault> {
        let wins = self.engine.wins_misere(&self.letters, &mut self.account);
        wins.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the player to move wins under misère play after the move of this number.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere_after(&mut self, mv: usize) -> Result<bool, RewriteFault> {
        let left = self.letters_after(mv)?;
        let wins = self.engine.wins_misere(&left, &mut self.account);
        wins.map_err(|stop| self.fault(stop))
    }

    /// Returns the least value that is not excluded yet.
    pub fn least(&mut self) -> u32 {
        self.engine.least(&self.letters)
    }

    /// Returns the letters of the position after a move.
    fn letters_after(&mut self, mv: usize) -> Result<Vec<u8>, RewriteFault> {
        self.moves()?;
        let moves = self.moves.as_deref().unwrap_or_default();
        Ok(moves[mv].apply(&self.letters))
    }

    /// Makes the fault of a question without an answer. The moves of a return are found by the definition.
    fn fault(&mut self, stop: EngineStop) -> RewriteFault {
        if let EngineStop::Limit(limit) = stop {
            return limit.into();
        }
        let game = WholePositions {
            definition: &self.definition,
            rows: self.rows,
        };
        let mut values = MexTable::new(self.budget.memory);
        match values.value(&game, &self.letters, &mut self.account) {
            Err(MexStop::Return(path)) => self.play_return(&path),
            Err(MexStop::Limit(limit)) => limit.into(),
            Ok(_) => unreachable!("a part of this position returns, and so does the position"),
        }
    }

    /// Makes the fault of play that goes through these positions and returns to one of them.
    fn play_return(&mut self, path: &ReturnPath<Vec<u8>>) -> RewriteFault {
        let mut moves = Vec::new();
        for (i, letters) in path.parts.iter().enumerate() {
            let next = path.parts.get(i + 1).unwrap_or(&path.parts[path.back_to]);
            let ground = self.definition.ground(self.rows, letters.len() / self.rows);
            match self.definition.moves(&ground, letters, &mut self.account) {
                Ok(list) => moves.extend(list.into_iter().find(|mv| mv.apply(letters) == *next)),
                Err(limit) => return limit.into(),
            }
        }
        let returning = moves.split_off(path.back_to);
        RewriteFault::Returns(PlayReturn {
            approach: moves,
            letters: path.parts[path.back_to].clone(),
            moves: returning,
        })
    }
}
