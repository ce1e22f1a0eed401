//! The engine of NoGo: which rules are those of NoGo, and their positions in three planes a letter.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that fit a layout have at most 128 cells"
)]

use std::sync::Arc;

use grundy_base::budget::StepMeter;
use grundy_base::shares;
use grundy_placement::search::{ProofSearch, Set, Small};
use grundy_rules::rewrite::{FREE, Sign, Symbol, WALL};

use super::laid::{LaidGround, bit_of, columns_of, laid_ground};
use super::parted::counted;
use crate::engine::{Asked, Engine, EngineRequest, EngineStop};
use crate::form::TURNS;
use crate::layout::{Image, Layout, LayoutKind};
use crate::letters::PlaneNumbers;
use crate::nogo::{NoGo, NoGoRules};
use crate::patterns::{PatternMaker, steps_in_words};
use crate::planes::LetterPlanes;

/// A game of parts whose play ends, with its search.
struct Searched<S: Set, E> {
    /// The search, with its tables.
    search: ProofSearch<S>,
    /// The function from letters to sets.
    encode: E,
}

impl<S: Set, E: Fn(&[u8]) -> S + Send> Engine for Searched<S, E> {
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        let set = (self.encode)(letters);
        counted(&mut self.search, account, |search| search.value(set))
    }

    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let set = (self.encode)(&asked.letters());
        counted(&mut self.search, account, |search| search.is(set, nimber))
    }

    fn least(&mut self, letters: &[u8]) -> u32 {
        let set = (self.encode)(letters);
        self.search.least(set)
    }
}

/// The largest number of letters of NoGo.
const MAX_NOGO_LETTERS: usize = 3;

/// The letters of NoGo: those that moves put, and others that stand in the position.
#[derive(Clone)]
pub(super) struct NoGoLetters {
    /// The letters that moves put, ascending.
    put: Vec<u8>,
    /// The letters that moves put and those of other stones, ascending.
    all: Vec<u8>,
}

impl NoGoLetters {
    /// Returns the number of letters, at least 1.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Lists the exchanges of planes that change nothing of the game: letters that are put may be exchanged with each
    /// other, and so may those that only stand there.
    fn exchanges<const P: usize>(&self) -> Vec<[u8; P]> {
        let count = self.len();
        let is_put = |letter: usize| self.put.contains(&self.all[letter]);
        let mut exchanges = Vec::new();
        for order in permutations(count) {
            if (0..count).all(|letter| is_put(letter) == is_put(order[letter])) {
                let to = |plane: usize| (plane / count * count + order[plane % count]) as u8;
                exchanges.push(std::array::from_fn(to));
            }
        }
        exchanges
    }
}

/// Returns the letters of a position if its rules are those of NoGo.
pub(super) fn nogo_letters(request: &EngineRequest<'_>) -> Option<NoGoLetters> {
    let definition = request.definition;
    let rules = &definition.rules;
    let has_words = !rules.never.is_empty() || !rules.ends.is_empty();
    if !request.has_nogo || !rules.alive || rules.joined || rules.misere || has_words {
        return None;
    }
    let mut put = Vec::new();
    for rule in &rules.rules {
        if rule.before.has_repeated() {
            return None;
        }
        let before: Vec<Sign> = rule.before.signs().collect();
        let after: Vec<Sign> = rule.after.signs().collect();
        let [Symbol::Letter(FREE)] = before.iter().map(|sign| sign.symbol).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let [Symbol::Letter(letter)] = after.iter().map(|sign| sign.symbol).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        if letter == FREE {
            return None;
        }
        put.push(letter);
    }
    put.sort_unstable();
    put.dedup();
    let mut all = put.clone();
    let stones = request
        .letters
        .iter()
        .filter(|&&letter| letter != FREE && letter != WALL);
    all.extend(stones);
    all.sort_unstable();
    all.dedup();
    (all.len() <= MAX_NOGO_LETTERS).then_some(NoGoLetters { put, all })
}

/// Makes the engine of NoGo; `P` is three times the number of letters.
pub(super) fn nogo<const P: usize>(
    request: &EngineRequest<'_>,
    letters: NoGoLetters,
) -> Box<dyn Engine> {
    let numbers = PlaneNumbers::new(request.definition, request.letters.iter().copied());
    let LaidGround { size, kind, ground } = laid_ground::<u64>(request.ground);
    let maker = PatternMaker {
        definition: request.definition,
        numbers: &numbers,
        ground: &ground,
        planes: P,
        longest: 1,
    };
    let count = letters.len();
    let exchanges = letters.exchanges();
    let turns: Vec<u8> = match kind {
        LayoutKind::Fixed => vec![0],
        LayoutKind::Board if size.rows > 1 => (0..TURNS).collect(),
        LayoutKind::Board | LayoutKind::Ring(_) => vec![0, 2],
    };
    let image = |&turn: &u8| Image {
        turn,
        exchanges: exchanges.clone(),
    };
    let game = NoGo::<P>(Arc::new(NoGoRules {
        layout: Layout {
            kind,
            rows: size.rows,
            columns: size.columns,
            transposes: turns.len() > 2,
            images: turns.iter().map(image).collect(),
        },
        steps: steps_in_words(&maker.steps()),
    }));
    let columns = columns_of(request.ground, size);
    let encode = move |position: &[u8]| {
        let mut planes = LetterPlanes([0; P]);
        for (cell, letter) in position.iter().enumerate() {
            let bit = 1u64 << bit_of(cell, columns, size);
            if *letter == FREE {
                for put in &letters.put {
                    let number = letters.all.binary_search(put);
                    planes.0[number.expect("it is a letter")] |= bit;
                }
            } else if let Ok(number) = letters.all.binary_search(letter) {
                planes.0[count + number] |= bit;
            }
        }
        planes
    };
    let memory = request.budget.memory;
    let small = Small::new(shares::placement::small_components(memory));
    let search = ProofSearch::new(game, small, request.budget);
    Box::new(Searched { search, encode })
}

/// Lists the permutations of the numbers below a small one.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for list in &lists {
            for next in 0..count {
                if !list.contains(&next) {
                    let mut list = list.clone();
                    list.push(next);
                    longer.push(list);
                }
            }
        }
        lists = longer;
    }
    lists
}
