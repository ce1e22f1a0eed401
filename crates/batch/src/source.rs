//! Inputs: files, pipes, parts of files.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, OnceLock};

use super::Failure;
use grundy_base::platform::{self, map_file, read_at};
use grundy_base::source::{Mapped, ReadAt, RowSource};

/// One input: a file, standard input, a text in memory.
pub struct Source {
    /// The beginning of the source: its name and what came before it.
    pub(super) start: Arc<Start>,
    /// The text.
    text: Text,
    /// The number of bytes read, or passed over.
    read: u64,
    /// The function that is called with the number of bytes of every read.
    watch: Option<Watch>,
}

/// A function that is called with the number of bytes that were read.
pub type Watch = Box<dyn Fn(u64) + Send>;

/// The origin of the bytes of an input.
enum Text {
    /// A reader of any kind.
    Stream(Box<dyn Read + Send>),
    /// A pipe or a terminal.
    Pipe(File),
    /// A file on a disk.
    File(FileText),
}

/// The beginning of an input.
#[derive(Default)]
pub(super) struct Start {
    /// The name by which diagnostics call it.
    pub(super) name: String,
    /// The text before it, if it is a part of a file.
    before: Option<FileText>,
    /// The number of lines before the text, once it is counted.
    lines: OnceLock<u64>,
}

/// A file on a disk that is read from its own place on, up to an end.
///
/// Reading in order moves the file itself if [`FileText::follows`] is set, so that a program that
/// shares it (`(grundy; cat) < file`) goes on after what was read.
struct FileText {
    /// The file.
    file: File,
    /// The place of the next byte to be read.
    offset: u64,
    /// The place after the last byte.
    end: u64,
    /// Whether the file is read from where it stands, and moves.
    follows: bool,
}

/// A rest of a file shorter than this is read in order.
const WORTH_SHARING: u64 = 1 << 20;

impl FileText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Standard input that is named twice is one file: the second name reads on where the first stopped.
        let read = if self.follows {
            self.file.read(buffer)?
        } else {
            self.read_at(buffer, 0)?
        };
        self.offset += read as u64;
        Ok(read)
    }

    /// Counts the lines that end in the file, as far as it can be read.
    fn count_lines(&self) -> u64 {
        let mut buffer = vec![0; 256 << 10];
        let mut offset = 0;
        let mut lines = 0;
        while let Ok(read @ 1..) = self.read_at(&mut buffer, offset) {
            lines += memchr::memchr_iter(b'\n', &buffer[..read]).count() as u64;
            offset += read as u64;
        }
        lines
    }

    /// Returns the number of bytes that are left. Files that the system makes up have no length, and may not be read at
    /// a place either: of those, none is left.
    fn rest(&self) -> u64 {
        let length = self.file.metadata().map_or(0, |metadata| metadata.len());
        length.min(self.end).saturating_sub(self.offset)
    }
}

impl ReadAt for FileText {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let place = self.offset.saturating_add(offset);
        let left = usize::try_from(self.end.saturating_sub(place)).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(left);
        read_at(&self.file, &mut buffer[..wanted], place)
    }

    fn mapped(&self) -> Option<Box<dyn Mapped + '_>> {
        map_file(&self.file, self.offset, self.rest())
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.text {
            Text::Stream(reader) => reader.read(buffer)?,
            Text::Pipe(file) => file.read(buffer)?,
            Text::File(file) => file.read(buffer)?,
        };
        self.count(read as u64);
        Ok(read)
    }
}

impl RowSource for Source {
    fn anywhere(&self) -> Option<&dyn ReadAt> {
        let Text::File(file) = &self.text else {
            return None;
        };
        (file.rest() >= WORTH_SHARING).then_some(file)
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let Text::File(file) = &mut self.text else {
            return Err(io::ErrorKind::NotSeekable.into());
        };
        let offset = file.offset.saturating_add(bytes);
        if file.follows {
            file.file.seek(SeekFrom::Start(offset))?;
        }
        file.offset = offset;
        self.count(bytes);
        Ok(())
    }
}

impl Start {
    /// Returns the number of lines before the input. They are counted when first asked for, since only diagnostics ask.
    pub(super) fn lines_before(&self) -> u64 {
        *self
            .lines
            .get_or_init(|| self.before.as_ref().map_or(0, FileText::count_lines))
    }

    /// Makes the failure of an input that cannot be read on.
    pub(super) fn failure(&self, error: io::Error) -> Failure {
        Failure::Input(self.name.clone(), error)
    }
}

impl Source {
    fn of(name: impl Into<String>, before: Option<FileText>, text: Text) -> Self {
        let start = Arc::new(Start {
            name: name.into(),
            before,
            lines: OnceLock::new(),
        });
        Source {
            start,
            text,
            read: 0,
            watch: None,
        }
    }

    /// Makes an input that never pauses, with the name that diagnostics give it.
    pub fn new(name: impl Into<String>, reader: Box<dyn Read + Send>) -> Self {
        Source::of(name, None, Text::Stream(reader))
    }

    /// Makes an input of a file on a disk, from where it stands; what is read of it moves it.
    pub fn file(name: impl Into<String>, mut file: File) -> Self {
        match file.stream_position() {
            Ok(offset) => {
                let text = FileText {
                    file,
                    offset,
                    end: u64::MAX,
                    follows: true,
                };
                Source::of(name, None, Text::File(text))
            }
            Err(_) => Source::new(name, Box::new(file)),
        }
    }

    /// Calls `watch` for every read of the input.
    pub fn watched(self, watch: Watch) -> Self {
        Source {
            watch: Some(watch),
            ..self
        }
    }

    /// Makes an input that may pause (a pipe, a terminal): what is whole is answered before more is waited
    /// for, on systems that can tell whether more input is waiting.
    pub fn pausing(name: impl Into<String>, file: File) -> Self {
        Source::of(name, None, Text::Pipe(file))
    }

    /// Makes an input of the bytes `start..end` of a file; lines count from the beginning of the file.
    ///
    /// # Errors
    ///
    /// Fails when the file's descriptor cannot be copied.
    pub(super) fn part(name: &str, file: &File, start: u64, end: u64) -> io::Result<Self> {
        let text = |file, offset, end| FileText {
            file,
            offset,
            end,
            follows: false,
        };
        let before = text(file.try_clone()?, 0, start);
        Ok(Source::of(
            name,
            Some(before),
            Text::File(text(file.try_clone()?, start, end)),
        ))
    }

    /// Returns the number of bytes that are left of a file; 0 for other inputs, and if it is not known.
    pub(super) fn rest_of_file(&self) -> u64 {
        if let Text::File(file) = &self.text {
            file.rest()
        } else {
            0
        }
    }

    /// Returns the number of bytes that were read.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read
    }

    fn count(&mut self, bytes: u64) {
        self.read += bytes;
        if let Some(watch) = &self.watch {
            watch(bytes);
        }
    }

    /// Returns whether nothing is there to be read within this many milliseconds.
    pub(super) fn pauses(&self, patience: i32) -> bool {
        matches!(&self.text, Text::Pipe(file) if platform::pauses(file, patience))
    }
}
