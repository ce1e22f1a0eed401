//! The meaning of a rule, as lists of statements about whole numbers from 0: sums within bounds, remainders, bits.
//!
//! Each expression becomes a few cases, which exclude each other and leave nothing out: a sum with factors under some
//! statements. `min(a,b)` is a if a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2.

use std::collections::BTreeMap;

use itertools::iproduct;

use crate::rules::rule::{Rule, RuleMoves};
use crate::rules::term::{Term, op};
use crate::{Fail, Res};

/// The form Σ cᵢxᵢ + k.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearForm {
    /// The factors c, by the numbers i.
    pub factors: BTreeMap<usize, i64>,
    /// The constant k.
    pub constant: i64,
}

impl LinearForm {
    /// Returns the form that is a number itself.
    pub fn of(number: usize) -> LinearForm {
        LinearForm {
            factors: [(number, 1)].into(),
            constant: 0,
        }
    }

    /// Returns the form that is a constant.
    pub fn constant(n: i64) -> LinearForm {
        LinearForm {
            factors: BTreeMap::new(),
            constant: n,
        }
    }

    /// Returns the form x, or −1 − x if all bits are turned over.
    fn turned(x: usize, is_turned: bool) -> LinearForm {
        if is_turned {
            LinearForm::constant(-1).plus(&LinearForm::of(x), -1)
        } else {
            LinearForm::of(x)
        }
    }

    /// Returns a multiple of this form.
    pub fn times(&self, factor: i64) -> LinearForm {
        LinearForm::default().plus(self, factor)
    }

    /// Returns this form plus a multiple of another.
    pub fn plus(&self, other: &LinearForm, times: i64) -> LinearForm {
        let mut sum = self.clone();
        for (&number, factor) in &other.factors {
            *sum.factors.entry(number).or_default() += times * factor;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum.constant += times * other.constant;
        sum
    }

    /// Returns the form, if its numbers are so small that sums of products of them fit.
    pub fn small(self) -> Res<LinearForm> {
        let fits = |n: &i64| n.unsigned_abs() <= 1 << 30;
        if fits(&self.constant) && self.factors.values().all(fits) {
            Ok(self)
        } else {
            Err(Fail::TooLarge)
        }
    }

    /// Says whether it may be below 0, as the cases that must be looked at: that it is not, and that it is.
    fn may_be_negative(&self) -> &'static [bool] {
        let is_natural = self.constant >= 0 && self.factors.values().all(|&factor| factor > 0);
        if is_natural { &[false] } else { &[false, true] }
    }
}

/// One statement about a form, or about the digits of the numbers in it, in their order.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The form that it is about.
    pub form: LinearForm,
    /// The test that the form passes.
    pub test: Test,
}

/// A claim about a form, or about the digits of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// The form has at least the first value, at most the second.
    Within(Option<i64>, Option<i64>),
    /// The number divides the form.
    Divides(i64),
    /// The number has one digit 1, else zeros.
    Place,
    /// The numbers x, y and z have z = x op y, bit by bit, each with whether all its bits are turned over.
    Bits(char, [bool; 3]),
}

impl Test {
    /// The form is 0.
    pub const EQUAL: Test = Test::Within(Some(0), Some(0));
}

impl Atom {
    /// Returns the statement that two forms are equal.
    pub fn equal(a: &LinearForm, b: &LinearForm) -> Atom {
        Atom {
            form: a.plus(b, -1),
            test: Test::EQUAL,
        }
    }

    /// Returns the statement that a form is within bounds.
    fn within(form: LinearForm, low: Option<i64>, high: Option<i64>) -> Atom {
        Atom {
            form,
            test: Test::Within(low, high),
        }
    }

    /// Returns a statement about the digits of some numbers.
    fn digits<const N: usize>(numbers: [usize; N], test: Test) -> Atom {
        let form = LinearForm {
            factors: numbers.map(|number| (number, 1)).into(),
            constant: 0,
        };
        Atom { form, test }
    }

    /// Says whether it is about a form.
    pub fn is_sum(&self) -> bool {
        matches!(self.test, Test::Within(..) | Test::Divides(_))
    }
}

/// Statements that all hold.
pub type All = Vec<Atom>;

/// The form that something has in one of several cases.
#[derive(Clone)]
pub struct Conditional<T> {
    /// The form in this case.
    pub value: T,
    /// The statements of the case.
    pub atoms: All,
}

/// The most cases of a term, a condition or a move: each `!=` among them doubles them.
const MAX_CASES: usize = 1 << 12;

