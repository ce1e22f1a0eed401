//! A bar of chocolate: `4x6`, or what is left of it, `rows 6 6 4 1`.

use super::board;
use super::word::{Word, write_word, write_words};
use crate::error::SyntaxError;
use grundy_record::{Place, Rules, Size};

/// The forms of a bar, for messages.
pub(super) const HELP: &str =
    "give a size, `chomp 4x6:`, or the rows that are left, `chomp rows 6 6 4 1:`";

/// The most rows.
const MAX_ROWS_OF_BAR: usize = 1 << 20;

/// Reads a size, `rows`, or the length of a row.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    let begins_rows = word.bytes() == b"rows";
    match rules {
        Rules::Rows(lengths) if !begins_rows => return length(word, lengths),
        Rules::Rows(_) | Rules::Bar(_) => return Err(word.wrong("the bar is given twice", HELP)),
        _ => {}
    }
    if begins_rows {
        *rules = Rules::Rows(Vec::new());
        return Ok(());
    }
    let mut size = None;
    let mut drawn = None;
    board::read(word, &mut size, &mut drawn)?;
    match size {
        Some(size) => *rules = Rules::Bar(size),
        None => return Err(word.wrong("a bar is not drawn", HELP)),
    }
    Ok(())
}

/// Reads the length of a row.
fn length(word: &mut Word<'_, '_>, lengths: &mut Vec<u64>) -> Result<(), SyntaxError> {
    let length = word.number()?;
    if length > lengths.last().copied().unwrap_or(u64::MAX) {
        return Err(word.wrong(
            format!("a row of {length} cells under a shorter one"),
            "no row is longer than the one above",
        ));
    }
    if (length == 0 && lengths.is_empty()) || length > Size::MAX || lengths.len() == MAX_ROWS_OF_BAR
    {
        return Err(word.wrong(
            format!("a row of {length} cells"),
            format!(
                "the first row has 1 to {} cells; there are up to {MAX_ROWS_OF_BAR} rows",
                Size::MAX
            ),
        ));
    }
    word.mark(Place::Item(lengths.len()));
    lengths.push(length);
    Ok(())
}

/// Appends the lengths of the rows that are left.
pub(super) fn write_rows(lengths: &[u64], out: &mut Vec<u8>) {
    write_word("rows", out);
    write_words(lengths, out);
}
