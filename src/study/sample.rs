//! The first positions of a game with their values.

use smallvec::smallvec;

use crate::games::Context;
use crate::record::{Ask, Fault, Outcome, Place, PositionKind, Slot, Tuple, Value, View};
use crate::study::patterns::Sample;
use crate::subject::Subject;
use crate::theory::rules::Meter;

/// The numbers of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Grundy values.
    Values,
    /// 0 where the player to move loses, 1 where he wins, 2 for a draw.
    Outcomes,
}

/// The first positions of a game.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// The positions, and a number for each.
    pub sample: Sample,
    /// The numbers.
    pub kind: Kind,
    /// The largest numbers looked at.
    pub tops: Vec<u64>,
}

/// The number of positions asked about in one step.
const CHUNK: usize = 1 << 12;

/// The most positions of a sample.
const MOST: u64 = 1 << 20;

/// How far is looked by default: with one number, with two, three and more.
const FAR: [u64; 3] = [4096, 72, 20];

/// The number of positions, for four numbers or more.
const MANY: u64 = 8000;

/// The first look.
const NEAR: u64 = 16;

/// How many numbers a position has; none where positions are of another kind.
fn arity(subject: &Subject<'_>) -> Option<usize> {
    let signature = subject.signature();
    if subject.record.modifiers.ring || subject.record.varies() {
        return None;
    }
    let heaps = matches!(signature.view, View::Heaps | View::Countdown);
    match signature.position {
        PositionKind::Numbers if heaps => Some(1),
        PositionKind::Tuples { .. } if !signature.has(Slot::Coins) => {
            let own = subject.own_rule().map(|(rule, _)| rule.arity());
            own.or_else(|| Some(subject.record.position.tuples.arity()).filter(|&arity| arity > 0))
        }
        _ => None,
    }
}

/// The first positions of the game of a record, to these numbers or as far as is cheap.
///
/// # Errors
///
/// Games of other positions than numbers; what no position can be asked about.
pub(super) fn sample(
    subject: &mut Subject<'_>,
    context: &Context,
    to: Option<u64>,
) -> Result<Sampled, Fault> {
    let refuse = |message: &'static str| {
        Err(Fault::new(Place::Game, message, "`grundy table` draws boards and graphs"))
    };
    let Some(arity) = arity(subject) else {
        return refuse("what is studied are heaps, and positions of numbers; one position says how many");
    };
    let asks = subject.signature().asks;
    let has_values = subject.own_rule().is_none_or(|(_, has_values)| has_values);
    let values = asks.contains(Ask::Values) && has_values && !subject.record.modifiers.misere;
    let kind = if values { Kind::Values } else { Kind::Outcomes };
    let flags = small_numbers(subject, arity);
    let free = flags.iter().filter(|flag| flag.is_none()).count();
    let far = match (to, free) {
        (Some(to), _) => to,
        (None, 0 | 1) => FAR[0],
        (None, 2) => FAR[1],
        (None, 3) => FAR[2],
        (None, free) => (1..).take_while(|n: &u64| n.pow(free as u32) <= MANY).last().unwrap_or(1),
    };
    let tops_at = |top: u64| -> Vec<u64> { flags.iter().map(|flag| flag.unwrap_or(top)).collect() };
    let positions =
        |top: u64| tops_at(top).iter().try_fold(1u64, |all, &top| all.checked_mul(top.checked_add(1)?));
    if positions(far).is_none_or(|all| all > MOST) {
        return Err(Fault::new(
            Place::Game,
            format!("these are more than {MOST} positions"),
            "look less far: a smaller number after --to",
        ));
    }
    // Step by step, as far as the work allowed goes.
    let mut best: Option<Sampled> = None;
    let mut top = if to.is_some() { far } else { NEAR.min(far) };
    loop {
        let tops = tops_at(top);
        match collect(subject, context, kind, &tops) {
            Ok(sample) => best = Some(Sampled { sample, kind, tops }),
            Err(fault) if best.is_none() || fault.limit.is_none() => return Err(fault),
            Err(_) => break,
        }
        if top >= far {
            break;
        }
        top = (2 * top).min(far);
    }
    match best {
        Some(best) if !best.sample.is_empty() => Ok(best),
        _ => refuse("there is no position among the first numbers"),
    }
}

