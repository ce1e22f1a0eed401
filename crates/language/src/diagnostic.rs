//! Diagnostics of a record for a person: where, what, the line with the place marked, and
//! what would be right.
//!
//! ```text
//! error: the number `18446744073709551616` is too large
//!  --> heaps.txt:3:6
//!   |
//! 3 | nim: 18446744073709551616
//!   |      ^^^^^^^^^^^^^^^^^^^^
//!   = help: numbers are at most 18446744073709551615
//! ```

use std::io::{self, Write};
use std::ops::Range;

use anstyle::{AnsiColor, Style};

use super::error::{SyntaxError, SyntaxKind};
use grundy_base::budget::LimitKind;
use grundy_record::Clause;
use grundy_rules::quote::is_visible;

/// The most characters of a line that are shown before the place, and after it.
const CONTEXT: usize = 60;
/// The most characters that are marked.
const MARKED: usize = 40;

/// A function that says how a limit is raised: by an option of the command line, or by a field of the library.
pub type RaisedBy = fn(LimitKind) -> &'static str;

/// A mistake found in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: u64,
    /// The column, in characters, from 1.
    pub column: u64,
    /// The number of characters of the line that are wrong, from that column on; 0 if something is missing.
    pub width: u64,
    /// The mistake.
    pub message: Clause,
    /// The remedy.
    pub help: Clause,
    /// The limit that the record would pass, if that is what is wrong.
    pub limit: Option<LimitKind>,
    /// The kind of the mistake.
    pub kind: SyntaxKind,
    /// The part of the line that is shown, printable.
    excerpt: String,
    /// The characters of the excerpt that are marked.
    marked: Range<usize>,
}

impl Diagnostic {
    /// Says how a limit is raised, if the diagnostic is about one.
    pub fn say_limit(&mut self, raised_by: RaisedBy) {
        let Some(limit) = self.limit.take() else {
            return;
        };
        self.help = match (&*self.help, limit) {
            ("", _) => raised_by(limit).into(),
            (_, LimitKind::Fixed) => return,
            (more, _) => format!("{}: {more}", raised_by(limit)).into(),
        };
    }

    /// Shows an error in this line, whose number is given.
    pub fn new(number: u64, line: &[u8], error: SyntaxError) -> Self {
        let start = error.span.start.min(line.len());
        let end = error.span.end.clamp(start, line.len());
        let Range { start, end } = whole_characters(line, start..end);
        let before = last_characters(&line[..start], CONTEXT);
        let marked = first_characters(&line[start..end], MARKED);
        let after = if marked.cut {
            Shown::default()
        } else {
            first_characters(&line[end..], CONTEXT)
        };

        let sign = |cut| if cut { "…" } else { "" };
        let begin = sign(before.cut).to_owned() + &before.text;
        let first = begin.chars().count();
        let last = first + marked.text.chars().count().max(1);
        let more = sign(marked.cut || after.cut);
        Diagnostic {
            line: number,
            column: count_characters(&line[..start]) + 1,
            width: count_characters(&line[start..end]),
            message: error.message,
            help: error.help,
            limit: error.limit,
            kind: error.kind,
            excerpt: format!("{begin}{}{}{more}", marked.text, after.text),
            marked: first..last,
        }
    }

    /// Shows an error in a line too long to be kept: `rest` is the text from `column` (from 1) on, where the error is.
    pub fn in_long_line(number: u64, column: u64, rest: &[u8], error: SyntaxError) -> Self {
        let span = 0..rest.len().min(1);
        let mut diagnostic = Diagnostic::new(number, rest, SyntaxError { span, ..error });
        if column > 1 {
            diagnostic.column += column - 1;
            diagnostic.excerpt.insert(0, '…');
            diagnostic.marked = diagnostic.marked.start + 1..diagnostic.marked.end + 1;
        }
        diagnostic
    }

    /// Writes the diagnostic, with colours or without.
    ///
    /// # Errors
    ///
    /// Fails when `out` cannot be written.
    pub fn write(&self, file: &str, colour: bool, out: &mut dyn Write) -> io::Result<()> {
        let paint = |style: Style| if colour { style } else { Style::new() };
        let bad = paint(AnsiColor::Red.on_default().bold());
        let frame = paint(AnsiColor::Blue.on_default().bold());
        let bold = paint(Style::new().bold());
        let Diagnostic {
            line,
            column,
            message,
            help,
            excerpt,
            marked,
            ..
        } = self;
        let gutter = line.to_string();
        let blank = " ".repeat(gutter.len());
        writeln!(out, "{bad}error{bad:#}{bold}: {message}{bold:#}")?;
        writeln!(out, "{blank}{frame}-->{frame:#} {file}:{line}:{column}")?;
        writeln!(out, "{blank} {frame}|{frame:#}")?;
        writeln!(out, "{frame}{gutter} |{frame:#} {}", excerpt.trim_end())?;
        let indent = " ".repeat(marked.start);
        let carets = "^".repeat(marked.len());
        writeln!(
            out,
            "{blank} {frame}|{frame:#} {indent}{bad}{carets}{bad:#}"
        )?;
        writeln!(out, "{blank} {frame}={frame:#} {bold}help{bold:#}: {help}")
    }
}

