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

use crate::account::spend;
use crate::by_layout::engine;
use crate::choice::RewriteEngine;
use crate::definition::{Breach, Definition, RewriteMove};
use crate::ending::uses_cells_up;
use crate::engine::{Asked, ChosenEngine, Engine, EngineRequest, EngineStop};
use crate::ground::Ground;
use crate::large::{CellParts, LargeEngine};
use crate::mex::{MexStop, MexTable, ReturnPath};
use crate::one_letter::{RunGame, RunHeaps};
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

/// Rules that were opened, ready for positions. A clone is the same rules.
#[derive(Clone, Debug)]
pub struct Rewrites {
    /// What is known of the rules.
    opened: Arc<OpenedRules>,
}

/// What is known of rules that were opened.
#[derive(Debug)]
struct OpenedRules {
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
        let mut opened = OpenedRules {
            runs: None,
            taking: None,
            uses_cells_up: uses_cells_up(&definition, MAX_SHARED_ROW),
            words: SharedWords::default(),
            definition: Arc::new(definition),
            ways,
        };
        if ways == Ways::All {
            opened.runs = RunGame::recognised(&opened.definition);
            opened.taking = TakingRules::recognised(&opened.definition);
        }
        Rewrites {
            opened: Arc::new(opened),
        }
    }

    /// Returns the rules, ready to be laid on positions.
    fn definition(&self) -> &Arc<Definition> {
        &self.opened.definition
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rewriting {
        &self.definition().rules
    }

    /// Returns the game as which rows are solved, if the rules are those of a known one.
    pub fn known_game_of_rows(&self) -> Option<KnownGame<'_>> {
        let breaking = self.opened.runs.as_ref().map(|runs| KnownGame::Breaking {
            letter: runs.letter(),
            code: runs.code(),
        });
        breaking.or_else(|| self.known_game_of_boards())
    }

    /// Returns the game as which boards and graphs are solved, if the rules are those of a known one.
    pub fn known_game_of_boards(&self) -> Option<KnownGame<'_>> {
        let taking = self.opened.taking.as_ref()?;
        Some(KnownGame::Taking(taking.name(self.definition())))
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
        let mut account = StepMeter::new(budget.work, POSITION_BLOCK_LOG);
        self.check(board, &mut account)?;
        Ok(self.opened(board, budget, account))
    }

    /// Makes a position that was checked, whose steps are taken from this account.
    fn opened(&self, board: &LetterBoard, budget: Budget, account: StepMeter) -> RewritePosition {
        RewritePosition {
            rewrites: self.clone(),
            board: board.clone(),
            letters: None,
            moves: None,
            engine: None,
            chosen: None,
            budget,
            account,
        }
    }

    /// Returns the game of taking and breaking that a position is a row of, if its values answer what is asked: those of
    /// misère play are not known here.
    fn row_of_runs(&self, board: &LetterBoard) -> Option<&RunGame> {
        let runs = self.opened.runs.as_ref();
        runs.filter(|_| board.rows() == 1 && !self.rules().misere)
    }

    /// Returns the heaps that a position is, if it is a row of a game of taking and breaking.
    pub fn heaps(&self, board: &LetterBoard) -> Option<RunHeaps> {
        let runs = self.opened.runs.as_ref()?;
        (board.rows() == 1).then(|| runs.heaps(board.runs()))
    }

    /// Checks that the rules allow a position, and that its cells can be listed where they have to be: a row of runs is
    /// allowed whatever its length.
    fn check(&self, board: &LetterBoard, account: &mut StepMeter) -> Result<(), RewriteFault> {
        if self.row_of_runs(board).is_some() {
            return Ok(());
        }
        if board.cells() > MAX_LISTED_CELLS {
            return Err(too_large(board).into());
        }
        if !self.rules().forbids_positions() {
            return Ok(());
        }
        let definition = self.definition();
        let ground = definition.ground(board.rows() as usize, board.columns() as usize);
        match definition.breach(&ground, &board.letters(), account)? {
            Some(breach) => Err(RewriteFault::Breach(breach)),
            None => Ok(()),
        }
    }

    /// Chooses and makes the engine of a position.
    fn engine(
        &self,
        board: &LetterBoard,
        letters: &[u8],
        budget: Budget,
        account: &mut StepMeter,
    ) -> Result<ChosenEngine, Limit> {
        if let Some(runs) = self.row_of_runs(board) {
            let row = Box::new(runs.row(board.runs(), budget));
            return Ok(ChosenEngine::new(RewriteEngine::Runs, row));
        }
        let definition = self.definition();
        let ground = &definition.ground(board.rows() as usize, board.columns() as usize);
        let whole = || {
            let engine = WholeEngine::new(definition, ground.rows(), budget.memory);
            ChosenEngine::new(RewriteEngine::Whole, Box::new(engine))
        };
        if self.opened.ways == Ways::Definition {
            return Ok(whole());
        }
        let request = EngineRequest {
            definition,
            ground,
            letters,
            budget,
            has_nogo: self.opened.ways != Ways::WithoutNames,
        };
        if let Some(taking) = &self.opened.taking {
            let engine = Box::new(taking.engine(&request, account)?);
            return Ok(ChosenEngine::new(RewriteEngine::Taking, engine));
        }
        if ground.rows() == 1 && self.shares_words(letters.len()) {
            let engine = Box::new(self.opened.words.engine(definition, letters, budget));
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
        if self.opened.ways != Ways::Large
            && !definition.rules.closes_up()
            && let Some(engine) = engine(&request, account)?
        {
            return Ok(engine);
        }
        if self.opened.ways != Ways::Large && ground.rows() == 1 && self.has_words() {
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
        let ground = self.definition().ground(rows, board.columns() as usize);
        let letters = board.letters();
        if self.has_words() && self.definition().rules.closes_up() {
            let table = WordTable::new(self.definition(), &letters, letters.len(), budget.memory)?;
            let cells_of = |word: Range<usize>| word.map(|cell| cell as u32).collect();
            let words = table.words(&letters).into_iter();
            return Ok(Some(words.map(cells_of).collect()));
        }
        let mut account = StepMeter::new(budget.work, POSITION_BLOCK_LOG);
        let parts = CellParts::new(self.definition(), &ground, &letters, &mut account)?;
        Ok(parts.map(|parts| parts.lists))
    }

    /// Returns whether all records share the words of rows of this many cells.
    fn shares_words(&self, cells: usize) -> bool {
        self.opened.ways == Ways::All
            && cells <= MAX_SHARED_ROW
            && self.has_words()
            && self.opened.uses_cells_up
    }

    /// Bounds the words of rows of this many cells, if they are so few that these are the best way.
    fn few_words(&self, cells: usize) -> Option<u64> {
        let may_be_few = self.opened.ways == Ways::All
            && self.has_words()
            && self.opened.uses_cells_up
            && !self.definition().rules.closes_up();
        if !may_be_few {
            return None;
        }
        let words = most_words(self.definition(), cells)?;
        (words <= MAX_SURE_WORDS).then_some(words)
    }

    /// Returns whether rows fall into words whose values add up.
    fn has_words(&self) -> bool {
        let rules = &self.definition().rules;
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
        self.rewrites.definition().rules.misere
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn value(&mut self, board: &LetterBoard) -> Result<u32, RewriteFault> {
        let is_known = self.rewrites.opened.runs.is_some();
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
                let definition = self.rewrites.definition();
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
        checked
    }

    /// Returns whether the player to move wins a position: by its value, or under misère play.
    ///
    /// # Errors
    ///
    /// Fails when something forbids the position, play can return, or a limit would be passed.
    pub fn wins(&mut self, board: &LetterBoard) -> Result<bool, RewriteFault> {
        if self.rewrites.definition().rules.misere {
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
        /// The steps of opening a position, some 400 nanoseconds.
        const STEPS_TO_OPEN: u64 = 1 << 7;
        spend(&mut self.account, STEPS_TO_OPEN)?;
        progress::add_steps(STEPS_TO_OPEN);
        self.check(board)?;
        let before = self.account.spent();
        let budget = Budget {
            work: self.account.left(),
            ..self.budget
        };
        let mut position = self.rewrites.opened(board, budget, self.account);
        let answer = ask(&mut position);
        self.chosen = position.take_chosen();
        // The steps are the run's, which counts them once.
        self.account = position.account;
        position.account = StepMeter::new(0, POSITION_BLOCK_LOG);
        progress::add_steps(self.account.spent() - before);
        answer
    }
}

/// A position of opened rules, ready to be asked.
#[derive(Debug)]
pub struct RewritePosition {
    /// The rules of the position.
    rewrites: Rewrites,
    /// The position as the record gives it.
    board: LetterBoard,
    /// The letter of each cell, once they are needed: an empty list if there are more than [`MAX_LISTED_CELLS`].
    letters: Option<Vec<u8>>,
    /// The moves, once they are listed.
    moves: Option<Vec<RewriteMove>>,
    /// The engine that answers questions about the position and its moves. It is made for the first question; a list of
    /// moves needs none.
    engine: Option<Box<dyn Engine>>,
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

    /// Takes the engine that was chosen last since this was asked before: for the first question, or for a part of the
    /// position when that was asked about.
    pub fn take_chosen(&mut self) -> Option<RewriteEngine> {
        let first = self.chosen.take();
        let engine = self.engine.as_mut();
        engine.and_then(|engine| engine.take_chosen()).or(first)
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
            self.list_letters();
            let letters = self.letters.as_deref().unwrap_or_default();
            let ground = self.ground(letters.len());
            let moves = self.rewrites.definition().moves(
                &ground,
                letters,
                self.budget.memory,
                &mut self.account,
            )?;
            self.moves = Some(moves);
        }
        Ok(self.moves.as_deref().unwrap_or_default())
    }

    /// Lists the letters of the cells.
    fn list_letters(&mut self) {
        if self.letters.is_none() {
            let is_listed = self.board.cells() <= MAX_LISTED_CELLS;
            let letters = if is_listed {
                self.board.letters()
            } else {
                Vec::new()
            };
            self.letters = Some(letters);
        }
    }

    /// Returns the number of rows.
    fn rows(&self) -> usize {
        // Positions of more rows are not opened.
        self.board.rows() as usize
    }

    /// Returns the cells of a position that play comes to from here, of which there are this many.
    fn ground(&self, cells: usize) -> Ground {
        let definition = self.rewrites.definition();
        definition.ground(self.rows(), cells / self.rows())
    }

    /// Asks the engine about the position, or about what the move of a number leaves.
    fn ask<R>(
        &mut self,
        mv: Option<usize>,
        ask: impl FnOnce(&mut dyn Engine, Asked<'_>, &mut StepMeter) -> Result<R, EngineStop>,
    ) -> Result<R, RewriteFault> {
        if mv.is_some() {
            self.moves()?;
        }
        // A row of runs is asked about without its cells, of which there may be many.
        if self.rewrites.row_of_runs(&self.board).is_none() {
            self.list_letters();
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.make_engine()?,
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        let asked = Asked {
            start: self.letters.as_deref().unwrap_or_default(),
            after: mv.map(|mv| &moves[mv]),
        };
        let answer = ask(&mut *engine, asked, &mut self.account);
        self.engine = Some(engine);
        answer.map_err(|stop| self.fault(stop))
    }

    /// Makes the engine, and notes its kind.
    fn make_engine(&mut self) -> Result<Box<dyn Engine>, Limit> {
        let letters = self.letters.as_deref().unwrap_or_default();
        let ChosenEngine { engine, chosen } =
            self.rewrites
                .engine(&self.board, letters, self.budget, &mut self.account)?;
        self.chosen = Some(chosen);
        Ok(engine)
    }

    /// Returns the value.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn value(&mut self) -> Result<u32, RewriteFault> {
        self.ask(None, |engine, asked, account| {
            engine.value(asked.start, account)
        })
    }

    /// Returns whether the value is this one.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn is(&mut self, value: u32) -> Result<bool, RewriteFault> {
        self.ask(None, |engine, asked, account| {
            engine.is(asked, value, account)
        })
    }

    /// Returns whether the move of this number leads to a position of this value.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn leads_to(&mut self, mv: usize, value: u32) -> Result<bool, RewriteFault> {
        self.ask(Some(mv), |engine, asked, account| {
            engine.is(asked, value, account)
        })
    }

    /// Returns whether the player to move wins under misère play.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere(&mut self) -> Result<bool, RewriteFault> {
        self.ask(None, |engine, asked, account| {
            engine.wins_misere(asked, account)
        })
    }

    /// Returns whether the player to move wins under misère play after the move of this number.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn wins_misere_after(&mut self, mv: usize) -> Result<bool, RewriteFault> {
        self.ask(Some(mv), |engine, asked, account| {
            engine.wins_misere(asked, account)
        })
    }

    /// Returns the least value that is not excluded yet.
    pub fn least(&mut self) -> u32 {
        let letters = self.letters.as_deref().unwrap_or_default();
        let engine = self.engine.as_mut();
        engine.map_or(0, |engine| engine.least(letters))
    }

    /// Makes the fault of a question without an answer. The moves of a return are found by the definition.
    fn fault(&mut self, stop: EngineStop) -> RewriteFault {
        if let EngineStop::Limit(limit) = stop {
            return limit.into();
        }
        self.list_letters();
        let letters = self.letters.clone().unwrap_or_default();
        let game = WholePositions {
            definition: self.rewrites.definition(),
            rows: self.rows(),
            memory: self.budget.memory,
        };
        let mut values = MexTable::new(self.budget.memory);
        match values.value(&game, &letters, &mut self.account) {
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
            let definition = self.rewrites.definition();
            let moves_here = definition.moves(&ground, letters, memory, &mut self.account);
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
