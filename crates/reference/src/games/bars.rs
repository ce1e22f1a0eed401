//! Chomp (Schuh 1952, Gale 1974) and Notakto.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a bar has at most 100 rows"
)]

use crate::game::GameDefinition;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::{Fail, Res, text};

/// The most rows of a bar, and the most columns: each move is listed with all rows that it leaves.
const MAX_ROWS: u64 = 100;
const MAX_COLUMNS: u64 = 1000;

/// Returns the name of a move by its row and column, which count from 0 here.
fn cell(row: u64, col: u64) -> Name {
    Name::Word(format!("{},{}", row + 1, col + 1).into())
}

/// Chomp. A position is the lengths of the rows that are left, those of 0 left out.
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
        [first, rest @ ..] if first == "rows" => {
            let rows = rest.iter().map(|word| text::number(word));
            rows.collect::<Res<_>>()?
        }
        _ => return Err(Fail::Wrong),
    };
    let rises = rows.windows(2).any(|pair| pair[0] < pair[1]);
    Fail::Wrong.when(rises || rows.first().is_none_or(|&row| row == 0))?;
    let is_large = rows.len() as u64 > MAX_ROWS || rows.iter().any(|&row| row > MAX_COLUMNS);
    Fail::TooLarge.when(is_large)?;
    Ok(Play::new(Chomp, [rows]))
}

/// Returns the move that takes a cell with all below and right of it.
fn bite(position: &[u64], row: usize, col: u64) -> ListedMove {
    let mut left = PositionNumbers::from(position);
    for length in &mut left[row..] {
        *length = col.min(*length);
    }
    ListedMove::leaving([left]).named(cell(row as u64, col))
}

impl GameDefinition for Chomp {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let mut moves = Vec::new();
        for (row, &cols) in position.iter().enumerate() {
            for col in 0..cols {
                // The cell 1,1 cannot be taken.
                if (row, col) != (0, 0) {
                    moves.push(bite(position, row, col));
                }
            }
        }
        Ok(moves)
    }

    fn canonical(&self, mut position: PositionNumbers) -> PositionNumbers {
        position.retain(|row| *row > 0);
        position
    }
}

/// The rows, columns and diagonals of a board.
const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Notakto. A position is the crosses on the nine cells of a board, as bits.
struct Notakto;

/// Reads a record of notakto.
pub fn read_notakto(given: &Given<'_>) -> Res<Play> {
    Fail::Wrong.when(!given.words.is_empty())?;
    let boards = given.position()?.iter().map(|word| crosses(word));
    let boards = boards.collect::<Res<Vec<u64>>>()?;
    Ok(Play::new(
        Notakto,
        boards.into_iter().map(|board| vec![board]),
    ))
}

/// Returns the crosses on a board that is written as three rows: `X../.X./...`.
fn crosses(word: &str) -> Res<u64> {
    let rows: Vec<&str> = word.split('/').collect();
    let is_right = |row: &&str| row.len() == 3 && row.chars().all(|c| matches!(c, '.' | 'X'));
    Fail::Wrong.when(rows.len() != 3 || !rows.iter().all(is_right))?;
    let mut board = 0;
    for (cell, mark) in rows.concat().bytes().enumerate() {
        if mark == b'X' {
            board |= 1 << cell;
        }
    }
    Ok(board)
}

impl GameDefinition for Notakto {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let board = position[0];
        if LINES.iter().any(|line| board & line == *line) {
            return Ok(Vec::new());
        }
        let free = (0..9).filter(|at| board >> at & 1 == 0);
        let cross = |at: u64| ListedMove::to(&[board | 1 << at]).named(cell(at / 3, at % 3));
        Ok(free.map(cross).collect())
    }
}
