//! The engine of parts: positions split by what their patterns show, and the parts are searched where play ends, else valued
//! by definition.

use std::sync::Arc;

use grundy_base::budget::{Limit, StepMeter};
use grundy_base::shares;
use grundy_placement::search::{ProofSearch, Set, Small};

use super::laid::{LaidGround, bit_of, columns_of, laid_ground};
use crate::account::{charge, spend};
use crate::ending;
use crate::engine::{Asked, Engine, EngineRequest, EngineStop};
use crate::form::exchanges_axes;
use crate::layout::{Image, Layout, LayoutKind};
use crate::letters::PlaneNumbers;
use crate::mex::{MexTable, PartsGame};
use crate::order::LetterOrder;
use crate::outcomes::OutcomeTable;
use crate::patterns::PatternMaker;
use crate::picture::{PictureGame, PictureRules};
use crate::planes::{CellBits, LetterPlanes};
use crate::symmetry::{Symmetry, images};

impl<const P: usize, W: CellBits> PartsGame for PictureGame<P, W> {
    type Part = LetterPlanes<P, W>;

    fn visit_options(
        &self,
        part: &LetterPlanes<P, W>,
        meter: &mut StepMeter,
        visit: &mut dyn FnMut(LetterPlanes<P, W>) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let steps = self.patterns() as u64;
        spend(meter, steps)?;
        let mut visited = Ok(());
        self.visit_left(part, &mut |left, _| {
            if visited.is_ok() {
                // What is left is looked at with each pattern again when it is split.
                visited = spend(meter, steps).and_then(|()| visit(left));
            }
        });
        visited
    }

    fn split(&self, position: LetterPlanes<P, W>, parts: &mut Vec<LetterPlanes<P, W>>) {
        self.visit_parts(&position, &mut |part| parts.push(part));
    }

    fn bytes(&self, _: &LetterPlanes<P, W>) -> u64 {
        size_of::<LetterPlanes<P, W>>() as u64
    }
}

/// A game of parts with what it knows.
struct Parted<G: PartsGame<Part: Set>, E> {
    /// The game.
    game: G,
    /// The function from letters to sets.
    encode: E,
    /// The search, if play is proved to end.
    search: Option<ProofSearch<G::Part>>,
    /// The values of parts that were found by definition.
    values: MexTable<G::Part>,
    /// The winners of sums under misère play that were found.
    outcomes: OutcomeTable<G::Part>,
    /// Whether play is known to end.
    ends: bool,
}

/// Asks a search, and adds its steps to the account.
pub(super) fn counted<S: Set, R>(
    search: &mut ProofSearch<S>,
    account: &mut StepMeter,
    ask: impl FnOnce(&mut ProofSearch<S>) -> Result<R, Limit>,
) -> Result<R, EngineStop> {
    let before = search.meter().spent();
    search.meter().allow(account.left(), account.allowed());
    let result = ask(search);
    charge(account, search.meter().spent() - before);
    Ok(result?)
}

impl<S: Set, G, E> Engine for Parted<G, E>
where
    G: PartsGame<Part = S> + Send,
    E: Fn(&[u8]) -> S + Send,
{
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        let set = (self.encode)(letters);
        match &mut self.search {
            Some(search) => counted(search, account, |search| search.value(set)),
            None => Ok(self.values.value(&self.game, &set, account)?),
        }
    }

    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let set = (self.encode)(&asked.letters());
        match &mut self.search {
            Some(search) => counted(search, account, |search| search.is(set, nimber)),
            None => Ok(self.values.value(&self.game, &set, account)? == nimber),
        }
    }

    fn wins_misere(
        &mut self,
        asked: Asked<'_>,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let set = (self.encode)(&asked.letters());
        if !self.ends {
            // Finding the value shows that play ends.
            self.values.value(&self.game, &set, account)?;
        }
        Ok(self.outcomes.wins(&self.game, &set, account)?)
    }

    fn least(&mut self, letters: &[u8]) -> u32 {
        let set = (self.encode)(letters);
        self.search.as_mut().map_or(0, |search| search.least(set))
    }
}

