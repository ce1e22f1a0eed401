//! The careful scalar program that the engines are measured against: `scalar_twin FILE` answers
//! one board in text, a cell at a time, from a mapped file, with byte tables and one pass where
//! the rules allow it. It is fast for what it is; it checks nothing.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::fs::File;

/// A board in text, its rows as wide as its header says.
struct Board<'a> {
    /// The number of rows.
    rows: usize,
    /// The number of columns.
    columns: usize,
    /// The rows, one after the other.
    text: &'a [u8],
}

impl Board<'_> {
    /// Returns the cells of a row.
    fn row(&self, row: usize) -> &[u8] {
        &self.text[row * (self.columns + 1)..][..self.columns]
    }
}

/// The answer to a board.
struct Answer {
    /// The nim-sum of the pieces.
    grundy: u32,
    /// The number of moves that lead to nim-sum zero.
    winning: u64,
}

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    // SAFETY: nobody changes the file while it is measured.
    let file = unsafe { memmap2::Mmap::map(&File::open(path)?) }?;
    let bytes = &file[..];
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let header = String::from_utf8_lossy(&bytes[..end]);
    let (game, size) = header.split_once(' ').unwrap_or_default();
    let (rows, columns) = size.split_once('x').unwrap_or_default();
    let number = |text: &str| text.parse().unwrap_or(0);
    let board = Board {
        rows: number(rows),
        columns: number(columns),
        text: &bytes[end + 1..],
    };
    let Answer { grundy, winning } = match game {
        "king" => kings(&board),
        "knight" => knights(&board),
        "rook" => sliders(&board, &[(1, 0), (0, 1)]),
        "bishop" => sliders(&board, &[(1, 1)]),
        _ => sliders(&board, &[(1, 0), (0, 1), (1, 1)]),
    };
    if grundy == 0 {
        println!("LOSE");
    } else {
        println!("WIN {winning}");
    }
    Ok(())
}

/// The meaning of the characters of a board.
struct Tables {
    /// All bits set for an undamaged cell.
    free: [u8; 256],
    /// The number of pieces.
    pieces: [u8; 256],
}

/// Makes the tables.
fn tables() -> Tables {
    let mut free = [0xff; 256];
    free[usize::from(b'X')] = 0;
    free[usize::from(b'#')] = 0;
    let mut pieces = [0; 256];
    pieces[usize::from(b'K')] = 1;
    for count in 2..=9 {
        pieces[usize::from(b'0' + count)] = count;
    }
    Tables { free, pieces }
}

/// A king, and the one-hot values that it sees.
struct SeenKing {
    /// The number of kings on the cell.
    count: u8,
    /// The value of the king's cell, one-hot.
    own: u8,
    /// The values of the options, one-hot.
    options: [u8; 3],
}

/// Solves kings in one row of one-hot values, which is replaced from left to right; pieces are noted with what they
/// see.
fn kings(board: &Board) -> Answer {
    let Tables { free, pieces } = tables();
    // The one-hot mex of each set of values in four bits.
    let mex: [u8; 16] = std::array::from_fn(|seen| 1 << (seen as u8).trailing_ones());
    let mut row = vec![0u8; board.columns + 1];
    let mut seen = Vec::new();
    for number in 0..board.rows {
        let mut left = 0;
        let mut up_left = 0;
        for (&byte, value) in board.row(number).iter().zip(&mut row[1..]) {
            let up = *value;
            *value = mex[usize::from(up | left | up_left)] & free[usize::from(byte)];
            let count = pieces[usize::from(byte)];
            if count != 0 {
                seen.push(SeenKing {
                    count,
                    own: *value,
                    options: [up, left, up_left],
                });
            }
            left = *value;
            up_left = up;
        }
    }
    let mut grundy = 0;
    for king in seen.iter().filter(|king| king.count % 2 == 1) {
        grundy ^= king.own.trailing_zeros();
    }
    let mut winning = 0;
    for king in &seen {
        let target = 1u8 << (king.own.trailing_zeros() ^ grundy);
        let options = king.options.iter().filter(|&&option| option == target);
        winning += u64::from(king.count) * options.count() as u64;
    }
    Answer { grundy, winning }
}

