//! The slow twins of this folder's tests: the definitions, word for word.

use crate::mex::mex;

/// Grundy values of heaps 0..=n.
pub fn grundy(amounts: &[u64], n: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=n {
        let next = mex(amounts.iter().filter(|&&s| s as usize <= heap).map(|&s| values[heap - s as usize]));
        values.push(next);
    }
    values
}

/// Whether the player to move wins heaps 0..=n; `misere`: a player who takes the last loses.
pub fn wins(amounts: &[u64], n: usize, misere: bool) -> Vec<bool> {
    let mut wins: Vec<bool> = Vec::new();
    for heap in 0..=n {
        let mut moves = amounts.iter().filter(|&&s| s as usize <= heap).peekable();
        let no_move = moves.peek().is_none();
        wins.push((no_move && misere) || moves.any(|&s| !wins[heap - s as usize]));
    }
    wins
}
