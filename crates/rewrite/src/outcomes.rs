//! Outcomes under misère play, where a player who cannot move wins.
//!
//! Values do not add up, but who wins depends on the multiset of the parts alone: a move in a sum is a move in one part, and
//! parts whose moves are the same for ever may stand for each other. Equal parts do not cancel. A part on a list may have no
//! move (its moves are all forbidden); a player is stuck only if no part has one.
//!
//! *Example*, Clobber: `XXO.XXO` is lost under misère play, though its parts are equal, and a row without moves is won.
//!
//! Play must be known to end.

use std::cmp::Ordering;
use std::hash::Hash;

use fxhash::FxHashMap;
use grundy_base::budget::{Limit, StepMeter};
use grundy_base::shares;

use crate::account::spend;
use crate::mex::{PartsGame, PathRoom, bytes_of_list, too_many};

/// A table of who wins from multisets of parts.
#[derive(Debug)]
pub(crate) struct OutcomeTable<P> {
    /// Whether the player to move wins, by parts in ascending order.
    known: FxHashMap<Vec<P>, bool>,
    /// The approximate number of bytes of the table.
    bytes: u64,
    /// The largest number of bytes.
    most_bytes: u64,
    /// The memory of the budget.
    memory: u64,
}

/// A sum on the path.
struct PathSum<P> {
    /// The parts of the sum, ascending.
    parts: Vec<P>,
    /// The sums after moves that are not looked at yet.
    options: Vec<Vec<P>>,
    /// The approximate number of bytes of the options as they were listed.
    bytes: u64,
    /// Whether some part has a move.
    has_moves: bool,
}

/// The bytes of an entry beyond those of its parts. A guess.
const BYTES_A_SUM: u64 = 40;

impl<P: Clone + Ord + Hash> OutcomeTable<P> {
    /// Makes an empty table within a budget of memory.
    pub(crate) fn new(memory: u64) -> Self {
        OutcomeTable {
            known: FxHashMap::default(),
            bytes: 0,
            most_bytes: shares::rewriting::valued_positions(memory),
            memory,
        }
    }

    /// Returns whether the player to move wins a position.
    ///
    /// # Errors
    ///
    /// Fails when a limit would be passed.
    pub(crate) fn wins(
        &mut self,
        game: &impl PartsGame<Part = P>,
        position: &P,
        meter: &mut StepMeter,
    ) -> Result<bool, Limit> {
        let mut parts = Vec::new();
        game.split(position.clone(), &mut parts);
        sort_parts(&mut parts);
        if let Some(&wins) = self.known.get(&parts) {
            return Ok(wins);
        }
        let mut room = PathRoom::new(self.memory);
        let mut path = vec![opened(game, parts, &mut room, meter)?];
        loop {
            let last = path.len() - 1;
            let top = &mut path[last];
            let mut wins = None;
            match top.options.last() {
                None => wins = Some(!top.has_moves),
                Some(option) => match self.known.get(option) {
                    Some(false) => wins = Some(true),
                    Some(true) => {
                        top.options.pop();
                    }
                    None => {
                        let deeper = opened(game, option.clone(), &mut room, meter)?;
                        path.push(deeper);
                    }
                },
            }
            let Some(wins) = wins else { continue };
            let Some(done) = path.pop() else {
                return Ok(wins);
            };
            room.give_back(done.bytes);
            self.keep(game, done.parts, wins)?;
            if path.is_empty() {
                return Ok(wins);
            }
        }
    }

    /// Keeps who wins from a sum.
    fn keep(
        &mut self,
        game: &impl PartsGame<Part = P>,
        parts: Vec<P>,
        wins: bool,
    ) -> Result<(), Limit> {
        self.bytes += bytes_of_list(game, &parts) + BYTES_A_SUM;
        if self.bytes > self.most_bytes {
            return Err(too_many(self.most_bytes));
        }
        self.known.insert(parts, wins);
        Ok(())
    }
}

/// Puts parts in ascending order. They are few, and those of an option are so already but for the last ones.
fn sort_parts<P: Ord>(parts: &mut [P]) {
    for end in 1..parts.len() {
        let mut at = end;
        while at > 0 && parts[at - 1] > parts[at] {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Returns the places of a list in the order of what stands there. One sort is compiled for parts of all kinds.
fn sorted_places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_unstable_by(|&a, &b| compare(a, b));
    places
}

/// Lists the sums after each move of a sum, on a path where they take room.
fn opened<P: Clone + Ord + Hash>(
    game: &impl PartsGame<Part = P>,
    parts: Vec<P>,
    room: &mut PathRoom,
    meter: &mut StepMeter,
) -> Result<PathSum<P>, Limit> {
    let mut options = Vec::new();
    let mut bytes = 0;
    for (i, part) in parts.iter().enumerate() {
        if i > 0 && parts[i - 1] == *part {
            continue;
        }
        let before = options.len();
        game.visit_options(part, meter, &mut |left| {
            let mut sum: Vec<P> = parts[..i].iter().chain(&parts[i + 1..]).cloned().collect();
            game.split(left, &mut sum);
            sort_parts(&mut sum);
            let bytes_of_option = bytes_of_list(game, &sum);
            bytes += bytes_of_option;
            options.push(sum);
            room.take(bytes_of_option)
        })?;
        spend(meter, ((options.len() - before) * parts.len()) as u64)?;
    }
    let has_moves = !options.is_empty();
    // The sums with the fewest parts are taken from the end, first.
    let places = sorted_places(options.len(), &|a, b| {
        let [a, b] = [&options[a], &options[b]];
        b.len().cmp(&a.len()).then_with(|| a.cmp(b))
    });
    let mut options: Vec<Vec<P>> = places
        .into_iter()
        .map(|place| std::mem::take(&mut options[place]))
        .collect();
    options.dedup();
    Ok(PathSum {
        parts,
        options,
        bytes,
        has_moves,
    })
}
