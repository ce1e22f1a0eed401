//! A window of a plane of positions: a line of one number, or a map of two, with the other numbers as in the record.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there is a cell for each position of the window"
)]

use std::ops::ControlFlow;

use indexmap::IndexSet;
use smallvec::SmallVec;

use super::cells::{of_outcome, of_value};
use super::part::{MapPart, MapWindow};
use crate::{Error, Position};
use grundy_base::range::Range;
use grundy_picture::{CellKind, Chart, ChartCell, MoveName};
use grundy_record::{Ask, Move, PositionKind, Value};

/// The number that an axis ends with for records without numbers.
pub(super) const WITHOUT_NUMBERS: u64 = 20;
/// The most moves that are looked at to find the winning move of each cell.
const MAX_VISITED_MOVES: u64 = 1 << 28;

/// The chart that was asked for.
#[derive(Clone, Copy)]
pub(super) struct ChartRequest {
    /// The part of the map, if one was asked for.
    pub(super) part: Option<MapPart>,
    /// The longest side of a picture of no part.
    pub(super) side: u64,
    /// The most positions.
    pub(super) most: u64,
}

/// An axis: its name and the numbers that may stand at it, both ends included.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// The name.
    name: &'static str,
    /// The first number.
    first: u64,
    /// The last number.
    last: u64,
    /// The last number that is drawn if no window is given.
    usual: u64,
}

impl Axis {
    /// Makes the axis of a board or a graph.
    pub(super) fn within(name: &'static str, first: u64, last: u64) -> Axis {
        Axis {
            name,
            first,
            last,
            usual: last,
        }
    }

    /// Makes an axis of numbers without end, of which the numbers to `usual` are drawn if no window is given.
    pub(super) fn from(name: &'static str, first: u64, usual: u64) -> Axis {
        Axis {
            name,
            first,
            last: u64::MAX,
            usual,
        }
    }

    /// Cuts the axis to at most this many numbers, unless a window is given.
    pub(super) fn at_most(self, side: u64) -> Axis {
        Axis {
            usual: self.usual.min(self.first.saturating_add(side - 1)),
            ..self
        }
    }
}

/// Counts the numbers from the lowest to the highest.
fn length(side: Range) -> u64 {
    if side.low > side.high {
        return 0;
    }
    (side.high - side.low).saturating_add(1)
}

/// Returns the numbers that are drawn of each axis: the part that was asked for, or all that is drawn without a window.
///
/// # Errors
///
/// Fails with a message if the part does not fit the axes.
fn sides_of(part: Option<MapPart>, axes: &[Axis]) -> Result<Vec<Range>, String> {
    let is_line = axes.len() == 1;
    let sides = match part {
        None => {
            let usual = axes.iter().map(|axis| Range::new(axis.first, axis.usual));
            return Ok(usual.collect());
        }
        Some(MapPart::Stretch(stretch)) if is_line => vec![stretch],
        Some(MapPart::Window(window)) if !is_line => vec![window.rows, window.cols],
        Some(MapPart::Window(_)) => {
            return Err("this map is one line, and the window has rows".to_owned());
        }
        Some(MapPart::Stretch(_)) => {
            return Err("this map has rows and columns, and the window has not".to_owned());
        }
    };
    for (axis, &Range { low, high }) in axes.iter().zip(&sides) {
        if low > high {
            return Err(format!("the window from {low} to {high} is empty"));
        }
        if low < axis.first || high > axis.last {
            return Err(format!(
                "the window from {low} to {high} is not within {} to {}",
                axis.first, axis.last
            ));
        }
    }
    Ok(sides)
}

/// A chart whose cells are positions.
pub(super) struct Plane<'p, 't> {
    /// The chart.
    pub(super) chart: Chart,
    /// The part of the plane that it shows.
    pub(super) window: MapWindow,
    /// The position of the record.
    position: &'p Position<'t>,
    /// The numbers of each position after the one or two that vary.
    rest: Vec<u64>,
}

