//! Records with constraints: lost positions, positions with few winning moves, near misses.
//!
//! The random numbers of a record follow from the seed and its number, so that all threads draw together, and any
//! number of them gives equal bytes.
//!
//! A candidate is drawn as `write` draws it, solved, and kept if it meets the constraints.
//!
//! There are three ways to draw lost positions:
//!
//! - *Sums of components with Grundy values* (heaps, piles, pieces, tokens, coins): all components but one
//!   are drawn; let x be the nim-sum of their values. By the theorem of Sprague and Grundy the position is
//!   lost exactly if the value of the last is x. With c(x) components of value x in the box, the draw
//!   is kept with probability c(x) / max c, and one of them is taken. So every lost position of the box is
//!   equally likely: each has the probability 1 / (Nᵏ⁻¹ max c) in a draw of k of N components. Boxes of more
//!   than 2¹⁸ components (2¹⁰ if every record has other rules) are replaced by a sample of them. If
//!   the value of a component is its size, boxes of any size are drawn from.
//! - *Other games* by rejection: every lost position of those that are drawn is equally likely.
//! - After 300 failed draws, a random winning move from a position that was drawn leads to a lost
//!   one. It must lie in the box; such positions are not equally likely.

#![expect(
    clippy::cast_possible_truncation,
    reason = "records of a round are those of some threads, places are those of lists, and heaps are few"
)]

mod candidate;
mod pool;
mod shape;

use std::io::Error;

use super::errors::refused;
use super::parameters::{Distribution, NearMiss, Parameters, Target};
use super::writer::write_all;
use crate::jobs::on_all;
use candidate::Candidate;
use grundy_base::random::Random;
use grundy_base::range::Range;
use grundy_games::Context;
use grundy_record::{NumberUse, Outcome, Signature, Size, Slot, Verdict};
use pool::{Pool, PoolOwner};

impl Parameters {
    /// Returns the outcome that a record must have; gives `None` if any will do. Of each pair of balanced records, one is
    /// won and one is lost, in random order.
    fn goal(&self, number: u64) -> Option<Outcome> {
        match self.outcome {
            Some(Target::Win) => Some(Outcome::Win),
            Some(Target::Lose) => Some(Outcome::Lose),
            Some(Target::Draw) => Some(Outcome::Draw),
            Some(Target::Balanced) => {
                let pair = number / 2;
                let first_wins = Random::new(mixed(self.seed ^ 0x5eed, pair)).below(2) == 0;
                let alone = number + 1 == self.count && number.is_multiple_of(2);
                let wins = alone || number.is_multiple_of(2) == first_wins;
                Some(if wins { Outcome::Win } else { Outcome::Lose })
            }
            None if self.winning_moves.is_some() || !self.near_miss.is_empty() => {
                Some(Outcome::Win)
            }
            None => None,
        }
    }
}

/// The number of candidates after which a record is given up.
const MAX_ATTEMPTS: u64 = 20_000;
/// The number of draws after which lost positions are also reached by winning moves.
const MAX_FAIR_DRAWS: u64 = 300;
/// The number of draws after which the number of heaps is drawn anew for each.
const MAX_SAME_COUNT: u64 = 64;
/// The work limit of one candidate.
const MAX_CANDIDATE_STEPS: u64 = 1 << 28;
/// The number of candidates over that limit that ends generation.
const MAX_TOO_LONG: u32 = 8;
/// The largest number of records that each thread draws before they are written.
const RECORDS_OF_A_ROUND: u64 = 256;

