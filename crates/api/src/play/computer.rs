//! The computer player.
//!
//! - It always keeps the best outcome, by the exact verdict.
//! - It wins as fast and loses as slowly as it can, by remoteness, if there are few reachable positions.
//!   If there are many, it plays the first winning move, and takes as little as it can if it is losing.
//! - In a drawn position it keeps the draw and sets traps: it prefers the moves after which the largest share of
//!   the replies loses.
//!
//! Among moves that are equally good it takes the first, or with a seed any.

use crate::{Error, Position};
use grundy_base::random::Random;
use grundy_games::questions::reached::Extent;
use grundy_games::questions::remoteness::Endgame;
use grundy_record::{Move, Outcome, Verdict};

/// The extent of endgames that are solved whole, which takes a fraction of a second.
const ENDGAME: Extent = Extent {
    positions: 10_000,
    moves: 200_000,
    bytes: 64 << 20,
    work: 1 << 32,
};
/// The most moves that are looked at if not all can be.
const MAX_CONSIDERED_MOVES: usize = 100_000;
/// The most replies that are solved, one by one, to set a trap.
const MAX_REPLIES: usize = 2_000;

/// The level of the computer player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "setter",
    derive(clap::ValueEnum, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Level {
    /// Any legal move, at random
    Easy,
    /// A best move in two turns of three, else any legal move
    Fair,
    /// Always a best move
    #[default]
    Perfect,
}

/// The computer player, which chooses moves. It keeps the solved endgame and the random numbers.
#[derive(Debug, Default)]
pub struct ComputerPlayer {
    /// The endgame that was solved last, from which perfect moves are read.
    endgame: Option<Endgame>,
    /// The random numbers of moves that are drawn; without them the first good move is played.
    random: Option<Random>,
    /// The seed of the random numbers.
    seed: Option<u64>,
    /// The strength.
    level: Level,
}

impl ComputerPlayer {
    /// Makes a perfect player that plays the first of equally good moves, or with a seed any of them.
    pub fn new(seed: Option<u64>) -> Self {
        ComputerPlayer {
            random: seed.map(Random::new),
            seed,
            ..ComputerPlayer::default()
        }
    }

    /// Makes a player of a level, whose mistakes follow from the seed.
    pub fn of_level(level: Level, seed: u64) -> Self {
        ComputerPlayer {
            level,
            ..ComputerPlayer::new(Some(seed))
        }
    }

    /// Says whether the player is of this level and seed.
    pub(super) fn plays(&self, level: Level, seed: u64) -> bool {
        (self.level, self.seed) == (level, Some(seed))
    }

    /// Chooses a move; gives `None` if there is none.
    ///
    /// # Errors
    ///
    /// Says that the position cannot be solved within the limits.
    pub fn choose(&mut self, position: &Position<'_>) -> Result<Option<Move>, Error> {
        if let Some(random) = &mut self.random
            && (self.level == Level::Easy || self.level == Level::Fair && random.below(3) == 0)
        {
            return Ok(random
                .pick(&position.first_moves(MAX_CONSIDERED_MOVES)?.moves)
                .cloned());
        }
        let here = &position.record().position;
        if self.look_up(here).is_none() {
            self.endgame = position.endgame(ENDGAME)?;
        }
        let moves = match position.verdict()? {
            Verdict::Win(_) => least_by(position.some_winning_moves()?, |mv| {
                self.remoteness(position, mv).unwrap_or(0)
            }),
            Verdict::Lose => {
                let moves = position.first_moves(MAX_CONSIDERED_MOVES)?.moves;
                match &self.endgame {
                    Some(_) => least_by(moves, |mv| {
                        u64::MAX - self.remoteness(position, mv).unwrap_or(0)
                    }),
                    None => least_by(moves, Move::taken),
                }
            }
            Verdict::Draw => self.traps(position)?,
        };
        Ok(match &mut self.random {
            Some(random) => random.pick(&moves).cloned(),
            None => moves.first().cloned(),
        })
    }

    /// Returns the number of moves to the end after a move, if that is known.
    fn remoteness(&self, position: &Position<'_>, mv: &Move) -> Option<u64> {
        let next = position.next(mv)?;
        self.look_up(&next).map(|(_, moves)| moves.into())
    }

    fn look_up(&self, position: &grundy_record::Position) -> Option<(Outcome, u32)> {
        self.endgame
            .as_ref()?
            .look_up(std::slice::from_ref(position))
    }

    /// Lists the drawing moves after which the largest share of the replies loses.
    fn traps(&self, position: &Position<'_>) -> Result<Vec<Move>, Error> {
        let moves = position.winning_moves()?;
        let mut asked = 0;
        let mut shares = Vec::with_capacity(moves.len());
        for mv in &moves {
            let replies = match position.option(mv) {
                Some(next) => self.count_replies(&next, &mut asked)?,
                None => CountedReplies::default(),
            };
            shares.push(replies.share_that_holds());
        }
        let mut shares = shares.into_iter();
        Ok(least_by(moves, |_| shares.next().unwrap_or(u64::MAX)))
    }

    /// Counts the moves of a position, and those that lose.
    fn count_replies(
        &self,
        position: &Position<'_>,
        asked: &mut usize,
    ) -> Result<CountedReplies, Error> {
        let moves = position.first_moves(MAX_REPLIES)?.moves;
        let mut losing = 0;
        for mv in &moves {
            losing += u64::from(self.loses(position, mv, asked)?);
        }
        Ok(CountedReplies {
            losing,
            all: moves.len() as u64,
        })
    }

    /// Says whether a move hands the win over. After too many moves it is taken not to.
    fn loses(&self, position: &Position<'_>, mv: &Move, asked: &mut usize) -> Result<bool, Error> {
        let Some(next) = position.next(mv) else {
            return Ok(false);
        };
        if let Some((outcome, _)) = self.look_up(&next) {
            return Ok(outcome == Outcome::Win);
        }
        *asked += 1;
        Ok(*asked <= MAX_REPLIES && position.at(next).outcome()? == Outcome::Win)
    }
}

/// The number of replies to a move.
#[derive(Clone, Copy, Debug, Default)]
struct CountedReplies {
    /// The number of replies that hand the win over.
    losing: u64,
    /// The number of all replies.
    all: u64,
}

impl CountedReplies {
    /// Returns the share of the replies that does not lose, in millionths; all of it if there is no reply.
    fn share_that_holds(self) -> u64 {
        let holding = (self.all - self.losing) * 1_000_000;
        holding.checked_div(self.all).unwrap_or(1_000_000)
    }
}

/// Lists the moves of least cost, in order.
fn least_by(moves: Vec<Move>, mut cost: impl FnMut(&Move) -> u64) -> Vec<Move> {
    let costs: Vec<u64> = moves.iter().map(&mut cost).collect();
    let least = costs.iter().copied().min();
    moves
        .into_iter()
        .zip(costs)
        .filter(|&(_, cost)| Some(cost) == least)
        .map(|(mv, _)| mv)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::Context;

    fn chosen(line: &str, mut player: ComputerPlayer) -> String {
        let context = Context::default();
        let position = Position::read(line.as_bytes(), &context).unwrap();
        player
            .choose(&position)
            .unwrap()
            .map_or_else(String::new, |mv| mv.to_string())
    }

    #[test]
    fn winning_it_wins_and_losing_it_holds_out() {
        let first = |line| chosen(line, ComputerPlayer::new(None));
        assert_eq!(first("nim: 3 4 5"), "1:3>1");
        // Whatever it takes, the other takes as much; taking one lasts longest.
        assert_eq!(first("nim: 4 4"), "1:4>3");
        assert_eq!(first("nim: 50000 50000"), "1:50000>49999");
        assert_eq!(first("nim:"), "");
    }

    #[test]
    fn levels_play_as_well_as_they_say() {
        // Of the twelve moves here one wins.
        let good = |level| {
            let player = |seed| ComputerPlayer::of_level(level, seed);
            (0..300)
                .filter(|&seed| chosen("nim: 3 4 5", player(seed)) == "1:3>1")
                .count()
        };
        assert_eq!(good(Level::Perfect), 300);
        // Two thirds and a share of the rest: 208 of 300 expected; a twelfth: 25 expected.
        assert!(
            (170..250).contains(&good(Level::Fair)),
            "{}",
            good(Level::Fair)
        );
        assert!(good(Level::Easy) < 60, "{}", good(Level::Easy));
    }

    #[test]
    fn a_seed_chooses_among_equals_only() {
        let all: std::collections::BTreeSet<_> = (0..50)
            .map(|seed| chosen("nim: 4 4", ComputerPlayer::new(Some(seed))))
            .collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["1:4>3", "2:4>3"]);
    }
}
