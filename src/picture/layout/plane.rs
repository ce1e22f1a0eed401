//! A window of a plane of positions: a line of one number, or a map of two, with the other numbers as in the record.

use std::ops::ControlFlow;

use indexmap::IndexSet;
use smallvec::SmallVec;

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
        Axis {
            name,
            first,
            last,
            usual: last,
        }
    }

    /// Numbers without end, of which those to `usual` are drawn without a window.
    pub(super) fn from(name: &'static str, first: u64, usual: u64) -> Axis {
        Axis {
            name,
            first,
            last: u64::MAX,
            usual,
        }
    }

    /// The axis with at most this many numbers, unless a window was asked for.
    pub(super) fn at_most(self, side: u64) -> Axis {
        Axis {
            usual: self.usual.min(self.first.saturating_add(side - 1)),
            ..self
        }
    }
}

/// A chart whose cells are positions.
pub(super) struct Plane<'p, 't> {
    pub(super) chart: Chart,
    pub(super) window: Window,
    position: &'p Position<'t>,
    rest: Vec<u64>,
}

impl<'p, 't> Plane<'p, 't> {
    /// The part of a line (one axis) or of a map (two axes) that was asked for, or all that is drawn without a window.
    /// All its cells are damaged.
    pub(super) fn new(
        position: &'p Position<'t>,
        asked: Asked,
        axes: &[Axis],
    ) -> Result<Self, Error> {
        let is_line = axes.len() == 1;
        let help = match is_line {
            true => "a window is `FIRST-LAST`, such as 500-700",
            false => "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells",
        };
        let sides: Vec<(u64, u64)> = match (asked.part, is_line) {
            (None, _) => axes.iter().map(|axis| (axis.first, axis.usual)).collect(),
            (Some(Part::Stretch(first, last)), true) => vec![(first, last)],
            (Some(Part::Window(window)), false) => vec![window.rows, window.cols],
            (Some(Part::Window(_)), true) => {
                return Err(position.wrong("this map is one line, and the window has rows", help));
            }
            (Some(Part::Stretch(..)), false) => {
                return Err(position.wrong(
                    "this map has rows and columns, and the window has not",
                    help,
                ));
            }
        };
        for (axis, &(low, high)) in axes.iter().zip(&sides) {
            let message = match asked.part {
                Some(_) if low > high => format!("the window from {low} to {high} is empty"),
                Some(_) if low < axis.first || high > axis.last => {
                    format!(
                        "the window from {low} to {high} is not within {} to {}",
                        axis.first, axis.last
                    )
                }
                _ => continue,
            };
            return Err(position.wrong(message, help));
        }
        let side = |&(low, high): &(u64, u64)| {
            if low > high {
                0
            } else {
                (high - low).saturating_add(1)
            }
        };
        let window = Window {
            rows: if is_line { (0, 0) } else { sides[0] },
            cols: sides[sides.len() - 1],
        };
        let count = sides.iter().map(side).fold(1, u64::saturating_mul);
        if count > asked.most {
            let message = format!(
                "{count} positions are too many to draw; {} can be",
                asked.most
            );
            return Err(position.wrong(message, "draw a smaller part, with a window"));
        }
        let mut chart = empty(axes[0].name, axes[axes.len() - 1].name);
        chart.cols = (side(&window.cols) as usize).max(1);
        chart.first_row = Some(window.rows.0).filter(|_| !is_line);
        chart.first_col = window.cols.0;
        chart.cells = vec![
            Cell {
                kind: Kind::Damaged,
                ..Cell::default()
            };
            count as usize
        ];
        Ok(Plane {
            chart,
            window,
            position,
            rest: Vec::new(),
        })
    }

