//! The members of sets, ascending, and whether a number is one of them.

use super::lists::View;
use super::meter::{EvalStop, Meter, STEPS_A_MEMBER, STEPS_AN_OPERATOR};
use super::number::{is_prime, square_root, steps_of_prime_test};
use super::tree::{Expr, Item, Names, Set, SetName};

/// A range whose expressions have been evaluated.
struct ListedRange {
    /// The first member, if the range has any.
    low: i64,
    /// The largest number that a member may be.
    high: i64,
    /// The difference of neighbours, at least 1.
    step: i64,
}

/// A set whose expressions have been evaluated.
enum ListedMembers<'s> {
    /// One range.
    Range(ListedRange),
    /// Single numbers, ascending, and ranges.
    Union(Vec<i64>, Vec<ListedRange>),
    /// A named set: its first argument, which is the base of the powers, and its greatest number.
    Named(SetName, i64, i64),
    /// The numbers of a list.
    List(View<'s>),
}

impl ListedRange {
    /// Evaluates the ends of a range and its step, from left to right.
    #[inline]
    fn of(
        low: &Expr,
        high: &Expr,
        step: Option<&Expr>,
        names: &Names,
        meter: &mut Meter,
    ) -> Result<Self, EvalStop> {
        let low = low.operand(names, meter)?;
        let high = high.operand(names, meter)?;
        let step = match step {
            Some(step) => step.value(names, meter)?,
            None => 1,
        };
        if step <= 0 {
            return Err(EvalStop::Undefined);
        }
        Ok(ListedRange { low, high, step })
    }

    /// Calls `each` with the members of the range, ascending.
    #[inline]
    fn each(
        self,
        meter: &mut Meter,
        mut each: impl FnMut(i64, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        let ListedRange { low, high, step } = self;
        let mut next = Some(low);
        while let Some(n) = next
            && n <= high
        {
            meter.spend(STEPS_A_MEMBER)?;
            each(n, meter)?;
            next = n.checked_add(step);
        }
        Ok(())
    }
}

/// Evaluates the expressions of a set, from left to right.
fn known<'s>(
    set: &'s Set,
    names: &Names,
    meter: &mut Meter,
) -> Result<ListedMembers<'s>, EvalStop> {
    Ok(match set {
        Set::Items(items) => {
            if let [Item::Range(low, high, step)] = &items[..] {
                let range = ListedRange::of(low, high, step.as_ref(), names, meter)?;
                return Ok(ListedMembers::Range(range));
            }
            meter.spend(STEPS_AN_OPERATOR * items.len() as u64)?;
            let mut single = Vec::new();
            let mut ranges = Vec::new();
            for item in items {
                match item {
                    Item::One(e) => single.push(e.value(names, meter)?),
                    Item::Range(low, high, step) => {
                        let range = ListedRange::of(low, high, step.as_ref(), names, meter)?;
                        ranges.push(range);
                    }
                }
            }
            single.sort_unstable();
            single.dedup();
            ListedMembers::Union(single, ranges)
        }
        Set::Named(name, arguments) => {
            let first = arguments[0].value(names, meter)?;
            let n = match arguments.get(1) {
                Some(second) => second.value(names, meter)?,
                None => first,
            };
            match name {
                SetName::Powers if first < 2 => return Err(EvalStop::Undefined),
                SetName::Bits | SetName::Digits | SetName::Subsets if n < 0 => {
                    return Err(EvalStop::Undefined);
                }
                _ => ListedMembers::Named(*name, first, n),
            }
        }
        Set::List(list) => ListedMembers::List(list.view(names, meter)?),
    })
}

