//! Rings: heaps of a taking-and-breaking game whose first move opens them. The rest is a row.
//!
//! The theory is in [`grundy_heaps::breaking`].

use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};

use super::heap_sums;
use super::heap_sums::{Flow, HeapGame, Heaps};
use super::sum;
use crate::questions::misere;
use crate::shared::amounts;
use crate::shared::code_games;
use crate::shared::misere_rules::MisereRules;
use crate::shared::sum::Play;
use crate::{CacheRef, Context, OpenPosition, OpenRules, PositionResult, Quick, Visit};
use grundy_heaps::breaking::{Breaking, Code, Ring};
use grundy_heaps::choice::HeapEngine;
use grundy_heaps::sequence::Pattern;
use grundy_record::{Ask, Fault, Keyword, Move, Record};

/// The largest ring that `sequence` lists if the digits repeat: a ring of n costs n steps.
const MAX_REPEATED_RING: u64 = 1 << 14;

/// Rings of a code.
struct RingGame {
    /// The game of the rows that they become.
    rows: CacheRef<Breaking>,
    /// The limits of the record.
    budget: Budget,
}

impl RingGame {
    /// Makes the game of rings that become these rows.
    fn new(rows: CacheRef<Breaking>, context: &Context) -> Self {
        RingGame {
            rows,
            budget: context.budget,
        }
    }

    fn ring(&self) -> Ring<'_> {
        Ring::new(self.rows.code(), self.budget)
    }
}

impl HeapGame for RingGame {
    fn grundy(&self, ring: u64) -> Result<u64, Limit> {
        self.ring().grundy(ring, &mut |row| self.rows.grundy(row))
    }

    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut Visit<'_>,
    ) -> Flow {
        self.ring().moves(from, &mut |_, to| {
            let reaches = match target {
                Some(target) => self.rows.grundy(to)? == target,
                None => true,
            };
            Ok(if reaches {
                visit(Move::Heap { index, from, to })
            } else {
                ControlFlow::Continue(())
            })
        })
    }

    fn sequence(&self, last: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
        if !self.rows.code().repeat().is_empty() && last > MAX_REPEATED_RING {
            return Err(Limit::fixed(format!(
                "`sequence` of rings whose code repeats lists up to {MAX_REPEATED_RING} values"
            )));
        }
        (0..=last).try_for_each(|ring| self.grundy(ring).map(&mut *each))
    }

    fn period(&self) -> Result<Option<Pattern>, Limit> {
        let Some(rows) = self.rows.pattern() else {
            return Ok(None);
        };
        self.ring().period(rows, &mut |row| self.rows.grundy(row))
    }

    fn take_chosen(&self) -> Option<HeapEngine> {
        self.rows.take_chosen()
    }
}

/// The rules of a code under normal play.
pub struct CodeRules<'a> {
    /// The game of the code.
    game: CacheRef<Breaking>,
    /// Whether heaps are rings.
    ring: bool,
    /// The context of the records.
    context: &'a Context,
}

impl<'a> CodeRules<'a> {
    /// Returns the rules of a code, for heaps or rings as the record says.
    pub fn of(code: Code, record: &Record<'_>, context: &'a Context) -> Result<Self, Fault> {
        Ok(CodeRules {
            game: code_games::game(code, context)?,
            ring: record.modifiers.has(Keyword::Ring),
            context,
        })
    }
}

impl<'a> OpenRules<'a> for CodeRules<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        amounts::expect_one_heap(record)?;
        let game = self.game.clone();
        let context = self.context;
        if self.ring {
            return Ok(open(record, game, context));
        }
        let misere = misere::if_asked(record, context, || {
            Ok(Some(MisereRules::of_code(game.code().clone())))
        })?;
        Ok(Heaps::new(&record.position.numbers, game, context).open(misere))
    }

    fn quick(&self, ask: Ask, heaps: &[u64]) -> Option<Quick> {
        if self.ring {
            return None;
        }
        let largest = heaps.iter().copied().max().unwrap_or(0);
        self.game.known(largest, |values| {
            let count_to = |&heap: &u64, target| values.count_moves_to(heap, target).ok();
            sum::quick(ask, heaps.iter(), |&heap| values.grundy(heap), count_to)
        })?
    }
}

/// Opens a record of a code under normal play whose numbers are ranges.
///
/// # Errors
///
/// Fails if the code has no analysis.
pub fn open_ranges<'a>(
    code: Code,
    record: &'a Record<'a>,
    context: &'a Context,
) -> PositionResult<'a> {
    let rows = code_games::game(code, context)?;
    Ok(if record.modifiers.has(Keyword::Ring) {
        count(record, rows, context)
    } else {
        heap_sums::varied(record, context, rows, Play::Normal)
    })
}

/// Opens a record of rings whose numbers are ranges.
pub fn count<'a>(
    record: &'a Record<'a>,
    rows: CacheRef<Breaking>,
    context: &'a Context,
) -> Box<dyn OpenPosition + 'a> {
    let game = Box::new(RingGame::new(rows, context));
    heap_sums::varied(record, context, game, Play::Normal)
}

/// Opens a record of rings.
pub fn open<'a>(
    record: &'a Record<'a>,
    rows: CacheRef<Breaking>,
    context: &'a Context,
) -> Box<dyn OpenPosition + 'a> {
    let game = Box::new(RingGame::new(rows.clone(), context));
    let opened = record
        .position
        .opened
        .as_deref()
        .map(|opened| (opened, rows));
    Heaps {
        opened,
        ..Heaps::new(&record.position.numbers, game, context)
    }
    .open(None)
}
