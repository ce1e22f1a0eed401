//! Rules that only take cells of one letter away: positional games, which have a room of their own.
//!
//! **Theorem.** Let F be the only letter before any `>`, and let every cell of a match become another letter. Then a move needs
//! cells that are still F and takes all of them; nothing brings an F back. So a position is the set of cells that are F, and
//! what a move puts there does not matter: several AFTERs are several moves with one and the same value. `..>## turned` is Cram
//! on a board and Arc-Kayles on a graph.
//!
//! If all rules are `F>X` and `never` forbids words of two X alone, the cells that lie in such a word with a cell go with it,
//! since X may be put there no more: `.>X turned never XX` is Node-Kayles. Cells next to an X that stands in the position are
//! gone already. This is wrong for rules that put two letters or keep an F, and under `ends`, `alive` and `joined`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position whose cells are listed has at most 2²⁰ of them, and a move of Cram has two"
)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fxhash::FxHashMap;
use grundy_base::budget::{Limit, StepMeter};
use grundy_base::edge::Edge;
use grundy_base::shares;
use grundy_placement::{Misere, Setup, TakeList, TakingPosition};
use grundy_rules::rewrite::{CellWord, Directions, Replacement, Sign, Symbol};

use crate::account::charge;
use crate::choice::RewriteEngine;
use crate::definition::Definition;
use crate::engine::{Asked, Engine, EngineRequest, EngineStop};
use crate::ground::{Ground, Where};

/// The positional game that rules are.
#[derive(Debug)]
pub(crate) struct TakingRules {
    /// The letter that moves take.
    letter: u8,
    /// The letter that two cells of a word of `never` may not both get.
    apart: Option<u8>,
}

/// The name of a positional game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakingName {
    /// Moves take two neighbours on a board.
    Cram,
    /// Moves take two vertices that an edge joins.
    ArcKayles,
    /// Moves take a cell with its neighbours.
    NodeKayles,
}

impl TakingRules {
    /// Returns the positional game that rules are, if they are one.
    pub(crate) fn recognised(definition: &Definition) -> Option<TakingRules> {
        let rules = &definition.rules;
        if rules.alive || rules.joined || !rules.ends.is_empty() || rules.closes_up() {
            return None;
        }
        let Symbol::Letter(letter) = rules.rules.first()?.before.signs().next()?.symbol else {
            return None;
        };
        let taken = Symbol::Letter(letter);
        for rule in &rules.rules {
            let takes = rule.before.signs().all(|sign| sign.symbol == taken);
            let leaves = |symbol: Symbol| match symbol {
                Symbol::Letter(other) => other == letter,
                Symbol::Wall => false,
                Symbol::Any | Symbol::Same(_) => true,
            };
            if !takes || rule.after.signs().any(|sign| leaves(sign.symbol)) {
                return None;
            }
        }
        let apart = if rules.never.is_empty() {
            None
        } else {
            Some(letter_apart(definition)?)
        };
        Some(TakingRules { letter, apart })
    }

    /// Returns the name of the game, if it has one.
    pub(crate) fn name(&self, definition: &Definition) -> Option<TakingName> {
        /// The side of a board on which dominoes lie across and along.
        const SIDE: usize = 2;
        let rules = &definition.rules;
        let is_of_graphs = rules.graph.is_some();
        if self.apart.is_some() {
            let is_of_neighbours = is_of_graphs || rules.directions == Directions::Turned;
            return is_of_neighbours.then_some(TakingName::NodeKayles);
        }
        let takes_two =
            |rule: &Replacement| rule.before.signs().count() == 2 && !rule.before.has_repeated();
        if !rules.rules.iter().all(takes_two) {
            return None;
        }
        if is_of_graphs {
            return Some(TakingName::ArcKayles);
        }
        is_cram(definition, &definition.ground(SIDE, SIDE)).then_some(TakingName::Cram)
    }

