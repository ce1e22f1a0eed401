//! The layout of pictures: the place and the size of everything. SVG and PNG share it.

mod grid;
mod network;
mod place;

use super::chart::{Cell, Chart, Kind, Show};
use super::palette::{self, GRID, INK, PIECE, Rgb, TARGET};
use super::scene::{ADVANCE, Anchor, Paint, Point, Scene, Shape, base_line, text_width};

/// Room around everything.
const PADDING: f32 = 12.0;

/// The picture of a chart.
pub fn compose(chart: &mut Chart, show: Show) -> Scene {
    match &chart.links {
        Some(links) => network::compose(chart, links, show),
        None => {
            chart.break_line(usize::MAX);
            grid::compose(chart, show)
        }
    }
}

/// The map of a chart: the grid of its cells, also for a graph.
#[cfg(feature = "pictures")]
pub fn map(chart: &mut Chart, show: Show) -> Scene {
    chart.break_line(usize::MAX);
    grid::compose(chart, show)
}

/// The size of type that reads well beside a map of this many pixels.
fn type_size(longer_side: f32) -> f32 {
    (longer_side / 75.0).clamp(14.0, 48.0).round()
}

/// Title, subtitle and note from the top; gives back where they end.
fn head(chart: &Chart, size: f32, scene: &mut Scene) -> f32 {
    let mut y = PADDING;
    for line in titles(chart) {
        y += 1.5 * size;
        scene.shapes.push(text([PADDING, y - 0.4 * size], line, size, Anchor::Start));
    }
    y + 0.5 * size
}

fn titles(chart: &Chart) -> impl Iterator<Item = &str> {
    [Some(chart.title.as_str()), Some(chart.subtitle.as_str()), chart.note.as_deref()].into_iter().flatten()
}

/// How wide a picture has to be for its titles and the entries of a legend that begins at `left`.
fn text_room(chart: &Chart, show: Show, left: f32, size: f32) -> f32 {
    let titles = titles(chart).map(|title| PADDING + text_width(title, size));
    let entries = chart.legend(show).into_iter().map(|(_, word)| left + 1.7 * size + text_width(&word, size));
    titles.chain(entries).fold(18.0 * size, f32::max) + PADDING
}

/// The legend from a corner down, in lines no longer than the picture; gives back where it ends.
fn legend(chart: &Chart, show: Show, corner: Point, size: f32, scene: &mut Scene) -> f32 {
    let sample = (1.2 * size).round();
    let (mut x, mut y) = (corner[0], corner[1]);
    for (cell, word) in chart.legend(show) {
        let width = sample + 0.5 * size + text_width(&word, size) + 1.3 * size;
        if x > corner[0] && x + width > scene.width as f32 {
            (x, y) = (corner[0], y + sample + 0.5 * size);
        }
        let fill = palette::fill(chart, cell, show);
        for paint in [Paint::fill(fill), Paint::line(GRID, 1.0)] {
            scene.shapes.push(Shape::Area { at: [x, y], size: [sample, sample], paint });
        }
        let letter = chart.label(cell, show);
        if cell.kind != Kind::Outside && cell.winning.is_none() && letter.chars().count() == 1 {
            on_colour([x + sample / 2.0, y + sample / 2.0], letter, 0.8 * size, fill, scene);
        }
        marks(cell, fill, [x, y], sample, scene);
        let at = [x + sample + 0.5 * size, base_line(y + sample / 2.0, size)];
        scene.shapes.push(text(at, &word, size, Anchor::Start));
        x += width;
    }
    y + sample + PADDING
}

fn text(at: Point, text: &str, size: f32, anchor: Anchor) -> Shape {
    Shape::Text { at, text: text.to_owned(), size, colour: INK, anchor }
}

/// A text in the middle of a cell of a colour.
fn on_colour([x, y]: Point, text: String, size: f32, fill: Rgb, scene: &mut Scene) {
    if !text.is_empty() {
        let (at, colour) = ([x, base_line(y, size)], palette::ink_on(fill));
        scene.shapes.push(Shape::Text { at, text, size, colour, anchor: Anchor::Middle });
    }
}

/// The marks of a cell: a frame if a best move ends there, and within it a ring if the record has
/// something there, with its number if that is more than one.
fn marks(cell: Cell, fill: Rgb, [x, y]: Point, side: f32, scene: &mut Scene) {
    let thick = (side / 10.0).round().max(2.0);
    if cell.target {
        let paint = Paint::line(TARGET, thick);
        scene.shapes.push(Shape::Area { at: [x, y], size: [side, side], paint });
    }
    if cell.pieces > 0 {
        let inset = if cell.target { thick + 1.0 } else { 1.0 };
        let centre = [x + side / 2.0, y + side / 2.0];
        let paint = Paint::line(palette::ring_on(fill), thick.min(side / 4.0));
        scene.shapes.push(Shape::Circle { centre, radius: side / 2.0 - inset, paint });
    }
    if cell.pieces > 1 && side >= 24.0 {
        let size = side / 3.5;
        let (text, width) = (format!("×{}", cell.pieces), 2.6 * ADVANCE * size);
        let (at, paint) = ([x + side - width, y], Paint::fill(PIECE));
        scene.shapes.push(Shape::Area { at, size: [width, 1.2 * size], paint });
        on_colour([at[0] + width / 2.0, y + 0.6 * size], text, size, PIECE, scene);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::chart::tests::line;

    #[test]
    fn type_grows_with_the_picture() {
        let sizes = |count: u32| -> f32 {
            let mut chart = line(0, count);
            let scene = compose(&mut chart, Show::Outcomes);
            let size = |shape: &Shape| if let Shape::Text { size, .. } = shape { *size } else { 0.0 };
            scene.shapes.iter().map(size).fold(0.0, f32::max)
        };
        assert!(sizes(4_000_000) > 2.0 * sizes(20));
    }

    #[test]
    fn marks_of_one_cell_do_not_touch() {
        let mut scene = Scene::default();
        let cell = Cell { pieces: 2, target: true, ..Cell::default() };
        marks(cell, palette::PAPER, [0.0, 0.0], 40.0, &mut scene);
        let frame = scene.shapes.iter().find_map(|shape| match shape {
            Shape::Area { paint: Paint { line: Some((_, thick)), .. }, .. } => Some(*thick),
            _ => None,
        });
        let ring = scene.shapes.iter().find_map(|shape| match shape {
            Shape::Circle { radius, .. } => Some(*radius),
            _ => None,
        });
        assert!(ring.unwrap() < 20.0 - frame.unwrap());
        let counts = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text == "×2");
        assert_eq!(scene.shapes.iter().filter(counts).count(), 1);
    }
}