/// Numbers that are 0 or 1 in the record while another is larger only count something: they stay so.
fn small_numbers(subject: &Subject<'_>, arity: usize) -> Vec<Option<u64>> {
    let tuples = &subject.record.position.tuples;
    let largest = |i: usize| tuples.iter().map(|tuple| tuple.get(i).copied().unwrap_or(0)).max().unwrap_or(0);
    let most = (0..arity).map(largest).max().unwrap_or(0);
    (0..arity).map(|i| (arity > 1 && most > 1 && largest(i) <= 1).then_some(1)).collect()
}

/// The values of all positions up to these numbers.
fn collect(subject: &mut Subject<'_>, context: &Context, kind: Kind, tops: &[u64]) -> Result<Sample, Fault> {
    let arity = tops.len();
    let mut sample = Sample { arity, numbers: Vec::new(), values: Vec::new() };
    let mut position = vec![0u64; arity];
    let mut chunk: Vec<Tuple> = Vec::new();
    let legal = |subject: &Subject<'_>, position: &[u64]| {
        let Some((rule, _)) = subject.own_rule() else { return true };
        let numbers: Vec<i64> = position.iter().map(|&n| n as i64).collect();
        rule.legal.is_empty() || rule.is_position(&numbers, &mut Meter::new(1 << 20)).unwrap_or(true)
    };
    loop {
        if legal(subject, &position) {
            chunk.push(Tuple::new(&position));
        }
        // The last number runs fastest.
        let next = (0..arity).rev().find(|&i| position[i] < tops[i]);
        if next.is_none() || chunk.len() == CHUNK {
            ask(subject, context, kind, &chunk, &mut sample)?;
            chunk.clear();
        }
        let Some(i) = next else { return Ok(sample) };
        position[i] += 1;
        position[i + 1..].fill(0);
    }
}

fn ask(
    subject: &mut Subject<'_>,
    context: &Context,
    kind: Kind,
    chunk: &[Tuple],
    sample: &mut Sample,
) -> Result<(), Fault> {
    if kind == Kind::Values
        && let Some(values) = without_fault(values_of(subject, context, chunk))?
    {
        for (tuple, value) in chunk.iter().zip(values) {
            push(sample, tuple, value);
        }
        return Ok(());
    }
    // One by one: some are no positions.
    for tuple in chunk {
        let one = std::slice::from_ref(tuple);
        let value = match kind {
            Kind::Values => {
                without_fault(values_of(subject, context, one))?.and_then(|values| values.first().copied())
            }
            Kind::Outcomes => without_fault(outcome_of(subject, context, one))?,
        };
        if let Some(value) = value {
            push(sample, tuple, value);
        }
    }
    Ok(())
}

/// A fault of a position that is no limit says that it is none.
fn without_fault<T>(result: Result<T, Fault>) -> Result<Option<T>, Fault> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(fault) if fault.limit.is_none() && matches!(fault.place, Place::Position(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

fn push(sample: &mut Sample, tuple: &Tuple, value: i64) {
    sample.numbers.extend(tuple.as_slice().iter().map(|&n| n as i64));
    sample.values.push(value);
}

fn stand(subject: &mut Subject<'_>, chunk: &[Tuple]) {
    let numbers = subject.signature().position == PositionKind::Numbers;
    let position = &mut subject.record.position;
    position.numbers.clear();
    position.tuples.clear();
    for tuple in chunk {
        if numbers {
            position.numbers.extend(tuple.as_slice());
        } else {
            position.tuples.push(tuple.as_slice());
        }
    }
    subject.record.asks = smallvec![Ask::Verdict];
}

fn values_of(subject: &mut Subject<'_>, context: &Context, chunk: &[Tuple]) -> Result<Vec<i64>, Fault> {
    stand(subject, chunk);
    let values = subject.values(context)?;
    Ok(values
        .into_iter()
        .map(|value| match value {
            Value::Finite(value) => i64::try_from(value).unwrap_or(i64::MAX),
            Value::Infinite(_) => -1,
        })
        .collect())
}

fn outcome_of(subject: &mut Subject<'_>, context: &Context, chunk: &[Tuple]) -> Result<i64, Fault> {
    stand(subject, chunk);
    Ok(match subject.verdict(context)?.outcome() {
        Outcome::Lose => 0,
        Outcome::Win => 1,
        Outcome::Draw => 2,
    })
}
