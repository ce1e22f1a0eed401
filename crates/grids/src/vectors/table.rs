//! All values of a small box, found a cell at a time, which are kept and asked often.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a table has at most 2¹⁴ cells, and no value is above their number"
)]

use super::piles::{MAX_VECTOR_PILES, PileSizes, VectorRules};

/// The largest number of cells of a table that is made at once. A guess.
const MAX_TABLE_CELLS: usize = 1 << 12;
/// The largest number of cells of a table that is made if it is asked for often. A guess.
const MAX_LARGE_TABLE_CELLS: usize = 1 << 14;

/// The mark of a damaged cell. No value is as large: a cell has fewer options than the table has cells.
const DAMAGED_CELL: u16 = u16::MAX;

/// The Grundy values of the positions of a box.
#[derive(Debug)]
pub struct BoxTable {
    /// The sizes of the piles, each plus 1.
    extent: PileSizes,
    /// The weight of one stone of each pile in the index.
    weight: PileSizes,
    /// The value of each position, or [`DAMAGED_CELL`].
    values: Vec<u16>,
}

/// Returns the box that holds the corner, if it has few cells. Extents are powers of two, so that few tables serve
/// many positions.
fn extent_within(most: usize, corner: &PileSizes) -> Option<PileSizes> {
    let mut extent = [1; MAX_VECTOR_PILES];
    for (extent, &pile) in extent.iter_mut().zip(corner) {
        *extent = pile.checked_add(1)?.checked_next_power_of_two()?;
    }
    let cells = extent.iter().try_fold(1u64, |n, &e| n.checked_mul(e))?;
    (cells <= most as u64).then_some(extent)
}

impl BoxTable {
    /// Returns the box that holds the corner, if a table may be that large.
    pub fn extent(corner: &PileSizes) -> Option<PileSizes> {
        extent_within(MAX_TABLE_CELLS, corner)
    }

    /// Returns the box that holds the corner, if a table may be that large once many positions are asked about.
    pub fn large_extent(corner: &PileSizes) -> Option<PileSizes> {
        extent_within(MAX_LARGE_TABLE_CELLS, corner)
    }

    /// Returns the largest box of a table, by the number of piles.
    pub fn whole_extent(piles: usize) -> PileSizes {
        match piles {
            1 => [1 << 14, 1, 1, 1],
            2 => [1 << 7, 1 << 7, 1, 1],
            3 => [1 << 5, 1 << 5, 1 << 4, 1],
            _ => [1 << 4, 1 << 4, 1 << 3, 1 << 3],
        }
    }

    /// Finds the values of the box of this extent, which one of the functions above gave.
    ///
    /// # Complexity
    /// Cells times vectors.
    pub fn new(rules: &VectorRules, extent: PileSizes) -> Self {
        let mut weight = [1; MAX_VECTOR_PILES];
        for k in 1..MAX_VECTOR_PILES {
            weight[k] = weight[k - 1] * extent[k - 1];
        }
        let cells = extent.iter().product::<u64>() as usize;
        let mut table = BoxTable {
            extent,
            weight,
            values: vec![0; cells],
        };
        let steps: Vec<(&PileSizes, usize)> = rules
            .vectors
            .iter()
            .filter(|v| table.holds(v))
            .map(|v| (v, table.index(v)))
            .collect();
        for position in &rules.damaged {
            if table.holds(position) {
                let index = table.index(position);
                table.values[index] = DAMAGED_CELL;
            }
        }
        // The last cell that saw each value among its options, plus 1.
        let mut seen = vec![0; steps.len() + 1];
        for cell in 0..cells {
            if table.values[cell] == DAMAGED_CELL {
                continue;
            }
            let piles: PileSizes = std::array::from_fn(|k| cell as u64 / weight[k] % extent[k]);
            for (vector, back) in &steps {
                if vector.iter().zip(&piles).all(|(take, pile)| take <= pile)
                    && let Some(seen) = seen.get_mut(table.values[cell - back] as usize)
                {
                    *seen = cell + 1;
                }
            }
            table.values[cell] = seen.iter().take_while(|&&s| s == cell + 1).count() as u16;
        }
        table
    }

    /// Returns whether a position lies in the box.
    fn holds(&self, position: &PileSizes) -> bool {
        position
            .iter()
            .zip(&self.extent)
            .all(|(pile, extent)| pile < extent)
    }

    /// Returns the index of a position of the box.
    fn index(&self, position: &PileSizes) -> usize {
        position
            .iter()
            .zip(&self.weight)
            .map(|(pile, weight)| pile * weight)
            .sum::<u64>() as usize
    }

    /// Returns the value of a position of the box that is not damaged.
    pub fn value(&self, position: &PileSizes) -> u32 {
        u32::from(self.values[self.index(position)])
    }

    /// Returns the value of a position, if that is in the box and not damaged.
    pub fn get(&self, position: &PileSizes) -> Option<u32> {
        if !self.holds(position) {
            return None;
        }
        let value = self.values[self.index(position)];
        (value != DAMAGED_CELL).then_some(value.into())
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.values.len() * 2) as u64
    }
}
