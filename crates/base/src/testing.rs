//! Helpers that the tests of all crates share.
//!
//! `GRUNDY_TESTS=full` makes the longest tests as large as they can usefully be;
//! `GRUNDY_CAMPAIGN_SECONDS=600 cargo test agree` repeats the random ones with new seeds for ten minutes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is drawn below a number has its type"
)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, process};

use crate::random::Random;

/// Reads a number from the environment.
fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name}: {value} is not a number")),
    )
}

/// Chooses the size of a long test: the first one, or with `GRUNDY_TESTS=full` the second one.
pub fn sized<T>(small: T, full: T) -> T {
    if env::var_os("GRUNDY_TESTS").is_some_and(|tests| tests == "full") {
        full
    } else {
        small
    }
}

/// Runs a round with one seed after another, from `GRUNDY_CAMPAIGN_SEED` (0) on, for
/// `GRUNDY_CAMPAIGN_SECONDS`; not at all if that is not set.
pub fn rounds(mut round: impl FnMut(u64)) {
    let Some(seconds) = setting("GRUNDY_CAMPAIGN_SECONDS") else {
        return;
    };
    let first = setting("GRUNDY_CAMPAIGN_SEED").unwrap_or(0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut seed = first;
    while Instant::now() < end {
        round(seed);
        seed += 1;
    }
    println!("{seconds} s, seeds from {first}: the next is {seed}");
}

/// Returns the Python interpreter that is called by this name, which may be a script that takes longer to find it than most
/// programs take. If it cannot say where it is, the name is returned, and whoever calls it is told why.
pub fn python_interpreter(name: &str) -> String {
    let says_itself = ["-c", "import sys; print(sys.executable)"];
    match Command::new(name).args(says_itself).output() {
        Ok(said) if said.status.success() && !said.stdout.is_empty() => {
            String::from_utf8_lossy(&said.stdout).trim().to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Returns the lines of a program in C++ that include others.
pub fn includes_of_cpp(program: &str) -> String {
    let includes = program.lines().filter(|line| line.starts_with("#include"));
    includes.map(|line| line.to_owned() + "\n").collect()
}

/// Joins programs in C++ as parts of one, whose argument is the place of the one to run: the compiler takes longer for what
/// they include than for themselves. In a part, names of the C library are hidden that would be in the way outside of it.
///
/// # Panics
/// Panics if a program has no line `int main() {`.
pub fn joined_cpp(programs: &[&str]) -> String {
    let mut includes = String::new();
    let mut parts = String::new();
    let mut calls = String::new();
    for (i, program) in programs.iter().enumerate() {
        assert!(program.contains("\nint main() {\n"), "{program}");
        includes += &includes_of_cpp(program);
        let others = program.lines().filter(|line| !line.starts_with("#include"));
        let others: String = others.map(|line| line.to_owned() + "\n").collect();
        let part = others.replace("int main() {\n", "void run() {\n");
        parts += &format!("namespace part{i} {{\n{part}}}\n");
        calls += &format!("    if (which == {i}) part{i}::run();\n");
    }
    // Without a function of a library, which a part might have forgotten to include.
    let number = "int which = 0;\n    for (const char* c = words[1]; *c; c++) which = 10 * which + (*c - '0');";
    format!("{includes}{parts}int main(int, char** words) {{\n    {number}\n{calls}}}\n")
}

/// Makes a text of `least` to `most` random decimal digits.
pub fn random_digits(random: &mut Random, least: u64, most: u64) -> String {
    (0..random.within(least, most))
        .map(|_| char::from(b'0' + random.below(10) as u8))
        .collect()
}

/// Ways to draw that tests share.
impl Random {
    /// Draws an index of a list of this length, or a number below another one.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Draws a number below `n`.
    pub fn below_u32(&mut self, n: u32) -> u32 {
        self.below(u64::from(n)) as u32
    }

    /// Draws one of these items.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())]
    }

    /// Returns true with this probability in per cent.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// Draws a size up to `most`, small ones more often, the ends most often of all.
    pub fn size(&mut self, most: u64) -> u64 {
        match self.below(8) {
            0 => 0,
            1 => self.below(2).min(most),
            2 => most,
            3 | 4 => self.within(0, most.min(6)),
            _ => self.within(0, most),
        }
    }

    /// Makes a number of things.
    pub fn list<T>(&mut self, count: u64, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
        (0..count).map(|_| make(self)).collect()
    }
}

/// A new folder for temporary files; it is removed with all that is in it when it is dropped.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates the folder.
    ///
    /// # Panics
    ///
    /// Panics if the system allows no such folder.
    #[expect(clippy::new_without_default, reason = "it does I/O")]
    pub fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("grundy-test-{}-{number}", process::id()));
        fs::create_dir(&path).expect("a folder for temporary files");
        TemporaryFolder(path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Creates a file in the folder, open for reading and writing.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be created.
    pub fn file(&self, name: &str) -> File {
        File::create_new(self.0.join(name)).expect("a temporary file")
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A failure leaves files in the system's temporary folder, which is cleaned by the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}