impl<'p, 't> Plane<'p, 't> {
    /// Makes the part of a line (one axis) or of a map (two axes) that was asked for, or all that is drawn without a
    /// window. All its cells are damaged.
    pub(super) fn new(
        position: &'p Position<'t>,
        asked: ChartRequest,
        axes: &[Axis],
    ) -> Result<Self, Error> {
        let is_line = axes.len() == 1;
        let sides = sides_of(asked.part, axes).map_err(|message| {
            let help = if is_line {
                "a window is `FIRST-LAST`, such as 500-700"
            } else {
                "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells"
            };
            position.wrong(message, help)
        })?;
        let window = MapWindow {
            rows: if is_line { Range::single(0) } else { sides[0] },
            cols: sides[sides.len() - 1],
        };
        let lengths = sides.iter().copied().map(length);
        let count = lengths.fold(1, u64::saturating_mul);
        if count > asked.most {
            let message = format!(
                "{count} positions are too many to draw; {} can be",
                asked.most
            );
            return Err(position.wrong(message, "draw a smaller part, with a window"));
        }
        let mut chart = Chart::empty(axes[0].name, axes[axes.len() - 1].name);
        // The columns are at most as many as the positions.
        let cols = length(window.cols) as usize;
        chart.cols = cols.max(1);
        if !is_line {
            chart.first_row = Some(window.rows.low);
        }
        chart.first_col = window.cols.low;
        chart.cells = vec![ChartCell::of_kind(CellKind::Damaged); count as usize];
        Ok(Plane {
            chart,
            window,
            position,
            rest: Vec::new(),
        })
    }

    /// Makes the plane of positions of `arity` numbers, to the largest numbers of the record, with a note on the numbers
    /// that are not drawn. The names are those of both axes and of the numbers in all.
    pub(super) fn of_numbers<'n>(
        position: &'p Position<'t>,
        asked: ChartRequest,
        arity: usize,
        mut starts: impl Iterator<Item = &'n [u64]> + Clone,
        names: [&'static str; 3],
    ) -> Result<Self, Error> {
        let most = |i: usize| {
            starts
                .clone()
                .filter_map(|start| start.get(i))
                .max()
                .copied()
        };
        let ends = [0, 1].map(|i| most(i).unwrap_or(WITHOUT_NUMBERS));
        if arity <= 1 {
            return Plane::new(position, asked, &[Axis::from(names[0], 0, ends[0])]);
        }
        let axes = [0, 1].map(|i| Axis::from(names[i], 0, ends[i]).at_most(asked.side));
        let mut plane = Plane::new(position, asked, &axes)?;
        let first = starts.next().unwrap_or_default();
        plane.rest = (2..arity)
            .map(|i| first.get(i).copied().unwrap_or(0))
            .collect();
        plane.chart.note = match plane.rest[..] {
            [] => plane.note_of_pair(ends),
            _ => Some(format!(
                "the other {}: {}",
                names[2],
                itertools::join(&plane.rest, ",")
            )),
        };
        Ok(plane)
    }

    /// Writes the note of a map of two piles that does not show the position of the record.
    pub(super) fn note_of_pair(&self, [down, along]: [u64; 2]) -> Option<String> {
        let MapWindow { rows, cols } = self.window;
        (rows.high < down || cols.high < along).then(|| {
            format!(
                "piles {}-{} and {}-{}; the record's go to {down} and {along}",
                rows.low, rows.high, cols.low, cols.high
            )
        })
    }

    /// Says whether the record is one of misère play.
    pub(super) fn is_misere(&self) -> bool {
        self.position.is_misere()
    }

    /// Returns the position of a cell.
    fn numbers(&self, index: usize) -> SmallVec<[u64; 6]> {
        let mut numbers = SmallVec::new();
        if let Some(first_row) = self.chart.first_row {
            numbers.push(first_row + (index / self.chart.cols) as u64);
        }
        numbers.push(self.window.cols.low + (index % self.chart.cols) as u64);
        numbers.extend_from_slice(&self.rest);
        numbers
    }

    /// Returns the cell of a position, if it is in the window.
    pub(super) fn index(&self, numbers: &[u64]) -> Option<usize> {
        let (row, col, rest) = match numbers {
            [col, rest @ ..] if self.chart.is_line() => (0, *col, rest),
            [row, col, rest @ ..] if !self.chart.is_line() => (*row, *col, rest),
            _ => return None,
        };
        let MapWindow { rows, cols } = self.window;
        let is_inside = rows.contains(row) && cols.contains(col);
        if !is_inside || rest != self.rest {
            return None;
        }
        Some((row - rows.low) as usize * self.chart.cols + (col - cols.low) as usize)
    }

    /// Gives the cell of a position a kind, if it is in the window.
    pub(super) fn set(&mut self, numbers: &[u64], kind: CellKind) {
        if let Some(at) = self.index(numbers) {
            self.chart.cells[at].kind = kind;
        }
    }

    /// Lists the cells whose positions are in play.
    pub(super) fn free(&self, is_free: impl Fn(&[u64]) -> bool) -> Vec<usize> {
        (0..self.chart.cells.len())
            .filter(|&index| is_free(&self.numbers(index)))
            .collect()
    }

