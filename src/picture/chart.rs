//! What is drawn: a grid of positions, each with its outcome, value and winning move.

use super::palette::MOVES;

/// What stands in a cell of a chart.
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
    /// What it is.
    pub kind: Kind,
    /// Its Grundy value; `None` where there is none or it is infinite.
    pub value: Option<u32>,
    /// The winning move, as an index into [`Chart::moves`].
    pub winning: Option<u16>,
    /// How many pieces, heaps or tokens of the record stand here.
    pub pieces: u8,
    /// Whether a winning (or drawing) move of the record ends here.
    pub target: bool,
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Who wins.
    Outcomes,
    /// The Grundy value.
    Values,
    /// The winning move.
    Moves,
}

/// A grid of positions.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The record, as one line.
    pub title: String,
    /// The answer to it, as one line.
    pub subtitle: String,
    /// What is counted down the rows.
    pub row_name: &'static str,
    /// What is counted along the columns.
    pub col_name: &'static str,
    /// The number of the first row; `None` where rows are only a way to break a long line.
    pub first_row: Option<u64>,
    /// The number of the first column.
    pub first_col: u64,
    /// Columns.
    pub cols: usize,
    /// The cells, row by row; the last row is filled up with [`Kind::Outside`].
    pub cells: Vec<Cell>,
    /// Names of the winning moves, as they are drawn; `None` where they are not.
    pub moves: Option<Vec<String>>,
    /// What it means that a cell wins, loses, draws.
    pub words: [&'static str; 3],
    /// Whether the cells have values.
    pub has_values: bool,
    /// The largest value.
    pub largest_value: u32,
    /// What is left out, where the grid is a part.
    pub note: Option<String>,
}

impl Chart {
    /// Rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.cols).unwrap_or(0)
    }

    /// A cell, by row and column from 0.
    pub fn cell(&self, row: usize, col: usize) -> Cell {
        self.cells.get(row * self.cols + col).copied().unwrap_or_default()
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

    /// What a cell shows as text; empty where nothing does.
    pub fn label(&self, cell: Cell, show: Show) -> String {
        match (cell.kind, show) {
            (Kind::Outside, _) => String::new(),
            (Kind::Damaged, _) => "X".into(),
            (Kind::Used, _) => "·".into(),
            (Kind::Idle, _) => "-".into(),
            (kind, Show::Values) => cell.value.map_or_else(|| infinite_or_letter(kind), |v| v.to_string()),
            (Kind::Win, Show::Moves) => {
                let name = cell.winning.and_then(|index| self.moves.as_ref()?.get(usize::from(index)));
                name.cloned().unwrap_or_else(|| "W".into())
            }
            (Kind::Lose, Show::Moves) => "·".into(),
            (kind, _) => letter(kind).into(),
        }
    }

    /// The legend: what occurs, and what it means.
    pub fn legend(&self, show: Show) -> Vec<(Cell, String)> {
        let mut entries: Vec<(Cell, String)> = Vec::new();
        if show == Show::Values {
            let mut values: Vec<u32> = self.cells.iter().filter_map(|cell| cell.value).collect();
            values.sort_unstable();
            values.dedup();
            // All of few values, else steps of the scale.
            let step = values.len().div_ceil(9).max(1);
            for &value in values.iter().step_by(step) {
                let kind = if value == 0 { Kind::Lose } else { Kind::Win };
                entries.push((Cell { kind, value: Some(value), ..Cell::default() }, value.to_string()));
            }
        }
        // Where each move has a colour of its own.
        let moves = self.moves.iter().flatten();
        if show == Show::Moves && moves.clone().count() <= MOVES.len() {
            for (index, name) in (0..).zip(moves) {
                let cell = Cell { kind: Kind::Win, winning: Some(index), ..Cell::default() };
                entries.push((cell, format!("{name} {}", self.words[0])));
            }
        }
        let has = |kind| self.cells.iter().any(|cell| cell.kind == kind);
        let words = [
            (Kind::Win, self.words[0]),
            (Kind::Lose, self.words[1]),
            (Kind::Draw, self.words[2]),
            (Kind::Damaged, "damaged"),
            (Kind::Used, "used up"),
            (Kind::Idle, "not open now"),
        ];
        for (kind, word) in words {
            let has_own = match show {
                Show::Outcomes => false,
                Show::Values => matches!(kind, Kind::Win | Kind::Lose),
                Show::Moves => kind == Kind::Win,
            };
            if has(kind) && !has_own {
                entries.push((Cell { kind, ..Cell::default() }, word.into()));
            }
        }
        if self.cells.iter().any(|cell| cell.pieces > 0) {
            entries
                .push((Cell { pieces: 1, kind: Kind::Outside, ..Cell::default() }, "in the record".into()));
        }
        if self.cells.iter().any(|cell| cell.target) {
            entries.push((
                Cell { target: true, kind: Kind::Outside, ..Cell::default() },
                "its best moves".into(),
            ));
        }
        entries
    }
}

fn letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Win => "W",
        Kind::Lose => "L",
        Kind::Draw => "D",
        Kind::Damaged => "X",
        Kind::Used => "·",
        Kind::Outside | Kind::Idle => "",
    }
}

fn infinite_or_letter(kind: Kind) -> String {
    if kind == Kind::Draw { "∞".into() } else { letter(kind).into() }
}