/// The most statements that the cases of a term, a condition or a move have together.
const MAX_STATEMENTS: usize = 1 << 20;

/// Returns a case for each of these values, under no condition.
fn any<T>(values: impl IntoIterator<Item = T>) -> Vec<Conditional<T>> {
    let case = |value| Conditional {
        value,
        atoms: Vec::new(),
    };
    values.into_iter().map(case).collect()
}

/// Returns one case.
fn only<T>(value: T, atoms: All) -> Vec<Conditional<T>> {
    vec![Conditional { value, atoms }]
}

/// Returns each case with all cases of what follows from it.
fn bind<T, U>(
    cases: Vec<Conditional<T>>,
    mut follow: impl FnMut(&T) -> Res<Vec<Conditional<U>>>,
) -> Res<Vec<Conditional<U>>> {
    let mut found = Vec::new();
    let mut statements = 0;
    for Conditional { value, atoms } in cases {
        for next in follow(&value)? {
            let atoms = [&atoms[..], &next.atoms].concat();
            statements += atoms.len();
            found.push(Conditional {
                value: next.value,
                atoms,
            });
        }
        Fail::TooLarge.when(found.len() > MAX_CASES || statements > MAX_STATEMENTS)?;
    }
    Ok(found)
}

fn then<T: Clone>(list: &[T], next: &T) -> Vec<T> {
    [list, std::slice::from_ref(next)].concat()
}

/// Reads statements off the text of a rule.
pub struct Statements {
    /// The number of digits.
    pub digits: usize,
    /// Whether numbers are written in a base.
    pub is_base: bool,
    /// The next number without a meaning.
    pub fresh: usize,
}

