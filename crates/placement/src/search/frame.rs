//! A question on the path of the search, with its children and their proof numbers.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the number is the lesser of itself and one of 16 bits"
)]

use super::table::{INFINITE, MAX_PROOF_NUMBER, ProofNumbers};

/// A question that a question leads to.
#[derive(Debug)]
pub(super) struct Child<S> {
    /// The largest part of what is left.
    pub(super) set: S,
    /// The hash of the part.
    pub(super) hash: u64,
    /// The value asked for, once all smaller parts are valued.
    pub(super) nimber: u32,
    /// The proof numbers.
    pub(super) numbers: ProofNumbers,
    /// The place in the order of moves.
    pub(super) order: u32,
    /// The smaller parts that are to be valued first, in the frame's list.
    pub(super) rest: std::ops::Range<u32>,
}

/// The numbers at which work on a question ends, though it is not proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    /// The threshold of phi.
    pub(super) phi: u32,
    /// The threshold of delta.
    pub(super) delta: u32,
}

impl Thresholds {
    /// The thresholds that are never reached.
    pub(super) const NEVER: Thresholds = Thresholds {
        phi: 1 << 30,
        delta: 1 << 30,
    };
}

/// A question on the path, with its children.
#[derive(Debug)]
pub(super) struct Frame<S> {
    /// The component that is asked about.
    pub(super) set: S,
    /// The hash of the component.
    pub(super) hash: u64,
    /// The value asked for.
    pub(super) nimber: u32,
    /// The numbers at which work on it ends.
    pub(super) thresholds: Thresholds,
    /// The questions that it leads to.
    pub(super) children: Vec<Child<S>>,
    /// The smaller parts of all children.
    pub(super) rest: Vec<S>,
    /// The child that is worked on.
    pub(super) chosen: usize,
    /// Whether the frame above values the last part of the rest of the chosen child.
    pub(super) valuing: bool,
    /// The units that were spent when it began.
    pub(super) began: u64,
}

/// The facts about a question that follow from its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The proof numbers of the question.
    pub(super) numbers: ProofNumbers,
    /// The delta of the second best child.
    pub(super) second: u16,
    /// The number of children that are not lost for the question's player.
    pub(super) open: u32,
    /// The child to look at next.
    pub(super) best: usize,
}

impl<S> Frame<S> {
    /// Finds the proof numbers from those of the children.
    #[inline]
    pub(super) fn standing(&self) -> Standing {
        let mut phi = INFINITE;
        let mut second = INFINITE;
        let mut most = 0;
        let mut open = 0u32;
        let mut best = 0;
        let mut first = u64::MAX;
        for (i, child) in self.children.iter().enumerate() {
            let delta = child.numbers.delta;
            // The best child is the one with the least delta that is first in the order of moves.
            let place = u64::from(delta) << 32 | u64::from(child.order);
            if place < first {
                first = place;
                best = i;
                second = phi;
                phi = delta;
            } else if delta < second {
                second = delta;
            }
            if child.numbers.phi != 0 {
                open += 1;
                most = most.max(child.numbers.phi);
            }
        }
        let delta = capped((u32::from(most) + open).saturating_sub(1));
        Standing {
            numbers: ProofNumbers { phi, delta },
            second,
            open,
            best,
        }
    }
}

/// One option while a node is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The end of its parts in the flat list.
    pub(super) end: u32,
    /// The nim-sum of its parts that are valued.
    pub(super) nim_sum: u32,
    /// The place in the order of moves.
    pub(super) order: u32,
}

/// Returns the bytes that a frame takes.
pub(super) fn bytes<S>(frame: &Frame<S>) -> u64 {
    (size_of::<Frame<S>>()
        + frame.children.len() * size_of::<Child<S>>()
        + frame.rest.len() * size_of::<S>()) as u64
}

/// Returns the proof number, or the largest that fits.
pub(super) fn capped(number: u32) -> u16 {
    number.min(u32::from(MAX_PROOF_NUMBER)) as u16
}
