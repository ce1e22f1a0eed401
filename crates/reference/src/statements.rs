//! The meaning of a rule, as lists of statements about whole numbers from 0: sums within bounds, remainders, bits.
//!
//! Each expression becomes a few cases, which exclude each other and leave nothing out: a sum with factors under some
//! statements. `min(a,b)` is a if a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2.

use std::collections::BTreeMap;

use itertools::iproduct;

use crate::moves::rule::{MoveKind, Rule, Term, op};
use crate::{Fail, Res};

/// Σ cᵢxᵢ + k: the factors by number, and k.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearForm(pub BTreeMap<usize, i64>, pub i64);

impl LinearForm {
    /// A number itself.
    pub fn of(number: usize) -> LinearForm {
        LinearForm([(number, 1)].into(), 0)
    }

    /// The number x, or −1 − x.
    fn signed(x: usize, turned: bool) -> LinearForm {
        if turned {
            LinearForm::constant(-1).plus(&LinearForm::of(x), -1)
        } else {
            LinearForm::of(x)
        }
    }

    /// A constant.
    pub fn constant(n: i64) -> LinearForm {
        LinearForm(BTreeMap::new(), n)
    }

    /// Its multiple.
    pub fn times(&self, factor: i64) -> LinearForm {
        LinearForm::default().plus(self, factor)
    }

    /// This form plus a multiple of another.
    pub fn plus(&self, other: &LinearForm, times: i64) -> LinearForm {
        let mut sum = self.clone();
        for (&number, factor) in &other.0 {
            *sum.0.entry(number).or_default() += times * factor;
        }
        sum.0.retain(|_, factor| *factor != 0);
        LinearForm(sum.0, self.1 + times * other.1)
    }

    /// The form, if its numbers are so small that sums of products of them fit.
    pub fn small(self) -> Res<LinearForm> {
        let fits = |n: &i64| n.unsigned_abs() <= 1 << 30;
        if fits(&self.1) && self.0.values().all(fits) {
            Ok(self)
        } else {
            Err(Fail::TooLarge)
        }
    }

    /// Whether it may be below 0: not, or maybe.
    fn signs(&self) -> &'static [bool] {
        let is_natural = self.1 >= 0 && self.0.values().all(|&factor| factor > 0);
        if is_natural { &[false] } else { &[false, true] }
    }
}

/// One statement about a form, or about the digits of the numbers in it, in their order.
#[derive(Clone, Debug)]
pub struct Atom(pub LinearForm, pub Test);

/// A claim about a form, or about the digits of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// The form has at least the first value, at most the second.
    Within(Option<i64>, Option<i64>),
    /// The number divides the form.
    Divides(i64),
    /// One digit 1, else zeros.
    Place,
    /// z = x op y, bit by bit; each with whether all bits are turned over.
    Bits(char, [bool; 3]),
}

impl Test {
    /// The form is 0.
    pub const EQUAL: Test = Test::Within(Some(0), Some(0));
}

impl Atom {
    /// The statement that two forms are equal.
    pub fn equal(a: &LinearForm, b: &LinearForm) -> Atom {
        Atom(a.plus(b, -1), Test::EQUAL)
    }

    /// A statement about the digits of some numbers.
    fn digits<const N: usize>(numbers: [usize; N], test: Test) -> Atom {
        Atom(
            LinearForm(numbers.map(|number| (number, 1)).into(), 0),
            test,
        )
    }

    /// Whether it is about a form.
    pub fn is_sum(&self) -> bool {
        matches!(self.1, Test::Within(..) | Test::Divides(_))
    }
}

/// Statements that all hold.
pub type All = Vec<Atom>;

/// Something that differs from case to case, with the statements of each case.
pub type Cases<T> = Vec<(T, All)>;

/// The most cases of a term, a condition or a move: each `!=` among them doubles them.
const MAX_CASES: usize = 1 << 12;

/// Each of these values, under no condition.
fn any<T>(values: impl IntoIterator<Item = T>) -> Cases<T> {
    values.into_iter().map(|value| (value, vec![])).collect()
}

/// Each case with all cases of what follows from it.
fn bind<T, U>(cases: Cases<T>, mut follow: impl FnMut(&T) -> Res<Cases<U>>) -> Res<Cases<U>> {
    let mut found = Vec::new();
    for (value, atoms) in cases {
        found.extend(
            follow(&value)?
                .into_iter()
                .map(|(next, more)| (next, [&atoms[..], &more].concat())),
        );
        Fail::TooLarge.when(found.len() > MAX_CASES)?;
    }
    Ok(found)
}

fn then<T: Clone>(list: &[T], next: &T) -> Vec<T> {
    [list, std::slice::from_ref(next)].concat()
}

