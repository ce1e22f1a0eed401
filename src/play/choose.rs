//! The computer player.
//!
//! - It always keeps the best outcome, by the exact verdict.
//! - Winning, it hurries, and losing, it holds out as long as can be: by remoteness, where all that
//!   can still come is surveyed. Where that is too much, a winning computer plays the first winning
//!   move and a losing one takes as little as it can.
//! - Drawing, it keeps the draw and sets traps: it prefers the moves after which the largest share of
//!   the replies loses.
//!
//! Among moves that are equally good it takes the first, or with a seed any.

use super::survey::{Outcome, Survey};
use crate::games::Context;
use crate::random::Random;
use crate::record::{Fault, Move, Verdict};
use crate::subject::Subject;

/// The most moves looked at where not all can be.
const MAX_MOVES: usize = 100_000;
/// The most replies asked about, one by one, to set a trap.
const MAX_REPLIES: usize = 2_000;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Level {
    /// Any legal move, at random
    Easy,
    /// A best move in two turns of three, else any legal move
    Fair,
    /// Always a best move
    #[default]
    Perfect,
}

/// A player's mind: what it knows of the positions that can come, and its random numbers.
#[derive(Debug, Default)]
pub struct Chooser {
    survey: Option<Survey>,
    random: Option<Random>,
    level: Level,
}

impl Chooser {
    /// A chooser that plays the first of equally good moves, or with a seed any of them.
    pub fn new(seed: Option<u64>) -> Self {
        Chooser { random: seed.map(Random::new), ..Chooser::default() }
    }

    /// A chooser that plays only so well; its mistakes are those of the seed.
    pub fn of_level(level: Level, seed: u64) -> Self {
        Chooser { level, ..Chooser::new(Some(seed)) }
    }

    /// Chooses a move; `None` when there is none.
    ///
    /// # Errors
    ///
    /// When the position cannot be solved within the limits.
    pub fn choose(&mut self, subject: &mut Subject<'_>, context: &Context) -> Result<Option<Move>, Fault> {
        if let Some(random) = &mut self.random
            && (self.level == Level::Easy || self.level == Level::Fair && random.below(3) == 0)
        {
            let moves = subject.legal_moves(context, MAX_MOVES)?.moves;
            return Ok(random.pick(&moves).cloned());
        }
        let here = subject.record.position.clone();
        if self.survey.as_ref().is_none_or(|survey| survey.look_up(subject, &here).is_none()) {
            self.survey = Survey::new(subject, context)?;
        }
        let moves = match subject.verdict(context)? {
            Verdict::Win(_) => self.hurry(subject, context)?,
            Verdict::Lose => self.hold_out(subject, context)?,
            Verdict::Draw => self.set_traps(subject, context)?,
        };
        Ok(match &mut self.random {
            Some(random) => random.pick(&moves).cloned(),
            None => moves.first().cloned(),
        })
    }

    fn remoteness(&self, subject: &Subject<'_>, mv: &Move) -> Option<(Outcome, u32)> {
        self.survey.as_ref()?.look_up(subject, &subject.record.position.after(mv)?)
    }

    fn hurry(&self, subject: &mut Subject<'_>, context: &Context) -> Result<Vec<Move>, Fault> {
        let moves = match subject.best_moves(context) {
            Ok(moves) => moves,
            // More winning moves than are listed: one will do.
            Err(_) => subject.best(context)?.into_iter().collect(),
        };
        Ok(least_by(moves, |mv| self.remoteness(subject, mv).map_or(0, |(_, moves)| u64::from(moves))))
    }

    fn hold_out(&self, subject: &mut Subject<'_>, context: &Context) -> Result<Vec<Move>, Fault> {
        let moves = subject.legal_moves(context, MAX_MOVES)?.moves;
        Ok(match &self.survey {
            Some(_) => least_by(moves, |mv| {
                u64::MAX - self.remoteness(subject, mv).map_or(0, |(_, moves)| u64::from(moves))
            }),
            None => least_by(moves, Move::taken),
        })
    }

