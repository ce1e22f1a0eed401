//! Layout of records as charts: what the rows and columns of each kind of game are.

mod automaton;
mod cells;
mod hackenbush;
mod heaps;
mod letters;
mod limits;
mod links;
mod maps;
mod part;
mod plane;
mod positional;
mod vertices;

pub use limits::{MAX_CHART_CELLS, MAX_CHART_SIDE};
pub use part::{MapPart, MapWindow};

use crate::{Error, Position};
use grundy_picture::{Chart, Show};
use grundy_record::{Ask, Look, Slot};
use plane::ChartRequest;

impl Position<'_> {
    /// Draws the position as a map of who wins: the part in the window, or what fits 4096 rows and columns.
    ///
    /// ```
    /// use grundy::map::{Kind, Show};
    ///
    /// let solver = grundy::Solver::default();
    /// let chart = solver.position("king 2x2 damaged 1,2: 2,2")?.chart(None, Show::Values)?;
    /// assert_eq!((chart.rows(), chart.cols), (2, 2));
    /// assert_eq!(chart.cell(0, 1).kind, Kind::Damaged);
    /// let mut svg = Vec::new();
    /// grundy::map::write_svg(&chart, Show::Values, &mut svg)?;
    /// assert!(svg.starts_with(b"<svg"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails when the positions of this game are not drawn, or the chart or a value in it would pass a limit.
    pub fn chart(&self, part: Option<MapPart>, show: Show) -> Result<Chart, Error> {
        chart(&self.apart()?, part, MAX_CHART_SIDE, show)
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
    position.expect_one()?;
    let signature = position.signature();
    if position
        .own_rule()
        .is_some_and(|(rule, _)| rule.list.is_some())
    {
        let help = "`grundy explain` says where each move leads, `grundy study` looks at all lists of this length";
        return Err(position.wrong("positions that are lists are not drawn as a map", help));
    }
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
        (Look::Letters, _) => letters::chart(position, asked)?,
        (Look::Piles, _) => {
            let message = format!("positions of `{}` are not drawn as a map", signature.name);
            return Err(position.wrong(message, "`grundy explain` says where each move leads"));
        }
    };
    if show == Show::Values && !chart.has_values {
        return Err(position.wrong(
            "no map of Grundy values is drawn of these positions",
            "show `outcomes`",
        ));
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

/// Draws a record with its values.
#[cfg(test)]
fn drawn(record: &str) -> Chart {
    let context = grundy_games::Context::default();
    let position = Position::read(record.as_bytes(), &context).unwrap();
    chart(&position, None, 64, Show::Values).unwrap()
}
