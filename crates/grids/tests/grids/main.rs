//! Tests of the theory of boards: every engine is held to the definition, cell by cell, and engines to one another.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

mod choice;
mod dense;
mod sparse;
mod steps;
mod vectors;
