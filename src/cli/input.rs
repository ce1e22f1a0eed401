//! Files and standard input, opened.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use super::{Exit, output};
use crate::batch::Source;

/// An input that could be opened.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) file: File,
    /// Whether it is a file on a disk, and so never pauses.
    regular: bool,
}

impl Input {
    /// The input as a source of records.
    pub(super) fn source(self) -> Source {
        match self.regular {
            true => Source::file(self.name, self.file),
            false => Source::pausing(self.name, self.file),
        }
    }
}

/// Opens the files named on a command line, standard input when there is none, so that a missing
/// one is known before the first answer. What cannot be opened is reported.
///
/// # Errors
///
/// The exit the program is to make.
pub(super) fn open_all(files: &[PathBuf]) -> Result<Vec<Input>, Exit> {
    let standard = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard } else { files };
    let open = |path: &PathBuf| {
        open(path).map_err(|error| {
            eprintln!("grundy: {}: {}", path.display(), output::describe(&error));
            Exit::Usage
        })
    };
    files.iter().map(open).collect()
}

fn open(path: &Path) -> io::Result<Input> {
    let (name, file) = if path == Path::new("-") {
        let standard = io::stdin();
        if standard.is_terminal() {
            eprintln!("grundy: waiting for records, such as `nim: 3 4 5`; Ctrl-D ends them");
        }
        ("<stdin>".to_owned(), File::from(standard.as_fd().try_clone_to_owned()?))
    } else {
        (path.display().to_string(), File::open(path)?)
    };
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if kind.is_fifo() {
        widen(&file);
    }
    Ok(Input { name, file, regular: kind.is_file() })
}

/// Lets a pipe hold a megabyte, so that its writer and this program wait for each other less often.
/// Where that is refused, the pipe is as it was.
fn widen(pipe: &File) {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        const MEGABYTE: libc::c_int = 1 << 20;
        // SAFETY: the descriptor is open, and this command takes a number and touches no memory.
        unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_SETPIPE_SZ, MEGABYTE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = pipe;
}
