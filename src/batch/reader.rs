//! Sources read in blocks and cut into chunks of whole records.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::items::{last_record_start, rows_belong_after, whole_prefix};
use crate::language::layout::is_board_byte;
use crate::record::Ask;

/// How much is read at a time: several blocks fit in a core's own cache.
const BLOCK: usize = 256 << 10;
/// A UTF-8 byte order mark.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";
/// How long to wait, at a pause behind the last row of a board, for a row too many: long enough for
/// a writer that is at work, too short for a person to notice.
const PATIENCE_MS: i32 = 20;
/// Any ask will do where records are only told apart.
const ANY_ASK: &[Ask] = &[Ask::Verdict];

/// One input: a file, standard input, a text in memory.
pub struct Source {
    name: String,
    reader: Box<dyn Read + Send>,
    /// The descriptor to ask whether more is about to come, for inputs that can pause.
    #[cfg(unix)]
    pausing: Option<std::os::fd::RawFd>,
}

impl Source {
    /// An input that never pauses, with the name diagnostics give it.
    pub fn new(name: impl Into<String>, reader: Box<dyn Read + Send>) -> Self {
        Source {
            name: name.into(),
            reader,
            #[cfg(unix)]
            pausing: None,
        }
    }

    /// An input that may pause (a pipe, a terminal), read from this descriptor: what is whole is
    /// answered before more is waited for.
    #[cfg(unix)]
    pub fn pausing(name: impl Into<String>, file: std::fs::File) -> Self {
        use std::os::fd::AsRawFd;
        let pausing = Some(file.as_raw_fd());
        Source { name: name.into(), reader: Box::new(file), pausing }
    }

    /// Whether nothing is there to be read within so many milliseconds.
    fn pauses(&self, patience: i32) -> bool {
        #[cfg(unix)]
        if let Some(fd) = self.pausing {
            let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
            // SAFETY: `poll` points to one pollfd, as the count says, and lives through the call.
            return unsafe { libc::poll(&raw mut poll, 1, patience) } == 0;
        }
        let _ = patience;
        false
    }
}

/// A run of whole records.
pub(super) struct Chunk {
    /// Its place in the order of all chunks, from 0.
    pub(super) sequence: u64,
    /// The name of its source.
    pub(super) source: String,
    /// Whether it is the first of its source: line numbers begin anew.
    pub(super) first: bool,
    /// Whether rows at its beginning belong to the chunk before.
    pub(super) rows_belong: bool,
    /// Its text.
    pub(super) bytes: Vec<u8>,
    /// A line longer than the limit stood here; its beginning is all there is of it.
    pub(super) line_limit: Option<u64>,
}

/// Cuts sources into chunks.
pub(super) struct Reader {
    sources: VecDeque<Source>,
    /// Read and not yet handed out.
    buffer: Vec<u8>,
    /// How much to gather before looking for a cut.
    target: usize,
    /// How much of the buffer is known to hold no line end.
    searched: usize,
    first: bool,
    rows_belong: bool,
    sequence: u64,
    max_line: usize,
    spare: Vec<Vec<u8>>,
    /// Bytes read so far.
    pub(super) bytes: u64,
}

impl Reader {
    /// A reader of sources in order. Lines (and boards) are kept up to `max_line` bytes.
    pub(super) fn new(sources: Vec<Source>, max_line: u64) -> Self {
        Reader {
            sources: sources.into(),
            buffer: Vec::with_capacity(BLOCK),
            target: BLOCK,
            searched: 0,
            first: true,
            rows_belong: false,
            sequence: 0,
            max_line: usize::try_from(max_line).unwrap_or(usize::MAX).max(BLOCK),
            spare: Vec::new(),
            bytes: 0,
        }
    }

    /// The next chunk, or none at the end of the last source.
    pub(super) fn next(&mut self) -> Result<Option<Chunk>, (String, io::Error)> {
        loop {
            let Some(source) = self.sources.front_mut() else { return Ok(None) };
            let state = match fill(source, &mut self.buffer, self.target, &mut self.bytes) {
                Ok(state) => state,
                Err(error) => return Err((source.name.clone(), error)),
            };
            if self.first && self.buffer.starts_with(MARK) {
                self.buffer.drain(..MARK.len());
            }
            if state == State::Ended {
                let chunk = self.cut(self.buffer.len());
                self.sources.pop_front();
                self.first = true;
                self.rows_belong = false;
                self.searched = 0;
                match chunk {
                    Some(chunk) => return Ok(Some(chunk)),
                    None => continue,
                }
            }
            let cut = self.find_cut(state);
            if let Some(chunk) = self.cut(cut) {
                return Ok(Some(chunk));
            }
            if self.buffer.len() >= self.max_line {
                return self.skip_line();
            }
            self.target = match state {
                State::Paused => self.buffer.len() + 1,
                _ => (self.target * 2).min(self.max_line),
            };
        }
    }

