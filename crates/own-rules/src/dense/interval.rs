//! The bounds of every expression over a box of positions, and what they prove: that nothing overflows
//! there, that nothing is undefined, that no move leaves the box.

#![expect(
    clippy::cast_possible_truncation,
    reason = "bounds are within those of 63 bits that were checked, and places are those of a list"
)]

use std::sync::Arc;

use grundy_rules::tree::{
    Comprehension, Cond, Expr, Fold, Function, Item, List, MAX_NAMES, MoveKind, Op, Qualifier,
    Relation, Rule, Set, SetName,
};

/// The largest value, up or down, that is not taken for a possible overflow, so that bounds never overflow themselves.
const MAX_SAFE_BOUND: i128 = 1 << 60;

/// A range of values, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least value.
    pub low: i64,
    /// The greatest value.
    pub high: i64,
    /// Whether the expression may be undefined somewhere.
    pub partial: bool,
}

/// The bounds of the names.
pub type Bounds = [Interval; MAX_NAMES];

impl Interval {
    /// Makes an interval that is defined everywhere, between these.
    pub fn new(low: i64, high: i64) -> Self {
        Interval {
            low,
            high,
            partial: false,
        }
    }

    /// Makes an interval between these; `None` if values in it may not fit.
    fn wide(low: i128, high: i128, partial: bool) -> Option<Interval> {
        (-MAX_SAFE_BOUND <= low && low <= high && high <= MAX_SAFE_BOUND).then_some(Interval {
            low: low as i64,
            high: high as i64,
            partial,
        })
    }
}

/// Returns the number of positions of a box.
pub fn size(tops: &[i64]) -> u64 {
    tops.iter()
        .fold(1u64, |size, &top| size.saturating_mul(top as u64 + 1))
}

/// Returns the bounds of a box: each number of the position from 0 to its highest.
pub fn bounds_of(tops: &[i64]) -> Bounds {
    let mut bounds = [Interval::new(0, 0); MAX_NAMES];
    for (bound, &top) in bounds.iter_mut().zip(tops) {
        bound.high = top;
    }
    bounds
}

/// Finds the bounds of an expression; `None` if something in it may not fit.
pub fn of_expr(e: &Expr, bounds: &Bounds) -> Option<Interval> {
    match e {
        Expr::Number(n) => Interval::wide(i128::from(*n), i128::from(*n), false),
        Expr::Name(name) => Some(bounds[usize::from(*name)]),
        Expr::Negate(a) => {
            let a = of_expr(a, bounds)?;
            Interval::wide(-i128::from(a.high), -i128::from(a.low), a.partial)
        }
        Expr::Complement(a) => {
            let a = of_expr(a, bounds)?;
            Interval::wide(-1 - i128::from(a.high), -1 - i128::from(a.low), a.partial)
        }
        Expr::Binary(op, a, b) => of_binary(*op, of_expr(a, bounds)?, of_expr(b, bounds)?),
        Expr::Call(function, arguments) => {
            let mut each = Vec::with_capacity(arguments.len());
            for argument in arguments {
                each.push(of_expr(argument, bounds)?);
            }
            of_call(*function, &each)
        }
        Expr::Item(list, index) => {
            let index = of_expr(index, bounds)?;
            let last = list.len() as i64 - 1;
            let partial = index.partial || index.low < 0 || index.high > last;
            let from = index.low.clamp(0, last);
            let to = index.high.clamp(0, last);
            let met = || {
                list[from as usize..=to as usize]
                    .iter()
                    .map(|&n| i128::from(n))
            };
            Interval::wide(met().min()?, met().max()?, partial)
        }
        Expr::Fold(fold, over) => of_fold(*fold, over, bounds),
        Expr::Length(list) => {
            let lists = listed(list, bounds)?;
            let lengths = || lists.rows.iter().map(|row| row.len() as i128);
            Interval::wide(lengths().min()?, lengths().max()?, lists.partial)
        }
        Expr::ItemOf(list, index) => {
            of_expr(index, bounds)?;
            let numbers = listed(list, bounds)?.hull();
            let numbers = numbers.unwrap_or(Interval::new(0, 0));
            Interval::wide(numbers.low.into(), numbers.high.into(), true)
        }
        Expr::List(_) => None,
    }
}

