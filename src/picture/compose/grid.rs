//! A grid of cells with its axes.

use super::{PADDING, head, legend, marks, on_colour, text, text_room, type_size};
use crate::picture::chart::{Chart, Kind, Show};
use crate::picture::palette::{self, GRID};
use crate::picture::scene::{ADVANCE, Anchor, Paint, Places, Point, Scene, Shape, base_line, text_width};

/// How many pixels the longer side of a map is, about.
const TARGET: usize = 1200;
/// The largest cell.
const MAX_CELL: usize = 40;
/// A map is drawn at two pixels a cell up to this side: lines of one pixel are lost to the eye.
const DOUBLED: usize = 2048;
/// From this size on, cells are parted by lines.
const GRID_FROM: usize = 10;
/// The most cells drawn as shapes.
const MAX_SHAPES: usize = 40_000;

pub fn compose(chart: &Chart, show: Show) -> Scene {
    let (rows, cols) = (chart.rows(), chart.cols);
    let least = if rows.max(cols) <= DOUBLED { 2 } else { 1 };
    let cell = (TARGET / rows.max(cols).max(1)).clamp(least, MAX_CELL);
    let (map_width, map_height) = ((cols * cell) as f32, (rows * cell) as f32);
    let size = type_size(map_width.max(map_height));
    let digit = ADVANCE * size;

    let last_row = (0..rows).filter_map(|row| chart.row_number(row)).max();
    let row_digits = last_row.map_or(0, |number| number.to_string().len()) as f32;
    let name_width = if row_digits > 0.0 { text_width(chart.row_name, size) } else { 0.0 };
    let left = (PADDING + name_width.max(row_digits * digit) + 0.5 * size).ceil();
    let col_digits = chart.col_number(cols.saturating_sub(1)).to_string().len() as f32;
    // The number of the last column may reach over the map's edge.
    let right = PADDING + col_digits * digit / 2.0;
    let width = (left + map_width + right).max(text_room(chart, show, left, size)).ceil();
    let mut scene = Scene { width: width as usize, ..Scene::default() };

    let axis = head(chart, size, &mut scene);
    let top = (axis + 2.8 * size).ceil();
    scene.shapes.push(text([left, axis + size], chart.col_name, size, Anchor::Start));
    if row_digits > 0.0 {
        scene.shapes.push(text([PADDING, axis + 2.4 * size], chart.row_name, size, Anchor::Start));
    }
    let room = col_digits * digit + 0.5 * size;
    for col in ticks(cols, chart.col_number(0), (room / cell as f32).ceil() as usize) {
        let middle = left + (col * cell + cell / 2) as f32;
        let number = chart.col_number(col).to_string();
        scene.shapes.push(text([middle, axis + 2.4 * size], &number, size, Anchor::Middle));
    }
    let first = if chart.is_line() { 0 } else { chart.row_number(0).unwrap_or(0) };
    let room = if 1.4 * size > cell as f32 { 2.8 * size } else { cell as f32 };
    for row in ticks(rows, first, (room / cell as f32).ceil() as usize) {
        let Some(number) = chart.row_number(row) else { continue };
        let middle = top + (row * cell) as f32 + cell as f32 / 2.0;
        let at = [left - 0.4 * size, base_line(middle, size)];
        scene.shapes.push(text(at, &number.to_string(), size, Anchor::End));
    }

    let map = [left, top];
    scene.places = Places::Grid { at: map, side: cell as f32, cols };
    if chart.cells.len() <= MAX_SHAPES {
        cells(chart, show, map, cell, &mut scene);
    } else {
        let colours = chart.cells.iter().map(|&cell| palette::fill(chart, cell, show)).collect();
        scene.shapes.push(Shape::Pixels { at: map, cell, cols, colours });
    }
    // Marks come last: those of tiny cells reach over their neighbours.
    let side = cell.max((scene.width / 100).min(21)) as f32;
    let out = ((side - cell as f32) / 2.0).floor();
    for (index, &marked) in chart.cells.iter().enumerate() {
        if marked.pieces > 0 || marked.target {
            let [x, y] = corner(map, cell, index / cols, index % cols);
            marks(marked, palette::fill(chart, marked, show), [x - out, y - out], side, &mut scene);
        }
    }
    let end = legend(chart, show, [left, top + map_height + PADDING], size, &mut scene);
    scene.height = end.ceil() as usize;
    scene
}

fn corner(map: Point, cell: usize, row: usize, col: usize) -> Point {
    [map[0] + (col * cell) as f32, map[1] + (row * cell) as f32]
}

/// Cells of one colour that stand side by side as one rectangle, then lines, then labels.
fn cells(chart: &Chart, show: Show, map: Point, side: usize, scene: &mut Scene) {
    let (rows, cols) = (chart.rows(), chart.cols);
    for row in 0..rows {
        let mut col = 0;
        while col < cols {
            let fill = palette::fill(chart, chart.cell(row, col), show);
            let run = (col..cols)
                .take_while(|&next| {
                    let cell = chart.cell(row, next);
                    cell.kind != Kind::Outside && palette::fill(chart, cell, show) == fill
                })
                .count();
            if run > 0 {
                let (at, size) = (corner(map, side, row, col), [(run * side) as f32, side as f32]);
                scene.shapes.push(Shape::Area { at, size, paint: Paint::fill(fill) });
            }
            col += run.max(1);
        }
    }
    if side >= GRID_FROM {
        let line = |from, to| Shape::Path { points: vec![from, to], paint: Paint::line(GRID, 1.0) };
        for col in 0..=cols {
            scene.shapes.push(line(corner(map, side, 0, col), corner(map, side, rows, col)));
        }
        for row in 0..=rows {
            scene.shapes.push(line(corner(map, side, row, 0), corner(map, side, row, cols)));
        }
    }
    let longest = chart.cells.iter().map(|&cell| chart.label(cell, show).chars().count()).max().unwrap_or(0);
    let room = (side as f32 - 4.0) / (longest.max(1) as f32 * ADVANCE);
    let size = (0.45 * side as f32).min(room).floor();
    // Smaller type than this is not read.
    if longest == 0 || size < 6.0 {
        return;
    }
    for (index, &cell) in chart.cells.iter().enumerate() {
        let [x, y] = corner(map, side, index / cols, index % cols);
        let half = side as f32 / 2.0;
        let fill = palette::fill(chart, cell, show);
        on_colour([x + half, y + half], chart.label(cell, show), size, fill, scene);
    }
}

/// The indices with a number at an axis: every 1, 2, 5, 10, … so that they do not touch, at round
/// numbers.
fn ticks(count: usize, first: u64, room: usize) -> impl Iterator<Item = usize> {
    let mut step = 1;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut decade = 1;
    while step < room {
        let factor = factors.next().unwrap_or(10);
        step = decade * factor;
        if factor == 10 {
            decade = step;
        }
    }
    (0..count).filter(move |&index| (first + index as u64).is_multiple_of(step as u64))
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
