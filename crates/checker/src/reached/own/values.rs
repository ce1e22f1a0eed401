//! What expressions of a rule are worth.

use std::cell::Cell;

use super::read::Node;

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fail {
    /// Division by 0 and the like: there is no such move.
    Undefined,
    /// A number beyond 64 bits, more steps than are allowed, or what only the language could have found.
    Beyond,
}

/// Sets of more members are not looked at.
const MOST: i128 = 1 << 20;

type Result<T> = std::result::Result<T, Fail>;

/// The values of the names.
pub(super) struct Scope<'s> {
    pub(super) values: Vec<i64>,
    pub(super) steps: &'s Cell<u64>,
}

fn within(value: Option<i64>) -> Result<i64> {
    value.ok_or(Fail::Beyond)
}

/// Rounded down.
fn quotient(a: i64, b: i64) -> Result<i64> {
    if b == 0 {
        return Err(Fail::Undefined);
    }
    let rounded = within(a.checked_div(b))?;
    Ok(if a % b != 0 && (a < 0) != (b < 0) { rounded - 1 } else { rounded })
}

fn root(n: i64) -> Result<i64> {
    match u64::try_from(n) {
        Ok(n) => Ok(n.isqrt() as i64),
        Err(_) => Err(Fail::Undefined),
    }
}

