//! The tests of the program and the library from outside, in one binary so that they link once.
//!
//! `GRUNDY_TESTS=full` makes the longest ones as large as they can usefully be.

#[path = "../duel/mod.rs"]
mod duel;

mod agreement;
mod asks;
#[cfg(unix)]
mod board_files;
mod campaign;
mod documents;
mod exhaustive;
#[cfg(unix)]
mod extremes;
#[cfg(unix)]
mod faults;
mod fuzz_smoke;
mod games;
mod golden_answers;
#[cfg(unix)]
mod hostile;
mod house;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(unix)]
mod memory;
mod people;
mod proofs;
mod records;
mod rings;
mod rules;
mod saved;
mod setters;
mod sharing;
mod study;
mod walks;

/// The size of a long test: the first, or with `GRUNDY_TESTS=full` the second.
fn sized<T>(small: T, full: T) -> T {
    if std::env::var_os("GRUNDY_TESTS").is_some_and(|tests| tests == "full") {
        full
    } else {
        small
    }
}
