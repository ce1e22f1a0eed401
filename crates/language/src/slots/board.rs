//! Boards, `8x8` and `.K/..`, and the steps of leapers.

use std::ops::Range;

use super::word::{Word, write_word};
use crate::error::{SyntaxError, SyntaxKind};
use crate::layout::{self, is_digits};
use crate::number::{number, signed};
use grundy_base::source::Separator;
use grundy_record::{Board, CELLS, Place, Size, Step, no_cell};
use grundy_rules::quote::quote;

/// The most that a step adds to a row or a column, or takes from it.
const MAX_STEP: i8 = 64;

/// Says whether a word is a step, right or wrong. After `damaged`, only a word that is no cell is a step.
pub(super) fn is_step(word: &[u8], damaged: bool) -> bool {
    layout::is_cell(word) && (!damaged || word.contains(&b'-'))
}

/// Reads a size, or rows joined by `/`.
pub(super) fn read<'t>(
    at: &mut Word<'_, 't>,
    size: &mut Option<Size>,
    rows: &mut Option<Board<'t>>,
) -> Result<(), SyntaxError> {
    let text = at.reader.scanner.text;
    let span = at.span.clone();
    let word = at.bytes();
    if layout::is_cell(word) {
        let help = "damaged cells follow `damaged`, pieces follow the colon";
        return Err(at.quoting("the cell {} stands among the rules", help));
    }
    if let Some(x) = memchr::memchr(b'x', word)
        && !layout::has_rows(word)
    {
        let given = Size {
            rows: extent(text, span.start..span.start + x, "rows")?,
            cols: extent(text, span.start + x + 1..span.end, "columns")?,
        };
        if size.replace(given).is_some() {
            return Err(at.wrong("a second size", "a board has one size"));
        }
        if rows.is_some() {
            return Err(size_and_rows(span));
        }
        at.mark(Place::Size);
        return Ok(());
    }
    check_rows(at, size.is_some())?;
    if rows.replace(Board::Text(Separator::Slash, word)).is_some() {
        return Err(at.wrong(
            "a second board",
            "a record has one board; rows are joined by `/`",
        ));
    }
    if size.is_some() {
        return Err(size_and_rows(span));
    }
    if let Some((_, Place::Cell(cell))) = at.reader.wanted {
        let start = span.start + layout::inline_offset(word, cell.row, cell.column);
        at.reader
            .mark(Place::Cell(cell), &(start..(start + 1).min(span.end)));
    }
    Ok(())
}

/// Checks that a word may be the rows of a board, and was not meant to be a size.
fn check_rows(at: &Word<'_, '_>, has_size: bool) -> Result<(), SyntaxError> {
    let word = at.bytes();
    if let Some(drawn) = as_cells(word) {
        let help = format!("{CELLS}: if 0 is free and 1 damaged, write `{drawn}`");
        return Err(at.quoting("{} is a board of digits", help));
    }
    if let Some(size) = as_size(word) {
        let help = format!("a size is rows, a small x, columns: `{size}`");
        return Err(at.quoting("{} is neither a size nor a board", help));
    }
    if let Some(bad) = layout::no_board_byte(word) {
        let span = at.span.start + bad..at.span.start + bad + 1;
        if layout::has_rows(word) {
            return Err(
                SyntaxError::new(span, no_cell(word[bad]), CELLS).of_kind(SyntaxKind::NoCell)
            );
        }
        return Err(SyntaxError::new(
            span,
            format!("{} is neither a size nor a board", quote(word)),
            "a size is `RxC`; a board has rows of `.` `X` `#` `K` `2`…`9`, joined by `/`",
        ));
    }
    if !has_size && layout::looks_like_size(word) {
        if let Some(error) = size_in_words(at) {
            return Err(error);
        }
        let written = String::from_utf8_lossy(word).replace('X', "x");
        let size = if written.contains('x') {
            written
        } else {
            format!("{written}x{written}")
        };
        let help = format!("a size is rows, a small x, columns: `{size}`");
        return Err(at.quoting(
            "{} is read as a board of one row, and looks like a size",
            help,
        ));
    }
    Ok(())
}

