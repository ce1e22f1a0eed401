//! The moves of a position, and which positions are legal, each as the rules say it.
#![expect(
    clippy::cast_possible_truncation,
    reason = "positions have at most 2²⁰ cells, and letters are bytes"
)]

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::position::{ListedMove, Name, PositionNumbers, WrittenComponent};
use crate::rewrite::position::WrittenPosition;
use crate::rewrite::words::{CellWord, Rules, Sign};
use crate::{Ask, AskNumbers, Fail, Res};

/// The largest number of cells of positions that are looked at for the moves of one position.
const MAX_CELLS_LOOKED_AT: usize = 20_000_000;

/// The largest number of cells of a board that is explored.
const MAX_EXPLORED_CELLS: usize = 4096;

/// A step on a board: a number of rows down and of columns to the right.
type Step = [i64; 2];

const SIDES: [Step; 4] = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const KING: [Step; 8] = [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
];
const KNIGHT: [Step; 8] = [
    [-2, -1],
    [-2, 1],
    [-1, -2],
    [-1, 2],
    [1, -2],
    [1, 2],
    [2, -1],
    [2, 1],
];

/// The rules with the one power of the position, for its sequence.
pub(super) struct Rewriting {
    /// The rules.
    pub rules: Rules,
    /// The positions as they are written.
    pub written: Vec<WrittenPosition>,
}

/// The cells of a position.
struct Board<'p> {
    /// The rules.
    rules: &'p Rules,
    /// The number of columns.
    columns: usize,
    /// The letters in reading order.
    letters: &'p [u64],
}

/// A move as written: the cells that change and their new letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CellsAndLetters {
    /// The cells that change, from 0.
    cells: Vec<usize>,
    /// The letters that they get.
    letters: Vec<u64>,
}

