//! The first split of positions that are too large for a layout, on lists of cells.
//!
//! The theorem is that of [`crate::picture`], taken more coarsely: nothing here forbids an instance, so that the reach is
//! larger, and links are more. Where `never` or `alive` look at cells that do not change, those link as well, so that
//! parts share no cell at all. Nothing splits under `ends` and `joined`, and under misère play values do not add up.
//!
//! ```text
//!   XO.#….XO      two parts of two cells, however far apart: each is a small board, in which all other cells are walls
//! ```
//!
//! A part of a board is the box around it, a part of a graph the subgraph of its vertices, and a part of a ring that has a
//! gap the row that is left.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::disjoint::{DisjointSets, SharedMember, SharedMembers};
use grundy_rules::rewrite::{Symbol, WALL};

use crate::by_layout::engine;
use crate::choice::RewriteEngine;
use crate::definition::{Definition, RewriteMove};
use crate::engine::{Asked, ChosenEngine, Engine, EngineRequest, EngineStop};
use crate::form::WordForm;
use crate::ground::{Ground, Where};
use crate::slow::WholeEngine;

/// A part of a large position.
#[derive(Debug)]
struct LargePart {
    /// The cells of the part.
    ground: Ground,
    /// The letters of the part's own cells, with walls between.
    letters: Vec<u8>,
    /// The number of cells that are no walls.
    size: usize,
    /// The value, once it is found.
    value: Option<u32>,
}

/// The place of a cell of a large position.
#[derive(Clone, Copy, Debug)]
struct PartCell {
    /// The number of the part.
    part: u32,
    /// The cell's number in the part.
    number: u32,
}

/// A large position in parts, each with an engine of its own.
pub(crate) struct LargeEngine {
    /// The rules of the position.
    definition: Arc<Definition>,
    /// The limits of the record.
    budget: Budget,
    /// The parts, in the order of their first cells.
    parts: Vec<LargePart>,
    /// The place of each cell that can change.
    places: FxHashMap<u32, PartCell>,
    /// The values of parts, by their letters; boards of different widths have different keys.
    values: FxHashMap<(usize, Vec<u8>), u32>,
    /// The engines of the largest part and of the part that was asked last.
    engines: Vec<PartEngine>,
    /// The kind of the engine that was made last for a part, until it is taken.
    chosen: Option<RewriteEngine>,
}

/// The engine of a part.
struct PartEngine {
    /// The number of the part.
    part: usize,
    /// The engine, made for the letters of the part.
    engine: Box<dyn Engine>,
}

/// The largest number of engines that are kept.
const ENGINES: usize = 2;

/// The largest number of cells of a part that is solved as a whole position where it fits no layout. A guess.
const MAX_WHOLE_CELLS: usize = 64;

/// The letters that cells may still get, one bit a letter.
struct LetterReach {
    /// The bit of each letter; 0 for bytes that are no letters.
    bits: [u64; 256],
    /// The letters that each cell may still get.
    sets: Vec<u64>,
}

impl LetterReach {
    /// Begins with the letters that stand in a position.
    fn new(letters: &[u8]) -> LetterReach {
        let mut bits = [0; 256];
        // There are 62 letters and digits, free cells, and walls.
        let signs = (b'0'..=b'9')
            .chain(b'A'..=b'Z')
            .chain(b'a'..=b'z')
            .chain(*b".#");
        for (number, sign) in signs.enumerate() {
            bits[usize::from(sign)] = 1 << number;
        }
        LetterReach {
            sets: letters
                .iter()
                .map(|&letter| bits[usize::from(letter)])
                .collect(),
            bits,
        }
    }

    /// Returns the set of all letters but walls.
    fn letters(&self) -> u64 {
        !self.bits[usize::from(WALL)]
    }