/// The lists that a list in a rule may be, for names within some bounds.
struct ListedRows<'e> {
    /// The lists.
    rows: &'e [Arc<[i64]>],
    /// Whether the list may be undefined.
    partial: bool,
}

impl ListedRows<'_> {
    /// Finds the bounds of the numbers of the lists; `None` if there are none.
    fn hull(&self) -> Option<Interval> {
        let numbers = || self.rows.iter().flat_map(|row| row.iter().copied());
        Some(Interval::new(numbers().min()?, numbers().max()?))
    }
}

/// Finds the lists that a list may be; `None` if they are none that clauses give.
fn listed<'e>(list: &'e Expr, bounds: &Bounds) -> Option<ListedRows<'e>> {
    let Expr::List(list) = list else {
        return None;
    };
    match &**list {
        List::Given(numbers) => Some(ListedRows {
            rows: std::slice::from_ref(numbers),
            partial: false,
        }),
        List::Row(rows, index) => {
            let index = of_expr(index, bounds)?;
            let last = rows.len() as i64 - 1;
            let from = index.low.clamp(0, last.max(0)) as usize;
            let to = index.high.clamp(-1, last) + 1;
            Some(ListedRows {
                rows: rows.get(from..to as usize).unwrap_or(&[]),
                partial: index.partial || index.low < 0 || index.high > last,
            })
        }
        List::Position | List::Slice(..) | List::Sorted(_) | List::Comprehension(_) => None,
    }
}

/// The most numbers that are put together at each position of a box; with more, positions are looked at one by one,
/// where each of them counts as a step.
const MAX_FOLDED_NUMBERS: i128 = 1 << 12;

/// Finds the bounds of one number that is made of those of a comprehension.
fn of_fold(fold: Fold, over: &Comprehension, bounds: &Bounds) -> Option<Interval> {
    let (element, most) = within(over, bounds)?;
    let low = i128::from(element.low);
    let high = i128::from(element.high);
    match fold {
        Fold::Count => Interval::wide(0, most, true),
        Fold::Sum => Interval::wide((most * low).min(0), (most * high).max(0), true),
        Fold::Least | Fold::Greatest => Interval::wide(low, high, true),
    }
}

/// Finds the bounds of the numbers of a comprehension, and how many there are at most.
pub(super) fn within(over: &Comprehension, bounds: &Bounds) -> Option<(Interval, i128)> {
    let mut bounds = *bounds;
    let mut most = 1;
    for qualifier in &over.qualifiers {
        if !narrow_by(qualifier, &mut bounds)? {
            return Some((Interval::new(0, 0), 0));
        }
        if let Qualifier::For(_, Set::List(list)) = qualifier {
            // A number may stand in a list more than once.
            let lists = listed(list, &bounds)?;
            most *= lists.rows.iter().map(|row| row.len()).max().unwrap_or(0) as i128;
        } else if let Qualifier::For(name, _) = qualifier {
            let Interval { low, high, .. } = bounds[usize::from(*name)];
            most *= i128::from(high) - i128::from(low) + 1;
        }
        if most > MAX_FOLDED_NUMBERS {
            return None;
        }
    }
    Some((of_expr(&over.element, &bounds)?, most))
}

