//! Factor and geography: a maximum matching with what proves it.
//!
//! The vertices that may still be visited, without the token's own, form a graph H; a move wins
//! exactly when some maximum matching of H misses the vertex it goes to (Fraenkel, Scheinerman and
//! Ullman 1993). The certificate parts the vertices of H as Gallai and Edmonds do, into A (the
//! barrier), D and C. It is checked that
//!
//! 1. each component of D is built up from a vertex by ears (Lovász 1972). Such a graph has an odd
//!    number of vertices and, whichever one of them is left out, a perfect matching of the others:
//!    where the one is on the last ear, the vertices of the ear before and behind it come in pairs but
//!    for one end, which is left out of the rest; where it is not, the inner vertices of the ear come
//!    in pairs;
//! 2. C has a perfect matching, the pairs listed;
//! 3. each vertex of A has a neighbour, its mate, in a component of D, no two in the same;
//! 4. no edge of H leads from one of these components to another, or to C;
//! 5. each vertex of A has another neighbour, its parent, in a component of D that is reached: one
//!    into which no vertex of A, or one listed before, is matched.
//!
//! By 1 to 3 there is a matching that misses a vertex of each component of D without mate in A. By 4
//! every matching misses as many, since only vertices of A can help an odd component (the easy half of
//! the formula of Tutte and Berge): this one is maximum. And every maximum matching covers C and A,
//! which have no vertex to spare, while each vertex of D is missed by one: by 5 the vertices of A can
//! be matched one component back towards one that is missed, so that any component is missed
//! instead, and by 1 any vertex of it.

mod left;
mod parts;

use super::{Checked, Meter, rejected, verdict};
use crate::GameId;
use crate::certificate::{Barrier, Ears};
use grundy_record::{Ask, Field, Move, Record};
use parts::Parts;

pub use left::Left;

pub(super) fn derive(
    record: &Record<'_>,
    game: GameId,
    (missed, barrier, pairs): (&Ears, &[Barrier], &[(u32, u32)]),
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let left = Left::of(record, game, meter)?;
    let mut winning = Vec::new();
    if !left.legal.is_empty() {
        let parts = Parts::new(&left, missed, barrier, pairs)?;
        let misses = |name: &u32| left.index(*name).is_some_and(|vertex| parts.is_missed(vertex));
        winning.extend(left.legal.iter().copied().filter(misses).map(|name| Move::Number(u64::from(name))));
    } else if !missed.is_empty() || !barrier.is_empty() || !pairs.is_empty() {
        return rejected("where there is no move, there is nothing to match");
    }
    record
        .asks
        .iter()
        .map(|&ask| {
            let verdict = verdict(!winning.is_empty(), winning.len() as u128);
            Ok(match ask {
                Ask::Verdict => Field::Verdict(verdict),
                Ask::Winner => Field::Winner(verdict.outcome()),
                Ask::Count => Field::Count(winning.len() as u128),
                Ask::Moves => Field::Moves(winning.clone()),
                Ask::Best => {
                    let first = left.legal.first().map(|&name| Move::Number(u64::from(name)));
                    Field::Best(winning.first().cloned().or(first))
                }
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}
