//! Sources read in blocks and cut into chunks of whole records.

mod boards;
mod cut;
mod piece;

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use self::cut::{Cut, LastBoard, LineBefore, last_record_start, whole_prefix};
pub(super) use self::piece::{Chunk, CutOff, Header, Origin, Piece};
use super::items::ANY_ASK;
use super::source::Source;
use super::{Failure, Options};
use grundy_base::platform::pages::huge;
use grundy_base::shares;
use grundy_base::source::Separator;
use grundy_games::Catalogue;
use grundy_language::encoding::{begins_as_utf16, compressed, may_be_a_beginning};
use grundy_language::layout::{begins_record, is_empty, is_row};
use grundy_language::parse;
use grundy_record::Board;

/// The bytes that are read at a time: several blocks fit in a core's own cache.
const READ_BYTES: usize = 256 << 10;
/// The bytes that are read first: enough for a header, and so few that they are not felt where that is all, or
/// where rows go elsewhere from there on.
const FIRST_READ_BYTES: usize = 16 << 10;
/// A UTF-8 byte order mark.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";
/// The milliseconds to wait, at a pause after the last row of a board, for a row too many: long enough for
/// a writer that is at work, and too short for a person to notice. A guess.
const PATIENCE_MS: i32 = 20;

/// A reader of sources, which cuts them into chunks.
#[derive(Default)]
pub(super) struct Reader {
    /// The sources that are left, first the one in hand.
    sources: VecDeque<Source>,
    /// The games by which records are read.
    catalogue: Arc<Catalogue>,
    /// The text that was read and is not yet handed out.
    buffer: Vec<u8>,
    /// The bytes to gather before looking for a cut.
    target: usize,
    /// The bytes of the buffer that are known to hold no line end.
    searched: usize,
    /// The length of the buffer when it was last looked through for a cut and had none.
    looked_through: usize,
    /// The line before the buffer.
    before: LineBefore,
    /// The number of pieces handed out.
    sequence: u64,
    /// The longest text of one record that is kept, in bytes.
    max_line: usize,
    /// Whether boards are kept whole even if their game would take the rows as they arrive.
    pub(super) keeps_boards: bool,
    /// Whether the beginning of the source in hand was looked at for a byte order mark.
    begun: bool,
    /// Whether the source in hand began with a byte order mark of UTF-16.
    in_utf16: bool,
    /// The reason why a source cannot be read on, to be given when what came before is handed out.
    failure: Option<Failure>,
    /// The bytes read of sources that have ended.
    ended: u64,
}

impl Reader {
    /// Makes a reader of sources in order.
    pub(super) fn new(sources: Vec<Source>, options: &Options) -> Self {
        let max_line = shares::batch::text_of_a_record(options.budget.memory);
        Reader {
            sources: sources.into(),
            catalogue: options.catalogue.clone(),
            buffer: Vec::with_capacity(READ_BYTES),
            target: FIRST_READ_BYTES,
            max_line: usize::try_from(max_line)
                .unwrap_or(usize::MAX)
                .max(READ_BYTES),
            ..Reader::default()
        }
    }

    /// Counts the bytes read so far.
    pub(super) fn bytes(&self) -> u64 {
        self.ended + self.sources.iter().map(Source::bytes_read).sum::<u64>()
    }

