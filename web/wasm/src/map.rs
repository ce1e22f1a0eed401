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
        "cells": cells(&drawn, &position.drawing()?.letters),
        "hasValues": chart.has_values,
    }))
}

/// Makes a chart of these cells and pieces that does not say who wins.
fn without_outcomes(chart: &Chart) -> Chart {
    let without = |cell: &Cell| match cell.kind {
        // Its kind says whether a winning move changes it.
        Kind::Win | Kind::Lose if cell.letter.is_some() => Cell {
            letter: cell.letter,
            ..Cell::of_kind(Kind::Draw)
        },
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

/// Describes each cell by its numbers, kind, value, winning move and letter; a cell outside of the map is `null`. The numbers
/// of a cell with a letter are those of its position and of the cell in it, from 0, and its name is that of answers: `boards`
/// has the rows of the positions, which stand below each other in the map.
fn cells(chart: &Chart, boards: &[Vec<String>]) -> Vec<Json> {
    let mut lettered = lettered_cells(boards);
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
        if let Some(letter) = cell.letter {
            said["letter"] = char::from(letter).to_string().into();
            if let Some(LetteredCell { at, name }) = lettered.next() {
                said["at"] = at.map(|number| number.to_string()).into_iter().collect();
                said["name"] = name.into();
            }
        }
        if cell.pieces > 0 {
            said["pieces"] = json!(cell.pieces);
        }
        said
    };
    chart.cells.iter().enumerate().map(of).collect()
}

/// A cell of a position of letters.
struct LetteredCell {
    /// The numbers of the position and of the cell in it, from 0.
    at: [usize; 2],
    /// The position and the cell as answers write them: `1:3`, and on boards `1:2,3`.
    name: String,
}

/// Lists the cells of positions of letters, position by position.
fn lettered_cells(boards: &[Vec<String>]) -> impl Iterator<Item = LetteredCell> {
    boards.iter().enumerate().flat_map(|(position, rows)| {
        let columns = rows.first().map_or(0, String::len);
        (0..rows.len() * columns).map(move |cell| {
            let row = cell / columns + 1;
            let column = cell % columns + 1;
            let number = position + 1;
            let name = if rows.len() > 1 {
                format!("{number}:{row},{column}")
            } else {
                format!("{number}:{column}")
            };
            LetteredCell {
                at: [position, cell],
                name,
            }
        })
    })
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
