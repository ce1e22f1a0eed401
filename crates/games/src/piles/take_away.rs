//! Take-away games with a limit that follows the move before: from one heap, at most K times as many as
//! were taken last; Fibonacci nim is K = 2. Written `n`, a heap of which not all may be taken at first;
//! written `n,m`, one of which at most m may be taken now. A player who cannot move loses; several
//! heaps, each with a limit of its own, are a sum.
//!
//! Who wins one heap, and how, is Schwenk's theorem (1970), for K = 2 that of Gaskell and Whinihan
//! ([`take_away`](grundy_heaps::take_away)), up to 2⁶⁴ − 1. Grundy values, which sums need, come from a
//! table of all smaller heaps.

use num_bigint::BigUint;

use crate::game::KnownLength;
use crate::shared::longest::total;
use crate::shared::sum::valued;
use crate::shared::varied;
use crate::{CacheRef, Context, PositionResult, Standard};
use grundy_heaps::take_away::{TakeAwayTerms, TakeAwayValues};
use grundy_record::{Fault, Move, NumberUse, PositionKind, Record, Slot, Theorem, Tuple, Words};

/// The words about fibonacci-nim for people.
const FIBONACCI_NIM_WORDS: Words = Words {
    name: "fibonacci-nim",
    summary: "one heap; take at most twice what was taken before",
    how_to_play: "A move takes tokens from the heap, at least one and at most twice as many as \
        the move before; the first move may not take all. A heap written `n,m` has n tokens, of \
        which at most m may be taken now. Several heaps, each with a limit of its own, are a \
        sum. A player who cannot move loses.",
    limits: "outcomes and winning moves: one heap to 2^64-1, a few steps; Grundy values and \
        sums: n^2 steps for heaps to n, within --max-work",
    example: "fibonacci-nim: 20",
    theorem: Some(Theorem::new(
        "A heap of which not all may be taken at first is lost exactly where it is a Fibonacci \
            number",
        "Whinihan 1963",
    )),
};

/// The game in which at most twice as many may be taken as before.
pub static FIBONACCI_NIM: Standard = Standard::new(
    FIBONACCI_NIM_WORDS
        .piles(2)
        .definition("[n,m] -> [n-k,2*k] for k in 1..min(n,m)")
        .position(
            PositionKind::Tuples {
                most: 2,
                mixed: true,
            },
            "PILE,PILE…",
        ),
    |record, context| open(record, context, 2),
)
.counting(|record, context| count(record, context, 2))
.lasting(longest_play);

