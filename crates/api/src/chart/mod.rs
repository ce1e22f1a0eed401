//! Layout of records as charts: what the rows and columns of each kind of game are.

mod automaton;
mod hackenbush;
mod heaps;
mod maps;
mod plane;
mod positional;
mod vertices;

use itertools::Itertools;

use self::plane::ChartRequest;
use crate::{Error, Position};
use grundy_picture::{CellKind, Chart, ChartCell, Links, MoveName, Show};
use grundy_record::{Ask, Look, Move, Outcome, Slot, Taken};

/// The most cells of a chart.
pub const MAX_CHART_CELLS: u64 = 1 << 24;
/// The longest side of a picture, in cells, if no window is given.
pub const MAX_CHART_SIDE: u64 = 4096;
/// The most positions that are solved one by one.
const MAX_SOLVED: u64 = 1_000_000;

/// A part of a board, or of the plane of two piles: rows and columns, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapWindow {
    /// The first and the last row.
    pub rows: (u64, u64),
    /// The first and the last column.
    pub cols: (u64, u64),
}

/// A part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPart {
    /// A part of a map of two dimensions.
    Window(MapWindow),
    /// The first and the last heap, vertex or number of a part of a line.
    Stretch(u64, u64),
}

impl MapPart {
    /// Reads `1,1-20,40`, the upper left and lower right cells of a map, or `500-700`, the first and last
    /// of a line; gives `None` if the text is neither.
    pub fn read(text: &str) -> Option<MapPart> {
        let numbers = |text: &str| {
            text.split(',')
                .map(|number| number.trim().parse().ok())
                .collect()
        };
        let (from, to) = text.split_once('-')?;
        let from: Option<Vec<u64>> = numbers(from);
        let to: Option<Vec<u64>> = numbers(to);
        match (&from?[..], &to?[..]) {
            (&[first], &[last]) => Some(MapPart::Stretch(first, last)),
            (&[top, left], &[bottom, right]) => Some(MapPart::Window(MapWindow {
                rows: (top, bottom),
                cols: (left, right),
            })),
            _ => None,
        }
    }
}

/// Lays a record out: the given part, or if none is given what fits `side` rows and columns. A record that asks for the
/// `pattern` alone is drawn as the automaton.
///
/// # Errors
///
/// Says that the chart would be too large, that the record cannot be drawn, or that its values pass a limit.
pub fn chart(
    position: &Position<'_>,
    part: Option<MapPart>,
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
    let asked = ChartRequest {
        part,
        side,
        most: MAX_CHART_CELLS,
    };
    let mut chart = match (signature.look, own) {
        (_, Some((arity, has_values))) => maps::own(position, asked, arity, has_values)?,
        (Look::Drawn | Look::Walk, _) => vertices::walk(position, asked)?,
        (Look::Tokens, _) => vertices::tokens(position, asked)?,
        (Look::Parts, _) if signature.has(Slot::Branches) => hackenbush::chart(position)?,
        (Look::Parts, _) => positional::chart(position, asked)?,
        (Look::Pieces, _) => maps::board(position, asked, show)?,
        (Look::Row | Look::Strip, _) => maps::row(position, asked)?,
        (Look::Piles, _) if position.answers(Ask::Values) => maps::piles(position, asked, show)?,
        (Look::Countdown, _) => heaps::flags(position, asked)?,
        (Look::Heaps, _) => heaps::heaps(position, asked, show)?,
        (Look::Plain, _) => maps::coins(position, asked)?,
        (Look::Piles, _) => {
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

/// Writes the record as a title, or, if it is long, what there is in it.
fn title(position: &Position<'_>) -> String {
    const MAX_TITLE_BYTES: usize = 80;
    let text = position.record_line();
    let record = position.record();
    if text.len() <= MAX_TITLE_BYTES {
        return text;
    }
    if let Some(size) = record.size {
        let damaged = record.modifiers.damaged.len();
        let pieces = record.position.tuples.len();
        let name = &position.signature().name;
        return format!(
            "{name} {}x{}, {damaged} damaged cells, {pieces} pieces",
            size.rows, size.cols
        );
    }
    text.chars()
        .take(MAX_TITLE_BYTES - 1)
        .chain(['…'])
        .collect()
}

/// Writes the answer to the record itself.
fn subtitle(position: &Position<'_>) -> Result<String, Error> {
    let mut line = position.verdict()?.to_string();
    if position.answers(Ask::Grundy) && !position.is_misere() {
        line += &format!(", Grundy value {}", position.grundy()?);
    }
    Ok(line)
}

/// Makes a position of numbers.
fn numbers(numbers: Vec<u64>) -> grundy_record::Position {
    grundy_record::Position {
        numbers,
        ..grundy_record::Position::default()
    }
}

/// The most vertices of a graph that is drawn as circles and lines.
const MAX_DRAWN_VERTICES: usize = 80;
/// The most edges of a graph that is drawn as circles and lines.
const MAX_DRAWN_EDGES: usize = 300;

/// Makes edges between vertices of these indices, each once.
fn links(directed: bool, ends: impl IntoIterator<Item = (usize, usize)>) -> Links {
    Links {
        directed,
        ends: ends.into_iter().sorted_unstable().dedup().collect(),
        ..Links::default()
    }
}

/// Returns the edges of the graph of a record, if it is small enough to be drawn as circles and lines.
fn links_of(position: &Position<'_>, directed: bool) -> Option<Links> {
    let rules = &position.record().rules;
    let edges = rules.edges().iter();
    let ends = edges.map(|&(from, to)| (from as usize - 1, to as usize - 1));
    let links = links(directed, ends);
    let is_small =
        position.order()? <= MAX_DRAWN_VERTICES as u64 && links.ends.len() <= MAX_DRAWN_EDGES;
    is_small.then_some(links)
}

/// Lists the cells, vertices or elements that a move takes.
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
        Taken::Edge(from, to) => vec![vec![*from], vec![*to]],
        Taken::Set(set) => set.needs.iter().map(|&place| vec![place]).collect(),
        _ => Vec::new(),
    }
}

/// Returns the cell of the chart for a cell of one of several boards, which stand side by side.
fn on_board(board: usize, row: u64, col: u64) -> [u64; 2] {
    [row, 4 * board as u64 + col]
}

/// Makes the cell of a position with a value.
fn of_value(value: u64) -> ChartCell {
    let kind = if value == 0 {
        CellKind::Lose
    } else {
        CellKind::Win
    };
    ChartCell {
        kind,
        value: Some(u32::try_from(value).unwrap_or(u32::MAX)),
        ..ChartCell::default()
    }
}

/// Makes the cell of a position with an outcome.
fn of_outcome(outcome: Outcome) -> ChartCell {
    let kind = match outcome {
        Outcome::Win => CellKind::Win,
        Outcome::Lose => CellKind::Lose,
        Outcome::Draw => CellKind::Draw,
    };
    ChartCell::of_kind(kind)
}

/// Makes the name of a move that is a direction of its own.
fn named(text: String) -> MoveName {
    MoveName {
        direction: text.clone(),
        text,
        hue: None,
    }
}

/// Draws a record with its values.
#[cfg(test)]
fn drawn(record: &str) -> Chart {
    let context = grundy_games::Context::default();
    let position = Position::read(record.as_bytes(), &context).unwrap();
    chart(&position, None, 64, Show::Values).unwrap()
}
