//! Edges of graphs.

/// An edge between two vertices, or an arc from one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The vertex that is written first, from which an arc leads.
    pub from: u64,
    /// The vertex that is written second, to which an arc leads.
    pub to: u64,
}

impl Edge {
    /// Returns the edge that leads the other way.
    pub fn reversed(self) -> Edge {
        Edge {
            from: self.to,
            to: self.from,
        }
    }
}