    /// Begins the game of a position.
    ///
    /// # Errors
    ///
    /// Fails when its moves take too much memory or work, or under misère play if it has too many cells.
    pub(crate) fn engine(
        &self,
        request: &EngineRequest<'_>,
        account: &mut StepMeter,
    ) -> Result<TakingEngine, Limit> {
        let EngineRequest {
            definition,
            ground,
            letters,
            budget,
            ..
        } = *request;
        let mut left: Vec<bool> = letters
            .iter()
            .map(|&letter| letter == self.letter)
            .collect();
        let pairs = pairs(definition, ground, account)?;
        for &Edge {
            from: cell,
            to: other,
        } in &pairs
        {
            if Some(letters[cell as usize]) == self.apart {
                left[other as usize] = false;
            }
        }
        let most = shares::placement::listed_moves(budget.memory);
        let takes = takes(definition, ground, &left, most, account)?;
        let mut moves = TakeList::default();
        let mut numbers = FxHashMap::default();
        let is_cram = takes.iter().all(|take| take.len() == 2) && is_cram(definition, ground);
        for cells in takes {
            let others = others_of(&cells, &pairs, &left);
            moves.push(cells.iter().copied(), others);
            numbers.insert(cells, numbers.len());
        }
        let columns = match ground {
            Ground::Board { columns, .. } => Some(*columns as u32),
            Ground::Ring { .. } | Ground::Graph(_) => None,
        };
        let setup = Setup {
            left,
            moves,
            columns,
            neighbours_are_linked: false,
            is_cram,
        };
        let play = if definition.rules.misere {
            TakingPlay::Misere(Misere::new(&setup, budget)?)
        } else {
            let position = TakingPosition::new(setup, budget);
            TakingPlay::Normal(Box::new(position))
        };
        Ok(TakingEngine { play, numbers })
    }
}

/// Lists the pairs of cells that may not both get the letter, both ways, ascending.
fn pairs(
    definition: &Definition,
    ground: &Ground,
    account: &mut StepMeter,
) -> Result<BTreeSet<Edge>, Limit> {
    let mut pairs = BTreeSet::new();
    for word in definition.never() {
        let add = |cells: &[u32]| {
            let pair = Edge::new(cells[0], cells[1]);
            pairs.insert(pair);
            pairs.insert(pair.reversed());
            ControlFlow::Continue(())
        };
        ground.visit_lies(word, Where::Anywhere, account, |_, _| true, add)?;
    }
    Ok(pairs)
}

/// Returns the letter of which `never` forbids pairs, if that is all that it forbids, and all rules put that letter.
fn letter_apart(definition: &Definition) -> Option<u8> {
    let rules = &definition.rules;
    let [first] = rules.rules.first()?.after.signs().collect::<Vec<_>>()[..] else {
        return None;
    };
    let Symbol::Letter(letter) = first.symbol else {
        return None;
    };
    let is_it = |sign: Sign| sign.symbol == Symbol::Letter(letter);
    let puts_it = |word: &CellWord| {
        word.signs().count() == 1 && word.signs().all(|sign| is_it(sign) && !sign.repeated)
    };
    let is_pair = |word: &CellWord| word.signs().count() == 2 && word.signs().all(is_it);
    let is_all =
        rules.rules.iter().all(|rule| puts_it(&rule.after)) && rules.never.iter().all(is_pair);
    is_all.then_some(letter)
}

/// Returns whether the moves that take two cells are those of Cram: two neighbours on a board.
fn is_cram(definition: &Definition, ground: &Ground) -> bool {
    let Ground::Board { rows, columns, .. } = ground else {
        return false;
    };
    let mut steps = BTreeSet::new();
    for form in definition.forms(2) {
        for turn in form.turns.iter().filter(|turn| turn.len() == 2) {
            let down = turn[1].down - turn[0].down;
            let right = turn[1].right - turn[0].right;
            steps.insert((down.abs(), right.abs(), down * right < 0));
        }
    }
    let across = (0, 1, false);
    let along = (1, 0, false);
    steps.iter().all(|step| *step == across || *step == along)
        && (steps.contains(&across) || *columns == 1)
        && (steps.contains(&along) || *rows == 1)
}

