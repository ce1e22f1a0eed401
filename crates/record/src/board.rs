//! Boards: their sizes, and their rows as text.

use grundy_base::cell::Cell;
use std::fmt;
use std::io;

use super::{Fault, Place, counted};
use grundy_base::source::{RowSource, Separator};

/// The size of a board, each at least 1 and at most [`Size::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub cols: u64,
}

impl Size {
    /// The largest number of rows, and of columns.
    pub const MAX: u64 = 1_000_000_000;
}

/// A board given by its rows.
#[derive(Clone, Copy, Debug)]
pub enum Board<'t> {
    /// Rows in memory. If they are joined by `/` in the record's line, they have only board characters. If they are the
    /// lines of the input after the header, each of which ends in `\n` or `\r\n` (the last may lack it), nobody has
    /// checked their number, their width and their characters.
    Text(Separator, &'t [u8]),
    /// Lines too long to be kept, for games whose signature says that they stream rows. They are read while the record
    /// is opened.
    Stream(&'t dyn RowStream),
}

impl<'t> Board<'t> {
    /// Splits the board into its rows, without their ends; `None` if they are too long to be kept.
    pub fn lines(self) -> Option<impl Iterator<Item = &'t [u8]> + Clone> {
        let (sign, text) = match self {
            Board::Text(Separator::Slash, text) => (b'/', text),
            Board::Text(Separator::Line, text) => (b'\n', text.strip_suffix(b"\n").unwrap_or(text)),
            Board::Stream(_) => return None,
        };
        Some(
            text.split(move |&byte| byte == sign)
                .map(|row| row.strip_suffix(b"\r").unwrap_or(row)),
        )
    }

    /// Counts the rows of a board of this many columns, or of as many as its first row has cells, and returns its
    /// size; `None` if its rows are too long to be kept.
    pub fn size(self, cols: Option<u64>) -> Option<Size> {
        let mut lines = self.lines()?;
        let rows = lines.clone().count() as u64;
        Some(Size {
            rows,
            cols: cols.unwrap_or_else(|| lines.next().map_or(0, <[u8]>::len) as u64),
        })
    }

    /// Checks the characters and the width of the rows that are there, but not their number. This is the plain check
    /// that messages come from; engines that read boards check on the way.
    ///
    /// # Errors
    ///
    /// Fails at the first cell that is wrong.
    pub fn check(self, cols: u64) -> Result<(), Fault> {
        if matches!(self, Board::Text(_, [])) {
            return Ok(());
        }
        self.each_mark(cols, true, |_, _| ())
    }

    /// Calls `each` with every cell that is not free and its character, and checks the rows on the way.
    ///
    /// # Errors
    ///
    /// Fails at the first cell that is wrong.
    pub fn each_mark(
        self,
        cols: u64,
        pieces: bool,
        mut each: impl FnMut([u64; 2], u8),
    ) -> Result<(), Fault> {
        for (row, line) in (1..).zip(self.lines().into_iter().flatten()) {
            check_row(line, row - 1, cols, pieces)?;
            for (col, &byte) in (1..).zip(line) {
                if byte != b'.' {
                    each([row, col], byte);
                }
            }
        }
        Ok(())
    }
}

/// Rows of a board that are read as they are needed, once.
pub trait RowStream: Sync {
    /// Lets a game take the rows: it gets what was read already and the source of the rest, and
    /// returns what it leaves.
    fn take(&self, game: &mut dyn FnMut(&[u8], &mut dyn RowSource) -> Tail);
}

impl fmt::Debug for dyn RowStream + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RowStream")
    }
}

/// The facts that a game keeps of a stream of rows.
#[derive(Debug, Default)]
pub struct Tail {
    /// The bytes read from the source, or of the head, that are not part of the board: those after its last row, or
    /// those from the wrong place of a wrong row on.
    pub unread: Vec<u8>,
    /// The number of rows read in full.
    pub rows: u64,
    /// The error because of which the source could not be read on, if there was one.
    pub failure: Option<io::Error>,
}

/// Says in words how many rows follow the header of a board.
fn rows_follow(rows: u64) -> String {
    let verb = if rows == 1 { "follows" } else { "follow" };
    format!("{} {verb} the header of this board", counted(rows, "row"))
}

/// Makes the fault of a board that ends at a place in row `there`, before its last row.
pub fn board_cut_short(place: Place, there: u64, rows: u64) -> Fault {
    let message = format!("the board ends after {there} of {rows} rows");
    let mut help = rows_follow(rows);
    if there == 0 {
        help += "; without rows in text a colon follows the rules";
    }
    Fault::new(place, message, help)
}

/// Makes the fault of a board that begins with a row without cells.
pub fn empty_row() -> Fault {
    Fault::new(
        Place::Cell(Cell::new(0, 0)),
        "an empty row",
        "rows are joined by `/`",
    )
}

