//! Records laid out as charts: what the rows and columns of each kind of game are.

mod board;
mod coins;
mod graph;
mod hackenbush;
mod heaps;
mod own;
mod positional;
mod row;
mod walks;

use std::ops::ControlFlow;

use fxhash::FxHashMap;
use smallvec::smallvec;

use super::chart::{Cell, Chart, Kind, Links, Name, Show};
use crate::games::Context;
use crate::language::answer;
use crate::record::{Ask, Fault, Field, Keyword, Move, Place, Position, Slot, Value, Verdict, View};
use crate::subject::Subject;

/// The most cells of a chart.
pub const MAX_CELLS: u64 = 1 << 24;
/// The longest side of a picture that no window is given for.
pub const MAX_SIDE: u64 = 4096;
/// The most moves looked at to find the winning move of each cell.
const MAX_MOVES: u64 = 1 << 28;

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
    /// of a line; `None` where it is neither.
    pub fn read(text: &str) -> Option<Part> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let cell =
            |text: &str| text.split_once(',').and_then(|(row, col)| Some((number(row)?, number(col)?)));
        let (from, to) = text.split_once('-')?;
        if let (Some(first), Some(last)) = (number(from), number(to)) {
            return Some(Part::Stretch(first, last));
        }
        let ((top, left), (bottom, right)) = (cell(from)?, cell(to)?);
        Some(Part::Window(Window { rows: (top, bottom), cols: (left, right) }))
    }

    /// The part of a map of two dimensions.
    fn window(self) -> Result<Window, Fault> {
        match self {
            Part::Window(window) => Ok(window),
            Part::Stretch(..) => Err(wrong(
                "this map has rows and columns, and the window has not",
                "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells",
            )),
        }
    }

    /// The part of a line whose numbers are from `least` to `most`.
    fn stretch(self, least: u64, most: u64) -> Result<(u64, u64), Fault> {
        match self {
            Part::Window(_) => Err(wrong(
                "this map is one line, and the window has rows",
                "a window is `FIRST-LAST`, such as 500-700",
            )),
            Part::Stretch(first, last) if first < least || last < first || last > most => Err(wrong(
                format!("the window {first}-{last} is not within {least} to {most}"),
                "a window is `FIRST-LAST`, such as 500-700",
            )),
            Part::Stretch(first, last) => Ok((first, last)),
        }
    }
}

/// Lays a record out: the part in the window, or without one what fits `side` rows and columns.
///
/// # Errors
///
/// When the chart would be too large, the record cannot be drawn, or its values pass a limit.
pub fn chart(
    subject: &mut Subject<'_>,
    context: &Context,
    part: Option<Part>,
    side: u64,
    show: Show,
) -> Result<Chart, Fault> {
    let signature = subject.signature();
    let has_values = signature.asks.contains(Ask::Values);
    let own = subject.own_rule().map(|(rule, has_values)| (rule.arity(), has_values));
    let mut chart = match signature.view {
        _ if own.is_some() => {
            let (numbers, has_values) = own.unwrap_or_default();
            own::chart(subject, context, (part, side), numbers, has_values)?
        }
        View::Drawn | View::Walk => walks::chart(subject, context, part)?,
        View::Tokens => graph::chart(subject, context, part)?,
        View::Parts if !signature.has(Slot::Branches) => positional::chart(subject, context)?,
        View::Pieces => {
            let window = part.map(Part::window).transpose()?;
            board::chart(subject, context, (window, side), show)?
        }
        View::Row | View::Strip => row::chart(subject, context, (part, side))?,
        View::Piles if has_values => heaps::piles(subject, context, (part, side), show)?,
        View::Countdown => heaps::flags(subject, context, part)?,
        View::Heaps => heaps::heaps(subject, context, (part, side), show)?,
        View::Plain => coins::chart(subject, context, (part, side))?,
        View::Parts => hackenbush::chart(subject, context)?,
        View::Piles => {
            let message = format!("positions of `{}` are not drawn as a map", signature.name);
            return Err(wrong(message, "`grundy explain` says where each move leads"));
        }
    };
    if show == Show::Values && !chart.has_values {
        return Err(wrong("these positions have no Grundy values", "show `outcomes`"));
    }
    if show == Show::Moves && chart.moves.is_none() {
        return Err(wrong("the winning moves of these positions are not drawn", "show `outcomes`"));
    }
    chart.choose_hues();
    chart.title = title(subject);
    chart.largest_value = chart.cells.iter().filter_map(|cell| cell.value).max().unwrap_or(0);
    chart.subtitle = subtitle(subject, context)?;
    Ok(chart)
}

