//! A picture as SVG.

use std::io::{self, Write};

use super::chart::{Chart, Show};
use super::compose;
use super::palette::Rgb;
#[cfg(feature = "pictures")]
use super::png;
use super::scene::{Anchor, Places, Scene, Shape};

/// Draws the chart and writes it.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write(chart: &mut Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    write_and_place(chart, show, out).map(drop)
}

/// Draws the chart and writes it; gives the places of its cells in the picture, for programs that point at them.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_and_place(chart: &mut Chart, show: Show, out: &mut dyn Write) -> io::Result<Places> {
    let Scene { width, height, shapes, places } = compose::compose(chart, show);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans Mono, ui-monospace, Menlo, Consolas, monospace">"#
    )?;
    writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
    for shape in &shapes {
        write_shape(shape, out)?;
    }
    writeln!(out, "</svg>")?;
    Ok(places)
}

fn write_shape(shape: &Shape, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        Shape::Area { at: [x, y], size: [width, height], fill } => {
            writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{}"/>"#,
                hex(*fill)
            )
        }
        Shape::Frame { at: [x, y], size: [width, height], thick, colour } => {
            // The line of SVG lies half inside, half outside.
            let (x, y) = (x + thick / 2.0, y + thick / 2.0);
            let (width, height) = (width - thick, height - thick);
            writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{}" stroke-width="{thick}"/>"#,
                hex(*colour)
            )
        }
        Shape::Circle { centre: [x, y], radius, fill, line } => {
            let fill = fill.map_or_else(|| "none".to_owned(), hex);
            let thick = line.map_or(0.0, |(_, thick)| thick);
            let stroke = line.map_or_else(String::new, |(colour, thick)| {
                format!(r#" stroke="{}" stroke-width="{thick}""#, hex(colour))
            });
            let radius = radius - thick / 2.0;
            writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{stroke}/>"#)
        }
        Shape::Line { points, thick, colour } => {
            let points = itertools::join(points.iter().map(|[x, y]| format!("{x},{y}")), " ");
            writeln!(
                out,
                r#"<polyline points="{points}" fill="none" stroke="{}" stroke-width="{thick}"/>"#,
                hex(*colour)
            )
        }
        Shape::Triangle { corners, fill } => {
            let points = itertools::join(corners.iter().map(|[x, y]| format!("{x},{y}")), " ");
            writeln!(out, r#"<polygon points="{points}" fill="{}"/>"#, hex(*fill))
        }
        Shape::Text { at: [x, y], text, size, colour, anchor } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => r#" text-anchor="middle""#,
                Anchor::End => r#" text-anchor="end""#,
            };
            writeln!(
                out,
                r#"<text x="{x}" y="{y}" font-size="{size}" fill="{}"{anchor} xml:space="preserve">{}</text>"#,
                hex(*colour),
                escape(text)
            )
        }
        #[cfg(not(feature = "pictures"))]
        Shape::Pixels { at: [x, y], cell, cols, colours } => {
            for (i, colour) in colours.iter().enumerate() {
                let (x, y) = (x + (i % cols * cell) as f32, y + (i / cols * cell) as f32);
                let fill = hex(*colour);
                writeln!(out, r#"<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{fill}"/>"#)?;
            }
            Ok(())
        }
        #[cfg(feature = "pictures")]
        Shape::Pixels { at: [x, y], cell, cols, colours } => {
            let (width, height) = (cols * cell, colours.len() / cols * cell);
            let data = base64(&png::encode(*cols, colours)?);
            writeln!(
                out,
                r#"<image x="{x}" y="{y}" width="{width}" height="{height}" style="image-rendering: pixelated" href="data:image/png;base64,{data}"/>"#
            )
        }
    }
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// RFC 4648, with padding.
#[cfg(feature = "pictures")]
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

#[cfg(all(test, feature = "pictures"))]
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
