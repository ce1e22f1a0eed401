//! Exact solver for impartial games.
//!
//! Data flows one way: text → record → game → answer → text.
//!
//! - [`language`] turns text into records and answers into text; it knows no algorithm.
//! - [`record`] is the vocabulary both sides share: records, asks, answers, moves, faults.
//! - [`games`] holds one file per game: its rules, its moves, its limits; it does no I/O.
//! - [`theory`] and [`boards`] are the mathematics below: no text, no files.
//! - [`batch`] answers a text, record by record, on all threads.
//! - [`prover`] makes [`certificate`]s of answers, and [`verify`] checks them without any solver.
//! - [`explain`], [`picture`], [`play`] and [`generate`] are for people; [`subject`] is what they share.
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![warn(missing_docs)]

pub mod batch;
pub mod boards;
#[cfg(test)]
mod campaign;
pub mod certificate;
#[cfg(feature = "cli")]
pub mod cli;
pub mod explain;
pub mod games;
pub mod generate;
pub mod language;
pub mod picture;
mod platform;
pub mod play;
pub mod prover;
pub mod random;
pub mod record;
mod simd;
pub mod subject;
pub mod sync;
pub mod theory;
pub mod verify;
