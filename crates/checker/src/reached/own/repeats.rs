//! Periods of rules with one number: what a theorem needs to know of a rule.
//!
//! Let every option of n be at most m parts that add up to n − c, where 0 ≤ c ≤ k (1 ≤ c for m = 1). Let all
//! parts but one be constants below b; or let there be two, and all pairs with sums n − c whose parts are not
//! below bounds of at most b. Let conditions depend on n modulo M alone from n = b on. Let n0 ≥ b, and q be a
//! multiple of M. If g(x + q) = g(x) for n0 ≤ x < m·n0 + (m − 1)·q + k, then for all x ≥ n0.
//!
//! *Proof.* By induction, let N ≥ m·n0 + (m − 1)·q + k. An option of N + q has a part of at least n0 + q: with
//! two free parts the larger one, since they add up to at least 2·n0 + 2·q; else the one that is no constant,
//! since the others are below n0 each. The part less q is at least n0, so it has the same value and is above
//! the bounds, and the option with it is one of N. Conversely an option of N has a part of at least n0, and
//! with q more it is an option of N + q. So both have the same values to miss. (For m = 2 this is the
//! argument of Guy and Smith 1956.)

use super::read::{Node, OptionOf, Qualifier, Rule};
use crate::certificate::Cycle;

/// Larger numbers are not looked at.
const LARGEST: i64 = 1 << 20;

/// What the theorem needs to know of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeats {
    /// m, the most parts of an option.
    parts: u64,
    /// k, the most that a move takes away.
    most: u64,
    /// M, what conditions depend on n by.
    modulus: u64,
    /// b, from where on they do.
    from: u64,
}

/// Factors of the names, and what is added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Linear {
    factors: Vec<i64>,
    constant: i64,
}

/// Between what a name lies that does not depend on n.
type Hull = Option<(i64, i64)>;

