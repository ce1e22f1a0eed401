//! Rows, boards and graphs of letters as a record writes them: `XO.X`, `XO/.O`, `4x4`, `.(XO)^3.`.

use std::fmt;

use grundy_base::range::Range;
use grundy_rules::rewrite::{FREE, LetterBoard, LetterRun};

use crate::{Clause, Size, counted};

/// The text of a position of letters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WrittenLetters {
    /// A board of free cells, given by its size: `4x4`.
    Size(Size),
    /// Letters, and powers of them.
    Word(Vec<LetterGroup>),
}

/// Letters that stand once or several times.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LetterGroup {
    /// The letters, with `/` between rows.
    pub letters: Box<[u8]>,
    /// The number of times that they stand.
    pub times: Times,
}

/// The number of times that letters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Times {
    /// Once: no power is written.
    Once,
    /// The number of times that a power says: `X^12`.
    Power(u64),
    /// Each number of a range, one after the other: `X^1..9`.
    Range(Range),
}

/// The reason why letters are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBoard {
    /// A row is longer or shorter than the first.
    Widths {
        /// The number of the row, from 1.
        row: usize,
        /// The number of its letters.
        width: u64,
        /// The number of letters of the first row.
        first: u64,
    },
    /// A row has no letters.
    EmptyRow,
    /// There are more cells than a position has.
    TooMany,
}

impl NoBoard {
    /// Returns the message and the help for this reason.
    pub fn clauses(self) -> [Clause; 2] {
        match self {
            NoBoard::Widths { row, width, first } => [
                format!(
                    "row {row} has {}, and row 1 has {first}",
                    counted(width, "letter")
                )
                .into(),
                "the rows of a board are equally long; `#` is a wall".into(),
            ],
            NoBoard::EmptyRow => [
                "a row without letters".into(),
                "letters stand on both sides of `/`, and a free cell is `.`".into(),
            ],
            NoBoard::TooMany => [
                format!("a position has at most {} cells", WrittenLetters::MAX_CELLS).into(),
                "write a smaller power or size".into(),
            ],
        }
    }
}

impl WrittenLetters {
    /// The most cells of a position; a row that one letter fills may be longer.
    pub const MAX_CELLS: u64 = 1 << 20;

    /// Writes the letters of a board out, as moves leave it.
    pub fn of_board(board: &LetterBoard) -> WrittenLetters {
        if let [run] = board.runs()
            && board.rows() == 1
            && run.count > WrittenLetters::MAX_CELLS
        {
            let times = Times::Power(run.count);
            let letters = [run.letter].into();
            return WrittenLetters::Word(vec![LetterGroup { letters, times }]);
        }
        let columns = usize::try_from(board.columns()).unwrap_or(usize::MAX);
        let letters = board.letters();
        let rows: Vec<&[u8]> = letters.chunks(columns.max(1)).collect();
        let letters: Box<[u8]> = rows.join(&b'/').into();
        // A row without cells has no other text.
        let group = if letters.is_empty() {
            LetterGroup {
                letters: [FREE].into(),
                times: Times::Power(0),
            }
        } else {
            LetterGroup {
                letters,
                times: Times::Once,
            }
        };
        WrittenLetters::Word(vec![group])
    }

    /// Returns the letters with their powers; a board given by its size has none.
    pub fn groups(&self) -> &[LetterGroup] {
        match self {
            WrittenLetters::Size(_) => &[],
            WrittenLetters::Word(groups) => groups,
        }
    }

    /// Returns the one power, if there is exactly one.
    pub fn power(&self) -> Option<Times> {
        let mut powers = self
            .groups()
            .iter()
            .map(|group| group.times)
            .filter(|times| *times != Times::Once);
        let power = powers.next();
        let is_only = powers.next().is_none();
        if is_only { power } else { None }
    }

    /// Counts the powers.
    pub fn powers(&self) -> usize {
        let powers = self.groups().iter().map(|group| group.times);
        powers.filter(|times| *times != Times::Once).count()
    }

