//! Two threads on one board: each reads and converts every other block of text; the sink is
//! passed from hand to hand in the order of the blocks.
//!
//! Reading is a critical section of its own, in which the ends of the rows are found too (a byte
//! or two a row), since only then is it known where in a row the next block begins. Waiting
//! spins for some microseconds, the usual case, and then sleeps: with both cores busy with other
//! things, spinning would cost the other thread its time slice.

use super::feed::{BLOCK, Buffer, FeedError, Tail};
use super::level::Level;
use super::rows::{Part, Rows, Separator, Shape, Sink, Step, Stretch, fault};
use super::text::{self, BadCharacter, Cells, Content, Counts};
use std::hint::spin_loop;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whether a second thread pays: enough text, and rows long enough that the padding of each to
/// whole blocks does not matter.
pub(super) fn worthwhile(shape: Shape) -> bool {
    shape.columns >= 1024 && shape.area() >= 8 * BLOCK as u64
}

/// The source and everything that must be known to read on.
struct Reading<'a> {
    source: &'a mut (dyn Read + Send),
    rows: Rows,
    /// Read, but not part of any block yet; after the end, not part of the board.
    left: Vec<u8>,
    next: u64,
    stop: bool,
    ended: bool,
    bytes: u64,
}

/// The sink and what became of the board.
struct Taking<'a, S: Sink> {
    sink: &'a mut S,
    outcome: Result<(), FeedError<S::Error>>,
    /// Rows taken in full.
    rows: u32,
    /// Text of blocks that were read for nothing, by block.
    unread: Vec<(u64, Vec<u8>)>,
}

struct Shared<'a, S: Sink> {
    reading: Mutex<Reading<'a>>,
    taking: Mutex<Taking<'a, S>>,
    /// The block the sink takes next, or [`ABANDONED`].
    turn: AtomicU64,
    turned: Condvar,
}

const ABANDONED: u64 = u64::MAX;

/// A stretch and where its bits are in the worker's buffers.
struct Converted {
    stretch: Stretch,
    next: usize,
    content: Content,
    cells: Range<usize>,
    counts: Range<usize>,
}

/// One block: its text, and what is known about it.
struct Block {
    index: u64,
    /// Where the text is in the buffer.
    text: Range<usize>,
    /// Bytes of it that belong to this block; the rest is carried into the next.
    used: usize,
    stretches: Vec<(Stretch, usize)>,
    failed: Option<io::Error>,
}

pub(super) fn run<S: Sink>(
    rows: Rows,
    left: &[u8],
    source: &mut (dyn Read + Send),
    level: Level,
    sink: &mut S,
) -> (Tail, Result<(), FeedError<S::Error>>) {
    let reading = Reading { source, rows, left: left.to_vec(), next: 0, stop: false, ended: false, bytes: 0 };
    let shared = Shared {
        reading: Mutex::new(reading),
        taking: Mutex::new(Taking { sink, outcome: Ok(()), rows: 0, unread: Vec::new() }),
        turn: AtomicU64::new(0),
        turned: Condvar::new(),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| work(&shared, level));
        work(&shared, level);
    });
    let reading = shared.reading.into_inner().unwrap_or_else(PoisonError::into_inner);
    let rows = reading.rows.row();
    let mut taking = shared.taking.into_inner().unwrap_or_else(PoisonError::into_inner);
    taking.unread.sort_unstable_by_key(|&(index, _)| index);
    let mut unread: Vec<u8> = taking.unread.into_iter().flat_map(|(_, text)| text).collect();
    let bytes = reading.bytes - unread.len() as u64;
    unread.extend_from_slice(&reading.left);
    let rows = if taking.outcome.is_ok() { rows } else { taking.rows };
    (Tail { unread, rows, bytes, ended: reading.ended }, taking.outcome)
}

