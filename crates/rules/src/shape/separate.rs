//! Rules whose moves change one number each: the position is a sum of positions of one number.
//!
//! `[a,b] -> [a-k,b] for k in 1..a/2 | [a,b/2] if b > 0` is the sum of `[n] -> [n-k] for k in 1..n/2` and
//! `[n] -> [n/2] if n > 0`: no move of one number reads or changes the other.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 32 names"
)]

use crate::tree::{Cond, Expr, Item, MoveKind, Qualifier, Rule, Set};

/// The rule of one number of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRule {
    /// The index of the number in a position.
    pub number: usize,
    /// The rule of the number.
    pub rule: Rule,
}

/// Separates a rule into rules of the numbers that its moves change, if it is a sum of them. The kinds of moves of a
/// number must stand together, so that moves part by part are in the order of the rule.
pub fn parts(rule: &Rule) -> Option<Vec<NumberRule>> {
    let arity = rule.arity();
    let plain = rule.has_values()
        && rule.legal.is_empty()
        && rule.lose.is_empty()
        && !rule.splits()
        && !rule.is_wide();
    if arity < 2 || !plain {
        return None;
    }
    let mut found: Vec<NumberRule> = Vec::new();
    for kind in &rule.kinds {
        let target = &kind.parts[0];
        let mut changed = (0..arity).filter(|&i| target[i] != Expr::Name(i as u8));
        let (Some(number), None) = (changed.next(), changed.next()) else {
            return None;
        };
        if found.last().is_none_or(|part| part.number != number) {
            if found.iter().any(|part| part.number == number) {
                return None;
            }
            let names = vec![rule.names[number].clone()];
            found.push(NumberRule {
                number,
                rule: Rule {
                    names,
                    ..Rule::default()
                },
            });
        }
        let alone = Alone { number, arity };
        let qualifiers = kind
            .qualifiers
            .iter()
            .map(|qualifier| alone.qualifier(qualifier));
        let target = alone.expr(&target[number])?;
        let qualifiers = qualifiers.collect::<Option<_>>()?;
        found.last_mut()?.rule.kinds.push(MoveKind {
            parts: vec![vec![target]],
            wide: Vec::new(),
            qualifiers,
        });
    }
    Some(found)
}

/// One number of a position without the others: its name becomes the first, and bound names follow. A method returns
/// `None` for a term that reads another number, and for rare forms.
struct Alone {
    /// The index of the number in a position.
    number: usize,
    /// The number of numbers of a position; names from it on are bound by qualifiers.
    arity: usize,
}

impl Alone {
    /// Returns the name that stands for this one in the rule of the number.
    fn name(&self, name: u8) -> Option<u8> {
        match usize::from(name) {
            name if name == self.number => Some(0),
            name => name.checked_sub(self.arity).map(|bound| bound as u8 + 1),
        }
    }

    /// Returns the expression with the names of the rule of the number.
    fn expr(&self, expr: &Expr) -> Option<Expr> {
        let boxed = |expr: &Expr| Some(Box::new(self.expr(expr)?));
        Some(match expr {
            Expr::Number(n) => Expr::Number(*n),
            Expr::Name(name) => Expr::Name(self.name(*name)?),
            Expr::Binary(op, a, b) => Expr::Binary(*op, boxed(a)?, boxed(b)?),
            Expr::Call(function, arguments) => Expr::Call(
                *function,
                arguments
                    .iter()
                    .map(|a| self.expr(a))
                    .collect::<Option<_>>()?,
            ),
            _ => return None,
        })
    }

    /// Returns the set with the names of the rule of the number.
    fn set(&self, set: &Set) -> Option<Set> {
        let item = |item: &Item| {
            Some(match item {
                Item::One(e) => Item::One(self.expr(e)?),
                Item::Range(low, high, step) => {
                    let step = match step {
                        Some(step) => Some(self.expr(step)?),
                        None => None,
                    };
                    Item::Range(self.expr(low)?, self.expr(high)?, step)
                }
            })
        };
        Some(match set {
            Set::Items(items) => Set::Items(items.iter().map(item).collect::<Option<_>>()?),
            Set::Named(name, arguments) => Set::Named(
                *name,
                arguments
                    .iter()
                    .map(|a| self.expr(a))
                    .collect::<Option<_>>()?,
            ),
            Set::List(_) => return None,
        })
    }

    /// Returns the condition with the names of the rule of the number.
    fn cond(&self, cond: &Cond) -> Option<Cond> {
        let boxed = |cond: &Cond| Some(Box::new(self.cond(cond)?));
        Some(match cond {
            Cond::Or(a, b) => Cond::Or(boxed(a)?, boxed(b)?),
            Cond::And(a, b) => Cond::And(boxed(a)?, boxed(b)?),
            Cond::Not(a) => Cond::Not(boxed(a)?),
            Cond::Chain(first, links) => {
                let links = links
                    .iter()
                    .map(|(relation, e)| Some((*relation, self.expr(e)?)));
                Cond::Chain(Box::new(self.expr(first)?), links.collect::<Option<_>>()?)
            }
            Cond::Member(e, set) => Cond::Member(Box::new(self.expr(e)?), Box::new(self.set(set)?)),
            Cond::Same(..) => return None,
        })
    }

    /// Returns the qualifier with the names of the rule of the number.
    fn qualifier(&self, qualifier: &Qualifier) -> Option<Qualifier> {
        Some(match qualifier {
            Qualifier::For(name, set) => Qualifier::For(self.name(*name)?, self.set(set)?),
            Qualifier::If(cond) => Qualifier::If(self.cond(cond)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::read_rule;

    #[test]
    fn a_rule_is_parted_by_the_numbers_that_moves_change() {
        let rule = |text: &str| read_rule(text).unwrap().0;
        let parted = |text: &str| parts(&rule(text));
        let found =
            parted("[a,b] -> [a-k,b] for k in 1..a/2 | [a,b/2] if b > 0 | [a,b-1]").unwrap();
        let kinds = |text: &str| rule(text).kinds;
        assert_eq!((found[0].number, found[1].number), (0, 1));
        assert_eq!(found[0].rule.kinds, kinds("[a] -> [a-k] for k in 1..a/2"));
        assert_eq!(found[1].rule.kinds, kinds("[b] -> [b/2] if b > 0 | [b-1]"));
        for whole in [
            "[n] -> [n-1]",
            "[a,b] -> [a-k,b] for k in 1..b",
            "[a,b] -> [a-1,b-1] | [a,b-1]",
            "[a,b] -> [a-1,b] if b > 0 | [a,b-1]",
            "[a,b] -> [a-1,b] | [a,b-1] | [a-2,b]",
            "[a,b] -> [a-1,b] | [a,b-1] ; legal if a >= b",
            "[a,b] -> [a-1,b] | [a,b-1] ; misere",
        ] {
            assert_eq!(parted(whole), None, "{whole}");
        }
    }
}