/// Returns whether a number belongs to a set.
///
/// # Errors
///
/// Fails when the set is undefined, or something in it does not fit.
pub fn contains(set: &Set, n: i64, names: &Names, meter: &mut Meter) -> Result<bool, EvalStop> {
    let within = |range: &ListedRange| {
        let &ListedRange { low, high, step } = range;
        low <= n && n <= high && (n.abs_diff(low)) % (step as u64) == 0
    };
    Ok(match known(set, names, meter)? {
        ListedMembers::Range(bounds) => within(&bounds),
        ListedMembers::Union(single, ranges) => {
            single.binary_search(&n).is_ok() || ranges.iter().any(within)
        }
        ListedMembers::List(view) => {
            let numbers = view.numbers(&meter.position);
            let is_member = numbers.contains(&n);
            meter.spend(STEPS_AN_OPERATOR * view.len() as u64)?;
            is_member
        }
        ListedMembers::Named(name, first, top) => match name {
            SetName::Divisors => n >= 1 && n <= top && top % n == 0,
            SetName::Primes => {
                meter.spend(steps_of_prime_test(n))?;
                n <= top && is_prime(n)
            }
            SetName::Squares => n >= 1 && n <= top && square_root(n).pow(2) == n,
            SetName::Subsets => n >= 1 && n & top == n,
            SetName::Bits => (0..64).contains(&n) && top >> n & 1 == 1,
            SetName::Digits => has_digit(top, n),
            SetName::Triangular => n >= 1 && n <= top && is_triangular(n),
            _ => n >= 1 && n <= top && grows_to(n, Growth::new(name, first), meter)?,
        },
    })
}

/// Returns whether a number is k(k + 1)/2 for some k: then 8n + 1 is the square of 2k + 1.
fn is_triangular(n: i64) -> bool {
    let square = 8 * u128::from(n.unsigned_abs()) + 1;
    square.isqrt().pow(2) == square
}

/// Returns whether a number is one of the members of a growing set.
fn grows_to(n: i64, mut grown: Growth, meter: &mut Meter) -> Result<bool, EvalStop> {
    while let Some(member) = grown.next_member() {
        meter.spend(STEPS_AN_OPERATOR)?;
        if member >= n {
            return Ok(member == n);
        }
    }
    Ok(false)
}

/// Returns whether a decimal digit occurs in a number that is not negative.
fn has_digit(mut top: i64, digit: i64) -> bool {
    loop {
        if top % 10 == digit {
            return true;
        }
        top /= 10;
        if top == 0 {
            return false;
        }
    }
}

/// The members of a set that grows fast: cubes, triangular numbers, Fibonacci numbers, factorials,
/// powers, squares. Each is computed from the one before.
struct Growth {
    /// The set whose members these are.
    name: SetName,
    /// The base of the powers; of other sets it has no meaning.
    base: i64,
    /// The index of the next member, from 1.
    index: i64,
    /// The next member; `None` if it does not fit.
    now: Option<i64>,
    /// The member before the next one, by which Fibonacci numbers grow.
    last: i64,
}

impl Growth {
    /// Begins with the first member, 1.
    fn new(name: SetName, base: i64) -> Self {
        Growth {
            name,
            base,
            index: 1,
            now: Some(1),
            last: 1,
        }
    }

    /// Returns the next member and computes the one after it; `None` when it does not fit.
    fn next_member(&mut self) -> Option<i64> {
        let now = self.now?;
        self.index += 1;
        let i = self.index;
        self.now = match self.name {
            SetName::Squares => i.checked_mul(i),
            SetName::Cubes => i.checked_mul(i).and_then(|square| square.checked_mul(i)),
            SetName::Triangular => now.checked_add(i),
            SetName::Factorials => now.checked_mul(i),
            SetName::Powers => now.checked_mul(self.base),
            _ => {
                let next = now.checked_add(self.last);
                self.last = now;
                next
            }
        };
        Some(now)
    }
}

/// Calls `visit` with every member of a set, ascending; with the numbers of a list in its order.
///
/// # Errors
///
/// Fails where the visitor fails, when the set is undefined or does not fit, and with [`EvalStop::Work`] when the steps
/// end.
///
/// # Complexity
///
/// [`STEPS_A_MEMBER`] a member; also √n divisions for the divisors of n, and for the primes up to n a test of each odd
/// number.
pub fn visit(
    set: &Set,
    names: &Names,
    meter: &mut Meter,
    visit: &mut dyn FnMut(i64, &mut Meter) -> Result<(), EvalStop>,
) -> Result<(), EvalStop> {
    visit_known(known(set, names, meter)?, meter, visit)
}

