//! Tests of rules that users write: each way to solve them is held to the definition of a rule, position by position.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

mod parts;
mod patterns;
mod solver;
mod theorems;
