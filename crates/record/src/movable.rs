//! Prepares records in which moves will be made.

use super::{Fault, Keyword, Modifiers, Place, Position, Record, Signature, Structure, Tuples};

/// Lets a position keep an account of its moves. Positional games need to know the parts that moves took, Hackenbush the
/// branches that they cut, and games with rings which rings moves have opened, since these are rows now.
pub fn keep_account(signature: &Signature, modifiers: &Modifiers, position: &mut Position) {
    if signature.structure == Structure::Taking {
        position.taken.get_or_insert_default();
    }
    if modifiers.has(Keyword::Ring) {
        let closed = vec![false; position.numbers.len()];
        position.opened.get_or_insert(closed);
    }
}

/// Turns a board in text into a size, damaged cells and pieces, the pieces of the text first.
///
/// # Errors
///
/// Fails at the first cell that is wrong, or if the board is longer than memory.
pub fn take_apart(record: &mut Record<'_>) -> Result<(), Fault> {
    let Some(board) = record.rows.take() else {
        return Ok(());
    };
    let Some(size) = board.size(record.size.map(|size| size.cols)) else {
        return Err(Fault::new(
            Place::Game,
            "the rows of this board are read once, as they come, so no move can be made on it",
            "give the board by its size and its damaged cells: `king 4x5 damaged 2,3`",
        ));
    };
    let mut pieces = Tuples::default();
    board.each_mark(size.cols, true, |cell, byte| match byte {
        b'X' | b'#' => {
            record.modifiers.damaged.push(&cell);
        }
        byte => {
            // A digit says how many pieces stand in the cell.
            let count = if byte == b'K' { 1 } else { byte - b'0' };
            for _ in 0..count {
                pieces.push_any(&cell);
            }
        }
    })?;
    record.size = Some(size);
    for cell in record.position.tuples.iter() {
        pieces.push(cell);
    }
    record.position.tuples = pieces;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Size};
    use grundy_base::source::Separator;

    #[test]
    fn a_board_becomes_size_damage_and_pieces() {
        let size = Size { rows: 2, cols: 3 };
        for (board, given) in [
            (Board::Text(Separator::Slash, b".2X/..K"), None),
            (Board::Text(Separator::Line, b".2X\r\n..K\n"), Some(size)),
        ] {
            let mut record = Record {
                size: given,
                rows: Some(board),
                ..Record::default()
            };
            record.position.tuples.push(&[2, 1]);
            take_apart(&mut record).unwrap();
            assert_eq!(record.size, Some(size));
            assert_eq!(
                record.modifiers.damaged.iter().collect::<Vec<_>>(),
                [[1, 3]]
            );
            let pieces: Vec<_> = record.position.tuples.iter().collect();
            assert_eq!(pieces, [[1, 2], [1, 2], [2, 3], [2, 1]]);
        }
    }
}
