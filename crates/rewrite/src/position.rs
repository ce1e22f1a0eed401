//! A position of opened rules, ready to be asked.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them"
)]

use std::ops::Range;
use std::sync::Arc;

use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::sync::progress;
use grundy_heaps::breaking::Code;
use grundy_rules::rewrite::{LetterBoard, Rewriting};

use crate::account::charge;
use crate::choice::RewriteEngine;
use crate::definition::{Breach, Definition, RewriteMove};
use crate::ending::uses_cells_up;
use crate::engine::{Asked, ChosenEngine, Engine, EngineRequest, EngineStop, engine};
use crate::ground::Ground;
use crate::large::{CellParts, LargeEngine};
use crate::mex::{MexStop, MexTable, ReturnPath};
use crate::one_letter::RunGame;
use crate::slow::{WholeEngine, WholePositions};
use crate::taking::{TakingName, TakingRules};
use crate::words::{
    MAX_SHARED_ROW, MAX_SURE_WORDS, SharedWords, WordEngine, WordTable, most_words,
};

/// The largest number of cells of a position whose cells are listed: of all but rows of a game of taking and breaking.
pub const MAX_LISTED_CELLS: u64 = 1 << 20;

/// The reason why a question has no answer.
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

/// Makes the limit of a position whose cells are not listed.
fn too_large(board: &LetterBoard) -> Limit {
    Limit::fixed(format!(
        "the moves of up to {MAX_LISTED_CELLS} cells are listed, not those of {}",
        board.cells()
    ))
}

/// Rules that were opened, ready for positions.
#[derive(Debug)]
pub struct Rewrites {
    /// The rules, ready to be laid on positions.
    definition: Arc<Definition>,
    /// The game that rows are, if it is one of taking and breaking.
    runs: Option<RunGame>,
    /// The positional game that the rules are.
    taking: Option<TakingRules>,
    /// Whether every move puts a letter that never changes again.
    uses_cells_up: bool,
    /// The words of short rows, which all records share.
    words: SharedWords,
    /// The ways in which positions are solved.
    ways: Ways,
}

/// A game with a theory of its own, as which rules that change cells are recognised.
#[derive(Clone, Copy, Debug)]
pub enum KnownGame<'a> {
    /// Runs of one letter on rows are heaps of the game of taking and breaking with this code.
    Breaking {
        /// The letter.
        letter: u8,
        /// The code of the game.
        code: &'a Code,
    },
    /// Moves take cells of one letter away: a positional game, with its name if it has one. Rows may also be
    /// [`KnownGame::Breaking`].
    Taking(Option<TakingName>),
}

/// The ways in which positions may be solved. Their answers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// All ways, the fastest one first.
    All,
    /// The parts of any rules, also where the rules are those of a known game.
    WithoutNames,
    /// The way of positions that are too large for a layout, also where they are small. Rules that split by none are solved
    /// by the definition.
    Large,
    /// The definition alone, on whole positions: the slow twin, which fails where others have answers.
    Definition,
}

/// The binary logarithm of the steps of a record after which it is asked whether its solve is to end.
const POSITION_BLOCK_LOG: u32 = 16;

impl Rewrites {
    /// Opens rules.
    pub fn new(rules: &Rewriting) -> Rewrites {
        Self::by(rules, Ways::All)
    }

    /// Opens rules whose positions are solved in these ways: others than all of them are slower, and tell whether answers
    /// agree.
    pub fn by(rules: &Rewriting, ways: Ways) -> Rewrites {
        let definition = Definition::new(rules);
        let mut rewrites = Rewrites {
            runs: None,
            taking: None,
            uses_cells_up: uses_cells_up(&definition, MAX_SHARED_ROW),
            words: SharedWords::default(),
            definition: Arc::new(definition),
            ways,
        };
        if ways == Ways::All {
            rewrites.runs = RunGame::recognised(&rewrites.definition);
            rewrites.taking = TakingRules::recognised(&rewrites.definition);
        }
        rewrites
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rewriting {
        &self.definition.rules
    }

    /// Returns the game as which rows are solved, if the rules are those of a known one.
    pub fn known_game_of_rows(&self) -> Option<KnownGame<'_>> {
        let breaking = self.runs.as_ref().map(|runs| KnownGame::Breaking {
            letter: runs.letter(),
            code: runs.code(),
        });
        breaking.or_else(|| self.known_game_of_boards())
    }

