//! Labels only the positions that play from the ones asked can reach: for vectors so long that
//! they meet few positions of a huge box.

use super::problem::{Label, Problem};
use super::{Position, after};
use crate::budget::{Budget, Limit};
use crate::sync::interrupt::Checked;
use fxhash::{FxHashMap, FxHashSet};

/// Bytes one position takes: itself in the list, and its entry in the map with the map's slack.
pub const BYTES_A_POSITION: u64 = 32 + 2 * 48;

/// An upper bound on the positions reachable from all the positions asked: vector i can be used
/// at most k_i times, and a position is known by how often each was used.
pub fn bound(problem: &Problem) -> u128 {
    let corner = problem.corner();
    let uses = |vector: &Position| {
        (0..problem.piles).filter(|&k| vector[k] > 0).map(|k| corner[k] / vector[k]).min().unwrap_or(0)
    };
    let start = problem.asked.len() as u128;
    problem.vectors.iter().fold(start, |n, v| n.saturating_mul(u128::from(uses(v)) + 1))
}

/// Labels the positions asked, in their order.
///
/// # Complexity
/// Time and memory proportional to the reachable positions times the vectors; a unit of work is
/// one vector tried at one position.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    let most = (budget.memory / BYTES_A_POSITION).min(budget.work / problem.vectors.len() as u64);
    let too_many = || {
        Limit::memory(format!(
            "this position can reach more than {most} others; the memory limit allows no more"
        ))
    };
    let damaged: FxHashSet<Position> = problem.damaged.iter().copied().collect();
    let mut labels: FxHashMap<Position, u32> = FxHashMap::default();
    let mut found: Vec<Position> = Vec::new();
    for &position in &problem.asked {
        if labels.insert(position, 0).is_none() {
            found.push(position);
        }
    }
    let mut next = 0;
    let mut steps = Checked::default();
    while let Some(position) = found.get(next).copied() {
        steps.step();
        next += 1;
        for option in problem.vectors.iter().filter_map(|v| after(&position, v)) {
            if !damaged.contains(&option) && labels.insert(option, 0).is_none() {
                found.push(option);
            }
        }
        if found.len() as u64 > most {
            return Err(too_many());
        }
    }

    // A move makes a position smaller in lexicographic order too, so options come first.
    found.sort_unstable();
    let mut seen = vec![0usize; problem.vectors.len() + 1];
    for (stamp, position) in (1..).zip(&found) {
        steps.step();
        for option in problem.vectors.iter().filter_map(|v| after(position, v)) {
            if let Some(&label) = labels.get(&option)
                && let Some(slot) = seen.get_mut(label as usize)
            {
                *slot = stamp;
            }
        }
        let mex = seen.iter().position(|&s| s != stamp).unwrap_or(seen.len()) as u32;
        let label = if problem.label == Label::Outcome { mex.min(1) } else { mex };
        labels.insert(*position, label);
    }
    Ok(problem.asked.iter().map(|p| labels[p]).collect())
}
