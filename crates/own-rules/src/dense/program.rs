//! Expressions and conditions compiled for a box: evaluated for one position, or for a batch of members of
//! the innermost set at once, so that walking the tree costs little a member.
//!
//! [`interval`](super::interval) proves where nothing overflows and everything is defined; there the operations
//! need no checks. [`UNDEFINED`] stands for an undefined value; no expression of a box is that number.

#![expect(
    clippy::cast_possible_truncation,
    reason = "shifts that are used are below 64, and numbers that are divided as 32 bits have no more"
)]

use super::interval::{Bounds, of_expr};
use super::order::SEGMENT;
use grundy_rules::eval::{binary, unary};
use grundy_rules::members;
use grundy_rules::meter::Meter;
use grundy_rules::number::{gcd, power};
use grundy_rules::tree::{Cond, Expr, Function, MAX_NAMES, Names, Op, Relation, Set};

/// The number that stands for an undefined value.
pub const UNDEFINED: i64 = i64::MIN;

/// The number of members of a batch, at least as many as positions of a segment.
pub const LANES: usize = SEGMENT;

/// A value for each member.
pub type Lanes = [i64; LANES];

/// A byte for each member: 1 if a condition holds, 0 if it does not, [`OPEN`] if it is undefined.
pub type Holds = [u8; LANES];

const OPEN: u8 = 2;

/// An expression.
pub enum BoxCode {
    /// A number.
    Constant(i64),
    /// The value of a name.
    Name(usize),
    /// A name less a constant: read without a call, like the two above.
    Less(usize, i64),
    /// A name less a product of two names.
    LessProduct(usize, usize, usize),
    /// An expression free of the innermost name, evaluated once a batch.
    Fixed(Box<BoxCode>),
    /// The innermost name.
    Member(usize),
    /// A number with the other sign.
    Negate(Box<BoxCode>),
    /// A number with all bits turned.
    Complement(Box<BoxCode>),
    /// Two numbers joined, and whether both and the result are defined and fit everywhere.
    Binary(Op, Box<[BoxCode; 2]>, bool),
    /// A function of some numbers.
    Call(Function, Vec<BoxCode>),
    /// An expression walked as a tree: numbers of lists, folds.
    Walked(Expr),
}

/// A condition.
pub enum Test {
    /// One of two conditions, or both.
    Or(Box<[Test; 2]>),
    /// Both of two conditions.
    And(Box<[Test; 2]>),
    /// A condition that does not hold.
    Not(Box<Test>),
    /// Numbers, each compared with the next.
    Chain(BoxCode, Vec<(Relation, BoxCode)>),
    /// A number that belongs to a set.
    Belongs(BoxCode, Set),
    /// A condition that is evaluated as a tree.
    Walked(Cond),
}

/// The members of a batch, and the other names.
pub struct MemberBatch<'a> {
    /// The values of all names but the innermost.
    pub names: &'a Names,
    /// The innermost name.
    pub slot: u8,
    /// The members.
    pub members: &'a Lanes,
    /// The number of members.
    pub count: usize,
}

/// Compiles an expression over names within these bounds; for batches of members of a name, if one is given.
pub fn code(e: &Expr, bounds: &Bounds, member: Option<u8>) -> BoxCode {
    if member.is_some_and(|name| !e.uses(name)) {
        return match code(e, bounds, None) {
            constant @ BoxCode::Constant(_) => constant,
            other => BoxCode::Fixed(Box::new(other)),
        };
    }
    let inner = |e: &Expr| code(e, bounds, member);
    let total = |e: &Expr| of_expr(e, bounds).is_some_and(|e| !e.partial);
    if member.is_none()
        && let Some(simple) = simple(e)
        && total(e)
    {
        return simple;
    }
    match e {
        Expr::Number(n) => BoxCode::Constant(*n),
        Expr::Name(name) if member.is_some() => BoxCode::Member(usize::from(*name) % MAX_NAMES),
        Expr::Name(name) => BoxCode::Name(usize::from(*name) % MAX_NAMES),
        Expr::Negate(a) => BoxCode::Negate(Box::new(inner(a))),
        Expr::Complement(a) => BoxCode::Complement(Box::new(inner(a))),
        Expr::Binary(op, a, b) => BoxCode::Binary(*op, Box::new([inner(a), inner(b)]), total(e)),
        Expr::Call(function, arguments) => {
            BoxCode::Call(*function, arguments.iter().map(inner).collect())
        }
        Expr::Item(..) | Expr::Fold(..) | Expr::ItemOf(..) | Expr::Length(_) | Expr::List(_) => {
            BoxCode::Walked(e.clone())
        }
    }
}