    fn set_traps(&self, subject: &mut Subject<'_>, context: &Context) -> Result<Vec<Move>, Fault> {
        let moves = subject.best_moves(context)?;
        let mut asked = 0;
        let mut shares = Vec::with_capacity(moves.len());
        for mv in &moves {
            let (losing, all) = self.losing_replies(subject, context, mv, &mut asked)?;
            // The share of the replies that does not lose, in millionths: the smaller the better.
            shares.push(((all - losing) * 1_000_000).checked_div(all).unwrap_or(1_000_000));
        }
        let mut shares = shares.into_iter();
        Ok(least_by(moves, |_| shares.next().unwrap_or(u64::MAX)))
    }

    /// How many of the replies to a move lose, and how many there are.
    fn losing_replies(
        &self,
        subject: &mut Subject<'_>,
        context: &Context,
        mv: &Move,
        asked: &mut usize,
    ) -> Result<(u64, u64), Fault> {
        let Some(next) = subject.record.position.after(mv) else { return Ok((0, 0)) };
        let here = subject.go_to(next);
        let replies = subject.legal_moves(context, MAX_REPLIES);
        let count = || -> Result<(u64, u64), Fault> {
            let replies = replies?.moves;
            let mut losing = 0;
            for reply in &replies {
                losing += u64::from(self.loses(subject, context, reply, asked)?);
            }
            Ok((losing, replies.len() as u64))
        };
        let counted = count();
        subject.go_to(here);
        counted
    }

    /// Whether a reply hands the win over; not known, and so no, when too many were asked about.
    fn loses(
        &self,
        subject: &mut Subject<'_>,
        context: &Context,
        reply: &Move,
        asked: &mut usize,
    ) -> Result<bool, Fault> {
        if let Some((outcome, _)) = self.remoteness(subject, reply) {
            return Ok(outcome == Outcome::Win);
        }
        let Some(next) = subject.record.position.after(reply) else { return Ok(false) };
        *asked += 1;
        if *asked > MAX_REPLIES {
            return Ok(false);
        }
        let here = subject.go_to(next);
        let verdict = subject.verdict(context);
        subject.go_to(here);
        Ok(matches!(verdict?, Verdict::Win(_)))
    }
}

/// The moves of least cost, in order.
fn least_by(moves: Vec<Move>, mut cost: impl FnMut(&Move) -> u64) -> Vec<Move> {
    let costs: Vec<u64> = moves.iter().map(&mut cost).collect();
    let least = costs.iter().copied().min();
    moves.into_iter().zip(costs).filter(|&(_, cost)| Some(cost) == least).map(|(mv, _)| mv).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::answer;

    fn chosen(line: &str, seed: Option<u64>) -> String {
        let context = Context::default();
        let mut subject = Subject::read(line.as_bytes(), &context).unwrap();
        let mv = Chooser::new(seed).choose(&mut subject, &context).unwrap();
        let mut out = Vec::new();
        if let Some(mv) = mv {
            answer::write_move(&mv, &mut out);
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn winning_it_wins_and_losing_it_holds_out() {
        assert_eq!(chosen("nim: 3 4 5", None), "1:3>1");
        // Whatever it takes, the other takes the same; taking one lasts longest.
        assert_eq!(chosen("nim: 4 4", None), "1:4>3");
        assert_eq!(chosen("nim: 50000 50000", None), "1:50000>49999");
        assert_eq!(chosen("nim:", None), "");
    }

    #[test]
    fn levels_play_as_well_as_they_say() {
        let context = Context::default();
        // Of the twelve moves here one wins.
        let good = |level| {
            (0..300)
                .filter(|&seed| {
                    let mut subject = Subject::read(b"nim: 3 4 5", &context).unwrap();
                    let mv = Chooser::of_level(level, seed).choose(&mut subject, &context).unwrap();
                    mv == Some(Move::Heap { index: 0, from: 3, to: 1 })
                })
                .count()
        };
        assert_eq!(good(Level::Perfect), 300);
        // Two thirds and a share of the rest: 208 of 300 expected; a twelfth: 25 expected.
        assert!((170..250).contains(&good(Level::Fair)), "{}", good(Level::Fair));
        assert!(good(Level::Easy) < 60, "{}", good(Level::Easy));
    }

    #[test]
    fn a_seed_chooses_among_equals_only() {
        let all: std::collections::BTreeSet<_> = (0..50).map(|seed| chosen("nim: 4 4", Some(seed))).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["1:4>3", "2:4>3"]);
    }
}
