//! The order in which the positions of a box are to be found, guessed from steps of moves.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of cells are those of a list in memory"
)]

use fxhash::FxHashSet;
use itertools::Itertools;

use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::{RulePosition, names_of};
use grundy_rules::tree::{Names, Rule};

/// The side of a tile.
const TILE_SIDE: usize = 48;

/// The most positions of a segment of a row.
pub const SEGMENT: usize = 128;

/// An order of the positions of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Ascending, by the first of these numbers first.
    Lexicographic(Vec<usize>),
    /// Two numbers, neither of which ever rises: square tiles one after the other, so that what the
    /// options of neighbours have in common stays in the cache.
    Tiled,
    /// Ascending by the sum of the numbers times these weights.
    Weighted(Vec<i64>),
}

impl Order {
    /// Returns whether positions can be found in the order of the table.
    pub fn is_natural(&self) -> bool {
        match self {
            Order::Lexicographic(numbers) => numbers.is_sorted(),
            Order::Tiled => true,
            Order::Weighted(_) => false,
        }
    }
}

/// The steps in which the options of some positions are looked at: a millisecond.
pub const SAMPLE_STEPS: u64 = 1 << 21;

/// Adds the steps from these positions to their options, none twice, as far as a look at them goes.
fn add_steps(
    steps: &mut FxHashSet<RulePosition>,
    rule: &Rule,
    positions: &[RulePosition],
    most_steps: u64,
) {
    /// The most steps that are held.
    const MAX_HELD_STEPS: usize = 10_000;
    let most = steps.len() + MAX_HELD_STEPS;
    let mut meter = Meter::new(most_steps);
    for position in positions {
        let mut names = names_of(position);
        if !matches!(rule.ending(&names, &mut meter), Ok(None)) {
            continue;
        }
        // A fault or a limit stops only the search for steps.
        let _ = rule.options(&mut names, &mut meter, &mut |parts, _| {
            for part in parts.chunks(position.len()) {
                steps.insert(
                    part.iter()
                        .zip(position)
                        .map(|(to, from)| to - from)
                        .collect::<RulePosition>(),
                );
            }
            if steps.len() > most {
                Err(EvalStop::Enough)
            } else {
                Ok(())
            }
        });
    }
}

/// Guesses an order in which the options of all these positions come first, if there is one of a kind that
/// is tried: by one number after the other, or by a weighted sum. At most `most_steps`
/// steps are spent on positions drawn from the whole box, and as many on positions that were met: the options of the
/// drawn ones alone say nothing of those that are met.
pub fn guess(
    rule: &Rule,
    drawn: &[RulePosition],
    met: &[RulePosition],
    most_steps: u64,
) -> Option<Order> {
    let mut steps = FxHashSet::default();
    add_steps(&mut steps, rule, drawn, most_steps);
    add_steps(&mut steps, rule, met, most_steps);
    let steps: Vec<RulePosition> = steps.into_iter().collect();
    let arity = rule.arity();
    if arity == 2 && steps.iter().all(|step| step[0] <= 0 && step[1] <= 0) {
        return Some(Order::Tiled);
    }
    lexicographic(&steps, arity)
        .map(Order::Lexicographic)
        .or_else(|| weights(&steps, arity).map(Order::Weighted))
}

/// Takes a number that no step raises, drops the steps that lower it, and so on. The natural order
/// is taken if it will do.
fn lexicographic(steps: &[RulePosition], arity: usize) -> Option<Vec<usize>> {
    let natural = |step: &RulePosition| step.iter().find(|&&d| d != 0).is_some_and(|&d| d < 0);
    if steps.iter().all(natural) {
        return Some((0..arity).collect());
    }
    let mut left: Vec<&RulePosition> = steps.iter().collect();
    let mut order = Vec::new();
    while order.len() < arity {
        let falls = |i: &usize| !order.contains(i) && left.iter().all(|step| step[*i] <= 0);
        let useful = |i: &usize| left.iter().any(|step| step[*i] < 0);
        let mut candidates = (0..arity).filter(falls);
        let next = candidates
            .clone()
            .find(useful)
            .or_else(|| candidates.next())?;
        order.push(next);
        left.retain(|step| step[next] == 0);
    }
    left.is_empty().then_some(order)
}

/// The largest weight of a number, and the most numbers for which weights are tried: 4⁵ choices.
const MAX_NUMBER_WEIGHT: i64 = 3;
const MAX_WEIGHTED_NUMBERS: usize = 5;

