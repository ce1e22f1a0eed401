//! The members of a set one by one, and what the kinds of moves of a box share.

use std::sync::Arc;

use super::super::members;
use super::super::meter::{Meter, Stop};
use super::super::tree::{Item, Names, Set, SetName};
use super::closure::{UNDEFINED, number};
use super::interval::{Bounds, Members, of_expr, of_set};
use super::lists::{Divisors, fixed};

/// The most members of a list.
pub const MOST_MEMBERS: usize = 1 << 22;

/// What the kinds of moves of a box share.
#[derive(Debug)]
pub struct Shared {
    /// The highest numbers of the box.
    pub tops: Vec<i64>,
    /// Bytes that lists may take.
    pub bytes: u64,
    /// Threads that may work on the box.
    pub threads: usize,
    /// Those of all numbers up to the first.
    divisors: Option<(i64, Arc<Divisors>)>,
}

impl Shared {
    /// Nothing shared yet.
    pub fn new(tops: &[i64], bytes: u64, threads: usize) -> Self {
        Shared { tops: tops.to_vec(), bytes, threads, divisors: None }
    }

    /// The divisors of all numbers up to `top`, if they fit.
    pub fn divisors(&mut self, top: i64) -> Option<Arc<Divisors>> {
        if self.divisors.as_ref().is_none_or(|(known, _)| *known < top) {
            self.divisors = Some((top, Arc::new(Divisors::new(top, self.bytes)?)));
        }
        self.divisors.as_ref().map(|(_, divisors)| divisors.clone())
    }
}

/// Visits the members of a set, until the visitor says that it is enough.
pub type Each = Box<dyn Fn(&Names, &mut dyn FnMut(i64) -> bool) + Send + Sync>;

/// How to visit the members of a set, for names within these bounds.
pub fn members_of(set: &Set, bounds: &Bounds, shared: &mut Shared) -> Each {
    if let Set::Items(items) = set
        && let [Item::Range(low, high, None)] = &items[..]
    {
        let (low, high) = (number(low, bounds), number(high, bounds));
        return Box::new(move |names, visit| {
            let (low, high) = (low.at(names), high.at(names));
            if low != UNDEFINED && high != UNDEFINED {
                (low..=high).all(visit);
            }
        });
    }
    if let Set::Named(SetName::Divisors, arguments) = set
        && let Some(top) = of_expr(&arguments[0], bounds)
        && let Some(divisors) = shared.divisors(top.high)
    {
        let n = number(&arguments[0], bounds);
        return Box::new(move |names, visit| {
            divisors.of(n.at(names)).iter().all(|&d| visit(i64::from(d)));
        });
    }
    if let Set::Named(SetName::Bits, arguments) = set {
        let n = number(&arguments[0], bounds);
        return Box::new(move |names, visit| {
            let mut left = n.at(names).max(0);
            while left != 0 {
                if !visit(i64::from(left.trailing_zeros())) {
                    break;
                }
                left &= left - 1;
            }
        });
    }
    let top = match of_set(set, bounds) {
        Some(Members::Between(between)) => between.high,
        _ => 0,
    };
    if let Some(list) = fixed(set, top, MOST_MEMBERS) {
        let up_to = match set {
            Set::Named(SetName::Divisors | SetName::Bits | SetName::Digits, _) | Set::Items(_) => None,
            Set::Named(_, arguments) => arguments.last().map(|e| number(e, bounds)),
        };
        return Box::new(move |names, visit| {
            let n = up_to.as_ref().map_or(i64::MAX, |up_to| up_to.at(names));
            if n != UNDEFINED {
                list.iter().take_while(|&&member| member <= n).all(|&member| visit(member));
            }
        });
    }
    let set = set.clone();
    Box::new(move |names, visit| {
        // Nothing overflows in the box, and its size bounds the steps.
        let mut meter = Meter::new(u64::MAX);
        let result = members::visit(&set, names, &mut meter, &mut |n, _| {
            if visit(n) { Ok(()) } else { Err(Stop::Enough) }
        });
        debug_assert!(!matches!(result, Err(Stop::Overflow)));
    })
}