/// Returns the number of cells of parts that are valued in full, with this many planes and patterns, if a table has room for
/// that many of them. No steps are counted there and the solve is not asked whether it is to end, so the parts must be few.
const fn small_cells(planes: usize, patterns: usize, entries: usize) -> u32 {
    /// The largest number of cells, by the number of planes. A guess.
    const MOST_CELLS: u32 = 8;
    /// The largest number of cells where there are many planes. A guess.
    const MOST_CELLS_OF_MANY_PLANES: u32 = 6;
    /// The largest number of parts. A guess: there are fewer of 8 cells with four planes, and they take half a second.
    const MOST_PARTS: u64 = 400_000;
    /// The largest number of parts where there are many planes. A guess.
    const MOST_PARTS_OF_MANY_PLANES: u64 = 1 << 16;
    /// The largest number of patterns that are laid on parts. A guess.
    const MOST_LAID: u64 = 1 << 26;
    let (mut cells, mut most_parts) = if planes > 4 {
        (MOST_CELLS_OF_MANY_PLANES, MOST_PARTS_OF_MANY_PLANES)
    } else {
        (MOST_CELLS, MOST_PARTS)
    };
    // Where the table is full, parts are valued again and again.
    if most_parts > entries as u64 {
        most_parts = entries as u64;
    }
    if patterns > 0 && most_parts > MOST_LAID / patterns as u64 {
        most_parts = MOST_LAID / patterns as u64;
    }
    while cells > 1 && parts_of(cells, planes) > most_parts {
        cells -= 1;
    }
    cells
}

/// Returns how many parts of this many cells there are with this many planes.
const fn parts_of(cells: u32, planes: usize) -> u64 {
    (planes as u64 + 1).pow(cells)
}

/// Parts that are valued without steps are few, whether a table has room for all of them or for few, and also where many
/// patterns are laid on them.
const _: () = {
    const ENTRIES: usize = 1 << 19;
    let mut planes = 1;
    while planes <= 16 {
        let cells = small_cells(planes, 10, ENTRIES);
        assert!(parts_of(cells, planes) < 1 << 19);
        assert!((cells == 8) == (planes <= 4));
        let cells = small_cells(planes, 10, 1 << 8);
        assert!(parts_of(cells, planes) <= 1 << 8);
        let cells = small_cells(planes, 1 << 18, ENTRIES);
        assert!(parts_of(cells, planes) <= 1 << 8);
        planes += 1;
    }
};

/// Makes the engine of a position in words of this kind.
pub(super) fn picture<const P: usize, W: CellBits + Default + 'static>(
    request: &EngineRequest<'_>,
    numbers: PlaneNumbers,
    account: &mut StepMeter,
) -> Result<Box<dyn Engine>, Limit> {
    let definition = request.definition;
    let rules = &definition.rules;
    let LaidGround { size, kind, ground } = laid_ground::<W>(request.ground);
    let longest = request.ground.longest_word();
    let maker = PatternMaker {
        definition,
        numbers: &numbers,
        ground: &ground,
        planes: P,
        longest,
    };
    let patterns = maker.make(account)?.in_words::<W>();
    let is_tall = kind == LayoutKind::Board && size.rows > 1;
    let images = images(definition, &numbers, longest, is_tall, P);
    let images: Vec<Image<P>> = images.iter().map(Symmetry::image).collect();
    let is_row = kind == LayoutKind::Board && size.rows == 1;
    let order = if is_row {
        LetterOrder::new(definition, &numbers, longest)
    } else {
        None
    };
    let memory = request.budget.memory;
    let small = Small::new(shares::placement::small_components(memory));
    let has_any = rules.rules.iter().any(|rule| rule.before.has_any());
    let game = PictureGame(Arc::new(PictureRules {
        layout: Layout {
            kind,
            rows: size.rows,
            columns: size.columns,
            transposes: images.iter().any(|image| exchanges_axes(image.turn)),
            images,
        },
        small: small_cells(numbers.count(), patterns.patterns.len(), small.most()),
        patterns,
        free: numbers.free,
        joined: rules.joined,
        shows_inert: numbers.has_others && !has_any && !rules.alive,
        order,
    }));
    let ends = ending::ends(definition, longest);
    let mut search = None;
    if ends && !rules.misere {
        let by_proof_numbers = ProofSearch::new(game.clone(), small, request.budget);
        search = Some(if ending::uses_cells_up(definition, longest) {
            by_proof_numbers
        } else {
            by_proof_numbers.in_turns()
        });
    }
    let columns = columns_of(request.ground, size);
    let encode = move |letters: &[u8]| {
        let mut planes = LetterPlanes([W::NONE; P]);
        for (cell, &letter) in letters.iter().enumerate() {
            if let Some(plane) = numbers.plane(letter, P) {
                planes.0[plane] |= W::cell(bit_of(cell, columns, size));
            }
        }
        planes
    };
    Ok(Box::new(Parted {
        game,
        encode,
        search,
        values: MexTable::new(memory),
        outcomes: OutcomeTable::new(memory),
        ends,
    }))
}
