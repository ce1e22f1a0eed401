//! What is wrong with a line, and where in it.

use std::borrow::Cow;
use std::ops::Range;

use crate::record::Fault;
use crate::theory::budget::LimitKind;

/// A line that breaks the language, or a fault of a game found in its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes of the line that are wrong; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong, as a clause without a full stop.
    pub message: Cow<'static, str>,
    /// What would be right, as a clause without a full stop.
    pub help: Cow<'static, str>,
    /// Which limit the line would pass, if that is what is wrong.
    pub limit: Option<LimitKind>,
}

impl SyntaxError {
    /// An error at these bytes.
    pub fn new(
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        SyntaxError { span, message: message.into(), help: help.into(), limit: None }
    }

    /// The fault of a game, found here.
    pub fn of(span: Range<usize>, fault: Fault) -> Self {
        SyntaxError { span, message: fault.message, help: fault.help, limit: fault.limit }
    }
}

/// A token as a message quotes it: printable, and short however long the token is.
pub(super) fn quote(token: &[u8]) -> String {
    const SHOWN: usize = 40;
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * SHOWN)]);
    let mut quoted = String::from("`");
    for c in text.chars().take(SHOWN) {
        if is_visible(c) {
            quoted.push(c);
        } else {
            quoted.extend(c.escape_debug());
        }
    }
    if text.chars().count() > SHOWN || token.len() > 4 * SHOWN {
        quoted.push('…');
    }
    quoted.push('`');
    quoted
}

/// Whether a character can be shown as it is: it is seen, and no terminal acts on it.
pub(super) fn is_visible(c: char) -> bool {
    matches!(c, '\\' | '"' | '\'') || c.escape_debug().len() == 1
}