    /// Returns the letters that a sign may stand on.
    fn needed(&self, sign: Symbol) -> u64 {
        match sign {
            Symbol::Letter(letter) => self.bits[usize::from(letter)],
            Symbol::Any | Symbol::Same(_) => self.letters(),
            Symbol::Wall => 0,
        }
    }

    /// Returns whether a cell may come to be what a sign needs.
    fn fits(&self, sign: Symbol, cell: u32) -> bool {
        self.sets[cell as usize] & self.needed(sign) != 0
    }

    /// Returns whether a cell may get another letter.
    fn changes(&self, cell: u32) -> bool {
        !self.sets[cell as usize].is_power_of_two()
    }

    /// Returns what a form may give its cells, one set of letters a cell.
    fn gifts(&self, form: &WordForm, cells: &[u32]) -> Vec<u64> {
        let mut bound = [self.letters(); 10];
        for (&sign, &cell) in form.before.iter().zip(cells) {
            if let Symbol::Same(number) = sign {
                bound[usize::from(number)] &= self.sets[cell as usize];
            }
        }
        let gift = |(i, &sign): (usize, &Symbol)| match sign {
            Symbol::Any => 0,
            sign if sign == form.before[i] => 0,
            Symbol::Letter(letter) => self.bits[usize::from(letter)],
            Symbol::Wall => self.bits[usize::from(WALL)],
            Symbol::Same(number) => bound[usize::from(number)],
        };
        form.after.iter().enumerate().map(gift).collect()
    }

    /// Visits the instances of the rules that are possible and may change something.
    fn visit_instances(
        &self,
        definition: &Definition,
        ground: &Ground,
        account: &mut StepMeter,
        mut visit: impl FnMut(&WordForm, &[u32]),
    ) -> Result<(), Limit> {
        for form in definition.forms(ground.longest_word()) {
            ground.visit_lies(
                &form,
                Where::Anywhere,
                account,
                |i, cell| self.fits(form.before[i], cell),
                |cells| {
                    visit(&form, cells);
                    ControlFlow::Continue(())
                },
            )?;
        }
        Ok(())
    }

    /// Grows until nothing is added.
    fn close(
        &mut self,
        definition: &Definition,
        ground: &Ground,
        account: &mut StepMeter,
    ) -> Result<(), Limit> {
        loop {
            let mut grown = self.sets.clone();
            self.visit_instances(definition, ground, account, |form, cells| {
                for (gift, &cell) in self.gifts(form, cells).into_iter().zip(cells) {
                    grown[cell as usize] |= gift;
                }
            })?;
            if grown == self.sets {
                return Ok(());
            }
            self.sets = grown;
        }
    }
}

/// The parts of a position as lists of cells.
struct Linked {
    /// The cells, in one set if a possible instance joins them.
    sets: DisjointSets,
    /// The cells that belong to parts without joining them.
    shown: SharedMembers,
    /// Whether each cell stands for a possible instance that it is in.
    live: Vec<bool>,
}

impl Linked {
    /// Links the cells of a position.
    fn new(
        definition: &Definition,
        ground: &Ground,
        letters: &[u8],
        reach: &LetterReach,
        account: &mut StepMeter,
    ) -> Result<Self, Limit> {
        let mut linked = Linked {
            sets: DisjointSets::new(letters.len()),
            shown: SharedMembers::new(),
            live: vec![false; letters.len()],
        };
        let joins_all = definition.rules.alive || !definition.rules.never.is_empty();
        reach.visit_instances(definition, ground, account, |form, cells| {
            let changes_some = reach
                .gifts(form, cells)
                .iter()
                .zip(cells)
                .any(|(gift, &cell)| *gift != 0 && reach.changes(cell));
            if changes_some {
                linked.join_instance(cells, |cell| joins_all || reach.changes(cell));
            }
        })?;
        for word in definition.never() {
            linked.join_places_of(word, ground, reach, account)?;
        }
        if definition.rules.alive {
            linked.join_neighbours(ground, letters);
        }
        Ok(linked)
    }

