//! A rectangle of blocks: its sides as runs of equal letters, its damage, the cells asked for.
//!
//! Positions are block coordinates of the whole board, so a part of a side is a part of the slice:
//! nothing is copied or shifted when a rectangle is cut.

use super::block::{INNER, Letter, Mask, OUTER, values};

/// A run of equal letters, from where the run before ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterRun {
    /// The place after its last letter.
    pub end: u32,
    /// The letter.
    pub letter: Letter,
}

/// A run of equal letters with its beginning.
#[derive(Clone, Copy, Debug)]
pub struct LetterSpan {
    /// The place of its first letter.
    pub start: u32,
    /// The place after its last letter.
    pub end: u32,
    /// The letter.
    pub letter: Letter,
}

impl LetterSpan {
    /// Counts the letters.
    pub fn len(&self) -> u32 {
        self.end - self.start
    }
}

/// A side from `start` to `end`: the first run reaches into it, the last covers its end and may
/// reach beyond.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The runs.
    pub runs: &'a [LetterRun],
    /// The place of its first letter.
    pub start: u32,
    /// The place after its last letter.
    pub end: u32,
}

impl<'a> Side<'a> {
    /// Takes the part of these runs from `start` to `end`.
    pub fn new(runs: &'a [LetterRun], start: u32, end: u32) -> Self {
        debug_assert!(start < end && runs[0].end > start && runs[runs.len() - 1].end >= end);
        Side { runs, start, end }
    }

    /// Counts the letters of the side.
    pub fn len(&self) -> u32 {
        self.end - self.start
    }

    /// Cuts the side into the parts before and from `at`, which lies strictly inside.
    pub fn split(&self, at: u32) -> (Side<'a>, Side<'a>) {
        debug_assert!(self.start < at && at < self.end);
        let first = self.runs.partition_point(|run| run.end < at);
        let second = first + usize::from(self.runs[first].end == at);
        (
            Side::new(&self.runs[..=first], self.start, at),
            Side::new(&self.runs[second..], at, self.end),
        )
    }

    /// Returns the letter at a place.
    pub fn letter_at(&self, at: u32) -> Letter {
        debug_assert!(self.start <= at && at < self.end);
        self.runs[self.runs.partition_point(|run| run.end <= at)].letter
    }

    /// Returns the last letter.
    pub fn last(&self) -> Letter {
        self.runs[self.runs.len() - 1].letter
    }

    /// Lists the runs, clipped to the side.
    pub fn clipped(&self) -> impl Iterator<Item = LetterRun> + use<'a> {
        let end = self.end;
        self.runs.iter().map(move |run| LetterRun {
            end: run.end.min(end),
            letter: run.letter,
        })
    }

    /// Lists the runs, clipped to the side, each with its beginning.
    pub fn spans(&self) -> impl Iterator<Item = LetterSpan> + use<'a> {
        let mut start = self.start;
        self.clipped().map(move |run| {
            let span = LetterSpan {
                start,
                end: run.end,
                letter: run.letter,
            };
            start = run.end;
            span
        })
    }
}

/// Appends equal letters up to `end`.
#[inline(always)]
pub fn push(out: &mut Vec<LetterRun>, end: u32, letter: Letter) {
    match out.last_mut() {
        Some(last) if last.letter == letter => last.end = end,
        _ => out.push(LetterRun { end, letter }),
    }
}

/// Appends a whole side.
pub fn extend(out: &mut Vec<LetterRun>, side: Side) {
    let mut runs = side.clipped();
    if let Some(first) = runs.next() {
        push(out, first.end, first.letter);
        out.extend(runs);
    }
}

/// The length of an output, to take back what a failed attempt appended.
#[derive(Clone, Copy)]
pub struct Mark {
    /// The number of runs.
    len: usize,
    /// The last run, which may have grown since.
    last: Option<LetterRun>,
}

impl Mark {
    /// Notes the length of an output.
    pub fn of(out: &[LetterRun]) -> Self {
        Mark {
            len: out.len(),
            last: out.last().copied(),
        }
    }

    /// Takes back what was appended since.
    pub fn restore(self, out: &mut Vec<LetterRun>) {
        out.truncate(self.len);
        if let Some(place) = out.last_mut()
            && let Some(run) = self.last
        {
            *place = run;
        }
    }
}

/// The two sides through which a rectangle is entered, and the value at its upper left corner.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The side above.
    pub top: Side<'a>,
    /// The side at the left.
    pub left: Side<'a>,
    /// The value at the upper left corner.
    pub corner: u8,
}

