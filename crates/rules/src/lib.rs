//! User-defined rulesets: the options of a position are what a comprehension over whole numbers yields.
//!
//! [`grammar`] reads the text of a rule into its syntax [`tree`]; [`eval`] and [`members`] define what
//! expressions and sets mean, exactly; [`options`] lists the options of a position; [`shape`] finds
//! the form of a rule. Nothing here solves a game.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | [`grammar`] | the text of a rule into its tree |
//! | [`tree`] | what a person wrote, with names replaced by numbers |
//! | [`eval`], [`members`], [`lists`], `number` | what expressions, sets and lists mean, exactly |
//! | [`options`] | the options of a position |
//! | [`left`] | what moves leave of positions that are lists, or in any number of parts |
//! | [`walk`], [`packed`] | the same run by run: lists of small numbers in few words |
//! | [`shape`] | what is read off the text of a rule, and not off its positions |
//! | [`named`], [`parts`] | sets of numbers by name; digits of codes and moves of coins |
//! | [`quote`] | pieces of a text in messages |
//! | [`spelling`] | characters of editors and pages in the place of plain ones |
//! | [`rewrite`] | the rules and positions of games that change cells, as they are written |
//! | [`meter`] | the cost of evaluation, and the reasons to stop it |

pub mod eval;
pub mod grammar;
pub mod left;
pub mod lists;
pub mod members;
pub mod meter;
pub mod named;
pub mod number;
pub mod options;
pub mod packed;
pub mod parts;
pub mod quote;
pub mod rewrite;
pub mod shape;
pub mod spelling;
pub mod tree;
pub mod walk;