    /// Joins those cells of a possible instance that are `joined`, and notes that their part shows the others.
    fn join_instance(&mut self, cells: &[u32], joined: impl Fn(u32) -> bool) {
        let Some(first) = cells.iter().copied().find(|&cell| joined(cell)) else {
            return;
        };
        self.live[first as usize] = true;
        for &cell in cells {
            if joined(cell) {
                self.sets.join(first, cell);
            } else {
                self.shown.add(first, cell, &mut self.sets);
            }
        }
    }

    /// Joins the cells of each place where a word of `never` may come to stand.
    fn join_places_of(
        &mut self,
        word: &WordForm,
        ground: &Ground,
        reach: &LetterReach,
        account: &mut StepMeter,
    ) -> Result<(), Limit> {
        ground.visit_lies(
            word,
            Where::Anywhere,
            account,
            |i, cell| reach.fits(word.before[i], cell),
            |cells| {
                for &cell in cells {
                    self.sets.join(cells[0], cell);
                }
                ControlFlow::Continue(())
            },
        )
    }

    /// Joins each cell with its neighbours but for walls: under `alive`, groups reach over all of them.
    fn join_neighbours(&mut self, ground: &Ground, letters: &[u8]) {
        for cell in 0..letters.len() as u32 {
            if letters[cell as usize] == WALL {
                continue;
            }
            for near in ground.neighbours(cell) {
                if letters[near as usize] != WALL {
                    self.sets.join(cell, near);
                }
            }
        }
    }
}

/// A position in parts, each as its cells, ascending.
pub(crate) struct CellParts {
    /// The cells of each part, in the order of their first cells.
    pub(crate) lists: Vec<Vec<u32>>,
    /// The letters that cells may still get.
    reach: LetterReach,
}

impl CellParts {
    /// Splits a position. `None` if nothing is known to split under its rules.
    ///
    /// # Errors
    ///
    /// Fails when a limit would be passed.
    pub(crate) fn new(
        definition: &Definition,
        ground: &Ground,
        letters: &[u8],
        account: &mut StepMeter,
    ) -> Result<Option<CellParts>, Limit> {
        let rules = &definition.rules;
        if rules.joined || !rules.ends.is_empty() || rules.closes_up() {
            return Ok(None);
        }
        let mut reach = LetterReach::new(letters);
        reach.close(definition, ground, account)?;
        let mut linked = Linked::new(definition, ground, letters, &reach, account)?;
        let mut cells_of: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (cell, _) in (0..).zip(&linked.live).filter(|(_, live)| **live) {
            cells_of.entry(linked.sets.root(cell)).or_default();
        }
        for cell in 0..letters.len() as u32 {
            let root = linked.sets.root(cell);
            if let Some(cells) = cells_of.get_mut(&root) {
                cells.push(cell);
            }
        }
        for SharedMember { set, number } in linked.shown.of_roots(&mut linked.sets) {
            cells_of.entry(set).or_default().push(number);
        }
        let mut lists: Vec<Vec<u32>> = cells_of.into_values().collect();
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        lists.sort_unstable();
        Ok(Some(CellParts { lists, reach }))
    }
}

impl LargeEngine {
    /// Splits a position. `None` if nothing is known to split under its rules.
    ///
    /// # Errors
    ///
    /// Fails when a limit would be passed.
    pub(crate) fn new(
        definition: &Arc<Definition>,
        ground: &Ground,
        letters: &[u8],
        budget: Budget,
        account: &mut StepMeter,
    ) -> Result<Option<LargeEngine>, Limit> {
        // Values of parts say nothing there.
        if definition.rules.misere {
            return Ok(None);
        }
        let Some(CellParts { lists, reach }) =
            CellParts::new(definition, ground, letters, account)?
        else {
            return Ok(None);
        };
        let mut large = LargeEngine {
            definition: Arc::clone(definition),
            budget: Budget {
                memory: budget.memory / ENGINES as u64,
                ..budget
            },
            parts: Vec::new(),
            places: FxHashMap::default(),
            values: FxHashMap::default(),
            engines: Vec::new(),
            chosen: None,
        };
        for list in lists {
            large.add_part(ground, letters, &list, &reach);
        }
        Ok(Some(large))
    }

