//! The machine below the engines: vector instructions, threads, systems, seeded random numbers.

pub mod budget;
#[doc(hidden)]
pub mod campaign;
pub mod platform;
pub mod random;
pub mod simd;
pub mod source;
pub mod sync;
