//! How records lie in a text: which lines begin a record, which belong to a board.

use grundy_record::{Fault, check_row};

pub use grundy_record::is_board_byte;

/// Whether a byte separates tokens.
#[inline]
pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The first place at or after this one that no blank is at.
#[inline]
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&byte| is_blank(byte)) {
        at += 1;
    }
    at
}

/// The first byte that no board in one line has: neither a character of a board nor `/`.
pub(super) fn no_board_byte(text: &[u8]) -> Option<usize> {
    let wrong = |&byte: &u8| byte != b'/' && !is_board_byte(byte);
    // Without a way out of the inner loop it is one for vectors.
    let in_chunk = |chunk: &[u8]| chunk.iter().fold(false, |any, byte| any | wrong(byte));
    let chunks = text.chunks(256).zip((0..).step_by(256));
    let (chunk, start) = chunks.into_iter().find(|(chunk, _)| in_chunk(chunk))?;
    Some(start + chunk.iter().position(wrong)?)
}

/// Whether a word is rows joined by `/`, be they right or wrong: what else may stand beside a board has
/// no `/`.
pub(super) fn has_rows(word: &[u8]) -> bool {
    memchr::memchr(b'/', word).is_some()
}

/// Whether a word is a cell or a step, right or wrong.
pub(super) fn is_cell(word: &[u8]) -> bool {
    // Long words are boards, nearly all, and have a `/` not far from the beginning.
    !has_rows(word) && memchr::memchr(b',', word).is_some()
}

/// Whether a line (without its end) is made only of board characters: such a line never begins a
/// record.
pub fn is_row(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().copied().all(is_board_byte)
}

/// Whether a line can be no row of a board, since it begins, after blanks, with a lower-case
/// letter or `@`: a board cut short ends here, and a record begins.
pub fn begins_record(line: &[u8]) -> bool {
    surely_begins_record(&line[skip_blanks(line, 0)..])
}

/// Whether a text, at the beginning of a line, certainly begins a record, whatever stands before it.
pub fn surely_begins_record(text: &[u8]) -> bool {
    text.first()
        .is_some_and(|&byte| byte.is_ascii_lowercase() || byte == b'@')
}

/// Whether a line (without its end) holds nothing but blanks and a comment.
pub fn is_empty(line: &[u8]) -> bool {
    without_comment(line).iter().all(|&byte| is_blank(byte))
}

/// The part of a line before its comment. Text behind a CR would be lost with it, so such a comment stays, as an error.
pub fn without_comment(line: &[u8]) -> &[u8] {
    memchr::memchr_iter(b'/', line)
        .find(|&at| line.get(at + 1) == Some(&b'/'))
        .filter(|&comment| !has_inner_cr(&line[comment..]))
        .map_or(line, |comment| &line[..comment])
}

/// Whether a CR stands in a line before other text: older systems end lines with CR alone.
pub(super) fn has_inner_cr(line: &[u8]) -> bool {
    memchr::memchr(b'\r', line).is_some_and(|cr| !line[cr..].trim_ascii().is_empty())
}

/// Whether a row is digits, or digits on both sides of an `X`: a size in the place of a row.
pub fn looks_like_size(word: &[u8]) -> bool {
    const MAX_BYTES: usize = 24;
    let mut parts = word.splitn(2, |&byte| byte == b'X');
    word.len() <= MAX_BYTES && parts.all(is_digits)
}

/// Whether a word is decimal digits.
pub(super) fn is_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// A line without its end: `\n` or `\r\n`.
#[inline]
pub fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The offset of a cell (from 0) in rows joined by `/`; the end of its row, or of the text, when
/// the cell is past it.
pub(super) fn inline_offset(rows: &[u8], row: u64, col: u64) -> usize {
    let mut start = 0;
    for _ in 0..row {
        match memchr::memchr(b'/', &rows[start..]) {
            Some(slash) => start += slash + 1,
            None => return rows.len(),
        }
    }
    let end = memchr::memchr(b'/', &rows[start..]).map_or(rows.len(), |slash| start + slash);
    usize::try_from(col).map_or(end, |col| (start + col).min(end))
}

/// Checks rows as they stand in a text: their width and their characters. The number of rows is
/// not checked.
///
/// This is the plain check behind error messages; engines that read boards check as they go.
///
/// # Errors
///
/// At the first cell that is wrong.
pub fn check_rows(rows: &[u8], cols: u64) -> Result<(), Fault> {
    for (row, line) in (0..).zip(rows.split_inclusive(|&byte| byte == b'\n')) {
        check_row(without_end(line), row, cols, true)?;
    }
    Ok(())
}
