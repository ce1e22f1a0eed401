//! Proofs that play ends, from the look of the rules.
//!
//! - *Letters go one way.* If letters can be ordered so that every changing cell of every rule gets a later one, play ends.
//! - *Weights.* Give letters weights 0 to 4. If no rule raises the sum of the weights of a position, rules that lower it are
//!   used finitely often, and the others must end by themselves: they are looked at again. On rows and boards where words
//!   lie as drawn, weights may also be multiplied by the number of the column or of the row, if the rules keep their sum.
//!
//! Clobber ends by its letters, `X.>.X` by weights with columns, Toads and Frogs likewise. What is not proved here is
//! decided by looking at every position ([`crate::mex`]).

#![expect(
    clippy::cast_possible_truncation,
    reason = "words have at most as many signs as a position has cells, 2²⁰"
)]

use std::collections::BTreeSet;

use grundy_rules::rewrite::{Directions, Symbol, WALL};

use crate::definition::Definition;

/// The largest number of letters whose weights are tried.
const MAX_WEIGHED_LETTERS: usize = 5;

/// One more than the largest weight.
const WEIGHT_COUNT: i32 = 5;

/// Returns whether play with rules that do not close up is proved to end, on positions whose words have at most `longest`
/// signs in a row.
pub(crate) fn ends(definition: &Definition, longest: usize) -> bool {
    letters_go_one_way(definition, longest) || weights_fall(definition, longest)
}

/// The letters that a sign may stand for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Letters {
    /// This letter.
    One(u8),
    /// All letters that are no walls.
    All,
}

/// Returns the letters that a sign may stand for.
fn letters_of(sign: Symbol) -> Letters {
    match sign {
        Symbol::Letter(letter) => Letters::One(letter),
        Symbol::Wall => Letters::One(WALL),
        Symbol::Any | Symbol::Same(_) => Letters::All,
    }
}

/// Returns whether letters can be ordered so that every changing cell gets a later one.
fn letters_go_one_way(definition: &Definition, longest: usize) -> bool {
    let mut changes: BTreeSet<(u8, u8)> = BTreeSet::new();
    let mut all: BTreeSet<u8> = BTreeSet::new();
    let mut from_all: BTreeSet<u8> = BTreeSet::new();
    for form in definition.forms(longest) {
        for (&before, &after) in form.before.iter().zip(&form.after) {
            if after == Symbol::Any || after == before {
                continue;
            }
            match (letters_of(before), letters_of(after)) {
                (Letters::One(from), Letters::One(to)) => {
                    changes.insert((from, to));
                    all.extend([from, to]);
                }
                (Letters::All, Letters::One(to)) => {
                    from_all.insert(to);
                    all.insert(to);
                }
                (_, Letters::All) => return false,
            }
        }
    }
    for &to in &from_all {
        // A wall is in no match.
        let others = all.iter().filter(|&&from| from != to && from != WALL);
        changes.extend(others.map(|&from| (from, to)));
    }
    // Letters that nothing is changed to are taken away with their changes, until no change is left or each is on a
    // cycle.
    loop {
        let is_got = |letter: &u8| changes.iter().any(|(_, to)| to == letter);
        let Some(first) = all.iter().copied().find(|letter| !is_got(letter)) else {
            return all.is_empty();
        };
        all.remove(&first);
        changes.retain(|&(from, _)| from != first);
    }
}

/// The amounts by which a rule lowers sums of weights, by letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Lowering {
    /// The sums of the weights themselves, of weights times columns, and of weights times rows.
    by: [[i32; MAX_WEIGHED_LETTERS]; 3],
}

/// Returns whether weights prove that play ends.
fn weights_fall(definition: &Definition, longest: usize) -> bool {
    let rules = &definition.rules;
    let Some(mut lowerings) = lowerings(definition, longest) else {
        return false;
    };
    let is_drawn = rules.directions == Directions::AsDrawn && !rules.ring && rules.graph.is_none();
    let ways = if is_drawn { 3 } else { 1 };
    let mut all_weights = vec![[0; MAX_WEIGHED_LETTERS]];
    for place in 0..MAX_WEIGHED_LETTERS {
        let with = |weights: &[i32; MAX_WEIGHED_LETTERS], weight| {
            let mut weights = *weights;
            weights[place] = weight;
            weights
        };
        all_weights = all_weights
            .iter()
            .flat_map(|weights| (0..WEIGHT_COUNT).map(move |weight| with(weights, weight)))
            .collect();
    }
    let sum = |lowering: &Lowering, weights: &[i32; MAX_WEIGHED_LETTERS], way: usize| -> i32 {
        lowering.by[way]
            .iter()
            .zip(weights)
            .map(|(a, b)| a * b)
            .sum()
    };
    loop {
        let before = lowerings.len();
        for weights in &all_weights {
            for way in 0..ways {
                let may_fall = |lowering: &Lowering| {
                    sum(lowering, weights, way) >= 0 && (way == 0 || sum(lowering, weights, 0) == 0)
                };
                if lowerings.iter().all(may_fall) {
                    lowerings.retain(|lowering| sum(lowering, weights, way) == 0);
                }
            }
        }
        if lowerings.is_empty() {
            return true;
        }
        if lowerings.len() == before {
            return false;
        }
    }
}

/// Returns how much each rule lowers sums of weights. `None` if there are too many letters, or signs that stand for any.
fn lowerings(definition: &Definition, longest: usize) -> Option<Vec<Lowering>> {
    let mut letters: Vec<u8> = Vec::new();
    let mut lowerings = BTreeSet::new();
    for form in definition.forms(longest) {
        let mut lowering = Lowering {
            by: [[0; MAX_WEIGHED_LETTERS]; 3],
        };
        let columns = form.before.len() / form.rows;
        for (i, (&before, &after)) in form.before.iter().zip(&form.after).enumerate() {
            if after == Symbol::Any || after == before {
                continue;
            }
            let Letters::One(from) = letters_of(before) else {
                return None;
            };
            let Letters::One(to) = letters_of(after) else {
                return None;
            };
            let factors = [1, (i % columns) as i32, (i / columns) as i32];
            for (letter, sign) in [(from, 1), (to, -1)] {
                let known = letters.iter().position(|&other| other == letter);
                let place = known.unwrap_or(letters.len());
                if place == MAX_WEIGHED_LETTERS {
                    return None;
                }
                if known.is_none() {
                    letters.push(letter);
                }
                for (way, factor) in factors.iter().enumerate() {
                    lowering.by[way][place] += sign * factor;
                }
            }
        }
        let changes = form.before.iter().zip(&form.after);
        if changes
            .into_iter()
            .any(|(before, after)| *after != Symbol::Any && before != after)
        {
            lowerings.insert(lowering);
        }
    }
    Some(lowerings.into_iter().collect())
}

/// Returns whether every rule puts on some cell a letter that stands before no `>`, so that each move uses a cell up.
pub(crate) fn uses_cells_up(definition: &Definition, longest: usize) -> bool {
    let mut live = BTreeSet::new();
    for form in definition.forms(longest) {
        for &sign in &form.before {
            match letters_of(sign) {
                Letters::One(letter) => live.insert(letter),
                Letters::All => return false,
            };
        }
    }
    definition.forms(longest).all(|form| {
        let mut cells = form.before.iter().zip(&form.after);
        cells.any(|(before, after)| {
            let is_dead = match letters_of(*after) {
                Letters::One(letter) => !live.contains(&letter),
                Letters::All => false,
            };
            is_dead && before != after
        })
    })
}
