//! A graph: its vertices as circles, its edges as lines.

use super::{PADDING, head, legend, on_colour, text_room};
use crate::picture::chart::{Cell, Chart, Kind, Links, Show};
use crate::picture::palette::{self, EDGE, INK, PATH, PIECE, Rgb, TARGET};
use crate::picture::svg::{ADVANCE, Paint, Places, Point, Scene, base_line};

use super::place::place;

/// The size of type.
const SIZE: f32 = 16.0;
/// The radius of a vertex.
const RADIUS: f32 = 24.0;
/// The distance of neighbours.
const STEP: f32 = 110.0;
/// The length of the head of an arc.
const HEAD: f32 = 12.0;

pub fn compose(chart: &Chart, links: &Links, show: Show) -> Scene {
    let places = place(chart.cells.len(), &links.ends);
    let side =
        |axis: usize| places.iter().map(|place| place[axis]).fold(0.0, f64::max) as f32 * STEP;
    let (width, height) = (side(0), side(1));
    // Loops and marks reach over a vertex.
    let margin = PADDING + 1.9 * RADIUS;
    let width = (width + 2.0 * margin)
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
                margin + place[0] as f32 * STEP,
                top + place[1] as f32 * STEP,
            ]
            .map(f32::round)
        })
        .collect();
    for &(from, to) in &links.ends {
        edge(
            [places[from], places[to]],
            links.directed,
            (EDGE, 2.0),
            &mut scene,
        );
    }
    for (label, &(from, to)) in links.labels.iter().zip(&links.ends) {
        scene.text(
            beside(places[from], places[to]),
            label,
            SIZE - 2.0,
            INK,
            "middle",
        );
    }
    for step in links.path.windows(2) {
        edge(
            [places[step[0]], places[step[1]]],
            false,
            (PATH, 5.0),
            &mut scene,
        );
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

/// A line from the rim of a circle to that of another or a loop, with a head if it is an arc.
fn edge([from, to]: [Point; 2], directed: bool, (colour, thick): (Rgb, f32), scene: &mut Scene) {
    if from == to {
        let centre = [from[0], from[1] - 1.25 * RADIUS];
        scene.circle(centre, 0.6 * RADIUS, Paint::line(colour, thick));
        if directed {
            arrow_head(
                [from[0] + 0.4 * RADIUS, from[1] - 0.9 * RADIUS],
                [-0.5, 0.85],
                colour,
                scene,
            );
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

/// The place of a text at an arc: above a loop; else right of its first third, so that arcs both ways have one each.
fn beside(from: Point, to: Point) -> Point {
    let apart = [to[0] - from[0], to[1] - from[1]];
    let length = apart[0].hypot(apart[1]);
    if length == 0.0 {
        return [from[0], from[1] - 1.95 * RADIUS];
    }
    let along = |axis: usize| from[axis] + 0.4 * apart[axis];
    [
        along(0) - 14.0 * apart[1] / length,
        base_line(along(1) + 14.0 * apart[0] / length, SIZE - 2.0),
    ]
}

fn arrow_head(tip: Point, way: [f32; 2], fill: Rgb, scene: &mut Scene) {
    let back = [tip[0] - HEAD * way[0], tip[1] - HEAD * way[1]];
    let across = [-way[1] * HEAD * 0.45, way[0] * HEAD * 0.45];
    let side = |sign: f32| [back[0] + sign * across[0], back[1] + sign * across[1]];
    scene.path(&[tip, side(1.0), side(-1.0)], Paint::fill(fill));
}

/// A circle with its number above and what is shown of it below.
fn vertex(chart: &Chart, show: Show, number: u64, cell: Cell, centre: Point, scene: &mut Scene) {
    let fill = palette::fill(chart, cell, show);
    if cell.target {
        scene.circle(centre, RADIUS + 6.0, Paint::line(TARGET, 4.0));
    }
    let line = if cell.pieces > 0 {
        (PIECE, 4.0)
    } else {
        (EDGE, 1.5)
    };
    scene.circle(
        centre,
        RADIUS,
        Paint {
            fill: Some(fill),
            line: Some(line),
        },
    );
    let mut write = |text: &str, middle: f32, most: f32| {
        // Long texts are written smaller, so that they stay within the circle.
        let room = 1.7 * RADIUS / (text.chars().count().max(1) as f32 * ADVANCE);
        on_colour([centre[0], middle], text, most.min(room), fill, scene);
    };
    write(&number.to_string(), centre[1] - 0.36 * RADIUS, SIZE);
    if !matches!(cell.kind, Kind::Used | Kind::Idle) {
        write(
            &chart.label(cell, show),
            centre[1] + 0.42 * RADIUS,
            SIZE - 2.0,
        );
    }
    if cell.pieces > 1 {
        let at = [centre[0] + 1.1 * RADIUS, centre[1] - 0.9 * RADIUS];
        scene.text(at, &format!("×{}", cell.pieces), SIZE - 2.0, INK, "start");
    }
}
