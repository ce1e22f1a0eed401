//! A rule or a word as lists of signs in reading order, and the ways to turn it on a board.

#![expect(
    clippy::cast_possible_truncation,
    reason = "words are laid on positions whose cells are listed, at most 2²⁰ of them"
)]

use grundy_rules::rewrite::{CellWord, Directions, Replacement, Symbol};

/// A word of fixed length, and what a rule puts in its place.
#[derive(Clone, Debug)]
pub(crate) struct WordForm {
    /// The signs of the word in reading order, at least one.
    pub(crate) before: Vec<Symbol>,
    /// The signs that take their place: as many, or fewer where a row closes up. Empty in words of `never` and `ends`.
    pub(crate) after: Vec<Symbol>,
    /// The number of rows of the word.
    pub(crate) rows: usize,
    /// The ways to lay it on a board, each different.
    pub(crate) turns: Vec<Turn>,
}

/// The offset of each sign of a word from its first sign.
pub(crate) type Turn = Vec<Offset>;

/// A step on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Offset {
    /// The number of rows that it goes down; it goes up if that is negative.
    pub(crate) down: i32,
    /// The number of columns that it goes to the right; it goes to the left if that is negative.
    pub(crate) right: i32,
}

/// Makes the step of this many rows down and columns to the right.
const fn offset(down: i32, right: i32) -> Offset {
    Offset { down, right }
}

/// The steps to the four sides.
const SIDES: [Offset; 4] = [offset(-1, 0), offset(0, -1), offset(0, 1), offset(1, 0)];

/// The steps of a king.
const KING: [Offset; 8] = [
    offset(-1, -1),
    offset(-1, 0),
    offset(-1, 1),
    offset(0, -1),
    offset(0, 1),
    offset(1, -1),
    offset(1, 0),
    offset(1, 1),
];

/// The steps of a knight.
const KNIGHT: [Offset; 8] = [
    offset(-2, -1),
    offset(-2, 1),
    offset(-1, -2),
    offset(-1, 2),
    offset(1, -2),
    offset(1, 2),
    offset(2, -1),
    offset(2, 1),
];

/// Returns the steps to the neighbours of a cell of a board.
pub(crate) fn steps_to_neighbours(directions: Directions) -> &'static [Offset] {
    match directions {
        Directions::AsDrawn | Directions::Turned => &SIDES,
        Directions::King => &KING,
        Directions::Knight => &KNIGHT,
    }
}

/// The number of symmetries of a square.
pub(crate) const TURNS: u8 = 8;

/// The bit of a symmetry that exchanges rows and columns.
const EXCHANGE: u8 = 4;

/// Says whether a symmetry of a square exchanges rows and columns.
pub(crate) fn exchanges_axes(turn: u8) -> bool {
    turn & EXCHANGE != 0
}

/// Turns an offset by one of the eight symmetries of a square: those from 4 on exchange rows and columns first, then bit 0
/// turns rows over, and bit 1 columns.
pub(crate) fn turned(offset: Offset, turn: u8) -> Offset {
    let Offset {
        mut down,
        mut right,
    } = offset;
    if exchanges_axes(turn) {
        std::mem::swap(&mut down, &mut right);
    }
    if turn & 1 != 0 {
        down = -down;
    }
    if turn & 2 != 0 {
        right = -right;
    }
    Offset { down, right }
}

/// Returns the ways to lay a word of this size on a board.
fn turns(rows: usize, columns: usize, directions: Directions) -> Vec<Turn> {
    let cells: Turn = (0..rows as i32)
        .flat_map(|down| (0..columns as i32).map(move |right| Offset { down, right }))
        .collect();
    let along = |step: &Offset| -> Turn {
        let nth = |n: i32| Offset {
            down: n * step.down,
            right: n * step.right,
        };
        (0..columns as i32).map(nth).collect()
    };
    let mut turns: Vec<Turn> = match directions {
        Directions::AsDrawn => vec![cells],
        Directions::Turned => (0..TURNS)
            .map(|turn| cells.iter().map(|&cell| turned(cell, turn)).collect())
            .collect(),
        Directions::King => KING.iter().map(along).collect(),
        Directions::Knight => KNIGHT.iter().map(along).collect(),
    };
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// Writes the signs of a word in reading order, the repeated one `run` times.
fn written(word: &CellWord, run: usize) -> Vec<Symbol> {
    let mut signs = Vec::new();
    for sign in word.signs() {
        let times = if sign.repeated { run } else { 1 };
        signs.extend(std::iter::repeat_n(sign.symbol, times));
    }
    signs
}

impl WordForm {
    /// Makes the form of a rule whose repeated sign stands `run` times. `None` if nothing would stand before `>`.
    pub(crate) fn of_rule(
        rule: &Replacement,
        run: usize,
        directions: Directions,
    ) -> Option<WordForm> {
        let before = written(&rule.before, run);
        if before.is_empty() {
            return None;
        }
        let rows = rule.before.rows.len();
        Some(WordForm {
            turns: turns(rows, before.len() / rows, directions),
            after: written(&rule.after, run),
            before,
            rows,
        })
    }

    /// Makes the form of a word of `never` or `ends`.
    pub(crate) fn of_word(word: &CellWord, directions: Directions) -> WordForm {
        let before = written(word, 1);
        let rows = word.rows.len();
        WordForm {
            turns: turns(rows, before.len() / rows, directions),
            after: Vec::new(),
            before,
            rows,
        }
    }

    /// Returns whether the word has one row.
    pub(crate) fn is_one_row(&self) -> bool {
        self.rows == 1
    }
}
