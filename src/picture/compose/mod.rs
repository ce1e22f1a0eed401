//! The layout of pictures: the place and the size of everything. SVG and PNG share it.

mod grid;
mod network;
mod place;

use std::io;

use super::chart::{Cell, Chart, Kind, Show};
use super::palette::{self, GRID, INK, PIECE, Rgb, TARGET};
use super::svg::{ADVANCE, Paint, Point, Scene, base_line, text_width};
#[cfg(feature = "pictures")]
pub use grid::{GRID_FROM, cell_side};

/// Room around everything.
const PADDING: f32 = 12.0;

/// The picture of a chart.
pub fn compose(chart: &Chart, show: Show) -> io::Result<Scene> {
    match &chart.links {
        Some(links) => Ok(network::compose(chart, links, show)),
        None => grid::compose(&chart.broken(usize::MAX), show),
    }
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
        scene.text([PADDING, y - 0.4 * size], line, size, INK, "start");
    }
    y + 0.5 * size
}

fn titles(chart: &Chart) -> impl Iterator<Item = &str> {
    [
        Some(chart.title.as_str()),
        Some(chart.subtitle.as_str()),
        chart.note.as_deref(),
    ]
    .into_iter()
    .flatten()
}

/// How wide a picture has to be for its titles and the entries of a legend that begins at `left`.
fn text_room(chart: &Chart, show: Show, left: f32, size: f32) -> f32 {
    let titles = titles(chart).map(|title| PADDING + text_width(title, size));
    let entries = chart
        .legend(show)
        .into_iter()
        .map(|(_, word)| left + 1.7 * size + text_width(&word, size));
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
            scene.area([x, y], [sample, sample], paint);
        }
        let letter = chart.label(cell, show);
        if cell.kind != Kind::Outside && cell.winning.is_none() && letter.chars().count() == 1 {
            on_colour(
                [x + sample / 2.0, y + sample / 2.0],
                &letter,
                0.8 * size,
                fill,
                scene,
            );
        }
        marks(cell, fill, [x, y], sample, scene);
        let at = [x + sample + 0.5 * size, base_line(y + sample / 2.0, size)];
        scene.text(at, &word, size, INK, "start");
        x += width;
    }
    y + sample + PADDING
}

/// A text in the middle of a cell of a colour.
fn on_colour([x, y]: Point, text: &str, size: f32, fill: Rgb, scene: &mut Scene) {
    if !text.is_empty() {
        scene.text(
            [x, base_line(y, size)],
            text,
            size,
            palette::ink_on(fill),
            "middle",
        );
    }
}

/// The marks of a cell as squares: how far each lies within the cell, its line, and whether it is drawn as a ring. There
/// is a frame if a best move ends there, and within it a ring if the record has something there.
pub fn rims(cell: Cell, fill: Rgb, side: f32) -> impl Iterator<Item = (f32, (Rgb, f32), bool)> {
    let thick = (side / 10.0).round().max(2.0);
    let frame = cell.target.then_some((0.0, (TARGET, thick), false));
    let inset = if cell.target { thick + 1.0 } else { 1.0 };
    let ring = (inset, (palette::ring_on(fill), thick.min(side / 4.0)), true);
    frame.into_iter().chain((cell.pieces > 0).then_some(ring))
}

/// The marks of a cell, with the number of pieces if that is more than one.
fn marks(cell: Cell, fill: Rgb, [x, y]: Point, side: f32, scene: &mut Scene) {
    for (inset, (colour, thick), is_ring) in rims(cell, fill, side) {
        let paint = Paint::line(colour, thick);
        match is_ring {
            true => scene.circle([x + side / 2.0, y + side / 2.0], side / 2.0 - inset, paint),
            false => scene.area([x, y], [side, side], paint),
        }
    }
    if cell.pieces > 1 && side >= 24.0 {
        let size = side / 3.5;
        let (text, width) = (format!("×{}", cell.pieces), 2.6 * ADVANCE * size);
        let left = x + side - width;
        scene.area([left, y], [width, 1.2 * size], Paint::fill(PIECE));
        on_colour(
            [left + width / 2.0, y + 0.6 * size],
            &text,
            size,
            PIECE,
            scene,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::chart::tests::line;

    #[test]
    fn type_grows_with_the_picture() {
        let sizes = |count: u32| -> f32 {
            let scene = compose(&line(0, count), Show::Outcomes).unwrap();
            let sizes = scene.shapes.split("font-size=\"").skip(1);
            sizes
                .filter_map(|rest| rest.split('"').next()?.parse().ok())
                .fold(0.0, f32::max)
        };
        assert!(sizes(4_000_000) > 2.0 * sizes(20));
    }

    #[test]
    fn marks_of_one_cell_do_not_touch() {
        let mut scene = Scene::default();
        let cell = Cell {
            pieces: 2,
            target: true,
            ..Cell::default()
        };
        marks(cell, palette::PAPER, [0.0, 0.0], 40.0, &mut scene);
        let [frame, ring] = rims(cell, palette::PAPER, 40.0).collect::<Vec<_>>()[..] else {
            panic!()
        };
        assert!(frame.0 + frame.1.1 < ring.0);
        assert_eq!(
            (
                scene.shapes.matches("<circle").count(),
                scene.shapes.matches(">×2<").count()
            ),
            (1, 1)
        );
    }
}
