//! A chart as SVG: every cell a shape, or where there are too many the map as an embedded image.

use std::io::{self, Write};

use super::chart::{Cell, Chart, Kind, Show};
use super::font;
use super::frame::{Frame, GRID_FROM, Label, SAMPLE};
use super::palette::{self, GRID, INK, PIECE, Rgb, TARGET};
use super::png;

/// The most cells drawn as shapes.
const MAX_SHAPES: usize = 40_000;

/// Draws the chart and writes it.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    let frame = Frame::new(chart, show);
    let (width, height) = (frame.width, frame.height);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="ui-monospace, Menlo, Consolas, monospace">"#
    )?;
    writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
    for label in &frame.labels {
        text(out, label, frame.text)?;
    }
    if chart.cells.len() <= MAX_SHAPES {
        shapes(chart, show, &frame, out)?;
    } else {
        image(chart, show, &frame, out)?;
    }
    for row in 0..chart.rows() {
        for col in 0..chart.cols {
            let cell = chart.cell(row, col);
            if cell.pieces > 0 || cell.target {
                let (at, side) = frame.mark(row, col);
                marks(cell, at, side, out)?;
            }
        }
    }
    for (cell, at, label) in &frame.legend {
        let fill = hex(palette::fill(chart, *cell, show));
        let grid = hex(GRID);
        let [x, y] = at;
        writeln!(
            out,
            r#"<rect x="{x}" y="{y}" width="{SAMPLE}" height="{SAMPLE}" fill="{fill}" stroke="{grid}"/>"#
        )?;
        marks(*cell, *at, SAMPLE, out)?;
        text(out, label, frame.text)?;
    }
    writeln!(out, "</svg>")
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text where the bitmap font would stand: as wide and as high.
fn text(out: &mut dyn Write, label: &Label, scale: usize) -> io::Result<()> {
    let [x, y] = label.at;
    let (size, baseline) = (font::ADVANCE * scale * 5 / 3, y + font::HEIGHT * scale);
    let (ink, text) = (hex(INK), escape(&label.text));
    writeln!(
        out,
        r#"<text x="{x}" y="{baseline}" font-size="{size}" fill="{ink}" xml:space="preserve">{text}</text>"#
    )
}

/// Cells of one colour that stand side by side as one rectangle, then the labels.
fn shapes(chart: &Chart, show: Show, frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    let side = frame.cell;
    for row in 0..chart.rows() {
        let mut col = 0;
        while col < chart.cols {
            let fill = palette::fill(chart, chart.cell(row, col), show);
            let run = (col..chart.cols)
                .take_while(|&next| {
                    let cell = chart.cell(row, next);
                    cell.kind != Kind::Outside && palette::fill(chart, cell, show) == fill
                })
                .count();
            if run > 0 {
                let [x, y] = frame.corner(row, col);
                let (width, fill) = (run * side, hex(fill));
                writeln!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{side}" fill="{fill}"/>"#)?;
            }
            col += run.max(1);
        }
    }
    let [x, y] = frame.map;
    let (width, height, grid) = (chart.cols * side, chart.rows() * side, hex(GRID));
    if side >= GRID_FROM {
        let mut path = String::new();
        (0..=chart.cols).for_each(|col| path.push_str(&format!("M{} {y}v{height}", x + col * side)));
        (0..=chart.rows()).for_each(|row| path.push_str(&format!("M{x} {}h{width}", y + row * side)));
        writeln!(out, r#"<path d="{path}" stroke="{grid}" fill="none"/>"#)?;
    }
    if frame.in_cells == 0 {
        return Ok(());
    }
    let size = font::ADVANCE * frame.in_cells * 5 / 3;
    writeln!(out, r#"<g font-size="{size}" text-anchor="middle" dominant-baseline="central">"#)?;
    for row in 0..chart.rows() {
        for col in 0..chart.cols {
            let cell = chart.cell(row, col);
            let label = escape(&chart.label(cell, show));
            if !label.is_empty() {
                let [x, y] = frame.corner(row, col);
                let (x, y, ink) =
                    (x + side / 2, y + side / 2, hex(palette::ink_on(palette::fill(chart, cell, show))));
                writeln!(out, r#"<text x="{x}" y="{y}" fill="{ink}">{label}</text>"#)?;
            }
        }
    }
    writeln!(out, "</g>")
}

fn image(chart: &Chart, show: Show, frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    let [x, y] = frame.map;
    let (width, height) = (chart.cols * frame.cell, chart.rows() * frame.cell);
    let data = base64(&png::map_of_pixels(chart, show)?);
    writeln!(
        out,
        r#"<image x="{x}" y="{y}" width="{width}" height="{height}" style="image-rendering: pixelated" href="data:image/png;base64,{data}"/>"#
    )
}

fn marks(cell: Cell, [x, y]: [usize; 2], side: usize, out: &mut dyn Write) -> io::Result<()> {
    let thick = (side / 10).max(2);
    let inner = side - thick;
    let half = thick as f64 / 2.0;
    if cell.target {
        let (x, y, colour) = (x as f64 + half, y as f64 + half, hex(TARGET));
        writeln!(
            out,
            r#"<rect x="{x}" y="{y}" width="{inner}" height="{inner}" fill="none" stroke="{colour}" stroke-width="{thick}"/>"#
        )?;
    }
    if cell.pieces > 0 {
        let middle = side as f64 / 2.0;
        let (x, y, radius, colour) = (x as f64 + middle, y as f64 + middle, middle - half, hex(PIECE));
        writeln!(
            out,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="{thick}"/>"#
        )?;
    }
    Ok(())
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        // The test vectors of section 10.
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
        ];
        for (plain, text) in vectors {
            assert_eq!(base64(plain.as_bytes()), text);
        }
    }
}
