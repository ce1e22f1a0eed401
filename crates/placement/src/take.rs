//! A move that takes cells away, and what lists of such moves are like.

/// A move of a part.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take {
    /// The cells that must be left, ascending.
    pub needs: Vec<u32>,
    /// The cells that are gone after the move, ascending; the needed ones are among them.
    pub goes: Vec<u32>,
}

/// The kind of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakeKind {
    /// Every cell is a move that takes it and its neighbours; a move on a neighbour takes the cell.
    Vertices,
    /// Every move takes two neighbouring cells, and nothing else.
    Edges,
    /// Every cell is a move that takes it and others.
    Single,
    /// The list is none of these.
    General,
}

/// Returns the kind of a list of moves.
pub(super) fn kind_of(cells: usize, takes: &[Take]) -> TakeKind {
    let needs = |count| takes.iter().all(|take| take.needs.len() == count);
    if needs(2) && takes.iter().all(|take| take.goes.len() == 2) {
        return TakeKind::Edges;
    }
    let mut move_on = vec![None; cells];
    if !needs(1) || takes.len() != cells {
        return TakeKind::General;
    }
    for take in takes {
        if move_on[take.needs[0] as usize].replace(take).is_some() {
            return TakeKind::General;
        }
    }
    let takes_back = |take: &Take| {
        take.goes.iter().all(|&cell| {
            move_on[cell as usize]
                .is_some_and(|back| back.goes.binary_search(&take.needs[0]).is_ok())
        })
    };
    if takes.iter().all(takes_back) {
        TakeKind::Vertices
    } else {
        TakeKind::Single
    }
}
