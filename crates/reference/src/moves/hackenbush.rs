//! Green Hackenbush (Winning Ways, chapter 7): a move cuts an edge; what no longer hangs on the ground falls.

use fxhash::FxHashSet;

use crate::answers::Play;
use crate::game::{Game, Move, Name, Position};
use crate::moves::Given;
use crate::text;
use crate::theorems::{self, Theorem};
use crate::{Fail, Res};

/// The most edges of which all moves are listed, and the most if positions are explored.
const MAX_EDGES: usize = 500;
const MAX_EXPLORED_EDGES: usize = 30;

/// The edges; a position is those that stand, by their numbers.
struct Hackenbush(Vec<(u64, u64)>);

/// Reads a record of hackenbush.
pub fn read(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.position()?.is_empty())?;
    let edge = |word: &String| {
        let (a, b) = word.split_once('-').ok_or(Fail::Wrong)?;
        Ok((text::number(a)?, text::number(b)?))
    };
    let game = Hackenbush(given.words.iter().map(edge).collect::<Res<_>>()?);
    let whole = game.standing((0..game.0.len() as u64).collect());
    Fail::Wrong.when(whole.len() < game.0.len())?;
    Ok(Play::new(game, [whole]))
}

impl Hackenbush {
    /// Those of some edges that hang on the ground, vertex 0.
    fn standing(&self, mut left: Vec<u64>) -> Position {
        let (mut reached, mut standing) = (FxHashSet::from_iter([0]), Position::new());
        loop {
            let hang = left.extract_if(.., |edge| {
                let (a, b) = self.0[*edge as usize];
                let hangs = reached.contains(&a) || reached.contains(&b);
                reached.extend([a, b].into_iter().filter(|_| hangs));
                hangs
            });
            let before = standing.len();
            standing.extend(hang);
            if standing.len() == before {
                standing.sort_unstable();
                return standing;
            }
        }
    }
}

impl Game for Hackenbush {
    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        Fail::TooLarge.when(self.0.len() > MAX_EDGES)?;
        let cut = |&edge: &u64| {
            let (a, b) = self.0[edge as usize];
            let left = position.iter().copied().filter(|&other| other != edge).collect();
            Move::to(&self.standing(left)).named(Name::Bare(format!("{a}-{b}").into()))
        };
        Ok(position.iter().map(cut).collect())
    }

    /// Nearly every set of edges can be reached.
    fn is_far(&self, position: &[u64]) -> bool {
        position.len() > MAX_EXPLORED_EDGES
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Ok(theorems::fusion(self.0.clone()))
    }
}
