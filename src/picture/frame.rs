//! Where everything stands in a picture: title, axes, map, legend. PNG and SVG share it.

use super::canvas::text_width;
use super::chart::{Cell, Chart, Show};
use super::font;

/// How many pixels the longer side of a map is, about.
const TARGET: usize = 1200;
/// The largest cell.
const MAX_CELL: usize = 40;
/// From this size on, cells are parted by lines.
pub const GRID_FROM: usize = 10;
/// Room around everything.
const PADDING: usize = 12;
/// The size of a colour sample in the legend.
pub const SAMPLE: usize = 16;

/// A text and its upper left corner.
pub struct Label {
    pub at: [usize; 2],
    pub text: String,
}

/// The places of everything.
pub struct Frame {
    pub width: usize,
    pub height: usize,
    /// Pixels to a side of a cell.
    pub cell: usize,
    /// The upper left corner of the map.
    pub map: [usize; 2],
    /// Size of the text outside the map: pixels to a pixel of the font.
    pub text: usize,
    /// Size of the text in cells; 0 where there is no room for it.
    pub in_cells: usize,
    /// Title, subtitle, note, axes.
    pub labels: Vec<Label>,
    /// Samples of the legend: the cell, the corner of its sample, its text.
    pub legend: Vec<(Cell, [usize; 2], Label)>,
}

impl Frame {
    pub fn new(chart: &Chart, show: Show) -> Self {
        let (rows, cols) = (chart.rows(), chart.cols);
        let cell = (TARGET / rows.max(cols).max(1)).clamp(1, MAX_CELL);
        let text = 2;
        let line = font::HEIGHT * text + 6;
        let longest_label =
            chart.cells.iter().map(|&cell| chart.label(cell, show).chars().count()).max().unwrap_or(0);
        let in_cells = if cell < font::HEIGHT + 3 || longest_label == 0 {
            0
        } else {
            (cell * 6 / 10 / font::HEIGHT).max(1).min((cell - 4) / (font::ADVANCE * longest_label))
        };
        let row_digits =
            (0..rows).filter_map(|row| chart.row_number(row)).max().map_or(0, |n| n.to_string().len());
        let name_width = if row_digits > 0 { text_width(chart.row_name, text) } else { 0 };
        let left = PADDING + name_width.max(row_digits * font::ADVANCE * text) + 6;
        let titles: Vec<&str> =
            [Some(chart.title.as_str()), Some(chart.subtitle.as_str()), chart.note.as_deref()]
                .into_iter()
                .flatten()
                .collect();
        let head = PADDING + titles.len() * line + 6;
        let map = [left, head + 2 * line];
        let map_width = cols * cell;
        let title_width = titles.iter().map(|title| text_width(title, text)).max().unwrap_or(0);
        let col_digits = chart.col_number(cols.saturating_sub(1)).to_string().len();
        // The number of the last column may reach over the map's edge.
        let right = PADDING + col_digits * font::ADVANCE * text / 2;
        let width = (left + map_width + right).max(PADDING * 2 + title_width).max(260);

        let mut labels: Vec<Label> = (0..)
            .zip(&titles)
            .map(|(i, title)| Label { at: [PADDING, PADDING + i * line], text: (*title).to_owned() })
            .collect();
        labels.push(Label { at: [left, head], text: chart.col_name.to_owned() });
        if row_digits > 0 {
            labels.push(Label { at: [PADDING, head + line], text: chart.row_name.to_owned() });
        }
        let room = col_digits * font::ADVANCE * text + 6;
        for col in ticks(cols, chart.col_number(0), room.div_ceil(cell)) {
            let number = chart.col_number(col).to_string();
            let middle = left + col * cell + cell / 2;
            let x = middle.saturating_sub(text_width(&number, text) / 2);
            labels.push(Label { at: [x, head + line], text: number });
        }
        let first_row = chart.row_number(0).unwrap_or(0);
        let first = if chart.first_row.is_some() { first_row } else { 0 };
        let room = if line > cell { 2 * line } else { line };
        for row in ticks(rows, first, room.div_ceil(cell)) {
            let Some(number) = chart.row_number(row) else { continue };
            let number = number.to_string();
            let x = (left - 6).saturating_sub(text_width(&number, text));
            let y = (map[1] + row * cell + cell / 2).saturating_sub(font::HEIGHT * text / 2);
            labels.push(Label { at: [x, y], text: number });
        }

        let mut legend = Vec::new();
        let mut at = [left, map[1] + rows * cell + PADDING];
        for (cell, word) in chart.legend(show) {
            let entry = SAMPLE + 6 + text_width(&word, text) + 18;
            if at[0] > left && at[0] + entry > width {
                at = [left, at[1] + SAMPLE + 8];
            }
            legend.push((cell, at, Label { at: [at[0] + SAMPLE + 6, at[1] + 1], text: word }));
            at[0] += entry;
        }
        let height = at[1] + SAMPLE + PADDING;
        Frame { width, height, cell, map, text, in_cells, labels, legend }
    }

    /// The upper left corner of a cell.
    pub fn corner(&self, row: usize, col: usize) -> [usize; 2] {
        [self.map[0] + col * self.cell, self.map[1] + row * self.cell]
    }

    /// The corner and the side of a mark on a cell: the cell, or a larger square around a tiny one.
    pub fn mark(&self, row: usize, col: usize) -> ([usize; 2], usize) {
        // On maps of tiny cells a hundredth of the map: small, and found at a glance.
        let side = self.cell.max((self.width / 100).min(21));
        let [x, y] = self.corner(row, col);
        let out = (side - self.cell) / 2;
        ([x.saturating_sub(out), y.saturating_sub(out)], side)
    }
}

/// The indices with a number at an axis: every 1, 2, 5, 10, … so that they do not touch, at round
/// numbers.
fn ticks(count: usize, first: u64, room: usize) -> impl Iterator<Item = usize> {
    let mut step = 1;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut decade = 1;
    while step < room {
        let factor = factors.next().unwrap_or(10);
        step = decade * factor;
        if factor == 10 {
            decade = step;
        }
    }
    (0..count).filter(move |&index| (first + index as u64) % step as u64 == 0 || step == 1)
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_numbers_far_enough_apart() {
        assert_eq!(ticks(4, 1, 1).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(ticks(25, 1, 8).collect::<Vec<_>>(), [9, 19]);
        assert_eq!(ticks(100, 0, 40).collect::<Vec<_>>(), [0, 50]);
        assert_eq!(ticks(9, 1, 3).collect::<Vec<_>>(), [4]);
    }
}
