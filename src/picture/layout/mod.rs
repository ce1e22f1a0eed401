//! Records laid out as charts: what the rows and columns of each kind of game are.

mod automaton;
mod hackenbush;
mod heaps;
mod maps;
mod plane;
mod positional;
mod vertices;

use itertools::Itertools;

use self::plane::Asked;
use super::chart::{Cell, Chart, Kind, Links, Name, Show};
use crate::record::{self, Ask, Move, Outcome, Slot, Taken, View};
use crate::{Error, Position};

/// The most cells of a chart.
pub const MAX_CELLS: u64 = 1 << 24;
/// The longest side of a picture that no window is given for.
pub const MAX_SIDE: u64 = 4096;
/// The most positions that are solved one by one.
const MAX_SOLVED: u64 = 1_000_000;

/// A part of a board, or of the plane of two piles: rows and columns, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First and last row.
    pub rows: (u64, u64),
    /// First and last column.
    pub cols: (u64, u64),
}

/// A part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Of a map of two dimensions.
    Window(Window),
    /// Of a line of heaps, vertices or numbers: its first and last.
    Stretch(u64, u64),
}

impl Part {
    /// Reads `1,1-20,40`, the upper left and lower right cells of a map, or `500-700`, the first and last
    /// of a line; `None` if it is neither.
    pub fn read(text: &str) -> Option<Part> {
        let numbers = |text: &str| {
            text.split(',')
                .map(|number| number.trim().parse().ok())
                .collect()
        };
        let (from, to) = text.split_once('-')?;
        let (from, to): (Option<Vec<u64>>, Option<Vec<u64>>) = (numbers(from), numbers(to));
        match (&from?[..], &to?[..]) {
            (&[first], &[last]) => Some(Part::Stretch(first, last)),
            (&[top, left], &[bottom, right]) => Some(Part::Window(Window {
                rows: (top, bottom),
                cols: (left, right),
            })),
            _ => None,
        }
    }
}

/// Lays a record out: the part in the window, or without one what fits `side` rows and columns. A record that asks for
/// the `pattern` alone is drawn as the automaton.
///
/// # Errors
///
/// When the chart would be too large, the record cannot be drawn, or its values pass a limit.
pub fn chart(
    position: &Position<'_>,
    part: Option<Part>,
    side: u64,
    show: Show,
) -> Result<Chart, Error> {
    if let Some(mut chart) = automaton::chart(position) {
        chart.title = title(position);
        return Ok(chart);
    }
    let signature = position.signature();
    let own = position
        .own_rule()
        .map(|(rule, has_values)| (rule.arity(), has_values));
    let asked = Asked {
        part,
        side,
        most: MAX_CELLS,
    };
    let mut chart = match (signature.view, own) {
        (_, Some((arity, has_values))) => maps::own(position, asked, arity, has_values)?,
        (View::Drawn | View::Walk, _) => vertices::walk(position, asked)?,
        (View::Tokens, _) => vertices::tokens(position, asked)?,
        (View::Parts, _) if signature.has(Slot::Branches) => hackenbush::chart(position)?,
        (View::Parts, _) => positional::chart(position, asked)?,
        (View::Pieces, _) => maps::board(position, asked, show)?,
        (View::Row | View::Strip, _) => maps::row(position, asked)?,
        (View::Piles, _) if position.answers(Ask::Values) => maps::piles(position, asked, show)?,
        (View::Countdown, _) => heaps::flags(position, asked)?,
        (View::Heaps, _) => heaps::heaps(position, asked, show)?,
        (View::Plain, _) => maps::coins(position, asked)?,
        (View::Piles, _) => {
            let message = format!("positions of `{}` are not drawn as a map", signature.name);
            return Err(position.wrong(message, "`grundy explain` says where each move leads"));
        }
    };
    if show == Show::Values && !chart.has_values {
        return Err(position.wrong("these positions have no Grundy values", "show `outcomes`"));
    }
    if show == Show::Moves && chart.moves.is_none() {
        return Err(position.wrong(
            "the winning moves of these positions are not drawn",
            "show `outcomes`",
        ));
    }
    chart.choose_hues();
    chart.title = title(position);
    chart.largest_value = chart
        .cells
        .iter()
        .filter_map(|cell| cell.value)
        .max()
        .unwrap_or(0);
    chart.subtitle = subtitle(position)?;
    Ok(chart)
}

