//! Rules and positions as written, by kind.

use std::fmt;
use std::io;

use super::source::{RowSource, Separator};

/// The keywords that may stand anywhere among the rules of a game that knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// Who takes the last loses.
    Misere,
    /// What follows is out of play: cells, positions or numbers.
    Damaged,
    /// The number at which the player to move loses.
    Left,
    /// Moves may leave fewer than `left`; play then ends in a draw.
    Overshoot,
    /// Whoever faces `left` or fewer loses.
    OrLess,
}

impl Keyword {
    /// Every keyword.
    pub const ALL: [Keyword; 5] =
        [Keyword::Misere, Keyword::Damaged, Keyword::Left, Keyword::Overshoot, Keyword::OrLess];

    /// The word as written.
    pub const fn word(self) -> &'static str {
        match self {
            Keyword::Misere => "misere",
            Keyword::Damaged => "damaged",
            Keyword::Left => "left",
            Keyword::Overshoot => "overshoot",
            Keyword::OrLess => "or-less",
        }
    }
}

/// The numbers `low..=high`; a single number is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    /// The first number.
    pub low: u64,
    /// The last number, at least `low`.
    pub high: u64,
}

/// A step of a leaper: what is added to row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Added to the row; −64 to 64.
    pub drow: i8,
    /// Added to the column; −64 to 64.
    pub dcol: i8,
}

/// The size of a board, each at least 1 and at most [`Size::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Rows.
    pub rows: u64,
    /// Columns.
    pub cols: u64,
}

impl Size {
    /// The largest number of rows, and of columns.
    pub const MAX: u64 = 1_000_000_000;

    /// The number of rows of a stream that says itself which is its last: more than there can be.
    pub const ANY_ROWS: u64 = u32::MAX as u64;
}

/// A list of tuples of one arity (1 to 4), flat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tuples {
    arity: usize,
    flat: Vec<u64>,
}

impl Tuples {
    /// The arity every tuple has; 0 while there is none.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.flat.len().checked_div(self.arity).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.flat.is_empty()
    }

    /// Appends a tuple; `false`, and nothing appended, when its arity is not that of the first.
    pub fn push(&mut self, tuple: &[u64]) -> bool {
        if self.flat.is_empty() {
            self.arity = tuple.len();
        }
        let fits = tuple.len() == self.arity;
        if fits {
            self.flat.extend_from_slice(tuple);
        }
        fits
    }

    /// Replaces the tuple with this index; `false`, and nothing replaced, when there is none or its
    /// arity differs.
    pub fn replace(&mut self, index: usize, tuple: &[u64]) -> bool {
        let fits = index < self.len() && tuple.len() == self.arity;
        if fits {
            self.flat[index * self.arity..][..self.arity].copy_from_slice(tuple);
        }
        fits
    }

    /// The tuple with this index.
    pub fn get(&self, index: usize) -> Option<&[u64]> {
        self.flat.get(index.checked_mul(self.arity)?..)?.get(..self.arity).filter(|t| !t.is_empty())
    }

    /// The tuples in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> + Clone {
        self.flat.chunks_exact(self.arity.max(1))
    }

    /// Forgets the tuples, keeps the memory.
    pub fn clear(&mut self) {
        self.flat.clear();
        self.arity = 0;
    }
}

/// A board given as text.
#[derive(Clone, Copy, Debug)]
pub enum Board<'t> {
    /// In the record's line, rows joined by `/`. Only board characters and `/`.
    Inline(&'t [u8]),
    /// The lines after the header, each ending in `\n` or `\r\n` (the last may lack it), as they
    /// stand in the input: neither their number nor their width nor their characters are checked.
    Block(&'t [u8]),
    /// Rows too long to be kept, in lines or joined by `/`, for games whose signature says that they
    /// stream rows. All of it is read while the record is opened. [`Rules::size`] says how many
    /// columns and rows there are, [`Size::ANY_ROWS`] where that is seen when they have been read.
    Stream(&'t dyn RowStream),
}

/// Rows of a board that are read as they are needed, once.
pub trait RowStream {
    /// What ends a row.
    fn separator(&self) -> Separator;

    /// Lets a game take the rows: it gets what was read already and the source of the rest, and
    /// returns what it leaves.
    fn take(&self, game: &mut dyn FnMut(&[u8], &mut dyn RowSource) -> Tail);
}

impl fmt::Debug for dyn RowStream + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RowStream")
    }
}

/// What a game leaves of a stream of rows.
#[derive(Debug, Default)]
pub struct Tail {
    /// Bytes read from the source, or of the head, that are not part of the board: those after its
    /// last row; those from the wrong row's wrong place on.
    pub unread: Vec<u8>,
    /// Rows read in full.
    pub rows: u64,
    /// Why the source could not be read on, if so.
    pub failure: Option<io::Error>,
}

/// What stands between the game's name and the colon.
#[derive(Clone, Debug, Default)]
pub struct Rules<'t> {
    /// Amounts (subtraction, flags), and vectors with one component (rocks), in order.
    pub amounts: Vec<Range>,
    /// An octal code as written: `0.77`. Only `0`/`4`, a point, then digits 0 to 7, at least one.
    pub code: &'t str,
    /// Vectors with two to four components, in order.
    pub vectors: Tuples,
    /// Steps, in order.
    pub steps: Vec<Step>,
    /// The limit of a factor game, the number of vertices of a graph.
    pub limit: Option<u64>,
    /// Edges or arcs, in order, each end at least 1.
    pub edges: Vec<(u32, u32)>,
    /// The size of a board.
    pub size: Option<Size>,
    /// A board in text.
    pub board: Option<Board<'t>>,
    /// Damaged cells or positions with two to four components, in order.
    pub damaged: Tuples,
    /// Damaged numbers and positions with one component, in order.
    pub damaged_numbers: Vec<Range>,
    /// `left n`.
    pub left: Option<u64>,
    /// `misere`.
    pub misere: bool,
    /// `overshoot`.
    pub overshoot: bool,
    /// `or-less`.
    pub or_less: bool,
}

/// What stands after the colon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// Heaps, numbers drawn, vertices.
    pub numbers: Vec<u64>,
    /// Cells, positions of several piles (arity 1 included).
    pub tuples: Tuples,
}
