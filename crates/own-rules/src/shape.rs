//! Rules that are games known by another name: heaps from which amounts are taken, heaps that are split, nim,
//! Wythoff's game, vectors that are subtracted.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the largest take is a small constant"
)]

use grundy_base::range::Range;
use grundy_rules::meter::{EvalStop, Meter, STEPS_A_MEMBER};
use grundy_rules::options::names_of;
use grundy_rules::shape::linear::{Linear, linear, plus};
use grundy_rules::shape::ray::Ray;
use grundy_rules::tree::{Expr, Item, MoveKind, Op, Qualifier, RangeEnds, Rule, Set, SetName};

/// A game with a solver of its own that a rule comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// One heap, from which amounts are taken.
    Amounts(TakenAmounts),
    /// One heap, from which amounts are taken and what is left may be split.
    Splits(Splits),
    /// Each of these numbers is a heap of nim, in this order; the others stay.
    Nim(Vec<usize>),
    /// Wythoff's game.
    Wythoff {
        /// Whether moves are listed from the first pile, then from the second, then from both.
        listed: bool,
    },
    /// Two numbers or more, from which each of these vectors may be taken, in the order of the rule; none
    /// twice.
    Vectors(Vec<Vec<u64>>),
}

/// Amounts that may be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenAmounts {
    /// The ranges of amounts, in the order of the rule.
    pub ranges: Vec<Range>,
    /// Sets with names, of those that reach as far as the heap; with their base, which only powers have.
    pub named: Vec<(SetName, u64)>,
    /// Whether moves are listed by the amount, the least first.
    pub listed: bool,
}

/// The heaps that may be left if a number is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// The number taken.
    pub take: u64,
    /// The numbers of heaps that may be left, as bits: bit j stands for exactly j heaps.
    pub heaps: u8,
    /// Whether two heaps are written, also empty ones.
    pub two: bool,
}

/// Heaps that may be split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splits {
    /// The digits by the amount taken, ascending.
    pub digits: Vec<Digit>,
    /// Whether any number may be taken from 1 on, leaving one heap or none.
    pub any: bool,
    /// Whether moves are listed by the amount, then by the lesser part.
    pub listed: bool,
}

/// The largest amount that is taken if heaps are split.
const MAX_TAKE: u64 = 64;

/// The most vectors, and the most members of sets that are looked at to find them.
const MAX_VECTORS: usize = 1 << 10;

/// The most numbers that vectors are taken from.
const MAX_VECTOR_NUMBERS: usize = 4;

/// The most amounts in a list.
const MAX_AMOUNTS: usize = 1 << 16;

/// Returns the game that a rule comes to, if it is one of these. Rules whose play ends by clauses are none.
pub fn known(rule: &Rule) -> Option<Known> {
    if !rule.has_values()
        || !rule.lose.is_empty()
        || !rule.legal.is_empty()
        || rule.kinds.is_empty()
        || rule.is_wide()
    {
        return None;
    }
    if let Some(coordinates) = nim(rule) {
        return Some(Known::Nim(coordinates));
    }
    match rule.arity() {
        1 => one_number(rule),
        _ => wythoff(rule).or_else(|| vectors(rule).map(Known::Vectors)),
    }
}

/// Returns the vectors that moves take, if no set and no guard sees the numbers of the position.
fn vectors(rule: &Rule) -> Option<Vec<Vec<u64>>> {
    let arity = rule.arity();
    let free = |e: &Expr| {
        let mut free = true;
        e.names(&mut |name| free &= usize::from(name) >= arity);
        free
    };
    let taken = |i: usize, e: &Expr| {
        linear(e).is_some_and(|e| (0..arity).all(|j| e.of(j) == i64::from(i == j)))
    };
    let fits = |kind: &MoveKind| {
        let [part] = &kind.parts[..] else {
            return false;
        };
        let mut constant = true;
        for qualifier in &kind.qualifiers {
            qualifier.exprs(&mut |e| constant &= free(e));
        }
        constant && part.iter().enumerate().all(|(i, e)| taken(i, e))
    };
    if arity > MAX_VECTOR_NUMBERS || !rule.kinds.iter().all(fits) {
        return None;
    }
    // If the options of the highest and of the lowest position fit, all do.
    let high = vectors_from(rule, i64::MAX)?;
    let vectors = vectors_from(rule, 0).filter(|low| *low == high)?;
    vectors
        .iter()
        .all(|vector| vector.iter().any(|&taken| taken > 0))
        .then_some(vectors)
}

