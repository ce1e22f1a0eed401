//! All positions that can still come, where they are few: who wins, and how long it takes.
//!
//! The *remoteness* of a position is the number of moves to the end of play when the winner hurries
//! and the loser holds out (Steinhaus 1925; the word is Conway's). It is found backwards from
//! the ends of play; positions that are never reached from there are draws, so play that goes round
//! in circles needs no special case.

use fxhash::FxHashMap;

use crate::games::Context;
use crate::record::{Fault, Position, Verdict, View};
use crate::subject::Subject;

/// The most positions surveyed: a fraction of a second.
pub const MAX_POSITIONS: usize = 10_000;
/// The most moves surveyed.
const MAX_MOVES: usize = 200_000;

/// Who wins, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move.
    Win,
    /// The other player.
    Lose,
    /// Nobody.
    Draw,
}

/// Every position that can come from a start, solved.
#[derive(Debug)]
pub struct Survey {
    index: FxHashMap<Position, u32>,
    /// The outcome and remoteness of each; a draw has none, and 0 stands for it.
    solved: Vec<(Outcome, u32)>,
}

impl Survey {
    /// Surveys what can come from the subject's position; `None` when that is too much.
    ///
    /// # Errors
    ///
    /// When the moves of some position cannot be listed.
    pub fn new(subject: &mut Subject<'_>, context: &Context) -> Result<Option<Self>, Fault> {
        let start = subject.record.position.clone();
        let graph = Graph::explore(subject, context);
        subject.go_to(start);
        Ok(graph?.map(|graph| {
            let solved = graph.solve();
            Survey { index: graph.index, solved }
        }))
    }

    /// The outcome and remoteness of a position; `None` when it cannot come from the start.
    pub fn look_up(&self, subject: &Subject<'_>, position: &Position) -> Option<(Outcome, u32)> {
        let key = key(subject, position);
        self.index.get(&key).and_then(|&i| self.solved.get(i as usize).copied())
    }
}

/// Positions with the same future have the same key: the order of independent components, and of what
/// is used up, does not matter.
fn key(subject: &Subject<'_>, position: &Position) -> Position {
    let mut key = position.clone();
    if let Some(taken) = &mut key.taken {
        taken.sort_by_cached_key(|taken| format!("{taken:?}"));
    }
    let signature = subject.signature();
    let sorted = match signature.view {
        View::Drawn | View::Walk => key.numbers.len().saturating_sub(1),
        View::Tokens | View::Heaps => key.numbers.len(),
        // Piles in a row, coins on a strip: their places matter.
        _ => 0,
    };
    key.numbers[..sorted].sort_unstable();
    if key.tuples.len() > 1 {
        let mut tuples: Vec<Vec<u64>> = key.tuples.iter().map(<[u64]>::to_vec).collect();
        tuples.sort_unstable();
        for (i, tuple) in tuples.iter().enumerate() {
            key.tuples.replace(i, tuple);
        }
    }
    key
}

/// Positions and the moves between them.
struct Graph {
    index: FxHashMap<Position, u32>,
    /// For each position, where its moves lead.
    next: Vec<Vec<u32>>,
    /// For a position without moves, what that means.
    ends: Vec<Option<Verdict>>,
}

impl Graph {
    fn explore(subject: &mut Subject<'_>, context: &Context) -> Result<Option<Self>, Fault> {
        // One position stands for all with its key: it must itself be one that can come.
        let first = subject.record.position.clone();
        let mut index = FxHashMap::default();
        index.insert(key(subject, &first), 0);
        let mut graph = Graph { index, next: Vec::new(), ends: Vec::new() };
        let mut queue = std::collections::VecDeque::from([first]);
        let mut moves = 0;
        while let Some(position) = queue.pop_front() {
            subject.go_to(position);
            let legal = subject.legal_moves(context, MAX_MOVES - moves)?;
            if legal.more {
                return Ok(None);
            }
            moves += legal.moves.len();
            let mut next = Vec::with_capacity(legal.moves.len());
            for mv in &legal.moves {
                // The result of any other move cannot be written down here.
                let Some(position) = subject.record.position.after(mv) else { return Ok(None) };
                let fresh = graph.index.len() as u32;
                let at = *graph.index.entry(key(subject, &position)).or_insert_with(|| {
                    queue.push_back(position);
                    fresh
                });
                next.push(at);
            }
            if graph.index.len() > MAX_POSITIONS {
                return Ok(None);
            }
            graph.ends.push(next.is_empty().then(|| subject.verdict_without_moves()));
            graph.next.push(next);
        }
        Ok(Some(graph))
    }

