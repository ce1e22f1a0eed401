//! A batch as one record a line, so that any splitter may cut it anywhere at line ends.
//!
//! Comments and blank lines go; a board in lines becomes a board in its header's line. A record
//! that is wrong stays wrong: a bad line is kept as it is, and a board whose rows are bad keeps
//! those that are right and gets [`WRONG_ROWS`] after them.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::items::{Entry, Item, Items, Rows};
use super::reader::{Header, Piece, Reader};
use super::{Failure, Options, Source};
use crate::games::Catalogue;
use crate::language::layout::{check_row, is_row, looks_like_size, without_comment, without_end};
use crate::language::{Statement, locate, parse, print};
use crate::record::{Ask, Fault, Place, Size};

/// A text that no record may hold, so that a board with bad rows is bad in one line, too.
const WRONG_ROWS: &[u8] = b" (a row is wrong)";
/// Any ask: reading a board does not depend on it.
const ANY_ASK: &[Ask] = &[Ask::Verdict];

/// Writes the records of the sources, one a line; with `label`, those without a label get their
/// number, from 1, as theirs.
///
/// # Errors
///
/// When a source cannot be read or the lines cannot be written.
pub fn flatten(
    sources: Vec<Source>,
    label: bool,
    out: &mut dyn Write,
    options: &Options,
) -> Result<(), Failure> {
    let mut reader = Reader::new(sources, options.max_line(), options.catalogue.clone());
    let mut writer = Writer {
        out: io::BufWriter::with_capacity(256 << 10, out),
        label,
        records: 0,
        catalogue: &options.catalogue,
    };
    loop {
        match reader.next() {
            Ok(None) => return writer.out.flush().map_err(Failure::Output),
            Ok(Some(Piece::Chunk(chunk))) => {
                for item in Items::new(&chunk.bytes, &options.catalogue, ANY_ASK, chunk.in_board) {
                    if let Item::Record(entry) = item {
                        writer.record(&entry).map_err(Failure::Output)?;
                    }
                }
                reader.spare().put(chunk.bytes);
                // Whole records are passed on before more is waited for.
                writer.out.flush().map_err(Failure::Output)?;
            }
            Ok(Some(Piece::Board(header))) => writer.long_board(&header, &mut reader)?,
            Err((name, error)) => return Err(Failure::Input(name, error)),
        }
    }
}

struct Writer<'w> {
    out: io::BufWriter<&'w mut dyn Write>,
    label: bool,
    records: u64,
    catalogue: &'w Catalogue,
}

