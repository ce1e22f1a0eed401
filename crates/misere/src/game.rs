//! Heap games as this crate sees them: what a move may leave of a heap.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

use smallvec::SmallVec;

/// The heaps that a move leaves of a heap, in ascending order, none of them empty.
pub type HeapParts = SmallVec<[u64; 3]>;

/// A whole class of moves of a heap: every way to leave `parts` heaps, none of them empty, that add to `left`.
/// A move that leaves nothing has no parts and `left` 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveKind {
    /// The number that is left in all.
    pub left: u64,
    /// The number of heaps in which it is left; at most 3.
    pub parts: u8,
    /// Whether no two of these heaps may be equal.
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

    /// Lists the moves that are of no kind, each once, in the order of answers. They follow the moves of the kinds, and
    /// may also leave empty heaps.
    fn others(&self, _heap: u64) -> Vec<HeapParts> {
        Vec::new()
    }

    /// Says of each heap that was met and whose moves are not known why that is so. Such a heap is treated as if it had
    /// no moves.
    fn troubles(&self) -> BTreeMap<u64, String> {
        BTreeMap::new()
    }

    /// Returns the last heap that may be without a move, or may have a move that leaves only heaps of at most `heap`;
    /// `None` if no heap is known to be the last.
    fn last_breaking_into(&self, _heap: u64) -> Option<u64> {
        None
    }

    /// Returns the heap up to which the classes of heaps must be known to prove that they repeat with this preperiod and
    /// period for ever; `None` if that cannot be proved so.
    fn proving(&self, _preperiod: u64, _period: u64) -> Option<u64> {
        None
    }
}

/// Visits the moves of a kind, each with its smallest heap first, until the visitor breaks.
pub fn each_of(kind: MoveKind, mut each: impl FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let left = kind.left;
    // Each heap is larger than the one before by at least this.
    let step = u64::from(kind.unequal);
    match kind.parts {
        0 => each(&[]),
        1 => each(&[left]),
        2 => {
            for smaller in 1..=left.saturating_sub(step) / 2 {
                each(&[smaller, left - smaller])?;
            }
            ControlFlow::Continue(())
        }
        // There are three parts.
        _ => {
            for least in 1..=left.saturating_sub(3 * step) / 3 {
                let rest = left - least;
                for middle in least + step..=rest.saturating_sub(step) / 2 {
                    each(&[least, middle, rest - middle])?;
                }
            }
            ControlFlow::Continue(())
        }
    }
}

/// A visitor of heaps that moves leave: it breaks if it has seen enough.
pub type VisitParts<'v> = &'v mut dyn FnMut(&[u64]) -> ControlFlow<()>;

/// Visits what the moves of a heap leave, in the order of answers, until the visitor breaks.
pub fn each_move(game: &dyn HeapGame, heap: u64, each: VisitParts<'_>) -> ControlFlow<()> {
    game.kinds(heap, &mut |kind| each_of(kind, &mut *each))?;
    game.others(heap).iter().try_for_each(|parts| each(parts))
}

/// The most heaps that are walked through to learn whether play comes to a heap with unknown moves; a guess.
const MAX_WALKED: usize = 1 << 16;

/// Returns the first trouble ([`HeapGame::troubles`]) if play from one of these heaps comes to a heap that has one, or
/// if play is too long to exclude that.
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
        // This visitor never breaks.
        let _ = each_move(game, heap, &mut |parts| {
            open.extend(parts.iter().filter(|&&part| part >= first));
            ControlFlow::Continue(())
        });
    }
    None
}

/// A heap of one of the games of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    /// The number of its game.
    pub game: usize,
    /// The size.
    pub size: u64,
}
