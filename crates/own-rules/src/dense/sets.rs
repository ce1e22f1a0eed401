//! The members of sets in a box: by ranges, from lists that are made once, or one by one.

use std::sync::Arc;

use super::interval::{Bounds, of_expr, of_set};
use super::program::{BoxCode, UNDEFINED, code};
use crate::choice::Way;
use grundy_base::rows::SparseRows;
use grundy_rules::members;
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::tree::{Expr, MAX_NAMES, Names, RangeEnds, Set, SetName};

/// The most members of a list.
const MAX_LISTED_MEMBERS: usize = 1 << 22;

/// The highest numbers of a box, and what its kinds of moves share.
#[derive(Debug)]
pub struct BoxSets {
    /// The highest numbers of the box.
    pub tops: Vec<i64>,
    /// The bytes that lists may take.
    pub bytes: u64,
    /// The steps in which further lists may be made.
    steps: u64,
    /// The divisors of all numbers up to the first.
    divisors: Option<(i64, Arc<SparseRows>)>,
    /// The ways in which kinds of moves are compiled, each once.
    pub ways: Vec<Way>,
}

impl BoxSets {
    /// Begins with nothing shared.
    pub fn new(tops: &[i64], bytes: u64, steps: u64) -> Self {
        BoxSets {
            tops: tops.to_vec(),
            bytes,
            steps,
            divisors: None,
            ways: Vec::new(),
        }
    }

    /// Notes the way in which a kind of moves is compiled.
    pub fn went(&mut self, way: Way) {
        if !self.ways.contains(&way) {
            self.ways.push(way);
        }
    }

    /// Returns the steps in which further lists may be made: 0 if they ended in the middle of one.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Allows this many steps for further lists.
    pub fn allow(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Returns the divisors of all numbers up to `top`, each list ascending, if they fit.
    fn divisors(&mut self, top: i64) -> Option<Arc<SparseRows>> {
        if self.divisors.as_ref().is_none_or(|(known, _)| *known < top) {
            let top32 = u32::try_from(top).ok().filter(|&top| top < u32::MAX / 32)?;
            // There are about n·(ln n + 0.16) of them.
            let count: u64 = (1..=top32).map(|d| u64::from(top32 / d)).sum();
            if (count + u64::from(top32) + 2) * 4 > self.bytes || count > u64::from(u32::MAX) {
                return None;
            }
            let multiples = |d: u32| (d..=top32).step_by(d as usize).map(move |n| (n, d));
            let rows =
                SparseRows::from_pairs(top32 as usize + 1, || (1..=top32).flat_map(multiples));
            self.divisors = Some((top, Arc::new(rows)));
        }
        self.divisors.as_ref().map(|(_, divisors)| divisors.clone())
    }
}

/// The members of a set, for names within some bounds.
pub enum Members {
    /// Numbers that follow each other.
    Range(BoxCode, BoxCode),
    /// Members of a list, up to a number.
    List(Vec<i64>, Option<BoxCode>),
    /// The places of the ones of a number.
    Bits(BoxCode),
    /// The divisors of a number.
    Divisors(BoxCode, Arc<SparseRows>),
    /// The members of any other set, which are visited.
    Visited(Set),
}

impl Members {
    /// Returns the members of a set, for names within these bounds.
    pub fn of(set: &Set, bounds: &Bounds, shared: &mut BoxSets) -> Members {
        if let Some(RangeEnds { low, high }) = set.range() {
            return Members::Range(code(low, bounds, None), code(high, bounds, None));
        }
        match set {
            Set::Named(SetName::Bits, arguments) => {
                return Members::Bits(code(&arguments[0], bounds, None));
            }
            Set::Named(SetName::Divisors, arguments) => {
                if let Some(top) = of_expr(&arguments[0], bounds)
                    && let Some(divisors) = shared.divisors(top.high)
                {
                    return Members::Divisors(code(&arguments[0], bounds, None), divisors);
                }
            }
            Set::Items(_) | Set::Named(..) => {}
            Set::List(_) => return Members::Visited(set.clone()),
        }
        let top = of_set(set, bounds)
            .ok()
            .flatten()
            .map_or(0, |members| members.high);
        let most = usize::try_from(shared.bytes / 8)
            .map_or(MAX_LISTED_MEMBERS, |n| n.min(MAX_LISTED_MEMBERS));
        let Some(list) = fixed(set, top, most, &mut shared.steps) else {
            return Members::Visited(set.clone());
        };
        let up_to = match set {
            Set::Named(SetName::Divisors | SetName::Digits | SetName::Subsets, _)
            | Set::Items(_)
            | Set::List(_) => None,
            Set::Named(_, arguments) => arguments.last().map(|e| code(e, bounds, None)),
        };
        Members::List(list, up_to)
    }

