//! The things that all ways to mark the options of a kind of moves share: a set of the kind, the limits that guards put
//! on its members, and the places of parts.

use super::interval::Bounds;
use super::program::{BoxCode, Test, UNDEFINED, code, test};
use super::table::{Table, TableCell};
use grundy_rules::tree::{Cond, Expr, MoveKind, Names, Op, Qualifier, Relation, Set};

/// Marks the options of one kind of move at the position that the names give.
pub type MoveRun<T> = Box<dyn FnMut(&mut Table<T>, &mut Names)>;

/// Marks the options of one kind of move at a position for the members of its range from one to another.
pub type MoveStrip<T> = Box<dyn FnMut(&mut Table<T>, &mut Names, i64, i64)>;

/// A set of a kind of moves: the level of its qualifier, its name, and the bounds of names outside of it and within.
pub struct KindSet<'a> {
    /// The kind of moves.
    pub kind: &'a MoveKind,
    /// The level of the qualifier.
    pub level: usize,
    /// The name that is bound.
    pub name: u8,
    /// The set.
    pub set: &'a Set,
    /// The bounds of names outside of the set.
    pub outer: &'a Bounds,
    /// The bounds of names within it.
    pub bounds: &'a Bounds,
}

/// Finds the place of a part whose other numbers are those of the position; `None` outside of the box.
#[inline]
pub fn moved<T: TableCell>(
    table: &Table<T>,
    names: &Names,
    numbers: &[(usize, BoxCode)],
) -> Option<i64> {
    numbers.iter().try_fold(table.at as i64, |at, (i, e)| {
        // An undefined number is negative as well.
        let n = Some(e.at(names)).filter(|n| (0..table.dims[*i]).contains(n))?;
        Some(at + (n - names[*i]) * table.strides[*i])
    })
}

/// The bounds that guards put on the innermost name.
#[derive(Default)]
pub struct Limits {
    /// The numbers that it must be at least.
    low: Vec<BoxCode>,
    /// The numbers that it must be at most.
    high: Vec<BoxCode>,
    /// The numbers that it must not be.
    excluded: Vec<BoxCode>,
    /// The guards that are free of the name.
    preconditions: Vec<Test>,
    /// Whether there are no guards.
    is_none: bool,
}

impl Limits {
    /// Compiles the limits that these guards put on the name, if they are no more than that.
    pub fn new(guards: &[Qualifier], name: u8, bounds: &Bounds) -> Option<Limits> {
        let mut limits = Limits {
            is_none: guards.is_empty(),
            ..Limits::default()
        };
        for guard in guards {
            let Qualifier::If(guard) = guard else {
                return None;
            };
            limits.add(guard, name, bounds)?;
        }
        (limits.excluded.len() <= 1).then_some(limits)
    }

    /// Adds a guard; returns `None` if it puts other limits on the name.
    fn add(&mut self, guard: &Cond, name: u8, bounds: &Bounds) -> Option<()> {
        if !guard.uses(name) {
            self.preconditions.push(test(guard, bounds, None));
            return Some(());
        }
        match guard {
            Cond::And(a, b) => {
                self.add(a, name, bounds)?;
                self.add(b, name, bounds)
            }
            Cond::Chain(first, links) => {
                let mut left = &**first;
                for (relation, right) in links {
                    self.add_link(left, *relation, right, name, bounds)?;
                    left = right;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Adds the limit that a relation with the name on one side puts on it; returns `None` if the name is on both.
    fn add_link(
        &mut self,
        a: &Expr,
        relation: Relation,
        b: &Expr,
        name: u8,
        bounds: &Bounds,
    ) -> Option<()> {
        let (relation, other) = match (a, b) {
            (Expr::Name(n), other) if *n == name => (relation, other),
            (other, Expr::Name(n)) if *n == name => (relation.turned(), other),
            _ => return None,
        };
        if other.uses(name) {
            return None;
        }
        let plus = |e: &Expr, by: i64| {
            Expr::Binary(Op::Add, Box::new(e.clone()), Box::new(Expr::Number(by)))
        };
        match relation {
            Relation::Lt => self.high.push(code(&plus(other, -1), bounds, None)),
            Relation::Le => self.high.push(code(other, bounds, None)),
            Relation::Gt => self.low.push(code(&plus(other, 1), bounds, None)),
            Relation::Ge => self.low.push(code(other, bounds, None)),
            Relation::Eq => {
                self.low.push(code(other, bounds, None));
                self.high.push(code(other, bounds, None));
            }
            Relation::Ne => self.excluded.push(code(other, bounds, None)),
        }
        Some(())
    }

    /// Returns the members that are allowed; `None` if there are no options.
    #[inline(always)]
    pub fn at(&self, names: &Names) -> Option<Allowed> {
        let mut allowed = Allowed {
            low: i64::MIN + 1,
            high: i64::MAX - 1,
            excluded: None,
        };
        if self.is_none {
            return Some(allowed);
        }
        let defined = |e: &BoxCode| Some(e.at(names)).filter(|&n| n != UNDEFINED);
        for low in &self.low {
            allowed.low = allowed.low.max(defined(low)?);
        }
        for high in &self.high {
            allowed.high = allowed.high.min(defined(high)?);
        }
        for excluded in &self.excluded {
            allowed.excluded = Some(defined(excluded)?);
        }
        let holds = self
            .preconditions
            .iter()
            .all(|cond| cond.at(names) == Some(true));
        holds.then_some(allowed)
    }
}

/// The members of a range that guards allow.
pub struct Allowed {
    /// The least of them.
    pub low: i64,
    /// The greatest of them.
    pub high: i64,
    /// One between them that is not allowed.
    pub excluded: Option<i64>,
}
