//! Values in a table: every cell by its definition, the mex of the cells it leads to.

use super::{CELLS, Checked, Meter, rejected, unproved};
use crate::certificate::{BLOCK, Checksum};

/// What a table is made of: cells 0, 1, …, each leading to cells before it in the order.
pub trait Cells {
    /// The number of cells.
    fn cells(&self) -> u64;

    /// The cells in an order in which each comes after those it leads to.
    fn order(&self) -> Box<dyn Iterator<Item = usize> + '_>;

    /// Whether the cell is out of play: it has no value and nothing leads there.
    fn is_gone(&self, cell: usize) -> bool;

    /// The most moves a cell has.
    fn width(&self) -> u64;

    /// Visits where the cell leads.
    fn lead(&self, cell: usize, visit: &mut dyn FnMut(usize));

    /// The cells of the components.
    fn components(&self) -> Vec<usize>;
}

/// The values of all cells; of those out of play, `u32::MAX`.
#[derive(Debug, Default)]
pub struct Table {
    pub values: Vec<u32>,
}

impl Table {
    /// Computes a table.
    pub fn new(cells: &impl Cells, meter: &Meter) -> Checked<Table> {
        if cells.cells() > CELLS {
            return unproved(format!("a table of {} cells is too large to compute", cells.cells()));
        }
        let mut values = vec![u32::MAX; cells.cells() as usize];
        let mut seen: Vec<u64> = Vec::new();
        for (cell, stamp) in cells.order().zip(1..) {
            if cells.is_gone(cell) {
                continue;
            }
            meter.spend(1 + cells.width())?;
            cells.lead(cell, &mut |to| {
                let value = values[to] as usize;
                if value >= seen.len() {
                    seen.resize(value + 1, 0);
                }
                seen[value] = stamp;
            });
            values[cell] = seen.iter().take_while(|&&mark| mark == stamp).count() as u32;
        }
        Ok(Table { values })
    }

    /// The running checksums of its blocks.
    pub fn blocks(&self) -> Vec<u64> {
        let mut sum = Checksum::new();
        let block = |cells: &[u32]| {
            cells.iter().for_each(|&value| sum.add(u64::from(value)));
            sum.get()
        };
        self.values.chunks(BLOCK).map(block).collect()
    }

    /// The values of the components.
    pub fn of_components(&self, cells: &impl Cells) -> Vec<u64> {
        cells.components().into_iter().map(|cell| u64::from(self.values[cell])).collect()
    }

    /// Checks what a certificate claims.
    pub fn check(&self, cells: &impl Cells, values: &[u64], blocks: &[u64]) -> Checked<()> {
        if self.blocks() != blocks {
            return rejected("a block of the table has another checksum");
        }
        if self.of_components(cells) != values {
            return rejected("the components have other values");
        }
        Ok(())
    }
}
