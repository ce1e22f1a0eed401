//! The first positions of a game with their values.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most 8 numbers"
)]

use std::iter;

use itertools::Itertools;

use crate::patterns::Sample;
use grundy_api::{Error, Position};
use grundy_record::{Ask, Keyword, Look, Outcome, PositionKind, Slot, Value};

/// The meaning of the values of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleKind {
    /// Grundy values.
    Values,
    /// 0 if the player to move loses, 1 if that player wins, [`DRAW`].
    Outcomes,
}

/// A draw, among the outcomes of a sample.
const DRAW: i64 = 2;

/// The first positions of a game.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// The positions, with a value for each.
    pub sample: Sample,
    /// The meaning of these values.
    pub kind: SampleKind,
    /// The largest numbers looked at.
    pub tops: Vec<u64>,
}

impl Sampled {
    /// Returns the first position if positions are one number, else 0.
    pub(super) fn first(&self) -> i64 {
        match self.sample.arity {
            1 => self.sample.numbers.first().copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// Says whether some positions are drawn.
    pub(super) fn has_draws(&self) -> bool {
        self.kind == SampleKind::Outcomes && self.sample.values.contains(&DRAW)
    }

    /// Says whether this number of a position is 0 or 1 in all positions, though others are larger.
    pub(super) fn is_flag(&self, i: usize) -> bool {
        self.tops[i] == 1 && self.tops.iter().any(|&top| top > 1)
    }
}

/// The number of positions that are asked about in one step. A guess.
const POSITIONS_A_STEP: usize = 1 << 12;

/// The most positions of a sample. A guess.
const MAX_POSITIONS_OF_SAMPLE: u64 = 1 << 20;

/// The largest number that is looked at by default: in positions of one number, of two, and of three.
const USUAL_TOPS: [u64; 3] = [4096, 72, 20];

/// The number of positions that are looked at by default if they have four numbers or more.
const USUAL_POSITIONS: u64 = 8000;

/// The largest number of the first look, which is taken further step by step.
const FIRST_TOP: u64 = 16;

/// Counts the numbers of a position; none if positions are of another kind.
fn arity(position: &Position<'_>) -> Option<usize> {
    let signature = position.signature();
    if position.record().modifiers.has(Keyword::Ring) || position.record().varies() {
        return None;
    }
    let heaps = matches!(signature.look, Look::Heaps | Look::Countdown);
    match signature.position {
        PositionKind::Numbers if heaps => Some(1),
        PositionKind::Tuples { .. } if !signature.has(Slot::Coins) => {
            let own = position.own_rule().filter(|(rule, _)| rule.list.is_none());
            own.map(|(rule, _)| rule.arity()).or_else(|| {
                Some(position.record().position.tuples.arity()).filter(|&arity| arity > 0)
            })
        }
        _ => None,
    }
}

/// Looks at the first positions of the game of a record, to these numbers or as far as is cheap.
///
/// # Errors
///
/// Games of other positions than numbers; what no position can be asked about.
pub(super) fn sample(position: &Position<'_>, to: Option<u64>) -> Result<Sampled, Error> {
    let refuse = |message: &'static str| {
        Err(position.wrong(message, "`grundy table` draws boards and graphs"))
    };
    let Some(arity) = arity(position) else {
        return refuse(
            "what is studied are heaps, and positions of numbers; one position says how many",
        );
    };
    let values = position.answers(Ask::Values) && !position.record().modifiers.has(Keyword::Misere);
    let kind = if values {
        SampleKind::Values
    } else {
        SampleKind::Outcomes
    };
    let flags = small_numbers(position, arity);
    let free = flags.iter().filter(|flag| flag.is_none()).count();
    let of_many = || {
        (1..)
            .take_while(|n: &u64| n.pow(free as u32) <= USUAL_POSITIONS)
            .last()
            .unwrap_or(1)
    };
    let usual = || {
        USUAL_TOPS
            .get(free.saturating_sub(1))
            .copied()
            .unwrap_or_else(of_many)
    };
    let far = to.unwrap_or_else(usual);
    let tops_at = |top: u64| -> Vec<u64> { flags.iter().map(|flag| flag.unwrap_or(top)).collect() };
    let count = tops_at(far)
        .iter()
        .try_fold(1u64, |all, &top| all.checked_mul(top.checked_add(1)?));
    if count.is_none_or(|count| count > MAX_POSITIONS_OF_SAMPLE) {
        let message = format!("these are more than {MAX_POSITIONS_OF_SAMPLE} positions");
        return Err(position.wrong(message, "look less far: a smaller number after --to"));
    }
    // Each step looks twice as far, until the work that is allowed is used up.
    let mut best: Option<Sampled> = None;
    let first = if to.is_some() {
        far
    } else {
        FIRST_TOP.min(far)
    };
    for top in iter::successors(Some(first), |&top| (top < far).then(|| far.min(2 * top))) {
        let tops = tops_at(top);
        match collect(position, kind, &tops) {
            Ok(sample) => best = Some(Sampled { sample, kind, tops }),
            Err(error) if best.is_none() || error.limit().is_none() => return Err(error),
            Err(_) => break,
        }
    }
    match best {
        Some(best) if !best.sample.is_empty() => Ok(best),
        _ => Err(position.wrong(
            format!("there is no position among the numbers to {far}"),
            "look further: a larger number after --to",
        )),
    }
}

/// Finds the numbers that stay 0 or 1: those that are so in the record while another is larger say only whether something is
/// so.
fn small_numbers(position: &Position<'_>, arity: usize) -> Vec<Option<u64>> {
    let tuples = &position.record().position.tuples;
    let largest = |i: usize| {
        tuples
            .iter()
            .map(|tuple| tuple.get(i).copied().unwrap_or(0))
            .max()
            .unwrap_or(0)
    };
    let most = (0..arity).map(largest).max().unwrap_or(0);
    (0..arity)
        .map(|i| (arity > 1 && most > 1 && largest(i) <= 1).then_some(1))
        .collect()
}

/// Asks for the values of all positions up to these numbers.
fn collect(position: &Position<'_>, kind: SampleKind, tops: &[u64]) -> Result<Sample, Error> {
    let mut sample = Sample {
        arity: tops.len(),
        numbers: Vec::new(),
        values: Vec::new(),
    };
    let legal = position.legal();
    // The last number runs fastest.
    let all = tops
        .iter()
        .map(|&top| 0..=top)
        .multi_cartesian_product()
        .filter(|numbers| legal.admits(numbers));
    for chunk in &all.chunks(POSITIONS_A_STEP) {
        ask(position, kind, &chunk.collect_vec(), &mut sample)?;
    }
    Ok(sample)
}

/// Asks for the values of some positions, and adds them to a sample.
fn ask(
    position: &Position<'_>,
    kind: SampleKind,
    all: &[Vec<u64>],
    sample: &mut Sample,
) -> Result<(), Error> {
    let at = sum(position, all);
    let values: Option<Vec<i64>> = match kind {
        SampleKind::Values => {
            let number = |value| match value {
                Value::Finite(value) => i64::try_from(value).unwrap_or(i64::MAX),
                Value::Infinite(_) => -1,
            };
            let found = position.try_at(at, Ask::Values, |instance| instance.values())?;
            found.map(|values| values.into_iter().map(number).collect())
        }
        // The outcome of a sum says nothing of its positions.
        SampleKind::Outcomes if all.len() > 1 => None,
        SampleKind::Outcomes => {
            let found = position.try_at(at, Ask::Winner, |instance| instance.outcome())?;
            found.map(|outcome| match outcome {
                Outcome::Lose => vec![0],
                Outcome::Win => vec![1],
                Outcome::Draw => vec![DRAW],
            })
        }
    };
    match values {
        Some(values) => {
            sample
                .numbers
                .extend(all.iter().flatten().map(|&n| n as i64));
            sample.values.extend(values);
            Ok(())
        }
        None if all.len() > 1 => {
            // Some numbers are no positions, so each is asked about alone.
            for one in all.chunks(1) {
                ask(position, kind, one, sample)?;
            }
            Ok(())
        }
        None => Ok(()),
    }
}

/// Makes a sum of positions with these numbers.
pub(super) fn sum(position: &Position<'_>, all: &[Vec<u64>]) -> grundy_record::Position {
    let mut at = grundy_record::Position::default();
    for numbers in all {
        match position.signature().position {
            PositionKind::Numbers => at.numbers.extend(numbers),
            _ => _ = at.tuples.push(numbers),
        }
    }
    at
}

/// Makes the position of one number under the rules of a position.
pub(super) fn one<'s>(position: &Position<'s>, n: u64) -> Position<'s> {
    position.at(sum(position, &[vec![n]]))
}
