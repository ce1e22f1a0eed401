//! A chart as PNG: its map of cells, without text.
//!
//! SVG is the format for pictures with axes, legend and labels; a PNG file has a square for each cell, the lines between
//! cells, and the marks of pieces and best moves.

use std::io::{self, Write};

use super::chart::{Chart, Show};
use super::compose;
use super::palette::{PAPER, Rgb};
use super::scene::{Paint, Places, Point, Shape};

/// Draws the map of a chart and writes it.
///
/// # Errors
///
/// If the map has more pixels than a PNG file allows, or `out` cannot be written.
pub fn write(chart: &mut Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    let scene = compose::map(chart, show);
    let Places::Grid { at, side, cols } = scene.places else {
        return Err(io::Error::other("the chart is not a map"));
    };
    let (width, height) = (cols * side as usize, chart.rows() * side as usize);
    let mut canvas = Canvas { origin: at, width, height, pixels: vec![PAPER; width * height] };
    for shape in &scene.shapes {
        canvas.draw(shape);
    }
    out.write_all(&encode(width, &canvas.pixels)?)
}

/// A map of pixels as a PNG file.
///
/// # Errors
///
/// If there are no columns, or more than a PNG file can have.
pub fn encode(cols: usize, colours: &[Rgb]) -> io::Result<Vec<u8>> {
    let narrow = |side: usize| u32::try_from(side).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let rows = colours.len().checked_div(cols).unwrap_or(0);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, narrow(cols)?, narrow(rows)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(colours.as_flattened()).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}

/// The pixels of a map, whose upper left corner stands at `origin` in the scene.
struct Canvas {
    origin: Point,
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

impl Canvas {
    /// Draws a shape as rectangles; a circle as the square around it. Text and filled paths are left out.
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Area { at, size, paint } => self.area(*at, *size, *paint),
            Shape::Circle { centre: [x, y], radius, paint } => {
                self.area([x - radius, y - radius], [2.0 * radius; 2], *paint);
            }
            Shape::Path { points, paint: Paint { line: Some((colour, thick)), .. } } => {
                for ends in points.windows(2) {
                    let [[x, y], [to_x, to_y]] = [ends[0], ends[1]];
                    let size = [(to_x - x).max(*thick), (to_y - y).max(*thick)];
                    self.fill([x, y], size, *colour);
                }
            }
            Shape::Pixels { at: [x, y], cell, cols, colours } => {
                let side = *cell as f32;
                for (i, &colour) in colours.iter().enumerate() {
                    let corner = [x + (i % cols) as f32 * side, y + (i / cols) as f32 * side];
                    self.fill(corner, [side; 2], colour);
                }
            }
            Shape::Path { .. } | Shape::Text { .. } => {}
        }
    }

    /// Fills a rectangle of the scene, as far as it lies on the map.
    fn fill(&mut self, at: Point, size: Point, colour: Rgb) {
        let range = |axis: usize, end: usize| {
            let from = (at[axis] - self.origin[axis]).round().max(0.0) as usize;
            let to = (at[axis] + size[axis] - self.origin[axis]).round().max(0.0) as usize;
            from.min(end)..to.min(end)
        };
        let (columns, rows) = (range(0, self.width), range(1, self.height));
        for row in rows {
            self.pixels[row * self.width..][columns.clone()].fill(colour);
        }
    }

    /// Fills a rectangle, and its border with the line.
    fn area(&mut self, at: Point, [width, height]: Point, paint: Paint) {
        let [x, y] = at;
        if let Some(colour) = paint.fill {
            self.fill(at, [width, height], colour);
        }
        if let Some((colour, thick)) = paint.line {
            self.fill(at, [width, thick], colour);
            self.fill([x, y + height - thick], [width, thick], colour);
            self.fill(at, [thick, height], colour);
            self.fill([x + width - thick, y], [thick, height], colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_cut_at_the_edges_of_the_map() {
        let (paper, ink) = ([255; 3], [0; 3]);
        let mut canvas = Canvas { origin: [10.0, 10.0], width: 4, height: 3, pixels: vec![paper; 12] };
        canvas.fill([8.0, 11.0], [4.0, 9.0], ink);
        let black: Vec<usize> = (0..12).filter(|&i| canvas.pixels[i] == ink).collect();
        assert_eq!(black, [4, 5, 8, 9]);
    }
}
