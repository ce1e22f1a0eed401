//! A question about a vector game, and what makes it smaller without changing its answer.

use num_integer::gcd;

use super::{MAX_PILES, Position, Rules, choice};
use crate::theory::budget::{Budget, Limit};

/// What is asked about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// 0 when the player to move loses (a P-position), anything else when he wins.
    Outcome,
    /// The Grundy value.
    Value,
}

/// Positions of one game to be labelled. What an engine is given is trimmed: no vector takes more
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
    /// What to label them with.
    pub label: Label,
}

impl Problem {
    /// The question of labelling `asked` in the game of `rules`.
    pub fn new(rules: &Rules, asked: &[Position], label: Label) -> Self {
        let (vectors, damaged) = (rules.vectors.clone(), rules.damaged.clone());
        let mut problem = Problem { piles: rules.piles, vectors, damaged, asked: asked.to_vec(), label };
        problem.trim();
        problem
    }

    /// The largest size asked of each pile.
    pub fn corner(&self) -> Position {
        largest(&self.asked)
    }

    /// The largest component of the vectors in each pile.
    pub fn reach(&self) -> Position {
        largest(&self.vectors)
    }

    /// Positions in the box from all zeros to the corner.
    pub fn cells(&self) -> u128 {
        self.corner()[..self.piles].iter().fold(1u128, |n, &p| n.saturating_mul(u128::from(p) + 1))
    }

    /// Drops what no play from the positions asked can meet: vectors that take more than there is,
    /// damage outside the box.
    fn trim(&mut self) {
        let corner = self.corner();
        let inside = |p: &Position| p.iter().zip(&corner).all(|(a, b)| a <= b);
        self.vectors.retain(inside);
        self.damaged.retain(inside);
    }

    /// The greatest common divisor of the vectors' components in each pile; 0 for a pile that no
    /// vector touches.
    fn steps(&self) -> Position {
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

/// Labels the positions asked, in their order.
pub fn solve(mut problem: Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    problem.trim();
    if problem.vectors.is_empty() {
        return Ok(vec![0; problem.asked.len()]);
    }
    let steps = problem.steps();
    if steps[..problem.piles].iter().any(|&step| step != 1) {
        return solve_by_residue(&problem, &steps, budget);
    }
    if problem.damaged.is_empty() {
        let groups = independent_groups(&problem);
        if groups.len() > 1 {
            return solve_as_sum(&problem, &groups, budget);
        }
    }
    choice::solve(&problem, budget)
}

/// What stays of a pile as play goes on: its size modulo the step, all of it when no vector
/// touches it.
fn residue(position: &Position, steps: &Position) -> Position {
    std::array::from_fn(|k| if steps[k] == 0 { position[k] } else { position[k] % steps[k] })
}

/// Play never leaves a residue class, and inside a class the piles count in steps.
fn solve_by_residue(problem: &Problem, steps: &Position, budget: &Budget) -> Result<Vec<u32>, Limit> {
    let kept: Vec<usize> = (0..problem.piles).filter(|&k| steps[k] != 0).collect();
    let scaled =
        |p: &Position| -> Position { std::array::from_fn(|i| kept.get(i).map_or(0, |&k| p[k] / steps[k])) };
    let classes: Vec<Position> = problem.asked.iter().map(|p| residue(p, steps)).collect();
    let mut distinct = classes.clone();
    distinct.sort_unstable();
    distinct.dedup();

    let vectors: Vec<Position> = problem.vectors.iter().map(scaled).collect();
    let mut labels = vec![0; problem.asked.len()];
    for class in distinct {
        let members: Vec<usize> = (0..classes.len()).filter(|&i| classes[i] == class).collect();
        let part = Problem {
            piles: kept.len(),
            vectors: vectors.clone(),
            damaged: problem.damaged.iter().filter(|p| residue(p, steps) == class).map(scaled).collect(),
            asked: members.iter().map(|&i| scaled(&problem.asked[i])).collect(),
            label: problem.label,
        };
        for (member, label) in members.into_iter().zip(solve(part, budget)?) {
            labels[member] = label;
        }
    }
    Ok(labels)
}

/// The finest partition of the piles in which every vector touches piles of one group only.
fn independent_groups(problem: &Problem) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..problem.piles).collect();
    for vector in &problem.vectors {
        let mut touched = (0..problem.piles).filter(|&k| vector[k] > 0);
        let Some(first) = touched.next() else { continue };
        for other in touched {
            let (from, to) = (group[other], group[first]);
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        }
    }
    let members = |g| (0..problem.piles).filter(|&k| group[k] == g).collect::<Vec<_>>();
    (0..problem.piles).map(members).filter(|m| !m.is_empty()).collect()
}

/// Without damage, groups of piles that no vector links are games of their own, played as a sum.
fn solve_as_sum(problem: &Problem, groups: &[Vec<usize>], budget: &Budget) -> Result<Vec<u32>, Limit> {
    let mut labels = vec![0; problem.asked.len()];
    for group in groups {
        let projected =
            |p: &Position| -> Position { std::array::from_fn(|i| group.get(i).map_or(0, |&k| p[k])) };
        let part = Problem {
            piles: group.len(),
            vectors: problem
                .vectors
                .iter()
                .map(projected)
                .filter(|v| v.iter().any(|&amount| amount > 0))
                .collect(),
            damaged: Vec::new(),
            asked: problem.asked.iter().map(projected).collect(),
            label: Label::Value,
        };
        for (label, value) in labels.iter_mut().zip(solve(part, budget)?) {
            *label ^= value;
        }
    }
    Ok(labels)
}
