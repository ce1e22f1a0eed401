//! The terms of a sum or of a xor, by whether a name is in them: `s ^ 1<<i` is `s`, and a step by `1<<i`.

use super::straight::{free, only};
use crate::tree::{Expr, Op};

/// A number that is the sum or the xor of a step, which depends on nothing but a name and those that are bound after it,
/// and of a rest that is free of them.
pub struct Parted {
    /// The rest, if there are terms besides the step.
    pub rest: Option<Expr>,
    /// Whether step and rest are joined by xor, and not added.
    pub is_xor: bool,
    /// The step.
    pub step: Expr,
    /// Whether terms of a sum are added in another order than that of the expression, so that a sum on the way may
    /// overflow where none did.
    pub is_joined_anew: bool,
}

impl Parted {
    /// Parts an expression by a name that is in it; `None` if the step depends on other names also.
    #[must_use]
    pub fn of(e: &Expr, name: u8) -> Option<Parted> {
        let is_xor = matches!(e, Expr::Binary(Op::Xor, ..));
        let mut terms = Vec::new();
        add_terms(e, is_xor, false, &mut terms);
        let (rest, own): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, e)| free(e, name));
        let rest = joined(&rest, is_xor);
        let step = joined(&own, is_xor)?;
        only(&step, name).then_some(Parted {
            rest,
            is_xor,
            step,
            is_joined_anew: !is_xor && terms.len() > 2,
        })
    }
}

/// Adds the terms of a sum, or of a xor, with whether each is subtracted.
fn add_terms<'e>(e: &'e Expr, is_xor: bool, is_negative: bool, terms: &mut Vec<(bool, &'e Expr)>) {
    match e {
        Expr::Binary(op @ (Op::Add | Op::Sub | Op::Xor), a, b) if is_xor == (*op == Op::Xor) => {
            add_terms(a, is_xor, is_negative, terms);
            add_terms(b, is_xor, is_negative ^ (*op == Op::Sub), terms);
        }
        _ => terms.push((is_negative, e)),
    }
}

/// Joins terms by a sum or a xor; `None` if there are no terms.
fn joined(terms: &[(bool, &Expr)], is_xor: bool) -> Option<Expr> {
    terms.iter().fold(None, |sum, &(is_negative, e)| {
        let e = Box::new(e.clone());
        Some(match sum {
            None if is_negative => Expr::Negate(e),
            None => *e,
            Some(sum) if is_xor => Expr::Binary(Op::Xor, Box::new(sum), e),
            Some(sum) if is_negative => Expr::Binary(Op::Sub, Box::new(sum), e),
            Some(sum) => Expr::Binary(Op::Add, Box::new(sum), e),
        })
    })
}