/// Widens a span so that it cuts no character; where the line is not UTF-8 by three bytes at most.
fn whole_characters(line: &[u8], span: Range<usize>) -> Range<usize> {
    /// The most bytes that continue a character.
    const CONTINUING: usize = 3;
    let continues = |at: usize| line.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let before =
        (0..CONTINUING).take_while(|back| span.start > *back && continues(span.start - back));
    let after = (0..CONTINUING).take_while(|further| continues(span.end + further));
    if span.is_empty() {
        let start = span.start - before.count();
        return start..start;
    }
    span.start - before.count()..span.end + after.count()
}

/// A piece of a line that was made printable.
#[derive(Default)]
struct Shown {
    /// The printable text.
    text: String,
    /// Whether the piece had to be cut.
    cut: bool,
}

/// Makes the first characters of a text printable.
fn first_characters(bytes: &[u8], most: usize) -> Shown {
    let length = bytes.len().min(bytes_of(most));
    let text = String::from_utf8_lossy(&bytes[..length]);
    Shown {
        text: text.chars().take(most).map(printable).collect(),
        cut: length < bytes.len() || text.chars().count() > most,
    }
}

/// Makes the last characters of a text printable.
fn last_characters(bytes: &[u8], most: usize) -> Shown {
    let length = bytes.len().min(bytes_of(most));
    let text = String::from_utf8_lossy(&bytes[bytes.len() - length..]);
    let before = text.chars().count().saturating_sub(most);
    Shown {
        text: text.chars().skip(before).map(printable).collect(),
        cut: length < bytes.len() || before > 0,
    }
}

/// Bounds the bytes of this many characters and of the one before them: no character has more than four.
const fn bytes_of(characters: usize) -> usize {
    4 * characters + 4
}

/// Replaces a character by one that is one column wide and that no terminal acts on, if it has to be.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_visible(c) => c,
        _ => '\u{fffd}',
    }
}

/// Counts the bytes that do not continue a character: right for UTF-8, close for anything else.
fn count_characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(line: &[u8], span: Range<usize>) -> (Diagnostic, String) {
        let error = SyntaxError::new(span, "wrong", "do right");
        let diagnostic = Diagnostic::new(7, line, error);
        let mut out = Vec::new();
        diagnostic.write("f.txt", false, &mut out).unwrap();
        (diagnostic, String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_place_is_marked_under_the_line() {
        let (diagnostic, _) = written("nim: 2 ä 3".as_bytes(), 7..9);
        assert_eq!((diagnostic.column, diagnostic.width), (8, 1));
        let (_, text) = written(b"nim: 2 x 3", 7..8);
        assert_eq!(
            text,
            "error: wrong\n --> f.txt:7:8\n  |\n7 | nim: 2 x 3\n  |        ^\n  = help: do right\n"
        );
    }

    #[test]
    fn characters_of_several_bytes_are_shown_and_marked_whole() {
        let line = "king 3×3: 3,3";
        for span in [6..7, 7..8, 6..8] {
            let (diagnostic, text) = written(line.as_bytes(), span);
            assert_eq!((diagnostic.column, diagnostic.width), (7, 1));
            assert!(text.contains("7 | king 3×3: 3,3\n  |       ^\n"), "{text}");
        }
    }

    #[test]
    fn a_place_past_the_end_is_marked_behind_it() {
        let (diagnostic, text) = written(b"nim:", 4..4);
        assert_eq!((diagnostic.column, diagnostic.width), (5, 0));
        assert!(text.contains("7 | nim:\n  |     ^\n"), "{text}");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let mut line = vec![b'1'; 1_000_000];
        line[500_000] = b'x';
        let (diagnostic, text) = written(&line, 500_000..500_001);
        assert_eq!(diagnostic.column, 500_001);
        assert!(text.len() < 500, "{}", text.len());
        let (row, marks) = (text.lines().nth(3).unwrap(), text.lines().nth(4).unwrap());
        let column = marks.chars().position(|c| c == '^').unwrap();
        assert_eq!(row.chars().nth(column), Some('x'));
    }

    #[test]
    fn bytes_a_terminal_would_act_on_are_not_printed() {
        let (_, text) = written(b"nim: \x1b[31m\xff\x00", 5..9);
        assert!(!text.contains('\x1b') && !text.contains('\0'));
    }
}