impl Scope<'_> {
    fn step(&self, steps: u64) -> Result<()> {
        match self.steps.get().checked_sub(steps) {
            Some(left) => {
                self.steps.set(left);
                Ok(())
            }
            None => Err(Fail::Beyond),
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&mut self, condition: &Node) -> Result<bool> {
        Ok(self.number(condition)? != 0)
    }

    /// The value of an expression; of a condition 1 or 0.
    pub(super) fn number(&mut self, node: &Node) -> Result<i64> {
        self.step(1)?;
        Ok(match node {
            Node::Number(number) => *number,
            Node::Name(name) => self.values[*name],
            Node::Prefix(sign, inner) => {
                let inner = self.number(inner)?;
                match *sign {
                    "-" => within(inner.checked_neg())?,
                    "~" => !inner,
                    _ => i64::from(inner == 0),
                }
            }
            Node::Infix(sign, sides) => {
                let [left, right] = &**sides;
                let left = self.number(left)?;
                match *sign {
                    "or" if left != 0 => return Ok(1),
                    "and" if left == 0 => return Ok(0),
                    _ => {}
                }
                let right = self.number(right)?;
                let shift = u32::try_from(right).ok().filter(|&by| by < 64);
                match *sign {
                    "or" | "and" => right,
                    "|" => left | right,
                    "^" => left ^ right,
                    "&" => left & right,
                    "<<" => {
                        let wide = i128::from(left) << shift.ok_or(Fail::Undefined)?;
                        i64::try_from(wide).map_err(|_| Fail::Beyond)?
                    }
                    ">>" => left >> shift.ok_or(Fail::Undefined)?,
                    "+" => within(left.checked_add(right))?,
                    "-" => within(left.checked_sub(right))?,
                    "*" => within(left.checked_mul(right))?,
                    "/" => quotient(left, right)?,
                    _ => {
                        let rest = left.checked_rem(right);
                        let rest = if right == 0 { Err(Fail::Undefined) } else { within(rest) }?;
                        if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
                    }
                }
            }
            Node::Chain(sides, relations) => {
                let mut left = self.number(&sides[0])?;
                for (side, relation) in sides[1..].iter().zip(relations) {
                    if *relation == "in" {
                        if !self.members(side)?.contains(&left) {
                            return Ok(0);
                        }
                        continue;
                    }
                    let right = self.number(side)?;
                    let holds = match *relation {
                        "<" => left < right,
                        "<=" => left <= right,
                        ">" => left > right,
                        ">=" => left >= right,
                        "==" => left == right,
                        _ => left != right,
                    };
                    if !holds {
                        return Ok(0);
                    }
                    left = right;
                }
                1
            }
            Node::Call(name, arguments) => {
                let arguments =
                    arguments.iter().map(|argument| self.number(argument)).collect::<Result<Vec<i64>>>()?;
                self.call(name, &arguments)?
            }
            Node::Range(..) | Node::Items(_) => return Err(Fail::Beyond),
        })
    }

    fn call(&self, name: &str, arguments: &[i64]) -> Result<i64> {
        Ok(match (name, arguments) {
            ("min", all) => *all.iter().min().ok_or(Fail::Beyond)?,
            ("max", all) => *all.iter().max().ok_or(Fail::Beyond)?,
            ("gcd", all) => {
                let mut common = 0u64;
                for &number in all {
                    let mut other = number.unsigned_abs();
                    while other != 0 {
                        (common, other) = (other, common % other);
                    }
                }
                i64::try_from(common).map_err(|_| Fail::Beyond)?
            }
            ("abs", &[n]) => within(n.checked_abs())?,
            ("sqrt", &[n]) => root(n)?,
            ("log2", &[n]) if n < 1 => return Err(Fail::Undefined),
            ("log2", &[n]) => i64::from(n.ilog2()),
            ("pow", &[a, b]) if b >= 0 => {
                let exponent = u32::try_from(b).map_err(|_| Fail::Beyond)?;
                within(a.checked_pow(exponent))?
            }
            // What these are worth below 0, the language need not say here: it is not proved.
            ("popcount", &[n]) if n >= 0 => i64::from(n.count_ones()),
            ("lowbit", &[n]) if n > 0 => n & -n,
            ("digitsum", &[n]) if n >= 0 => n.to_string().bytes().map(|digit| i64::from(digit - b'0')).sum(),
            ("issquare", &[n]) if n >= 0 => i64::from(root(n)?.pow(2) == n),
            ("isprime", &[n]) if n >= 0 => i64::from(self.is_prime(n)?),
            _ => return Err(Fail::Beyond),
        })
    }

    fn is_prime(&self, n: i64) -> Result<bool> {
        self.step(root(n)? as u64)?;
        Ok(n >= 2 && (2..=root(n)?).all(|factor| n % factor != 0))
    }

    /// The members of a set, ascending.
    pub(super) fn members(&mut self, set: &Node) -> Result<Vec<i64>> {
        let mut members: Vec<i64> = match set {
            Node::Range(ends, by) => {
                let [from, to] = [&ends[0], &ends[1]].map(|end| self.number(end));
                let (from, to) = (from?, to?);
                let by = by.as_deref().map_or(Ok(1), |by| self.number(by))?;
                if by <= 0 {
                    return Err(Fail::Undefined);
                }
                let count = (i128::from(to) - i128::from(from)).div_euclid(i128::from(by)) + 1;
                if count > MOST {
                    return Err(Fail::Beyond);
                }
                self.step(count.max(0) as u64)?;
                (0..count.max(0)).map(|i| (i128::from(from) + i * i128::from(by)) as i64).collect()
            }
            Node::Items(items) => {
                let mut all = Vec::new();
                for item in items {
                    match item {
                        Node::Range(..) => all.extend(self.members(item)?),
                        number => all.push(self.number(number)?),
                    }
                }
                all
            }
            Node::Call(name, arguments) => {
                let arguments =
                    arguments.iter().map(|argument| self.number(argument)).collect::<Result<Vec<i64>>>()?;
                self.named(name, &arguments)?
            }
            _ => return Err(Fail::Beyond),
        };
        members.sort_unstable();
        members.dedup();
        Ok(members)
    }

    fn named(&self, name: &str, arguments: &[i64]) -> Result<Vec<i64>> {
        // All of a rising sequence up to a number.
        let rising = |last: i64, term: &dyn Fn(i128) -> i128| {
            let mut all = Vec::new();
            for i in 1.. {
                self.step(1)?;
                match term(i) {
                    term if term <= i128::from(last) => all.push(term as i64),
                    _ => break,
                }
            }
            Ok(all)
        };
        match (name, arguments) {
            ("divisors", &[n]) => {
                let last = root(n.max(0))?;
                self.step(last as u64)?;
                let small = (1..=last).filter(|divisor| n % divisor == 0);
                Ok(small.flat_map(|divisor| [divisor, n / divisor]).collect())
            }
            ("primes", &[n]) => {
                let mut primes = Vec::new();
                for number in 2..=n {
                    if self.is_prime(number)? {
                        primes.push(number);
                    }
                }
                Ok(primes)
            }
            ("squares", &[n]) => rising(n, &|i| i * i),
            ("cubes", &[n]) => rising(n, &|i| i * i * i),
            ("triangular", &[n]) => rising(n, &|i| i * (i + 1) / 2),
            ("fibonacci", &[n]) => rising(n, &|i| (1..i).fold((1, 2), |(a, b), _| (b, a + b)).0),
            ("factorials", &[n]) => rising(n, &|i| (1..=i).product()),
            ("powers", &[base, n]) if base >= 2 => {
                rising(n, &|i| (1..i).try_fold(1i128, |p, _| p.checked_mul(base.into())).unwrap_or(i128::MAX))
            }
            ("bits", &[n]) if n >= 0 => Ok((0..63).filter(|bit| n >> bit & 1 != 0).collect()),
            ("digits", &[n]) if n >= 0 => {
                Ok(n.to_string().bytes().map(|digit| i64::from(digit - b'0')).collect())
            }
            _ => Err(Fail::Beyond),
        }
    }
}
