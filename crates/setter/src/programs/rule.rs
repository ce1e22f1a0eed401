//! Rules of numbers as text in Python and C++. Expressions and conditions read alike in both: functions and sets have
//! their names in the language with `_of` after them, and `and`, `or`, `not` are words of both. Functions without `_of`
//! never fail, so that programs catch no error of a text without one.

use std::cell::Cell;

use itertools::Itertools;
use minijinja::{Value, context};

use super::definition::AMOUNTS_READ;
use grundy_rules::tree::{
    Cond, Expr, Item, MAX_NAMES, MoveKind, Op, Qualifier, Rule, Set, SetName,
};

/// Writes the constants of the moves of a rule; gives `None` for a rule with lists, with `min`, `max`, `sum` or `count` of
/// many numbers, or with moves that leave any number of parts, which programs do not have.
pub(super) fn constants(rule: &Rule) -> Option<Value> {
    if rule.is_wide() {
        return None;
    }
    let writer = RuleWriter {
        names: names(rule),
        has_many: Cell::new(false),
    };
    let constants = context! {
        names => writer.names[..rule.arity()].to_vec(),
        kinds => rule.kinds.iter().map(|kind| writer.kind(kind)).collect_vec(),
        legal => writer.conditions(&rule.legal, " and "),
        lost => writer.conditions(&rule.lose, " or "),
        won => writer.conditions(&rule.win, " or "),
        drawn => writer.conditions(&rule.draw, " or "),
    };
    if writer.has_many.get() {
        return None;
    }
    Some(constants)
}

/// Lists the names of numbers in a program: the names of the rule that are single letters, other letters for the rest.
fn names(rule: &Rule) -> Vec<String> {
    let letters = "kijmpqstuvwxyzabcdefghnlor".chars().map(String::from);
    let mut free = letters.filter(|letter| !rule.names.contains(letter));
    let mut names = Vec::new();
    for place in 0..MAX_NAMES {
        let name = match rule.names.get(place) {
            Some(name) if is_single_letter(name) => Some(name.clone()),
            _ => free.next(),
        };
        names.push(name.unwrap_or_else(|| format!("k{place}")));
    }
    names
}

