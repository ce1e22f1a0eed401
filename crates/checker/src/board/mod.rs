//! Pieces on boards: values of the whole board, or of its corner up to the pieces where nothing moves
//! right or down, computed from border to border ([`blocks`]).

mod blocks;
mod sliders;
mod steppers;

use crate::GameId;
use std::ops::ControlFlow;

use super::sums::{self, Sum, Visitor};
use super::{Checked, Meter, rejected, unproved};
use crate::certificate::PieceValues;
use grundy_record::{self, Field, Move, Record, Tuple};
use sliders::Sliders;
use steppers::Steppers;

/// In the place of a value: the cell is damaged.
const GONE: u32 = u32::MAX;

/// The most values of neighbours that a certificate lists; the pieces after those have none.
const LISTED: usize = 1 << 16;

/// The steps one value that is kept is worth: it takes memory.
const KEPT: u64 = 32;

/// Row and column, from 0.
type Cell = (u64, u64);

/// The part of a board that matters to its pieces.
struct Board {
    rows: u64,
    cols: u64,
    /// A bit for each cell, row by row: whether it is damaged.
    damaged: Vec<u64>,
}

impl Board {
    fn is_empty(&self) -> bool {
        self.rows == 0 || self.cols == 0
    }

    #[inline]
    fn is_gone(&self, row: u64, col: u64) -> bool {
        let cell = row * self.cols + col;
        self.damaged[(cell / 64) as usize] >> (cell % 64) & 1 == 1
    }
}

/// The pieces of one record.
pub struct Pieces<'m> {
    board: Board,
    steps: Vec<(i64, i64)>,
    slides: bool,
    pieces: Vec<Cell>,
    meter: &'m Meter,
}

impl<'m> Pieces<'m> {
    /// Reads the record.
    pub fn new(record: &Record<'_>, game: GameId, meter: &'m Meter) -> Checked<Self> {
        let steps = steps(record, game)?;
        let text = Text::of(record)?;
        let pieces = text.pieces(record)?;
        // Where every step goes up or left, what is beyond the pieces does not matter to them.
        let corner = steps.iter().all(|&(r, c)| r <= 0 && c <= 0);
        let most = |all: u64, of: fn(&Cell) -> u64| match corner {
            true => pieces.iter().map(of).max().map_or(0, |most| most + 1),
            false if pieces.is_empty() => 0,
            false => all,
        };
        let (rows, cols) = (most(text.rows, |p| p.0), most(text.cols, |p| p.1));
        let Some(cells) = rows.checked_mul(cols) else {
            return unproved(format!("a board of {rows}x{cols} cells is too large to compute"));
        };
        // Besides computing the values, which is charged as it is done.
        meter.spend(cells / 8)?;
        let board = Board { rows, cols, damaged: text.damaged(record, rows, cols)? };
        if pieces.iter().any(|&(row, col)| board.is_gone(row, col)) {
            return rejected("a piece stands on a damaged cell");
        }
        let slides = matches!(game, GameId::Rook | GameId::Bishop | GameId::Queen);
        Ok(Pieces { board, steps, slides, pieces, meter })
    }

    /// Visits where a piece goes, in order, until the visitor says stop.
    fn go(&self, from: Cell, mut visit: impl FnMut(Cell) -> ControlFlow<()>) {
        for &(drow, dcol) in &self.steps {
            let mut at = from;
            loop {
                let (row, col) = (at.0.checked_add_signed(drow), at.1.checked_add_signed(dcol));
                let (Some(row), Some(col)) = (row, col) else { break };
                at = (row, col);
                if row >= self.board.rows || col >= self.board.cols || self.board.is_gone(row, col) {
                    break;
                }
                if visit(at).is_break() {
                    return;
                }
                if !self.slides {
                    break;
                }
            }
        }
    }

    /// Where each piece goes.
    fn options(&self) -> Checked<Vec<Vec<Cell>>> {
        let options = |&piece: &Cell| {
            let mut options = Vec::new();
            self.go(piece, |to| {
                options.push(to);
                ControlFlow::Continue(())
            });
            self.meter.spend(KEPT * (1 + options.len() as u64))?;
            Ok(options)
        };
        self.pieces.iter().map(options).collect()
    }

