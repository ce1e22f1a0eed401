//! The rows of boards: those that belong to none, those that are missing, and where a fault is in them.

use super::items::{ObjectLine, RecordText, Rows, STRAY};
use grundy_base::cell::Cell;
use grundy_base::source::Separator;
use grundy_games::Catalogue;
use grundy_language::{
    Diagnostic, Statement, SyntaxError, SyntaxKind, judges_input, layout, locate,
};
use grundy_record::{Board, Fault, Place, blank_in_row, board_cut_short, excess_row};

/// The longest row that is written out in a correction.
const MAX_SHOWN: usize = 60;

/// Makes the diagnostic of a row that belongs to no board; `rest` is the text after it.
pub(super) fn stray(line: u64, text: &[u8], rest: &[u8]) -> Diagnostic {
    let error = judges_input(text, rest).unwrap_or_else(|| {
        let header = "rows follow a header such as `king 4x5`, as many as it says";
        let help = if text.len() > MAX_SHOWN {
            header.to_owned()
        } else if layout::is_numbers(text) {
            let number = String::from_utf8_lossy(text);
            format!("{header}; a number alone names no game: `nim: {number}`")
        } else {
            let row = String::from_utf8_lossy(text);
            format!("{header}; a board in one line is `king {row}`")
        };
        SyntaxError::new(0..text.len(), STRAY, help).of_kind(SyntaxKind::NoGame)
    });
    Diagnostic::new(line, text, error)
}

impl<'t> Rows<'t> {
    /// Returns the rows as a board.
    pub(super) fn board(&self) -> Board<'t> {
        Board::Text(Separator::Line, self.text)
    }
}

impl<'t> RecordText<'t> {
    /// Completes a record that awaits rows by the rows of its text, if their number is that of its header.
    pub(super) fn complete(&self, statement: &mut Statement<'t>) -> Result<(), Fault> {
        let Some(size) = statement.awaits_rows else {
            return Ok(());
        };
        let rows = &self.rows;
        statement.record_mut().rows = Some(rows.board());
        let short = rows.count < size.rows;
        if !short && !rows.excess {
            return Ok(());
        }
        // A wrong row before the end is the first thing wrong, and explains the rest.
        rows.board().check(size.cols)?;
        Err(if short {
            board_cut_short(Place::Cell(Cell::new(rows.count, 0)), rows.count, size.rows)
        } else {
            excess_row(size.rows)
        })
    }

    /// Returns the number of the line of the record in the input.
    pub(super) fn number(&self) -> u64 {
        self.object.map_or(self.line, |object| object.number)
    }

    /// Returns the text as it stands, with a line end after each line.
    pub(super) fn whole(&self) -> Vec<u8> {
        let mut whole = match self.object {
            Some(line) => line.object.text().to_vec(),
            None => [self.header.trim_ascii_end(), b"\n", self.rows.text].concat(),
        };
        if !whole.ends_with(b"\n") {
            whole.push(b'\n');
        }
        whole
    }

    /// Shows an error in a line of the text, which has this number.
    pub(super) fn show(&self, line: u64, text: &[u8], error: SyntaxError) -> Diagnostic {
        match self.object {
            Some(ObjectLine { number, object }) => object.diagnose(number, line, error),
            None => Diagnostic::new(line, text, error),
        }
    }

    /// Finds a fault in the text.
    pub(super) fn place(&self, fault: Fault, catalogue: &Catalogue) -> Diagnostic {
        let &RecordText {
            line, header, rows, ..
        } = self;
        let span = locate(header, catalogue, &fault);
        if let Place::Cell(Cell { row, column: col }) = fault.place
            && (!rows.text.is_empty() || !rows.next.is_empty() || rows.count > 0)
        {
            let mut text = rows.text.split_inclusive(|&byte| byte == b'\n');
            let nth = usize::try_from(row)
                .ok()
                .and_then(|row| text.clone().nth(row));
            // At the end of the input there is no line to show but the last row.
            if nth.is_none() && rows.ended {
                let last = text.next_back().map_or(&[][..], layout::without_end);
                let span = last.len()..last.len();
                return self.show(line + row, last, SyntaxError::of(span, fault));
            }
            let text = nth.map_or(rows.next, layout::without_end);
            let start = usize::try_from(col).unwrap_or(usize::MAX).min(text.len());
            let span = start..(start + 1).min(text.len());
            let is_blank = text.get(start).is_some_and(|&byte| layout::is_blank(byte));
            let fault = if is_blank {
                blank_in_row(fault.place, text).unwrap_or(fault)
            } else {
                fault
            };
            return self.show(line + 1 + row, text, SyntaxError::of(span, fault));
        }
        self.show(line, header, SyntaxError::of(span, fault))
    }
}
