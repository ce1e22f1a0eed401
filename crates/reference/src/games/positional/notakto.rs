//! Notakto: crosses on boards of nine cells; a board with three in a row is dead.

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::positional::chomp::cell;
use crate::play::Play;
use crate::position::ListedMove;
use crate::{Fail, Res};

pub(crate) static NOTAKTO: CatalogueGame =
    CatalogueGame::of_values("notakto", "notakto: X../.X./... .../.../...", read)
        .keywords("normal");

/// The rows, columns and diagonals of a board.
const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The game. A position is the crosses on the nine cells of a board, as bits.
struct Notakto;

/// Reads a record of notakto.
fn read(given: &Given<'_>) -> Res<Play> {
    given.must_be_without_rules()?;
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
