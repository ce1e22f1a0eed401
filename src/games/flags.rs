//! Flags: one heap; a move takes an amount in the set, never leaving fewer than `left`. Who faces
//! exactly `left` loses; who faces more and can take nothing ends the game in a draw. `overshoot`
//! allows leaving fewer, which draws; with `or-less`, who faces `left` or fewer loses.
//!
//! The sequence of outcomes and its period are in [`theory::flags`](crate::theory::flags).

use std::ops::ControlFlow;

use super::{Context, Game, Held, Instance, Shared, amounts};
use crate::record::{
    Ask, AskSet, Fault, Field, Keyword, Move, Place, PositionKind, Record, RuleKind, Signature, Verdict,
};
use crate::theory::budget::{Budget, Limit};
use crate::theory::flags::{Flags as Analysis, Outcome, Variant};

/// The flags games.
#[derive(Debug)]
pub struct Flags;

static SIGNATURE: Signature = Signature {
    name: "flags",
    rules: RuleKind::Amounts,
    keywords: &[Keyword::Left, Keyword::Overshoot, Keyword::OrLess],
    position: PositionKind::Numbers,
    streams_rows: false,
    asks: AskSet::EVERY_GAME.with(Ask::Losing).with(Ask::Paths(None)).with(Ask::Period),
    summary: "one heap; take an amount in the set; who faces `left` loses",
    how_to_play: "A move takes one of the amounts, never leaving fewer than `left`. The player to move who \
                  faces exactly `left` loses; who faces more and can take nothing ends the game in a draw. \
                  `overshoot` also allows moves that leave fewer: the game is then drawn. With `or-less`, \
                  whoever faces `left` or fewer loses.",
    limits: "heaps to 18446744073709551615; amounts to 1000000, or one range of any size; periods as far \
             as the work allowed goes",
    example: "flags 1-3 left 1: 21",
};

impl Shared for Analysis {
    fn bytes(&self) -> u64 {
        Analysis::bytes(self)
    }
}

impl Game for Flags {
    fn signature(&self) -> &'static Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        let rules = &record.rules;
        let set = amounts::read(&rules.amounts)?;
        let left = rules.left.unwrap_or(0);
        let variant = match (rules.overshoot, rules.or_less) {
            (false, false) => Variant::Exact,
            (true, false) => Variant::Overshoot,
            (false, true) => Variant::OrLess,
            (true, true) => {
                return Err(Fault::new(
                    Place::Keyword(Keyword::OrLess),
                    "`overshoot` and `or-less` contradict each other",
                    "keep one of them",
                ));
            }
        };
        let heap = match record.position.numbers[..] {
            [heap] if heap >= left => Some(heap),
            [_] => {
                return Err(Fault::new(
                    Place::Position(0),
                    format!("the heap is below `left {left}`"),
                    format!("start from {left} or more"),
                ));
            }
            // The period alone is asked of the rules.
            [] if record.asks.iter().all(|ask| *ask == Ask::Period) => None,
            [] => {
                return Err(Fault::new(Place::EndOfPosition, "the heap is missing", "give one heap"));
            }
            _ => {
                return Err(Fault::new(
                    Place::Position(1),
                    "flags are played with one heap",
                    "give one heap",
                ));
            }
        };
        let heap = heap.unwrap_or(left);
        let (analysis, whole) = amounts::analysis(&set, heap, |set| {
            let mut key = amounts::key(set);
            key.extend([left, variant as u64]);
            context.cache.shared(SIGNATURE.name, &key, || {
                Analysis::new(set.clone(), left, variant, context.budget)
                    .map_err(|limit| Fault::limit(Place::Amount(0), &limit))
            })
        })?;
        Ok(Box::new(Heap { heap, left, analysis, whole, budget: context.budget }))
    }
}

struct Heap {
    heap: u64,
    left: u64,
    analysis: Held<Analysis>,
    /// Whether the analysis knows all amounts, or those only that the heap can spare.
    whole: bool,
    budget: Budget,
}

impl Heap {
    /// The amounts that reach the verdict of this outcome.
    fn reaching(&self, outcome: Outcome) -> Result<Vec<(u64, u64)>, Limit> {
        match outcome {
            Outcome::Lose => Ok(Vec::new()),
            Outcome::Draw => self.analysis.amounts_to(self.heap, Outcome::Draw),
            Outcome::Win => self.analysis.amounts_to(self.heap, Outcome::Lose),
        }
    }

    fn field(&self, ask: Ask) -> Result<Result<Field, Fault>, Limit> {
        let outcome = self.analysis.outcome(self.heap)?;
        let winning = || match outcome {
            Outcome::Win => self.reaching(outcome).map(|ranges| amounts::total(&ranges)),
            _ => Ok(0),
        };
        Ok(Ok(match ask {
            Ask::Verdict | Ask::Winner => {
                let verdict = match outcome {
                    Outcome::Lose => Verdict::Lose,
                    Outcome::Draw => Verdict::Draw,
                    Outcome::Win => Verdict::Win(if ask == Ask::Verdict { winning()? } else { 0 }),
                };
                if ask == Ask::Verdict { Field::Verdict(verdict) } else { Field::Winner(verdict) }
            }
            Ask::Count => Field::Count(winning()?),
            Ask::Moves => return Ok(amounts::list(self.heap, &self.reaching(outcome)?, &self.budget)),
            Ask::Best if outcome == Outcome::Lose => {
                Field::Best(amounts::first(self.heap, &self.analysis.legal_amounts(self.heap)))
            }
            Ask::Best => Field::Best(amounts::first(self.heap, &self.reaching(outcome)?)),
            Ask::Losing => amounts::losing(|each| self.analysis.losing(self.heap, each))?,
            Ask::Paths(modulus) => {
                let taken = self.heap - self.left;
                amounts::count_paths(self.analysis.amounts(), taken, modulus, self.budget)?
            }
            Ask::Period if !self.whole => Field::Period(None),
            Ask::Period => Field::Period(self.analysis.period().map(|p| (p.preperiod, p.period))),
            Ask::Grundy | Ask::Values | Ask::Sequence => {
                return Ok(Err(Fault::new(
                    Place::Game,
                    format!("flags have no answer to `{ask}`"),
                    "ask `verdict`",
                )));
            }
        }))
    }
}

impl Instance for Heap {
    fn answer(&mut self, ask: Ask) -> Result<Field, Fault> {
        self.field(ask).map_err(|limit| Fault::limit(Place::Position(0), &limit))?
    }

    fn legal_moves(&mut self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Result<(), Fault> {
        let _ = amounts::visit_moves(0, self.heap, &self.analysis.legal_amounts(self.heap), visit);
        Ok(())
    }
}
