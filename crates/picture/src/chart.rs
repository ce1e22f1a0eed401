//! A chart: a grid of positions, each with its outcome, value and winning move.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a remainder is below the number of columns"
)]

use std::borrow::Cow;

use indexmap::IndexSet;
use itertools::Itertools;

/// The most directions of moves that have hues of their own.
pub const MAX_HUES: usize = 10;

/// The most values that a legend lists.
const MAX_LEGEND_VALUES: usize = 9;
/// The word of the legend for cells that win.
const WINS: &str = "wins";

/// The content of a cell of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellKind {
    /// No position: a vertex or number that is not there, a heap below the least.
    #[default]
    Outside,
    /// A damaged place, which is no position either.
    Damaged,
    /// A place that is used up: a number drawn, a vertex visited.
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
pub struct ChartCell {
    /// The kind of the cell.
    pub kind: CellKind,
    /// The Grundy value; `None` if there is none or it is infinite.
    pub value: Option<u32>,
    /// The infinite value, as an index into [`Chart::infinite`].
    pub infinite: Option<u16>,
    /// The winning move, as an index into [`Chart::moves`].
    pub winning: Option<u16>,
    /// The number of pieces, heaps or tokens of the record that stand here.
    pub pieces: u8,
    /// Whether a winning (or drawing) move of the record ends here.
    pub target: bool,
    /// The letter that stands here, in games that have letters on their cells.
    pub letter: Option<u8>,
}

impl ChartCell {
    /// Makes a cell of a kind, with nothing else to be shown.
    pub fn of_kind(kind: CellKind) -> ChartCell {
        ChartCell {
            kind,
            ..ChartCell::default()
        }
    }
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
pub struct MoveName {
    /// The move, such as `↑3`.
    pub text: String,
    /// The direction, such as `↑`: moves of one direction share a hue.
    pub direction: String,
    /// The index of the hue; `None` if there are more directions than hues.
    pub hue: Option<usize>,
}

/// An edge between two vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// The index of the end from which it leads, among the cells.
    pub from: usize,
    /// The index of the end to which it leads.
    pub to: usize,
}

/// The edges of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Whether the edges lead one way only.
    pub directed: bool,
    /// The edges.
    pub edges: Vec<Link>,
    /// The texts at the edges, in their order; edges after the last text have none.
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
    /// The number of each row, where rows are not counted one by one: several boards stand below each other. Usually empty.
    pub row_numbers: Vec<Option<u64>>,
    /// The number of the first column.
    pub first_col: u64,
    /// The number of columns.
    pub cols: usize,
    /// The cells, row by row; a broken line is filled up with [`CellKind::Outside`].
    pub cells: Vec<ChartCell>,
    /// The names of the winning moves; `None` if moves are not drawn.
    pub moves: Option<Vec<MoveName>>,
    /// The infinite values as texts.
    pub infinite: Vec<String>,
    /// The edges, if the cells are vertices of a graph that is small enough.
    pub links: Option<Links>,
    /// Whether the cells have values.
    pub has_values: bool,
    /// The largest value.
    pub largest_value: u32,
    /// A note for the reader, such as what part of the positions the grid is.
    pub note: Option<String>,
}

impl Chart {
    /// Makes a chart with nothing in it.
    pub fn empty(row_name: &'static str, col_name: &'static str) -> Chart {
        Chart {
            row_name,
            col_name,
            cols: 1,
            ..Chart::default()
        }
    }

