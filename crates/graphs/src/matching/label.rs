//! The labels of vertices. Labels of outer vertices come last, so that one comparison tells outer vertices from the
//! others.

/// The vertex is in no tree.
pub const UNREACHED: u8 = 0;
/// The vertex is at odd distance from its root and in no blossom.
pub const INNER: u8 = 1;
/// The vertex is not in the graph.
pub const REMOVED: u8 = 2;
/// The vertex is in the graph, but not in the core.
pub const SETTLED: u8 = 3;
/// The vertex is at even distance from its root in the tree.
pub const OUTER: u8 = 4;
/// The vertex is at odd distance from its root in the tree, but in a blossom: over the blossom's bridge the distance
/// is even. It counts as outer.
pub const TURNED: u8 = 5;
/// This bit is added to the label of an outer vertex when its list was read.
pub const READ: u8 = 8;