impl<'p> Board<'p> {
    fn of(rules: &'p Rules, position: &'p [u64]) -> Board<'p> {
        Board {
            rules,
            columns: position[0] as usize,
            letters: &position[1..],
        }
    }

    fn rows(&self) -> usize {
        self.letters.len().checked_div(self.columns).unwrap_or(1)
    }

    /// Returns the cell a step away from another one, if it is on the board.
    fn cell_at(&self, from: usize, step: Step) -> Option<usize> {
        let row = (from / self.columns) as i64 + step[0];
        let column = (from % self.columns) as i64 + step[1];
        let is_there =
            (0..self.rows() as i64).contains(&row) && (0..self.columns as i64).contains(&column);
        is_there.then_some((row * self.columns as i64 + column) as usize)
    }

    /// Returns the cells that a word with these numbers of rows and columns covers in each way in which it lies here,
    /// in its reading order.
    fn ways(&self, height: usize, width: usize) -> Res<BTreeSet<Vec<usize>>> {
        if self.rules.vertices.is_some() || self.rules.has("ring") {
            return self.paths(height, width);
        }
        let mut shapes: Vec<Vec<Step>> = Vec::new();
        let drawn = (0..height as i64).cartesian_product(0..width as i64);
        let drawn: Vec<Step> = drawn.map(|(row, column)| [row, column]).collect();
        let along = |step: &Step| {
            (0..width as i64)
                .map(|i| [i * step[0], i * step[1]])
                .collect()
        };
        if self.rules.has("king") || self.rules.has("knight") {
            let steps = if self.rules.has("king") {
                &KING
            } else {
                &KNIGHT
            };
            if height == 1 {
                shapes.extend(steps.iter().map(along));
            }
        } else if self.rules.has("turned") {
            for (down, right, swapped) in itertools::iproduct!([1, -1], [1, -1], [false, true]) {
                let turn = |&[row, column]: &Step| {
                    if swapped {
                        [down * column, right * row]
                    } else {
                        [down * row, right * column]
                    }
                };
                shapes.push(drawn.iter().map(turn).collect());
            }
        } else {
            shapes.push(drawn);
        }
        Fail::TooLarge
            .when(self.letters.len() * shapes.len() * height * width > MAX_CELLS_LOOKED_AT)?;
        let mut ways = BTreeSet::new();
        for (shape, from) in itertools::iproduct!(&shapes, 0..self.letters.len()) {
            let cells = shape.iter().map(|&step| self.cell_at(from, step));
            ways.extend(cells.collect::<Option<Vec<usize>>>());
        }
        Ok(ways)
    }

    /// Returns the ways of a word along a ring or the paths of a graph, on different cells.
    fn paths(&self, height: usize, width: usize) -> Res<BTreeSet<Vec<usize>>> {
        let mut ways = BTreeSet::new();
        if height > 1 || width > self.letters.len() {
            return Ok(ways);
        }
        let count = self.letters.len();
        let turned = self.rules.has("turned");
        if self.rules.has("ring") {
            Fail::TooLarge.when(count * width > MAX_CELLS_LOOKED_AT)?;
            for from in 0..count {
                let way = |step: usize| (0..width).map(|i| (from + i * step) % count).collect();
                ways.insert(way(1));
                if turned {
                    ways.insert(way(count - 1));
                }
            }
            return Ok(ways);
        }
        let goes = |from, to| {
            let arcs = &self.rules.arcs;
            arcs.contains(&[from, to]) || turned && arcs.contains(&[to, from])
        };
        ways.extend((0..count).map(|vertex| vec![vertex]));
        for _ in 1..width {
            Fail::TooLarge.when(ways.len() * count > MAX_CELLS_LOOKED_AT)?;
            let longer = ways.iter().cartesian_product(0..count);
            let longer =
                longer.filter(|(path, to)| !path.contains(to) && goes(path[path.len() - 1], *to));
            ways = longer
                .map(|(path, to)| [&path[..], &[to]].concat())
                .collect();
        }
        Ok(ways)
    }

    /// Returns the letters that the numbers of a word stand for on these cells; none if it does not match.
    fn matched(&self, word: &[Sign], cells: &[usize]) -> Option<[u64; 10]> {
        let mut bound = [0; 10];
        for (sign, &cell) in word.iter().zip(cells) {
            let there = self.letters[cell];
            let matches = match *sign {
                Sign::Letter(letter) => there == u64::from(letter),
                Sign::Any => true,
                Sign::Numbered(number) => {
                    let before = std::mem::replace(&mut bound[number], there);
                    before == 0 || before == there
                }
            };
            if !matches || there == u64::from(b'#') {
                return None;
            }
        }
        Some(bound)
    }

    fn has_one_of(&self, words: &[CellWord]) -> Res<bool> {
        for word in words {
            let signs = word.concat();
            let ways = self.ways(word.len(), word[0].len())?;
            if ways
                .iter()
                .any(|cells| self.matched(&signs, cells).is_some())
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let count = self.letters.len();
        if self.rules.vertices.is_some() {
            let arcs = &self.rules.arcs;
            let joins = |&to: &usize| arcs.contains(&[cell, to]) || arcs.contains(&[to, cell]);
            return (0..count).filter(joins).collect();
        }
        if self.rules.has("ring") {
            return vec![(cell + 1) % count, (cell + count - 1) % count];
        }
        let steps = if self.rules.has("king") {
            &KING[..]
        } else if self.rules.has("knight") {
            &KNIGHT[..]
        } else {
            &SIDES[..]
        };
        steps
            .iter()
            .filter_map(|&step| self.cell_at(cell, step))
            .collect()
    }

    /// Returns the cells that are joined with one by cells whose letters are in a set.
    fn group(&self, cell: usize, has: impl Fn(u64) -> bool) -> BTreeSet<usize> {
        let mut group = BTreeSet::from([cell]);
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            for near in self.neighbours(cell) {
                if has(self.letters[near]) && group.insert(near) {
                    open.push(near);
                }
            }
        }
        group
    }

    /// Says whether `never`, `alive` and `joined` allow this position.
    fn is_legal(&self) -> Res<bool> {
        let wall = u64::from(b'#');
        let free = u64::from(b'.');
        if self.has_one_of(&self.rules.never)? {
            return Ok(false);
        }
        let cells = (0..self.letters.len()).filter(|&cell| self.letters[cell] != wall);
        let cells: Vec<usize> = cells.collect();
        if self.rules.has("alive") {
            let is_stone = |cell: &&usize| self.letters[**cell] != free;
            for &cell in cells.iter().filter(is_stone) {
                let group = self.group(cell, |letter| letter == self.letters[cell]);
                let mut near = group.iter().flat_map(|&cell| self.neighbours(cell));
                if !near.any(|cell| self.letters[cell] == free) {
                    return Ok(false);
                }
            }
        }
        if let Some(&first) = cells.first()
            && self.rules.has("joined")
        {
            return Ok(self.group(first, |letter| letter != wall).len() == cells.len());
        }
        Ok(true)
    }

    /// Returns what a match leaves, and how this move is written; none if nothing changes.
    fn after(
        &self,
        after: &[Sign],
        bound: &[u64; 10],
        cells: &[usize],
    ) -> (CellsAndLetters, PositionNumbers) {
        // AFTER has as many signs as BEFORE, or fewer, none of which is `_`.
        let mut new: Vec<u64> = Vec::new();
        for (sign, &cell) in after.iter().zip(cells) {
            new.push(match *sign {
                Sign::Letter(letter) => letter.into(),
                Sign::Any => self.letters[cell],
                Sign::Numbered(number) => bound[number],
            });
        }
        if after.len() < cells.len() {
            let mut cells = cells.to_vec();
            if cells[0] > cells[cells.len() - 1] {
                cells.reverse();
                new.reverse();
            }
            let before = &self.letters[..cells[0]];
            let after_it = &self.letters[cells[cells.len() - 1] + 1..];
            let letters = [before, &new, after_it].concat();
            let mut left = PositionNumbers::from_elem(letters.len() as u64, 1);
            left.extend(letters);
            return (
                CellsAndLetters {
                    cells,
                    letters: new,
                },
                left,
            );
        }
        let mut letters = self.letters.to_vec();
        for (&cell, &letter) in cells.iter().zip(&new) {
            letters[cell] = letter;
        }
        let changed = (0..letters.len()).filter(|&cell| letters[cell] != self.letters[cell]);
        let cells: Vec<usize> = changed.collect();
        let new = cells.iter().map(|&cell| letters[cell]).collect();
        let mut left = PositionNumbers::from_elem(self.columns as u64, 1);
        left.extend(letters);
        (
            CellsAndLetters {
                cells,
                letters: new,
            },
            left,
        )
    }

    /// Returns all options, each with the first of the texts that lead to it.
    fn options(&self) -> Res<BTreeMap<PositionNumbers, CellsAndLetters>> {
        let mut options = BTreeMap::new();
        if self.has_one_of(&self.rules.ends)? {
            return Ok(options);
        }
        let longest = self.columns.max(self.rows());
        for [before, after] in self.rules.rules.iter().flat_map(|rule| rule.forms(longest)) {
            let signs = before.concat();
            for cells in self.ways(before.len(), before[0].len())? {
                let Some(bound) = self.matched(&signs, &cells) else {
                    continue;
                };
                let after = after.concat();
                // The number of a run that is empty stands for no letter.
                let is_known = |sign: &Sign| match *sign {
                    Sign::Numbered(number) => bound[number] != 0,
                    Sign::Letter(_) | Sign::Any => true,
                };
                if !after.iter().all(is_known) {
                    continue;
                }
                let (name, left) = self.after(&after, &bound, &cells);
                if name.cells.is_empty() || !Board::of(self.rules, &left).is_legal()? {
                    continue;
                }
                let known = options.entry(left).or_insert_with(|| CellsAndLetters {
                    cells: name.cells.clone(),
                    letters: name.letters.clone(),
                });
                if name < *known {
                    *known = name;
                }
            }
        }
        Ok(options)
    }

    fn text(&self, mv: &CellsAndLetters) -> String {
        let is_board = self.rows() > 1;
        let cell = |&cell: &usize| {
            if is_board {
                format!("{},{}", cell / self.columns + 1, cell % self.columns + 1)
            } else {
                (cell + 1).to_string()
            }
        };
        let letter = |&letter: &u64| char::from(letter as u8);
        let cells = mv.cells.iter().map(cell).join("+");
        format!(
            "{cells}>{}",
            mv.letters.iter().map(letter).collect::<String>()
        )
    }
}