    /// Reads the next piece; `None` at the end of the last source.
    pub(super) fn next(&mut self) -> Result<Option<Piece>, Failure> {
        loop {
            let Some(source) = self.sources.front_mut() else {
                return Ok(None);
            };
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let state = match fill(source, &mut self.buffer, self.target) {
                Ok(state) => state,
                Err(failure) => {
                    // Records that came whole before the error are still answered.
                    self.failure = Some(failure);
                    self.pass_over_mark(true);
                    let whole = whole_prefix(&self.buffer, &self.catalogue);
                    let whole = whole.at_pause(&self.buffer);
                    match self.cut(whole.at, whole.before, false) {
                        Some(chunk) => return Ok(Some(chunk)),
                        None => continue,
                    }
                }
            };
            self.pass_over_mark(state == State::Ended);
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            if state == State::Ended {
                self.pass_over_half_a_line_end();
                let chunk = self.cut(self.buffer.len(), LineBefore::Empty, true);
                self.ended += self
                    .sources
                    .pop_front()
                    .map_or(0, |source| source.bytes_read());
                self.begun = false;
                self.before = LineBefore::Empty;
                match chunk {
                    Some(chunk) => return Ok(Some(chunk)),
                    None => continue,
                }
            }
            // A long item that arrives in small pieces is not looked through anew for each of them,
            // unless the writer rests.
            let little_more =
                self.buffer.len() >= READ_BYTES && self.buffer.len() / 5 * 4 < self.looked_through;
            if state == State::Paused && little_more && !self.waits(PATIENCE_MS) {
                self.target = self.buffer.len() + READ_BYTES;
                continue;
            }
            let cut = self.find_cut(state);
            self.looked_through = self.buffer.len();
            if let Some(chunk) = self.cut(cut.at, cut.before, false) {
                return Ok(Some(chunk));
            }
            if !self.keeps_boards
                && let Some(board) = cut.board.and_then(|board| self.streamed(&board))
            {
                return Ok(Some(board));
            }
            let limit = self.limit();
            if self.buffer.len() >= limit {
                return self.skip_line(limit);
            }
            self.target = match state {
                State::Paused => self.buffer.len() + READ_BYTES,
                _ => (self.target * 2).clamp(READ_BYTES, limit),
            };
            self.make_room(limit);
        }
    }

    /// Makes room for all the rest of its file if an item has grown long, if as much may be kept: room
    /// that is not used costs nothing, and what is read stays where it is.
    fn make_room(&mut self, limit: usize) {
        const LONG_BUFFER_BYTES: usize = 2 << 20;
        if self.target < LONG_BUFFER_BYTES {
            return;
        }
        let rest = self.sources.front().map_or(0, Source::rest_of_file);
        // One byte more lets the end of the file be found without more room.
        let whole = usize::try_from(rest)
            .unwrap_or(limit)
            .saturating_add(self.buffer.len() + 1);
        if rest > 0 && whole <= limit {
            self.target = self.target.min(whole);
            if self.buffer.capacity() < whole {
                let mut buffer = huge(Vec::with_capacity(whole));
                buffer.extend_from_slice(&self.buffer);
                self.buffer = buffer;
            }
        }
    }

    /// Returns whether nothing comes from the source in hand within this many milliseconds.
    pub(super) fn waits(&self, milliseconds: i32) -> bool {
        self.sources
            .front()
            .is_some_and(|source| source.pauses(milliseconds))
    }

    /// Takes out a byte order mark, once it is there or certainly none.
    fn pass_over_mark(&mut self, ended: bool) {
        if self.begun || (!ended && may_be_a_beginning(&self.buffer)) {
            return;
        }
        self.begun = true;
        if let (Some(form), Some(source)) = (compressed(&self.buffer), self.sources.front()) {
            let message = form.message(&source.start.name);
            let error = io::Error::new(io::ErrorKind::InvalidData, message);
            self.failure = Some(source.start.failure(error));
            self.buffer.clear();
            self.start_over();
            return;
        }
        self.in_utf16 = begins_as_utf16(&self.buffer);
        if self.buffer.starts_with(MARK) {
            self.buffer.drain(..MARK.len());
            self.start_over();
        }
    }

    /// Takes out the second byte of the last line end of a text in UTF-16, which is no line of its own.
    fn pass_over_half_a_line_end(&mut self) {
        let is_half = self.buffer == b"\0" || self.buffer.ends_with(b"\n\0");
        if self.in_utf16 && is_half {
            self.buffer.pop();
        }
    }