/// Reports a size that is written as several words: `8 8`, `8 x 8` or `8 by 8`.
fn size_in_words(at: &Word<'_, '_>) -> Option<SyntaxError> {
    let text = at.reader.scanner.text;
    let end = memchr::memchr3(b':', b'?', b'/', &text[at.span.start..]);
    let end = end.map_or(text.len(), |end| at.span.start + end);
    let rest = std::str::from_utf8(&text[at.span.start..end]).ok()?;
    let words: Vec<&str> = rest.split_ascii_whitespace().take(3).collect();
    let ([_, second] | [_, "x" | "X" | "by" | "*", second]) = words[..] else {
        return None;
    };
    let first = std::str::from_utf8(at.bytes()).ok()?;
    if !layout::is_digits(first.as_bytes()) || !layout::is_digits(second.as_bytes()) {
        return None;
    }
    let end = at.span.start + (second.as_ptr().addr() - rest.as_ptr().addr()) + second.len();
    Some(SyntaxError::new(
        at.span.start..end,
        "the size is written in several words",
        format!("a size is rows, a small x, columns: `{first}x{second}`"),
    ))
}

/// Writes a board of the digits 0 and 1 by the characters of cells; `None` for any other word.
fn as_cells(word: &[u8]) -> Option<String> {
    /// The most cells of a board that is written anew.
    const MAX_DRAWN: usize = 100;
    let is_drawn = word.iter().all(|byte| matches!(byte, b'0' | b'1' | b'/'));
    let begins_with_size = is_digits(word) && word.len() < 3;
    if !is_drawn || !word.contains(&b'0') || begins_with_size || word.len() > MAX_DRAWN {
        return None;
    }
    let cell = |byte: &u8| match byte {
        b'0' => '.',
        b'1' => 'X',
        _ => '/',
    };
    Some(word.iter().map(cell).collect())
}

/// Writes a size with another sign than `x` as it is meant: `8*8`, `8by8`; `None` for any other word.
fn as_size(word: &[u8]) -> Option<String> {
    /// The most bytes of a word that may be meant as a size. A longer one is a board, which is not searched for signs.
    const MAX_BYTES_OF_SIZE: usize = 48;
    if word.len() > MAX_BYTES_OF_SIZE {
        return None;
    }
    let word = std::str::from_utf8(word).ok()?;
    let (rows, columns) = ["*", "by", "-"]
        .iter()
        .find_map(|sign| word.split_once(sign))?;
    let are_digits = is_digits(rows.as_bytes()) && is_digits(columns.as_bytes());
    are_digits.then(|| format!("{rows}x{columns}"))
}

/// Reports a board that is given twice; a number after `damaged` also reads as such rows.
fn size_and_rows(span: Range<usize>) -> SyntaxError {
    SyntaxError::new(
        span,
        "both a size and rows in one line are given",
        "give a size, or the rows joined by `/`; a damaged cell is `row,col`",
    )
}

/// Reads the number of rows or of columns.
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

/// Reads a step of a leaper.
pub(super) fn read_step(at: &mut Word<'_, '_>, steps: &mut Vec<Step>) -> Result<(), SyntaxError> {
    at.mark(Place::Step(steps.len()));
    let word = at.bytes();
    let help = format!("a step is `drow,dcol`, each from -{MAX_STEP} to {MAX_STEP}, not both 0");
    let wrong = |what: &str| at.wrong(format!("the step {} {what}", quote(word)), help.clone());
    let mut parts = word.split(|&byte| byte == b',').map(signed);
    let (Some(Some(drow)), Some(Some(dcol)), None) = (parts.next(), parts.next(), parts.next())
    else {
        return Err(wrong("is not two numbers"));
    };
    let within = |delta: i64| {
        i8::try_from(delta)
            .ok()
            .filter(|d| (-MAX_STEP..=MAX_STEP).contains(d))
    };
    let (Some(drow), Some(dcol)) = (within(drow), within(dcol)) else {
        return Err(wrong("goes too far"));
    };
    if (drow, dcol) == (0, 0) {
        return Err(wrong("goes nowhere"));
    }
    steps.push(Step { drow, dcol });
    Ok(())
}

/// Appends the steps of a leaper.
pub(super) fn write_steps(steps: &[Step], out: &mut Vec<u8>) {
    for Step { drow, dcol } in steps {
        write_word(format_args!("{drow},{dcol}"), out);
    }
}

/// Appends a board: its rows in one line, or its size.
pub(super) fn write(size: Option<Size>, rows: Option<Board<'_>>, out: &mut Vec<u8>) {
    if let Some(lines) = rows.and_then(Board::lines) {
        for (i, line) in lines.enumerate() {
            out.push(if i == 0 { b' ' } else { b'/' });
            out.extend_from_slice(line);
        }
    } else if let Some(Size { rows, cols }) = size {
        // Rows that are not kept cannot be written: their header is.
        write_word(format_args!("{rows}x{cols}"), out);
    }
}
