//! The first positions of a game with their values.

use crate::record::{self, Ask, Keyword, Outcome, PositionKind, Slot, Tuple, Value, View};
use crate::study::patterns::Sample;
use crate::theory::rules::Meter;
use crate::{Error, Position};

/// The numbers of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleKind {
    /// Grundy values.
    Values,
    /// 0 if the player to move loses, 1 if that player wins, 2 for a draw.
    Outcomes,
}

/// The first positions of a game.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// The positions, and a number for each.
    pub sample: Sample,
    /// The numbers.
    pub kind: SampleKind,
    /// The largest numbers looked at.
    pub tops: Vec<u64>,
}

impl Sampled {
    /// Whether this number is 0 or 1 in all positions, though others are larger.
    pub(super) fn is_flag(&self, i: usize) -> bool {
        self.tops[i] == 1 && self.tops.iter().any(|&top| top > 1)
    }
}

/// The number of positions asked about in one step.
const POSITIONS_A_STEP: usize = 1 << 12;

/// The most positions of a sample.
const MAX_POSITIONS: u64 = 1 << 20;

/// How far is looked by default: with one number, with two, three and more.
const USUAL_TOPS: [u64; 3] = [4096, 72, 20];

/// The number of positions, for four numbers or more.
const USUAL_POSITIONS: u64 = 8000;

/// The first look.
const FIRST_TOP: u64 = 16;

/// How many numbers a position has; none if positions are of another kind.
fn arity(position: &Position<'_>) -> Option<usize> {
    let signature = position.signature();
    if position.record().modifiers.has(Keyword::Ring) || position.record().varies() {
        return None;
    }
    let heaps = matches!(signature.view, View::Heaps | View::Countdown);
    match signature.position {
        PositionKind::Numbers if heaps => Some(1),
        PositionKind::Tuples { .. } if !signature.has(Slot::Coins) => {
            let own = position.own_rule().map(|(rule, _)| rule.arity());
            own.or_else(|| Some(position.record().position.tuples.arity()).filter(|&arity| arity > 0))
        }
        _ => None,
    }
}

/// The first positions of the game of a record, to these numbers or as far as is cheap.
///
/// # Errors
///
/// Games of other positions than numbers; what no position can be asked about.
pub(super) fn sample(position: &Position<'_>, to: Option<u64>) -> Result<Sampled, Error> {
    let refuse =
        |message: &'static str| Err(position.wrong(message, "`grundy table` draws boards and graphs"));
    let Some(arity) = arity(position) else {
        return refuse("what is studied are heaps, and positions of numbers; one position says how many");
    };
    let values = position.answers(Ask::Values) && !position.record().modifiers.has(Keyword::Misere);
    let kind = if values { SampleKind::Values } else { SampleKind::Outcomes };
    let flags = small_numbers(position, arity);
    let free = flags.iter().filter(|flag| flag.is_none()).count();
    let far = match (to, free) {
        (Some(to), _) => to,
        (None, 0 | 1) => USUAL_TOPS[0],
        (None, 2) => USUAL_TOPS[1],
        (None, 3) => USUAL_TOPS[2],
        (None, free) => (1..).take_while(|n: &u64| n.pow(free as u32) <= USUAL_POSITIONS).last().unwrap_or(1),
    };
    let tops_at = |top: u64| -> Vec<u64> { flags.iter().map(|flag| flag.unwrap_or(top)).collect() };
    let positions =
        |top: u64| tops_at(top).iter().try_fold(1u64, |all, &top| all.checked_mul(top.checked_add(1)?));
    if positions(far).is_none_or(|all| all > MAX_POSITIONS) {
        let message = format!("these are more than {MAX_POSITIONS} positions");
        return Err(position.wrong(message, "look less far: a smaller number after --to"));
    }
    // Step by step, as far as the work allowed goes.
    let mut best: Option<Sampled> = None;
    let mut top = if to.is_some() { far } else { FIRST_TOP.min(far) };
    loop {
        let tops = tops_at(top);
        match collect(position, kind, &tops) {
            Ok(sample) => best = Some(Sampled { sample, kind, tops }),
            Err(error) if best.is_none() || error.limit().is_none() => return Err(error),
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
fn small_numbers(position: &Position<'_>, arity: usize) -> Vec<Option<u64>> {
    let tuples = &position.record().position.tuples;
    let largest = |i: usize| tuples.iter().map(|tuple| tuple.get(i).copied().unwrap_or(0)).max().unwrap_or(0);
    let most = (0..arity).map(largest).max().unwrap_or(0);
    (0..arity).map(|i| (arity > 1 && most > 1 && largest(i) <= 1).then_some(1)).collect()
}

/// The values of all positions up to these numbers.
fn collect(position: &Position<'_>, kind: SampleKind, tops: &[u64]) -> Result<Sample, Error> {
    let arity = tops.len();
    let mut sample = Sample { arity, numbers: Vec::new(), values: Vec::new() };
    let mut at = vec![0u64; arity];
    let mut chunk: Vec<Tuple> = Vec::new();
    let legal = |numbers: &[u64]| {
        let Some((rule, _)) = position.own_rule() else { return true };
        let numbers: Vec<i64> = numbers.iter().map(|&n| n as i64).collect();
        rule.legal.is_empty() || rule.is_position(&numbers, &mut Meter::new(1 << 20)).unwrap_or(true)
    };
    loop {
        if legal(&at) {
            chunk.push(Tuple::new(&at));
        }
        // The last number runs fastest.
        let next = (0..arity).rev().find(|&i| at[i] < tops[i]);
        if next.is_none() || chunk.len() == POSITIONS_A_STEP {
            ask(position, kind, &chunk, &mut sample)?;
            chunk.clear();
        }
        let Some(i) = next else { return Ok(sample) };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

fn ask(position: &Position<'_>, kind: SampleKind, chunk: &[Tuple], sample: &mut Sample) -> Result<(), Error> {
    let numbers = |chunk: &[Tuple]| -> Result<Option<Vec<i64>>, Error> {
        let at = components(position, chunk);
        if kind == SampleKind::Outcomes {
            let found = position.try_at(at, Ask::Winner, |instance| instance.outcome())?;
            return Ok(found.map(|outcome| match outcome {
                Outcome::Lose => vec![0],
                Outcome::Win => vec![1],
                Outcome::Draw => vec![2],
            }));
        }
        let found = position.try_at(at, Ask::Values, |instance| instance.values())?;
        let number = |value| match value {
            Value::Finite(value) => i64::try_from(value).unwrap_or(i64::MAX),
            Value::Infinite(_) => -1,
        };
        Ok(found.map(|values| values.into_iter().map(number).collect()))
    };
    let mut push = |chunk: &[Tuple], values: Vec<i64>| {
        sample.numbers.extend(chunk.iter().flat_map(Tuple::as_slice).map(|&n| n as i64));
        sample.values.extend(values);
    };
    if kind == SampleKind::Values
        && let Some(values) = numbers(chunk)?
    {
        push(chunk, values);
        return Ok(());
    }
    // One by one: some numbers are no positions.
    for one in chunk.chunks(1) {
        if let Some(value) = numbers(one)? {
            push(one, value);
        }
    }
    Ok(())
}

/// A sum of these.
fn components(position: &Position<'_>, chunk: &[Tuple]) -> record::Position {
    let mut at = record::Position::default();
    for tuple in chunk {
        match position.signature().position {
            PositionKind::Numbers => at.numbers.extend(tuple.as_slice()),
            _ => _ = at.tuples.push(tuple.as_slice()),
        }
    }
    at
}
