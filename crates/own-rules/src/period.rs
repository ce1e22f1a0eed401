//! Proved periods of rules with one number.
//!
//! Let every option be at most m parts that add up to n − c with 0 ≤ c ≤ k, where all ways to split
//! are there but for parts bounded from below by constants of at most b, and let guards depend on n modulo
//! M only, from n = b on. Let n0 ≥ b, and q be a multiple of M. If g(x + q) = g(x) for
//! n0 ≤ x < m·n0 + (m − 1)·q + k, then for all x ≥ n0: an option of N + q has a part of at least
//! n0 + q, whose value is that of the part less q, and conversely. For m = 2 this is the theorem of Guy
//! and Smith (1956), for m = 1 the argument of finite states.

use grundy_heaps::sequence::{Pattern, Verdict, find_period};
use grundy_rules::shape::linear::{Linear, linear, plus, times};
use grundy_rules::tree::{
    Cond, Expr, Function, Item, MoveKind, Op, Qualifier, RangeEnds, Rule, Set,
};

/// The properties of a rule that the proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodShape {
    /// The most parts of an option.
    pub parts: u64,
    /// The most that a move takes away.
    pub most: u64,
    /// The modulus by which guards depend on n.
    pub modulus: u64,
    /// The number from which on they do.
    pub from: u64,
}

/// The largest modulus, amount or bound that is tried.
const MAX_TRIED_MODULUS: i64 = 1 << 20;

/// Returns the shape of a rule, if it has one that proves periods.
pub fn shape(rule: &Rule) -> Option<PeriodShape> {
    if rule.arity() != 1 || !rule.has_values() || !rule.legal.is_empty() || rule.is_wide() {
        return None;
    }
    let mut shape = PeriodShape {
        parts: 1,
        most: 1,
        modulus: 1,
        from: 0,
    };
    for cond in &rule.lose {
        guard(cond, &[], &mut shape)?;
    }
    for kind in &rule.kinds {
        add_kind(kind, &mut shape)?;
    }
    Some(shape)
}

/// The least and the greatest value of what does not depend on n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ConstantBounds {
    /// The least value.
    low: i64,
    /// The greatest value.
    high: i64,
}

