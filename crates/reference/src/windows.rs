//! Rules of one number whose options are consecutive: all up to a bound, or a window that ends below the number.
//!
//! - Let the options of n be 0, 1, …, m(n), and let m never fall. Values never fall then, and none is left out, by
//!   induction: g(n) = g(m(n)) + 1, and 0 without an option.
//! - Let the options of n be n − f(n), …, n − 1, and let f rise by 0 or 1 from each number to the next, from f(0) = 0 on. The
//!   values of n − f(n), …, n are 0, …, f(n) then, each once: g(n) = f(n) if f rises at n, else g(n − f(n) − 1)
//!   (Levine 2006).

use crate::moves::evaluate::Evaluator;
use crate::moves::rule::{MoveKind, Rule, Term, op};
use crate::theorems::Theorem;
use crate::{Fail, Res};

/// The most numbers that are looked at for one value.
const MAX_STEPS: u64 = 1 << 18;

/// A rule of this form.
pub struct Windows {
    evaluator: Evaluator,
    /// f or m.
    bound: Term,
    /// Whether it is f.
    is_below: bool,
    /// Smaller numbers have no option.
    from: i128,
}

/// Between what a term changes if the number, its one name, becomes one larger. Where it is undefined, it is so for all
/// smaller numbers.
fn change(term: &Term) -> Option<(i128, i128)> {
    Some(match (term, term.op()) {
        (Term::Number(_), _) => (0, 0),
        (Term::Name(0), _) => (1, 1),
        (_, (sign @ ("+" | "-"), [a, b])) => {
            let ((low, high), (least, most)) = (change(a)?, change(b)?);
            let (least, most) = if sign == "+" {
                (least, most)
            } else {
                (-most, -least)
            };
            (low.checked_add(least)?, high.checked_add(most)?)
        }
        (_, ("*", [a, Term::Number(by @ 0..=0x1_0000)])) => {
            let (low, high) = change(a)?;
            (low.checked_mul(*by)?, high.checked_mul(*by)?)
        }
        (_, ("*", [by @ Term::Number(_), a])) => change(&op("*", [a.clone(), by.clone()]))?,
        (_, ("/", [a, Term::Number(by @ 1..)])) => {
            let (low, high) = change(a)?;
            (low.div_euclid(*by), -(-high).div_euclid(*by))
        }
        (_, ("min" | "max", all)) => {
            let all = all.iter().map(change).collect::<Option<Vec<_>>>()?;
            (
                all.iter().map(|each| each.0).min()?,
                all.iter().map(|each| each.1).max()?,
            )
        }
        // A root or a logarithm rises by no more than its argument.
        (_, ("sqrt" | "log2", [a])) => change(a)
            .filter(|&(low, _)| low >= 0)
            .map(|(_, high)| (0, high))?,
        _ => return None,
    })
}

/// Guards that n, or the amount that is taken, is at least some number.
fn guard(cond: &Term, least: &mut [i128; 2]) -> Option<()> {
    match cond.op() {
        ("and", all) => all.iter().try_for_each(|cond| guard(cond, least)),
        ("or", [cond]) => guard(cond, least),
        (relation @ (">" | ">="), [Term::Name(name @ 0..=1), Term::Number(n)]) => {
            least[*name] = least[*name].max(n + i128::from(relation == ">"));
            Some(())
        }
        _ => None,
    }
}

impl Windows {
    /// Of a rule, if it is of this form.
    pub fn of(rule: &Rule) -> Option<Windows> {
        let [MoveKind { parts, qualifiers }] = &rule.kinds[..] else {
            return None;
        };
        let ([part], [bound, guards @ ..]) = (&parts[..], &qualifiers[..]) else {
            return None;
        };
        let ("for", [set]) = bound.op() else {
            return None;
        };
        let ("{", [range]) = set.op() else {
            return None;
        };
        let ("..", [low, high, Term::Number(1)]) = range.op() else {
            return None;
        };
        let (itself, mut least) = (Term::Name(0), [0, i128::MIN]);
        for guarded in guards {
            let ("if", [cond]) = guarded.op() else {
                return None;
            };
            guard(cond, &mut least)?;
        }
        let [from, kept] = least;
        let takes = matches!(part[0].op(), ("-", [Term::Name(0), Term::Name(1)]));
        let (bound, is_below) = match (&part[0], low, high) {
            (Term::Name(1), Term::Number(0), most) if kept == i128::MIN => (most.clone(), false),
            (_, Term::Number(1), most) if takes && kept == i128::MIN && from <= 1 => {
                (most.clone(), true)
            }
            (_, low, Term::Name(0)) if takes => {
                let low = if kept > i128::MIN {
                    op("max", [low.clone(), Term::Number(kept)])
                } else {
                    low.clone()
                };
                (op("-", [itself, low]), false)
            }
            _ => return None,
        };
        let (fall, rise) = change(&bound)?;
        let windows = Windows {
            evaluator: Evaluator::default(),
            bound,
            is_below,
            from,
        };
        let starts = !is_below || windows.at(0).ok()? <= Some(0) && windows.at(1).ok()?? <= 1;
        let fits =
            rule.arity == 1 && rule.clauses.is_empty() && fall >= 0 && (!is_below || rise <= 1);
        (fits && starts).then_some(windows)
    }

