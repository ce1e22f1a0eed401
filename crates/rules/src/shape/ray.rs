//! Rays: `[a-k,b-k] for k in 1..min(a,b)`, or `[i,b] for i in 0..a-1`.

use super::linear::linear;
use crate::tree::{Expr, Function, MoveKind, Qualifier, RangeEnds};

/// The numbers that a kind of moves lowers together by any amount from 1 on, as far as all of them go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The indices of the numbers, ascending.
    pub falling: Vec<usize>,
    /// Whether the kind is written by the amount, and not as any smaller number.
    pub by_amount: bool,
}

impl Ray {
    /// Returns the ray of a kind of moves, if it is one.
    #[must_use]
    pub fn of(kind: &MoveKind) -> Option<Ray> {
        let ([part], [Qualifier::For(name, set)]) = (&kind.parts[..], &kind.qualifiers[..]) else {
            return None;
        };
        let RangeEnds { low, high } = set.range()?;
        let Expr::Number(low) = low else {
            return None;
        };
        let name = usize::from(*name);
        let mut lowered = Vec::new();
        let mut smaller = Vec::new();
        for (i, e) in part.iter().enumerate() {
            let e = linear(e)?;
            let others = (0..name).all(|j| j == i || e.of(j) == 0);
            match (e.of(i), e.of(name), e.constant, others) {
                (1, 0, 0, true) => {}
                (1, -1, 0, true) => lowered.push(i),
                (0, 1, 0, true) => smaller.push(i),
                _ => return None,
            }
        }
        match (&lowered[..], &smaller[..], low) {
            (&[], &[i], 0) => {
                let below = linear(high)?;
                let is_below = below.of(i) == 1
                    && below.constant == -1
                    && (0..name).all(|j| j == i || below.of(j) == 0);
                is_below.then_some(Ray {
                    falling: smaller,
                    by_amount: false,
                })
            }
            (&[_, ..], &[], 1) => {
                let mut bounds = Vec::new();
                least(high, &mut bounds)?;
                bounds.sort_unstable();
                bounds.dedup();
                (bounds == lowered).then_some(Ray {
                    falling: lowered,
                    by_amount: true,
                })
            }
            _ => None,
        }
    }
}

/// Returns the names of which an expression is the least.
fn least(e: &Expr, names: &mut Vec<usize>) -> Option<()> {
    match e {
        Expr::Name(name) => names.push(usize::from(*name)),
        Expr::Call(Function::Min, arguments) => {
            arguments.iter().try_for_each(|a| least(a, names))?;
        }
        _ => return None,
    }
    Some(())
}
