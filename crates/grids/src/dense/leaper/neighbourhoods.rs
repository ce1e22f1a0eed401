//! The steps of a leaper, and the values of cells and of their options.

/// A step of a leaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaperStep {
    /// The number that is added to the row.
    pub drow: i32,
    /// The number that is added to the column.
    pub dcol: i32,
}

impl LeaperStep {
    /// Makes a step of what is added to the row and to the column.
    pub const fn new(drow: i32, dcol: i32) -> LeaperStep {
        LeaperStep { drow, dcol }
    }

    /// Counts the anti-diagonals by which the step goes back.
    pub fn fall(self) -> i32 {
        -(self.drow + self.dcol)
    }
}

/// The knight's steps, in the order of the rules.
pub const KNIGHT: [LeaperStep; 4] = [
    LeaperStep::new(-2, -1),
    LeaperStep::new(-1, -2),
    LeaperStep::new(-2, 1),
    LeaperStep::new(1, -2),
];

/// The value that stands for no move: the step leads off the board, or onto damage.
pub const NO_MOVE: u16 = u16::MAX;

/// The values around the cells asked about: of each its own, then for each step the value that it leads
/// to, or [`NO_MOVE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhoods {
    /// The number of steps.
    pub(super) steps: usize,
    /// The values, `steps + 1` of each cell.
    pub(super) flat: Vec<u16>,
}

impl Neighbourhoods {
    /// Takes for each cell its value and then the values to which its `steps` steps lead, one after the other.
    pub fn new(steps: usize, flat: Vec<u16>) -> Self {
        Neighbourhoods { steps, flat }
    }

    /// Returns the Grundy value of the i-th cell asked about.
    pub fn own(&self, index: usize) -> u16 {
        self.flat[index * (self.steps + 1)]
    }

    /// Lists, in the order of the steps, the values to which the steps of the i-th cell lead.
    pub fn options(&self, index: usize) -> impl Iterator<Item = Option<u16>> {
        let values = &self.flat[index * (self.steps + 1) + 1..][..self.steps];
        values
            .iter()
            .map(|&value| (value != NO_MOVE).then_some(value))
    }
}
