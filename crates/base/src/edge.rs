//! Edges and arcs of graphs.

/// An edge between two vertices, an arc from one to the other, or a pair of an order: a lower element and a higher one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge<V = u32> {
    /// The vertex that an arc leads from, the end of an edge that is written first, or the lower element.
    pub from: V,
    /// The vertex that an arc leads to, the other end of an edge, or the higher element.
    pub to: V,
}

impl<V> Edge<V> {
    /// Makes the edge between two vertices.
    #[inline]
    pub const fn new(from: V, to: V) -> Self {
        Edge { from, to }
    }
}

impl<V: Copy> Edge<V> {
    /// Returns both ends.
    #[inline]
    pub fn ends(self) -> [V; 2] {
        [self.from, self.to]
    }

    /// Returns the edge that leads the other way.
    #[inline]
    pub fn reversed(self) -> Self {
        Edge::new(self.to, self.from)
    }

    /// Returns the edge between the two vertices that a function makes of the ends.
    #[inline]
    pub fn map<W>(self, vertex: impl Fn(V) -> W) -> Edge<W> {
        Edge::new(vertex(self.from), vertex(self.to))
    }
}

impl<V: Copy + Ord> Edge<V> {
    /// Returns the end with the smaller number.
    #[inline]
    pub fn low(self) -> V {
        self.from.min(self.to)
    }

    /// Returns the end with the larger number.
    #[inline]
    pub fn high(self) -> V {
        self.from.max(self.to)
    }

    /// Returns the edge that leads from the end with the smaller number to the other.
    #[inline]
    pub fn ascending(self) -> Self {
        Edge::new(self.low(), self.high())
    }

    /// Says whether the edge joins a vertex to itself.
    #[inline]
    pub fn is_loop(self) -> bool {
        self.from == self.to
    }
}

impl<V> From<(V, V)> for Edge<V> {
    fn from(ends: (V, V)) -> Self {
        let (from, to) = ends;
        Edge { from, to }
    }
}