/// Draws the records that meet the constraints, in order: the line of each, and the rows of its board, with their ends.
///
/// # Errors
///
/// Says that a parameter is out of range, or that no record meets the constraints.
pub(super) fn each<'a>(
    signature: &'a Signature,
    parameters: &Parameters,
    context: &Context,
) -> Result<impl Iterator<Item = Result<String, Error>> + use<'a>, Error> {
    let mut context = context.clone();
    context.budget.work = context.budget.work.min(MAX_CANDIDATE_STEPS);
    let maker = RecordMaker::new(signature, parameters, &context)?;
    let count = parameters.count;
    let threads = context.budget.threads.max(1);
    let round = threads as u64 * RECORDS_OF_A_ROUND;
    // The first record is drawn alone: constraints that no record meets fail there, before others are drawn.
    let starts = (0..count.min(1)).chain((1..count).step_by(round as usize));
    Ok(starts.flat_map(move |first| {
        let most = if first == 0 { 1 } else { round };
        on_all((count - first).min(most) as usize, threads, |i| {
            maker.record(first + i as u64, &context)
        })
    }))
}

/// Draws the records that meet the constraints, and leaves out the ends of their lines.
///
/// # Errors
///
/// Fails if and only if [`each`] does.
pub fn drawn(
    signature: &Signature,
    wanted: &Parameters,
    context: &Context,
) -> Result<Vec<String>, Error> {
    each(signature, wanted, context)?
        .map(|record| Ok(record?.trim_end().to_owned()))
        .collect()
}

/// Makes the seed of one record.
fn mixed(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ number
}

/// The largest heap if every record has another octal code, and no largest heap is given.
const USUAL_OCTAL_HEAP: u64 = 100;
/// The largest heap if every record has another take-and-break code, and no largest heap is given.
const USUAL_CODE_HEAP: u64 = 20;
/// The most numbers of heaps of which all positions are counted, if none was found to be lost.
const MAX_COUNTED_RANGE: u64 = 16;
/// The most heaps of which all positions are counted, if none was found to be lost.
const MAX_COUNTED_HEAPS: u64 = 64;
/// The board of games that lay shapes, if no size is given: larger ones are searched for long.
const USUAL_SHAPES_BOARD: Size = Size { rows: 4, cols: 4 };

/// A maker of records that meet the constraints.
struct RecordMaker<'a> {
    /// The signature of the game.
    signature: &'a Signature,
    /// The parameters, completed by usual ones.
    parameters: Parameters,
    /// The components of lost positions, if all records have equal rules.
    shared: Option<Pool>,
}

impl<'a> RecordMaker<'a> {
    /// Completes the parameters, and values the components of lost positions, if all records have equal rules.
    fn new(
        signature: &'a Signature,
        parameters: &Parameters,
        context: &Context,
    ) -> Result<Self, Error> {
        let mut parameters = parameters.clone();
        if parameters.rules.is_none() && parameters.max.is_none() {
            // Each record has a code of its own, whose values are computed for it alone.
            parameters.max = match signature.slots {
                [Slot::Octal] => Some(USUAL_OCTAL_HEAP),
                [Slot::Code] => Some(USUAL_CODE_HEAP),
                _ => None,
            };
        }
        if signature.has(Slot::Shapes) && parameters.size.is_none() {
            parameters.size = Some(USUAL_SHAPES_BOARD);
        }
        parameters.fit(signature);
        if parameters.near_miss.contains(&NearMiss::All) {
            parameters.near_miss = vec![NearMiss::Move, NearMiss::Decoy, NearMiss::Greedy];
        }
        let same_rules = matches!(
            signature.slots,
            [] | [Slot::Number(NumberUse::Needed | NumberUse::Optional)]
        ) || parameters.rules.is_some()
            && !signature.has(Slot::Number(NumberUse::Limit));
        let needs_lost = matches!(parameters.outcome, Some(Target::Lose | Target::Balanced))
            || parameters.near_miss.contains(&NearMiss::Move);
        let needs_pool = same_rules && needs_lost && parameters.damage.is_none();
        let mut maker = RecordMaker {
            signature,
            parameters,
            shared: None,
        };
        if needs_pool {
            let mut random = Random::new(mixed(maker.parameters.seed, u64::MAX));
            let most = maker.parameters.heaps.map(|range| range.high);
            let text = maker.candidate(&mut random, most, 0)?;
            if let Ok(candidate) = Candidate::read(&text, context, &maker.parameters) {
                maker.shared = Pool::of(&candidate, PoolOwner::All, &mut random);
            }
        }
        Ok(maker)
    }

