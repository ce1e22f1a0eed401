//! Staircase nim: coins on steps 1, 2, 3, …; a move takes any number of coins from one step to the one
//! below, those of step 1 off the stairs.
//!
//! R. P. Sprague, "Mathematical Recreations", 1961: the Grundy value is the nim-sum of the coins on the
//! odd steps. A move from an odd step lowers its coins, as in nim, so all smaller values are reached. A
//! move from an even step raises an odd one, which changes the nim-sum, so the value itself is not reached.
//!
//! The silver dollar game without the dollar, coins on a strip that move to the left, past no other and
//! onto none, is this game: the gap before the last coin is step 1, the gap before the coin before it
//! step 2, and so on (Berlekamp, Conway, Guy, "Winning Ways"). If a coin moves k squares, k go from the
//! gap before it to the gap after it.

/// Returns the Grundy value of the coins on these steps, from step 1 on.
///
/// # Complexity
/// O(1) a step.
pub fn value(steps: &[u64]) -> u64 {
    steps.iter().step_by(2).fold(0, |sum, coins| sum ^ coins)
}

/// Returns how many coins a move from the step with this index (step 1 is index 0) takes to change the value
/// by this nim-difference; there is at most one such move.
pub fn taken(steps: &[u64], index: usize, difference: u64) -> Option<u64> {
    let coins = steps[index];
    let taken = if index.is_multiple_of(2) {
        coins.checked_sub(coins ^ difference)?
    } else {
        let below = steps[index - 1];
        (below ^ difference).checked_sub(below)?
    };
    (1..=coins).contains(&taken).then_some(taken)
}

/// Returns the steps of a strip of coins on different squares 1, 2, …, ascending.
pub fn steps_of_strip(squares: &[u64]) -> Vec<u64> {
    let before = std::iter::once(&0).chain(squares);
    let mut steps: Vec<u64> = squares
        .iter()
        .zip(before)
        .map(|(square, before)| square - before - 1)
        .collect();
    steps.reverse();
    steps
}