impl Statements {
    /// Returns a new number.
    pub fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh - 1
    }

    fn term(&mut self, term: &Term, names: &[LinearForm]) -> Res<Vec<Conditional<LinearForm>>> {
        match term {
            Term::Number(n) => {
                let n = i64::try_from(*n).unwrap_or(i64::MAX);
                Ok(any([LinearForm::constant(n).small()?]))
            }
            Term::Name(name) => Ok(any([names[*name].clone()])),
            Term::Op(word, terms) => {
                bind(self.each(terms, names)?, |forms| self.apply(word, forms))
            }
        }
    }

    /// Returns the cases of several terms together.
    fn each(
        &mut self,
        terms: &[Term],
        names: &[LinearForm],
    ) -> Res<Vec<Conditional<Vec<LinearForm>>>> {
        let mut all = any([vec![]]);
        for term in terms {
            let cases = self.term(term, names)?;
            all = bind(all, |forms| {
                bind(cases.clone(), |form| Ok(any([then(forms, form)])))
            })?;
        }
        Ok(all)
    }

    /// Returns an operator or a function of some forms.
    fn apply(&mut self, word: &str, forms: &[LinearForm]) -> Res<Vec<Conditional<LinearForm>>> {
        let one = |form: LinearForm| Ok(any([form.small()?]));
        let is_binary = self.is_base && self.digits == 2;
        let last = forms.last().filter(|form| form.factors.is_empty());
        let constant = last.map(|form| form.constant);
        match (word, forms, constant) {
            ("-", [a], _) => one(a.times(-1)),
            ("~", [a], _) => one(LinearForm::constant(-1).plus(a, -1)),
            ("+", [a, b], _) => one(a.plus(b, 1)),
            ("-", [a, b], _) => one(a.plus(b, -1)),
            ("*", [a, _], Some(k)) => one(a.times(k)),
            ("*", [a, b], _) if a.factors.is_empty() => one(b.times(a.constant)),
            ("<<", [a, _], Some(k @ 0..=30)) => one(a.times(1 << k)),
            (">>", [a, _], Some(k @ 0..=30)) => self.quotient(a, 1 << k),
            ("/", [a, _], Some(by @ 1..)) => self.quotient(a, by),
            ("%", [a, _], Some(by @ 1..)) => Ok(self.remainder(a, by)),
            ("&", [a, b], _) if is_binary => self.bitwise('&', a, b),
            ("|", [a, b], _) if is_binary => self.bitwise('|', a, b),
            ("^", [a, b], _) if is_binary => self.bitwise('^', a, b),
            ("&", [a, _], Some(mask @ 1..)) if !self.is_base && (mask + 1).count_ones() == 1 => {
                Ok(self.remainder(a, mask + 1))
            }
            ("min", all, _) => extreme(all, 1),
            ("max", all, _) => extreme(all, -1),
            ("abs", [a], _) => extreme(&[a.clone(), a.times(-1)], -1),
            ("lowbit", [a], _) if a.may_be_negative() == [false] => {
                self.apply("&", &[a.clone(), a.times(-1)])
            }
            // Other functions are not checked here.
            _ => Err(Fail::TooLarge),
        }
    }

    /// Returns the quotient of a form, rounded down: a new number, or −1 minus one.
    fn quotient(&mut self, a: &LinearForm, by: i64) -> Res<Vec<Conditional<LinearForm>>> {
        let number = self.fresh();
        bind(any(a.may_be_negative()), |is_negative| {
            let quotient = LinearForm::turned(number, **is_negative);
            let rest = Atom::within(a.plus(&quotient, -by), Some(0), Some(by - 1));
            Ok(only(quotient, vec![rest]))
        })
    }

    /// Returns the remainder of a form: a new number.
    fn remainder(&mut self, a: &LinearForm, by: i64) -> Vec<Conditional<LinearForm>> {
        let rest = LinearForm::of(self.fresh());
        let is_rest = Atom {
            form: a.plus(&rest, -1),
            test: Test::Divides(by),
        };
        let within = Atom::within(rest.clone(), Some(0), Some(by - 1));
        only(rest, vec![within, is_rest])
    }

    /// Returns a form that has the bits of two others combined. A negative number is −1 minus one whose bits are turned
    /// over.
    fn bitwise(
        &mut self,
        operator: char,
        a: &LinearForm,
        b: &LinearForm,
    ) -> Res<Vec<Conditional<LinearForm>>> {
        let numbers = [self.fresh(), self.fresh(), self.fresh()];
        let signs = iproduct!(a.may_be_negative(), b.may_be_negative());
        bind(any(signs), |&(&of_a, &of_b)| {
            let turned = [of_a, of_b, bit(operator, of_a, of_b)];
            let form = |i: usize| LinearForm::turned(numbers[i], turned[i]);
            let bits = Atom::digits(numbers, Test::Bits(operator, turned));
            let atoms = vec![Atom::equal(a, &form(0)), Atom::equal(b, &form(1)), bits];
            Ok(only(form(2), atoms))
        })
    }

    /// Returns the cases in which a condition holds, or does not.
    pub fn cond(
        &mut self,
        cond: &Term,
        holds: bool,
        names: &[LinearForm],
    ) -> Res<Vec<Conditional<()>>> {
        match cond.op() {
            ("not", [inner]) => self.cond(inner, !holds, names),
            (word @ ("or" | "and"), all) if (word == "and") == holds => {
                let mut cases = any([()]);
                for inner in all {
                    let more = self.cond(inner, holds, names)?;
                    cases = bind(cases, |()| Ok(more.clone()))?;
                }
                Ok(cases)
            }
            ("or" | "and", all) => bind(any(all), |inner| self.cond(inner, holds, names)),
            ("in", [term, set]) => bind(self.term(term, names)?, |form| {
                self.member(form, set, holds, names)
            }),
            (relation, terms) => bind(self.each(terms, names)?, |forms| {
                let difference = forms[0].plus(&forms[1], -1);
                let within = |bounds: Bounds| Conditional {
                    value: (),
                    atoms: vec![Atom::within(difference.clone(), bounds.low, bounds.high)],
                };
                Ok(bounds(relation, holds).into_iter().map(within).collect())
            }),
        }
    }

    /// Returns the cases in which a form is a member of a set, or is not.
    fn member(
        &mut self,
        form: &LinearForm,
        set: &Term,
        holds: bool,
        names: &[LinearForm],
    ) -> Res<Vec<Conditional<()>>> {
        // The form gets a name, so that conditions can be about it.
        let names = then(names, form);
        let itself = Term::Name(names.len() - 1);
        match set.op() {
            ("{", items) => {
                let is_item = items.iter().map(|item| is_item(&itself, item));
                self.cond(&op("or", is_item), holds, &names)
            }
            (name, arguments) => {
                let base = Term::Number(self.digits as i128);
                let of_base = self.is_base && is_number(&arguments[0], &base);
                let of_fibonacci = !self.is_base && self.digits == 2;
                let are_places = name == "powers" && of_base || name == "fibonacci" && of_fibonacci;
                // Other sets are not checked here.
                Fail::TooLarge.when(!(holds && are_places))?;
                let place = self.fresh();
                let is_place = vec![
                    Atom::equal(form, &LinearForm::of(place)),
                    Atom::digits([place], Test::Place),
                ];
                let last = arguments[arguments.len() - 1].clone();
                let within = op("<=", [itself, last]);
                bind(only((), is_place), |()| self.cond(&within, true, &names))
            }
        }
    }

    /// Returns the forms of the numbers of the positions to which all moves lead, with the statements of each.
    pub fn moves(&mut self, rule: &Rule) -> Res<Vec<Conditional<Vec<LinearForm>>>> {
        Fail::TooLarge.when(rule.is_wide())?;
        bind(any(&rule.kinds), |kind| {
            let RuleMoves {
                parts, qualifiers, ..
            } = kind;
            let position = (0..rule.arity).map(LinearForm::of);
            let mut cases = any([position.collect::<Vec<_>>()]);
            for qualifier in qualifiers {
                cases = bind(cases, |names| match qualifier.op() {
                    ("for", [set]) => self.bound(set, names),
                    (_, terms) => bind(self.cond(&terms[0], true, names)?, |()| {
                        Ok(any([names.clone()]))
                    }),
                })?;
            }
            bind(cases, |names| self.each(&parts.concat(), names))
        })
    }

    /// Returns the names with one more, which is bound to the members of a set.
    fn bound(
        &mut self,
        set: &Term,
        names: &[LinearForm],
    ) -> Res<Vec<Conditional<Vec<LinearForm>>>> {
        let number = self.fresh();
        let values = [false, true].map(|is_turned| LinearForm::turned(number, is_turned));
        bind(any(values), |value| {
            let member = self.member(value, set, true, names)?;
            bind(member, |()| Ok(any([then(names, value)])))
        })
    }
}

