//! The engine against the naive twin: every cell, every level, every way text can arrive.

use super::super::feed::FeedError;
use super::super::lanes::COLUMNS;
use super::super::rows::{Cell, RowFault, RowProblem, Separator, Shape};
use super::super::{feed, text};
use super::*;
use crate::record::source::{ReadAt, RowSource};
use crate::theory::budget::Budget;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::Read;

/// A board as a table: damage, pieces, and Grundy values by the definition.
struct Naive {
    rows: usize,
    columns: usize,
    text: Vec<Vec<u8>>,
    values: Vec<Vec<Option<u8>>>,
}

impl Naive {
    fn random(
        rng: &mut impl Rng,
        rows: usize,
        columns: usize,
        damage: u32,
        pieces: u32,
        digits: bool,
    ) -> Naive {
        let text = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| match rng.next_u32() % 1000 {
                        dice if dice < damage => b"X#"[dice as usize % 2],
                        _ if rng.next_u32() % 1000 >= pieces => b'.',
                        _ if digits => b"K23456789"[rng.next_u32() as usize % 9],
                        _ => b'K',
                    })
                    .collect()
            })
            .collect();
        let mut board = Naive { rows, columns, text, values: Vec::new() };
        board.solve(&[]);
        board
    }

    fn solve(&mut self, damaged: &[Cell]) {
        self.values = vec![vec![None; self.columns]; self.rows];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let listed = damaged.contains(&Cell { row: row as u32, column: column as u32 });
                if !listed && !matches!(self.text[row][column], b'X' | b'#') {
                    let seen = self.options(row, column);
                    self.values[row][column] = (0..4).find(|&value| !seen.contains(&Some(value)));
                }
            }
        }
    }

    fn options(&self, row: usize, column: usize) -> [Option<u8>; 3] {
        [(1, 0), (0, 1), (1, 1)]
            .map(|(up, left)| self.values[row.checked_sub(up)?][column.checked_sub(left)?])
    }

    fn pieces(&self) -> Vec<(Cell, u8)> {
        let mut pieces = Vec::new();
        for (row, text) in self.text.iter().enumerate() {
            for (column, &byte) in text.iter().enumerate() {
                let count = match byte {
                    b'K' => 1,
                    b'2'..=b'9' => byte - b'0',
                    _ => continue,
                };
                pieces.push((Cell { row: row as u32, column: column as u32 }, count));
            }
        }
        pieces
    }

    /// Nim-sum and number of winning moves.
    fn answer(&self, listed: &[Cell]) -> (u8, u64) {
        let mut pieces = self.pieces();
        pieces.extend(listed.iter().map(|&cell| (cell, 1)));
        let value = |cell: Cell| self.values[cell.row as usize][cell.column as usize].unwrap();
        let sum = pieces.iter().filter(|piece| piece.1 % 2 == 1).fold(0, |sum, piece| sum ^ value(piece.0));
        let wins = |&(cell, count): &(Cell, u8)| {
            let options = self.options(cell.row as usize, cell.column as usize);
            let target = Some(sum ^ value(cell));
            u64::from(count) * options.iter().filter(|&&option| option == target).count() as u64
        };
        (sum, if sum == 0 { 0 } else { pieces.iter().map(wins).sum() })
    }

    fn joined(&self, mut end: impl FnMut(usize) -> &'static str) -> Vec<u8> {
        let mut text = Vec::new();
        for (row, line) in self.text.iter().enumerate() {
            text.extend_from_slice(line);
            text.extend_from_slice(end(row).as_bytes());
        }
        text
    }

    fn shape(&self) -> Shape {
        Shape { rows: self.rows as u32, columns: self.columns as u32 }
    }
}

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.available())
}

/// Checks every value of every row as it is taken.
struct Checked<'a> {
    scanner: Scanner,
    board: &'a Naive,
}

impl crate::boards::dense::rows::Sink for Checked<'_> {
    type Error = Fault;

    fn take(&mut self, part: crate::boards::dense::rows::Part<'_>) -> Result<(), Fault> {
        let (row, ends_row) = (part.row as usize, part.ends_row);
        self.scanner.take(part)?;
        if ends_row {
            for column in 0..self.scanner.values().len() * COLUMNS {
                let expected = self.board.values[row].get(column).copied().flatten();
                let found = Values::at(self.scanner.values(), column);
                assert_eq!((found < 4).then_some(found), expected, "row {row}, column {column}");
            }
        }
        Ok(())
    }
}

