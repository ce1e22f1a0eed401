//! Pieces on a board with damaged cells.

use std::collections::HashSet;

use super::text::{self, Parts};
use super::{Component, Fail, Game, Play, Res, Valued, mex, play_sum, sum_values};

/// How many moves a table of values may cost.
const STEPS: u64 = 5_000_000;

/// Row and column, from 1.
pub type Cell = (u64, u64);

/// A step: what is added to row and column.
type Step = (i64, i64);

pub struct Board {
    pub rows: u64,
    pub cols: u64,
    pub damaged: HashSet<Cell>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Whether a step may be repeated until something is in the way.
    pub slides: bool,
    pub pieces: Vec<Cell>,
}

/// A cell as it is listed, counted from 1.
fn cell(word: &str) -> Res<Cell> {
    match text::tuple(word)?[..] {
        [row, col] if row >= 1 && col >= 1 => Ok((row, col)),
        _ => Err(Fail::Wrong),
    }
}

impl Board {
    pub fn read(parts: &Parts) -> Res<Board> {
        let (plain, keywords) = parts.keywords(&["damaged"])?;
        let (mut listed_steps, mut size, mut inline) = (Vec::new(), None, None);
        // A word after `damaged` that cannot be a cell is a step, a size or rows all the same.
        let is_cell = |word: &&String| word.contains(',') && !(word.contains('-') && parts.game == "leaper");
        let (damaged, others): (Vec<_>, Vec<_>) = keywords.of("damaged").iter().partition(is_cell);
        for word in plain.iter().chain(others) {
            let place_taken = if word.contains(',') && parts.game == "leaper" {
                listed_steps.push(step(word)?);
                false
            } else if word.contains('x') {
                size.replace(text::size(word)?).is_some()
            } else if text::looks_like_size(word) {
                return Err(Fail::Wrong);
            } else {
                inline.replace(word.split('/').map(str::to_owned).collect::<Vec<_>>()).is_some()
            };
            if place_taken {
                return Err(Fail::Wrong);
            }
        }
        let (size, drawn) = match (size, inline, &parts.rows) {
            (Some(size), None, rows) => (size, rows.clone()),
            (None, Some(rows), None) => ((rows.len() as u64, rows[0].chars().count() as u64), Some(rows)),
            _ => return Err(Fail::Wrong),
        };
        let (steps, slides): (Vec<Step>, bool) = match parts.game.as_str() {
            "king" => (vec![(-1, 0), (0, -1), (-1, -1)], false),
            "rook" => (vec![(-1, 0), (0, -1)], true),
            "bishop" => (vec![(-1, -1)], true),
            "queen" => (vec![(-1, 0), (0, -1), (-1, -1)], true),
            "knight" => (vec![(-2, -1), (-1, -2), (-2, 1), (1, -2)], false),
            _ if listed_steps.is_empty() => return Err(Fail::Wrong),
            _ => (text::distinct(listed_steps), false),
        };
        let mut board =
            Board { rows: size.0, cols: size.1, damaged: HashSet::new(), steps, slides, pieces: Vec::new() };
        if let Some(rows) = drawn {
            board.draw(&rows)?;
        }
        for word in damaged {
            board.damaged.insert(cell(word)?);
        }
        for word in parts.position.iter().flatten() {
            board.pieces.push(cell(word)?);
        }
        let on_damage = board.pieces.iter().any(|piece| board.damaged.contains(piece));
        if on_damage || !parts.asks_within(&["grundy", "values"]) {
            return Err(Fail::Wrong);
        }
        Ok(board)
    }

    fn draw(&mut self, rows: &[String]) -> Res<()> {
        for (row, line) in (1..).zip(rows) {
            if line.chars().count() as u64 != self.cols || self.cols == 0 {
                return Err(Fail::Wrong);
            }
            for (col, mark) in (1..).zip(line.chars()) {
                match mark {
                    '.' => {}
                    'X' | '#' => {
                        self.damaged.insert((row, col));
                    }
                    'K' => self.pieces.push((row, col)),
                    '2'..='9' => {
                        let count = mark.to_digit(10).ok_or(Fail::Wrong)?;
                        self.pieces.extend((0..count).map(|_| (row, col)));
                    }
                    _ => return Err(Fail::Wrong),
                }
            }
        }
        Ok(())
    }

    /// This board, if no cell listed is outside it. Such a cell makes the record wrong, but its
    /// header says all the same how many rows follow.
    pub fn within_edges(self) -> Res<Board> {
        let inside = |&(row, col): &Cell| row <= self.rows && col <= self.cols;
        let all_inside = self.damaged.iter().all(inside) && self.pieces.iter().all(inside);
        if all_inside { Ok(self) } else { Err(Fail::Wrong) }
    }