/// The words about take-away for people.
const TAKE_AWAY_WORDS: Words = Words {
    name: "take-away",
    summary: "one heap; take at most K times what was taken before",
    how_to_play: "Dynamic nim: a move takes tokens from the heap, at least one and at most K \
        times as many as the move before; the first move may not take all. A heap written `n,m` \
        has n tokens, of which at most m may be taken now. Several heaps, each with a limit of \
        its own, are a sum. A player who cannot move loses.",
    limits: "outcomes and winning moves: one heap to 2^64-1, about K(1+ln(n/K)) steps and words \
        of memory for a heap of n; Grundy values and sums: n^2 steps for heaps to n, within \
        --max-work",
    example: "take-away 3: 20",
    theorem: Some(Theorem::new(
        "A heap of which not all may be taken at first is lost exactly if it is a term of 1, …, \
            in which h is followed by the sum of h and the first term that is at least h/K",
        "Schwenk 1970",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r"[n,m] -> [n-k,{{ number or 1 }}*k] for k in 1..min(n,m)
";

/// The game in which at most K times as many may be taken as before.
pub static TAKE_AWAY: Standard = Standard::new(
    TAKE_AWAY_WORDS
        .piles(2)
        .definition_at(DEFINITION)
        .slots(&[Slot::Number(NumberUse::Needed)])
        .position(
            PositionKind::Tuples {
                most: 2,
                mixed: true,
            },
            "PILE,PILE…",
        ),
    |record, context| open(record, context, record.rules.number().unwrap_or(1)),
)
.counting(|record, context| count(record, context, record.rules.number().unwrap_or(1)))
.lasting(longest_play);

/// Finds the longest play, which takes one token a move. That is allowed as long as the heap is not empty: next, at least one may be taken again. But the
/// first move may not take all of a heap without a limit, or none of one with the limit 0.
fn longest_play(record: &Record<'_>, _: &Context) -> KnownLength {
    let length = |heap: &[u64]| match *heap {
        [1] | [_, 0] => 0,
        _ => heap[0].into(),
    };
    let heaps = record.position.tuples.iter();
    Ok(Some(total(heaps.map(|heap| Some(length(heap))))))
}

/// The largest factor with which all terms up to 2⁶⁴ − 1 are kept for other records.
const MAX_KEPT_FACTOR: u64 = 1000;

fn open<'a>(record: &'a Record<'a>, context: &'a Context, factor: u64) -> PositionResult<'a> {
    let heaps: Vec<&[u64]> = record.position.tuples.iter().collect();
    let largest = heaps.iter().map(|heap| heap[0]).max().unwrap_or(0);
    let has_values = record.needs_values() || heaps.len() > 1;
    let known = if has_values {
        FactorHeaps::Values(values(factor, largest, context)?)
    } else {
        FactorHeaps::TakeAwayTerms(terms(factor, largest, context)?)
    };
    let value = |heap: &&[u64]| known.value(heap_of(heap));
    let sum = valued(
        heaps.iter().map(value).collect(),
        move |index, target, visit| {
            let BoundedHeap { size, most } = heap_of(heaps[index]);
            let from = Tuple::new(heaps[index]);
            let take = |taken: u64| {
                // A limit above 2⁶⁴ − 1 is above every heap.
                let to = Tuple::new(&[size - taken, taken.saturating_mul(factor)]);
                visit(Move::Tuple { index, from, to })
            };
            let mut all = 1..=most.min(size);
            Ok(match (target, &known) {
                (None, _) => all.try_for_each(take),
                // A heap that is asked who wins it is asked for moves to 0 alone.
                (Some(target), FactorHeaps::TakeAwayTerms(terms)) => {
                    debug_assert_eq!(target, 0);
                    terms.winning(size, most).into_iter().try_for_each(take)
                }
                (Some(target), FactorHeaps::Values(values)) => all
                    .filter(|&taken| values.after(size, taken) == target)
                    .try_for_each(take),
            })
        },
    );
    Ok(Box::new(sum.with_values(has_values)))
}

/// Makes or fetches the values of heaps at least up to the largest.
fn values(factor: u64, largest: u64, context: &Context) -> Result<CacheRef<TakeAwayValues>, Fault> {
    // The table is larger than is needed, for other records to use.
    let largest = largest
        .checked_next_power_of_two()
        .unwrap_or(largest)
        .max(64);
    let make = || Ok(TakeAwayValues::new(factor, largest, &context.budget)?);
    context.cache.shared(
        "take-away values",
        &[factor, largest],
        TakeAwayValues::bytes,
        make,
    )
}

fn terms(factor: u64, largest: u64, context: &Context) -> Result<CacheRef<TakeAwayTerms>, Fault> {
    let largest = if factor <= MAX_KEPT_FACTOR {
        u64::MAX
    } else {
        largest
    };
    let make = || Ok(TakeAwayTerms::new(factor, largest, &context.budget)?);
    context
        .cache
        .shared("take-away", &[factor, largest], TakeAwayTerms::bytes, make)
}

/// Counts lost positions of ranges: of one heap by the theorem, of several by a table of values.
fn count<'a>(record: &'a Record<'a>, context: &'a Context, factor: u64) -> PositionResult<'a> {
    let components = &record.position.ranges;
    if components.len() > 1 {
        let heaps = components.iter().map(|numbers| numbers[0].high);
        let values = values(factor, heaps.max().unwrap_or(0), context)?;
        return Ok(varied::by_tuples(record, &context.budget, move |tuple| {
            let BoundedHeap { size, most } = heap_of(tuple);
            Ok(values.value(size, most))
        }));
    }
    let numbers = &components[0];
    let heap = numbers[0];
    let terms = terms(factor, heap.high, context)?;
    if numbers.len() > 1 {
        let loses = move |pair: &[u64]| Ok(Some(terms.loses(pair[0], pair[1])));
        return Ok(varied::one_by_one(record, &context.budget, loses));
    }
    // A whole heap is lost when it is a term, or empty.
    Ok(varied::open(record, move || {
        let count = terms.between(heap.low, heap.high) + u64::from(heap.low == 0);
        Ok(BigUint::from(count))
    }))
}

/// A heap, and the most that the next move may take from it.
#[derive(Clone, Copy, Debug)]
struct BoundedHeap {
    /// The size of the heap.
    size: u64,
    /// The most that the next move may take.
    most: u64,
}

/// Reads a heap; from a whole heap all but one may be taken.
fn heap_of(tuple: &[u64]) -> BoundedHeap {
    match *tuple {
        [size, most, ..] => BoundedHeap { size, most },
        [size] => BoundedHeap {
            size,
            most: size.saturating_sub(1),
        },
        [] => BoundedHeap { size: 0, most: 0 },
    }
}

/// The facts known of heaps of a factor.
enum FactorHeaps {
    /// The terms that say who wins.
    TakeAwayTerms(CacheRef<TakeAwayTerms>),
    /// The values of heaps, for sums.
    Values(CacheRef<TakeAwayValues>),
}

impl FactorHeaps {
    /// Finds the value of a heap; without values, whether it is won.
    fn value(&self, heap: BoundedHeap) -> u64 {
        let BoundedHeap { size, most } = heap;
        match self {
            FactorHeaps::TakeAwayTerms(terms) => u64::from(!terms.loses(size, most)),
            FactorHeaps::Values(values) => values.value(size, most),
        }
    }
}
