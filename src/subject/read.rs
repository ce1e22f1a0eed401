//! The first record of a text, with its board taken apart.

use smallvec::smallvec;

use super::Subject;
use crate::batch;
use crate::games::Context;
use crate::language::layout::{check_row, without_end};
use crate::language::{Diagnostic, SyntaxError};
use crate::record::{Ask, Board, Fault, Record, Size, Tuples, View};

/// The longest text a person's record may have, in bytes: a board of 8192 × 8192 cells.
pub const MAX_TEXT: usize = 1 << 26;

/// An error of a text as a whole.
fn whole(text: &[u8], message: &'static str, help: &'static str) -> Diagnostic {
    Diagnostic::new(1, first_line(text), SyntaxError::new(0..0, message, help))
}

/// Reads the first record of a text and checks it against its game's rules.
pub(super) fn first<'t>(text: &'t [u8], context: &'t Context) -> Result<Subject<'t>, Diagnostic> {
    let whole = |message, help| whole(text, message, help);
    if text.len() > MAX_TEXT {
        return Err(whole(
            "this record is longer than 67108864 bytes",
            "larger boards are solved by `grundy FILE`, which keeps no more of them than it needs",
        ));
    }
    let mut found = match batch::first_record(text, &context.catalogue) {
        Some(found) => found?,
        None => return Err(whole("there is no record here", "a record is a line such as `nim: 3 4 5`")),
    };
    if !found.statement.more.is_empty() {
        return Err(whole("a sum of different games", "look at one game of the sum at a time"));
    }
    // Faults are placed in the text as it was written, so the rules are checked before it changes.
    found.statement.record.asks = smallvec![Ask::Verdict];
    found.statement.open(context).map(drop).map_err(|fault| found.place(fault))?;
    if let Err(fault) = take_apart(&mut found.statement.record) {
        return Err(found.place(fault));
    }
    let mut statement = found.statement;
    // Positional games go on by what moves take, Hackenbush by what they cut.
    let signature = statement.game.signature();
    if signature.view == View::Parts {
        statement.record.position.taken = Some(Vec::new());
    }
    // A move opens a ring: a row is left.
    if statement.record.modifiers.ring {
        statement.record.position.opened = Some(vec![false; statement.record.position.numbers.len()]);
    }
    Ok(Subject { game: statement.game, record: *statement.record, catalogue: &context.catalogue })
}

fn first_line(text: &[u8]) -> &[u8] {
    without_end(text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default())
}

/// Turns a board in text into a size, damaged cells and pieces, the pieces of the text first.
fn take_apart(record: &mut Record<'_>) -> Result<(), Fault> {
    let rules = &mut record.rules.board;
    let Some(text) = rules.text.take() else { return Ok(()) };
    let mut board = Apart {
        size: Size { rows: 0, cols: rules.size.map_or(0, |size| size.cols) },
        damaged: &mut record.modifiers.damaged,
        pieces: Tuples::default(),
    };
    match text {
        Board::Stream(_) => {} // longer than a text may be here
        Board::Block(text) => {
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                board.row(without_end(line))?;
            }
        }
        Board::Inline(text) => {
            for line in text.split(|&byte| byte == b'/') {
                board.size.cols = if board.size.rows == 0 { line.len() as u64 } else { board.size.cols };
                board.row(line)?;
            }
        }
    }
    rules.size = Some(board.size);
    let mut pieces = board.pieces;
    for cell in record.position.tuples.iter() {
        pieces.push(cell);
    }
    record.position.tuples = pieces;
    Ok(())
}

/// A board taken apart, row by row.
struct Apart<'r> {
    size: Size,
    damaged: &'r mut Tuples,
    pieces: Tuples,
}

impl Apart<'_> {
    fn row(&mut self, line: &[u8]) -> Result<(), Fault> {
        check_row(line, self.size.rows, self.size.cols)?;
        self.size.rows += 1;
        for (col, &byte) in (1..).zip(line) {
            let cell = [self.size.rows, col];
            let count = match byte {
                b'K' => 1,
                b'2'..=b'9' => byte - b'0',
                b'X' | b'#' => {
                    self.damaged.push(&cell);
                    0
                }
                _ => 0,
            };
            for _ in 0..count {
                self.pieces.push(&cell);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{BoardRules, Rules};

    fn taken_apart(board: Board<'_>, size: Option<Size>) -> Record<'_> {
        let board = BoardRules { size, text: Some(board) };
        let rules = Rules { board, ..Rules::default() };
        let mut record = Record { rules, ..Record::default() };
        record.position.tuples.push(&[2, 1]);
        take_apart(&mut record).unwrap();
        record
    }

    #[test]
    fn a_board_becomes_size_damage_and_pieces() {
        let size = Size { rows: 2, cols: 3 };
        let inline = taken_apart(Board::Inline(b".2X/..K"), None);
        let block = taken_apart(Board::Block(b".2X\r\n..K\n"), Some(size));
        for record in [inline, block] {
            assert_eq!(record.rules.size(), Some(size));
            assert_eq!(record.modifiers.damaged.iter().collect::<Vec<_>>(), [[1, 3]]);
            let pieces: Vec<_> = record.position.tuples.iter().collect();
            assert_eq!(pieces, [[1, 2], [1, 2], [2, 3], [2, 1]]);
        }
    }
}