    /// Returns the position, in which every power has this exponent if one is given; without one a range stands for its
    /// first number. It takes memory in proportion to the cells, but for powers of one letter.
    ///
    /// # Errors
    ///
    /// Fails if the letters are no rows of one length, or too many.
    pub fn board(&self, exponent: Option<u64>) -> Result<LetterBoard, NoBoard> {
        let groups = match self {
            &WrittenLetters::Size(Size { rows, cols }) => {
                let count = rows.saturating_mul(cols);
                if count > Self::MAX_CELLS {
                    return Err(NoBoard::TooMany);
                }
                let cells = LetterRun {
                    letter: FREE,
                    count,
                };
                return Ok(LetterBoard::of_runs(rows, [cells]));
            }
            WrittenLetters::Word(groups) => groups,
        };
        let mut rows = Rows::default();
        for LetterGroup { letters, times } in groups {
            let times = match *times {
                Times::Once => 1,
                Times::Power(number) => exponent.unwrap_or(number),
                Times::Range(range) => exponent.unwrap_or(range.low),
            };
            if let &[letter] = &letters[..]
                && letter != b'/'
            {
                rows.push(letter, times)?;
                continue;
            }
            // A board ends a row after each cell at the earliest.
            if times.saturating_mul(letters.len() as u64) > 2 * Self::MAX_CELLS {
                return Err(NoBoard::TooMany);
            }
            for _ in 0..times {
                for &letter in letters {
                    rows.push(letter, 1)?;
                }
            }
        }
        rows.board(self.powers() > 0)
    }
}

/// The rows of a board while they are put together.
#[derive(Default)]
struct Rows {
    /// The letters of all rows in reading order; neighbouring runs have different letters.
    runs: Vec<LetterRun>,
    /// The number of letters of each row that has ended.
    widths: Vec<u64>,
    /// The number of letters of the row that has not ended.
    width: u64,
}

impl Rows {
    /// Appends a letter several times, or ends a row.
    fn push(&mut self, letter: u8, count: u64) -> Result<(), NoBoard> {
        if letter == b'/' {
            self.widths.push(self.width);
            self.width = 0;
            return Ok(());
        }
        self.width = self.width.checked_add(count).ok_or(NoBoard::TooMany)?;
        match self.runs.last_mut() {
            Some(last) if last.letter == letter && self.widths.is_empty() => last.count += count,
            _ => self.runs.push(LetterRun { letter, count }),
        }
        // Two letters of a row, and a row and its end, take room.
        if self.runs.len() as u64 > 2 * WrittenLetters::MAX_CELLS {
            return Err(NoBoard::TooMany);
        }
        Ok(())
    }

    /// Returns the board; one `/` at the end is ignored. A row may be empty where powers make it so.
    fn board(mut self, has_power: bool) -> Result<LetterBoard, NoBoard> {
        if self.width > 0 || self.widths.is_empty() {
            self.widths.push(self.width);
        } else if self.runs.is_empty() {
            return Err(NoBoard::EmptyRow);
        }
        let first = self.widths[0];
        let rows = self.widths.len() as u64;
        if first == 0 && (!has_power || rows > 1) {
            return Err(NoBoard::EmptyRow);
        }
        if let Some(row) = self.widths.iter().position(|&width| width != first) {
            let width = self.widths[row];
            if width == 0 {
                return Err(NoBoard::EmptyRow);
            }
            return Err(NoBoard::Widths {
                row: row + 1,
                width,
                first,
            });
        }
        let is_one_run = self.runs.iter().filter(|run| run.count > 0).count() <= 1;
        let may_be_long = rows == 1 && is_one_run;
        if first.saturating_mul(rows) > WrittenLetters::MAX_CELLS && !may_be_long {
            return Err(NoBoard::TooMany);
        }
        Ok(LetterBoard::of_runs(rows, self.runs))
    }
}

impl fmt::Display for WrittenLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let WrittenLetters::Size(Size { rows, cols }) = self {
            return write!(f, "{rows}x{cols}");
        }
        for LetterGroup { letters, times } in self.groups() {
            let letters = String::from_utf8_lossy(letters);
            match times {
                Times::Once => write!(f, "{letters}")?,
                _ if letters.len() > 1 => write!(f, "({letters})")?,
                _ => write!(f, "{letters}")?,
            }
            match times {
                Times::Once => {}
                Times::Power(number) => write!(f, "^{number}")?,
                Times::Range(Range { low, high }) => write!(f, "^{low}..{high}")?,
            }
        }
        Ok(())
    }
}

/// A move that gives cells other letters: `1,3+2,3>#O`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LetterChange {
    /// The number of columns of a board of two rows or more, whose cells are written `row,column`; 0 of a row and of a
    /// graph, whose cells are written as numbers.
    pub columns: u32,
    /// The cells, from 0 in reading order: those that change, or, where the row closes up, those of the match.
    pub cells: Box<[u32]>,
    /// The letters that stand there afterwards: one for each cell, or fewer where the row closes up.
    pub letters: Box<[u8]>,
}

