//! Periods of rules with one number: what a theorem needs to know of a rule.
//!
//! Let every option of n be at most m parts that add up to n − c, where 0 ≤ c ≤ k (1 ≤ c for m = 1). Let all
//! parts but one be constants below b; or let there be two, and all pairs with sums n − c whose parts are not
//! below bounds of at most b. Let conditions depend on n modulo M alone from n = b on. Let e ≥ b, and q be a
//! multiple of M. If g(x + q) = g(x) for e ≤ x < m·e + (m − 1)·q + k, then for all x ≥ e.
//!
//! *Proof.* By induction, let N ≥ m·e + (m − 1)·q + k. An option of N + q has a part of at least e + q: with
//! two free parts the larger one, since they add up to at least 2·e + 2·q; else the one that is no constant,
//! since the others are below e each. The part less q is at least e, so it has the same value and is above
//! the bounds, and the option with it is one of N. Conversely an option of N has a part of at least e, and
//! with q more it is an option of N + q. So both have the same values to miss. (For m = 2 this is the
//! argument of Guy and Smith 1956.)
//!
//! The [`statements`](crate::rules::statements) of a rule say this. Numbers between constants are variables that do not matter; n with
//! such numbers added is above a constant from some n on; and a free part is a number that only n bounds.

use fxhash::FxHashMap;

use crate::period::common;
use crate::rules::rule::Rule;
use crate::rules::statements::{All, Atom, LinearForm, Statements, Test};
use crate::rules::term::op;

/// The largest number that is looked at.
const MAX_NUMBER: i64 = 1 << 20;

/// The number of times that the bounds of numbers are drawn from each other. A guess.
const ROUNDS: usize = 4;

/// The numbers of a rule that the theorem needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The most parts of an option: m.
    parts: u64,
    /// The most by which an option is less than the number: k.
    most: u64,
    /// The modulus of conditions: M.
    modulus: u64,
    /// The number from which on the theorem speaks: b.
    from: u64,
}

/// The numbers from one to another, or all from one on.
#[derive(Clone, Copy)]
struct Range {
    /// The first number.
    low: i64,
    /// The last number, if there is one.
    high: Option<i64>,
}

impl Range {
    /// All numbers that a variable may have if nothing else bounds it.
    const NATURAL: Range = Range { low: 0, high: None };
}

/// The meaning of a case of a move or a condition for large n.
enum OfLarge {
    /// It never holds.
    Nothing,
    /// It holds within bounds.
    Bounded(Case),
}

/// A case of a move or a condition.
#[derive(Default)]
struct Case {
    /// The ranges of the numbers that are bounded, whatever n is, which is the number 0. The others are from 0 on.
    ranges: FxHashMap<usize, Range>,
    /// Forms that must not be negative, and are about numbers that n alone bounds.
    open: Vec<LinearForm>,
}

impl Case {
    /// Returns the least that a form is, n left out.
    fn least(&self, form: &LinearForm) -> Option<i64> {
        let mut sum = form.constant;
        for (number, &factor) in &form.factors {
            if *number > 0 {
                let range = self.ranges.get(number).unwrap_or(&Range::NATURAL);
                let bound = if factor > 0 { range.low } else { range.high? };
                sum = sum.checked_add(factor.checked_mul(bound)?)?;
            }
        }
        Some(sum)
    }

    /// Returns the most that a form is, n left out.
    fn most(&self, form: &LinearForm) -> Option<i64> {
        self.least(&form.times(-1)).map(|least| -least)
    }

    fn is_bounded(&self, form: &LinearForm) -> bool {
        self.least(form).is_some() && self.most(form).is_some()
    }

    /// Draws bounds of numbers from a form that is not negative.
    fn bound(&mut self, form: &LinearForm) {
        for (&number, &factor) in &form.factors {
            let others = form.plus(&LinearForm::of(number), -factor);
            let Some(rest) = self.most(&others) else {
                continue;
            };
            let range = self.ranges.entry(number).or_insert(Range::NATURAL);
            if factor > 0 {
                range.low = range.low.max(-rest.div_euclid(factor));
            } else {
                let high = rest.div_euclid(-factor);
                range.high = Some(high.min(range.high.unwrap_or(MAX_NUMBER)));
            }
        }
    }
}

/// Returns the factor of a number in a form, 0 if the form is not about it.
fn factor(form: &LinearForm, number: usize) -> i64 {
    form.factors.get(&number).copied().unwrap_or(0)
}

