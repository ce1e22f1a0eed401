//! Reads the rules of a person's own games: text in, a tree or a fault with its place out.
//!
//! [`token`] cuts the text, [`terms`] reads numbers and conditions by one table of precedences, and
//! [`read`] the rule around them. The meaning of a rule is defined in [`crate::eval`].

mod fault;
mod insides;
mod limits;
mod lists;
mod named_lists;
mod read;
mod sets;
mod slips;
mod term;
mod terms;
mod token;

pub use fault::RuleFault;

pub(crate) use read::nearest;

use crate::tree::Rule;

/// Reads a rule from the start of a text, up to a `:` outside all brackets or the end of the text,
/// and says how many bytes it took; the `:` is not among them.
///
/// # Errors
///
/// Fails at the first place that does not follow the grammar.
///
/// # Complexity
///
/// Linear in the text. Whatever is a level of recursion, here or where a rule is evaluated, is limited: see the
/// constants of [`crate::tree`].
pub fn read_rule(text: &str) -> Result<(Rule, usize), RuleFault> {
    let mut tokens = token::Tokens::new(text);
    let rule = read::RuleReader::new(&mut tokens).rule();
    let rule = rule.map_err(|fault| slips::completed(text, fault))?;
    Ok((rule, tokens.end_of_rule()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that repeat or nest each part of the language very often are read, or refused, on a small stack.
    #[test]
    fn no_text_is_too_long_or_too_deep() {
        const TIMES: usize = 100_000;
        let many = |text: &str| text.repeat(TIMES);
        let nested = |before: &str, inside: &str, after: &str| {
            format!("[n] -> [{}{inside}{}]", many(before), many(after))
        };
        let joined = |text: &str, by: &str| vec![text; TIMES].join(by);
        let numbers: String = (0..TIMES).map(|i| format!("{i},")).collect();
        let lists: String = (0..TIMES).map(|i| format!(" ; let a{i} = 1")).collect();
        let names: String = (0..TIMES).map(|i| format!(" for a{i} in 1..2")).collect();
        let texts = [
            format!("[n] -> [n-1]{}", many(" if n > 0")),
            format!("[n] -> [n-1]{names}"),
            format!("[n] -> {}", joined("[n-1]", " | ")),
            format!("[n] -> {}", joined("[n-1]", "+")),
            format!("[n] -> [n-1]{}", many(" ; lose if n == 3")),
            format!("[n] -> [n-1]{}", many(" ; misere")),
            format!("[n] -> [n-1]{lists}"),
            format!("[n] -> [n-a[0]] ; let a = {}", many("1 ")),
            format!("[n] -> [n-k] for k in {{{numbers}1}}"),
            format!("[n] -> [min({numbers}n)]"),
            format!("[n] -> [{}]", joined("n", "+")),
            format!("[n] -> [n-1] if {}", joined("n > 0", " and ")),
            format!("[n] -> [n-1] if {}", joined("n", " <= ")),
            format!("[n] -> [n-1] if {}n > 0", many("not ")),
            nested("-", "n", ""),
            nested("(", "n", ")"),
            nested("max(", "n", ")"),
            nested("max(1,", "n", ")"),
            nested("max(", "n", ""),
            nested("sum(", "1", " for i in 1..2)"),
            nested("a[", "n", "]"),
            format!("[n] -> {}", many("[")),
            format!("[n] -> [n-1] for k in {}", many("{")),
        ];
        let read = move || {
            for text in &texts {
                if let Err(fault) = read_rule(text) {
                    assert!(!fault.message.is_empty(), "{}", &text[..30]);
                }
            }
        };
        // The smallest default stack, of a page and of Windows, is a megabyte; this leaves half of it to callers.
        let thread = std::thread::Builder::new().stack_size(512 << 10);
        thread.spawn(read).unwrap().join().unwrap();
    }
}
