//! Positions of letters: `XO.X`, `XO/.O`, `4x4`, `.(XO)^3.`, `(XO)^1..9`.

use std::ops::Range as Span;

use super::error::SyntaxError;
use super::layout::is_digits;
use super::number::number;
use grundy_base::range::Range;
use grundy_record::{LetterGroup, NoBoard, Position, Size, Times, WrittenLetters, counted};
use grundy_rules::quote::char_at;
use grundy_rules::rewrite::{FREE, LetterBoard, Rewriting, WALL};

/// The longest group that is written anew.
const MAX_CORRECTED_LETTERS: usize = 60;

/// The advice on groups and powers.
const GROUP: &str = "a group is (LETTERS)^NUMBER: `(XO)^3`";

/// Reads the row, board or graph of letters that fills the span, and appends it to a position.
pub(super) fn read(
    text: &[u8],
    span: Span<usize>,
    rewriting: Option<&Rewriting>,
    position: &mut Position,
) -> Result<(), SyntaxError> {
    let written = match size(text, &span)? {
        Some(size) => WrittenLetters::Size(size),
        None => WrittenLetters::Word(groups(text, span.clone())?),
    };
    let board = written
        .board(None)
        .map_err(|reason| no_board(reason, span.clone()))?;
    if let Some(rewriting) = rewriting {
        check(rewriting, &written, &board, &span)?;
    }
    if let Some(Times::Range(range)) = written.power() {
        position.ranges.push([range].into());
    } else if has_range(&written) {
        let message = "a range and another power";
        let help = "one power varies, and no other stands next to it";
        return Err(SyntaxError::new(span, message, help));
    }
    if position.ranges.len() > 1 || !position.ranges.is_empty() && !position.letters.is_empty() {
        let message = "a range among several positions";
        let help = "one position varies, alone: `(XO)^1..9`";
        return Err(SyntaxError::new(span, message, help));
    }
    position.letters.push(written);
    Ok(())
}

/// Reports the two slashes after letters, where a comment would begin: one row ends there, and the next one is empty.
pub(super) fn empty_row(at: usize) -> SyntaxError {
    SyntaxError::new(
        at..at,
        "`//` stands behind a position",
        "one `/` stands between rows; a blank stands before a comment",
    )
}

fn no_board(reason: NoBoard, span: Span<usize>) -> SyntaxError {
    let [message, help] = reason.clauses();
    SyntaxError::new(span, message, help)
}

fn has_range(written: &WrittenLetters) -> bool {
    match written {
        WrittenLetters::Size(_) => false,
        WrittenLetters::Word(groups) => groups
            .iter()
            .any(|group| matches!(group.times, Times::Range(_))),
    }
}

/// Reads a size `RxC`, all cells of which are free; `None` if a word has another form.
fn size(text: &[u8], span: &Span<usize>) -> Result<Option<Size>, SyntaxError> {
    let word = &text[span.clone()];
    let Some(sign) = word.iter().position(|&byte| byte == b'x') else {
        return Ok(None);
    };
    let rows = span.start..span.start + sign;
    let cols = span.start + sign + 1..span.end;
    if !is_digits(&text[rows.clone()]) || !is_digits(&text[cols.clone()]) {
        return Ok(None);
    }
    let size = Size {
        rows: number(text, rows)?,
        cols: number(text, cols)?,
    };
    if size.rows == 0 || size.cols == 0 {
        return Err(SyntaxError::quoting(
            text,
            span.clone(),
            "the board {} has no cells",
            "rows and columns are at least 1",
        ));
    }
    Ok(Some(size))
}

/// Reads letters and powers of them.
fn groups(text: &[u8], span: Span<usize>) -> Result<Vec<LetterGroup>, SyntaxError> {
    let mut groups: Vec<LetterGroup> = Vec::new();
    let mut plain: Vec<u8> = Vec::new();
    let mut at = span.start;
    while at < span.end {
        let start = at;
        let letters = if text[at] == b'(' {
            let letters = group(text, at..span.end)?;
            at = letters.end + 1;
            &text[letters]
        } else {
            check_letter(text, at)?;
            at += 1;
            &text[start..at]
        };
        if at >= span.end || text[at] != b'^' {
            plain.extend_from_slice(letters);
            continue;
        }
        if letters == b"/" {
            return Err(SyntaxError::new(
                start..at + 1,
                "`/` has no power",
                "write a group with its rows: `(XO/OX/)^3`",
            ));
        }
        let times = power(text, at, span.end)?;
        at = times.end;
        if !plain.is_empty() {
            groups.push(LetterGroup {
                letters: std::mem::take(&mut plain).into(),
                times: Times::Once,
            });
        }
        groups.push(LetterGroup {
            letters: letters.into(),
            times: times.times,
        });
    }
    if !plain.is_empty() {
        groups.push(LetterGroup {
            letters: plain.into(),
            times: Times::Once,
        });
    }
    Ok(groups)
}

