//! Chomp (Schuh 1952, Gale 1974): a cell of a bar goes with all below and right of it.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a bar has at most 100 rows"
)]

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::text::BoardSize;
use crate::{Fail, Res, text};

pub(crate) static CHOMP: CatalogueGame = CatalogueGame::of_values("chomp", "chomp 4x6:", read)
    .keywords("misere")
    .published(&[("chomp 2x3: ? moves", "1:2,3")]);

/// The most rows of a bar, and the most columns: each move is listed with all rows that it leaves.
const MAX_ROWS_OF_CHOMP: u64 = 100;
const MAX_COLUMNS: u64 = 1000;

/// Returns the name of a move by its row and column, which count from 0 here.
pub(super) fn cell(row: u64, col: u64) -> Name {
    Name::Word(format!("{},{}", row + 1, col + 1).into())
}

/// The game. A position is the lengths of the rows that are left, those of 0 left out.
struct Chomp;

/// Reads a record of chomp.
fn read(given: &Given<'_>) -> Res<Play> {
    given.must_be_without_position()?;
    let rows: Vec<u64> = match &given.words[..] {
        [word] => {
            let BoardSize { rows, columns } = text::size(word)?;
            Fail::TooLarge.when(rows > MAX_ROWS_OF_CHOMP)?;
            vec![columns; rows as usize]
        }
        [first, rest @ ..] if first == "rows" => {
            let rows = rest.iter().map(|word| text::number(word));
            rows.collect::<Res<_>>()?
        }
        _ => return Err(Fail::Wrong),
    };
    let rises = rows.windows(2).any(|pair| pair[0] < pair[1]);
    Fail::Wrong.when(rises || rows.first().is_none_or(|&row| row == 0))?;
    let is_large =
        rows.len() as u64 > MAX_ROWS_OF_CHOMP || rows.iter().any(|&row| row > MAX_COLUMNS);
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
