//! Reads the rules of a person's own games: text in, a tree or a fault with its place out.
//!
//! [`token`] cuts the text, [`terms`] reads numbers and conditions by one table of precedences, and
//! [`read`] the rule around them. The meaning of a rule is defined in [`crate::eval`].

mod insides;
mod limits;
mod lists;
mod read;
mod sets;
mod terms;
mod token;

use std::ops::Range;

use crate::tree::Rule;

/// A fault of a rule: its place, the mistake, and its correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The bytes of the text that are wrong.
    pub at: Range<usize>,
    /// The mistake.
    pub message: String,
    /// The correction; may be empty.
    pub help: String,
}

impl RuleFault {
    pub fn new(at: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        RuleFault {
            at,
            message: message.into(),
            help: help.into(),
        }
    }
}

/// Reads a rule from the start of a text, up to a `:` outside all brackets or the end of the text,
/// and says how many bytes it took; the `:` is not among them.
///
/// # Errors
///
/// At the first place that does not follow the grammar.
///
/// # Complexity
///
/// Linear in the text. Whatever is a level of recursion, here or where a rule is evaluated, is limited: see the
/// constants of [`crate::tree`].
pub fn read_rule(text: &str) -> Result<(Rule, usize), RuleFault> {
    let mut tokens = token::Tokens::new(text);
    let rule = read::RuleReader::new(&mut tokens).rule()?;
    Ok((rule, tokens.end_of_rule()))
}
