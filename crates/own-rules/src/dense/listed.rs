//! Lists: one number of the position moves by a function of the members of a set, which is tabulated; the others
//! stand still meanwhile. Sets and guards after it that depend on its members alone are tabulated with it:
//!
//! ```text
//!   [s] -> [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1
//!
//!   i         0   1     2       3                the options of s = 1010: s ^ 11,
//!   steps         11    101 110 1001 1010 1100   and s ^ each step of the row of 3
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "members from the first to the last are places of a list"
)]

use std::ops::{Range, RangeInclusive};

use super::interval::{Bounds, of_expr};
use super::kinds::{Allowed, KindSet, Limits, MoveRun, moved};
use super::program::{BoxCode, UNDEFINED, code};
use super::sets::{BoxSets, Members, divisors_of, ones};
use super::table::{PlaceLine, Table, TableCell};
use crate::choice::Way;
use grundy_rules::meter::Meter;
use grundy_rules::shape::straight::{changed, free, only};
use grundy_rules::shape::terms::Parted;
use grundy_rules::tree::{Expr, MAX_NAMES, MoveKind, Names, Qualifier, Rule};

/// The length of the longest range that is tabulated.
const MAX_RANGE_MEMBERS: i64 = 1 << 16;

/// The most work that goes into a table of several sets.
const LISTED_TABLE_WORK: u64 = 1 << 24;

/// Compiles the run over a list, if the kind has this shape. Without limits on the members of the set, the qualifiers
/// after it must hold no names but its own and theirs.
pub fn run<T: TableCell>(
    of: &KindSet<'_>,
    limits: Option<Limits>,
    shared: &mut BoxSets,
) -> Option<MoveRun<T>> {
    let &KindSet {
        kind,
        level,
        name,
        set,
        outer,
        bounds,
    } = of;
    let after = if limits.is_some() {
        &[]
    } else {
        &kind.qualifiers[level + 1..]
    };
    let mut has_other_names = false;
    for qualifier in after {
        qualifier.exprs(&mut |e| has_other_names |= !only(e, name));
    }
    if has_other_names {
        return None;
    }
    let (moving, parted) = find_moving(kind, name, bounds)?;
    let Parted {
        rest, is_xor, step, ..
    } = parted;
    let members = Members::of(set, outer, shared);
    let interval = bounds[usize::from(name)].low..=bounds[usize::from(name)].high;
    let steps = steps_of_members(&members, interval.clone(), &step, name, after)?;
    let first = match &members {
        Members::Range(..) => *interval.start(),
        _ => 0,
    };
    let others = changed(&kind.parts[0]).filter(|(i, _)| *i != moving);
    let still = others.map(|(i, e)| (i, code(e, bounds, None))).collect();
    let rest = rest.map(|rest| code(&rest, bounds, None));
    let limits = limits.unwrap_or_default();
    let list = Listed {
        moving,
        is_xor,
        is_negative: matches!(step, Expr::Negate(_)),
        rest,
        still,
        members,
        first,
        steps,
        limits,
    };
    shared.went(Way::Lists);
    Some(Box::new(move |table, names| list.mark(table, names)))
}

/// Tabulates the steps of the members of a set, whose name takes the numbers of an interval. Returns `None` if they do
/// not fit a table.
fn steps_of_members(
    members: &Members,
    interval: RangeInclusive<i64>,
    step: &Expr,
    name: u8,
    after: &[Qualifier],
) -> Option<Steps> {
    match members {
        Members::Range(..) => {
            let (&low, &high) = (interval.start(), interval.end());
            if high.checked_sub(low)? > MAX_RANGE_MEMBERS {
                return None;
            }
            Steps::of(step, name, &mut (low..=high), after)
        }
        Members::Bits(_) => Steps::of(step, name, &mut (0..=*interval.end()), after),
        Members::List(list, _) => Steps::of(step, name, &mut list.iter().copied(), after),
        Members::Divisors(..) => {
            // The table has no rows for divisors: they must be the steps themselves, or be subtracted.
            let own = match step {
                Expr::Negate(own) => own,
                step => step,
            };
            let are_steps = *own == Expr::Name(name) && after.is_empty();
            are_steps.then(Steps::default)
        }
        Members::Visited(_) => None,
    }
}

