//! Positions with one long pile, by a finite automaton that runs along it.
//!
//! The *slab* at z holds the labels of all positions whose long pile is z. With r the largest
//! amount a vector takes from the long pile, slab z is a function of the r slabs before it, and
//! of the damage at z alone. So on a stretch without damage a state (r slabs) that comes back
//! proves that all that follows repeats, and z may be moved on by whole periods: this is exact for piles
//! up to 2^64 − 1. The state is compared by a rolling hash first, then label by label. It is compared with one that was
//! kept, which is replaced at each power of two (Brent 1980).

#![expect(
    clippy::cast_possible_truncation,
    reason = "the cells of the slabs fit the memory allowed"
)]

use super::piles::{MAX_VECTOR_PILES, PileSizes};
use super::problem::{LabelKind, Problem};
use grundy_base::budget::{Budget, Limit};
use grundy_base::hash::mixed;
use grundy_base::sync::interrupt::Checked;
use grundy_values::mex::ValueSet;

/// The label of a cell that no option may count: one that is damaged, or outside.
const UNCOUNTED: u32 = u32::MAX;

/// The cells of a slab, numbered by the piles but the longest, the first of them fastest.
struct SlabShape {
    /// The long pile.
    long: usize,
    /// The weight of one stone of each pile in the index of a slab's cell; 0 for the long pile.
    weight: [u64; MAX_VECTOR_PILES],
    /// The sizes of the piles, each plus 1.
    extent: [u64; MAX_VECTOR_PILES],
    /// The number of cells of a slab.
    cells: usize,
    /// The number of slabs of a state.
    depth: usize,
}

/// Returns the number of cells of the state, which [`solve`] keeps in memory: those of a slab, times the largest amount
/// that a vector takes from the long pile plus 1.
pub fn state(problem: &Problem) -> u128 {
    let corner = problem.corner();
    let long = longest(problem, &corner);
    let slab = problem.cells() / (u128::from(corner[long]) + 1);
    slab.saturating_mul(u128::from(problem.reach()[long]) + 1)
}

/// Returns the longest pile.
fn longest(problem: &Problem, corner: &PileSizes) -> usize {
    (0..problem.piles).max_by_key(|&k| corner[k]).unwrap_or(0)
}

impl SlabShape {
    /// Numbers the cells of a slab, unless a state does not fit the memory.
    fn new(problem: &Problem, budget: &Budget) -> Option<Self> {
        // There are three copies of a state (the ring, the one kept, and slack) of four bytes a cell.
        if state(problem).saturating_mul(3 * 4) > u128::from(budget.memory) {
            return None;
        }
        let corner = problem.corner();
        let long = longest(problem, &corner);
        let mut weight = [0; MAX_VECTOR_PILES];
        let mut extent = [1; MAX_VECTOR_PILES];
        let mut cells = 1;
        for k in (0..problem.piles).filter(|&k| k != long) {
            weight[k] = cells;
            extent[k] = corner[k] + 1;
            cells *= extent[k];
        }
        // There is one slab more than the moves reach back, so that they do not read the slab being written.
        let depth = usize::try_from(problem.reach()[long]).ok()? + 1;
        Some(SlabShape {
            long,
            weight,
            extent,
            cells: cells as usize,
            depth,
        })
    }

    /// Returns the cell of a position in its slab.
    fn index(&self, position: &PileSizes) -> usize {
        position
            .iter()
            .zip(&self.weight)
            .map(|(p, w)| p * w)
            .sum::<u64>() as usize
    }
}

/// One move as the automaton makes it.
struct SlabStep {
    /// The amounts taken from the piles.
    amounts: PileSizes,
    /// The number of slabs that it goes back.
    back: usize,
    /// The number of cells that it goes back in that slab.
    cells: usize,
}

/// The automaton at work.
struct Ribbon<'a> {
    /// The cells of a slab.
    shape: &'a SlabShape,
    /// The moves.
    steps: Vec<SlabStep>,
    /// The kind of the labels.
    label: LabelKind,
    /// The last `depth` slabs; the n-th slab that was computed is in slot n modulo depth.
    ring: Vec<u32>,
    /// The slot of the next slab.
    slot: usize,
    /// The rolling hash of the ring, oldest slab first.
    hash: u64,
    /// The weight that the oldest slab has in the hash.
    oldest: u64,
    /// The values seen by the current cell.
    seen: ValueSet,
}