    /// Counts the rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.cols).unwrap_or(0)
    }

    /// Says whether the chart is one line, broken or not.
    pub fn is_line(&self) -> bool {
        self.first_row.is_none()
    }

    /// Goes through the cells of a line with their numbers.
    pub fn line(&self) -> impl Iterator<Item = (u64, ChartCell)> {
        (self.first_col..).zip(self.cells.iter().copied())
    }

    /// Breaks a line into rows of at most `most` cells that begin at round numbers. Every cell stays. A chart that is no
    /// line does not change.
    pub fn broken(&self, most: usize) -> Cow<'_, Chart> {
        let cols = round_length(self.cells.len(), most);
        if !self.is_line() || cols == self.cols {
            return Cow::Borrowed(self);
        }
        // Empty cells come before the first, so that its row begins at a round number.
        let before = if cols < self.cells.len() {
            (self.first_col % cols as u64) as usize
        } else {
            0
        };
        let mut cells = vec![ChartCell::default(); before];
        cells.extend_from_slice(&self.cells);
        cells.resize(cells.len().next_multiple_of(cols), ChartCell::default());
        Cow::Owned(Chart {
            cols,
            cells,
            first_col: self.first_col - before as u64,
            ..self.clone()
        })
    }

    /// Returns a cell, by row and column from 0.
    pub fn cell(&self, row: usize, col: usize) -> ChartCell {
        self.cells
            .get(row * self.cols + col)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the number at a row.
    pub fn row_number(&self, row: usize) -> Option<u64> {
        if let Some(&number) = self.row_numbers.get(row) {
            return number;
        }
        match self.first_row {
            Some(first) => Some(first + row as u64),
            // A row of a broken line has the number of its first cell.
            None if self.rows() > 1 => Some(self.first_col + (row * self.cols) as u64),
            None => None,
        }
    }

    /// Returns the number at a column: its own, or in a broken line its distance from the first column.
    pub fn col_number(&self, col: usize) -> u64 {
        match self.first_row {
            None if self.rows() > 1 => col as u64,
            _ => self.first_col + col as u64,
        }
    }

    /// Gives each direction of the winning moves a hue of its own, if there are enough.
    pub fn choose_hues(&mut self) {
        let mut directions = IndexSet::new();
        for name in self.moves.iter_mut().flatten() {
            name.hue = Some(directions.insert_full(name.direction.clone()).0);
        }
        if directions.len() > MAX_HUES {
            for name in self.moves.iter_mut().flatten() {
                name.hue = None;
            }
        }
    }

    /// Writes the text of a cell, which is empty if it shows nothing.
    pub fn label(&self, cell: ChartCell, show: Show) -> String {
        let letter = match cell.kind {
            CellKind::Outside => "",
            CellKind::Damaged => "X",
            CellKind::Used => "·",
            CellKind::Idle => "-",
            CellKind::Win => "W",
            CellKind::Lose if show == Show::Moves => "·",
            CellKind::Lose => "L",
            CellKind::Draw => "D",
        };
        let text = match (show, cell.value, cell.infinite) {
            (Show::Values, Some(value), _) => Some(value.to_string()),
            (Show::Values, None, Some(index)) => self.infinite.get(usize::from(index)).cloned(),
            (Show::Moves, ..) => self.winning_move(cell).map(|name| name.text.clone()),
            _ => None,
        };
        if let Some(on_cell) = cell.letter {
            return char::from(on_cell).to_string();
        }
        text.unwrap_or_else(|| letter.into())
    }

    /// Returns the winning move of a cell, if it has one that is drawn.
    pub(super) fn winning_move(&self, cell: ChartCell) -> Option<&MoveName> {
        self.moves.as_ref()?.get(usize::from(cell.winning?))
    }

    /// Lists the legend: cells of all looks that occur, and what they mean.
    pub fn legend(&self, show: Show) -> Vec<(ChartCell, String)> {
        let mut entries = match show {
            Show::Outcomes => Vec::new(),
            Show::Values => self.legend_of_values(),
            Show::Moves => self.legend_of_moves(),
        };
        if self.cells.iter().any(|cell| cell.letter.is_some()) {
            return self.legend_of_letters();
        }
        let words = [
            (CellKind::Win, WINS),
            (CellKind::Lose, "loses"),
            (CellKind::Draw, "draws"),
            (CellKind::Damaged, "damaged"),
            (CellKind::Used, "used up"),
            (CellKind::Idle, "not open now"),
        ];
        for (kind, word) in words {
            let is_listed = match show {
                Show::Outcomes => false,
                Show::Values => matches!(kind, CellKind::Win | CellKind::Lose | CellKind::Draw),
                Show::Moves => kind == CellKind::Win,
            };
            if !is_listed && self.cells.iter().any(|cell| cell.kind == kind) {
                entries.push((ChartCell::of_kind(kind), word.into()));
            }
        }
        if self.cells.iter().any(|cell| cell.pieces > 0) {
            let cell = ChartCell {
                pieces: 1,
                ..ChartCell::default()
            };
            entries.push((cell, "in the record".into()));
        }
        if self.cells.iter().any(|cell| cell.target) {
            let cell = ChartCell {
                target: true,
                ..ChartCell::default()
            };
            entries.push((cell, "its best moves".into()));
        }
        entries
    }

    /// Lists the legend of cells with letters, whose samples have none.
    fn legend_of_letters(&self) -> Vec<(ChartCell, String)> {
        let words = [
            (CellKind::Lose, "a winning first move changes it"),
            (CellKind::Win, "only other moves change it"),
            (CellKind::Draw, "some move changes it"),
            (CellKind::Idle, "no move changes it"),
            (CellKind::Damaged, "a wall"),
        ];
        let mut entries = Vec::new();
        for (kind, word) in words {
            if self.cells.iter().any(|cell| cell.kind == kind) {
                let sample = ChartCell {
                    letter: Some(b' '),
                    target: kind == CellKind::Lose,
                    ..ChartCell::of_kind(kind)
                };
                entries.push((sample, word.into()));
            }
        }
        entries
    }

    /// Lists the legend of values: all of few values, else steps of the scale.
    fn legend_of_values(&self) -> Vec<(ChartCell, String)> {
        let mut entries = Vec::new();
        let values = self.cells.iter().filter_map(|cell| cell.value).unique();
        let values = values.sorted_unstable().collect_vec();
        let step = values.len().div_ceil(MAX_LEGEND_VALUES).max(1);
        for &value in values.iter().step_by(step) {
            let mut cell = ChartCell::of_kind(if value == 0 {
                CellKind::Lose
            } else {
                CellKind::Win
            });
            cell.value = Some(value);
            entries.push((cell, value.to_string()));
        }
        if !self.infinite.is_empty() {
            let mut cell = ChartCell::of_kind(CellKind::Draw);
            cell.infinite = Some(0);
            let word = "∞: infinite, with the values it can be moved to";
            entries.push((cell, word.into()));
        }
        entries
    }

    /// Lists the legend of moves: the directions, by their hues.
    fn legend_of_moves(&self) -> Vec<(ChartCell, String)> {
        let names = (0..).zip(self.moves.iter().flatten());
        let hued = names.filter(|(_, name)| name.hue.is_some());
        let mut entries = Vec::new();
        for (index, name) in hued
            .unique_by(|(_, name)| name.hue)
            .sorted_by_key(|(_, name)| name.hue)
        {
            let mut cell = ChartCell::of_kind(CellKind::Win);
            cell.winning = Some(index);
            entries.push((cell, format!("{} {WINS}", name.direction)));
        }
        entries
    }
}

/// Returns the length of the rows that `count` cells are broken into: the longest round one that is at most
/// `most`.
fn round_length(count: usize, most: usize) -> usize {
    const ROUND: [usize; 13] = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 4000];
    // The length of rows that looks well on a page without limits.
    let usual = match count {
        0..=30 => 30,
        31..=400 => 20,
        401..=2_500 => 50,
        2_501..=40_000 => 200,
        40_001..=1_000_000 => 1000,
        _ => 4000,
    };
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

    /// Returns a line of cells whose values are their numbers.
    pub fn line(first: u32, count: u32) -> Chart {
        let cells = (first..first + count)
            .map(|value| ChartCell {
                kind: CellKind::Win,
                value: Some(value),
                ..ChartCell::default()
            })
            .collect();
        Chart {
            cells,
            first_col: first.into(),
            ..Chart::empty("heap", "heap")
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
