//! The picture of a graph: its vertices as circles, its edges as lines. Lengths are in pixels; those named `…_RADII` are
//! multiples of the radius of a vertex.

#![expect(
    clippy::cast_possible_truncation,
    reason = "pictures have at most as many points as charts have cells, and half a point is not seen"
)]

use super::measures::{ADVANCE, PADDING, base_line};
use super::parts::{head, legend, on_colour, text_room};
use super::place::place;
use crate::chart::{CellKind, Chart, ChartCell, Link, Links, Show};
use crate::palette::{self, EDGE_COLOUR, INK, PATH_COLOUR, PIECE_COLOUR, Rgb, TARGET_COLOUR};
use crate::scene::{Paint, Pen, Places, Point, Scene};

/// The size of type.
const SIZE: f32 = 16.0;
/// The size of type at edges and under the number of a vertex.
const SMALL_SIZE: f32 = SIZE - 2.0;
/// The radius of a vertex.
const RADIUS: f32 = 24.0;
/// The distance of neighbours.
const NEIGHBOUR_DISTANCE: f32 = 110.0;
/// The length of the head of an arc.
const HEAD: f32 = 12.0;
/// The distance of a text from its arc.
const TEXT_DISTANCE: f32 = 14.0;
/// The share of an arc after which its text stands.
const TEXT_SHARE: f32 = 0.4;
/// The room for loops and marks, which reach over a vertex.
const OVER_VERTEX_RADII: f32 = 1.9;
/// The height of the centre of a loop over that of its vertex.
const LOOP_CENTRE_RADII: f32 = 1.25;
/// The radius of a loop.
const LOOP_RADII: f32 = 0.6;
/// The height of the text of a loop over the centre of its vertex.
const LOOP_TEXT_RADII: f32 = 1.95;
/// The height of the number of a vertex over its centre.
const NUMBER_RADII: f32 = 0.36;
/// The depth of the label of a vertex under its centre.
const LABEL_RADII: f32 = 0.42;
/// The room for a text within a vertex.
const TEXT_ROOM_RADII: f32 = 1.7;

/// Draws a chart as a graph.
pub fn compose(chart: &Chart, links: &Links, show: Show) -> Scene {
    let places = place(chart.cells.len(), &links.edges);
    let side = |axis: usize| {
        let largest = places.iter().map(|place| place[axis]).fold(0.0, f64::max);
        largest as f32 * NEIGHBOUR_DISTANCE
    };
    let height = side(1);
    let margin = PADDING + OVER_VERTEX_RADII * RADIUS;
    let width = (side(0) + 2.0 * margin)
        .max(text_room(chart, show, PADDING, SIZE))
        .ceil();
    let mut scene = Scene {
        width: width as usize,
        ..Scene::default()
    };
    let top = head(chart, SIZE, &mut scene) + margin;
    let places: Vec<Point> = places
        .iter()
        .map(|place| {
            [
                margin + place[0] as f32 * NEIGHBOUR_DISTANCE,
                top + place[1] as f32 * NEIGHBOUR_DISTANCE,
            ]
            .map(f32::round)
        })
        .collect();
    for &Link { from, to } in &links.edges {
        let pen = Pen {
            colour: EDGE_COLOUR,
            thick: 2.0,
        };
        edge(places[from], places[to], links.directed, pen, &mut scene);
    }
    for (label, &Link { from, to }) in links.labels.iter().zip(&links.edges) {
        let at = text_place(places[from], places[to]);
        scene.text(at, label, SMALL_SIZE, INK, "middle");
    }
    for step in links.path.windows(2) {
        let pen = Pen {
            colour: PATH_COLOUR,
            thick: 5.0,
        };
        edge(places[step[0]], places[step[1]], false, pen, &mut scene);
    }
    for ((number, cell), &centre) in chart.line().zip(&places) {
        vertex(chart, show, number, cell, centre, &mut scene);
    }
    scene.places = Places::Circles {
        centres: places,
        radius: RADIUS,
    };
    let end = legend(
        chart,
        show,
        [PADDING, top + height + margin],
        SIZE,
        &mut scene,
    );
    scene.height = end.ceil() as usize;
    scene
}

