//! A picture as PNG.

use std::io::{self, Write};

use super::palette::Rgb;

pub use raster::write;

/// A map of pixels as a PNG file of its own.
///
/// # Errors
///
/// When there are no columns, or more than a PNG file can have.
pub fn encode(cols: usize, colours: &[Rgb]) -> io::Result<Vec<u8>> {
    let narrow = |side: usize| u32::try_from(side).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let rows = colours.len().checked_div(cols).unwrap_or(0);
    let mut bytes = Vec::new();
    write_rgb(narrow(cols)?, narrow(rows)?, colours.as_flattened(), &mut bytes)?;
    Ok(bytes)
}

fn write_rgb(width: u32, height: u32, pixels: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

mod raster {
    use std::io::{self, Write};

    use tiny_skia::{FillRule, Paint, Path, PathBuilder, PathStroker, Pixmap, Rect, Stroke, Transform};
    use ttf_parser::{Face, OutlineBuilder};

    use super::super::chart::{Chart, Show};
    use super::super::compose;
    use super::super::palette::{PAPER, Rgb};
    use super::super::scene::{Anchor, Point, Scene, Shape, text_width};

    /// DejaVu Sans Mono, cut down to the characters that pictures need; `src/picture/font/LICENSE`.
    const FONT: &[u8] = include_bytes!("font/DejaVuSansMono-subset.ttf");

    /// Draws the chart and writes it.
    ///
    /// # Errors
    ///
    /// When the picture is larger than memory allows, or `out` cannot be written.
    pub fn write(chart: &mut Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
        let scene = compose::compose(chart, show);
        let too_large = || io::Error::other("the picture is too large");
        let narrow = |side: usize| u32::try_from(side).map_err(|_| too_large());
        let (width, height) = (narrow(scene.width)?, narrow(scene.height)?);
        let mut canvas = Pixmap::new(width, height).ok_or_else(too_large)?;
        canvas.fill(opaque(PAPER));
        let face = Face::parse(FONT, 0).map_err(io::Error::other)?;
        draw(&scene, &face, &mut canvas);
        let mut pixels = Vec::with_capacity(canvas.pixels().len() * 3);
        // Everything is opaque, so premultiplied colours are the colours.
        canvas.pixels().iter().for_each(|p| pixels.extend([p.red(), p.green(), p.blue()]));
        super::write_rgb(width, height, &pixels, out)
    }

    fn opaque([r, g, b]: Rgb) -> tiny_skia::Color {
        tiny_skia::Color::from_rgba8(r, g, b, 255)
    }

    fn draw(scene: &Scene, face: &Face<'_>, canvas: &mut Pixmap) {
        for shape in &scene.shapes {
            match shape {
                Shape::Area { at: [x, y], size: [width, height], fill } => {
                    if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                        canvas.fill_rect(rect, &paint(*fill), Transform::identity(), None);
                    }
                }
                Shape::Frame { at: [x, y], size: [width, height], thick, colour } => {
                    let half = thick / 2.0;
                    if let Some(rect) = Rect::from_xywh(x + half, y + half, width - thick, height - thick) {
                        stroke(canvas, PathBuilder::from_rect(rect), *thick, *colour);
                    }
                }
                Shape::Circle { centre: [x, y], radius, fill, line } => {
                    if let (Some(colour), Some(path)) = (fill, PathBuilder::from_circle(*x, *y, *radius)) {
                        fill_path(canvas, &path, *colour);
                    }
                    if let Some((colour, thick)) = line
                        && let Some(path) = PathBuilder::from_circle(*x, *y, radius - thick / 2.0)
                    {
                        stroke(canvas, path, *thick, *colour);
                    }
                }
                Shape::Line { points, thick, colour } => {
                    if let Some(path) = polygon(points, false) {
                        stroke(canvas, path, *thick, *colour);
                    }
                }
                Shape::Triangle { corners, fill } => {
                    if let Some(path) = polygon(corners, true) {
                        fill_path(canvas, &path, *fill);
                    }
                }
                Shape::Text { at, text, size, colour, anchor } => {
                    let [x, y] = *at;
                    let x = match anchor {
                        Anchor::Start => x,
                        Anchor::Middle => x - text_width(text, *size) / 2.0,
                        Anchor::End => x - text_width(text, *size),
                    };
                    if let Some(path) = outline(face, text, [x, y], *size) {
                        fill_path(canvas, &path, *colour);
                    }
                }
                Shape::Pixels { at, cell, cols, colours } => map(canvas, *at, (*cell, *cols), colours),
            }
        }
    }

    fn paint(colour: Rgb) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color(opaque(colour));
        paint
    }

    fn fill_path(canvas: &mut Pixmap, path: &Path, colour: Rgb) {
        canvas.fill_path(path, &paint(colour), FillRule::Winding, Transform::identity(), None);
    }

    fn stroke(canvas: &mut Pixmap, path: Path, thick: f32, colour: Rgb) {
        let stroke = Stroke { width: thick, ..Stroke::default() };
        if let Some(outline) = PathStroker::new().stroke(&path, &stroke, 1.0) {
            fill_path(canvas, &outline, colour);
        }
    }

    fn polygon(points: &[Point], close: bool) -> Option<Path> {
        let mut path = PathBuilder::new();
        for (i, [x, y]) in points.iter().enumerate() {
            if i == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
        }
        if close {
            path.close();
        }
        path.finish()
    }

    /// Cells of whole pixels, set directly: there may be millions.
    fn map(canvas: &mut Pixmap, at: Point, (cell, cols): (usize, usize), colours: &[Rgb]) {
        let (left, top) = (at[0] as usize, at[1] as usize);
        let width = canvas.width() as usize;
        let pixels = canvas.pixels_mut();
        for (row, line) in colours.chunks(cols.max(1)).enumerate() {
            for (col, &colour) in line.iter().enumerate() {
                let colour = opaque(colour).premultiply().to_color_u8();
                for y in top + row * cell..top + (row + 1) * cell {
                    let from = y * width + left + col * cell;
                    if let Some(run) = pixels.get_mut(from..from + cell) {
                        run.fill(colour);
                    }
                }
            }
        }
    }

    /// The outlines of a text's characters, its base line beginning at a point.
    fn outline(face: &Face<'_>, text: &str, [x, y]: Point, size: f32) -> Option<Path> {
        let scale = size / f32::from(face.units_per_em());
        let mut pen = Pen { path: PathBuilder::new(), x, y, scale };
        for c in text.chars() {
            let glyph = face.glyph_index(c).or_else(|| face.glyph_index('?'))?;
            face.outline_glyph(glyph, &mut pen);
            pen.x += super::super::scene::ADVANCE * size;
        }
        pen.path.finish()
    }

    /// Puts outlines of a font, whose y grows upwards, into a path.
    struct Pen {
        path: PathBuilder,
        x: f32,
        y: f32,
        scale: f32,
    }

    impl Pen {
        fn point(&self, x: f32, y: f32) -> (f32, f32) {
            (self.x + x * self.scale, self.y - y * self.scale)
        }
    }

    impl OutlineBuilder for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            let (x, y) = self.point(x, y);
            self.path.move_to(x, y);
        }

        fn line_to(&mut self, x: f32, y: f32) {
            let (x, y) = self.point(x, y);
            self.path.line_to(x, y);
        }

        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
            self.path.quad_to(x1, y1, x, y);
        }

        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            let ((x1, y1), (x2, y2), (x, y)) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
            self.path.cubic_to(x1, y1, x2, y2, x, y);
        }

        fn close(&mut self) {
            self.path.close();
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_font_has_what_pictures_write_and_its_descenders() {
            let face = Face::parse(FONT, 0).unwrap();
            for c in (' '..='~').chain("·…∞↑←↖×—".chars()) {
                assert!(face.glyph_index(c).is_some(), "{c}");
            }
            for c in "gpqy".chars() {
                let lowest = face.glyph_bounding_box(face.glyph_index(c).unwrap()).unwrap().y_min;
                assert!(lowest < -300, "{c} ends at {lowest}");
            }
            let advance = face.glyph_hor_advance(face.glyph_index('W').unwrap()).unwrap();
            let share = f32::from(advance) / f32::from(face.units_per_em());
            assert!((share - super::super::super::scene::ADVANCE).abs() < 0.001, "{share}");
        }
    }
}
