//! The colours of charts, which keep their meaning for colour-blind eyes and in grey.

#![expect(
    clippy::unreadable_literal,
    reason = "colours are written as everywhere else"
)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a mean of two bytes is a byte"
)]

use super::chart::{CellKind, Chart, ChartCell, MAX_HUES, Show};

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// Reads a colour in the notation of the web: red, green and blue, eight bits each.
const fn rgb(colour: u32) -> Rgb {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

pub const PAPER: Rgb = rgb(0xffffff);
pub const INK: Rgb = rgb(0x222222);
pub const GRID: Rgb = rgb(0xc8c8c8);
pub const PIECE_COLOUR: Rgb = rgb(0x141414);
pub const TARGET_COLOUR: Rgb = rgb(0xc8005a);
const DAMAGED_COLOUR: Rgb = rgb(0x464646);
const USED_COLOUR: Rgb = rgb(0xcdcdcd);
const IDLE_COLOUR: Rgb = rgb(0xececec);
const WIN_COLOUR: Rgb = rgb(0xbedef4);
const LOSE_COLOUR: Rgb = rgb(0xd55e00);
const DRAW_COLOUR: Rgb = rgb(0xf0e478);
pub const EDGE_COLOUR: Rgb = rgb(0x787878);
pub const PATH_COLOUR: Rgb = rgb(0x1e1e1e);

/// The colours of the values 1, 2, …; 0 has the colour of a lost position.
const VALUE_COLOURS: [u32; 12] = [
    0xdeebf7, 0x9ecae1, 0x4292c6, 0x08519c, 0xc7e9c0, 0x74c476, 0x238b45, 0x005a32, 0xdadaeb,
    0x9e9ac8, 0x6a51a3, 0x3f007d,
];

/// The colours of the directions of moves, which colour-blind eyes can distinguish as far as that is possible with ten.
pub const HUES: [u32; MAX_HUES] = [
    0xa6cee3, 0xb2df8a, 0xfbb4ae, 0xfdda96, 0xcab2d6, 0xffffb3, 0xccebc5, 0xd9d9d9, 0x8dd3c7,
    0xfccde5,
];

/// Returns the colour of a cell of a chart.
pub fn fill(chart: &Chart, cell: ChartCell, show: Show) -> Rgb {
    match (cell.kind, show, cell.value) {
        (CellKind::Outside, ..) => PAPER,
        (CellKind::Damaged, ..) => DAMAGED_COLOUR,
        (CellKind::Used, ..) => USED_COLOUR,
        (CellKind::Idle, ..) => IDLE_COLOUR,
        (CellKind::Win | CellKind::Lose, Show::Values, Some(value)) => {
            of_value(value, chart.largest_value)
        }
        (CellKind::Win, Show::Moves, _) => {
            let hue = chart.winning_move(cell).and_then(|name| name.hue);
            hue.map_or(WIN_COLOUR, |hue| rgb(HUES[hue % HUES.len()]))
        }
        (CellKind::Win | CellKind::Lose | CellKind::Draw, Show::Values, None)
            if cell.infinite.is_some() =>
        {
            DRAW_COLOUR
        }
        (CellKind::Win, ..) => WIN_COLOUR,
        (CellKind::Lose, ..) => LOSE_COLOUR,
        (CellKind::Draw, ..) => DRAW_COLOUR,
    }
}

/// Lists the colours of all cells of a chart.
#[cfg(feature = "pictures")]
pub fn fills(chart: &Chart, show: Show) -> Vec<Rgb> {
    chart
        .cells
        .iter()
        .map(|&cell| fill(chart, cell, show))
        .collect()
}

/// The stops of a scale that grows darker evenly (viridis, from its light end).
const STOPS: [u32; 5] = [0xfde725, 0x5ec962, 0x21918c, 0x3b528b, 0x440154];

/// Returns the colour of a value: one of its own if there are few values, else a shade from light to dark.
fn of_value(value: u32, largest: u32) -> Rgb {
    let Some(above) = value.checked_sub(1) else {
        return LOSE_COLOUR;
    };
    if largest as usize <= VALUE_COLOURS.len() {
        return rgb(VALUE_COLOURS[above as usize % VALUE_COLOURS.len()]);
    }
    // The colour lies between two stops.
    let steps = 4 * 256;
    let at = (u64::from(above) * steps / u64::from(largest.max(1))).min(steps - 1);
    let stop = (at / 256) as usize; // at most 3
    let part = at % 256;
    let mix = |channel: usize| {
        let from = u64::from(rgb(STOPS[stop])[channel]);
        let to = u64::from(rgb(STOPS[stop + 1])[channel]);
        ((from * (256 - part) + to * part) / 256) as u8
    };
    [mix(0), mix(1), mix(2)]
}

/// The luminance of a colour on which black and white have equal contrasts.
const MIDDLE_LUMINANCE: f64 = 0.179_129;
/// The luminance of a colour on which [`PIECE_COLOUR`] has the contrast of 3 to 1 that WCAG 2.2 wants.
const RING_LUMINANCE: f64 = 0.120_99;

/// Returns black or white, whichever is read better on a colour.
pub fn ink_on(fill: Rgb) -> Rgb {
    if luminance(fill) >= MIDDLE_LUMINANCE {
        [0; 3]
    } else {
        PAPER
    }
}

/// Returns the colour of a ring on a colour: dark, but white if the contrast of [`PIECE_COLOUR`] is too small.
pub fn ring_on(fill: Rgb) -> Rgb {
    if luminance(fill) >= RING_LUMINANCE {
        PIECE_COLOUR
    } else {
        PAPER
    }
}

/// Computes the relative luminance of a colour, as WCAG 2.2 defines it.
fn luminance(colour: Rgb) -> f64 {
    let [r, g, b] = colour.map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast of two colours, from 1 to 21, as WCAG 2.2 defines it.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn everything_written_on_a_cell_can_be_read() {
        let mut fills = vec![
            PAPER,
            DAMAGED_COLOUR,
            USED_COLOUR,
            IDLE_COLOUR,
            WIN_COLOUR,
            LOSE_COLOUR,
            DRAW_COLOUR,
        ];
        fills.extend(HUES.map(rgb));
        for largest in [12, 13, 1000] {
            fills.extend((0..=largest).map(|value| of_value(value, largest)));
        }
        for fill in fills {
            assert!(contrast(ink_on(fill), fill) >= 4.5, "{fill:?}");
            assert!(contrast(ring_on(fill), fill) >= 3.0, "{fill:?}");
        }
        assert!(contrast(INK, PAPER) >= 4.5);
        assert!((contrast([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
    }
}
