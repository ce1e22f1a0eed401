//! A chart: a grid of positions, each with its outcome, value and winning move.

use std::borrow::Cow;

use indexmap::IndexSet;
use itertools::Itertools;

/// How many directions of moves have a hue of their own.
pub const MAX_HUES: usize = 10;

/// The legend of cells that win.
const WINS: &str = "wins";

/// The content of a cell of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// No position: a vertex or number that is not there, a heap below the least.
    #[default]
    Outside,
    /// Damaged: no position either.
    Damaged,
    /// Used up: a number drawn, a vertex visited.
    Used,
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// A position whose outcome does not matter here, such as a number that cannot be drawn now.
    Idle,
}

/// A cell of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The kind of the cell.
    pub kind: Kind,
    /// Its Grundy value; `None` if there is none or it is infinite.
    pub value: Option<u32>,
    /// Its infinite value, as an index into [`Chart::infinite`].
    pub infinite: Option<u16>,
    /// The winning move, as an index into [`Chart::moves`].
    pub winning: Option<u16>,
    /// How many pieces, heaps or tokens of the record stand here.
    pub pieces: u8,
    /// Whether a winning (or drawing) move of the record ends here.
    pub target: bool,
}

/// The content that cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Show {
    /// The outcome: W, L or D
    Outcomes,
    /// The Grundy value
    #[cfg_attr(feature = "cli", value(name = "grundy"))]
    Values,
    /// The first winning move
    Moves,
}

/// The name of a winning move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The move, such as `↑3`.
    pub text: String,
    /// Its direction, such as `↑`: moves of one direction share a hue.
    pub direction: String,
    /// The index of its hue; `None` if there are more directions than hues.
    pub hue: Option<usize>,
}

/// The edges of a graph, by the indices of their ends among the cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Whether they lead one way only.
    pub directed: bool,
    /// Their ends.
    pub ends: Vec<(usize, usize)>,
    /// The texts at them, in their order; none at those beyond the last.
    pub labels: Vec<String>,
    /// The path walked so far.
    pub path: Vec<usize>,
}

/// A grid of positions.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The record, as one line.
    pub title: String,
    /// The answer to it, as one line.
    pub subtitle: String,
    /// The quantity counted down the rows.
    pub row_name: &'static str,
    /// The quantity counted along the columns.
    pub col_name: &'static str,
    /// The number of the first row; `None` if the chart is one line, which
    /// [`Chart::broken`] breaks into rows.
    pub first_row: Option<u64>,
    /// The number of the first column.
    pub first_col: u64,
    /// Columns.
    pub cols: usize,
    /// The cells, row by row; a broken line is filled up with [`Kind::Outside`].
    pub cells: Vec<Cell>,
    /// Names of the winning moves, as they are drawn; `None` if they are not drawn.
    pub moves: Option<Vec<Name>>,
    /// The infinite values, as they are drawn.
    pub infinite: Vec<String>,
    /// The edges, if the cells are vertices of a graph that is small enough.
    pub links: Option<Links>,
    /// Whether the cells have values.
    pub has_values: bool,
    /// The largest value.
    pub largest_value: u32,
    /// The part left out, if the grid is a part.
    pub note: Option<String>,
}