/// Finds weights under which every step falls.
fn weights(steps: &[RulePosition], arity: usize) -> Option<Vec<i64>> {
    if arity > MAX_WEIGHTED_NUMBERS || steps.is_empty() {
        return None;
    }
    let choices = (0..arity)
        .map(|_| 0..=MAX_NUMBER_WEIGHT)
        .multi_cartesian_product();
    // The weight of the first number changes first.
    let mut choices = choices.map(|mut weights| {
        weights.reverse();
        weights
    });
    choices.find(|weights| {
        let sum = |step: &RulePosition| {
            let terms = step.iter().zip(weights);
            terms
                .map(|(&change, &weight)| i128::from(change) * i128::from(weight))
                .sum::<i128>()
        };
        steps.iter().all(|step| sum(step) < 0)
    })
}

/// Calls `visit` with positions of a box in this order, until it returns false: those of a segment of a row at once,
/// which follow each other in their last number. It is given the numbers of the first, as the first names, its place,
/// and how many there are. It may change the last number and the other names.
pub fn walk(
    order: &Order,
    dims: &[i64],
    strides: &[i64],
    visit: &mut dyn FnMut(&mut Names, usize, usize) -> bool,
) -> bool {
    let mut names = names_of(&[]);
    match order {
        Order::Lexicographic(numbers) => {
            // The last number, which `visit` may change, need not be the one that runs fastest.
            let last = dims.len() - 1;
            let is_by_rows = numbers.last() == Some(&last);
            let mut at = 0usize;
            loop {
                let from = names[last];
                let mut count = if is_by_rows {
                    (dims[last] - from).min(SEGMENT as i64)
                } else {
                    1
                };
                if !visit(&mut names, at, count as usize) {
                    return false;
                }
                names[last] = from;
                let mut turn = numbers.len();
                loop {
                    if turn == 0 {
                        return true;
                    }
                    turn -= 1;
                    let i = numbers[turn];
                    names[i] += count;
                    at += (count * strides[i]) as usize;
                    if names[i] < dims[i] {
                        break;
                    }
                    at -= (dims[i] * strides[i]) as usize;
                    names[i] = 0;
                    count = 1;
                }
            }
        }
        Order::Tiled => {
            let rows = dims[0];
            let columns = dims[1];
            for top in (0..rows).step_by(TILE_SIDE) {
                for left in (0..columns).step_by(TILE_SIDE) {
                    let count = (columns - left).min(TILE_SIDE as i64) as usize;
                    for row in top..rows.min(top + TILE_SIDE as i64) {
                        names[0] = row;
                        names[1] = left;
                        if !visit(&mut names, (row * columns + left) as usize, count) {
                            return false;
                        }
                    }
                }
            }
            true
        }
        Order::Weighted(weights) => {
            // The sums come one after the other: the last number that has a weight follows from the others.
            let most: i64 = dims.iter().zip(weights).map(|(dim, w)| (dim - 1) * w).sum();
            let Some(last) = weights.iter().rposition(|&w| w > 0) else {
                return false;
            };
            let others: Vec<usize> = (0..dims.len()).filter(|&i| i != last).collect();
            let levels = Levels {
                last,
                weights,
                dims,
                strides,
            };
            let mut visit_one = |names: &mut Names, at: usize| visit(names, at, 1);
            (0..=most).all(|sum| levels.visit(&others, sum, &mut names, &mut visit_one))
        }
    }
}

/// Levels of equal weighted sums; the last number that has a weight follows from the others.
struct Levels<'a> {
    /// The last number that has a weight.
    last: usize,
    /// The weights of the numbers.
    weights: &'a [i64],
    /// The highest value of each number, and 1.
    dims: &'a [i64],
    /// The distance of places that differ by 1 in a number.
    strides: &'a [i64],
}

impl Levels<'_> {
    /// Visits the positions whose weighted sum is `left` in the numbers that remain.
    fn visit(
        &self,
        others: &[usize],
        left: i64,
        names: &mut Names,
        visit: &mut dyn FnMut(&mut Names, usize) -> bool,
    ) -> bool {
        let &Levels {
            last,
            weights,
            dims,
            strides,
        } = self;
        let Some((&i, others)) = others.split_first() else {
            if left % weights[last] != 0 || left / weights[last] >= dims[last] {
                return true;
            }
            names[last] = left / weights[last];
            let at: i64 = names
                .iter()
                .zip(strides)
                .map(|(n, stride)| n * stride)
                .sum();
            return visit(names, at as usize);
        };
        for n in 0..dims[i] {
            let rest = left - n * weights[i];
            if rest < 0 {
                break;
            }
            names[i] = n;
            if !self.visit(others, rest, names, visit) {
                return false;
            }
        }
        true
    }
}
