//! The picture of a grid of cells with its axes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "pictures have at most as many points as charts have cells, and sides are rounded up"
)]

use std::io;

use itertools::Itertools;

use super::measures::{ADVANCE, PADDING, base_line, mark_side, text_width, type_size};
use super::parts::{head, legend, marks, on_colour, text_room};
use crate::chart::{CellKind, Chart, Show};
use crate::palette::{self, GRID, INK};
use crate::scene::{Paint, Places, Point, Scene};

/// The length that the longer side of a map has, about, in pixels.
const USUAL_MAP_SIDE: usize = 1200;
/// The side of the largest cell, in pixels.
const MAX_CELL_SIDE: usize = 40;
/// The longest side of a map, in cells, of which each cell has two pixels or more: lines of one pixel are lost to the eye.
const DOUBLED: usize = 2048;
/// The side of the smallest cell, in pixels, that lines separate from others.
pub const GRID_FROM: usize = 10;
/// The size of the smallest type that can be read.
const MIN_TYPE_SIZE: f32 = 6.0;
/// The most cells that are drawn as shapes; larger maps are images, or are not drawn if there is no encoder of images.
const MAX_SHAPES: usize = if cfg!(feature = "pictures") {
    40_000
} else {
    1_000_000
};

/// Returns the side of a cell of a map, in pixels.
pub fn cell_side(chart: &Chart) -> usize {
    let longer = chart.rows().max(chart.cols);
    let least = if longer <= DOUBLED { 2 } else { 1 };
    (USUAL_MAP_SIDE / longer.max(1)).clamp(least, MAX_CELL_SIDE)
}

/// Draws a chart as a grid.
pub fn compose(chart: &Chart, show: Show) -> io::Result<Scene> {
    if cfg!(not(feature = "pictures")) && chart.cells.len() > MAX_SHAPES {
        return Err(io::Error::other(
            "a map of so many cells is an image: it needs the feature `pictures`",
        ));
    }
    let rows = chart.rows();
    let cols = chart.cols;
    let cell = cell_side(chart);
    let map_width = (cols * cell) as f32;
    let map_height = (rows * cell) as f32;
    let size = type_size(map_width.max(map_height));
    let digit = ADVANCE * size;

    let last_row = (0..rows).filter_map(|row| chart.row_number(row)).max();
    let row_digits = last_row.map_or(0, |number| number.to_string().len()) as f32;
    let name_width = if row_digits > 0.0 {
        text_width(chart.row_name, size)
    } else {
        0.0
    };
    let left = (PADDING + name_width.max(row_digits * digit) + 0.5 * size).ceil();
    let col_digits = chart.col_number(cols.saturating_sub(1)).to_string().len() as f32;
    // The number of the last column may reach over the map's edge.
    let right = PADDING + col_digits * digit / 2.0;
    let width = (left + map_width + right)
        .max(text_room(chart, show, left, size))
        .ceil();
    let mut scene = Scene {
        width: width as usize,
        ..Scene::default()
    };

    let axis = head(chart, size, &mut scene);
    let top = (axis + 2.8 * size).ceil();
    scene.text([left, axis + size], chart.col_name, size, INK, "start");
    if row_digits > 0.0 {
        scene.text(
            [PADDING, axis + 2.4 * size],
            chart.row_name,
            size,
            INK,
            "start",
        );
    }
    let line = axis + 2.4 * size;
    number_columns(chart, [left, line], cell, size, &mut scene);
    number_rows(chart, [left, top], cell, size, &mut scene);

    let map = [left, top];
    scene.places = Places::Grid {
        at: map,
        side: cell as f32,
        cols,
    };
    if chart.cells.len() <= MAX_SHAPES {
        cells(chart, show, map, cell, &mut scene);
    } else {
        #[cfg(feature = "pictures")]
        scene.pixels(map, cell, cols, &palette::fills(chart, show))?;
    }
    // Marks come last: those of tiny cells reach over their neighbours.
    mark_cells(chart, show, map, cell, &mut scene);
    let end = legend(
        chart,
        show,
        [left, top + map_height + PADDING],
        size,
        &mut scene,
    );
    scene.height = end.ceil() as usize;
    Ok(scene)
}

/// Writes the numbers of columns above the map, as many as there is room for. The first column begins at `at[0]`.
fn number_columns(chart: &Chart, at: Point, cell: usize, size: f32, scene: &mut Scene) {
    let cols = chart.cols;
    let last = chart.col_number(cols.saturating_sub(1)).to_string();
    let digit = ADVANCE * size;
    let room = last.len() as f32 * digit + 0.5 * size;
    let distance = (room / cell as f32).ceil() as usize;
    for col in ticks(cols, chart.col_number(0), distance) {
        let middle = at[0] + (col * cell + cell / 2) as f32;
        let number = chart.col_number(col).to_string();
        scene.text([middle, at[1]], &number, size, INK, "middle");
    }
}