    /// Draws one unconstrained record with the given number of heaps.
    fn candidate(
        &self,
        random: &mut Random,
        heaps: Option<u64>,
        attempt: u64,
    ) -> Result<String, Error> {
        let parameters = Parameters {
            heaps: heaps.map(Range::single),
            count: 1,
            label: false,
            seed: random.word(),
            // If all heaps are alike, one more of them is drawn uniformly until the record fits.
            outliers: match self.parameters.distribution {
                Distribution::Uniform | Distribution::Log => 0,
                _ => attempt.div_ceil(32),
            },
            ..self.parameters.clone()
        };
        let mut text = Vec::new();
        write_all(self.signature, &parameters, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Draws the record of this number, from 0.
    fn record(&self, number: u64, context: &Context) -> Result<String, Error> {
        let mut random = Random::new(mixed(self.parameters.seed, number));
        let goal = self.parameters.goal(number);
        let near = self.near_miss(number);
        let label = if self.parameters.label {
            format!("@{} ", number + 1)
        } else {
            String::new()
        };
        let mut heaps = None;
        let mut last_error = None;
        let mut too_long = 0;
        for attempt in 0..MAX_ATTEMPTS {
            if attempt == 0 || attempt >= MAX_SAME_COUNT {
                let range = self.parameters.heaps;
                heaps = range.map(|range| random.within(range.low, range.high));
            }
            let text = self.candidate(&mut random, heaps, attempt)?;
            let Some(goal) = goal else {
                return Ok(label + &text);
            };
            let found = Candidate::read(&text, context, &self.parameters)
                .and_then(|candidate| self.changed(candidate, goal, near, attempt, &mut random));
            match found {
                Ok(Some(text)) => return Ok(label + &text),
                Ok(None) => {}
                Err(error) => {
                    too_long += u32::from(error.limit().is_some());
                    let message = error.message();
                    if too_long == MAX_TOO_LONG {
                        return Err(refused(format!(
                            "such records take too long to solve: {message}"
                        )));
                    }
                    last_error = Some(message);
                }
            }
        }
        Err(self.none_found(goal, last_error, context))
    }

    /// Chooses the kind of near misses of a record, if there are some: the kinds are taken in turn.
    fn near_miss(&self, number: u64) -> Option<NearMiss> {
        let kinds = &self.parameters.near_miss;
        let is_balanced = self.parameters.outcome == Some(Target::Balanced);
        let turn = if is_balanced { number / 2 } else { number };
        let place = turn.checked_rem(kinds.len() as u64)?;
        Some(kinds[place as usize])
    }

    /// Changes a candidate so that it meets the constraints, and writes it; gives `None` if that fails.
    fn changed(
        &self,
        mut candidate: Candidate<'_>,
        goal: Outcome,
        near: Option<NearMiss>,
        attempt: u64,
        random: &mut Random,
    ) -> Result<Option<String>, grundy_api::Error> {
        let fits = match goal {
            Outcome::Lose => self.lost(&mut candidate, attempt, random)?,
            Outcome::Draw => candidate.has(goal)?,
            Outcome::Win => self.won(&mut candidate, near, attempt, random)?,
        };
        Ok(fits.then(|| candidate.text()))
    }

    /// Makes the candidate a lost position, if that can be. Says whether it is one.
    fn lost(
        &self,
        candidate: &mut Candidate<'_>,
        attempt: u64,
        random: &mut Random,
    ) -> Result<bool, grundy_api::Error> {
        let own = if self.shared.is_some() {
            None
        } else {
            Pool::of(candidate, PoolOwner::One, random)
        };
        let pool = self.shared.as_ref().or(own.as_ref());
        let fair = attempt < MAX_FAIR_DRAWS;
        if let Some(pool) = pool
            && (fair || attempt.is_multiple_of(2))
            && !candidate.components().is_empty()
        {
            return Ok(pool.complete(candidate, random)? && candidate.has(Outcome::Lose)?);
        }
        if candidate.has(Outcome::Lose)? {
            return Ok(true);
        }
        let moved = !fair && candidate.make_winning_move(random)?;
        Ok(moved && candidate.has(Outcome::Lose)?)
    }

    /// Makes the candidate a won position of a kind, if that can be. Says whether it is one.
    fn won(
        &self,
        candidate: &mut Candidate<'_>,
        near: Option<NearMiss>,
        attempt: u64,
        random: &mut Random,
    ) -> Result<bool, grundy_api::Error> {
        let shaped = match near {
            Some(NearMiss::Move) if candidate.can_grow() => {
                self.lost(candidate, attempt, random)? && shape::grow(candidate, random)?
            }
            Some(NearMiss::Decoy) => shape::decoy(candidate, random),
            _ => true,
        };
        if !shaped {
            return Ok(false);
        }
        let count = self.parameters.winning_moves;
        if count.is_none() && near.is_none_or(|near| near == NearMiss::Decoy) {
            return candidate.has(Outcome::Win);
        }
        let Verdict::Win(moves) = candidate.at.verdict()? else {
            return Ok(false);
        };
        let near = match near {
            Some(NearMiss::Move | NearMiss::Decoy) if !candidate.can_grow() => moves == 1,
            Some(NearMiss::Greedy) => shape::is_greedy_trap(candidate)?,
            _ => true,
        };
        let fits = |count: Range| u128::from(count.low) <= moves && moves <= u128::from(count.high);
        Ok(near && count.is_none_or(fits))
    }

    /// Says why no record meets the constraints.
    fn none_found(
        &self,
        goal: Option<Outcome>,
        last_error: Option<String>,
        context: &Context,
    ) -> Error {
        let game = &self.signature.name;
        if goal == Some(Outcome::Lose) && self.none_is_lost(context) {
            return refused(format!(
                "no position of `{game}` within these sizes is lost: all of them were counted"
            ));
        }
        let what = match goal {
            Some(Outcome::Lose) => "lost",
            Some(Outcome::Draw) => "drawn",
            _ => "won as asked",
        };
        let errors = match last_error {
            Some(message) => format!("; some said: {message}"),
            None => String::new(),
        };
        refused(format!(
            "of {MAX_ATTEMPTS} records of `{game}` none was {what}{errors}; other sizes or rules may have some"
        ))
    }

    /// Counts the lost positions of the box, if it is one of heaps and not too large. Says whether there is none.
    fn none_is_lost(&self, context: &Context) -> bool {
        let Range { low, high } = self.parameters.heaps.unwrap_or(Range::single(3));
        let Some(sizes) = pool::heap_sizes(self.signature, &self.parameters) else {
            return false;
        };
        let rules = self.parameters.rules.as_deref().unwrap_or_default();
        let rules_vary = !self.signature.slots.is_empty() && rules.is_empty();
        if rules_vary || high - low >= MAX_COUNTED_RANGE || high > MAX_COUNTED_HEAPS {
            return false;
        }
        let mut head = format!("{} {rules}", self.signature.name);
        for keyword in &self.parameters.keywords {
            head.push(' ');
            head.push_str(keyword.word());
        }
        let options = grundy_batch::Options {
            catalogue: context.catalogue.clone(),
            ..grundy_batch::Options::default()
        };
        let range = format!(" {}..{}", sizes.low, sizes.high);
        (low..=high).all(|count| {
            let ranges = range.repeat(count as usize); // at most `MAX_COUNTED_HEAPS`
            let line = format!("{head}:{ranges} ? p-positions");
            grundy_batch::answer_text(&line, &options).answers == "0\n"
        })
    }
}

#[cfg(test)]
mod tests;
