//! Boards: rows that stream, or a size with lists; bars of rows, and boards of Notakto.

use super::{BoardForm, Error, Parameters, Share, Sink, check};
use crate::random::Random;
use crate::record::{Signature, Size, Slot};

/// The most pieces and damaged cells given as exact counts: they are kept in memory.
const MAX_LISTED: u64 = 50_000_000;
/// The longest row written in the record's line or as a row.
const MAX_COLS: u64 = Size::MAX;
/// Lots drawn at a time, four to a random word.
const LOTS: usize = 256;
/// Cells made between writes.
const SEGMENT_CELLS: u64 = 1 << 16;

/// The share of damaged cells of a game that takes cells, in 65536ths: empty boards would all be alike.
const USUAL_DAMAGE: u32 = 1 << 14;

pub(super) fn write(
    signature: &Signature,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let (side, damage) = match signature.is_positional() {
        true => (5, parameters.damage.or(Some(Share::Part(USUAL_DAMAGE)))),
        false => (8, parameters.damage),
    };
    let size = parameters.size.unwrap_or(Size { rows: side, cols: side });
    let cols = check("the number of columns", size.cols, 1, MAX_COLS)?;
    let cells = size.rows.checked_mul(cols).ok_or_else(|| super::out_of_range("the size", 1, Size::MAX))?;
    match (&parameters.rules, signature.slots) {
        (Some(rules), _) => sink.word(rules),
        (None, [Slot::Steps, _]) => steps(parameters, random, sink)?,
        (None, [Slot::Shapes, _]) => sink.word("tromino"),
        (None, [Slot::Piece, _]) => sink.word("queen"),
        (None, _) => {}
    }
    let plan = Plan::new(cells, damage, parameters, random)?;
    if parameters.form == BoardForm::Listed {
        return plan.listed(size, parameters, random, sink);
    }
    if parameters.form == BoardForm::Block {
        header(size, parameters, sink);
        sink.end(parameters);
        plan.rows(size, '\n', random, sink)?;
        sink.text("\n");
    } else {
        sink.text(" ");
        plan.rows(size, '/', random, sink)?;
        sink.keywords(parameters);
        sink.end(parameters);
    }
    Ok(())
}

/// The rows of a bar, none longer than the one above.
pub(super) fn bar(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    match &parameters.rules {
        Some(rules) => sink.word(rules),
        None => {
            let size = parameters.size.unwrap_or(Size { rows: 4, cols: 6 });
            sink.text(" rows");
            let mut most = size.cols;
            for _ in 0..check("the number of rows", size.rows, 1, 1 << 16)? {
                let low = if most == size.cols { 1 } else { 0 };
                most = random.within(most.saturating_sub(size.cols / 2).max(low), most);
                sink.spaced(most);
            }
        }
    }
    sink.keywords(parameters);
    sink.text(":");
    sink.end(parameters);
    Ok(())
}

/// Boards of Notakto with up to three crosses each.
pub(super) fn notakto(
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    sink.keywords(parameters);
    sink.text(":");
    for _ in 0..check("--heaps", parameters.count_of_heaps().unwrap_or(2), 0, 1 << 24)? {
        let mut rows = [*b"...", *b"...", *b"..."];
        for _ in 0..random.below(4) {
            rows[random.below(3) as usize][random.below(3) as usize] = b'X';
        }
        sink.word(&String::from_utf8_lossy(&rows.join(&b'/')));
    }
    sink.end(parameters);
    Ok(())
}

fn header(size: Size, parameters: &Parameters, sink: &mut Sink<'_>) {
    sink.spaced(size.rows);
    sink.text("x");
    sink.number(size.cols);
    sink.keywords(parameters);
}

/// Random steps, each lowering row + column.
fn steps(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    let reach = check("--reach", parameters.reach.unwrap_or(3), 1, 64)? as i64;
    let count = check("--amounts", parameters.amounts.unwrap_or(3), 1, 64)?;
    let mut drawn = fxhash::FxHashSet::default();
    if parameters.distinct {
        // Of the (2r + 1)² steps, 2r + 1 keep row + column, and half of the others lower it.
        let reach = reach as u64;
        check("--amounts", count, 1, reach * (2 * reach + 1))?;
    }
    for _ in 0..count {
        let side = 2 * reach as u64 + 1;
        let (drow, dcol) = loop {
            let (drow, dcol) = (random.below(side) as i64 - reach, random.below(side) as i64 - reach);
            if drow + dcol < 0 && (!parameters.distinct || drawn.insert((drow, dcol))) {
                break (drow, dcol);
            }
        };
        sink.text(&format!(" {drow},{dcol}"));
    }
    Ok(())
}

/// The content of the cells of a board.
struct Plan {
    /// Cells that are drawn one by one are damaged below this, in 65536ths …
    damaged: u32,
    /// … and hold a piece below this.
    piece: u32,
    /// Cells given by exact counts, ascending by index, and their contents.
    fixed: Vec<(u64, u8)>,
}

