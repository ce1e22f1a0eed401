//! Every value of every cell.

use super::*;
use grundy_grids::dense::king::KingValues;
use grundy_grids::dense::rows::{RowPart, Sink};

/// Checks every value of every row as it is taken.
struct Checked<'a> {
    scanner: Scanner,
    board: &'a Naive,
}

impl Sink for Checked<'_> {
    type Error = KingFault;

    fn take(&mut self, part: RowPart<'_>) -> Result<(), KingFault> {
        let row = part.row as usize;
        let ends_row = part.ends_row;
        self.scanner.take(part)?;
        if ends_row {
            for column in 0..self.scanner.values().len() * COLUMNS {
                let expected = self.board.values[row].get(column).copied().flatten();
                let found = KingValues::at(self.scanner.values(), column);
                assert_eq!(
                    (found < 4).then_some(found),
                    expected,
                    "row {row}, column {column}"
                );
            }
        }
        Ok(())
    }
}

#[test]
fn every_cell_on_every_level() {
    let mut rng = Random::new(11);
    let budget = Budget::default();
    for (rows, columns) in sizes(&mut rng).into_iter().chain(wide_sizes()) {
        for damage in [0, 20, 100, 300, 600, 950, 1000] {
            for (pieces, digits) in [
                (0, false),
                (30, false),
                (1000, false),
                (200, true),
                (1000, true),
            ] {
                let board = Naive::random(&mut rng, rows, columns, damage, pieces, digits);
                let text = board.joined(|_| "\n");
                let kings = Kings {
                    shape: board.shape(),
                    damaged: &[],
                    pieces: &[],
                };
                for simd in levels() {
                    let scanner = Scanner::new(&kings, Collect::Counts, simd, &budget).unwrap();
                    let mut sink = Checked {
                        scanner,
                        board: &board,
                    };
                    let mut scratch = text::CellBuffer::default();
                    let used = feed::from_memory(
                        kings.shape,
                        Separator::Line,
                        &text,
                        &mut scratch,
                        simd,
                        &mut sink,
                    );
                    assert_eq!(used.unwrap(), text.len());
                    let solved = sink.scanner.finish();
                    assert_eq!(
                        (solved.grundy, solved.winning),
                        board.answer(&[]),
                        "{simd:?}"
                    );
                }
            }
        }
    }
}

/// The portable path of x86-64 counts alike with the instruction for it and without.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[test]
fn counting_takes_no_instruction_of_its_own() {
    use grundy_base::simd::Level;
    use grundy_grids::dense::king::{Carry, Row, scan_row};
    let mut rng = Random::new(20);
    let simd = Simd::at_most(Level::Portable);
    for (rows, columns) in sizes(&mut rng).into_iter().chain(wide_sizes()) {
        for (pieces, digits) in [(0, false), (300, false), (1000, false), (500, true)] {
            let board = Naive::random(&mut rng, rows, columns, 100, pieces, digits);
            let mut scratch = text::CellBuffer::default();
            let mut usual = vec![KingValues::default(); columns.div_ceil(COLUMNS)];
            let mut plain = usual.clone();
            for row in &board.text {
                let content = scratch.convert(simd, row).unwrap();
                let (cells, counts) = scratch.parts(columns, content);
                let mut carry = Carry::default();
                let mut plain_carry = Carry::default();
                let row = Row {
                    cells,
                    counts,
                    content,
                    ahead: &[],
                };
                let tally = scan_row(simd, &mut usual, row, &mut carry);
                let without = Simd::Portable(None);
                let expected = scan_row(without, &mut plain, row, &mut plain_carry);
                assert_eq!(tally, expected, "{rows}x{columns}");
            }
            assert_eq!(usual, plain);
        }
    }
}

#[test]
fn boards_without_text() {
    let mut rng = Random::new(13);
    let mut workspace = Workspace::default();
    for (rows, columns) in sizes(&mut rng) {
        let mut board = Naive::random(&mut rng, rows, columns, 0, 0, false);
        let damaged = random_cells(&mut rng, &board, rows * columns / 3, |_| true);
        board.solve(&damaged);
        let mut listed = random_cells(&mut rng, &board, 50, |_| true);
        listed.retain(|cell| !damaged.contains(cell));
        let kings = Kings {
            shape: board.shape(),
            damaged: &damaged,
            pieces: &listed,
        };
        for simd in levels() {
            let solved = workspace.listed(&kings, simd, &Budget::default()).unwrap();
            assert_eq!((solved.grundy, solved.winning), board.answer(&listed));
            check_collected(&board, &listed, Collect::Counts, &solved);
        }
    }
}

/// Narrow boards of many rows, whose ends differ.
#[test]
fn tall_boards_go_row_by_row() {
    let mut rng = Random::new(17);
    let mut workspace = Workspace::default();
    for round in 0..120 {
        let rows = 500 + rng.index(2000);
        let columns = 1 + rng.index([1, 10, 140][round % 3]);
        let damage = [0, 100, 400, 900][rng.index(4)];
        let pieces = [0, 5, 300, 1000][rng.index(4)];
        let mut board = Naive::random(&mut rng, rows, columns, damage, pieces, false);
        if round % 4 == 0 {
            let place = rng.index(rows);
            board.text[place][0] = b'7';
            board.solve(&[]);
        }
        let odd_end = rng.index(2 * rows);
        let usual = ["\n", "\r\n"][round % 2];
        let mut text = board.joined(|row| if row == odd_end { "\r\n" } else { usual });
        let kings = Kings {
            shape: board.shape(),
            damaged: &[],
            pieces: &[],
        };
        let expected = board.answer(&[]);
        for simd in levels() {
            let budget = Budget::default();
            let mut scanner = Scanner::new(&kings, Collect::Counts, simd, &budget).unwrap();
            let mut scratch = text::CellBuffer::default();
            feed::from_memory(
                kings.shape,
                Separator::Line,
                &text,
                &mut scratch,
                simd,
                &mut scanner,
            )
            .unwrap();
            for column in 0..columns {
                let value = KingValues::at(scanner.values(), column);
                assert_eq!((value < 4).then_some(value), board.values[rows - 1][column]);
            }
            let solved = scanner.finish();
            assert_eq!(
                (solved.grundy, solved.winning),
                expected,
                "{rows}x{columns} {simd:?}"
            );
            let mut source = Dribble(&text[100..], 1 + rng.index(100_000));
            let (_, solved) = workspace.from_stream(
                &kings,
                in_lines(&text[..100], &mut source),
                Collect::Counts,
                simd,
                &budget,
            );
            let solved = solved.unwrap();
            assert_eq!((solved.grundy, solved.winning), expected);
        }
        // One wrong character, wherever it is.
        let row = rng.index(rows);
        let start = board.joined(|row| if row == odd_end { "\r\n" } else { usual });
        let line = columns + usual.len();
        let place = row * line + if odd_end < row { 2 - usual.len() } else { 0 } + columns - 1;
        assert_eq!(start[place], board.text[row][columns - 1]);
        text[place] = b'?';
        let simd = Simd::current();
        let mut source = Dribble(&text[100..], 1 + rng.index(100_000));
        let collect = Collect::Counts;
        let (_, outcome) = workspace.from_stream(
            &kings,
            in_lines(&text[..100], &mut source),
            collect,
            simd,
            &Budget::default(),
        );
        let Err(FeedError::Row(fault)) = outcome else {
            panic!("not found")
        };
        assert_eq!(
            (fault.row as usize, fault.column as usize),
            (row, columns - 1)
        );
    }
}
