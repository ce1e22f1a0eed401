//! The questions about positions that fit a layout, answered by parts.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that fit a layout have at most 128 cells"
)]

use std::borrow::Cow;
use std::sync::Arc;

use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::shares;
use grundy_placement::search::{ProofSearch, Set, Small};
use grundy_rules::rewrite::{FREE, Sign, Symbol, WALL};

use crate::account::{charge, spend};
use crate::choice::RewriteEngine;
use crate::definition::{Definition, RewriteMove};
use crate::ending;
use crate::form::{TURNS, exchanges_axes};
use crate::ground::Ground;
use crate::layout::{Image, Layout, LayoutKind, LayoutSize};
use crate::letters::{MAX_PLANES, PlaneNumbers};
use crate::mex::{MexStop, MexTable, PartsGame};
use crate::nogo::{NoGo, NoGoRules};
use crate::order::LetterOrder;
use crate::outcomes::OutcomeTable;
use crate::patterns::{PatternMaker, steps_in_words};
use crate::picture::{PictureGame, PictureRules};
use crate::planes::{CellBits, LetterPlanes};
use crate::symmetry::{Symmetry, images};

/// The reason why a question about a position has no answer.
#[derive(Debug)]
pub enum EngineStop {
    /// A limit would be passed.
    Limit(Limit),
    /// Play can return to a position that it left.
    Return,
}

impl From<Limit> for EngineStop {
    fn from(limit: Limit) -> Self {
        EngineStop::Limit(limit)
    }
}

impl<P> From<MexStop<P>> for EngineStop {
    fn from(stop: MexStop<P>) -> Self {
        match stop {
            MexStop::Limit(limit) => EngineStop::Limit(limit),
            MexStop::Return(_) => EngineStop::Return,
        }
    }
}

/// A position, or what one of its moves leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// The letters of the position.
    pub(crate) start: &'a [u8],
    /// The move, if the question is about what it leaves.
    pub(crate) after: Option<&'a RewriteMove>,
}

impl<'a> Asked<'a> {
    /// Returns the letters.
    pub(crate) fn letters(self) -> Cow<'a, [u8]> {
        match self.after {
            None => Cow::Borrowed(self.start),
            Some(mv) => Cow::Owned(mv.apply(self.start)),
        }
    }
}

/// The questions about a position, for which the engine was made, and about what its moves leave. Steps are taken from the
/// account of the record.
pub(crate) trait Engine: Send {
    /// Returns the value of the position with these letters. An engine that has its own [`is`](Self::is) for moves may take
    /// them for those of the position for which it was made.
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop>;
    /// Returns whether the value is this one.
    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        Ok(self.value(&asked.letters(), account)? == nimber)
    }
    /// Returns whether the player to move wins under misère play. Only engines that search whole positions are made for
    /// rules of misère play.
    fn wins_misere(
        &mut self,
        asked: Asked<'_>,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let _ = (asked, account);
        unreachable!("values do not say who wins under misère play")
    }
    /// Returns the least value of the position that is not excluded.
    fn least(&mut self, letters: &[u8]) -> u32 {
        let _ = letters;
        0
    }
    /// Takes the engine that answers in place of this one, if one was chosen since this was asked before.
    fn take_chosen(&mut self) -> Option<RewriteEngine> {
        None
    }
}

/// An engine that was made, and what it is.
pub(crate) struct ChosenEngine {
    /// The engine.
    pub(crate) engine: Box<dyn Engine>,
    /// The kind of engine.
    pub(crate) chosen: RewriteEngine,
}

impl ChosenEngine {
    /// Names an engine.
    pub(crate) fn new(chosen: RewriteEngine, engine: Box<dyn Engine>) -> Self {
        ChosenEngine { engine, chosen }
    }
}

impl std::fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Engine")
    }
}

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
fn counted<S: Set, R>(
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

/// The position and the limits for which an engine of parts is made.
pub(crate) struct EngineRequest<'a> {
    /// The rules of the position.
    pub(crate) definition: &'a Definition,
    /// The cells of the position.
    pub(crate) ground: &'a Ground,
    /// The letters of the position.
    pub(crate) letters: &'a [u8],
    /// The limits of the record.
    pub(crate) budget: Budget,
    /// Whether NoGo may be solved by its own planes.
    pub(crate) has_nogo: bool,
}