/// Returns the vectors that moves take from a position all of whose numbers are `n`.
fn vectors_from(rule: &Rule, n: i64) -> Option<Vec<Vec<u64>>> {
    let mut names = names_of(&vec![n; rule.arity()]);
    let mut meter = Meter::new(16 * MAX_VECTORS as u64 * STEPS_A_MEMBER);
    let mut vectors: Vec<Vec<u64>> = Vec::new();
    let mut met = fxhash::FxHashSet::default();
    let looked = rule.yielded(&mut names, &mut meter, &mut |option, _| {
        let taken = |&left: &i64| {
            n.checked_sub(left)
                .and_then(|taken| u64::try_from(taken).ok())
        };
        let vector: Option<Vec<u64>> = option.iter().map(taken).collect();
        match vector {
            Some(vector) if vectors.len() < MAX_VECTORS => {
                if met.insert(vector.clone()) {
                    vectors.push(vector);
                }
                Ok(())
            }
            _ => Err(EvalStop::Enough),
        }
    });
    (looked.is_ok() && !vectors.is_empty()).then_some(vectors)
}

/// Returns the numbers that are heaps of nim, if the rule is nim on them.
fn nim(rule: &Rule) -> Option<Vec<usize>> {
    let mut coordinates = Vec::new();
    for kind in &rule.kinds {
        let Ray { falling, by_amount } = Ray::of(kind)?;
        match falling[..] {
            [number] if by_amount && !coordinates.contains(&number) => coordinates.push(number),
            _ => return None,
        }
    }
    Some(coordinates)
}

/// Returns Wythoff's game, if the rule is that.
fn wythoff(rule: &Rule) -> Option<Known> {
    if rule.arity() != 2 {
        return None;
    }
    let by_amount = |kind| {
        Ray::of(kind)
            .filter(|ray| ray.by_amount)
            .map(|ray| ray.falling)
    };
    let rays: Vec<Vec<usize>> = rule.kinds.iter().map(by_amount).collect::<Option<_>>()?;
    let mut sorted = rays.clone();
    sorted.sort();
    let known = [vec![0], vec![0, 1], vec![1]];
    (sorted == known).then(|| Known::Wythoff {
        listed: rays == [vec![0], vec![1], vec![0, 1]],
    })
}

/// The range of all amounts.
const ANY_AMOUNT: Range = Range::new(1, u64::MAX);

/// The effect of one kind of move of one heap.
enum OneKind {
    /// It takes an amount from the heap.
    Take {
        /// The ranges of amounts, in the order of the rule.
        ranges: Vec<Range>,
        /// The set of amounts that has a name, with its base, which only powers have.
        named: Option<(SetName, u64)>,
        /// Whether moves are listed with the largest amount first.
        falling: bool,
    },
    /// It takes an amount, and leaves the rest in one heap or two.
    Split {
        /// The digits by the amount taken.
        digits: Vec<Digit>,
        /// Whether moves are listed with the lesser part first.
        listed: bool,
    },
}

/// Returns the game that a rule of one number comes to, if it is one of these.
fn one_number(rule: &Rule) -> Option<Known> {
    let kinds: Vec<OneKind> = rule.kinds.iter().map(one_kind).collect::<Option<_>>()?;
    if kinds
        .iter()
        .any(|kind| matches!(kind, OneKind::Split { .. }))
    {
        return splits(&kinds).map(Known::Splits);
    }
    let mut amounts = TakenAmounts {
        listed: true,
        ..TakenAmounts::default()
    };
    for kind in kinds {
        let OneKind::Take {
            ranges,
            named,
            falling,
        } = kind
        else {
            return None;
        };
        amounts.listed &= !falling;
        amounts.ranges.extend(ranges);
        amounts.named.extend(named);
    }
    let ascend = are_ascending(&amounts.ranges);
    amounts.listed &= ascend && (amounts.named.is_empty() || rule.kinds.len() == 1);
    Some(Known::Amounts(amounts))
}