    /// Returns the game as which boards and graphs are solved, if the rules are those of a known one.
    pub fn known_game_of_boards(&self) -> Option<KnownGame<'_>> {
        let taking = self.taking.as_ref()?;
        Some(KnownGame::Taking(taking.name(&self.definition)))
    }

    /// Opens a position: a row or a board, or the letters of the vertices of the graph.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, a limit would be passed, or it has more than [`MAX_LISTED_CELLS`] cells and
    /// is no row of a game of taking and breaking.
    pub fn position(
        &self,
        board: &LetterBoard,
        budget: Budget,
    ) -> Result<RewritePosition, RewriteFault> {
        if let Some(runs) = &self.runs
            && board.rows() == 1
        {
            let row = Box::new(runs.row(board.runs(), budget));
            let engine = ChosenEngine::new(RewriteEngine::Runs, row);
            return Ok(self.opened(board, engine, budget));
        }
        let mut account = StepMeter::new(budget.work, POSITION_BLOCK_LOG);
        let ground = self.check(board, &mut account)?;
        let engine = self.engine(&ground, &board.letters(), budget, &mut account)?;
        let mut position = self.opened(board, engine, budget);
        position.account = account;
        Ok(position)
    }

    /// Returns the cells of a position, after a check that the rules allow it.
    fn check(&self, board: &LetterBoard, account: &mut StepMeter) -> Result<Ground, RewriteFault> {
        if board.cells() > MAX_LISTED_CELLS {
            return Err(too_large(board).into());
        }
        let ground = self
            .definition
            .ground(board.rows() as usize, board.columns() as usize);
        match self.definition.breach(&ground, &board.letters(), account)? {
            Some(breach) => Err(RewriteFault::Breach(breach)),
            None => Ok(ground),
        }
    }

    /// Makes a position with this engine.
    fn opened(&self, board: &LetterBoard, engine: ChosenEngine, budget: Budget) -> RewritePosition {
        let ChosenEngine { engine, chosen } = engine;
        let is_listed = board.cells() <= MAX_LISTED_CELLS;
        RewritePosition {
            definition: Arc::clone(&self.definition),
            board: board.clone(),
            letters: if is_listed {
                board.letters()
            } else {
                Vec::new()
            },
            moves: None,
            engine,
            chosen: Some(chosen),
            budget,
            account: StepMeter::new(budget.work, POSITION_BLOCK_LOG),
        }
    }

    /// Chooses and makes the engine of a position.
    fn engine(
        &self,
        ground: &Ground,
        letters: &[u8],
        budget: Budget,
        account: &mut StepMeter,
    ) -> Result<ChosenEngine, Limit> {
        let definition = &self.definition;
        let whole = || {
            let engine = WholeEngine::new(definition, ground.rows(), budget.memory);
            ChosenEngine::new(RewriteEngine::Whole, Box::new(engine))
        };
        if self.ways == Ways::Definition {
            return Ok(whole());
        }
        let request = EngineRequest {
            definition,
            ground,
            letters,
            budget,
            has_nogo: self.ways != Ways::WithoutNames,
        };
        if let Some(taking) = &self.taking {
            let engine = Box::new(taking.engine(&request, account)?);
            return Ok(ChosenEngine::new(RewriteEngine::Taking, engine));
        }
        if ground.rows() == 1 && self.shares_words(letters.len()) {
            let engine = Box::new(self.words.engine(definition, letters, budget));
            return Ok(ChosenEngine::new(RewriteEngine::Words, engine));
        }
        if ground.rows() == 1
            && let Some(words) = self.few_words(letters.len())
        {
            let table = WordTable::new(definition, letters, letters.len(), budget.memory)?;
            if table.has_room_for(words, letters.len()) {
                let engine = Box::new(WordEngine(table));
                return Ok(ChosenEngine::new(RewriteEngine::Words, engine));
            }
        }
        if self.ways != Ways::Large
            && !definition.rules.closes_up()
            && let Some(engine) = engine(&request, account)?
        {
            return Ok(engine);
        }
        if self.ways != Ways::Large && ground.rows() == 1 && self.has_words() {
            let words = WordTable::new(definition, letters, letters.len(), budget.memory)?;
            let engine = Box::new(WordEngine(words));
            return Ok(ChosenEngine::new(RewriteEngine::Words, engine));
        }
        match LargeEngine::new(definition, ground, letters, budget, account)? {
            Some(large) => Ok(ChosenEngine::new(RewriteEngine::Large, Box::new(large))),
            None => Ok(whole()),
        }
    }

    /// Lists the cells of the parts into which a position falls, as far as its cells show it; if every other cell is a
    /// wall, a part is a position with the same moves, and so with the same value. `None` if nothing is known to split.
    ///
    /// # Errors
    ///
    /// Fails when the position has more than [`MAX_LISTED_CELLS`] cells, or a limit would be passed.
    pub fn parts(
        &self,
        board: &LetterBoard,
        budget: Budget,
    ) -> Result<Option<Vec<Vec<u32>>>, RewriteFault> {
        if board.cells() > MAX_LISTED_CELLS {
            return Err(too_large(board).into());
        }
        let rows = board.rows() as usize;
        let ground = self.definition.ground(rows, board.columns() as usize);
        let letters = board.letters();
        if self.has_words() && self.definition.rules.closes_up() {
            let table = WordTable::new(&self.definition, &letters, letters.len(), budget.memory)?;
            let cells_of = |word: Range<usize>| word.map(|cell| cell as u32).collect();
            let words = table.words(&letters).into_iter();
            return Ok(Some(words.map(cells_of).collect()));
        }
        let mut account = StepMeter::new(budget.work, POSITION_BLOCK_LOG);
        let parts = CellParts::new(&self.definition, &ground, &letters, &mut account)?;
        Ok(parts.map(|parts| parts.lists))
    }

    /// Returns whether all records share the words of rows of this many cells.
    fn shares_words(&self, cells: usize) -> bool {
        self.ways == Ways::All && cells <= MAX_SHARED_ROW && self.has_words() && self.uses_cells_up
    }

    /// Bounds the words of rows of this many cells, if they are so few that these are the best way.
    fn few_words(&self, cells: usize) -> Option<u64> {
        let may_be_few = self.ways == Ways::All
            && self.has_words()
            && self.uses_cells_up
            && !self.definition.rules.closes_up();
        if !may_be_few {
            return None;
        }
        let words = most_words(&self.definition, cells)?;
        (words <= MAX_SURE_WORDS).then_some(words)
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
            chosen: None,
        }
    }
}

