//! Any kind of move: the innermost name takes its members a batch at a time, and every expression
//! is evaluated for the whole batch at once, so that walking the tree costs little a member.

use super::super::eval::{binary, unary};
use super::super::members;
use super::super::tree::{Cond, Expr, Function, Kind, Names, Op, Qualifier, Set};
use super::closure::UNDEFINED;
use super::interval::Bounds;
use super::runs::{Run, Shared, members_of};
use super::table::{Cell, Table};

/// Members of a batch.
const LANES: usize = 128;

/// A value for each member.
type Lanes = [i64; LANES];

/// Whether something holds for each member: 1 or 0, or [`OPEN`] where it is undefined.
type Holds = [u8; LANES];

const OPEN: u8 = 2;

/// The members at hand, and the other names.
struct Batch<'a> {
    names: &'a Names,
    slot: u8,
    members: &'a Lanes,
    count: usize,
}

/// The run over the members of the set at this level, which is the innermost `for`.
pub fn run<T: Cell>(kind: &Kind, level: usize, name: u8, set: &Set, outer: &Bounds, shared: &mut Shared) -> Run<T> {
    let each = members_of(set, outer, shared);
    let parts = kind.parts.clone();
    let guards: Vec<Cond> = kind.qualifiers[level + 1..]
        .iter()
        .filter_map(|q| if let Qualifier::If(cond) = q { Some(cond.clone()) } else { None })
        .collect();
    Box::new(move |table, names| {
        let names: &Names = names;
        let mut batch = [0; LANES];
        let mut count = 0;
        let mut flush = |members: &Lanes, count: usize| {
            mark(table, &parts, &guards, &Batch { names, slot: name, members, count });
        };
        each(names, &mut |n| {
            batch[count] = n;
            count += 1;
            if count == LANES {
                flush(&batch, count);
                count = 0;
            }
        });
        if count > 0 {
            flush(&batch, count);
        }
    })
}

/// Marks the options of a batch.
fn mark<T: Cell>(table: &mut Table<T>, parts: &[Vec<Expr>], guards: &[Cond], batch: &Batch<'_>) {
    let count = batch.count;
    table.work += count as u64 * 8 + 8;
    let mut alive: Holds = [1; LANES];
    for guard in guards {
        let holds = batch.holds(guard);
        for (alive, holds) in alive[..count].iter_mut().zip(&holds[..count]) {
            *alive &= u8::from(*holds == 1);
        }
    }
    if alive[..count].iter().all(|&alive| alive == 0) {
        return;
    }
    let mut sums = [0usize; LANES];
    let mut unknown = [false; LANES];
    for part in parts {
        let mut places = [0i64; LANES];
        for (i, e) in part.iter().enumerate() {
            let numbers = batch.value(e);
            let (dim, stride) = (table.dims[i], table.strides[i]);
            for k in 0..count {
                let n = numbers[k];
                let inside = n >= 0 && n < dim;
                alive[k] &= u8::from(inside);
                places[k] += if inside { n * stride } else { 0 };
            }
        }
        for k in 0..count {
            let cell = table.cells[places[k] as usize];
            alive[k] &= u8::from(cell != T::ILLEGAL);
            unknown[k] |= cell == T::UNKNOWN;
            sums[k] ^= cell.place();
        }
    }
    for k in 0..count {
        if alive[k] == 1 {
            table.mark(if unknown[k] { T::UNKNOWN } else { T::of(sums[k]) });
        }
    }
}

