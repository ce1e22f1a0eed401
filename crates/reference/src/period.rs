//! Sequences that repeat, with what proves that they do; and ways to take a heap apart.
//!
//! A claim names preperiod, period and saltus. Terms are computed by definition as far as a theorem about the game needs
//! them ([`window`], and what the game says of its own), so that they rise so for ever if they do up to there.
#![expect(
    clippy::cast_possible_truncation,
    reason = "terms are places of a table, or checked to be"
)]

use std::cell::RefCell;

use fxhash::FxHashMap;
use itertools::iproduct;
use num_bigint::BigInt;
use num_integer::Integer;

use crate::heap_code::HeapCode;
use crate::periodic::{Cycle, Periodic};
use crate::{Ask, AskNumbers, Fail, Res, mex};

/// The largest heap of a table of values.
pub const MAX_HEAP: u64 = 1 << 22;

/// The largest number of moves that are looked at for a table that proves a period.
pub const MAX_MOVES_PROVED: u64 = 400_000_000;

/// The largest number of moves that are looked at for the table of a record alone.
pub const MAX_MOVES_DEFINED: u64 = 20_000_000;

/// The number of terms that are looked at first for a period.
const FIRST_TERMS: u64 = 60;

/// Returns a sequence without saltus that repeats as a claim says; if there is no claim, one whose first `most` terms
/// show how it repeats. The terms up to `window`, the last that must be known, prove it.
pub fn by_window(
    claim: Option<Cycle>,
    most: u64,
    window: impl Fn(u64, u64) -> Option<u64>,
    mut table: impl FnMut(u64) -> Res<Vec<u64>>,
) -> Res<Periodic> {
    if let Some(claim) = claim {
        Fail::TooLarge.when(claim.saltus > 0)?;
        let last = window(claim.preperiod, claim.period).ok_or(Fail::TooLarge)?;
        return Periodic::of(table(last)?, claim);
    }
    let mut last = most.min(FIRST_TERMS);
    loop {
        let terms = table(last)?;
        for period in 1..=last / 2 {
            let is_broken = |n: &u64| terms[*n as usize] != terms[(n + period) as usize];
            let broken = (0..=last - period).rev().find(is_broken);
            let claim = Cycle {
                preperiod: broken.map_or(0, |n| n + 1),
                period,
                saltus: 0,
            };
            if window(claim.preperiod, period).is_some_and(|needed| needed <= last) {
                return Periodic::of(terms, claim);
            }
        }
        Fail::TooLarge.when(last == most)?;
        last = most.min(last * 4);
    }
}

thread_local! {
    /// The values of heaps met so far, by their rules.
    static TABLES: RefCell<FxHashMap<HeapCode, Vec<u64>>> = RefCell::default();
}

/// The largest number of numbers that the tables hold.
const MAX_KEPT_VALUES: usize = 1 << 22;

/// Returns the Grundy values of heaps 0 to `last`, by mex, within this number of moves.
pub fn table(rules: &HeapCode, last: u64, moves: u64) -> Res<Vec<u64>> {
    Fail::TooLarge.when(last > MAX_HEAP || rules.most_moves(last).saturating_mul(last) > moves)?;
    TABLES.with_borrow_mut(|tables| {
        if tables.values().map(Vec::len).sum::<usize>() > MAX_KEPT_VALUES {
            tables.clear();
        }
        let table = tables.entry(rules.clone()).or_default();
        let mut reached = Vec::new();
        for heap in table.len() as u64..=last {
            rules.each(heap, |rest| {
                reached.push(rest.iter().fold(0, |sum, &r| sum ^ table[r as usize]));
            });
            table.push(mex(reached.drain(..)));
        }
        Ok(table[..=last as usize].to_vec())
    })
}

/// Returns the least number that both divide; the first if the second is 0.
pub fn common(a: u64, b: u64) -> Option<u64> {
    a.checked_mul(b.max(1) / a.gcd(&b.max(1)))
}

