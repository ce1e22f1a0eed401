//! A picture that is being drawn, shape by shape, and the elements of SVG that its shapes become.

#[cfg(feature = "pictures")]
use std::io;

#[cfg(feature = "pictures")]
use base64::prelude::{BASE64_STANDARD, Engine};

use super::palette::Rgb;

/// A point, in pixels from the upper left corner.
pub type Point = [f32; 2];

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
        let data = BASE64_STANDARD.encode(super::pixels::encode(cols, colours)?);
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
