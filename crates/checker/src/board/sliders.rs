//! Rooks, bishops and queens: lines are rows, or columns where those are fewer. What later lines
//! depend on are, for each column and diagonal, the values in sight: those since the last damage.

use smallvec::SmallVec;

use super::blocks::Sweep;
use super::{Board, GONE};

pub(super) struct Sliders<'b> {
    board: &'b Board,
    /// Whether pieces slide along rows and columns, and along diagonals.
    straight: bool,
    diagonal: bool,
    /// Whether lines are columns: the moves are the same both ways round.
    turned: bool,
}

/// A set of values: bit v of it all is value v. The last word is not 0.
type Set = SmallVec<[u64; 2]>;

fn insert(set: &mut Set, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

fn mex(sets: [&Set; 3]) -> u32 {
    let word = |i: usize| sets.iter().fold(0, |union, set| union | set.get(i).copied().unwrap_or(0));
    let (i, word) = (0..).map(|i| (i, word(i))).find(|&(_, word)| word != u64::MAX).unwrap_or((0, 0));
    i as u32 * 64 + word.trailing_ones()
}

fn write_set(set: &Set, out: &mut String) {
    for (i, word) in set.iter().rev().enumerate() {
        out.push_str(&if i == 0 { format!("{word:x}") } else { format!("{word:016x}") });
    }
}

fn read_set(text: &str) -> Option<Set> {
    let mut set = Set::new();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (before, word) = rest.split_at(rest.len().saturating_sub(16));
        let plain = word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let word = std::str::from_utf8(word).ok().filter(|_| plain)?;
        set.push(u64::from_str_radix(word, 16).ok()?);
        rest = before;
    }
    (set.last() != Some(&0)).then_some(set)
}

impl<'b> Sliders<'b> {
    pub(super) fn new(board: &'b Board, steps: &[(i64, i64)]) -> Self {
        Sliders {
            board,
            straight: steps.contains(&(-1, 0)),
            diagonal: steps.contains(&(-1, -1)),
            turned: board.cols > board.rows,
        }
    }

    pub(super) fn is_turned(&self) -> bool {
        self.turned
    }

    /// How many cells a line has.
    fn length(&self) -> u64 {
        self.board.cols.min(self.board.rows)
    }

    /// Where the set of the diagonal through this place is kept.
    fn of_diagonal(&self, line: u64, place: u64) -> usize {
        let length = self.length();
        ((place + length - line % length) % length) as usize
    }
}

/// The sets in sight, and the values of the last line.
pub(super) struct Sight {
    columns: Vec<Set>,
    diagonals: Vec<Set>,
    values: Vec<u32>,
}

impl Sweep for Sliders<'_> {
    type Frontier = Sight;

    fn lines(&self) -> u64 {
        if self.board.is_empty() { 0 } else { self.board.rows.max(self.board.cols) }
    }

    fn start(&self) -> Sight {
        let sets = |wanted: bool| vec![Set::new(); if wanted { self.length() as usize } else { 0 }];
        Sight { columns: sets(self.straight), diagonals: sets(self.diagonal), values: Vec::new() }
    }

    fn read(&self, line: u64, border: &str) -> Option<Sight> {
        let (columns, diagonals) = border.strip_prefix('=')?.split_once(';')?;
        let read = |text: &str, count: u64| -> Option<Vec<Set>> {
            if count == 0 {
                return text.is_empty().then(Vec::new);
            }
            let sets: Vec<Set> = text.split(',').map(read_set).collect::<Option<_>>()?;
            (sets.len() as u64 == count).then_some(sets)
        };
        let length = self.length();
        let mut sight = self.start();
        sight.columns = read(columns, if self.straight { length } else { 0 })?;
        let sets = read(diagonals, if self.diagonal { length - 1 } else { 0 })?;
        for (place, set) in (1..).zip(sets) {
            sight.diagonals[self.of_diagonal(line, place)] = set;
        }
        Some(sight)
    }

    fn write(&self, line: u64, frontier: &Sight, out: &mut String) {
        out.push('=');
        for (i, set) in frontier.columns.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_set(set, out);
        }
        out.push(';');
        for place in 1..if self.diagonal { self.length() } else { 0 } {
            if place > 1 {
                out.push(',');
            }
            write_set(&frontier.diagonals[self.of_diagonal(line, place)], out);
        }
    }

    fn advance(&self, line: u64, frontier: &mut Sight) -> u64 {
        let Sight { columns, diagonals, values } = frontier;
        let (mut row, none) = (Set::new(), Set::new());
        let mut steps = 0;
        values.clear();
        for place in 0..self.length() {
            let at_diagonal = self.of_diagonal(line, place);
            if let Some(begun) = diagonals.get_mut(at_diagonal).filter(|_| place == 0) {
                begun.clear();
            }
            let (r, c) = if self.turned { (place, line) } else { (line, place) };
            if self.board.is_gone(r, c) {
                row.clear();
                columns.get_mut(place as usize).map(SmallVec::clear).unwrap_or_default();
                diagonals.get_mut(at_diagonal).map(SmallVec::clear).unwrap_or_default();
                values.push(GONE);
                steps += 1;
                continue;
            }
            let column = columns.get(place as usize).unwrap_or(&none);
            let value = mex([&row, column, diagonals.get(at_diagonal).unwrap_or(&none)]);
            steps += 4 + u64::from(value / 64);
            values.push(value);
            if self.straight {
                insert(&mut row, value);
                insert(&mut columns[place as usize], value);
            }
            if self.diagonal {
                insert(&mut diagonals[at_diagonal], value);
            }
        }
        steps
    }

    fn value(&self, _line: u64, frontier: &Sight, place: u64) -> u32 {
        frontier.values[place as usize]
    }
}