impl Linear {
    fn of(node: &Node) -> Option<Linear> {
        Some(match node {
            Node::Number(number) => Linear { factors: Vec::new(), constant: *number },
            Node::Name(name) => {
                let mut factors = vec![0; name + 1];
                factors[*name] = 1;
                Linear { factors, constant: 0 }
            }
            Node::Prefix("-", inner) => Linear::default().plus(&Linear::of(inner)?, -1)?,
            Node::Infix("+", sides) => Linear::of(&sides[0])?.plus(&Linear::of(&sides[1])?, 1)?,
            Node::Infix("-", sides) => Linear::of(&sides[0])?.plus(&Linear::of(&sides[1])?, -1)?,
            Node::Infix("*", sides) => match &**sides {
                [Node::Number(number), other] | [other, Node::Number(number)] => {
                    Linear::default().plus(&Linear::of(other)?, *number)?
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// This and so many times another.
    fn plus(mut self, other: &Linear, times: i64) -> Option<Linear> {
        self.factors.resize(self.factors.len().max(other.factors.len()), 0);
        for (factor, more) in self.factors.iter_mut().zip(&other.factors) {
            *factor = factor.checked_add(more.checked_mul(times)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        Some(self)
    }

    fn factor(&self, name: usize) -> i64 {
        self.factors.get(name).copied().unwrap_or(0)
    }

    /// Between what the rest lies where n is left out: names that are not bounded must not occur.
    fn hull(&self, hulls: &[Hull]) -> Hull {
        let (mut low, mut high) = (self.constant, self.constant);
        for (name, &factor) in self.factors.iter().enumerate().skip(1).filter(|&(_, &factor)| factor != 0) {
            let (a, b) = (*hulls.get(name)?)?;
            let (a, b) = (factor.checked_mul(a)?, factor.checked_mul(b)?);
            (low, high) = (low.checked_add(a.min(b))?, high.checked_add(a.max(b))?);
        }
        (-LARGEST <= low && high <= LARGEST).then_some((low, high))
    }
}

/// Between what an expression lies that does not depend on n.
fn fixed(node: &Node, hulls: &[Hull]) -> Hull {
    Linear::of(node).filter(|sum| sum.factor(0) == 0)?.hull(hulls)
}

impl Repeats {
    /// Of a rule, if the theorem is about it.
    pub(super) fn of(rule: &Rule) -> Option<Repeats> {
        let plain = rule.clauses.iter().all(|(word, _)| word == "lose") && !rule.misere && !rule.loopy;
        if rule.arity != 1 || !plain {
            return None;
        }
        let mut repeats = Repeats { parts: 1, most: 1, modulus: 1, from: 0 };
        for (_, condition) in &rule.clauses {
            repeats.condition(condition, &[])?;
        }
        for option in &rule.options {
            repeats.option(option, rule.names.len())?;
        }
        Some(repeats)
    }

    /// n0 and q for a cycle.
    fn window(&self, cycle: Cycle) -> Option<(u64, u64)> {
        Some((cycle.preperiod.max(self.from), multiple(cycle.period, self.modulus)?))
    }

    /// The last heap whose value must be known for this cycle to be proved.
    pub(crate) fn range_for(&self, cycle: Cycle) -> Option<u64> {
        let (from, whole) = self.window(cycle)?;
        self.parts.checked_mul(from.checked_add(whole)?)?.checked_add(self.most)?.checked_sub(1)
    }

    /// Whether values as far as that repeat as the theorem says, and with the period itself.
    pub(crate) fn holds(&self, values: &[u32], cycle: Cycle) -> bool {
        let repeats = |from: u64, by: u64| {
            let known = values.get(from as usize..).unwrap_or_default();
            known.len() as u64 > by && known[..known.len() - by as usize] == known[by as usize..]
        };
        let window = self.window(cycle);
        window.is_some_and(|(from, whole)| repeats(from, whole)) && repeats(cycle.preperiod, cycle.period)
    }

    fn not_before(&mut self, number: i64) -> Option<()> {
        self.from = self.from.max(number.max(0) as u64);
        (number <= LARGEST).then_some(())
    }

    fn option(&mut self, option: &OptionOf, names: usize) -> Option<()> {
        let parts: Vec<Linear> =
            option.parts.iter().map(|part| Linear::of(&part[0])).collect::<Option<_>>()?;
        let total = parts.iter().try_fold(Linear::default(), |sum, part| sum.plus(part, 1))?;
        let mut hulls: Vec<Hull> = vec![None; names];
        let mut is_split = false;
        for qualifier in &option.qualifiers {
            match qualifier {
                Qualifier::If(condition) => self.condition(condition, &hulls)?,
                Qualifier::For(name, set) => match self.bounded(set, &hulls) {
                    Some(hull) => hulls[*name] = Some(hull),
                    None if is_split => return None,
                    None => {
                        is_split = true;
                        self.split(*name, set, &parts, &total, &hulls)?;
                    }
                },
            }
        }
        // What is taken: n − total.
        let (least, most) = total.hull(&hulls)?;
        let (least, most) = (-most, -least);
        if total.factor(0) != 1 || least < i64::from(parts.len() == 1) {
            return None;
        }
        if !is_split {
            if parts.iter().filter(|part| part.factor(0) != 0).count() != 1 {
                return None;
            }
            for part in parts.iter().filter(|part| part.factor(0) == 0) {
                self.not_before(part.hull(&hulls)?.1 + 1)?;
            }
        }
        self.parts = self.parts.max(parts.len() as u64);
        self.most = self.most.max(most as u64);
        Some(())
    }

    /// Between what the members of a set lie that is one of constants, from some n on.
    fn bounded(&mut self, set: &Node, hulls: &[Hull]) -> Hull {
        match set {
            Node::Range(ends, by) => {
                if let Some(by) = by {
                    fixed(by, hulls)?;
                }
                let (low, _) = fixed(&ends[0], hulls)?;
                let high = match &ends[1] {
                    Node::Call(name, arguments) if name == "min" => self.least(arguments, hulls)?,
                    end => fixed(end, hulls)?.1,
                };
                Some((low.min(high), high))
            }
            Node::Items(items) => {
                let mut all: Hull = None;
                for item in items {
                    let (low, high) = match item {
                        Node::Range(ends, by) => {
                            if let Some(by) = by {
                                fixed(by, hulls)?;
                            }
                            let ((low, _), (_, high)) = (fixed(&ends[0], hulls)?, fixed(&ends[1], hulls)?);
                            (low.min(high), high)
                        }
                        number => fixed(number, hulls)?,
                    };
                    all = Some(all.map_or((low, high), |all| (all.0.min(low), all.1.max(high))));
                }
                all
            }
            _ => None,
        }
    }

    /// The largest that the least of these is: constants, and n with something added that is above them from
    /// some n on.
    fn least(&mut self, arguments: &[Node], hulls: &[Hull]) -> Option<i64> {
        let fixed_ends: Vec<i64> =
            arguments.iter().filter_map(|end| fixed(end, hulls)).map(|(_, high)| high).collect();
        let high = *fixed_ends.iter().min()?;
        for end in arguments.iter().filter(|end| fixed(end, hulls).is_none()) {
            let rising = Linear::of(end).filter(|sum| sum.factor(0) == 1)?;
            self.not_before(high - rising.hull(hulls)?.0)?;
        }
        Some(high)
    }

    /// Looks at a name in a range by which the total is split in two.
    fn split(
        &mut self,
        name: usize,
        set: &Node,
        parts: &[Linear],
        total: &Linear,
        hulls: &[Hull],
    ) -> Option<()> {
        let (Node::Range(ends, None), [one, other]) = (set, parts) else { return None };
        if total.factor(name) != 0 {
            return None;
        }
        // One part is the name with a constant, the other what is left.
        let is_name = |part: &Linear| {
            part.factor(name) == 1 && part.factors.iter().enumerate().all(|(i, &f)| i == name || f == 0)
        };
        let first = [one, other].into_iter().find(|part| is_name(part))?;
        let (_, low) = fixed(&ends[0], hulls)?;
        self.not_before(low.checked_add(first.constant)?)?;
        match &ends[1] {
            Node::Infix("/", sides) if matches!(sides[1], Node::Number(2)) => {
                let rest = total.clone().plus(&Linear::of(&sides[0])?, -1)?;
                let same = rest.constant == 0 && rest.factors.iter().all(|&factor| factor == 0);
                (same && first.constant == 0).then_some(())
            }
            end => {
                let end = Linear::of(end)?;
                if end.factor(0) != 1 || end.factor(name) != 0 {
                    return None;
                }
                // The other part is the least where the name is the largest.
                let bound = total.clone().plus(&end, -1)?.hull(hulls)?.1;
                self.not_before(bound.checked_sub(first.constant)?)
            }
        }
    }

    fn condition(&mut self, condition: &Node, hulls: &[Hull]) -> Option<()> {
        match condition {
            Node::Infix("and" | "or", sides) => {
                self.condition(&sides[0], hulls)?;
                self.condition(&sides[1], hulls)
            }
            Node::Prefix("not", inner) => self.condition(inner, hulls),
            Node::Chain(sides, relations) => {
                let mut left = &sides[0];
                for (right, relation) in sides[1..].iter().zip(relations) {
                    if *relation == "in" {
                        let items = match right {
                            Node::Range(..) | Node::Items(_) => right,
                            _ => return None,
                        };
                        // Not with an end that is one of constants for large n alone.
                        let before = *self;
                        let (_, high) = self.bounded(items, hulls)?;
                        if *self != before {
                            return None;
                        }
                        self.compared(left, high, hulls)?;
                        continue;
                    }
                    match (fixed(left, hulls), fixed(right, hulls)) {
                        (Some(_), Some(_)) => {}
                        (Some((_, high)), None) => self.compared(right, high, hulls)?,
                        (None, Some((_, high))) => self.compared(left, high, hulls)?,
                        (None, None) => return None,
                    }
                    left = right;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// A term beside numbers of at most `high`: it must be above them for good, or repeat.
    fn compared(&mut self, term: &Node, high: i64, hulls: &[Hull]) -> Option<()> {
        if fixed(term, hulls).is_some() {
            return Some(());
        }
        if let Some(rising) = Linear::of(term) {
            let (low, _) = rising.hull(hulls)?;
            return if rising.factor(0) == 1 { self.not_before(high - low + 1) } else { None };
        }
        let (sides, modulus) = match term {
            Node::Infix("%", sides) => match sides[1] {
                Node::Number(by @ 1..=LARGEST) => (sides, by as u64),
                _ => return None,
            },
            Node::Infix("&", sides) => match sides[1] {
                Node::Number(mask @ 0..=LARGEST) => (sides, (mask as u64 + 1).next_power_of_two()),
                _ => return None,
            },
            _ => return None,
        };
        Linear::of(&sides[0])?.hull(hulls)?;
        self.modulus = multiple(self.modulus, modulus).filter(|&all| all <= LARGEST as u64)?;
        Some(())
    }
}

/// The least number that both divide.
fn multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::Repeats;

    fn repeats(text: &str) -> Option<Repeats> {
        Repeats::of(&read(text).expect("a rule"))
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
            assert_eq!(repeats(text), Some(Repeats { parts, most, modulus, from }), "{text}");
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
            "[n] -> [n-1] ; misere",
            "[n] -> [n-1] ; legal if n != 3",
            "[n] -> [n-1] ; win if n == 3",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 if i != n-1-i",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 if i % 2 == 0",
            "[n] -> [i]+[n-1-i] for i in 0..n-1 by 2",
            "[n] -> [i]+[n-1-i] for i in 0..n/3",
            "[n] -> [i]+[i] for i in 0..n-1",
            "[n] -> [i]+[j]+[n-1-i-j] for i in 0..n-1, j in 0..n-1-i",
            "[n] -> [n-1] if n % k == 0 for k in 1..3",
            "[n] -> [n-1] if n in {1..min(n,3)}",
            "[n] -> [n-1] if 2*n > 5",
            "[a,b] -> [a-1,b]",
        ] {
            assert_eq!(repeats(text), None, "{text}");
        }
    }
}
