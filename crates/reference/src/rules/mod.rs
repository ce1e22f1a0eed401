//! User-defined rules: their text and its meaning, and the theorems that hold for all rules of a form.

pub mod evaluate;
pub mod lists;
pub mod repeats;
pub mod rule;
pub mod statements;
pub mod term;
pub mod windows;