    /// Returns the bytes that may be kept of what the buffer begins with.
    ///
    /// Most records grow to several times their text when they are read. A board in one line does
    /// not, if its game takes the rows one after another.
    fn limit(&self) -> usize {
        if self.buffer.len() < self.max_line
            || memchr::memchr(b'\n', &self.buffer[..READ_BYTES]).is_some()
        {
            return self.max_line;
        }
        let in_place =
            parse(&self.buffer[..READ_BYTES], &*self.catalogue, ANY_ASK).is_ok_and(|statement| {
                let rows = statement.record().rows;
                statement.signature().has_pieces()
                    && matches!(rows, Some(Board::Text(Separator::Slash, _)))
            });
        if in_place {
            self.max_line.saturating_mul(5)
        } else {
            self.max_line
        }
    }

    /// Finds the place at which the buffer can be cut.
    fn find_cut(&mut self, state: State) -> Cut {
        if memchr::memchr(b'\n', &self.buffer[self.searched..]).is_none() {
            // Still one line: a long one that arrives in small pieces is not searched anew each time.
            self.searched = self.buffer.len();
            return Cut::default();
        }
        let start = last_record_start(&self.buffer).unwrap_or(0);
        if state == State::Full && start > 0 {
            // The next line begins a record.
            return Cut::before_record(start);
        }
        // All lines up to there are whole. A last line that was typed or sent without an end is also answered.
        let tail = &self.buffer[start..];
        let mut cut = whole_prefix(tail, &self.catalogue);
        cut.at += start;
        if cut.at == 0 && state == State::Paused && self.waits(PATIENCE_MS) {
            return cut.at_pause(&self.buffer);
        }
        cut
    }

    /// Hands out the buffer up to a place, if anything stands before it, at the end of the source or before it. `before` is
    /// the line before the place.
    fn cut(&mut self, at: usize, before: LineBefore, end: bool) -> Option<Piece> {
        if at == 0 {
            return None;
        }
        let in_board = self.before.owns_rows(&self.buffer, &self.catalogue);
        self.before = before;
        let rest = self.buffer.split_off(at);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        let next = if !end && begins_record(&self.buffer) {
            first_line(&self.buffer).to_vec()
        } else {
            Vec::new()
        };
        self.start_over();
        Some(Piece::Chunk(Chunk {
            origin: self.origin(),
            in_board,
            bytes,
            next,
            cut_off: None,
        }))
    }

    /// Hands out the beginning of an item that is longer than may be kept, and reads past the end
    /// of its last line.
    fn skip_line(&mut self, limit: usize) -> Result<Option<Piece>, Failure> {
        let line = first_line(&self.buffer);
        let bytes = line.strip_suffix(b"\n").unwrap_or(line).to_vec();
        // Blanks without end may turn out to be a comment, which a line so long is taken for.
        let is_comment = !self.buffer.contains(&b'\n') && is_empty(&self.buffer);
        let is_row_too_many =
            is_row(&bytes) && self.before.owns_rows(&self.buffer, &self.catalogue);
        let mut inside = !self.buffer.ends_with(b"\n");
        let lines = memchr::memchr_iter(b'\n', &self.buffer).count() as u64 + u64::from(inside);
        self.buffer.clear();
        while inside {
            let Some(source) = self.sources.front_mut() else {
                break;
            };
            let state = fill(source, &mut self.buffer, READ_BYTES)?;
            if let Some(end) = memchr::memchr(b'\n', &self.buffer) {
                self.buffer.drain(..=end);
                inside = false;
            } else {
                self.buffer.clear();
                inside = state != State::Ended;
            }
        }
        self.before = LineBefore::Row;
        self.start_over();
        let cut_off = Some(CutOff {
            limit: limit as u64,
            lines,
            is_record: !is_comment && !is_row_too_many,
        });
        Ok(Some(Piece::Chunk(Chunk {
            origin: self.origin(),
            in_board: true,
            bytes,
            next: Vec::new(),
            cut_off,
        })))
    }

