//! A question on the path of the search: its children, and how they stand.

use super::table::{INFINITE, MAX_NUMBER};

/// A question that a question leads to.
#[derive(Debug)]
pub(super) struct Child<S> {
    pub(super) set: S,
    pub(super) hash: u64,
    pub(super) nimber: u32,
    pub(super) phi: u16,
    pub(super) delta: u16,
    pub(super) order: u32,
    /// Smaller parts that are to be valued first, in the frame's list.
    pub(super) rest: std::ops::Range<u32>,
}

/// A question on the path, with its children.
#[derive(Debug)]
pub(super) struct Frame<S> {
    pub(super) set: S,
    pub(super) hash: u64,
    pub(super) nimber: u32,
    pub(super) most_phi: u32,
    pub(super) most_delta: u32,
    pub(super) children: Vec<Child<S>>,
    pub(super) rest: Vec<S>,
    pub(super) chosen: usize,
    /// Whether the frame above values the last part of the rest of the chosen child.
    pub(super) valuing: bool,
    /// Units spent when it began.
    pub(super) began: u64,
}

/// How the children of a question stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) phi: u16,
    pub(super) delta: u16,
    /// The delta of the second best child.
    pub(super) second: u16,
    /// The children that are not lost for the question's player.
    pub(super) open: u32,
    /// The child to look at next.
    pub(super) best: usize,
}

impl<S> Frame<S> {
    /// Returns the proof numbers from those of the children.
    #[inline]
    pub(super) fn standing(&self) -> Standing {
        let (mut phi, mut second, mut most, mut open, mut best) = (INFINITE, INFINITE, 0, 0u32, 0);
        let mut first = u64::MAX;
        for (i, child) in self.children.iter().enumerate() {
            // Of those with the least delta, the first in the order of moves.
            let place = u64::from(child.delta) << 32 | u64::from(child.order);
            if place < first {
                (second, phi, best, first) = (phi, child.delta, i, place);
            } else if child.delta < second {
                second = child.delta;
            }
            if child.phi != 0 {
                open += 1;
                most = most.max(child.phi);
            }
        }
        let delta = capped((u32::from(most) + open).saturating_sub(1));
        Standing {
            phi,
            delta,
            second,
            open,
            best,
        }
    }
}

/// One option while a node is expanded: its parts end at `end` of the flat list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) end: u32,
    pub(super) nim_sum: u32,
    pub(super) order: u32,
}

/// Bytes that a frame takes.
pub(super) fn bytes<S>(frame: &Frame<S>) -> u64 {
    (size_of::<Frame<S>>()
        + frame.children.len() * size_of::<Child<S>>()
        + frame.rest.len() * size_of::<S>()) as u64
}

/// Returns a proof number that fits.
pub(super) fn capped(number: u32) -> u16 {
    number.min(u32::from(MAX_NUMBER)) as u16
}