/// Finds the bounds of two joined numbers, by those of each.
fn of_binary(op: Op, a: Interval, b: Interval) -> Option<Interval> {
    let partial = a.partial || b.partial;
    let al = i128::from(a.low);
    let ah = i128::from(a.high);
    let bl = i128::from(b.low);
    let bh = i128::from(b.high);
    let around = |corners: &[i128], partial| {
        let low = corners.iter().copied().min()?;
        Interval::wide(low, corners.iter().copied().max()?, partial)
    };
    // The least power of two above all values, less 1: bit operators stay below it.
    let mask = |n: i128| {
        if n <= 0 {
            0
        } else {
            (1i128 << (128 - n.leading_zeros())) - 1
        }
    };
    match op {
        Op::Add => Interval::wide(al + bl, ah + bh, partial),
        Op::Sub => Interval::wide(al - bh, ah - bl, partial),
        Op::Mul => around(&[al * bl, al * bh, ah * bl, ah * bh], partial),
        Op::Div => {
            let partial = partial || (bl <= 0 && bh >= 0);
            let mut corners = Vec::with_capacity(8);
            for d in [bl, bh, -1, 1] {
                if d != 0 && (bl..=bh).contains(&d) {
                    corners.extend([
                        al.div_euclid(d),
                        ah.div_euclid(d),
                        (al - 1).div_euclid(d),
                        (ah - 1).div_euclid(d),
                    ]);
                    if d < 0 {
                        corners.extend([al.div_euclid(d) - 1, ah.div_euclid(d) - 1]);
                    }
                }
            }
            if corners.is_empty() {
                corners.push(0);
            }
            // This is exact for a positive divisor and a dividend that is not negative, which is the common case.
            if bl >= 1 && al >= 0 {
                return Interval::wide(al / bh, ah / bl, partial);
            }
            around(&corners, partial)
        }
        Op::Rem => {
            let partial = partial || (bl <= 0 && bh >= 0);
            let mut low = if bl < 0 { bl + 1 } else { 0 };
            let mut high = if bh > 0 { bh - 1 } else { 0 };
            if al >= 0 && bl >= 0 {
                high = high.min(ah);
            }
            low = low.min(high);
            Interval::wide(low, high, partial)
        }
        Op::And => {
            if al >= 0 && bl >= 0 {
                Interval::wide(0, ah.min(bh), partial)
            } else if al >= 0 {
                Interval::wide(0, ah, partial)
            } else if bl >= 0 {
                Interval::wide(0, bh, partial)
            } else {
                let least = -1 - mask((-1 - al).max(-1 - bl));
                Interval::wide(least, mask(ah.max(bh).max(0)), partial)
            }
        }
        Op::Or | Op::Xor => {
            if al >= 0 && bl >= 0 {
                let low = if op == Op::Or { al.max(bl) } else { 0 };
                Interval::wide(low, mask(ah.max(bh)), partial)
            } else {
                let most = mask(ah.max(bh).max(-1 - al).max(-1 - bl));
                Interval::wide(-1 - most, most, partial)
            }
        }
        // What is shifted by 64 or more does not fit, or is 0.
        Op::Shl => {
            let partial = partial || bl < 0;
            let bl = bl.clamp(0, 64);
            let bh = bh.clamp(0, 64);
            around(&[al << bl, al << bh, ah << bl, ah << bh], partial)
        }
        Op::Shr => {
            let partial = partial || bl < 0;
            let bl = bl.clamp(0, 63);
            let bh = bh.clamp(0, 63);
            around(&[al >> bl, al >> bh, ah >> bl, ah >> bh], partial)
        }
    }
}

/// Finds the bounds of a function, by those of its arguments.
fn of_call(function: Function, each: &[Interval]) -> Option<Interval> {
    let partial = each.iter().any(|a| a.partial);
    let a = each[0];
    let low = i128::from(a.low);
    let high = i128::from(a.high);
    let lows = each.iter().map(|a| i128::from(a.low));
    let highs = each.iter().map(|a| i128::from(a.high));
    let natural = partial || a.low < 0;
    match function {
        Function::Min => Interval::wide(lows.min()?, highs.min()?, partial),
        Function::Max => Interval::wide(lows.max()?, highs.max()?, partial),
        Function::Gcd => {
            let most = each
                .iter()
                .map(|a| i128::from(a.low).abs().max(i128::from(a.high).abs()))
                .max()?;
            Interval::wide(0, most, partial)
        }
        Function::Abs => {
            let least = if a.low <= 0 && a.high >= 0 {
                0
            } else {
                low.abs().min(high.abs())
            };
            Interval::wide(least, low.abs().max(high.abs()), partial)
        }
        Function::Pow => {
            let b = each[1];
            let partial = partial || b.low < 0;
            if a.low < 0 {
                let most = u32::try_from(b.high.max(0)).ok()?;
                let largest = low.abs().max(high.abs()).checked_pow(most)?;
                return Interval::wide(-largest, largest, partial);
            }
            let power = |a: i128, b: i64| {
                if a <= 1 && b > 0 {
                    Some(a)
                } else {
                    a.checked_pow(u32::try_from(b.max(0)).ok()?)
                }
            };
            let least = if low == 0 {
                0
            } else {
                power(low, b.low.max(0))?
            };
            Interval::wide(least, power(high, b.high)?.max(1), partial)
        }
        Function::Sqrt => Interval::wide(
            i128::from((a.low.max(0) as u64).isqrt()),
            i128::from((a.high.max(0) as u64).isqrt()),
            natural,
        ),
        Function::Log2 => {
            let log = |n: i64| i128::from(n.max(1).ilog2());
            Interval::wide(log(a.low), log(a.high), partial || a.low < 1)
        }
        Function::Popcount => Interval::wide(0, 63, natural),
        Function::Lowbit => Interval::wide(0, high.max(0), natural),
        Function::Digitsum => Interval::wide(0, (9 * 19).min(high.max(0)), natural),
        Function::Isprime | Function::Issquare => Interval::wide(0, 1, partial),
    }
}