/// Returns the effect of a kind of move on a heap, if it takes amounts or splits.
fn one_kind(kind: &MoveKind) -> Option<OneKind> {
    let takes = |ranges, named, falling| {
        Some(OneKind::Take {
            ranges,
            named,
            falling,
        })
    };
    match (&kind.parts[..], &kind.qualifiers[..]) {
        ([part], []) => {
            let to = linear(&part[0])?;
            let taken = u64::try_from(to.constant.checked_neg()?)
                .ok()
                .filter(|&taken| taken > 0)?;
            if to.of(0) == 1 {
                takes(vec![Range::single(taken)], None, false)
            } else {
                None
            }
        }
        ([part], [Qualifier::For(1, set)]) => {
            let to = linear(&part[0])?;
            match (to.of(0), to.of(1), to.constant) {
                (1, -1, 0) => match set {
                    Set::Named(name, arguments) => {
                        let base = base_to_the_heap(*name, arguments)?;
                        takes(Vec::new(), Some((*name, base)), false)
                    }
                    Set::Items(items) => takes(ranges(items)?, None, false),
                    Set::List(_) => None,
                },
                // The move leads to any smaller number.
                (0, 1, 0) => {
                    let RangeEnds { low, high } = set.range()?;
                    if *low != Expr::Number(0) {
                        return None;
                    }
                    let high = linear(high)?;
                    if high.of(0) == 1 && high.constant == -1 && high.of(1) == 0 {
                        takes(vec![ANY_AMOUNT], None, true)
                    } else {
                        None
                    }
                }
                _ => None,
            }
        }
        ([_, _], [Qualifier::For(1, set)]) => split(kind, &[], 1, set),
        ([_, _], [Qualifier::For(1, Set::Items(takes)), Qualifier::For(2, set)]) => {
            split(kind, &ranges(takes)?, 2, set)
        }
        _ => None,
    }
}

/// Returns the base of a set with a name, 0 if it has none, if it is a set of amounts up to the heap.
fn base_to_the_heap(name: SetName, arguments: &[Expr]) -> Option<u64> {
    let (base, bound) = match arguments {
        [bound] => (0, bound),
        [Expr::Number(base), bound] => (u64::try_from(*base).ok()?, bound),
        _ => return None,
    };
    let depends_on_more = matches!(
        name,
        SetName::Divisors | SetName::Bits | SetName::Digits | SetName::Subsets
    );
    let is_known = !depends_on_more && (name != SetName::Powers || base >= 2);
    if *bound == Expr::Name(0) && is_known {
        Some(base)
    } else {
        None
    }
}

/// Says whether each range begins above the end of the range before it.
fn are_ascending(ranges: &[Range]) -> bool {
    ranges.windows(2).all(|pair| pair[0].high < pair[1].low)
}

/// Reads constant amounts from 1 on, or all from a constant to the heap; ascending and apart.
fn ranges(items: &[Item]) -> Option<Vec<Range>> {
    let natural = |e: &Expr| match e {
        Expr::Number(n @ 1..) => Some(*n as u64),
        _ => None,
    };
    let mut ranges = Vec::new();
    for item in items {
        match item {
            Item::One(e) => ranges.push(Range::single(natural(e)?)),
            Item::Range(low, Expr::Name(0), None) => {
                ranges.push(Range::new(natural(low)?, u64::MAX));
            }
            Item::Range(low, high, None) => match (natural(low)?, high) {
                (low, Expr::Number(high)) if *high >= low as i64 => {
                    ranges.push(Range::new(low, *high as u64));
                }
                (_, Expr::Number(_)) => {}
                _ => return None,
            },
            Item::Range(..) => return None,
        }
    }
    ranges.sort_unstable();
    (ranges.len() <= MAX_AMOUNTS && are_ascending(&ranges)).then_some(ranges)
}