    /// Adds the part of some cells, which ascend.
    fn add_part(&mut self, ground: &Ground, letters: &[u8], cells: &[u32], reach: &LetterReach) {
        let local = LocalCells::new(ground, cells);
        let mut own = vec![WALL; local.ground.cells()];
        let part = self.parts.len() as u32;
        for (&cell, &number) in cells.iter().zip(&local.numbers) {
            own[number as usize] = letters[cell as usize];
            if reach.changes(cell) {
                self.places.insert(cell, PartCell { part, number });
            }
        }
        self.parts.push(LargePart {
            ground: local.ground,
            letters: own,
            size: cells.len(),
            value: None,
        });
    }

    /// Returns the number of the largest part.
    fn largest(&self) -> Option<usize> {
        (0..self.parts.len()).max_by_key(|&part| self.parts[part].size)
    }

    /// Returns the engine of a part.
    fn engine(
        &mut self,
        part: usize,
        account: &mut StepMeter,
    ) -> Result<&mut Box<dyn Engine>, Limit> {
        let known = self.engines.iter().position(|engine| engine.part == part);
        let place = if let Some(place) = known {
            place
        } else {
            if self.engines.len() == ENGINES {
                let largest = self.largest();
                let other = self
                    .engines
                    .iter()
                    .position(|engine| Some(engine.part) != largest);
                self.engines.swap_remove(other.unwrap_or(0));
            }
            let LargePart {
                ground, letters, ..
            } = &self.parts[part];
            let request = EngineRequest {
                definition: &self.definition,
                ground,
                letters,
                budget: self.budget,
                has_nogo: true,
            };
            let engine = match engine(&request, account)? {
                Some(ChosenEngine { engine, chosen }) => {
                    self.chosen = Some(chosen);
                    engine
                }
                None if self.parts[part].size <= MAX_WHOLE_CELLS => {
                    let rows = ground.rows();
                    let memory = self.budget.memory;
                    Box::new(WholeEngine::new(&self.definition, rows, memory))
                }
                None => return Err(too_large_part(self.parts[part].size)),
            };
            self.engines.push(PartEngine { part, engine });
            self.engines.len() - 1
        };
        Ok(&mut self.engines[place].engine)
    }

    /// Returns the value of a part.
    fn part_value(&mut self, part: usize, account: &mut StepMeter) -> Result<u32, EngineStop> {
        if let Some(value) = self.parts[part].value {
            return Ok(value);
        }
        let letters = self.parts[part].letters.clone();
        let key = match &self.parts[part].ground {
            Ground::Board { columns, .. } => Some((*columns, letters.clone())),
            Ground::Ring { .. } | Ground::Graph(_) => None,
        };
        let known = key.as_ref().and_then(|key| self.values.get(key).copied());
        let value = match known {
            Some(value) => value,
            None => self.engine(part, account)?.value(&letters, account)?,
        };
        if let Some(key) = key {
            self.values.insert(key, value);
        }
        self.parts[part].value = Some(value);
        Ok(value)
    }

    /// Returns the nim-sum of the values of all parts but one or two.
    fn others(
        &mut self,
        without: [Option<usize>; 2],
        account: &mut StepMeter,
    ) -> Result<u32, EngineStop> {
        let mut sum = 0;
        for part in 0..self.parts.len() {
            if !without.contains(&Some(part)) {
                sum ^= self.part_value(part, account)?;
            }
        }
        Ok(sum)
    }

