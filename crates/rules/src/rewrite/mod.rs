//! The rules and positions of games that change cells, as they are written.
//!
//! A rule `XO>.X` is a [`Replacement`]: where its word `before` lies on a row, a board or the vertices of a graph, a move
//! puts `after` there. [`Rewriting`] is a list of them with what the record says of where they lie and of what forbids a
//! move; [`LetterBoard`] is a position. Nothing here knows an algorithm.
//!
//! | written | here |
//! | --- | --- |
//! | `XO>.X` | `before` has the signs `X` `O`, `after` the signs `.` `X` |
//! | `A*B>C*B` | the first sign of each word is `repeated` |
//! | `_1_1>` | `after` has one row without signs |
//! | `never XX` | a word of [`Rewriting::never`] |
//! | `XO./.OX` | a board of 2 rows and 3 columns |
//! | `.^1000000` | a board of one row, whose letters are one run |

mod read;

use std::fmt;

use grundy_base::edge::Edge;

pub use read::{ReadRewriting, read_rewriting};

/// The letter of a free cell.
pub const FREE: u8 = b'.';

/// The letter of a wall, which no word matches.
pub const WALL: u8 = b'#';

/// The rules of a game that changes cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rewriting {
    /// The rules, in the order in which they are written.
    pub rules: Vec<Replacement>,
    /// The ways in which a word may be turned.
    pub directions: Directions,
    /// Whether the last cell of a row neighbours the first.
    pub ring: bool,
    /// Whether every group of a letter needs a free neighbour.
    pub alive: bool,
    /// Whether what is no wall must stay connected.
    pub joined: bool,
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// The words that no move may leave.
    pub never: Vec<CellWord>,
    /// The words that end play.
    pub ends: Vec<CellWord>,
    /// The graph whose vertices are the cells; without one the cells are rows and boards.
    pub graph: Option<LetterGraph>,
}

impl Rewriting {
    /// Returns whether a rule may leave a row shorter.
    pub fn closes_up(&self) -> bool {
        self.rules.iter().any(Replacement::closes_up)
    }

    /// Returns whether a move may be forbidden, or play may end while a rule still lies somewhere.
    pub fn is_constrained(&self) -> bool {
        self.forbids_positions() || !self.ends.is_empty()
    }

    /// Returns whether some positions are forbidden, also as the first one.
    pub fn forbids_positions(&self) -> bool {
        self.alive || self.joined || !self.never.is_empty()
    }
}

/// The ways in which a word may lie on cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Directions {
    /// The direction in which it is drawn; on a graph along edges both ways and along arcs forwards.
    #[default]
    AsDrawn,
    /// All eight positions; on a row both ways; on a graph along arcs also backwards.
    Turned,
    /// The eight steps of a king; words have one row.
    King,
    /// The eight steps of a knight; words have one row.
    Knight,
}

/// A rule: `before` becomes `after`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replacement {
    /// The word that must lie there. Its signs are no walls, and at most one of them is repeated.
    pub before: CellWord,
    /// The word that a move puts there. It has as many rows. It is as long as `before`, or has one row and is shorter;
    /// then it has no [`Symbol::Any`].
    pub after: CellWord,
}

impl Replacement {
    /// Returns whether what it leaves may be shorter than what it replaces.
    pub fn closes_up(&self) -> bool {
        self.before.single_signs() != self.after.single_signs()
            || self.before.has_repeated() != self.after.has_repeated()
    }
}

/// A word of a rule, in one or several rows of equal length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellWord {
    /// The rows, at least one. Only an `after` may have a row without signs.
    pub rows: Vec<Vec<Sign>>,
}

impl CellWord {
    /// Returns the signs of all rows in reading order.
    pub fn signs(&self) -> impl Iterator<Item = Sign> {
        self.rows.iter().flatten().copied()
    }

    /// Returns whether a sign of it may stand any number of times.
    pub fn has_repeated(&self) -> bool {
        self.signs().any(|sign| sign.repeated)
    }

    /// Returns whether a sign of it stands for any letter.
    pub fn has_any(&self) -> bool {
        self.signs().any(|sign| sign.symbol == Symbol::Any)
    }

    /// Returns the number of signs that stand once.
    fn single_signs(&self) -> usize {
        self.signs().filter(|sign| !sign.repeated).count()
    }
}

/// A sign of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sign {
    /// The letters that it stands for.
    pub symbol: Symbol,
    /// Whether it stands any number of times, or never (`X*`).
    pub repeated: bool,
}

/// The letters that a sign stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// This letter: `A`–`Z`, `a`–`z`, `0`–`9`, or [`FREE`].
    Letter(u8),
    /// A wall, `#`; only in `after`.
    Wall,
    /// Any letter, `_`; in `after` the letter that stands there.
    Any,
    /// Any letter, but the same one wherever this number (1 to 9) stands in the rule or in the word, `_1`.
    Same(u8),
}