impl LetterChange {
    /// Returns the position that the move leaves: the letters go to the first cells, and the others go. `None` if there
    /// is no such cell.
    pub fn after(&self, board: &LetterBoard) -> Option<LetterBoard> {
        let mut letters = board.letters();
        let kept = self.letters.len().min(self.cells.len());
        for (&cell, &letter) in self.cells.iter().zip(&self.letters) {
            *letters.get_mut(cell as usize)? = letter;
        }
        let gone = &self.cells[kept..];
        if gone.iter().any(|&cell| cell as usize >= letters.len()) {
            return None;
        }
        if gone.is_empty() {
            let rows = usize::try_from(board.rows()).ok()?;
            return Some(LetterBoard::board(rows, &letters));
        }
        let stays = (0..).zip(letters).filter(|(cell, _)| !gone.contains(cell));
        let letters: Vec<u8> = stays.map(|(_, letter)| letter).collect();
        Some(LetterBoard::row(&letters))
    }
}

/// Writes a cell, counted from 0, of a board of this many columns, `row,column`; or, if there are 0, of a row or a
/// graph.
pub fn letter_cell(columns: u32, cell: u32) -> String {
    match columns {
        0 => (u64::from(cell) + 1).to_string(),
        columns => format!("{},{}", cell / columns + 1, cell % columns + 1),
    }
}

impl fmt::Display for LetterChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &cell) in self.cells.iter().enumerate() {
            let plus = if i > 0 { "+" } else { "" };
            write!(f, "{plus}{}", letter_cell(self.columns, cell))?;
        }
        write!(f, ">{}", String::from_utf8_lossy(&self.letters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(letters: &str, times: Times) -> LetterGroup {
        LetterGroup {
            letters: letters.as_bytes().into(),
            times,
        }
    }

    #[test]
    fn powers_are_written_out() {
        let word = WrittenLetters::Word(vec![
            group(".", Times::Once),
            group("XO", Times::Power(2)),
            group("#", Times::Power(0)),
        ]);
        assert_eq!(word.to_string(), ".(XO)^2#^0");
        assert_eq!(word.board(None).unwrap().letters(), b".XOXO");
        assert_eq!(word.power(), None);
        let board = WrittenLetters::Word(vec![group("XO/OX/", Times::Power(2))]);
        let read = board.board(None).unwrap();
        assert_eq!((read.rows(), read.columns()), (4, 2));
        assert_eq!(read.letters(), b"XOOXXOOX");
        assert_eq!(board.board(Some(0)).unwrap().cells(), 0);
        let long = WrittenLetters::Word(vec![group(".", Times::Power(u64::MAX))]);
        assert_eq!(long.board(None).unwrap().cells(), u64::MAX);
        let group_too_long = WrittenLetters::Word(vec![group("XO", Times::Power(u64::MAX))]);
        assert_eq!(group_too_long.board(None), Err(NoBoard::TooMany));
    }

    #[test]
    fn rows_are_equally_long() {
        let board = |text: &str| WrittenLetters::Word(vec![group(text, Times::Once)]).board(None);
        assert_eq!(
            board("XO/.").unwrap_err().clauses()[0].to_string(),
            "row 2 has 1 letter, and row 1 has 2"
        );
        for text in ["/", "/X", "X//X", ""] {
            assert_eq!(board(text), Err(NoBoard::EmptyRow), "{text}");
        }
        assert_eq!(board("XO/.X/").unwrap().rows(), 2);
    }

    #[test]
    fn a_move_puts_letters_and_closes_rows_up() {
        let change = |cells: &[u32], letters: &str| LetterChange {
            columns: 0,
            cells: cells.into(),
            letters: letters.as_bytes().into(),
        };
        let row = LetterBoard::row(b"ABBA");
        let after = |change: &LetterChange| change.after(&row).map(|board| board.letters());
        assert_eq!(after(&change(&[0, 3], ".#")), Some(b".BB#".to_vec()));
        assert_eq!(after(&change(&[1, 2], "")), Some(b"AA".to_vec()));
        assert_eq!(after(&change(&[0, 1, 2], "X")), Some(b"XA".to_vec()));
        assert_eq!(after(&change(&[4], "X")), None);
        assert_eq!(change(&[0, 1, 2], "X").to_string(), "1+2+3>X");
        let board = LetterChange {
            columns: 3,
            ..change(&[2, 5], "#O")
        };
        assert_eq!(board.to_string(), "1,3+2,3>#O");
    }
}
