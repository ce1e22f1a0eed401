//! The components of a box by their Grundy values. A box is all components within the sizes that the parameters allow.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a place below the length of a list"
)]

use std::collections::HashMap;

use fxhash::FxHashSet;
use itertools::Itertools;

use super::candidate::Candidate;
use crate::generate::numbers::{self, SizeRange};
use crate::generate::parameters::{Distribution, Parameters};
use grundy_api::Error;
use grundy_base::random::Random;
use grundy_record::{Ask, Keyword, Look, PositionKind, Signature, Slot, Tuple, Value};

/// The most components of a box that are all valued, if all records have equal rules.
const MAX_SHARED: u64 = 1 << 18;
/// The size of the sample of a larger box.
const SAMPLE_SHARED: u64 = 1 << 16;
/// The most components of a box that are all valued, if each record has its own rules.
const MAX_OWN: u64 = 1 << 10;
/// The size of the sample of a larger box, if each record has its own rules.
const SAMPLE_OWN: u64 = 1 << 8;

/// The components that a position may be made of, by their values.
pub(super) enum Pool {
    /// The heaps of nim, whose value is their size.
    Sizes { range: SizeRange, misere: bool },
    /// Components of which the values are listed.
    Listed {
        /// The components of each value.
        by_value: HashMap<u64, Vec<Tuple>>,
        /// The largest number of components with one value.
        most: usize,
        /// Whether all components of the box are there, and not a sample.
        whole: bool,
    },
}

/// The records whose rules a pool is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PoolOwner {
    /// All records, whose rules are the same.
    All,
    /// One record, which has rules of its own.
    One,
}

/// Returns the sizes of heaps, if records are heaps.
pub(super) fn heap_sizes(signature: &Signature, parameters: &Parameters) -> Option<SizeRange> {
    if !matches!(signature.look, Look::Heaps | Look::Countdown) {
        return None;
    }
    let high = parameters.max.unwrap_or(1000);
    let low = parameters.min.unwrap_or(1.min(high));
    Some(SizeRange { low, high })
}

impl Pool {
    /// Values the components of the box under the rules of a record.
    pub(super) fn of(
        candidate: &Candidate<'_>,
        owner: PoolOwner,
        random: &mut Random,
    ) -> Option<Pool> {
        let at = &candidate.at;
        let signature = at.signature();
        let misere = at.record().modifiers.has(Keyword::Misere);
        if let Some(range) = heap_sizes(signature, candidate.parameters)
            && signature.values_are_sizes
        {
            return Some(Pool::Sizes { range, misere });
        }
        if misere || !at.answers(Ask::Values) || candidate.components().is_empty() {
            return None;
        }
        let ComponentsOfBox { components, whole } = components_of_box(candidate, owner, random)?;
        let all = candidate.with(&components).at.record().position.clone();
        let values = at.values_at(all).ok()?;
        let mut by_value: HashMap<u64, Vec<Tuple>> = HashMap::new();
        for (value, component) in values.into_iter().zip(components) {
            if let Some(value) = finite(value) {
                by_value.entry(value).or_default().push(component);
            }
        }
        let most = by_value.values().map(Vec::len).max()?;
        Some(Pool::Listed {
            by_value,
            most,
            whole,
        })
    }

    /// Replaces one component so that the nim-sum is 0. Gives `false` if no component does that, or if the draw is
    /// dropped so that all lost positions are equally likely.
    pub(super) fn complete(
        &self,
        candidate: &mut Candidate<'_>,
        random: &mut Random,
    ) -> Result<bool, Error> {
        let mut components = candidate.components();
        let place = random.below(components.len() as u64) as usize;
        components.remove(place);
        let last = match self {
            &Pool::Sizes { range, misere } => last_heap(range, misere, &components),
            Pool::Listed {
                by_value,
                most,
                whole,
            } => {
                let Some(sum) = sum_of_values(candidate, &components)? else {
                    return Ok(false);
                };
                let Some(fitting) = by_value.get(&sum) else {
                    return Ok(false);
                };
                // The draw is kept with the probability c(x) / max c, as the head of this folder explains.
                let even = *whole && candidate.parameters.distribution == Distribution::Uniform;
                if even && random.below(*most as u64) >= fitting.len() as u64 {
                    return Ok(false);
                }
                let component = random.pick(fitting).copied();
                component
                    .filter(|component| candidate.may_coincide() || !components.contains(component))
            }
        };
        let Some(last) = last else {
            return Ok(false);
        };
        components.insert(place, last);
        *candidate = candidate.with(&components);
        Ok(true)
    }
}

