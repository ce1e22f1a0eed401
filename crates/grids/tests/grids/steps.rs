//! Steps, and what they reach.

use grundy_base::budget::Budget;
use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_base::testing::sized;
use grundy_grids::steps::{Point, after, fall_somewhere, falling_weights, values};
use grundy_values::mex::mex;

#[test]
fn half_planes_are_found() {
    let mut random = Random::new(12);
    for _ in 0..sized(500, 4000) {
        let count = 1 + random.below(4);
        let part = |random: &mut Random| random.below(7) as i64 - 3;
        let steps: Vec<Cell<i64>> = (0..count)
            .map(|_| Cell::new(part(&mut random), part(&mut random)))
            .filter(|step| *step != Cell::new(0, 0))
            .collect();
        // Weights of small steps are small: all of them are tried.
        let by_hand = (-40..=40).any(|a| {
            (-40..=40).any(|b| steps.iter().all(|step| a * step.row + b * step.column < 0))
        });
        assert_eq!(fall_somewhere(&steps), by_hand, "{steps:?}");
        let points: Vec<Point> = steps
            .iter()
            .map(|step| [step.row, step.column, 0, 0])
            .collect();
        let by_hand = (0..=40)
            .any(|a| (0..=40).any(|b| steps.iter().all(|step| a * step.row + b * step.column < 0)));
        let found = falling_weights(&points, 2);
        assert_eq!(found.is_some(), by_hand, "{steps:?}");
        if let Some([a, b, ..]) = found {
            assert!(a >= 0 && b >= 0);
            assert!(steps.iter().all(|step| a * step.row + b * step.column < 0));
        }
    }
    assert!(
        fall_somewhere(&[(64, -63), (63, -62), (-64, 64)].map(Cell::from))
            == fall_somewhere(&[(64, -63), (63, -62), (-1, 1)].map(Cell::from))
    );
}

#[test]
fn values_are_the_mex_of_the_options() {
    // Steps that raise one number and lower the other by more.
    let steps: [Point; 3] = [[-2, 1, 0, 0], [1, -3, 0, 0], [-1, 0, 0, 0]];
    assert!(falling_weights(&steps, 2).is_some());
    let legal = |p: &Point| p.iter().all(|&x| x >= 0) && *p != [2, 2, 0, 0];
    let found = values(&steps, [[9, 9, 0, 0]], legal, &Budget::default()).unwrap();
    assert!(found.len() > 30);
    for (position, &value) in &found {
        let options = steps
            .iter()
            .filter_map(|step| after(position, step))
            .filter(|p| legal(p));
        assert_eq!(
            value,
            mex(options.map(|option| found[&option])),
            "{position:?}"
        );
    }
    let lean = Budget {
        memory: 1 << 10,
        ..Budget::default()
    };
    assert!(values(&steps, [[99, 99, 0, 0]], legal, &lean).is_err());
}
