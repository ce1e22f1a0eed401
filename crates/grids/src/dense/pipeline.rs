//! A board in units of its text: each of two threads, or one alone, reads and converts units wherever
//! they stand in a file; the sink is passed from hand to hand in the order of the units.
//!
//! The place of a unit is known without reading what comes before it, as long as every row is as wide
//! as it should be and ends as the first one does ([`Grid`]). A unit for which that fails, or that
//! cannot be read in full, ends the common work: everything before it is taken, and the one thread
//! that goes on from there ([`super::feed`]) finds out what is wrong, if anything is. So all
//! that can go wrong with a text is known to the sequential path alone.
//!
//! Waiting for one's turn spins for some microseconds, the usual case, and then sleeps: with both
//! cores busy with other things, spinning would cost the other thread its time slice.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a unit has some hundred kilobytes; rows and columns of a board have 32 bits"
)]

use super::ahead::touch;
use super::lanes::COLUMNS;
use super::rows::{BoardShape, MAX_STRETCH_CELLS, RowPart, RowReader, Sink};
use super::text::{self, CellBlock, Content, Counts};
use grundy_base::simd::Simd;
use grundy_base::source::{Mapped, ReadAt, Separator};
use grundy_base::sync::lock;
use std::hint::spin_loop;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of bytes of text in a unit, about: small enough that text and bits stay in the second cache.
pub const UNIT_BYTES: u64 = 256 << 10;

/// Tells whether units pay: enough text is left, and rows are long enough that the bits of a unit, rows padded to
/// whole blocks, stay in the cache with it.
fn worthwhile(rows: &RowReader) -> bool {
    let BoardShape { rows: all, columns } = rows.shape();
    columns >= 128 && u64::from(all - rows.row()) * u64::from(columns) >= 8 * UNIT_BYTES
}

/// The end of the work on the units. Bytes count from where it began.
pub(super) enum End<E> {
    /// The board is complete.
    Complete {
        /// The number of bytes that it takes.
        bytes: u64,
    },
    /// One thread must go on.
    GoOn {
        /// The place from which it must go on.
        bytes: u64,
        /// The reader at that place.
        rows: RowReader,
    },
    /// The sink refused a part.
    Refused {
        /// The place where the part ends.
        bytes: u64,
        /// The number of rows that were taken.
        rows: u32,
        /// The answer of the sink.
        error: E,
    },
}

/// The places of the rows of a text without faults. Places count from the beginning of the first row
/// that is not complete.
pub struct Grid {
    /// The reader at the place where the work begins.
    rows: RowReader,
    /// The number of columns.
    columns: u64,
    /// The characters that end a row.
    end_of_row: &'static [u8],
    /// The place where the work begins.
    begin: u64,
    /// The place after the board.
    end: u64,
}

impl Grid {
    /// Lays a grid over the text from where `rows` stands.
    pub fn new(rows: RowReader, end_of_row: &'static [u8]) -> Grid {
        let shape = rows.shape();
        let columns = u64::from(shape.columns);
        let end = u64::from(shape.rows - rows.row()) * (columns + end_of_row.len() as u64);
        Grid {
            begin: rows.column() as u64,
            rows,
            columns,
            end_of_row,
            end,
        }
    }

    /// Returns the place after the board.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Counts the units.
    pub fn units(&self) -> u64 {
        (self.end - self.begin).div_ceil(UNIT_BYTES)
    }

    /// Counts the bytes of a row and its end.
    pub fn line(&self) -> u64 {
        self.columns + self.end_of_row.len() as u64
    }

    /// Finds the place where a unit begins, the first column of a block; past the last unit, the end.
    pub fn start(&self, unit: u64) -> u64 {
        let place = self.begin + unit * UNIT_BYTES;
        if unit == 0 || place >= self.end {
            return place.min(self.end);
        }
        let column = (place % self.line()).min(self.columns - 1);
        place / self.line() * self.line() + column / COLUMNS as u64 * COLUMNS as u64
    }

