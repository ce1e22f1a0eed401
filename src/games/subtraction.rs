//! Subtraction: heaps; a move takes an amount in the set from one heap. Who cannot move loses, or
//! wins under misère play.
//!
//! Sequences, periods, closed forms and the reason why these games are tame are in
//! [`theory::subtraction`](crate::theory::subtraction). A single heap is decided by the win/lose
//! sequence alone, whose period is often shorter than that of the Grundy values.

use std::ops::ControlFlow;

use super::amounts;
use super::sum::{Play, Sum, Summed, refuse_values_under_misere};
use super::{Context, Game, Held, Instance, Shared};
use crate::record::{
    Ask, AskSet, Fault, Field, Keyword, Move, Place, PositionKind, Record, RuleKind, Signature, Verdict,
};
use crate::theory::budget::Budget;
use crate::theory::subtraction::Subtraction as Analysis;

/// The subtraction games.
#[derive(Debug)]
pub struct Subtraction;

static SIGNATURE: Signature = Signature {
    name: "subtraction",
    rules: RuleKind::Amounts,
    keywords: &[Keyword::Misere],
    position: PositionKind::Numbers,
    streams_rows: false,
    asks: AskSet::SUM.with(Ask::Losing).with(Ask::Sequence).with(Ask::Paths(None)).with(Ask::Period),
    summary: "heaps; take an amount in the set from one heap",
    how_to_play: "A move takes one of the amounts from one heap. Who cannot move loses; under \
                  `misere`, who cannot move wins. `1-3` stands for 1 2 3.",
    limits: "heaps to 18446744073709551615; amounts to 1000000 after division by their greatest common \
             divisor, or one range of any size; periods as far as the work allowed goes",
    example: "subtraction 1 2 5: 10 7",
};

impl Shared for Analysis {
    fn bytes(&self) -> u64 {
        Analysis::bytes(self)
    }
}

impl Game for Subtraction {
    fn signature(&self) -> &'static Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        let play = if record.rules.misere { Play::Misere } else { Play::Normal };
        if play == Play::Misere {
            refuse_values_under_misere(&record.asks)?;
        }
        let set = amounts::read(&record.rules.amounts)?;
        let heaps = &record.position.numbers;
        amounts::expect_one_heap(record, |ask| matches!(ask, Ask::Losing | Ask::Sequence | Ask::Paths(_)))?;
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let (analysis, whole) = amounts::analysis(&set, largest, |set| {
            context.cache.shared(SIGNATURE.name, &amounts::key(set), || {
                Analysis::new(set.clone(), context.budget)
                    .map_err(|limit| Fault::limit(Place::Amount(0), &limit))
            })
        })?;
        let single = match heaps[..] {
            [heap] => Some(heap),
            _ => None,
        };
        let sum = Summed::new(
            Heaps { heaps, play, analysis: analysis.clone(), whole, budget: context.budget },
            context.budget,
        );
        Ok(match single {
            Some(heap) => {
                Box::new(OneHeap { heap, misere: record.rules.misere, analysis, sum, budget: context.budget })
            }
            None => Box::new(sum),
        })
    }
}

struct Heaps<'a> {
    heaps: &'a [u64],
    play: Play,
    analysis: Held<Analysis>,
    /// Whether the analysis knows all amounts, or those only that some heap here can spare.
    whole: bool,
    budget: Budget,
}

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn play(&self) -> Play {
        self.play
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.analysis.grundy(self.heaps[index]).map_err(|limit| Fault::limit(Place::Position(index), &limit))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let ranges = self
            .analysis
            .amounts_to(self.heaps[index], target)
            .map_err(|limit| Fault::limit(Place::Position(index), &limit))?;
        Ok(amounts::total(&ranges))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.heaps[index];
        let ranges = match target {
            Some(target) => self
                .analysis
                .amounts_to(from, target)
                .map_err(|limit| Fault::limit(Place::Position(index), &limit))?,
            None => self.analysis.amounts().runs_up_to(from),
        };
        let _ = amounts::visit_moves(index, from, &ranges, visit);
        Ok(())
    }

    fn own_ask(&mut self, ask: Ask) -> Result<Field, Fault> {
        // All but `period` were let pass for one heap only.
        let heap = self.heaps.first().copied().unwrap_or(0);
        let field = match ask {
            Ask::Losing => {
                let misere = self.play == Play::Misere;
                amounts::losing(|each| self.analysis.losing(heap, misere, each))
            }
            Ask::Sequence => amounts::sequence(heap, |each| self.analysis.sequence(heap, each)),
            Ask::Paths(modulus) => amounts::count_paths(self.analysis.amounts(), heap, modulus, self.budget),
            _ if !self.whole => Ok(Field::Period(None)),
            _ => Ok(Field::Period(self.analysis.period().map(|p| (p.preperiod, p.period)))),
        };
        field.map_err(|limit| Fault::limit(Place::Position(0), &limit))
    }
}

/// One heap: who wins needs no Grundy values.
struct OneHeap<'a> {
    heap: u64,
    misere: bool,
    analysis: Held<Analysis>,
    sum: Summed<Heaps<'a>>,
    budget: Budget,
}

impl OneHeap<'_> {
    fn loses(&self) -> Result<bool, Fault> {
        self.analysis.loses(self.heap, self.misere).map_err(|limit| Fault::limit(Place::Position(0), &limit))
    }

    fn winning(&self) -> Result<Vec<(u64, u64)>, Fault> {
        if self.loses()? {
            return Ok(Vec::new());
        }
        self.analysis
            .winning_amounts(self.heap, self.misere)
            .map_err(|limit| Fault::limit(Place::Position(0), &limit))
    }
}

impl Instance for OneHeap<'_> {
    fn answer(&mut self, ask: Ask) -> Result<Field, Fault> {
        Ok(match ask {
            Ask::Verdict if self.loses()? => Field::Verdict(Verdict::Lose),
            Ask::Verdict => Field::Verdict(Verdict::Win(amounts::total(&self.winning()?))),
            Ask::Winner if self.loses()? => Field::Winner(Verdict::Lose),
            Ask::Winner => Field::Winner(Verdict::Win(0)),
            Ask::Count => Field::Count(amounts::total(&self.winning()?)),
            Ask::Moves => return amounts::list(self.heap, &self.winning()?, &self.budget),
            Ask::Best if !self.loses()? => Field::Best(amounts::first(self.heap, &self.winning()?)),
            Ask::Best => {
                Field::Best(amounts::first(self.heap, &self.analysis.amounts().runs_up_to(self.heap)))
            }
            _ => return self.sum.answer(ask),
        })
    }

    fn legal_moves(&mut self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Result<(), Fault> {
        self.sum.legal_moves(visit)
    }
}