/// The finding that something in an expression may overflow, or is not bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MayNotFit;

/// Finds the bounds of the members of a set; `None` if it never has any.
///
/// # Errors
///
/// Fails if something in it may not fit.
pub fn of_set(set: &Set, bounds: &Bounds) -> Result<Option<Interval>, MayNotFit> {
    let fits = |e: &Expr| of_expr(e, bounds).ok_or(MayNotFit);
    let mut hull: Option<Interval> = None;
    let mut join = |low: i64, high: i64| {
        if low <= high {
            let (low, high) =
                hull.map_or((low, high), |hull| (hull.low.min(low), hull.high.max(high)));
            hull = Some(Interval::new(low, high));
        }
    };
    match set {
        Set::Items(items) => {
            for item in items {
                match item {
                    Item::One(e) => {
                        let e = fits(e)?;
                        join(e.low, e.high);
                    }
                    Item::Range(low, high, step) => {
                        if let Some(step) = step {
                            fits(step)?;
                        }
                        join(fits(low)?.low, fits(high)?.high);
                    }
                }
            }
        }
        Set::Named(name, arguments) => {
            // The base of powers comes first.
            let each = arguments.iter().map(fits).collect::<Result<Vec<_>, _>>()?;
            let n = each[each.len() - 1];
            match name {
                SetName::Bits => join(
                    0,
                    if n.high < 1 {
                        -1
                    } else {
                        i64::from(n.high.ilog2())
                    },
                ),
                SetName::Digits => join(0, 9.min(n.high)),
                SetName::Primes => join(2, n.high),
                _ => join(1, n.high),
            }
        }
        Set::List(list) => {
            let lists = listed(list, bounds).ok_or(MayNotFit)?;
            if let Some(Interval { low, high, .. }) = lists.hull() {
                Interval::wide(low.into(), high.into(), false).ok_or(MayNotFit)?;
                join(low, high);
            }
        }
    }
    Ok(hull)
}

/// Narrows the bounds to where a condition may hold, and returns whether it may hold at all; `None` if something in it
/// may not fit.
pub fn narrow(cond: &Cond, bounds: &mut Bounds) -> Option<bool> {
    match cond {
        // Lists that are compared are few, and are compared at each position that is reached.
        Cond::Same(..) => None,
        Cond::And(a, b) => Some(narrow(a, bounds)? && narrow(b, bounds)?),
        Cond::Or(a, b) => {
            let mut one = *bounds;
            let mut other = *bounds;
            // The right side is looked at if the left one does not hold.
            let left = narrow(a, &mut one)?;
            let right = narrow(b, &mut other)?;
            match (left, right) {
                (true, true) => {
                    for i in 0..MAX_NAMES {
                        bounds[i].low = one[i].low.min(other[i].low);
                        bounds[i].high = one[i].high.max(other[i].high);
                    }
                }
                (true, false) => *bounds = one,
                (false, true) => *bounds = other,
                (false, false) => return Some(false),
            }
            Some(true)
        }
        Cond::Not(a) => {
            if let Cond::Chain(first, links) = &**a
                && let [(relation, last)] = &links[..]
            {
                return narrow_link(first, relation.negated(), last, bounds);
            }
            // Nothing is learnt, but everything in it must fit.
            narrow(a, &mut bounds.clone())?;
            Some(true)
        }
        Cond::Chain(first, links) => {
            let mut left = &**first;
            for (relation, right) in links {
                if !narrow_link(left, *relation, right, bounds)? {
                    return Some(false);
                }
                left = right;
            }
            Some(true)
        }
        Cond::Member(e, set) => {
            of_expr(e, bounds)?;
            let Some(members) = of_set(set, bounds).ok()? else {
                return Some(false);
            };
            let Expr::Name(name) = **e else {
                return Some(true);
            };
            let bound = &mut bounds[usize::from(name)];
            bound.low = bound.low.max(members.low);
            bound.high = bound.high.min(members.high);
            Some(bound.low <= bound.high)
        }
    }
}