    /// Finds the row and the column at a place.
    pub fn locate(&self, place: u64) -> GridCell {
        GridCell {
            row: self.rows.row() + (place / self.line()) as u32,
            column: (place % self.line()) as usize,
        }
    }
}

/// A row and a column of a text.
pub struct GridCell {
    /// The row of the board, from 0.
    pub row: u32,
    /// The byte within the row, from 0.
    pub column: usize,
}

/// The state that the threads share.
struct Shared<'a, S: Sink> {
    /// The places of the rows.
    grid: Grid,
    /// The first bytes of the text, which were read already.
    left: &'a [u8],
    /// The text after that.
    text: &'a dyn ReadAt,
    /// The text as memory, if the system can map it.
    mapped: Option<Box<dyn Mapped + 'a>>,
    /// The vector instructions to be used.
    simd: Simd,
    /// Whether one thread does it all.
    alone: bool,
    /// The unit to be claimed next.
    next: AtomicU64,
    /// The unit the sink takes next, or [`ENDED`].
    turn: AtomicU64,
    /// The sink, for the thread whose turn it is.
    taking: Mutex<Taking<'a, S>>,
    /// Tells those who wait that the turn has changed.
    turned: Condvar,
}

impl<S: Sink> Shared<'_, S> {
    /// Finds how far a place is from where the text after `left` begins, unless it lies before.
    fn beyond(&self, place: u64) -> Option<usize> {
        let offset = (place - self.grid.begin).checked_sub(self.left.len() as u64)?;
        usize::try_from(offset).ok()
    }

    /// Returns the text of a unit, if it need not be read.
    fn mapped(&self, places: &Range<u64>) -> Option<&[u8]> {
        let mapped = self.mapped.as_ref()?;
        mapped
            .text()
            .get(self.beyond(places.start)?..self.beyond(places.end)?)
    }

    /// Returns the text of the unit after this one, if it is worth fetching ([`super::ahead`]).
    fn ahead(&self, unit: u64) -> &[u8] {
        let next = self.grid.start(unit + 1)..self.grid.start(unit + 2);
        let text = if self.alone { self.mapped(&next) } else { None };
        text.unwrap_or_default()
    }

    /// Releases the text before a place, after all units before it were taken.
    fn release(&self, place: u64) {
        if let Some(mapped) = &self.mapped
            && let Some(before) = self.beyond(place)
        {
            mapped.release(before);
        }
    }
}

/// The sink, and how the work ends.
struct Taking<'a, S: Sink> {
    /// The taker of the rows.
    sink: &'a mut S,
    /// The end of the work, as far as it is known: complete, until a unit says otherwise.
    end: End<S::Error>,
}

/// The turn of nobody: the work has ended.
const ENDED: u64 = u64::MAX;

/// Feeds the rows from where `rows` stands on. Their text begins with `left` and goes on in `text`.
/// Does nothing if that is not worth it: one thread alone gains only where there is no text to copy.
pub(super) fn run<S: Sink>(
    rows: &RowReader,
    left: &[u8],
    text: &dyn ReadAt,
    threads: usize,
    simd: Simd,
    sink: &mut S,
) -> Option<End<S::Error>> {
    if !worthwhile(rows) {
        return None;
    }
    let mapped = text.mapped();
    if threads < 2 && mapped.is_none() {
        return None;
    }
    let end_of_row = guess_end_of_row(rows, left, text);
    let grid = Grid::new(rows.clone(), end_of_row);
    let end = End::Complete {
        bytes: grid.end - grid.begin,
    };
    let shared = Shared {
        grid,
        left,
        text,
        mapped,
        simd,
        alone: threads < 2,
        next: AtomicU64::new(0),
        turn: AtomicU64::new(0),
        taking: Mutex::new(Taking { sink, end }),
        turned: Condvar::new(),
    };
    std::thread::scope(|scope| {
        if threads > 1 {
            // If the system starts no second thread, one does it all.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || work(&shared));
        }
        work(&shared);
    });
    let taking = shared.taking.into_inner();
    Some(taking.unwrap_or_else(PoisonError::into_inner).end)
}

