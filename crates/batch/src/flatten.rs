//! A batch as one record a line, so that any splitter may cut it anywhere at line ends.
//!
//! Comments and blank lines go; a board in lines becomes a board in its header's line. A record
//! that is wrong stays wrong: a bad line is copied, and a board whose rows are bad gets [`WRONG_ROWS`].

use std::io::{self, BufRead, BufReader, Read, Write};

use super::items::{ANY_ASK, Entry, Item, Items, ObjectLine, RecordText, entry_of, label_of};
use super::reader::{Header, Piece, Reader};
use super::{Failure, Options, Source};
use grundy_games::Catalogue;
use grundy_language::layout::{is_row, looks_like_size, without_comment, without_end};
use grundy_language::objects::RecordObject;
use grundy_language::{Statement, locate, print};
use grundy_record::{Fault, Place, check_row};

/// The text that makes a board with bad rows a bad line: no record may hold it.
const WRONG_ROWS: &[u8] = b" (a row is wrong)";

/// Writes the records of the sources, one a line, and says how many they are; with `label`, those without a label get
/// their number, from 1, as theirs.
///
/// # Errors
///
/// Fails when a source cannot be read or the lines cannot be written.
pub fn flatten(
    sources: Vec<Source>,
    label: bool,
    out: &mut dyn Write,
    options: &Options,
) -> Result<u64, Failure> {
    let mut reader = Reader::new(sources, options);
    let mut writer = Writer {
        out: io::BufWriter::with_capacity(256 << 10, out),
        label,
        records: 0,
        catalogue: &options.catalogue,
    };
    loop {
        match reader.next()? {
            None => return Ok(writer.out.flush().map(|()| writer.records)?),
            Some(Piece::Chunk(chunk)) => {
                match chunk.cut_off {
                    Some(cut_off) if cut_off.comment => {}
                    Some(_) => writer.too_long(&chunk.bytes)?,
                    None => {
                        for item in
                            Items::new(&chunk.bytes, &options.catalogue, ANY_ASK, chunk.in_board)
                        {
                            match item {
                                Item::Record(entry) => writer.record(entry)?,
                                Item::Object(number, line) => writer.object(number, line)?,
                                Item::Stray(..) => {}
                            }
                        }
                    }
                }
                // Whole records are passed on before more is waited for.
                writer.out.flush()?;
            }
            Some(Piece::Board(header)) => writer.long_board(&header, &mut reader)?,
        }
    }
}

struct Writer<'w> {
    /// The lines.
    out: io::BufWriter<&'w mut dyn Write>,
    /// Whether records without a label get one.
    label: bool,
    /// The number of records so far.
    records: u64,
    /// The games by which records are read.
    catalogue: &'w Catalogue,
}