    /// Where the buffer can be cut; 0 when nothing in it is whole yet.
    fn find_cut(&mut self, state: State) -> usize {
        if memchr::memchr(b'\n', &self.buffer[self.searched..]).is_none() {
            // Still one line: a long one that arrives in small pieces is not searched anew each time.
            self.searched = self.buffer.len();
            return 0;
        }
        if state == State::Full
            && let Some(start) = last_record_start(&self.buffer)
        {
            return start;
        }
        let cut = whole_prefix(&self.buffer, ANY_ASK, false);
        let waiting = |source: &Source| source.pauses(PATIENCE_MS);
        if cut == 0 && state == State::Paused && self.sources.front().is_some_and(waiting) {
            return whole_prefix(&self.buffer, ANY_ASK, true);
        }
        cut
    }

    /// Takes back the memory of a chunk that is done with.
    pub(super) fn recycle(&mut self, mut bytes: Vec<u8>) {
        if bytes.capacity() <= 2 * BLOCK {
            bytes.clear();
            self.spare.push(bytes);
        }
    }

    /// Hands out the first `length` bytes of the buffer, if any.
    fn cut(&mut self, length: usize) -> Option<Chunk> {
        if length == 0 {
            return None;
        }
        let mut rest = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(BLOCK));
        rest.extend_from_slice(&self.buffer[length..]);
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        bytes.truncate(length);
        // What certainly begins a record next needs no look back.
        let rows_may_follow = self.buffer.first().is_none_or(|&byte| is_board_byte(byte));
        let rows_belong = rows_may_follow && rows_belong_after(&bytes);
        self.target = BLOCK.max(self.buffer.len() + 1);
        let chunk = Chunk {
            sequence: self.sequence,
            source: self.sources.front().map(|source| source.name.clone()).unwrap_or_default(),
            first: self.first,
            rows_belong: self.rows_belong,
            bytes,
            line_limit: None,
        };
        self.sequence += 1;
        self.first = false;
        self.rows_belong = rows_belong;
        self.searched = 0;
        Some(chunk)
    }

    /// Hands out the beginning of an item that is longer than may be kept, and reads past the end
    /// of its last line.
    fn skip_line(&mut self) -> Result<Option<Chunk>, (String, io::Error)> {
        const SHOWN: usize = 4096;
        let mut bytes = self.buffer[..SHOWN.min(self.buffer.len())].to_vec();
        if let Some(end) = memchr::memchr(b'\n', &bytes) {
            bytes.truncate(end);
        }
        self.buffer.clear();
        loop {
            let Some(source) = self.sources.front_mut() else { break };
            let state = match fill(source, &mut self.buffer, BLOCK, &mut self.bytes) {
                Ok(state) => state,
                Err(error) => return Err((source.name.clone(), error)),
            };
            if let Some(end) = memchr::memchr(b'\n', &self.buffer) {
                self.buffer.drain(..=end);
                break;
            }
            self.buffer.clear();
            if state == State::Ended {
                break;
            }
        }
        self.target = BLOCK.max(self.buffer.len() + 1);
        let chunk = Chunk {
            sequence: self.sequence,
            source: self.sources.front().map(|source| source.name.clone()).unwrap_or_default(),
            first: self.first,
            rows_belong: self.rows_belong,
            bytes,
            line_limit: Some(self.max_line as u64),
        };
        self.sequence += 1;
        self.first = false;
        self.rows_belong = true;
        self.searched = 0;
        Ok(Some(chunk))
    }
}

/// How filling a buffer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The target is reached.
    Full,
    /// Nothing more is there just now.
    Paused,
    /// The source has ended.
    Ended,
}

/// Reads until the buffer holds `target` bytes, the source pauses, or it ends.
fn fill(source: &mut Source, buffer: &mut Vec<u8>, target: usize, total: &mut u64) -> io::Result<State> {
    let mut got_some = false;
    while buffer.len() < target {
        if got_some && source.pauses(0) {
            return Ok(State::Paused);
        }
        let old = buffer.len();
        buffer.resize(target, 0);
        let read = loop {
            match source.reader.read(&mut buffer[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        buffer.truncate(old + read.as_ref().copied().unwrap_or(0));
        match read? {
            0 => return Ok(State::Ended),
            read => *total += read as u64,
        }
        got_some = true;
    }
    Ok(State::Full)
}
