//! Games of steps: a position is a point of up to four whole numbers, and a move adds one of some steps.
//!
//! Play ends when some weighted sum of the numbers falls with every step. Positions are solved from those
//! asked about downwards, each once, with a stack of its own.

use std::hash::Hash;

use fxhash::FxHashMap;

use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::sync::interrupt::Checked;
use grundy_values::mex::ValueSet;

/// A position or a step; numbers that a game does not have are 0.
pub type Point = [i64; 4];

/// The bytes of a position and its value in a map, and of its place on the stack.
pub const REACHED_POSITION_BYTES: u64 = 160;

/// The steps for a move of a position, which is looked up in the map twice, some 250 nanoseconds
/// (`leaper 1,-1 -2,0 0,-1 100000x100000 damaged 1,2: 100000,100000`).
const STEPS_A_POINT_MOVE: u64 = 512;

/// The largest number of rounds of the search for weights.
const MAX_PERCEPTRON_ROUNDS: usize = 200_000;

/// Looks for weights of at least 0, of the first `piles` numbers, whose sum falls with every step.
///
/// The search is incomplete: a perceptron finds weights in a number of rounds that grows with the square of their ratio,
/// and it gives up after some. If it returns `None`, there are no weights, or their ratios are extreme.
pub fn falling_weights(steps: &[Point], piles: usize) -> Option<Point> {
    let mut weights = [0i128; 4];
    weights[..piles].fill(1);
    let dot = |weights: &[i128; 4], step: &Point| -> i128 {
        weights
            .iter()
            .zip(step)
            .map(|(w, s)| w * i128::from(*s))
            .sum()
    };
    for _ in 0..MAX_PERCEPTRON_ROUNDS {
        let worst = steps
            .iter()
            .max_by_key(|step| dot(&weights, step))
            .filter(|step| dot(&weights, step) >= 0);
        let Some(worst) = worst else {
            let mut found = [0; 4];
            for (found, weight) in found.iter_mut().zip(weights) {
                *found = i64::try_from(weight).ok()?;
            }
            return Some(found);
        };
        // The weights move away from the step that rises most, and never below 0.
        for (weight, part) in weights[..piles].iter_mut().zip(worst) {
            *weight = (*weight - i128::from(*part)).max(0);
        }
        if weights == [0; 4] {
            return None;
        }
    }
    None
}

/// Returns whether some weighted sum of two numbers, with weights of any sign, falls with every step: whether the
/// steps, each of at most 64 either way and none of them 0, lie in an open half-plane.
pub fn fall_somewhere(steps: &[Cell<i64>]) -> bool {
    // If they do, one of them is the border of their cone, and weights just across it are right. Products of two
    // steps are at most 2 · 64².
    const STEEP_SLOPE: i64 = 1 << 14;
    let mut weights = steps.iter().flat_map(|border| {
        [1, -1].map(|side| {
            let weight_of_row = -side * border.column * STEEP_SLOPE - border.row;
            let weight_of_column = side * border.row * STEEP_SLOPE - border.column;
            Cell::new(weight_of_row, weight_of_column)
        })
    });
    let falls = |weight: Cell<i64>, step: &Cell<i64>| {
        weight.row * step.row + weight.column * step.column < 0
    };
    steps.is_empty() || weights.any(|weight| steps.iter().all(|step| falls(weight, step)))
}

/// Returns the Grundy values of the positions asked about and of all that play from them can reach. `legal` says
/// which points are positions; steps must lower some weighted sum.
///
/// # Errors
///
/// Fails if there are more positions than the budget's memory holds, or more steps are tried than its work allows.
pub fn values(
    steps: &[Point],
    asked: impl IntoIterator<Item = Point>,
    legal: impl Fn(&Point) -> bool,
    budget: &Budget,
) -> Result<FxHashMap<Point, u32>, Limit> {
    let option = |position: &Point, i: usize| after(position, &steps[i]).filter(&legal);
    reached_values(asked, steps.len(), option, budget)
}

/// Returns the Grundy values of positions and of all that can be reached from them by `moves` moves each, of which
/// `option` gives the i-th option, if there is one. Play must end.
///
/// # Errors
///
/// Fails if there are more positions than the budget's memory holds, or more moves are tried than its work allows.
pub fn reached_values<P: Copy + Eq + Hash>(
    asked: impl IntoIterator<Item = P>,
    moves: usize,
    option: impl Fn(&P, usize) -> Option<P>,
    budget: &Budget,
) -> Result<FxHashMap<P, u32>, Limit> {
    let mut values: FxHashMap<P, u32> = FxHashMap::default();
    let mut seen = ValueSet::default();
    // Positions without a value, each with the number of its options that are valued.
    let mut stack: Vec<(P, usize)> = Vec::new();
    let mut work = 0u64;
    let mut looked = Checked::default();
    let most = budget.memory / REACHED_POSITION_BYTES;
    for start in asked {
        if values.contains_key(&start) {
            continue;
        }
        stack.push((start, 0));
        'positions: while let Some((position, next)) = stack.last_mut() {
            looked.step();
            let position = *position;
            while *next < moves {
                work += STEPS_A_POINT_MOVE;
                match option(&position, *next) {
                    Some(option) if !values.contains_key(&option) => {
                        if (values.len() + stack.len()) as u64 >= most {
                            return Err(Limit::memory(format!(
                                "more than {most} positions can be reached"
                            )));
                        }
                        stack.push((option, 0));
                        continue 'positions;
                    }
                    _ => *next += 1,
                }
            }
            if work > budget.work {
                return Err(Limit::work(format!(
                    "{} positions and more can be reached",
                    values.len()
                )));
            }
            seen.clear();
            for i in 0..moves {
                if let Some(option) = option(&position, i)
                    && let Some(&value) = values.get(&option)
                {
                    seen.insert(value);
                }
            }
            values.insert(position, seen.mex());
            stack.pop();
        }
    }
    Ok(values)
}

/// Returns the point a step leads to; `None` beyond 64 bits.
pub fn after(position: &Point, step: &Point) -> Option<Point> {
    let mut point = *position;
    for (number, part) in point.iter_mut().zip(step) {
        *number = number.checked_add(*part)?;
    }
    Some(point)
}
