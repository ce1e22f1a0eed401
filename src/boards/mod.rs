//! Boards as bits: dense engines (portable and vector twins) and sparse ones.

pub mod dense;
pub mod sparse;
