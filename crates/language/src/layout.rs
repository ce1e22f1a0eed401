//! The layout of records in a text: which lines begin a record, and which belong to a board.

use grundy_record::is_board_byte;

/// Says whether a byte separates tokens.
#[inline]
pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Finds the first place, from this one on, where no blank is.
#[inline]
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&byte| is_blank(byte)) {
        at += 1;
    }
    at
}

/// Finds the first byte that no board in one line has: neither a character of a board nor `/`.
pub(super) fn no_board_byte(text: &[u8]) -> Option<usize> {
    let wrong = |&byte: &u8| byte != b'/' && !is_board_byte(byte);
    // The inner loop has no way out, so that the compiler makes vectors of it.
    let in_chunk = |chunk: &[u8]| chunk.iter().fold(false, |any, byte| any | wrong(byte));
    let chunks = text.chunks(256).zip((0..).step_by(256));
    let (chunk, start) = chunks.into_iter().find(|(chunk, _)| in_chunk(chunk))?;
    Some(start + chunk.iter().position(wrong)?)
}

/// Says whether a word is rows joined by `/`, right or wrong: other words next to a board have no `/`.
pub(super) fn has_rows(word: &[u8]) -> bool {
    memchr::memchr(b'/', word).is_some()
}

/// Says whether a word is a cell or a step, right or wrong.
pub(super) fn is_cell(word: &[u8]) -> bool {
    // Nearly all long words are boards, and have a `/` not far from the beginning.
    !has_rows(word) && memchr::memchr(b',', word).is_some()
}

/// Says whether a line (without its end) has only board characters: such a line never begins a record.
pub fn is_row(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().copied().all(is_board_byte)
}

/// Says whether a line can be no row of a board, since it begins, after blanks, with a lower-case letter, `@` or the `{` of
/// an object: a board that is too short ends here, and a record begins.
pub fn begins_record(line: &[u8]) -> bool {
    surely_begins_record(&line[skip_blanks(line, 0)..])
}

/// Says whether a line has a colon after the name of a game, so that no rows of a board follow it. A colon after a `?` or
/// in a comment is none; a line with a label may have one for which this is false.
pub fn has_position(line: &[u8]) -> bool {
    let text = &line[skip_blanks(line, 0)..];
    let Some(colon) = memchr::memchr(b':', text) else {
        return false;
    };
    let rules = &text[..colon];
    text[0].is_ascii_lowercase()
        && memchr::memchr(b'?', rules).is_none()
        && memchr::memmem::find(rules, b"//").is_none()
}

/// Says whether a text at the beginning of a line certainly begins a record, whatever stands before it.
pub fn surely_begins_record(text: &[u8]) -> bool {
    text.first()
        .is_some_and(|&byte| byte.is_ascii_lowercase() || matches!(byte, b'@' | b'{'))
}

/// Says whether a line (without its end) holds nothing but blanks and a comment.
pub fn is_empty(line: &[u8]) -> bool {
    without_comment(line).iter().all(|&byte| is_blank(byte))
}

/// Cuts a line before its comment. Text after a CR would be lost with the comment, so such a comment stays, as an error.
pub fn without_comment(line: &[u8]) -> &[u8] {
    memchr::memchr_iter(b'/', line)
        .find(|&at| line.get(at + 1) == Some(&b'/'))
        .filter(|&comment| !has_inner_cr(&line[comment..]))
        .map_or(line, |comment| &line[..comment])
}

/// Says whether a CR stands in a line before other text: older systems end lines with CR alone.
pub(super) fn has_inner_cr(line: &[u8]) -> bool {
    memchr::memchr(b'\r', line).is_some_and(|cr| !line[cr..].trim_ascii().is_empty())
}

/// Says whether a row is digits, or digits on both sides of an `X`: a size in the place of a row.
pub fn looks_like_size(word: &[u8]) -> bool {
    /// The most bytes of a size.
    const MAX_BYTES: usize = 24;
    let mut parts = word.splitn(2, |&byte| byte == b'X');
    word.len() <= MAX_BYTES && parts.all(is_digits)
}

/// Says whether a word is decimal digits.
pub(super) fn is_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// Says whether a line is numbers alone, with blanks between them.
pub fn is_numbers(line: &[u8]) -> bool {
    let mut words = line
        .split(|&byte| is_blank(byte))
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(is_digits)
}

/// Cuts the end of a line off: `\n` or `\r\n`.
#[inline]
pub fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Finds the offset of a cell (from 0) in rows joined by `/`; the end of its row, or of the text, if the cell is past
/// it.
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
