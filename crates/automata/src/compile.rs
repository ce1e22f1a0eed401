//! From the syntax tree of a rule to statements about numbers.
//!
//! Every expression becomes a few cases, each a sum with factors under some statements: `min(a,b)` is a if
//! a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2. Numbers on tracks are at least 0: one that
//! may be below 0 is a track x, or in another case −1 − x. The cases of an expression exclude each other
//! and leave nothing out, so conditions are negated by negating their relations.

use std::rc::Rc;

use grundy_rules::tree::{Cond, Expr, Function, Item, Kind, Op, Qualifier, Relation, Set, SetName};

use crate::atoms;
use crate::automaton::{Automaton, Track, digit};
use crate::form::{All, Atom, Form};
use crate::system::System;
use crate::work::{Refusal, Work};

/// The most cases of anything.
const MAX_CASES: usize = 1 << 10;

/// Something that differs from case to case, with the statements of each case.
pub(crate) type Cases<T> = Vec<(T, All)>;

/// The values of the names, as far as they are bound.
pub(crate) type Names = Vec<Form>;

/// One case of a kind of move.
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

/// Refuses more cases than the most.
fn few(cases: usize) -> Result<(), Refusal> {
    if cases <= MAX_CASES { Ok(()) } else { Refusal::outside("a number or a condition has very many cases") }
}

/// One case of each, together.
fn product<A, B, C>(a: &Cases<A>, b: &Cases<B>, with: impl Fn(&A, &B) -> C) -> Result<Cases<C>, Refusal> {
    few(a.len().saturating_mul(b.len()))?;
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    Ok(pairs.map(|((a, of_a), (b, of_b))| (with(a, b), [&of_a[..], of_b].concat())).collect())
}

/// All conditions together, or any of them.
fn joined(
    all: bool,
    conds: impl IntoIterator<Item = Result<Cases<()>, Refusal>>,
) -> Result<Cases<()>, Refusal> {
    let mut cases = if all { vec![((), vec![])] } else { vec![] };
    for cond in conds {
        cases = if all { product(&cases, &cond?, |(), ()| ())? } else { [cases, cond?].concat() };
    }
    few(cases.len())?;
    Ok(cases)
}

/// A list with one more.
fn then<T: Clone>(list: &[T], next: &T) -> Vec<T> {
    [list, std::slice::from_ref(next)].concat()
}

fn is_structured(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(Function::Min | Function::Max, _) | Expr::Binary(Op::Div | Op::Shr, ..))
}

