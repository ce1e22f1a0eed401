//! Boards as bits: dense engines (portable and vector twins) and sparse ones.

#[cfg(test)]
use grundy_machine::testing;
use grundy_machine::{simd, sync};
use grundy_record as record;
use grundy_theory as theory;

pub mod choice;
pub mod dense;
pub mod solve;
pub mod sparse;
