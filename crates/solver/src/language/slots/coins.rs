//! Rules of coin turning games: `up-to 3`, `run x exactly 2`.

use super::{Word, write_word};
use crate::language::error::{SyntaxError, quote};
use crate::language::number::number;
use crate::language::scan::Token;
use grundy_record::Rules;
use grundy_rules::parts::CoinRule;

/// The form of a rule, for messages.
pub(super) const HELP: &str = "the rules are `up-to 3`, `exactly 2`, `run` and `run-up-to 4`; `x` between two multiplies them";

/// Reads a word of a rule, and the number that belongs to it.
pub(super) fn read(at: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    let (text, span, word) = (at.reader.scanner.text, at.span.clone(), at.bytes());
    let reader = &mut *at.reader;
    let Rules {
        coins: first,
        columns: second,
        ..
    } = rules;
    let (rule, span) = match (word, &*first, &*second) {
        (b"x", Some(_), None) => match reader.scanner.next() {
            Token::Word(span) => (second, span),
            _ => {
                return Err(SyntaxError::new(
                    span.end..span.end,
                    "the second rule is missing",
                    HELP,
                ));
            }
        },
        (b"x", ..) | (_, Some(_), _) => {
            return Err(SyntaxError::quoting(
                text,
                span,
                "{} stands where the rule has ended",
                "one rule is enough, and two are joined by `x`: `exactly 2 x exactly 2`",
            ));
        }
        (_, None, _) => (first, span),
    };
    let word = &text[span.clone()];
    let with_number: fn(u64) -> CoinRule = match word {
        b"run" => {
            *rule = Some(CoinRule::Run);
            return Ok(());
        }
        b"up-to" => CoinRule::UpTo,
        b"exactly" => CoinRule::Exactly,
        b"run-up-to" => CoinRule::RunUpTo,
        _ => {
            return Err(SyntaxError::quoting(
                text,
                span,
                "{} is no rule for coins",
                HELP,
            ));
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

pub(super) fn write(rules: &Rules, out: &mut Vec<u8>) {
    for (i, rule) in rules.coins.iter().chain(&rules.columns).enumerate() {
        out.extend_from_slice(if i == 0 { b"" } else { b" x" });
        match rule {
            CoinRule::UpTo(number) => write_word(format_args!("up-to {number}"), out),
            CoinRule::Exactly(number) => write_word(format_args!("exactly {number}"), out),
            CoinRule::Run => write_word("run", out),
            CoinRule::RunUpTo(number) => write_word(format_args!("run-up-to {number}"), out),
        }
    }
}
