//! A window of a plane of positions: a line of one number, or a map of two, with the other numbers as in the record.

use std::ops::ControlFlow;

use fxhash::FxHashMap;

use super::{MAX_CELLS, Part, Window, empty, of_value};
use crate::picture::chart::{Cell, Chart, Kind, Name};
use crate::record::{self, Move, PositionKind, Value};
use crate::{Error, Position};

/// The number that an axis ends with for records without numbers.
pub(super) const WITHOUT_NUMBERS: u64 = 20;
/// The most moves looked at to find the winning move of each cell.
const MAX_MOVES: u64 = 1 << 28;

/// The part of a map that was asked for, and the longest side of a picture without one.
pub(super) type Asked = (Option<Part>, u64);

/// The numbers that may stand at an axis, both ends included.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    first: u64,
    last: u64,
    /// The last number if no window is given.
    usual: u64,
}

impl Axis {
    /// The numbers of a board or a graph.
    pub(super) fn within(first: u64, last: u64) -> Axis {
        Axis { first, last, usual: last }
    }

    /// Numbers without end, of which those to `usual` are drawn without a window.
    pub(super) fn from(first: u64, usual: u64) -> Axis {
        Axis { first, last: u64::MAX, usual }
    }

    /// The axis with at most this many numbers, unless a window was asked for.
    pub(super) fn at_most(self, side: u64) -> Axis {
        Axis { usual: self.usual.min(self.first.saturating_add(side - 1)), ..self }
    }
}

/// The positions that the cells of a chart show.
pub(super) struct Plane {
    pub(super) window: Window,
    is_line: bool,
    rest: Vec<u64>,
}

impl Plane {
    /// The part of a line (one axis) or of a map (two axes) that was asked for, or all that is drawn without a window.
    pub(super) fn new(position: &Position<'_>, part: Option<Part>, axes: &[Axis]) -> Result<Plane, Error> {
        let is_line = axes.len() == 1;
        let help = match is_line {
            true => "a window is `FIRST-LAST`, such as 500-700",
            false => "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells",
        };
        let usual = |axis: &Axis| (axis.first, axis.usual);
        let window = match (part, is_line) {
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
            let message = match part {
                Some(_) if low > high => format!("the window from {low} to {high} is empty"),
                Some(_) if low < axis.first || high > axis.last => {
                    format!("the window from {low} to {high} is not within {} to {}", axis.first, axis.last)
                }
                _ => continue,
            };
            return Err(position.wrong(message, help));
        }
        let plane = Plane { window, is_line, rest: Vec::new() };
        plane.check_count(position, MAX_CELLS)?;
        Ok(plane)
    }

