//! Values of all sets of cells of a small box, in Cram.
//!
//! The sets are taken in the order of their numbers, so that what a move leaves is valued already. Those that
//! agree in all rows but the first are a block; a move in the other rows leads from the block to another one,
//! from each set to the set in the same place.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the place of a bit in a word is at most 127"
)]

/// Returns the value of every set of cells of a box of at most 24 cells, by the bits of the set: cell (r, c) is bit
/// r · `columns` + c. Sets are whole positions; they need not be connected.
///
/// # Complexity
///
/// O(2^cells · cells), most of it in words of many values.
pub fn values(rows: u32, columns: u32) -> Vec<u8> {
    debug_assert!(
        rows * columns <= 24,
        "half as many dominoes are the largest value, and have to fit 16 bits"
    );
    let width = 1usize << columns;
    let high_cells = (rows - 1) * columns;
    let mut dominoes = Vec::new();
    for cell in 0..high_cells {
        if cell % columns + 1 < columns {
            dominoes.push(3usize << cell);
        }
        if cell + columns < high_cells {
            dominoes.push((1 | 1 << columns) << cell);
        }
    }
    // The value v of each set is kept as 2ᵛ: the mex of some values is the lowest bit that is not set in their union.
    let mut powers = vec![0u16; width << high_cells];
    let mut seen = vec![0u16; width];
    for high in 0..1usize << high_cells {
        let (before, block) = powers.split_at_mut(high << columns);
        let block = &mut block[..width];
        seen.fill(0);
        let block_of = |high: usize| &before[high << columns..][..width];
        for &domino in dominoes.iter().filter(|&&domino| high & domino == domino) {
            for (seen, &power) in seen.iter_mut().zip(block_of(high & !domino)) {
                *seen |= power;
            }
        }
        // These moves take a cell of the first row and the one below it.
        for column in (0..columns).filter(|column| rows > 1 && high >> column & 1 != 0) {
            let half = 1 << column;
            let from = block_of(high & !half).chunks_exact(2 * half);
            for (seen, from) in seen.chunks_exact_mut(2 * half).zip(from) {
                for (seen, &power) in seen[half..].iter_mut().zip(&from[..half]) {
                    *seen |= power;
                }
            }
        }
        for low in 0..width {
            let in_row = (0..columns.saturating_sub(1)).filter(|column| low >> column & 3 == 3);
            let all = in_row.fold(seen[low], |all, column| all | block[low & !(3 << column)]);
            block[low] = !all & all.wrapping_add(1);
        }
    }
    powers
        .into_iter()
        .map(|power| power.trailing_zeros() as u8)
        .collect()
}