    /// For each piece the cells around it whose values a certificate lists, 1-based; none for those
    /// that come after too many.
    pub fn neighbourhoods(&self) -> Checked<Vec<Option<Vec<Cell>>>> {
        let mut listed = 0;
        let mut list = |options: Vec<Cell>| {
            listed += options.len();
            (listed <= LISTED).then(|| options.into_iter().map(|(row, col)| (row + 1, col + 1)).collect())
        };
        Ok(self.options()?.into_iter().map(&mut list).collect())
    }

    /// Borders for a certificate: how many lines apart, and what they say. They take a sixteenth of
    /// a byte a cell, or little.
    pub fn borders(&self) -> Checked<(u64, Vec<String>)> {
        let most = 1024 + (self.board.rows * self.board.cols / 16) as usize;
        let steps = self.meter.left();
        if self.slides {
            blocks::borders(&Sliders::new(&self.board, &self.steps), most, steps)
        } else {
            blocks::borders(&Steppers::new(&self.board, &self.steps), most, steps)
        }
    }

    /// Computes the board from border to border, and what the pieces need of it.
    fn values(self, every: u64, borders: &[String], threads: usize) -> Checked<Valued<'m>> {
        let sliders = Sliders::new(&self.board, &self.steps);
        let turned = sliders.is_turned();
        let place = |(row, col): Cell| match (self.slides, turned) {
            (false, _) => (row + col, row),
            (true, false) => (row, col),
            (true, true) => (col, row),
        };
        let options = self.options()?;
        let mut wanted: Vec<(u64, u64)> =
            options.iter().flatten().chain(&self.pieces).map(|&cell| place(cell)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let (borders, steps) = ((every, borders), self.meter.left());
        let values = if self.slides {
            blocks::check(&sliders, borders, &wanted, steps, threads)?
        } else {
            blocks::check(&Steppers::new(&self.board, &self.steps), borders, &wanted, steps, threads)?
        };
        let value = |&cell: &Cell| {
            let at = wanted.binary_search(&place(cell)).ok();
            at.map_or(GONE, |at| values[at])
        };
        let after = options.iter().map(|options| options.iter().map(value).collect()).collect();
        let own = self.pieces.iter().map(value).collect();
        Ok(Valued { pieces: self, own, after })
    }
}

/// Pieces whose values, and those of the cells they go to, are known.
struct Valued<'m> {
    pieces: Pieces<'m>,
    own: Vec<u32>,
    after: Vec<Vec<u32>>,
}

pub(super) fn derive(
    record: &Record<'_>,
    game: GameId,
    (claims, every, borders): (&[PieceValues], u64, &[String]),
    meter: &Meter,
    threads: usize,
) -> Checked<Vec<Field>> {
    let valued = Pieces::new(record, game, meter)?.values(every, borders, threads)?;
    let mut listed = 0;
    let mut known = valued.own.iter().zip(&valued.after);
    for (number, claim) in (1..).zip(claims) {
        let Some((&own, after)) = known.next() else { return rejected("there are fewer pieces") };
        listed += after.len();
        let after = (listed <= LISTED).then_some(&after[..]);
        if claim.value != own || claim.options.as_deref() != after {
            return rejected(format!("piece {number} or a cell it goes to has another value"));
        }
    }
    if known.next().is_some() {
        return rejected("there are more pieces");
    }
    sums::answer(&valued, false, &record.asks)
}

/// The steps of these pieces, each once, in the order of their moves.
fn steps(record: &Record<'_>, game: GameId) -> Checked<Vec<(i64, i64)>> {
    let (up, left, up_left) = ((-1, 0), (0, -1), (-1, -1));
    let mut steps = match game {
        GameId::Rook => vec![up, left],
        GameId::Bishop => vec![up_left],
        GameId::Knight => vec![(-2, -1), (-1, -2), (-2, 1), (1, -2)],
        GameId::Leaper => {
            record.rules.steps.iter().map(|step| (i64::from(step.drow), i64::from(step.dcol))).collect()
        }
        _ => vec![up, left, up_left],
    };
    let mut known = fxhash::FxHashSet::default();
    steps.retain(|step| known.insert(*step));
    match steps.iter().any(|(drow, dcol)| drow + dcol >= 0) {
        true => unproved("no certificate exists for steps that do not lower row + column"),
        false => Ok(steps),
    }
}

