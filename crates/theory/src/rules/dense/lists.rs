//! The members of sets that do not depend on the position, or on one number of it only, as lists.

use super::super::tree::{Expr, Item, Names, Set, SetName};
use super::super::{members, meter::Meter};

/// The divisors of every number up to a highest, each list behind the other.
#[derive(Debug)]
pub struct Divisors {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Divisors {
    /// Those of 0 (none), 1, …, `top`, if they fit in so many bytes.
    pub fn new(top: i64, bytes: u64) -> Option<Divisors> {
        let top = usize::try_from(top).ok().filter(|&top| top < u32::MAX as usize / 32)?;
        // There are about n·(ln n + 0.16) of them.
        let count: usize = (1..=top).map(|d| top / d).sum();
        if (count + top + 2) as u64 * 4 > bytes || count > u32::MAX as usize {
            return None;
        }
        let mut starts = vec![0u32; top + 2];
        for d in 1..=top {
            for n in (d..=top).step_by(d) {
                starts[n + 1] += 1;
            }
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut places = starts.clone();
        let mut list = vec![0u32; count];
        for d in 1..=top {
            for n in (d..=top).step_by(d) {
                list[places[n] as usize] = d as u32;
                places[n] += 1;
            }
        }
        Some(Divisors { starts, list })
    }

    /// The divisors of `n`, ascending; none for n below 1.
    #[inline]
    pub fn of(&self, n: i64) -> &[u32] {
        match usize::try_from(n) {
            Ok(n) if n + 1 < self.starts.len() => {
                &self.list[self.starts[n] as usize..self.starts[n + 1] as usize]
            }
            _ => &[],
        }
    }
}

/// The members of a set of constants, or of a named set up to a highest: ascending. None if there
/// are more than so many, or the set is neither.
pub fn fixed(set: &Set, top: i64, most: usize) -> Option<Vec<i64>> {
    let names: Names = [0; super::super::tree::MOST_NAMES];
    let whole = match set {
        Set::Items(items) => {
            let constant = items.iter().all(|item| match item {
                Item::One(e) => is_constant(e),
                Item::Range(low, high, step) => {
                    is_constant(low) && is_constant(high) && step.as_ref().is_none_or(is_constant)
                }
            });
            if !constant {
                return None;
            }
            set.clone()
        }
        Set::Named(SetName::Divisors | SetName::Bits | SetName::Digits, arguments) => {
            if !arguments.iter().all(is_constant) {
                return None;
            }
            set.clone()
        }
        Set::Named(SetName::Powers, arguments) => {
            if !is_constant(&arguments[0]) {
                return None;
            }
            Set::Named(SetName::Powers, vec![arguments[0].clone(), Expr::Number(top)])
        }
        Set::Named(name, _) => Set::Named(*name, vec![Expr::Number(top)]),
    };
    let mut list = Vec::new();
    let mut meter = Meter::new(most as u64 * 1024);
    let result = members::visit(&whole, &names, &mut meter, &mut |n, _| {
        list.push(n);
        if list.len() > most { Err(super::super::Stop::Work) } else { Ok(()) }
    });
    match result {
        Ok(()) => Some(list),
        // An undefined set has no members.
        Err(super::super::Stop::Undefined) => Some(Vec::new()),
        Err(_) => None,
    }
}

fn is_constant(e: &Expr) -> bool {
    let mut constant = true;
    e.names(&mut |_| constant = false);
    constant
}
