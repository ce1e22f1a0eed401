//! The definition of the game: the moves of a whole position, what they leave, and what forbids a position.
//!
//! Nothing here knows of parts. The moves that a person sees come from here, and so do the values of the slow twin to
//! which every split is held.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use grundy_base::budget::{Limit, StepMeter};
use grundy_base::shares;
use grundy_rules::rewrite::{FREE, Replacement, Rewriting, Symbol, WALL};

use crate::account::spend;
use crate::form::WordForm;
use crate::ground::{Ground, Where};

/// A move, which is known by what it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RewriteMove {
    /// The cells that change, ascending, counted from 0; where the row closes up, all cells of the match.
    pub cells: Vec<u32>,
    /// The letters that they get, in the same order; where the row closes up, those that take the place of the cells.
    pub letters: Vec<u8>,
}

impl RewriteMove {
    /// Returns the letters that it leaves of a position with those letters.
    pub fn apply(&self, letters: &[u8]) -> Vec<u8> {
        if self.cells.len() == self.letters.len() {
            let mut left = letters.to_vec();
            for (&cell, &letter) in self.cells.iter().zip(&self.letters) {
                left[cell as usize] = letter;
            }
            return left;
        }
        let first = self.cells[0] as usize;
        let end = first + self.cells.len();
        [&letters[..first], &self.letters, &letters[end..]].concat()
    }

    /// Returns about how many bytes it takes.
    fn bytes(&self) -> u64 {
        /// The bytes of the move itself, and of the smallest pieces of memory that are given to its two lists.
        const ITSELF: usize = size_of::<RewriteMove>() + 64;
        (ITSELF + 4 * self.cells.len() + self.letters.len()) as u64
    }

    /// Returns whether the row closes up.
    pub fn closes_up(&self) -> bool {
        self.cells.len() != self.letters.len()
    }
}

/// The fault of a position from which no play may start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A word of `never` stands there.
    Never {
        /// The number of the word, counted from 0.
        word: usize,
        /// The cells under the signs of the word, counted from 0.
        cells: Vec<u32>,
    },
    /// A group has no free neighbour (`alive`).
    Group {
        /// The cells of the group, ascending, counted from 0.
        cells: Vec<u32>,
    },
    /// The cells that are no walls are not connected (`joined`).
    Apart {
        /// A cell that is not connected to the first one that is no wall, counted from 0.
        cell: u32,
    },
}

/// The rules, ready to be laid on positions.
#[derive(Debug)]
pub(crate) struct Definition {
    /// The rules as the record gives them.
    pub(crate) rules: Arc<Rewriting>,
    /// The rules without a repeated sign.
    fixed: Vec<WordForm>,
    /// The rules with a repeated sign.
    repeated: Vec<Replacement>,
    /// The words that no move may leave.
    never: Vec<WordForm>,
    /// The words that end play.
    ends: Vec<WordForm>,
}

impl Definition {
    /// Prepares rules.
    pub(crate) fn new(rules: &Rewriting) -> Definition {
        let directions = rules.directions;
        let (repeated, single): (Vec<_>, Vec<_>) = rules
            .rules
            .iter()
            .partition(|rule| rule.before.has_repeated());
        let words = |words: &[_]| -> Vec<WordForm> {
            words
                .iter()
                .map(|word| WordForm::of_word(word, directions))
                .collect()
        };
        Definition {
            fixed: single
                .into_iter()
                .filter_map(|rule| WordForm::of_rule(rule, 0, directions))
                .collect(),
            repeated: repeated.into_iter().cloned().collect(),
            never: words(&rules.never),
            ends: words(&rules.ends),
            rules: Arc::new(rules.clone()),
        }
    }

