//! A question about a vector game.

use num_integer::gcd;

use super::{MAX_PILES, Position, Rules};

/// The question about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// 0 when the player to move loses (a P-position), anything else when he wins.
    Outcome,
    /// The Grundy value.
    Value,
}

/// Positions of one game to be labelled. Engines get trimmed problems: no vector takes more
/// and no damage lies higher than the largest pile asked, and there is at least one vector.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Number of piles, 1 to 4.
    pub piles: usize,
    /// The moves, distinct and not all zero.
    pub vectors: Vec<Position>,
    /// Positions no move may enter, distinct.
    pub damaged: Vec<Position>,
    /// Positions to label, none of them damaged.
    pub asked: Vec<Position>,
    /// The kind of the labels.
    pub label: Label,
}

impl Problem {
    /// Makes the question of labelling `asked` in the game of `rules`.
    pub fn new(rules: &Rules, asked: &[Position], label: Label) -> Self {
        let (vectors, damaged) = (rules.vectors.clone(), rules.damaged.clone());
        let mut problem = Problem {
            piles: rules.piles,
            vectors,
            damaged,
            asked: asked.to_vec(),
            label,
        };
        problem.trim();
        problem
    }

    /// Returns the positions that need a look: damaged ones, and those asked about with their places in the list.
    pub fn marks(&self) -> impl Iterator<Item = (&Position, Option<usize>)> {
        let damaged = self.damaged.iter().map(|position| (position, None));
        damaged.chain(
            self.asked
                .iter()
                .zip(0..)
                .map(|(position, i)| (position, Some(i))),
        )
    }

    /// Returns the largest size asked of each pile.
    pub fn corner(&self) -> Position {
        largest(&self.asked)
    }

    /// Returns the largest component of the vectors in each pile.
    pub fn reach(&self) -> Position {
        largest(&self.vectors)
    }

    /// Positions in the box from all zeros to the corner.
    pub fn cells(&self) -> u128 {
        self.corner()[..self.piles]
            .iter()
            .fold(1u128, |n, &p| n.saturating_mul(u128::from(p) + 1))
    }

    /// Drops what no play from the positions asked can meet: vectors that take more than there is,
    /// damage outside the box.
    pub fn trim(&mut self) {
        let corner = self.corner();
        let inside = |p: &Position| p.iter().zip(&corner).all(|(a, b)| a <= b);
        self.vectors.retain(inside);
        self.damaged.retain(inside);
    }

    /// Returns the greatest common divisor of the vectors' components in each pile; 0 for a pile that no
    /// vector touches.
    pub fn steps(&self) -> Position {
        let mut steps = [0; MAX_PILES];
        for vector in &self.vectors {
            for (step, &amount) in steps.iter_mut().zip(vector) {
                *step = gcd(*step, amount);
            }
        }
        steps
    }
}

fn largest(positions: &[Position]) -> Position {
    positions.iter().fold([0; MAX_PILES], |mut most, p| {
        for (m, &x) in most.iter_mut().zip(p) {
            *m = x.max(*m);
        }
        most
    })
}
