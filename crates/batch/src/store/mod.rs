//! Sequences kept in the files of a folder. `docs/research.md` describes the format.
//!
//! A crash, a full disk or a second process at any moment leaves the old file or the new one: what is new
//! is written to a file of its own, which takes the other's name when all of it is on the disk. Of two
//! processes that save one sequence the one that knows more wins. Files are compared and renamed under a
//! lock of the folder; a file being written is locked itself, so that one left by a process that was
//! killed is known by its lock being free, and removed.

mod format;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use self::format::{CHECKSUM, Header, Trouble};
use grundy_base::platform;
use grundy_base::sync::lock;
use grundy_heaps::sequence::store::{Kept, SequenceStore, Wish};

/// The ending of the names of whole files.
const WHOLE: &str = ".seq";
/// The ending of the names of files that are being written.
const PARTIAL: &str = ".part";

/// The file whose lock is that of the folder.
const LOCK: &str = "lock";

/// The least time between two saves of a sequence that grows. A guess.
const MIN_PAUSE: Duration = Duration::from_secs(10);
/// The pause after a save, as a multiple of the time that it took: saving takes at most a twentieth of the time.
const PAUSE_PER_SAVE: u32 = 20;

/// A folder of sequences. Several threads and processes may use it at a time.
pub struct Folder {
    /// The path of the folder.
    path: PathBuf,
    /// The function that is given a sentence for each file that cannot be used or written.
    tell: fn(&str),
    /// The state of the files.
    files: Mutex<Files>,
    /// The number of the next file that this process writes, which tells it from the others.
    number: AtomicU64,
}

/// The state of the files.
#[derive(Default)]
struct Files {
    /// The times at which sequences that grow are next saved.
    due: HashMap<String, Instant>,
    /// The sequences whose files are damaged: these are replaced whatever they seem to hold.
    damaged: HashSet<String>,
    /// The sequences whose files have another format or other rules, or could not be read: these stay as they are.
    untouchable: HashSet<String>,
    /// The sequences of which it was reported that their files cannot be written.
    failed: HashSet<String>,
}

impl Folder {
    /// Opens a folder, or makes it, and removes what processes that were killed have left half written.
    /// `tell` is given a sentence for each file that cannot be used or written.
    ///
    /// # Errors
    ///
    /// Fails if the path is no folder and none can be made there, or if no file can be made in it.
    pub fn open(path: &Path, tell: fn(&str)) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let folder = Folder {
            path: path.into(),
            tell,
            files: Mutex::default(),
            number: AtomicU64::new(0),
        };
        let _lock = folder.lock()?;
        for entry in fs::read_dir(path)?.flatten() {
            let is_partial = entry
                .file_name()
                .to_str()
                .is_some_and(|name| name.ends_with(PARTIAL));
            if is_partial && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
                // One that cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(folder)
    }

    /// Holds the folder until the file is dropped.
    fn lock(&self) -> io::Result<File> {
        let path = self.path.join(LOCK);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        // If files cannot be locked, the last one to save wins.
        while file
            .lock()
            .is_err_and(|error| error.kind() == io::ErrorKind::Interrupted)
        {}
        Ok(file)
    }

    /// Returns the path of the file of a sequence. A name that is long, or has other signs than files may have, is known by its
    /// checksum; the file has the name itself.
    fn file(&self, name: &str) -> PathBuf {
        const MAX_NAME_BYTES: usize = 100;
        let plain = |c: char| c.is_ascii_alphanumeric() || " .-,![]".contains(c);
        let kind = name.split(' ').next().unwrap_or_default();
        let file = if name.len() <= MAX_NAME_BYTES && name.chars().all(plain) {
            name.replace(' ', "_")
        } else {
            format!("{kind}_{:016x}", CHECKSUM.checksum(name.as_bytes()))
        };
        self.path.join(file + WHOLE)
    }

