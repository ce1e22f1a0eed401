//! Pieces of a text in messages.

use std::ops::Range;

/// Quotes a token for a message: the result is printable, and short however long the token is.
pub fn quote(token: &[u8]) -> String {
    /// The most characters that are quoted.
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

/// Says whether a character can be shown unchanged: it is seen, and no terminal acts on it.
pub fn is_visible(c: char) -> bool {
    matches!(c, '\\' | '"' | '\'') || c.escape_debug().len() == 1
}

/// Finds the bytes of the character that begins here; one byte where the text is not UTF-8.
pub fn char_at(text: &[u8], at: usize) -> Range<usize> {
    let longest = &text[at..text.len().min(at + 4)];
    let length = (1..=longest.len())
        .find(|&n| std::str::from_utf8(&longest[..n]).is_ok())
        .unwrap_or(1);
    at..at + length
}