/// Writes the numbers of rows left of the map, as many as there is room for.
fn number_rows(chart: &Chart, map: Point, cell: usize, size: f32, scene: &mut Scene) {
    let first = if chart.is_line() {
        0
    } else {
        chart.row_number(0).unwrap_or(0)
    };
    let room = if 1.4 * size > cell as f32 {
        2.8 * size
    } else {
        cell as f32
    };
    let distance = (room / cell as f32).ceil() as usize;
    let rows: Vec<usize> = if chart.row_numbers.is_empty() {
        ticks(chart.rows(), first, distance).collect()
    } else {
        (0..chart.rows()).collect()
    };
    for row in rows {
        let Some(number) = chart.row_number(row) else {
            continue;
        };
        let middle = map[1] + (row * cell) as f32 + cell as f32 / 2.0;
        let at = [map[0] - 0.4 * size, base_line(middle, size)];
        scene.text(at, &number.to_string(), size, INK, "end");
    }
}

/// Draws pieces and the marks of targets.
fn mark_cells(chart: &Chart, show: Show, map: Point, cell: usize, scene: &mut Scene) {
    let side = mark_side(cell, scene.width) as f32;
    let out = ((side - cell as f32) / 2.0).floor();
    for (index, &marked) in chart.cells.iter().enumerate() {
        if marked.pieces > 0 || marked.target {
            let [x, y] = corner(map, cell, index / chart.cols, index % chart.cols);
            let fill = palette::fill(chart, marked, show);
            marks(marked, fill, [x - out, y - out], side, scene);
        }
    }
}

/// Returns the upper left corner of a cell.
fn corner(map: Point, cell: usize, row: usize, col: usize) -> Point {
    [map[0] + (col * cell) as f32, map[1] + (row * cell) as f32]
}

/// Draws the cells: first colours, then lines, then labels. Neighbours in a row that have one colour are one rectangle.
fn cells(chart: &Chart, show: Show, map: Point, side: usize, scene: &mut Scene) {
    let rows = chart.rows();
    let cols = chart.cols;
    for row in 0..rows {
        let fills = (0..cols).map(|col| {
            let cell = chart.cell(row, col);
            (cell.kind != CellKind::Outside).then(|| palette::fill(chart, cell, show))
        });
        let mut col = 0;
        for (run, fill) in fills.dedup_with_count() {
            if let Some(fill) = fill {
                let size = [(run * side) as f32, side as f32];
                scene.area(corner(map, side, row, col), size, Paint::fill(fill));
            }
            col += run;
        }
    }
    if side >= GRID_FROM {
        let columns = (0..=cols).map(|col| [(0, col), (rows, col)]);
        for ends in columns.chain((0..=rows).map(|row| [(row, 0), (row, cols)])) {
            scene.path(
                &ends.map(|(row, col)| corner(map, side, row, col)),
                Paint::line(GRID, 1.0),
            );
        }
    }
    let longest = chart
        .cells
        .iter()
        .map(|&cell| chart.label(cell, show).chars().count())
        .max()
        .unwrap_or(0);
    let room = (side as f32 - 4.0) / (longest.max(1) as f32 * ADVANCE);
    let size = (0.45 * side as f32).min(room).floor();
    if longest == 0 || size < MIN_TYPE_SIZE {
        return;
    }
    for (index, &cell) in chart.cells.iter().enumerate() {
        let [x, y] = corner(map, side, index / cols, index % cols);
        let half = side as f32 / 2.0;
        let fill = palette::fill(chart, cell, show);
        on_colour(
            [x + half, y + half],
            &chart.label(cell, show),
            size,
            fill,
            scene,
        );
    }
}

/// Lists the indices with a number at an axis: every 1, 2, 5, 10, … at round numbers, so that they do not touch. A number
/// needs the room of `room` cells.
fn ticks(count: usize, first: u64, room: usize) -> impl Iterator<Item = usize> {
    let mut steps = (0..19).flat_map(|decade| [1, 2, 5].map(|factor| factor * 10u64.pow(decade)));
    let step = steps.find(|&step| step >= room as u64).unwrap_or(u64::MAX);
    (0..count).filter(move |&index| (first + index as u64).is_multiple_of(step))
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_numbers_far_enough_apart() {
        assert_eq!(ticks(4, 1, 1).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(ticks(25, 1, 8).collect::<Vec<_>>(), [9, 19]);
        assert_eq!(ticks(100, 0, 40).collect::<Vec<_>>(), [0, 50]);
        assert_eq!(ticks(9, 1, 3).collect::<Vec<_>>(), [4]);
    }
}