/// Narrows the bounds as [`narrow`] does, by a guard or by the set of a name, which bounds that name from there on.
fn narrow_by(qualifier: &Qualifier, bounds: &mut Bounds) -> Option<bool> {
    match qualifier {
        Qualifier::If(cond) => narrow(cond, bounds),
        Qualifier::For(name, set) => {
            let members = of_set(set, bounds).ok()?;
            bounds[usize::from(*name)] = members.unwrap_or(bounds[usize::from(*name)]);
            Some(members.is_some())
        }
    }
}

/// Narrows the bounds of names to where a relation may hold, and returns whether it may hold at all.
fn narrow_link(a: &Expr, relation: Relation, b: &Expr, bounds: &mut Bounds) -> Option<bool> {
    let left = of_expr(a, bounds)?;
    let right = of_expr(b, bounds)?;
    let mut clip = |e: &Expr, relation: Relation, other: Interval| {
        let Expr::Name(name) = e else { return true };
        let bound = &mut bounds[usize::from(*name)];
        match relation {
            Relation::Lt => bound.high = bound.high.min(other.high - 1),
            Relation::Le => bound.high = bound.high.min(other.high),
            Relation::Gt => bound.low = bound.low.max(other.low + 1),
            Relation::Ge => bound.low = bound.low.max(other.low),
            Relation::Eq => {
                bound.low = bound.low.max(other.low);
                bound.high = bound.high.min(other.high);
            }
            Relation::Ne if other.low == other.high => {
                if bound.low == other.low {
                    bound.low += 1;
                }
                if bound.high == other.high {
                    bound.high -= 1;
                }
            }
            Relation::Ne => {}
        }
        bound.low <= bound.high
    };
    Some(clip(a, relation, right) && clip(b, relation.turned(), left))
}

/// Returns the bounds of all names if a kind of move may yield an option; `None` if it cannot.
///
/// # Errors
///
/// Fails if something may not fit.
pub fn of_kind(kind: &MoveKind, start: &Bounds) -> Result<Option<Bounds>, MayNotFit> {
    let mut bounds = *start;
    for qualifier in &kind.qualifiers {
        if !narrow_by(qualifier, &mut bounds).ok_or(MayNotFit)? {
            return Ok(None);
        }
    }
    Ok(Some(bounds))
}

/// Returns the bounds of positions in a box, narrowed by what `legal if` says; `None` if there are none.
///
/// # Errors
///
/// Fails if something may not fit.
fn of_legal(rule: &Rule, mut bounds: Bounds) -> Result<Option<Bounds>, MayNotFit> {
    for cond in &rule.legal {
        if !narrow(cond, &mut bounds).ok_or(MayNotFit)? {
            return Ok(None);
        }
    }
    Ok(Some(bounds))
}

/// Returns the highest numbers that positions reached from a box may have, if they can be bounded and
/// nothing can overflow on the way; the box must be within these itself.
///
/// Every cell of the box that is returned, reached or not, is one where nothing overflows.
pub fn closed_box(rule: &Rule, tops: &[i64]) -> Option<Vec<i64>> {
    let mut tops = tops.to_vec();
    for _ in 0..64 {
        // `legal if` is looked at for all cells and all parts, terminal clauses for all cells.
        let start = bounds_of(&tops);
        of_legal(rule, start).ok()?;
        for cond in rule.lose.iter().chain(&rule.win).chain(&rule.draw) {
            narrow(cond, &mut start.clone())?;
        }
        let mut next = tops.clone();
        for kind in &rule.kinds {
            let Some(bounds) = of_kind(kind, &start).ok()? else {
                continue;
            };
            for part in &kind.parts {
                let mut reached = bounds_of(&tops);
                let mut possible = true;
                for (i, e) in part.iter().enumerate() {
                    let e = of_expr(e, &bounds)?;
                    possible &= e.high >= 0;
                    reached[i] = Interval::new(e.low.max(0), e.high.max(0));
                }
                if !possible {
                    continue;
                }
                if let Some(reached) = of_legal(rule, reached).ok()? {
                    for i in 0..next.len() {
                        next[i] = next[i].max(reached[i].high);
                    }
                }
            }
        }
        if next == tops {
            return Some(tops);
        }
        tops = next;
    }
    None
}