/// Gives at most so many bytes at a time.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

impl RowSource for Dribble<'_> {}

/// A text that can be read anywhere, in short portions; it ends early, or fails, at a place.
struct Anywhere<'a> {
    text: &'a [u8],
    at: usize,
    portion: usize,
    fails: Option<usize>,
}

impl ReadAt for Anywhere<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> std::io::Result<usize> {
        let place = self.at + offset as usize;
        if self.fails.is_some_and(|fails| place >= fails) {
            return Err(std::io::ErrorKind::Other.into());
        }
        let end = self.fails.unwrap_or(self.text.len());
        let length = self.portion.min(buffer.len());
        self.text[..end].get(place..).unwrap_or_default().read(&mut buffer[..length])
    }
}

impl Read for Anywhere<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.read_at(buffer, 0)?;
        self.at += read;
        Ok(read)
    }
}

impl RowSource for Anywhere<'_> {
    fn anywhere(&self) -> Option<&dyn ReadAt> {
        Some(self)
    }

    fn skip(&mut self, bytes: u64) -> std::io::Result<()> {
        self.at += bytes as usize;
        Ok(())
    }
}

fn sizes(rng: &mut impl Rng) -> Vec<(usize, usize)> {
    let edges = [1, 2, 3, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 1537];
    let mut sizes: Vec<_> =
        edges.iter().map(|&columns| (1 + rng.next_u32() as usize % 12, columns)).collect();
    sizes.extend((0..30).map(|_| (1 + rng.next_u32() as usize % 40, 1 + rng.next_u32() as usize % 700)));
    sizes.push((300, 1));
    sizes
}

#[test]
fn every_cell_on_every_level() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let budget = Budget::default();
    for (rows, columns) in sizes(&mut rng) {
        for damage in [0, 20, 100, 300, 600, 950, 1000] {
            for (pieces, digits) in [(0, false), (30, false), (1000, false), (200, true), (1000, true)] {
                let board = Naive::random(&mut rng, rows, columns, damage, pieces, digits);
                let text = board.joined(|_| "\n");
                let kings = Kings { shape: board.shape(), damaged: &[], pieces: &[] };
                for level in levels() {
                    let scanner = Scanner::new(&kings, Collect::Counts, level, &budget).unwrap();
                    let mut sink = Checked { scanner, board: &board };
                    let mut scratch = text::Stretch::default();
                    let used = feed::from_memory(
                        kings.shape,
                        Separator::Line,
                        &text,
                        &mut scratch,
                        level,
                        &mut sink,
                    );
                    assert_eq!(used.unwrap(), text.len());
                    let solved = sink.scanner.finish();
                    assert_eq!((solved.grundy, solved.winning), board.answer(&[]), "{level:?}");
                }
            }
        }
    }
}

fn random_cells(rng: &mut impl Rng, board: &Naive, most: usize, keep: impl Fn(u8) -> bool) -> Vec<Cell> {
    let tries = rng.next_u32() as usize % (most + 1);
    let mut random =
        || Cell { row: rng.next_u32() % board.rows as u32, column: rng.next_u32() % board.columns as u32 };
    let on = |cell: &Cell| keep(board.text[cell.row as usize][cell.column as usize]);
    (0..tries).map(|_| random()).filter(on).collect()
}