/// The base of the rolling hash. It is odd, so that powers never vanish modulo 2^64; collisions only cost a comparison.
const HASH_BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl<'a> Ribbon<'a> {
    /// Begins before slab 0, with slabs that no option counts.
    fn new(problem: &Problem, shape: &'a SlabShape) -> Self {
        let steps = problem.vectors.iter().map(|v| SlabStep {
            amounts: *v,
            back: v[shape.long] as usize,
            cells: shape.index(v),
        });
        let mut ribbon = Ribbon {
            shape,
            steps: steps.collect(),
            label: problem.label,
            ring: vec![UNCOUNTED; shape.depth * shape.cells],
            slot: 0,
            hash: 0,
            oldest: (1..shape.depth).fold(1, |power: u64, _| power.wrapping_mul(HASH_BASE)),
            seen: ValueSet::default(),
        };
        for slot in 0..shape.depth {
            ribbon.hash = ribbon
                .hash
                .wrapping_mul(HASH_BASE)
                .wrapping_add(ribbon.slab_hash(slot));
        }
        ribbon
    }

    /// Returns the labels of the slab in a slot.
    fn slab(&self, slot: usize) -> &[u32] {
        &self.ring[slot * self.shape.cells..][..self.shape.cells]
    }

    /// Returns the hash of the slab in a slot.
    fn slab_hash(&self, slot: usize) -> u64 {
        let mut hash = 1u64;
        for &label in self.slab(slot) {
            hash = mixed(hash ^ u64::from(label));
        }
        hash
    }

    /// Computes the next slab, whose damaged cells are `holes` (ascending).
    fn advance(&mut self, holes: &[usize]) {
        let gone = self.slab_hash(self.slot).wrapping_mul(self.oldest);
        let mut piles = [0u64; MAX_VECTOR_PILES];
        let mut holes = holes.iter().peekable();
        for cell in 0..self.shape.cells {
            let label = if holes.next_if_eq(&&cell).is_some() {
                UNCOUNTED
            } else {
                self.cell(cell, &piles)
            };
            self.ring[self.slot * self.shape.cells + cell] = label;
            // The short piles of the next cell follow as the digits of a counter do.
            for (pile, extent) in piles.iter_mut().zip(&self.shape.extent) {
                *pile += 1;
                if *pile < *extent {
                    break;
                }
                *pile = 0;
            }
        }
        self.hash = (self.hash.wrapping_sub(gone)).wrapping_mul(HASH_BASE);
        self.hash = self.hash.wrapping_add(self.slab_hash(self.slot));
        self.slot = (self.slot + 1) % self.shape.depth;
    }

    /// Computes the label of a cell of the next slab, whose short piles are `piles`.
    fn cell(&mut self, cell: usize, piles: &PileSizes) -> u32 {
        self.seen.clear();
        for step in &self.steps {
            let fits =
                (0..MAX_VECTOR_PILES).all(|k| k == self.shape.long || step.amounts[k] <= piles[k]);
            if !fits {
                continue;
            }
            let slot = match self.slot.checked_sub(step.back) {
                Some(slot) => slot,
                None => self.slot + self.shape.depth - step.back,
            };
            let value = self.ring[slot * self.shape.cells + cell - step.cells];
            if value != UNCOUNTED {
                self.seen.insert(value);
            }
        }
        match self.label {
            // Only losing options matter, so every winning position may carry the same label, the
            // one that no option counts: so there are fewer states, and periods are shorter.
            LabelKind::Outcome if self.seen.contains(0) => UNCOUNTED,
            LabelKind::Outcome => 0,
            LabelKind::Value => self.seen.mex(),
        }
    }

    /// Returns whether the state is the one that was kept.
    fn is_state(&self, kept: &[u32]) -> bool {
        let (newer, older) = self.ring.split_at(self.slot * self.shape.cells);
        kept[..older.len()] == *older && kept[older.len()..] == *newer
    }

    /// Copies the state, oldest slab first.
    fn keep_state(&self, kept: &mut Vec<u32>) {
        let (newer, older) = self.ring.split_at(self.slot * self.shape.cells);
        kept.clear();
        kept.extend_from_slice(older);
        kept.extend_from_slice(newer);
    }
}

/// An event at a slab: damage in it, or a question about it.
struct Event {
    /// The long pile.
    z: u64,
    /// The cell of the slab.
    cell: usize,
    /// The index among the positions asked; damage has none.
    asked: Option<usize>,
}

