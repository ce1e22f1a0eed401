//! Labels only the positions that play from the ones asked can reach: for vectors so long that
//! they meet few positions of a huge box.

use super::piles::{PileSizes, after};
use super::problem::Problem;
pub use crate::steps::REACHED_POSITION_BYTES;
use crate::steps::reached_values;
use fxhash::FxHashSet;
use grundy_base::budget::{Budget, Limit};

/// Returns an upper bound on the number of positions that can be reached from all the positions asked. Each vector can
/// be used a limited number of times, and a position is determined by how often each was used.
pub fn bound(problem: &Problem) -> u128 {
    let corner = problem.corner();
    let uses = |vector: &PileSizes| {
        (0..problem.piles)
            .filter(|&k| vector[k] > 0)
            .map(|k| corner[k] / vector[k])
            .min()
            .unwrap_or(0)
    };
    let start = problem.asked.len() as u128;
    problem
        .vectors
        .iter()
        .fold(start, |n, v| n.saturating_mul(u128::from(uses(v)) + 1))
}

/// Labels the positions asked, in their order.
///
/// # Complexity
/// Time and memory proportional to the reachable positions times the vectors.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    let damaged: FxHashSet<PileSizes> = problem.damaged.iter().copied().collect();
    let option = |position: &PileSizes, i: usize| {
        after(position, &problem.vectors[i]).filter(|option| !damaged.contains(option))
    };
    let asked = problem.asked.iter().copied();
    let values = reached_values(asked, problem.vectors.len(), option, budget)?;
    Ok(problem
        .asked
        .iter()
        .map(|position| values[position])
        .collect())
}
