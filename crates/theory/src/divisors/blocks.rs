//! Blocks p·{1..k}: without the hubs, copies of the divisibility graph on 1..=k.

use super::Numbers;
use super::numbering::Numbering;
use crate::budget::{Budget, Limit};
use crate::matching::{Decomposition, Graph, NONE, decompose};
use fxhash::FxHashMap;
use std::collections::hash_map::Entry;

/// The graph on the cofactors 1..=k, some of them perhaps removed, matched.
pub(super) struct Block {
    matched: Decomposition,
    size: u32,
}

impl Block {
    /// Label i stands for the cofactor i + 1.
    fn new(size: u32, removed: impl Fn(u32) -> bool, budget: &Budget) -> Result<Block, Limit> {
        let edges: Vec<(u32, u32)> =
            (1..=size).flat_map(|a| (2..=size / a).map(move |factor| (a - 1, a * factor - 1))).collect();
        let graph = Graph::from_edges(size as usize, &edges, budget)?;
        let matched = decompose(&graph, |label| removed(label + 1), budget)?;
        Ok(Block { matched, size })
    }

    /// The cofactors some maximum matching of the block misses.
    pub fn missed(&self) -> impl Iterator<Item = u32> + '_ {
        (1..=self.size).filter(|cofactor| self.matched.is_missed(cofactor - 1))
    }

    /// The same, each after the root of its alternating tree.
    pub fn missed_by_tree(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.missed().map(|cofactor| (self.matched.root(cofactor - 1), cofactor))
    }
}

/// The blocks with nothing removed, by size.
pub(super) struct Table {
    by_size: Vec<Block>,
}

impl Table {
    pub fn new(numbering: &Numbering, budget: &Budget) -> Result<Table, Limit> {
        let by_size = (0..=numbering.hubs).map(|size| Block::new(size, |_| false, budget));
        Ok(Table { by_size: by_size.collect::<Result<_, _>>()? })
    }

    /// The block of `size` with nothing removed.
    pub fn of_size(&self, size: u32) -> &Block {
        &self.by_size[size as usize]
    }

    /// The memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        self.by_size.iter().map(|block| 13 * u64::from(block.size)).sum()
    }

    /// The blocks that lost a member, by prime.
    pub fn damaged(
        &self,
        numbering: &Numbering,
        removed: &Numbers,
        budget: &Budget,
    ) -> Result<FxHashMap<u32, Block>, Limit> {
        let mut damaged = FxHashMap::default();
        if numbering.block_primes.is_empty() {
            return Ok(damaged);
        }
        let outside = |&number: &u32| number > numbering.hubs && numbering.label_of[number as usize] == NONE;
        for number in removed.iter().filter(outside) {
            let prime = (1..=numbering.hubs)
                .filter(|&cofactor| number.is_multiple_of(cofactor))
                .map(|cofactor| number / cofactor)
                .find(|prime| numbering.block_primes.binary_search(prime).is_ok());
            let Some(prime) = prime else { continue };
            if let Entry::Vacant(place) = damaged.entry(prime) {
                let size = numbering.limit / prime;
                place.insert(Block::new(size, |cofactor| removed.contains(prime * cofactor), budget)?);
            }
        }
        Ok(damaged)
    }

    /// Every block with its prime.
    pub fn blocks<'a>(
        &'a self,
        numbering: &'a Numbering,
        damaged: &'a FxHashMap<u32, Block>,
    ) -> impl Iterator<Item = (&'a u32, &'a Block)> {
        numbering.block_primes.iter().map(move |prime| {
            (prime, damaged.get(prime).unwrap_or_else(|| self.of_size(numbering.limit / prime)))
        })
    }
}
