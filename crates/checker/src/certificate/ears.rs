//! Ear decompositions, one after the other.

/// Graphs built up from a vertex each by ears (L. Lovász 1972). An ear is a path whose ends, which
/// may be the same vertex, are there before, and whose inner vertices, an even number of them and
/// at least two, are new.
///
/// ```text
///     2 ──── 4        1            a vertex: a graph begins
///    / \      \       1,2,3,1      an ear there and back
///   1 ─ 3 ──── 5      2,4,5,3      an ear from one vertex to another
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ears {
    vertices: Vec<u32>,
    /// Where each path ends.
    ends: Vec<usize>,
}

impl Ears {
    /// Adds a path: a vertex that begins a graph, or an ear of the one begun last, with its ends.
    pub fn push(&mut self, path: impl IntoIterator<Item = u32>) {
        self.vertices.extend(path);
        self.close();
    }

    /// Adds a vertex to the path that comes next.
    pub(super) fn extend(&mut self, vertex: u32) {
        self.vertices.push(vertex);
    }

    /// Ends the path that the vertices since the last one make.
    pub(super) fn close(&mut self) {
        self.ends.push(self.vertices.len());
    }

    /// The vertices of all paths.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// The paths in order, each of a single vertex or an ear with both its ends.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.vertices[std::mem::replace(&mut start, end)..end])
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
