//! A picture as shapes, which SVG and PNG both draw.

use super::palette::Rgb;

/// A point, in pixels from the upper left corner.
pub type Point = [f32; 2];

/// The width of a character of a monospaced font, as a share of the font's size. DejaVu Sans Mono
/// has 1233 of 2048 units.
pub const ADVANCE: f32 = 0.602;

/// The anchor of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins at its point.
    Start,
    /// Its middle is at its point.
    Middle,
    /// It ends at its point.
    End,
}

/// How a shape is drawn: its filling and its line, of this thickness.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// The colour of the filling.
    pub fill: Option<Rgb>,
    /// The colour and the thickness of the line.
    pub line: Option<(Rgb, f32)>,
}

impl Paint {
    /// A filling without a line.
    pub fn fill(colour: Rgb) -> Paint {
        Paint { fill: Some(colour), line: None }
    }

    /// A line without a filling.
    pub fn line(colour: Rgb, thick: f32) -> Paint {
        Paint { fill: None, line: Some((colour, thick)) }
    }

    /// How far the middle of the line lies within the rim.
    pub fn inset(self) -> f32 {
        self.line.map_or(0.0, |(_, thick)| thick / 2.0)
    }
}

/// A shape of a picture.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A rectangle; the line is inside.
    Area { at: Point, size: Point, paint: Paint },
    /// A circle; the line is inside.
    Circle { centre: Point, radius: f32, paint: Paint },
    /// A line through points, or the area within them.
    Path { points: Vec<Point>, paint: Paint },
    /// A text; its point is on the base line.
    Text { at: Point, text: String, size: f32, colour: Rgb, anchor: Anchor },
    /// A map of cells without borders, a colour each.
    Pixels { at: Point, cell: usize, cols: usize, colours: Vec<Rgb> },
}

/// The place of the cells of a chart in its picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Places {
    /// Squares, row by row.
    Grid {
        /// The upper left corner of the first.
        at: Point,
        /// Their side.
        side: f32,
        /// How many there are in a row.
        cols: usize,
    },
    /// Circles, in the order of the cells.
    Circles {
        /// Their centres.
        centres: Vec<Point>,
        /// Their radius.
        radius: f32,
    },
}

impl Default for Places {
    fn default() -> Self {
        Places::Circles { centres: Vec::new(), radius: 0.0 }
    }
}

/// A picture.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Its width in pixels.
    pub width: usize,
    /// Its height in pixels.
    pub height: usize,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
    /// The place of the cells of the chart.
    pub places: Places,
}

/// The width of a text of a size.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * ADVANCE * size
}

/// The base line of a text whose capitals and digits are to be centred at a height.
pub fn base_line(middle: f32, size: f32) -> f32 {
    // Capitals are 0.73 of the font's size high.
    middle + 0.365 * size
}
