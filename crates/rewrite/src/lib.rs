//! Games that change the letters of cells: where a rule `XO>.X` lies on a row, a board or a graph, a move puts `.X` there.
//!
//! [`Rewrites`] are opened rules, [`RewritePosition`] a position of them, ready to be asked for its moves and its value, and
//! [`RewriteRun`] a run over positions that have much in common. The types of rules and positions are those of
//! [`grundy_rules::rewrite`].
//!
//! # Splits
//!
//! The value of a position is the nim-sum of the values of parts whose play does not touch each other. Each file has the
//! theorem of its split, a small example, and where it is wrong:
//!
//! | what splits | why | not where |
//! | --- | --- | --- |
//! | any rules (`picture`) | a cell whose possible letters are one never changes; two parts share only such cells | `joined`; `ends` while one of its words may still come to be |
//! | `never` (`picture`) | a part shows the cells of what forbids its moves, also letters that are in no rule | – |
//! | `alive` (`picture`) | constant letters of different kinds are neither one group nor free neighbours of each other | – |
//! | `alive` with rules `.>X` (`nogo`) | what is illegal stays illegal, so that cells are free for ever and groups safe | stones that move or go; `never` |
//! | letters that keep their order (`order`) | nothing passes between two that do not look at each other | `never`, `ends`, `alive`; letters that jump |
//! | rows that close up, long rows (`words`) | a letter that no rule needs never goes and separates | `never`, `ends`, `alive`, `joined` |
//! | large positions (`large`) | as in `picture`, with more links | `joined`, `ends` |
//! | misère play (`outcomes`) | who wins depends on the multiset of parts | values, and equal parts do not cancel |
//!
//! Rules of known games are recognised and solved as those: taking and breaking (`one_letter`), positional games (`taking`).
//! The slow twin of all of it is `slow`, which knows whole positions and no split; random records with every keyword hold
//! the two together.
//!
//! # Files
//!
//! | file | what it holds |
//! | --- | --- |
//! | `form`, `ground` | words, and how they lie on rows, rings, boards and graphs |
//! | `definition` | the moves of a whole position, and what forbids one |
//! | `planes`, `letters`, `layout` | positions as bits: a plane a letter, and where cells lie in a word |
//! | `patterns`, `symmetry` | the rules on a layout, and what maps them to themselves |
//! | `picture` | **parts**: the theorem by which positions split, and the game of parts for the search |
//! | `order` | rows that split where no letter can pass another |
//! | `ending` | proofs that play ends |
//! | `mex`, `outcomes` | values and misère outcomes by definition; returns of play |
//! | `nogo` | games that only put letters down next to free cells, by three planes a letter |
//! | `large` | the first split of positions that are too large for a layout, on lists of cells |
//! | `one_letter` | rows of one letter that are games of taking and breaking |
//! | `taking` | rules that only take cells away: positional games |
//! | `words` | rows of any length, and rows that close up: parts as words in a trie |
//! | `slow` | whole positions without parts: the slow twin of all that is fast |
//! | `account` | the steps of a record |
//! | `choice` | the names of these ways, for `--stats` |
//! | `engine` | what each of these ways answers |
//! | `by_layout/` | which engine answers positions that fit a layout; `parted` by parts, `nogo_planes` those of NoGo |
//! | `position` | which way a position is solved; opened rules and positions |

mod account;
mod by_layout;
mod choice;
mod definition;
mod ending;
mod engine;
mod form;
mod ground;
mod large;
mod layout;
mod letters;
mod mex;
mod nogo;
mod one_letter;
mod order;
mod outcomes;
mod patterns;
mod picture;
mod planes;
mod position;
mod slow;
mod symmetry;
mod taking;
mod words;

pub use choice::RewriteEngine;
pub use definition::{Breach, RewriteMove};
pub use engine::EngineStop;
pub use one_letter::RunHeaps;
pub use planes::CellBits;
pub use position::{
    KnownGame, MAX_LISTED_CELLS, PlayReturn, RewriteFault, RewritePosition, RewriteRun, Rewrites,
    Ways,
};
pub use taking::TakingName;
pub use words::WordTable;
