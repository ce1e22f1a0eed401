//! Many short rows by their columns: bit i of a column is row i.

use super::{Cells, Content};
use crate::boards::dense::lanes::{COLUMNS, WORDS};

const FREE: u8 = 1;
const PIECE: u8 = 2;
const OTHER: u8 = 4;

static CLASSES: [u8; 256] = {
    let mut table = [OTHER; 256];
    table[b'.' as usize] = FREE;
    table[b'K' as usize] = FREE | PIECE;
    table[b'X' as usize] = 0;
    table[b'#' as usize] = 0;
    table
};

/// Converts as many rows as a block has bits, each as wide as `cells` is long and ending in `end`;
/// `None` where the text is otherwise, or has digits.
pub(in super::super) fn convert_columns(text: &[u8], end: &[u8], cells: &mut [Cells]) -> Option<Content> {
    let line = cells.len() + end.len();
    let rows = text.get(..COLUMNS * line)?;
    if !rows.chunks_exact(line).all(|row| row.ends_with(end)) {
        return None;
    }
    let mut seen = 0;
    for (column, cells) in cells.iter_mut().enumerate() {
        for word in 0..WORDS {
            let (mut free, mut odd) = (0, 0);
            let rows = rows[word * 64 * line..(word + 1) * 64 * line].chunks_exact(line);
            for (bit, row) in rows.enumerate() {
                let class = CLASSES[usize::from(row[column])];
                seen |= class;
                free |= u64::from(class & FREE) << bit;
                odd |= u64::from(class >> 1 & 1) << bit;
            }
            (cells.free[word], cells.odd[word]) = (free, odd);
        }
    }
    match (seen & OTHER, seen & PIECE) {
        (OTHER, _) => None,
        (_, PIECE) => Some(Content::Single),
        _ => Some(Content::Bare),
    }
}
