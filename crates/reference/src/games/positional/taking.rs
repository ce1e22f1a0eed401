//! Positional games: a move needs some vertices and takes them with others; what is left falls into parts.

use std::cell::Cell;
use std::cmp::Reverse;
use std::rc::Rc;

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::boards::board::BoardCell;
use crate::games::positional::cells::{Vertices, name};
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers, WrittenComponent};
use crate::{Fail, Res};

/// The largest number of moves, and of pairs of moves of one position, that are looked at for a record.
const MAX_PAIRS_OF_MOVES: usize = 12_000_000;

/// A move in vertices.
pub(super) struct Taking {
    /// The sets one of which must be left.
    pub(super) needs: Vec<Vertices>,
    /// The vertices that go.
    pub(super) goes: Vertices,
    /// The text of the move.
    pub(super) text: String,
}

/// A move in bits.
struct BitTaking {
    /// The sets one of which must be left.
    needs: Vec<PositionNumbers>,
    /// The vertices that go.
    goes: PositionNumbers,
    /// The text of the move.
    text: Rc<str>,
}

/// The game with sets of vertices as bits.
pub(super) struct Sets {
    /// The moves, as bits.
    moves: Vec<BitTaking>,
    /// Vertices that belong together though no move says so, and each alone.
    linked: Vec<PositionNumbers>,
    /// The number of moves that were looked at.
    work: Cell<usize>,
}

/// Returns the moves by their first vertex.
pub(super) fn in_order(all: Vertices, mut takings: Vec<Taking>) -> Play {
    takings.sort_by_key(|taking| taking.needs[0].first().copied());
    Sets::play(all, takings, Vec::new())
}

/// Returns the play in which every vertex is a move that takes it and those near it; some were taken before.
pub(super) fn each_takes(
    mut left: Vertices,
    near: impl Fn(BoardCell, BoardCell) -> bool,
    taken: Vec<BoardCell>,
) -> Res<Play> {
    for vertex in taken {
        Fail::Wrong.when(!left.contains(&vertex))?;
        left.retain(|&other| other != vertex && !near(vertex, other));
    }
    let taking = |&vertex: &BoardCell| {
        let is_taken = |other: &BoardCell| *other == vertex || near(vertex, *other);
        Taking {
            needs: vec![[vertex].into()],
            goes: left.iter().copied().filter(is_taken).collect(),
            text: name(&vertex),
        }
    };
    let takings = left.iter().map(taking).collect();
    Ok(Sets::play(left, takings, Vec::new()))
}

fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn combine(a: &[u64], b: &[u64], with: impl Fn(u64, u64) -> u64) -> PositionNumbers {
    a.iter().zip(b).map(|(&a, &b)| with(a, b)).collect()
}

/// Adds a set to disjoint ones, those that it meets becoming one.
fn join(groups: &mut Vec<PositionNumbers>, mut set: PositionNumbers) {
    groups.retain(|group| {
        let meets = meet(group, &set);
        if meets {
            set = combine(group, &set, |a, b| a | b);
        }
        !meets
    });
    groups.push(set);
}

/// Returns a set of vertices as bits, by the places of its vertices among all. Vertices that are not there have no bit.
fn bits(all: &[BoardCell], set: &Vertices) -> PositionNumbers {
    let mut bits: PositionNumbers = smallvec::smallvec![0; all.len().div_ceil(64).max(1)];
    for vertex in set {
        if let Ok(place) = all.binary_search(vertex) {
            bits[place / 64] |= 1 << (place % 64);
        }
    }
    bits
}

impl Sets {
    /// Returns the play on these vertices; moves that take the same are one.
    pub(super) fn play(left: Vertices, takings: Vec<Taking>, linked: Vec<Vertices>) -> Play {
        let vertices: Vec<BoardCell> = left.iter().copied().collect();
        let mut moves = Vec::new();
        for taking in takings
            .iter()
            .unique_by(|taking| (&taking.needs, &taking.goes))
        {
            let needs = taking.needs.iter().filter(|set| set.is_subset(&left));
            let needs: Vec<PositionNumbers> = needs.map(|set| bits(&vertices, set)).collect();
            if !needs.is_empty() {
                moves.push(BitTaking {
                    needs,
                    goes: bits(&vertices, &taking.goes),
                    text: taking.text.as_str().into(),
                });
            }
        }
        let alone = left.iter().map(|&vertex| Vertices::from([vertex]));
        let linked = linked.into_iter().chain(alone);
        let game = Sets {
            moves,
            linked: linked.map(|set| bits(&vertices, &set)).collect(),
            work: Cell::new(0),
        };
        Play::new(game, [bits(&vertices, &left)])
    }

    /// Returns the moves that are left on some vertices.
    fn possible(&self, left: &[u64]) -> Vec<&BitTaking> {
        let is_possible = |mv: &&BitTaking| mv.needs.iter().any(|set| within(set, left));
        self.moves.iter().filter(is_possible).collect()
    }

    /// Returns the parts that these moves, as far as they are still there, join; vertices that no move touches are left
    /// out.
    fn components(moves: &[&BitTaking], left: &[u64]) -> Vec<PositionNumbers> {
        let mut groups = Vec::new();
        for mv in moves {
            for set in mv.needs.iter().filter(|set| within(set, left)) {
                let all = combine(set, &mv.goes, |a, b| a | b);
                join(&mut groups, combine(&all, left, |a, b| a & b));
            }
        }
        groups
    }
}

impl GameDefinition for Sets {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let moves = self.possible(position);
        let work = self.moves.len() + moves.len() * moves.len() * position.len();
        self.work.set(self.work.get() + work);
        Fail::TooLarge.when(self.work.get() > MAX_PAIRS_OF_MOVES)?;
        let play = |mv: &&BitTaking| {
            let left = combine(position, &mv.goes, |a, b| a & !b);
            let name = Name::Word(mv.text.clone());
            ListedMove::leaving(Sets::components(&moves, &left)).named(name)
        };
        Ok(moves.iter().map(play).collect())
    }

    /// Returns the parts in the order of their first vertices.
    fn parts(&self, component: &WrittenComponent) -> Res<Vec<PositionNumbers>> {
        let left = &component.position;
        let mut groups = Sets::components(&self.possible(left), left);
        for set in &self.linked {
            join(&mut groups, set.clone());
        }
        // The first vertex of a set is its lowest bit, so that a set with an earlier one is larger with its bits reversed.
        let reversed =
            |set: &PositionNumbers| set.iter().map(|word| word.reverse_bits()).collect_vec();
        groups.sort_by_cached_key(|set| Reverse(reversed(set)));
        Ok(groups)
    }
}