/// Evaluates an expression as a tree. Nothing overflows in a box, and the size of the expression bounds the steps.
fn walked(e: &Expr, names: &Names) -> i64 {
    e.value(names, &mut Meter::new(u64::MAX))
        .unwrap_or(UNDEFINED)
}

/// Returns whether a number belongs to a set of a box; `None` if that is undefined.
fn belongs(set: &Set, n: i64, names: &Names) -> Option<bool> {
    members::contains(set, n, names, &mut Meter::new(u64::MAX)).ok()
}

/// Compiles a name less a constant or a product of two names.
fn simple(e: &Expr) -> Option<BoxCode> {
    let Expr::Binary(op, a, b) = e else {
        return None;
    };
    let place = |e: &Expr| {
        if let Expr::Name(name) = e {
            Some(usize::from(*name) % MAX_NAMES)
        } else {
            None
        }
    };
    let name = place(a)?;
    match (op, &**b) {
        (Op::Sub, Expr::Number(n)) => Some(BoxCode::Less(name, *n)),
        (Op::Add, Expr::Number(n)) => Some(BoxCode::Less(name, n.checked_neg()?)),
        (Op::Sub, Expr::Binary(Op::Mul, a, b)) => {
            Some(BoxCode::LessProduct(name, place(a)?, place(b)?))
        }
        _ => None,
    }
}

/// Compiles a condition over names within these bounds; for batches of members of a name, if one is given.
pub fn test(cond: &Cond, bounds: &Bounds, member: Option<u8>) -> Test {
    let both = |a, b| Box::new([test(a, bounds, member), test(b, bounds, member)]);
    let code = |e| code(e, bounds, member);
    match cond {
        Cond::Or(a, b) => Test::Or(both(a, b)),
        Cond::And(a, b) => Test::And(both(a, b)),
        Cond::Not(a) => Test::Not(Box::new(test(a, bounds, member))),
        Cond::Chain(first, links) => Test::Chain(
            code(first),
            links
                .iter()
                .map(|(relation, e)| (*relation, code(e)))
                .collect(),
        ),
        Cond::Member(e, set) => Test::Belongs(code(e), (**set).clone()),
        Cond::Same(..) => Test::Walked(cond.clone()),
    }
}

/// Joins two numbers if that is defined and fits.
#[inline]
fn unchecked(op: Op, a: i64, b: i64) -> i64 {
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => a.wrapping_shl(b as u32),
        Op::Shr => a >> b.clamp(0, 63),
        Op::Div | Op::Rem => checked(op, a, b),
    }
}

/// Joins two numbers if one may be undefined, or the result.
#[inline]
fn checked(op: Op, a: i64, b: i64) -> i64 {
    if a == UNDEFINED || b == UNDEFINED {
        return UNDEFINED;
    }
    match op {
        // Divisions of 32 bits take a third of the time.
        Op::Div if (a | b) >> 32 == 0 => (a as u32)
            .checked_div(b as u32)
            .map_or(UNDEFINED, i64::from),
        _ => binary(op, a, b).unwrap_or(UNDEFINED),
    }
}

/// Applies a function of two or more numbers to two of them.
#[inline]
fn joined(function: Function, a: i64, b: i64) -> i64 {
    if a == UNDEFINED || b == UNDEFINED {
        return UNDEFINED;
    }
    match function {
        Function::Min => a.min(b),
        Function::Max => a.max(b),
        Function::Gcd => gcd(a, b).unwrap_or(UNDEFINED),
        _ => power(a, b).unwrap_or(UNDEFINED),
    }
}

/// Applies a function of one number.
fn alone(function: Function, a: i64) -> i64 {
    if a == UNDEFINED {
        UNDEFINED
    } else {
        unary(function, a).unwrap_or(UNDEFINED)
    }
}

impl BoxCode {
    /// Returns the value for these names, or [`UNDEFINED`].
    #[inline(always)]
    pub fn at(&self, names: &Names) -> i64 {
        match self {
            BoxCode::Constant(n) => *n,
            BoxCode::Name(i) | BoxCode::Member(i) => names[*i % MAX_NAMES],
            BoxCode::Less(i, n) => names[*i % MAX_NAMES].wrapping_sub(*n),
            BoxCode::LessProduct(i, a, b) => names[*i % MAX_NAMES]
                .wrapping_sub(names[*a % MAX_NAMES].wrapping_mul(names[*b % MAX_NAMES])),
            _ => self.evaluate(names),
        }
    }

