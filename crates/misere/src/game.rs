//! Heap games as this crate sees them: what a move may leave of a heap.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

use smallvec::SmallVec;

/// The heaps that a move leaves of a heap, in ascending order, none of them empty.
pub type HeapParts = SmallVec<[u64; 3]>;

/// A whole class of moves of a heap: every way to leave `parts` heaps, none of them empty, that add to `left`.
/// Moves that leave nothing are those of no parts and `left` 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveKind {
    /// The number left in all.
    pub left: u64,
    /// In how many heaps; at most 3.
    pub parts: u8,
    /// No two of them may be equal.
    pub unequal: bool,
}

/// The rules of a game of heaps, which are all alike.
pub trait HeapGame: Debug + Send + Sync {
    /// Visits the kinds of moves of a heap in the order of answers, until the visitor breaks.
    fn kinds(
        &self,
        _heap: u64,
        _each: &mut dyn FnMut(MoveKind) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Moves that are of no kind, each once, in the order of answers; here empty heaps may be left, too. They follow
    /// those of the kinds.
    fn others(&self, _heap: u64) -> Vec<HeapParts> {
        Vec::new()
    }

    /// Why the moves of a heap are not known, for those heaps that were met; to the others they are as none.
    fn troubles(&self) -> BTreeMap<u64, String> {
        BTreeMap::new()
    }

    /// The last heap that may be without a move, or have one that leaves only heaps to this one.
    fn last_breaking_into(&self, _heap: u64) -> Option<u64> {
        None
    }

    /// How far the classes of heaps must be known, so that this period of theirs holds for ever from this heap on.
    fn proving(&self, _preperiod: u64, _period: u64) -> Option<u64> {
        None
    }
}

/// Visits the ways to leave heaps of one kind with the smallest heap first, until the visitor breaks.
pub fn each_of(kind: MoveKind, mut each: impl FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let (left, step) = (kind.left, u64::from(kind.unequal));
    match kind.parts {
        parts @ (0 | 1) => each(&[left][..usize::from(parts)]),
        2 => (1..=left.saturating_sub(step) / 2).try_for_each(|a| each(&[a, left - a])),
        _ => (1..=left.saturating_sub(3 * step) / 3).try_for_each(|a| {
            (a + step..=(left - a).saturating_sub(step) / 2)
                .try_for_each(|b| each(&[a, b, left - a - b]))
        }),
    }
}

/// A visitor of heaps that moves leave: it breaks if it has seen enough.
pub type VisitParts<'v> = &'v mut dyn FnMut(&[u64]) -> ControlFlow<()>;

/// Visits what the moves of a heap leave, in the order of answers, until the visitor breaks.
pub fn each_move(game: &dyn HeapGame, heap: u64, each: VisitParts<'_>) -> ControlFlow<()> {
    game.kinds(heap, &mut |kind| each_of(kind, &mut *each))?;
    game.others(heap).iter().try_for_each(|parts| each(parts))
}

/// The heaps that are walked through to learn whether play comes to a heap with unknown moves.
const MAX_WALKED: usize = 1 << 16;

/// The first trouble ([`HeapGame::troubles`]), if play from one of these heaps comes to a heap with any, or if it is too
/// long to say that it does not.
pub fn trouble(game: &dyn HeapGame, heaps: impl IntoIterator<Item = u64>) -> Option<String> {
    let troubles = game.troubles();
    let first = *troubles.first_key_value()?.0;
    // A heap of 0 is the plainest witness, but seldom the one that the rule was about.
    let (_, trouble) = troubles.range(1..).chain(troubles.range(..1)).next()?;
    let mut open: BTreeSet<u64> = heaps
        .into_iter()
        .filter(|&heap| heap >= first)
        .take(MAX_WALKED)
        .collect();
    for walked in 0.. {
        let heap = open.pop_last()?;
        if walked + open.len() >= MAX_WALKED || troubles.contains_key(&heap) {
            return Some(trouble.clone());
        }
        let _ = each_move(game, heap, &mut |parts| {
            open.extend(parts.iter().filter(|&&part| part >= first));
            ControlFlow::Continue(())
        });
    }
    None
}