/// Finds which number moves, and how.
fn find_moving(kind: &MoveKind, name: u8, bounds: &Bounds) -> Option<(usize, Parted)> {
    let [part] = &kind.parts[..] else { return None };
    let mut moving = part.iter().enumerate().filter(|(_, e)| !free(e, name));
    let (i, e) = moving.next()?;
    if moving.next().is_some() {
        return None;
    }
    let parted = Parted::of(e, name)?;
    // Sums may overflow if their terms are joined in another order.
    let fits = |e: &Expr| of_expr(e, bounds).is_some_and(|e| !e.partial);
    let is_same = !parted.is_joined_anew || parted.rest.as_ref().is_none_or(fits);
    is_same.then_some((i, parted))
}

/// The steps that each member allows.
#[derive(Default)]
struct Steps {
    /// The place after the last step of each member.
    ends: Vec<u32>,
    /// The steps of all members, one member after the other.
    steps: Vec<i64>,
}

impl Steps {
    /// Tabulates an expression for each member of a name, and for the names of the qualifiers after it. Returns `None` if
    /// one does not fit, or there are too many.
    fn of(
        step: &Expr,
        name: u8,
        members: &mut dyn Iterator<Item = i64>,
        after: &[Qualifier],
    ) -> Option<Steps> {
        let kind = MoveKind {
            parts: vec![vec![step.clone()]],
            wide: Vec::new(),
            qualifiers: after.to_vec(),
        };
        let rule = Rule {
            kinds: vec![kind],
            ..Rule::default()
        };
        // Without further sets a member has one step at most, and the table is as small as the set.
        let most_work = if after.is_empty() {
            u64::MAX
        } else {
            LISTED_TABLE_WORK
        };
        let mut meter = Meter::new(most_work);
        let mut names = [0; MAX_NAMES];
        let mut found = Steps {
            ends: vec![0],
            steps: Vec::new(),
        };
        for member in members {
            names[usize::from(name)] = member;
            rule.yielded(&mut names, &mut meter, &mut |step, _| {
                found.steps.push(step[0]);
                Ok(())
            })
            .ok()?;
            found.ends.push(u32::try_from(found.steps.len()).ok()?);
        }
        Some(found)
    }

    /// Returns the steps of a range of members.
    #[inline]
    fn of_members(&self, members: Range<usize>) -> &[i64] {
        &self.steps[self.ends[members.start] as usize..self.ends[members.end] as usize]
    }
}

/// A kind of move one number of which moves by tabulated steps, compiled for a box.
struct Listed {
    /// The index of the number that moves.
    moving: usize,
    /// Whether steps are joined to the number at rest by xor, instead of added.
    is_xor: bool,
    /// Whether steps that are divisors are subtracted. Other steps are tabulated with their signs.
    is_negative: bool,
    /// The number to which steps are joined; without one a step is the new number itself.
    rest: Option<BoxCode>,
    /// The other numbers that differ from those of the position, by their indices.
    still: Vec<(usize, BoxCode)>,
    /// The members of the set.
    members: Members,
    /// The member of a range to which the first row of steps belongs; 0 for other sets.
    first: i64,
    /// The steps that each member allows.
    steps: Steps,
    /// The limits that guards put on the members.
    limits: Limits,
}

impl Listed {
    /// Marks the options of the position that the names give.
    fn mark<T: TableCell>(&self, table: &mut Table<T>, names: &Names) {
        let Some(place) = moved(table, names, &self.still) else {
            return;
        };
        let rest = self.rest.as_ref().map_or(0, |rest| rest.at(names));
        if rest == UNDEFINED {
            return;
        }
        let Some(allowed) = self.limits.at(names) else {
            return;
        };
        let line = RestLine {
            places: PlaceLine {
                base: place - names[self.moving] * table.strides[self.moving],
                stride: table.strides[self.moving],
                dim: table.dims[self.moving],
            },
            rest,
        };
        match &self.members {
            Members::Range(from, to) => {
                let from = from.at(names);
                if from != UNDEFINED {
                    self.mark_range(table, line, from, to.at(names), &allowed);
                }
            }
            Members::List(list, up_to) => {
                // An undefined bound is less than any member.
                let up_to = up_to.as_ref().map_or(i64::MAX, |up_to| up_to.at(names));
                self.mark_list(table, line, list, up_to, &allowed);
            }
            Members::Bits(n) => self.mark_bits(table, line, n.at(names), &allowed),
            Members::Divisors(n, divisors) => {
                let divisors = divisors_of(divisors, n.at(names));
                self.mark_divisors(table, line, divisors, &allowed);
            }
            Members::Visited(_) => {}
        }
    }

