//! Maps of who wins.

use std::borrow::Cow;

use grundy::map::{self, Cell, Chart, Kind, Part, Places, Show};
use grundy::{Error, Position};
use serde_json::{Value as Json, json};

/// The longest side of a map for which no window is given. Its cells are shapes that can be pointed at.
const USUAL_SIDE: u64 = 100;
/// The most cells of a map in the page.
const MAX_CELLS_IN_PAGE: usize = 40_000;

/// Draws the map, and says where its cells are and what each shows.
pub fn map(position: &Position<'_>, show: u8, part: &str) -> Result<Json, Error> {
    let hides = show == 3;
    let show = match show {
        1 => Show::Values,
        2 => Show::Moves,
        _ => Show::Outcomes,
    };
    // The question is wrong, not the record, so that the game is marked.
    let refused = |message: String, help| {
        let width = position.game().name().len();
        Ok(
            json!({ "error": { "line": 1, "column": 1, "width": width, "message": message, "help": help } }),
        )
    };
    let given = Part::read(part);
    if given.is_none() && !part.is_empty() {
        let help = "a part is two cells (1,1-20,40), or of a line two numbers (500-700)";
        return refused(format!("`{part}` is not a part of a map"), help);
    }
    let chart = map::chart(position, given, USUAL_SIDE, show)?;
    if chart.cells.len() > MAX_CELLS_IN_PAGE {
        return refused(
            format!("the map has {} cells", chart.cells.len()),
            "choose a part of at most 40000",
        );
    }
    let mut svg = Vec::new();
    let shown = if hides {
        Cow::Owned(without_outcomes(&chart))
    } else {
        Cow::Borrowed(&chart)
    };
    // Memory is written without failing.
    let places = map::write_svg_and_place(&shown, show, &mut svg).unwrap_or_default();
    // Graphs are drawn as they are, lines in rows.
    let drawn = if chart.links.is_some() {
        Cow::Borrowed(&chart)
    } else {
        chart.broken(usize::MAX)
    };
    let places = match places {
        Places::Grid {
            at: [x, y],
            side,
            cols,
        } => json!({ "x": x, "y": y, "side": side, "cols": cols }),
        Places::Circles { centres, radius } => json!({ "centres": centres, "radius": radius }),
    };
    Ok(json!({
        "svg": String::from_utf8_lossy(&svg),
        "places": places,
        "cells": cells(&drawn),
        "hasValues": chart.has_values,
    }))
}

/// Makes a chart of these cells and pieces that does not say who wins.
fn without_outcomes(chart: &Chart) -> Chart {
    let without = |cell: &Cell| match cell.kind {
        Kind::Win | Kind::Lose | Kind::Draw => Cell {
            pieces: cell.pieces,
            ..Cell::default()
        },
        _ => Cell {
            target: false,
            ..*cell
        },
    };
    let cells = chart.cells.iter().map(without).collect();
    Chart {
        subtitle: String::new(),
        note: None,
        cells,
        ..chart.clone()
    }
}

/// Describes each cell by its numbers, kind, value and winning move; a cell outside of the map is `null`.
fn cells(chart: &Chart) -> Vec<Json> {
    let of = |(index, cell): (usize, &Cell)| {
        if cell.kind == Kind::Outside {
            return Json::Null;
        }
        let row = index / chart.cols;
        let col = index % chart.cols;
        let at = if chart.is_line() {
            vec![chart.row_number(row).unwrap_or(chart.first_col) + col as u64]
        } else {
            vec![chart.row_number(row).unwrap_or(0), chart.col_number(col)]
        };
        let mut said = json!({ "at": at.iter().map(u64::to_string).collect::<Vec<_>>(), "kind": kind(cell.kind) });
        if let Some(value) = cell.value {
            said["value"] = json!(value.to_string());
        } else if cell.infinite.is_some() {
            said["value"] = chart.label(*cell, Show::Values).into();
        }
        if let Some(index) = cell.winning
            && let Some(name) = chart
                .moves
                .as_ref()
                .and_then(|names| names.get(usize::from(index)))
        {
            said["move"] = name.text.clone().into();
        }
        if cell.pieces > 0 {
            said["pieces"] = json!(cell.pieces);
        }
        said
    };
    chart.cells.iter().enumerate().map(of).collect()
}

/// Returns the word for a kind of cell.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Outside => "outside",
        Kind::Damaged => "damaged",
        Kind::Used => "used",
        Kind::Win => "win",
        Kind::Lose => "lose",
        Kind::Draw => "draw",
        Kind::Idle => "idle",
    }
}
