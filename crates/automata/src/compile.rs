//! The translation of the syntax tree of a rule to statements about numbers.
//!
//! Every expression becomes a few cases, each a sum with factors under some statements: `min(a,b)` is a if
//! a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2. Numbers on tracks are at least 0: one that
//! may be below 0 is a track x, or in another case −1 − x. The cases of an expression exclude each other
//! and leave nothing out, so conditions are negated by negating their relations.

use std::rc::Rc;

use itertools::iproduct;

use grundy_rules::tree::{
    Cond, Differences, Expr, Function, Item, MoveKind, Op, Qualifier, Relation, Set, SetName,
};

use crate::automaton::Track;
use crate::form::{All, Atom, Form};
use crate::setting::Setting;
use crate::system::System;
use crate::work::{Refusal, Result};

/// The reason why a rule is refused that reads lists.
const READS_LISTS: &str = "a list of numbers is read by no finite automaton";

/// The largest divisor of a remainder.
const MAX_DIVISOR: i64 = 1 << 12;

/// The most cases of anything.
const MAX_COMPILED_CASES: usize = 1 << 10;

/// The most statements of a case, and the most numbers that are looked at together.
const MAX_COMPILED_STATEMENTS: usize = 1 << 8;

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
    /// The statements under which it is a move.
    pub(crate) atoms: All,
}

/// The translator of a rule, which hands out tracks.
pub(crate) struct Compiler<'w> {
    /// The system and the work.
    pub(crate) setting: Setting<'w>,
    /// The next track that is free.
    pub(crate) next: Track,
}

/// Returns each of these values, under no condition.
fn any<T>(values: impl IntoIterator<Item = T>) -> Cases<T> {
    values.into_iter().map(|value| (value, vec![])).collect()
}

/// Joins each case with all cases of what follows from it, and leaves out those in which a statement never holds.
fn bind<T, U>(cases: Cases<T>, mut follow: impl FnMut(&T) -> Result<Cases<U>>) -> Result<Cases<U>> {
    let mut found = Vec::new();
    for (value, atoms) in cases {
        for (next, more) in follow(&value)? {
            refuse_many_statements(atoms.len() + more.len())?;
            let all = [&atoms[..], &more].concat();
            if all.iter().all(|atom| atom.known() != Some(false)) {
                found.push((next, all));
            }
        }
        refuse_many(found.len())?;
    }
    Ok(found)
}

fn refuse_many_statements(statements: usize) -> Result<()> {
    if statements > MAX_COMPILED_STATEMENTS {
        return Refusal::outside("a number or a condition is very long");
    }
    Ok(())
}

fn refuse_many(cases: usize) -> Result<()> {
    if cases > MAX_COMPILED_CASES {
        return Refusal::outside("a number or a condition has very many cases");
    }
    Ok(())
}

/// Joins conditions to the cases in which all of them hold, or any of them.
pub(crate) fn joined(
    all: bool,
    conds: impl IntoIterator<Item = Result<Cases<()>>>,
) -> Result<Cases<()>> {
    let mut cases = if all { any([()]) } else { vec![] };
    for cond in conds {
        let cond = cond?;
        if all {
            cases = bind(cases, |()| Ok(cond.clone()))?;
        } else {
            cases.extend(cond);
            refuse_many(cases.len())?;
        }
    }
    Ok(cases)
}

/// Returns the cases in which a relation of two numbers holds, or does not.
fn related(a: &Form, relation: Relation, b: &Form, holds: bool) -> Result<Cases<()>> {
    let relation = if holds { relation } else { relation.negated() };
    let difference = a.minus(b)?;
    let within = |bounds: &Differences| {
        let atom = Atom::Within(difference.clone(), bounds.least, bounds.greatest);
        ((), vec![atom])
    };
    Ok(relation.differences().iter().map(within).collect())
}

/// Returns a list with one more member.
fn then<T: Clone>(list: &[T], next: &T) -> Vec<T> {
    [list, std::slice::from_ref(next)].concat()
}

