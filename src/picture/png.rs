//! A chart as PNG.

use std::io::{self, Write};

use super::canvas::{Canvas, text_width};
use super::chart::{Cell, Chart, Kind, Show};
use super::font;
use super::frame::{Frame, GRID_FROM, SAMPLE};
use super::palette::{self, GRID, INK, PIECE, TARGET};

/// Draws the chart and writes it.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    let frame = Frame::new(chart, show);
    let mut canvas = Canvas::new(frame.width, frame.height);
    for label in &frame.labels {
        canvas.text(label.at, &label.text, frame.text, INK);
    }
    for row in 0..chart.rows() {
        for col in 0..chart.cols {
            draw_cell(&mut canvas, &frame, chart, show, [row, col]);
        }
    }
    // Marks last: where cells are tiny they reach over their neighbours.
    for row in 0..chart.rows() {
        for col in 0..chart.cols {
            let cell = chart.cell(row, col);
            if cell.pieces > 0 || cell.target {
                let (at, side) = frame.mark(row, col);
                draw_marks(&mut canvas, cell, at, side);
            }
        }
    }
    for (cell, at, label) in &frame.legend {
        canvas.fill(*at, [SAMPLE, SAMPLE], palette::fill(chart, *cell, show));
        canvas.frame(*at, [SAMPLE, SAMPLE], 1, GRID);
        draw_marks(&mut canvas, *cell, *at, SAMPLE);
        canvas.text(label.at, &label.text, frame.text, INK);
    }
    encode(&canvas, out)
}

fn draw_cell(canvas: &mut Canvas, frame: &Frame, chart: &Chart, show: Show, [row, col]: [usize; 2]) {
    let cell = chart.cell(row, col);
    if cell.kind == Kind::Outside {
        return;
    }
    let at = frame.corner(row, col);
    let fill = palette::fill(chart, cell, show);
    canvas.fill(at, [frame.cell, frame.cell], fill);
    if frame.cell >= GRID_FROM {
        canvas.fill(at, [frame.cell, 1], GRID);
        canvas.fill(at, [1, frame.cell], GRID);
    }
    if frame.in_cells > 0 {
        let label = chart.label(cell, show);
        let width = text_width(&label, frame.in_cells);
        let x = at[0] + (frame.cell + 1).saturating_sub(width) / 2;
        let y = at[1] + (frame.cell + 1).saturating_sub(font::HEIGHT * frame.in_cells) / 2;
        canvas.text([x, y], &label, frame.in_cells, palette::ink_on(fill));
    }
}

fn draw_marks(canvas: &mut Canvas, cell: Cell, at: [usize; 2], side: usize) {
    let thick = (side / 10).max(2);
    if cell.target {
        canvas.frame(at, [side, side], thick, TARGET);
    }
    if cell.pieces > 0 {
        canvas.ring(at, side, thick, PIECE);
    }
}

/// The map alone, one pixel a cell.
pub fn map_of_pixels(chart: &Chart, show: Show) -> io::Result<Vec<u8>> {
    let mut canvas = Canvas::new(chart.cols, chart.rows());
    for row in 0..chart.rows() {
        for col in 0..chart.cols {
            canvas.set(col, row, palette::fill(chart, chart.cell(row, col), show));
        }
    }
    let mut bytes = Vec::new();
    encode(&canvas, &mut bytes)?;
    Ok(bytes)
}

fn encode(canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let narrow = |side: usize| u32::try_from(side).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let mut encoder = png::Encoder::new(out, narrow(canvas.width)?, narrow(canvas.height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&canvas.pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}
