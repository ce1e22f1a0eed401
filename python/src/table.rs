//! Maps of who wins, as numbers and as pictures.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the type of an array holds the largest of its values"
)]

use std::io;

use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use solver::map::{Cell, Chart, Part, Range, Show, Window, write_svg};

/// The number of a cell without a value among values.
const NO_VALUE: i64 = -1;
/// The number of an infinite value.
const INFINITE_VALUE: i64 = -2;

/// Reads the argument `show`, which says what the cells show.
pub fn show(word: &str) -> PyResult<Show> {
    match word {
        "outcomes" => Ok(Show::Outcomes),
        "grundy" => Ok(Show::Values),
        "moves" => Ok(Show::Moves),
        _ => Err(PyValueError::new_err(
            "show is \"outcomes\", \"grundy\" or \"moves\"",
        )),
    }
}

/// The part of a map: two numbers of a line, or two corners of a board.
#[derive(FromPyObject)]
pub enum Corners {
    /// (first, last)
    Line(u64, u64),
    /// ((row, column), (row, column))
    Board((u64, u64), (u64, u64)),
}

impl Corners {
    /// Returns the part of a chart between these corners.
    pub fn part(self) -> Part {
        match self {
            Corners::Line(first, last) => Part::Stretch(Range::new(first, last)),
            Corners::Board((top, left), (bottom, right)) => Part::Window(Window {
                rows: Range::new(top, bottom),
                cols: Range::new(left, right),
            }),
        }
    }
}

/// Draws a chart as SVG.
pub fn svg(chart: &Chart, show: Show) -> io::Result<String> {
    let mut out = Vec::new();
    write_svg(chart, show, &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Makes the arguments of `grundy._table.Table`: the array, and the text next to it.
pub fn parts<'py>(py: Python<'py>, chart: &Chart, show: Show) -> PyResult<Bound<'py, PyDict>> {
    let line: Option<Vec<(u64, Cell)>> = chart.is_line().then(|| chart.line().collect());
    let cells: Vec<Cell> = match &line {
        Some(line) => line.iter().map(|&(_, cell)| cell).collect(),
        None => chart.cells.clone(),
    };
    let flat = match show {
        Show::Values => values(py, &cells)?,
        _ => {
            let labels = PyList::new(py, cells.iter().map(|&cell| chart.label(cell, show)))?;
            let kind = PyDict::new(py);
            kind.set_item("dtype", "str")?;
            py.import("numpy")?
                .call_method("array", (labels,), Some(&kind))?
        }
    };
    let array = match &line {
        Some(_) => flat,
        None => flat.call_method1("reshape", (chart.rows(), chart.cols))?,
    };
    let parts = PyDict::new(py);
    parts.set_item("array", array)?;
    parts.set_item("title", &chart.title)?;
    parts.set_item("subtitle", &chart.subtitle)?;
    parts.set_item("note", &chart.note)?;
    parts.set_item("row_name", chart.row_name)?;
    parts.set_item("col_name", chart.col_name)?;
    parts.set_item("first_row", chart.first_row)?;
    let first = line
        .as_ref()
        .and_then(|line| line.first())
        .map_or(chart.first_col, |&(number, _)| number);
    parts.set_item("first_col", first)?;
    parts.set_item("infinite", PyList::new(py, &chart.infinite)?)?;
    Ok(parts)
}

/// Makes an array of values as signed numbers, as narrow as they can be.
fn values<'py>(py: Python<'py>, cells: &[Cell]) -> PyResult<Bound<'py, PyAny>> {
    let number = |cell: &Cell| match (cell.value, cell.infinite) {
        (Some(value), _) => i64::from(value),
        (None, Some(_)) => INFINITE_VALUE,
        (None, None) => NO_VALUE,
    };
    let most = cells.iter().map(number).max().unwrap_or(0);
    Ok(match most {
        0..=0x7f | NO_VALUE | INFINITE_VALUE => {
            array(py, cells.iter().map(|cell| number(cell) as i8))
        }
        0x80..=0x7fff => array(py, cells.iter().map(|cell| number(cell) as i16)),
        0x8000..=0x7fff_ffff => array(py, cells.iter().map(|cell| number(cell) as i32)),
        _ => array(py, cells.iter().map(number)),
    })
}

/// Makes an array of numbers.
fn array<'py, T: numpy::Element>(
    py: Python<'py>,
    numbers: impl Iterator<Item = T>,
) -> Bound<'py, PyAny> {
    numbers.collect::<Vec<T>>().into_pyarray(py).into_any()
}
