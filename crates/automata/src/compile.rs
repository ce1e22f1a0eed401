//! From the syntax tree of a rule to statements about numbers.
//!
//! Every expression becomes a few branches, each a sum with factors under some statements: `min(a,b)` is a if
//! a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2. Numbers on tracks are at least 0: one that
//! may be below 0 is a track x, or in another branch −1 − x. The branches of an expression exclude each other
//! and leave nothing out, so conditions are negated by negating their relations.

use std::rc::Rc;

use grundy_rules::tree::{Cond, Expr, Function, Item, Kind, Op, Qualifier, Relation, Set, SetName};

use crate::atoms;
use crate::automaton::{Automaton, Track, digit};
use crate::form::{All, Atom, Form};
use crate::system::System;
use crate::work::{Refusal, Work};

/// The most branches of anything.
const MAX_BRANCHES: usize = 1 << 10;

/// Alternatives, each of statements that all hold.
pub(crate) type Any = Vec<All>;

/// The values of the names, as far as they are bound.
pub(crate) type Names = Vec<Form>;

/// One branch of a kind of move.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// The number of its kind.
    pub(crate) kind: usize,
    /// The values of the names bound by `for`, in the order of the rule.
    pub(crate) bound: Vec<Form>,
    /// The position it leads to.
    pub(crate) target: Vec<Form>,
    pub(crate) atoms: All,
}

/// Hands out tracks.
pub(crate) struct Compiler<'w> {
    pub(crate) system: System,
    pub(crate) work: &'w Work,
    pub(crate) next: Track,
}

type Branches = Vec<(Form, All)>;

fn both(a: &All, b: &All) -> All {
    [&a[..], b].concat()
}

fn and(a: &Any, b: &Any) -> Result<Any, Refusal> {
    if a.len() * b.len() > MAX_BRANCHES {
        return Refusal::outside("the conditions have very many cases");
    }
    Ok(a.iter().flat_map(|a| b.iter().map(move |b| both(a, b))).collect())
}

fn is_structured(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(Function::Min | Function::Max, _) | Expr::Binary(Op::Div | Op::Shr, ..))
}

