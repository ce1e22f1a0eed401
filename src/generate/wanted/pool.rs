//! The components of a box by their Grundy values.

use std::collections::HashMap;

use fxhash::FxHashSet;
use itertools::Itertools;

use super::candidate::{Candidate, Component};
use crate::Error;
use crate::generate::Parameters;
use crate::generate::numbers::{self, Distribution};
use crate::random::Random;
use crate::record::{Ask, Keyword, PositionKind, Signature, Slot, Tuple, Value, View};

/// The most components of a box that are all valued, if all records have equal rules.
const MAX_SHARED: u64 = 1 << 18;
/// The size of the sample of a larger box.
const SAMPLE_SHARED: u64 = 1 << 16;
/// The size of the sample if each record has its own rules.
const MAX_OWN: u64 = 1 << 10;
const SAMPLE_OWN: u64 = 1 << 8;

/// The components that a position may be made of, by their values.
pub(super) enum Pool {
    /// The value of a heap is its size.
    Sizes { low: u64, high: u64, misere: bool },
    /// Components and their values.
    Listed {
        by_value: HashMap<u64, Vec<Component>>,
        most: usize,
        whole: bool,
    },
}

/// The least and the largest heap of a record of heaps.
pub(super) fn bounds(signature: &Signature, parameters: &Parameters) -> Option<(u64, u64)> {
    let heaps = matches!(signature.view, View::Heaps | View::Countdown);
    heaps.then(|| {
        let high = parameters.max.unwrap_or(1000);
        (parameters.min.unwrap_or(1.min(high)), high)
    })
}

impl Pool {
    /// The components of the box under the rules of a record, which all records `share` or this one has alone.
    pub(super) fn of(candidate: &Candidate<'_>, share: bool, random: &mut Random) -> Option<Pool> {
        let (at, parameters) = (&candidate.at, candidate.parameters);
        let signature = at.signature();
        let misere = at.record().modifiers.has(Keyword::Misere);
        if let Some((low, high)) = bounds(signature, parameters)
            && (signature.name == "nim" || signature.name == "nimble" && !misere)
        {
            return Some(Pool::Sizes { low, high, misere });
        }
        if misere || !at.answers(Ask::Values) || candidate.components().is_empty() {
            return None;
        }
        let (universe, whole) = universe(candidate, share, random)?;
        let all = candidate.with(&universe).at.record().position.clone();
        let values = at.values_at(all).ok()?;
        let values = values.into_iter().zip(universe);
        let by_value = values
            .filter_map(|(value, one)| Some((finite(value)?, one)))
            .into_group_map();
        let most = by_value.values().map(Vec::len).max()?;
        Some(Pool::Listed {
            by_value,
            most,
            whole,
        })
    }

    /// Replaces one component so that the nim-sum is 0. `false` if no component does it, or the draw
    /// is not kept so that all lost positions are equally likely.
    pub(super) fn complete(
        &self,
        candidate: &mut Candidate<'_>,
        random: &mut Random,
    ) -> Result<bool, Error> {
        let mut components = candidate.components();
        let place = random.below(components.len() as u64) as usize;
        components.remove(place);
        let last = match self {
            &Pool::Sizes { low, high, misere } => {
                let others = || components.iter().flat_map(Tuple::as_slice);
                let mut last = others().fold(0, |sum, heap| sum ^ heap);
                if misere && others().all(|&heap| heap <= 1) {
                    // Heaps of 1 alone are lost if their number is odd.
                    last ^= 1;
                }
                if !(low..=high).contains(&last) {
                    return Ok(false);
                }
                Tuple::new(&[last])
            }
            Pool::Listed {
                by_value,
                most,
                whole,
            } => {
                let rest = candidate.with(&components);
                let values = if components.is_empty() {
                    Vec::new()
                } else {
                    rest.at.values()?
                };
                let sum = values
                    .into_iter()
                    .try_fold(0, |sum, value| Some(sum ^ finite(value)?));
                let Some(sum) = sum else { return Ok(false) };
                let Some(fitting) = by_value.get(&sum) else {
                    return Ok(false);
                };
                let even = *whole && candidate.parameters.distribution == Distribution::Uniform;
                if even && random.below(*most as u64) >= fitting.len() as u64 {
                    return Ok(false);
                }
                let Some(component) = random.pick(fitting) else {
                    return Ok(false);
                };
                if !candidate.may_coincide() && components.contains(component) {
                    return Ok(false);
                }
                *component
            }
        };
        components.insert(place, last);
        *candidate = candidate.with(&components);
        Ok(true)
    }
}

fn finite(value: Value) -> Option<u64> {
    if let Value::Finite(value) = value {
        Some(value)
    } else {
        None
    }
}

/// All components of the box, or a sample of them, and whether the list is complete. A component is a sequence of numbers,
/// each from a range of its own.
fn universe(
    candidate: &Candidate<'_>,
    share: bool,
    random: &mut Random,
) -> Option<(Vec<Component>, bool)> {
    let parameters = candidate.parameters;
    let (most, sample) = if share {
        (MAX_SHARED, SAMPLE_SHARED)
    } else {
        (MAX_OWN, SAMPLE_OWN)
    };
    let (record, signature) = (candidate.at.record(), candidate.at.signature());
    // The numbers that are drawn together for a sample; places of graphs and boards are not sampled.
    let (ranges, together) = match (bounds(signature, parameters), signature.position) {
        (Some(heaps), _) => (vec![heaps], sample),
        (None, PositionKind::Numbers) => (vec![(1, record.rules.graph()?.vertices)], 0),
        (None, PositionKind::Cells) => {
            let size = record.rules.size?;
            (vec![(1, size.rows), (1, size.cols)], 0)
        }
        (None, PositionKind::Tuples { .. }) => {
            let coins = signature.has(Slot::Coins);
            let low = parameters.min.unwrap_or(u64::from(coins));
            let high = parameters.max.unwrap_or(if coins { 20 } else { 100 });
            let arity = record.position.tuples.arity();
            (vec![(low, high); arity], arity as u64)
        }
        _ => return None,
    };
    let count = |all: u64, &(low, high): &(u64, u64)| {
        all.checked_mul(high.checked_sub(low)?.checked_add(1)?)
    };
    let whole = ranges
        .iter()
        .try_fold(1, count)
        .is_some_and(|all| all <= most);
    let damaged: FxHashSet<&[u64]> = record.modifiers.damaged.iter().collect();
    let fits = |tuple: &Vec<u64>| !damaged.contains(&tuple[..]) && candidate.is_position(tuple);
    let tuples: Vec<Vec<u64>> = if whole {
        ranges
            .iter()
            .map(|&(low, high)| low..=high)
            .multi_cartesian_product()
            .collect()
    } else {
        let draws = 0..(sample * ranges.len() as u64).checked_div(together)?;
        let drawn = draws
            .flat_map(|_| numbers::all(parameters, ranges[0], together, random))
            .collect_vec();
        drawn
            .chunks_exact(ranges.len())
            .map(<[u64]>::to_vec)
            .collect()
    };
    Some((
        tuples
            .into_iter()
            .filter(fits)
            .map(|tuple| Tuple::new(&tuple))
            .collect(),
        whole,
    ))
}
