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
//! The [`statements`](crate::statements) of a rule say this. Numbers between constants are variables that do not matter; n with
//! such numbers added is above a constant from some n on; and a free part is a number that only n bounds.

use fxhash::FxHashMap;

use crate::moves::rule::{Rule, op};
use crate::period::common;
use crate::statements::{All, Atom, LinearForm, Statements, Test};

/// Larger numbers are not looked at.
const MAX_NUMBER: i64 = 1 << 20;

/// How often the bounds of numbers are drawn from each other.
const ROUNDS: usize = 4;

/// The numbers of a rule that the theorem needs: m, k, M and b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeats {
    parts: u64,
    most: u64,
    modulus: u64,
    from: u64,
}

/// A case of a move or a condition.
#[derive(Default)]
struct Case {
    /// Between what the numbers lie whatever n is, which is the number 0; elsewhere they are from 0 on.
    ranges: FxHashMap<usize, (i64, Option<i64>)>,
    /// Forms that must not be negative, and are about numbers that n alone bounds.
    open: Vec<LinearForm>,
}

impl Case {
    /// The least that a form is, n left out.
    fn least(&self, form: &LinearForm) -> Option<i64> {
        form.0.iter().filter(|(number, _)| **number > 0).try_fold(
            form.1,
            |sum, (number, &factor)| {
                let (low, high) = self.ranges.get(number).copied().unwrap_or((0, None));
                sum.checked_add(factor.checked_mul(if factor > 0 { low } else { high? })?)
            },
        )
    }

    fn most(&self, form: &LinearForm) -> Option<i64> {
        self.least(&form.times(-1)).map(|least| -least)
    }

    /// Draws bounds of numbers from a form that is not negative.
    fn bound(&mut self, form: &LinearForm) {
        for (&number, &factor) in &form.0 {
            let Some(rest) = self.most(&form.plus(&LinearForm::of(number), -factor)) else {
                continue;
            };
            let (low, high) = self.ranges.entry(number).or_insert((0, None));
            match factor > 0 {
                true => *low = (*low).max(-rest.div_euclid(factor)),
                false => *high = Some(rest.div_euclid(-factor).min(high.unwrap_or(MAX_NUMBER))),
            }
        }
    }
}

fn factor(form: &LinearForm, number: usize) -> i64 {
    form.0.get(&number).copied().unwrap_or(0)
}

/// The statements without quotients that only sums compare: ⌊a/d⌋ + b ≥ c if a + db ≥ dc. `None` if numbers are too large.
fn without_quotients(mut atoms: All, parts: &[LinearForm]) -> Option<All> {
    let quotient = |atoms: &All, Atom(of, test): &Atom| {
        let Test::Within(Some(0), Some(rest @ 1..)) = *test else {
            return None;
        };
        let (&number, _) =
            of.0.iter()
                .find(|&(&number, &by)| number > 0 && by == -rest - 1)?;
        let is_compared = |Atom(form, test): &Atom| match test {
            Test::Within(..) => form == of || factor(form, number).abs() <= 1,
            Test::Divides(_) => factor(form, number) == 0,
            _ => false,
        };
        let is_compared =
            atoms.iter().all(is_compared) && parts.iter().all(|part| factor(part, number) == 0);
        is_compared.then(|| {
            (
                number,
                rest + 1,
                of.plus(&LinearForm::of(number), rest + 1),
                of.clone(),
            )
        })
    };
    while let Some((number, by, divided, of)) = atoms.iter().find_map(|atom| quotient(&atoms, atom))
    {
        atoms.retain(|atom| atom.0 != of);
        (by <= MAX_NUMBER).then_some(())?;
        for Atom(form, test) in &mut atoms {
            let Test::Within(low, high) = test else {
                continue;
            };
            if factor(form, number) == -1 {
                (*form, *low, *high) = (form.times(-1), high.map(|n| -n), low.map(|n| -n));
            }
            if factor(form, number) == 1 {
                // Both are small, so that no sum of their products passes 64 bits.
                *form = divided
                    .plus(&form.plus(&LinearForm::of(number), -1), by)
                    .small()
                    .ok()?;
                let small = |n: i64| LinearForm::constant(n).small().ok();
                [*low, *high]
                    .into_iter()
                    .flatten()
                    .try_for_each(|n| small(n).map(|_| ()))?;
                (*low, *high) = (low.map(|n| n * by), high.map(|n| n * by + by - 1));
            }
        }
    }
    Some(atoms)
}