    /// The cells a piece can move to, in order.
    fn moves(&self, from: Cell) -> Vec<Cell> {
        let mut reached = Vec::new();
        for &(drow, dcol) in &self.steps {
            let mut at = from;
            loop {
                let (row, col) = (at.0 as i64 + drow, at.1 as i64 + dcol);
                let inside = (1..=self.rows as i64).contains(&row) && (1..=self.cols as i64).contains(&col);
                at = (row as u64, col as u64);
                if !inside || self.damaged.contains(&at) {
                    break;
                }
                reached.push(at);
                if !self.slides {
                    break;
                }
            }
        }
        reached
    }

    /// The Grundy value of every undamaged cell that a piece can come to. Every move lowers
    /// row + column, so cells are taken in that order; no piece comes to a larger sum.
    fn table(&self) -> Res<Table> {
        if self.steps.iter().any(|(drow, dcol)| drow + dcol >= 0) {
            return self.table_by_weight();
        }
        let reach = self.pieces.iter().map(|(row, col)| row + col).max().unwrap_or(0);
        let (rows, cols) = (self.rows.min(reach), self.cols.min(reach));
        let cost = if self.slides { rows + cols } else { self.steps.len() as u64 };
        if rows.saturating_mul(cols).saturating_mul(cost) > STEPS {
            return Err(Fail::TooBig);
        }
        let mut table = Table { cols, values: vec![None; (rows * cols) as usize] };
        for sum in 2..=reach {
            for row in sum.saturating_sub(cols).max(1)..=rows.min(sum - 1) {
                let cell = (row, sum - row);
                if !self.damaged.contains(&cell) {
                    let value = mex(self.moves(cell).into_iter().map(|next| table.value(next)));
                    let at = table.at(cell);
                    table.values[at] = Some(value);
                }
            }
        }
        Ok(table)
    }
}

impl Board {
    /// The values of all cells, where some weighted sum of row and column falls with every step: cells are
    /// taken in the order of such a sum. Without one, play might not end.
    fn table_by_weight(&self) -> Res<Table> {
        let weights = (-70..=70i64).flat_map(|a| (-70..=70i64).map(move |b| (a, b)));
        let falls = |&(a, b): &(i64, i64)| self.steps.iter().all(|(drow, dcol)| a * drow + b * dcol < 0);
        let (a, b) = weights.into_iter().find(falls).ok_or(Fail::Wrong)?;
        let (rows, cols) = (self.rows, self.cols);
        if rows.saturating_mul(cols).saturating_mul(self.steps.len() as u64) > STEPS {
            return Err(Fail::TooBig);
        }
        let mut table = Table { cols, values: vec![None; (rows * cols) as usize] };
        let mut cells: Vec<Cell> = (1..=rows).flat_map(|row| (1..=cols).map(move |col| (row, col))).collect();
        cells.sort_by_key(|&(row, col)| a * row as i64 + b * col as i64);
        for cell in cells.into_iter().filter(|cell| !self.damaged.contains(cell)) {
            let value = mex(self.moves(cell).into_iter().map(|next| table.value(next)));
            let at = table.at(cell);
            table.values[at] = Some(value);
        }
        Ok(table)
    }
}

/// Grundy values of the cells, row by row.
struct Table {
    cols: u64,
    values: Vec<Option<u64>>,
}

impl Table {
    fn at(&self, (row, col): Cell) -> usize {
        ((row - 1) * self.cols + col - 1) as usize
    }

    fn value(&self, cell: Cell) -> u64 {
        self.values[self.at(cell)].expect("a cell that was met before")
    }
}

/// A step `drow,dcol`: each at most 64 either way, not both 0.
fn step(word: &str) -> Res<Step> {
    let component = |word: &str| -> Res<i64> {
        let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
        let size = text::number(digits)?;
        if size <= 64 { Ok(sign * size as i64) } else { Err(Fail::Wrong) }
    };
    let (drow, dcol) = word.split_once(',').ok_or(Fail::Wrong)?;
    let step = (component(drow)?, component(dcol)?);
    if step != (0, 0) { Ok(step) } else { Err(Fail::Wrong) }
}

impl Board {
    fn pieces_valued(&self) -> Res<Vec<Component>> {
        let table = self.table()?;
        let component = |&from: &Cell| {
            let moves = self.moves(from).into_iter();
            Component {
                value: table.value(from),
                moves: moves
                    .map(|to| (format!("{},{}>{},{}", from.0, from.1, to.0, to.1), table.value(to)))
                    .collect(),
            }
        };
        Ok(self.pieces.iter().map(component).collect())
    }
}

impl Game for Board {
    fn play(&self) -> Res<Play> {
        Ok(play_sum(&self.pieces_valued()?))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        Ok(self.pieces_valued()?.into_iter().map(Valued::from).collect())
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        let table = self.table()?;
        Ok(sum_values(self.pieces.iter().map(|&piece| table.value(piece))))
    }
}
