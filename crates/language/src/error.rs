//! The mistakes in a line, and their places.

use std::ops::Range;

use grundy_rules::grammar::RuleFault;
use grundy_rules::quote::quote;

use grundy_base::budget::LimitKind;
use grundy_record::{Clause, Fault};

/// A kind of error for which better advice may be given than the error has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyntaxKind {
    /// Any other mistake.
    #[default]
    Other,
    /// A word stands where a number is needed.
    NoNumber,
    /// Nothing stands where a number is needed.
    NumberMissing,
    /// A word stands where an ask is needed.
    NoAsk,
    /// A word stands where the name of a game is needed, or a row where no board is open.
    NoGame,
    /// A count and numbers that name no game: the input of a judge.
    JudgesInput,
    /// A keyword that only other games know.
    UnknownKeyword,
    /// A word that is no part of the rules stands among them.
    NoPartOfRules,
    /// A character that no board has.
    NoCell,
    /// A mistake within a user-defined rule.
    OwnRule,
    /// A mistake within rules that change cells, where `#` is a wall.
    Rewriting,
}

/// A line that breaks the language, or a fault of a game found in its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes of the line that are wrong; empty if something is missing.
    pub span: Range<usize>,
    /// The mistake.
    pub message: Clause,
    /// The remedy.
    pub help: Clause,
    /// The limit that the line would pass, if that is what is wrong.
    pub limit: Option<LimitKind>,
    /// The kind of error.
    pub kind: SyntaxKind,
}

impl SyntaxError {
    /// Makes an error at these bytes.
    pub fn new(span: Range<usize>, message: impl Into<Clause>, help: impl Into<Clause>) -> Self {
        SyntaxError {
            span,
            message: message.into(),
            help: help.into(),
            limit: None,
            kind: SyntaxKind::Other,
        }
    }

    /// Makes an error at these bytes of a text, which the message quotes in place of its `{}`.
    pub(super) fn quoting(
        text: &[u8],
        span: Range<usize>,
        message: &str,
        help: impl Into<Clause>,
    ) -> Self {
        let message = message.replace("{}", &quote(&text[span.clone()]));
        SyntaxError::new(span, message, help)
    }

    /// Sets the kind of the error.
    #[must_use]
    pub fn of_kind(self, kind: SyntaxKind) -> Self {
        SyntaxError { kind, ..self }
    }

    /// Places the fault of a user-defined rule that begins here.
    pub(super) fn of_rule(start: usize, RuleFault { at, message, help }: RuleFault) -> Self {
        SyntaxError::new(start + at.start..start + at.end, message, help)
            .of_kind(SyntaxKind::OwnRule)
    }

    /// Places the fault of a game here.
    pub fn of(span: Range<usize>, fault: Fault) -> Self {
        let Fault {
            message,
            help,
            limit,
            ..
        } = fault;
        SyntaxError {
            limit,
            ..SyntaxError::new(span, message, help)
        }
    }
}

/// Lists words for a message.
pub(super) fn quote_all(words: impl IntoIterator<Item: std::fmt::Display>) -> String {
    itertools::join(words.into_iter().map(|word| format!("`{word}`")), ", ")
}