/// A run over positions that have much in common: the words of one are looked up for the others. Limits are those of all
/// positions together.
#[derive(Debug)]
pub struct RewriteRun<'a> {
    /// The opened rules.
    rewrites: &'a Rewrites,
    /// The table in which the words of the last row were looked up.
    words: Option<WordTable>,
    /// The limits of all positions together.
    budget: Budget,
    /// The steps that are left for them.
    account: StepMeter,
    /// The engine that was chosen last, until it is taken.
    chosen: Option<RewriteEngine>,
}

impl RewriteRun<'_> {
    /// Takes the engine that was chosen last since this was asked before.
    pub fn take_chosen(&mut self) -> Option<RewriteEngine> {
        self.chosen.take()
    }

    /// Returns the steps taken so far.
    pub fn spent(&self) -> u64 {
        self.account.spent()
    }

    /// Says whether a player who cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.rewrites.definition.rules.misere
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn value(&mut self, board: &LetterBoard) -> Result<u32, RewriteFault> {
        let is_known = self.rewrites.runs.is_some();
        if board.rows() > 1
            || board.cells() > MAX_LISTED_CELLS
            || is_known
            || !self.rewrites.has_words()
        {
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
        self.chosen = Some(RewriteEngine::Words);
        let before = self.account.spent();
        let value = words.value(&letters, &mut self.account);
        progress::add_steps(self.account.spent() - before);
        match value {
            Ok(value) => {
                self.words = Some(words);
                Ok(value)
            }
            Err(EngineStop::Limit(limit)) => Err(limit.into()),
            // The moves of the return are found from this position alone.
            Err(EngineStop::Return) => self.ask(board, RewritePosition::value),
        }
    }

    /// Checks that the rules allow a position.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, or it has more than [`MAX_LISTED_CELLS`] cells.
    pub fn check(&mut self, board: &LetterBoard) -> Result<(), RewriteFault> {
        let before = self.account.spent();
        let checked = self.rewrites.check(board, &mut self.account);
        progress::add_steps(self.account.spent() - before);
        checked.map(|_| ())
    }

    /// Returns whether the player to move wins a position: by its value, or under misère play.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn wins(&mut self, board: &LetterBoard) -> Result<bool, RewriteFault> {
        if self.rewrites.definition.rules.misere {
            self.ask(board, RewritePosition::wins_misere)
        } else {
            Ok(!self.is(board, 0)?)
        }
    }

    /// Returns whether the value of a position is this one.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn is(&mut self, board: &LetterBoard, value: u32) -> Result<bool, RewriteFault> {
        if self.rewrites.has_words() {
            Ok(self.value(board)? == value)
        } else {
            self.ask(board, |position| position.is(value))
        }
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
        let answer = ask(&mut position);
        self.chosen = position.take_chosen();
        charge(&mut self.account, position.spent());
        answer
    }
}

