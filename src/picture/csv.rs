//! A chart as comma-separated values: a head with the numbers of the columns, then a line a row.

use std::io::{self, Write};

use super::chart::{Chart, Show};

/// Writes the chart. Damaged cells are `X`, outcomes `W`, `L` and `D`, cells outside are empty.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    let mut line = chart.row_name.to_owned();
    for col in 0..chart.cols {
        line.push_str(&format!(",{}", chart.col_number(col)));
    }
    writeln!(out, "{line}")?;
    for row in 0..chart.rows() {
        line.clear();
        line.push_str(&chart.row_number(row).unwrap_or(0).to_string());
        for col in 0..chart.cols {
            line.push(',');
            let label = chart.label(chart.cell(row, col), show);
            if label.contains(',') {
                line.push_str(&format!("\"{label}\""));
            } else {
                line.push_str(&label);
            }
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}
