//! Won positions that wrong programs take for lost ones, or play wrong.

use super::candidate::Candidate;
use crate::Error;
use crate::random::Random;
use crate::record::{Outcome, Tuple};

/// By how much a component of a lost position grows, at most.
const MAX_GROWTH: u64 = 8;
/// The most legal moves that are looked at.
const MAX_MOVES: usize = 100_000;

/// Makes a component of a lost position larger, so that a move leads back to it. `false` if none does.
pub(super) fn grow(candidate: &mut Candidate<'_>, random: &mut Random) -> Result<bool, Error> {
    let lost = candidate.at.record().position.clone();
    let mut components = candidate.components();
    let place = random.below(components.len() as u64) as usize;
    let mut numbers = components[place].as_slice().to_vec();
    let coordinate = random.below(numbers.len() as u64) as usize;
    let grown = numbers[coordinate].saturating_add(random.within(1, MAX_GROWTH));
    numbers[coordinate] = grown;
    if candidate.parameters.max.is_some_and(|max| grown > max) || !candidate.is_position(&numbers) {
        return Ok(false);
    }
    components[place] = Tuple::new(&numbers);
    *candidate = candidate.with(&components);
    if !candidate.has(Outcome::Win)? {
        return Ok(false);
    }
    let moves = candidate.at.winning_moves()?;
    Ok(moves
        .iter()
        .any(|mv| candidate.at.next(mv).as_ref() == Some(&lost)))
}

/// Makes the nim-sum of all sizes 0, or in nim and nimble of all but one.
pub(super) fn decoy(candidate: &mut Candidate<'_>, random: &mut Random) -> bool {
    let mut components = candidate.components();
    let count = components.len();
    if !candidate.can_grow() {
        return true;
    }
    let name = &candidate.at.signature().name;
    let spared = (name == "nim" || name == "nimble").then(|| random.below(count as u64) as usize);
    if spared.is_some() && count < 3 {
        return true;
    }
    let mut places = std::iter::repeat_with(|| random.below(count as u64) as usize);
    let Some(place) = places.find(|place| Some(*place) != spared) else {
        return true;
    };
    let mut numbers = components[place].as_slice().to_vec();
    let coordinate = random.below(numbers.len() as u64) as usize;
    let summed = (0..count).filter(|&place| Some(place) != spared);
    let others = summed.flat_map(|place| components[place].as_slice());
    let sum = others.fold(numbers[coordinate], |sum, &n| sum ^ n);
    numbers[coordinate] = sum;
    let usual = if numbers.len() > 1 {
        (0, 100)
    } else {
        (1, 1000)
    };
    let parameters = candidate.parameters;
    let (low, high) = (
        parameters.min.unwrap_or(usual.0),
        parameters.max.unwrap_or(usual.1),
    );
    let fits = (low..=high).contains(&sum) && candidate.is_position(&numbers);
    components[place] = Tuple::new(&numbers);
    *candidate = candidate.with(&components);
    fits
}

/// Whether no winning move takes as much as can be taken.
pub(super) fn is_greedy_trap(candidate: &Candidate<'_>) -> Result<bool, Error> {
    let legal = candidate.at.first_moves(MAX_MOVES)?;
    let Some(most) = legal.moves.iter().map(|mv| mv.taken()).max() else {
        return Ok(false);
    };
    let winning = candidate.at.winning_moves()?;
    Ok(!legal.more && winning.iter().all(|mv| mv.taken() < most))
}