    /// Returns the value of an expression that takes a call.
    #[inline(never)]
    fn evaluate(&self, names: &Names) -> i64 {
        match self {
            BoxCode::Fixed(a) => a.at(names),
            BoxCode::Negate(a) => a.at(names).wrapping_neg(),
            BoxCode::Complement(a) => match a.at(names) {
                UNDEFINED => UNDEFINED,
                a => !a,
            },
            BoxCode::Binary(op, sides, total) => {
                let a = sides[0].at(names);
                let b = sides[1].at(names);
                if *total {
                    unchecked(*op, a, b)
                } else {
                    checked(*op, a, b)
                }
            }
            BoxCode::Call(function, arguments) => match &arguments[..] {
                [a] => alone(*function, a.at(names)),
                [a, b] => joined(*function, a.at(names), b.at(names)),
                [a, others @ ..] => others.iter().fold(a.at(names), |first, b| {
                    joined(*function, first, b.at(names))
                }),
                [] => UNDEFINED,
            },
            BoxCode::Walked(e) => walked(e, names),
            simple => simple.at(names),
        }
    }
}

impl Test {
    /// Returns whether it holds for these names; `None` if it is undefined.
    pub fn at(&self, names: &Names) -> Option<bool> {
        match self {
            Test::Or(sides) => Some(sides[0].at(names)? || sides[1].at(names)?),
            Test::And(sides) => Some(sides[0].at(names)? && sides[1].at(names)?),
            Test::Not(a) => Some(!a.at(names)?),
            Test::Chain(first, links) => {
                let defined = |n: i64| (n != UNDEFINED).then_some(n);
                let mut left = defined(first.at(names))?;
                for (relation, right) in links {
                    let right = defined(right.at(names))?;
                    if !relation.holds(left, right) {
                        return Some(false);
                    }
                    left = right;
                }
                Some(true)
            }
            Test::Belongs(e, set) => match e.at(names) {
                UNDEFINED => None,
                n => belongs(set, n, names),
            },
            Test::Walked(cond) => cond.holds(names, &mut Meter::new(u64::MAX)).ok(),
        }
    }
}

/// Joins each number of the left side with its counterpart, which may be one for all.
macro_rules! each_lane {
    ($left:expr, $right:expr, $f:expr) => {{
        let f = $f;
        match $right {
            Other::One(y) => {
                for x in $left.iter_mut() {
                    *x = f(*x, y);
                }
            }
            Other::Each(right) => {
                for (x, &y) in $left.iter_mut().zip(right) {
                    *x = f(*x, y);
                }
            }
        }
    }};
}

/// The right sides of an operation on a batch.
enum Other<'a> {
    /// One number for all.
    One(i64),
    /// A number for each member.
    Each(&'a Lanes),
}

