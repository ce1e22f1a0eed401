//! The parts that games are made of: sums and the heaps in them, moves listed and counted, positions that vary, and what
//! the records of a batch share. No game is defined here.

pub mod after_many;
pub mod amounts;
pub mod cache;
pub mod code_games;
pub mod codes;
pub mod effort;
pub mod heap_sums;
pub mod keys;
pub mod listing;
pub mod longest;
pub mod misere_rules;
pub mod mixed;
pub mod notes;
pub mod number_pick;
pub mod pairs;
pub mod rings;
pub mod sequences;
pub mod sum;
pub mod varied;
pub mod vertices;
pub mod visiting;

use std::cell::OnceCell;

/// Returns the content of a cell, which is found now if the cell is empty.
///
/// # Errors
///
/// Fails where `find` fails; the cell is still empty then.
pub fn found_once<T, E>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    if let Some(found) = cell.get() {
        return Ok(found);
    }
    let found = find()?;
    Ok(cell.get_or_init(|| found))
}