    /// Forgets how far the buffer was looked at: it begins with something else now.
    fn start_over(&mut self) {
        self.target = READ_BYTES.max(self.buffer.len() + 1);
        self.searched = 0;
        self.looked_through = 0;
    }

    /// Numbers the next piece and names its source.
    fn origin(&mut self) -> Origin {
        let source = self
            .sources
            .front()
            .map(|source| source.start.clone())
            .unwrap_or_default();
        self.sequence += 1;
        Origin {
            sequence: self.sequence - 1,
            source,
        }
    }
}

/// The way in which filling a buffer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The target is reached.
    Full,
    /// Nothing more is there just now.
    Paused,
    /// The source has ended.
    Ended,
}

/// Returns the first line of a text with its end, or as much of it as is ever shown.
fn first_line(text: &[u8]) -> &[u8] {
    const SHOWN_BYTES: usize = 4096;
    let text = &text[..text.len().min(SHOWN_BYTES)];
    memchr::memchr(b'\n', text).map_or(text, |end| &text[..=end])
}

/// Reads until the buffer holds `target` bytes, the source pauses, or it ends.
fn fill(source: &mut Source, buffer: &mut Vec<u8>, target: usize) -> Result<State, Failure> {
    let mut got_some = false;
    while buffer.len() < target {
        if got_some && source.pauses(0) {
            return Ok(State::Paused);
        }
        let old = buffer.len();
        buffer.resize(target, 0);
        let read = loop {
            match source.read(&mut buffer[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        buffer.truncate(old + read.as_ref().copied().unwrap_or(0));
        if read.map_err(|error| source.start.failure(error))? == 0 {
            return Ok(State::Ended);
        }
        got_some = true;
    }
    Ok(State::Full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, answer_text};

    #[test]
    fn a_text_in_utf16_has_one_answer_a_record_and_a_compressed_file_none() {
        let answers = |text: &[u8]| {
            let source = Source::new("records.gz", Box::new(io::Cursor::new(text.to_vec())));
            let mut out = Vec::new();
            let ran = crate::run(vec![source], &mut out, &mut io::sink(), &Options::default());
            let reason = ran.err().map(|failure| match failure {
                Failure::Input(_, error) | Failure::Output(error) => error.to_string(),
            });
            (String::from_utf8(out).unwrap(), reason)
        };
        let utf16: Vec<u8> = "\u{feff}nim: 3\nnim: 4\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(answers(&utf16), ("ERROR\nERROR\n".into(), None));
        let (out, failure) = answers(b"\x1f\x8b\x08\0\nnim: 3\n");
        assert_eq!(out, "");
        assert!(failure.unwrap().contains("`zcat records.gz | grundy`"));
    }

    #[test]
    fn one_byte_order_mark_is_passed_over_and_only_at_the_beginning() {
        let mark = "\u{feff}";
        let long = "nim:".to_owned() + &" 1".repeat(READ_BYTES) + " 1\n";
        let answers = |text: &str| answer_text(text, &Options::default()).answers;
        for record in ["nim: 2 3\n", long.as_str()] {
            assert!(answers(&format!("{mark}{record}")).starts_with("WIN"));
            assert_eq!(answers(&format!("{mark}{mark}{record}")), "ERROR\n");
            assert!(answers(&format!("\n{mark}{record}")).ends_with("ERROR\n"));
        }
        assert_eq!(answers(mark), "");
    }

    #[test]
    fn rows_too_many_belong_to_their_board_however_long_they_are() {
        let mut options = Options::default();
        options.budget.memory = 8 << 20;
        let board = format!("king 600x600\n{}", (".".repeat(600) + "\n").repeat(600));
        let long = ".".repeat(2 << 20);
        let answered = answer_text(&format!("{board}{long}\n{long}\nnim: 3\n"), &options);
        assert_eq!(answered.answers, "ERROR\nWIN 1\n");
        let said = &answered.diagnostics;
        assert!(said.contains("one row too many"), "{said}");
        assert!(!said.contains("longer than"), "{said}");
    }
}
