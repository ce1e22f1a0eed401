//! Green Hackenbush (Winning Ways, chapter 7): a move cuts an edge; what no longer hangs on the ground falls.
#![expect(
    clippy::cast_possible_truncation,
    reason = "edges are places of a list"
)]

use crate::game::GameDefinition;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::theorem::Theorem;
use crate::theorems::{self, Edge};
use crate::{Fail, Res, met, text};

/// The most edges of which all moves are listed.
const MAX_EDGES: usize = 500;

/// The most edges of a position from which positions are explored.
const MAX_EXPLORED_EDGES: usize = 30;

/// The edges of a record. A position is the edges that stand, by their numbers.
struct Hackenbush(Vec<Edge>);

/// Reads a record of hackenbush.
pub fn read(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.position()?.is_empty())?;
    let edges = given.words.iter().map(|word| edge(word));
    let game = Hackenbush(edges.collect::<Res<_>>()?);
    let all: Vec<u64> = (0..game.0.len() as u64).collect();
    let standing = game.standing(&all)?;
    Fail::Wrong.when(standing.len() < all.len())?;
    Ok(Play::new(game, [standing]))
}

fn edge(word: &str) -> Res<Edge> {
    let (from, to) = text::pair(word, '-')?;
    Ok(Edge { from, to })
}

impl Hackenbush {
    /// Returns the edges among these that hang on the ground, vertex 0.
    fn standing(&self, edges: &[u64]) -> Res<PositionNumbers> {
        let near = theorems::neighbours(&self.0, edges.iter().copied());
        let hanging = met([0], |vertex| {
            let ways = near.get(vertex).into_iter().flatten();
            Ok(ways.map(|way| way.to).collect())
        })?;
        let hangs = |edge: &&u64| hanging.contains(&self.0[**edge as usize].from);
        Ok(edges.iter().filter(hangs).copied().collect())
    }

    /// Returns the move that cuts an edge.
    fn cut(&self, position: &[u64], edge: u64) -> Res<ListedMove> {
        let others = position.iter().copied().filter(|&other| other != edge);
        let others: Vec<u64> = others.collect();
        let Edge { from, to } = self.0[edge as usize];
        let name = Name::Bare(format!("{from}-{to}").into());
        Ok(ListedMove::to(&self.standing(&others)?).named(name))
    }
}

impl GameDefinition for Hackenbush {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(self.0.len() > MAX_EDGES)?;
        let cuts = position.iter().map(|&edge| self.cut(position, edge));
        cuts.collect()
    }

    /// Says that many edges are far, because nearly every set of them can be reached.
    fn is_far(&self, position: &[u64]) -> bool {
        position.len() > MAX_EXPLORED_EDGES
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Ok(theorems::fusion(self.0.clone()))
    }
}
