//! A position of any size: finds its parts, their values, and where each first move leads.

#![expect(
    clippy::cast_possible_truncation,
    reason = "boards have at most 2²⁶ cells, and the lists of moves fewer than 2³² numbers"
)]

use super::beyond::MAX_SEARCHED_CELLS;
use super::beyond::beyond_search;
use super::choice::PlacementEngine;
use super::described::Setup;
use super::part::{Begun, ConnectedPart, Local, Questions, Settled};
use super::take_list::TakeList;
use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::disjoint::DisjointSets;

/// The binary logarithm of the steps of a record after which it is asked whether its solve is to end.
const ACCOUNT_BLOCK_LOG: u32 = 16;

/// A position split into parts, ready to be asked.
#[derive(Debug)]
pub struct TakingPosition {
    /// The position as the game describes it.
    setup: Setup,
    /// The parts, in the order of their first cells.
    parts: Vec<ConnectedPart>,
    /// The place of each move.
    part_of_move: Vec<MoveInPart>,
    /// The limits of the record.
    budget: Budget,
    /// The steps of the record, over all of its parts.
    account: StepMeter,
    /// The bytes that a search may take.
    memory: u64,
    /// The part searched last.
    searched: Option<usize>,
    /// The kind of the search that was begun last, until it is taken.
    chosen: Option<PlacementEngine>,
    /// The result of [`TakingPosition::valued`] when it was asked first.
    valued: Option<Valued>,
}

/// The part of a move, and its number among the part's moves.
#[derive(Clone, Copy, Debug)]
struct MoveInPart {
    /// The part.
    part: u32,
    /// The number.
    number: u32,
}

/// The facts known of a position once all parts but one are valued.
#[derive(Clone, Copy, Debug)]
struct Valued {
    /// The largest part without a value, if there is one.
    open: Option<usize>,
    /// The nim-sum of the values of all others.
    others: u32,
}

impl TakingPosition {
    /// Splits a position into its parts.
    ///
    /// # Complexity
    ///
    /// O(cells + size of the moves), and a little more for the union of cells.
    pub fn new(setup: Setup, budget: Budget) -> Self {
        let (parts, part_of_move) = split(&setup);
        // Two searches are kept at a time: that of the largest part, and that of the one that is asked.
        let searches = if parts.len() > 1 { 2 } else { 1 };
        let memory = budget.memory / searches;
        let account = StepMeter::new(budget.work, ACCOUNT_BLOCK_LOG);
        TakingPosition {
            setup,
            parts,
            part_of_move,
            budget,
            account,
            memory,
            searched: None,
            chosen: None,
            valued: None,
        }
    }

    /// Returns the moves.
    pub fn moves(&self) -> &TakeList {
        &self.setup.moves
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the cells of a part, ascending. Parts are numbered in the order of their first cells.
    pub fn cells_of(&self, part: usize) -> &[u32] {
        &self.parts[part].cells
    }

    /// Returns the part of a move.
    pub fn part_of(&self, mv: usize) -> usize {
        self.part_of_move[mv].part as usize
    }

    /// Returns the steps taken so far.
    pub fn spent(&self) -> u64 {
        self.account.spent()
    }

    /// Takes the kind of the search that was begun last since this was asked before, if there was one.
    pub fn take_chosen(&mut self) -> Option<PlacementEngine> {
        self.chosen.take()
    }

    /// Returns the value of a part.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn part_value(&mut self, part: usize) -> Result<u32, Limit> {
        if let Some(value) = self.settle(part) {
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
    /// Fails when it would pass the budget.
    pub fn value(&mut self) -> Result<u32, Limit> {
        (0..self.parts.len()).try_fold(0, |sum, part| Ok(sum ^ self.part_value(part)?))
    }

    /// Returns whether the value of the position is this one.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn is(&mut self, value: u32) -> Result<bool, Limit> {
        let Valued { open, others } = self.valued()?;
        match open {
            None => Ok(others == value),
            Some(open) => self.part_is(open, others ^ value),
        }
    }

    /// Returns whether a move leads to a position of this value.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn leads_to(&mut self, mv: usize, value: u32) -> Result<bool, Limit> {
        let part = self.part_of_move[mv].part as usize;
        let number = self.part_of_move[mv].number as usize;
        let Valued { open, others } = self.valued()?;
        if open == Some(part) {
            return self.ask(part, |search, account| {
                search.is(Some(number), others ^ value, account)
            });
        }
        let own = self.part_value(part)?;
        let Some(open) = open else {
            return self.ask(part, |search, account| {
                search.is(Some(number), others ^ own ^ value, account)
            });
        };
        let after = self.ask(part, |search, account| search.value(Some(number), account))?;
        self.part_is(open, others ^ own ^ after ^ value)
    }

