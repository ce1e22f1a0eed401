//! Rules of numbers as text in Python and C++. Expressions and conditions read alike in both: functions and sets have
//! their names in the language with `_of` behind them, and `and`, `or`, `not` are words of both.

use std::cell::Cell;

use minijinja::{Value, context};

use super::definition::READ;
use super::model::rendered_twice;
use crate::setter::Trouble;
use crate::theory::rules::tree::{Cond, Expr, Item, MAX_NAMES, Op, Qualifier, Rule, Set};

/// The moves of a rule, in Python and in C++; with `ends` also the clauses that end play.
pub(super) fn moves(rule: &Rule, ends: bool) -> Result<[String; 2], Trouble> {
    let text = Text { names: names(rule), has_folds: Cell::new(false) };
    let joined = |conditions: &[Cond], word: &str, otherwise: &str| match conditions {
        [] => otherwise.to_owned(),
        conditions => conditions.iter().map(|condition| text.cond(condition)).collect::<Vec<_>>().join(word),
    };
    let conditions = [
        ("is_legal", joined(&rule.legal, " and ", "1 == 1")),
        ("is_lost", joined(&rule.lose, " or ", "1 == 0")),
        ("is_won", joined(&rule.win, " or ", "1 == 0")),
        ("is_drawn", joined(&rule.draw, " or ", "1 == 0")),
    ];
    let qualifier = |qualifier: &Qualifier| match qualifier {
        Qualifier::For(name, set) => (text.names[usize::from(*name)].clone(), text.set(set)),
        Qualifier::If(condition) => (String::new(), text.cond(condition)),
    };
    let numbers = |part: &Vec<Expr>| part.iter().map(|e| text.expr(e)).collect::<Vec<_>>();
    let kinds = rule.kinds.iter().map(|kind| {
        let qualifiers = kind.qualifiers.iter().map(qualifier).map(|(name, set)| vec![name, set]);
        let parts = kind.parts.iter().map(numbers);
        context! { qualifiers => qualifiers.collect::<Vec<_>>(), parts => parts.collect::<Vec<_>>() }
    });
    let kinds: Vec<Value> = kinds.collect();
    if text.has_folds.get() {
        return Err(
            "programs are not written of rules with `min`, `max`, `sum` or `count` of many numbers".into()
        );
    }
    let conditions: Vec<Vec<String>> =
        conditions.into_iter().map(|(name, condition)| vec![name.to_owned(), condition]).collect();
    let values = context! {
        names => text.names[..rule.arity()].to_vec(),
        kinds, conditions, ends,
    };
    rendered_twice([include_str!("moves/rule.py"), include_str!("moves/rule.cpp")], |_| values.clone())
}

/// The names of a rule in a program: those of the rule that are single letters, other letters for the rest.
fn names(rule: &Rule) -> Vec<String> {
    let single = |name: &String| name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let letters = "kijmpqstuvwxyzabcdefghnlor".chars().map(String::from);
    let mut free = letters.filter(|letter| !rule.names.contains(letter));
    let named = |i: usize| rule.names.get(i).filter(|name| single(name)).cloned();
    let mut name = |i| named(i).or_else(|| free.next()).unwrap_or_else(|| format!("k{i}"));
    (0..MAX_NAMES).map(&mut name).collect()
}

struct Text {
    names: Vec<String>,
    /// Whether the rule has a number made of many, which reads differently in each language.
    has_folds: Cell<bool>,
}

impl Text {
    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn set(&self, set: &Set) -> String {
        let item = |item: &Item| match item {
            Item::One(Expr::Negate(e)) if **e == Expr::Number(-READ) => "AMOUNTS".into(),
            Item::One(e) => format!("listed({})", self.expr(e)),
            Item::Range(low, high, step) => {
                let step = step.as_ref().map_or_else(|| "1".into(), |step| self.expr(step));
                format!("stretch({}, {}, {step})", self.expr(low), self.expr(high))
            }
        };
        match set {
            Set::Named(name, arguments) => format!("{}_of({})", name.text(), self.list(arguments)),
            Set::Items(items) => {
                let number = |item: &Item| if let Item::One(e) = item { Some(self.expr(e)) } else { None };
                match (&items[..], items.iter().map(number).collect::<Option<Vec<_>>>()) {
                    ([one], _) => item(one),
                    (_, Some(numbers)) => format!("listed({})", numbers.join(", ")),
                    (items, None) => {
                        format!("united({})", items.iter().map(item).collect::<Vec<_>>().join(", "))
                    }
                }
            }
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
                    Op::Div => format!("quotient({a}, {b})"),
                    Op::Rem => format!("residue({a}, {b})"),
                    Op::Shl => format!("shifted({a}, {b})"),
                    Op::Shr => format!("shifted({a}, -({b}))"),
                    op => format!("({a} {} {b})", op.text()),
                }
            }
            Expr::Call(function, arguments) => format!("{}_of({})", function.text(), self.list(arguments)),
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
                let mut before = first.as_ref();
                let mut all = Vec::new();
                for (relation, e) in links {
                    all.push(format!("{} {} {}", self.expr(before), relation.text(), self.expr(e)));
                    before = e;
                }
                format!("({})", all.join(" and "))
            }
            Cond::Member(e, set) => format!("belongs({}, {})", self.expr(e), self.set(set)),
        }
    }
}