/// Finds the letters of the group that begins here with its parenthesis: `(XO)^`.
fn group(text: &[u8], span: Span<usize>) -> Result<Span<usize>, SyntaxError> {
    let inside = &text[span.start + 1..span.end];
    let Some(length) = inside.iter().position(|&byte| byte == b')') else {
        let here = span.start..span.start + 1;
        return Err(SyntaxError::new(here, "this group does not end", GROUP));
    };
    let letters = span.start + 1..span.start + 1 + length;
    let whole = span.start..letters.end + 1;
    if let Some(nested) = text[letters.clone()].iter().position(|&byte| byte == b'(') {
        let nested = letters.start + nested;
        return Err(SyntaxError::new(
            nested..nested + 1,
            "a group within a group",
            "groups are not nested: write the inner one out",
        ));
    }
    if letters.is_empty() {
        return Err(SyntaxError::new(whole, "a group without letters", GROUP));
    }
    let after = &text[letters.end + 1..span.end];
    if after.first() != Some(&b'^') {
        let digits = after.get(1..).unwrap_or_default();
        let is_power = matches!(after.first(), Some(b'*' | b'x')) && is_digits(digits);
        if is_power && span.len() <= MAX_CORRECTED_LETTERS {
            let power = String::from_utf8_lossy(digits);
            let group = String::from_utf8_lossy(&text[whole.clone()]);
            let help = format!("a power is `{group}^{power}`");
            return Err(SyntaxError::quoting(text, span, "{} has no power", help));
        }
        return Err(SyntaxError::quoting(text, whole, "{} has no power", GROUP));
    }
    for at in letters.clone() {
        check_letter(text, at)?;
    }
    Ok(letters)
}

/// Checks that a letter, a wall or the end of a row stands here.
fn check_letter(text: &[u8], at: usize) -> Result<(), SyntaxError> {
    let byte = text[at];
    if byte.is_ascii_alphanumeric() || matches!(byte, FREE | WALL | b'/') {
        return Ok(());
    }
    let help = if byte == b'>' {
        "rules stand before the colon, separated by blanks"
    } else {
        "letters are `A`–`Z`, `a`–`z` and `0`–`9`, `.` is a free cell, `#` a wall, `/` stands between rows"
    };
    Err(SyntaxError::quoting(
        text,
        char_at(text, at),
        "{} is no letter",
        help,
    ))
}

/// A power, and the place after it.
struct Power {
    /// The number of times that the letters stand.
    times: Times,
    /// The byte after the power.
    end: usize,
}

/// Reads the power whose `^` stands here: `^3`, `^1..9`.
fn power(text: &[u8], sign: usize, end: usize) -> Result<Power, SyntaxError> {
    let digits_from = |start: usize| {
        let rest = &text[start..end];
        let length = rest.iter().position(|byte| !byte.is_ascii_digit());
        start..start + length.unwrap_or(rest.len())
    };
    let first = digits_from(sign + 1);
    if first.is_empty() {
        let here = sign..sign + 1;
        let message = "the number after `^` is missing";
        return Err(SyntaxError::new(
            here,
            message,
            "a power is a number: `X^12`",
        ));
    }
    let low = number(text, first.clone())?;
    let last = if text[first.end..end].starts_with(b"..") {
        digits_from(first.end + 2)
    } else {
        first.end..first.end
    };
    if last.is_empty() {
        return Ok(Power {
            times: Times::Power(low),
            end: first.end,
        });
    }
    let high = number(text, last.clone())?;
    if low > high {
        let span = first.start..last.end;
        let help = format!("write `{high}..{low}`");
        return Err(SyntaxError::quoting(
            text,
            span,
            "the range {} runs downwards",
            help,
        ));
    }
    Ok(Power {
        times: Times::Range(Range { low, high }),
        end: last.end,
    })
}

/// Writes free letters for this many vertices, if they are few.
fn free_letters(vertices: u16) -> Option<String> {
    (vertices <= 40).then(|| ".".repeat(vertices.into()))
}

/// Checks that a position is one of the rules: a row, a board, or the letters of a graph.
fn check(
    rewriting: &Rewriting,
    written: &WrittenLetters,
    board: &LetterBoard,
    span: &Span<usize>,
) -> Result<(), SyntaxError> {
    let wrong =
        |message: String, help: &str| Err(SyntaxError::new(span.clone(), message, help.to_owned()));
    let is_row = board.rows() == 1;
    if let Some(graph) = &rewriting.graph {
        if !is_row || matches!(written, WrittenLetters::Size(_)) {
            let message = "a board, where the rules have a graph".to_owned();
            let help = "write one letter for each vertex";
            return match free_letters(graph.vertices) {
                Some(letters) => wrong(message, &format!("{help}: `{letters}`")),
                None => wrong(message, help),
            };
        }
        if board.cells() != u64::from(graph.vertices) {
            let vertices = match graph.vertices {
                1 => "1 vertex".to_owned(),
                count => format!("{count} vertices"),
            };
            let message = format!(
                "{}, and the graph has {}",
                counted(board.cells(), "letter"),
                vertices
            );
            let help = "write one letter for each vertex, in the order of their numbers";
            return match free_letters(graph.vertices) {
                Some(letters) => wrong(message, &format!("{help}: `{letters}`")),
                None => wrong(message, help),
            };
        }
    }
    if !is_row && rewriting.ring {
        return wrong(
            "a board, where the rules say `ring`".to_owned(),
            "a ring is one row",
        );
    }
    if !is_row && rewriting.closes_up() {
        let message = "a board, where a rule closes up".to_owned();
        return wrong(
            message,
            "only rows close up: write `#` in the rule for cells that go",
        );
    }
    Ok(())
}
