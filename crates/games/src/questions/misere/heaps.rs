//! The heaps of a position, and how they are written.

use grundy_base::budget::Limit;
use grundy_base::range::Range;
use grundy_misere::Quotient;
use grundy_misere::game::Heap;
use grundy_record::{Fault, Move, Place, Tuple};

use crate::shared::heap_sums;

/// The place of a heap in a sum of records.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapPlace {
    /// The number of the record.
    pub(super) summand: usize,
    /// The number of the heap in it.
    pub(super) index: usize,
}

/// The heaps of a record or of several, and how they are written.
pub(super) struct RecordHeaps {
    /// The heaps.
    pub(super) heaps: Vec<Heap>,
    /// The places of the heaps, in their order.
    pub(super) places: Vec<HeapPlace>,
    /// Whether moves are written with tuples, for each game.
    pub(super) tuples: Vec<bool>,
    /// How much larger heaps are than they are written, for each game ([`MisereRules::raised`]).
    pub(super) raised: Vec<u64>,
}

impl RecordHeaps {
    pub(super) fn largest(&self) -> u64 {
        self.heaps.iter().map(|heap| heap.size).max().unwrap_or(0)
    }

    /// Returns the largest heap as it is written.
    pub(super) fn largest_written(&self) -> u64 {
        let written = |heap: &Heap| heap.size - self.raised[heap.game];
        self.heaps.iter().map(written).max().unwrap_or(0)
    }

    /// Returns the fault of a position beyond the quotient that was not solved by search either.
    pub(super) fn fault(&self, quotient: &Quotient) -> Fault {
        let known = quotient.limit();
        let message = format!("{known}, and a search of this position passes the limits");
        self.fault_at_largest(Limit { message, ..known })
    }

    /// Returns the fault of a limit that the largest heap meets.
    pub(super) fn fault_at_largest(&self, limit: Limit) -> Fault {
        match self
            .heaps
            .iter()
            .position(|heap| heap.size == self.largest())
        {
            Some(largest) => self.fault_at(largest, limit),
            None => limit.into(),
        }
    }

    /// Returns the fault of a limit that a heap meets.
    pub(super) fn fault_at(&self, index: usize, limit: Limit) -> Fault {
        let HeapPlace {
            summand,
            index: place,
        } = self.places[index];
        Fault::limit(Place::Position(place), &limit).in_summand(summand)
    }

    /// Returns the heaps of ranges of numbers of the first game.
    pub(super) fn raise(&self, mut ranges: Vec<Range>) -> Vec<Range> {
        for range in &mut ranges {
            range.low += self.raised[0];
            range.high += self.raised[0];
        }
        ranges
    }

    pub(super) fn write(&self, index: usize, parts: &[u64]) -> Move {
        let Heap { game, size: from } = self.heaps[index];
        let one = |&heap: &u64| Tuple::new(&[heap - self.raised[game]]);
        match parts {
            parts if !self.tuples[game] => heap_sums::broken(index, from, parts),
            [to] => Move::Tuple {
                index,
                from: one(&from),
                to: one(to),
            },
            _ => Move::Parts {
                index,
                from: one(&from),
                parts: parts.iter().map(one).collect(),
            },
        }
    }
}