impl Plan {
    fn new(
        cells: u64,
        damage: Option<Share>,
        parameters: &Parameters,
        random: &mut Random,
    ) -> Result<Self, Error> {
        let part = |share| if let Some(Share::Part(part)) = share { part } else { 0 };
        let count = |share| if let Some(Share::Count(count)) = share { count } else { 0 };
        let damaged = part(damage);
        // A share of pieces is a share of the cells that are not damaged.
        let piece = damaged + ((65536 - damaged) * part(parameters.pieces)).div_ceil(65536);
        let most = MAX_LISTED.min(cells);
        let damaged_cells = check("--damage", count(damage), 0, most)?;
        let pieces = check("--pieces", count(parameters.pieces), 0, most - damaged_cells)?;
        let drawn = random.distinct(damaged_cells + pieces, cells);
        let mut fixed: Vec<(u64, u8)> =
            (0..).zip(drawn).map(|(i, cell)| (cell, if i < damaged_cells { b'X' } else { b'K' })).collect();
        fixed.sort_unstable();
        Ok(Plan { damaged, piece, fixed })
    }

    /// Writes the rows; the separator stands between them.
    fn rows(
        &self,
        size: Size,
        separator: char,
        random: &mut Random,
        sink: &mut Sink<'_>,
    ) -> Result<(), Error> {
        let mut fixed = self.fixed.iter().peekable();
        for row in 0..size.rows {
            if row > 0 {
                sink.buffer.push(separator as u8);
            }
            let mut col = 0;
            while col < size.cols {
                let length = SEGMENT_CELLS.min(size.cols - col);
                let start = sink.buffer.len();
                sink.buffer.resize(start + length as usize, b'.');
                let segment = &mut sink.buffer[start..];
                self.fill(segment, random);
                let first = row * size.cols + col;
                while let Some(&&(cell, what)) = fixed.peek().filter(|fixed| fixed.0 < first + length) {
                    segment[(cell - first) as usize] = what;
                    fixed.next();
                }
                col += length;
                sink.flush_when_full()?;
            }
        }
        Ok(())
    }

    /// Draws cells: 16 bits each, four to a random word, the lowest first; the rest of a word at
    /// the end of a row is not used.
    fn fill(&self, cells: &mut [u8], random: &mut Random) {
        if self.piece == 0 {
            return;
        }
        // Lots are drawn first and used afterwards, so that the second loop has no order and
        // runs many cells at a time.
        let mut lots = [0u16; LOTS];
        for cells in cells.chunks_mut(LOTS) {
            for lots in lots[..cells.len().next_multiple_of(4)].chunks_exact_mut(4) {
                let word = random.word();
                for (i, lot) in lots.iter_mut().enumerate() {
                    *lot = (word >> (16 * i)) as u16;
                }
            }
            let (damaged, all_damaged) = (self.damaged as u16, self.damaged > 0xffff);
            let (piece, all_pieces) = (self.piece as u16, self.piece > 0xffff);
            for (cell, &lot) in cells.iter_mut().zip(&lots) {
                let free_or_piece = if (lot < piece) | all_pieces { b'K' } else { b'.' };
                *cell = if (lot < damaged) | all_damaged { b'X' } else { free_or_piece };
            }
        }
    }

    /// Writes the board as its size, its damaged cells and its pieces.
    fn listed(
        &self,
        size: Size,
        parameters: &Parameters,
        random: &mut Random,
        sink: &mut Sink<'_>,
    ) -> Result<(), Error> {
        header(size, parameters, sink);
        let mut cells: Vec<(u64, u8)> = Vec::new();
        if self.piece > 0 {
            // Shares are drawn cell by cell, as in rows, and give the same board.
            let most = MAX_LISTED * 4;
            let all = check("with shares, the cells of a listed board", size.rows * size.cols, 1, most)?;
            let mut row = vec![b'.'; size.cols as usize];
            for start in (0..all).step_by(row.len()) {
                row.fill(b'.');
                row.chunks_mut(SEGMENT_CELLS as usize).for_each(|segment| self.fill(segment, random));
                cells.extend(
                    (start..).zip(&row).filter(|&(_, &what)| what != b'.').map(|(i, &what)| (i, what)),
                );
            }
        }
        let fixed: fxhash::FxHashSet<u64> = self.fixed.iter().map(|&(cell, _)| cell).collect();
        cells.retain(|(cell, _)| !fixed.contains(cell));
        cells.extend_from_slice(&self.fixed);
        cells.sort_unstable();
        let list = |what: u8, sink: &mut Sink<'_>| {
            for &(cell, _) in cells.iter().filter(|&&(_, there)| there == what) {
                sink.tuple(&[cell / size.cols + 1, cell % size.cols + 1]);
            }
        };
        if cells.iter().any(|&(_, what)| what == b'X') {
            sink.text(" damaged");
            list(b'X', sink);
        }
        sink.text(":");
        list(b'K', sink);
        sink.end(parameters);
        Ok(())
    }
}