/// The record, or what there is in it if it is long.
fn title(position: &Position<'_>) -> String {
    const MAX_LENGTH: usize = 80;
    let text = position.record_line();
    let record = position.record();
    if text.len() <= MAX_LENGTH {
        return text;
    }
    if let Some(size) = record.rules.size {
        let (damaged, pieces) = (record.modifiers.damaged.len(), record.position.tuples.len());
        let name = &position.signature().name;
        return format!(
            "{name} {}x{}, {damaged} damaged cells, {pieces} pieces",
            size.rows, size.cols
        );
    }
    text.chars().take(MAX_LENGTH - 1).chain(['…']).collect()
}

/// The answer to the record itself.
fn subtitle(position: &Position<'_>) -> Result<String, Error> {
    let mut line = position.verdict()?.to_string();
    if position.answers(Ask::Grundy) && !position.is_misere() {
        line += &format!(", Grundy value {}", position.grundy()?);
    }
    Ok(line)
}

/// A position of numbers.
fn numbers(numbers: Vec<u64>) -> record::Position {
    record::Position {
        numbers,
        ..record::Position::default()
    }
}

/// A chart with nothing in it yet.
pub(super) fn empty(row_name: &'static str, col_name: &'static str) -> Chart {
    Chart {
        row_name,
        col_name,
        cols: 1,
        ..Chart::default()
    }
}

/// The most vertices and edges of a graph that is drawn as circles and lines.
const MAX_VERTICES: usize = 80;
const MAX_EDGES: usize = 300;

/// Edges, each once, between vertices of these indices.
fn links(directed: bool, ends: impl IntoIterator<Item = (usize, usize)>) -> Links {
    Links {
        directed,
        ends: ends.into_iter().sorted_unstable().dedup().collect(),
        ..Links::default()
    }
}

/// The edges of the graph of a record, if it is small enough to be drawn as circles and lines.
fn links_of(position: &Position<'_>, directed: bool) -> Option<Links> {
    let rules = &position.record().rules;
    let edges = rules.graph.edges.iter();
    let links = links(
        directed,
        edges.map(|&(a, b)| (a as usize - 1, b as usize - 1)),
    );
    (rules.order()? <= MAX_VERTICES as u64 && links.ends.len() <= MAX_EDGES).then_some(links)
}

/// The cells, vertices or elements that a move takes.
fn taken(mv: &Move) -> Vec<Vec<u64>> {
    let Move::Take { index, what } = mv else {
        return Vec::new();
    };
    match what {
        Taken::Places(places) => places.iter().map(|&place| vec![place]).collect(),
        Taken::Cells(cells) => cells
            .iter()
            .map(|cell| match (index, cell.as_slice()) {
                (Some(board), &[row, col]) => on_board(*board, row, col).to_vec(),
                (_, cell) => cell.to_vec(),
            })
            .collect(),
        Taken::Edge(a, b) => vec![vec![*a], vec![*b]],
        Taken::Set(set) => set.needs.iter().map(|&place| vec![place]).collect(),
        _ => Vec::new(),
    }
}

/// The cell of the chart for a cell of one of several boards, which stand side by side.
fn on_board(board: usize, row: u64, col: u64) -> [u64; 2] {
    [row, 4 * board as u64 + col]
}

fn of_value(value: u64) -> Cell {
    let kind = if value == 0 { Kind::Lose } else { Kind::Win };
    Cell {
        kind,
        value: Some(u32::try_from(value).unwrap_or(u32::MAX)),
        ..Cell::default()
    }
}

fn of_outcome(outcome: Outcome) -> Cell {
    let kind = match outcome {
        Outcome::Win => Kind::Win,
        Outcome::Lose => Kind::Lose,
        Outcome::Draw => Kind::Draw,
    };
    Cell {
        kind,
        ..Cell::default()
    }
}

/// A name that is a direction of its own.
fn named(text: String) -> Name {
    Name {
        direction: text.clone(),
        text,
        hue: None,
    }
}

/// A record as it is drawn with values.
#[cfg(test)]
fn drawn(record: &str) -> Chart {
    let context = crate::games::Context::default();
    let position = Position::read(record.as_bytes(), &context).unwrap();
    super::chart(&position, None, 64, Show::Values).unwrap()
}
