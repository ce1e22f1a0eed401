//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod budget;