impl Repeats {
    /// Of a rule, if the theorem is about it.
    pub fn of(rule: &Rule) -> Option<Repeats> {
        if rule.arity != 1 || rule.loopy || rule.clauses.keys().any(|word| word != "lose") {
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
        for ((), atoms) in statements.cond(&lost, true, &[LinearForm::of(0)]).ok()? {
            let case = repeats.case(atoms, &[])?;
            case.is_none_or(|case| case.open.is_empty()).then_some(())?;
        }
        for (parts, atoms) in statements.moves(rule).ok()? {
            if let Some(case) = repeats.case(atoms, &parts)? {
                repeats.add(&case, &parts)?;
            }
        }
        Some(repeats)
    }

    /// The last number whose value must be known, to prove that values repeat so.
    pub fn window(&self, preperiod: u64, period: u64) -> Option<u64> {
        let each = preperiod
            .max(self.from)
            .checked_add(common(period, self.modulus)?)?;
        self.parts.checked_mul(each)?.checked_add(self.most)
    }

    fn not_before(&mut self, number: i64) -> Option<()> {
        self.from = self.from.max(number.max(0) as u64);
        (number <= MAX_NUMBER).then_some(())
    }

    /// The bounds that the statements of a case set for large n; nothing if it has no large n.
    fn case(&mut self, atoms: All, parts: &[LinearForm]) -> Option<Option<Case>> {
        let (mut case, mut forms, mut divided) = (Case::default(), Vec::new(), Vec::new());
        for Atom(form, test) in without_quotients(atoms, parts)? {
            match test {
                Test::Within(low, high) => {
                    forms.extend(low.map(|low| form.plus(&LinearForm::constant(low), -1)));
                    forms.extend(high.map(|high| LinearForm::constant(high).plus(&form, -1)));
                }
                Test::Divides(by) => {
                    self.modulus =
                        common(self.modulus, by as u64).filter(|&all| all <= MAX_NUMBER as u64)?;
                    divided.push(form);
                }
                _ => return None,
            }
        }
        for _ in 0..ROUNDS {
            forms
                .iter()
                .filter(|form| factor(form, 0) == 0)
                .for_each(|form| case.bound(form));
        }
        // A form that is divided must have bounds, n left out.
        for form in divided {
            case.least(&form).and(case.most(&form))?;
        }
        if forms
            .iter()
            .any(|form| factor(form, 0) == 0 && case.most(form).is_some_and(|most| most < 0))
        {
            return Some(None);
        }
        for form in forms {
            match (factor(&form, 0), case.least(&form), case.most(&form)) {
                (0, Some(_), Some(_)) => {}
                (by @ 1.., Some(least), _) => self.not_before(-least.div_euclid(by))?,
                (by @ ..0, _, Some(most)) => {
                    self.not_before(most.div_euclid(-by) + 1)?;
                    return Some(None);
                }
                _ => case.open.push(form),
            }
        }
        Some(Some(case))
    }

    /// Adds a case of a move.
    fn add(&mut self, case: &Case, parts: &[LinearForm]) -> Option<()> {
        let total = parts
            .iter()
            .fold(LinearForm::default(), |sum, part| sum.plus(part, 1));
        // The number taken: n − total.
        let (low, high) = (-case.most(&total)?, -case.least(&total)?);
        if factor(&total, 0) != 1 || low < i64::from(parts.len() == 1) {
            return None;
        }
        self.parts = self.parts.max(parts.len() as u64);
        self.most = self.most.max(high as u64);
        let is_bounded = |part: &&LinearForm| case.least(part).and(case.most(part)).is_some();
        match parts {
            [a, b] if !is_bounded(&a) && !is_bounded(&b) => {
                let orders = [a.plus(b, -1), b.plus(a, -1)];
                // Under both of them the parts are equal.
                (!orders.iter().all(|order| case.open.contains(order))).then_some(())?;
                // Both are at least constants, or all pairs are met with the larger part on one side.
                for form in &case.open {
                    let rest = |of: &LinearForm| {
                        Some(form.plus(of, -1)).filter(|rest| factor(rest, 0) == 0)
                    };
                    match [a, b].into_iter().find_map(|of| case.least(&rest(of)?)) {
                        Some(least) => self.not_before(-least)?,
                        None if orders.contains(form) => {}
                        None => return None,
                    }
                }
                Some(())
            }
            _ => {
                let (constant, free): (Vec<_>, Vec<_>) =
                    parts.iter().partition(|part| factor(part, 0) == 0);
                let fits = case.open.is_empty()
                    && free.len() == 1
                    && parts.iter().all(|part| is_bounded(&part));
                let mut ends = constant.into_iter().map(|part| case.most(part));
                fits.then_some(())?;
                ends.try_for_each(|most| self.not_before(most? + 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Repeats;
    use crate::moves::rule::Rule;

    fn repeats(text: &str) -> Option<(u64, u64, u64, u64)> {
        let found = Repeats::of(&Rule::read(text).expect("a rule"))?;
        Some((found.parts, found.most, found.modulus, found.from))
    }

    #[test]
    fn what_the_theorem_needs_is_read_from_a_rule() {
        for (text, parts, most, modulus, from) in [
            ("[n] -> [n-k] for k in {1, 3..4}", 1, 4, 1, 0),
            ("[n] -> [n-k] for k in 1..min(n,3)", 1, 3, 1, 4),
            ("[n] -> [n-1] | [n-2] if n % 3 == 0", 1, 2, 3, 0),
            ("[n] -> [n-1] if n & 1 == 0 and n % 3 != 1", 1, 1, 6, 0),
            ("[n] -> [n-k] for k in 1..3 if n > 2000", 1, 3, 1, 2001),
            ("[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k", 2, 2, 1, 0),
            (
                "[n] -> [i]+[n-k-i] for k in 1..2, i in 0..(n-k)/2",
                2,
                2,
                1,
                0,
            ),
            ("[n] -> [i]+[n-i-1] for i in 10..n-20", 2, 1, 1, 19),
            ("[n] -> [n-5-k]+[k] for k in 1..7", 2, 5, 1, 8),
            ("[n] -> [n-1] ; lose if n == 4", 1, 1, 1, 5),
            ("[n] -> [n-1] if n in {1..min(n,3)}", 1, 1, 1, 4),
            ("[n] -> [n-1] if 2*n > 5", 1, 1, 1, 3),
        ] {
            assert_eq!(repeats(text), Some((parts, most, modulus, from)), "{text}");
        }
    }

    #[test]
    fn rules_that_no_theorem_is_about_are_refused() {
        for text in [
            "[n] -> [n-k] for k in 1..n",
            "[n] -> [n-k*k] for k in 1..sqrt(n)",
            "[n] -> [n/2] if n > 0",
            "[n] -> [n]",
            "[n] -> [n+1]",
            "[n] -> [n-1] ; legal if n != 3",
            "[n] -> [n-1] ; win if n == 3",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 if i != n-1-i",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 if i == n-1-i",
            "[n] -> [n-1] | [n-100] if n/1073741824/1073741824/16 == 0",
            "[n] -> [n-1] if not n % 50 in {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 if i % 2 == 0",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 by 2",
            "[n] -> [i]+[n-1-i] for i in 0..n/3",
            "[n] -> [i]+[i] for i in 0..n-1",
            "[n] -> [i]+[j]+[n-1-i-j] for i in 0..n-1, j in 0..n-1-i",
            "[n] -> [n-1] for k in 1..3 if n % k == 0",
            "[a,b] -> [a-1,b]",
        ] {
            assert_eq!(repeats(text), None, "{text}");
        }
    }
}
