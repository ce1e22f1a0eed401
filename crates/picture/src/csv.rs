//! Charts as comma-separated values.
//!
//! A map of two dimensions has a head with the numbers of the columns, then a line a row. A line has
//! a head such as `heap,value`, then one line a cell.

use std::io::{self, Write};

use itertools::join;

use super::chart::{CellKind, Chart, ChartCell, Show};

/// Writes the chart. Damaged cells are `X`, outcomes `W`, `L` and `D`, infinite values as in answers
/// (`inf 0,2`). Cells outside are empty on a map and left out of a line.
///
/// # Errors
///
/// Says that `out` cannot be written.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    if chart.is_line() {
        let what = match show {
            Show::Outcomes => "outcome",
            Show::Values => "value",
            Show::Moves => "move",
        };
        writeln!(out, "{},{what}", chart.row_name)?;
        for (number, cell) in chart
            .line()
            .filter(|(_, cell)| cell.kind != CellKind::Outside)
        {
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

/// Writes the field of a cell.
fn field(chart: &Chart, cell: ChartCell, show: Show) -> String {
    let mut label = chart.label(cell, show);
    if let Some(members) = label.strip_prefix('∞') {
        label = format!("inf {members}").trim_end().to_owned();
    }
    if label.contains(',') {
        format!("\"{label}\"")
    } else {
        label
    }
}
