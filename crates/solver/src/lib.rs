//! The solver: text into records, records into games, games into answers.

pub mod games;
pub mod language;
