//! Green Hackenbush (Winning Ways, chapter 7): a move cuts an edge; what no longer hangs on the ground falls.

use crate::moves::vocabulary::*;

/// The most edges of which all moves are listed, and the most if positions are explored.
const MAX_EDGES: usize = 500;
const MAX_EXPLORED_EDGES: usize = 30;

/// The edges; a position is those that stand, by their numbers.
struct Hackenbush(Vec<(u64, u64)>);

/// Reads a record of hackenbush.
pub fn read(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.position()?.is_empty())?;
    let edges = given.words.iter().map(|word| text::pair(word, '-'));
    let game = Hackenbush(edges.collect::<Res<_>>()?);
    let whole = game.standing(0..game.0.len() as u64)?;
    Fail::Wrong.when(whole.len() < game.0.len())?;
    Ok(Play::new(game, [whole]))
}

impl Hackenbush {
    /// Those of some edges that hang on the ground, vertex 0.
    fn standing(&self, edges: impl Iterator<Item = u64> + Clone) -> Res<PositionNumbers> {
        let near = theorems::neighbours(&self.0, edges.clone());
        let next = |vertex: &u64| {
            near.get(vertex)
                .into_iter()
                .flatten()
                .map(|&(to, _)| to)
                .collect()
        };
        let hang = met([0], |vertex| Ok(next(vertex)))?;
        Ok(edges
            .filter(|&edge| hang.contains(&self.0[edge as usize].0))
            .collect())
    }
}

impl GameDefinition for Hackenbush {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(self.0.len() > MAX_EDGES)?;
        let cut = |&edge: &u64| {
            let (a, b) = self.0[edge as usize];
            let left = position.iter().copied().filter(|&other| other != edge);
            Ok(ListedMove::to(&self.standing(left)?).named(Name::Bare(format!("{a}-{b}").into())))
        };
        position.iter().map(cut).collect()
    }

    /// Nearly every set of edges can be reached.
    fn is_far(&self, position: &[u64]) -> bool {
        position.len() > MAX_EXPLORED_EDGES
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Ok(theorems::fusion(self.0.clone()))
    }
}