/// Returns the heap of nim that makes a position lost together with the others, if it is in the range.
fn last_heap(range: SizeRange, misere: bool, others: &[Tuple]) -> Option<Tuple> {
    let sizes = || others.iter().flat_map(Tuple::as_slice);
    let mut last = sizes().fold(0, |sum, size| sum ^ size);
    if misere && sizes().all(|&size| size <= 1) {
        // Heaps of 1 alone are lost in misère nim if their number is odd (Bouton).
        last ^= 1;
    }
    (range.low..=range.high)
        .contains(&last)
        .then(|| Tuple::new(&[last]))
}

/// Returns the nim-sum of the values of some components; gives `None` if one of them is not finite.
fn sum_of_values(candidate: &Candidate<'_>, components: &[Tuple]) -> Result<Option<u64>, Error> {
    if components.is_empty() {
        return Ok(Some(0));
    }
    let values = candidate.with(components).at.values()?;
    let mut sum = 0;
    for value in values {
        match finite(value) {
            Some(value) => sum ^= value,
            None => return Ok(None),
        }
    }
    Ok(Some(sum))
}

/// Returns a value as a number, if it is one.
fn finite(value: Value) -> Option<u64> {
    match value {
        Value::Finite(value) => Some(value),
        Value::Infinite(_) => None,
    }
}

/// The components of a box, or a sample of them.
struct ComponentsOfBox {
    /// The components, in order.
    components: Vec<Tuple>,
    /// Whether all components are there.
    whole: bool,
}

/// The numbers that components are made of.
struct NumbersOfBox {
    /// The range of each number of a component.
    ranges: Vec<SizeRange>,
    /// The number of numbers that are drawn together for a sample, as one record draws them; 0 if there are no samples.
    drawn_together: u64,
}

/// Says which numbers the components of a candidate are made of. Places of graphs and boards are not sampled.
fn numbers_of_box(candidate: &Candidate<'_>, sample: u64) -> Option<NumbersOfBox> {
    let parameters = candidate.parameters;
    let record = candidate.at.record();
    let signature = candidate.at.signature();
    if let Some(heaps) = heap_sizes(signature, parameters) {
        return Some(NumbersOfBox {
            ranges: vec![heaps],
            drawn_together: sample,
        });
    }
    let from_one = |high| SizeRange { low: 1, high };
    match signature.position {
        PositionKind::Numbers => Some(NumbersOfBox {
            ranges: vec![from_one(record.rules.vertices()?)],
            drawn_together: 0,
        }),
        PositionKind::Cells => {
            let size = record.size?;
            Some(NumbersOfBox {
                ranges: vec![from_one(size.rows), from_one(size.cols)],
                drawn_together: 0,
            })
        }
        PositionKind::Tuples { .. } => {
            let has_coins = signature.has(Slot::Coins);
            let low = parameters.min.unwrap_or(u64::from(has_coins));
            let high = parameters.max.unwrap_or(if has_coins { 20 } else { 100 });
            let arity = record.position.tuples.arity();
            Some(NumbersOfBox {
                ranges: vec![SizeRange { low, high }; arity],
                drawn_together: arity as u64,
            })
        }
        _ => None,
    }
}

/// Lists all components of the box, or a sample of them. A component is a sequence of numbers, each from a range of its
/// own.
fn components_of_box(
    candidate: &Candidate<'_>,
    owner: PoolOwner,
    random: &mut Random,
) -> Option<ComponentsOfBox> {
    let (most, sample) = match owner {
        PoolOwner::All => (MAX_SHARED, SAMPLE_SHARED),
        PoolOwner::One => (MAX_OWN, SAMPLE_OWN),
    };
    let NumbersOfBox {
        ranges,
        drawn_together,
    } = numbers_of_box(candidate, sample)?;
    let count = ranges
        .iter()
        .try_fold(1u64, |product, range| product.checked_mul(range.count()?));
    let whole = count.is_some_and(|count| count <= most);
    let tuples: Vec<Vec<u64>> = if whole {
        let numbers = ranges.iter().map(|range| range.low..=range.high);
        numbers.multi_cartesian_product().collect()
    } else {
        let arity = ranges.len();
        let draws = (sample * arity as u64).checked_div(drawn_together)?;
        let mut numbers = Vec::new();
        for _ in 0..draws {
            let range = ranges[0]; // all ranges of components that are sampled are the same
            numbers.extend(numbers::all(
                candidate.parameters,
                range,
                drawn_together,
                random,
            ));
        }
        numbers.chunks_exact(arity).map(<[u64]>::to_vec).collect()
    };
    let damaged: FxHashSet<&[u64]> = candidate.at.record().modifiers.damaged.iter().collect();
    let mut components = Vec::new();
    for tuple in tuples {
        if !damaged.contains(&tuple[..]) && candidate.is_position(&tuple) {
            components.push(Tuple::new(&tuple));
        }
    }
    Some(ComponentsOfBox { components, whole })
}