    /// The positions of `arity` numbers, to the largest of these; and a note on the numbers that are not drawn.
    pub(super) fn of_numbers(
        position: &Position<'_>,
        (part, side): Asked,
        arity: usize,
        starts: &[Vec<u64>],
        what: &str,
    ) -> Result<(Plane, Option<String>), Error> {
        let most = |i: usize| starts.iter().filter_map(|start| start.get(i)).max().copied();
        let [down, along] = [0, 1].map(|i| most(i).unwrap_or(WITHOUT_NUMBERS));
        if arity <= 1 {
            return Ok((Plane::new(position, part, &[Axis::from(0, down)])?, None));
        }
        let axes = [down, along].map(|most| Axis::from(0, most).at_most(side));
        let mut plane = Plane::new(position, part, &axes)?;
        let first = starts.first().cloned().unwrap_or_default();
        plane.rest = (2..arity).map(|i| first.get(i).copied().unwrap_or(0)).collect();
        let note = match plane.rest[..] {
            [] => plane.note_of_pair([down, along]),
            _ => Some(format!("the other {what}: {}", itertools::join(&plane.rest, ","))),
        };
        Ok((plane, note))
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

    /// Refuses a plane of too many positions.
    pub(super) fn check_count(&self, position: &Position<'_>, most: u64) -> Result<(), Error> {
        match self.count() {
            count if count > most => {
                let message = format!("{count} positions are too many to draw; {most} can be");
                Err(position.wrong(message, "draw a smaller part, with a window"))
            }
            _ => Ok(()),
        }
    }

    fn side((low, high): (u64, u64)) -> u64 {
        if low > high { 0 } else { (high - low).saturating_add(1) }
    }

    fn cols(&self) -> usize {
        Plane::side(self.window.cols) as usize
    }

    fn count(&self) -> u64 {
        Plane::side(self.window.rows).saturating_mul(Plane::side(self.window.cols))
    }

    /// The position of a cell.
    fn numbers(&self, index: usize) -> Vec<u64> {
        let mut numbers = Vec::new();
        self.write_numbers(index, &mut numbers);
        numbers
    }

    fn write_numbers(&self, index: usize, numbers: &mut Vec<u64>) {
        let (row, col) = ((index / self.cols()) as u64, (index % self.cols()) as u64);
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
        (inside && rest == self.rest).then(|| (row - rows.0) as usize * self.cols() + (col - cols.0) as usize)
    }

    /// A chart of these cells, all of one kind; rows and columns have these names.
    pub(super) fn chart(&self, names: [&'static str; 2], kind: Kind) -> Chart {
        let mut chart = empty(names[0], if self.is_line { names[0] } else { names[1] });
        chart.cols = self.cols().max(1);
        chart.first_row = Some(self.window.rows.0).filter(|_| !self.is_line);
        chart.first_col = self.window.cols.0;
        chart.cells = vec![Cell { kind, ..Cell::default() }; self.count() as usize];
        chart
    }

    /// The cells whose positions are in play.
    pub(super) fn free(&self, is_free: impl Fn(&[u64]) -> bool) -> Vec<usize> {
        let mut numbers = Vec::new();
        let mut is_free = |index: &usize| {
            self.write_numbers(*index, &mut numbers);
            is_free(&numbers)
        };
        (0..self.count() as usize).filter(|index| is_free(index)).collect()
    }

    /// The positions of these cells as components of one.
    pub(super) fn all(&self, position: &Position<'_>, cells: &[usize]) -> record::Position {
        let (mut all, mut numbers) = (record::Position::default(), Vec::new());
        for &index in cells {
            self.write_numbers(index, &mut numbers);
            match position.signature().position {
                PositionKind::Tuples { .. } | PositionKind::Cells => _ = all.tuples.push(&numbers),
                _ => all.numbers.extend_from_slice(&numbers),
            }
        }
        all
    }

    /// Fills the cells one by one.
    pub(super) fn fill_each(
        &self,
        chart: &mut Chart,
        cell: impl Fn(Vec<u64>) -> Result<Cell, Error>,
    ) -> Result<(), Error> {
        for index in 0..chart.cells.len() {
            chart.cells[index] = cell(self.numbers(index))?;
        }
        Ok(())
    }

    /// Visits the legal moves of these cells, and finds for each the first that wins.
    pub(super) fn winning_moves(
        &self,
        position: &Position<'_>,
        cells: &[usize],
        wins: impl Fn(&Move) -> bool,
        name: impl Fn(&Move) -> Name,
    ) -> Result<WinningMoves, Error> {
        let mut found = WinningMoves::default();
        let mut names: FxHashMap<String, u16> = FxHashMap::default();
        let mut visited = 0;
        position.at(self.all(position, cells)).each_move(&mut |mv| {
            visited += 1;
            let Some(&at) = mv.component().and_then(|component| cells.get(component)) else {
                return ControlFlow::Continue(());
            };
            if found.of.last().is_none_or(|&(last, _)| last != at) && wins(&mv) {
                let name = name(&mv);
                // More different moves than names: the last name stands for the rest.
                let fresh = u16::try_from(names.len()).unwrap_or(u16::MAX);
                let id = *names.entry(name.text.clone()).or_insert(fresh);
                if usize::from(id) == found.names.len() {
                    found.names.push(name);
                }
                found.of.push((at, id));
            }
            if visited > MAX_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        match visited > MAX_MOVES {
            true => {
                Err(position
                    .wrong("there are too many moves to look at", "show `outcomes`, or a smaller board"))
            }
            false => Ok(found),
        }
    }

    /// The first move of each of these cells to a cell of the chart that loses.
    pub(super) fn moves_to_losses(
        &self,
        position: &Position<'_>,
        chart: &mut Chart,
        cells: &[usize],
        name: fn(&Move) -> Name,
    ) -> Result<(), Error> {
        let loses = |to: &[u64]| self.index(to).is_some_and(|at| chart.cells[at].kind == Kind::Lose);
        let wins = |mv: &Move| matches!(mv, Move::Tuple { to, .. } if loses(to.as_slice()));
        self.winning_moves(position, cells, wins, name)?.show(chart);
        Ok(())
    }

    /// Marks positions of the record.
    pub(super) fn mark_pieces<'n>(&self, chart: &mut Chart, pieces: impl IntoIterator<Item = &'n [u64]>) {
        for at in pieces.into_iter().filter_map(|numbers| self.index(numbers)) {
            chart.cells[at].pieces = chart.cells[at].pieces.saturating_add(1);
        }
    }

    /// Marks the positions that the best moves of the record lead to.
    pub(super) fn mark_targets(&self, position: &Position<'_>, chart: &mut Chart) {
        for mv in position.winning_moves().unwrap_or_default() {
            let next = || position.next(&mv).map(|next| next.numbers).unwrap_or_default();
            let ends = match &mv {
                Move::Tuple { to, .. } => vec![to.as_slice().to_vec()],
                Move::Heap { to, .. } if self.is_line => vec![vec![*to]],
                Move::Split { parts, .. } if self.is_line => parts.map(|part| vec![part]).to_vec(),
                Move::Number(number) => vec![vec![*number]],
                _ => vec![next()],
            };
            for at in ends.iter().filter_map(|end| self.index(end)) {
                chart.cells[at].target = true;
            }
        }
    }
}

/// Fills the cells with values.
pub(super) fn fill(chart: &mut Chart, cells: &[usize], values: Vec<Value>) {
    chart.has_values = true;
    for (&index, value) in cells.iter().zip(values) {
        if let Value::Finite(value) = value {
            chart.cells[index] = of_value(value);
        }
    }
}

/// Winning moves of cells, and their names.
#[derive(Default)]
pub(super) struct WinningMoves {
    /// Cell and index of the name.
    of: Vec<(usize, u16)>,
    names: Vec<Name>,
}

impl WinningMoves {
    /// Shows the moves in the cells of a chart.
    pub(super) fn show(self, chart: &mut Chart) {
        self.of.iter().for_each(|&(at, name)| chart.cells[at].winning = Some(name));
        chart.moves = Some(self.names);
    }
}
