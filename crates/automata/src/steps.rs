//! Restricted nim: `[n] -> [n-k] for k in 1..f(n)`, where f rises by 0 or 1 from each number to the next.
//!
//! Levine (2006): g(n) = f(n) if f rises at n, else g(n − f(n) − 1); and the values of n − f(n), …, n are 0, …, f(n),
//! each once. (By induction: if f rises, the window grows by a new value; if not, what it loses comes
//! again.) So every other value up to f(n) is that of exactly one option. Take at most half of 12: f is 6, and
//! rises there: g(12) = 6; g(11) = g(11 − 5 − 1) = g(5) = g(2) = 1. Numbers between two rises of f are passed at once.

use grundy_rules::meter::Meter;
use grundy_rules::options::names_of;
use grundy_rules::tree::{Expr, Function, Item, Op, Qualifier, Rule, Set};

/// A rule of this form.
#[derive(Clone, Debug)]
pub struct Steps {
    most: Expr,
}

/// The most rises of f that are passed.
const MAX_RISES: usize = 1 << 18;

impl Steps {
    /// The rule, if it is of this form and its f is seen to rise so.
    pub fn of(rule: &Rule) -> Option<Steps> {
        let [kind] = &rule.kinds[..] else { return None };
        let plain = rule.arity() == 1 && rule.has_values() && rule.legal.is_empty() && rule.lose.is_empty();
        let [Qualifier::For(1, Set::Items(items))] = &kind.qualifiers[..] else { return None };
        let [Item::Range(Expr::Number(1), most, None | Some(Expr::Number(1)))] = &items[..] else {
            return None;
        };
        let taken = Expr::Binary(Op::Sub, Box::new(Expr::Name(0)), Box::new(Expr::Name(1)));
        (plain && kind.parts == [[taken]] && is_slow(most)).then(|| Steps { most: most.clone() })
    }

    /// f, between 0 and n; none if it does not fit.
    fn most(&self, n: u64) -> Option<u64> {
        if n == 0 {
            return Some(0);
        }
        let most = self.most.value(&names_of(&[i64::try_from(n).ok()?]), &mut Meter::new(u64::MAX)).ok()?;
        Some(most.clamp(0, n as i64) as u64)
    }

    /// The least number with as large an f.
    fn rise(&self, n: u64) -> Option<u64> {
        let most = self.most(n)?;
        let (mut step, mut low) = (1, n);
        while low > 0 && self.most(low)? == most {
            low = n.saturating_sub(step);
            step *= 2;
        }
        least(low, n, |m| Some(self.most(m)? >= most))
    }

    /// The Grundy value.
    pub fn value(&self, mut n: u64) -> Option<u64> {
        for _ in 0..MAX_RISES {
            let most = self.most(n)?;
            let rise = self.rise(n)?;
            match (n - rise) % (most + 1) {
                0 => return Some(most),
                rest => n = rise + rest - (most + 1),
            }
        }
        None
    }

    /// The only option with this value, if there is one.
    pub fn option(&self, n: u64, value: u64) -> Option<Option<u64>> {
        if value > self.most(n)? || value == self.value(n)? {
            return Some(None);
        }
        let mut at = least(0, n, |m| Some(self.most(m)? >= value))?;
        for _ in 0..MAX_RISES {
            // The next one with this value is the least q for which q − f(q) is more.
            let behind = |q: u64| Some(q - self.most(q)? > at);
            if n == 0 || !behind(n - 1)? {
                return Some(Some(at));
            }
            let mut step = 1;
            while !behind((at + step).min(n - 1))? {
                step *= 2;
            }
            at = least(at, (at + step).min(n - 1), behind)?;
            let most = self.most(at)?;
            let mut step = 1;
            while at + step < n - 1 && self.most(at + step)? == most {
                step *= 2;
            }
            let end = least(at, (at + step).min(n - 1), |m| Some(self.most(m)? > most))?;
            let end = if self.most(end)? > most { end - 1 } else { end };
            at += (end - at) / (most + 1) * (most + 1);
        }
        None
    }
}

/// The least number from `low` to `high` that passes a test which all larger ones pass, too; `high` if none does.
fn least(mut low: u64, mut high: u64, test: impl Fn(u64) -> Option<bool>) -> Option<u64> {
    while low < high {
        let middle = low + (high - low) / 2;
        if test(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

/// Whether an expression of n rises by 0 or 1 from each n of at least 1 to the next.
fn is_slow(expr: &Expr) -> bool {
    match expr {
        Expr::Name(0) | Expr::Number(_) => true,
        Expr::Call(Function::Min | Function::Max, arguments) => arguments.iter().all(is_slow),
        Expr::Call(Function::Sqrt | Function::Log2, arguments) => arguments[..] == [Expr::Name(0)],
        Expr::Binary(Op::Add, a, b) => match (&**a, &**b) {
            (Expr::Number(_), other) | (other, Expr::Number(_)) => is_slow(other),
            _ => false,
        },
        Expr::Binary(Op::Sub, a, b) => match (&**a, &**b) {
            (Expr::Name(0), slow) => is_slow(slow),
            (slow, Expr::Number(_)) => is_slow(slow),
            _ => false,
        },
        Expr::Binary(Op::Div, a, b) => match **b {
            Expr::Number(by @ 1..) => factor(a).is_some_and(|factor| factor <= by),
            _ => false,
        },
        _ => false,
    }
}

/// The factor p of p times what rises so, with a constant added.
fn factor(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Binary(Op::Mul, a, b) => match (&**a, &**b) {
            (Expr::Number(p @ 0..), slow) | (slow, Expr::Number(p @ 0..)) if is_slow(slow) => Some(*p),
            _ => None,
        },
        Expr::Binary(Op::Add | Op::Sub, a, b) if matches!(**b, Expr::Number(_)) => factor(a),
        Expr::Binary(Op::Add, a, b) if matches!(**a, Expr::Number(_)) => factor(b),
        slow => is_slow(slow).then_some(1),
    }
}