impl Compiler<'_> {
    fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    /// A new number: a track, or where numbers may be below 0 in another case −1 − x of one.
    fn signed(&mut self, natural: bool) -> Vec<(Form, Track, bool)> {
        let mut number = |negative| {
            let track = self.fresh();
            (Form::signed(track, negative), track, negative)
        };
        [false, true].into_iter().take(2 - usize::from(natural)).map(&mut number).collect()
    }

    /// A form as a number of its own.
    fn tracked(&mut self, form: &Form) -> Result<Cases<(Track, bool)>, Refusal> {
        if let Some(track) = form.as_track() {
            return Ok(vec![((track, false), vec![])]);
        }
        let numbers = self.signed(form.is_never_negative()).into_iter();
        let equal = |(value, track, negative): (Form, Track, bool)| {
            Ok(((track, negative), vec![Atom::equal(form.minus(&value)?)]))
        };
        numbers.map(equal).collect()
    }

    /// The cases of a number.
    fn term(&mut self, expr: &Expr, names: &[Form]) -> Result<Cases<Form>, Refusal> {
        let parts = match expr {
            Expr::Number(n) => return Ok(vec![(Form::default().plus(&Form::number(*n), 1)?, vec![])]),
            Expr::Name(name) => return Ok(vec![(names[usize::from(*name)].clone(), vec![])]),
            Expr::Negate(a) | Expr::Complement(a) => std::slice::from_ref(&**a).iter().collect(),
            Expr::Binary(_, a, b) => vec![&**a, b],
            Expr::Call(_, arguments) => arguments.iter().collect::<Vec<_>>(),
            Expr::Item(..) => return Refusal::outside("a list of numbers is read by no finite automaton"),
            Expr::Fold(fold, _) => {
                return Refusal::outside(format!(
                    "`{}` of many numbers is computed by no finite automaton",
                    fold.text()
                ));
            }
        };
        let mut cases = Vec::new();
        for (forms, atoms) in self.each(parts, names)? {
            let found = match expr {
                Expr::Negate(_) => vec![(forms[0].times(-1)?, vec![])],
                Expr::Binary(op, ..) => self.operation(*op, &forms[0], &forms[1])?,
                Expr::Call(function, _) => self.call(*function, &forms)?,
                _ => vec![(forms[0].complement()?, vec![])],
            };
            cases.extend(found.into_iter().map(|(form, more)| (form, [&atoms[..], &more].concat())));
            few(cases.len())?;
        }
        Ok(cases)
    }

    /// The cases of several numbers together.
    fn each<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        names: &[Form],
    ) -> Result<Cases<Vec<Form>>, Refusal> {
        let mut cases = vec![(vec![], vec![])];
        for expr in exprs {
            cases = product(&cases, &self.term(expr, names)?, |forms: &Vec<Form>, form| then(forms, form))?;
        }
        Ok(cases)
    }

    fn operation(&mut self, op: Op, a: &Form, b: &Form) -> Result<Cases<Form>, Refusal> {
        let one = |form: Result<Form, Refusal>| Ok(vec![(form?, vec![])]);
        match (op, a.as_number(), b.as_number()) {
            (Op::Add, ..) => one(a.plus(b, 1)),
            (Op::Sub, ..) => one(a.minus(b)),
            (Op::Mul, _, Some(factor)) => one(a.times(factor)),
            (Op::Mul, Some(factor), _) => one(b.times(factor)),
            (Op::Mul, ..) => {
                Refusal::outside("two numbers that vary are multiplied: no finite automaton reads products")
            }
            (Op::Shl, _, Some(by @ 0..=40)) => one(a.times(1 << by)),
            (Op::Shr, _, Some(by @ 0..=40)) => self.operation(Op::Div, a, &Form::number(1 << by)),
            (Op::Div, _, Some(m @ 1..)) => {
                let quotients = self.signed(a.is_never_negative()).into_iter();
                let rest = |(quotient, ..): (Form, Track, bool)| {
                    let rest = Atom::Within(a.plus(&quotient, -m)?, Some(0), Some(m - 1));
                    Ok((quotient, vec![rest]))
                };
                quotients.map(rest).collect()
            }
            (Op::Rem, _, Some(m @ 1..)) => {
                let rest = Form::track(self.fresh());
                let within = Atom::Within(rest.clone(), Some(0), Some(m - 1));
                Ok(vec![(rest.clone(), vec![within, Atom::Divides(m, a.minus(&rest)?)])])
            }
            (Op::Shl | Op::Shr | Op::Div | Op::Rem, ..) => Refusal::outside(format!(
                "`{}` by what is no constant: proofs for large numbers need constants there",
                op.text()
            )),
            (Op::And | Op::Or | Op::Xor, ..) => self.bitwise(op, a, b),
        }
    }

    fn bitwise(&mut self, op: Op, a: &Form, b: &Form) -> Result<Cases<Form>, Refusal> {
        let apply = |a: bool, b: bool| match op {
            Op::And => a & b,
            Op::Or => a | b,
            _ => a ^ b,
        };
        if self.system.as_base() != Some(2) {
            return Refusal::outside("bits are read in base 2");
        }
        let mut cases = Vec::new();
        for ((x, y), mut atoms) in product(&self.tracked(a)?, &self.tracked(b)?, |&x, &y| (x, y))? {
            let z = (self.fresh(), apply(x.1, y.1));
            let mut tracks = vec![x.0, y.0, z.0];
            tracks.sort_unstable();
            tracks.dedup();
            let bit = |letter: usize, (track, negative): (Track, bool)| {
                let place = tracks.iter().position(|&other| other == track).unwrap_or_default();
                (digit(letter, 2, place) == 1) != negative
            };
            let automaton = atoms::digitwise(self.system, tracks.clone(), self.work, |letter| {
                bit(letter, z) == apply(bit(letter, x), bit(letter, y))
            })?;
            atoms.push(Atom::Reads(Rc::new(automaton)));
            cases.push((Form::signed(z.0, z.1), atoms));
        }
        Ok(cases)
    }

    fn call(&mut self, function: Function, forms: &[Form]) -> Result<Cases<Form>, Refusal> {
        let first = &forms[0];
        let mut cases = vec![(first.clone(), vec![])];
        match function {
            Function::Min | Function::Max => {
                let sign = if function == Function::Min { 1 } else { -1 };
                for b in &forms[1..] {
                    let mut chosen = Vec::new();
                    for (a, atoms) in cases {
                        let more = b.minus(&a)?.times(sign)?;
                        chosen.push((a, then(&atoms, &Atom::at_least(more.clone(), 0))));
                        chosen.push((b.clone(), then(&atoms, &Atom::at_most(more, -1))));
                    }
                    few(chosen.len())?;
                    cases = chosen;
                }
                Ok(cases)
            }
            Function::Abs if first.is_never_negative() => Ok(cases),
            Function::Abs => Ok(vec![
                (first.clone(), vec![Atom::at_least(first.clone(), 0)]),
                (first.times(-1)?, vec![Atom::at_most(first.clone(), -1)]),
            ]),
            Function::Lowbit if self.system.as_base() != Some(2) => {
                Refusal::outside("bits are read in base 2")
            }
            // Of a number below 0 it is not defined.
            Function::Lowbit if !first.is_never_negative() => {
                Refusal::outside("the lowest one is taken of a number that may be below 0")
            }
            Function::Lowbit => {
                let (x, z) = (self.fresh(), self.fresh());
                let lowest = Atom::Reads(Rc::new(atoms::lowest_one(x, z, self.work)?));
                Ok(vec![(Form::track(z), vec![Atom::equal(first.minus(&Form::track(x))?), lowest])])
            }
            _ => Refusal::outside(format!("`{}` is computed by no finite automaton", function.text())),
        }
    }

    /// The cases in which a condition holds, or does not.
    pub(crate) fn cond(&mut self, cond: &Cond, holds: bool, names: &[Form]) -> Result<Cases<()>, Refusal> {
        match cond {
            Cond::Not(inner) => self.cond(inner, !holds, names),
            Cond::And(a, b) | Cond::Or(a, b) => {
                let all = matches!(cond, Cond::And(..)) == holds;
                joined(all, [a, b].map(|cond| self.cond(cond, holds, names)))
            }
            Cond::Chain(first, links) => {
                let lefts = std::iter::once(&**first).chain(links.iter().map(|(_, right)| right));
                let links = lefts.zip(links).map(|(left, (relation, right))| {
                    let relation = if holds { *relation } else { relation.negated() };
                    let (left, relation, right) = match is_structured(left) && !is_structured(right) {
                        true => (right, relation.turned(), left),
                        false => (left, relation, right),
                    };
                    self.of_each(left, names, |this, form| this.compare(form, relation, right, names))
                });
                joined(holds, links)
            }
            Cond::Member(expr, set) => {
                self.of_each(expr, names, |this, form| this.member(form, set, holds, names))
            }
        }
    }

    /// The formula of a number in each of its cases.
    fn of_each(
        &mut self,
        expr: &Expr,
        names: &[Form],
        mut cond: impl FnMut(&mut Self, &Form) -> Result<Cases<()>, Refusal>,
    ) -> Result<Cases<()>, Refusal> {
        let terms = self.term(expr, names)?;
        let of_case =
            |(form, atoms): (Form, All)| product(&vec![((), atoms)], &cond(self, &form)?, |(), ()| ());
        joined(false, terms.into_iter().map(of_case))
    }

    /// A form compared with an expression: at most the least of some is at most each of them, and
    /// k ≤ n/3 is 3k ≤ n.
    fn compare(
        &mut self,
        form: &Form,
        relation: Relation,
        right: &Expr,
        names: &[Form],
    ) -> Result<Cases<()>, Refusal> {
        use Relation::{Eq, Ge, Gt, Le, Lt, Ne};
        let bounds: &[Bounds] = match (relation, right) {
            (Lt, _) => return self.compare(&form.plus(&Form::number(1), 1)?, Le, right, names),
            (Gt, _) => return self.compare(&form.plus(&Form::number(-1), 1)?, Ge, right, names),
            (Le | Ge, Expr::Call(function @ (Function::Min | Function::Max), arguments)) => {
                let all = (*function == Function::Min) == (relation == Le);
                return joined(all, arguments.iter().map(|one| self.compare(form, relation, one, names)));
            }
            (Le | Ge, Expr::Binary(Op::Div, a, by)) if let Expr::Number(m @ 1..) = **by => {
                let rounded = if relation == Ge { m - 1 } else { 0 };
                let form = form.times(m)?.plus(&Form::number(rounded), 1)?;
                return self.compare(&form, relation, a, names);
            }
            (Le, _) => &[(None, Some(0))],
            (Ge, _) => &[(Some(0), None)],
            (Eq, _) => &[(Some(0), Some(0))],
            (Ne, _) => &[(None, Some(-1)), (Some(1), None)],
        };
        let mut cases = vec![];
        for (other, atoms) in self.term(right, names)? {
            for &(lo, hi) in bounds {
                cases.push(((), then(&atoms, &Atom::Within(form.minus(&other)?, lo, hi))));
            }
        }
        Ok(cases)
    }

    /// Whether a form belongs to a set: as a name more, it is compared with the members.
    fn member(&mut self, form: &Form, set: &Set, holds: bool, names: &[Form]) -> Result<Cases<()>, Refusal> {
        let itself = Expr::Name(names.len() as u8);
        let names = then(names, form);
        let related = |relation, to: &Expr| Cond::Chain(itself.clone().into(), vec![(relation, to.clone())]);
        match set {
            Set::Items(items) => joined(
                !holds,
                items.iter().map(|item| {
                    let cond = match item {
                        Item::One(one) => related(Relation::Eq, one),
                        Item::Range(low, high, step) => {
                            let within = Cond::And(
                                related(Relation::Ge, low).into(),
                                related(Relation::Le, high).into(),
                            );
                            match step {
                                None | Some(Expr::Number(1)) => within,
                                Some(step) => {
                                    let binary =
                                        |op, a: Expr, b: &Expr| Expr::Binary(op, a.into(), b.clone().into());
                                    let rest = binary(Op::Rem, binary(Op::Sub, itself.clone(), low), step);
                                    let even = vec![(Relation::Eq, Expr::Number(0))];
                                    Cond::And(within.into(), Cond::Chain(rest.into(), even).into())
                                }
                            }
                        }
                    };
                    self.cond(&cond, holds, &names)
                }),
            ),
            Set::Named(set, arguments) => {
                let of_places = match (set, &arguments[..]) {
                    (SetName::Powers, [Expr::Number(base), _]) => {
                        self.system.as_base().is_some_and(|b| i64::from(b) == *base)
                    }
                    (SetName::Fibonacci, _) => self.system == System::ZECKENDORF,
                    _ => return Refusal::outside(format!("`{}` is no automatic set", set.text())),
                };
                if !of_places || !holds {
                    let why = format!("`{}` is no automatic set in {}", set.text(), self.system);
                    return Refusal::outside(why);
                }
                let track = self.fresh();
                let places = Atom::Reads(Rc::new(atoms::places(self.system, track, self.work)?));
                let is_place = vec![((), vec![Atom::equal(form.minus(&Form::track(track))?), places])];
                let bound = self.compare(form, Relation::Le, &arguments[arguments.len() - 1], &names)?;
                product(&is_place, &bound, |(), ()| ())
            }
        }
    }

    /// The cases of a kind of move.
    pub(crate) fn moves(
        &mut self,
        number: usize,
        kind: &Kind,
        position: &[Form],
    ) -> Result<Vec<Move>, Refusal> {
        let [part] = &kind.parts[..] else {
            return Refusal::outside("a move leaves several positions");
        };
        let mut cases: Cases<Names> = vec![(position.to_vec(), vec![])];
        for qualifier in &kind.qualifiers {
            let mut more = Vec::new();
            for (names, atoms) in cases {
                let here = vec![(names.clone(), atoms)];
                more.extend(match qualifier {
                    Qualifier::If(cond) => {
                        product(&here, &self.cond(cond, true, &names)?, |names, ()| names.clone())?
                    }
                    Qualifier::For(_, set) => {
                        product(&here, &self.bound(set, &names)?, |names, value| then(names, value))?
                    }
                });
                few(more.len())?;
            }
            cases = more;
        }
        let mut moves = Vec::new();
        for (names, atoms) in cases {
            let bound = &names[position.len()..];
            for (target, more) in self.each(part, &names)? {
                let atoms = [&atoms[..], &more].concat();
                moves.push(Move { kind: number, bound: bound.to_vec(), target, atoms });
            }
        }
        Ok(moves)
    }

    /// The values that a name takes.
    fn bound(&mut self, set: &Set, names: &[Form]) -> Result<Cases<Form>, Refusal> {
        let pieces: Vec<Set> = match set {
            Set::Items(items) => items.iter().map(|item| Set::Items(vec![item.clone()])).collect(),
            named => vec![named.clone()],
        };
        let mut found = Vec::new();
        for piece in pieces {
            let natural = match &piece {
                Set::Items(items) => match &items[..] {
                    [Item::One(expr)] => {
                        found.extend(self.term(expr, names)?);
                        continue;
                    }
                    [Item::Range(low, ..)] => {
                        self.term(low, names)?.iter().all(|(low, _)| low.is_never_negative())
                    }
                    _ => false,
                },
                Set::Named(..) => true,
            };
            for (value, ..) in self.signed(natural) {
                let member = self.member(&value, &piece, true, names)?;
                found.extend(member.into_iter().map(|((), atoms)| (value.clone(), atoms)));
            }
        }
        Ok(found)
    }
}

type Bounds = (Option<i64>, Option<i64>);

/// Reads the tracks of a position as others.
pub(crate) fn at(automaton: &Automaton, tracks: &[Track]) -> Atom {
    Atom::Reads(Rc::new(automaton.renamed(|track| tracks[usize::from(track)])))
}
