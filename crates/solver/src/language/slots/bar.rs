//! A bar of chocolate: `4x6`, or what is left of it, `rows 6 6 4 1`.

use super::{Word, board, write_word};
use crate::language::error::SyntaxError;
use grundy_record::{Place, Rules, Size};

/// How a bar is given.
pub(super) const HELP: &str =
    "give a size, `chomp 4x6:`, or the rows that are left, `chomp rows 6 6 4 1:`";

/// The most rows.
const MAX_ROWS: usize = 1 << 20;

/// Reads a size, `rows`, or the length of a row.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    let rows = word.bytes() == b"rows";
    if let Some(lengths) = rules.lengths.as_mut().filter(|_| !rows) {
        return length(word, lengths);
    }
    if rules.lengths.is_some() || rules.bar.is_some() {
        return Err(word.wrong("the bar is given twice", HELP));
    }
    if rows {
        rules.lengths = Some(Vec::new());
        return Ok(());
    }
    let mut drawn = None;
    board::read(word, &mut rules.bar, &mut drawn)?;
    if drawn.is_some() {
        Err(word.wrong("a bar is not drawn", HELP))
    } else {
        Ok(())
    }
}

fn length(word: &mut Word<'_, '_>, lengths: &mut Vec<u64>) -> Result<(), SyntaxError> {
    let length = word.number()?;
    if length > lengths.last().copied().unwrap_or(u64::MAX) {
        return Err(word.wrong(
            format!("a row of {length} cells under a shorter one"),
            "no row is longer than the one above",
        ));
    }
    if (length == 0 && lengths.is_empty()) || length > Size::MAX || lengths.len() == MAX_ROWS {
        return Err(word.wrong(
            format!("a row of {length} cells"),
            format!(
                "the first row has 1 to {} cells; there are up to {MAX_ROWS} rows",
                Size::MAX
            ),
        ));
    }
    word.mark(Place::Item(lengths.len()));
    lengths.push(length);
    Ok(())
}

pub(super) fn write(rules: &Rules, out: &mut Vec<u8>) {
    board::write(rules.bar, None, out);
    if let Some(lengths) = &rules.lengths {
        write_word("rows", out);
        lengths.iter().for_each(|length| write_word(length, out));
    }
}
