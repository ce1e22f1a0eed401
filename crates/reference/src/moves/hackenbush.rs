//! Green Hackenbush (Winning Ways, chapter 7): a move cuts an edge; what no longer hangs on the ground falls.

use crate::answers::Play;
use crate::game::{Component, Game, Move, Name, Position};
use crate::moves::Given;
use crate::text;
use crate::theorems::{self, Theorem};
use crate::{Fail, Res};

/// The most edges of which all moves are listed, and the most if positions are explored.
const MAX_EDGES: usize = 500;
const MAX_EXPLORED_EDGES: usize = 30;

/// The edges; a position is those that stand, as bits.
struct Hackenbush(Vec<(u64, u64)>);

/// Reads a record of hackenbush.
pub fn read(given: &Given<'_>) -> Res<Play> {
    given.must_end()?;
    let edge = |word: &String| {
        let (a, b) = word.split_once('-').ok_or(Fail::Wrong)?;
        Ok((text::number(a)?, text::number(b)?))
    };
    let game = Hackenbush(given.words.iter().map(edge).collect::<Res<_>>()?);
    let all = smallvec::smallvec![u64::MAX; game.0.len().div_ceil(64).max(1)];
    let whole = game.standing(all);
    Fail::Wrong.when(whole.iter().map(|word| word.count_ones() as usize).sum::<usize>() < game.0.len())?;
    let component = Component { position: whole, written: String::new() };
    Ok(Play::new(game, vec![component]))
}

impl Hackenbush {
    /// The numbers of the edges that stand.
    fn edges<'p>(&'p self, position: &'p [u64]) -> impl Iterator<Item = usize> + 'p {
        (0..self.0.len()).filter(|edge| position[edge / 64] >> (edge % 64) & 1 != 0)
    }

    /// The edges of a position that hang on the ground, vertex 0.
    fn standing(&self, position: Position) -> Position {
        let mut reached = fxhash::FxHashSet::from_iter([0]);
        let mut left: Vec<usize> = self.edges(&position).collect();
        let mut standing: Position = smallvec::smallvec![0; position.len()];
        loop {
            let before = left.len();
            left.retain(|&edge| {
                let (a, b) = self.0[edge];
                let hangs = reached.contains(&a) || reached.contains(&b);
                if hangs {
                    reached.extend([a, b]);
                    standing[edge / 64] |= 1 << (edge % 64);
                }
                !hangs
            });
            if left.len() == before {
                return standing;
            }
        }
    }
}

impl Game for Hackenbush {
    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        let cut = |edge: usize| {
            let mut left = Position::from(position);
            left[edge / 64] &= !(1 << (edge % 64));
            let (a, b) = self.0[edge];
            Move::to(&self.standing(left)).named(Name::Bare(format!("{a}-{b}").into()))
        };
        Fail::TooLarge.when(self.0.len() > MAX_EDGES)?;
        Ok(self.edges(position).map(cut).collect())
    }

    /// Nearly every set of edges can be reached.
    fn is_far(&self, position: &[u64]) -> bool {
        self.edges(position).count() > MAX_EXPLORED_EDGES
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        Some(theorems::fusion(self.0.clone()))
    }
}