    /// Marks the options of the members of a range that are allowed.
    fn mark_range<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        from: i64,
        to: i64,
        allowed: &Allowed,
    ) {
        let first = from.max(allowed.low);
        let last = to.min(allowed.high);
        if first > last {
            return;
        }
        let place = |n: i64| (n - self.first) as usize;
        let excluded = allowed.excluded.filter(|n| (first..=last).contains(n));
        let members = place(first)..place(last) + 1;
        self.mark_all_but(table, line, members, excluded.map(place));
    }

    /// Marks the options of the members of a list, up to one of them, that are allowed.
    fn mark_list<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        list: &[i64],
        up_to: i64,
        allowed: &Allowed,
    ) {
        let low = allowed.low;
        let high = allowed.high.min(up_to);
        let from = match list.first() {
            Some(&k) if low > k => list.partition_point(|&k| k < low),
            _ => 0,
        };
        let to = match list.last() {
            Some(&k) if k > high => list.partition_point(|&k| k <= high),
            _ => list.len(),
        };
        if from >= to {
            return;
        }
        let place = |n: i64| list[from..to].binary_search(&n).ok().map(|at| from + at);
        self.mark_all_but(table, line, from..to, allowed.excluded.and_then(place));
    }

    /// Marks the options of the places of ones of a number that are allowed.
    fn mark_bits<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        n: i64,
        allowed: &Allowed,
    ) {
        table.work += 1;
        for k in ones(n) {
            if allowed.low <= k && k <= allowed.high && allowed.excluded != Some(k) {
                self.mark_members(table, line, k as usize..k as usize + 1);
            }
        }
    }

    /// Marks the options of the divisors of a number that are allowed.
    fn mark_divisors<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        divisors: &[u32],
        allowed: &Allowed,
    ) {
        table.work += divisors.len() as u64 + 1;
        let all = divisors.iter().map(|&d| i64::from(d));
        let within = all
            .skip_while(|&d| d < allowed.low)
            .take_while(|&d| d <= allowed.high);
        let kept = within.filter(|&d| allowed.excluded != Some(d));
        let steps = kept.map(|d| if self.is_negative { -d } else { d });
        self.mark_each(table, line, steps);
    }

    /// Marks the options of members, which are given by their places, but for one.
    #[inline]
    fn mark_all_but<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        members: Range<usize>,
        excluded: Option<usize>,
    ) {
        match excluded {
            Some(at) => {
                self.mark_members(table, line, members.start..at);
                self.mark_members(table, line, at + 1..members.end);
            }
            None => self.mark_members(table, line, members),
        }
    }

    /// Marks the options of members, which are given by their places.
    #[inline]
    fn mark_members<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        members: Range<usize>,
    ) {
        let steps = self.steps.of_members(members);
        table.work += steps.len() as u64 + 1;
        self.mark_each(table, line, steps.iter().copied());
    }

    /// Marks the options that these steps lead to.
    #[inline]
    fn mark_each<T: TableCell>(
        &self,
        table: &mut Table<T>,
        line: RestLine,
        steps: impl Iterator<Item = i64>,
    ) {
        let RestLine { places, rest } = line;
        if self.is_xor {
            table.mark_line(places, steps.map(|step| rest ^ step));
        } else {
            table.mark_line(places, steps.map(|step| rest + step));
        }
    }
}

/// The places of the options of a position, by the number that moves.
#[derive(Clone, Copy)]
struct RestLine {
    /// The places of the positions that differ in the number that moves.
    places: PlaceLine,
    /// The number at rest, to which steps are joined.
    rest: i64,
}