/// Says whether a name is one small letter.
fn is_single_letter(name: &str) -> bool {
    name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// A writer of rules as text of a program.
struct RuleWriter {
    /// The names of the numbers of a rule in the program.
    names: Vec<String>,
    /// Whether the rule has a list, a number made of many, or a set that programs do not have.
    has_many: Cell<bool>,
}

impl RuleWriter {
    /// Writes a kind of move: names and the sets that they run through, conditions without a name, and the numbers of each
    /// part that it leaves.
    fn kind(&self, kind: &MoveKind) -> Value {
        let qualifiers = kind.qualifiers.iter();
        let parts = kind.parts.iter();
        context! {
            qualifiers => qualifiers.map(|qualifier| self.qualifier(qualifier)).collect_vec(),
            parts => parts.map(|part| self.exprs(part)).collect_vec(),
        }
    }

    /// Writes a qualifier as a name and its set, or as no name and a condition.
    fn qualifier(&self, qualifier: &Qualifier) -> [String; 2] {
        match qualifier {
            Qualifier::For(name, set) => [self.names[usize::from(*name)].clone(), self.set(set)],
            Qualifier::If(condition) => [String::new(), self.cond(condition)],
        }
    }

    /// Writes conditions, with a word between them.
    fn conditions(&self, conditions: &[Cond], word: &str) -> String {
        conditions
            .iter()
            .map(|condition| self.cond(condition))
            .join(word)
    }

    /// Writes expressions one by one.
    fn exprs(&self, exprs: &[Expr]) -> Vec<String> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    /// Writes expressions as the arguments of a call.
    fn arguments(&self, exprs: &[Expr]) -> String {
        self.exprs(exprs).join(", ")
    }

    /// Writes a set as a call that lists its numbers.
    fn set(&self, set: &Set) -> String {
        let items = match set {
            Set::List(_) | Set::Named(SetName::Subsets, _) => {
                self.has_many.set(true);
                return String::new();
            }
            Set::Named(name, arguments) => {
                return format!("{}_of({})", name.text(), self.arguments(arguments));
            }
            Set::Items(items) => items,
        };
        if let [item] = &items[..] {
            return self.item(item);
        }
        let number = |item: &Item| match item {
            Item::One(expr) => Some(self.expr(expr)),
            Item::Range(..) => None,
        };
        match items.iter().map(number).collect::<Option<Vec<_>>>() {
            Some(numbers) => format!("listed({})", numbers.join(", ")),
            None => format!(
                "united({})",
                items.iter().map(|item| self.item(item)).join(", ")
            ),
        }
    }

    /// Writes a number or a range of a set as a set of its own.
    fn item(&self, item: &Item) -> String {
        match item {
            Item::One(Expr::Negate(expr)) if **expr == Expr::Number(-AMOUNTS_READ) => {
                "AMOUNTS".into()
            }
            Item::One(expr) => format!("listed({})", self.expr(expr)),
            Item::Range(low, high, None) => {
                format!("stretch({}, {})", self.expr(low), self.expr(high))
            }
            Item::Range(low, high, Some(step)) => {
                let low = self.expr(low);
                let high = self.expr(high);
                format!("steps_of({low}, {high}, {})", self.expr(step))
            }
        }
    }

    /// Writes an expression.
    fn expr(&self, expr: &Expr) -> String {
        match expr {
            // A number without a type is an `int` in C++, which holds products of small numbers; others get a type.
            Expr::Number(number) if (0..1000).contains(number) => number.to_string(),
            Expr::Number(number) => format!("Int({number})"),
            Expr::Name(name) => self.names[usize::from(*name)].clone(),
            Expr::Negate(expr) => format!("(-{})", self.expr(expr)),
            Expr::Complement(expr) => format!("(~{})", self.expr(expr)),
            Expr::Binary(op, left, right) => {
                let left = self.expr(left);
                let right = self.expr(right);
                match op {
                    Op::Div => format!("quotient_of({left}, {right})"),
                    Op::Rem => format!("residue_of({left}, {right})"),
                    Op::Shl => format!("shifted_of({left}, {right})"),
                    Op::Shr => format!("shifted_of({left}, -({right}))"),
                    op => format!("({left} {} {right})", op.text()),
                }
            }
            Expr::Call(function, arguments) => {
                format!("{}_of({})", function.text(), self.arguments(arguments))
            }
            Expr::Item(list, index) => {
                let numbers = list
                    .iter()
                    .map(|&number| Expr::Number(number))
                    .collect_vec();
                let index = self.expr(index);
                format!("item_of({index}, {})", self.arguments(&numbers))
            }
            Expr::Fold(..) | Expr::ItemOf(..) | Expr::Length(_) | Expr::List(_) => {
                self.has_many.set(true);
                String::new()
            }
        }
    }

    /// Writes a condition.
    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Or(left, right) => format!("({} or {})", self.cond(left), self.cond(right)),
            Cond::And(left, right) => format!("({} and {})", self.cond(left), self.cond(right)),
            Cond::Not(inner) => format!("(not {})", self.cond(inner)),
            Cond::Chain(first, links) => {
                // `a < b < c` is `a < b and b < c`.
                let mut left = self.expr(first);
                let mut comparisons = Vec::new();
                for (relation, expr) in links {
                    let right = self.expr(expr);
                    comparisons.push(format!("{left} {} {right}", relation.text()));
                    left = right;
                }
                format!("({})", comparisons.join(" and "))
            }
            Cond::Member(expr, set) => format!("belongs({}, {})", self.expr(expr), self.set(set)),
            Cond::Same(..) => {
                self.has_many.set(true);
                String::new()
            }
        }
    }
}
