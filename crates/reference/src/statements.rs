//! The meaning of a rule, as lists of statements about whole numbers from 0: sums within bounds, remainders, bits.
//!
//! Each expression becomes a few cases, which exclude each other and leave nothing out: a sum with factors under some
//! statements. `min(a,b)` is a if a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2.

use std::collections::BTreeMap;

use crate::moves::rule::{Rule, Term, op};

/// Why something is not checked.
pub type Checked<T> = Result<T, String>;

/// Refuses.
///
/// # Errors
///
/// Always.
pub fn refuse<T>(why: impl Into<String>) -> Checked<T> {
    Err(why.into())
}

/// Σ cᵢxᵢ + k: the factors by number, and k.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form(pub BTreeMap<usize, i64>, pub i64);

impl Form {
    /// A number itself.
    pub fn of(number: usize) -> Form {
        Form([(number, 1)].into(), 0)
    }

    /// A constant.
    pub fn constant(n: i64) -> Form {
        Form(BTreeMap::new(), n)
    }

    /// Its multiple.
    pub fn times(&self, factor: i64) -> Form {
        Form::default().plus(self, factor)
    }

    /// This form plus a multiple of another.
    pub fn plus(&self, other: &Form, times: i64) -> Form {
        let mut sum = self.clone();
        for (&number, factor) in &other.0 {
            *sum.0.entry(number).or_default() += times * factor;
        }
        sum.0.retain(|_, factor| *factor != 0);
        Form(sum.0, self.1 + times * other.1)
    }

    /// The form, if its numbers are so small that sums of products of them fit.
    pub fn small(self) -> Checked<Form> {
        let fits = |n: &i64| n.unsigned_abs() <= 1 << 30;
        if fits(&self.1) && self.0.values().all(fits) { Ok(self) } else { refuse("a number is too large") }
    }

    fn natural(&self) -> bool {
        self.1 >= 0 && self.0.values().all(|&factor| factor > 0)
    }
}

/// One statement about a form, or about the digits of the numbers in it, in their order.
#[derive(Clone, Debug)]
pub struct Atom(pub Form, pub Test);

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
    /// z is the lowest one of x.
    Lowest,
}

impl Test {
    /// The form is 0.
    pub const EQUAL: Test = Test::Within(Some(0), Some(0));
}

impl Atom {
    /// The statement that two forms are equal.
    pub fn equal(a: &Form, b: &Form) -> Atom {
        Atom(a.plus(b, -1), Test::EQUAL)
    }

