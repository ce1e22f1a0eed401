//! Lasker's Nim: heaps; a move takes any number from one heap, or splits one heap in two. Who
//! cannot move loses.
//!
//! The closed form is in [`theory::octal::Lasker`].

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::breaking::as_move;
use super::rings::{self, Rings};
use super::sum::{Sum, Summed};
use super::{Context, Game, Instance, amounts};
use crate::record::{
    Ask, AskSet, Fault, Keyword, Move, Period, Place, PositionKind, Record, RuleKind, Signature,
};
use crate::theory::breaking::{Code, Digit};
use crate::theory::budget::Limit;
use crate::theory::octal;

/// Lasker's Nim.
#[derive(Debug)]
pub struct Lasker;

static SIGNATURE: Signature = Signature {
    name: Cow::Borrowed("lasker"),
    rules: RuleKind::None,
    keywords: &[Keyword::Ring],
    position: PositionKind::Numbers,
    streams_rows: false,
    asks: AskSet::SUM.with(Ask::Sequence).with(Ask::Period),
    summary: Cow::Borrowed("heaps; take any number from one heap, or split a heap in two"),
    how_to_play: Cow::Borrowed(
        "A move takes any number from one heap, or splits one heap into two heaps, neither empty. Who \
                  cannot move loses.",
    ),
    limits: Cow::Borrowed("heaps to 18446744073709551614; one step a heap"),
    example: Cow::Borrowed("lasker: 3 4"),
};

impl Game for Lasker {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        amounts::expect_one_heap(record, |ask| ask.is_about_sequence())?;
        if record.modifiers.ring {
            let digit = |bits| [Digit { bits, unequal: false }];
            let game = rings::game(Code::new(&digit(4), &digit(3)).ok_or_else(rings::no_code)?, context)?;
            return Ok(Rings::open(&record.position.numbers, game, context.budget));
        }
        let heaps = &record.position.numbers;
        if let Some(i) = heaps.iter().position(|&heap| heap == u64::MAX) {
            let limit =
                Limit::fixed(format!("heaps of Lasker's Nim are below {}, whose value is 2^64", u64::MAX));
            return Err(Fault::limit(Place::Position(i), &limit));
        }
        Ok(Box::new(Summed::new(Heaps { heaps }, context.budget)))
    }
}

struct Heaps<'a> {
    heaps: &'a [u64],
}

/// Heaps are below 2⁶⁴ − 1, so their values fit 64 bits.
fn value(heap: u64) -> u64 {
    octal::Lasker.grundy(heap) as u64
}

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(value(self.heaps[index]))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        Ok(octal::Lasker.count_moves_to(self.heaps[index], target.into()))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.heaps[index];
        octal::Lasker
            .moves_to(from, target.map(u128::from), |to| visit(as_move(index, from, to)).is_continue());
        Ok(())
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Sequence)?;
        amounts::sequence(heap, |each| {
            (0..=heap).map(value).for_each(each);
            Ok(())
        })
        .map_err(|limit| Fault::limit(Place::Position(0), &limit))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        // The values grow without bound.
        Ok(None)
    }
}
