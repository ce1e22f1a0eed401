//! A position of any size: its parts, their values, and where each first move leads.

use super::cram::Cram;
use super::part::{Account, Local, MAX_CELLS, Part, Questions, Settled, shared, shared_steps};
use super::polyominoes::PolyominoValues;
use super::symmetry::Symmetry;
use super::take::Take;
use crate::search::{Search, Small};
use grundy_machine::budget::{Budget, Limit};

/// Moves by list, in little memory: each a list of cells that it needs, and of all that go.
#[derive(Clone, Debug, Default)]
pub struct TakeList {
    cells: Vec<u32>,
    /// The ends of the needed cells, and of all cells, of each move.
    ends: Vec<(u32, u32)>,
}

impl TakeList {
    /// Adds a move: the cells it needs, and others that go with them.
    pub fn push(
        &mut self,
        needs: impl IntoIterator<Item = u32>,
        others: impl IntoIterator<Item = u32>,
    ) {
        self.cells.extend(needs);
        let needs_end = self.cells.len() as u32;
        self.cells.extend(others);
        self.ends.push((needs_end, self.cells.len() as u32));
    }

    /// Returns how many moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Cells named by all moves.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    fn start(&self, i: usize) -> usize {
        i.checked_sub(1)
            .map_or(0, |before| self.ends[before].1 as usize)
    }

    /// Returns the cells that the i-th move needs.
    pub fn needs(&self, i: usize) -> &[u32] {
        &self.cells[self.start(i)..self.ends[i].0 as usize]
    }

    /// Returns all cells that go with the i-th move.
    pub fn goes(&self, i: usize) -> &[u32] {
        &self.cells[self.start(i)..self.ends[i].1 as usize]
    }
}

/// A position as a game describes it.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Which cells are left, by number in reading order.
    pub left: Vec<bool>,
    /// The moves, in the order in which answers list them; every cell they need is left.
    pub moves: TakeList,
    /// On a board, its columns: cell n is in row n / columns.
    pub columns: Option<u32>,
    /// Whether neighbouring cells of the board are of one part though no move links them.
    pub neighbours_are_linked: bool,
    /// Whether the moves are those of Cram.
    pub is_cram: bool,
}

impl Setup {
    /// Returns the setup of which these cells alone are left, and the moves that are left there.
    pub fn within(&self, left: Vec<bool>) -> (Setup, Vec<usize>) {
        let is_left = |cell: &u32| left[*cell as usize];
        let all = (0..self.moves.len()).filter(|&mv| self.moves.needs(mv).iter().all(is_left));
        let kept: Vec<usize> = all.collect();
        let mut moves = TakeList::default();
        for &mv in &kept {
            let (needs, goes) = (self.moves.needs(mv), self.moves.goes(mv));
            moves.push(
                needs.iter().copied(),
                goes[needs.len()..]
                    .iter()
                    .copied()
                    .filter(|cell| is_left(cell)),
            );
        }
        (
            Setup {
                left,
                moves,
                ..*self
            },
            kept,
        )
    }