    /// The positions of `arity` numbers, to the largest of these, and a note on the numbers that are not drawn; the names
    /// are those of both axes and of the numbers in all.
    pub(super) fn of_numbers<'n>(
        position: &'p Position<'t>,
        asked: Asked,
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
    fn numbers(&self, index: usize) -> SmallVec<[u64; 6]> {
        let (row, col) = (
            (index / self.chart.cols) as u64,
            (index % self.chart.cols) as u64,
        );
        let row = self.chart.first_row.map(|first| first + row);
        row.into_iter()
            .chain([self.window.cols.0 + col])
            .chain(self.rest.iter().copied())
            .collect()
    }

    /// The cell of a position, if it is in the window.
    pub(super) fn index(&self, numbers: &[u64]) -> Option<usize> {
        let (row, col, rest) = match numbers {
            [col, rest @ ..] if self.chart.is_line() => (0, *col, rest),
            [row, col, rest @ ..] if !self.chart.is_line() => (*row, *col, rest),
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
        (0..self.chart.cells.len())
            .filter(|&index| is_free(&self.numbers(index)))
            .collect()
    }

    /// The positions of these cells as components of one.
    fn all(&self, cells: &[usize]) -> record::Position {
        let mut all = record::Position::default();
        for numbers in cells.iter().map(|&index| self.numbers(index)) {
            match self.position.signature().position {
                PositionKind::Tuples { .. } | PositionKind::Cells => _ = all.tuples.push(&numbers),
                _ => all.numbers.extend_from_slice(&numbers),
            }
        }
        all
    }

    /// Fills the cells one by one.
    pub(super) fn fill_each(
        &mut self,
        cell: impl Fn(&[u64]) -> Result<Cell, Error>,
    ) -> Result<(), Error> {
        for index in 0..self.chart.cells.len() {
            self.chart.cells[index] = cell(&self.numbers(index))?;
        }
        Ok(())
    }

    /// Fills these cells with their Grundy values, which it gives.
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

    /// Visits the legal moves of these cells, and shows in each the first that wins.
    pub(super) fn show_winning_moves(
        &mut self,
        cells: &[usize],
        wins: impl Fn(&Self, &Move) -> bool,
        name: impl Fn(&Move) -> Name,
    ) -> Result<(), Error> {
        let (mut found, mut names, mut visited) = (Vec::new(), IndexSet::new(), 0);
        self.position.at(self.all(cells)).each_move(&mut |mv| {
            visited += 1;
            let Some(&at) = mv.component().and_then(|component| cells.get(component)) else {
                return ControlFlow::Continue(());
            };
            if found.last().is_none_or(|&(last, _)| last != at) && wins(self, &mv) {
                // More different moves than numbers of 16 bits: the last stands for the rest.
                let id = names.insert_full(name(&mv)).0;
                found.push((at, u16::try_from(id).unwrap_or(u16::MAX)));
            }
            if visited > MAX_MOVES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if visited > MAX_MOVES {
            let help = "show `outcomes`, or a smaller board";
            return Err(self
                .position
                .wrong("there are too many moves to look at", help));
        }
        found
            .into_iter()
            .for_each(|(at, id)| self.chart.cells[at].winning = Some(id));
        self.chart.moves = Some(names.into_iter().collect());
        Ok(())
    }

    /// Whether a move leads to a cell of the chart that loses.
    pub(super) fn leads_to_loss(&self, mv: &Move) -> bool {
        let Move::Tuple { to, .. } = mv else {
            return false;
        };
        self.index(to.as_slice())
            .is_some_and(|at| self.chart.cells[at].kind == Kind::Lose)
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
            let next = || {
                self.position
                    .next(&mv)
                    .map(|next| next.numbers)
                    .unwrap_or_default()
            };
            let ends = match &mv {
                Move::Tuple { to, .. } => vec![to.as_slice().to_vec()],
                Move::Heap { to, .. } if self.chart.is_line() => vec![vec![*to]],
                Move::Split { parts, .. } if self.chart.is_line() => {
                    parts.map(|part| vec![part]).to_vec()
                }
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