/// Reads statements off the text of a rule.
pub struct Statements {
    /// How many digits there are.
    pub digits: usize,
    /// Whether numbers are written in a base.
    pub is_base: bool,
    /// The next number without a meaning.
    pub fresh: usize,
}

impl Statements {
    /// A new number.
    pub fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh - 1
    }

    fn term(&mut self, term: &Term, names: &[LinearForm]) -> Res<Cases<LinearForm>> {
        match term {
            Term::Number(n) => Ok(any([LinearForm::constant(
                i64::try_from(*n).unwrap_or(i64::MAX),
            )
            .small()?])),
            Term::Name(name) => Ok(any([names[*name].clone()])),
            Term::Op(word, terms) => {
                bind(self.each(terms, names)?, |forms| self.apply(word, forms))
            }
        }
    }

    /// The cases of several terms together.
    fn each(&mut self, terms: &[Term], names: &[LinearForm]) -> Res<Cases<Vec<LinearForm>>> {
        terms.iter().try_fold(any([vec![]]), |all, term| {
            let cases = self.term(term, names)?;
            bind(all, |forms| {
                bind(cases.clone(), |form| Ok(any([then(forms, form)])))
            })
        })
    }

    /// An operator or a function of some forms.
    fn apply(&mut self, word: &str, forms: &[LinearForm]) -> Res<Cases<LinearForm>> {
        let one = |form: LinearForm| Ok(any([form.small()?]));
        let is_binary = self.is_base && self.digits == 2;
        let constant = forms
            .last()
            .filter(|form| form.0.is_empty())
            .map(|form| form.1);
        match (word, forms, constant) {
            ("-", [a], _) => one(a.times(-1)),
            ("~", [a], _) => one(LinearForm::constant(-1).plus(a, -1)),
            ("+", [a, b], _) => one(a.plus(b, 1)),
            ("-", [a, b], _) => one(a.plus(b, -1)),
            ("*", [a, _], Some(k)) => one(a.times(k)),
            ("*", [a, b], _) if a.0.is_empty() => one(b.times(a.1)),
            ("<<", [a, _], Some(k @ 0..=30)) => one(a.times(1 << k)),
            (">>", [a, _], Some(k @ 0..=30)) => {
                self.apply("/", &[a.clone(), LinearForm::constant(1 << k)])
            }
            ("/", [a, _], Some(by @ 1..)) => {
                let quotient = self.fresh();
                bind(any(a.signs()), |turned| {
                    let quotient = LinearForm::signed(quotient, **turned);
                    let rest = Atom(a.plus(&quotient, -by), Test::Within(Some(0), Some(by - 1)));
                    Ok(vec![(quotient, vec![rest])])
                })
            }
            ("%", [a, _], Some(m @ 1..)) => {
                let rest = LinearForm::of(self.fresh());
                let within = Atom(rest.clone(), Test::Within(Some(0), Some(m - 1)));
                Ok(vec![(
                    rest.clone(),
                    vec![within, Atom(a.plus(&rest, -1), Test::Divides(m))],
                )])
            }
            ("&" | "|" | "^", [a, b], _) if is_binary => {
                let operator = word.chars().next().unwrap_or('^');
                let numbers = [self.fresh(), self.fresh(), self.fresh()];
                bind(any(iproduct!(a.signs(), b.signs())), |&(&of_a, &of_b)| {
                    let turned = [of_a, of_b, bit(operator, of_a, of_b)];
                    let [x, y, z] = [0, 1, 2].map(|i| LinearForm::signed(numbers[i], turned[i]));
                    let bits = Atom::digits(numbers, Test::Bits(operator, turned));
                    Ok(vec![(
                        z,
                        vec![Atom::equal(a, &x), Atom::equal(b, &y), bits],
                    )])
                })
            }
            ("&", [a, _], Some(mask @ 1..)) if !self.is_base && (mask + 1).count_ones() == 1 => {
                self.apply("%", &[a.clone(), LinearForm::constant(mask + 1)])
            }
            ("min" | "max", [first, others @ ..], _) => {
                let sign = if word == "min" { 1 } else { -1 };
                others.iter().try_fold(any([first.clone()]), |cases, b| {
                    bind(cases, |a| {
                        let more = b.plus(a, -1).times(sign);
                        let within = |low, high| vec![Atom(more.clone(), Test::Within(low, high))];
                        Ok(vec![
                            (a.clone(), within(Some(0), None)),
                            (b.clone(), within(None, Some(-1))),
                        ])
                    })
                })
            }
            ("abs", [a], _) => self.apply("max", &[a.clone(), a.times(-1)]),
            ("lowbit", [a], _) if a.signs() == [false] => {
                self.apply("&", &[a.clone(), a.times(-1)])
            }
            // Such functions are not checked here.
            _ => Err(Fail::TooLarge),
        }
    }

    /// The cases in which a condition holds, or does not.
    pub fn cond(&mut self, cond: &Term, holds: bool, names: &[LinearForm]) -> Res<Cases<()>> {
        match cond.op() {
            ("not", [inner]) => self.cond(inner, !holds, names),
            (word @ ("or" | "and"), all) if (word == "and") == holds => {
                all.iter().try_fold(any([()]), |cases, inner| {
                    let more = self.cond(inner, holds, names)?;
                    bind(cases, |()| Ok(more.clone()))
                })
            }
            ("or" | "and", all) => bind(any(all), |inner| self.cond(inner, holds, names)),
            ("in", [term, set]) => bind(self.term(term, names)?, |form| {
                self.member(form, set, holds, names)
            }),
            (relation, terms) => bind(self.each(terms, names)?, |forms| {
                let difference = forms[0].plus(&forms[1], -1);
                let within =
                    |(low, high)| ((), vec![Atom(difference.clone(), Test::Within(low, high))]);
                Ok(bounds(relation, holds).into_iter().map(within).collect())
            }),
        }
    }

    fn member(
        &mut self,
        form: &LinearForm,
        set: &Term,
        holds: bool,
        names: &[LinearForm],
    ) -> Res<Cases<()>> {
        let names = then(names, form);
        let itself = || Term::Name(names.len() - 1);
        match set.op() {
            ("{", items) => {
                let is_item = |item: &Term| match item.op() {
                    ("..", [low, high, step]) => {
                        let from = op("<=", [low.clone(), itself()]);
                        let to = op("<=", [itself(), high.clone()]);
                        let behind = op("-", [itself(), low.clone()]);
                        let steps = op("==", [op("%", [behind, step.clone()]), Term::Number(0)]);
                        let each = !matches!(step, Term::Number(1));
                        op("and", [from, to].into_iter().chain(each.then_some(steps)))
                    }
                    _ => op("==", [itself(), item.clone()]),
                };
                self.cond(&op("or", items.iter().map(is_item)), holds, &names)
            }
            (name, arguments) => {
                let of_base = self.is_base
                    && matches!(arguments[0], Term::Number(b) if b == self.digits as i128);
                let of_fibonacci = !self.is_base && self.digits == 2;
                // Other sets are not checked here.
                let is_read =
                    holds && (name == "powers" && of_base || name == "fibonacci" && of_fibonacci);
                Fail::TooLarge.when(!is_read)?;
                let place = self.fresh();
                let is_place = vec![
                    Atom::equal(form, &LinearForm::of(place)),
                    Atom::digits([place], Test::Place),
                ];
                let last = arguments[arguments.len() - 1].clone();
                let within = op("<=", [itself(), last]);
                bind(vec![((), is_place)], |()| self.cond(&within, true, &names))
            }
        }
    }

    /// The forms of the numbers of the positions to which all moves lead, with the statements of each.
    pub fn moves(&mut self, rule: &Rule) -> Res<Cases<Vec<LinearForm>>> {
        bind(any(&rule.kinds), |MoveKind { parts, qualifiers }| {
            let mut cases = any([(0..rule.arity).map(LinearForm::of).collect::<Vec<_>>()]);
            for qualifier in qualifiers {
                cases = bind(cases, |names| match qualifier.op() {
                    ("for", [set]) => {
                        let number = self.fresh();
                        let values = [false, true].map(|turned| LinearForm::signed(number, turned));
                        bind(any(values), |value| {
                            let member = self.member(value, set, true, names)?;
                            bind(member, |()| Ok(any([then(names, value)])))
                        })
                    }
                    (_, terms) => bind(self.cond(&terms[0], true, names)?, |()| {
                        Ok(any([names.clone()]))
                    }),
                })?;
            }
            bind(cases, |names| self.each(&parts.concat(), names))
        })
    }
}

/// A bit of x op y.
pub fn bit(operator: char, a: bool, b: bool) -> bool {
    match operator {
        '&' => a & b,
        '|' => a | b,
        _ => a ^ b,
    }
}

/// The bounds of a − b in each case in which a relation of a and b holds, or does not.
fn bounds(relation: &str, holds: bool) -> Vec<(Option<i64>, Option<i64>)> {
    match (relation, holds) {
        ("<", true) | (">=", false) => vec![(None, Some(-1))],
        ("<=", true) | (">", false) => vec![(None, Some(0))],
        (">", true) | ("<=", false) => vec![(Some(1), None)],
        (">=", true) | ("<", false) => vec![(Some(0), None)],
        ("==", true) | ("!=", false) => vec![(Some(0), Some(0))],
        _ => vec![(None, Some(-1)), (Some(1), None)],
    }
}
