//! The terms that were read of a rule: numbers, conditions and lists.

use std::ops::Range;

use super::fault::RuleFault;
use super::named_lists::Rows;
use crate::tree::{Cond, Expr, Function};

/// A term that was read: a number, a condition, a list, or the lists that a clause gives.
pub(super) enum What {
    /// A number.
    Number(Expr),
    /// A condition.
    Condition(Cond),
    /// A list of numbers.
    List(Expr),
    /// The lists that a clause gives under one name.
    Rows(Rows),
}

/// A term, its place, and the height of its tree.
pub(super) struct Term {
    /// The number, condition or list that was read.
    pub(super) what: What,
    /// The bytes of the term in the text.
    pub(super) at: Range<usize>,
    /// The height of the tree; that of a number or a name is 1.
    pub(super) height: usize,
}

/// The arguments of a function or a set.
pub(super) struct Arguments {
    /// The numbers between the parentheses.
    pub numbers: Vec<Expr>,
    /// The byte after the closing parenthesis.
    pub end: usize,
    /// The height of the tallest number.
    pub height: usize,
}

/// Reports a call with a number of arguments that the function does not take.
#[cold]
#[inline(never)] // Its texts would take stack in every level of nested calls.
pub(super) fn wrong_count(at: Range<usize>, function: Function, count: usize) -> RuleFault {
    let admitted = function.arguments();
    let needs = match (*admitted.start(), *admitted.end()) {
        (1, 1) => "one number",
        (2, 2) => "two numbers",
        _ => "two numbers or more",
    };
    let message = format!("`{}` takes {needs}, not {count}", function.text());
    RuleFault::new(at, message, format!("write {}", form(function)))
}

/// Writes a call of a function: `abs(n)`.
fn form(function: Function) -> String {
    let arguments = if function.arguments() == (1..=1) {
        "n"
    } else {
        "a,b"
    };
    format!("`{}({arguments})`", function.text())
}
