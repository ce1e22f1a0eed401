//! Blocks of kings, and lines that cross.

use grundy_grids::sparse::king::block::{
    CORNER, INNER, OUTER, Shown, letter, step, step_damaged, transpose_mask, values,
};
use grundy_grids::sparse::king::patterns::{Family, LinePattern, PatternTable};

#[test]
fn the_domains_are_fixed_and_the_diagonal_moves_on() {
    // Rules 01/32, 03/12 and 01/12 of the undamaged board, by hand.
    let shown = |bottom, right| Shown { bottom, right };
    assert_eq!(step(CORNER, INNER, OUTER), shown(OUTER, INNER));
    assert_eq!(step(CORNER, OUTER, INNER), shown(INNER, OUTER));
    assert_eq!(step(CORNER, OUTER, OUTER), shown(INNER, INNER));
    assert_eq!(values(0, CORNER, OUTER, OUTER), [0, 1, 1, 2]);
}

#[test]
fn transposing_a_block_transposes_what_it_shows() {
    for mask in 0..16 {
        for at in 0..1024usize {
            let corner = (at >> 8) as u8;
            let left = (at >> 4 & 15) as u8;
            let top = (at & 15) as u8;
            let shown = step_damaged(mask, corner, left, top);
            let transposed = Shown {
                bottom: shown.right,
                right: shown.bottom,
            };
            assert_eq!(
                step_damaged(transpose_mask(mask), corner, top, left),
                transposed
            );
        }
    }
}

#[test]
fn single_lines_cross_as_published() {
    // Upper right domain: the odd column flipped shows 31 below, both flipped 01; the odd row
    // flipped shows 13 at the right, both flipped 03. (outer, inner) shifts as measured on
    // boards by hand: columns move only at rows of both flipped, rows move always.
    let mut pattern_table = PatternTable::default();
    let v = [letter(3, 1), letter(0, 1)].map(|l| {
        pattern_table
            .id(Family::Outer, LinePattern::default().with(l))
            .unwrap()
    });
    let h = [letter(1, 3), letter(0, 3)].map(|l| {
        pattern_table
            .id(Family::Inner, LinePattern::default().with(l))
            .unwrap()
    });
    let mut shifts = Vec::new();
    for outer in v {
        for inner in h {
            let c = pattern_table.crossing(outer, inner).unwrap();
            shifts.push((c.outer.push, c.inner.push));
        }
    }
    assert_eq!(shifts, [(0, 1), (1, 0), (0, 1), (1, 1)]);
}

#[test]
fn letters_of_a_pattern() {
    let pattern = LinePattern::default().with(0).with(11).with(7);
    assert_eq!(pattern.width(), 3);
    assert_eq!(pattern.letters().collect::<Vec<_>>(), [0, 11, 7]);
}
