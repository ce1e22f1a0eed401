//! The theory of heaps and piles: who wins, and with which Grundy value, one file or folder for each theorem. A game of
//! heaps has its formula here, or its engine that grows a sequence of values and proves how it goes on.
//!
//! | file | games | what is known |
//! | --- | --- | --- |
//! | [`sequence`] | all with one number | the driver that grows values 0, 1, 2, … and proves a period |
//! | [`choice`] | | the engines that find sequences of values |
//! | [`subtraction`] | a set of amounts to take | values by bits, many heaps at a time |
//! | [`flags`] | a set of amounts and an end at which one loses | three outcomes, each with its period |
//! | [`breaking`] | octal, hexadecimal and longer codes | values by sparse spaces, periods by Guy and Smith |
//! | [`coins`] | coins that are turned, in a row or on a board | values of one coin, and nim-products |
//! | [`take_away`] | at most K times as many as were taken last | Schwenk's and Whinihan's theorems |
//! | [`lasker`] | a heap is lowered or split | a formula with period 4 |
//! | [`moore`] | up to K heaps at once | Moore's theorem, and counts of positions |
//! | [`wythoff`] | two heaps, or both alike | Beatty sequences, and tables of values |
//! | [`pair`] | | the sizes of two heaps |
//! | [`euclid`] | multiples of one number from the other | Nivasch's formula |
//! | [`end_nim`] | piles at the ends of a row | Albert and Nowakowski's theorem |
//! | [`sequential`] | a heap before a position | a formula |
//! | [`staircase`] | coins that go down stairs | nim on every second step |
//! | [`welter`] | coins on different squares | Welter's function |
//! | [`paths`] | a set of amounts to take | the number of ways to play a heap down |
//! | [`convolution`] | sums | how many positions of given ranges are lost |

pub mod breaking;
pub mod choice;
pub mod coins;
pub mod convolution;
pub mod end_nim;
pub mod euclid;
pub mod flags;
pub mod lasker;
pub mod moore;
pub mod pair;
pub mod paths;
pub mod sequence;
pub mod sequential;
pub mod staircase;
pub mod subtraction;
pub mod take_away;
pub mod welter;
pub mod wythoff;
