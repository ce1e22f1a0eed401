//! Any kind of move: the innermost name takes its members a batch at a time, and every expression
//! is evaluated for the whole batch at once, so that walking the tree costs little a member.

use super::super::eval::{binary, unary};
use super::super::members;
use super::super::tree::{Cond, Expr, Function, Item, Kind, Names, Op, Qualifier, Relation, Set};
use super::board::{Board, Run};
use super::closure::{Number, UNDEFINED, number};
use super::each::{Shared, members_of};
use super::interval::{Bounds, Members, of_expr, of_set};

/// Members of a batch.
const LANES: usize = 128;

/// A value for each member.
type Lanes = [i64; LANES];

/// Whether something holds for each member: 1 or 0, or [`OPEN`] where it is undefined.
type Holds = [u8; LANES];

const OPEN: u8 = 2;

/// An expression over a batch.
enum Node {
    /// The same for all members.
    Same(Number),
    /// The member itself.
    Member,
    /// All bits turned over, or the sign.
    Negate(Box<Node>),
    Complement(Box<Node>),
    /// Two joined; whether both are always defined, and so is what they give.
    Binary(Op, Box<Node>, Box<Node>, bool),
    Call(Function, Vec<Node>),
}

/// A condition over a batch.
enum Test {
    Or(Box<Test>, Box<Test>),
    And(Box<Test>, Box<Test>),
    Not(Box<Test>),
    /// Both sides always defined.
    Compare(Relation, Node, Node),
    Chain(Node, Vec<(Relation, Node)>),
    Belongs(Node, Set),
}

/// The members at hand, and the other names.
struct Batch<'a> {
    names: &'a Names,
    slot: u8,
    members: &'a Lanes,
    count: usize,
}

fn node(e: &Expr, slot: u8, bounds: &Bounds) -> Node {
    if !e.uses(slot) {
        return Node::Same(number(e, bounds));
    }
    let inner = |e| Box::new(node(e, slot, bounds));
    let total = |e| of_expr(e, bounds).is_some_and(|e| !e.partial);
    match e {
        Expr::Number(_) | Expr::Name(_) => Node::Member,
        Expr::Negate(a) => Node::Negate(inner(a)),
        Expr::Complement(a) => Node::Complement(inner(a)),
        Expr::Binary(op, a, b) => Node::Binary(*op, inner(a), inner(b), total(a) && total(b) && total(e)),
        Expr::Call(function, arguments) => {
            Node::Call(*function, arguments.iter().map(|a| node(a, slot, bounds)).collect())
        }
    }
}

fn test(cond: &Cond, slot: u8, bounds: &Bounds) -> Test {
    let inner = |cond| Box::new(test(cond, slot, bounds));
    let total = |e| of_expr(e, bounds).is_some_and(|e| !e.partial);
    match cond {
        Cond::Or(a, b) => Test::Or(inner(a), inner(b)),
        Cond::And(a, b) => Test::And(inner(a), inner(b)),
        Cond::Not(a) => Test::Not(inner(a)),
        Cond::Chain(first, links) => match &links[..] {
            [(relation, last)] if total(first) && total(last) => {
                Test::Compare(*relation, node(first, slot, bounds), node(last, slot, bounds))
            }
            _ => Test::Chain(
                node(first, slot, bounds),
                links.iter().map(|(relation, e)| (*relation, node(e, slot, bounds))).collect(),
            ),
        },
        Cond::Member(e, set) => Test::Belongs(node(e, slot, bounds), (**set).clone()),
    }
}

/// The run over the members of the set at this level, which is the innermost `for`.
pub fn run<B: Board>(
    kind: &Kind,
    level: usize,
    slot: u8,
    set: &Set,
    outer: &Bounds,
    shared: &mut Shared,
) -> Run<B> {
    let each = members_of(set, outer, shared);
    let mut bounds = *outer;
    if let Some(Members::Between(between)) = of_set(set, outer) {
        bounds[usize::from(slot)] = between;
    }
    let mut guards = Vec::new();
    for qualifier in &kind.qualifiers[level + 1..] {
        if let Qualifier::If(cond) = qualifier {
            guards.push(test(cond, slot, &bounds));
        }
    }
    let parts: Vec<Vec<Node>> =
        kind.parts.iter().map(|part| part.iter().map(|e| node(e, slot, &bounds)).collect()).collect();
    if let Set::Items(items) = set
        && let [Item::Range(low, high, None)] = &items[..]
    {
        let (low, high) = (number(low, outer), number(high, outer));
        return Box::new(move |table, names| {
            let names: &Names = names;
            let (mut next, high) = (low.at(names), high.at(names));
            if next == UNDEFINED || high == UNDEFINED {
                return;
            }
            let mut batch = [0; LANES];
            while next <= high && !table.is_over() {
                let count = (high - next + 1).min(LANES as i64) as usize;
                batch[..count].iter_mut().zip(next..).for_each(|(member, n)| *member = n);
                mark(table, &parts, &guards, &Batch { names, slot, members: &batch, count });
                next += count as i64;
            }
        });
    }
    Box::new(move |table, names| {
        let names: &Names = names;
        let mut batch = [0; LANES];
        let mut count = 0;
        each(names, &mut |n| {
            batch[count] = n;
            count += 1;
            if count == LANES {
                mark(table, &parts, &guards, &Batch { names, slot, members: &batch, count });
                count = 0;
            }
            count > 0 || !table.is_over()
        });
        if count > 0 {
            mark(table, &parts, &guards, &Batch { names, slot, members: &batch, count });
        }
    })
}