/// A quotient ⌊a/d⌋ that is a number of some statements.
struct Quotient {
    /// The number that it is.
    number: usize,
    /// The divisor d.
    divisor: i64,
    /// The form a.
    divided: LinearForm,
    /// The form a − d·⌊a/d⌋, which a statement bounds.
    rest: LinearForm,
}

/// Returns the quotient that a statement says, if all others compare sums with it alone.
fn quotient(atom: &Atom, atoms: &All, parts: &[LinearForm]) -> Option<Quotient> {
    let Test::Within(Some(0), Some(last @ 1..)) = atom.test else {
        return None;
    };
    let divisor = last + 1;
    let rest = &atom.form;
    let is_divided = |&(number, by): &(&usize, &i64)| *number > 0 && *by == -divisor;
    let (&number, _) = rest.factors.iter().find(is_divided)?;
    let is_compared = |Atom { form, test }: &Atom| match test {
        Test::Within(..) => form == rest || factor(form, number).abs() <= 1,
        Test::Divides(_) => factor(form, number) == 0,
        _ => false,
    };
    let is_free = parts.iter().all(|part| factor(part, number) == 0);
    if !is_free || !atoms.iter().all(is_compared) {
        return None;
    }
    Some(Quotient {
        number,
        divisor,
        divided: rest.plus(&LinearForm::of(number), divisor),
        rest: rest.clone(),
    })
}

/// Returns the statements without quotients that only sums compare: ⌊a/d⌋ + b ≥ c if a + db ≥ dc. `None` if numbers are
/// too large.
fn without_quotients(mut atoms: All, parts: &[LinearForm]) -> Option<All> {
    while let Some(found) = atoms.iter().find_map(|atom| quotient(atom, &atoms, parts)) {
        if found.divisor > MAX_NUMBER {
            return None;
        }
        atoms.retain(|atom| atom.form != found.rest);
        for Atom { form, test } in &mut atoms {
            if let Test::Within(low, high) = test {
                multiply(form, low, high, &found)?;
            }
        }
    }
    Some(atoms)
}

/// Multiplies a form with its bounds by the divisor of a quotient, if the form has this quotient, and puts what is
/// divided into its place.
fn multiply(
    form: &mut LinearForm,
    low: &mut Option<i64>,
    high: &mut Option<i64>,
    quotient: &Quotient,
) -> Option<()> {
    if factor(form, quotient.number) == -1 {
        *form = form.times(-1);
        let turned = high.map(|n| -n);
        *high = low.map(|n| -n);
        *low = turned;
    }
    if factor(form, quotient.number) == 1 {
        let others = form.plus(&LinearForm::of(quotient.number), -1);
        *form = quotient
            .divided
            .plus(&others, quotient.divisor)
            .small()
            .ok()?;
        // A bound and the divisor are small, so that their product does not pass 64 bits.
        for bound in low.iter().chain(high.iter()) {
            LinearForm::constant(*bound).small().ok()?;
        }
        let last = quotient.divisor - 1;
        *low = low.map(|n| n * quotient.divisor);
        *high = high.map(|n| n * quotient.divisor + last);
    }
    Some(())
}

impl Repeats {
    /// Returns the numbers of a rule, if the theorem is about it.
    pub fn of(rule: &Rule) -> Option<Repeats> {
        if rule.arity != 1
            || rule.is_wide()
            || rule.loopy
            || rule.clauses.keys().any(|word| word != "lose")
        {
            return None;
        }
        let mut repeats = Repeats {
            parts: 1,
            most: 1,
            modulus: 1,
            from: 0,
        };
        let mut statements = Statements {
            digits: 0,
            is_base: false,
            fresh: 1,
        };
        let lost = op("or", rule.clauses.values().flatten().cloned());
        let ends = statements.cond(&lost, true, &[LinearForm::of(0)]).ok()?;
        for end in ends {
            if let OfLarge::Bounded(case) = repeats.case(end.atoms, &[])? {
                require(case.open.is_empty())?;
            }
        }
        for option in statements.moves(rule).ok()? {
            if let OfLarge::Bounded(case) = repeats.case(option.atoms, &option.value)? {
                repeats.add(&case, &option.value)?;
            }
        }
        Some(repeats)
    }

    /// Returns the last number whose value must be known, to prove that values repeat so.
    pub fn window(&self, preperiod: u64, period: u64) -> Option<u64> {
        let edge = preperiod.max(self.from);
        let each = edge.checked_add(common(period, self.modulus)?)?;
        self.parts.checked_mul(each)?.checked_add(self.most)
    }