    /// Some of the moves, by the numbers of these cells, which ascend, counted from 0; other cells are left out.
    pub(super) fn takes(&self, moves: impl Iterator<Item = usize>, cells: &[u32]) -> Vec<Take> {
        let number = |cell: &u32| cells.binary_search(cell).ok().map(|number| number as u32);
        let numbers = |list: &[u32]| {
            let mut numbers: Vec<u32> = list.iter().filter_map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let take = |mv| Take {
            needs: numbers(self.moves.needs(mv)),
            goes: numbers(self.moves.goes(mv)),
        };
        moves.map(take).collect()
    }

    /// Row and column of each of these cells, on a board.
    pub(super) fn places(&self, cells: &[u32]) -> Option<Vec<(u32, u32)>> {
        self.columns.map(|columns| {
            cells
                .iter()
                .map(|cell| (cell / columns, cell % columns))
                .collect()
        })
    }
}

/// Values of small components of Cram that positions leave for those after them. They save time
/// and change no answer and no count of work.
#[derive(Debug, Default)]
pub struct Smalls {
    pub(super) shared: Option<Box<Search<Cram<8, 8>>>>,
    /// By layout.
    pub(super) cram: [Option<Small<u64>>; 6],
    pub(super) polyominoes: Option<PolyominoValues>,
}

/// A position split into parts, ready to be asked.
#[derive(Debug)]
pub struct Position {
    setup: Setup,
    parts: Vec<Part>,
    /// The part of each move, and its number among the part's moves.
    part_of_move: Vec<(u32, u32)>,
    budget: Budget,
    account: Account,
    smalls: Smalls,
    /// Bytes a search may take.
    memory: u64,
    /// The part searched last.
    searched: Option<usize>,
    /// The result of [`Position::all_but_the_largest`].
    rest: Option<(Option<usize>, u32)>,
}

impl Position {
    /// Splits a position into its parts.
    ///
    /// # Complexity
    ///
    /// O(cells + size of the moves), a little more for the union of cells.
    pub fn new(setup: Setup, smalls: Smalls, budget: Budget) -> Self {
        let (parts, part_of_move) = split(&setup);
        // Two searches are kept at a time: that of the largest part, and of the one that is asked.
        let memory = budget.memory / if parts.len() > 1 { 2 } else { 1 };
        let account = Account {
            spent: 0,
            work: budget.work,
        };
        Position {
            setup,
            parts,
            part_of_move,
            budget,
            account,
            smalls,
            memory,
            searched: None,
            rest: None,
        }
    }

    /// Returns the moves.
    pub fn moves(&self) -> &TakeList {
        &self.setup.moves
    }

    /// Returns how many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the cells of a part, ascending. Parts are numbered in the order of their first cells.
    pub fn cells_of(&self, part: usize) -> &[u32] {
        &self.parts[part].cells
    }

    /// Returns the part of a move.
    pub fn part_of(&self, mv: usize) -> usize {
        self.part_of_move[mv].0 as usize
    }

    /// Steps taken so far.
    pub fn spent(&self) -> u64 {
        self.account.spent
    }

    /// Gives back what later positions may use.
    pub fn take_smalls(&mut self) -> Smalls {
        for part in &mut self.parts {
            if let Some(search) = part.search.take() {
                search.close(&mut self.smalls);
            }
        }
        std::mem::take(&mut self.smalls)
    }

    /// Returns the value of a part.
    ///
    /// # Errors
    ///
    /// When it would pass the budget.
    pub fn part_value(&mut self, part: usize) -> Result<u32, Limit> {
        // Looking for theorems takes longer than asking the table of all records.
        if (self.parts[part].value.is_some() || !self.is_shared(part))
            && let Some(value) = self.settle(part)
        {
            return Ok(value);
        }
        let value = self.ask(part, |search, account| search.value(None, account))?;
        self.parts[part].value = Some(value);
        self.close(part);
        Ok(value)
    }

    /// Returns the value of the position.
    ///
    /// # Errors
    ///
    /// When it would pass the budget.
    pub fn value(&mut self) -> Result<u32, Limit> {
        (0..self.parts.len()).try_fold(0, |sum, part| Ok(sum ^ self.part_value(part)?))
    }

    /// Returns whether the value of the position is this one.
    ///
    /// # Errors
    ///
    /// When it would pass the budget.
    pub fn is(&mut self, value: u32) -> Result<bool, Limit> {
        let (largest, others) = self.all_but_the_largest()?;
        let Some(largest) = largest else {
            return Ok(others == value);
        };
        self.part_is(largest, others ^ value)
    }

    /// Returns whether a move leads to a position of this value.
    ///
    /// # Errors
    ///
    /// When it would pass the budget.
    pub fn leads_to(&mut self, mv: usize, value: u32) -> Result<bool, Limit> {
        let (part, i) = self.part_of_move[mv];
        let (part, i) = (part as usize, i as usize);
        let (largest, others) = self.all_but_the_largest()?;
        if largest == Some(part) {
            return self.ask(part, |search, account| {
                search.is(Some(i), others ^ value, account)
            });
        }
        let own = self.part_value(part)?;
        let Some(largest) = largest else {
            return self.ask(part, |search, account| {
                search.is(Some(i), others ^ own ^ value, account)
            });
        };
        let after = self.ask(part, |search, account| search.value(Some(i), account))?;
        self.part_is(largest, others ^ own ^ after ^ value)
    }

