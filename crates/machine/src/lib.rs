//! The machine below the engines: vector instructions, threads, systems, seeded random numbers.

pub mod budget;
pub mod platform;
pub mod random;
pub mod shares;
pub mod simd;
pub mod source;
pub mod sync;
#[doc(hidden)]
pub mod testing;
