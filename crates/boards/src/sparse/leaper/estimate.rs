//! When the sparse engine is worth its trouble.
//!
//! Both are told in the units of work of the squares: about five a nanosecond.

use crate::dense::rows::Shape;
use crate::theory::budget::Budget;

/// Boards to this many cells are swept without further thought.
const SMALL: u64 = 1 << 20;

/// Units for one damaged cell: the leaf it lies in, and 50 look-ups on the way there.
const DAMAGE: u64 = 40_000;

/// The least units that the squares take for so many damaged cells; lines that cross add to it.
pub fn sparse_work(damaged: u64) -> u64 {
    damaged.saturating_mul(DAMAGE)
}

/// Units that the dense engine takes: 0.1 ns for a step tried at a cell.
pub fn dense_work(shape: Shape, steps: u64) -> u64 {
    shape.area().saturating_mul(steps) / 2
}

/// What to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The dense engine alone.
    Dense,
    /// The squares with this much work, and if that does not do, the dense engine.
    SparseFirst(u64),
    /// The squares alone, since the dense engine would pass a limit.
    Sparse,
}

/// How to solve a board given by its size and damage.
pub fn plan(shape: Shape, steps: u64, damaged: u64, budget: &Budget) -> Plan {
    let within =
        shape.area() / 8 <= budget.memory / 16 * 15 && shape.area().saturating_mul(steps) <= budget.work;
    let dense = dense_work(shape, steps);
    if !within {
        Plan::Sparse
    } else if shape.area() <= SMALL || sparse_work(damaged) >= dense {
        Plan::Dense
    } else {
        Plan::SparseFirst(dense.min(budget.work))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_where_the_costs_meet() {
        let square = |side| Shape { rows: side, columns: side };
        let budget = Budget::default();
        assert_eq!(plan(square(1024), 4, 0, &budget), Plan::Dense);
        let shape = square(4096);
        let most = dense_work(shape, 4);
        let border = (0..1 << 20).find(|&n| plan(shape, 4, n, &budget) == Plan::Dense).unwrap();
        assert!(sparse_work(border) >= most && sparse_work(border - 1) < most);
        assert_eq!(plan(shape, 4, border - 1, &budget), Plan::SparseFirst(most));
        assert_eq!(plan(square(1 << 16), 4, 10, &budget), Plan::SparseFirst(1 << 33));
        assert_eq!(plan(square(1 << 18), 4, 1 << 30, &budget), Plan::Sparse);
        let little = Budget { memory: 1 << 20, ..budget };
        assert_eq!(plan(shape, 4, border, &little), Plan::Sparse);
    }
}
