//! Amounts: `1 2 5`, `1-3`, `squares 7`, `all-but 2 4`.

use super::word::{Word, write_word, write_words};
use crate::error::SyntaxError;
use crate::number::range;
use grundy_base::range::Range;
use grundy_record::{Amounts, Place};
use grundy_rules::named::NamedSet;

/// The word before amounts that may not be taken.
const ALL_BUT: &str = "all-but";

/// Says whether a word is `all-but` or the name of a set, right or wrong.
pub(super) fn is_name(word: &[u8]) -> bool {
    word == ALL_BUT.as_bytes() || named(word).is_some()
}

/// Finds the set of this name; an error for powers of 0 and 1, and of numbers too large.
fn named(word: &[u8]) -> Option<Result<NamedSet, ()>> {
    NamedSet::of(std::str::from_utf8(word).ok()?).transpose()
}

/// Reads an amount, a range of them, a named set, or `all-but`.
pub(super) fn read(word: &mut Word<'_, '_>, amounts: &mut Amounts) -> Result<(), SyntaxError> {
    let bytes = word.bytes();
    if bytes == ALL_BUT.as_bytes() {
        if amounts.all_but || !amounts.is_empty() {
            return Err(word.wrong(
                "`all-but` follows other amounts",
                "it stands once, before the amounts that may not be taken: `all-but 2 4`",
            ));
        }
        amounts.all_but = true;
    } else if let Some(set) = named(bytes) {
        let help = "powers are those of 2 or more: `powers-of-2`";
        let set = set.map_err(|()| word.quoting("{} names no set", help))?;
        amounts.named.push(set);
    } else {
        read_number(word, &mut amounts.ranges)?;
    }
    Ok(())
}

/// Reads an amount or a range of them.
pub(super) fn read_number(
    word: &mut Word<'_, '_>,
    ranges: &mut Vec<Range>,
) -> Result<(), SyntaxError> {
    word.mark(Place::Amount(ranges.len()));
    ranges.push(range(word.reader.scanner.text, word.span.clone())?);
    Ok(())
}

/// Appends amounts.
pub(super) fn write(amounts: &Amounts, out: &mut Vec<u8>) {
    let Amounts {
        ranges,
        named,
        all_but,
    } = amounts;
    if *all_but {
        write_word(ALL_BUT, out);
    }
    for set in named {
        write_word(set.word(), out);
    }
    write_words(ranges, out);
}