/// Guesses how rows end by the end of the first one: rows that end otherwise break the grid, and are found out.
fn guess_end_of_row(rows: &RowReader, left: &[u8], text: &dyn ReadAt) -> &'static [u8] {
    if rows.separator() == Separator::Slash {
        return b"/";
    }
    let missing = rows.shape().columns as usize - rows.column();
    let has_carriage_return = byte_at(missing, left, text) == Some(b'\r')
        && byte_at(missing + 1, left, text) == Some(b'\n');
    if has_carriage_return { b"\r\n" } else { b"\n" }
}

/// Reads a byte of a text that begins with `left` and goes on in `text`.
fn byte_at(at: usize, left: &[u8], text: &dyn ReadAt) -> Option<u8> {
    if let Some(&byte) = left.get(at) {
        return Some(byte);
    }
    let mut read = [0];
    let got = text.read_full_at(&mut read, (at - left.len()) as u64);
    got.is_ok_and(|got| got == 1).then_some(read[0])
}

/// The bits of one unit, and its text if that had to be read.
#[derive(Default)]
struct Unit {
    /// The text, if it had to be read.
    read: Vec<u8>,
    /// The damage and the pieces, block after block.
    cells: Vec<CellBlock>,
    /// The numbers of pieces on the cells, where there are digits.
    counts: Vec<Counts>,
    /// The stretches of rows of which the unit consists.
    stretches: Vec<UnitStretch>,
}

/// A part of a row that was converted.
struct UnitStretch {
    /// The row of the board.
    row: u32,
    /// The number of its first block in the row.
    block: usize,
    /// The range of its blocks among those of the unit.
    cells: Range<usize>,
    /// The kind of its characters.
    content: Content,
    /// The place where it ends, counted from the beginning of the unit.
    end: usize,
    /// Whether the row ends with it.
    ends_row: bool,
}

impl Unit {
    /// Converts the unit at these places; returns whether it keeps to the grid.
    fn fill<S: Sink>(&mut self, shared: &Shared<'_, S>, places: Range<u64>) -> bool {
        let Shared {
            grid, left, simd, ..
        } = shared;
        let length = (places.end - places.start) as usize;
        if let Some(text) = shared.mapped(&places) {
            return self.convert(grid, places.start, *simd, text);
        }
        // The buffer is put back below.
        let mut text = std::mem::take(&mut self.read);
        text.resize(length, 0);
        let offset = places.start - grid.begin;
        let known = if offset == 0 {
            left.len().min(length)
        } else {
            0
        };
        text[..known].copy_from_slice(&left[..known]);
        let from = (offset + known as u64).checked_sub(left.len() as u64);
        let read = from.map(|from| shared.text.read_full_at(&mut text[known..], from));
        let good = matches!(read, Some(Ok(read)) if read == length - known)
            && self.convert(grid, places.start, *simd, &text);
        self.read = text;
        good
    }

    /// Converts the text of a unit that begins at this place; returns whether it keeps to the grid.
    fn convert(&mut self, grid: &Grid, start: u64, simd: Simd, text: &[u8]) -> bool {
        self.stretches.clear();
        let GridCell {
            mut row,
            mut column,
        } = grid.locate(start);
        let mut at = 0;
        let mut used = 0;
        while at < text.len() {
            let missing = grid.columns as usize - column;
            let length = missing.min(text.len() - at).min(MAX_STRETCH_CELLS);
            let cells = used..used + length.div_ceil(COLUMNS);
            used = cells.end;
            if self.cells.len() < used {
                self.cells.resize(used, CellBlock::default());
            }
            let into = &mut self.cells[cells.clone()];
            let row_text = &text[at..at + length];
            let Ok(content) = text::convert(simd, row_text, into, &mut self.counts, cells.start)
            else {
                return false;
            };
            at += length;
            let ends_row = length == missing;
            if ends_row {
                if !text[at..].starts_with(grid.end_of_row) {
                    return false;
                }
                at += grid.end_of_row.len();
            }
            self.stretches.push(UnitStretch {
                row,
                block: column / COLUMNS,
                cells,
                content,
                end: at,
                ends_row,
            });
            if ends_row {
                row += 1;
                column = 0;
            } else {
                column += length;
            }
        }
        true
    }

