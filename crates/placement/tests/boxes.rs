//! Values of small boxes of Cram.

use grundy_placement::boxes::values;
use grundy_values::mex::mex;

#[test]
fn boxes_agree_with_the_definition() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (2, 4), (3, 3), (3, 4), (4, 3)] {
        let values = values(rows, columns);
        for set in 0..1usize << (rows * columns) {
            let mut options = Vec::new();
            for cell in 0..rows * columns {
                let right = (cell % columns + 1 < columns).then_some(3usize << cell);
                let below = (cell + columns < rows * columns).then_some((1 | 1 << columns) << cell);
                for domino in [right, below]
                    .into_iter()
                    .flatten()
                    .filter(|move_| set & move_ == *move_)
                {
                    options.push(u32::from(values[set & !domino]));
                }
            }
            assert_eq!(
                u32::from(values[set]),
                mex(options),
                "{rows}x{columns} {set:b}"
            );
        }
    }
}
