//! Faults of boards, and their places.

use super::*;
use grundy_base::simd::Level;
use grundy_base::testing::sized;

/// One wrong place in a good board: the fault, and the text that is left from there on.
#[test]
fn a_wrong_row_is_found_wherever_it_is() {
    let mut rng = Random::new(14);
    let mut workspace = Workspace::default();
    for round in 0..sized(80, 400) {
        let (rows, columns) = match round % 20 {
            0 | 1 => (1500 + rng.index(1500), 1500),
            _ => (1 + rng.index(30), 1 + rng.index(2000)),
        };
        let board = Naive::random(&mut rng, rows, columns, 100, 20, false);
        let row = rng.index(rows);
        let column = rng.index(columns);
        let mut lines: Vec<Vec<u8>> = board.text.clone();
        let (problem, column) = match rng.below_u32(6) {
            0 => {
                lines[row][column] = b" /k\xff1K"[rng.index(5)];
                let byte = lines[row][column];
                match byte {
                    b'k' if column == 0 => (RowProblem::CutShort, 0),
                    _ => (RowProblem::BadCharacter(byte), column),
                }
            }
            1 => {
                lines[row].truncate(column);
                (RowProblem::TooShort, column)
            }
            2 => {
                lines[row].push(b'.');
                (RowProblem::TooLong, columns)
            }
            3 => {
                lines[row].push(b' ');
                (RowProblem::BadCharacter(b' '), columns)
            }
            4 => {
                lines.truncate(row);
                lines.push(b"@next nim: 1".to_vec());
                (RowProblem::CutShort, 0)
            }
            _ => {
                lines.truncate(row);
                (RowProblem::EndOfInput, 0)
            }
        };
        let mut text = lines
            .iter()
            .flat_map(|line| [line.as_slice(), b"\n"].concat())
            .collect::<Vec<_>>();
        let start = lines
            .iter()
            .take(row)
            .map(|line| line.len() + 1)
            .sum::<usize>();
        if problem != RowProblem::EndOfInput {
            text.extend_from_slice(b"more: 3\n");
        }
        let kings = Kings {
            shape: board.shape(),
            damaged: &[],
            pieces: &[],
        };
        for simd in levels() {
            for threads in [1, 2] {
                let head = rng.index(text.len().clamp(1, 3000));
                let portion = 1000 + rng.index(100_000);
                let mapped = rng.below_u32(2) == 0;
                let mut source = rest_of(&text, head, portion, threads, mapped);
                let budget = Budget {
                    threads,
                    ..Budget::default()
                };
                let collect = Collect::Counts;
                let (tail, outcome) = workspace.from_stream(
                    &kings,
                    in_lines(&text[..head], &mut *source),
                    collect,
                    simd,
                    &budget,
                );
                let Err(FeedError::Row(fault)) = outcome else {
                    panic!("{problem:?} not found")
                };
                let RowFault {
                    row: at,
                    column: place,
                    problem: found,
                    before,
                } = fault;
                assert_eq!(
                    (found, at as usize, place as usize),
                    (problem, row, column),
                    "{rows}x{columns}"
                );
                assert!(text[start..start + column].ends_with(&before));
                let mut rest = tail.unread;
                source.read_to_end(&mut rest).unwrap();
                assert_eq!(rest, text[start + column..]);
                assert_eq!(tail.rows as usize, row);
            }
        }
    }
}

/// A file that cannot be read on, or that is shorter by the time it is read, wherever that is.
#[test]
fn a_text_that_breaks_off_is_a_failure() {
    let mut rng = Random::new(15);
    let mut workspace = Workspace::default();
    let board = Naive::random(&mut rng, 2000, 1300, 100, 20, false);
    let text = board.joined(|_| "\n");
    let kings = Kings {
        shape: board.shape(),
        damaged: &[],
        pieces: &[],
    };
    for round in 0..60 {
        let head = rng.index(3000);
        let breaks = head + rng.index(text.len() - head - 1);
        let fails = (round % 2 == 0).then_some(breaks);
        let shorter = if fails.is_some() {
            &text[..]
        } else {
            &text[..breaks]
        };
        for simd in levels() {
            let mut source = Anywhere {
                text: shorter,
                at: head,
                portion: 1 << 20,
                fails,
                mapped: round % 4 < 2,
            };
            let budget = Budget {
                threads: 1 + round / 4 % 2,
                ..Budget::default()
            };
            let (_, outcome) = workspace.from_stream(
                &kings,
                in_lines(&text[..head], &mut source),
                Collect::Counts,
                simd,
                &budget,
            );
            match (outcome, fails) {
                (Err(FeedError::Io(_)), Some(_)) => {}
                (Err(FeedError::Row(fault)), None) => {
                    let row = breaks / 1301;
                    let column = breaks % 1301;
                    // A row may lack the end that the last one may lack.
                    let row = if column == 1300 { row + 1 } else { row };
                    let column = if column == 1300 { 0 } else { column };
                    assert_eq!((fault.row as usize, fault.column as usize), (row, column));
                }
                (outcome, _) => panic!("{outcome:?} at {breaks}"),
            }
        }
    }
}

