//! Two numbers, and rays alone: the box in square tiles, which several threads may fill.
//!
//! No option is larger in any number, so a tile needs what lies above it and to its left. Each thread takes the
//! next band of tiles, from left to right, and keeps behind the band above. Two tiles under work at a time then
//! have no line of a ray in common: they differ in their rows and columns, and their diagonals lie two tiles
//! apart. So the values on a line are written by one thread at a time, and whoever waits for a tile sees them.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

use super::super::options::names_of;
use super::given_up::GivenUp;
use super::order::TILE;
use super::ray::Ray;
use super::table::{Cell, Table};
use crate::sync::{interrupt, threads};

/// Boxes of fewer tiles a thread are filled sooner by fewer threads.
const TILES_A_THREAD: usize = 64;

/// The lines of one ray: the values on each, as bits, and how many words of each are full.
struct Lines {
    ray: Ray,
    /// The number that tells the line, where the ray lowers the other one alone.
    by: Option<usize>,
    sets: Vec<AtomicU64>,
    full: Vec<AtomicU32>,
}

/// A band of tiles.
struct Band<'t, T> {
    /// Its rows, until a thread takes them.
    cells: Mutex<Option<&'t mut [T]>>,
    /// How many of its tiles are filled.
    filled: AtomicUsize,
}

/// Tells the others to stop when the thread that holds it is unwound.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// Fills a table of two numbers whose rule is made of these rays, with sets of so many words. Illegal positions
/// are marked already.
///
/// # Errors
///
/// When a value does not fit.
pub fn fill<T: Cell>(
    rays: Vec<Ray>,
    words: usize,
    table: &mut Table<T>,
    count: usize,
) -> Result<(), GivenUp> {
    let columns = table.frame.dims[1] as usize;
    let across = columns.div_ceil(TILE);
    let (cells, phase) = table.cells_and_phase();
    let bands: Vec<Band<'_, T>> = cells
        .chunks_mut(TILE * columns)
        .map(|cells| Band { cells: Mutex::new(Some(cells)), filled: AtomicUsize::new(0) })
        .collect();
    let lines: Vec<Lines> = rays.into_iter().map(|ray| Lines::new(ray, words)).collect();
    let phase = Mutex::new(phase);
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |_| {
        let _stop = Stop(&stopped);
        loop {
            let here = next.fetch_add(1, Relaxed);
            let Some(band) = bands.get(here) else { return Ok(()) };
            let Some(cells) = band.cells.lock().unwrap_or_else(PoisonError::into_inner).take() else {
                return Ok(());
            };
            let above = here.checked_sub(1).map(|above| &bands[above].filled);
            for tile in 0..across {
                while above.is_some_and(|filled| filled.load(Acquire) <= tile) {
                    if stopped.load(Relaxed) {
                        return Ok(());
                    }
                    interrupt::check();
                    std::thread::yield_now();
                }
                interrupt::check();
                if let Err(given_up) = fill_tile(&lines, words, cells, columns, (here, tile)) {
                    stopped.store(true, Relaxed);
                    return Err(given_up);
                }
                band.filled.store(tile + 1, Release);
            }
            phase.lock().unwrap_or_else(PoisonError::into_inner).add(cells.len() as u64);
        }
    };
    let count = count.min(bands.len() * across / TILES_A_THREAD).max(1);
    threads::each(count, work).into_iter().collect()
}

impl Lines {
    fn new(ray: Ray, words: usize) -> Lines {
        let by = match ray.falling()[..] {
            [one] => Some(1 - one),
            _ => None,
        };
        let sets = (0..ray.lines * words).map(|_| AtomicU64::new(0)).collect();
        let full = (0..ray.lines).map(|_| AtomicU32::new(0)).collect();
        Lines { ray, by, sets, full }
    }
}

/// Fills one tile of a band, given by the numbers of the band and of the tile.
fn fill_tile<T: Cell>(
    lines: &[Lines],
    words: usize,
    cells: &mut [T],
    columns: usize,
    (band, tile): (usize, usize),
) -> Result<(), GivenUp> {
    let mut names = names_of(&[]);
    let (left, right) = (tile * TILE, columns.min((tile + 1) * TILE));
    let mut sets: smallvec::SmallVec<[(&[AtomicU64], &AtomicU32); 4]> = smallvec::SmallVec::new();
    for (row, cells) in (band * TILE..).zip(cells.chunks_mut(columns)) {
        for (column, cell) in (left..).zip(&mut cells[left..right]) {
            if *cell == T::ILLEGAL {
                continue;
            }
            (names[0], names[1]) = (row as i64, column as i64);
            sets.clear();
            let mut word = 0;
            for lines in lines {
                let id = lines.by.map_or_else(|| lines.ray.line(&names), |by| names[by] as usize);
                sets.push((&lines.sets[id * words..(id + 1) * words], &lines.full[id]));
                word = word.max(lines.full[id].load(Relaxed) as usize);
            }
            let value = loop {
                if word >= words {
                    return Err(GivenUp::Value);
                }
                let seen = sets.iter().fold(0, |seen, (set, _)| seen | set[word].load(Relaxed));
                if seen != !0 {
                    break word * 64 + seen.trailing_ones() as usize;
                }
                word += 1;
            };
            if value >= T::VALUES {
                return Err(GivenUp::Value);
            }
            for (set, full) in &sets {
                // No other thread has this line.
                let with = set[value / 64].load(Relaxed) | 1 << (value % 64);
                set[value / 64].store(with, Relaxed);
                let mut first = full.load(Relaxed);
                while set.get(first as usize).is_some_and(|word| word.load(Relaxed) == !0) {
                    first += 1;
                }
                full.store(first, Relaxed);
            }
            *cell = T::of(value);
        }
    }
    Ok(())
}
