//! The common part of subtraction and flags: sets of amounts, moves by ranges of amounts, and the asks
//! about one heap.

use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};

use super::sum::refuse;
use crate::Visit;
use grundy_base::range::Range;
use grundy_heaps::breaking::Code;
use grundy_heaps::paths::{self, WaysByParity};
use grundy_heaps::subtraction::{AmountSets, Amounts, RepeatingAmounts};
use grundy_record::{Ask, Fault, Move, Paths, Place, Record, Rules};
use grundy_rules::parts::Digit;

/// The most entries that `losing` and `sequence` list.
pub const LIST_LIMIT: u64 = 10_000_000;

/// Returns the set that a record names.
pub fn read(ranges: &[Range]) -> Result<Amounts, Fault> {
    if let Some(i) = ranges.iter().position(|range| range.low == 0) {
        return Err(Fault::new(
            Place::Amount(i),
            "an amount is 0",
            "amounts are at least 1",
        ));
    }
    Ok(Amounts::new(ranges.iter().copied()))
}

/// Returns the set that a record names if it names no other sets, and at most this many amounts.
pub fn few(rules: &Rules, most: u128) -> Result<Option<Amounts>, Fault> {
    if named(rules).is_some() {
        return Ok(None);
    }
    let set = read(rules.amounts())?;
    Ok((set.len() <= most).then_some(set))
}

/// Returns the set that a record names, named sets included, as far as heaps up to `largest` can spare its amounts;
/// and whether that is all of it.
pub fn read_to(rules: &Rules, largest: u64, budget: &Budget) -> Result<(Amounts, bool), Fault> {
    let Some(sets) = sets(rules)? else {
        return Ok((read(rules.amounts())?, true));
    };
    let amounts = sets
        .up_to(largest, budget)
        .map_err(|limit| Fault::limit(Place::EndOfRules, &limit))?;
    Ok((amounts, false))
}

/// Returns the amounts of a record if some of them are named, or all but some are meant.
fn named(rules: &Rules) -> Option<&grundy_record::Amounts> {
    match rules {
        Rules::Amounts(amounts) if !amounts.is_plain() => Some(amounts),
        _ => None,
    }
}

/// Reads the amounts if some of them are named.
pub fn sets(rules: &Rules) -> Result<Option<AmountSets>, Fault> {
    let Some(sets) = named(rules) else {
        return Ok(None);
    };
    // This refuses an amount of 0.
    read(&sets.ranges)?;
    Ok(Some(AmountSets {
        ranges: sets.ranges.clone(),
        named: sets.named.clone(),
        all_but: sets.all_but,
    }))
}

/// Makes the take-and-break code of a set whose membership repeats for ever: its digit is 3 for each amount in the set.
pub fn code(sets: &AmountSets) -> Option<Code> {
    /// The longest beginning before the repetition. A guess.
    const MAX_PREPERIOD: usize = 4096;
    let RepeatingAmounts { first, again } = sets.repeating(MAX_PREPERIOD)?;
    let digit = |&is_amount: &bool| Digit::of(if is_amount { 3 } else { 0 });
    let digits = |amounts: &[bool]| amounts.iter().map(digit).collect::<Vec<Digit>>();
    Code::new(&digits(&first), &digits(&again))
}

/// Returns the analysis of a set of amounts, and whether it is that of the whole set: amounts too large to
/// analyse do not matter to heaps below them.
pub fn analysis<T>(
    set: &Amounts,
    largest_heap: u64,
    of: impl Fn(&Amounts) -> Result<T, Fault>,
) -> Result<(T, bool), Fault> {
    let refused = match of(set) {
        Ok(analysis) => return Ok((analysis, true)),
        Err(refused) => refused,
    };
    let cut = set.cut(largest_heap);
    if cut == *set {
        return Err(refused);
    }
    of(&cut).map(|analysis| (analysis, false))
}

/// Returns the name that the sequence of a set is kept under: `1-3,7`.
pub fn name(set: &Amounts) -> String {
    itertools::join(set.runs(), ",")
}

/// Checks that the asks which are about one heap come with one.
pub fn expect_one_heap(record: &Record<'_>) -> Result<(), Fault> {
    let about_one =
        |ask: &Ask| ask.is_about_sequence() || matches!(ask, Ask::Losing | Ask::Paths(_));
    let heaps = record.position.numbers.len();
    refuse(
        &record.asks,
        |ask| heaps != 1 && about_one(ask),
        |ask, place| {
            let message = format!("`{}` is about one heap, and there are {heaps}", ask.word());
            Fault::new(place, message, "give one heap")
        },
    )
}

/// Counts the amounts that the ranges hold.
pub fn total(ranges: &[Range]) -> u128 {
    ranges.iter().map(|range| range.count()).sum()
}

/// Visits the moves that take these amounts from a heap.
pub fn visit_moves(
    index: usize,
    from: u64,
    ranges: &[Range],
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    ranges
        .iter()
        .flat_map(|range| range.numbers())
        .try_for_each(|amount| {
            visit(Move::Heap {
                index,
                from,
                to: from - amount,
            })
        })
}

/// Checks that the list of all numbers up to this one, or of the lost ones among them, is not too long.
pub fn expect_listed(ask: Ask, n: u64) -> Result<(), Fault> {
    if n < LIST_LIMIT + u64::from(ask == Ask::Losing) {
        return Ok(());
    }
    let message = format!("`{ask}` lists at most {LIST_LIMIT} numbers, and {n} is too large");
    Err(Fault::limit(Place::Position(0), &Limit::fixed(message)))
}

/// Lists the losing heaps that `losing` shows a visitor.
pub fn losing(
    losing: impl FnOnce(&mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<ControlFlow<()>, Limit>,
) -> Result<Vec<u64>, Limit> {
    let mut list = Vec::new();
    let listed = losing(&mut |heap| {
        if list.len() as u64 == LIST_LIMIT {
            return ControlFlow::Break(());
        }
        list.push(heap);
        ControlFlow::Continue(())
    })?;
    if listed.is_break() {
        return Err(Limit::fixed(format!(
            "there are more than {LIST_LIMIT} losing heaps to list"
        )));
    }
    Ok(list)
}

/// Counts the ways to take `n` exactly.
pub fn count_paths(
    amounts: &Amounts,
    n: u64,
    modulus: Option<u64>,
    budget: Budget,
) -> Result<Paths, Limit> {
    let WaysByParity { odd, even } = match modulus {
        None => paths::exact(amounts, n, budget)?,
        Some(modulus) => {
            let ways = paths::modulo(amounts, n, modulus, budget)?;
            WaysByParity {
                odd: ways.odd.into(),
                even: ways.even.into(),
            }
        }
    };
    Ok(Paths { odd, even })
}