impl Writer<'_> {
    fn record(&mut self, Entry { text, statement }: Entry<'_>) -> io::Result<()> {
        let header = text.header;
        let label = statement
            .as_ref()
            .map_or_else(|wrong| wrong.label, |statement| statement.label);
        self.begin(label.is_some())?;
        match statement {
            Ok(mut statement) if statement.awaits_rows.is_some() || statement.names_own() => {
                // A line that asks nothing asks nothing afterwards, either.
                let asks = statement.record().asks.clone();
                let asks = if header.contains(&b'?') {
                    &asks[..]
                } else {
                    &[]
                };
                if join(&mut statement, &text).is_ok() {
                    let mut line = Vec::new();
                    print::write_statement(&statement, asks, &mut line);
                    self.out.write_all(&line)?;
                } else {
                    self.out.write_all(trim(header))?;
                    self.out.write_all(WRONG_ROWS)?;
                }
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

    /// Writes the record of an object; an object that is wrong stays as it is.
    fn object(&mut self, number: u64, line: &[u8]) -> io::Result<()> {
        if let Ok(object) = &RecordObject::read(line) {
            let line = ObjectLine { number, object };
            let entry = entry_of(line, self.catalogue, ANY_ASK);
            if entry.statement.is_ok() {
                return self.record(entry);
            }
        }
        self.begin(false)?;
        self.out.write_all(line.trim_ascii())?;
        self.out.write_all(b"\n")
    }

    /// Writes the beginning of a record that is longer than may be kept, so that it stays wrong.
    fn too_long(&mut self, beginning: &[u8]) -> io::Result<()> {
        self.begin(label_of(beginning, self.catalogue).is_some())?;
        self.out.write_all(trim(beginning))?;
        self.out.write_all(b" (the record is too long)\n")
    }

    fn begin(&mut self, labelled: bool) -> io::Result<()> {
        self.records += 1;
        if self.label && !labelled {
            write!(self.out, "@{} ", self.records)?;
        }
        Ok(())
    }

    /// Writes a header with rows that are still in the reader.
    fn long_board(&mut self, header: &Header, reader: &mut Reader) -> Result<(), Failure> {
        let size = locate(
            &header.line,
            self.catalogue,
            &Fault::new(Place::Size, "", ""),
        );
        let before = &header.line[..size.start];
        let after = trim(&header.line[size.end..]);
        self.begin(label_of(&header.line, self.catalogue).is_some())?;
        self.out.write_all(before)?;
        let (head, source) = reader.rows();
        let mut text = BufReader::with_capacity(256 << 10, head.as_slice().chain(source));
        let mut line = Vec::new();
        let mut rows = 0;
        let mut right = true;
        while right && rows < header.size.rows {
            line.clear();
            text.read_until(b'\n', &mut line)
                .map_err(|error| header.origin.source.failure(error))?;
            let row = without_end(&line);
            right = check_row(row, rows, header.size.cols, true).is_ok();
            if right {
                let sign = if rows > 0 { &b"/"[..] } else { b"" };
                self.out.write_all(sign)?;
                self.out.write_all(row)?;
                rows += 1;
            }
        }
        // Only a wrong line is looked at again: it may begin a record.
        let mut unread = if right { Vec::new() } else { line };
        unread.extend_from_slice(text.buffer());
        unread.extend_from_slice(text.into_inner().into_inner().0);
        reader.resume(unread);
        reader.skip_rows(header.size.rows - rows, false)?;
        right &= !reader.row_follows()?;
        let end = [if right { &b""[..] } else { WRONG_ROWS }, b" ", after].concat();
        self.out.write_all(end.trim_ascii_end())?;
        Ok(self.out.write_all(b"\n")?)
    }
}

/// Completes a record that awaits rows with the rows that follow it. A single row that looks like a size becomes a list
/// of pieces.
fn join<'t>(statement: &mut Statement<'t>, text: &RecordText<'t>) -> Result<(), Fault> {
    let Some(size) = statement.awaits_rows else {
        return Ok(());
    };
    text.complete(statement)?;
    text.rows.board().check(size.cols)?;
    if size.rows == 1 && looks_like_size(without_end(text.rows.text)) {
        grundy_record::take_apart(statement.record_mut())?;
    }
    Ok(())
}

/// Returns a line without its comment and the blanks around it.
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
        assert_eq!(
            flat("// c\n\n  nim: 1 2 // so\n@a nim:3", false),
            "nim: 1 2\n@a nim:3\n"
        );
    }

    #[test]
    fn rows_take_the_place_of_the_size() {
        let board =
            "king 2x3 damaged 2,1 ? best // so\n..X\n.KK\nqueen 1x2? best\n..\nrook 1x1\n.\n";
        let expected = "king ..X/.KK damaged 2,1 ? best\nqueen .. ? best\nrook .\n";
        assert_eq!(flat(board, false), expected);
        // A row that by itself would be read as a size.
        let board = "king 1x2? grundy // so\n23\n@a rook 1x3 ? best\n4X2\nking 1x2 damaged\n2X\nking 1x1\n2\n.\n";
        let expected = "king 1x2: 1,1 1,1 1,2 1,2 1,2 ? grundy\n\
                        @a rook 1x3 damaged 1,2: 1,1 1,1 1,1 1,1 1,3 1,3 ? best\n\
                        king 2X\nking 1x1 (a row is wrong)\n";
        assert_eq!(flat(board, false), expected);
    }

    #[test]
    fn a_bad_line_that_looks_like_a_row_stays_a_record() {
        assert_eq!(flat(" K\nnim: 1", false), " K\nnim: 1\n");
    }

    #[test]
    fn records_get_their_number_as_label() {
        assert_eq!(
            flat("nim: 1\n@a nim: 2\nnim: 3", true),
            "@1 nim: 1\n@a nim: 2\n@3 nim: 3\n"
        );
    }
}
