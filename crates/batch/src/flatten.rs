//! A batch as one record a line, so that any splitter may cut it anywhere at line ends.
//!
//! Comments and blank lines go; a board in lines becomes a board in its header's line. A record
//! that is wrong stays wrong: a bad line is copied, and a board whose rows are bad gets [`WRONG_ROWS`].

use std::io::{self, BufRead, BufReader, Read, Write};

use super::items::{ANY_ASK, Entry, Item, Items, ObjectLine, RecordText, entry_of, label_of};
use super::reader::{Chunk, Header, Piece, Reader};
use super::{Failure, Options, Source};
use grundy_games::Catalogue;
use grundy_language::layout::{is_row, looks_like_size, without_comment, without_end};
use grundy_language::objects::RecordObject;
use grundy_language::{Statement, locate, print};
use grundy_record::{Fault, Place, check_row};

/// The text that makes a board with bad rows a bad line: no record may hold it.
const WRONG_ROWS: &[u8] = b" (a row is wrong)";

/// The bytes that are written at a time, and that are read at a time of a board that is not kept.
const BUFFER_BYTES: usize = 256 << 10;

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
        out: io::BufWriter::with_capacity(BUFFER_BYTES, out),
        label,
        records: 0,
        catalogue: &options.catalogue,
    };
    while let Some(piece) = reader.next()? {
        match piece {
            Piece::Chunk(chunk) => {
                writer.write_chunk(&chunk)?;
                // Whole records are passed on before more is waited for.
                writer.out.flush()?;
            }
            Piece::Board(header) => writer.write_long_board(&header, &mut reader)?,
        }
    }
    writer.out.flush()?;
    Ok(writer.records)
}