    /// Returns the outcome, if it is known without a search or from earlier ones: whether the player to
    /// move wins.
    pub fn known_outcome(&mut self) -> Option<bool> {
        let (mut sum, mut positive) = (0, 0);
        for part in 0..self.parts.len() {
            match self.settle(part) {
                Some(value) => sum ^= value,
                None if self.parts[part].positive => positive += 1,
                None => return None,
            }
        }
        match positive {
            0 => Some(sum != 0),
            1 if sum == 0 => Some(true),
            _ => None,
        }
    }

    /// Returns the least value that is not excluded yet, if the position is one part.
    pub fn least(&mut self) -> Option<u32> {
        let [part] = self.parts.as_mut_slice() else {
            return None;
        };
        Some(match part.value {
            Some(value) => value,
            None => part
                .search
                .as_mut()
                .map_or(0, |search| search.least())
                .max(u32::from(part.positive)),
        })
    }

    /// Returns the largest part that is not valued yet, and the nim-sum of the values of all others, which
    /// are found. None, when all are valued.
    fn all_but_the_largest(&mut self) -> Result<(Option<usize>, u32), Limit> {
        if let Some((largest, others)) = self.rest {
            let value = largest.and_then(|part| self.parts[part].value);
            return Ok(value.map_or((largest, others), |value| (None, others ^ value)));
        }
        for part in 0..self.parts.len() {
            self.settle(part);
        }
        let open = self
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.value.is_none());
        let largest = open.max_by_key(|(number, part)| (part.cells.len(), usize::MAX - number));
        let largest = largest.map(|(number, _)| number);
        let mut others = 0;
        for part in (0..self.parts.len()).filter(|&part| Some(part) != largest) {
            others ^= self.part_value(part)?;
        }
        self.rest = Some((largest, others));
        Ok((largest, others))
    }

    fn part_is(&mut self, part: usize, value: u32) -> Result<bool, Limit> {
        if let Some(own) = self.settle(part) {
            return Ok(own == value);
        }
        if value == 0 && self.parts[part].positive {
            return Ok(false);
        }
        let is = self.ask(part, |search, account| search.is(None, value, account))?;
        match is {
            true => self.parts[part].value = Some(value),
            false if value == 0 => self.parts[part].positive = true,
            false => {}
        }
        Ok(is)
    }

    /// Returns the value of a part if it is known or a theorem.
    fn settle(&mut self, part: usize) -> Option<u32> {
        let known = &self.parts[part];
        if known.value.is_some() || known.settled {
            return known.value;
        }
        self.parts[part].settled = true;
        let known = &self.parts[part];
        if known.moves.is_empty() {
            self.parts[part].value = Some(0);
            return Some(0);
        }
        let local = self.local(part);
        let symmetries = local.symmetries();
        match local.settled(&symmetries) {
            Settled::Value(value) => self.parts[part].value = Some(value),
            Settled::Positive => self.parts[part].positive = true,
            Settled::Open => {}
        }
        self.parts[part].value
    }

    fn ask<R>(
        &mut self,
        part: usize,
        ask: impl FnOnce(&mut dyn Questions, &mut Account) -> Result<R, Limit>,
    ) -> Result<R, Limit> {
        if self.parts[part].search.is_none() {
            let largest = self.rest.and_then(|(largest, _)| largest);
            if let Some(last) = self.searched.replace(part)
                && Some(last) != largest
            {
                self.close(last);
            }
            if let Some(search) = self.shared(part) {
                let search = self.parts[part].search.insert(search);
                return ask(search.as_mut(), &mut self.account);
            }
            let cells = self.parts[part].cells.len();
            if cells > MAX_CELLS {
                return Err(Limit::fixed(format!(
                    "a connected part of {cells} cells is not searched: {MAX_CELLS} are the most"
                )));
            }
            let budget = Budget {
                memory: self.memory,
                ..self.budget
            };
            let local = self.local(part);
            let symmetries: Vec<Symmetry> = local.symmetries();
            let search = local.search(&symmetries, budget)?;
            self.parts[part].search = Some(search);
        }
        let Some(search) = &mut self.parts[part].search else {
            return Err(Limit::fixed("this part has no search"));
        };
        ask(search.as_mut(), &mut self.account)
    }

