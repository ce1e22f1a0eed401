//! Charts as PNG: the map of cells, without other text than letters that stand on cells.
//!
//! SVG is the format for pictures with axes, legend and labels; a PNG file has a square for each cell, the lines between
//! cells, letters of games that have them, and the marks of pieces and best moves.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a place on the canvas is at most its width or height"
)]

use std::io::{self, Write};

use super::chart::{Chart, Show};
use super::compose::{GRID_FROM, Rim, cell_side, mark_side, rims};
use super::glyphs::{LETTER_COLUMNS, LETTER_ROWS, letter_pixels};
use super::palette::{GRID, PAPER, Rgb, fills, ink_on};
use super::pixels::encode;

/// Draws the map of a chart and writes it; a graph is the line of its vertices.
///
/// # Errors
///
/// Says that the map has more pixels than a PNG file allows, or that `out` cannot be written.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    let chart = chart.broken(usize::MAX);
    let side = cell_side(&chart);
    let cols = chart.cols;
    let width = cols * side;
    let height = chart.rows() * side;
    let mut canvas = Canvas {
        width,
        height,
        pixels: vec![PAPER; width * height],
    };
    let colours = fills(&chart, show);
    let corner = |index: usize| [(index % cols * side) as f32, (index / cols * side) as f32];
    for (index, &colour) in colours.iter().enumerate() {
        canvas.fill(corner(index), [side as f32; 2], colour);
    }
    if side >= GRID_FROM {
        for x in (0..width).step_by(side) {
            canvas.fill([x as f32, 0.0], [1.0, height as f32], GRID);
        }
        for y in (0..height).step_by(side) {
            canvas.fill([0.0, y as f32], [width as f32, 1.0], GRID);
        }
    }
    for (index, (cell, &colour)) in chart.cells.iter().zip(&colours).enumerate() {
        if let Some(letter) = cell.letter {
            canvas.write(letter, corner(index), side, ink_on(colour));
        }
    }
    // Marks come last: those of tiny cells reach over their neighbours.
    let marked = mark_side(side, width) as f32;
    let out_of_cell = ((marked - side as f32) / 2.0).floor();
    for (index, (&cell, &colour)) in chart.cells.iter().zip(&colours).enumerate() {
        for rim in rims(cell, colour, marked) {
            let Rim {
                inset,
                colour: line,
                thick,
                ..
            } = rim;
            let [x, y] = corner(index).map(|x| x - out_of_cell + inset);
            let length = marked - 2.0 * inset;
            let end = length - thick;
            canvas.fill([x, y], [length, thick], line);
            canvas.fill([x, y + end], [length, thick], line);
            canvas.fill([x, y], [thick, length], line);
            canvas.fill([x + end, y], [thick, length], line);
        }
    }
    out.write_all(&encode(width, &canvas.pixels)?)
}

/// A map of pixels.
struct Canvas {
    /// The number of pixels of a row.
    width: usize,
    /// The number of rows.
    height: usize,
    /// The pixels in reading order.
    pixels: Vec<Rgb>,
}

impl Canvas {
    /// Fills a rectangle, as far as it lies on the map.
    fn fill(&mut self, [x, y]: [f32; 2], [width, height]: [f32; 2], colour: Rgb) {
        let pixel = |at: f32, end: usize| (at.round().max(0.0) as usize).min(end);
        let columns = pixel(x, self.width)..pixel(x + width, self.width);
        for row in pixel(y, self.height)..pixel(y + height, self.height) {
            self.pixels[row * self.width..][columns.clone()].fill(colour);
        }
    }

    /// Writes a letter in the middle of a cell with this corner; nothing in a cell that is too small for it.
    fn write(&mut self, letter: u8, [left, top]: [f32; 2], side: usize, colour: Rgb) {
        // A letter fills about seven twelfths of the height of its cell.
        let dot = side / 12;
        let margin = |dots: usize| ((side - dots * dot) / 2) as f32;
        for [column, row] in letter_pixels(letter) {
            let x = left + margin(LETTER_COLUMNS) + (column * dot) as f32;
            let y = top + margin(LETTER_ROWS) + (row * dot) as f32;
            self.fill([x, y], [dot as f32; 2], colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_cut_at_the_edges_of_the_map() {
        let (paper, ink) = ([255; 3], [0; 3]);
        let mut canvas = Canvas {
            width: 4,
            height: 3,
            pixels: vec![paper; 12],
        };
        canvas.fill([-2.0, 1.0], [4.0, 9.0], ink);
        let black: Vec<usize> = (0..12).filter(|&i| canvas.pixels[i] == ink).collect();
        assert_eq!(black, [4, 5, 8, 9]);
    }
}