impl fmt::Display for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.before, self.after)
    }
}

impl fmt::Display for CellWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            for sign in row {
                write!(f, "{}", sign.symbol)?;
                if sign.repeated {
                    f.write_str("*")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Letter(letter) => write!(f, "{}", char::from(*letter)),
            Symbol::Wall => write!(f, "{}", char::from(WALL)),
            Symbol::Any => f.write_str("_"),
            Symbol::Same(number) => write!(f, "_{number}"),
        }
    }
}

/// A graph whose vertices are the cells of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LetterGraph {
    /// The number of vertices, at most 4,096.
    pub vertices: u16,
    /// The edges, which are walked both ways, as pairs of vertices counted from 0.
    pub edges: Vec<Edge<u16>>,
    /// The arcs, which are walked from the first vertex to the second.
    pub arcs: Vec<Edge<u16>>,
}

/// A position: a row, a board, or the letters of the vertices of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LetterBoard {
    /// The number of rows, at least 1.
    rows: u64,
    /// The number of columns; 0 in a row without cells.
    columns: u64,
    /// The letters in reading order. Neighbouring runs have different letters, and none is empty.
    runs: Vec<LetterRun>,
}

/// A letter that stands several times, one cell after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LetterRun {
    /// The letter, [`FREE`] or [`WALL`].
    pub letter: u8,
    /// The number of cells that have it, one after the other.
    pub count: u64,
}

impl LetterBoard {
    /// Makes a row of these letters.
    pub fn row(letters: &[u8]) -> LetterBoard {
        Self::of_runs(
            1,
            letters.iter().map(|&letter| LetterRun { letter, count: 1 }),
        )
    }

    /// Makes a board of this many rows, at least 1, from letters in reading order; rows are equally long.
    pub fn board(rows: usize, letters: &[u8]) -> LetterBoard {
        let one = |&letter: &u8| LetterRun { letter, count: 1 };
        Self::of_runs(rows as u64, letters.iter().map(one))
    }

    /// Makes a board of this many rows, at least 1, from runs in reading order, which may be empty and equal.
    ///
    /// # Panics
    ///
    /// Panics if there are 2⁶⁴ cells or more.
    pub fn of_runs(rows: u64, runs: impl IntoIterator<Item = LetterRun>) -> LetterBoard {
        let mut merged: Vec<LetterRun> = Vec::new();
        let mut cells = 0u64;
        for run in runs {
            if run.count == 0 {
                continue;
            }
            cells = cells
                .checked_add(run.count)
                .expect("cells are counted in 64 bits");
            match merged.last_mut() {
                Some(last) if last.letter == run.letter => last.count += run.count,
                _ => merged.push(run),
            }
        }
        LetterBoard {
            rows,
            columns: cells / rows,
            runs: merged,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> u64 {
        self.rows * self.columns
    }

    /// Returns the runs of letters in reading order.
    pub fn runs(&self) -> &[LetterRun] {
        &self.runs
    }

    /// Returns the letter of each cell in reading order. It takes memory in proportion to the cells.
    pub fn letters(&self) -> Vec<u8> {
        let mut letters = Vec::with_capacity(usize::try_from(self.cells()).unwrap_or(0));
        for run in &self.runs {
            let end = letters.len() as u64 + run.count;
            letters.resize(usize::try_from(end).unwrap_or(usize::MAX), run.letter);
        }
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(letters: &str) -> CellWord {
        let sign = |symbol| Sign {
            symbol,
            repeated: false,
        };
        let row = letters.bytes().map(|letter| sign(Symbol::Letter(letter)));
        CellWord {
            rows: vec![row.collect()],
        }
    }

    #[test]
    fn runs_of_a_position_are_merged() {
        let run = |letter, count| LetterRun { letter, count };
        let board =
            LetterBoard::of_runs(2, [run(b'X', 1), run(b'X', 2), run(b'O', 0), run(b'.', 1)]);
        assert_eq!(board, LetterBoard::board(2, b"XXX."));
        assert_eq!(board.runs(), [run(b'X', 3), run(b'.', 1)]);
        assert_eq!((board.columns(), board.letters()), (2, b"XXX.".to_vec()));
        assert_eq!(LetterBoard::row(b"").cells(), 0);
        let long = LetterBoard::of_runs(1, [run(b'.', u64::MAX)]);
        assert_eq!(long.cells(), u64::MAX);
    }

    #[test]
    fn a_rule_closes_up_where_fewer_cells_are_left() {
        let mut rule = Replacement {
            before: word("AB"),
            after: word("A"),
        };
        assert!(rule.closes_up());
        rule.after = word("AA");
        assert!(!rule.closes_up());
        rule.before.rows[0][0].repeated = true;
        assert!(
            rule.closes_up(),
            "A*B>AA would do more than close up, and is refused"
        );
    }
}
