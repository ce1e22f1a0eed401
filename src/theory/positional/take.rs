//! A move that takes cells away.

/// A move of a part: the cells it needs, and all the cells that are gone after it, those among them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take {
    /// Cells that must be left, ascending.
    pub needs: Vec<u32>,
    /// Cells that go, ascending; the needed ones among them.
    pub goes: Vec<u32>,
}