    /// Hands the sink the rows of the unit, whose text begins at `begin`, and has the text `ahead` fetched meanwhile.
    fn give<S: Sink>(
        &mut self,
        sink: &mut S,
        begin: u64,
        ahead: &[u8],
    ) -> Result<(), End<S::Error>> {
        touch(ahead);
        let mut at = 0;
        for stretch in &self.stretches {
            let soon = ahead.get(at..stretch.end).unwrap_or_default();
            at = stretch.end;
            let counts = if stretch.content == Content::Several {
                &self.counts[stretch.cells.clone()]
            } else {
                &[]
            };
            let taken = sink.take(RowPart {
                row: stretch.row,
                block: stretch.block,
                cells: &mut self.cells[stretch.cells.clone()],
                counts,
                content: stretch.content,
                ends_row: stretch.ends_row,
                ahead: soon,
            });
            if let Err(error) = taken {
                return Err(End::Refused {
                    bytes: begin + stretch.end as u64,
                    rows: stretch.row + u32::from(stretch.ends_row),
                    error,
                });
            }
        }
        Ok(())
    }
}

/// Takes units, converts them and gives them to the sink, until there are none left.
fn work<S: Sink>(shared: &Shared<'_, S>) {
    let _end = EndInPanic(shared);
    let grid = &shared.grid;
    let mut unit = Unit::default();
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        let places = grid.start(index)..grid.start(index + 1);
        if index >= grid.units() || shared.turn.load(Ordering::Relaxed) == ENDED {
            return;
        }
        let good = unit.fill(shared, places.clone());
        let Some(mut taking) = wait(shared, index) else {
            return;
        };
        let begin = places.start - grid.begin;
        let given = if good {
            unit.give(taking.sink, begin, shared.ahead(index))
        } else {
            let GridCell { row, column } = grid.locate(places.start);
            Err(End::GoOn {
                bytes: begin,
                rows: grid.rows.moved(row, column),
            })
        };
        let turn = match given {
            Ok(()) => index + 1,
            Err(end) => {
                taking.end = end;
                ENDED
            }
        };
        shared.turn.store(turn, Ordering::Release);
        drop(taking);
        shared.turned.notify_one();
        if turn != ENDED {
            shared.release(places.end);
        }
    }
}

/// A guard that lets no one wait for a thread that panicked.
struct EndInPanic<'s, 'a, S: Sink>(&'s Shared<'a, S>);

impl<S: Sink> Drop for EndInPanic<'_, '_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _taking = lock(&self.0.taking);
            self.0.turn.store(ENDED, Ordering::Release);
            self.0.turned.notify_all();
        }
    }
}

/// The number of looks before sleeping, which take some ten microseconds (a guess).
const MAX_SPINS: u32 = 2000;

/// Waits for the turn of the unit, unless the work ends before.
fn wait<'s, 'a, S: Sink>(
    shared: &'s Shared<'a, S>,
    unit: u64,
) -> Option<MutexGuard<'s, Taking<'a, S>>> {
    let turn = || shared.turn.load(Ordering::Acquire);
    let waits = || {
        let turn = turn();
        turn != unit && turn != ENDED
    };
    for _ in 0..MAX_SPINS {
        if !waits() {
            break;
        }
        spin_loop();
    }
    let taking = shared.turned.wait_while(lock(&shared.taking), |_| waits());
    let taking = taking.unwrap_or_else(PoisonError::into_inner);
    (turn() == unit).then_some(taking)
}
