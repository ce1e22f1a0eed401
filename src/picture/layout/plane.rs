//! A window of a plane of positions: a line of one number, or a map of two, with the other numbers as in the record.

use std::ops::ControlFlow;

use fxhash::FxHashMap;

use super::{Part, Window, empty, of_value};
use crate::picture::chart::{Cell, Chart, Kind, Name};
use crate::record::{self, Move, PositionKind, Value};
use crate::{Error, Position};

/// The number that an axis ends with for records without numbers.
pub(super) const WITHOUT_NUMBERS: u64 = 20;
/// The most moves looked at to find the winning move of each cell.
const MAX_MOVES: u64 = 1 << 28;

/// The part of a map that was asked for, the longest side of a picture without one, and the most positions.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) part: Option<Part>,
    pub(super) side: u64,
    pub(super) most: u64,
}

/// The numbers that may stand at an axis, both ends included, and their name.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    name: &'static str,
    first: u64,
    last: u64,
    /// The last number if no window is given.
    usual: u64,
}

impl Axis {
    /// The numbers of a board or a graph.
    pub(super) fn within(name: &'static str, first: u64, last: u64) -> Axis {
        Axis { name, first, last, usual: last }
    }

    /// Numbers without end, of which those to `usual` are drawn without a window.
    pub(super) fn from(name: &'static str, first: u64, usual: u64) -> Axis {
        Axis { name, first, last: u64::MAX, usual }
    }

    /// The axis with at most this many numbers, unless a window was asked for.
    pub(super) fn at_most(self, side: u64) -> Axis {
        Axis { usual: self.usual.min(self.first.saturating_add(side - 1)), ..self }
    }
}

/// The winning moves of cells, each a cell and the index of its name; and their names.
type WinningMoves = (Vec<(usize, u16)>, Vec<Name>);

/// A chart whose cells are positions.
pub(super) struct Plane<'p, 't> {
    pub(super) chart: Chart,
    pub(super) window: Window,
    position: &'p Position<'t>,
    is_line: bool,
    rest: Vec<u64>,
}

impl<'p, 't> Plane<'p, 't> {
    /// The part of a line (one axis) or of a map (two axes) that was asked for, or all that is drawn without a window.
    /// All its cells are damaged.
    pub(super) fn new(position: &'p Position<'t>, asked: Asked, axes: &[Axis]) -> Result<Self, Error> {
        let is_line = axes.len() == 1;
        let help = match is_line {
            true => "a window is `FIRST-LAST`, such as 500-700",
            false => "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells",
        };
        let usual = |axis: &Axis| (axis.first, axis.usual);
        let window = match (asked.part, is_line) {
            (None, true) => Window { rows: (0, 0), cols: usual(&axes[0]) },
            (None, false) => Window { rows: usual(&axes[0]), cols: usual(&axes[1]) },
            (Some(Part::Stretch(first, last)), true) => Window { rows: (0, 0), cols: (first, last) },
            (Some(Part::Window(window)), false) => window,
            (Some(Part::Window(_)), true) => {
                return Err(position.wrong("this map is one line, and the window has rows", help));
            }
            (Some(Part::Stretch(..)), false) => {
                return Err(position.wrong("this map has rows and columns, and the window has not", help));
            }
        };
        let sides = [window.rows, window.cols].into_iter().skip(usize::from(is_line));
        for (axis, (low, high)) in axes.iter().zip(sides) {
            let message = match asked.part {
                Some(_) if low > high => format!("the window from {low} to {high} is empty"),
                Some(_) if low < axis.first || high > axis.last => {
                    format!("the window from {low} to {high} is not within {} to {}", axis.first, axis.last)
                }
                _ => continue,
            };
            return Err(position.wrong(message, help));
        }
        let side = |(low, high): (u64, u64)| if low > high { 0 } else { (high - low).saturating_add(1) };
        let (cols, count) = (side(window.cols), side(window.rows).saturating_mul(side(window.cols)));
        if count > asked.most {
            let message = format!("{count} positions are too many to draw; {} can be", asked.most);
            return Err(position.wrong(message, "draw a smaller part, with a window"));
        }
        let mut chart = empty(axes[0].name, axes[axes.len() - 1].name);
        chart.cols = (cols as usize).max(1);
        chart.first_row = Some(window.rows.0).filter(|_| !is_line);
        chart.first_col = window.cols.0;
        chart.cells = vec![Cell { kind: Kind::Damaged, ..Cell::default() }; count as usize];
        Ok(Plane { chart, window, position, is_line, rest: Vec::new() })
    }