    /// Returns whether a part has this value.
    fn part_is(
        &mut self,
        part: usize,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        if let Some(value) = self.parts[part].value {
            return Ok(value == nimber);
        }
        let letters = self.parts[part].letters.clone();
        let asked = Asked {
            start: &letters,
            after: None,
        };
        self.engine(part, account)?.is(asked, nimber, account)
    }
}

/// Makes the limit of a part that fits no layout.
fn too_large_part(cells: usize) -> Limit {
    Limit::fixed(format!(
        "a part of {cells} cells does not fit the 128 cells that are searched, with the box around it"
    ))
}

impl Engine for LargeEngine {
    fn value(&mut self, _: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        self.others([None; 2], account)
    }

    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let Some(largest) = self.largest() else {
            return Ok(nimber == 0);
        };
        let Some(mv) = asked.after else {
            let others = self.others([Some(largest), None], account)?;
            return self.part_is(largest, others ^ nimber, account);
        };
        let part = self.places[&mv.cells[0]].part as usize;
        let mut changes: Vec<(u32, u8)> = Vec::new();
        for (cell, &letter) in mv.cells.iter().zip(&mv.letters) {
            changes.push((self.places[cell].number, letter));
        }
        changes.sort_unstable();
        let (cells, letters) = changes.into_iter().unzip();
        let own = RewriteMove { cells, letters };
        let start = self.parts[part].letters.clone();
        let asked = Asked {
            start: &start,
            after: Some(&own),
        };
        let others = self.others([Some(largest), Some(part)], account)?;
        if part == largest {
            return self
                .engine(part, account)?
                .is(asked, others ^ nimber, account);
        }
        let left = self
            .engine(part, account)?
            .value(&asked.letters(), account)?;
        self.part_is(largest, others ^ left ^ nimber, account)
    }

    fn take_chosen(&mut self) -> Option<RewriteEngine> {
        self.chosen.take()
    }
}

/// The cells of a part, as a position of its own.
struct LocalCells {
    /// The cells, numbered anew.
    ground: Ground,
    /// The number of each cell in the part.
    numbers: Vec<u32>,
}

impl LocalCells {
    /// Makes the position of some cells, which ascend.
    fn new(ground: &Ground, cells: &[u32]) -> LocalCells {
        match ground {
            Ground::Board {
                columns,
                directions,
                ..
            } => {
                let columns = *columns as u32;
                let top = cells[0] / columns;
                let bottom = cells[cells.len() - 1] / columns;
                let left = cells.iter().map(|cell| cell % columns).min().unwrap_or(0);
                let right = cells.iter().map(|cell| cell % columns).max().unwrap_or(0);
                let width = right - left + 1;
                let number = |&cell: &u32| (cell / columns - top) * width + cell % columns - left;
                LocalCells {
                    ground: Ground::Board {
                        rows: (bottom - top + 1) as usize,
                        columns: width as usize,
                        directions: *directions,
                    },
                    numbers: cells.iter().map(number).collect(),
                }
            }
            Ground::Ring {
                cells: count,
                both_ways,
            } => {
                let count = *count as u32;
                // The cell after the first gap of the ring comes first.
                let has = |cell: u32| cells.binary_search(&cell).is_ok();
                let Some(gap) = (0..count).find(|&cell| !has(cell)) else {
                    return LocalCells {
                        ground: ground.clone(),
                        numbers: cells.to_vec(),
                    };
                };
                let number = |&cell: &u32| (cell + count - gap - 1) % count;
                let numbers: Vec<u32> = cells.iter().map(number).collect();
                let length = numbers.iter().max().map_or(0, |last| last + 1);
                LocalCells {
                    ground: Ground::row(length as usize, *both_ways),
                    numbers,
                }
            }
            Ground::Graph(walks) => LocalCells {
                ground: Ground::subgraph(walks, cells),
                numbers: (0..cells.len() as u32).collect(),
            },
        }
    }
}