impl Compiler<'_> {
    pub(crate) fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    /// The branches of a number.
    fn term(&mut self, expr: &Expr, names: &Names) -> Result<Branches, Refusal> {
        let map = |branches: Branches,
                   change: &dyn Fn(&Form) -> Result<Form, Refusal>|
         -> Result<Branches, Refusal> {
            branches.into_iter().map(|(form, atoms)| Ok((change(&form)?, atoms))).collect()
        };
        match expr {
            Expr::Number(n) => Ok(vec![(Form::default().plus(&Form::number(*n), 1)?, vec![])]),
            Expr::Name(name) => Ok(vec![(names[usize::from(*name)].clone(), vec![])]),
            Expr::Negate(a) => map(self.term(a, names)?, &|form| form.times(-1)),
            Expr::Complement(a) => map(self.term(a, names)?, &Form::complement),
            Expr::Binary(op, a, b) => self.binary(*op, a, b, names),
            Expr::Call(function, arguments) => self.call(*function, arguments, names),
            Expr::Item(..) => Refusal::outside("a list of numbers is read by no finite automaton"),
            Expr::Fold(fold, _) => Refusal::outside(format!(
                "`{}` of many numbers is computed by no finite automaton",
                fold.text()
            )),
        }
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr, names: &Names) -> Result<Branches, Refusal> {
        let (left, right) = (self.term(a, names)?, self.term(b, names)?);
        if left.len() * right.len() > MAX_BRANCHES {
            return Refusal::outside("a number has very many cases");
        }
        let mut branches = Vec::new();
        for (a, of_a) in &left {
            for (b, of_b) in &right {
                for (form, atoms) in self.of_forms(op, a, b)? {
                    branches.push((form, [&of_a[..], of_b, &atoms].concat()));
                }
            }
        }
        Ok(branches)
    }

    fn of_forms(&mut self, op: Op, a: &Form, b: &Form) -> Result<Branches, Refusal> {
        let one = |form: Form| Ok(vec![(form, vec![])]);
        let shift = |by: Option<i64>| match by {
            Some(by @ 0..=40) => Ok(1 << by),
            _ => Refusal::outside(format!(
                "`{}` by what is no constant: proofs for large numbers need constants",
                op.text()
            )),
        };
        match op {
            Op::Add => one(a.plus(b, 1)?),
            Op::Sub => one(a.minus(b)?),
            Op::Mul => match (a.as_number(), b.as_number()) {
                (Some(factor), _) => one(b.times(factor)?),
                (_, Some(factor)) => one(a.times(factor)?),
                _ => Refusal::outside(
                    "two numbers that vary are multiplied: no finite automaton reads products",
                ),
            },
            Op::Shl => one(a.times(shift(b.as_number())?)?),
            Op::Shr => self.quotient(a, shift(b.as_number())?),
            Op::Div | Op::Rem => match b.as_number() {
                Some(m) if m > 0 && op == Op::Div => self.quotient(a, m),
                Some(m) if m > 0 => {
                    let rest = Form::track(self.fresh());
                    let atoms = vec![
                        Atom::Within(rest.clone(), Some(0), Some(m - 1)),
                        Atom::Divides(m, a.minus(&rest)?),
                    ];
                    Ok(vec![(rest, atoms)])
                }
                _ => Refusal::outside(format!(
                    "`{}` by what is no constant: proofs for large numbers need constants there",
                    op.text()
                )),
            },
            Op::And | Op::Or | Op::Xor => self.bitwise(op, a, b),
        }
    }

    /// A form as a track, and whether it is −1 − x of the track instead.
    fn tracked(&mut self, form: &Form) -> Result<Vec<(Track, bool, All)>, Refusal> {
        if let Some(track) = form.as_track() {
            return Ok(vec![(track, false, vec![])]);
        }
        let mut branches = Vec::new();
        for negative in if form.is_never_negative() { &[false][..] } else { &[false, true] } {
            let track = self.fresh();
            let value = if *negative { form.complement()? } else { form.clone() };
            branches.push((track, *negative, vec![Atom::equal(value.minus(&Form::track(track))?)]));
        }
        Ok(branches)
    }

    fn quotient(&mut self, form: &Form, m: i64) -> Result<Branches, Refusal> {
        let mut branches = Vec::new();
        for negative in if form.is_never_negative() { &[false][..] } else { &[false, true] } {
            let track = Form::track(self.fresh());
            let quotient = if *negative { track.complement()? } else { track };
            let rest = form.plus(&quotient, -m)?;
            branches.push((quotient, vec![Atom::Within(rest, Some(0), Some(m - 1))]));
        }
        Ok(branches)
    }

    fn bitwise(&mut self, op: Op, a: &Form, b: &Form) -> Result<Branches, Refusal> {
        let apply = |a: bool, b: bool| match op {
            Op::And => a & b,
            Op::Or => a | b,
            _ => a ^ b,
        };
        if self.system.as_base() != Some(2) {
            return Refusal::outside("bits are read in base 2");
        }
        let mut branches = Vec::new();
        let rights = self.tracked(b)?;
        for (x, of_x, left) in self.tracked(a)? {
            for (y, of_y, right) in &rights {
                let (z, of_z) = (self.fresh(), apply(of_x, *of_y));
                let mut tracks = vec![x, *y, z];
                tracks.sort_unstable();
                tracks.dedup();
                let place =
                    |track: Track| tracks.iter().position(|&other| other == track).unwrap_or_default();
                let (at_x, at_y, at_z) = (place(x), place(*y), place(z));
                let bit = |letter: usize, at: usize, negative: bool| (digit(letter, 2, at) == 1) != negative;
                let automaton = atoms::digitwise(self.system, tracks.clone(), self.work, |letter| {
                    bit(letter, at_z, of_z) == apply(bit(letter, at_x, of_x), bit(letter, at_y, *of_y))
                })?;
                let value = if of_z { Form::track(z).complement()? } else { Form::track(z) };
                branches.push((value, [&left[..], right, &[Atom::Reads(Rc::new(automaton))]].concat()));
            }
        }
        Ok(branches)
    }

    fn call(&mut self, function: Function, arguments: &[Expr], names: &Names) -> Result<Branches, Refusal> {
        let mut branches = self.term(&arguments[0], names)?;
        match function {
            Function::Min | Function::Max => {
                let sign = if function == Function::Min { 1 } else { -1 };
                for argument in &arguments[1..] {
                    let mut chosen = Vec::new();
                    let others = self.term(argument, names)?;
                    for (a, of_a) in &branches {
                        for (b, of_b) in &others {
                            let more = b.minus(a)?.times(sign)?;
                            let atoms = both(of_a, of_b);
                            chosen.push((a.clone(), both(&atoms, &vec![Atom::at_least(more.clone(), 0)])));
                            chosen.push((b.clone(), both(&atoms, &vec![Atom::Within(more, None, Some(-1))])));
                        }
                    }
                    if chosen.len() > MAX_BRANCHES {
                        return Refusal::outside("a number has very many cases");
                    }
                    branches = chosen;
                }
                Ok(branches)
            }
            Function::Abs => self.unsigned(branches),
            Function::Lowbit if self.system.as_base() == Some(2) => {
                let mut found = Vec::new();
                for (form, atoms) in branches {
                    // Of a number below 0 it is not defined.
                    if !form.is_never_negative() {
                        return Refusal::outside("the lowest one is taken of a number that may be below 0");
                    }
                    let (x, z) = (self.fresh(), self.fresh());
                    let automaton = atoms::lowest_one(x, z, self.work)?;
                    let more =
                        vec![Atom::equal(form.minus(&Form::track(x))?), Atom::Reads(Rc::new(automaton))];
                    found.push((Form::track(z), both(&atoms, &more)));
                }
                Ok(found)
            }
            Function::Lowbit => Refusal::outside("bits are read in base 2"),
            _ => Refusal::outside(format!("`{}` is computed by no finite automaton", function.text())),
        }
    }

    /// Without their signs.
    fn unsigned(&mut self, branches: Branches) -> Result<Branches, Refusal> {
        let mut found = Vec::new();
        for (form, atoms) in branches {
            if form.is_never_negative() {
                found.push((form, atoms));
                continue;
            }
            found.push((form.clone(), both(&atoms, &vec![Atom::at_least(form.clone(), 0)])));
            found.push((form.times(-1)?, both(&atoms, &vec![Atom::Within(form, None, Some(-1))])));
        }
        Ok(found)
    }

    /// The alternatives under which a condition holds, or does not.
    pub(crate) fn cond(&mut self, cond: &Cond, holds: bool, names: &Names) -> Result<Any, Refusal> {
        match cond {
            Cond::Not(inner) => self.cond(inner, !holds, names),
            Cond::And(a, b) | Cond::Or(a, b) => {
                let (a, b) = (self.cond(a, holds, names)?, self.cond(b, holds, names)?);
                if matches!(cond, Cond::And(..)) == holds { and(&a, &b) } else { Ok([a, b].concat()) }
            }
            Cond::Chain(first, links) => {
                let mut found = if holds { vec![vec![]] } else { vec![] };
                let mut left: &Expr = first;
                for (relation, right) in links {
                    let relation = if holds { *relation } else { relation.negated() };
                    let link = if is_structured(left) && !is_structured(right) {
                        self.relate(right, relation.turned(), left, names)?
                    } else {
                        self.relate(left, relation, right, names)?
                    };
                    found = if holds { and(&found, &link)? } else { [found, link].concat() };
                    left = right;
                }
                Ok(found)
            }
            Cond::Member(expr, set) => {
                let mut found = vec![];
                for (form, atoms) in self.term(expr, names)? {
                    found.extend(and(&vec![atoms], &self.member(&form, set, holds, names)?)?);
                }
                Ok(found)
            }
        }
    }

    fn relate(
        &mut self,
        left: &Expr,
        relation: Relation,
        right: &Expr,
        names: &Names,
    ) -> Result<Any, Refusal> {
        let mut found = vec![];
        for (form, atoms) in self.term(left, names)? {
            found.extend(and(&vec![atoms], &self.compare(&form, relation, right, names)?)?);
        }
        Ok(found)
    }

    /// A form compared with an expression: at most the least of some is at most each of them, and
    /// k ≤ n/3 is 3k ≤ n.
    fn compare(
        &mut self,
        form: &Form,
        relation: Relation,
        right: &Expr,
        names: &Names,
    ) -> Result<Any, Refusal> {
        use Relation::{Eq, Ge, Gt, Le, Lt, Ne};
        match (relation, right) {
            (Lt, _) => self.compare(&form.plus(&Form::number(1), 1)?, Le, right, names),
            (Gt, _) => self.compare(&form.plus(&Form::number(-1), 1)?, Ge, right, names),
            (Le | Ge, Expr::Call(function @ (Function::Min | Function::Max), arguments)) => {
                let all = (*function == Function::Min) == (relation == Le);
                let mut found = if all { vec![vec![]] } else { vec![] };
                for argument in arguments {
                    let one = self.compare(form, relation, argument, names)?;
                    found = if all { and(&found, &one)? } else { [found, one].concat() };
                }
                Ok(found)
            }
            (Le | Ge, Expr::Binary(Op::Div, a, by)) if matches!(**by, Expr::Number(1..)) => {
                let Expr::Number(m) = **by else { return Ok(vec![]) };
                let rounded = if relation == Ge { m - 1 } else { 0 };
                self.compare(&form.times(m)?.plus(&Form::number(rounded), 1)?, relation, a, names)
            }
            _ => {
                let bounds: &[Bounds] = match relation {
                    Le | Lt => &[(None, Some(0))],
                    Ge | Gt => &[(Some(0), None)],
                    Eq => &[(Some(0), Some(0))],
                    Ne => &[(None, Some(-1)), (Some(1), None)],
                };
                let mut found = vec![];
                for (other, atoms) in self.term(right, names)? {
                    for &(lo, hi) in bounds {
                        found.push(both(&atoms, &vec![Atom::Within(form.minus(&other)?, lo, hi)]));
                    }
                }
                Ok(found)
            }
        }
    }

    /// Whether a form belongs to a set.
    fn member(&mut self, form: &Form, set: &Set, holds: bool, names: &Names) -> Result<Any, Refusal> {
        match set {
            Set::Items(items) => {
                let mut found = if holds { vec![] } else { vec![vec![]] };
                for item in items {
                    let one = self.within(form, item, holds, names)?;
                    found = if holds { [found, one].concat() } else { and(&found, &one)? };
                }
                Ok(found)
            }
            Set::Named(set, arguments) => {
                let of_places = match (set, &arguments[..]) {
                    (SetName::Powers, [Expr::Number(base), _]) => {
                        self.system.as_base().is_some_and(|b| i64::from(b) == *base)
                    }
                    (SetName::Fibonacci, _) => self.system == System::ZECKENDORF,
                    _ => return Refusal::outside(format!("`{}` is no automatic set", set.text())),
                };
                if !of_places || !holds {
                    return Refusal::outside(format!(
                        "`{}` is no automatic set in {}",
                        set.text(),
                        self.system
                    ));
                }
                let bound = &arguments[arguments.len() - 1];
                let track = self.fresh();
                let places = atoms::places(self.system, track, self.work)?;
                let is_place =
                    vec![Atom::equal(form.minus(&Form::track(track))?), Atom::Reads(Rc::new(places))];
                and(&vec![is_place], &self.compare(form, Relation::Le, bound, names)?)
            }
        }
    }

    fn within(&mut self, form: &Form, item: &Item, holds: bool, names: &Names) -> Result<Any, Refusal> {
        let (low, high, step) = match item {
            Item::One(expr) => {
                let relation = if holds { Relation::Eq } else { Relation::Ne };
                return self.compare(form, relation, expr, names);
            }
            Item::Range(low, high, step) => (low, high, step),
        };
        let step = match step {
            None => 1,
            Some(Expr::Number(step @ 1..)) => *step,
            Some(_) => return Refusal::outside("a step is no constant of at least 1"),
        };
        let relations = if holds { [Relation::Ge, Relation::Le] } else { [Relation::Lt, Relation::Gt] };
        let from = self.compare(form, relations[0], low, names)?;
        let to = self.compare(form, relations[1], high, names)?;
        let mut steps = vec![];
        for (low, atoms) in if step > 1 { self.term(low, names)? } else { vec![] } {
            let mut behind = form.minus(&low)?;
            let mut atoms = atoms;
            if !holds {
                let rest = Form::track(self.fresh());
                behind = behind.minus(&rest)?;
                atoms.push(Atom::Within(rest, Some(1), Some(step - 1)));
            }
            atoms.push(Atom::Divides(step, behind));
            steps.push(atoms);
        }
        match (holds, step) {
            (true, 1) => and(&from, &to),
            (true, _) => and(&and(&from, &to)?, &steps),
            (false, _) => Ok([from, to, steps].concat()),
        }
    }

    /// The branches of a kind of move.
    pub(crate) fn moves(
        &mut self,
        number: usize,
        kind: &Kind,
        position: &[Form],
    ) -> Result<Vec<Move>, Refusal> {
        let [part] = &kind.parts[..] else {
            return Refusal::outside("a move leaves several positions");
        };
        let mut branches = vec![(position.to_vec(), All::new())];
        for qualifier in &kind.qualifiers {
            let mut more = Vec::new();
            for (names, atoms) in &branches {
                match qualifier {
                    Qualifier::If(cond) => {
                        let found = self.cond(cond, true, names)?;
                        more.extend(found.iter().map(|found| (names.clone(), both(atoms, found))));
                    }
                    Qualifier::For(_, set) => {
                        for (value, found) in self.bound(set, names)? {
                            let names = names.iter().cloned().chain([value]).collect();
                            more.push((names, both(atoms, &found)));
                        }
                    }
                }
            }
            if more.len() > MAX_BRANCHES {
                return Refusal::outside("the moves have very many cases");
            }
            branches = more;
        }
        let mut moves = Vec::new();
        for (names, atoms) in &branches {
            let mut targets = vec![(vec![], atoms.clone())];
            for expr in part {
                let mut more = Vec::new();
                for (form, found) in self.term(expr, names)? {
                    for (target, atoms) in &targets {
                        more.push(([&target[..], std::slice::from_ref(&form)].concat(), both(atoms, &found)));
                    }
                }
                targets = more;
            }
            let bound = names[position.len()..].to_vec();
            moves.extend(targets.into_iter().map(|(target, atoms)| Move {
                kind: number,
                bound: bound.clone(),
                target,
                atoms,
            }));
        }
        Ok(moves)
    }

    /// The values that a name takes.
    fn bound(&mut self, set: &Set, names: &Names) -> Result<Branches, Refusal> {
        let pieces: Vec<Set> = match set {
            Set::Items(items) => items.iter().map(|item| Set::Items(vec![item.clone()])).collect(),
            named => vec![named.clone()],
        };
        let mut found = Vec::new();
        for piece in pieces {
            let may_be_negative = match &piece {
                Set::Items(items) => match &items[..] {
                    [Item::One(expr)] => {
                        found.extend(self.term(expr, names)?);
                        continue;
                    }
                    [Item::Range(low, ..)] => !is_never_negative(low, names),
                    _ => true,
                },
                Set::Named(..) => false,
            };
            for negative in if may_be_negative { &[false, true][..] } else { &[false] } {
                let track = Form::track(self.fresh());
                let value = if *negative { track.complement()? } else { track };
                for atoms in self.member(&value, &piece, true, names)? {
                    found.push((value.clone(), atoms));
                }
            }
        }
        Ok(found)
    }
}