    /// Lets the theorem speak from a number on, if that is small.
    fn not_before(&mut self, number: i64) -> Option<()> {
        self.from = self.from.max(number.max(0) as u64);
        require(number <= MAX_NUMBER)
    }

    /// Returns the bounds that the statements of a case set for large n; `None` if the theorem is not about it.
    fn case(&mut self, atoms: All, parts: &[LinearForm]) -> Option<OfLarge> {
        let mut case = Case::default();
        let mut forms = Vec::new();
        let mut divided = Vec::new();
        for Atom { form, test } in without_quotients(atoms, parts)? {
            match test {
                Test::Within(low, high) => {
                    forms.extend(low.map(|low| form.plus(&LinearForm::constant(low), -1)));
                    forms.extend(high.map(|high| LinearForm::constant(high).plus(&form, -1)));
                }
                Test::Divides(by) => {
                    self.modulus = common(self.modulus, by as u64)?;
                    require(self.modulus <= MAX_NUMBER as u64)?;
                    divided.push(form);
                }
                _ => return None,
            }
        }
        for _ in 0..ROUNDS {
            for form in forms.iter().filter(|form| factor(form, 0) == 0) {
                case.bound(form);
            }
        }
        // A form that is divided must have bounds, n left out.
        require(divided.iter().all(|form| case.is_bounded(form)))?;
        let is_negative = |form: &LinearForm| {
            factor(form, 0) == 0 && case.most(form).is_some_and(|most| most < 0)
        };
        if forms.iter().any(is_negative) {
            return Some(OfLarge::Nothing);
        }
        for form in forms {
            let least = case.least(&form);
            let most = case.most(&form);
            match (factor(&form, 0), least, most) {
                (0, Some(_), Some(_)) => {}
                // It rises with n, so that it is not negative from some n on.
                (by @ 1.., Some(least), _) => self.not_before(-least.div_euclid(by))?,
                // It falls, so that it is negative from some n on.
                (by @ ..0, _, Some(most)) => {
                    self.not_before(most.div_euclid(-by) + 1)?;
                    return Some(OfLarge::Nothing);
                }
                _ => case.open.push(form),
            }
        }
        Some(OfLarge::Bounded(case))
    }

    /// Adds a case of a move.
    fn add(&mut self, case: &Case, parts: &[LinearForm]) -> Option<()> {
        let sum = |sum: LinearForm, part: &LinearForm| sum.plus(part, 1);
        let total = parts.iter().fold(LinearForm::default(), sum);
        // The number taken is n − total.
        let low = -case.most(&total)?;
        let high = -case.least(&total)?;
        let least_taken = i64::from(parts.len() == 1);
        require(factor(&total, 0) == 1 && low >= least_taken)?;
        self.parts = self.parts.max(parts.len() as u64);
        self.most = self.most.max(high as u64);
        match parts {
            [a, b] if !case.is_bounded(a) && !case.is_bounded(b) => self.add_pair(case, a, b),
            _ => self.add_with_constants(case, parts),
        }
    }

    /// Adds a case of a move that leaves two free parts: both are at least constants, or all pairs are met with the
    /// larger part on one side.
    fn add_pair(&mut self, case: &Case, a: &LinearForm, b: &LinearForm) -> Option<()> {
        let orders = [a.plus(b, -1), b.plus(a, -1)];
        // Under both of them the parts are equal.
        require(!orders.iter().all(|order| case.open.contains(order)))?;
        for form in &case.open {
            let above = |part: &LinearForm| {
                let rest = form.plus(part, -1);
                if factor(&rest, 0) == 0 {
                    case.least(&rest)
                } else {
                    None
                }
            };
            if let Some(least) = above(a).or_else(|| above(b)) {
                self.not_before(-least)?;
            } else {
                require(orders.contains(form))?;
            }
        }
        Some(())
    }

    /// Adds a case of a move that leaves one free part, and constants.
    fn add_with_constants(&mut self, case: &Case, parts: &[LinearForm]) -> Option<()> {
        let is_constant = |part: &&LinearForm| factor(part, 0) == 0;
        let (constants, free): (Vec<_>, Vec<_>) = parts.iter().partition(is_constant);
        require(case.open.is_empty() && free.len() == 1)?;
        require(parts.iter().all(|part| case.is_bounded(part)))?;
        for part in constants {
            self.not_before(case.most(part)? + 1)?;
        }
        Some(())
    }
}

/// Returns nothing, or `None` if a condition of the theorem does not hold.
fn require(holds: bool) -> Option<()> {
    if holds { Some(()) } else { None }
}
