//! The things that a machine gives to the engines: budgets, vector instructions, threads, files and systems, seeded
//! random numbers.
//!
//! | file | what it is for |
//! | --- | --- |
//! | [`budget`] | the memory, the steps and the threads of a computation, and the error if it would need more |
//! | [`shares`] | the parts of a budget that single tables and attempts may use |
//! | [`sync`] | threads that do parts of a job, interrupts, and progress |
//! | [`simd`] | the sets of vector instructions, decided once |
//! | [`source`] | the text of a board that arrives or stands in a file |
//! | [`platform`] | system calls that differ between systems |
//! | [`bits`] | words of bits, and sets of numbers as bits |
//! | [`disjoint`] | disjoint sets of numbers that are joined (union–find) |
//! | [`hash`] | the mixer of hashes |
//! | [`rows`] | lists of numbers by row, one after the other |
//! | [`edge`] | edges and arcs of graphs |
//! | [`range`] | ranges of numbers |
//! | [`cell`] | cells of boards and of shapes |
//! | [`random`] | random numbers that are the same on every machine |

pub mod bits;
pub mod budget;
pub mod cell;
pub mod disjoint;
pub mod edge;
pub mod hash;
pub mod platform;
pub mod random;
pub mod range;
pub mod rows;
pub mod shares;
pub mod simd;
pub mod source;
pub mod sync;
#[doc(hidden)]
pub mod testing;