/// Draws a line from the rim of a circle to that of another, or a loop, with a head if it is an arc.
#[expect(clippy::float_cmp, reason = "a loop has one place for both ends")]
fn edge(from: Point, to: Point, directed: bool, pen: Pen, scene: &mut Scene) {
    let Pen { colour, thick } = pen;
    if from == to {
        let centre = [from[0], from[1] - LOOP_CENTRE_RADII * RADIUS];
        scene.circle(centre, LOOP_RADII * RADIUS, Paint::line(colour, thick));
        if directed {
            // The head stands where the loop meets the circle again, and points down and left.
            let tip = [from[0] + 0.4 * RADIUS, from[1] - 0.9 * RADIUS];
            arrow_head(tip, [-0.5, 0.85], colour, scene);
        }
        return;
    }
    let apart = [to[0] - from[0], to[1] - from[1]];
    let length = apart[0].hypot(apart[1]).max(1.0);
    let way = [apart[0] / length, apart[1] / length];
    let along = |distance: f32| [from[0] + way[0] * distance, from[1] + way[1] * distance];
    let end = length - RADIUS - if directed { HEAD } else { 0.0 };
    scene.path(&[along(RADIUS), along(end)], Paint::line(colour, thick));
    if directed {
        arrow_head(along(length - RADIUS), way, colour, scene);
    }
}

/// Returns the place of a text at an arc: above a loop; otherwise to the right of its first half, so that the texts of
/// arcs both ways do not meet.
fn text_place(from: Point, to: Point) -> Point {
    let apart = [to[0] - from[0], to[1] - from[1]];
    let length = apart[0].hypot(apart[1]);
    if length == 0.0 {
        return [from[0], from[1] - LOOP_TEXT_RADII * RADIUS];
    }
    let along = |axis: usize| from[axis] + TEXT_SHARE * apart[axis];
    [
        along(0) - TEXT_DISTANCE * apart[1] / length,
        base_line(along(1) + TEXT_DISTANCE * apart[0] / length, SMALL_SIZE),
    ]
}

/// Draws the head of an arc, which ends at its tip.
fn arrow_head(tip: Point, way: [f32; 2], fill: Rgb, scene: &mut Scene) {
    let back = [tip[0] - HEAD * way[0], tip[1] - HEAD * way[1]];
    let across = [-way[1] * HEAD * 0.45, way[0] * HEAD * 0.45];
    let side = |sign: f32| [back[0] + sign * across[0], back[1] + sign * across[1]];
    scene.path(&[tip, side(1.0), side(-1.0)], Paint::fill(fill));
}

/// Draws a vertex: a circle with its number above and what is shown of it below.
fn vertex(
    chart: &Chart,
    show: Show,
    number: u64,
    cell: ChartCell,
    centre: Point,
    scene: &mut Scene,
) {
    let fill = palette::fill(chart, cell, show);
    if cell.target {
        scene.circle(centre, RADIUS + 6.0, Paint::line(TARGET_COLOUR, 4.0));
    }
    let (colour, thick) = if cell.pieces > 0 {
        (PIECE_COLOUR, 4.0)
    } else {
        (EDGE_COLOUR, 1.5)
    };
    let paint = Paint {
        fill: Some(fill),
        line: Some(Pen { colour, thick }),
    };
    scene.circle(centre, RADIUS, paint);
    let mut write = |text: &str, middle: f32, most: f32| {
        // Long texts are written smaller, so that they stay within the circle.
        let room = TEXT_ROOM_RADII * RADIUS / (text.chars().count().max(1) as f32 * ADVANCE);
        on_colour([centre[0], middle], text, most.min(room), fill, scene);
    };
    write(&number.to_string(), centre[1] - NUMBER_RADII * RADIUS, SIZE);
    if cell.letter.is_some() || !matches!(cell.kind, CellKind::Used | CellKind::Idle) {
        let label = chart.label(cell, show);
        // A dot is hardly seen in the size of letters.
        let size = if cell.letter == Some(b'.') {
            2.0 * SMALL_SIZE
        } else {
            SMALL_SIZE
        };
        write(&label, centre[1] + LABEL_RADII * RADIUS, size);
    }
    if cell.pieces > 1 {
        let at = [centre[0] + 1.1 * RADIUS, centre[1] - 0.9 * RADIUS];
        scene.text(at, &format!("×{}", cell.pieces), SMALL_SIZE, INK, "start");
    }
}
