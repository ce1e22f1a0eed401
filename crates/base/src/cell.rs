//! Cells of boards and of shapes.

/// A cell of a board or of a shape, or a step from one cell to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell<N = u32> {
    /// The row, 0 at the top unless its user says otherwise.
    pub row: N,
    /// The column, 0 at the left unless its user says otherwise.
    pub column: N,
}

impl<N> Cell<N> {
    /// Makes the cell in a row and a column.
    #[inline]
    pub const fn new(row: N, column: N) -> Self {
        Cell { row, column }
    }
}

impl<N: Copy> Cell<N> {
    /// Returns the cell with row and column exchanged.
    #[inline]
    pub fn transposed(self) -> Self {
        Cell::new(self.column, self.row)
    }

    /// Returns the cell whose row and column a function makes of these.
    #[inline]
    pub fn map<M>(self, number: impl Fn(N) -> M) -> Cell<M> {
        Cell::new(number(self.row), number(self.column))
    }
}

impl Cell {
    /// Returns the cell with this number on a board with this number of columns, whose cells are numbered in reading
    /// order.
    #[inline]
    pub fn of(number: u32, columns: u32) -> Cell {
        Cell::new(number / columns, number % columns)
    }
}

impl<N> From<(N, N)> for Cell<N> {
    fn from(numbers: (N, N)) -> Self {
        let (row, column) = numbers;
        Cell { row, column }
    }
}