    /// m or f at n; none if it is undefined.
    fn at(&self, n: i128) -> Res<Option<i128>> {
        Ok(Fail::Undefined
            .or_none(self.evaluator.value(&self.bound, &[n]))?
            .filter(|_| n >= self.from))
    }

    /// The values of all numbers.
    pub fn theorem<'g>(self) -> Theorem<'g> {
        let source = if self.is_below {
            "Levine 2006"
        } else {
            "the largest option has the largest value"
        };
        Theorem::value(source, move |position| {
            let mut n = i128::from(position[0]);
            for steps in 0..MAX_STEPS {
                let bound = self.at(n)?.unwrap_or(-1);
                match self.is_below {
                    true if n == 0 || self.at(n - 1)?.unwrap_or(0) < bound => {
                        return Ok(bound.max(0) as u64);
                    }
                    true => n -= bound.max(0) + 1,
                    false if bound >= n => return Err(Fail::TooLarge),
                    false if bound < 0 => return Ok(steps),
                    false => n = bound,
                }
            }
            Err(Fail::TooLarge)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Windows;
    use crate::answers;
    use crate::moves::rule::Rule;

    #[test]
    fn values_by_theorem_are_those_by_exploring() {
        for text in [
            "[n] -> [n-k] for k in (n+1)/2..n if n > 0",
            "[n] -> [n-k] for k in n/2..n if k >= 1",
            "[n] -> [n-k] for k in n/3..n if n > 7 and k > 2",
            "[n] -> [n-k] for k in n-sqrt(n)/2+1..n",
            "[n] -> [k] for k in 0..log2(n)-1",
            "[n] -> [k] for k in 0..(n-3)*2/3",
            "[n] -> [k] for k in 0..min((n-1)/2,40)",
            "[n] -> [n-k] for k in 1..n",
            "[n] -> [n-k] for k in 1..n if n > 2",
            "[n] -> [n-k] for k in 1..n/2",
            "[n] -> [n-k] for k in 1..(n+1)/2",
            "[n] -> [n-k] for k in 1..sqrt(n)",
            "[n] -> [n-k] for k in 1..log2(n)",
            "[n] -> [n-k] for k in 1..min(n,7)",
        ] {
            let theorem = Windows::of(&Rule::read(text).expect(text))
                .expect(text)
                .theorem();
            let value = theorem.value.expect("values");
            let sequence = answers(format!("rules {text} : 300 ? sequence").as_bytes()).0[0]
                .line()
                .expect(text);
            for (n, explored) in (0..).zip(sequence.split(' ')) {
                assert_eq!(
                    value(&[n]).map(|value| value.text()),
                    Ok(explored.to_owned()),
                    "{text}: {n}"
                );
            }
        }
    }

    #[test]
    fn other_rules_are_refused() {
        for text in [
            "[n] -> [n-k] for k in 2..n/2",
            "[n] -> [n-k] for k in 1..n/2+2",
            "[n] -> [n-k] for k in 1..2*n/3*2",
            "[n] -> [n-k] for k in 1..log2(n)+2",
            "[n] -> [k] for k in 0..9-n",
            "[n] -> [k] for k in 0..n%5",
            "[n] -> [k] for k in 0..n-1 by 2",
            "[n] -> [k] for k in 0..n/2 ; lose if n == 5",
        ] {
            assert!(
                Windows::of(&Rule::read(text).expect(text)).is_none(),
                "{text}"
            );
        }
    }
}
