//! A move that takes cells away, and what lists of such moves are like.

/// A move of a part: the cells it needs, and all the cells that are gone after it, those among them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take {
    /// Cells that must be left, ascending.
    pub needs: Vec<u32>,
    /// Cells that go, ascending; the needed ones among them.
    pub goes: Vec<u32>,
}

/// The kind of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Every cell is a move that takes it and its neighbours, which take it in turn.
    Vertices,
    /// Every move takes two neighbouring cells, and nothing else.
    Edges,
    /// Every cell is a move that takes it and others.
    Single,
    General,
}

/// Returns the kind of a list of moves.
pub(super) fn kind_of(cells: usize, takes: &[Take]) -> Kind {
    let needs = |count| takes.iter().all(|take| take.needs.len() == count);
    if needs(2) && takes.iter().all(|take| take.goes.len() == 2) {
        return Kind::Edges;
    }
    let mut move_on = vec![None; cells];
    if !needs(1) || takes.len() != cells {
        return Kind::General;
    }
    for take in takes {
        if move_on[take.needs[0] as usize].replace(take).is_some() {
            return Kind::General;
        }
    }
    let takes_back = |take: &Take| {
        take.goes.iter().all(|&cell| {
            move_on[cell as usize]
                .is_some_and(|back| back.goes.binary_search(&take.needs[0]).is_ok())
        })
    };
    if takes.iter().all(takes_back) {
        Kind::Vertices
    } else {
        Kind::Single
    }
}