/// The two sides through which a rectangle is left; solving appends to them.
pub struct Out<'a> {
    /// The side below.
    pub bottom: &'a mut Vec<LetterRun>,
    /// The side at the right.
    pub right: &'a mut Vec<LetterRun>,
}

impl Out<'_> {
    /// Lends the outputs.
    pub fn reborrow(&mut self) -> Out<'_> {
        Out {
            bottom: self.bottom,
            right: self.right,
        }
    }
}

/// A block with damaged cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The row of blocks.
    pub row: u32,
    /// The column of blocks.
    pub col: u32,
    /// The damaged cells of the block.
    pub mask: Mask,
}

/// A cell asked for: its block, its place in it (0..4 in the order of [`values`]) and the number
/// of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The row of blocks.
    pub row: u32,
    /// The column of blocks.
    pub col: u32,
    /// The place in the block.
    pub cell: u8,
    /// The number of the question.
    pub index: u32,
}

/// The damage and the cells asked for in a rectangle.
pub struct Marks<'a> {
    /// The blocks with damage.
    pub damage: &'a mut [Damage],
    /// The cells asked for.
    pub queries: &'a mut [Query],
}

/// The values of the asked cell and of its upper, left and upper left neighbours.
pub type Around = [u8; 4];

impl Query {
    /// Reads the answer off what the query's block sees.
    pub fn around(&self, mask: Mask, corner: u8, left: Letter, top: Letter) -> Around {
        let b = values(mask, corner, left, top);
        let grid = [
            [corner, top & 3, top >> 2],
            [left & 3, b[0], b[1]],
            [left >> 2, b[2], b[3]],
        ];
        let row = (self.cell >> 1) as usize + 1;
        let col = (self.cell & 1) as usize + 1;
        [
            grid[row][col],
            grid[row - 1][col],
            grid[row][col - 1],
            grid[row - 1][col - 1],
        ]
    }
}

/// The domains that a rectangle's sides belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// The domain above the main diagonal.
    UpperRight,
    /// The domain below it.
    LowerLeft,
    /// Both domains; the boundary between them starts in the corner.
    Diagonal,
    /// Both domains; the boundary enters at this column.
    FromTop(u32),
    /// Both domains; the boundary enters at this row.
    FromLeft(u32),
    /// A domain that the sides do not show.
    Unknown,
}

impl Domain {
    /// Reads the domains off the first and last long runs of base letters.
    pub fn of(frame: Frame) -> Domain {
        let top = Ends::of(frame.top);
        let left = Ends::of(frame.left);
        if top.are(OUTER, OUTER) && left.are(INNER, INNER) {
            Domain::UpperRight
        } else if top.are(INNER, INNER) && left.are(OUTER, OUTER) {
            Domain::LowerLeft
        } else if top.are(OUTER, OUTER) && left.are(OUTER, OUTER) {
            Domain::Diagonal
        } else if top.are(INNER, OUTER) {
            Domain::FromTop(turn(frame.top))
        } else if left.are(INNER, OUTER) {
            Domain::FromLeft(turn(frame.left))
        } else {
            Domain::Unknown
        }
    }
}

/// The first and the last letter of a side that are of a domain, by long runs.
struct Ends {
    /// The letter of the first long run.
    first: Option<Letter>,
    /// The letter of the last long run.
    last: Option<Letter>,
}

impl Ends {
    /// Looks for the long runs of a side.
    fn of(side: Side) -> Ends {
        let mut letters = (0..side.runs.len()).map(|k| base_letter(side, k));
        Ends {
            first: letters.clone().flatten().next(),
            last: letters.rfind(Option::is_some).flatten(),
        }
    }

    /// Tells whether these are the letters.
    fn are(&self, first: Letter, last: Letter) -> bool {
        self.first == Some(first) && self.last == Some(last)
    }
}

/// Returns the letter of a run if the run is long and the letter is of a domain.
fn base_letter(side: Side, k: usize) -> Option<Letter> {
    /// The number of equal letters that show the domain of a side (a guess).
    const LONG_LETTERS: u32 = 5;
    let run = side.runs[k];
    let start = if k == 0 {
        side.start
    } else {
        side.runs[k - 1].end
    };
    let long = run.end.min(side.end) - start >= LONG_LETTERS;
    (long && (run.letter == OUTER || run.letter == INNER)).then_some(run.letter)
}

/// Finds the start of the first long run of the outer letter.
fn turn(side: Side) -> u32 {
    let first = (0..side.runs.len())
        .find(|&k| base_letter(side, k) == Some(OUTER))
        .unwrap_or(0);
    if first == 0 {
        side.start
    } else {
        side.runs[first - 1].end
    }
}