    /// Backwards from the ends, in the order of remoteness.
    fn solve(&self) -> Vec<(Outcome, u32)> {
        let count = self.next.len();
        let mut solved = vec![(Outcome::Draw, 0); count];
        let mut known = vec![false; count];
        let mut open: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (at, next) in self.next.iter().enumerate() {
            next.iter().for_each(|&to| before[to as usize].push(at as u32));
        }
        let mut queue = std::collections::VecDeque::new();
        for (at, end) in self.ends.iter().enumerate() {
            let outcome = match end {
                Some(Verdict::Win(_)) => Outcome::Win,
                Some(Verdict::Lose) => Outcome::Lose,
                Some(Verdict::Draw) | None => continue,
            };
            (solved[at], known[at]) = ((outcome, 0), true);
            queue.push_back(at);
        }
        while let Some(at) = queue.pop_front() {
            let (outcome, remoteness) = solved[at];
            for &from in &before[at] {
                let from = from as usize;
                open[from] -= 1;
                let found = match outcome {
                    Outcome::Lose => Outcome::Win,
                    _ if open[from] == 0 => Outcome::Lose,
                    _ => continue,
                };
                if !known[from] {
                    (solved[from], known[from]) = ((found, remoteness + 1), true);
                    queue.push_back(from);
                }
            }
        }
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(line: &str) -> (Outcome, u32) {
        let context = Context::default();
        let mut subject = Subject::read(line.as_bytes(), &context).unwrap();
        let survey = Survey::new(&mut subject, &context).unwrap().unwrap();
        survey.look_up(&subject, &subject.record.position).unwrap()
    }

    #[test]
    fn remoteness_is_that_of_hurrying_winners_and_stubborn_losers() {
        assert_eq!(survey("nim:"), (Outcome::Lose, 0));
        assert_eq!(survey("nim: 5"), (Outcome::Win, 1));
        // Both take one token after the other.
        assert_eq!(survey("nim: 3 3"), (Outcome::Lose, 6));
        assert_eq!(survey("nim misere: 1"), (Outcome::Lose, 1));
        assert_eq!(survey("nim misere:"), (Outcome::Win, 0));
    }

    #[test]
    fn a_survey_agrees_with_the_verdicts_of_every_game() {
        let context = Context::default();
        for game in crate::games::catalogue::STANDARD {
            // Some games' positions are not of the form of their records.
            let Ok(mut subject) = Subject::read(game.signature().example.as_bytes(), &context) else {
                continue;
            };
            let Some(survey) = Survey::new(&mut subject, &context).unwrap() else { continue };
            let positions: Vec<Position> = survey.index.keys().take(300).cloned().collect();
            for position in positions {
                let (outcome, _) = survey.look_up(&subject, &position).unwrap();
                subject.go_to(position);
                // The order in which numbers were drawn is not kept in a key.
                let Ok(verdict) = subject.verdict(&context) else { continue };
                let expected = match verdict {
                    Verdict::Win(_) => Outcome::Win,
                    Verdict::Lose => Outcome::Lose,
                    Verdict::Draw => Outcome::Draw,
                };
                assert_eq!(outcome, expected, "{subject:?}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_not_surveyed() {
        let context = Context::default();
        let mut subject = Subject::read(b"nim: 100000000 5", &context).unwrap();
        assert!(Survey::new(&mut subject, &context).unwrap().is_none());
        assert_eq!(subject.text(), "nim: 100000000 5");
    }
}