    /// Makes one position, whose components are the positions of these cells.
    fn all(&self, cells: &[usize]) -> grundy_record::Position {
        let mut all = grundy_record::Position::default();
        for numbers in cells.iter().map(|&index| self.numbers(index)) {
            match self.position.signature().position {
                PositionKind::Tuples { .. } | PositionKind::Cells => {
                    all.tuples.push(&numbers);
                }
                _ => all.numbers.extend_from_slice(&numbers),
            }
        }
        all
    }

    /// Fills the cells one by one.
    pub(super) fn fill_each(
        &mut self,
        cell: impl Fn(&[u64]) -> Result<ChartCell, Error>,
    ) -> Result<(), Error> {
        for index in 0..self.chart.cells.len() {
            self.chart.cells[index] = cell(&self.numbers(index))?;
        }
        Ok(())
    }

    /// Fills these cells with their Grundy values, and returns these.
    pub(super) fn fill(&mut self, cells: &[usize]) -> Result<Vec<Value>, Error> {
        let values = self.position.values_at(self.all(cells))?;
        self.chart.has_values = true;
        for (&index, value) in cells.iter().zip(&values) {
            if let Value::Finite(value) = value {
                self.chart.cells[index] = of_value(*value);
            }
        }
        Ok(values)
    }

    /// Fills these cells with who wins each of them alone, as under misère play, where values do not say it.
    pub(super) fn fill_outcomes(&mut self, cells: &[usize]) -> Result<(), Error> {
        for &index in cells {
            let alone = self.all(&[index]);
            let outcome = self
                .position
                .try_at(alone, Ask::Winner, |opened| opened.outcome())?;
            if let Some(outcome) = outcome {
                self.chart.cells[index] = of_outcome(outcome);
            }
        }
        Ok(())
    }

    /// Visits the legal moves of these cells, and shows in each the first that wins.
    pub(super) fn show_winning_moves(
        &mut self,
        cells: &[usize],
        wins: impl Fn(&Self, &Move) -> bool,
        name: impl Fn(&Move) -> MoveName,
    ) -> Result<(), Error> {
        // The cells that win, each with the index of its first winning move among the names.
        let mut found: Vec<(usize, u16)> = Vec::new();
        let mut names = IndexSet::new();
        let mut visited = 0;
        self.position.at(self.all(cells)).each_move(&mut |mv| {
            visited += 1;
            let Some(&at) = mv.component().and_then(|component| cells.get(component)) else {
                return ControlFlow::Continue(());
            };
            if found.last().is_none_or(|&(last, _)| last != at) && wins(self, &mv) {
                // If there are more different moves than numbers of 16 bits, the last number stands for the rest.
                let id = names.insert_full(name(&mv)).0;
                found.push((at, u16::try_from(id).unwrap_or(u16::MAX)));
            }
            if visited > MAX_VISITED_MOVES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if visited > MAX_VISITED_MOVES {
            let help = "show `outcomes`, or a smaller board";
            return Err(self
                .position
                .wrong("there are too many moves to look at", help));
        }
        for (at, id) in found {
            self.chart.cells[at].winning = Some(id);
        }
        self.chart.moves = Some(names.into_iter().collect());
        Ok(())
    }

    /// Says whether a move leads to a cell of the chart that loses.
    pub(super) fn leads_to_loss(&self, mv: &Move) -> bool {
        let Move::Tuple { to, .. } = mv else {
            return false;
        };
        self.index(to.as_slice())
            .is_some_and(|at| self.chart.cells[at].kind == CellKind::Lose)
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
            let ends = match &mv {
                Move::Tuple { to, .. } => vec![to.as_slice().to_vec()],
                Move::Heap { to, .. } if self.chart.is_line() => vec![vec![*to]],
                Move::Split { parts, .. } if self.chart.is_line() => {
                    parts.map(|part| vec![part]).to_vec()
                }
                Move::Number(number) => vec![vec![*number]],
                _ => {
                    let next = self.position.next(&mv);
                    vec![next.map(|next| next.numbers).unwrap_or_default()]
                }
            };
            self.mark_ends(&ends);
        }
    }

    /// Returns the chart, with marks at the positions of the record and at the positions that its best moves lead to.
    pub(super) fn marked<'n>(mut self, pieces: impl IntoIterator<Item = &'n [u64]>) -> Chart {
        self.mark_pieces(pieces);
        self.mark_targets();
        self.chart
    }
}
