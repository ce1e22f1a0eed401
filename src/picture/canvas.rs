//! Pixels.

use super::font;
use super::palette::{PAPER, Rgb};

/// A picture of pixels, three bytes each.
pub struct Canvas {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Self {
        let mut pixels = Vec::with_capacity(width * height * 3);
        for _ in 0..width * height {
            pixels.extend_from_slice(&PAPER);
        }
        Canvas { width, height, pixels }
    }

    /// Sets a pixel; those outside are left alone.
    pub fn set(&mut self, x: usize, y: usize, colour: Rgb) {
        if x < self.width && y < self.height {
            let at = (y * self.width + x) * 3;
            self.pixels[at..at + 3].copy_from_slice(&colour);
        }
    }

    pub fn fill(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], colour: Rgb) {
        for y in y..(y + height).min(self.height) {
            for x in x..(x + width).min(self.width) {
                self.set(x, y, colour);
            }
        }
    }

    /// The outline of a rectangle, `thick` pixels inwards.
    pub fn frame(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], thick: usize, colour: Rgb) {
        self.fill([x, y], [width, thick], colour);
        self.fill([x, y + height.saturating_sub(thick)], [width, thick], colour);
        self.fill([x, y], [thick, height], colour);
        self.fill([x + width.saturating_sub(thick), y], [thick, height], colour);
    }

    /// A ring that touches the sides of a square from the inside.
    pub fn ring(&mut self, [x, y]: [usize; 2], side: usize, thick: usize, colour: Rgb) {
        // Twice the distances from the middle, so that all are whole numbers.
        let (outer, inner) = (side, side.saturating_sub(2 * thick));
        for row in 0..side {
            for col in 0..side {
                let (dx, dy) = ((2 * col + 1).abs_diff(side), (2 * row + 1).abs_diff(side));
                let square = dx * dx + dy * dy;
                if square <= outer * outer && square >= inner * inner {
                    self.set(x + col, y + row, colour);
                }
            }
        }
    }

    /// Writes text, its upper left corner at a point, each pixel of the font `scale` pixels wide.
    pub fn text(&mut self, [x, y]: [usize; 2], text: &str, scale: usize, colour: Rgb) {
        for (i, c) in text.chars().enumerate() {
            for (col, bits) in font::glyph(c).into_iter().enumerate() {
                for row in (0..font::HEIGHT).filter(|row| bits >> row & 1 == 1) {
                    let corner = [x + (i * font::ADVANCE + col) * scale, y + row * scale];
                    self.fill(corner, [scale, scale], colour);
                }
            }
        }
    }
}

/// The width of a text, in pixels.
pub fn text_width(text: &str, scale: usize) -> usize {
    (text.chars().count() * font::ADVANCE).saturating_sub(1) * scale
}