    /// Returns whether a part may be one for the table of all records, and the work suffices for it.
    fn is_shared(&self, part: usize) -> bool {
        let Part { cells, moves, .. } = &self.parts[part];
        let left = self.account.work.saturating_sub(self.account.spent);
        self.setup.is_cram
            && !moves.is_empty()
            && shared_steps(cells.len()).is_some_and(|steps| steps <= left)
    }

    /// Returns the search of a part with the table of all records.
    fn shared(&mut self, part: usize) -> Option<Box<dyn Questions>> {
        let columns = self.setup.columns.filter(|_| self.setup.is_cram)?;
        let Part { cells, moves, .. } = &self.parts[part];
        let list = &self.setup.moves;
        let moves = moves
            .iter()
            .map(|&mv| list.goes(mv as usize).iter().copied());
        shared(cells, moves, columns, &mut self.smalls)
    }

    /// Ends the search of a part: it is made again if more is asked.
    fn close(&mut self, part: usize) {
        if let Some(search) = self.parts[part].search.take() {
            search.close(&mut self.smalls);
        }
    }

    /// Returns a part with numbers of its own, counted from 0 in reading order.
    fn local(&mut self, part: usize) -> Local<'_> {
        let Part { cells, moves, .. } = &self.parts[part];
        Local {
            cells: cells.len(),
            takes: self.setup.takes(moves.iter().map(|&mv| mv as usize), cells),
            places: self.setup.places(cells),
            is_cram: self.setup.is_cram,
            smalls: &mut self.smalls,
        }
    }
}

fn split(setup: &Setup) -> (Vec<Part>, Vec<(u32, u32)>) {
    let mut union = Union {
        parent: (0..setup.left.len() as u32).collect(),
    };
    for mv in 0..setup.moves.len() {
        let first = setup.moves.needs(mv).first().copied();
        for &cell in setup.moves.goes(mv) {
            if let Some(first) = first
                && setup.left[cell as usize]
            {
                union.join(first, cell);
            }
        }
    }
    if let Some(columns) = setup.columns.filter(|_| setup.neighbours_are_linked) {
        for (cell, _) in (0u32..).zip(&setup.left).filter(|(_, left)| **left) {
            let right = (cell % columns + 1 < columns).then_some(cell + 1);
            let below = cell.checked_add(columns);
            for next in [right, below].into_iter().flatten() {
                if setup.left.get(next as usize) == Some(&true) {
                    union.join(cell, next);
                }
            }
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut part_of_root = vec![u32::MAX; setup.left.len()];
    for (cell, _) in (0u32..).zip(&setup.left).filter(|(_, left)| **left) {
        let root = union.root(cell) as usize;
        if part_of_root[root] == u32::MAX {
            part_of_root[root] = parts.len() as u32;
            parts.push(Part::default());
        }
        parts[part_of_root[root] as usize].cells.push(cell);
    }
    let place = |mv: usize| {
        let part = part_of_root[union.root(setup.moves.needs(mv)[0]) as usize];
        let moves = &mut parts[part as usize].moves;
        moves.push(mv as u32);
        (part, moves.len() as u32 - 1)
    };
    let part_of_move = (0..setup.moves.len()).map(place).collect();
    (parts, part_of_move)
}

/// Sets of cells that are joined.
struct Union {
    parent: Vec<u32>,
}

impl Union {
    fn root(&mut self, mut cell: u32) -> u32 {
        while self.parent[cell as usize] != cell {
            let up = self.parent[self.parent[cell as usize] as usize];
            self.parent[cell as usize] = up;
            cell = up;
        }
        cell
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
