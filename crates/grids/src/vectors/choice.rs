//! Chooses the engine that labels a problem, from sizes alone, so that the same record always
//! goes the same way.

use super::problem::Problem;
use super::{dense, hashlife, reachable, ribbon};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::progress::engine;

/// The largest cost of a sweep, in its own units, before which nothing cleverer is tried: 1000 records of
/// `rocks 1,0 0,1 2,3 5,1` with piles of 100 to 500 take 0.03 s, and 0.16 s if squares come first from 2¹⁴ on.
const CHEAP_SWEEP_STEPS: u128 = 1 << 18;

/// The largest number of labels of a state that is tried along a long pile before a sweep:
/// `rocks 0,0,1 0,0,4 1,0,2 0,1,5: 5,6,10000000` takes a millisecond along the pile, and 2 s swept.
const SHORT_STATE_LABELS: u128 = 1 << 12;

/// The bytes for a last look at whether play reaches few positions after all. A guess.
const PROBE_BYTES: u64 = 1 << 27;

/// Labels the positions asked of a problem that cannot be made smaller.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    if problem.piles == 1 {
        engine("vectors along one pile");
        return ribbon::solve(problem, budget);
    }
    let cells = problem.cells();
    let reached = reachable::bound(problem);
    if reached <= cells / 64
        && reached <= u128::from(budget.memory / reachable::REACHED_POSITION_BYTES)
    {
        engine("vectors: positions that play reaches, as they are few");
        return reachable::solve(problem, budget);
    }
    let work = dense::work(problem);
    if work <= CHEAP_SWEEP_STEPS {
        return sweep(problem, budget);
    }
    // The cleverer engines come first, each with as much work as the sweep would take; if there can
    // be no sweep, with all there is.
    let within = Budget {
        work: budget.work.min(u64::try_from(work).unwrap_or(u64::MAX)),
        ..*budget
    };
    let mut limit_of_squares = None;
    if hashlife::fits(problem) {
        engine("vectors by memoised squares: a large box");
        match hashlife::solve(problem, &within) {
            Ok(labels) => return Ok(labels),
            Err(limit) => limit_of_squares = Some(limit),
        }
    }
    if ribbon::state(problem) <= SHORT_STATE_LABELS
        && let Ok(labels) = ribbon::solve(problem, &within)
    {
        engine("vectors along the long pile: the others are short");
        return Ok(labels);
    }
    sweep(problem, budget).map_err(|limit_of_sweep| match limit_of_squares {
        // A sweep would be far too much work, so the limit that stopped the squares is the one to raise.
        Some(limit) if work > u128::from(budget.work) => limit,
        _ => limit_of_sweep,
    })
}

/// Labels every position of the box; if that passes a limit, only those that play can reach, if they are few.
fn sweep(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    engine("vectors: every position of the box");
    let limit = match dense::solve(problem, budget) {
        Ok(labels) => return Ok(labels),
        Err(limit) => limit,
    };
    let probe = Budget {
        memory: budget.memory.min(PROBE_BYTES),
        ..*budget
    };
    reachable::solve(problem, &probe).map_err(|_| limit)
}