type Bounds = (Option<i64>, Option<i64>);

/// Whether an expression is at least 0 for all numbers, as far as that is seen at a glance.
fn is_never_negative(expr: &Expr, names: &Names) -> bool {
    let of = |expr: &Expr| is_never_negative(expr, names);
    match expr {
        Expr::Number(n) => *n >= 0,
        Expr::Name(name) => names[usize::from(*name)].is_never_negative(),
        Expr::Negate(_) | Expr::Complement(_) | Expr::Binary(Op::Sub | Op::Xor | Op::Shl | Op::Shr, ..) => {
            false
        }
        Expr::Binary(Op::Rem, _, by) => matches!(**by, Expr::Number(1..)),
        Expr::Binary(_, a, b) => of(a) && of(b),
        Expr::Call(Function::Max, arguments) => arguments.iter().any(of),
        Expr::Call(Function::Min, arguments) => arguments.iter().all(of),
        Expr::Call(function, _) => *function == Function::Abs,
        Expr::Item(list, _) => list.iter().all(|&n| n >= 0),
        Expr::Fold(..) => false,
    }
}

/// Reads the tracks of a position as others.
pub(crate) fn at(automaton: &Automaton, tracks: &[Track]) -> Atom {
    Atom::Reads(Rc::new(automaton.renamed(|track| tracks[usize::from(track)])))
}