impl Compiler<'_> {
    fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    /// Returns the two cases of a number on a track of its own: x, and −1 − x for a number below 0.
    fn signed(&mut self) -> [Form; 2] {
        let track = self.fresh();
        [false, true].map(|negative| Form::signed(track, negative))
    }

    /// Returns the cases of a number.
    fn term(&mut self, expr: &Expr, names: &[Form]) -> Result<Cases<Form>> {
        match expr {
            Expr::Number(n) => Ok(any([Form::number(*n).times(1)?])),
            Expr::Name(name) => Ok(any([names[usize::from(*name)].clone()])),
            Expr::Negate(a) => bind(self.term(a, names)?, |a| Ok(any([a.times(-1)?]))),
            Expr::Complement(a) => bind(self.term(a, names)?, |a| {
                Ok(any([Form::number(-1).minus(a)?]))
            }),
            Expr::Binary(op, a, b) => bind(self.each([&**a, b], names)?, |forms| {
                self.operation(*op, &forms[0], &forms[1])
            }),
            Expr::Call(function, arguments) => bind(self.each(arguments, names)?, |forms| {
                self.call(*function, forms)
            }),
            Expr::Item(..) | Expr::ItemOf(..) | Expr::Length(_) | Expr::List(_) => {
                Refusal::outside(READS_LISTS)
            }
            Expr::Fold(fold, _) => Refusal::outside(format!(
                "`{}` of many numbers is computed by no finite automaton",
                fold.text()
            )),
        }
    }

    /// Returns the cases of several numbers together.
    fn each<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        names: &[Form],
    ) -> Result<Cases<Vec<Form>>> {
        exprs.into_iter().try_fold(any([vec![]]), |cases, expr| {
            let terms = self.term(expr, names)?;
            bind(cases, |forms| {
                refuse_many_statements(forms.len())?;
                bind(terms.clone(), |form| Ok(any([then(forms, form)])))
            })
        })
    }

    fn operation(&mut self, op: Op, a: &Form, b: &Form) -> Result<Cases<Form>> {
        let one = |form: Result<Form>| Ok(any([form?]));
        match (op, a.as_number(), b.as_number()) {
            (Op::Add, ..) => one(a.plus(b, 1)),
            (Op::Sub, ..) => one(a.minus(b)),
            (Op::Mul, _, Some(factor)) => one(a.times(factor)),
            (Op::Mul, Some(factor), _) => one(b.times(factor)),
            (Op::Mul, ..) => Refusal::outside(
                "two numbers that vary are multiplied: no finite automaton reads products",
            ),
            (Op::Shl, _, Some(by @ 0..=40)) => one(a.times(1 << by)),
            (Op::Shr, _, Some(by @ 0..=40)) => self.operation(Op::Div, a, &Form::number(1 << by)),
            (Op::Div, _, Some(m @ 1..)) => bind(any(self.signed()), |quotient| {
                let rest = Atom::Within(a.plus(quotient, -m)?, Some(0), Some(m - 1));
                Ok(vec![(quotient.clone(), vec![rest])])
            }),
            (Op::Rem, _, Some(m)) if m > MAX_DIVISOR => Refusal::outside(format!(
                "the remainder by {m} is more than an automaton keeps"
            )),
            (Op::Rem, _, Some(m @ 1..)) => bind(self.operation(Op::Div, a, b)?, |quotient| {
                one(a.plus(quotient, -m))
            }),
            (Op::Shl | Op::Shr | Op::Div | Op::Rem, ..) => Refusal::outside(format!(
                "`{}` by what is no constant: proofs for large numbers need constants there",
                op.text()
            )),
            (Op::And | Op::Or | Op::Xor, ..) => self.bitwise(op, a, b),
        }
    }

    /// Returns the cases of z = a ∘ b for an operation on bits, where the bits of a negative number are those of what it turns
    /// to.
    #[expect(
        clippy::many_single_char_names,
        reason = "x, y and z are the bits of a, b and the result"
    )]
    fn bitwise(&mut self, op: Op, a: &Form, b: &Form) -> Result<Cases<Form>> {
        let apply = |a: bool, b: bool| match op {
            Op::And => a & b,
            Op::Or => a | b,
            _ => a ^ b,
        };
        if self.setting.system.as_base() != Some(2) {
            return Refusal::outside("bits are read in base 2");
        }
        let tracks = [self.fresh(), self.fresh(), self.fresh()];
        let signs = [false, true];
        bind(any(iproduct!(signs, signs)), |&(of_a, of_b)| {
            let turned = [of_a, of_b, apply(of_a, of_b)];
            let fits = |letter: usize| {
                let [x, y, z] = [0, 1, 2].map(|i| (letter >> i & 1 == 1) != turned[i]);
                apply(x, y) == z
            };
            let [x, y, z] = [0, 1, 2].map(|i| Form::signed(tracks[i], turned[i]));
            let bits = Atom::Reads(Rc::new(self.setting.digitwise(&tracks, fits)?));
            Ok(vec![(
                z,
                vec![Atom::equal(a.minus(&x)?), Atom::equal(b.minus(&y)?), bits],
            )])
        })
    }

    fn call(&mut self, function: Function, forms: &[Form]) -> Result<Cases<Form>> {
        let first = &forms[0];
        match function {
            Function::Min | Function::Max => {
                let sign = if function == Function::Min { 1 } else { -1 };
                forms[1..]
                    .iter()
                    .try_fold(any([first.clone()]), |cases, b| {
                        bind(cases, |a| {
                            let more = b.minus(a)?.times(sign)?;
                            let [stays, goes] = [
                                Atom::at_least(more.clone(), 0),
                                Atom::Within(more, None, Some(-1)),
                            ];
                            Ok(vec![(a.clone(), vec![stays]), (b.clone(), vec![goes])])
                        })
                    })
            }
            Function::Abs => self.call(Function::Max, &[first.clone(), first.times(-1)?]),
            // The lowest one of a number below 0 is not defined.
            Function::Lowbit if Atom::at_least(first.clone(), 0).known() != Some(true) => {
                Refusal::outside("the lowest one is taken of a number that may be below 0")
            }
            Function::Lowbit => self.bitwise(Op::And, first, &first.times(-1)?),
            _ => Refusal::outside(format!(
                "`{}` is computed by no finite automaton",
                function.text()
            )),
        }
    }

    /// Returns the cases in which a condition holds, or does not.
    pub(crate) fn cond(&mut self, cond: &Cond, holds: bool, names: &[Form]) -> Result<Cases<()>> {
        match cond {
            Cond::Not(inner) => self.cond(inner, !holds, names),
            Cond::And(a, b) | Cond::Or(a, b) => {
                let all = matches!(cond, Cond::And(..)) == holds;
                joined(all, [a, b].map(|cond| self.cond(cond, holds, names)))
            }
            Cond::Chain(first, links) => {
                let lefts = std::iter::once(&**first).chain(links.iter().map(|(_, right)| right));
                let links = lefts.zip(links).map(|(left, (relation, right))| {
                    let sides = self.each([left, right], names)?;
                    bind(sides, |sides| {
                        related(&sides[0], *relation, &sides[1], holds)
                    })
                });
                joined(holds, links)
            }
            Cond::Member(expr, set) => bind(self.term(expr, names)?, |form| {
                self.member(form, set, holds, names)
            }),
            Cond::Same(..) => Refusal::outside(READS_LISTS),
        }
    }

    /// Returns the cases in which a number belongs to a set, or does not.
    fn member(&mut self, form: &Form, set: &Set, holds: bool, names: &[Form]) -> Result<Cases<()>> {
        let (set, arguments) = match set {
            Set::Items(items) => {
                return joined(
                    !holds,
                    items.iter().map(|item| self.item(form, item, holds, names)),
                );
            }
            Set::Named(set, arguments) => (set, &arguments[..]),
            Set::List(_) => return Refusal::outside(READS_LISTS),
        };
        let system = self.setting.system;
        let of_places = match (set, arguments) {
            (SetName::Powers, [Expr::Number(base), _]) => {
                system.as_base().map(i64::from) == Some(*base)
            }
            (SetName::Fibonacci, _) => system == System::ZECKENDORF,
            _ => return Refusal::outside(format!("`{}` is no automatic set", set.text())),
        };
        if !of_places || !holds {
            return Refusal::outside(format!("`{}` is no automatic set in {system}", set.text()));
        }
        let track = self.fresh();
        let places = Atom::Reads(Rc::new(self.setting.places(track)?));
        let is_place = vec![Atom::equal(form.minus(&Form::track(track))?), places];
        let last = self.term(&arguments[arguments.len() - 1], names)?;
        bind(vec![((), is_place)], |()| {
            bind(last.clone(), |last| related(form, Relation::Le, last, true))
        })
    }

    /// Returns the cases in which a number belongs to a piece of a set, or does not.
    fn item(&mut self, form: &Form, item: &Item, holds: bool, names: &[Form]) -> Result<Cases<()>> {
        let (low, high, step) = match item {
            Item::One(one) => {
                return bind(self.term(one, names)?, |one| {
                    related(form, Relation::Eq, one, holds)
                });
            }
            Item::Range(low, high, step) => (
                low,
                high,
                step.as_ref().filter(|&by| *by != Expr::Number(1)),
            ),
        };
        bind(
            self.each([low, high].into_iter().chain(step), names)?,
            |ends| {
                let within = [(Relation::Ge, &ends[0]), (Relation::Le, &ends[1])];
                let mut all = within
                    .map(|(relation, end)| related(form, relation, end, holds))
                    .to_vec();
                if let Some(step) = ends.get(2) {
                    let rest = self.operation(Op::Rem, &form.minus(&ends[0])?, step)?;
                    all.push(bind(rest, |rest| {
                        related(rest, Relation::Eq, &Form::default(), holds)
                    }));
                }
                joined(holds, all)
            },
        )
    }

    /// Returns the cases of a kind of move, which leaves one position.
    pub(crate) fn moves(
        &mut self,
        number: usize,
        kind: &MoveKind,
        position: &[Form],
    ) -> Result<Vec<Move>> {
        let mut cases = any([position.to_vec()]);
        for qualifier in &kind.qualifiers {
            cases = bind(cases, |names| match qualifier {
                Qualifier::If(cond) => {
                    bind(self.cond(cond, true, names)?, |()| Ok(any([names.clone()])))
                }
                Qualifier::For(_, set) => bind(any(self.signed()), |value| {
                    bind(self.member(value, set, true, names)?, |()| {
                        Ok(any([then(names, value)]))
                    })
                }),
            })?;
        }
        let moves = bind(cases, |names| {
            let bound = &names[position.len()..];
            bind(self.each(kind.parts.iter().flatten(), names)?, |target| {
                Ok(any([(bound.to_vec(), target.clone())]))
            })
        })?;
        let named = |((bound, target), atoms)| Move {
            kind: number,
            bound,
            target,
            atoms,
        };
        Ok(moves.into_iter().map(named).collect())
    }
}
