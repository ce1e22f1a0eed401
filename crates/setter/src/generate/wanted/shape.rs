//! Shapes of won positions that wrong programs take for lost ones, or play wrong.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a place below the length of a list"
)]

use super::candidate::Candidate;
use grundy_api::Error;
use grundy_base::random::Random;
use grundy_record::{Outcome, Tuple};

/// The most by which a component of a lost position grows.
const MAX_GROWTH: u64 = 8;
/// The most legal moves that are looked at for a greedy trap.
const MAX_TRAP_MOVES: usize = 100_000;

/// Makes a component of a lost position larger, so that a move leads back to it. Says whether a move does.
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

/// Makes the nim-sum of all sizes 0, or of all sizes but one if the value of a component is its size. Says whether the new size fits; positions
/// that cannot be changed so are left alone, and fit.
pub(super) fn decoy(candidate: &mut Candidate<'_>, random: &mut Random) -> bool {
    let mut components = candidate.components();
    let count = components.len();
    if !candidate.can_grow() {
        return true;
    }
    let mut spared = None;
    if candidate.at.signature().values_are_sizes {
        spared = Some(random.below(count as u64) as usize);
        if count < 3 {
            return true;
        }
    }
    // The component that changes is not the spared one; there are others, as counted above.
    let place = loop {
        let place = random.below(count as u64) as usize;
        if Some(place) != spared {
            break place;
        }
    };
    let mut numbers = components[place].as_slice().to_vec();
    let coordinate = random.below(numbers.len() as u64) as usize;
    // The nim-sum of all summed numbers but this one, which it becomes, so that the sum is 0.
    let mut sum = numbers[coordinate];
    for (place, component) in components.iter().enumerate() {
        if Some(place) != spared {
            sum = component.as_slice().iter().fold(sum, |sum, &n| sum ^ n);
        }
    }
    numbers[coordinate] = sum;
    let has_piles = numbers.len() > 1;
    let (usual_low, usual_high) = if has_piles { (0, 100) } else { (1, 1000) };
    let low = candidate.parameters.min.unwrap_or(usual_low);
    let high = candidate.parameters.max.unwrap_or(usual_high);
    let fits = (low..=high).contains(&sum) && candidate.is_position(&numbers);
    components[place] = Tuple::new(&numbers);
    *candidate = candidate.with(&components);
    fits
}

/// Says whether no winning move takes as much as can be taken.
pub(super) fn is_greedy_trap(candidate: &Candidate<'_>) -> Result<bool, Error> {
    let legal = candidate.at.first_moves(MAX_TRAP_MOVES)?;
    let Some(most) = legal.moves.iter().map(|mv| mv.taken()).max() else {
        return Ok(false);
    };
    let winning = candidate.at.winning_moves()?;
    Ok(!legal.more && winning.iter().all(|mv| mv.taken() < most))
}
