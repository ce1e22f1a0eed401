//! The reader of a line: a scanner, and the place that is looked for.

use std::ops::Range;

use super::error::SyntaxError;
use super::layout::{is_blank, skip_blanks};
use super::number::tuple;
use super::scan::Scanner;
use grundy_record::{Place, Tuples, counted};
use grundy_rules::quote::char_at;

/// The most characters of a label.
pub(super) const MAX_LABEL: usize = 64;

/// A reader of one line.
pub(super) struct Reader<'t> {
    /// The text, cut into tokens.
    pub(super) scanner: Scanner<'t>,
    /// The game of a sum that is being read, from 0.
    pub(super) summand: usize,
    /// The game and the place in it that is looked for. While there is one, items are read one by one, since each may be
    /// the place.
    pub(super) wanted: Option<(usize, Place)>,
    /// The range of the place that is looked for, once it is met.
    found: Option<Range<usize>>,
    /// The place of a text that is known to be UTF-8, and the text.
    utf8: Option<(usize, &'t str)>,
}

impl<'t> Reader<'t> {
    /// Begins at the start of a line, which is read up to its comment.
    pub(super) fn new(line: &'t [u8]) -> Self {
        Reader {
            scanner: Scanner::new(line),
            summand: 0,
            wanted: None,
            found: None,
            utf8: None,
        }
    }

    /// Begins at the start of a line, to look for a place.
    pub(super) fn looking_for(line: &'t [u8], summand: usize, place: Place) -> Self {
        Reader {
            wanted: Some((summand, place)),
            ..Reader::new(line)
        }
    }

    /// Returns the range of the place that was looked for; the end of the text if it was not met.
    pub(super) fn found(self) -> Range<usize> {
        let end = self.scanner.end_of_text_before(self.scanner.text.len());
        self.found.unwrap_or(end..end)
    }

    /// Notes that a place is here.
    #[inline]
    pub(super) fn mark(&mut self, place: Place, span: &Range<usize>) {
        if self.wanted == Some((self.summand, place)) {
            self.found = Some(span.clone());
        }
    }

    /// Returns the text of the line from a place on, up to the first byte that is not UTF-8. A sum may have many rules, so
    /// the line is not checked again for each.
    pub(super) fn utf8_from(&mut self, start: usize) -> &'t str {
        if let Some((known_from, known)) = self.utf8
            && let Some(rest) = start
                .checked_sub(known_from)
                .and_then(|offset| known.get(offset..))
            && !rest.is_empty()
        {
            return rest;
        }
        let bytes = &self.scanner.text[start..];
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        self.utf8 = Some((start, text));
        text
    }

    /// Reads the label, if there is one.
    pub(super) fn label(&mut self) -> Result<Option<&'t str>, SyntaxError> {
        let text = self.scanner.text;
        let start = skip_blanks(text, 0);
        if text.get(start) != Some(&b'@') {
            return Ok(None);
        }
        let name = start + 1;
        let rest = &text[name..];
        let length = rest
            .iter()
            .position(|&byte| !is_label_byte(byte))
            .unwrap_or(rest.len());
        let end = name + length;
        let rule = || {
            format!(
                "a label has 1 to {MAX_LABEL} letters, digits, `_`, `-` or `.`, and a space after it"
            )
        };
        if length == 0 && text.get(end).is_none_or(|&byte| is_blank(byte)) {
            return Err(SyntaxError::new(start..end, "the label is empty", rule()));
        }
        if length > MAX_LABEL {
            return Err(SyntaxError::new(
                start..end,
                format!("the label has {length} characters"),
                rule(),
            ));
        }
        if text.get(end).is_some_and(|&byte| !is_blank(byte)) {
            return Err(SyntaxError::quoting(
                text,
                char_at(text, end),
                "{} cannot stand in a label",
                rule(),
            ));
        }
        self.scanner.at = end;
        Ok(std::str::from_utf8(&text[name..end]).ok())
    }
}

/// Reads `row,col` that fills the span, each at least 1.
pub(super) fn cell(text: &[u8], span: Range<usize>) -> Result<[u64; 2], SyntaxError> {
    let &[row, col] = tuple(text, span.clone(), 2)?.as_slice() else {
        let next = skip_blanks(text, span.end);
        let digits = text[next..].iter().take_while(|byte| byte.is_ascii_digit());
        let end = next + digits.count();
        let is_last = text
            .get(end)
            .is_none_or(|&byte| is_blank(byte) || byte == b'?');
        if end > next && is_last && next > span.end {
            let row = String::from_utf8_lossy(&text[span.clone()]);
            let column = String::from_utf8_lossy(&text[next..end]);
            let help = format!("a cell is two numbers joined by a comma: `{row},{column}`");
            return Err(SyntaxError::quoting(
                text,
                span.start..end,
                "{} is not a cell",
                help,
            ));
        }
        return Err(SyntaxError::quoting(
            text,
            span,
            "{} is not a cell",
            "write `row,col`",
        ));
    };
    if row == 0 || col == 0 {
        let help = "rows and columns count from 1";
        return Err(SyntaxError::quoting(
            text,
            span,
            "the cell {} is outside the board",
            help,
        ));
    }
    Ok([row, col])
}

/// Reads a board of three rows of three cells that fills the span: bit 3 · row + column says that a cell has a cross.
pub(super) fn board(text: &[u8], span: Range<usize>) -> Result<u16, SyntaxError> {
    let word = &text[span.clone()];
    let cells = word.split(|&byte| byte == b'/').flatten();
    let right = word.len() == 11 && word[3] == b'/' && word[7] == b'/';
    if !right
        || !cells.clone().all(|cell| matches!(cell, b'.' | b'X'))
        || cells.clone().count() != 9
    {
        let help = "a board has three rows of three cells, `.` free and `X` a cross: `.X./.../...`";
        return Err(SyntaxError::quoting(
            text,
            span,
            "{} is no board of Notakto",
            help,
        ));
    }
    Ok((0..).zip(cells).fold(0, |board, (cell, &byte)| {
        board | u16::from(byte == b'X') << cell
    }))
}

/// Adds a tuple, which fills the span, to the tuples before it: it must have as many numbers.
pub(super) fn add(
    tuples: &mut Tuples,
    numbers: &[u64],
    text: &[u8],
    span: Range<usize>,
) -> Result<(), SyntaxError> {
    if tuples.push(numbers) {
        Ok(())
    } else {
        Err(arity_differs(text, span, numbers.len(), tuples.arity()))
    }
}

/// Reports a tuple that has more or fewer numbers than those before it.
pub(super) fn arity_differs(
    text: &[u8],
    span: Range<usize>,
    arity: usize,
    expected: usize,
) -> SyntaxError {
    let message = format!(
        "{{}} has {} where the one before it has {expected}",
        counted(arity as u64, "number")
    );
    let help = format!(
        "write {}, joined by commas",
        counted(expected as u64, "number")
    );
    SyntaxError::quoting(text, span, &message, help)
}

/// Says whether a byte may stand in a label.
pub(super) fn is_label_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}