/// Solves knights anti-diagonal by anti-diagonal over a table with a margin, one-hot.
fn knights(board: &Board) -> Answer {
    let Tables { free, pieces } = tables();
    let width = board.columns + 4;
    let steps = [
        2 * width + 1,
        width + 2,
        2 * width - 1,
        width.wrapping_neg() + 2,
    ];
    let mut table = vec![0u8; (board.rows + 4) * width];
    let at = |row: usize, column: usize| (row + 2) * width + column + 2;
    for diagonal in 0..board.rows + board.columns - 1 {
        let low = (diagonal + 1).saturating_sub(board.columns);
        for row in low..=diagonal.min(board.rows - 1) {
            let place = at(row, diagonal - row);
            let byte = board.text[row * (board.columns + 1) + diagonal - row];
            let seen = steps
                .iter()
                .fold(0, |seen, &back| seen | table[place.wrapping_sub(back)]);
            table[place] = !seen & (seen + 1) & free[usize::from(byte)];
        }
    }
    let each = || {
        (0..board.rows).flat_map(|row| {
            let cells = board.row(row).iter().enumerate();
            cells
                .filter(|cell| pieces[usize::from(*cell.1)] > 0)
                .map(move |(column, &byte)| (pieces[usize::from(byte)], at(row, column)))
        })
    };
    let odd = each().filter(|piece| piece.0 % 2 == 1);
    let grundy = odd.fold(0, |sum, piece| sum ^ table[piece.1].trailing_zeros());
    let wins = |(count, place): (u8, usize)| {
        let target = 1u8 << (table[place].trailing_zeros() ^ grundy);
        let options = steps
            .iter()
            .filter(|&&back| table[place.wrapping_sub(back)] == target);
        u64::from(count) * options.count() as u64
    };
    Answer {
        grundy,
        winning: each().map(wins).sum(),
    }
}

/// Solves pieces that slide row by row: each run is walked to its end, and the values on it are stamped.
fn sliders(board: &Board, ways: &[(usize, usize)]) -> Answer {
    let Tables { free, pieces } = tables();
    let columns = board.columns;
    let mut table = vec![u32::MAX; board.rows * columns];
    let mut stamps = vec![0u32; board.rows + 2 * columns + 2];
    let mut stamp = 0;
    let walk = |table: &[u32], row: usize, column: usize, visit: &mut dyn FnMut(u32)| {
        for &(up, left) in ways {
            let steps = match (up, left) {
                (0, _) => column,
                (_, 0) => row,
                _ => row.min(column),
            };
            for step in 1..=steps {
                let value = table[(row - step * up) * columns + column - step * left];
                if value == u32::MAX {
                    break;
                }
                visit(value);
            }
        }
    };
    for row in 0..board.rows {
        for (column, &byte) in board.row(row).iter().enumerate() {
            if free[usize::from(byte)] == 0 {
                continue;
            }
            stamp += 1;
            walk(&table, row, column, &mut |value| {
                stamps[value as usize] = stamp;
            });
            let mex = stamps.iter().position(|&seen| seen != stamp).unwrap_or(0);
            table[row * columns + column] = mex as u32;
        }
    }
    let each = || {
        (0..board.rows).flat_map(|row| {
            let cells = board.row(row).iter().enumerate();
            cells
                .filter(|cell| pieces[usize::from(*cell.1)] > 0)
                .map(move |(column, &byte)| (pieces[usize::from(byte)], row, column))
        })
    };
    let value = |row: usize, column: usize| table[row * columns + column];
    let odd = each().filter(|piece| piece.0 % 2 == 1);
    let grundy = odd.fold(0, |sum, (_, row, column)| sum ^ value(row, column));
    let wins = |(count, row, column): (u8, usize, usize)| {
        let target = value(row, column) ^ grundy;
        let mut found = 0;
        walk(&table, row, column, &mut |value| {
            found += u64::from(value == target);
        });
        u64::from(count) * found
    };
    Answer {
        grundy,
        winning: each().map(wins).sum(),
    }
}
