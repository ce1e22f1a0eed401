//! What does a game look like to people who meet it for the first time? A report from its first positions: values, lost
//! positions, a period, patterns, games with the same values, and code.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `study`, `findings` | [`study()`] looks at a game, and [`Study`] is what it finds |
//! | `numbers` | games whose positions are numbers |
//! | `sample` | the first positions of a game with their values |
//! | `letters` | games that change cells, by the exponent of a power, and the known games that they are |
//! | [`patterns`] | formulas, and how they are found in a sample |
//! | `period` | a proved period as a formula |
//! | `proof`, `claim` | formulas that are held against the rules, for all positions |
//! | `identify/` | games with the same values, and sequences that are known |
//! | `report`, `say` | the findings and formulas in words |
//! | `program`, `code/` | the findings as a program in C++, Python or Rust |
//! | `gives`, `names` | what a formula gives, and the names of the numbers of a position |

mod claim;
mod code;
mod findings;
mod gives;
mod identify;
mod letters;
mod names;
mod numbers;
pub mod patterns;
mod period;
mod program;
mod proof;
mod report;
mod sample;
mod say;
mod study;

pub use code::Language;
pub use findings::Study;
pub use identify::{Agreement, Match, identify};
pub use names::default_names;
pub use report::report;
pub use sample::{SampleKind, Sampled};
pub use study::study;
