//! The nodes of the search: the questions that a question leads to.

use super::frame::{Child, Cut, capped};
use super::proof::ProofSearch;
use super::table::INFINITE;
use super::{ComponentGame, Set};
use crate::bits::ones;
use grundy_machine::budget::Limit;

/// Proof numbers of a child whose smaller parts are not valued yet: it has to look a bit harder than
/// it is likely to be, so that a child in one part goes first.
const UNVALUED: u32 = 2;

/// The number of options taken together: enough for their places in the tables to be loaded side by side.
const BATCH: usize = 8;

impl<G: ComponentGame> ProofSearch<G> {
    /// Fills a frame with the children of its question.
    pub(super) fn expand(&mut self, depth: usize) -> Result<(), Limit> {
        self.nodes += 1;
        let (set, hash, nimber) = {
            let frame = &self.frames[depth];
            (frame.set, frame.hash, frame.nimber)
        };
        // Before the options are made: those of one node can be more than is allowed.
        self.meter
            .spend((1 + u64::from(self.game.mobility(&set))) * self.game.cost(&set))?;
        self.options.clear();
        let options = &mut self.options;
        self.game
            .options(&set, |left, order| options.push((left, order)));
        self.tags.clear();
        let children = std::mem::take(&mut self.frames[depth].children);
        let rest = std::mem::take(&mut self.frames[depth].rest);
        let mut found = Found {
            children,
            rest,
            seen: Seen::default(),
        };
        // More than half of all nodes have an option of this very value: then the others are not needed.
        let mut done = 0;
        while done < self.options.len() && !found.seen.has(nimber) {
            let next = self.options.len().min(done + BATCH);
            self.cut(&set, done..next);
            done = next;
            let mut start = 0;
            for i in 0..self.cuts.len() {
                self.add_option(start, i, nimber, &mut found);
                start = self.cuts[i].end as usize;
            }
        }
        let Found {
            mut children,
            mut rest,
            mut seen,
        } = found;
        let entry = self.table.entry(&set, hash);
        seen.each(|value| entry.exclude(value));
        if seen.has(nimber) {
            entry.exclude(nimber);
            // One option has this very value: that is a child already lost.
            children.clear();
            rest.clear();
            children.push(Child {
                set,
                hash,
                nimber,
                phi: INFINITE,
                delta: 0,
                order: 0,
                rest: 0..0,
            });
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
                    + all
                        .iter()
                        .map(|part| 3 * self.game.mobility(part))
                        .sum::<u32>();
                (child.phi, child.delta) = (UNVALUED as u16, capped(UNVALUED + moves / 2));
            } else if (child.phi, child.delta) == (0, 0) {
                (child.phi, child.delta) = self.look(&child.set, child.hash, child.nimber);
            }
        }
        let frame = &mut self.frames[depth];
        (frame.children, frame.rest) = (children, rest);
        Ok(())
    }

    /// Lets some of the options fall apart, and starts loading the places of their parts in the tables.
    fn cut(&mut self, set: &G::Set, options: std::ops::Range<usize>) {
        self.flat.clear();
        self.cuts.clear();
        let most_small = self.game.small();
        for &(left, order) in &self.options[options] {
            self.parts.clear();
            self.game.split_after(set, left, &mut self.parts);
            for &part in &self.parts.open {
                let hash = part.hashed();
                if part.count() <= most_small {
                    self.small.prefetch(hash)
                } else {
                    self.table.prefetch(hash)
                }
                self.flat.push((part, hash));
            }
            self.cuts.push(Cut {
                end: self.flat.len() as u32,
                nim_sum: self.parts.nim_sum,
                order,
            });
        }
    }

    /// Adds the option of a cut, whose parts begin at `start`.
    fn add_option(&mut self, start: usize, cut: usize, nimber: u32, found: &mut Found<G::Set>) {
        let Cut {
            end,
            nim_sum,
            order,
        } = self.cuts[cut];
        let Found {
            children,
            rest,
            seen,
        } = found;
        let mut value = nim_sum;
        let mut largest: Option<(G::Set, u64, u32)> = None;
        let first = rest.len() as u32;
        let mut squares = 0u32;
        for at in start..end as usize {
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
        let tag = (hash >> 32) as u32
            ^ nimber.wrapping_mul(0x9e37_79b9)
            ^ if rest.is_empty() { 0 } else { 1 };
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
        children.push(Child {
            set,
            hash,
            nimber,
            phi: 0,
            delta: 0,
            order,
            rest,
        });
    }
}

/// The children of one node, the smaller parts beside them, and the values of options without a child.
struct Found<S> {
    children: Vec<Child<S>>,
    rest: Vec<S>,
    seen: Seen,
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
        if value < 64 {
            self.low >> value & 1 != 0
        } else {
            self.high.contains(&value)
        }
    }

    fn each(&mut self, mut visit: impl FnMut(u32)) {
        ones(self.low).for_each(&mut visit);
        self.high.sort_unstable();
        self.high.iter().for_each(|&value| visit(value));
    }
}