/// Gives a name the members of a set one after the other, and calls `then` with each.
///
/// # Errors
///
/// Fails where [`visit`] fails.
#[inline]
pub(super) fn bind(
    set: &Set,
    name: u8,
    names: &mut Names,
    meter: &mut Meter,
    then: &mut impl FnMut(&mut Names, &mut Meter) -> Result<(), EvalStop>,
) -> Result<(), EvalStop> {
    let name = usize::from(name);
    // A set is known before its name has a value: its expressions see the names before.
    if let Set::Items(items) = set
        && let [Item::Range(low, high, step)] = &items[..]
    {
        let range = ListedRange::of(low, high, step.as_ref(), names, meter)?;
        return range.each(meter, |n, meter| {
            names[name] = n;
            then(names, meter)
        });
    }
    let members = known(set, names, meter)?;
    visit_known(members, meter, &mut |n, meter| {
        names[name] = n;
        then(names, meter)
    })
}

/// Calls `visit` with every member of a set, ascending; with the numbers of a list in its order.
fn visit_known(
    members: ListedMembers<'_>,
    meter: &mut Meter,
    visit: &mut dyn FnMut(i64, &mut Meter) -> Result<(), EvalStop>,
) -> Result<(), EvalStop> {
    let mut each = |n: i64, meter: &mut Meter| {
        meter.spend(STEPS_A_MEMBER)?;
        visit(n, meter)
    };
    match members {
        ListedMembers::Range(range) => range.each(meter, visit)?,
        ListedMembers::Union(single, ranges) => {
            let mut ranges: Vec<ListedRange> = ranges
                .into_iter()
                .filter(|range| range.low <= range.high)
                .collect();
            let mut single = single.into_iter().peekable();
            loop {
                let least = ranges
                    .iter()
                    .map(|range| range.low)
                    .chain(single.peek().copied())
                    .min();
                let Some(n) = least else { break };
                meter.spend(ranges.len() as u64)?;
                each(n, meter)?;
                if single.peek() == Some(&n) {
                    single.next();
                }
                ranges.retain_mut(|range| {
                    if range.low != n {
                        return true;
                    }
                    let next = n.checked_add(range.step);
                    match next.filter(|&next| next <= range.high) {
                        Some(next) => {
                            range.low = next;
                            true
                        }
                        None => false,
                    }
                });
            }
        }
        ListedMembers::List(view) => {
            for place in 0..view.len() {
                let n = view.numbers(&meter.position)[place];
                each(n, meter)?;
            }
        }
        ListedMembers::Named(name, first, top) => match name {
            SetName::Divisors => divisors(top, meter, &mut each)?,
            SetName::Primes => {
                if top >= 2 {
                    each(2, meter)?;
                }
                for at in (3..=top).step_by(2) {
                    // Most numbers that are no primes have a small divisor.
                    meter.spend(STEPS_A_MEMBER)?;
                    if is_prime(at) {
                        meter.spend(steps_of_prime_test(at))?;
                        each(at, meter)?;
                    }
                }
            }
            SetName::Bits => {
                let mut left = top;
                while left != 0 {
                    each(i64::from(left.trailing_zeros()), meter)?;
                    left &= left - 1;
                }
            }
            SetName::Subsets => {
                let mut subset = 0i64;
                while subset != top {
                    subset = subset.wrapping_sub(top) & top;
                    each(subset, meter)?;
                }
            }
            SetName::Digits => {
                for digit in 0..=9 {
                    if has_digit(top, digit) {
                        each(digit, meter)?;
                    }
                }
            }
            _ => {
                let mut grown = Growth::new(name, first);
                while let Some(n) = grown.next_member().filter(|&n| n <= top) {
                    each(n, meter)?;
                }
            }
        },
    }
    Ok(())
}

/// The steps of a division of 64 bits, and of a turn of the loop around it.
const STEPS_A_DIVISION: u64 = 32;

/// Calls `each` with the divisors of a number, ascending: every divisor d below √n belongs to a divisor n/d above.
fn divisors(
    n: i64,
    meter: &mut Meter,
    each: &mut dyn FnMut(i64, &mut Meter) -> Result<(), EvalStop>,
) -> Result<(), EvalStop> {
    let mut upper = Vec::new();
    let mut d = 1;
    while d <= n / d {
        meter.spend(STEPS_A_DIVISION)?;
        if n % d == 0 {
            each(d, meter)?;
            if n / d != d {
                upper.push(n / d);
            }
        }
        d += 1;
    }
    for d in upper.into_iter().rev() {
        each(d, meter)?;
    }
    Ok(())
}