impl MemberBatch<'_> {
    /// Returns members that follow each other.
    pub fn run(first: i64, count: usize) -> Lanes {
        let mut members = [0; LANES];
        for (member, n) in members[..count].iter_mut().zip(first..) {
            *member = n;
        }
        members
    }

    /// Returns the value of an expression for each member.
    pub fn value(&self, code: &BoxCode, out: &mut Lanes) {
        let n = self.count;
        match code {
            BoxCode::Member(_) => out[..n].copy_from_slice(&self.members[..n]),
            BoxCode::Negate(a) => {
                self.value(a, out);
                for a in &mut out[..n] {
                    *a = a.wrapping_neg();
                }
            }
            BoxCode::Complement(a) => {
                self.value(a, out);
                for a in &mut out[..n] {
                    *a = if *a == UNDEFINED { *a } else { !*a };
                }
            }
            BoxCode::Binary(op, sides, total) => {
                self.value(&sides[0], out);
                let mut lanes: Lanes = [0; LANES];
                let out = &mut out[..n];
                let right = self.other(&sides[1], &mut lanes);
                match (op, &right) {
                    // Quotients are rounded down.
                    (Op::Div, Other::One(y)) if *total && y.count_ones() == 1 && *y > 0 => {
                        let places = y.trailing_zeros();
                        for x in out {
                            *x >>= places;
                        }
                    }
                    _ if !*total => each_lane!(out, right, |x, y| checked(*op, x, y)),
                    (Op::Add, _) => each_lane!(out, right, |x: i64, y| x.wrapping_add(y)),
                    (Op::Sub, _) => each_lane!(out, right, |x: i64, y| x.wrapping_sub(y)),
                    (Op::Mul, _) => each_lane!(out, right, |x: i64, y| x.wrapping_mul(y)),
                    (Op::And, _) => each_lane!(out, right, |x, y| x & y),
                    _ => each_lane!(out, right, |x, y| unchecked(*op, x, y)),
                }
            }
            BoxCode::Call(function, arguments) => {
                self.value(&arguments[0], out);
                if arguments.len() == 1 {
                    for x in &mut out[..n] {
                        *x = alone(*function, *x);
                    }
                }
                let mut lanes: Lanes = [0; LANES];
                for argument in &arguments[1..] {
                    let right = self.other(argument, &mut lanes);
                    each_lane!(out[..n], right, |x, y| joined(*function, x, y));
                }
            }
            BoxCode::Walked(e) => {
                let mut names = *self.names;
                for (out, &member) in out[..n].iter_mut().zip(self.members) {
                    names[usize::from(self.slot)] = member;
                    *out = walked(e, &names);
                }
            }
            free => out[..n].fill(free.at(self.names)),
        }
    }

    /// Returns the right sides of an operation; `lanes` holds them if they are computed for each member.
    fn other<'l>(&'l self, code: &BoxCode, lanes: &'l mut Lanes) -> Other<'l> {
        match code {
            BoxCode::Constant(_) | BoxCode::Fixed(_) => Other::One(code.at(self.names)),
            BoxCode::Member(_) => Other::Each(self.members),
            _ => {
                self.value(code, lanes);
                Other::Each(lanes)
            }
        }
    }

    /// Returns whether a condition holds for each member.
    pub fn holds(&self, test: &Test, out: &mut Holds) {
        let n = self.count;
        let mut other: Holds = [0; LANES];
        match test {
            Test::Or(sides) => {
                self.holds(&sides[0], out);
                self.holds(&sides[1], &mut other);
                for (a, &b) in out[..n].iter_mut().zip(&other) {
                    *a = if *a == 0 { b } else { *a };
                }
            }
            Test::And(sides) => {
                self.holds(&sides[0], out);
                self.holds(&sides[1], &mut other);
                for (a, &b) in out[..n].iter_mut().zip(&other) {
                    *a = if *a == 1 { b } else { *a };
                }
            }
            Test::Not(a) => {
                self.holds(a, out);
                for a in &mut out[..n] {
                    *a = if *a == OPEN { OPEN } else { 1 - *a };
                }
            }
            Test::Chain(first, links) => {
                let mut some: Lanes = [0; LANES];
                let mut others: Lanes = [0; LANES];
                // Each link's right side is the next one's left: only the references change places.
                let mut left = &mut some;
                let mut right = &mut others;
                self.value(first, left);
                out[..n].fill(1);
                for (relation, e) in links {
                    self.value(e, right);
                    self.link(*relation, left, right, out);
                    std::mem::swap(&mut left, &mut right);
                }
            }
            Test::Belongs(e, set) => {
                let mut numbers: Lanes = [0; LANES];
                self.value(e, &mut numbers);
                let mut names = *self.names;
                for k in 0..n {
                    names[usize::from(self.slot)] = self.members[k];
                    out[k] = match numbers[k] {
                        UNDEFINED => OPEN,
                        number => belongs(set, number, &names).map_or(OPEN, u8::from),
                    };
                }
            }
            Test::Walked(_) => {
                let mut names = *self.names;
                for (out, &member) in out[..n].iter_mut().zip(self.members) {
                    names[usize::from(self.slot)] = member;
                    *out = test.at(&names).map_or(OPEN, u8::from);
                }
            }
        }
    }

    /// Notes for members whose chain holds so far whether the next link does.
    fn link(&self, relation: Relation, left: &Lanes, right: &Lanes, out: &mut Holds) {
        macro_rules! each {
            ($f:expr) => {
                for ((out, x), y) in out[..self.count].iter_mut().zip(left).zip(right) {
                    let open = (*x == UNDEFINED) | (*y == UNDEFINED);
                    let now = if open { OPEN } else { u8::from($f(x, y)) };
                    *out = if *out == 1 { now } else { *out };
                }
            };
        }
        match relation {
            Relation::Lt => each!(i64::lt),
            Relation::Le => each!(i64::le),
            Relation::Gt => each!(i64::gt),
            Relation::Ge => each!(i64::ge),
            Relation::Eq => each!(i64::eq),
            Relation::Ne => each!(i64::ne),
        }
    }
}
