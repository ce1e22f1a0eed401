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

use crate::moves::rule::{Kind, Rule, Term};
use crate::period::common;
use crate::statements::Form;

/// Larger numbers are not looked at.
const MAX_NUMBER: i64 = 1 << 20;

/// The numbers of a rule that the theorem needs: m, k, M and b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeats {
    parts: u64,
    most: u64,
    modulus: u64,
    from: u64,
    /// Between what each name lies that does not depend on n, which is the first.
    hulls: Vec<Option<(i64, i64)>>,
}

/// A sum of names with factors.
fn linear(term: &Term) -> Option<Form> {
    let form = match (term, term.op()) {
        (Term::Number(n), _) => Form::constant(i64::try_from(*n).ok()?),
        (Term::Name(name), _) => Form::of(*name),
        (_, ("-", [a])) => linear(a)?.times(-1),
        (_, (sign, [a, b])) => match (sign, linear(a)?, linear(b)?) {
            ("+", a, b) => a.plus(&b, 1),
            ("-", a, b) => a.plus(&b, -1),
            ("*", a, b) if a.0.is_empty() => b.times(a.1),
            ("*", a, b) if b.0.is_empty() => a.times(b.1),
            _ => return None,
        },
        _ => return None,
    };
    let small = |n: &i64| (-MAX_NUMBER..=MAX_NUMBER).contains(n);
    (small(&form.1) && form.0.values().all(small)).then_some(form)
}

fn factor(form: &Form, name: usize) -> i64 {
    form.0.get(&name).copied().unwrap_or(0)
}

/// Whether a number with a name differs from the name by a constant.
fn plain(form: &Form, name: usize) -> bool {
    form.0.len() == 1 && factor(form, name) == 1
}

impl Repeats {
    /// Of a rule, if the theorem is about it.
    pub fn of(rule: &Rule) -> Option<Repeats> {
        if rule.arity != 1 || rule.loopy || rule.clauses.keys().any(|word| word != "lose") {
            return None;
        }
        let mut repeats = Repeats { parts: 1, most: 1, modulus: 1, from: 0, hulls: vec![None] };
        for cond in rule.clauses.values().flatten() {
            repeats.cond(cond)?;
        }
        for kind in &rule.kinds {
            repeats.hulls.truncate(1);
            repeats.kind(kind)?;
        }
        Some(repeats)
    }

    /// The last number whose value must be known, to prove that values repeat so.
    pub fn window(&self, preperiod: u64, period: u64) -> Option<u64> {
        let each = preperiod.max(self.from).checked_add(common(period, self.modulus)?)?;
        self.parts.checked_mul(each)?.checked_add(self.most)
    }

    fn not_before(&mut self, number: i64) -> Option<()> {
        self.from = self.from.max(number.max(0) as u64);
        (number <= MAX_NUMBER).then_some(())
    }

    /// Between what a sum lies where n is left out.
    fn hull(&self, form: &Form) -> Option<(i64, i64)> {
        let (mut low, mut high) = (form.1, form.1);
        for (&name, &factor) in form.0.iter().filter(|&(&name, _)| name > 0) {
            let (a, b) = (*self.hulls.get(name)?)?;
            let (a, b) = (factor.checked_mul(a)?, factor.checked_mul(b)?);
            (low, high) = (low.checked_add(a.min(b))?, high.checked_add(a.max(b))?);
        }
        (-MAX_NUMBER <= low && high <= MAX_NUMBER).then_some((low, high))
    }

    /// Between what an expression lies that does not depend on n.
    fn fixed(&self, term: &Term) -> Option<(i64, i64)> {
        linear(term).filter(|form| factor(form, 0) == 0).and_then(|form| self.hull(&form))
    }

    fn kind(&mut self, (parts, qualifiers): &Kind) -> Option<()> {
        let parts: Vec<Form> = parts.iter().map(|part| linear(&part[0])).collect::<Option<_>>()?;
        let total = parts.iter().fold(Form::default(), |sum, part| sum.plus(part, 1));
        let mut is_split = false;
        for qualifier in qualifiers {
            match qualifier.op() {
                ("if", [cond]) => self.cond(cond)?,
                (_, terms) => {
                    let set = &terms[0];
                    let hull = self.bounded(set);
                    if hull.is_none() {
                        if std::mem::replace(&mut is_split, true) {
                            return None;
                        }
                        self.split(set, &parts, &total)?;
                    }
                    self.hulls.push(hull);
                }
            }
        }
        // The number taken: n − total.
        let (low, high) = self.hull(&total)?;
        if factor(&total, 0) != 1 || -high < i64::from(parts.len() == 1) {
            return None;
        }
        if !is_split {
            if parts.iter().filter(|part| factor(part, 0) != 0).count() != 1 {
                return None;
            }
            for part in parts.iter().filter(|part| factor(part, 0) == 0) {
                self.not_before(self.hull(part)?.1 + 1)?;
            }
        }
        self.parts = self.parts.max(parts.len() as u64);
        self.most = self.most.max(-low as u64);
        Some(())
    }