/// Returns the heap to which values must be known, and repeat, to repeat for ever.
///
/// Let moves leave at most m heaps, let q be the period, or its least multiple that the number of repeated digits
/// divides, and k the largest take; one less than the number of digits before those that repeat, and q more, if some
/// do. Values that repeat with period q from e to m·(e + q) + k repeat for ever (Guy and Smith 1956 for m = 2):
///
/// - The options of a larger heap N + q have a heap of at least e + q, which can be shortened by q, or a take that
///   can be q less. So heap N has an option of the same value.
/// - An option of N has a heap of at least e, which can be lengthened, or a take that repeats.
///
/// If heaps must differ, let c be the largest of the option. c + q differs from all others. c − q does not if it
/// is another heap a; then a − q and c have the sum of a and c − q, and where a − q is the third heap, so
/// have a − 2q, a and c with the three. All are of the same classes, and above e ≥ 1 where c ≥ e + m·q, which
/// holds where the heaps have a sum above m·(e + m·q − 1).
pub fn window(code: &HeapCode, preperiod: u64, period: u64) -> Option<u64> {
    let heaps = code.most_heaps();
    let q = common(period, code.again.len() as u64)?;
    let taken = code.length - 1 + if code.again.is_empty() { 0 } else { q };
    let must_differ = code.all().any(|digit| digit.unequal);
    let (edge, longer) = if must_differ {
        (preperiod.max(1), heaps.checked_mul(q)?)
    } else {
        (preperiod, q)
    };
    let each = edge.checked_add(longer)?;
    heaps.checked_mul(each)?.checked_add(taken)
}

/// The largest number of terms of ways that are summed for one total without a modulus.
const MAX_TERMS_OF_LARGE_WAYS: u64 = 200_000;

/// The largest number of terms of ways that are summed for one total. Beyond, ways are found by powers of a polynomial.
const MAX_TERMS_OF_WAYS: u64 = 2_000_000;

/// The largest amount if ways are found by powers of a polynomial, which has this degree.
const MAX_DEGREE: u64 = 16;

/// Returns the answer to `paths`: in how many ways `total` is an ordered sum of the amounts, with an odd number of them
/// and with an even one, modulo a number if the ask gives it. The sum of both counts each amount as 1, and their
/// difference as −1; modulo twice the number both can be halved.
pub fn paths(amounts: &[u64], total: u64, ask: Ask) -> Res<String> {
    let terms = total.saturating_mul(amounts.len() as u64);
    let is_far = terms > MAX_TERMS_OF_WAYS;
    let is_wide = amounts.iter().any(|&most| most > MAX_DEGREE);
    let modulus = match ask.numbers {
        AskNumbers::Modulus(modulus) => Some(modulus),
        AskNumbers::None | AskNumbers::Slice { .. } => None,
    };
    let is_large = terms > MAX_TERMS_OF_LARGE_WAYS && modulus.is_none();
    Fail::TooLarge.when(is_large || is_far && is_wide)?;
    let twice = modulus.map(|modulus| BigInt::from(modulus) * 2);
    let reduced = |n: BigInt| match &twice {
        Some(twice) => n.mod_floor(twice),
        None => n,
    };
    let ways_counted_as = |sign: i32| {
        if is_far {
            ways_far(amounts, total, sign, &reduced)
        } else {
            ways(amounts, total, sign, &reduced)
        }
    };
    let all = ways_counted_as(1);
    let more = ways_counted_as(-1);
    let odd = reduced(&all - &more) / 2;
    let even = reduced(all + more) / 2;
    Ok(format!("{odd} {even}"))
}

/// Returns the ways to a total, term by term: of no moves there is one way.
fn ways(amounts: &[u64], total: u64, sign: i32, reduced: &dyn Fn(BigInt) -> BigInt) -> BigInt {
    let mut ways = vec![BigInt::from(1)];
    for n in 1..=total {
        let way = |amount: &u64| ways.get(n.checked_sub(*amount)? as usize);
        let before = amounts.iter().filter_map(way).sum::<BigInt>();
        ways.push(reduced(before * sign));
    }
    ways.swap_remove(total as usize)
}

/// Returns the ways to a far total n. Let k be the largest amount. Modulo xᵏ − sign·Σ xᵏ⁻ᵃ every power of x is a
/// polynomial of degree below k. Of the k totals up to 0 the last one alone has a way, which is one; so there are as
/// many ways to n as the coefficient of xᵏ⁻¹ in xⁿ⁺ᵏ⁻¹ says.
fn ways_far(amounts: &[u64], total: u64, sign: i32, reduced: &dyn Fn(BigInt) -> BigInt) -> BigInt {
    let size = amounts.iter().max().map_or(1, |&most| most as usize);
    let exponent = u128::from(total) + size as u128 - 1;
    let mut power = vec![BigInt::from(0); size];
    power[0] = BigInt::from(1);
    for bit in (0..=u64::BITS).rev() {
        let shift = (exponent >> bit & 1) as usize;
        let mut square = vec![BigInt::from(0); 2 * size];
        for (i, j) in iproduct!(0..size, 0..size) {
            square[i + j + shift] += &power[i] * &power[j];
        }
        for degree in (size..2 * size).rev() {
            let top = reduced(std::mem::take(&mut square[degree]) * sign);
            for &amount in amounts {
                square[degree - amount as usize] += &top;
            }
        }
        power = square.into_iter().take(size).map(reduced).collect();
    }
    power.swap_remove(size - 1)
}