/// Marks the options of a batch.
fn mark<B: Board>(table: &mut B, parts: &[Vec<Node>], guards: &[Test], batch: &Batch<'_>) {
    let count = batch.count;
    table.spend(count as u64 * 4 + 8);
    let mut alive: Holds = [1; LANES];
    let mut holds: Holds = [0; LANES];
    for guard in guards {
        batch.holds(guard, &mut holds);
        for (alive, holds) in alive[..count].iter_mut().zip(&holds[..count]) {
            *alive &= u8::from(*holds == 1);
        }
    }
    let mut numbers: Lanes = [0; LANES];
    if let [part] = parts
        && let [e] = &part[..]
    {
        // One number, which is its place.
        batch.value(e, &mut numbers);
        table.mark_batch(&numbers[..count], &alive[..count]);
        return;
    }
    let mut places: smallvec::SmallVec<[Lanes; 2]> = smallvec::smallvec![[0; LANES]; parts.len()];
    for (part, places) in parts.iter().zip(&mut places) {
        for (i, e) in part.iter().enumerate() {
            let (dim, stride) = (table.dims()[i], table.strides()[i]);
            if let Node::Same(e) = e {
                let n = e.at(batch.names);
                if n < 0 || n >= dim {
                    return;
                }
                places[..count].iter_mut().for_each(|place| *place += n * stride);
                continue;
            }
            batch.value(e, &mut numbers);
            for ((place, alive), &n) in
                places[..count].iter_mut().zip(&mut alive[..count]).zip(&numbers[..count])
            {
                let inside = (n as u64) < dim as u64;
                *alive &= u8::from(inside);
                *place += if inside { n * stride } else { 0 };
            }
        }
    }
    if let [places] = &places[..] {
        table.mark_batch(&places[..count], &alive[..count]);
        return;
    }
    let mut sum = smallvec::SmallVec::<[usize; 8]>::new();
    for k in (0..count).filter(|&k| alive[k] == 1) {
        sum.clear();
        sum.extend(places.iter().map(|places| places[k] as usize));
        table.mark_sum_at(&sum);
    }
}

