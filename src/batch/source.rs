//! Inputs: files, pipes, parts of files.

use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

/// One input: a file, standard input, a text in memory.
pub struct Source {
    pub(super) start: Arc<Start>,
    pub(super) reader: Box<dyn Read + Send>,
    /// The descriptor to ask whether more is about to come, for inputs that can pause.
    #[cfg(unix)]
    pausing: Option<std::os::fd::RawFd>,
}

/// Where an input begins.
#[derive(Default)]
pub(super) struct Start {
    /// The name diagnostics give it.
    pub(super) name: String,
    /// What comes before it, when it is a part of a file.
    before: Option<Part>,
    lines: OnceLock<u64>,
}

/// The first bytes of a file.
struct Part {
    file: File,
    end: u64,
}

/// Reads a part of a file at its own place, whoever else reads the file.
struct PartReader {
    file: File,
    offset: u64,
    end: u64,
}

impl Read for PartReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.offset).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(left);
        let read = read_at(&self.file, &mut buffer[..wanted], self.offset)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl Start {
    /// How many lines come before it; counted when first asked for, since only diagnostics ask.
    pub(super) fn lines_before(&self) -> u64 {
        let count = |part: &Part| count_lines(&part.file, part.end).unwrap_or(0);
        *self.lines.get_or_init(|| self.before.as_ref().map_or(0, count))
    }
}

impl Source {
    /// An input that never pauses, with the name diagnostics give it.
    pub fn new(name: impl Into<String>, reader: Box<dyn Read + Send>) -> Self {
        Source {
            start: Arc::new(Start { name: name.into(), ..Start::default() }),
            reader,
            #[cfg(unix)]
            pausing: None,
        }
    }

    /// The same input, read through a reader made of its own.
    pub fn through(self, wrap: impl FnOnce(Box<dyn Read + Send>) -> Box<dyn Read + Send>) -> Self {
        Source { reader: wrap(self.reader), ..self }
    }

    /// An input that may pause (a pipe, a terminal), read from this descriptor: what is whole is
    /// answered before more is waited for.
    #[cfg(unix)]
    pub fn pausing(name: impl Into<String>, file: File) -> Self {
        use std::os::fd::AsRawFd;
        let pausing = Some(file.as_raw_fd());
        Source { pausing, ..Source::new(name, Box::new(file)) }
    }

    /// The bytes `start..end` of a file; lines count from the beginning of the file.
    ///
    /// # Errors
    ///
    /// When the file's descriptor cannot be copied.
    pub(super) fn part(name: &str, file: &File, start: u64, end: u64) -> io::Result<Self> {
        let reader = Box::new(PartReader { file: file.try_clone()?, offset: start, end });
        let before = Some(Part { file: file.try_clone()?, end: start });
        let start = Arc::new(Start { name: name.to_owned(), before, ..Start::default() });
        Ok(Source { start, ..Source::new(name, reader) })
    }

    /// Whether nothing is there to be read within so many milliseconds.
    pub(super) fn pauses(&self, patience: i32) -> bool {
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

/// Reads at an offset, wherever the file stands.
pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    use std::os::unix::fs::FileExt;
    loop {
        match file.read_at(buffer, offset) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

fn count_lines(file: &File, end: u64) -> io::Result<u64> {
    let mut buffer = vec![0; 256 << 10];
    let (mut offset, mut lines) = (0, 0);
    while offset < end {
        let wanted = buffer.len().min(usize::try_from(end - offset).unwrap_or(usize::MAX));
        let read = read_at(file, &mut buffer[..wanted], offset)?;
        if read == 0 {
            break;
        }
        lines += memchr::memchr_iter(b'\n', &buffer[..read]).count() as u64;
        offset += read as u64;
    }
    Ok(lines)
}