/// The record, or what there is in it where it is long.
fn title(subject: &Subject<'_>) -> String {
    const LONGEST: usize = 80;
    let text = subject.text();
    let record = &subject.record;
    if text.len() <= LONGEST {
        return text;
    }
    if let Some(size) = record.rules.size() {
        let (damaged, pieces) = (record.modifiers.damaged.len(), record.position.tuples.len());
        return format!(
            "{} {}x{}, {damaged} damaged cells, {pieces} pieces",
            subject.signature().name,
            size.rows,
            size.cols
        );
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// The answer to the record itself.
fn subtitle(subject: &mut Subject<'_>, context: &Context) -> Result<String, Fault> {
    let mut fields = vec![Field::Verdict(subject.verdict(context)?)];
    let modifiers = &subject.record.modifiers;
    let misere = modifiers.misere || (subject.knows(Keyword::Normal) && !modifiers.normal);
    let without_values = subject.own_rule().is_some_and(|(_, has_values)| !has_values);
    if subject.signature().asks.contains(Ask::Grundy) && !misere && !without_values {
        fields.push(Field::Grundy(subject.grundy(context)?));
    }
    let mut line = Vec::new();
    answer::write(&fields[..1], &mut line);
    if let Some(value) = fields.get(1..).filter(|rest| !rest.is_empty()) {
        line.extend_from_slice(b", Grundy value ");
        answer::write(value, &mut line);
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn wrong(message: impl Into<String>, help: &'static str) -> Fault {
    Fault::new(Place::Game, message.into(), help)
}

/// A chart with nothing in it yet.
pub(super) fn empty(row_name: &'static str, col_name: &'static str) -> Chart {
    Chart {
        title: String::new(),
        subtitle: String::new(),
        row_name,
        col_name,
        first_row: None,
        first_col: 0,
        cols: 1,
        cells: Vec::new(),
        filling: [0, 0],
        moves: None,
        infinite: Vec::new(),
        links: None,
        words: ["wins", "loses", "draws"],
        has_values: false,
        largest_value: 0,
        note: None,
    }
}

/// Cuts a line of cells down to a stretch of it.
fn cut(chart: &mut Chart, (first, last): (u64, u64)) {
    let from = (first - chart.first_col) as usize;
    chart.cells.truncate((last - chart.first_col) as usize + 1);
    chart.cells.drain(..from);
    chart.first_col = first;
    chart.links = None;
}

/// The edges of a graph, where it is small enough to be drawn as circles and lines.
fn links(subject: &Subject<'_>, directed: bool) -> Option<Links> {
    const MAX_VERTICES: u64 = 80;
    const MAX_EDGES: usize = 300;
    let rules = &subject.record.rules;
    let mut ends: Vec<(usize, usize)> =
        rules.graph.edges.iter().map(|&(a, b)| (a as usize - 1, b as usize - 1)).collect();
    ends.sort_unstable();
    ends.dedup();
    let fits = rules.order()? <= MAX_VERTICES && ends.len() <= MAX_EDGES;
    fits.then_some(Links { directed, ends, path: Vec::new() })
}

fn of_value(value: u64) -> Cell {
    let kind = if value == 0 { Kind::Lose } else { Kind::Win };
    Cell { kind, value: Some(u32::try_from(value).unwrap_or(u32::MAX)), ..Cell::default() }
}

fn of_verdict(verdict: Verdict) -> Cell {
    let kind = match verdict {
        Verdict::Win(_) => Kind::Win,
        Verdict::Lose => Kind::Lose,
        Verdict::Draw => Kind::Draw,
    };
    Cell { kind, ..Cell::default() }
}

/// The values of all components of a position.
fn values(subject: &mut Subject<'_>, context: &Context, position: Position) -> Result<Vec<Value>, Fault> {
    let here = subject.go_to(position);
    let values = subject.values(context);
    subject.go_to(here);
    values
}

/// The moves that reach the verdict of the record, none where they are too many to list.
fn targets(subject: &mut Subject<'_>, context: &Context) -> Vec<Move> {
    subject.best_moves(context).unwrap_or_default()
}

/// Visits the legal moves of a position with many components, and finds for each component the
/// first that leaves value 0.
///
/// `is_zero` says whether what a move leaves of its component has value 0.
fn winning_moves(
    subject: &mut Subject<'_>,
    context: &Context,
    is_zero: impl Fn(&Move) -> bool,
    name: impl Fn(&Move) -> Name,
) -> Result<Winning, Fault> {
    let mut found = Winning::default();
    let mut names: FxHashMap<String, u16> = FxHashMap::default();
    let mut visited = 0;
    subject.record.asks = smallvec![Ask::Verdict];
    subject.game.open(&subject.record, context)?.legal_moves(&mut |mv| {
        visited += 1;
        let (Move::Heap { index, .. } | Move::Split { index, .. } | Move::Tuple { index, .. }) = mv else {
            return ControlFlow::Continue(());
        };
        if found.of.last().is_none_or(|&(last, _)| last != index) && is_zero(&mv) {
            let name = name(&mv);
            let fresh = names.len();
            let id = match names.get(&name.text) {
                Some(&id) => id,
                // More different moves than are told apart: the last stands for the rest.
                None if fresh > usize::from(u16::MAX) => u16::MAX,
                None => {
                    names.insert(name.text.clone(), fresh as u16);
                    found.names.push(name);
                    fresh as u16
                }
            };
            found.of.push((index, id));
        }
        if visited > MAX_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if visited > MAX_MOVES {
        return Err(wrong("there are too many moves to look at", "show `outcomes`, or a smaller board"));
    }
    Ok(found)
}

/// Winning moves of components, and their names.
#[derive(Default)]
struct Winning {
    /// Component and index of the name, ascending by component.
    of: Vec<(usize, u16)>,
    names: Vec<Name>,
}

/// A name that is a direction of its own.
fn named(text: String) -> Name {
    Name { direction: text.clone(), text, hue: None }
}

/// A record as it is drawn with values.
#[cfg(test)]
fn drawn(record: &str) -> Chart {
    let context = Context::default();
    let mut subject = Subject::read(record.as_bytes(), &context).unwrap();
    super::chart(&mut subject, &context, None, 64, Show::Values).unwrap()
}
