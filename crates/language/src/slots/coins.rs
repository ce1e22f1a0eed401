//! Rules of coin turning games: `up-to 3`, `run x exactly 2`.

use std::ops::Range;

use super::word::{Word, write_word};
use crate::error::SyntaxError;
use crate::nearest;
use crate::number::number;
use crate::reader::Reader;
use crate::scan::Token;
use grundy_record::{CoinRules, Rules};
use grundy_rules::parts::CoinRule;
use grundy_rules::quote::quote;

/// The form of a rule, for messages.
pub(super) const HELP: &str = "the rules are `up-to 3`, `exactly 2`, `run` and `run-up-to 4`; `x` between two multiplies them";

/// Reads a word of a rule, and the number that belongs to it.
pub(super) fn read(at: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    let text = at.reader.scanner.text;
    let span = at.span.clone();
    let is_times = at.bytes() == b"x";
    match rules {
        Rules::Coins(coins) if is_times && coins.columns.is_none() => {
            let Token::Word(span) = at.reader.scanner.next() else {
                let end = span.end..span.end;
                return Err(SyntaxError::new(end, "the second rule is missing", HELP));
            };
            coins.columns = Some(rule(at.reader, span)?);
        }
        Rules::Coins(_) => return Err(ended(text, span)),
        _ if is_times => return Err(ended(text, span)),
        rules => {
            *rules = Rules::Coins(CoinRules {
                rows: rule(at.reader, span)?,
                columns: None,
            });
        }
    }
    Ok(())
}

/// Reads the rule that begins with this word.
fn rule(reader: &mut Reader<'_>, span: Range<usize>) -> Result<CoinRule, SyntaxError> {
    let text = reader.scanner.text;
    let word = &text[span.clone()];
    let with_number: fn(u64) -> CoinRule = match word {
        b"run" => return Ok(CoinRule::Run),
        b"up-to" => CoinRule::UpTo,
        b"exactly" => CoinRule::Exactly,
        b"run-up-to" => CoinRule::RunUpTo,
        _ => {
            let message = "{} is no rule for coins";
            let written = String::from_utf8_lossy(word);
            let help = match nearest(&written, ["up-to", "exactly", "run", "run-up-to"]) {
                Some(near) => format!("did you mean `{near}`? {HELP}"),
                None => HELP.to_owned(),
            };
            return Err(SyntaxError::quoting(text, span, message, help));
        }
    };
    let Token::Word(at) = reader.scanner.next() else {
        let message = format!("the number after {} is missing", quote(word));
        return Err(SyntaxError::new(span.end..span.end, message, HELP));
    };
    match number(text, at.clone())? {
        0 => Err(SyntaxError::new(
            at,
            "a move turns at least 1 coin",
            "write 1 or more",
        )),
        number => Ok(with_number(number)),
    }
}

/// Reports a word after the end of the rule, or a sign `x` before it.
fn ended(text: &[u8], span: Range<usize>) -> SyntaxError {
    SyntaxError::quoting(
        text,
        span,
        "{} stands where the rule has ended",
        "one rule is enough, and two are joined by `x`: `exactly 2 x exactly 2`",
    )
}

/// Appends the rule, or the two rules of a product.
pub(super) fn write(coins: &CoinRules, out: &mut Vec<u8>) {
    write_rule(coins.rows, out);
    if let Some(columns) = coins.columns {
        write_word("x", out);
        write_rule(columns, out);
    }
}

/// Appends one rule.
fn write_rule(rule: CoinRule, out: &mut Vec<u8>) {
    match rule {
        CoinRule::UpTo(number) => write_word(format_args!("up-to {number}"), out),
        CoinRule::Exactly(number) => write_word(format_args!("exactly {number}"), out),
        CoinRule::Run => write_word("run", out),
        CoinRule::RunUpTo(number) => write_word(format_args!("run-up-to {number}"), out),
    }
}
