//! The meaning of a rule, as lists of statements about whole numbers from 0: sums within bounds, remainders, bits.
//!
//! Each expression becomes a few cases, which exclude each other and leave nothing out: a sum with factors under some
//! statements. `min(a,b)` is a if a ≤ b, and b if a > b; `n/3` is a new number q with 0 ≤ n − 3q ≤ 2.

use std::collections::BTreeMap;

use crate::moves::rule::{Cond, Qualifier, Rule, Set, Term};

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

    /// This plus a multiple of the other.
    pub fn plus(&self, other: &Form, times: i64) -> Form {
        let mut sum = self.clone();
        for (&number, factor) in &other.0 {
            *sum.0.entry(number).or_default() += times * factor;
        }
        sum.0.retain(|_, factor| *factor != 0);
        Form(sum.0, self.1 + times * other.1)
    }

    /// The statement, if its numbers are so small that sums of products of them fit.
    pub fn small(self) -> Checked<Form> {
        let fits = |n: &i64| n.unsigned_abs() <= 1 << 30;
        if fits(&self.1) && self.0.values().all(fits) { Ok(self) } else { refuse("a number is too large") }
    }

    fn natural(&self) -> bool {
        self.1 >= 0 && self.0.values().all(|&factor| factor > 0)
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub enum Atom {
    /// At least the first bound, at most the second.
    Within(Form, Option<i64>, Option<i64>),
    /// The number divides the form.
    Divides(i64, Form),
    /// One digit 1, else zeros.
    Place(usize),
    /// z = x op y, bit by bit; each with whether all bits are turned over.
    Bits(char, [(usize, bool); 3]),
    /// z is the lowest one of x.
    Lowest(usize, usize),
}

/// Statements that all hold.
pub type All = Vec<Atom>;

/// One of each, together.
pub fn product(a: &[All], b: &[All]) -> Vec<All> {
    a.iter().flat_map(|a| b.iter().map(|b| [&a[..], b].concat())).collect()
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

    /// A form, as a number from 0 or as −1 − x of one.
    fn number(&mut self, form: &Form) -> Vec<(usize, bool, All)> {
        let mut cases = Vec::new();
        for turned in [false, true].into_iter().take(if form.natural() { 1 } else { 2 }) {
            let x = self.fresh();
            let value = if turned { Form(BTreeMap::new(), -1).plus(form, -1) } else { form.clone() };
            cases.push((x, turned, vec![Atom::Within(value.plus(&Form::of(x), -1), Some(0), Some(0))]));
        }
        cases
    }

    fn term(&mut self, term: &Term, names: &[Form]) -> Checked<Vec<(Form, All)>> {
        let mut cases = Vec::new();
        match term {
            Term::Number(n) => {
                let n = i64::try_from(*n).unwrap_or(i64::MAX);
                cases.push((Form(BTreeMap::new(), n).small()?, vec![]));
            }
            Term::Name(name) => cases.push((names[*name].clone(), vec![])),
            Term::Unary(sign, a) => {
                for (a, atoms) in self.term(a, names)? {
                    let less = if sign == "~" { -1 } else { 0 };
                    cases.push((Form(BTreeMap::new(), less).plus(&a, -1), atoms));
                }
            }
            Term::Binary(operator, a, b) => {
                let right = self.term(b, names)?;
                for (a, of_a) in self.term(a, names)? {
                    for (b, of_b) in &right {
                        for (form, atoms) in self.binary(operator, &a, b)? {
                            cases.push((form, [&of_a[..], of_b, &atoms].concat()));
                        }
                    }
                }
            }
            Term::Call(function, arguments) => {
                cases = self.term(&arguments[0], names)?;
                let sign = if function == "min" { 1 } else { -1 };
                match function.as_str() {
                    "min" | "max" => {
                        for argument in &arguments[1..] {
                            let (left, right) = (std::mem::take(&mut cases), self.term(argument, names)?);
                            for ((a, of_a), (b, of_b)) in
                                left.iter().flat_map(|a| right.iter().map(move |b| (a, b)))
                            {
                                let more = Form::default().plus(&b.plus(a, -1), sign);
                                let one = Atom::Within(more.clone(), Some(0), None);
                                cases.push((a.clone(), [&of_a[..], of_b, &[one]].concat()));
                                let other = Atom::Within(more, None, Some(-1));
                                cases.push((b.clone(), [&of_a[..], of_b, &[other]].concat()));
                            }
                        }
                    }
                    "abs" => {
                        for (a, atoms) in std::mem::take(&mut cases) {
                            let (at_least, below) = (
                                Atom::Within(a.clone(), Some(0), None),
                                Atom::Within(a.clone(), None, Some(-1)),
                            );
                            cases.push((a.clone(), [&atoms[..], &[at_least]].concat()));
                            cases.push((Form::default().plus(&a, -1), [&atoms[..], &[below]].concat()));
                        }
                    }
                    "lowbit"
                        if self.is_base && self.digits == 2 && cases.iter().all(|(a, _)| a.natural()) =>
                    {
                        for (a, atoms) in std::mem::take(&mut cases) {
                            let (x, z) = (self.fresh(), self.fresh());
                            let is_x = Atom::Within(a.plus(&Form::of(x), -1), Some(0), Some(0));
                            cases.push((Form::of(z), [&atoms[..], &[is_x, Atom::Lowest(x, z)]].concat()));
                        }
                    }
                    _ => return refuse(format!("`{function}` is not checked")),
                }
            }
        }
        Ok(cases)
    }

    fn binary(&mut self, operator: &str, a: &Form, b: &Form) -> Checked<Vec<(Form, All)>> {
        let one = |form: Form| Ok(vec![(form.small()?, vec![])]);
        let constant = b.0.is_empty().then_some(b.1);
        match (operator, constant) {
            ("+", _) => one(a.plus(b, 1)),
            ("-", _) => one(a.plus(b, -1)),
            ("*", Some(k)) => one(Form::default().plus(a, k)),
            ("*", _) if a.0.is_empty() => one(Form::default().plus(b, a.1)),
            ("<<", Some(k @ 0..=30)) => one(Form::default().plus(a, 1 << k)),
            ("/" | ">>", Some(k)) => {
                let by = if operator == "/" { k } else { 1 << k.clamp(0, 30) };
                if by < 1 || operator == ">>" && !(0..=30).contains(&k) {
                    return refuse("a quotient is not checked");
                }
                let (q, r) = (self.fresh(), self.fresh());
                let within =
                    |quotient: &Form| vec![Atom::Within(a.plus(quotient, -by), Some(0), Some(by - 1))];
                let (up, down) = (Form::of(q), Form(BTreeMap::new(), -1).plus(&Form::of(r), -1));
                let cases = [(up.clone(), within(&up)), (down.clone(), within(&down))];
                Ok(cases.into_iter().take(if a.natural() { 1 } else { 2 }).collect())
            }
            ("%", Some(m @ 1..)) => {
                let rest = Form::of(self.fresh());
                let atoms = vec![
                    Atom::Within(rest.clone(), Some(0), Some(m - 1)),
                    Atom::Divides(m, a.plus(&rest, -1)),
                ];
                Ok(vec![(rest, atoms)])
            }
            ("&" | "|" | "^", _) if self.is_base && self.digits == 2 => {
                let (mut cases, right) = (Vec::new(), self.number(b));
                let operator = operator.chars().next().unwrap_or('^');
                for (x, of_x, first) in self.number(a) {
                    for (y, of_y, second) in &right {
                        let (z, of_z) = (self.fresh(), bit(operator, of_x, *of_y));
                        let value =
                            if of_z { Form(BTreeMap::new(), -1).plus(&Form::of(z), -1) } else { Form::of(z) };
                        let atom = Atom::Bits(operator, [(x, of_x), (*y, *of_y), (z, of_z)]);
                        cases.push((value, [&first[..], second, &[atom]].concat()));
                    }
                }
                Ok(cases)
            }
            _ => refuse(format!("`{operator}` is not checked here")),
        }
    }

    fn compare(&mut self, a: &Term, relation: &str, b: &Term, names: &[Form]) -> Checked<Vec<All>> {
        let (mut cases, right) = (Vec::new(), self.term(b, names)?);
        for (a, of_a) in self.term(a, names)? {
            for (b, of_b) in &right {
                for (lo, hi) in bounds(relation) {
                    let atom = Atom::Within(a.plus(b, -1), lo, hi);
                    cases.push([&of_a[..], of_b, &[atom]].concat());
                }
            }
        }
        Ok(cases)
    }

    /// The cases in which a condition holds, or does not.
    pub fn cond(&mut self, cond: &Cond, holds: bool, names: &[Form]) -> Checked<Vec<All>> {
        match cond {
            Cond::Not(inner) => self.cond(inner, !holds, names),
            Cond::Any(list) | Cond::All(list) => {
                let all = matches!(cond, Cond::All(_)) == holds;
                let mut cases = if all { vec![vec![]] } else { vec![] };
                for inner in list {
                    let more = self.cond(inner, holds, names)?;
                    cases = if all { product(&cases, &more) } else { [cases, more].concat() };
                }
                Ok(cases)
            }
            Cond::Chain(terms, relations) => {
                let mut cases = if holds { vec![vec![]] } else { vec![] };
                for (pair, relation) in terms.windows(2).zip(relations) {
                    let relation = if holds { relation } else { opposite(relation) };
                    let more = self.compare(&pair[0], relation, &pair[1], names)?;
                    cases = if holds { product(&cases, &more) } else { [cases, more].concat() };
                }
                Ok(cases)
            }
            Cond::Member(term, set) => {
                let mut cases = Vec::new();
                for (form, atoms) in self.term(term, names)? {
                    cases.extend(product(&[atoms], &self.member(&form, set, holds, names)?));
                }
                Ok(cases)
            }
        }
    }

    fn member(&mut self, form: &Form, set: &Set, holds: bool, names: &[Form]) -> Checked<Vec<All>> {
        let last = names.len();
        let names = [names, std::slice::from_ref(form)].concat();
        let itself = Term::Name(last);
        match set {
            Set::Items(items) => {
                let mut cases = if holds { vec![] } else { vec![vec![]] };
                for item in items {
                    let one = match &item[..] {
                        [low, high, step] => {
                            let Term::Number(step @ 1..) = *step else {
                                return refuse("a step is not checked");
                            };
                            let behind =
                                Term::Binary("-".into(), Box::new(itself.clone()), Box::new(low.clone()));
                            let rest =
                                Term::Binary("%".into(), Box::new(behind), Box::new(Term::Number(step)));
                            let chain = Cond::Chain(
                                vec![low.clone(), itself.clone(), high.clone()],
                                vec!["<=".into(); 2],
                            );
                            let steps = Cond::Chain(vec![rest, Term::Number(0)], vec!["==".into()]);
                            self.cond(
                                &if step == 1 { chain } else { Cond::All(vec![chain, steps]) },
                                holds,
                                &names,
                            )?
                        }
                        _ => self.compare(&itself, if holds { "==" } else { "!=" }, &item[0], &names)?,
                    };
                    cases = if holds { [cases, one].concat() } else { product(&cases, &one) };
                }
                Ok(cases)
            }
            Set::Named(name, arguments) => {
                let of_base =
                    self.is_base && matches!(arguments[0], Term::Number(b) if b == self.digits as i128);
                let of_fibonacci = !self.is_base && self.digits == 2;
                if !holds || !(name == "powers" && of_base || name == "fibonacci" && of_fibonacci) {
                    return refuse(format!("`{name}` is not checked here"));
                }
                let place = self.fresh();
                let is_place = Atom::Within(form.plus(&Form::of(place), -1), Some(0), Some(0));
                let within = self.compare(&itself, "<=", &arguments[arguments.len() - 1], &names)?;
                Ok(product(&[vec![is_place, Atom::Place(place)]], &within))
            }
        }
    }

    /// The statements of all moves, with the forms of the positions that they lead to.
    pub fn moves(&mut self, rule: &Rule) -> Checked<Vec<(All, Vec<Form>)>> {
        let position: Vec<Form> = (0..rule.arity).map(Form::of).collect();
        let mut moves = Vec::new();
        for (parts, qualifiers) in &rule.kinds {
            let [part] = &parts[..] else { return refuse("a move leaves several positions") };
            let mut cases = vec![(position.clone(), vec![])];
            for qualifier in qualifiers {
                let mut more = Vec::new();
                for (names, atoms) in cases {
                    let found = match qualifier {
                        Qualifier::If(cond) => {
                            let found = self.cond(cond, true, &names)?;
                            found.into_iter().map(|found| (names.clone(), found)).collect()
                        }
                        Qualifier::For(set) => {
                            let (up, down) = (Form::of(self.fresh()), Form::of(self.fresh()));
                            let down = Form(BTreeMap::new(), -1).plus(&down, -1);
                            let mut found = Vec::new();
                            for value in [up, down] {
                                for atoms in self.member(&value, set, true, &names)? {
                                    found.push(([&names[..], std::slice::from_ref(&value)].concat(), atoms));
                                }
                            }
                            found
                        }
                    };
                    more.extend(
                        found
                            .into_iter()
                            .map(|(names, found): (_, All)| (names, [&atoms[..], &found].concat())),
                    );
                }
                cases = more;
            }
            for (names, atoms) in cases {
                let mut targets = vec![(atoms, vec![])];
                for term in part {
                    let found = self.term(term, &names)?;
                    let with = |(atoms, forms): &(All, Vec<Form>)| -> Vec<(All, Vec<Form>)> {
                        let one = |(form, more): &(Form, All)| {
                            ([&atoms[..], more].concat(), [&forms[..], std::slice::from_ref(form)].concat())
                        };
                        found.iter().map(one).collect()
                    };
                    targets = targets.iter().flat_map(with).collect();
                }
                moves.extend(targets);
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

fn bounds(relation: &str) -> Vec<(Option<i64>, Option<i64>)> {
    match relation {
        "<" => vec![(None, Some(-1))],
        "<=" => vec![(None, Some(0))],
        ">" => vec![(Some(1), None)],
        ">=" => vec![(Some(0), None)],
        "==" => vec![(Some(0), Some(0))],
        _ => vec![(None, Some(-1)), (Some(1), None)],
    }
}

fn opposite(relation: &str) -> &'static str {
    match relation {
        "<" => ">=",
        "<=" => ">",
        ">" => "<=",
        ">=" => "<",
        "==" => "!=",
        _ => "==",
    }
}
