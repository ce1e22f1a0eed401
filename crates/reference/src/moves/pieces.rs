//! Pieces on a board with damaged cells, which do not hinder each other.

use fxhash::FxHashSet;

use crate::answers::Play;
use crate::game::{self, Game, Parts};
use crate::text::{self, Record};
use crate::{Fail, Res};

/// Row and column, from 1.
type Cell = (u64, u64);

/// The numbers added to row and column.
type Step = (i64, i64);

struct Board {
    rows: u64,
    cols: u64,
    damaged: FxHashSet<Cell>,
    steps: Vec<Step>,
    /// Whether a step may be repeated until something is in the way.
    slides: bool,
}

/// Reads a record of one of these games.
pub fn read(record: &Record) -> Res<Play> {
    let (board, pieces) = header(record)?;
    let inside = |&(row, col): &Cell| row <= board.rows && col <= board.cols;
    let whole =
        record.position.is_some() || record.rows.is_some() || record.rules.iter().any(|word| is_drawn(word));
    if !whole || !board.damaged.iter().chain(&pieces).all(inside) || !board.ends() {
        return Err(Fail::Wrong);
    }
    let components = pieces.iter().map(|&(row, col)| game::component(&[row, col])).collect();
    Ok(Play::new(board, components))
}

/// Whether rows follow this header: cells that are listed outside the board do not change that.
pub fn header_is_right(record: &Record) -> bool {
    header(record).is_ok()
}

fn is_drawn(word: &str) -> bool {
    !word.contains(',') && text::size(word).is_err()
}

fn header(record: &Record) -> Res<(Board, Vec<Cell>)> {
    let (plain, keywords) = record.keywords(&["damaged"])?;
    let leaper = record.game == "leaper";
    // A word behind `damaged` that cannot be a cell is a step, a size or rows all the same.
    let is_cell = |word: &&String| word.contains(',') && !(word.contains('-') && leaper);
    let (damaged, others): (Vec<_>, Vec<_>) = keywords.of("damaged").iter().partition(is_cell);
    let (mut listed, mut size, mut drawn) = (Vec::new(), None, record.rows.clone());
    for word in plain.iter().chain(others) {
        if leaper && word.contains(',') {
            listed.push(step(word)?);
        } else if size.is_some() {
            return Err(Fail::Wrong);
        } else if word.contains('x') {
            size = Some(text::size(word)?);
        } else if text::looks_like_size(word) || drawn.is_some() {
            return Err(Fail::Wrong);
        } else {
            let rows: Vec<String> = word.split('/').map(str::to_owned).collect();
            size = Some((rows.len() as u64, rows[0].chars().count() as u64));
            drawn = Some(rows);
        }
    }
    let (rows, cols) = size.ok_or(Fail::Wrong)?;
    let (steps, slides): (Vec<Step>, bool) = match record.game.as_str() {
        "king" => (vec![(-1, 0), (0, -1), (-1, -1)], false),
        "rook" => (vec![(-1, 0), (0, -1)], true),
        "bishop" => (vec![(-1, -1)], true),
        "queen" => (vec![(-1, 0), (0, -1), (-1, -1)], true),
        "knight" => (vec![(-2, -1), (-1, -2), (-2, 1), (1, -2)], false),
        _ if listed.is_empty() => return Err(Fail::Wrong),
        _ => (text::distinct(listed), false),
    };
    let mut board = Board { rows, cols, damaged: FxHashSet::default(), steps, slides };
    let mut pieces = board.draw(&drawn.unwrap_or_default())?;
    for word in damaged {
        board.damaged.insert(cell(word)?);
    }
    for word in record.position.iter().flatten() {
        pieces.push(cell(word)?);
    }
    record.must_ask(&["grundy", "values"])?;
    let on_damage = pieces.iter().any(|piece| board.damaged.contains(piece));
    if on_damage { Err(Fail::Wrong) } else { Ok((board, pieces)) }
}

/// A cell as it is listed.
fn cell(word: &str) -> Res<Cell> {
    match text::tuple(word)?[..] {
        [row, col] if row >= 1 && col >= 1 => Ok((row, col)),
        _ => Err(Fail::Wrong),
    }
}

/// A step `drow,dcol`: each at most 64 either way, not both 0.
fn step(word: &str) -> Res<Step> {
    let part = |word: &str| -> Res<i64> {
        let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
        let size = text::number(digits)?;
        if size <= 64 { Ok(sign * size as i64) } else { Err(Fail::Wrong) }
    };
    let (drow, dcol) = word.split_once(',').ok_or(Fail::Wrong)?;
    let step = (part(drow)?, part(dcol)?);
    if step == (0, 0) { Err(Fail::Wrong) } else { Ok(step) }
}

impl Board {
    /// Damages cells as rows say; the pieces on the others.
    fn draw(&mut self, rows: &[String]) -> Res<Vec<Cell>> {
        let mut pieces = Vec::new();
        for (row, line) in (1..).zip(rows) {
            if line.chars().count() as u64 != self.cols || self.cols == 0 {
                return Err(Fail::Wrong);
            }
            for (col, mark) in (1..).zip(line.chars()) {
                let count = match mark {
                    '.' => 0,
                    'X' | '#' => {
                        self.damaged.insert((row, col));
                        0
                    }
                    'K' => 1,
                    '2'..='9' => mark as usize - '0' as usize,
                    _ => return Err(Fail::Wrong),
                };
                pieces.extend(std::iter::repeat_n((row, col), count));
            }
        }
        Ok(pieces)
    }

    /// Whether some weighted sum of row and column falls with every step, so that play ends.
    fn ends(&self) -> bool {
        let weights = (-70..=70i64).flat_map(|a| (-70..=70i64).map(move |b| (a, b)));
        let falls = |(a, b): (i64, i64)| self.steps.iter().all(|(drow, dcol)| a * drow + b * dcol < 0);
        self.steps.iter().all(|(drow, dcol)| drow + dcol < 0) || weights.into_iter().any(falls)
    }
}

impl Game for Board {
    fn is_shared(&self) -> bool {
        true
    }

    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let mut options = Vec::new();
        for &(drow, dcol) in &self.steps {
            let mut at = (position[0], position[1]);
            loop {
                let (row, col) = (at.0 as i64 + drow, at.1 as i64 + dcol);
                let inside = (1..=self.rows as i64).contains(&row) && (1..=self.cols as i64).contains(&col);
                at = (row as u64, col as u64);
                if !inside || self.damaged.contains(&at) {
                    break;
                }
                options.push(game::one(&[at.0, at.1]));
                if !self.slides {
                    break;
                }
                if options.len() > 300_000 {
                    return Err(Fail::TooLarge);
                }
            }
        }
        Ok(options)
    }
}
