//! What is followed from one outer line to the next: lines alone, and bundles.

use super::motion::Alone;
use super::track::Track;

/// No node: before the first, behind the last.
pub(super) const NONE: u32 = u32::MAX;
/// In place of a kind: a bundle, whose place in `active` is in place of `from`.
pub(super) const BUNDLE: u32 = u32::MAX;
/// In place of a kind: no longer there.
pub(super) const GONE: u32 = u32::MAX - 1;

/// An inner line that goes on alone, or a bundle, and its neighbours in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) line: Alone,
    pub(super) before: u32,
    pub(super) behind: u32,
}

impl Node {
    pub(super) fn alone(&self) -> bool {
        self.line.kind < GONE
    }
}

/// Lines that are followed together.
pub(super) struct Active {
    pub(super) node: u32,
    pub(super) track: Track,
    /// What the track looks like, if that is known.
    pub(super) shape: u32,
    /// Where that ends, from where it begins.
    pub(super) reach: u32,
    /// Up to this outer line, nothing before the bundle comes near it.
    pub(super) calm: u32,
    /// Nothing behind the bundle, nor the end of the rectangle, is before this place.
    pub(super) limit: u32,
    /// Where it began before the outer line that is being crossed.
    pub(super) top: u32,
    /// How far it pushed the outer line before, and in how many parts it crossed it.
    pub(super) pushed: u32,
    pub(super) parts: usize,
    /// Crossings since its patterns changed last.
    pub(super) steady: u32,
}

/// What the bundles do to one outer line.
#[derive(Clone, Copy, Default)]
pub(super) struct Besides {
    /// The push, less those of the lines that are in bundles by then.
    pub(super) push: i32,
    /// How much closer the next outer line may come.
    pub(super) closer: u32,
    /// The widest square.
    pub(super) extent: u32,
}
