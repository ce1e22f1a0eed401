//! The nodes of the search: the questions that a question leads to.

use super::proof::Search;
use super::table::{INFINITE, MOST};
use super::{Game, Set};
use crate::theory::budget::Limit;

/// Proof numbers of a child whose smaller parts are not valued yet: it has to look a bit harder than
/// it is likely to be, so that a child in one part goes first.
const UNVALUED: u32 = 2;

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
    /// Whether a child was left out because it is avoided.
    pub(super) avoids: bool,
    /// Steps spent when it began.
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
    /// The proof numbers from those of the children.
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
        Standing { phi, delta, second, open, best }
    }
}

/// One option while a node is expanded: its parts end at `end` of the flat list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) end: u32,
    pub(super) nim_sum: u32,
    pub(super) order: u32,
}

impl<G: Game> Search<G> {
    /// Fills a frame with the children of its question.
    pub(super) fn expand(&mut self, depth: usize) -> Result<(), Limit> {
        self.nodes += 1;
        let (set, hash, nimber) = {
            let frame = &self.frames[depth];
            (frame.set, frame.hash, frame.nimber)
        };
        // Before the options are made: those of one node can be more than is allowed.
        self.meter.spend((1 + u64::from(self.game.mobility(&set))) * self.game.cost(&set))?;
        // All options first, so that the places of their parts in the tables are on their way.
        self.flat.clear();
        self.cuts.clear();
        let (game, table, small, parts) = (&self.game, &self.table, &self.small, &mut self.parts);
        let (flat, cuts) = (&mut self.flat, &mut self.cuts);
        let most_small = game.small();
        game.options(&set, |left, order| {
            parts.clear();
            game.split_after(&set, left, parts);
            for &part in &parts.open {
                let hash = part.hashed();
                if part.count() <= most_small {
                    small.prefetch(hash)
                } else {
                    table.prefetch(hash)
                }
                flat.push((part, hash));
            }
            cuts.push(Cut { end: flat.len() as u32, nim_sum: parts.nim_sum, order });
        });

        let mut seen = Seen::default();
        self.tags.clear();
        let mut children = std::mem::take(&mut self.frames[depth].children);
        let mut rest = std::mem::take(&mut self.frames[depth].rest);
        let mut start = 0;
        for i in 0..self.cuts.len() {
            let Cut { end, nim_sum, order } = self.cuts[i];
            self.add_option(start..end as usize, nim_sum, order, nimber, &mut children, &mut rest, &mut seen);
            start = end as usize;
        }
        let entry = self.table.entry(&set, hash);
        seen.each(|value| entry.exclude(value));
        if seen.has(nimber) {
            entry.exclude(nimber);
            // One option has this very value: that is a child already lost.
            children.clear();
            rest.clear();
            children.push(Child { set, hash, nimber, phi: INFINITE, delta: 0, order: 0, rest: 0..0 });
        } else {
            for smaller in entry.least()..nimber {
                if !entry.excludes(smaller) && !seen.has(smaller) {
                    children.push(Child {
                        set,
                        hash,
                        nimber: smaller,
                        phi: 0,
                        delta: 0,
                        order: 0,
                        rest: 0..0,
                    });
                }
            }
        }
        for child in &mut children {
            if !child.rest.is_empty() {
                let all = &rest[child.rest.start as usize..child.rest.end as usize];
                let moves = self.game.mobility(&child.set)
                    + all.iter().map(|part| 3 * self.game.mobility(part)).sum::<u32>();
                (child.phi, child.delta) = (UNVALUED as u16, capped(UNVALUED + moves / 2));
            } else if (child.phi, child.delta) == (0, 0) {
                (child.phi, child.delta) = self.look(&child.set, child.hash, child.nimber);
            }
        }
        let frame = &mut self.frames[depth];
        (frame.children, frame.rest) = (children, rest);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn add_option(
        &mut self,
        parts: std::ops::Range<usize>,
        nim_sum: u32,
        order: u32,
        nimber: u32,
        children: &mut Vec<Child<G::Set>>,
        rest: &mut Vec<G::Set>,
        seen: &mut Seen,
    ) {
        let mut value = nim_sum;
        let mut largest: Option<(G::Set, u64, u32)> = None;
        let first = rest.len() as u32;
        let mut squares = 0u32;
        for at in parts {
            let (part, hash) = self.flat[at];
            if let Some(known) = self.known(&part, hash) {
                value ^= known;
                continue;
            }
            let count = part.count();
            squares = squares.saturating_add(count.saturating_mul(count));
            match &mut largest {
                Some(there) if there.2 < count => {
                    rest.push(there.0);
                    *there = (part, hash, count);
                }
                Some(_) => rest.push(part),
                None => largest = Some((part, hash, count)),
            }
        }
        let Some((set, hash, _)) = largest else {
            seen.insert(value);
            return;
        };
        let nimber = nimber ^ value;
        let order = squares.saturating_mul(256).saturating_add(order.min(255));
        let rest = first..rest.len() as u32;
        let tag =
            (hash >> 32) as u32 ^ nimber.wrapping_mul(0x9e37_79b9) ^ if rest.is_empty() { 0 } else { 1 };
        if rest.is_empty()
            && let Some(twin) = self.tags.iter().position(|&there| there == tag)
            && children[twin].set == set
            && children[twin].nimber == nimber
            && children[twin].rest.is_empty()
        {
            children[twin].order = children[twin].order.min(order);
            return;
        }
        self.tags.push(tag);
        children.push(Child { set, hash, nimber, phi: 0, delta: 0, order, rest });
    }
}

pub(super) fn bytes<S>(frame: &Frame<S>) -> u64 {
    (size_of::<Frame<S>>() + frame.children.len() * size_of::<Child<S>>() + frame.rest.len() * size_of::<S>())
        as u64
}

pub(super) fn capped(number: u32) -> u16 {
    number.min(u32::from(MOST)) as u16
}

/// Values met among the options of one node.
#[derive(Default)]
struct Seen {
    low: u64,
    high: Vec<u32>,
}

impl Seen {
    fn insert(&mut self, value: u32) {
        if value < 64 {
            self.low |= 1 << value;
        } else if !self.high.contains(&value) {
            self.high.push(value);
        }
    }

    fn has(&self, value: u32) -> bool {
        if value < 64 { self.low >> value & 1 != 0 } else { self.high.contains(&value) }
    }

    fn each(&mut self, mut visit: impl FnMut(u32)) {
        let mut low = self.low;
        while low != 0 {
            visit(low.trailing_zeros());
            low &= low - 1;
        }
        self.high.sort_unstable();
        self.high.iter().for_each(|&value| visit(value));
    }
}
