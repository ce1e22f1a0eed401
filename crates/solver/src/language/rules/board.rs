//! Boards and the steps of leapers.

use std::ops::Range;

use crate::language::error::{SyntaxError, quote};
use crate::language::layout;
use crate::language::number::number;
use crate::language::reader::Reader;
use crate::record::{Board, BoardRules, CELLS, Place, Size, Step, no_cell};

/// How far a step goes, either way.
const MAX_STEP: i8 = 64;

/// Whether a word cannot be a cell, so that it is a size or rows where a cell may stand, too.
pub(super) fn is_part(word: &[u8]) -> bool {
    !layout::is_cell(word)
}

/// Reads a step of a leaper, where the word has the form of one.
pub(super) fn step(
    reader: &mut Reader<'_>,
    span: &Range<usize>,
    steps: &mut Vec<Step>,
) -> Result<bool, SyntaxError> {
    let text = reader.scanner.text;
    let is_step = layout::is_cell(&text[span.clone()]);
    if is_step {
        reader.mark(Place::Step(steps.len()), span);
        steps.push(read_step(text, span.clone())?);
    }
    Ok(is_step)
}

/// Reads a size, or rows joined by `/`.
pub(super) fn part<'t>(
    reader: &mut Reader<'t>,
    span: Range<usize>,
    board: &mut BoardRules<'t>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let word = &text[span.clone()];
    if layout::is_cell(word) {
        return Err(SyntaxError::new(
            span,
            format!("the cell {} stands among the rules", quote(word)),
            "damaged cells follow `damaged`, pieces follow the colon",
        ));
    }
    if let Some(x) = memchr::memchr(b'x', word).filter(|_| !layout::has_rows(word)) {
        let size = Size {
            rows: extent(text, span.start..span.start + x, "rows")?,
            cols: extent(text, span.start + x + 1..span.end, "columns")?,
        };
        if board.size.replace(size).is_some() {
            return Err(SyntaxError::new(span, "a second size", "a board has one size"));
        }
        if board.text.is_some() {
            return Err(size_and_rows(span));
        }
        reader.mark(Place::Size, &span);
        return Ok(());
    }
    if let Some(bad) = layout::no_board_byte(word) {
        let span = span.start + bad..span.start + bad + 1;
        if layout::has_rows(word) {
            return Err(SyntaxError::new(span, no_cell(word[bad]), CELLS));
        }
        return Err(SyntaxError::new(
            span,
            format!("{} is neither a size nor a board", quote(word)),
            "a size is `RxC`; a board has rows of `.` `X` `#` `K` `2`…`9`, joined by `/`",
        ));
    }
    if board.size.is_none() && layout::looks_like_size(word) {
        return Err(SyntaxError::new(
            span,
            format!("{} is read as a board of one row, and looks like a size", quote(word)),
            "a size is written `8x8`, rows, a small x, columns",
        ));
    }
    if board.text.replace(Board::Inline(word)).is_some() {
        return Err(SyntaxError::new(
            span,
            "a second board",
            "a record has one board; rows are joined by `/`",
        ));
    }
    if board.size.is_some() {
        return Err(size_and_rows(span));
    }
    if let Some(Place::Cell(row, col)) = reader.wanted() {
        let at = span.start + layout::inline_offset(word, row, col);
        reader.mark(Place::Cell(row, col), &(at..(at + 1).min(span.end)));
    }
    Ok(())
}

/// The error of a board that is given twice over; a number after `damaged` reads as such rows, too.
fn size_and_rows(span: Range<usize>) -> SyntaxError {
    SyntaxError::new(
        span,
        "both a size and rows in one line are given",
        "give a size, or the rows joined by `/`; a damaged cell is `row,col`",
    )
}

fn extent(text: &[u8], span: Range<usize>, what: &str) -> Result<u64, SyntaxError> {
    let value = number(text, span.clone())?;
    if value == 0 || value > Size::MAX {
        return Err(SyntaxError::new(
            span,
            format!("a board with {value} {what}"),
            format!("a board has 1 to {} {what}", Size::MAX),
        ));
    }
    Ok(value)
}

fn read_step(text: &[u8], span: Range<usize>) -> Result<Step, SyntaxError> {
    let word = &text[span.clone()];
    let help = format!("a step is `drow,dcol`, each from -{MAX_STEP} to {MAX_STEP}, not both 0");
    let wrong =
        |what: &str| SyntaxError::new(span.clone(), format!("the step {} {what}", quote(word)), help.clone());
    let mut parts = word.split(|&byte| byte == b',').map(|part| {
        let (sign, digits) = match part.strip_prefix(b"-") {
            Some(digits) => (-1, digits),
            None => (1, part),
        };
        let valid = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let number = std::str::from_utf8(digits).ok().filter(|_| valid)?;
        // A number too long for 64 bits is as far out of range as any.
        Some(number.parse::<i64>().unwrap_or(i64::MAX).min(1000) * sign)
    });
    let (Some(Some(drow)), Some(Some(dcol)), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(wrong("is not two numbers"));
    };
    let within = |delta: i64| i8::try_from(delta).ok().filter(|d| (-MAX_STEP..=MAX_STEP).contains(d));
    let (Some(drow), Some(dcol)) = (within(drow), within(dcol)) else {
        return Err(wrong("goes too far"));
    };
    if (drow, dcol) == (0, 0) {
        return Err(wrong("goes nowhere"));
    }
    Ok(Step { drow, dcol })
}
