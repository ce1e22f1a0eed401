//! Boards swept line by line, cut into blocks at borders: what must be known of all lines before a
//! border is written down there, so that each block is checked on its own, and all of them prove the
//! board by induction.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::threads;
use crate::{Checked, rejected, unproved};

/// The lines of a board in an order in which each depends on those before it.
pub(super) trait Sweep: Sync {
    /// What later lines depend on.
    type Frontier: Send;

    fn lines(&self) -> u64;

    /// Before the first line.
    fn start(&self) -> Self::Frontier;

    /// The frontier before a line, as a border says; none when it says none.
    fn read(&self, line: u64, border: &str) -> Option<Self::Frontier>;

    /// Writes the frontier before a line.
    fn write(&self, line: u64, frontier: &Self::Frontier, out: &mut String);

    /// Computes a line; how many steps it took.
    fn advance(&self, line: u64, frontier: &mut Self::Frontier) -> u64;

    /// A value of the line computed last.
    fn value(&self, line: u64, frontier: &Self::Frontier, place: u64) -> u32;
}

/// Borders, one before each line that is a multiple of the number, without the first; the number
/// is 0 where there are none.
pub(super) type Borders = (u64, Vec<String>);

/// Lines from one border to the next, at least.
const LEAST: u64 = 16;

/// The borders of a board, so few that they take no more than these bytes.
pub(super) fn borders<S: Sweep>(sweep: &S, most: usize, most_steps: u64) -> Checked<Borders> {
    let (mut every, mut texts, mut bytes): (u64, Vec<String>, usize) = (LEAST, Vec::new(), 0);
    let mut frontier = sweep.start();
    let mut steps = 0u64;
    for line in 0..sweep.lines() {
        if line > 0 && line.is_multiple_of(every) {
            let mut text = String::new();
            sweep.write(line, &frontier, &mut text);
            bytes += text.len() + 1;
            texts.push(text);
            while bytes > most {
                // Every other border goes; those before odd multiples come first.
                every *= 2;
                let mut nth = 0;
                texts.retain(|_| {
                    nth += 1;
                    nth % 2 == 0
                });
                bytes = texts.iter().map(|text| text.len() + 1).sum();
            }
        }
        steps += sweep.advance(line, &mut frontier);
        if steps > most_steps {
            return unproved("computing the board takes too many steps");
        }
    }
    if texts.is_empty() {
        every = 0;
    }
    Ok((every, texts))
}

/// Checks all blocks, each from its own border, and gives the values wanted: places (line, place
/// in it), ascending.
pub(super) fn check<S: Sweep>(
    sweep: &S,
    (every, texts): (u64, &[String]),
    wanted: &[(u64, u64)],
    most_steps: u64,
    threads: usize,
) -> Checked<Vec<u32>> {
    let blocks = texts.len() as u64 + 1;
    let expected = if every == 0 { 1 } else { sweep.lines().div_ceil(every) };
    if blocks != expected || (every == 0) != texts.is_empty() {
        return rejected(format!("{} borders are missing, or too many", texts.len()));
    }
    // A single block may be of any length.
    let every = if every == 0 { sweep.lines() } else { every };
    let steps = AtomicU64::new(0);
    let block = |number: u64| {
        let (first, last) = (number * every, sweep.lines().min((number + 1) * every));
        let from = wanted.partition_point(|&(line, _)| line < first);
        let to = wanted.partition_point(|&(line, _)| line < last);
        let mut places = wanted[from..to].iter().peekable();
        let mut values = Vec::with_capacity(to - from);
        let mut frontier = match number.checked_sub(1).map(|before| &texts[before as usize]) {
            None => sweep.start(),
            Some(border) => match sweep.read(first, border) {
                Some(frontier) => frontier,
                None => return rejected(format!("border {number} cannot be read")),
            },
        };
        for line in first..last {
            let taken = sweep.advance(line, &mut frontier);
            if steps.fetch_add(taken, Ordering::Relaxed) + taken > most_steps {
                return unproved("computing the board takes too many steps");
            }
            while let Some(&(_, place)) = places.next_if(|&&(at, _)| at == line) {
                values.push(sweep.value(line, &frontier, place));
            }
        }
        if let Some(border) = texts.get(number as usize) {
            let mut reached = String::new();
            sweep.write(last, &frontier, &mut reached);
            if reached != *border {
                return rejected(format!("the values do not lead to border {}", number + 1));
            }
        }
        Ok(values)
    };
    // Contiguous runs of blocks: the values come in order.
    let parts = (threads as u64).clamp(1, blocks.max(1));
    let run = |part: usize| {
        let part = part as u64;
        let mut values = Vec::new();
        for number in part * blocks / parts..(part + 1) * blocks / parts {
            values.append(&mut block(number)?);
        }
        Ok(values)
    };
    let mut values = Vec::with_capacity(wanted.len());
    for part in threads::each(parts as usize, run) {
        values.append(&mut part?);
    }
    Ok(values)
}