    /// A statement about the digits of some numbers.
    fn digits<const N: usize>(numbers: [usize; N], test: Test) -> Atom {
        Atom(Form(numbers.map(|number| (number, 1)).into(), 0), test)
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

fn few<T>(cases: Cases<T>) -> Checked<Cases<T>> {
    if cases.len() > MAX_CASES { refuse("the rule has too many cases") } else { Ok(cases) }
}

/// One of each, together.
fn product<A, B, C>(a: &Cases<A>, b: &Cases<B>, with: impl Fn(&A, &B) -> C) -> Checked<Cases<C>> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b))).take(MAX_CASES + 1);
    few(pairs.map(|((a, of_a), (b, of_b))| (with(a, b), [&of_a[..], of_b].concat())).collect())
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

    /// A new number from 0 on, or −1 − x of one if a form may be negative.
    fn signed(&mut self, may_be_negative: bool) -> Vec<(usize, Form, bool)> {
        let turned = [false, true].into_iter().take(1 + usize::from(may_be_negative));
        let number = |turned| (self.fresh(), turned);
        let form = |(x, turned)| match turned {
            false => (x, Form::of(x), turned),
            true => (x, Form::constant(-1).plus(&Form::of(x), -1), turned),
        };
        turned.map(number).map(form).collect()
    }

    fn term(&mut self, term: &Term, names: &[Form]) -> Checked<Cases<Form>> {
        let (word, terms) = match term {
            Term::Number(n) => {
                let n = Form::constant(i64::try_from(*n).unwrap_or(i64::MAX));
                return Ok(vec![(n.small()?, vec![])]);
            }
            Term::Name(name) => return Ok(vec![(names[*name].clone(), vec![])]),
            Term::Op(word, terms) => (word, terms),
        };
        let mut cases = Vec::new();
        for (forms, atoms) in self.each(terms, names)? {
            let found = self.apply(word, &forms)?;
            cases.extend(found.into_iter().map(|(form, more)| (form, [&atoms[..], &more].concat())));
        }
        few(cases)
    }

    /// The cases of several terms together.
    fn each(&mut self, terms: &[Term], names: &[Form]) -> Checked<Cases<Vec<Form>>> {
        let mut all = vec![(vec![], vec![])];
        for term in terms {
            all = product(&all, &self.term(term, names)?, |forms: &Vec<Form>, form| then(forms, form))?;
        }
        Ok(all)
    }

    /// An operator or a function of some forms.
    fn apply(&mut self, word: &str, forms: &[Form]) -> Checked<Cases<Form>> {
        let one = |form: Form| Ok(vec![(form.small()?, vec![])]);
        let is_binary = self.is_base && self.digits == 2;
        let constant = forms.last().filter(|form| form.0.is_empty()).map(|form| form.1);
        match (word, forms, constant) {
            ("-", [a], _) => one(a.times(-1)),
            ("~", [a], _) => one(Form::constant(-1).plus(a, -1)),
            ("+", [a, b], _) => one(a.plus(b, 1)),
            ("-", [a, b], _) => one(a.plus(b, -1)),
            ("*", [a, _], Some(k)) => one(a.times(k)),
            ("*", [a, b], _) if a.0.is_empty() => one(b.times(a.1)),
            ("<<", [a, _], Some(k @ 0..=30)) => one(a.times(1 << k)),
            (">>", [a, _], Some(k @ 0..=30)) => self.apply("/", &[a.clone(), Form::constant(1 << k)]),
            ("/", [a, _], Some(by @ 1..)) => {
                let quotients = self.signed(!a.natural()).into_iter().map(|(_, quotient, _)| quotient);
                let rest = |quotient: &Form| Atom(a.plus(quotient, -by), Test::Within(Some(0), Some(by - 1)));
                Ok(quotients.map(|quotient| (quotient.clone(), vec![rest(&quotient)])).collect())
            }
            ("%", [a, _], Some(m @ 1..)) => {
                let rest = Form::of(self.fresh());
                let within = Atom(rest.clone(), Test::Within(Some(0), Some(m - 1)));
                Ok(vec![(rest.clone(), vec![within, Atom(a.plus(&rest, -1), Test::Divides(m))])])
            }
            ("&" | "|" | "^", [a, b], _) if is_binary => {
                let operator = word.chars().next().unwrap_or('^');
                let (left, right) = (self.signed(!a.natural()), self.signed(!b.natural()));
                let mut cases = Vec::new();
                for ((x, of_x, turned_x), (y, of_y, turned_y)) in
                    left.iter().flat_map(|x| right.iter().map(move |y| (x, y)))
                {
                    let turned = bit(operator, *turned_x, *turned_y);
                    let results = self.signed(turned);
                    let (z, of_z, _) = &results[usize::from(turned)];
                    let bits = Test::Bits(operator, [*turned_x, *turned_y, turned]);
                    let bits = Atom::digits([*x, *y, *z], bits);
                    cases.push((of_z.clone(), vec![Atom::equal(a, of_x), Atom::equal(b, of_y), bits]));
                }
                Ok(cases)
            }
            ("&", [a, _], Some(mask @ 1..)) if !self.is_base && (mask + 1).count_ones() == 1 => {
                self.apply("%", &[a.clone(), Form::constant(mask + 1)])
            }
            ("min" | "max", [first, others @ ..], _) => {
                let sign = if word == "min" { 1 } else { -1 };
                let mut cases = vec![(first.clone(), vec![])];
                for b in others {
                    let either = |(a, atoms): (Form, All)| {
                        let more = b.plus(&a, -1).times(sign);
                        let [stays, goes] = [(Some(0), None), (None, Some(-1))]
                            .map(|(low, high)| then(&atoms, &Atom(more.clone(), Test::Within(low, high))));
                        [(a, stays), (b.clone(), goes)]
                    };
                    cases = few(cases.into_iter().flat_map(either).collect())?;
                }
                Ok(cases)
            }
            ("abs", [a], _) => self.apply("max", &[a.clone(), a.times(-1)]),
            ("lowbit", [a], _) if is_binary && a.natural() => {
                let (x, z) = (self.fresh(), self.fresh());
                Ok(vec![(
                    Form::of(z),
                    vec![Atom::equal(a, &Form::of(x)), Atom::digits([x, z], Test::Lowest)],
                )])
            }
            _ => refuse(format!("`{word}` is not checked here")),
        }
    }

    /// The cases in which a condition holds, or does not.
    pub fn cond(&mut self, cond: &Term, holds: bool, names: &[Form]) -> Checked<Cases<()>> {
        let mut cases = Vec::new();
        match cond.op() {
            ("not", [inner]) => return self.cond(inner, !holds, names),
            (word @ ("or" | "and"), all) => {
                let together = (word == "and") == holds;
                cases.extend(together.then(|| ((), vec![])));
                for inner in all {
                    let more = self.cond(inner, holds, names)?;
                    cases = if together {
                        product(&cases, &more, |_, _| ())?
                    } else {
                        few([cases, more].concat())?
                    };
                }
            }
            ("in", [term, set]) => {
                for (form, atoms) in self.term(term, names)? {
                    let member = self.member(&form, set, holds, names)?;
                    cases.extend(product(&vec![((), atoms)], &member, |_, _| ())?);
                }
            }
            (relation, terms) => {
                for (forms, atoms) in self.each(terms, names)? {
                    let within = |(low, high)| Atom(forms[0].plus(&forms[1], -1), Test::Within(low, high));
                    cases.extend(
                        bounds(relation, holds).into_iter().map(|bounds| ((), then(&atoms, &within(bounds)))),
                    );
                }
            }
        }
        Ok(cases)
    }

    fn member(&mut self, form: &Form, set: &Term, holds: bool, names: &[Form]) -> Checked<Cases<()>> {
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
                let of_base =
                    self.is_base && matches!(arguments[0], Term::Number(b) if b == self.digits as i128);
                let of_fibonacci = !self.is_base && self.digits == 2;
                if !holds || !(name == "powers" && of_base || name == "fibonacci" && of_fibonacci) {
                    return refuse(format!("`{name}` is not checked here"));
                }
                let place = self.fresh();
                let is_place = vec![Atom::equal(form, &Form::of(place)), Atom::digits([place], Test::Place)];
                let last = arguments[arguments.len() - 1].clone();
                let within = self.cond(&op("<=", [itself(), last]), true, &names)?;
                product(&vec![((), is_place)], &within, |_, _| ())
            }
        }
    }

    /// The forms of the numbers of the positions to which all moves lead, with the statements of each.
    pub fn moves(&mut self, rule: &Rule) -> Checked<Cases<Vec<Form>>> {
        let mut moves = Vec::new();
        for (parts, qualifiers) in &rule.kinds {
            let mut cases = vec![((0..rule.arity).map(Form::of).collect::<Vec<_>>(), vec![])];
            for qualifier in qualifiers {
                let mut more = Vec::new();
                for (names, atoms) in cases {
                    let here = vec![(names.clone(), atoms)];
                    match qualifier.op() {
                        ("for", [set]) => {
                            for (_, value, _) in self.signed(true) {
                                let member = self.member(&value, set, true, &names)?;
                                more.extend(product(&here, &member, |names, ()| then(names, &value))?);
                            }
                        }
                        (_, terms) => {
                            let found = self.cond(&terms[0], true, &names)?;
                            more.extend(product(&here, &found, |names, ()| names.clone())?);
                        }
                    }
                }
                cases = few(more)?;
            }
            for (names, atoms) in cases {
                let targets = self.each(&parts.concat(), &names)?;
                moves.extend(product(&vec![((), atoms)], &targets, |(), forms| forms.clone())?);
            }
        }
        Ok(moves)
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
