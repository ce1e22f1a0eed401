//! A window of a plane of positions: a line of one number, or a map of two, with the other numbers as in the record.

use std::ops::ControlFlow;

use fxhash::FxHashMap;

use super::{MAX_CELLS, Part, Window, empty, of_value};
use crate::picture::chart::{Cell, Chart, Kind, Name};
use crate::record::{self, Move, Tuples, Value};
use crate::{Error, Position};

/// The largest number drawn for records without numbers.
const WITHOUT_NUMBERS: u64 = 20;
/// The most moves looked at to find the winning move of each cell.
const MAX_MOVES: u64 = 1 << 28;

/// The positions that the cells of a chart show.
pub(super) struct Plane {
    window: Window,
    is_line: bool,
    rest: Vec<u64>,
}

impl Plane {
    /// A line of numbers, both ends included.
    pub(super) fn line(numbers: (u64, u64)) -> Plane {
        Plane { window: Window { rows: (0, 0), cols: numbers }, is_line: true, rest: Vec::new() }
    }

    /// A map of rows and columns.
    pub(super) fn map(window: Window) -> Plane {
        Plane { window, is_line: false, rest: Vec::new() }
    }

    /// The positions of `arity` numbers, to the largest of these; and a note on the numbers that are not drawn.
    pub(super) fn of_numbers(
        position: &Position<'_>,
        (part, side): (Option<Part>, u64),
        arity: usize,
        starts: &[Vec<u64>],
        what: &str,
    ) -> Result<(Plane, Option<String>), Error> {
        let most = |i: usize| starts.iter().filter_map(|start| start.get(i)).max().copied();
        let most = |i: usize| most(i).unwrap_or(WITHOUT_NUMBERS);
        if arity <= 1 {
            let stretch = part.map(|part| part.stretch(position, 0, u64::MAX - 1)).transpose()?;
            return Ok((Plane::line(stretch.unwrap_or((0, most(0)))), None));
        }
        let window = part.map(|part| part.window(position)).transpose()?;
        let (window, mut note) = clip(position, window, side, [most(0), most(1)])?;
        let first = starts.first().cloned().unwrap_or_default();
        let rest: Vec<u64> = (2..arity).map(|i| first.get(i).copied().unwrap_or(0)).collect();
        if !rest.is_empty() {
            note = Some(format!("the other {what}: {}", itertools::join(&rest, ",")));
        }
        Ok((Plane { window, is_line: false, rest }, note))
    }

    fn side((low, high): (u64, u64)) -> u64 {
        high.saturating_sub(low).saturating_add(1)
    }

    fn cols(&self) -> usize {
        Plane::side(self.window.cols) as usize
    }

    /// The number of cells.
    pub(super) fn count(&self) -> u64 {
        Plane::side(self.window.rows).saturating_mul(Plane::side(self.window.cols))
    }

