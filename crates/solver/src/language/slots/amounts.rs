//! Amounts: `1 2 5`, `1-3`, `squares 7`, `all-but 2 4`.

use super::{Word, write_word};
use crate::language::error::SyntaxError;
use crate::language::number::range;
use grundy_record::{Amounts, Place, Rules};
use grundy_rules::named::NamedSet;

/// The word before amounts that may not be taken.
const ALL_BUT: &str = "all-but";

/// Whether a word is `all-but` or the name of a set, right or wrong.
pub(super) fn is_name(word: &[u8]) -> bool {
    word == ALL_BUT.as_bytes() || named(word).is_some()
}

/// The set of this name; an error for powers of 0 and 1, and of numbers too large.
fn named(word: &[u8]) -> Option<Result<NamedSet, ()>> {
    NamedSet::of(std::str::from_utf8(word).ok()?).transpose()
}

/// Reads an amount, a range of them, a named set, or `all-but`.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    let amounts = &mut rules.amounts;
    let bytes = word.bytes();
    if bytes == ALL_BUT.as_bytes() {
        if amounts.all_but || !amounts.is_empty() {
            return Err(word.wrong(
                "`all-but` stands behind other amounts",
                "it stands once, before the amounts that may not be taken: `all-but 2 4`",
            ));
        }
        amounts.all_but = true;
    } else if let Some(set) = named(bytes) {
        let help = "powers are those of 2 or more: `powers-of-2`";
        amounts
            .named
            .push(set.map_err(|()| word.quoting("{} names no set", help))?);
    } else {
        read_number(word, rules)?;
    }
    Ok(())
}

/// Reads an amount or a range of them.
pub(super) fn read_number(word: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    word.mark(Place::Amount(rules.amounts.ranges.len()));
    rules
        .amounts
        .ranges
        .push(range(word.reader.scanner.text, word.span.clone())?);
    Ok(())
}

pub(super) fn write(rules: &Rules, out: &mut Vec<u8>) {
    let Amounts {
        ranges,
        named,
        all_but,
    } = &rules.amounts;
    all_but
        .then_some(ALL_BUT)
        .into_iter()
        .for_each(|word| write_word(word, out));
    named.iter().for_each(|set| write_word(set.word(), out));
    ranges.iter().for_each(|range| write_word(range, out));
}
