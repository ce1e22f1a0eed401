//! The nodes of the search: the questions that a question leads to.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the parts that the moves of one position leave are listed with their cells, and memory ends long before there are 2³²"
)]

use super::bits::Set;
use super::frame::{Child, Cut, capped};
use super::proof::{HashedPart, OrderedOption, ProofSearch};
use super::table::ProofNumbers;
use grundy_base::bits::ones;
use grundy_base::budget::Limit;

/// The least proof number of a child whose smaller parts are not valued yet: it has to look a bit harder than
/// it is likely to be, so that a child in one part goes first.
const UNVALUED: u16 = 2;

/// The number of options taken together: enough for their places in the tables to be loaded at the same time.
const BATCH: usize = 8;

impl<S: Set> ProofSearch<S> {
    /// Fills a frame with the children of its question.
    pub(super) fn expand(&mut self, depth: usize) -> Result<(), Limit> {
        self.nodes += 1;
        let set = self.frames[depth].set;
        let hash = self.frames[depth].hash;
        let nimber = self.frames[depth].nimber;
        // The work is spent before the options are made: those of one node can be more than is allowed.
        self.meter
            .spend((1 + u64::from(self.game.mobility(&set))) * self.game.cost(&set))?;
        self.options.clear();
        let options = &mut self.options;
        self.game.options(&set, &mut |left, order| {
            options.push(OrderedOption { left, order });
        });
        let mut found = self.look_at_options(depth, &set, nimber);
        let entry = self.table.entry(&set, hash);
        found.seen.each(|value| entry.exclude(value));
        let child_of_nimber = |nimber: u32, numbers: ProofNumbers| Child {
            set,
            hash,
            nimber,
            numbers,
            order: 0,
            rest: 0..0,
        };
        if found.seen.has(nimber) {
            entry.exclude(nimber);
            // One option has this very value: that is a child already lost.
            found.children.clear();
            found.rest.clear();
            found
                .children
                .push(child_of_nimber(nimber, ProofNumbers::LOST));
        } else {
            for smaller in entry.least()..nimber {
                if !entry.excludes(smaller) && !found.seen.has(smaller) {
                    found
                        .children
                        .push(child_of_nimber(smaller, ProofNumbers::NOT_LOOKED_AT));
                }
            }
        }
        for child in &mut found.children {
            if !child.rest.is_empty() {
                let parts = &found.rest[child.rest.start as usize..child.rest.end as usize];
                let mut moves = self.game.mobility(&child.set);
                for part in parts {
                    moves += 3 * self.game.mobility(part);
                }
                child.numbers = ProofNumbers {
                    phi: UNVALUED,
                    delta: capped(u32::from(UNVALUED) + moves / 2),
                };
            } else if child.numbers == ProofNumbers::NOT_LOOKED_AT {
                child.numbers = self.look(&child.set, child.hash, child.nimber);
            }
        }
        let frame = &mut self.frames[depth];
        frame.children = found.children;
        frame.rest = found.rest;
        Ok(())
    }

    /// Makes the children of a node that are moves in its component, with the lists of its frame. It stops at an option
    /// of the value asked for: more than half of all nodes have one, and then the others are not needed.
    fn look_at_options(&mut self, depth: usize, set: &S, nimber: u32) -> Found<S> {
        self.tags.clear();
        let frame = &mut self.frames[depth];
        let mut found = Found {
            children: std::mem::take(&mut frame.children),
            rest: std::mem::take(&mut frame.rest),
            seen: Seen::default(),
        };
        let mut done = 0;
        while done < self.options.len() && !found.seen.has(nimber) {
            let next = self.options.len().min(done + BATCH);
            self.cut(set, done..next);
            done = next;
            let mut start = 0;
            for i in 0..self.cuts.len() {
                self.add_option(start, i, nimber, &mut found);
                start = self.cuts[i].end as usize;
            }
        }
        found
    }

    /// Lets some of the options fall apart, and starts loading the places of their parts in the tables.
    fn cut(&mut self, set: &S, options: std::ops::Range<usize>) {
        self.flat.clear();
        self.cuts.clear();
        let most_small = self.game.small();
        for &OrderedOption { left, order } in &self.options[options] {
            self.parts.clear();
            self.game.split_after(set, left, &mut self.parts);
            for &part in &self.parts.open {
                let hash = part.hashed();
                if part.count() <= most_small {
                    self.small.prefetch(hash);
                } else {
                    self.table.prefetch(hash);
                }
                self.flat.push(HashedPart { part, hash });
            }
            self.cuts.push(Cut {
                end: self.flat.len() as u32,
                nim_sum: self.parts.nim_sum,
                order,
            });
        }
    }

    /// Adds the option of a cut, whose parts begin at `start`.
    fn add_option(&mut self, start: usize, cut: usize, nimber: u32, found: &mut Found<S>) {
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
        let mut largest: Option<HashedPart<S>> = None;
        let mut cells_of_largest = 0;
        let first = rest.len() as u32;
        // The sum of the squares of the numbers of cells orders the options: many small parts come first.
        let mut squares = 0u32;
        for at in start..end as usize {
            let hashed = self.flat[at];
            if let Some(known) = self.known(&hashed.part, hashed.hash) {
                value ^= known;
                continue;
            }
            let cells = hashed.part.count();
            squares = squares.saturating_add(cells.saturating_mul(cells));
            if cells > cells_of_largest {
                if let Some(smaller) = largest.replace(hashed) {
                    rest.push(smaller.part);
                }
                cells_of_largest = cells;
            } else {
                rest.push(hashed.part);
            }
        }
        let Some(HashedPart { part: set, hash }) = largest else {
            seen.insert(value);
            return;
        };
        let nimber = nimber ^ value;
        let order = squares.saturating_mul(256).saturating_add(order.min(255));
        let rest = first..rest.len() as u32;
        let has_rest = u32::from(!rest.is_empty());
        let tag = (hash >> 32) as u32 ^ nimber.wrapping_mul(0x9e37_79b9) ^ has_rest;
        if rest.is_empty()
            && let Some(twin) = self.tags.iter().position(|&other| other == tag)
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
            numbers: ProofNumbers::NOT_LOOKED_AT,
            order,
            rest,
        });
    }
}

/// The children of one node.
struct Found<S> {
    /// The children, in the order in which they were found.
    children: Vec<Child<S>>,
    /// The smaller parts of the children.
    rest: Vec<S>,
    /// The values of options without a child.
    seen: Seen,
}

/// The values met among the options of one node.
#[derive(Default)]
struct Seen {
    /// The values below 64, as bits.
    low: u64,
    /// The other values.
    high: Vec<u32>,
}

impl Seen {
    /// Adds a value.
    fn insert(&mut self, value: u32) {
        if value < 64 {
            self.low |= 1 << value;
        } else if !self.high.contains(&value) {
            self.high.push(value);
        }
    }

    /// Returns whether a value was met.
    fn has(&self, value: u32) -> bool {
        if value < 64 {
            self.low >> value & 1 != 0
        } else {
            self.high.contains(&value)
        }
    }

    /// Visits the values, ascending.
    fn each(&mut self, mut visit: impl FnMut(u32)) {
        for value in ones(self.low) {
            visit(value);
        }
        self.high.sort_unstable();
        for &value in &self.high {
            visit(value);
        }
    }
}