/// Makes the fault of a row after the last one of a board.
pub fn excess_row(rows: u64) -> Fault {
    Fault::new(
        Place::Cell(Cell::new(rows, 0)),
        "one row too many",
        rows_follow(rows),
    )
}

/// The characters of the cells of a board, for messages.
pub const CELLS: &str =
    "cells are `.` free, `X` or `#` damaged, `K` one piece, `2` to `9` several pieces";

/// Writes the message for a character that is not one of [`CELLS`].
pub fn no_cell(byte: u8) -> String {
    format!("{} is no cell of a board", quoted(byte))
}

/// Quotes a byte of a row for a message. One of several that make up a character says nothing.
fn quoted(byte: u8) -> String {
    if byte.is_ascii() {
        format!("`{}`", byte.escape_ascii())
    } else {
        "this character".to_owned()
    }
}

/// Makes the fault of a row that has more or fewer cells than `cols`, at the place where it ends or should end.
pub fn wrong_width(place: Place, has: impl fmt::Display, cols: u64) -> Fault {
    let help = format!("each row of this board has {}", counted(cols, "cell"));
    Fault::new(place, format!("this row has {has}"), help)
}

/// Says whether a byte may stand in a row of a board.
#[inline]
pub fn is_board_byte(byte: u8) -> bool {
    matches!(byte, b'.' | b'X' | b'#' | b'K' | b'2'..=b'9')
}

/// Makes the fault of blanks between the cells of a row or after them, or of a comment there; `None` if other things stand
/// in the row.
pub fn blank_in_row(place: Place, line: &[u8]) -> Option<Fault> {
    /// The longest row that is written without its blanks.
    const MAX_SHOWN: usize = 100;
    let comment = line.windows(2).position(|pair| pair == b"//");
    let row = &line[..comment.unwrap_or(line.len())];
    let cells: Vec<u8> = row
        .iter()
        .copied()
        .filter(|byte| !matches!(byte, b' ' | b'\t'))
        .collect();
    if cells.is_empty() || !cells.iter().copied().all(is_board_byte) {
        return None;
    }
    let rule = match comment {
        Some(_) => "no comment stands in a row",
        None => "cells stand without blanks between them or after them",
    };
    let help = if cells.len() > MAX_SHOWN {
        rule.to_owned()
    } else {
        format!("{rule}: `{}`", String::from_utf8_lossy(&cells))
    };
    let message = match (comment, row.len() - cells.len()) {
        (Some(_), _) => "a comment stands in this row",
        (None, 1) => "a blank stands in this row",
        (None, _) => "blanks stand in this row",
    };
    Some(Fault::new(place, message, help))
}

/// Checks one row, without its end: its characters, then its width. Without `pieces`, cells are free or damaged.
///
/// # Errors
///
/// Fails at the first cell that is wrong.
pub fn check_row(line: &[u8], row: u64, cols: u64, pieces: bool) -> Result<(), Fault> {
    let width = line.len() as u64;
    let within = &line[..usize::try_from(cols).map_or(line.len(), |cols| cols.min(line.len()))];
    let wrong =
        |&byte: &u8| !(is_board_byte(byte) && (pieces || matches!(byte, b'.' | b'X' | b'#')));
    if let Some(bad) = within.iter().position(wrong) {
        let place = Place::Cell(Cell::new(row, bad as u64));
        if pieces {
            return Err(Fault::new(place, no_cell(line[bad]), CELLS));
        }
        let message = format!("{} is no cell of this board", quoted(line[bad]));
        let help = "cells are `.` free, `X` or `#` damaged";
        return Err(Fault::new(place, message, help));
    }
    if width != cols {
        return Err(wrong_width(
            Place::Cell(Cell::new(row, width.min(cols))),
            counted(width, "cell"),
            cols,
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_with_either_separator() {
        for (board, cols) in [
            (Board::Text(Separator::Line, b"..X\r\n#..\r\n"), Some(3)),
            (Board::Text(Separator::Slash, b"..X/#.."), None),
        ] {
            assert_eq!(board.size(cols), Some(Size { rows: 2, cols: 3 }));
            let mut marks = Vec::new();
            board
                .each_mark(3, false, |cell, byte| marks.push((cell, byte)))
                .unwrap();
            assert_eq!(marks, [([1, 3], b'X'), ([2, 1], b'#')]);
        }
        for (text, place) in [
            (&b"../..."[..], Place::Cell(Cell::new(1, 2))),
            (b".../..", Place::Cell(Cell::new(1, 2))),
            (b".K", Place::Cell(Cell::new(0, 1))),
        ] {
            let board = Board::Text(Separator::Slash, text);
            let cols = board.size(None).unwrap().cols;
            assert_eq!(
                board.each_mark(cols, false, |_, _| ()).unwrap_err().place,
                place
            );
        }
    }
}