    /// Returns the forms of the rules of which one row has at most `longest` signs, one after the other.
    pub(crate) fn forms(
        &self,
        longest: usize,
    ) -> impl Iterator<Item = std::borrow::Cow<'_, WordForm>> {
        let directions = self.rules.directions;
        let fixed = self.fixed.iter().map(std::borrow::Cow::Borrowed);
        let grown = self.repeated.iter().flat_map(move |rule| {
            (0..=longest)
                .filter_map(move |run| WordForm::of_rule(rule, run, directions))
                .take_while(move |form| form.before.len() <= longest)
                .map(std::borrow::Cow::Owned)
        });
        fixed.chain(grown)
    }

    /// Returns the words of `never`.
    pub(crate) fn never(&self) -> &[WordForm] {
        &self.never
    }

    /// Returns the words of `ends`.
    pub(crate) fn ends(&self) -> &[WordForm] {
        &self.ends
    }

    /// Returns the cells of a position of this size.
    pub(crate) fn ground(&self, rows: usize, columns: usize) -> Ground {
        Ground::new(&self.rules, rows, columns)
    }

    /// Returns whether a word of `ends` stands in a position.
    fn has_ended(
        &self,
        ground: &Ground,
        letters: &[u8],
        meter: &mut StepMeter,
    ) -> Result<bool, Limit> {
        for word in &self.ends {
            if find_word(ground, word, letters, Where::Anywhere, meter)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns what forbids a position, if something does.
    ///
    /// # Errors
    ///
    /// Fails when finding it would pass the limit of work.
    pub(crate) fn breach(
        &self,
        ground: &Ground,
        letters: &[u8],
        meter: &mut StepMeter,
    ) -> Result<Option<Breach>, Limit> {
        for (word, form) in self.never.iter().enumerate() {
            if let Some(cells) = find_word(ground, form, letters, Where::Anywhere, meter)? {
                return Ok(Some(Breach::Never { word, cells }));
            }
        }
        if self.rules.alive
            && let Some(cells) = group_without_air(ground, letters, 0..letters.len() as u32)
        {
            return Ok(Some(Breach::Group { cells }));
        }
        if self.rules.joined
            && let Some(cell) = cell_apart(ground, letters)
        {
            return Ok(Some(Breach::Apart { cell }));
        }
        Ok(None)
    }

    /// Lists the moves of a position, each once, in the order of their cells and letters.
    ///
    /// # Errors
    ///
    /// Fails when they would pass the limit of work, or take too much of this memory.
    pub(crate) fn moves(
        &self,
        ground: &Ground,
        letters: &[u8],
        memory: u64,
        meter: &mut StepMeter,
    ) -> Result<Vec<RewriteMove>, Limit> {
        if self.has_ended(ground, letters, meter)? {
            return Ok(Vec::new());
        }
        let most_bytes = shares::rewriting::moves_of_a_position(memory);
        let mut bytes = 0;
        let mut moves = Vec::new();
        let mut closing: FxHashMap<Difference, RewriteMove> = FxHashMap::default();
        for form in self.forms(ground.longest_word()) {
            let mut found = Vec::new();
            let anywhere = Where::Anywhere;
            visit_matches(ground, &form, letters, anywhere, meter, |cells, bound| {
                if let Some(mv) = matched_move(&form, letters, cells, bound) {
                    bytes += mv.bytes();
                    found.push(mv);
                }
                if bytes > most_bytes {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            if bytes > most_bytes {
                return Err(Limit::memory(format!(
                    "the moves of this position take more than {most_bytes} bytes"
                )));
            }
            spend(meter, found.iter().map(|mv| mv.cells.len() as u64).sum())?;
            for mv in found {
                if !mv.closes_up() {
                    moves.push(mv);
                    continue;
                }
                let difference = Difference::new(letters, &mv);
                match closing.get_mut(&difference) {
                    Some(known) => *known = mv.min(known.clone()),
                    None => {
                        closing.insert(difference, mv);
                    }
                }
            }
        }
        moves.extend(closing.into_values());
        moves.sort_unstable();
        moves.dedup();
        if self.rules.forbids_positions() {
            moves = self.legal(ground, letters, moves, meter)?;
        }
        Ok(moves)
    }

    /// Returns those of some moves that leave nothing forbidden.
    fn legal(
        &self,
        ground: &Ground,
        letters: &[u8],
        moves: Vec<RewriteMove>,
        meter: &mut StepMeter,
    ) -> Result<Vec<RewriteMove>, Limit> {
        let mut legal = Vec::new();
        for mv in moves {
            spend(meter, letters.len() as u64)?;
            let left = mv.apply(letters);
            let is_legal = if mv.closes_up() {
                let ground = self.ground(1, left.len());
                self.breach(&ground, &left, meter)?.is_none()
            } else {
                self.leaves_nothing_forbidden(ground, &left, &mv.cells, meter)?
            };
            if is_legal {
                legal.push(mv);
            }
        }
        Ok(legal)
    }

    /// Returns whether a position is legal that differs from a legal one in these cells only.
    fn leaves_nothing_forbidden(
        &self,
        ground: &Ground,
        left: &[u8],
        changed: &[u32],
        meter: &mut StepMeter,
    ) -> Result<bool, Limit> {
        for word in &self.never {
            for &cell in changed {
                if find_word(ground, word, left, Where::Through(cell), meter)?.is_some() {
                    return Ok(false);
                }
            }
        }
        if self.rules.alive {
            // A group elsewhere has the neighbours that it had.
            let cells = with_neighbours(ground, changed);
            if group_without_air(ground, left, cells).is_some() {
                return Ok(false);
            }
        }
        Ok(!self.rules.joined || cell_apart(ground, left).is_none())
    }
}

/// The letters that `_1` to `_9` stand for; 0 where they stand for none.
type Bound = [u8; 10];

/// Returns the letter that a sign puts where `there` stood; `None` for a number that stands for no letter.
fn put_letter(sign: Symbol, there: u8, bound: &Bound) -> Option<u8> {
    match sign {
        Symbol::Letter(letter) => Some(letter),
        Symbol::Wall => Some(WALL),
        Symbol::Any => Some(there),
        Symbol::Same(number) => Some(bound[usize::from(number)]).filter(|&letter| letter != 0),
    }
}

/// Returns the move of a match, if it changes something.
fn matched_move(
    form: &WordForm,
    letters: &[u8],
    cells: &[u32],
    bound: &Bound,
) -> Option<RewriteMove> {
    if form.before.len() == form.after.len() {
        let mut changes = Vec::new();
        for (&sign, &cell) in form.after.iter().zip(cells) {
            let there = letters[cell as usize];
            let letter = put_letter(sign, there, bound)?;
            if letter != there {
                changes.push((cell, letter));
            }
        }
        if changes.is_empty() {
            return None;
        }
        changes.sort_unstable();
        let (cells, letters) = changes.into_iter().unzip();
        return Some(RewriteMove { cells, letters });
    }
    let mut text = Vec::with_capacity(form.after.len());
    for &sign in &form.after {
        text.push(put_letter(sign, WALL, bound)?);
    }
    let mut cells = cells.to_vec();
    if cells[0] > cells[cells.len() - 1] {
        cells.reverse();
        text.reverse();
    }
    Some(RewriteMove {
        cells,
        letters: text,
    })
}

/// Visits the places where the word of a form stands, with the letters of its numbers.
fn visit_matches(
    ground: &Ground,
    form: &WordForm,
    letters: &[u8],
    at: Where,
    meter: &mut StepMeter,
    mut visit: impl FnMut(&[u32], &Bound) -> ControlFlow<()>,
) -> Result<(), Limit> {
    let may_stand = |i: usize, cell: u32| match form.before[i] {
        Symbol::Letter(letter) => letters[cell as usize] == letter,
        Symbol::Any | Symbol::Same(_) => letters[cell as usize] != WALL,
        Symbol::Wall => false,
    };
    ground.visit_lies(form, at, meter, may_stand, |cells| {
        let mut bound = [0; 10];
        for (&sign, &cell) in form.before.iter().zip(cells) {
            if let Symbol::Same(number) = sign {
                let letter = &mut bound[usize::from(number)];
                let there = letters[cell as usize];
                if *letter != 0 && *letter != there {
                    return ControlFlow::Continue(());
                }
                *letter = there;
            }
        }
        visit(cells, &bound)
    })
}

/// Finds the cells of a place where a word stands.
fn find_word(
    ground: &Ground,
    word: &WordForm,
    letters: &[u8],
    at: Where,
    meter: &mut StepMeter,
) -> Result<Option<Vec<u32>>, Limit> {
    let mut found = None;
    visit_matches(ground, word, letters, at, meter, |cells, _| {
        found = Some(cells.to_vec());
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// Returns the cells that are connected to one by cells that `joins` accepts.
fn flood(ground: &Ground, start: u32, joins: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut found = vec![false; ground.cells()];
    found[start as usize] = true;
    let mut to_visit = vec![start];
    while let Some(cell) = to_visit.pop() {
        for near in ground.neighbours(cell) {
            if !found[near as usize] && joins(near) {
                found[near as usize] = true;
                to_visit.push(near);
            }
        }
    }
    found
}

/// Returns a group without a free neighbour among those with one of these cells, if there is one.
fn group_without_air(
    ground: &Ground,
    letters: &[u8],
    cells: impl IntoIterator<Item = u32>,
) -> Option<Vec<u32>> {
    let mut seen = FxHashSet::default();
    for start in cells {
        let letter = letters[start as usize];
        if letter == FREE || letter == WALL || !seen.insert(start) {
            continue;
        }
        let mut group = vec![start];
        let mut has_air = false;
        let mut next = 0;
        while next < group.len() {
            for near in ground.neighbours(group[next]) {
                let there = letters[near as usize];
                has_air |= there == FREE;
                if there == letter && seen.insert(near) {
                    group.push(near);
                }
            }
            next += 1;
        }
        if !has_air {
            group.sort_unstable();
            return Some(group);
        }
    }
    None
}

/// Returns some cells and their neighbours.
fn with_neighbours(ground: &Ground, cells: &[u32]) -> Vec<u32> {
    let mut all = cells.to_vec();
    for &cell in cells {
        all.extend(ground.neighbours(cell));
    }
    all
}

/// Returns a cell that is no wall and is not connected to the first such cell, if there is one.
fn cell_apart(ground: &Ground, letters: &[u8]) -> Option<u32> {
    let is_there = |cell: &u32| letters[*cell as usize] != WALL;
    let mut cells = 0..letters.len() as u32;
    let first = cells.find(is_there)?;
    let found = flood(ground, first, |cell| is_there(&cell));
    cells.find(|cell| is_there(cell) && !found[*cell as usize])
}

/// The key that tells the rows apart that moves leave of one row: how much of its beginning and of its end is the same,
/// and what stands between them.
#[derive(PartialEq, Eq, Hash)]
struct Difference {
    /// The number of letters at the beginning of the row that stay.
    beginning: usize,
    /// The number of letters at the end of the row that stay.
    end: usize,
    /// The letters that the move leaves between them.
    between: Vec<u8>,
}

impl Difference {
    /// Compares a row with what a move that closes it up leaves.
    fn new(letters: &[u8], mv: &RewriteMove) -> Difference {
        let first = mv.cells[0] as usize;
        let rest = first + mv.cells.len();
        let length = letters.len() - mv.cells.len() + mv.letters.len();
        let left = |i: usize| {
            if i < first {
                letters[i]
            } else if i < first + mv.letters.len() {
                mv.letters[i - first]
            } else {
                letters[i - first - mv.letters.len() + rest]
            }
        };
        let mut beginning = first;
        while beginning < length && left(beginning) == letters[beginning] {
            beginning += 1;
        }
        let mut end = (letters.len() - rest).min(length - beginning);
        while beginning + end < length && left(length - 1 - end) == letters[letters.len() - 1 - end]
        {
            end += 1;
        }
        Difference {
            beginning,
            end,
            between: (beginning..length - end).map(left).collect(),
        }
    }
}
