//! Parts whose values are theorems: paths, cycles and stars.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values of octal games have 16 bits"
)]

use std::sync::LazyLock;

use super::take::{Take, TakeKind, kind_of};
use grundy_base::budget::Budget;
use grundy_heaps::breaking::{Breaking, Code};
use grundy_rules::parts::Digit;
use grundy_values::mex::mex;

/// Dawson's Kayles, 0.07.
static DAWSONS_KAYLES: LazyLock<Breaking> = LazyLock::new(|| octal(&[0, 0, 7]));
/// Dawson's chess, 0.137.
static DAWSONS_CHESS: LazyLock<Breaking> = LazyLock::new(|| octal(&[0, 1, 3, 7]));

/// Makes the octal game of these digits.
fn octal(digits: &[u8]) -> Breaking {
    let digits: Vec<Digit> = digits.iter().map(|&bits| Digit::of(bits)).collect();
    let code = Code::new(&digits, &[]).expect("the digits are octal");
    Breaking::new(
        code,
        Budget {
            memory: 1 << 24,
            work: 1 << 30,
            threads: 1,
        },
    )
}

/// The games of Kayles on graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kayles {
    /// Node-Kayles: a move takes a vertex and its neighbours.
    Node,
    /// Arc-Kayles: a move takes an edge and all edges there.
    Arc,
}

impl Kayles {
    /// Returns the value of a connected graph whose vertices have these degrees, if it is a path or a cycle.
    ///
    /// Node-Kayles on a path of n vertices is Dawson's chess 0.137 with a heap of n, Arc-Kayles is Dawson's
    /// Kayles 0.07; in a cycle the first move leaves a path of n − 3, or n − 2, vertices.
    pub(super) fn value_of_line(self, degrees: impl Iterator<Item = usize>) -> Option<u32> {
        let mut vertices = 0u64;
        // The number of neighbours that the vertices lack, so that each would have two.
        let mut lacking = 0;
        for degree in degrees {
            vertices += 1;
            lacking += 2usize.checked_sub(degree)?;
        }
        let (game, taken) = match self {
            Kayles::Node => (&DAWSONS_CHESS, 3),
            Kayles::Arc => (&DAWSONS_KAYLES, 2),
        };
        let path = |vertices| game.grundy(vertices).ok().map(|value| value as u32);
        match lacking {
            0 => Some(mex([path(vertices.saturating_sub(taken))?])),
            2 => path(vertices),
            // The part is several paths: neighbouring cells may be of one part though no move links them.
            _ => None,
        }
    }
}

/// Returns the value of a part that is a path or a cycle of a game on a graph, or 1 if every move takes a cell that
/// all others need.
pub(super) fn value(cells: usize, takes: &[Take]) -> Option<u32> {
    let Some(first) = takes.first() else {
        return Some(0);
    };
    match kind_of(cells, takes) {
        TakeKind::Vertices => {
            Kayles::Node.value_of_line(takes.iter().map(|take| take.goes.len() - 1))
        }
        TakeKind::Edges => {
            let common = |cell: &u32| takes.iter().all(|take| take.needs.contains(cell));
            if first.needs.iter().any(common) {
                return Some(1);
            }
            let mut degrees = vec![0; cells];
            for &cell in takes.iter().flat_map(|take| &take.needs) {
                degrees[cell as usize] += 1;
            }
            Kayles::Arc.value_of_line(degrees.into_iter())
        }
        TakeKind::Single | TakeKind::General => None,
    }
}
