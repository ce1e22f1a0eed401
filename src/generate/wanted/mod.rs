//! Records with constraints: lost positions, positions with few winning moves, near misses.
//!
//! The random numbers of a record follow from the seed and its number, so that all threads draw together, and any
//! number of them gives equal bytes.
//!
//! A candidate is drawn as `write` draws it, solved, and kept if it meets the constraints.
//!
//! Lost positions are drawn so:
//!
//! - *Sums of components with Grundy values* (heaps, piles, pieces, tokens, coins): all components but one
//!   are drawn; let x be the nim-sum of their values. By the theorem of Sprague and Grundy the position is
//!   lost exactly if the value of the last is x. With c(x) components of value x in the box, the draw
//!   is kept with probability c(x) / max c, and one of them is taken. So every lost position of the box is
//!   equally likely: each has the probability 1 / (Nᵏ⁻¹ max c) in a draw of k of N components. Boxes of more
//!   than 2¹⁸ components (2¹⁰ if every record has other rules) are replaced by a sample of them. In nim
//!   and nimble the value is the size, so that boxes of any size are drawn from.
//! - *Other games* by rejection: every lost position of those that are drawn is equally likely.
//! - After 300 failed draws, a random winning move from a position that was drawn leads to a lost
//!   one. It must lie in the box; such positions are not equally likely.

mod candidate;
mod pool;
mod shape;

use candidate::Candidate;
use pool::Pool;

use clap::ValueEnum;

use super::numbers::Distribution;
use super::{Error, Parameters, refused};
use crate::batch;
use crate::games::Context;
use crate::jobs::on_all;
use crate::random::Random;
use crate::record::{Outcome, Signature, Size, Slot, Verdict};

/// Which outcome records have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// The player to move wins
    Win,
    /// The player to move loses
    Lose,
    /// Neither player can force a win
    Draw,
    /// Half of the records are won, half are lost; one more is won if their number is odd
    Balanced,
}

/// Won positions that wrong programs take for lost ones, or play wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NearMiss {
    /// All kinds in turn
    All,
    /// A small move leads back to a lost position; on boards and graphs: one winning move
    Move,
    /// The nim-sum of the sizes is 0; in nim, that of all heaps but one
    Decoy,
    /// No winning move takes the most
    Greedy,
}

impl Parameters {
    /// Whether all records that `write` draws will do.
    pub fn takes_all(&self) -> bool {
        self.outcome.is_none()
            && self.winning_moves.is_none()
            && self.near_miss.is_empty()
            && self.heaps.is_none_or(|(low, high)| low == high)
    }

    /// The outcome of a record, if not any will do; pairs of balanced records have one of each, in random order.
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
/// The number of draws after which the number of heaps is drawn anew.
const MAX_SAME_COUNT: u64 = 64;
/// The work limit of one candidate, and the number of candidates over it that ends generation.
const MAX_STEPS: u64 = 1 << 28;
const MAX_TOO_LONG: u32 = 8;
/// The largest number of records drawn before they are written, for each thread.
const MAX_ROUND: u64 = 256;

/// The records that meet the constraints, in order: the line of each, and the rows of its board, with their ends.
///
/// # Errors
///
/// When a parameter is out of range, or no record meets the constraints.
pub(super) fn each<'a>(
    signature: &'a Signature,
    parameters: &Parameters,
    context: &Context,
) -> Result<impl Iterator<Item = Result<String, Error>> + use<'a>, Error> {
    let mut context = context.clone();
    context.budget.work = context.budget.work.min(MAX_STEPS);
    let maker = Maker::new(signature, parameters, &context)?;
    let (count, threads) = (parameters.count, context.budget.threads.max(1));
    let round = threads as u64 * MAX_ROUND;
    // The first record is drawn alone: constraints that none meets fail there, before others are drawn.
    let starts = (0..count.min(1)).chain((1..count).step_by(round as usize));
    Ok(starts.flat_map(move |first| {
        let most = if first == 0 { 1 } else { round };
        on_all((count - first).min(most) as usize, threads, |i| {
            maker.record(first + i as u64, &context)
        })
    }))
}

/// The records that meet the constraints, without the ends of their lines.
///
/// # Errors
///
/// As [`each`].
pub fn drawn(
    signature: &Signature,
    wanted: &Parameters,
    context: &Context,
) -> Result<Vec<String>, Error> {
    each(signature, wanted, context)?
        .map(|record| Ok(record?.trim_end().to_owned()))
        .collect()
}

/// The seed of one record.
fn mixed(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ number
}

/// The largest heaps if every record has another octal or take-and-break code, and no largest heap is given.
const MAX_OWN_OCTAL: u64 = 100;
const MAX_OWN_CODE: u64 = 20;
/// The board of games that lay shapes, if no size is given: larger ones are searched for long.
const USUAL_SHAPES_BOARD: Size = Size { rows: 4, cols: 4 };

struct Maker<'a> {
    signature: &'a Signature,
    parameters: Parameters,
    /// The components of lost positions, if all records have equal rules.
    shared: Option<Pool>,
}

