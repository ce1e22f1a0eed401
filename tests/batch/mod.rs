//! Batches of records: their order, threads, faults around the program, limits, and sequences that are kept.

#[cfg(unix)]
mod faults;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(unix)]
mod memory;
mod objects;
mod sequences;
mod threads;
