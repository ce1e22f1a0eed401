//! Tests of the theory of tokens and edges on graphs: each room is held to the definition.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

mod divisors;
mod hackenbush;
mod loopy;
mod matching;
mod witness;
