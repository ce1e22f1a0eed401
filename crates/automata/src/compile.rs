//! From the syntax tree of a rule to statements about numbers.
//!
//! Every expression becomes a few cases, each a sum with factors under some statements: `min(a,b)` is a if
//! a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2. Numbers on tracks are at least 0: one that
//! may be below 0 is a track x, or in another case −1 − x. The cases of an expression exclude each other
//! and leave nothing out, so conditions are negated by negating their relations.

use std::rc::Rc;

use grundy_rules::tree::{Cond, Expr, Function, Item, Kind, Op, Qualifier, Relation, Set, SetName};

use crate::atoms::Setting;
use crate::automaton::Track;
use crate::form::{All, Atom, Form};
use crate::system::System;
use crate::work::Refusal;

/// The most cases of anything.
const MAX_CASES: usize = 1 << 10;

/// Something that differs from case to case, with the statements of each case.
pub(crate) type Cases<T> = Vec<(T, All)>;

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
    pub(crate) setting: Setting<'w>,
    pub(crate) next: Track,
}

/// Refuses more cases than the most.
fn few(cases: usize) -> Result<(), Refusal> {
    if cases <= MAX_CASES { Ok(()) } else { Refusal::outside("a number or a condition has very many cases") }
}

/// One case of each, together; without those in which a statement never holds.
fn product<A, B, C>(a: &Cases<A>, b: &Cases<B>, with: impl Fn(&A, &B) -> C) -> Result<Cases<C>, Refusal> {
    few(a.len().saturating_mul(b.len()))?;
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    let both = pairs.map(|((a, of_a), (b, of_b))| (with(a, b), [&of_a[..], of_b].concat()));
    Ok(both.filter(|(_, all)| all.iter().all(|atom| atom.known() != Some(false))).collect())
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

impl Compiler<'_> {
    fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    /// A new number: a track x, or below 0, in another case, −1 − x.
    fn signed(&mut self) -> [Form; 2] {
        let track = self.fresh();
        [false, true].map(|negative| Form::signed(track, negative))
    }

    /// The cases of a number.
    fn term(&mut self, expr: &Expr, names: &[Form]) -> Result<Cases<Form>, Refusal> {
        let parts: Vec<&Expr> = match expr {
            Expr::Number(n) => return Ok(vec![(Form::number(*n).times(1)?, vec![])]),
            Expr::Name(name) => return Ok(vec![(names[usize::from(*name)].clone(), vec![])]),
            Expr::Negate(a) | Expr::Complement(a) => vec![a],
            Expr::Binary(_, a, b) => vec![a, b],
            Expr::Call(_, arguments) => arguments.iter().collect(),
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
                _ => vec![(Form::number(-1).minus(&forms[0])?, vec![])],
            };
            cases.extend(product(&vec![((), atoms)], &found, |(), form| form.clone())?);
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
                let rest = |quotient: Form| {
                    let rest = Atom::Within(a.plus(&quotient, -m)?, Some(0), Some(m - 1));
                    Ok((quotient, vec![rest]))
                };
                self.signed().into_iter().map(rest).collect()
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
        if self.setting.system.as_base() != Some(2) {
            return Refusal::outside("bits are read in base 2");
        }
        let tracks = [self.fresh(), self.fresh(), self.fresh()];
        let mut cases = Vec::new();
        for (of_a, of_b) in [(false, false), (false, true), (true, false), (true, true)] {
            let turned = [of_a, of_b, apply(of_a, of_b)];
            let fits = |letter: usize| {
                let [x, y, z] = [0, 1, 2].map(|i| (letter >> i & 1 == 1) != turned[i]);
                apply(x, y) == z
            };
            let [x, y, z] = [0, 1, 2].map(|i| Form::signed(tracks[i], turned[i]));
            let bits = Atom::Reads(Rc::new(self.setting.digitwise(&tracks, fits)?));
            cases.push((z, vec![Atom::equal(a.minus(&x)?), Atom::equal(b.minus(&y)?), bits]));
        }
        Ok(cases)
    }

    fn call(&mut self, function: Function, forms: &[Form]) -> Result<Cases<Form>, Refusal> {
        let first = &forms[0];
        match function {
            Function::Min | Function::Max => {
                let sign = if function == Function::Min { 1 } else { -1 };
                let mut cases = vec![(first.clone(), vec![])];
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
            Function::Abs => self.call(Function::Max, &[first.clone(), first.times(-1)?]),
            Function::Lowbit if self.setting.system.as_base() != Some(2) => {
                Refusal::outside("bits are read in base 2")
            }
            // Of a number below 0 it is not defined.
            Function::Lowbit if !first.is_never_negative() => {
                Refusal::outside("the lowest one is taken of a number that may be below 0")
            }
            Function::Lowbit => {
                let (x, z) = (self.fresh(), self.fresh());
                let lowest = Atom::Reads(Rc::new(self.setting.lowest_one(x, z)?));
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
        let related =
            |of: &Expr, relation, to: &Expr| Cond::Chain(of.clone().into(), vec![(relation, to.clone())]);
        let binary = |op, a: &Expr, b: &Expr| Expr::Binary(op, a.clone().into(), b.clone().into());
        let is_item = |item: &Item| match item {
            Item::One(one) => related(&itself, Relation::Eq, one),
            Item::Range(low, high, step) => {
                let [from, to] = [(Relation::Ge, low), (Relation::Le, high)]
                    .map(|(relation, end)| related(&itself, relation, end));
                let within = Cond::And(from.into(), to.into());
                match step {
                    None | Some(Expr::Number(1)) => within,
                    Some(step) => {
                        let rest = binary(Op::Rem, &binary(Op::Sub, &itself, low), step);
                        Cond::And(within.into(), related(&rest, Relation::Eq, &Expr::Number(0)).into())
                    }
                }
            }
        };
        let (set, arguments) = match set {
            Set::Items(items) => {
                return joined(!holds, items.iter().map(|item| self.cond(&is_item(item), holds, &names)));
            }
            Set::Named(set, arguments) => (set, &arguments[..]),
        };
        let system = self.setting.system;
        let of_places = match (set, arguments) {
            (SetName::Powers, [Expr::Number(base), _]) => system.as_base().map(i64::from) == Some(*base),
            (SetName::Fibonacci, _) => system == System::ZECKENDORF,
            _ => return Refusal::outside(format!("`{}` is no automatic set", set.text())),
        };
        if !of_places || !holds {
            return Refusal::outside(format!("`{}` is no automatic set in {system}", set.text()));
        }
        let track = self.fresh();
        let places = Atom::Reads(Rc::new(self.setting.places(track)?));
        let is_place = vec![((), vec![Atom::equal(form.minus(&Form::track(track))?), places])];
        let bound = self.compare(form, Relation::Le, &arguments[arguments.len() - 1], &names)?;
        product(&is_place, &bound, |(), ()| ())
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
        let mut cases: Cases<Vec<Form>> = vec![(position.to_vec(), vec![])];
        for qualifier in &kind.qualifiers {
            let mut more = Vec::new();
            for (names, atoms) in cases {
                let here = vec![(names.clone(), atoms)];
                match qualifier {
                    Qualifier::If(cond) => {
                        let holds = self.cond(cond, true, &names)?;
                        more.extend(product(&here, &holds, |names, ()| names.clone())?);
                    }
                    Qualifier::For(_, set) => {
                        for value in self.signed() {
                            let member = self.member(&value, set, true, &names)?;
                            more.extend(product(&here, &member, |names, ()| then(names, &value))?);
                        }
                    }
                }
                few(more.len())?;
            }
            cases = more;
        }
        let mut moves = Vec::new();
        for (names, atoms) in cases {
            let targets = self.each(part, &names)?;
            for (target, atoms) in product(&vec![((), atoms)], &targets, |(), target| target.clone())? {
                moves.push(Move { kind: number, bound: names[position.len()..].to_vec(), target, atoms });
            }
        }
        Ok(moves)
    }
}

type Bounds = (Option<i64>, Option<i64>);