impl Writer<'_> {
    fn record(&mut self, entry: &Entry<'_>) -> io::Result<()> {
        let Entry { header, statement, rows, .. } = entry;
        let labelled = match statement {
            Ok(statement) => statement.label.is_some(),
            Err(wrong) => wrong.label.is_some(),
        };
        self.begin(labelled)?;
        match statement {
            Ok(Statement { awaits_rows: Some(size), .. }) => self.board(header, *size, rows)?,
            Ok(statement) if statement.names_own() => {
                // A line that asks nothing asks nothing afterwards, either.
                let asks: &[Ask] = if header.contains(&b'?') { &statement.record().asks } else { &[] };
                let mut text = Vec::new();
                print::write_statement(statement, asks, &mut text);
                self.out.write_all(&text)?;
            }
            _ => {
                let line = trim(header);
                // Without the blanks before it, a bad line may look like a row, which is no record.
                if is_row(line) {
                    self.out.write_all(b" ")?;
                }
                self.out.write_all(line)?;
            }
        }
        self.out.write_all(b"\n")
    }

    fn begin(&mut self, labelled: bool) -> io::Result<()> {
        self.records += 1;
        match self.label && !labelled {
            true => write!(self.out, "@{} ", self.records),
            false => Ok(()),
        }
    }

    /// Writes a header with its rows in place of its size.
    fn board(&mut self, header: &[u8], size: Size, rows: &Rows<'_>) -> io::Result<()> {
        let (before, after) = self.around_size(header);
        let mut right = rows.count == size.rows && !rows.excess;
        let only = without_end(rows.text);
        if right && size.rows == 1 && check_row(only, 0, size.cols).is_ok() && looks_like_size(only) {
            return self.listed(header, only);
        }
        self.out.write_all(before)?;
        for (row, line) in (0..).zip(rows.text.split_inclusive(|&byte| byte == b'\n')) {
            let line = without_end(line);
            if check_row(line, row, size.cols).is_err() {
                right = false;
                break;
            }
            self.row(row, line)?;
        }
        self.out.write_all(if right { b"" } else { WRONG_ROWS })?;
        self.rest(after)
    }

    /// Writes a header with the pieces of its only row listed, since that row by itself, digits and no
    /// more than one `X`, is read as a size.
    fn listed(&mut self, header: &[u8], row: &[u8]) -> io::Result<()> {
        let (before, after) = self.around_size(header);
        if row.contains(&b'X') {
            self.out.write_all(before)?;
            let row: Vec<u8> = row.iter().map(|&cell| if cell == b'X' { b'#' } else { cell }).collect();
            self.out.write_all(&row)?;
            return self.rest(after);
        }
        let header = trim(header);
        let asks = header.iter().position(|&byte| byte == b'?').unwrap_or(header.len());
        self.out.write_all(header[..asks].trim_ascii_end())?;
        self.out.write_all(b":")?;
        for (col, &cell) in (1..).zip(row) {
            for _ in b'0'..cell {
                write!(self.out, " 1,{col}")?;
            }
        }
        self.rest(&header[asks..])
    }

    /// Writes what a header says after its size.
    fn rest(&mut self, after: &[u8]) -> io::Result<()> {
        if !after.is_empty() {
            self.out.write_all(b" ")?;
        }
        self.out.write_all(after)
    }

    /// The parts of a header before its size and after it.
    fn around_size<'h>(&self, header: &'h [u8]) -> (&'h [u8], &'h [u8]) {
        let size = locate(header, self.catalogue, &Fault::new(Place::Size, "", ""));
        (&header[..size.start], trim(&header[size.end..]))
    }

    fn row(&mut self, row: u64, line: &[u8]) -> io::Result<()> {
        if row > 0 {
            self.out.write_all(b"/")?;
        }
        self.out.write_all(line)
    }

    /// Writes a header with rows that are still in the reader.
    fn long_board(&mut self, header: &Header, reader: &mut Reader) -> Result<(), Failure> {
        let labelled =
            parse(&header.line, self.catalogue, ANY_ASK).is_ok_and(|statement| statement.label.is_some());
        let (before, after) = self.around_size(&header.line);
        self.begin(labelled).and_then(|()| self.out.write_all(before)).map_err(Failure::Output)?;
        let input = |error| Failure::Input(header.origin.source.name.clone(), error);
        let (head, source) = reader.rows();
        let mut nothing = Source::new("", Box::new(io::empty()));
        let source = source.unwrap_or(&mut nothing);
        let mut text = BufReader::with_capacity(256 << 10, head.as_slice().chain(source));
        let mut line = Vec::new();
        let mut rows = 0;
        let mut right = true;
        while right && rows < header.size.rows {
            line.clear();
            text.read_until(b'\n', &mut line).map_err(input)?;
            let row = without_end(&line);
            right = check_row(row, rows, header.size.cols).is_ok();
            if right {
                self.row(rows, row).map_err(Failure::Output)?;
                rows += 1;
            }
        }
        // Only a wrong line is looked at again: it may begin a record.
        let mut unread = if right { Vec::new() } else { line };
        unread.extend_from_slice(text.buffer());
        unread.extend_from_slice(text.into_inner().into_inner().0);
        reader.resume(unread);
        reader.skip_rows(header.size.rows - rows, false).map_err(input)?;
        right &= !reader.row_follows().map_err(input)?;
        let end = if right { &b""[..] } else { WRONG_ROWS };
        let written = self.out.write_all(end).and_then(|()| self.rest(after));
        written.and_then(|()| self.out.write_all(b"\n")).map_err(Failure::Output)
    }
}

/// A line without its comment and the blanks before it.
fn trim(line: &[u8]) -> &[u8] {
    without_comment(line).trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(text: &str, label: bool) -> String {
        let mut out = Vec::new();
        let source = Source::new("f", Box::new(io::Cursor::new(text.as_bytes().to_vec())));
        flatten(vec![source], label, &mut out, &Options::default()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn comments_and_blank_lines_go() {
        assert_eq!(flat("// c\n\n  nim: 1 2 // so\n@a nim:3", false), "nim: 1 2\n@a nim:3\n");
    }

    #[test]
    fn rows_take_the_place_of_the_size() {
        let board = "king 2x3 damaged 2,1 ? best // so\n..X\n.KK\nqueen 1x2? best\n..\nrook 1x1\n.\n";
        let expected = "king ..X/.KK damaged 2,1 ? best\nqueen .. ? best\nrook .\n";
        assert_eq!(flat(board, false), expected);
        // A row that by itself would be read as a size.
        let board =
            "king 1x2? grundy // so\n23\n@a rook 1x3 ? best\n4X2\nking 1x2 damaged\n2X\nking 1x1\n2\n.\n";
        let expected = "king 1x2: 1,1 1,1 1,2 1,2 1,2 ? grundy\n@a rook 4#2 ? best\nking 2X damaged\nking 2 (a row is wrong)\n";
        assert_eq!(flat(board, false), expected);
    }

    #[test]
    fn a_bad_line_that_looks_like_a_row_stays_a_record() {
        assert_eq!(flat(" K\nnim: 1", false), " K\nnim: 1\n");
    }

    #[test]
    fn records_get_their_number_as_label() {
        assert_eq!(flat("nim: 1\n@a nim: 2\nnim: 3", true), "@1 nim: 1\n@a nim: 2\n@3 nim: 3\n");
    }
}