impl Batch<'_> {
    fn value(&self, e: &Expr) -> Lanes {
        let n = self.count;
        match e {
            Expr::Name(name) if *name == self.slot => *self.members,
            _ if !e.uses(self.slot) => [e.value(self.names).unwrap_or(UNDEFINED); LANES],
            Expr::Negate(a) => {
                let mut a = self.value(a);
                a[..n].iter_mut().for_each(|a| *a = a.wrapping_neg());
                a
            }
            Expr::Complement(a) => {
                let mut a = self.value(a);
                a[..n].iter_mut().for_each(|a| *a = if *a == UNDEFINED { *a } else { !*a });
                a
            }
            Expr::Binary(op, a, b) => {
                let mut a = self.value(a);
                let b = self.value(b);
                let each = a[..n].iter_mut().zip(&b[..n]);
                let defined = |x: i64, y: i64| x != UNDEFINED && y != UNDEFINED;
                macro_rules! lanes {
                    ($f:expr) => {
                        each.for_each(|(x, &y)| {
                            let f: fn(i64, i64) -> i64 = $f;
                            *x = if defined(*x, y) { f(*x, y) } else { UNDEFINED };
                        })
                    };
                }
                match op {
                    Op::Add => lanes!(|x, y| x.wrapping_add(y)),
                    Op::Sub => lanes!(|x, y| x.wrapping_sub(y)),
                    Op::Mul => lanes!(|x, y| x.wrapping_mul(y)),
                    Op::And => lanes!(|x, y| x & y),
                    Op::Or => lanes!(|x, y| x | y),
                    Op::Xor => lanes!(|x, y| x ^ y),
                    Op::Div | Op::Rem | Op::Shl | Op::Shr => each.for_each(|(x, &y)| {
                        *x = if defined(*x, y) { binary(*op, *x, y).unwrap_or(UNDEFINED) } else { UNDEFINED };
                    }),
                }
                a
            }
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Number(number) => [*number; LANES],
            Expr::Name(name) => [self.names[usize::from(*name)]; LANES],
        }
    }

    fn call(&self, function: Function, arguments: &[Expr]) -> Lanes {
        let n = self.count;
        let mut result = self.value(&arguments[0]);
        if arguments.len() == 1 {
            for x in &mut result[..n] {
                *x = if *x == UNDEFINED { *x } else { unary(function, *x).unwrap_or(UNDEFINED) };
            }
            return result;
        }
        for argument in &arguments[1..] {
            let other = self.value(argument);
            for (x, &y) in result[..n].iter_mut().zip(&other[..n]) {
                *x = if *x == UNDEFINED || y == UNDEFINED {
                    UNDEFINED
                } else {
                    match function {
                        Function::Min => (*x).min(y),
                        Function::Max => (*x).max(y),
                        Function::Gcd => super::super::number::gcd(*x, y).unwrap_or(UNDEFINED),
                        _ => super::super::number::power(*x, y).unwrap_or(UNDEFINED),
                    }
                };
            }
        }
        result
    }

    fn holds(&self, cond: &Cond) -> Holds {
        let n = self.count;
        let mut result = [0; LANES];
        match cond {
            Cond::Or(a, b) => {
                let (a, b) = (self.holds(a), self.holds(b));
                for k in 0..n {
                    result[k] = if a[k] == 0 { b[k] } else { a[k] };
                }
            }
            Cond::And(a, b) => {
                let (a, b) = (self.holds(a), self.holds(b));
                for k in 0..n {
                    result[k] = if a[k] == 1 { b[k] } else { a[k] };
                }
            }
            Cond::Not(a) => {
                let a = self.holds(a);
                for k in 0..n {
                    result[k] = if a[k] == OPEN { OPEN } else { 1 - a[k] };
                }
            }
            Cond::Chain(first, links) => {
                let mut left = self.value(first);
                result[..n].fill(1);
                for (i, (relation, right)) in links.iter().enumerate() {
                    let right = self.value(right);
                    for k in 0..n {
                        if result[k] == 1 {
                            let defined = right[k] != UNDEFINED && (i > 0 || left[k] != UNDEFINED);
                            result[k] = if defined { u8::from(relation.holds(left[k], right[k])) } else { OPEN };
                        }
                    }
                    left = right;
                }
            }
            Cond::Member(e, set) => {
                let numbers = self.value(e);
                let mut names = *self.names;
                for k in 0..n {
                    names[usize::from(self.slot)] = self.members[k];
                    result[k] = match numbers[k] {
                        UNDEFINED => OPEN,
                        number => members::contains(set, number, &names).map_or(OPEN, u8::from),
                    };
                }
            }
        }
        result
    }
}