impl Chart {
    /// Rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.cols).unwrap_or(0)
    }

    /// Whether the chart is one line, broken or not.
    pub fn is_line(&self) -> bool {
        self.first_row.is_none()
    }

    /// The cells of a line with their numbers.
    pub fn line(&self) -> impl Iterator<Item = (u64, Cell)> {
        (self.first_col..).zip(self.cells.iter().copied())
    }

    /// A line, broken into rows of at most `most` cells that begin at round numbers. Every cell stays. A chart that is no
    /// line stays as it is.
    pub fn broken(&self, most: usize) -> Cow<'_, Chart> {
        let cols = round_length(self.cells.len(), most);
        if !self.is_line() || cols == self.cols {
            return Cow::Borrowed(self);
        }
        let mut chart = Chart {
            cols,
            ..self.clone()
        };
        let before = if cols < self.cells.len() {
            (self.first_col % cols as u64) as usize
        } else {
            0
        };
        chart.first_col -= before as u64;
        chart
            .cells
            .splice(..0, std::iter::repeat_n(Cell::default(), before));
        chart
            .cells
            .resize(chart.cells.len().next_multiple_of(cols), Cell::default());
        Cow::Owned(chart)
    }

    /// A cell, by row and column from 0.
    pub fn cell(&self, row: usize, col: usize) -> Cell {
        self.cells
            .get(row * self.cols + col)
            .copied()
            .unwrap_or_default()
    }

    /// The number at a row.
    pub fn row_number(&self, row: usize) -> Option<u64> {
        match self.first_row {
            Some(first) => Some(first + row as u64),
            // A long line that is broken: the number of the row's first cell.
            None if self.rows() > 1 => Some(self.first_col + (row * self.cols) as u64),
            None => None,
        }
    }

    /// The number at a column: its own, or in a broken line its distance from the row's first.
    pub fn col_number(&self, col: usize) -> u64 {
        match self.first_row {
            None if self.rows() > 1 => col as u64,
            _ => self.first_col + col as u64,
        }
    }

    /// Gives each direction of the winning moves a hue of its own, if there are enough.
    pub(super) fn choose_hues(&mut self) {
        let mut directions = IndexSet::new();
        for name in self.moves.iter_mut().flatten() {
            name.hue = Some(directions.insert_full(name.direction.clone()).0);
        }
        if directions.len() > MAX_HUES {
            self.moves
                .iter_mut()
                .flatten()
                .for_each(|name| name.hue = None);
        }
    }

    /// The text of a cell; empty if it shows nothing.
    pub fn label(&self, cell: Cell, show: Show) -> String {
        let letter = match cell.kind {
            Kind::Outside => "",
            Kind::Damaged => "X",
            Kind::Used => "·",
            Kind::Idle => "-",
            Kind::Win => "W",
            Kind::Lose if show == Show::Moves => "·",
            Kind::Lose => "L",
            Kind::Draw => "D",
        };
        let nth = |names: &[String], index: u16| names.get(usize::from(index)).cloned();
        let text = match (show, cell.value, cell.infinite) {
            (Show::Values, Some(value), _) => Some(value.to_string()),
            (Show::Values, None, Some(index)) => nth(&self.infinite, index),
            (Show::Moves, ..) => self.winning_move(cell).map(|name| name.text.clone()),
            _ => None,
        };
        text.unwrap_or_else(|| letter.into())
    }

    /// The winning move of a cell, if it has one that is drawn.
    pub(super) fn winning_move(&self, cell: Cell) -> Option<&Name> {
        self.moves.as_ref()?.get(usize::from(cell.winning?))
    }

    /// The legend: what occurs, and what it means.
    pub fn legend(&self, show: Show) -> Vec<(Cell, String)> {
        let of_kind = |kind| Cell {
            kind,
            ..Cell::default()
        };
        let mut entries: Vec<(Cell, String)> = Vec::new();
        if show == Show::Values {
            let values: Vec<u32> = self
                .cells
                .iter()
                .filter_map(|cell| cell.value)
                .unique()
                .sorted_unstable()
                .collect();
            // All of few values, else steps of the scale.
            for &value in values.iter().step_by(values.len().div_ceil(9).max(1)) {
                let kind = if value == 0 { Kind::Lose } else { Kind::Win };
                entries.push((
                    Cell {
                        value: Some(value),
                        ..of_kind(kind)
                    },
                    value.to_string(),
                ));
            }
            let infinite = Cell {
                infinite: Some(0),
                ..of_kind(Kind::Draw)
            };
            let word = "∞: infinite, with the values it can be moved to";
            entries.extend((!self.infinite.is_empty()).then(|| (infinite, word.into())));
        }
        if show == Show::Moves {
            let hued = (0..)
                .zip(self.moves.iter().flatten())
                .filter(|(_, name)| name.hue.is_some());
            for (index, name) in hued
                .unique_by(|(_, name)| name.hue)
                .sorted_by_key(|(_, name)| name.hue)
            {
                let cell = Cell {
                    winning: Some(index),
                    ..of_kind(Kind::Win)
                };
                entries.push((cell, format!("{} {WINS}", name.direction)));
            }
        }
        let words = [
            (Kind::Win, WINS),
            (Kind::Lose, "loses"),
            (Kind::Draw, "draws"),
            (Kind::Damaged, "damaged"),
            (Kind::Used, "used up"),
            (Kind::Idle, "not open now"),
        ];
        for (kind, word) in words {
            let has_own = match show {
                Show::Outcomes => false,
                Show::Values => matches!(kind, Kind::Win | Kind::Lose | Kind::Draw),
                Show::Moves => kind == Kind::Win,
            };
            if !has_own && self.cells.iter().any(|cell| cell.kind == kind) {
                entries.push((of_kind(kind), word.into()));
            }
        }
        if self.cells.iter().any(|cell| cell.pieces > 0) {
            entries.push((
                Cell {
                    pieces: 1,
                    ..Cell::default()
                },
                "in the record".into(),
            ));
        }
        if self.cells.iter().any(|cell| cell.target) {
            entries.push((
                Cell {
                    target: true,
                    ..Cell::default()
                },
                "its best moves".into(),
            ));
        }
        entries
    }
}