/// Reads `[i]+[n-k-i]` for amounts k, or for one constant.
fn split(kind: &MoveKind, takes: &[Range], name: usize, set: &Set) -> Option<OneKind> {
    let [a, b]: [Linear; 2] = [linear(&kind.parts[0][0])?, linear(&kind.parts[1][0])?];
    let total = plus(&a, &b)?;
    let one = |e: &Linear| e.of(name) == 1 && e.constant == 0 && (0..name).all(|i| e.of(i) == 0);
    if !(one(&a) || one(&b)) || total.of(0) != 1 || total.of(name) != 0 {
        return None;
    }
    let takes: Vec<u64> = if name == 1 {
        vec![u64::try_from(total.constant.checked_neg()?).ok()?]
    } else {
        if total.of(1) != -1 || total.constant != 0 {
            return None;
        }
        takes
            .iter()
            .flat_map(|range| range.numbers().take(MAX_TAKE as usize + 1))
            .collect()
    };
    let RangeEnds { low, high } = set.range()?;
    let Expr::Number(low @ (0 | 1)) = low else {
        return None;
    };
    // The range ends at what is left, at one less, or at half of it.
    let (whole, less) = match high {
        Expr::Binary(Op::Div, half, by) if **by == Expr::Number(2) => (linear(half)?.is(&total), 0),
        high => {
            let high = linear(high)?;
            let less = total.constant.checked_sub(high.constant)?;
            (
                plus(&high, &Linear::constant(less))?.is(&total),
                if matches!(less, 0 | 1) {
                    less
                } else {
                    return None;
                },
            )
        }
    };
    if !whole {
        return None;
    }
    let halves = matches!(high, Expr::Binary(Op::Div, ..));
    let heaps = match (low, less, halves) {
        (0, 0, _) => 7,
        (0, 1, false) | (1, 0, false) => 6,
        (1, 1, false) | (1, 0, true) => 4,
        _ => return None,
    };
    let digit = |take: u64| {
        (take <= MAX_TAKE).then_some(Digit {
            take,
            heaps,
            two: true,
        })
    };
    let digits: Vec<Digit> = takes.into_iter().map(digit).collect::<Option<_>>()?;
    // A heap that is split without anything taken must not come back to itself.
    let plays = digits
        .iter()
        .all(|digit| digit.take > 0 || digit.heaps == 4);
    // The empty part comes last if the range goes from 1 to all of what is left.
    plays.then_some(OneKind::Split {
        digits,
        listed: (*low, less, halves) != (1, 0, false),
    })
}

/// Puts kinds of moves together whose heaps may be split.
fn splits(kinds: &[OneKind]) -> Option<Splits> {
    let mut found = Splits {
        listed: true,
        ..Splits::default()
    };
    for kind in kinds {
        match kind {
            OneKind::Take {
                ranges,
                named: None,
                falling,
            } => match ranges[..] {
                [ANY_AMOUNT] => {
                    found.any = true;
                    found.listed &= !falling;
                }
                _ => {
                    for range in ranges {
                        if range.high > MAX_TAKE {
                            return None;
                        }
                        found.digits.extend(range.numbers().map(|take| Digit {
                            take,
                            heaps: 3,
                            two: false,
                        }));
                    }
                }
            },
            OneKind::Take { .. } => return None,
            OneKind::Split { digits, listed } => {
                found.digits.extend(digits);
                found.listed &= listed;
            }
        }
    }
    found.listed &= !found.any
        && found
            .digits
            .windows(2)
            .all(|pair| pair[0].take < pair[1].take);
    found.digits.sort_by_key(|digit| digit.take);
    // An amount in two kinds of moves would be two moves but is one in a code.
    let apart = found
        .digits
        .windows(2)
        .all(|pair| pair[0].take < pair[1].take);
    let only_split = !found.any || found.digits.iter().all(|digit| digit.take == 0);
    (apart && only_split).then_some(found)
}
