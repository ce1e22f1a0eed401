//! Makes a question about a vector game smaller without changing its answer.

use super::choice::{self, VectorEngine};
use super::piles::PileSizes;
use super::problem::{LabelKind, Problem};
use grundy_base::budget::{Budget, Limit};

/// Labels the positions asked, in their order, and says which engine was tried last.
pub fn solve(
    mut problem: Problem,
    budget: &Budget,
    tried: &mut Option<VectorEngine>,
) -> Result<Vec<u32>, Limit> {
    problem.trim();
    if problem.vectors.is_empty() {
        return Ok(vec![0; problem.asked.len()]);
    }
    let steps = problem.steps();
    if steps[..problem.piles].iter().any(|&step| step != 1) {
        return solve_by_residue(&problem, &steps, budget, tried);
    }
    if problem.damaged.is_empty() {
        let groups = independent_groups(&problem);
        if groups.len() > 1 {
            return solve_as_sum(&problem, &groups, budget, tried);
        }
    }
    choice::solve(&problem, budget, tried)
}

/// Returns the invariant of each pile as play goes on: its size modulo the step, or all of it when no vector
/// touches it.
fn residue(position: &PileSizes, steps: &PileSizes) -> PileSizes {
    std::array::from_fn(|k| {
        if steps[k] == 0 {
            position[k]
        } else {
            position[k] % steps[k]
        }
    })
}

/// Solves each residue class for itself: play never leaves it, and inside a class the piles count in steps.
fn solve_by_residue(
    problem: &Problem,
    steps: &PileSizes,
    budget: &Budget,
    tried: &mut Option<VectorEngine>,
) -> Result<Vec<u32>, Limit> {
    let kept: Vec<usize> = (0..problem.piles).filter(|&k| steps[k] != 0).collect();
    let scaled = |p: &PileSizes| -> PileSizes {
        std::array::from_fn(|i| kept.get(i).map_or(0, |&k| p[k] / steps[k]))
    };
    let classes: Vec<PileSizes> = problem.asked.iter().map(|p| residue(p, steps)).collect();
    let mut distinct = classes.clone();
    distinct.sort_unstable();
    distinct.dedup();

    let vectors: Vec<PileSizes> = problem.vectors.iter().map(scaled).collect();
    let mut labels = vec![0; problem.asked.len()];
    for class in distinct {
        let members: Vec<usize> = (0..classes.len())
            .filter(|&i| classes[i] == class)
            .collect();
        let part = Problem {
            piles: kept.len(),
            vectors: vectors.clone(),
            damaged: problem
                .damaged
                .iter()
                .filter(|p| residue(p, steps) == class)
                .map(scaled)
                .collect(),
            asked: members.iter().map(|&i| scaled(&problem.asked[i])).collect(),
            label: problem.label,
        };
        for (member, label) in members.into_iter().zip(solve(part, budget, tried)?) {
            labels[member] = label;
        }
    }
    Ok(labels)
}

/// Returns the finest partition of the piles in which every vector touches piles of one group only.
fn independent_groups(problem: &Problem) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..problem.piles).collect();
    for vector in &problem.vectors {
        let mut touched = (0..problem.piles).filter(|&k| vector[k] > 0);
        let Some(first) = touched.next() else {
            continue;
        };
        for other in touched {
            let from = group[other];
            let to = group[first];
            for group in &mut group {
                if *group == from {
                    *group = to;
                }
            }
        }
    }
    let mut groups = vec![Vec::new(); problem.piles];
    for (pile, &group) in group.iter().enumerate() {
        groups[group].push(pile);
    }
    groups.retain(|piles| !piles.is_empty());
    groups
}

/// Solves groups of piles that no vector links as a sum: without damage, they are games of their own.
fn solve_as_sum(
    problem: &Problem,
    groups: &[Vec<usize>],
    budget: &Budget,
    tried: &mut Option<VectorEngine>,
) -> Result<Vec<u32>, Limit> {
    let mut labels = vec![0; problem.asked.len()];
    for group in groups {
        let projected = |p: &PileSizes| -> PileSizes {
            std::array::from_fn(|i| group.get(i).map_or(0, |&k| p[k]))
        };
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
            label: LabelKind::Value,
        };
        for (label, value) in labels.iter_mut().zip(solve(part, budget, tried)?) {
            *label ^= value;
        }
    }
    Ok(labels)
}
