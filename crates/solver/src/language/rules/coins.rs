//! Rules of coin turning games.

use std::ops::Range;

use crate::language::error::{SyntaxError, quote};
use crate::language::number::number;
use crate::language::reader::Reader;
use crate::language::scan::Token;
use crate::record::CoinRule as Rule;
use crate::record::CoinRules;

/// What a rule looks like.
pub(super) const HELP: &str =
    "the rules are `up-to 3`, `exactly 2`, `run` and `run-up-to 4`; `x` between two multiplies them";

/// Reads a word of a rule, and the number that belongs to it.
pub(super) fn word(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    coins: &mut CoinRules,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let word = &text[span.clone()];
    let CoinRules { first, second } = coins;
    let (rule, span) = match (word, &*first, &*second) {
        (b"x", Some(_), None) => match reader.scanner.next() {
            Token::Word(span) => (second, span),
            _ => return Err(SyntaxError::new(span.end..span.end, "the second rule is missing", HELP)),
        },
        (b"x", ..) | (_, Some(_), _) => {
            return Err(SyntaxError::new(
                span.clone(),
                format!("{} stands where the rule has ended", quote(word)),
                "one rule is enough, and two are joined by `x`: `exactly 2 x exactly 2`",
            ));
        }
        (_, None, _) => (first, span),
    };
    let word = &text[span.clone()];
    let with_number: fn(u64) -> Rule = match word {
        b"run" => {
            *rule = Some(Rule::Run);
            return Ok(());
        }
        b"up-to" => Rule::UpTo,
        b"exactly" => Rule::Exactly,
        b"run-up-to" => Rule::RunUpTo,
        _ => {
            let message = format!("{} is no rule for coins", quote(word));
            return Err(SyntaxError::new(span, message, HELP));
        }
    };
    let Token::Word(at) = reader.scanner.next() else {
        let message = format!("the number after {} is missing", quote(word));
        return Err(SyntaxError::new(span.end..span.end, message, HELP));
    };
    match number(text, at.clone())? {
        0 => Err(SyntaxError::new(at, "a move turns at least 1 coin", HELP)),
        number => {
            *rule = Some(with_number(number));
            Ok(())
        }
    }
}
