//! Chooses the engine that labels a problem, from sizes alone, so that the same record always
//! goes the same way.

use super::problem::Problem;
use super::{dense, hashlife, reachable, ribbon};
use grundy_base::budget::{Budget, Limit};

/// The largest cost of a sweep, in its own units, before which nothing cleverer is tried: 1000 records of
/// `rocks 1,0 0,1 2,3 5,1` with piles of 100 to 500 take 0.03 s, and 0.16 s if squares come first from 2¹⁴ on.
const CHEAP_SWEEP_STEPS: u128 = 1 << 18;

/// The largest number of labels of a state that is tried along a long pile before a sweep:
/// `rocks 0,0,1 0,0,4 1,0,2 0,1,5: 5,6,10000000` takes a millisecond along the pile, and 2 s swept.
const SHORT_STATE_LABELS: u128 = 1 << 12;

/// The bytes for a last look at whether play reaches few positions after all. A guess.
const PROBE_BYTES: u64 = 1 << 27;

/// An engine for vectors, with the reason for it, as `--stats` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorEngine {
    /// One pile: a ribbon one cell wide.
    OnePile,
    /// Play reaches few positions.
    Reached,
    /// A large box: squares that are computed once.
    Squares,
    /// A ribbon along the long pile, since the others are short.
    LongPile,
    /// Every position of the box.
    Box,
}

impl From<VectorEngine> for &'static str {
    fn from(engine: VectorEngine) -> Self {
        match engine {
            VectorEngine::OnePile => "vectors along one pile",
            VectorEngine::Reached => "vectors: positions that play reaches, as they are few",
            VectorEngine::Squares => "vectors by memoised squares: a large box",
            VectorEngine::LongPile => "vectors along the long pile: the others are short",
            VectorEngine::Box => "vectors: every position of the box",
        }
    }
}

/// Lists the engines that are tried, one after the other.
fn choose(problem: &Problem, budget: &Budget) -> Vec<VectorEngine> {
    if problem.piles == 1 {
        return vec![VectorEngine::OnePile];
    }
    let reached = reachable::bound(problem);
    if reached <= problem.cells() / 64
        && reached <= u128::from(budget.memory / reachable::REACHED_POSITION_BYTES)
    {
        return vec![VectorEngine::Reached];
    }
    let mut engines = Vec::new();
    if dense::work(problem) > CHEAP_SWEEP_STEPS {
        if hashlife::fits(problem) {
            engines.push(VectorEngine::Squares);
        }
        if ribbon::state(problem) <= SHORT_STATE_LABELS {
            engines.push(VectorEngine::LongPile);
        }
    }
    engines.push(VectorEngine::Box);
    engines
}

/// Labels the positions asked of a problem that cannot be made smaller, and says which engine was tried last.
pub fn solve(
    problem: &Problem,
    budget: &Budget,
    tried: &mut Option<VectorEngine>,
) -> Result<Vec<u32>, Limit> {
    // The cleverer engines come before the sweep, each with as much work as the sweep would take; if there can be no
    // sweep, with all there is.
    let work = dense::work(problem);
    let within = Budget {
        work: budget.work.min(u64::try_from(work).unwrap_or(u64::MAX)),
        ..*budget
    };
    let mut limit_of_squares = None;
    for chosen in choose(problem, budget) {
        *tried = Some(chosen);
        match chosen {
            VectorEngine::OnePile => return ribbon::solve(problem, budget),
            VectorEngine::Reached => return reachable::solve(problem, budget),
            VectorEngine::Squares => match hashlife::solve(problem, &within) {
                Ok(labels) => return Ok(labels),
                Err(limit) => limit_of_squares = Some(limit),
            },
            VectorEngine::LongPile => {
                if let Ok(labels) = ribbon::solve(problem, &within) {
                    return Ok(labels);
                }
            }
            VectorEngine::Box => break,
        }
    }
    sweep(problem, budget).map_err(|limit_of_sweep| match limit_of_squares {
        // A sweep would be far too much work, so the limit that stopped the squares is the one to raise.
        Some(limit) if work > u128::from(budget.work) => limit,
        _ => limit_of_sweep,
    })
}

/// Labels every position of the box; if that passes a limit, only those that play can reach, if they are few.
fn sweep(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
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
