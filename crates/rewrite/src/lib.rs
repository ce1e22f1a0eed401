//! Games that change the letters of cells: where a rule `XO>.X` lies on a row, a board or a graph, a move puts `.X` there.
//!
//! [`Rewrites`] are opened rules, [`RewritePosition`] a position of them, ready to be asked for its moves and its value. The
//! types of rules and positions are those of [`grundy_rules::rewrite`].
//!
//! | file | what it holds |
//! | --- | --- |
//! | `form`, `ground` | words, and how they lie on rows, rings, boards and graphs |
//! | `definition` | the moves of a whole position, and what forbids one |
//! | `mex`, `outcomes` | values and misère outcomes by definition; returns of play |
//! | `slow` | whole positions without parts: the slow twin of all that is fast |
//! | `position` | opened rules and positions |

mod definition;
mod form;
mod ground;
mod mex;
mod outcomes;
mod position;
mod slow;
#[cfg(test)]
mod tests;

pub use definition::{Breach, RewriteMove};
pub use position::{MAX_LETTER_CELLS, PlayReturn, RewriteFault, RewritePosition, Rewrites};
