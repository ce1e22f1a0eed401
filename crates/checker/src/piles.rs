//! Rocks: groups of piles, values in a table over all groups up to the largest.

use crate::GameId;
use std::ops::ControlFlow;

use fxhash::FxHashSet;

use super::sums::{Sum, Visitor};
use super::table::{Cells, Table};
use super::{CELLS, Checked, Meter, rejected, unproved};
use grundy_record::{Move, Record, Tuple};

const THREE_ROCKS: [[u64; 2]; 9] = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [3, 0], [0, 3], [1, 2], [2, 1]];

/// The steps one vector or damaged position of a range is worth: it takes memory.
const VECTOR: u64 = 256;

/// The groups of one record.
pub struct Positions<'m> {
    /// How many sizes each pile has in the table.
    extent: Vec<u64>,
    vectors: Vec<Vec<u64>>,
    damaged: FxHashSet<Vec<u64>>,
    groups: Vec<Vec<u64>>,
    pub table: Table,
    meter: &'m Meter,
}

impl<'m> Positions<'m> {
    /// Reads the record and computes the table.
    pub fn new(record: &Record<'_>, game: GameId, meter: &'m Meter) -> Checked<Self> {
        let modifiers = &record.modifiers;
        if !record.rules.signed.is_empty() {
            return unproved("no certificate exists for vectors that add to a pile");
        }
        let given = &record.rules.vectors;
        let groups: Vec<Vec<u64>> = record.position.tuples.iter().map(<[u64]>::to_vec).collect();
        let arity = match () {
            () if game == GameId::ThreeRocks => 2,
            () if given.is_empty() => 1,
            () => given.arity(),
        };
        if groups.iter().any(|group| group.len() != arity) {
            return rejected("a group has another number of piles than the vectors");
        }
        let extent: Vec<u64> = (0..arity)
            .map(|i| groups.iter().map(|group| group[i]).max().map_or(0, |most| most.saturating_add(1)))
            .collect();
        let cells = extent.iter().try_fold(1u64, |cells, &sizes| cells.checked_mul(sizes));
        if cells.is_none_or(|cells| cells > CELLS) {
            return unproved("the table has too many cells");
        }
        let most = extent.iter().copied().max().unwrap_or(0);
        let mut vectors: Vec<Vec<u64>> = if game == GameId::ThreeRocks {
            THREE_ROCKS.iter().map(|vector| vector.to_vec()).collect()
        } else if arity == 1 {
            // Amounts larger than any pile are never taken.
            let ranges = record.rules.amounts().iter().map(|range| range.low..=range.high.min(most));
            ranges.clone().try_for_each(|range| meter.spend(VECTOR * range.count() as u64))?;
            ranges.flatten().map(|amount| vec![amount]).collect()
        } else {
            given.iter().map(<[u64]>::to_vec).collect()
        };
        let mut known = FxHashSet::default();
        vectors.retain(|vector| known.insert(vector.clone()));
        if vectors.iter().any(|vector| vector.iter().all(|&part| part == 0)) {
            return rejected("a vector is 0");
        }
        let singles = modifiers.damaged_numbers.iter().map(|range| range.low..=range.high.min(most));
        singles.clone().try_for_each(|range| meter.spend(VECTOR * range.count() as u64))?;
        let singles = singles.flatten();
        let damaged: FxHashSet<Vec<u64>> =
            singles.map(|size| vec![size]).chain(modifiers.damaged.iter().map(<[u64]>::to_vec)).collect();
        let mut positions = Positions { extent, vectors, damaged, groups, table: Table::default(), meter };
        positions.table = Table::new(&positions, meter)?;
        Ok(positions)
    }

    fn cell(&self, group: &[u64]) -> usize {
        group.iter().zip(&self.extent).fold(0, |cell, (&pile, &sizes)| cell * sizes + pile) as usize
    }

    fn group(&self, cell: usize) -> Vec<u64> {
        let mut rest = cell as u64;
        let mut group = vec![0; self.extent.len()];
        for (pile, &sizes) in group.iter_mut().zip(&self.extent).rev() {
            (*pile, rest) = (rest % sizes, rest / sizes);
        }
        group
    }

    /// Where a group leads, in the order of the vectors.
    fn after<'s>(&'s self, group: &'s [u64]) -> impl Iterator<Item = Vec<u64>> + 's {
        let step = move |vector: &Vec<u64>| {
            group.iter().zip(vector).map(|(pile, part)| pile.checked_sub(*part)).collect::<Option<Vec<u64>>>()
        };
        self.vectors.iter().filter_map(step).filter(|group| !self.damaged.contains(group))
    }
}

impl Cells for Positions<'_> {
    fn cells(&self) -> u64 {
        self.extent.iter().product()
    }

    fn order(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        // Every vector lowers the group in this order, the lexicographic one.
        Box::new(0..Cells::cells(self) as usize)
    }

    fn is_gone(&self, cell: usize) -> bool {
        !self.damaged.is_empty() && self.damaged.contains(&self.group(cell))
    }

    fn width(&self) -> u64 {
        self.vectors.len() as u64
    }

    fn lead(&self, cell: usize, visit: &mut dyn FnMut(usize)) {
        self.after(&self.group(cell)).for_each(|group| visit(self.cell(&group)));
    }

    fn components(&self) -> Vec<usize> {
        self.groups.iter().map(|group| self.cell(group)).collect()
    }
}

impl Sum for Positions<'_> {
    fn components(&self) -> usize {
        self.groups.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        match self.table.values[self.cell(&self.groups[index])] {
            u32::MAX => rejected("a group stands on a damaged position"),
            value => Ok(u64::from(value)),
        }
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let from = &self.groups[index];
        self.meter.spend(self.vectors.len() as u64)?;
        for to in self.after(from) {
            let value = u64::from(self.table.values[self.cell(&to)]);
            if target.is_none_or(|target| target == value) {
                let mv = Move::Tuple { index, from: Tuple::new(from), to: Tuple::new(&to) };
                if visitor(mv) == ControlFlow::Break(()) {
                    break;
                }
            }
        }
        Ok(())
    }
}