    /// Between what the members of a set lie that is one of constants, from some n on.
    fn bounded(&mut self, set: &Term) -> Option<(i64, i64)> {
        let ("{", items) = set.op() else { return None };
        let mut all: Option<(i64, i64)> = None;
        for item in items {
            let (low, high) = match item.op() {
                ("..", [low, high, step]) => {
                    self.fixed(step)?;
                    let (low, high) = (self.fixed(low)?.0, self.end(high)?);
                    (low.min(high), high)
                }
                _ => self.fixed(item)?,
            };
            all = Some(all.map_or((low, high), |all| (all.0.min(low), all.1.max(high))));
        }
        all
    }

    /// The largest that an end is: a constant, or the least of constants and of n with something added, which is above
    /// them from some n on.
    fn end(&mut self, end: &Term) -> Option<i64> {
        let ("min", ends) = end.op() else { return Some(self.fixed(end)?.1) };
        let high = ends.iter().filter_map(|end| self.fixed(end)).map(|(_, high)| high).min()?;
        for end in ends {
            if self.fixed(end).is_none() {
                let rising = linear(end).filter(|form| factor(form, 0) == 1)?;
                self.not_before(high - self.hull(&rising)?.0)?;
            }
        }
        Some(high)
    }

    /// Looks at a name in a range by which the total is split in two.
    fn split(&mut self, set: &Term, parts: &[Form], total: &Form) -> Option<()> {
        let (("{", [range]), [one, other]) = (set.op(), parts) else { return None };
        let (("..", [low, high, Term::Number(1)]), name) = (range.op(), self.hulls.len()) else {
            return None;
        };
        if factor(total, name) != 0 {
            return None;
        }
        // One part is the name with a constant, the other what is left.
        let first = [one, other].into_iter().find(|part| plain(part, name))?;
        self.not_before(self.fixed(low)?.1.checked_add(first.1)?)?;
        match high.op() {
            ("/", [end, Term::Number(2)]) => (*total == linear(end)? && first.1 == 0).then_some(()),
            _ => {
                let end = linear(high).filter(|end| factor(end, 0) == 1 && factor(end, name) == 0)?;
                // The other part is the least where the name is the largest.
                self.not_before(self.hull(&total.plus(&end, -1))?.1.checked_sub(first.1)?)
            }
        }
    }

    fn cond(&mut self, cond: &Term) -> Option<()> {
        match cond.op() {
            ("or" | "and" | "not", all) => all.iter().try_for_each(|cond| self.cond(cond)),
            ("in", [term, set]) => {
                // Not with an end that is one of constants for large n alone.
                let before = self.from;
                let (_, high) = self.bounded(set)?;
                if self.from != before {
                    return None;
                }
                self.compared(term, high)
            }
            (_, terms) => match (self.fixed(&terms[0]), self.fixed(&terms[1])) {
                (Some(_), Some(_)) => Some(()),
                (Some((_, high)), None) => self.compared(&terms[1], high),
                (None, Some((_, high))) => self.compared(&terms[0], high),
                (None, None) => None,
            },
        }
    }

    /// A term beside numbers of at most `high`: it must be above them for good, or repeat.
    fn compared(&mut self, term: &Term, high: i64) -> Option<()> {
        if self.fixed(term).is_some() {
            return Some(());
        }
        if let Some(rising) = linear(term) {
            let low = self.hull(&rising)?.0;
            return if factor(&rising, 0) == 1 { self.not_before(high - low + 1) } else { None };
        }
        let (a, modulus) = match term.op() {
            ("%", [a, Term::Number(by @ 1..=0x10_0000)]) => (a, *by as u64),
            ("&", [a, Term::Number(mask @ 0..=0x10_0000)]) => (a, (*mask as u64 + 1).next_power_of_two()),
            _ => return None,
        };
        self.hull(&linear(a)?)?;
        self.modulus = common(self.modulus, modulus).filter(|&all| all <= MAX_NUMBER as u64)?;
        Some(())
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
            ("[n] -> [n-k] for k in 1..min(n,3)", 1, 3, 1, 3),
            ("[n] -> [n-1] | [n-2] if n % 3 == 0", 1, 2, 3, 0),
            ("[n] -> [n-1] if n & 2 == 0 and n % 3 != 1", 1, 1, 12, 0),
            ("[n] -> [n-k] for k in 1..3 if n > 2000", 1, 3, 1, 2001),
            ("[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k", 2, 2, 1, 0),
            ("[n] -> [i]+[n-k-i] for k in 1..2, i in 0..(n-k)/2", 2, 2, 1, 0),
            ("[n] -> [i]+[n-i-1] for i in 10..n-20", 2, 1, 1, 19),
            ("[n] -> [n-5-k]+[k] for k in 1..7", 2, 5, 1, 8),
            ("[n] -> [n-1] ; lose if n == 4", 1, 1, 1, 5),
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
            "[n] -> [i]+[n-1-i] for i in 0..n-1 if i % 2 == 0",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 by 2",
            "[n] -> [i]+[n-1-i] for i in 0..n/3",
            "[n] -> [i]+[i] for i in 0..n-1",
            "[n] -> [i]+[j]+[n-1-i-j] for i in 0..n-1, j in 0..n-1-i",
            "[n] -> [n-1] for k in 1..3 if n % k == 0",
            "[n] -> [n-1] if n in {1..min(n,3)}",
            "[n] -> [n-1] if 2*n > 5",
            "[a,b] -> [a-1,b]",
        ] {
            assert_eq!(repeats(text), None, "{text}");
        }
    }
}
