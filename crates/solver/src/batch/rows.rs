//! The rows of boards: those that belong to none, those that are missing, and where a fault is in them.

use super::items::Rows;
use crate::games::Catalogue;
use crate::language::{Diagnostic, Statement, SyntaxError, layout, locate};
use crate::record::{Board, Fault, Place, Size, rows_follow};

/// The diagnostic of a row that belongs to no board.
pub(super) fn stray(line: u64, text: &[u8]) -> Diagnostic {
    let error = SyntaxError::new(
        0..text.len(),
        "a row of a board, but no board is open",
        "rows follow a header such as `king 4x5`, as many as it says",
    );
    Diagnostic::new(line, text, error)
}

/// Gives a record that awaits rows the rows behind it, if their number is that of its header.
pub(super) fn complete<'t>(statement: &mut Statement<'t>, rows: &Rows<'t>) -> Result<(), Fault> {
    let Some(size) = statement.awaits_rows else { return Ok(()) };
    statement.give_rows(Board::Block(rows.text));
    check_count(rows, size)
}

/// Checks that a board has as many rows as its header says.
fn check_count(rows: &Rows<'_>, size: Size) -> Result<(), Fault> {
    let short = rows.count < size.rows;
    if !short && !rows.excess {
        return Ok(());
    }
    // A wrong row before the end is the first thing wrong, and explains the rest.
    layout::check_rows(rows.text, size.cols)?;
    let place = Place::Cell(rows.count, 0);
    let help = rows_follow(size.rows);
    Err(match short {
        true => Fault::new(place, format!("the board ends after {} of {} rows", rows.count, size.rows), help),
        false => Fault::new(place, "one row too many", help),
    })
}

/// Finds a fault in the text of its record.
pub(super) fn place(
    fault: Fault,
    line: u64,
    header: &[u8],
    catalogue: &Catalogue,
    rows: &Rows<'_>,
) -> Diagnostic {
    let span = locate(header, catalogue, &fault);
    if let Place::Cell(row, col) = fault.place
        && (!rows.text.is_empty() || !rows.next.is_empty() || rows.count > 0)
    {
        let mut text = rows.text.split_inclusive(|&byte| byte == b'\n');
        let nth = usize::try_from(row).ok().and_then(|row| text.clone().nth(row));
        // At the end of the input there is no line to show but the last row.
        if nth.is_none() && rows.ended {
            let last = text.next_back().map_or(&[][..], layout::without_end);
            let span = last.len()..last.len();
            return Diagnostic::new(line + row, last, SyntaxError::of(span, fault));
        }
        let text = nth.map_or(rows.next, layout::without_end);
        let start = usize::try_from(col).unwrap_or(usize::MAX).min(text.len());
        let span = start..(start + 1).min(text.len());
        return Diagnostic::new(line + 1 + row, text, SyntaxError::of(span, fault));
    }
    Diagnostic::new(line, header, SyntaxError::of(span, fault))
}
