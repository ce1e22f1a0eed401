//! Positions as numbers, the components of a record's position, and moves, each with its text.

use std::rc::Rc;

use itertools::Itertools;
use smallvec::SmallVec;

/// A position as numbers: heaps, a cell, a set of cells as bits.
pub type PositionNumbers = SmallVec<[u64; 4]>;

/// A sum of positions: an option leaves one, and none if nothing is left to play on.
pub type OptionParts = SmallVec<[PositionNumbers; 1]>;

/// A component of a record's position, with its text.
#[derive(Clone, Debug)]
pub struct WrittenComponent {
    /// The position of the component.
    pub position: PositionNumbers,
    /// The text of the component, which stands before the `>` of its moves.
    pub written: String,
}

/// The form in which a move is written.
pub enum Name {
    /// A move is written by what it leaves of the component: `1:9>4+3`; the first numbers of positions, as many as
    /// this, are left out.
    Leaving(usize),
    /// A move is written by the numbers that it changes, each with its place: `1:3>1,3:5>4`.
    Changes,
    /// A move is written by a word after the number of the component.
    Word(Rc<str>),
    /// A move is written by a word, which stands after that number in a sum of different games alone.
    Bare(Rc<str>),
}

/// A move, or several moves whose options have equal values.
pub struct ListedMove {
    /// The position that the move leaves.
    pub parts: OptionParts,
    /// The way in which it is written, or the first of several.
    pub name: Name,
    /// The number of moves that it stands for.
    pub count: u64,
}

impl ListedMove {
    /// Returns the move that leaves these parts, by which it is written.
    pub fn leaving(parts: impl IntoIterator<Item = PositionNumbers>) -> ListedMove {
        ListedMove {
            parts: parts.into_iter().collect(),
            name: Name::Leaving(0),
            count: 1,
        }
    }

    /// Returns the move to one position.
    pub fn to(numbers: &[u64]) -> ListedMove {
        ListedMove::leaving([numbers.into()])
    }

    /// Returns the move that leaves heaps of these sizes.
    pub fn to_heaps(sizes: &[u64]) -> ListedMove {
        ListedMove::leaving(
            sizes
                .iter()
                .map(|&size| PositionNumbers::from_slice(&[size])),
        )
    }

    /// Returns the move, written in another way.
    pub fn named(self, name: Name) -> ListedMove {
        ListedMove { name, ..self }
    }

    /// Returns the text of the move in answers, if its component has this number.
    pub fn text(&self, component: &WrittenComponent, number: usize, in_sum: bool) -> String {
        match &self.name {
            Name::Leaving(first) => {
                let parts = self.parts.iter().map(|part| joined(&part[*first..]));
                format!("{number}:{}>{}", component.written, parts.format("+"))
            }
            Name::Changes => {
                let numbers = component.position.iter().zip(&self.parts[0]);
                let changes = (number..).zip(numbers).filter(|(_, (from, to))| from != to);
                changes
                    .map(|(place, (from, to))| format!("{place}:{from}>{to}"))
                    .join(",")
            }
            Name::Bare(word) if !in_sum => word.to_string(),
            Name::Word(word) | Name::Bare(word) => format!("{number}:{word}"),
        }
    }
}

/// Joins numbers by commas.
pub fn joined(numbers: &[u64]) -> String {
    numbers.iter().join(",")
}