impl ConstantBounds {
    /// Returns the bounds of what lies within these bounds or within others.
    fn hull(self, other: ConstantBounds) -> ConstantBounds {
        ConstantBounds {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the bounds, unless one is so large that numbers might overflow.
    fn if_small(self) -> Constant {
        let is_small = -MAX_TRIED_MODULUS <= self.low && self.high <= MAX_TRIED_MODULUS;
        is_small.then_some(self)
    }
}

/// The bounds of a name, or `None` if it depends on n. Only names with bounds may stand in what is taken.
type Constant = Option<ConstantBounds>;

/// Takes a kind of moves into account, if its options are of the form that the proof needs.
fn add_kind(kind: &MoveKind, shape: &mut PeriodShape) -> Option<()> {
    let parts: Vec<Linear> = kind
        .parts
        .iter()
        .map(|part| linear(&part[0]))
        .collect::<Option<_>>()?;
    let total = parts
        .iter()
        .skip(1)
        .try_fold(parts[0].clone(), |sum, part| plus(&sum, part))?;
    let mut names: Vec<Constant> = vec![None];
    // The name that says how the rest is split.
    let mut splitting = None;
    for qualifier in &kind.qualifiers {
        match qualifier {
            Qualifier::If(cond) => guard(cond, &names, shape)?,
            Qualifier::For(name, set) => {
                let constant = bounded_set(set, &names, &mut shape.from);
                if constant.is_none() {
                    // The name splits what is left in two, in both orders or in one.
                    if splitting.is_some() || parts.len() != 2 {
                        return None;
                    }
                    let bound = splits(set, usize::from(*name), &parts, &total, &names)?;
                    // A part less a period must not fall below the bound of the parts.
                    shape.from = shape.from.max(bound.max(0) as u64);
                    splitting = Some(usize::from(*name));
                }
                names.push(constant);
            }
        }
    }
    if total.of(0) != 1 {
        return None;
    }
    // The amount taken is n − total, over names that are bounded.
    let taken = bounds(&times(&total.without(0), -1)?, &names)?;
    let needed = i64::from(parts.len() == 1);
    if taken.low < needed || taken.high > MAX_TRIED_MODULUS {
        return None;
    }
    // Without a name that splits, every part but one is bounded; then the last has what is left.
    if splitting.is_none() && parts.iter().filter(|part| part.of(0) != 0).count() != 1 {
        return None;
    }
    shape.parts = shape.parts.max(parts.len() as u64);
    shape.most = shape.most.max(taken.high as u64);
    // Parts that do not grow with n are constants, and must lie where periods have not begun.
    for part in parts
        .iter()
        .filter(|part| part.of(0) == 0 && splitting.is_none())
    {
        let high = bounds(part, &names)?.high;
        if high > MAX_TRIED_MODULUS {
            return None;
        }
        shape.from = shape.from.max(high.max(0) as u64 + 1);
    }
    Some(())
}

/// Reads a set like [`constant_set`], but a range may end at `min(n + c, k)`: once n ≥ k − c that is the constant k,
/// and `from` is raised to there.
fn bounded_set(set: &Set, names: &[Constant], from: &mut u64) -> Constant {
    if let Some(RangeEnds { low, high }) = set.range()
        && let Expr::Call(Function::Min, ends) = high
    {
        let mut least: Constant = None;
        let mut linears = Vec::new();
        for end in ends {
            match constant(end, names) {
                Some(end) => {
                    least = Some(least.map_or(end, |least| ConstantBounds {
                        low: least.low.min(end.low),
                        high: least.high.min(end.high),
                    }));
                }
                None => linears.push(linear(end).filter(|e| e.of(0) == 1)?),
            }
        }
        let least = least?;
        for end in linears {
            let passed = least
                .high
                .checked_sub(bounds(&end.without(0), names)?.low)?;
            if passed > MAX_TRIED_MODULUS {
                return None;
            }
            *from = (*from).max(passed.max(0) as u64);
        }
        let members = ConstantBounds {
            low: constant(low, names)?.low.min(least.low),
            high: least.high,
        };
        return members.if_small();
    }
    constant_set(set, names)
}

/// Returns the least and the greatest member of a set that depends on no n; `None` if it does.
fn constant_set(set: &Set, names: &[Constant]) -> Constant {
    let Set::Items(items) = set else { return None };
    let mut hull: Constant = None;
    for item in items {
        let members = match item {
            Item::One(e) => constant(e, names)?,
            Item::Range(low, high, step) => {
                if let Some(step) = step {
                    constant(step, names)?;
                }
                ConstantBounds {
                    low: constant(low, names)?.low,
                    high: constant(high, names)?.high,
                }
            }
        };
        hull = Some(hull.map_or(members, |hull| hull.hull(members)));
    }
    hull?.if_small()
}

/// Finds the bounds of an expression that is linear and depends on bounded names only.
fn constant(e: &Expr, names: &[Constant]) -> Constant {
    bounds(&linear(e)?, names)
}

/// Finds the bounds of a sum of bounded names.
fn bounds(e: &Linear, names: &[Constant]) -> Constant {
    let mut low = e.constant;
    let mut high = e.constant;
    for (i, &factor) in e.factors().iter().enumerate() {
        if factor != 0 {
            let name = (*names.get(i)?)?;
            let first = factor.checked_mul(name.low)?;
            let last = factor.checked_mul(name.high)?;
            // A negative factor makes the greatest value the least.
            low = low.checked_add(first.min(last))?;
            high = high.checked_add(first.max(last))?;
        }
    }
    Some(ConstantBounds { low, high })
}

/// Returns the largest of the bounds from below of the two parts, where this name, in this range, splits the total
/// into all pairs above such bounds, in both orders or in one.
fn splits(
    set: &Set,
    name: usize,
    parts: &[Linear],
    total: &Linear,
    names: &[Constant],
) -> Option<i64> {
    let RangeEnds { low, high } = set.range()?;
    let lowest = constant(low, names)?.high;
    if total.of(name) != 0 {
        return None;
    }
    // One part is the name and a constant, the other the rest.
    let rising = parts
        .iter()
        .find(|part| part.of(name) == 1 && part.of(0) == 0)?;
    if rising
        .factors()
        .iter()
        .enumerate()
        .any(|(i, &factor)| i != name && factor != 0)
    {
        return None;
    }
    let lowest = lowest.checked_add(rising.constant)?;
    if let Some(high) = linear(high) {
        if high.of(0) != 1 || high.of(name) != 0 {
            return None;
        }
        // The range ends at n less what is bounded: the other part is at least total − high − constant.
        let other = plus(total, &times(&high, -1)?)?;
        let other = bounds(&other, names)?.high.checked_sub(rising.constant)?;
        return Some(lowest.max(other)).filter(|&bound| bound <= MAX_TRIED_MODULUS);
    }
    // The range ends at half of the total, and the part is the name itself: each pair comes once.
    match high {
        Expr::Binary(Op::Div, half, by) if **by == Expr::Number(2) => {
            let whole = rising.constant == 0 && linear(half).is_some_and(|half| half.is(total));
            whole
                .then_some(lowest)
                .filter(|&bound| bound <= MAX_TRIED_MODULUS)
        }
        _ => None,
    }
}

/// Takes a guard into account, if it depends on n modulo a number only from some n on.
fn guard(cond: &Cond, names: &[Constant], shape: &mut PeriodShape) -> Option<()> {
    match cond {
        Cond::And(a, b) | Cond::Or(a, b) => {
            guard(a, names, shape)?;
            guard(b, names, shape)
        }
        Cond::Not(a) => guard(a, names, shape),
        Cond::Chain(first, links) => {
            let mut left = &**first;
            for (_, right) in links {
                link(left, right, names, shape)?;
                left = right;
            }
            Some(())
        }
        Cond::Member(e, set) => {
            let high = constant_set(set, names)?.high;
            term(e, high, names, shape)
        }
        Cond::Same(..) => None,
    }
}

/// Takes a relation into account, if one side depends on no n and the other is a [`term`].
fn link(a: &Expr, b: &Expr, names: &[Constant], shape: &mut PeriodShape) -> Option<()> {
    match (constant(a, names), constant(b, names)) {
        (Some(_), Some(_)) => Some(()),
        (Some(known), None) => term(b, known.high, names, shape),
        (None, Some(known)) => term(a, known.high, names, shape),
        (None, None) => None,
    }
}

/// Returns a term that is compared with numbers up to `high`: it must pass them for good, or repeat.
fn term(e: &Expr, high: i64, names: &[Constant], shape: &mut PeriodShape) -> Option<()> {
    if constant(e, names).is_some() {
        return Some(());
    }
    if let Some(e) = linear(e) {
        // n + c is above `high` from some n on.
        if e.of(0) != 1 {
            return None;
        }
        let from = high
            .checked_sub(bounds(&e.without(0), names)?.low)?
            .checked_add(1)?
            .max(0);
        if from > MAX_TRIED_MODULUS {
            return None;
        }
        shape.from = shape.from.max(from as u64);
        return Some(());
    }
    match e {
        Expr::Binary(Op::Rem, a, by) => {
            let Expr::Number(modulus @ 1..=MAX_TRIED_MODULUS) = **by else {
                return None;
            };
            bounds(&linear(a)?.without(0), names)?;
            shape.modulus = lcm(shape.modulus, modulus as u64)?;
            Some(())
        }
        Expr::Binary(Op::And, a, b)
            if linear(a).is_some_and(|a| a.of(0) == 1 && a.factors().len() <= 1) =>
        {
            let Expr::Number(mask @ 0..=MAX_TRIED_MODULUS) = **b else {
                return None;
            };
            shape.modulus = lcm(shape.modulus, (mask as u64 + 1).next_power_of_two())?;
            Some(())
        }
        _ => None,
    }
}

/// Returns the least common multiple, if it fits.
fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / num_integer::gcd(a, b))
        .checked_mul(b)
        .filter(|&lcm| lcm <= MAX_TRIED_MODULUS as u64)
}

/// Returns the least preperiod and period of a sequence whose first values are these, if they prove one.
///
/// # Complexity
///
/// O(values); 2 bytes a value.
pub fn prove(shape: &PeriodShape, values: &[u32]) -> Option<Pattern> {
    let needed = |e: usize, p: usize| {
        let whole = lcm(p as u64, shape.modulus)?;
        let terms = shape
            .parts
            .checked_mul(shape.from.max(e as u64) + whole)?
            .checked_add(shape.most)?;
        usize::try_from(terms).ok()
    };
    match find_period(values, |e, p| needed(e, p).unwrap_or(usize::MAX)) {
        Verdict::Proved(pattern) => Some(pattern),
        Verdict::LookAgainAt(_) => None,
    }
}
