//! The places of units, and text as memory. The engines' tests compare the answers.

use grundy_base::simd::Simd;
use grundy_base::source::{Mapped, ReadAt, RowSource, Separator};
use grundy_grids::dense::COLUMNS;
use grundy_grids::dense::feed::{self, BoardText};
use grundy_grids::dense::pipeline::{Grid, GridCell, UNIT_BYTES};
use grundy_grids::dense::rows::{BoardShape, RowPart, RowReader, Sink};
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn units_begin_with_a_block_and_follow_one_another() {
    for columns in [
        128, 129, 510, 511, 512, 513, 1024, 3071, 3072, 100_000, 262_144, 700_001,
    ] {
        for end_of_row in [&b"\n"[..], b"\r\n"] {
            let shape = BoardShape {
                rows: 40_000_000 / columns,
                columns,
            };
            for column in [0, (columns as usize - 1) / COLUMNS * COLUMNS] {
                let grid = Grid::new(
                    RowReader::new(shape, Separator::Line).moved(1, column),
                    end_of_row,
                );
                assert_eq!(grid.end(), u64::from(shape.rows - 1) * grid.line());
                assert_eq!(grid.start(0), column as u64);
                for unit in 1..=grid.units() {
                    let before = grid.start(unit - 1);
                    let start = grid.start(unit);
                    let length = start - before;
                    assert!(
                        length > 0 && length <= UNIT_BYTES + COLUMNS as u64 + 1,
                        "{columns}: {length}"
                    );
                    let GridCell { row, column } = grid.locate(start);
                    let first =
                        start == grid.end() || column % COLUMNS == 0 && column < columns as usize;
                    assert!(first, "{columns}: unit {unit} begins at {row}, {column}");
                }
                assert_eq!(
                    [0, 1].map(|more| grid.start(grid.units() + more)),
                    [grid.end(); 2]
                );
            }
        }
    }
}

/// A text that is there as memory; it notes how much of it was released.
struct InMemory<'a> {
    text: &'a [u8],
    released: &'a AtomicUsize,
}

impl Mapped for InMemory<'_> {
    fn text(&self) -> &[u8] {
        self.text
    }

    fn release(&self, before: usize) {
        self.released.fetch_max(before, Ordering::Relaxed);
    }
}

impl ReadAt for InMemory<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.text
            .get(offset as usize..)
            .unwrap_or_default()
            .read(buffer)
    }

    fn mapped(&self) -> Option<Box<dyn Mapped + '_>> {
        Some(Box::new(InMemory { ..*self }))
    }
}

impl Read for InMemory<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

impl RowSource for InMemory<'_> {
    fn anywhere(&self) -> Option<&dyn ReadAt> {
        Some(self)
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.text = &self.text[bytes as usize..];
        Ok(())
    }
}

/// Checks that nothing is released before it is taken, and that what is to be fetched comes later.
struct Follow<'a> {
    text: &'a [u8],
    line: usize,
    released: &'a AtomicUsize,
    fetched: usize,
}

impl Sink for Follow<'_> {
    type Error = ();

    fn take(&mut self, part: RowPart<'_>) -> Result<(), ()> {
        let begin = part.row as usize * self.line + part.block * COLUMNS;
        assert!(self.released.load(Ordering::Relaxed) <= begin);
        if !part.ahead.is_empty() {
            let place = part.ahead.as_ptr() as usize - self.text.as_ptr() as usize;
            assert!(
                place > begin && place < begin + 2 * UNIT_BYTES as usize,
                "{place} at {begin}"
            );
            self.fetched += part.ahead.len();
        }
        Ok(())
    }
}

#[test]
fn text_is_fetched_before_it_is_taken_and_released_behind_it() {
    for (rows, columns) in [(3000, 1000), (9000, 300), (30, 100_000), (2, 2_000_000)] {
        for (threads, end_of_row) in itertools::iproduct!([1, 2], ["\n", "\r\n"]) {
            let text = [&vec![b'.'; columns], end_of_row.as_bytes()]
                .concat()
                .repeat(rows);
            let line = columns + end_of_row.len();
            let released = AtomicUsize::new(0);
            let mut sink = Follow {
                text: &text,
                line,
                released: &released,
                fetched: 0,
            };
            let mut source = InMemory {
                text: &text,
                released: &released,
            };
            let arriving = BoardText {
                separator: Separator::Line,
                head: &[],
                source: &mut source,
            };
            let shape = BoardShape {
                rows: rows as u32,
                columns: columns as u32,
            };
            let (_, outcome) =
                feed::from_stream(shape, arriving, threads, Simd::current(), &mut sink);
            assert_eq!(outcome.ok(), Some(()));
            assert_eq!(released.load(Ordering::Relaxed), text.len());
            // All but the first unit, and what does not fit with the unit before.
            let most = text.len() - UNIT_BYTES as usize / 2;
            let fetched = if threads == 1 {
                most - text.len() / 10..most
            } else {
                0..1
            };
            assert!(
                fetched.contains(&sink.fetched),
                "{rows}x{columns}: {}",
                sink.fetched
            );
        }
    }
}