/// Makes the engine of a position that fits a layout; `None` if it does not.
///
/// # Errors
///
/// Fails when the rules lie on it in too many ways, or finding these takes too much work.
pub(crate) fn engine(
    request: &EngineRequest<'_>,
    account: &mut StepMeter,
) -> Result<Option<ChosenEngine>, Limit> {
    if request.letters.is_empty() {
        return Ok(None);
    }
    let letters = request.letters.iter().copied();
    let numbers = PlaneNumbers::new(request.definition, letters);
    let planes = numbers.count();
    if planes > MAX_PLANES {
        return Ok(None);
    }
    if size_of_layout::<u64>(request.ground).is_some() {
        if let Some(letters) = nogo_letters(request) {
            let engine = match letters.len() {
                0..=1 => nogo::<3>(request, letters),
                2 => nogo::<6>(request, letters),
                _ => nogo::<9>(request, letters),
            };
            return Ok(Some(ChosenEngine::new(RewriteEngine::NoGo, engine)));
        }
        let engine = match planes {
            0..=2 => picture::<2, u64>(request, numbers, account)?,
            3..=4 => picture::<4, u64>(request, numbers, account)?,
            5..=8 => picture::<8, u64>(request, numbers, account)?,
            _ => picture::<16, u64>(request, numbers, account)?,
        };
        return Ok(Some(ChosenEngine::new(RewriteEngine::Parts, engine)));
    }
    if size_of_layout::<u128>(request.ground).is_some() {
        let engine = match planes {
            0..=4 => picture::<4, u128>(request, numbers, account)?,
            _ => picture::<16, u128>(request, numbers, account)?,
        };
        return Ok(Some(ChosenEngine::new(RewriteEngine::Parts, engine)));
    }
    Ok(None)
}

/// The largest number of letters of NoGo.
const MAX_NOGO_LETTERS: usize = 3;

/// The letters of NoGo: those that moves put, and others that stand in the position.
#[derive(Clone)]
struct NoGoLetters {
    /// The letters that moves put, ascending.
    put: Vec<u8>,
    /// The letters that moves put and those of other stones, ascending.
    all: Vec<u8>,
}

impl NoGoLetters {
    /// Returns the number of letters, at least 1.
    fn len(&self) -> usize {
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
fn nogo_letters(request: &EngineRequest<'_>) -> Option<NoGoLetters> {
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
fn nogo<const P: usize>(request: &EngineRequest<'_>, letters: NoGoLetters) -> Box<dyn Engine> {
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

/// The cells of a position on a layout.
struct LaidGround {
    /// The size of the layout.
    size: LayoutSize,
    /// The kind of cells that the layout has.
    kind: LayoutKind,
    /// The cells of the layout, on which rules are laid.
    ground: Ground,
}

/// Lays the cells of a position that fits on a layout: boards are laid on all of it.
fn laid_ground<W: CellBits>(ground: &Ground) -> LaidGround {
    let size = size_of_layout::<W>(ground).expect("the position fits the layout");
    match ground {
        Ground::Board { directions, .. } => LaidGround {
            size,
            kind: LayoutKind::Board,
            ground: Ground::Board {
                rows: size.rows as usize,
                columns: size.columns as usize,
                directions: *directions,
            },
        },
        Ground::Ring { cells, .. } => LaidGround {
            size,
            kind: LayoutKind::Ring(*cells as u32),
            ground: ground.clone(),
        },
        Ground::Graph(_) => LaidGround {
            size,
            kind: LayoutKind::Fixed,
            ground: ground.clone(),
        },
    }
}

/// Returns the columns by which the cells of a position are counted.
fn columns_of(ground: &Ground, size: LayoutSize) -> usize {
    match ground {
        Ground::Board { columns, .. } => *columns,
        Ground::Ring { .. } | Ground::Graph(_) => size.columns as usize,
    }
}

/// Returns the bit of a cell of a position with these columns.
fn bit_of(cell: usize, columns: usize, size: LayoutSize) -> u32 {
    (cell / columns * size.columns as usize + cell % columns) as u32
}

/// Returns the size of the layout for some cells, if they fit words of this kind.
fn size_of_layout<W: CellBits>(ground: &Ground) -> Option<LayoutSize> {
    match ground {
        Ground::Board { rows, columns, .. } => LayoutSize::of_board::<W>(*rows, *columns),
        Ground::Ring { .. } | Ground::Graph(_) => LayoutSize::of_board::<W>(1, ground.cells()),
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
fn picture<const P: usize, W: CellBits + Default + 'static>(
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