fn work<S: Sink>(shared: &Shared<'_, S>, level: Level) {
    let mut buffer = Buffer::new();
    let mut cells: Vec<Cells> = Vec::new();
    let mut counts: Vec<Counts> = Vec::new();
    let mut several: Vec<Counts> = Vec::new();
    let mut converted = Vec::new();
    while let Some(block) = read(shared, &mut buffer) {
        let text = buffer.text(block.text.clone());
        converted.clear();
        several.clear();
        let mut used_cells = 0;
        let mut wrong = block.failed.map(|error| (0, FeedError::Io(error)));
        for (stretch, next) in block.stretches {
            let first = used_cells;
            used_cells += stretch.text.len().div_ceil(super::lanes::COLUMNS);
            if cells.len() < used_cells {
                cells.resize(used_cells, Cells::default());
            }
            let target = &mut cells[first..used_cells];
            let bad = match text::convert(level, &text[stretch.text.clone()], target, &mut counts) {
                Ok(content) if stretch.then.is_none() => {
                    let first_count = several.len();
                    if content == Content::Several {
                        several.extend_from_slice(&counts[..used_cells - first]);
                    }
                    let counts = first_count..several.len();
                    converted.push(Converted { stretch, next, content, cells: first..used_cells, counts });
                    continue;
                }
                Ok(_) => None,
                Err(BadCharacter(bad)) => Some(bad),
            };
            let place = stretch.text.start + bad.unwrap_or(stretch.text.len());
            wrong = Some((place, FeedError::Row(fault(&stretch, text, bad, Separator::Line))));
            break;
        }
        let mut taking = wait(shared, block.index);
        let mut at = if shared.turn.load(Ordering::Acquire) == ABANDONED { Some(0) } else { None };
        if at.is_none() {
            for done in &converted {
                let Stretch { row, column, ends_row, .. } = done.stretch;
                let part = Part {
                    row,
                    block: column / super::lanes::COLUMNS,
                    cells: &mut cells[done.cells.clone()],
                    counts: &several[done.counts.clone()],
                    content: done.content,
                    ends_row,
                };
                taking.rows = row + u32::from(ends_row);
                if let Err(error) = taking.sink.take(part) {
                    wrong = Some((done.next, FeedError::Sink(error)));
                    break;
                }
            }
            if let Some((place, error)) = wrong {
                taking.outcome = Err(error);
                at = Some(place);
            }
        }
        if let Some(at) = at {
            taking.unread.push((block.index, text[at..block.used].to_vec()));
        }
        shared.turn.store(if at.is_some() { ABANDONED } else { block.index + 1 }, Ordering::Release);
        drop(taking);
        shared.turned.notify_one();
        if at.is_some() {
            lock(&shared.reading).stop = true;
            return;
        }
    }
}

/// Reads the next block and finds the rows in it; `None` when there is none.
fn read<S: Sink>(shared: &Shared<'_, S>, buffer: &mut Buffer) -> Option<Block> {
    let mut reading = lock(&shared.reading);
    if reading.stop {
        return None;
    }
    let start = buffer.put_left(&reading.left);
    let (end, ended, failed) = buffer.fill(reading.source);
    let text = buffer.text(start..end);
    let (mut used, mut stretches) = (0, Vec::new());
    loop {
        match reading.rows.step(text, used, ended) {
            Step::NeedMore => break,
            Step::Complete => {
                reading.stop = true;
                break;
            }
            Step::Convert(stretch, next) => {
                used = next;
                let wrong = stretch.then.is_some();
                stretches.push((stretch, next));
                if wrong {
                    reading.stop = true;
                    break;
                }
            }
        }
    }
    reading.stop |= ended || failed.is_some();
    reading.ended |= ended;
    reading.bytes += used as u64;
    reading.left.clear();
    reading.left.extend_from_slice(&text[used..]);
    let index = reading.next;
    reading.next += 1;
    Some(Block { index, text: start..end, used, stretches, failed })
}

/// How often to look before sleeping: some ten microseconds.
const SPINS: u32 = 2000;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..SPINS {
        if let Ok(guard) = mutex.try_lock() {
            return guard;
        }
        spin_loop();
    }
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the turn of block `index`, or for the end of all turns.
fn wait<'s, 'a, S: Sink>(shared: &'s Shared<'a, S>, index: u64) -> MutexGuard<'s, Taking<'a, S>> {
    let come = || matches!(shared.turn.load(Ordering::Acquire), turn if turn == index || turn == ABANDONED);
    for _ in 0..SPINS {
        if come() {
            break;
        }
        spin_loop();
    }
    let taking = lock(&shared.taking);
    shared.turned.wait_while(taking, |_| !come()).unwrap_or_else(PoisonError::into_inner)
}