/// Labels the positions asked, in their order.
///
/// # Complexity
/// Each stretch between damaged slabs costs at most its preperiod and a few of its periods, in
/// slabs; a unit of work is one move tried at one cell. Two states are kept in memory.
///
/// # Errors
/// Fails when a state does not fit the memory, or no period is proved within the work.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    let Some(shape) = SlabShape::new(problem, budget) else {
        let cells = state(problem);
        let bytes = budget.memory;
        let message = format!(
            "{cells} positions along the longest pile need more than the {bytes} bytes allowed"
        );
        return Err(Limit::bytes(cells, message));
    };
    let event = |(p, asked): (&PileSizes, _)| Event {
        z: p[shape.long],
        cell: shape.index(p),
        asked,
    };
    let mut events: Vec<Event> = problem.marks().map(event).collect();
    events.sort_by_key(|e| (e.z, e.cell));

    let cost = (shape.cells as u64).saturating_mul(problem.vectors.len() as u64);
    let mut slabs_left = budget.work / cost;
    let mut labels = vec![0; problem.asked.len()];
    let mut ribbon = Ribbon::new(problem, &shape);
    let mut walk = Walk {
        z: 0,
        kept: Vec::new(),
        kept_hash: 0,
        since: 0,
        power: 1,
        period: None,
    };
    walk.restart(&ribbon);
    let mut steps = Checked::every(64);
    let mut rest = events.as_slice();
    while let Some(first) = rest.first() {
        let (here, later) = rest.split_at(rest.partition_point(|e| e.z == first.z));
        rest = later;
        while walk.z < first.z {
            let moved = walk.jump(first.z);
            if moved {
                continue;
            }
            if slabs_left == 0 {
                return Err(Limit::work(format!(
                    "no period along the longest pile is proved up to {} of {}, within the {} units of \
                     work allowed",
                    walk.z, first.z, budget.work
                )));
            }
            slabs_left -= 1;
            steps.step();
            ribbon.advance(&[]);
            walk.step(&ribbon);
        }
        let holes: Vec<usize> = here
            .iter()
            .filter(|e| e.asked.is_none())
            .map(|e| e.cell)
            .collect();
        ribbon.advance(&holes);
        slabs_left = slabs_left.saturating_sub(1);
        let computed = (ribbon.slot + shape.depth - 1) % shape.depth;
        for event in here {
            if let Some(i) = event.asked {
                let label = ribbon.slab(computed)[event.cell];
                labels[i] = if problem.label == LabelKind::Outcome {
                    u32::from(label == UNCOUNTED)
                } else {
                    label
                };
            }
        }
        if rest.is_empty() {
            break;
        }
        walk.step(&ribbon);
        if !holes.is_empty() {
            walk.restart(&ribbon);
        }
    }
    Ok(labels)
}

/// The state of the automaton, and Brent's search for a period of the stretch it is in.
struct Walk {
    /// The long pile of the next slab.
    z: u64,
    /// The state that was kept.
    kept: Vec<u32>,
    /// The hash of that state.
    kept_hash: u64,
    /// The number of slabs since the state was kept.
    since: u64,
    /// The number of slabs after which the next state is kept.
    power: u64,
    /// The period of the stretch, if one was found.
    period: Option<u64>,
}

impl Walk {
    /// Begins a stretch at the current state.
    fn restart(&mut self, ribbon: &Ribbon) {
        ribbon.keep_state(&mut self.kept);
        self.kept_hash = ribbon.hash;
        self.since = 0;
        self.power = 1;
        self.period = None;
    }

    /// Counts a slab just computed.
    fn step(&mut self, ribbon: &Ribbon) {
        self.z += 1;
        if self.period.is_some() {
            return;
        }
        self.since += 1;
        if ribbon.hash == self.kept_hash && ribbon.is_state(&self.kept) {
            self.period = Some(self.since);
        } else if self.since == self.power {
            ribbon.keep_state(&mut self.kept);
            self.kept_hash = ribbon.hash;
            self.since = 0;
            self.power = self.power.saturating_mul(2);
        }
    }

    /// Moves on by whole periods, as near to `goal` as they go. Returns whether it moved.
    fn jump(&mut self, goal: u64) -> bool {
        let Some(period) = self.period else {
            return false;
        };
        let skip = (goal - self.z) / period * period;
        self.z += skip;
        skip > 0
    }
}
