//! The proof that the hubs lie in the part A of the whole graph's decomposition.
//!
//! Let X be the hubs that are left, G' the graph without them, M' its maximum matching and A'
//! its part A. The search left one alternating tree for each vertex M' exposes. They are
//! disjoint, their outer vertices are D(G'), and flipping the path from any outer vertex to its
//! root exposes that vertex in place of the root and touches no other tree.
//!
//! Suppose the hubs can be given trees, each a tree of its own with an outer neighbour of the
//! hub. Flipping and matching extends M' by |X| edges, and the barrier X ∪ A' shows the result
//! maximum. So every maximum matching covers X, and D(G) ⊆ D(G'). Suppose further that every hub
//! is reached from a tree that stays unused, going from a tree to an adjacent hub and from a hub
//! to the tree it was given. Handing trees on along the way leaves any given tree unused; the
//! others were unused already. Hence D(G') ⊆ D(G) as well.
//!
//! A subset of the adjacencies can only make the proof fail, never succeed wrongly; so only as many
//! are listed for each hub as will do.

use super::Numbers;
use super::blocks::{Block, Table};
use super::numbering::Numbering;
use crate::matching::{Decomposition, NONE};
use fxhash::FxHashMap;

/// What a hub can be given: a tree, or as many like it as there are blocks of one size.
struct Supply {
    /// Trees not given away.
    free: u32,
    given_to: Vec<usize>,
    wanted_by: Vec<usize>,
}

struct Market {
    supplies: Vec<Supply>,
    /// For each hub, the supplies it is adjacent to.
    wants: Vec<Vec<usize>>,
}

/// Where a tree grows: in a block, by the block's size or, when it is damaged, its prime, and
/// the tree's root there.
#[derive(PartialEq, Eq, Hash)]
enum InBlock {
    Size(u32, u32),
    Prime(u32, u32),
}

/// Are the hubs that are not `gone` covered by every maximum matching, in the way said above?
pub(super) fn lie_in_barrier(
    numbering: &Numbering,
    table: &Table,
    damaged: &FxHashMap<u32, Block>,
    rest: &Decomposition,
    gone: &Numbers,
) -> bool {
    let hubs: Vec<u32> = (1..=numbering.hubs).filter(|&hub| !gone.contains(hub)).collect();
    if hubs.is_empty() {
        return true;
    }
    let mut market = Market { supplies: Vec::new(), wants: vec![Vec::new(); hubs.len()] };
    let mut in_blocks: FxHashMap<InBlock, usize> = FxHashMap::default();
    let mut in_rest: FxHashMap<u32, usize> = FxHashMap::default();

    let mut blocks_of_size = vec![0u32; numbering.hubs as usize + 1];
    for &prime in &numbering.block_primes {
        if !damaged.contains_key(&prime) {
            blocks_of_size[(numbering.limit / prime) as usize] += 1;
        }
    }
    for (i, &hub) in hubs.iter().enumerate() {
        for size in (hub..=numbering.hubs).filter(|&size| blocks_of_size[size as usize] > 0) {
            for (root, _) in table.of_size(size).missed_by_tree().filter(|(_, cofactor)| cofactor % hub == 0)
            {
                let amount = blocks_of_size[size as usize];
                let supply = in_blocks.entry(InBlock::Size(size, root)).or_insert_with(|| market.add(amount));
                market.offer(i, *supply);
            }
        }
        for (&prime, block) in damaged {
            for (root, _) in block.missed_by_tree().filter(|(_, cofactor)| cofactor % hub == 0) {
                let supply = in_blocks.entry(InBlock::Prime(prime, root)).or_insert_with(|| market.add(1));
                market.offer(i, *supply);
            }
        }
        // A hub that can choose among more trees than there are hubs is no obstacle: it finds
        // one that the others leave, and one more is left beside it.
        let mut before = NONE;
        for number in (hub..=numbering.limit).step_by(hub as usize) {
            if market.wants[i].len() > hubs.len() {
                break;
            }
            let label = numbering.label_of[number as usize];
            if label == NONE || !rest.is_missed(label) {
                continue;
            }
            let root = rest.root(label);
            if root != before {
                before = root;
                let supply = in_rest.entry(root).or_insert_with(|| market.add(1));
                market.offer(i, *supply);
            }
        }
    }
    market.satisfies_all() && market.reaches_all()
}

impl Market {
    fn add(&mut self, amount: u32) -> usize {
        self.supplies.push(Supply { free: amount, given_to: Vec::new(), wanted_by: Vec::new() });
        self.supplies.len() - 1
    }

    /// Notes that the hub is adjacent to the supply; the same hub twice in a row counts once.
    fn offer(&mut self, hub: usize, supply: usize) {
        let wanted_by = &mut self.supplies[supply].wanted_by;
        if wanted_by.last() != Some(&hub) {
            wanted_by.push(hub);
            self.wants[hub].push(supply);
        }
    }

    /// Gives every hub a tree of its own, by augmenting paths; the pickiest hubs first.
    fn satisfies_all(&mut self) -> bool {
        (0..self.wants.len()).rev().all(|hub| self.satisfy(hub))
    }

    fn satisfy(&mut self, hub: usize) -> bool {
        // For each supply reached: the hub that wanted it, and, for each hub, what it holds now.
        let mut wanted_by = vec![usize::MAX; self.supplies.len()];
        let mut holds = vec![usize::MAX; self.wants.len()];
        let mut queue = vec![hub];
        let mut head = 0;
        while head < queue.len() {
            let asking = queue[head];
            head += 1;
            for &supply in &self.wants[asking] {
                if wanted_by[supply] != usize::MAX {
                    continue;
                }
                wanted_by[supply] = asking;
                if self.supplies[supply].free > 0 {
                    self.supplies[supply].free -= 1;
                    self.hand_on(supply, hub, &wanted_by, &holds);
                    return true;
                }
                for &holder in &self.supplies[supply].given_to {
                    holds[holder] = supply;
                    queue.push(holder);
                }
            }
        }
        false
    }

    /// Hands `supply` to whoever wanted it, what that hub held to who wanted that, up to `hub`.
    fn hand_on(&mut self, mut supply: usize, hub: usize, wanted_by: &[usize], holds: &[usize]) {
        loop {
            let taker = wanted_by[supply];
            self.supplies[supply].given_to.push(taker);
            if taker == hub {
                return;
            }
            supply = holds[taker];
            self.supplies[supply].given_to.retain(|&holder| holder != taker);
        }
    }

    /// Is every hub reached from a tree that stays unused?
    fn reaches_all(&self) -> bool {
        let mut seen: Vec<bool> = self.supplies.iter().map(|supply| supply.free > 0).collect();
        let mut queue: Vec<usize> = (0..seen.len()).filter(|&supply| seen[supply]).collect();
        let mut given = vec![usize::MAX; self.wants.len()];
        for (i, supply) in self.supplies.iter().enumerate() {
            supply.given_to.iter().for_each(|&hub| given[hub] = i);
        }
        let mut reached = vec![false; self.wants.len()];
        while let Some(supply) = queue.pop() {
            for &hub in &self.supplies[supply].wanted_by {
                if !std::mem::replace(&mut reached[hub], true)
                    && !std::mem::replace(&mut seen[given[hub]], true)
                {
                    queue.push(given[hub]);
                }
            }
        }
        reached.iter().all(|&reached| reached)
    }
}
