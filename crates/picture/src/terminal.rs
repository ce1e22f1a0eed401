//! Charts in the terminal: a cell is a few columns wide, with a colour or without.

use itertools::iproduct;

use super::chart::{CellKind, Chart, ChartCell, Show};
use super::palette::{self, Rgb};

/// The room that there is, in characters.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The number of columns.
    pub width: usize,
    /// The number of lines for rows of the chart.
    pub height: usize,
}

/// Draws the chart as lines of text. A line of heaps is broken so that all of it is there; what does not fit of a map
/// with rows and columns is left out, and the last line says so.
///
/// Pieces of the record are written `[2]`, cells where its best moves end `<2>`, and a cell that is both
/// `[2>`: these marks need no colour.
pub fn draw(chart: &Chart, show: Show, room: Room, colour: bool) -> String {
    let is_line = chart.is_line();
    let last = chart.line().last().map_or(0, |(number, _)| number);
    let labels = chart
        .line()
        .map(|(_, cell)| chart.label(cell, show).chars().count());
    let width = labels.max().unwrap_or(1).max(1) + 2;
    let room_of_cells = room.width.saturating_sub(last.to_string().len() + 1);
    let chart = &*chart.broken((room_of_cells / width).max(1));
    let mut out = format!("{}\n{}\n", chart.title, chart.subtitle);
    let rows = if is_line {
        chart.rows()
    } else {
        chart.rows().min(room.height.max(1))
    };
    let margin = (0..chart.rows())
        .filter_map(|row| chart.row_number(row))
        .max();
    let margin = margin.map_or(0, |number| number.to_string().len());
    let labels =
        iproduct!(0..rows, 0..chart.cols).map(|(row, col)| chart.label(chart.cell(row, col), show));
    let label = labels.map(|label| label.chars().count()).max().unwrap_or(1);
    // A cell has a mark before and one after its label; columns are as wide as the widest label needs.
    let width = label.max(1) + 2;
    let cols = chart
        .cols
        .min((room.width.saturating_sub(margin + 1) / width).max(1));
    if chart.first_row.is_some() && chart.row_name != "row" {
        out.push_str(&format!(
            "down: {}, along: {}\n",
            chart.row_name, chart.col_name
        ));
    }
    out.push_str(&header(chart, margin, width, cols));
    for row in 0..rows {
        let number = chart
            .row_number(row)
            .map_or_else(String::new, |number| number.to_string());
        out.push_str(&format!("{number:>margin$} "));
        let mut line = String::new();
        for col in 0..cols {
            let cell = chart.cell(row, col);
            let text = marked(cell, &chart.label(cell, show), width);
            if colour && cell.kind != CellKind::Outside {
                line.push_str(&coloured(&text, palette::fill(chart, cell, show)));
            } else {
                line.push_str(&text);
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str(&legend(chart, show));
    if rows < chart.rows() || cols < chart.cols {
        let all_rows = chart.rows();
        let all_cols = chart.cols;
        out.push_str(&format!(
            "shown: {rows} of {all_rows} rows, {cols} of {all_cols} columns; --window, --svg and --png show the others\n"
        ));
    }
    out.extend(chart.note.iter().map(|note| format!("{note}\n")));
    out
}

/// Writes the label of a cell in a column of this width, between its marks.
fn marked(cell: ChartCell, label: &str, width: usize) -> String {
    let [open, close] = match (cell.pieces > 0, cell.target) {
        (true, true) => ['[', '>'],
        (true, false) => ['[', ']'],
        (false, true) => ['<', '>'],
        (false, false) => [' ', ' '],
    };
    format!("{open}{label:^w$}{close}", w = width - 2)
}

/// Colours a text for a terminal: this colour lies under it, and its ink can be read on that.
fn coloured(text: &str, fill: Rgb) -> String {
    let [r, g, b] = fill;
    let [ink_r, ink_g, ink_b] = palette::ink_on(fill);
    format!("\x1b[48;2;{r};{g};{b};38;2;{ink_r};{ink_g};{ink_b}m{text}\x1b[0m")
}

/// Writes the numbers of the columns, as many as there is room for.
fn header(chart: &Chart, margin: usize, width: usize, cols: usize) -> String {
    let widest = chart.col_number(cols.saturating_sub(1)).to_string().len();
    let every = (widest + 1).div_ceil(width);
    let numbers = (0..cols).step_by(every).map(|col| chart.col_number(col));
    let numbers: String = numbers
        .map(|number| format!("{number:^w$}", w = width * every))
        .collect();
    format!("{:margin$} {}\n", "", numbers.trim_end())
}

/// Writes the legend; values and moves need none, since they stand in the cells.
fn legend(chart: &Chart, show: Show) -> String {
    let mut entries = Vec::new();
    for (cell, word) in chart.legend(show) {
        if cell.pieces > 0 {
            entries.push(format!("[ ] {word}"));
        } else if cell.target {
            entries.push(format!("< > {word}"));
        } else if cell.infinite.is_some() {
            entries.push(word);
        } else if cell.letter.is_none() && cell.value.is_none() && cell.winning.is_none() {
            // Only colours tell cells with letters apart.
            entries.push(format!("{} {word}", chart.label(cell, show)));
        }
    }
    if entries.is_empty() {
        String::new()
    } else {
        format!("{}\n", entries.join("   "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::tests::line;

    #[test]
    fn a_line_is_broken_at_any_width_and_loses_no_cell() {
        for width in [1, 17, 40, 60, 80, 200] {
            let drawn = draw(&line(0, 71), Show::Values, Room { width, height: 5 }, false);
            // The head of columns aside, every number stands in its row.
            let values = drawn
                .lines()
                .skip(3)
                .flat_map(|line| line.split_whitespace().skip(1));
            let values: Vec<u32> = values.map_while(|word| word.parse().ok()).collect();
            assert_eq!(values, (0..71).collect::<Vec<u32>>(), "{width}: {drawn}");
            if width >= 17 {
                assert!(
                    drawn.lines().all(|line| line.chars().count() <= width),
                    "{width}: {drawn}"
                );
            }
        }
    }
}