    /// The positions of `arity` numbers, to the largest of these, and a note on the numbers that are not drawn; the names
    /// are those of both axes and of the numbers in all.
    pub(super) fn of_numbers(
        position: &'p Position<'t>,
        asked: Asked,
        arity: usize,
        starts: &[Vec<u64>],
        names: [&'static str; 3],
    ) -> Result<Self, Error> {
        let most = |i: usize| starts.iter().filter_map(|start| start.get(i)).max().copied();
        let ends = [0, 1].map(|i| most(i).unwrap_or(WITHOUT_NUMBERS));
        if arity <= 1 {
            return Plane::new(position, asked, &[Axis::from(names[0], 0, ends[0])]);
        }
        let axes = [0, 1].map(|i| Axis::from(names[i], 0, ends[i]).at_most(asked.side));
        let mut plane = Plane::new(position, asked, &axes)?;
        let first = starts.first().cloned().unwrap_or_default();
        plane.rest = (2..arity).map(|i| first.get(i).copied().unwrap_or(0)).collect();
        plane.chart.note = match plane.rest[..] {
            [] => plane.note_of_pair(ends),
            _ => Some(format!("the other {}: {}", names[2], itertools::join(&plane.rest, ","))),
        };
        Ok(plane)
    }

    /// The note of a map of two piles that does not show the position of the record.
    pub(super) fn note_of_pair(&self, [down, along]: [u64; 2]) -> Option<String> {
        let Window { rows, cols } = self.window;
        (rows.1 < down || cols.1 < along).then(|| {
            format!(
                "piles {}-{} and {}-{}; the record's go to {down} and {along}",
                rows.0, rows.1, cols.0, cols.1
            )
        })
    }

    /// The position of a cell.
    fn write_numbers(&self, index: usize, numbers: &mut Vec<u64>) {
        let (row, col) = ((index / self.chart.cols) as u64, (index % self.chart.cols) as u64);
        numbers.clear();
        if !self.is_line {
            numbers.push(self.window.rows.0 + row);
        }
        numbers.push(self.window.cols.0 + col);
        numbers.extend_from_slice(&self.rest);
    }

    /// The cell of a position, if it is in the window.
    pub(super) fn index(&self, numbers: &[u64]) -> Option<usize> {
        let (row, col, rest) = match numbers {
            [col, rest @ ..] if self.is_line => (0, *col, rest),
            [row, col, rest @ ..] if !self.is_line => (*row, *col, rest),
            _ => return None,
        };
        let Window { rows, cols } = self.window;
        let inside = (rows.0..=rows.1).contains(&row) && (cols.0..=cols.1).contains(&col);
        let at = || (row - rows.0) as usize * self.chart.cols + (col - cols.0) as usize;
        (inside && rest == self.rest).then(at)
    }

    /// Makes the cell of a position one of a kind, if it is in the window.
    pub(super) fn set(&mut self, numbers: &[u64], kind: Kind) {
        if let Some(at) = self.index(numbers) {
            self.chart.cells[at].kind = kind;
        }
    }

    /// The cells whose positions are in play.
    pub(super) fn free(&self, is_free: impl Fn(&[u64]) -> bool) -> Vec<usize> {
        let mut numbers = Vec::new();
        let mut is_free = |index: &usize| {
            self.write_numbers(*index, &mut numbers);
            is_free(&numbers)
        };
        (0..self.chart.cells.len()).filter(|index| is_free(index)).collect()
    }

    /// The positions of these cells as components of one.
    fn all(&self, cells: &[usize]) -> record::Position {
        let (mut all, mut numbers) = (record::Position::default(), Vec::new());
        for &index in cells {
            self.write_numbers(index, &mut numbers);
            match self.position.signature().position {
                PositionKind::Tuples { .. } | PositionKind::Cells => _ = all.tuples.push(&numbers),
                _ => all.numbers.extend_from_slice(&numbers),
            }
        }
        all
    }

    /// Fills the cells one by one.
    pub(super) fn fill_each(&mut self, cell: impl Fn(Vec<u64>) -> Result<Cell, Error>) -> Result<(), Error> {
        for index in 0..self.chart.cells.len() {
            let mut numbers = Vec::new();
            self.write_numbers(index, &mut numbers);
            self.chart.cells[index] = cell(numbers)?;
        }
        Ok(())
    }

    /// The Grundy values of these cells.
    pub(super) fn values(&self, cells: &[usize]) -> Result<Vec<Value>, Error> {
        self.position.values_at(self.all(cells))
    }

    /// Fills the cells with values.
    pub(super) fn fill(&mut self, cells: &[usize], values: Vec<Value>) {
        self.chart.has_values = true;
        for (&index, value) in cells.iter().zip(values) {
            if let Value::Finite(value) = value {
                self.chart.cells[index] = of_value(value);
            }
        }
    }

    /// Visits the legal moves of these cells, and finds for each the first that wins.
    pub(super) fn winning_moves(
        &self,
        cells: &[usize],
        wins: impl Fn(&Move) -> bool,
        name: impl Fn(&Move) -> Name,
    ) -> Result<WinningMoves, Error> {
        let (mut found, mut named) = (Vec::new(), Vec::new());
        let mut names: FxHashMap<String, u16> = FxHashMap::default();
        let mut visited = 0;
        self.position.at(self.all(cells)).each_move(&mut |mv| {
            visited += 1;
            let Some(&at) = mv.component().and_then(|component| cells.get(component)) else {
                return ControlFlow::Continue(());
            };
            if found.last().is_none_or(|&(last, _)| last != at) && wins(&mv) {
                let name = name(&mv);
                // More different moves than names: the last name stands for the rest.
                let fresh = u16::try_from(names.len()).unwrap_or(u16::MAX);
                let id = *names.entry(name.text.clone()).or_insert(fresh);
                if usize::from(id) == named.len() {
                    named.push(name);
                }
                found.push((at, id));
            }
            if visited > MAX_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let help = "show `outcomes`, or a smaller board";
        match visited > MAX_MOVES {
            true => Err(self.position.wrong("there are too many moves to look at", help)),
            false => Ok((found, named)),
        }
    }

    /// Shows winning moves in their cells.
    pub(super) fn show(&mut self, (moves, names): WinningMoves) {
        moves.iter().for_each(|&(at, name)| self.chart.cells[at].winning = Some(name));
        self.chart.moves = Some(names);
    }

    /// Shows the first move of each of these cells to a cell of the chart that loses.
    pub(super) fn show_moves_to_losses(
        &mut self,
        cells: &[usize],
        name: fn(&Move) -> Name,
    ) -> Result<(), Error> {
        let loses = |to: &[u64]| self.index(to).is_some_and(|at| self.chart.cells[at].kind == Kind::Lose);
        let wins = |mv: &Move| matches!(mv, Move::Tuple { to, .. } if loses(to.as_slice()));
        let moves = self.winning_moves(cells, wins, name)?;
        self.show(moves);
        Ok(())
    }

    /// Marks positions of the record.
    pub(super) fn mark_pieces<'n>(&mut self, pieces: impl IntoIterator<Item = &'n [u64]>) {
        for numbers in pieces {
            if let Some(at) = self.index(numbers) {
                self.chart.cells[at].pieces = self.chart.cells[at].pieces.saturating_add(1);
            }
        }
    }

    /// Marks positions that a best move leads to.
    pub(super) fn mark_ends(&mut self, ends: &[Vec<u64>]) {
        for end in ends {
            if let Some(at) = self.index(end) {
                self.chart.cells[at].target = true;
            }
        }
    }

    /// Marks the positions that the best moves of the record lead to.
    pub(super) fn mark_targets(&mut self) {
        for mv in self.position.winning_moves().unwrap_or_default() {
            let next = || self.position.next(&mv).map(|next| next.numbers).unwrap_or_default();
            let ends = match &mv {
                Move::Tuple { to, .. } => vec![to.as_slice().to_vec()],
                Move::Heap { to, .. } if self.is_line => vec![vec![*to]],
                Move::Split { parts, .. } if self.is_line => parts.map(|part| vec![part]).to_vec(),
                Move::Number(number) => vec![vec![*number]],
                _ => vec![next()],
            };
            self.mark_ends(&ends);
        }
    }

    /// The chart with the positions of the record and those that its best moves lead to.
    pub(super) fn marked<'n>(mut self, pieces: impl IntoIterator<Item = &'n [u64]>) -> Chart {
        self.mark_pieces(pieces);
        self.mark_targets();
        self.chart
    }
}