/// The length of the rows that `count` cells are broken into: the longest round one that is at most
/// `most`.
fn round_length(count: usize, most: usize) -> usize {
    const ROUND: [usize; 13] = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 4000];
    // Rows that look well on a page without limits, to a number of cells each.
    const USUAL: [(usize, usize); 5] = [
        (30, 30),
        (400, 20),
        (2_500, 50),
        (40_000, 200),
        (1_000_000, 1000),
    ];
    let usual = USUAL
        .iter()
        .find(|(cells, _)| count <= *cells)
        .map_or(4000, |&(_, length)| length);
    let most = most.min(usual).max(1);
    if count <= most {
        return count.max(1);
    }
    ROUND
        .into_iter()
        .rev()
        .find(|&length| length <= most)
        .unwrap_or(1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A line of cells whose values are their numbers.
    pub fn line(first: u32, count: u32) -> Chart {
        let cells = (first..first + count)
            .map(|value| Cell {
                kind: Kind::Win,
                value: Some(value),
                ..Cell::default()
            })
            .collect();
        Chart {
            cells,
            first_col: first.into(),
            ..super::super::layout::empty("heap", "heap")
        }
    }

    #[test]
    fn a_broken_line_keeps_every_cell_and_its_rows_begin_at_round_numbers() {
        for (first, count, most, cols, rows) in [
            (0, 71, 80, 20, 4),
            (0, 71, 17, 10, 8),
            (505, 196, 80, 20, 11),
            (1, 40, 12, 10, 5),
            (1, 9, 9, 9, 1),
        ] {
            let whole = line(first, count);
            let chart = whole.broken(most);
            assert_eq!(
                (chart.cols, chart.rows()),
                (cols, rows),
                "{first} {count} {most}"
            );
            for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
                let Some(value) = chart.cell(row, col).value else {
                    continue;
                };
                let number = chart.row_number(row).unwrap_or(0) + chart.col_number(col);
                assert_eq!(number, u64::from(value));
                assert!(
                    chart
                        .row_number(row)
                        .is_none_or(|number| number % cols as u64 == 0)
                );
            }
            assert_eq!(
                chart
                    .cells
                    .iter()
                    .filter(|cell| cell.value.is_some())
                    .count(),
                count as usize
            );
        }
    }
}
