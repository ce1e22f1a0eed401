//! The theory of tokens and edges on graphs: which vertices win, and with which value.
//!
//! | folder | games | what is known |
//! | --- | --- | --- |
//! | [`matching`] | a token that never returns to a vertex (geography) | a vertex wins if every maximum matching covers it |
//! | [`divisors`] | the factor game, a token on numbers that divide each other | a maximum matching of that graph |
//! | [`loopy`] | tokens on directed graphs, where play may never end | labels of Smith and Fraenkel, remoteness, and the longest play |
//! | [`hackenbush`] | edges that hang on the ground | the fusion and the colon principle |

pub mod choice;
pub mod divisors;
pub mod hackenbush;
pub mod loopy;
pub mod matching;