    /// Visits the members, until the visitor says that it is enough. Gives the steps that finding them took if they
    /// are in no list.
    pub fn each(&self, names: &mut Names, visit: &mut dyn FnMut(&mut Names, i64) -> bool) -> u64 {
        match self {
            Members::Range(low, high) => {
                let low = low.at(names);
                let high = high.at(names);
                if low != UNDEFINED && high != UNDEFINED {
                    (low..=high).all(|n| visit(names, n));
                }
            }
            Members::List(list, up_to) => {
                let n = up_to.as_ref().map_or(i64::MAX, |up_to| up_to.at(names));
                if n != UNDEFINED {
                    list.iter()
                        .take_while(|&&member| member <= n)
                        .all(|&member| visit(names, member));
                }
            }
            Members::Bits(n) => {
                ones(n.at(names)).all(|k| visit(names, k));
            }
            Members::Divisors(n, divisors) => {
                divisors_of(divisors, n.at(names))
                    .iter()
                    .all(|&d| visit(names, i64::from(d)));
            }
            Members::Visited(set) => {
                // Nothing overflows in the box, and its size bounds the steps.
                let outer = *names;
                let mut meter = Meter::new(u64::MAX);
                let result = members::visit(set, &outer, &mut meter, &mut |n, _| {
                    if visit(names, n) {
                        Ok(())
                    } else {
                        Err(EvalStop::Enough)
                    }
                });
                debug_assert!(!matches!(result, Err(EvalStop::Overflow)));
                return u64::MAX - meter.left();
            }
        }
        0
    }
}

/// Returns the divisors of `n`, ascending; none for n below 1.
#[inline]
pub fn divisors_of(divisors: &SparseRows, n: i64) -> &[u32] {
    match u32::try_from(n) {
        Ok(n) if (n as usize) < divisors.count() => divisors.row(n),
        _ => &[],
    }
}

/// Returns the places of the ones of a number; none of a number below 1.
pub fn ones(n: i64) -> impl Iterator<Item = i64> {
    grundy_base::bits::ones(n.max(0) as u64).map(i64::from)
}

/// Returns the members of a set of constants, or of a named set up to a highest, ascending; `None` if there
/// are too many, or the set is neither.
fn fixed(set: &Set, top: i64, most: usize, steps: &mut u64) -> Option<Vec<i64>> {
    let is_constant = |e: &Expr| {
        let mut constant = true;
        e.names(&mut |_| constant = false);
        constant
    };
    let whole = match set {
        Set::List(_) => return None,
        Set::Items(_)
        | Set::Named(SetName::Divisors | SetName::Bits | SetName::Digits | SetName::Subsets, _) => {
            let mut constant = true;
            set.exprs(&mut |e| constant &= is_constant(e));
            if !constant {
                return None;
            }
            set.clone()
        }
        Set::Named(SetName::Powers, arguments) => {
            if !is_constant(&arguments[0]) {
                return None;
            }
            Set::Named(
                SetName::Powers,
                vec![arguments[0].clone(), Expr::Number(top)],
            )
        }
        Set::Named(name, _) => Set::Named(*name, vec![Expr::Number(top)]),
    };
    let mut list = Vec::new();
    let allowed = (most as u64 * 1024).min(*steps);
    let mut meter = Meter::new(allowed);
    let result = members::visit(&whole, &[0; MAX_NAMES], &mut meter, &mut |n, _| {
        list.push(n);
        if list.len() > most {
            Err(EvalStop::Work)
        } else {
            Ok(())
        }
    });
    *steps -= allowed - meter.left();
    match result {
        Ok(()) => Some(list),
        // An undefined set has no members.
        Err(EvalStop::Undefined) => Some(Vec::new()),
        Err(_) => None,
    }
}
