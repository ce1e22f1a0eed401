//! Tests that answers are the same however the text arrives.

use super::*;
use grundy_base::testing::sized;

/// Text from memory with `\n` or `/`, streamed in odd portions with mixed line ends, read or looked at
/// as memory, by one thread and by two; lists with it; every way of collecting.
#[test]
fn every_way_in_gives_the_same_answer() {
    let mut rng = Random::new(12);
    let mut workspace = Workspace::default();
    let kinds = [(0, false), (5, false), (1000, false), (20, true)];
    let mut boards: Vec<_> = (sizes(&mut rng)
        .into_iter()
        .chain(wide_sizes())
        .zip(kinds.into_iter().cycle()))
    .collect();
    // Long enough to be read in units, which begin and end amid the rows.
    boards.extend([
        ((900, 2500), kinds[0]),
        ((5000, 1024), kinds[1]),
        ((2100, 1100), kinds[3]),
    ]);
    boards.extend([
        ((3, 700_000), kinds[2]),
        ((3, 700_000), kinds[3]),
        ((260, 9000), kinds[2]),
    ]);
    for ((rows, columns), (pieces, digits)) in boards.into_iter().step_by(sized(7, 1)) {
        let damage = [0, 100, 400][rng.index(3)];
        let mut board = Naive::random(&mut rng, rows, columns, damage, pieces, digits);
        let damaged = random_cells(&mut rng, &board, 40, |byte| {
            matches!(byte, b'.' | b'X' | b'#')
        });
        board.solve(&damaged);
        let mut listed = random_cells(&mut rng, &board, 40, |byte| !matches!(byte, b'X' | b'#'));
        listed.retain(|cell| !damaged.contains(cell));
        let expected = board.answer(&listed);
        let kings = Kings {
            shape: board.shape(),
            damaged: &damaged,
            pieces: &listed,
        };
        for simd in levels() {
            for collect in [Collect::Counts, Collect::Best, Collect::Pieces] {
                let budget = Budget::default();
                let inline = board.joined(|row| if row + 1 < rows { "/" } else { "" });
                let (solved, used) = workspace
                    .in_memory(&kings, Separator::Slash, &inline, collect, simd, &budget)
                    .unwrap();
                assert_eq!(
                    (solved.grundy, solved.winning, used),
                    (expected.0, expected.1, inline.len())
                );
                check_collected(&board, &listed, collect, &solved);
                for threads in [1, 1, 2, 2, 2] {
                    let ends = [["\n"; 3], ["\r\n"; 3], ["\n", "\r\n", "\n"]];
                    let ends = ends[rng.index(3)];
                    let mut text = board.joined(|row| ends[row % 3]);
                    if rng.below_u32(4) == 0 {
                        text.truncate(text.trim_ascii_end().len());
                    } else {
                        text.extend_from_slice(b"next: record\nand another");
                    }
                    let head = rng.index(text.len().min(3000));
                    let portion = [1 << 20, 65536, 1000 + rng.index(70_000)];
                    let portion = portion[rng.index(3)];
                    let mapped = rng.below_u32(2) == 0;
                    let mut source = rest_of(&text, head, portion, threads, mapped);
                    let budget = Budget {
                        threads,
                        ..Budget::default()
                    };
                    let (tail, solved) = workspace.from_stream(
                        &kings,
                        in_lines(&text[..head], &mut *source),
                        collect,
                        simd,
                        &budget,
                    );
                    let solved = solved.unwrap();
                    assert_eq!((solved.grundy, solved.winning), expected);
                    check_collected(&board, &listed, collect, &solved);
                    let mut rest = tail.unread;
                    source.read_to_end(&mut rest).unwrap();
                    let after = rest.is_empty() || rest == b"next: record\nand another";
                    assert!(after, "{:?}", String::from_utf8_lossy(&rest));
                    assert_eq!(tail.rows as usize, rows);
                    assert_eq!(tail.bytes as usize + rest.len(), text.len());
                }
            }
        }
    }
}

/// Rows joined by `/`, with and without their number, and the words that may follow a board in its line.
#[test]
fn joined_rows_end_where_their_word_ends() {
    let mut rng = Random::new(18);
    let mut workspace = Workspace::default();
    let endings = [
        "", " ? x", "\tx", ":1,1", "?x", "//c", "//", "\nnext", "\r\nnext", "\r", "\n",
    ];
    let mut shapes = sizes(&mut rng);
    shapes.extend([
        (900, 2500),
        (3, 700_000),
        (2100, 1100),
        (3000, 3),
        (1024, 2),
        (512, 1),
        (513, 1),
    ]);
    for (rows, columns) in shapes.into_iter().step_by(sized(3, 1)) {
        let pieces = [0, 5, 1000][rng.index(3)];
        let board = Naive::random(&mut rng, rows, columns, 100, pieces, false);
        let text = board.joined(|row| if row + 1 < rows { "/" } else { "" });
        let expected = board.answer(&[]);
        for (ending, simd, threads) in itertools::iproduct!(endings, levels(), [1, 2]) {
            let known = rng.below_u32(2) == 0;
            let shape = BoardShape {
                rows: if known { rows as u32 } else { u32::MAX },
                ..board.shape()
            };
            let kings = Kings {
                shape,
                damaged: &[],
                pieces: &[],
            };
            let text = [text.as_slice(), ending.as_bytes()].concat();
            let head = rng.index(text.len().min(3000));
            let portion = 1 + rng.index(70_000);
            let mapped = rng.below_u32(2) == 0;
            let mut source = rest_of(&text, head, portion, threads, mapped);
            let budget = Budget {
                threads,
                ..Budget::default()
            };
            let arriving = feed::BoardText {
                separator: Separator::Slash,
                head: &text[..head],
                source: &mut *source,
            };
            let (tail, solved) =
                workspace.from_stream(&kings, arriving, Collect::Counts, simd, &budget);
            let solved = solved.unwrap();
            assert_eq!(
                (solved.grundy, solved.winning),
                expected,
                "{rows}x{columns} {ending:?}"
            );
            assert_eq!(
                (tail.rows as usize, solved.cells as usize),
                (rows, rows * columns)
            );
            let mut rest = tail.unread;
            source.read_to_end(&mut rest).unwrap();
            // The first slash of a comment may be taken for one between rows.
            let comment = ending
                .strip_prefix('/')
                .filter(|_| rest.len() < ending.len());
            assert_eq!(
                rest,
                comment.unwrap_or(ending).as_bytes(),
                "{rows}x{columns}"
            );
        }
    }
}