/// Returns the condition that a name is one of the numbers of an item of a set.
fn is_item(itself: &Term, item: &Term) -> Term {
    let ("..", [low, high, step]) = item.op() else {
        return op("==", [itself.clone(), item.clone()]);
    };
    let mut conditions = vec![
        op("<=", [low.clone(), itself.clone()]),
        op("<=", [itself.clone(), high.clone()]),
    ];
    if !is_number(step, &Term::Number(1)) {
        let after = op("-", [itself.clone(), low.clone()]);
        let rest = op("%", [after, step.clone()]);
        conditions.push(op("==", [rest, Term::Number(0)]));
    }
    op("and", conditions)
}

/// Says whether two terms are one number.
fn is_number(a: &Term, b: &Term) -> bool {
    matches!((a, b), (Term::Number(a), Term::Number(b)) if a == b)
}

/// Returns the least of some forms, or the largest if the sign is −1: the first, or one that is less by at least 1.
fn extreme(forms: &[LinearForm], sign: i64) -> Res<Vec<Conditional<LinearForm>>> {
    let Some((first, others)) = forms.split_first() else {
        return Err(Fail::TooLarge);
    };
    let mut cases = any([first.clone()]);
    for b in others {
        cases = bind(cases, |a| {
            let more = b.plus(a, -1).times(sign);
            let mut both = only(a.clone(), vec![Atom::within(more.clone(), Some(0), None)]);
            both.extend(only(b.clone(), vec![Atom::within(more, None, Some(-1))]));
            Ok(both)
        })?;
    }
    Ok(cases)
}

/// Returns a bit of x op y.
pub fn bit(operator: char, a: bool, b: bool) -> bool {
    match operator {
        '&' => a & b,
        '|' => a | b,
        _ => a ^ b,
    }
}

/// The least and the largest value, if there are such.
struct Bounds {
    /// The least value.
    low: Option<i64>,
    /// The largest value.
    high: Option<i64>,
}

/// Returns the bounds of a − b in each case in which a relation of a and b holds, or does not.
fn bounds(relation: &str, holds: bool) -> Vec<Bounds> {
    let at_most = |high| Bounds {
        low: None,
        high: Some(high),
    };
    let at_least = |low| Bounds {
        low: Some(low),
        high: None,
    };
    match (relation, holds) {
        ("<", true) | (">=", false) => vec![at_most(-1)],
        ("<=", true) | (">", false) => vec![at_most(0)],
        (">", true) | ("<=", false) => vec![at_least(1)],
        (">=", true) | ("<", false) => vec![at_least(0)],
        ("==", true) | ("!=", false) => vec![Bounds {
            low: Some(0),
            high: Some(0),
        }],
        _ => vec![at_most(-1), at_least(1)],
    }
}
