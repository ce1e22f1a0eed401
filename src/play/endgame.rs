//! All reachable positions, solved by retrograde analysis, if there are few: who wins, and how long it takes.
//!
//! The *remoteness* of a position is the number of moves to the end of play when the winner hurries
//! and the loser holds out (Steinhaus 1925; the word is Conway's). It is found backwards from
//! the ends of play; positions that are never reached from there are draws, so play that goes round
//! in circles needs no special case.

use std::collections::VecDeque;

use fxhash::FxHashMap;

use crate::record::{self, Outcome, Signature, View};
use crate::{Error, Position};

/// The most positions solved: a fraction of a second.
const MAX_POSITIONS: usize = 10_000;
/// The most moves between them.
const MAX_MOVES: usize = 200_000;

/// Every reachable position, solved.
#[derive(Debug)]
pub struct Endgame {
    index: FxHashMap<record::Position, u32>,
    /// The outcome and remoteness of each; a draw has remoteness 0.
    solved: Vec<(Outcome, u32)>,
}

impl Endgame {
    /// Solves all positions that can be reached from one; `None` if they are too many.
    ///
    /// # Errors
    ///
    /// When the moves of some position cannot be listed.
    pub fn new(start: &Position<'_>) -> Result<Option<Self>, Error> {
        Ok(Graph::explore(start)?.map(|graph| Endgame { solved: graph.solve(), index: graph.index }))
    }

    /// The outcome and remoteness of a position; `None` when it cannot be reached from the start.
    pub fn look_up(&self, signature: &Signature, position: &record::Position) -> Option<(Outcome, u32)> {
        let index = self.index.get(&key(signature, position))?;
        self.solved.get(*index as usize).copied()
    }
}

/// Positions with one future have one key: the order of independent components, and of what
/// is used up, does not matter.
fn key(signature: &Signature, position: &record::Position) -> record::Position {
    let mut key = position.clone();
    if let Some(taken) = &mut key.taken {
        taken.sort_by_cached_key(|taken| format!("{taken:?}"));
    }
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
    index: FxHashMap<record::Position, u32>,
    /// For each position, where its moves lead.
    next: Vec<Vec<u32>>,
    /// For a position without moves, the outcome.
    ends: Vec<Option<Outcome>>,
}

impl Graph {
    fn explore(start: &Position<'_>) -> Result<Option<Self>, Error> {
        let signature = start.signature();
        // One position represents all with its key: it must itself be reachable.
        let first = start.record().position.clone();
        let index = FxHashMap::from_iter([(key(signature, &first), 0)]);
        let mut graph = Graph { index, next: Vec::new(), ends: Vec::new() };
        let mut queue = VecDeque::from([first]);
        let mut moves = 0;
        while let Some(position) = queue.pop_front() {
            let here = start.at(position);
            let legal = here.first_moves(MAX_MOVES - moves)?;
            if legal.more {
                return Ok(None);
            }
            moves += legal.moves.len();
            let mut next = Vec::with_capacity(legal.moves.len());
            for mv in &legal.moves {
                // No record says where some moves lead.
                let Some(position) = here.next(mv) else { return Ok(None) };
                let fresh = graph.index.len() as u32;
                let at = *graph.index.entry(key(signature, &position)).or_insert_with(|| {
                    queue.push_back(position);
                    fresh
                });
                next.push(at);
            }
            if graph.index.len() > MAX_POSITIONS {
                return Ok(None);
            }
            graph.ends.push(next.is_empty().then(|| here.verdict_without_moves().outcome()));
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
        let mut queue = VecDeque::new();
        for (at, end) in self.ends.iter().enumerate() {
            if let Some(outcome @ (Outcome::Win | Outcome::Lose)) = *end {
                (solved[at], known[at]) = ((outcome, 0), true);
                queue.push_back(at);
            }
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
    use crate::games::Context;

    fn solved(line: &str) -> (Outcome, u32) {
        let context = Context::default();
        let position = Position::read(line.as_bytes(), &context).unwrap();
        let endgame = Endgame::new(&position).unwrap().unwrap();
        endgame.look_up(position.signature(), &position.record().position).unwrap()
    }

    #[test]
    fn remoteness_is_that_of_hurrying_winners_and_stubborn_losers() {
        assert_eq!(solved("nim:"), (Outcome::Lose, 0));
        assert_eq!(solved("nim: 5"), (Outcome::Win, 1));
        // Both take one token after the other.
        assert_eq!(solved("nim: 3 3"), (Outcome::Lose, 6));
        assert_eq!(solved("nim misere: 1"), (Outcome::Lose, 1));
        assert_eq!(solved("nim misere:"), (Outcome::Win, 0));
    }

    #[test]
    fn an_endgame_agrees_with_the_verdicts_of_every_game() {
        let context = Context::default();
        for game in crate::games::catalogue::STANDARD {
            // Some games' positions are not of the form of their records.
            let Ok(start) = Position::read(game.signature().example.as_bytes(), &context) else { continue };
            let Some(endgame) = Endgame::new(&start).unwrap() else { continue };
            for position in endgame.index.keys().take(300) {
                let (outcome, _) = endgame.look_up(start.signature(), position).unwrap();
                // The order in which numbers were drawn is not kept in a key.
                let Ok(expected) = start.at(position.clone()).outcome() else { continue };
                assert_eq!(outcome, expected, "{position:?}");
            }
        }
    }

    #[test]
    fn too_large_a_game_is_not_solved() {
        let context = Context::default();
        let position = Position::read(b"nim: 100000000 5", &context).unwrap();
        assert!(Endgame::new(&position).unwrap().is_none());
    }
}