impl Batch<'_> {
    /// The value of an expression for each member.
    fn value(&self, node: &Node, out: &mut Lanes) {
        let n = self.count;
        match node {
            Node::Same(e) => out[..n].fill(e.at(self.names)),
            Node::Member => out[..n].copy_from_slice(&self.members[..n]),
            Node::Negate(a) => {
                self.value(a, out);
                out[..n].iter_mut().for_each(|a| *a = a.wrapping_neg());
            }
            Node::Complement(a) => {
                self.value(a, out);
                out[..n].iter_mut().for_each(|a| *a = if *a == UNDEFINED { *a } else { !*a });
            }
            Node::Binary(op, a, b, total) => self.binary(*op, a, b, *total, out),
            Node::Call(function, arguments) => self.call(*function, arguments, out),
        }
    }

    fn binary(&self, op: Op, a: &Node, b: &Node, total: bool, out: &mut Lanes) {
        let n = self.count;
        let mut lanes: Lanes;
        let mut other: &[i64] = &[];
        let (left, right): (Option<i64>, Option<i64>) = match (a, b) {
            (_, Node::Same(b)) => {
                self.value(a, out);
                (None, Some(b.at(self.names)))
            }
            (Node::Same(a), _) => {
                self.value(b, out);
                (Some(a.at(self.names)), None)
            }
            _ => {
                self.value(a, out);
                lanes = [0; LANES];
                self.value(b, &mut lanes);
                other = &lanes;
                (None, None)
            }
        };
        let out = &mut out[..n];
        macro_rules! lanes {
            ($f:expr) => {{
                let f = $f;
                match (left, right) {
                    (None, Some(y)) => out.iter_mut().for_each(|x| *x = f(*x, y)),
                    (Some(x), _) => out.iter_mut().for_each(|y| *y = f(x, *y)),
                    (None, None) => out.iter_mut().zip(other).for_each(|(x, &y)| *x = f(*x, y)),
                }
            }};
        }
        let careful = |x: i64, y: i64| {
            if x == UNDEFINED || y == UNDEFINED { UNDEFINED } else { binary(op, x, y).unwrap_or(UNDEFINED) }
        };
        match op {
            _ if !total => lanes!(careful),
            Op::Add => lanes!(|x: i64, y: i64| x.wrapping_add(y)),
            Op::Sub => lanes!(|x: i64, y: i64| x.wrapping_sub(y)),
            Op::Mul => lanes!(|x: i64, y: i64| x.wrapping_mul(y)),
            Op::And => lanes!(|x: i64, y: i64| x & y),
            Op::Or => lanes!(|x: i64, y: i64| x | y),
            Op::Xor => lanes!(|x: i64, y: i64| x ^ y),
            Op::Shl => lanes!(|x: i64, y: i64| x.wrapping_shl(y as u32)),
            Op::Shr => lanes!(|x: i64, y: i64| x.wrapping_shr(y as u32)),
            Op::Div | Op::Rem => lanes!(careful),
        }
    }

    fn call(&self, function: Function, arguments: &[Node], out: &mut Lanes) {
        let n = self.count;
        self.value(&arguments[0], out);
        if arguments.len() == 1 {
            for x in &mut out[..n] {
                *x = if *x == UNDEFINED { *x } else { unary(function, *x).unwrap_or(UNDEFINED) };
            }
            return;
        }
        let mut other: Lanes = [0; LANES];
        for argument in &arguments[1..] {
            self.value(argument, &mut other);
            for (x, &y) in out[..n].iter_mut().zip(&other[..n]) {
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
    }

    fn compare(&self, relation: Relation, a: &Node, b: &Node, out: &mut Holds) {
        let n = self.count;
        let mut left: Lanes = [0; LANES];
        self.value(a, &mut left);
        let mut lanes: Lanes;
        let mut right: &[i64] = &[];
        let same = match b {
            Node::Same(b) => Some(b.at(self.names)),
            _ => {
                lanes = [0; LANES];
                self.value(b, &mut lanes);
                right = &lanes;
                None
            }
        };
        macro_rules! lanes {
            ($f:expr) => {{
                let f = $f;
                match same {
                    Some(y) => out[..n].iter_mut().zip(&left).for_each(|(out, x)| *out = u8::from(f(x, &y))),
                    None => {
                        out[..n]
                            .iter_mut()
                            .zip(left.iter().zip(right))
                            .for_each(|(out, (x, y))| *out = u8::from(f(x, y)));
                    }
                }
            }};
        }
        match relation {
            Relation::Lt => lanes!(i64::lt),
            Relation::Le => lanes!(i64::le),
            Relation::Gt => lanes!(i64::gt),
            Relation::Ge => lanes!(i64::ge),
            Relation::Eq => lanes!(i64::eq),
            Relation::Ne => lanes!(i64::ne),
        }
    }

    /// Whether a condition holds for each member.
    fn holds(&self, test: &Test, out: &mut Holds) {
        let n = self.count;
        let mut other: Holds = [0; LANES];
        match test {
            Test::Compare(relation, a, b) => self.compare(*relation, a, b, out),
            Test::Or(a, b) => {
                self.holds(a, out);
                self.holds(b, &mut other);
                out[..n].iter_mut().zip(&other).for_each(|(a, &b)| *a = if *a == 0 { b } else { *a });
            }
            Test::And(a, b) => {
                self.holds(a, out);
                self.holds(b, &mut other);
                out[..n].iter_mut().zip(&other).for_each(|(a, &b)| *a = if *a == 1 { b } else { *a });
            }
            Test::Not(a) => {
                self.holds(a, out);
                out[..n].iter_mut().for_each(|a| *a = if *a == OPEN { OPEN } else { 1 - *a });
            }
            Test::Chain(first, links) => {
                let mut left: Lanes = [0; LANES];
                let mut right: Lanes = [0; LANES];
                self.value(first, &mut left);
                out[..n].fill(1);
                for (relation, e) in links {
                    self.value(e, &mut right);
                    for ((out, &x), &y) in out[..n].iter_mut().zip(&left).zip(&right) {
                        if *out == 1 {
                            let defined = x != UNDEFINED && y != UNDEFINED;
                            *out = if defined { u8::from(relation.holds(x, y)) } else { OPEN };
                        }
                    }
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
                        number => members::contains(set, number, &names).map_or(OPEN, u8::from),
                    };
                }
            }
        }
    }
}
