//! Pictures as SVG, shape by shape.

use std::io::{self, Write};

#[cfg(feature = "pictures")]
use base64::prelude::{BASE64_STANDARD, Engine};

use super::chart::{Chart, Show};
use super::compose;
use super::palette::Rgb;

/// A point, in pixels from the upper left corner.
pub type Point = [f32; 2];

/// The width of a character of a monospaced font, as a share of the font's size. DejaVu Sans Mono
/// has 1233 of 2048 units.
pub const ADVANCE: f32 = 0.602;

/// The look of a shape: its filling and its line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// The colour of the filling.
    pub fill: Option<Rgb>,
    /// The line.
    pub line: Option<Pen>,
}

/// The look of a line.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// The colour.
    pub colour: Rgb,
    /// The thickness in pixels.
    pub thick: f32,
}

impl Paint {
    /// Makes a filling without a line.
    pub fn fill(colour: Rgb) -> Paint {
        Paint {
            fill: Some(colour),
            line: None,
        }
    }

    /// Makes a line without a filling.
    pub fn line(colour: Rgb, thick: f32) -> Paint {
        Paint {
            fill: None,
            line: Some(Pen { colour, thick }),
        }
    }

    /// Returns by how much the middle of the line lies within the rim. SVG draws a line half inside and half outside.
    fn inset(self) -> f32 {
        self.line.map_or(0.0, |pen| pen.thick / 2.0)
    }
}

/// The place of the cells of a chart in its picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Places {
    /// Squares, row by row.
    Grid {
        /// The upper left corner of the first square.
        at: Point,
        /// The side of a square.
        side: f32,
        /// The number of squares in a row.
        cols: usize,
    },
    /// Circles, in the order of the cells.
    Circles {
        /// The centres.
        centres: Vec<Point>,
        /// The radius.
        radius: f32,
    },
}

impl Default for Places {
    fn default() -> Self {
        Places::Circles {
            centres: Vec::new(),
            radius: 0.0,
        }
    }
}

/// Draws the chart and writes it.
///
/// # Errors
///
/// Says that `out` cannot be written, or, without the feature `pictures`, that a map has more than a million cells.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    write_and_place(chart, show, out).map(drop)
}

/// Draws the chart and writes it. Returns the places of its cells in the picture, for programs that point at them.
///
/// # Errors
///
/// Says that `out` cannot be written, or, without the feature `pictures`, that a map has more than a million cells.
pub fn write_and_place(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<Places> {
    let Scene {
        width,
        height,
        shapes,
        places,
    } = compose::compose(chart, show)?;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans Mono, ui-monospace, Menlo, Consolas, monospace">"#
    )?;
    writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
    writeln!(out, "{shapes}</svg>")?;
    Ok(places)
}

/// A picture.
#[derive(Debug, Default)]
pub struct Scene {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The place of the cells of the chart.
    pub places: Places,
    /// The elements of the shapes, from back to front.
    pub shapes: String,
}

impl Scene {
    /// Draws a rectangle, with the line inside.
    pub fn area(&mut self, at: Point, size: Point, paint: Paint) {
        let inset = paint.inset();
        let [x, y] = at.map(|x| x + inset);
        let [width, height] = size.map(|side| side - 2.0 * inset);
        self.shape(
            format!(r#"rect x="{x}" y="{y}" width="{width}" height="{height}""#),
            paint,
        );
    }

    /// Draws a circle, with the line inside.
    pub fn circle(&mut self, [x, y]: Point, radius: f32, paint: Paint) {
        self.shape(
            format!(r#"circle cx="{x}" cy="{y}" r="{}""#, radius - paint.inset()),
            paint,
        );
    }

    /// Draws a line through points, or the area within them.
    pub fn path(&mut self, points: &[Point], paint: Paint) {
        let name = if paint.fill.is_some() {
            "polygon"
        } else {
            "polyline"
        };
        let points = itertools::join(points.iter().map(|[x, y]| format!("{x},{y}")), " ");
        self.shape(format!(r#"{name} points="{points}""#), paint);
    }

    /// Adds a shape of a form, which is the name of its element and the attributes of its place.
    fn shape(&mut self, form: String, paint: Paint) {
        let fill = match paint.fill {
            Some(colour) => hex(colour),
            None => "none".into(),
        };
        let line = match paint.line {
            Some(Pen { colour, thick }) => {
                format!(r#" stroke="{}" stroke-width="{thick}""#, hex(colour))
            }
            None => String::new(),
        };
        self.shapes += &format!("<{form} fill=\"{fill}\"{line}/>\n");
    }

    /// Writes a text. Its anchor says which point of its base line is given: `start`, `middle` or `end`.
    pub fn text(&mut self, [x, y]: Point, text: &str, size: f32, colour: Rgb, anchor: &str) {
        let anchor = if anchor == "start" {
            String::new()
        } else {
            format!(r#" text-anchor="{anchor}""#)
        };
        let text = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        self.shapes += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"{anchor} xml:space=\"preserve\">{text}</text>\n",
            hex(colour),
        );
    }

    /// Draws a map of cells without borders, each of one colour.
    #[cfg(feature = "pictures")]
    pub fn pixels(
        &mut self,
        [x, y]: Point,
        cell: usize,
        cols: usize,
        colours: &[Rgb],
    ) -> io::Result<()> {
        let width = cols * cell;
        let height = colours.len() / cols * cell;
        let data = BASE64_STANDARD.encode(super::png::encode(cols, colours)?);
        self.shapes += &format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" style=\"image-rendering: pixelated\" \
             href=\"data:image/png;base64,{data}\"/>\n"
        );
        Ok(())
    }
}

/// Writes a colour in the notation of the web.
fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns the width of a text of a size.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * ADVANCE * size
}

/// Returns the base line of a text whose capitals and digits are centred at a height.
pub fn base_line(middle: f32, size: f32) -> f32 {
    // Capitals are 0.73 of the font's size high.
    middle + 0.365 * size
}
