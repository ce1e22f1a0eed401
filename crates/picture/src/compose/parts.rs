//! The parts that all pictures have: titles, the legend, texts on colours, and the marks of cells.

use super::measures::{ADVANCE, PADDING, base_line, text_width};
use crate::chart::{CellKind, Chart, ChartCell, Show};
use crate::palette::{self, GRID, INK, PIECE_COLOUR, Rgb, TARGET_COLOUR};
use crate::scene::{Paint, Point, Scene};

/// Writes title, subtitle and note from the top. Returns the height where they end.
pub fn head(chart: &Chart, size: f32, scene: &mut Scene) -> f32 {
    let mut y = PADDING;
    for line in titles(chart) {
        y += 1.5 * size;
        scene.text([PADDING, y - 0.4 * size], line, size, INK, "start");
    }
    y + 0.5 * size
}

/// Lists title, subtitle and note.
fn titles(chart: &Chart) -> impl Iterator<Item = &str> {
    [
        Some(chart.title.as_str()),
        Some(chart.subtitle.as_str()),
        chart.note.as_deref(),
    ]
    .into_iter()
    .flatten()
}

/// Returns the width that a picture needs for its titles and the entries of a legend that begins at `left`.
pub fn text_room(chart: &Chart, show: Show, left: f32, size: f32) -> f32 {
    let titles = titles(chart).map(|title| PADDING + text_width(title, size));
    let entries = chart
        .legend(show)
        .into_iter()
        .map(|(_, word)| left + 1.7 * size + text_width(&word, size));
    titles.chain(entries).fold(18.0 * size, f32::max) + PADDING
}

/// Draws the legend from a corner down, in lines no longer than the picture. Returns the height where it ends.
pub fn legend(chart: &Chart, show: Show, corner: Point, size: f32, scene: &mut Scene) -> f32 {
    let sample = (1.2 * size).round();
    let [mut x, mut y] = corner;
    for (cell, word) in chart.legend(show) {
        let width = sample + 0.5 * size + text_width(&word, size) + 1.3 * size;
        if x > corner[0] && x + width > scene.width as f32 {
            x = corner[0];
            y += sample + 0.5 * size;
        }
        let fill = palette::fill(chart, cell, show);
        for paint in [Paint::fill(fill), Paint::line(GRID, 1.0)] {
            scene.area([x, y], [sample, sample], paint);
        }
        let letter = chart.label(cell, show);
        if cell.kind != CellKind::Outside && cell.winning.is_none() && letter.chars().count() == 1 {
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

/// Writes a text in the middle of a cell of a colour.
pub fn on_colour([x, y]: Point, text: &str, size: f32, fill: Rgb, scene: &mut Scene) {
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

/// A mark of a cell along its rim.
pub struct Rim {
    /// The distance of the mark from the rim of the cell.
    pub inset: f32,
    /// The colour of the line.
    pub colour: Rgb,
    /// The thickness of the line.
    pub thick: f32,
    /// Whether the mark is a ring; otherwise it is a square.
    pub is_ring: bool,
}

/// Lists the marks of a cell: a frame if a best move ends there, and within it a ring if the record has something there.
pub fn rims(cell: ChartCell, fill: Rgb, side: f32) -> Vec<Rim> {
    let thick = (side / 10.0).round().max(2.0);
    let mut rims = Vec::new();
    if cell.target {
        rims.push(Rim {
            inset: 0.0,
            colour: TARGET_COLOUR,
            thick,
            is_ring: false,
        });
    }
    if cell.pieces > 0 {
        rims.push(Rim {
            inset: if cell.target { thick + 1.0 } else { 1.0 },
            colour: palette::ring_on(fill),
            thick: thick.min(side / 4.0),
            is_ring: true,
        });
    }
    rims
}

/// Draws the marks of a cell, with the number of pieces if that is more than one.
pub fn marks(cell: ChartCell, fill: Rgb, [x, y]: Point, side: f32, scene: &mut Scene) {
    for rim in rims(cell, fill, side) {
        let paint = Paint::line(rim.colour, rim.thick);
        if rim.is_ring {
            let centre = [x + side / 2.0, y + side / 2.0];
            scene.circle(centre, side / 2.0 - rim.inset, paint);
        } else {
            scene.area([x, y], [side, side], paint);
        }
    }
    if cell.pieces > 1 && side >= 24.0 {
        let size = side / 3.5;
        let text = format!("×{}", cell.pieces);
        let width = 2.6 * ADVANCE * size;
        let left = x + side - width;
        scene.area([left, y], [width, 1.2 * size], Paint::fill(PIECE_COLOUR));
        on_colour(
            [left + width / 2.0, y + 0.6 * size],
            &text,
            size,
            PIECE_COLOUR,
            scene,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_one_cell_do_not_touch() {
        let mut scene = Scene::default();
        let cell = ChartCell {
            pieces: 2,
            target: true,
            ..ChartCell::default()
        };
        marks(cell, palette::PAPER, [0.0, 0.0], 40.0, &mut scene);
        let [frame, ring] = &rims(cell, palette::PAPER, 40.0)[..] else {
            panic!()
        };
        assert!(frame.inset + frame.thick < ring.inset);
        assert_eq!(
            (
                scene.shapes.matches("<circle").count(),
                scene.shapes.matches(">×2<").count()
            ),
            (1, 1)
        );
    }
}
