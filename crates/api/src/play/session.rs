//! A game being played: the moves made, the end of play, the computer's moves.

use fxhash::FxHashMap;

use super::computer::{ComputerPlayer, Level};
use super::words::{self, Meaning};
use crate::{Error, Position};
use grundy_record::text::move_text;
use grundy_record::{Move, Verdict};

/// The number of times a position may come before play is called a draw.
const REPETITIONS: u32 = 3;
/// The most moves of one game, unless another number is given.
const MAX_PLIES: usize = 100_000;
/// The most legal moves that are looked through to find one.
const MAX_SEARCHED_MOVES: usize = 1_000_000;

/// A game that is played from a position: moves are made and taken back, and the computer may choose them.
///
/// ```
/// let solver = grundy::Solver::default();
/// let mut session = grundy::play::Session::new(&solver.position("nim: 3 4 5")?)?;
/// session.play_text("1:3>1")?;
/// assert_eq!(session.position().line()?, "nim: 1 4 5");
/// let reply = session.computer_move()?.unwrap();
/// assert!(session.play(&reply) && session.undo(2));
/// assert_eq!(session.ended()?, None);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct Session<'s> {
    /// The position now.
    here: Position<'s>,
    /// The moves that led here, in order.
    moves: Vec<Move>,
    /// The positions before each of the moves.
    before: Vec<grundy_record::Position>,
    /// The number of times each position has come.
    seen: FxHashMap<grundy_record::Position, u32>,
    /// The number of moves after which the game ends without a winner.
    max_plies: usize,
    /// The computer player whose moves are played.
    computer: ComputerPlayer,
    /// The perfect player who is asked for hints.
    adviser: ComputerPlayer,
}

impl<'s> Session<'s> {
    /// Begins a game at a position.
    ///
    /// # Errors
    ///
    /// Says that the position is a sum of different games.
    pub fn new(start: &Position<'s>) -> Result<Self, Error> {
        let here = start.apart()?;
        here.expect_one()?;
        let seen = FxHashMap::from_iter([(here.record().position.clone(), 1)]);
        Ok(Session {
            here,
            moves: Vec::new(),
            before: Vec::new(),
            seen,
            max_plies: MAX_PLIES,
            computer: ComputerPlayer::default(),
            adviser: ComputerPlayer::default(),
        })
    }

    /// Sets the computer player; the default plays the first of the best moves.
    #[must_use]
    pub fn with_computer(self, computer: ComputerPlayer) -> Self {
        Session { computer, ..self }
    }

    /// Sets the number of moves after which play is a draw.
    #[must_use]
    pub fn with_max_plies(self, max_plies: usize) -> Self {
        Session { max_plies, ..self }
    }

    /// Returns the position that was reached.
    pub fn position(&self) -> &Position<'s> {
        &self.here
    }

    /// Returns the moves that were made so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Says whether each of these moves can be made, since a record can say what it leaves.
    pub fn can_play(&self, moves: &[Move]) -> bool {
        moves.iter().all(|mv| self.here.next(mv).is_some())
    }

    /// Makes a legal move. Gives `false` if no record says what it leaves.
    pub fn play(&mut self, mv: &Move) -> bool {
        let Some(next) = self.here.next(mv) else {
            return false;
        };
        *self.seen.entry(next.clone()).or_default() += 1;
        self.moves.push(mv.clone());
        self.before.push(self.here.record().position.clone());
        self.here = self.here.at(next);
        true
    }

    /// Makes the legal move that answers write as this text.
    ///
    /// # Errors
    ///
    /// Says that there is no such move, or that the moves cannot be listed.
    pub fn play_text(&mut self, text: &str) -> Result<(), Error> {
        let legal = self.here.first_moves(MAX_SEARCHED_MOVES)?.moves;
        match legal.iter().find(|mv| move_text(mv) == text) {
            Some(mv) if self.play(mv) => Ok(()),
            _ => Err(self.here.wrong(
                format!("`{text}` is not a legal move here"),
                "the record and its moves do not belong together",
            )),
        }
    }

    /// Finds the legal move that a person typed here: as answers write it, or shorter where that leaves no doubt.
    ///
    /// # Errors
    ///
    /// Says that the moves cannot be listed.
    pub fn read(&self, typed: &str) -> Result<Meaning, Error> {
        Ok(words::read(
            typed,
            self.here.signature(),
            &self.here.legal_moves(MAX_SEARCHED_MOVES)?,
        ))
    }

    /// Goes to the position that moves, as answers write them, lead to from the start.
    ///
    /// # Errors
    ///
    /// Fails where [`Session::play_text`] does.
    pub fn go_to(&mut self, moves: &[String]) -> Result<(), Error> {
        let common = self
            .moves
            .iter()
            .zip(moves)
            .take_while(|(made, text)| move_text(made) == **text)
            .count();
        self.undo(self.moves.len() - common);
        moves[common..]
            .iter()
            .try_for_each(|text| self.play_text(text))
    }

    /// Takes back the last moves. If fewer were made, it takes back nothing and gives `false`.
    pub fn undo(&mut self, count: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(count) else {
            return false;
        };
        for before in self.before.drain(left..).rev() {
            if let Some(times) = self.seen.get_mut(&self.here.record().position) {
                *times -= 1;
            }
            self.here = self.here.at(before);
        }
        self.moves.truncate(left);
        true
    }

    /// Says whether play goes round in circles, or has been too long.
    pub fn is_endless(&self) -> bool {
        let times = self
            .seen
            .get(&self.here.record().position)
            .copied()
            .unwrap_or(0);
        times >= REPETITIONS || self.moves.len() >= self.max_plies
    }

    /// Returns the result for the player to move, or `None` while play goes on.
    ///
    /// # Errors
    ///
    /// Says that the position cannot be opened within the limits.
    pub fn ended(&self) -> Result<Option<Verdict>, Error> {
        Ok(if self.is_endless() {
            Some(Verdict::Draw)
        } else if self.here.first_moves(1)?.moves.is_empty() {
            Some(self.here.verdict_without_moves())
        } else {
            None
        })
    }

    /// Returns the move that the computer chooses, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Says that the position cannot be solved within the limits.
    pub fn computer_move(&mut self) -> Result<Option<Move>, Error> {
        self.computer.choose(&self.here)
    }

    /// Returns a best move, whatever the computer's level is.
    ///
    /// # Errors
    ///
    /// Fails where [`Session::computer_move`] does.
    pub fn hint(&mut self) -> Result<Option<Move>, Error> {
        self.adviser.choose(&self.here)
    }

    /// Lets the computer play at this level from now on; equal seeds give equal choices.
    pub fn set_level(&mut self, level: Level, seed: u64) {
        if !self.computer.plays(level, seed) {
            self.computer = ComputerPlayer::of_level(level, seed);
        }
    }
}
