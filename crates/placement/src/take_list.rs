//! A list of moves in little memory.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the lists of moves have fewer than 2³² numbers"
)]

/// A list of moves in little memory: of each move, the cells that it needs and all cells that go.
#[derive(Clone, Debug, Default)]
pub struct TakeList {
    /// The cells of all moves, one move after the other, the needed ones first.
    cells: Vec<u32>,
    /// The ends of each move in this list.
    ends: Vec<TakeEnds>,
}

/// The place where the cells of a move end in the list of all cells.
#[derive(Clone, Copy, Debug)]
struct TakeEnds {
    /// The end of the needed cells, which come first.
    needs: u32,
    /// The end of all cells that go.
    goes: u32,
}

impl TakeList {
    /// Adds a move by the cells it needs, and others that go with them.
    pub fn push(
        &mut self,
        needs: impl IntoIterator<Item = u32>,
        others: impl IntoIterator<Item = u32>,
    ) {
        self.cells.extend(needs);
        let needs = self.cells.len() as u32;
        self.cells.extend(others);
        let goes = self.cells.len() as u32;
        self.ends.push(TakeEnds { needs, goes });
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of cells in the lists of all moves.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// Returns where the cells of the i-th move begin.
    fn start(&self, i: usize) -> usize {
        if i == 0 {
            return 0;
        }
        self.ends[i - 1].goes as usize
    }

    /// Returns the cells that the i-th move needs.
    pub fn needs(&self, i: usize) -> &[u32] {
        &self.cells[self.start(i)..self.ends[i].needs as usize]
    }

    /// Returns all cells that go with the i-th move.
    pub fn goes(&self, i: usize) -> &[u32] {
        &self.cells[self.start(i)..self.ends[i].goes as usize]
    }
}