impl<'a> Maker<'a> {
    fn new(
        signature: &'a Signature,
        parameters: &Parameters,
        context: &Context,
    ) -> Result<Self, Error> {
        let mut parameters = parameters.clone();
        if parameters.rules.is_none() && parameters.max.is_none() {
            // Each record has a code of its own, whose values are computed for it alone.
            parameters.max = match signature.slots {
                [Slot::Octal] => Some(MAX_OWN_OCTAL),
                [Slot::Code] => Some(MAX_OWN_CODE),
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
        let mut maker = Maker {
            signature,
            parameters,
            shared: None,
        };
        let same_rules = matches!(signature.slots, [] | [Slot::Number { .. }])
            || maker.parameters.rules.is_some() && !signature.has(Slot::Limit);
        let loses = matches!(
            maker.parameters.outcome,
            Some(Target::Lose | Target::Balanced)
        ) || maker.parameters.near_miss.contains(&NearMiss::Move);
        if same_rules && loses && maker.parameters.damage.is_none() {
            let mut random = Random::new(mixed(maker.parameters.seed, u64::MAX));
            let most = maker.parameters.heaps.map(|(_, high)| high);
            let text = maker.candidate(&mut random, most, 0)?;
            if let Ok(candidate) = Candidate::read(&text, context, &maker.parameters) {
                maker.shared = Pool::of(&candidate, true, &mut random);
            }
        }
        Ok(maker)
    }

    /// One unconstrained record with the given number of heaps.
    fn candidate(
        &self,
        random: &mut Random,
        heaps: Option<u64>,
        attempt: u64,
    ) -> Result<String, Error> {
        let parameters = Parameters {
            heaps: heaps.map(|count| (count, count)),
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
        super::write_all(self.signature, &parameters, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The record of this number, from 0.
    fn record(&self, number: u64, context: &Context) -> Result<String, Error> {
        let mut random = Random::new(mixed(self.parameters.seed, number));
        let goal = self.parameters.goal(number);
        let label = if self.parameters.label {
            format!("@{} ", number + 1)
        } else {
            String::new()
        };
        // The kinds of near misses are taken in turn.
        let balanced = self.parameters.outcome == Some(Target::Balanced);
        let turn = if balanced { number / 2 } else { number };
        let kinds = &self.parameters.near_miss;
        let near = turn
            .checked_rem(kinds.len() as u64)
            .map(|turn| kinds[turn as usize]);
        let (mut heaps, mut trouble, mut too_long) = (None, None, 0);
        for attempt in 0..MAX_ATTEMPTS {
            if attempt == 0 || attempt >= MAX_SAME_COUNT {
                heaps = self
                    .parameters
                    .heaps
                    .map(|(low, high)| random.within(low, high));
            }
            let text = self.candidate(&mut random, heaps, attempt)?;
            let Some(goal) = goal else {
                return Ok(label + &text);
            };
            let found =
                Candidate::read(&text, context, &self.parameters).and_then(|mut candidate| {
                    let fits = match goal {
                        Outcome::Lose => self.lost(&mut candidate, attempt, &mut random)?,
                        Outcome::Draw => candidate.has(goal)?,
                        Outcome::Win => self.won(&mut candidate, near, attempt, &mut random)?,
                    };
                    Ok(fits.then(|| candidate.text()))
                });
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
                    trouble = Some(message);
                }
            }
        }
        Err(self.none_found(goal, trouble, context))
    }

    /// Makes the candidate a lost position, if that can be.
    fn lost(
        &self,
        candidate: &mut Candidate<'_>,
        attempt: u64,
        random: &mut Random,
    ) -> Result<bool, crate::Error> {
        let own = if self.shared.is_some() {
            None
        } else {
            Pool::of(candidate, false, random)
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

    /// Makes the candidate a won position of a kind, if that can be.
    fn won(
        &self,
        candidate: &mut Candidate<'_>,
        near: Option<NearMiss>,
        attempt: u64,
        random: &mut Random,
    ) -> Result<bool, crate::Error> {
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
        Ok(near && count.is_none_or(|(low, high)| (low.into()..=high.into()).contains(&moves)))
    }

    /// The reason that no record meets the constraints.
    fn none_found(
        &self,
        goal: Option<Outcome>,
        trouble: Option<String>,
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
        let trouble = trouble.map_or_else(String::new, |message| format!("; some said: {message}"));
        refused(format!(
            "of {MAX_ATTEMPTS} records of `{game}` none was {what}{trouble}; other sizes or rules may have some"
        ))
    }

    /// Whether the box was counted and has no lost position.
    fn none_is_lost(&self, context: &Context) -> bool {
        const MAX_COUNTS: u64 = 16;
        let (low, high) = self.parameters.heaps.unwrap_or((3, 3));
        let Some((least, most)) = pool::bounds(self.signature, &self.parameters) else {
            return false;
        };
        let rules = self.parameters.rules.as_deref().unwrap_or_default();
        if !self.signature.slots.is_empty() && rules.is_empty()
            || high - low >= MAX_COUNTS
            || high > 64
        {
            return false;
        }
        let keywords = self
            .parameters
            .keywords
            .iter()
            .map(|keyword| format!(" {}", keyword.word()));
        let keywords: String = keywords.collect();
        (low..=high).all(|count| {
            let ranges = format!(" {least}..{most}").repeat(count as usize);
            let line = format!(
                "{} {rules}{keywords}:{ranges} ? p-positions",
                self.signature.name
            );
            let options = batch::Options {
                catalogue: context.catalogue.clone(),
                ..batch::Options::default()
            };
            batch::answer_text(&line, &options).0 == "0\n"
        })
    }
}

#[cfg(test)]
mod tests;
