//! Chomp (Schuh 1952, Gale 1974) and Notakto.

use crate::moves::vocabulary::*;

/// The most rows of a bar, and the most columns: each move is listed with all rows that it leaves.
const MAX_ROWS: u64 = 100;
const MAX_COLUMNS: u64 = 1000;

/// The name of a move by its row and column, which are given from 0 on.
fn cell(row: u64, col: u64) -> Name {
    Name::Word(format!("{},{}", row + 1, col + 1).into())
}

/// The lengths of the rows that are left, those of 0 left out.
struct Chomp;

/// Reads a record of chomp.
pub fn read_chomp(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.position()?.is_empty())?;
    let rows: Vec<u64> = match &given.words[..] {
        [word] => {
            let (rows, cols) = text::size(word)?;
            Fail::TooLarge.when(rows > MAX_ROWS)?;
            vec![cols; rows as usize]
        }
        [first, rest @ ..] if first == "rows" => rest
            .iter()
            .map(|word| text::number(word))
            .collect::<Res<_>>()?,
        _ => return Err(Fail::Wrong),
    };
    Fail::Wrong.when(
        rows.first().is_none_or(|&row| row == 0) || rows.windows(2).any(|pair| pair[0] < pair[1]),
    )?;
    let is_large = rows.len() as u64 > MAX_ROWS || rows.iter().any(|&row| row > MAX_COLUMNS);
    Fail::TooLarge.when(is_large)?;
    Ok(Play::new(Chomp, [rows]))
}

impl GameDefinition for Chomp {
    /// A cell goes with all below and right of it; the cell 1,1 cannot be taken.
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let cells =
            (0..position.len()).flat_map(|row| (0..position[row]).map(move |col| (row, col)));
        let bite = |(row, col): (usize, u64)| {
            let mut left = PositionNumbers::from(position);
            left[row..]
                .iter_mut()
                .for_each(|length| *length = col.min(*length));
            ListedMove::leaving([left]).named(cell(row as u64, col))
        };
        Ok(cells.filter(|&cell| cell != (0, 0)).map(bite).collect())
    }

    fn canonical(&self, mut position: PositionNumbers) -> PositionNumbers {
        position.retain(|row| *row > 0);
        position
    }
}

const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Crosses on the nine cells of a board, as bits.
struct Notakto;

/// Reads a record of notakto.
pub fn read_notakto(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.words.is_empty())?;
    let board = |word: &String| {
        let rows: Vec<&str> = word.split('/').collect();
        let right = |row: &&str| row.len() == 3 && row.chars().all(|c| matches!(c, '.' | 'X'));
        Fail::Wrong.when(rows.len() != 3 || !rows.iter().all(right))?;
        let crosses = rows
            .concat()
            .bytes()
            .enumerate()
            .filter(|&(_, c)| c == b'X')
            .map(|(cell, _)| 1 << cell)
            .sum();
        Ok(PositionNumbers::from_slice(&[crosses]))
    };
    let boards = given
        .position()?
        .iter()
        .map(board)
        .collect::<Res<Vec<_>>>()?;
    Ok(Play::new(Notakto, boards))
}

impl GameDefinition for Notakto {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let board = position[0];
        let dead = LINES.iter().any(|line| board & line == *line);
        let free = (0..9).filter(|cell| !dead && board >> cell & 1 == 0);
        Ok(free
            .map(|at| ListedMove::to(&[board | 1 << at]).named(cell(at / 3, at % 3)))
            .collect())
    }
}