/// Lists the sets of cells that moves take, each once, ascending.
fn takes(
    definition: &Definition,
    ground: &Ground,
    left: &[bool],
    most: u64,
    account: &mut StepMeter,
) -> Result<BTreeSet<Vec<u32>>, Limit> {
    let mut takes: BTreeSet<Vec<u32>> = BTreeSet::new();
    let mut size = 0;
    let mut is_full = false;
    for form in definition.forms(ground.longest_word()) {
        ground.visit_lies(
            &form,
            Where::Anywhere,
            account,
            |_, cell| left[cell as usize],
            |cells| {
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                let length = cells.len() as u64;
                if takes.insert(cells) {
                    size += length + 4;
                }
                is_full = size > most;
                if is_full {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        )?;
        if is_full {
            return Err(Limit::memory(
                "the moves of this position take too much memory",
            ));
        }
    }
    Ok(takes)
}

/// Returns the cells that go with those of a move, since the letter may be put there no more.
fn others_of(cells: &[u32], pairs: &BTreeSet<Edge>, left: &[bool]) -> Vec<u32> {
    let mut others = Vec::new();
    for &cell in cells {
        let of_cell = Edge::new(cell, 0)..=Edge::new(cell, u32::MAX);
        for &Edge { to: other, .. } in pairs.range(of_cell) {
            if left[other as usize] && !cells.contains(&other) {
                others.push(other);
            }
        }
    }
    others
}

/// A position of a positional game.
pub(crate) struct TakingEngine {
    /// The game of the cells that may be taken.
    play: TakingPlay,
    /// The number of the move that takes some cells.
    numbers: FxHashMap<Vec<u32>, usize>,
}

/// The game of the cells that may be taken, by its play.
enum TakingPlay {
    /// Normal play.
    Normal(Box<TakingPosition>),
    /// Misère play.
    Misere(Misere),
}

impl TakingEngine {
    /// Asks the position, and adds its steps to the account.
    fn counted<R>(
        &mut self,
        account: &mut StepMeter,
        ask: impl FnOnce(&mut TakingPosition) -> Result<R, Limit>,
    ) -> Result<R, EngineStop> {
        let TakingPlay::Normal(position) = &mut self.play else {
            unreachable!("values do not say who wins under misère play")
        };
        let before = position.spent();
        let result = ask(position);
        charge(account, position.spent() - before);
        Ok(result?)
    }
}

impl Engine for TakingEngine {
    fn value(&mut self, _: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        self.counted(account, TakingPosition::value)
    }

    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        match asked.after {
            None => self.counted(account, |position| position.is(nimber)),
            Some(mv) => {
                let number = self.numbers[&mv.cells];
                self.counted(account, |position| position.leads_to(number, nimber))
            }
        }
    }

    fn wins_misere(
        &mut self,
        asked: Asked<'_>,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let TakingPlay::Misere(misere) = &mut self.play else {
            unreachable!("the rules are those of misère play")
        };
        let before = misere.spent();
        let wins = match asked.after {
            None => misere.wins(),
            Some(mv) => misere.wins_after(self.numbers[&mv.cells]),
        };
        charge(account, misere.spent() - before);
        Ok(wins?)
    }

    fn least(&mut self, _: &[u8]) -> u32 {
        match &mut self.play {
            TakingPlay::Normal(position) => position.least().unwrap_or(0),
            TakingPlay::Misere(_) => 0,
        }
    }

    fn take_chosen(&mut self) -> Option<RewriteEngine> {
        match &mut self.play {
            TakingPlay::Normal(position) => position.take_chosen().map(RewriteEngine::TakingBy),
            TakingPlay::Misere(_) => None,
        }
    }
}