/// A position of opened rules, ready to be asked.
#[derive(Debug)]
pub struct RewritePosition {
    /// The rules of the position.
    definition: Arc<Definition>,
    /// The position as the record gives it.
    board: LetterBoard,
    /// The letter of each cell; none if there are more than [`MAX_LISTED_CELLS`].
    letters: Vec<u8>,
    /// The moves, once they are listed.
    moves: Option<Vec<RewriteMove>>,
    /// The engine that answers questions about the position and its moves.
    engine: Box<dyn Engine>,
    /// The kind of this engine, until it is taken.
    chosen: Option<RewriteEngine>,
    /// The limits of the record.
    budget: Budget,
    /// The steps that are left.
    account: StepMeter,
}

impl Drop for RewritePosition {
    /// Counts the steps for `--stats`.
    fn drop(&mut self) {
        progress::add_steps(self.account.spent());
    }
}

impl RewritePosition {
    /// Returns the position.
    pub fn board(&self) -> &LetterBoard {
        &self.board
    }

    /// Takes the engine that was chosen last since this was asked before: as the position was opened, or for a part of it
    /// when that was asked about.
    pub fn take_chosen(&mut self) -> Option<RewriteEngine> {
        let opened = self.chosen.take();
        self.engine.take_chosen().or(opened)
    }

    /// Lists the moves, each once, in the order of their cells and letters.
    ///
    /// # Errors
    ///
    /// Fails when they would pass the limit of work or of memory.
    pub fn moves(&mut self) -> Result<&[RewriteMove], RewriteFault> {
        if self.moves.is_none() {
            if self.board.cells() > MAX_LISTED_CELLS {
                return Err(too_large(&self.board).into());
            }
            let ground = self.ground(self.letters.len());
            let moves = self.definition.moves(
                &ground,
                &self.letters,
                self.budget.memory,
                &mut self.account,
            )?;
            self.moves = Some(moves);
        }
        Ok(self.moves.as_deref().unwrap_or_default())
    }

    /// Returns the number of rows.
    fn rows(&self) -> usize {
        // Positions of more rows are not opened.
        self.board.rows() as usize
    }

    /// Returns the cells of a position that play comes to from here, of which there are this many.
    fn ground(&self, cells: usize) -> Ground {
        self.definition.ground(self.rows(), cells / self.rows())
    }

    /// Returns the steps taken so far.
    fn spent(&self) -> u64 {
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
        let asked = Asked {
            start: &self.letters,
            after: None,
        };
        let is = self.engine.is(asked, value, &mut self.account);
        is.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the move of this number leads to a position of this value.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn leads_to(&mut self, mv: usize, value: u32) -> Result<bool, RewriteFault> {
        self.moves()?;
        let asked = Asked {
            start: &self.letters,
            after: self.moves.as_ref().map(|moves| &moves[mv]),
        };
        let leads = self.engine.is(asked, value, &mut self.account);
        leads.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the player to move wins under misère play.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere(&mut self) -> Result<bool, RewriteFault> {
        let asked = Asked {
            start: &self.letters,
            after: None,
        };
        let wins = self.engine.wins_misere(asked, &mut self.account);
        wins.map_err(|stop| self.fault(stop))
    }

    /// Returns whether the player to move wins under misère play after the move of this number.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere_after(&mut self, mv: usize) -> Result<bool, RewriteFault> {
        self.moves()?;
        let asked = Asked {
            start: &self.letters,
            after: self.moves.as_ref().map(|moves| &moves[mv]),
        };
        let wins = self.engine.wins_misere(asked, &mut self.account);
        wins.map_err(|stop| self.fault(stop))
    }

    /// Returns the least value that is not excluded yet.
    pub fn least(&mut self) -> u32 {
        self.engine.least(&self.letters)
    }

    /// Makes the fault of a question without an answer. The moves of a return are found by the definition.
    fn fault(&mut self, stop: EngineStop) -> RewriteFault {
        if let EngineStop::Limit(limit) = stop {
            return limit.into();
        }
        let game = WholePositions {
            definition: &self.definition,
            rows: self.rows(),
            memory: self.budget.memory,
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
            let ground = self.ground(letters.len());
            let memory = self.budget.memory;
            let moves_here = self
                .definition
                .moves(&ground, letters, memory, &mut self.account);
            match moves_here {
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
