//! A picture as SVG.

use std::io::{self, Write};

use super::chart::{Chart, Show};
use super::compose;
use super::palette::Rgb;
#[cfg(feature = "pictures")]
use super::png;
use super::scene::{Anchor, Paint, Places, Scene, Shape};

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
        Shape::Area { at, size, paint } => {
            // The line of SVG lies half inside, half outside.
            let inset = paint.inset();
            let ([x, y], [width, height]) = (at.map(|x| x + inset), size.map(|side| side - 2.0 * inset));
            write!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}""#)?;
            write_paint(*paint, out)
        }
        Shape::Circle { centre: [x, y], radius, paint } => {
            write!(out, r#"<circle cx="{x}" cy="{y}" r="{}""#, radius - paint.inset())?;
            write_paint(*paint, out)
        }
        Shape::Path { points, paint } => {
            let name = if paint.fill.is_some() { "polygon" } else { "polyline" };
            let points = itertools::join(points.iter().map(|[x, y]| format!("{x},{y}")), " ");
            write!(out, r#"<{name} points="{points}""#)?;
            write_paint(*paint, out)
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
            colours.iter().enumerate().try_for_each(|(i, &colour)| {
                let at = [x + (i % cols * cell) as f32, y + (i / cols * cell) as f32];
                write_shape(&Shape::Area { at, size: [*cell as f32; 2], paint: Paint::fill(colour) }, out)
            })
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

/// The end of an element: its filling and its line.
fn write_paint(Paint { fill, line }: Paint, out: &mut dyn Write) -> io::Result<()> {
    write!(out, r#" fill="{}""#, fill.map_or_else(|| "none".to_owned(), hex))?;
    if let Some((colour, thick)) = line {
        write!(out, r#" stroke="{}" stroke-width="{thick}""#, hex(colour))?;
    }
    writeln!(out, "/>")
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
