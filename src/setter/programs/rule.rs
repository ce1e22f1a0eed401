//! Rules of numbers as text in Python and C++. Expressions and conditions read alike in both: functions and sets have
//! their names in the language with `_of` behind them, and `and`, `or`, `not` are words of both. Functions without `_of`
//! never fail, so a text without one is not tried.

use std::cell::Cell;

use itertools::Itertools;
use minijinja::{Value, context};

use super::definition::READ;
use crate::theory::rules::tree::{
    Cond, Expr, Item, Kind, MAX_NAMES, Op, Qualifier, Relation, Rule, Set,
};

/// The constants of the moves of a rule; `None` of one with `min`, `max`, `sum` or `count` of many numbers, which no program
/// has.
pub(super) fn constants(rule: &Rule) -> Option<Value> {
    let text = Text {
        names: names(rule),
        has_folds: Cell::new(false),
    };
    let all = |conditions: &[Cond], word| {
        conditions
            .iter()
            .map(|condition| text.cond(condition))
            .join(word)
    };
    let constants = context! {
        names => text.names[..rule.arity()].to_vec(),
        kinds => rule.kinds.iter().map(|kind| text.kind(kind)).collect_vec(),
        legal => all(&rule.legal, " and "), lost => all(&rule.lose, " or "),
        won => all(&rule.win, " or "), drawn => all(&rule.draw, " or "),
    };
    (!text.has_folds.get()).then_some(constants)
}

/// The names of a rule in a program: those of the rule that are single letters, other letters for the rest.
fn names(rule: &Rule) -> Vec<String> {
    let single =
        |name: &String| name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let letters = "kijmpqstuvwxyzabcdefghnlor".chars().map(String::from);
    let mut free = letters.filter(|letter| !rule.names.contains(letter));
    let named = |i: usize| rule.names.get(i).filter(|name| single(name)).cloned();
    let mut name = |i| {
        named(i)
            .or_else(|| free.next())
            .unwrap_or_else(|| format!("k{i}"))
    };
    (0..MAX_NAMES).map(&mut name).collect()
}

struct Text {
    names: Vec<String>,
    /// Whether the rule has a number made of many, which reads differently in each language.
    has_folds: Cell<bool>,
}

impl Text {
    /// A kind of move: names and the sets that they run through, conditions without a name, and the numbers of each part
    /// that it leaves.
    fn kind(&self, kind: &Kind) -> Value {
        let qualifier = |qualifier: &Qualifier| match qualifier {
            Qualifier::For(name, set) => {
                vec![self.names[usize::from(*name)].clone(), self.set(set)]
            }
            Qualifier::If(condition) => vec![String::new(), self.cond(condition)],
        };
        let numbers = |part: &Vec<Expr>| part.iter().map(|e| self.expr(e)).collect_vec();
        context! {
            qualifiers => kind.qualifiers.iter().map(qualifier).collect_vec(),
            parts => kind.parts.iter().map(numbers).collect_vec(),
        }
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr(e)).join(", ")
    }

    fn set(&self, set: &Set) -> String {
        let item = |item: &Item| match item {
            Item::One(Expr::Negate(e)) if **e == Expr::Number(-READ) => "AMOUNTS".into(),
            Item::One(e) => format!("listed({})", self.expr(e)),
            Item::Range(low, high, None) => {
                format!("stretch({}, {})", self.expr(low), self.expr(high))
            }
            Item::Range(low, high, Some(step)) => {
                format!(
                    "steps_of({}, {}, {})",
                    self.expr(low),
                    self.expr(high),
                    self.expr(step)
                )
            }
        };
        match set {
            Set::Named(name, arguments) => format!("{}_of({})", name.text(), self.list(arguments)),
            Set::Items(items) => match &items[..] {
                [one] => item(one),
                items => {
                    let number = |one: &Item| {
                        if let Item::One(e) = one {
                            Some(self.expr(e))
                        } else {
                            None
                        }
                    };
                    match items.iter().map(number).collect::<Option<Vec<_>>>() {
                        Some(numbers) => format!("listed({})", numbers.join(", ")),
                        None => format!("united({})", items.iter().map(item).join(", ")),
                    }
                }
            },
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            // Products of small numbers fit the numbers of C++ that have no type; others are given one.
            Expr::Number(number) if (0..1000).contains(number) => number.to_string(),
            Expr::Number(number) => format!("Int({number})"),
            Expr::Name(name) => self.names[usize::from(*name)].clone(),
            Expr::Negate(e) => format!("(-{})", self.expr(e)),
            Expr::Complement(e) => format!("(~{})", self.expr(e)),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                match op {
                    Op::Div => format!("quotient_of({a}, {b})"),
                    Op::Rem => format!("residue_of({a}, {b})"),
                    Op::Shl => format!("shifted_of({a}, {b})"),
                    Op::Shr => format!("shifted_of({a}, -({b}))"),
                    op => format!("({a} {} {b})", op.text()),
                }
            }
            Expr::Call(function, arguments) => {
                format!("{}_of({})", function.text(), self.list(arguments))
            }
            Expr::Item(list, index) => {
                let numbers: Vec<Expr> = list.iter().map(|&n| Expr::Number(n)).collect();
                format!("item_of({}, {})", self.expr(index), self.list(&numbers))
            }
            Expr::Fold(..) => {
                self.has_folds.set(true);
                String::new()
            }
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Or(a, b) => format!("({} or {})", self.cond(a), self.cond(b)),
            Cond::And(a, b) => format!("({} and {})", self.cond(a), self.cond(b)),
            Cond::Not(a) => format!("(not {})", self.cond(a)),
            Cond::Chain(first, links) => {
                let before = std::iter::once(&**first).chain(links.iter().map(|(_, e)| e));
                let link = |(a, (relation, b)): (&Expr, &(Relation, Expr))| {
                    format!("{} {} {}", self.expr(a), relation.text(), self.expr(b))
                };
                format!("({})", before.zip(links).map(link).join(" and "))
            }
            Cond::Member(e, set) => format!("belongs({}, {})", self.expr(e), self.set(set)),
        }
    }
}