/// Text from memory with `\n` or `/`, streamed in odd portions with mixed line ends, by one
/// thread and by two; lists beside it; every way of collecting.
#[test]
fn every_way_in_gives_the_same_answer() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut workspace = Workspace::default();
    let mut shapes = sizes(&mut rng);
    shapes.extend([(900, 2500), (5000, 1024), (3, 700_000), (2100, 1100)]);
    for (rows, columns) in shapes {
        let damage = [0, 100, 400][rng.next_u32() as usize % 3];
        let (pieces, digits) =
            [(0, false), (5, false), (1000, false), (20, true)][rng.next_u32() as usize % 4];
        let mut board = Naive::random(&mut rng, rows, columns, damage, pieces, digits);
        let damaged = random_cells(&mut rng, &board, 40, |byte| matches!(byte, b'.' | b'X' | b'#'));
        board.solve(&damaged);
        let mut listed = random_cells(&mut rng, &board, 40, |byte| !matches!(byte, b'X' | b'#'));
        listed.retain(|cell| !damaged.contains(cell));
        let expected = board.answer(&listed);
        let kings = Kings { shape: board.shape(), damaged: &damaged, pieces: &listed };
        for level in levels() {
            for collect in [Collect::Counts, Collect::Best, Collect::Pieces] {
                let budget = Budget::default();
                let inline = board.joined(|row| if row + 1 < rows { "/" } else { "" });
                let (solved, used) =
                    workspace.in_memory(&kings, Separator::Slash, &inline, collect, level, &budget).unwrap();
                assert_eq!((solved.grundy, solved.winning, used), (expected.0, expected.1, inline.len()));
                check_collected(&board, &listed, collect, &solved);
                for threads in [1, 2, 2, 2] {
                    let ends = [["\n"; 3], ["\r\n"; 3], ["\n", "\r\n", "\n"]];
                    let ends = ends[rng.next_u32() as usize % 3];
                    let mut text = board.joined(|row| ends[row % 3]);
                    if rng.next_u32() % 4 == 0 {
                        text.truncate(text.trim_ascii_end().len());
                    } else {
                        text.extend_from_slice(b"next: record\nand another");
                    }
                    let head = rng.next_u32() as usize % text.len().min(3000);
                    let portion = [1 << 20, 65536, 1000 + rng.next_u32() as usize % 70_000];
                    let portion = portion[rng.next_u32() as usize % 3];
                    let mut in_order = Dribble(&text[head..], portion);
                    let mut anywhere = Anywhere { text: &text, at: head, portion, fails: None };
                    let source: &mut dyn RowSource = match threads {
                        1 => &mut in_order,
                        _ => &mut anywhere,
                    };
                    let budget = Budget { threads, ..Budget::default() };
                    let (tail, solved) =
                        workspace.from_stream(&kings, &text[..head], source, collect, level, &budget);
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

fn check_collected(board: &Naive, listed: &[Cell], collect: Collect, solved: &Solved) {
    let hood = |cell: Cell| {
        let (row, column) = (cell.row as usize, cell.column as usize);
        (board.values[row][column].unwrap(), board.options(row, column))
    };
    for (&cell, found) in listed.iter().zip(&solved.listed) {
        assert_eq!((found.own, found.options()), hood(cell));
    }
    assert_eq!(listed.len(), solved.listed.len());
    let pieces = board.pieces();
    match collect {
        Collect::Counts => {}
        Collect::Pieces => {
            let found = solved.collected.pieces.iter().map(|king| (king.cell, king.count));
            assert!(found.eq(pieces.iter().copied()));
            for king in &solved.collected.pieces {
                assert_eq!((king.hood.own, king.hood.options()), hood(king.cell));
            }
        }
        Collect::Best => {
            for sum in 0..4u8 {
                let mut before = 0;
                let mut expected = None;
                for &(cell, count) in &pieces {
                    let (own, options) = hood(cell);
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
                let found = solved.collected.first[usize::from(sum)].map(|(at, king)| (at, king.cell));
                assert_eq!(found, expected, "nim-sum {sum}");
            }
            assert_eq!(solved.in_text, pieces.iter().map(|piece| u64::from(piece.1)).sum::<u64>());
        }
    }
}

#[test]
fn boards_without_text() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut workspace = Workspace::default();
    for (rows, columns) in sizes(&mut rng) {
        let mut board = Naive::random(&mut rng, rows, columns, 0, 0, false);
        let damaged = random_cells(&mut rng, &board, rows * columns / 3, |_| true);
        board.solve(&damaged);
        let mut listed = random_cells(&mut rng, &board, 50, |_| true);
        listed.retain(|cell| !damaged.contains(cell));
        let kings = Kings { shape: board.shape(), damaged: &damaged, pieces: &listed };
        for level in levels() {
            let solved = workspace.listed(&kings, level, &Budget::default()).unwrap();
            assert_eq!((solved.grundy, solved.winning), board.answer(&listed));
            check_collected(&board, &listed, Collect::Counts, &solved);
        }
    }
}

/// One wrong place in a good board: the fault, and the text that is left from there on.
#[test]
fn a_wrong_row_is_found_wherever_it_is() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut workspace = Workspace::default();
    for round in 0..400 {
        let (rows, columns) = match round % 20 {
            0 | 1 => (1500 + rng.next_u32() as usize % 1500, 1500),
            _ => (1 + rng.next_u32() as usize % 30, 1 + rng.next_u32() as usize % 2000),
        };
        let board = Naive::random(&mut rng, rows, columns, 100, 20, false);
        let row = rng.next_u32() as usize % rows;
        let column = rng.next_u32() as usize % columns;
        let mut lines: Vec<Vec<u8>> = board.text.clone();
        let (problem, column) = match rng.next_u32() % 6 {
            0 => {
                lines[row][column] = b" /k\xff1K"[rng.next_u32() as usize % 5];
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
        let mut text = lines.iter().flat_map(|line| [line.as_slice(), b"\n"].concat()).collect::<Vec<_>>();
        let start = lines.iter().take(row).map(|line| line.len() + 1).sum::<usize>();
        if problem != RowProblem::EndOfInput {
            text.extend_from_slice(b"more: 3\n");
        }
        let kings = Kings { shape: board.shape(), damaged: &[], pieces: &[] };
        for level in levels() {
            for threads in [1, 2] {
                let head = rng.next_u32() as usize % text.len().clamp(1, 3000);
                let portion = 1000 + rng.next_u32() as usize % 100_000;
                let mut in_order = Dribble(&text[head..], portion);
                let mut anywhere = Anywhere { text: &text, at: head, portion, fails: None };
                let source: &mut dyn RowSource = match threads {
                    1 => &mut in_order,
                    _ => &mut anywhere,
                };
                let budget = Budget { threads, ..Budget::default() };
                let collect = Collect::Counts;
                let (tail, outcome) =
                    workspace.from_stream(&kings, &text[..head], source, collect, level, &budget);
                let Err(FeedError::Row(fault)) = outcome else { panic!("{problem:?} not found") };
                let RowFault { row: at, column: place, problem: found, before } = fault;
                assert_eq!((found, at as usize, place as usize), (problem, row, column), "{rows}x{columns}");
                assert!(text[start..start + column].ends_with(&before));
                let mut rest = tail.unread;
                source.read_to_end(&mut rest).unwrap();
                assert_eq!(rest, text[start + column..]);
                assert_eq!(tail.rows as usize, row);
            }
        }
    }
}

/// Narrow boards, which go by their columns, with now and then a row that must not.
#[test]
fn tall_boards_lie_on_their_side() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut workspace = Workspace::default();
    for round in 0..120 {
        let (rows, columns) = (500 + rng.next_u32() as usize % 3000, 1 + rng.next_u32() as usize % 52);
        let damage = [0, 100, 400, 900][rng.next_u32() as usize % 4];
        let pieces = [0, 5, 300, 1000][rng.next_u32() as usize % 4];
        let mut board = Naive::random(&mut rng, rows, columns, damage, pieces, false);
        if round % 3 == 0 {
            let place = rng.next_u32() as usize % rows;
            board.text[place][0] = b'7';
            board.solve(&[]);
        }
        let odd_end = rng.next_u32() as usize % (2 * rows);
        let usual = ["\n", "\r\n"][round % 2];
        let mut text = board.joined(|row| if row == odd_end { "\r\n" } else { usual });
        let kings = Kings { shape: board.shape(), damaged: &[], pieces: &[] };
        let expected = board.answer(&[]);
        for level in levels() {
            let budget = Budget::default();
            let mut scanner = Scanner::new(&kings, Collect::Counts, level, &budget).unwrap();
            let mut scratch = text::Stretch::default();
            feed::from_memory(kings.shape, Separator::Line, &text, &mut scratch, level, &mut scanner)
                .unwrap();
            for column in 0..columns {
                let value = Values::at(scanner.values(), column);
                assert_eq!((value < 4).then_some(value), board.values[rows - 1][column]);
            }
            let solved = scanner.finish();
            assert_eq!((solved.grundy, solved.winning), expected, "{rows}x{columns} {level:?}");
            let mut source = Dribble(&text[100..], 1 + rng.next_u32() as usize % 100_000);
            let (_, solved) =
                workspace.from_stream(&kings, &text[..100], &mut source, Collect::Counts, level, &budget);
            let solved = solved.unwrap();
            assert_eq!((solved.grundy, solved.winning), expected);
        }
        // One wrong character, wherever it is.
        let row = rng.next_u32() as usize % rows;
        let start = board.joined(|row| if row == odd_end { "\r\n" } else { usual });
        let line = columns + usual.len();
        let place = row * line + if odd_end < row { 2 - usual.len() } else { 0 } + columns - 1;
        assert_eq!(start[place], board.text[row][columns - 1]);
        text[place] = b'?';
        let level = Level::current();
        let mut source = Dribble(&text[100..], 1 + rng.next_u32() as usize % 100_000);
        let collect = Collect::Counts;
        let (_, outcome) =
            workspace.from_stream(&kings, &text[..100], &mut source, collect, level, &Budget::default());
        let Err(FeedError::Row(fault)) = outcome else { panic!("not found") };
        assert_eq!((fault.row as usize, fault.column as usize), (row, columns - 1));
    }
}

/// A file that cannot be read on, or that is shorter by the time it is read, wherever that is.
#[test]
fn a_text_that_breaks_off_is_a_failure() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let mut workspace = Workspace::default();
    let board = Naive::random(&mut rng, 2000, 1300, 100, 20, false);
    let text = board.joined(|_| "\n");
    let kings = Kings { shape: board.shape(), damaged: &[], pieces: &[] };
    for round in 0..60 {
        let head = rng.next_u32() as usize % 3000;
        let breaks = head + rng.next_u32() as usize % (text.len() - head - 1);
        let fails = (round % 2 == 0).then_some(breaks);
        let shorter = if fails.is_some() { &text[..] } else { &text[..breaks] };
        for level in levels() {
            let mut source = Anywhere { text: shorter, at: head, portion: 1 << 20, fails };
            let budget = Budget { threads: 2, ..Budget::default() };
            let (_, outcome) =
                workspace.from_stream(&kings, &text[..head], &mut source, Collect::Counts, level, &budget);
            match (outcome, fails) {
                (Err(FeedError::Io(_)), Some(_)) => {}
                (Err(FeedError::Row(fault)), None) => {
                    let (row, column) = (breaks / 1301, breaks % 1301);
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
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    let mut workspace = Workspace::default();
    let board = Naive::random(&mut rng, 3000, 1300, 100, 20, false);
    let text = [board.joined(|_| "\n"), b"nim: 1".to_vec()].concat();
    for &(cell, _) in board.pieces().iter().step_by(1999) {
        let kings = Kings { shape: board.shape(), damaged: &[cell], pieces: &[] };
        let head = rng.next_u32() as usize % 3000;
        let mut source = Anywhere { text: &text, at: head, portion: 1 << 20, fails: None };
        let budget = Budget { threads: 2, ..Budget::default() };
        let (tail, outcome) = workspace.from_stream(
            &kings,
            &text[..head],
            &mut source,
            Collect::Counts,
            Level::current(),
            &budget,
        );
        let Err(FeedError::Sink(Fault::TextPieceOnDamage(found))) = outcome else { panic!("taken") };
        assert_eq!(found, cell);
        // What is left is whole rows, as many as the tail says.
        let mut rest = tail.unread;
        source.read_to_end(&mut rest).unwrap();
        let lines = rest.split(|&byte| byte == b'\n').count() - 1;
        assert_eq!(lines + tail.rows as usize, 3000, "{cell:?}");
        assert!(tail.rows == cell.row || tail.rows == cell.row + 1);
    }
}

#[test]
fn pieces_on_damage_are_faults() {
    let shape = Shape { rows: 2, columns: 3 };
    let cell = |row, column| Cell { row, column };
    let mut workspace = Workspace::default();
    let mut fault = |damaged: &[Cell], pieces: &[Cell]| {
        let kings = Kings { shape, damaged, pieces };
        let budget = Budget::default();
        let text = b".X.\n.2K\n";
        match workspace.in_memory(&kings, Separator::Line, text, Collect::Counts, Level::Portable, &budget) {
            Err((_, FeedError::Sink(fault))) => fault,
            _ => panic!("no fault"),
        }
    };
    assert_eq!(fault(&[cell(0, 0), cell(1, 2)], &[]), Fault::TextPieceOnDamage(cell(1, 2)));
    assert_eq!(fault(&[cell(1, 1)], &[]), Fault::TextPieceOnDamage(cell(1, 1)));
    assert_eq!(fault(&[], &[cell(0, 0), cell(0, 1)]), Fault::ListedPieceOnDamage(1));
    assert_eq!(fault(&[cell(1, 0)], &[cell(1, 0)]), Fault::ListedPieceOnDamage(0));
}