    /// Tells whether the file of this sequence holds as much as what is known here, or must not be touched.
    fn knows_as_much(&self, name: &str, path: &Path, kept: &Kept<'_>) -> bool {
        if lock(&self.files).damaged.contains(name) {
            return false;
        }
        let Ok(file) = File::open(path) else {
            return false;
        };
        match Header::read(&mut BufReader::new(&file), &file, name) {
            Ok(header) => {
                let there = header.pattern.is_some();
                let here = kept.pattern.is_some();
                // A pattern is worth more than any number of terms.
                if there == here {
                    header.count >= kept.terms.count()
                } else {
                    there
                }
            }
            Err(Trouble::Damaged(_)) => false,
            // Not to be touched.
            Err(_) => true,
        }
    }

    /// Writes a sequence to a file of its own, which then takes the place of the sequence's file.
    fn write(&self, name: &str, kept: &Kept<'_>) -> io::Result<()> {
        let path = self.file(name);
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let partial = path.with_extension(format!("{}-{number}{PARTIAL}", std::process::id()));
        let file = {
            let _lock = self.lock()?;
            if self.knows_as_much(name, &path, kept) {
                return Ok(());
            }
            let file = File::create(&partial)?;
            let _ = file.try_lock();
            file
        };
        let written = write_whole(&file, name, kept);
        let replaced = written.and_then(|()| {
            let _lock = self.lock()?;
            // Some systems rename no file that is open.
            drop(file);
            if self.knows_as_much(name, &path, kept) {
                return fs::remove_file(&partial);
            }
            fs::rename(&partial, &path)?;
            lock(&self.files).damaged.remove(name);
            platform::sync_folder(&self.path)
        });
        if replaced.is_err() {
            let _ = fs::remove_file(&partial);
        }
        replaced
    }
}

/// Writes a sequence to a file, and waits until all of it is on the disk.
fn write_whole(file: &File, name: &str, kept: &Kept<'_>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 18, file);
    format::write(&mut out, name, kept)?;
    out.flush()?;
    file.sync_all()
}

impl SequenceStore for Folder {
    fn load(&self, name: &str, most_bytes: u64) -> Option<Kept<'static>> {
        let path = self.file(name);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                lock(&self.files).untouchable.insert(name.into());
                (self.tell)(&format!(
                    "{}: {error}; it is not used, and stays as it is",
                    path.display()
                ));
                return None;
            }
        };
        let path = path.display();
        match format::read(
            &mut BufReader::with_capacity(1 << 18, &file),
            &file,
            name,
            most_bytes,
        ) {
            Ok(kept) => return Some(kept),
            Err(Trouble::Damaged(what)) => {
                lock(&self.files).damaged.insert(name.into());
                (self.tell)(&format!(
                    "{path} is damaged ({what}): it is not used, and will be replaced"
                ));
            }
            Err(Trouble::Other(what)) => {
                lock(&self.files).untouchable.insert(name.into());
                (self.tell)(&format!(
                    "{path} {what}: it is not used, and stays as it is"
                ));
            }
        }
        None
    }

    fn save(&self, name: &str, kept: &Kept<'_>) {
        if lock(&self.files).untouchable.contains(name) {
            return;
        }
        let begun = Instant::now();
        if let Err(error) = self.write(name, kept)
            && lock(&self.files).failed.insert(name.into())
        {
            let path = self.file(name);
            (self.tell)(&format!("{} cannot be written: {error}", path.display()));
        }
        let pause = MIN_PAUSE.max(begun.elapsed() * PAUSE_PER_SAVE);
        lock(&self.files)
            .due
            .insert(name.into(), Instant::now() + pause);
    }

    fn wish(&self, name: &str) -> Wish {
        let mut files = lock(&self.files);
        let now = Instant::now();
        let due = files.due.entry(name.into()).or_insert(now + MIN_PAUSE);
        if *due <= now { Wish::Save } else { Wish::GoOn }
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folder")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
