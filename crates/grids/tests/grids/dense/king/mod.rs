//! The engine against the naive twin: every cell, every level, every way text can arrive.

mod arrival;
mod faults;
mod naive;
mod sources;
mod values;

use grundy_base::budget::Budget;
use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_base::source::Separator;
use grundy_grids::dense::COLUMNS;
use grundy_grids::dense::feed::{self, FeedError, FeedFailure};
use grundy_grids::dense::king::{Collect, KingFault, Kings, Scanner, Solved, Workspace};
use grundy_grids::dense::rows::{BoardShape, RowFault, RowProblem};
use grundy_grids::dense::text;
use naive::Naive;
use sources::{Anywhere, Dribble, in_lines, rest_of};
use std::io::Read;

fn levels() -> impl Iterator<Item = Simd> + Clone {
    Simd::all()
}

fn sizes(rng: &mut Random) -> Vec<(usize, usize)> {
    let edges = [
        1, 2, 3, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 1537,
    ];
    let mut sizes: Vec<_> = edges
        .iter()
        .map(|&columns| (1 + rng.index(12), columns))
        .collect();
    sizes.extend((0..30).map(|_| (1 + rng.index(40), 1 + rng.index(700))));
    sizes.push((300, 1));
    sizes
}

/// Rows of more blocks than are counted at a time, and of more than are converted at a time.
fn wide_sizes() -> impl Iterator<Item = (usize, usize)> {
    [
        (9, 4095),
        (7, 4096),
        (8, 4097),
        (6, 4608),
        (5, 8192),
        (6, 8193),
        (4, 13_000),
        (3, 33_000),
    ]
    .into_iter()
}

fn random_cells(
    rng: &mut Random,
    board: &Naive,
    most: usize,
    keep: impl Fn(u8) -> bool,
) -> Vec<Cell> {
    let tries = rng.index(most + 1);
    let mut random = || Cell {
        row: rng.below_u32(board.rows as u32),
        column: rng.below_u32(board.columns as u32),
    };
    let on = |cell: &Cell| keep(board.text[cell.row as usize][cell.column as usize]);
    (0..tries).map(|_| random()).filter(on).collect()
}

fn check_collected(board: &Naive, listed: &[Cell], collect: Collect, solved: &Solved) {
    let around = |cell: Cell| {
        let row = cell.row as usize;
        let column = cell.column as usize;
        (
            board.values[row][column].unwrap(),
            board.options(row, column),
        )
    };
    for (&cell, found) in listed.iter().zip(&solved.listed) {
        assert_eq!((found.own, found.options()), around(cell));
    }
    assert_eq!(listed.len(), solved.listed.len());
    let pieces = board.pieces();
    match collect {
        Collect::Counts => {}
        Collect::Pieces => {
            let found = solved
                .collected
                .pieces
                .iter()
                .map(|king| (king.cell, king.count));
            assert!(found.eq(pieces.iter().copied()));
            for king in &solved.collected.pieces {
                assert_eq!((king.around.own, king.around.options()), around(king.cell));
            }
        }
        Collect::Best => {
            for sum in 0..4u8 {
                let mut before = 0;
                let mut expected = None;
                for &(cell, count) in &pieces {
                    let (own, options) = around(cell);
                    let fits = |option: &Option<u8>| match sum {
                        0 => option.is_some(),
                        _ => *option == Some(own ^ sum),
                    };
                    if options.iter().any(fits) {
                        expected = Some((before, cell));
                        break;
                    }
                    before += u64::from(count);
                }
                let found = solved.collected.first[usize::from(sum)]
                    .map(|first| (first.index, first.piece.cell));
                assert_eq!(found, expected, "nim-sum {sum}");
            }
            assert_eq!(
                solved.in_text,
                pieces.iter().map(|piece| u64::from(piece.1)).sum::<u64>()
            );
        }
    }
}