/// A board as a record gives it: its size, and its rows where they are text.
struct Text<'t> {
    rows: u64,
    cols: u64,
    lines: Vec<&'t [u8]>,
}

impl<'t> Text<'t> {
    fn of(record: &Record<'t>) -> Checked<Self> {
        let lines: Vec<&[u8]> = match record.rules.rows() {
            Some(grundy_record::Board::Inline(text)) => text.split(|&byte| byte == b'/').collect(),
            Some(grundy_record::Board::Block(text)) => {
                text.split_inclusive(|&byte| byte == b'\n').map(without_end).collect()
            }
            _ => Vec::new(),
        };
        let (rows, cols) = match (record.rules.size(), lines.first()) {
            (Some(size), _) => (size.rows, size.cols),
            (None, Some(line)) => (lines.len() as u64, line.len() as u64),
            (None, None) => return rejected("there is no board"),
        };
        if !lines.is_empty() && lines.len() as u64 != rows {
            return rejected("the board has another number of rows");
        }
        if lines.iter().any(|line| line.len() as u64 != cols) {
            return rejected("the rows of the board have different widths");
        }
        Ok(Text { rows, cols, lines })
    }

    /// Where the pieces stand: those in the text, then those of the position.
    fn pieces(&self, record: &Record<'_>) -> Checked<Vec<Cell>> {
        let mut pieces = Vec::new();
        for (row, line) in (0..).zip(&self.lines) {
            for (col, cell) in (0..).zip(line.iter()) {
                match cell {
                    b'K' => pieces.push((row, col)),
                    b'2'..=b'9' => (b'0'..*cell).for_each(|_| pieces.push((row, col))),
                    b'.' | b'X' | b'#' => {}
                    _ => return rejected("a cell of the board is none"),
                }
            }
        }
        pieces.extend(record.position.tuples.iter().map(from_zero));
        match pieces.iter().all(|&cell| self.has(cell)) {
            true => Ok(pieces),
            false => rejected("a piece is outside the board"),
        }
    }

    /// A bit for each cell of the corner of this size, row by row: whether it is damaged.
    fn damaged(&self, record: &Record<'_>, rows: u64, cols: u64) -> Checked<Vec<u64>> {
        let mut damaged = vec![0; (rows * cols / 64 + 1) as usize];
        let mut damage = |row: u64, col: u64| {
            if row < rows && col < cols {
                let cell = row * cols + col;
                damaged[(cell / 64) as usize] |= 1 << (cell % 64);
            }
        };
        for (row, col) in record.modifiers.damaged.iter().map(from_zero) {
            if !self.has((row, col)) {
                return rejected("a damaged cell is outside the board");
            }
            damage(row, col);
        }
        for (row, line) in (0..rows).zip(&self.lines) {
            let is_damaged = |&(_, cell): &(u64, &u8)| matches!(cell, b'X' | b'#');
            (0..cols).zip(line.iter()).filter(is_damaged).for_each(|(col, _)| damage(row, col));
        }
        Ok(damaged)
    }

    fn has(&self, (row, col): Cell) -> bool {
        row < self.rows && col < self.cols
    }
}

/// A cell as written, from 1, as row and column from 0.
fn from_zero(cell: &[u64]) -> Cell {
    (cell[0].wrapping_sub(1), cell[1].wrapping_sub(1))
}

impl Sum for Valued<'_> {
    fn components(&self) -> usize {
        self.own.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        Ok(u64::from(self.own[index]))
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let (from, after) = (self.pieces.pieces[index], &self.after[index]);
        self.pieces.meter.spend(after.len() as u64)?;
        let mut values = after.iter();
        self.pieces.go(from, |to| {
            let value = values.next().copied().map(u64::from);
            if target.is_some() && target != value {
                return ControlFlow::Continue(());
            }
            let tuple = |(row, col): Cell| Tuple::new(&[row + 1, col + 1]);
            visitor(Move::Tuple { index, from: tuple(from), to: tuple(to) })
        });
        Ok(())
    }
}

/// A line without its end: `\n` or `\r\n`.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