impl Rewriting {
    /// Returns the position if it is legal.
    pub fn legal(&self, position: PositionNumbers) -> Res<PositionNumbers> {
        Fail::Wrong.when(!Board::of(&self.rules, &position).is_legal()?)?;
        Ok(position)
    }
}

impl GameDefinition for Rewriting {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let board = Board::of(&self.rules, position);
        let options = board.options()?.into_iter();
        let moves = options.sorted_by(|(_, a), (_, b)| a.cmp(b));
        let listed =
            |(left, name)| ListedMove::leaving([left]).named(Name::Word(board.text(&name).into()));
        Ok(moves.map(listed).collect())
    }

    /// Says that a large board is far: its options alone, each a board of its size, would take gigabytes.
    fn is_far(&self, position: &[u64]) -> bool {
        position.len() > MAX_EXPLORED_CELLS
    }

    /// Returns the position with this exponent.
    fn heap(&self, exponent: u64) -> Res<Option<PositionNumbers>> {
        let cells = self.written[0].cells(&self.rules, Some(exponent))?;
        self.legal(cells).map(Some)
    }

    /// Returns the last exponent of a sequence: the one that is written, or the one that is asked for.
    fn largest_heap(&self, _component: &WrittenComponent, ask: Ask) -> Res<u64> {
        let [written] = &self.written[..] else {
            return Err(Fail::Wrong);
        };
        let exponent = written.power().ok_or(Fail::Wrong)?;
        Ok(match ask.numbers {
            AskNumbers::Slice { last, .. } => last,
            _ => exponent,
        })
    }
}
