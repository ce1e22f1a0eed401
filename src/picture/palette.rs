//! Colours that keep their meaning for colour-blind eyes and in grey.

use super::chart::{Cell, Chart, Kind, MAX_HUES, Show};

/// Red, green, blue.
pub type Rgb = [u8; 3];

pub const PAPER: Rgb = [255, 255, 255];
pub const INK: Rgb = [34, 34, 34];
pub const GRID: Rgb = [200, 200, 200];
pub const PIECE: Rgb = [20, 20, 20];
pub const TARGET: Rgb = [200, 0, 90];
const DAMAGED: Rgb = [70, 70, 70];
const USED: Rgb = [205, 205, 205];
const IDLE: Rgb = [236, 236, 236];
const WIN: Rgb = [190, 222, 244];
const LOSE: Rgb = [213, 94, 0];
const DRAW: Rgb = [240, 228, 120];
pub const EDGE: Rgb = [120, 120, 120];
pub const PATH: Rgb = [30, 30, 30];

/// Colours of the values 1, 2, …; 0 has the colour of a lost position.
const VALUES: [Rgb; 12] = [
    [222, 235, 247],
    [158, 202, 225],
    [66, 146, 198],
    [8, 81, 156],
    [199, 233, 192],
    [116, 196, 118],
    [35, 139, 69],
    [0, 90, 50],
    [218, 218, 235],
    [158, 154, 200],
    [106, 81, 163],
    [63, 0, 125],
];

/// Colours of the directions of moves, told apart by colour-blind eyes as far as ten can be.
pub const HUES: [Rgb; MAX_HUES] = [
    [166, 206, 227],
    [178, 223, 138],
    [251, 180, 174],
    [253, 218, 150],
    [202, 178, 214],
    [255, 255, 179],
    [204, 235, 197],
    [217, 217, 217],
    [141, 211, 199],
    [252, 205, 229],
];

/// The colour of a cell of a chart.
pub fn fill(chart: &Chart, cell: Cell, show: Show) -> Rgb {
    match (cell.kind, show, cell.value) {
        (Kind::Outside, ..) => PAPER,
        (Kind::Damaged, ..) => DAMAGED,
        (Kind::Used, ..) => USED,
        (Kind::Idle, ..) => IDLE,
        (Kind::Win | Kind::Lose, Show::Values, Some(value)) => of_value(value, chart.largest_value),
        (Kind::Win, Show::Moves, _) => of_move(chart, cell),
        (Kind::Win | Kind::Lose | Kind::Draw, Show::Values, None) if cell.infinite.is_some() => DRAW,
        (Kind::Win, ..) => WIN,
        (Kind::Lose, ..) => LOSE,
        (Kind::Draw, ..) => DRAW,
    }
}

/// The colour of a value: one of its own if there are few values, else a shade from light to dark.
fn of_value(value: u32, largest: u32) -> Rgb {
    let Some(above) = value.checked_sub(1) else { return LOSE };
    if largest as usize <= VALUES.len() {
        return VALUES[above as usize % VALUES.len()];
    }
    // Between the stops of a scale that grows darker evenly (after viridis, turned round).
    const STOPS: [Rgb; 5] = [[253, 231, 37], [94, 201, 98], [33, 145, 140], [59, 82, 139], [68, 1, 84]];
    let steps = 4 * 256;
    let at = (u64::from(above) * steps / u64::from(largest.max(1))).min(steps - 1);
    let (stop, part) = ((at / 256) as usize, at % 256);
    let mix = |channel: usize| {
        let (from, to) = (u64::from(STOPS[stop][channel]), u64::from(STOPS[stop + 1][channel]));
        ((from * (256 - part) + to * part) / 256) as u8
    };
    [mix(0), mix(1), mix(2)]
}

fn of_move(chart: &Chart, cell: Cell) -> Rgb {
    let hue = chart.winning_move(cell).and_then(|name| name.hue);
    hue.map_or(WIN, |hue| HUES[hue % HUES.len()])
}

/// Black or white, whichever is read better on a colour. The contrast is at least 4.5 to 1, since
/// those of black and of white on one colour have the product 21.
pub fn ink_on(fill: Rgb) -> Rgb {
    const BLACK: Rgb = [0, 0, 0];
    if contrast(BLACK, fill) >= contrast(PAPER, fill) { BLACK } else { PAPER }
}

/// The colour of a ring on a colour: dark, but white if that is hardly seen. WCAG 2.2 asks for 3 to 1.
pub fn ring_on(fill: Rgb) -> Rgb {
    if contrast(PIECE, fill) >= 3.0 { PIECE } else { PAPER }
}

/// The contrast of two colours, from 1 to 21, as WCAG 2.2 defines it.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The relative luminance of a colour, as WCAG 2.2 defines it.
fn luminance(colour: Rgb) -> f64 {
    let [r, g, b] = colour.map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_written_on_a_cell_can_be_read() {
        let mut fills = vec![PAPER, DAMAGED, USED, IDLE, WIN, LOSE, DRAW];
        fills.extend(HUES);
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