    /// Returns whether the player to move wins, if that is known without a search or from earlier ones.
    pub fn known_outcome(&mut self) -> Option<bool> {
        let mut sum = 0;
        let mut positive = 0;
        for part in 0..self.parts.len() {
            if let Some(value) = self.settle(part) {
                sum ^= value;
            } else if self.parts[part].positive {
                positive += 1;
            } else {
                return None;
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
        if let Some(value) = part.value {
            return Some(value);
        }
        let least = part.search.as_mut().map_or(0, |search| search.least());
        Some(least.max(u32::from(part.positive)))
    }

    /// Finds the values of all parts but the largest of those that no theorem values.
    fn valued(&mut self) -> Result<Valued, Limit> {
        if let Some(valued) = self.valued {
            let value = valued.open.and_then(|part| self.parts[part].value);
            return Ok(value.map_or(valued, |value| Valued {
                open: None,
                others: valued.others ^ value,
            }));
        }
        for part in 0..self.parts.len() {
            self.settle(part);
        }
        let open = self
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.value.is_none())
            .max_by_key(|(number, part)| (part.cells.len(), usize::MAX - number))
            .map(|(number, _)| number);
        let mut others = 0;
        for part in 0..self.parts.len() {
            if Some(part) != open {
                others ^= self.part_value(part)?;
            }
        }
        let valued = Valued { open, others };
        self.valued = Some(valued);
        Ok(valued)
    }

    /// Returns whether a part has this value.
    fn part_is(&mut self, part: usize, value: u32) -> Result<bool, Limit> {
        if let Some(own) = self.settle(part) {
            return Ok(own == value);
        }
        if value == 0 && self.parts[part].positive {
            return Ok(false);
        }
        let is = self.ask(part, |search, account| search.is(None, value, account))?;
        if is {
            self.parts[part].value = Some(value);
        } else if value == 0 {
            self.parts[part].positive = true;
        }
        Ok(is)
    }

    /// Returns the value of a part if it is known or follows from a theorem.
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

    /// Asks the search of a part, which is begun if there is none.
    fn ask<R>(
        &mut self,
        part: usize,
        ask: impl FnOnce(&mut dyn Questions, &mut StepMeter) -> Result<R, Limit>,
    ) -> Result<R, Limit> {
        let mut search = match self.parts[part].search.take() {
            Some(search) => search,
            None => self.begin_search(part)?,
        };
        let answer = ask(search.as_mut(), &mut self.account);
        self.parts[part].search = Some(search);
        answer
    }

    /// Begins the search of a part, and ends that of the part that was searched last, unless that is the largest.
    fn begin_search(&mut self, part: usize) -> Result<Box<dyn Questions>, Limit> {
        let largest = self.valued.and_then(|valued| valued.open);
        if let Some(last) = self.searched.replace(part)
            && Some(last) != largest
        {
            self.close(last);
        }
        let cells = self.parts[part].cells.len();
        if cells > MAX_SEARCHED_CELLS {
            return Err(beyond_search(cells));
        }
        let budget = Budget {
            memory: self.memory,
            ..self.budget
        };
        let local = self.local(part);
        let symmetries = local.symmetries();
        let Begun { search, engine } = local.search(&symmetries, budget)?;
        self.chosen = Some(engine);
        Ok(search)
    }

    /// Ends the search of a part: it is made again if more is asked.
    fn close(&mut self, part: usize) {
        self.parts[part].search = None;
    }

    /// Returns a part with numbers of its own, counted from 0 in reading order.
    fn local(&self, part: usize) -> Local {
        let ConnectedPart { cells, moves, .. } = &self.parts[part];
        Local {
            cells: cells.len(),
            takes: self.setup.takes(moves.iter().map(|&mv| mv as usize), cells),
            places: self.setup.places(cells),
            is_cram: self.setup.is_cram,
        }
    }
}

/// Splits a setup into its parts, and says where each move stands.
fn split(setup: &Setup) -> (Vec<ConnectedPart>, Vec<MoveInPart>) {
    let mut sets = joined(setup);
    let mut parts: Vec<ConnectedPart> = Vec::new();
    let mut part_of_root = vec![u32::MAX; setup.left.len()];
    for cell in cells_left(setup) {
        let root = sets.root(cell) as usize;
        if part_of_root[root] == u32::MAX {
            part_of_root[root] = parts.len() as u32;
            parts.push(ConnectedPart::default());
        }
        parts[part_of_root[root] as usize].cells.push(cell);
    }
    let mut part_of_move = Vec::with_capacity(setup.moves.len());
    for mv in 0..setup.moves.len() {
        let part = part_of_root[sets.root(setup.moves.needs(mv)[0]) as usize];
        let moves = &mut parts[part as usize].moves;
        part_of_move.push(MoveInPart {
            part,
            number: moves.len() as u32,
        });
        moves.push(mv as u32);
    }
    (parts, part_of_move)
}

/// Returns the cells that are left, ascending.
fn cells_left(setup: &Setup) -> impl Iterator<Item = u32> {
    (0u32..)
        .zip(&setup.left)
        .filter(|(_, left)| **left)
        .map(|(cell, _)| cell)
}

/// Joins the cells of each move, and neighbouring cells if the setup says so.
fn joined(setup: &Setup) -> DisjointSets {
    let mut sets = DisjointSets::new(setup.left.len());
    for mv in 0..setup.moves.len() {
        let first = setup.moves.needs(mv).first().copied();
        for &cell in setup.moves.goes(mv) {
            if let Some(first) = first
                && setup.left[cell as usize]
            {
                sets.join(first, cell);
            }
        }
    }
    if setup.neighbours_are_linked
        && let Some(columns) = setup.columns
    {
        for cell in cells_left(setup) {
            let right = (cell % columns + 1 < columns).then_some(cell + 1);
            let below = cell.checked_add(columns);
            for next in [right, below].into_iter().flatten() {
                if setup.left.get(next as usize) == Some(&true) {
                    sets.join(cell, next);
                }
            }
        }
    }
    sets
}