/// The writer of records, one a line.
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
    /// Writes the records of a chunk.
    fn write_chunk(&mut self, chunk: &Chunk) -> io::Result<()> {
        if let Some(cut_off) = chunk.cut_off {
            return if cut_off.is_record {
                self.write_too_long(&chunk.bytes)
            } else {
                Ok(())
            };
        }
        for item in Items::new(&chunk.bytes, self.catalogue, ANY_ASK, chunk.in_board) {
            match item {
                Item::Record(entry) => self.write_record(entry)?,
                Item::Object { line, text } => self.write_object(line, text)?,
                Item::Stray { .. } => {}
            }
        }
        Ok(())
    }

    /// Writes a record, right or wrong.
    fn write_record(&mut self, entry: Entry<'_>) -> io::Result<()> {
        let Entry { text, statement } = entry;
        let label = match &statement {
            Ok(statement) => statement.label,
            Err(wrong) => wrong.label,
        };
        self.begin_line(label.is_some())?;
        match statement {
            Ok(statement) if statement.awaits_rows.is_some() || statement.names_own() => {
                self.write_anew(statement, &text)?;
            }
            _ => self.copy_line(text.header)?,
        }
        self.out.write_all(b"\n")
    }

    /// Writes a record in other words than its line, which does not say all of it.
    fn write_anew<'t>(
        &mut self,
        mut statement: Statement<'t>,
        text: &RecordText<'t>,
    ) -> io::Result<()> {
        // A line that asks nothing asks nothing afterwards, either.
        let asks = statement.record().asks.clone();
        let asks = if text.header.contains(&b'?') {
            &asks[..]
        } else {
            &[]
        };
        if join_rows(&mut statement, text).is_err() {
            self.out.write_all(trim(text.header))?;
            return self.out.write_all(WRONG_ROWS);
        }
        let mut line = Vec::new();
        print::write_statement(&statement, asks, &mut line);
        self.out.write_all(&line)
    }

    /// Copies the line of a record.
    fn copy_line(&mut self, header: &[u8]) -> io::Result<()> {
        let line = trim(header);
        // Without the blanks before it, a bad line may look like a row, which is no record.
        if is_row(line) {
            self.out.write_all(b" ")?;
        }
        self.out.write_all(line)
    }

    /// Writes the record of an object; an object that is wrong stays as it is.
    fn write_object(&mut self, number: u64, line: &[u8]) -> io::Result<()> {
        if let Ok(object) = &RecordObject::read(line) {
            let line = ObjectLine { number, object };
            let entry = entry_of(line, self.catalogue, ANY_ASK);
            if entry.statement.is_ok() {
                return self.write_record(entry);
            }
        }
        self.begin_line(false)?;
        self.out.write_all(line.trim_ascii())?;
        self.out.write_all(b"\n")
    }

    /// Writes the beginning of a record that is longer than may be kept, so that it stays wrong.
    fn write_too_long(&mut self, beginning: &[u8]) -> io::Result<()> {
        self.begin_line(label_of(beginning, self.catalogue).is_some())?;
        self.out.write_all(trim(beginning))?;
        self.out.write_all(b" (the record is too long)\n")
    }

    /// Counts a record, and begins its line with its number if it needs one.
    fn begin_line(&mut self, has_label: bool) -> io::Result<()> {
        self.records += 1;
        if self.label && !has_label {
            write!(self.out, "@{} ", self.records)?;
        }
        Ok(())
    }

    /// Writes a header with rows that are still in the reader.
    fn write_long_board(&mut self, header: &Header, reader: &mut Reader) -> Result<(), Failure> {
        let size = locate(
            &header.line,
            self.catalogue,
            &Fault::new(Place::Size, "", ""),
        );
        let before = &header.line[..size.start];
        let after = trim(&header.line[size.end..]);
        self.begin_line(label_of(&header.line, self.catalogue).is_some())?;
        self.out.write_all(before)?;
        let rows = self.write_rows(header, reader)?;
        let missing = header.size.rows - rows;
        reader.skip_rows(missing, false)?;
        let has_excess = reader.row_follows()?;
        if missing > 0 || has_excess {
            self.out.write_all(WRONG_ROWS)?;
        }
        if !after.is_empty() {
            self.out.write_all(b" ")?;
            self.out.write_all(after)?;
        }
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes the rows of a header as a board in one line, up to the first that is wrong, and returns their number.
    fn write_rows(&mut self, header: &Header, reader: &mut Reader) -> Result<u64, Failure> {
        let (head, source) = reader.rows();
        let mut text = BufReader::with_capacity(BUFFER_BYTES, head.as_slice().chain(source));
        let mut line = Vec::new();
        let mut rows = 0;
        let mut is_right = true;
        while is_right && rows < header.size.rows {
            line.clear();
            // A row that goes on where its end should stand is wrong, however long it is.
            let cells_and_end = header.size.cols.saturating_add(2);
            text.by_ref()
                .take(cells_and_end)
                .read_until(b'\n', &mut line)
                .map_err(|error| header.origin.source.failure(error))?;
            let row = without_end(&line);
            is_right = check_row(row, rows, header.size.cols, true).is_ok();
            if is_right {
                if rows > 0 {
                    self.out.write_all(b"/")?;
                }
                self.out.write_all(row)?;
                rows += 1;
            }
        }
        // What was read too far goes back: a wrong line, since it may begin a record, and what follows it.
        let mut unread = if is_right { Vec::new() } else { line };
        unread.extend_from_slice(text.buffer());
        let (rest_of_head, _) = text.into_inner().into_inner();
        unread.extend_from_slice(rest_of_head);
        reader.resume(unread);
        Ok(rows)
    }
}

/// Completes a record that awaits rows with the rows that follow it. A single row that looks like a size becomes a list
/// of pieces.
fn join_rows<'t>(statement: &mut Statement<'t>, text: &RecordText<'t>) -> Result<(), Fault> {
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
    fn rows_that_never_end_are_not_kept() {
        let text = format!("king 600x600\n{}", ".".repeat(4 << 20));
        let source = Source::new("f", Box::new(io::Cursor::new(text.clone().into_bytes())));
        let options = Options::default();
        let mut reader = Reader::new(vec![source], &options);
        let out: &mut dyn Write = &mut io::sink();
        let mut writer = Writer {
            out: io::BufWriter::new(out),
            label: false,
            records: 0,
            catalogue: &options.catalogue,
        };
        let Ok(Some(Piece::Board(header))) = reader.next() else {
            panic!("a long board is streamed");
        };
        let rows = writer.write_rows(&header, &mut reader);
        assert!(rows.is_ok_and(|rows| rows == 0));
        assert!(reader.line().len() <= 2 * BUFFER_BYTES);
        assert_eq!(
            flat(&(text + "\nnim: 3\n"), false),
            "king  (a row is wrong)\nnim: 3\n"
        );
        // A row too many is as long as it likes, too.
        let board = format!("king 600x600\n{}", (".".repeat(600) + "\n").repeat(600));
        let flattened = flat(&(board + &".".repeat(4 << 20) + "\nnim: 3\n"), false);
        assert!(flattened.ends_with(". (a row is wrong)\nnim: 3\n"));
        assert_eq!(flattened.lines().count(), 2);
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
