//! Rings: heaps of a taking-and-breaking game whose first move opens them. What is left is a row.
//!
//! The theory is in [`theory::breaking`](crate::theory::breaking).

use std::ops::ControlFlow;

use super::breaking::as_move;
use super::sum::{Play, Sum, Summed};
use super::{CacheRef, Context, Instance, Shared, amounts, as_period, varied};
use crate::record::{Ask, Fault, Move, Period, Place, Position, Record};
use crate::theory::breaking::{Breaking, Code, Digit, Ring};
use crate::theory::budget::{Budget, Limit};

impl Shared for Breaking {
    fn bytes(&self) -> u64 {
        Breaking::bytes(self)
    }
}

/// The game of a code, shared by all records of it.
pub fn game(code: Code, context: &Context) -> Result<CacheRef<Breaking>, Fault> {
    let digits = code.prefix().iter().chain(code.repeat());
    let digits = digits.map(|digit| u64::from(digit.bits) | u64::from(digit.unequal) << 8);
    let key: Vec<u64> = [code.from() as u64].into_iter().chain(digits).collect();
    context.cache.shared("take-and-break", &key, || {
        let slot = context.slot(|| name(&code));
        Ok(Breaking::kept(code, context.budget, slot))
    })
}

/// What the sequence of a code is kept under: `octal 0.77`, `take-and-break 4!.0`.
pub fn name(code: &Code) -> String {
    let write = |digits: &[Digit]| {
        digits.iter().map(|d| format!("{:X}{}", d.bits, if d.unequal { "!" } else { "" })).collect::<String>()
    };
    let is_octal = code.repeat().is_empty() && code.digits().all(|d| d.bits < 8 && !d.unequal);
    let (first, rest) = code.prefix().split_at(1);
    let repeat = match code.repeat() {
        [] if rest.is_empty() => "0".to_owned(),
        [] => String::new(),
        repeat => format!("[{}]", write(repeat)),
    };
    format!("{} {}.{}{repeat}", if is_octal { "octal" } else { "take-and-break" }, write(first), write(rest))
}

/// The fault of a code that is none. The language lets no such record pass.
pub fn no_code() -> Fault {
    Fault::new(Place::Code, "this is no code", "digits, with a point after the first: `0.77`")
}

/// A record whose heaps or rings vary.
pub fn varied<'a>(
    record: &'a Record<'a>,
    context: &'a Context,
    game: CacheRef<Breaking>,
) -> Box<dyn Instance + 'a> {
    let (ranges, budget) = (varied::heaps(record), &context.budget);
    let is_ring = record.modifiers.ring;
    varied::open(record, move || {
        varied::by_values(&ranges, Play::Normal, budget, |i, range| {
            let ring = Ring::new(game.code(), *budget);
            let rows = &mut |row| game.grundy(row);
            let value = |heap| {
                let value = if is_ring { ring.grundy(heap, rows) } else { game.grundy(heap) };
                value.map_err(|limit| Fault::limit(Place::Position(i), &limit))
            };
            let period = || {
                let known = game.pattern()?;
                if is_ring {
                    ring.period(known, &mut |row| game.grundy(row)).ok().flatten()
                } else {
                    (known.saltus == 0).then_some(known)
                }
            };
            varied::histogram(range, budget, period, value)
        })
    })
}

/// The largest ring that `sequence` lists where the digits repeat: each costs as many steps as it is large.
const MOST_REPEATED: u64 = 1 << 14;

/// A position: a sum of rings, and of rows that rings have become.
pub struct Rings<'a> {
    rings: &'a [u64],
    opened: &'a [bool],
    game: CacheRef<Breaking>,
    budget: Budget,
}

impl<'a> Rings<'a> {
    /// A position ready to be asked.
    pub fn open(position: &'a Position, game: CacheRef<Breaking>, budget: Budget) -> Box<dyn Instance + 'a> {
        let opened = position.opened.as_deref().unwrap_or_default();
        Box::new(Summed::new(Rings { rings: &position.numbers, opened, game, budget }, budget))
    }

    fn is_row(&self, index: usize) -> bool {
        self.opened.get(index) == Some(&true)
    }

    fn grundy(&self, ring: u64) -> Result<u64, Limit> {
        Ring::new(self.game.code(), self.budget).grundy(ring, &mut |row| self.game.grundy(row))
    }
}

impl Sum for Rings<'_> {
    fn components(&self) -> usize {
        self.rings.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let heap = self.rings[index];
        let value = if self.is_row(index) { self.game.grundy(heap) } else { self.grundy(heap) };
        value.map_err(|limit| Fault::limit(Place::Position(index), &limit))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.rings[index];
        if self.is_row(index) {
            let mut each = |to| visit(as_move(index, from, &to)).is_continue();
            let visited = self.game.moves_to(from, target, &mut each);
            return visited.map_err(|limit| Fault::limit(Place::Position(index), &limit));
        }
        let mut each = |_, to| {
            let wanted = match target {
                Some(target) => self.game.grundy(to)? == target,
                None => true,
            };
            Ok(!wanted || visit(Move::Heap { index, from, to }).is_continue())
        };
        Ring::new(self.game.code(), self.budget)
            .moves(from, &mut each)
            .map_err(|limit| Fault::limit(Place::Position(index), &limit))
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let last = amounts::one_heap(self.rings, Ask::Sequence)?;
        amounts::sequence(last, |each| {
            if !self.game.code().repeat().is_empty() && last > MOST_REPEATED {
                return Err(Limit::fixed(format!(
                    "`sequence` of rings whose code repeats lists up to {MOST_REPEATED} values"
                )));
            }
            // The rows first, and none for a list that a limit would cut short.
            let values = (0..=last).map(|ring| self.grundy(ring)).collect::<Result<Vec<u64>, Limit>>()?;
            values.into_iter().for_each(each);
            Ok(())
        })
        .map_err(|limit| Fault::limit(Place::Position(0), &limit))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        let Some(rows) = self.game.pattern() else { return Ok(None) };
        let ring = Ring::new(self.game.code(), self.budget);
        let known = ring.period(rows, &mut |row| self.game.grundy(row))?;
        Ok(known.map(as_period))
    }
}
