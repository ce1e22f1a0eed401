//! A chart as comma-separated values.
//!
//! A map of two dimensions has a head with the numbers of the columns, then a line a row. A line has
//! a head such as `heap,value`, then one line a cell.

use std::io::{self, Write};

use itertools::join;

use super::chart::{Cell, Chart, Kind, Show};

/// Writes the chart. Damaged cells are `X`, outcomes `W`, `L` and `D`, infinite values as in answers
/// (`inf 0,2`). Cells outside are empty on a map and left out of a line.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    if chart.is_line() {
        let what = match show {
            Show::Outcomes => "outcome",
            Show::Values => "value",
            Show::Moves => "move",
        };
        writeln!(out, "{},{what}", chart.row_name)?;
        for (number, cell) in chart.line().filter(|(_, cell)| cell.kind != Kind::Outside) {
            writeln!(out, "{number},{}", field(chart, cell, show))?;
        }
        return Ok(());
    }
    let numbers = (0..chart.cols).map(|col| chart.col_number(col));
    writeln!(out, "{},{}", chart.row_name, join(numbers, ","))?;
    for row in 0..chart.rows() {
        let fields = (0..chart.cols).map(|col| field(chart, chart.cell(row, col), show));
        writeln!(
            out,
            "{},{}",
            chart.row_number(row).unwrap_or(0),
            join(fields, ",")
        )?;
    }
    Ok(())
}

fn field(chart: &Chart, cell: Cell, show: Show) -> String {
    let label = chart.label(cell, show);
    let label = label.strip_prefix('∞').map_or(label.clone(), |rest| {
        format!("inf {rest}").trim_end().into()
    });
    if label.contains(',') {
        format!("\"{label}\"")
    } else {
        label
    }
}
