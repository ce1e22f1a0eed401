//! A question about a vector game.

use num_integer::gcd;

use super::piles::{MAX_VECTOR_PILES, PileSizes, VectorRules};

/// The kind of the labels: what is asked about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// A label is 0 when the player to move loses (a P-position), and anything else when he wins.
    Outcome,
    /// A label is the Grundy value.
    Value,
}

/// Positions of one game that are to be labelled. Engines get trimmed problems: no vector takes more
/// and no damage lies higher than the largest pile asked, and there is at least one vector.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The number of piles, 1 to 4.
    pub piles: usize,
    /// The moves, distinct and not all zero.
    pub vectors: Vec<PileSizes>,
    /// The positions no move may enter, distinct.
    pub damaged: Vec<PileSizes>,
    /// The positions to label, none of them damaged.
    pub asked: Vec<PileSizes>,
    /// The kind of the labels.
    pub label: LabelKind,
}

impl Problem {
    /// Makes the question of labelling `asked` in the game of `rules`.
    pub fn new(rules: &VectorRules, asked: &[PileSizes], label: LabelKind) -> Self {
        let mut problem = Problem {
            piles: rules.piles,
            vectors: rules.vectors.clone(),
            damaged: rules.damaged.clone(),
            asked: asked.to_vec(),
            label,
        };
        problem.trim();
        problem
    }

    /// Returns the positions that an engine must stop at: damaged ones, and those asked about with their places in the
    /// list.
    pub fn marks(&self) -> impl Iterator<Item = (&PileSizes, Option<usize>)> {
        let damaged = self.damaged.iter().map(|position| (position, None));
        let asked = self.asked.iter().enumerate();
        damaged.chain(asked.map(|(i, position)| (position, Some(i))))
    }

    /// Returns the largest size asked of each pile.
    pub fn corner(&self) -> PileSizes {
        largest(&self.asked)
    }

    /// Returns the largest component of the vectors in each pile.
    pub fn reach(&self) -> PileSizes {
        largest(&self.vectors)
    }

    /// Returns the number of positions in the box from all zeros to the corner.
    pub fn cells(&self) -> u128 {
        self.corner()[..self.piles]
            .iter()
            .fold(1u128, |n, &p| n.saturating_mul(u128::from(p) + 1))
    }

    /// Drops what no play from the positions asked can meet: vectors that take more than there is, and
    /// damage outside the box.
    pub fn trim(&mut self) {
        let corner = self.corner();
        let inside = |p: &PileSizes| p.iter().zip(&corner).all(|(a, b)| a <= b);
        self.vectors.retain(inside);
        self.damaged.retain(inside);
    }

    /// Returns the greatest common divisor of the vectors' components in each pile; 0 for a pile that no
    /// vector touches.
    pub fn steps(&self) -> PileSizes {
        let mut steps = [0; MAX_VECTOR_PILES];
        for vector in &self.vectors {
            for (step, &amount) in steps.iter_mut().zip(vector) {
                *step = gcd(*step, amount);
            }
        }
        steps
    }
}

/// Returns the largest size of each pile among some positions.
fn largest(positions: &[PileSizes]) -> PileSizes {
    let mut largest = [0; MAX_VECTOR_PILES];
    for position in positions {
        for (largest, &pile) in largest.iter_mut().zip(position) {
            *largest = pile.max(*largest);
        }
    }
    largest
}