/// A piece on listed damage ends the work of two threads, wherever it stands.
#[test]
fn a_sink_may_refuse_any_row() {
    let mut rng = Random::new(16);
    let mut workspace = Workspace::default();
    let board = Naive::random(&mut rng, 3000, 1300, 100, 20, false);
    let text = [board.joined(|_| "\n"), b"nim: 1".to_vec()].concat();
    for &(cell, _) in board.pieces().iter().step_by(1999) {
        let kings = Kings {
            shape: board.shape(),
            damaged: &[cell],
            pieces: &[],
        };
        let head = rng.index(3000);
        let mapped = rng.below_u32(2) == 0;
        let mut source = Anywhere {
            text: &text,
            at: head,
            portion: 1 << 20,
            fails: None,
            mapped,
        };
        let budget = Budget {
            threads: 2,
            ..Budget::default()
        };
        let (tail, outcome) = workspace.from_stream(
            &kings,
            in_lines(&text[..head], &mut source),
            Collect::Counts,
            Simd::current(),
            &budget,
        );
        let Err(FeedError::Sink(KingFault::TextPieceOnDamage(found))) = outcome else {
            panic!("taken")
        };
        assert_eq!(found, cell);
        // The rest is whole rows; the tail has their number.
        let mut rest = tail.unread;
        source.read_to_end(&mut rest).unwrap();
        let lines = rest.split(|&byte| byte == b'\n').count() - 1;
        assert_eq!(lines + tail.rows as usize, 3000, "{cell:?}");
        assert!(tail.rows == cell.row || tail.rows == cell.row + 1);
    }
}

#[test]
fn pieces_on_damage_are_faults() {
    let shape = BoardShape {
        rows: 2,
        columns: 3,
    };
    let cell = |row, column| Cell { row, column };
    let mut workspace = Workspace::default();
    let mut fault = |damaged: &[Cell], pieces: &[Cell]| {
        let kings = Kings {
            shape,
            damaged,
            pieces,
        };
        let budget = Budget::default();
        let text = b".X.\n.2K\n";
        match workspace.in_memory(
            &kings,
            Separator::Line,
            text,
            Collect::Counts,
            Simd::at_most(Level::Portable),
            &budget,
        ) {
            Err(FeedFailure {
                error: FeedError::Sink(fault),
                ..
            }) => fault,
            _ => panic!("no fault"),
        }
    };
    assert_eq!(
        fault(&[cell(0, 0), cell(1, 2)], &[]),
        KingFault::TextPieceOnDamage(cell(1, 2))
    );
    assert_eq!(
        fault(&[cell(1, 1)], &[]),
        KingFault::TextPieceOnDamage(cell(1, 1))
    );
    assert_eq!(
        fault(&[], &[cell(0, 0), cell(0, 1)]),
        KingFault::ListedPieceOnDamage(1)
    );
    assert_eq!(
        fault(&[cell(1, 0)], &[cell(1, 0)]),
        KingFault::ListedPieceOnDamage(0)
    );
}

/// Faults of rows joined by `/`.
#[test]
fn a_wrong_row_in_a_line_is_found_wherever_it_is() {
    let mut rng = Random::new(19);
    let mut workspace = Workspace::default();
    for round in 0..sized(80, 400) {
        let (rows, columns) = match round % 20 {
            0 => (1500 + rng.index(1500), 1500),
            1 => (600 + rng.index(2000), 1 + rng.index(30)),
            _ => (2 + rng.index(30), 1 + rng.index(2000)),
        };
        let board = Naive::random(&mut rng, rows, columns, 100, 20, false);
        let row = rng.index(rows);
        let column = rng.index(columns);
        let mut lines: Vec<Vec<u8>> = board.text.clone();
        let mut ending = [" ? x", "//c", "\n", "\r\n", ""][rng.index(5)];
        let (problem, column) = match rng.below_u32(4) {
            0 => {
                let byte = b"@k\xff1,\r"[rng.index(6)];
                lines[row][column] = byte;
                (RowProblem::BadCharacter(byte), column)
            }
            1 => {
                lines[row].push(b'.');
                (RowProblem::TooLong, columns)
            }
            2 if column > 0 => {
                lines[row].truncate(column);
                (RowProblem::TooShort, column)
            }
            _ => {
                // There is a slash after the last row, and no row after that.
                lines.push(Vec::new());
                ending = if ending.starts_with('/') {
                    " //c"
                } else {
                    ending
                };
                (RowProblem::TooShort, 0)
            }
        };
        let row = if (problem, column) == (RowProblem::TooShort, 0) {
            rows
        } else {
            row
        };
        let text = [lines.join(&b'/').as_slice(), ending.as_bytes()].concat();
        if problem == RowProblem::BadCharacter(b'\r')
            && text[row * (columns + 1) + column..].len() == 1
        {
            continue;
        }
        let shape = BoardShape {
            rows: u32::MAX,
            ..board.shape()
        };
        let kings = Kings {
            shape,
            damaged: &[],
            pieces: &[],
        };
        for (simd, threads) in itertools::iproduct!(levels(), [1, 2]) {
            let head = rng.index(text.len().min(3000));
            let portion = 1000 + rng.index(100_000);
            let mapped = rng.below_u32(2) == 0;
            let mut source = Anywhere {
                text: &text,
                at: head,
                portion,
                fails: None,
                mapped,
            };
            let budget = Budget {
                threads,
                ..Budget::default()
            };
            let arriving = feed::BoardText {
                separator: Separator::Slash,
                head: &text[..head],
                source: &mut source,
            };
            let (tail, outcome) =
                workspace.from_stream(&kings, arriving, Collect::Counts, simd, &budget);
            let Err(FeedError::Row(fault)) = outcome else {
                panic!("{problem:?} not found")
            };
            let place = (fault.problem, fault.row as usize, fault.column as usize);
            assert_eq!(place, (problem, row, column), "{rows}x{columns}");
            let mut rest = tail.unread;
            source.read_to_end(&mut rest).unwrap();
            assert_eq!(rest, text[row * (columns + 1) + column..]);
        }
    }
}