    /// The position of a cell.
    pub(super) fn numbers(&self, index: usize) -> Vec<u64> {
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

    /// A chart of these cells, all of them damaged; rows and columns have these names.
    pub(super) fn chart(&self, names: [&'static str; 2]) -> Chart {
        let mut chart = empty(names[0], if self.is_line { names[0] } else { names[1] });
        chart.cols = self.cols();
        chart.first_row = Some(self.window.rows.0).filter(|_| !self.is_line);
        chart.first_col = self.window.cols.0;
        chart.has_values = true;
        chart.cells = vec![Cell { kind: Kind::Damaged, ..Cell::default() }; self.count() as usize];
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
    pub(super) fn all(&self, cells: &[usize]) -> record::Position {
        let (mut tuples, mut numbers) = (Tuples::default(), Vec::new());
        for &index in cells {
            self.write_numbers(index, &mut numbers);
            tuples.push(&numbers);
        }
        record::Position { tuples, ..record::Position::default() }
    }

    /// Finds the first winning move of each of these cells by the values that the chart has.
    pub(super) fn find_moves(
        &self,
        position: &Position<'_>,
        chart: &mut Chart,
        cells: &[usize],
        name: fn(&Move) -> Name,
    ) -> Result<(), Error> {
        let is_zero = |mv: &Move| match mv {
            Move::Tuple { to, .. } => {
                self.index(to.as_slice()).is_some_and(|at| chart.cells[at].kind == Kind::Lose)
            }
            _ => false,
        };
        let found = winning_moves(&position.at(self.all(cells)), is_zero, name)?;
        for (component, name) in found.of {
            chart.cells[cells[component]].winning = Some(name);
        }
        chart.moves = Some(found.names);
        Ok(())
    }

    /// Marks positions of the record, and those that its best moves lead to.
    pub(super) fn mark<'n>(
        &self,
        position: &Position<'_>,
        chart: &mut Chart,
        pieces: impl Iterator<Item = &'n [u64]>,
    ) {
        for at in pieces.filter_map(|numbers| self.index(numbers)) {
            chart.cells[at].pieces = chart.cells[at].pieces.saturating_add(1);
        }
        for mv in position.winning_moves().unwrap_or_default() {
            let at = match &mv {
                Move::Tuple { to, .. } => self.index(to.as_slice()),
                _ => position.next(&mv).and_then(|next| self.index(&next.numbers)),
            };
            if let Some(at) = at {
                chart.cells[at].target = true;
            }
        }
    }
}

/// Fills the cells with values.
pub(super) fn fill(chart: &mut Chart, cells: &[usize], values: Vec<Value>) {
    for (&index, value) in cells.iter().zip(values) {
        if let Value::Finite(value) = value {
            chart.cells[index] = of_value(value);
        }
    }
}

/// The rectangle drawn of a plane of two numbers, and a note when it is not all.
pub(super) fn clip(
    position: &Position<'_>,
    window: Option<Window>,
    side: u64,
    most: [u64; 2],
) -> Result<(Window, Option<String>), Error> {
    let to = |most: u64| (0, most.min(side - 1));
    let chosen = window.unwrap_or(Window { rows: to(most[0]), cols: to(most[1]) });
    let Window { rows, cols } = chosen;
    let ordered = rows.0 <= rows.1 && cols.0 <= cols.1;
    if !ordered || Plane::map(chosen).count() > MAX_CELLS {
        return Err(position.wrong(
            format!("the window is empty or has more than {MAX_CELLS} cells"),
            "a window is `LOW,LOW-HIGH,HIGH`, its upper left and lower right positions",
        ));
    }
    let clipped = rows.1 < most[0] || cols.1 < most[1];
    let note = clipped.then(|| {
        format!(
            "piles {}-{} and {}-{}; the record's go to {} and {}",
            rows.0, rows.1, cols.0, cols.1, most[0], most[1]
        )
    });
    Ok((chosen, note))
}

/// Winning moves of components, and their names.
#[derive(Default)]
pub(super) struct Winning {
    /// Component and index of the name, ascending by component.
    pub(super) of: Vec<(usize, u16)>,
    pub(super) names: Vec<Name>,
}

/// Visits the legal moves of a position with many components, and finds for each component the
/// first that leaves value 0.
///
/// `is_zero` tells whether the options of its component that a move leaves have the nim-sum 0.
pub(super) fn winning_moves(
    position: &Position<'_>,
    is_zero: impl Fn(&Move) -> bool,
    name: impl Fn(&Move) -> Name,
) -> Result<Winning, Error> {
    let mut found = Winning::default();
    let mut names: FxHashMap<String, u16> = FxHashMap::default();
    let mut visited = 0;
    position.each_move(&mut |mv| {
        visited += 1;
        let (Move::Heap { index, .. } | Move::Split { index, .. } | Move::Tuple { index, .. }) = mv else {
            return ControlFlow::Continue(());
        };
        if found.of.last().is_none_or(|&(last, _)| last != index) && is_zero(&mv) {
            let name = name(&mv);
            // More different moves than names: the last name stands for the rest.
            let fresh = u16::try_from(names.len()).unwrap_or(u16::MAX);
            let id = *names.entry(name.text.clone()).or_insert(fresh);
            if usize::from(id) == found.names.len() {
                found.names.push(name);
            }
            found.of.push((index, id));
        }
        if visited > MAX_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match visited > MAX_MOVES {
        true => {
            Err(position.wrong("there are too many moves to look at", "show `outcomes`, or a smaller board"))
        }
        false => Ok(found),
    }
}
