//! The positions that play can come to, with their moves as the arcs of a graph: what asks about how long play lasts are
//! answered from.
//!
//! A sum of different games is one game whose moves are made in one of them. If the components of a game have nothing to
//! do with each other, each may also be visited apart, with a vertex for each sum that a move leaves.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions and moves are limited to numbers of 31 bits"
)]

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::slice;

use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::edge::Edge;
use grundy_base::shares;
use smallvec::{SmallVec, smallvec};

use crate::shared::listing;
use crate::{Context, Game, Goal, OpenRules};
use grundy_graphs::loopy::Digraph;
use grundy_record::{
    Ask, Fault, Move, Outcome, Piece, Position, Record, Rules, Size, Slot, Structure, Tuples,
};

/// The binary logarithm of the steps after each of which a solve may be ended. A guess.
const LOG_OF_BLOCK: u32 = 12;
/// The least bytes that a position takes while it is known, with its moves.
const BYTES_A_POSITION: u64 = 1024;
/// The steps that opening a position counts for.
///
/// This and the prices that follow are of the visit alone, and so the same for every ask: what an ask then computes from the
/// graph takes a few nanoseconds an arc, and is free.
const STEPS_A_POSITION: u64 = 1 << 14;
/// The steps that a move counts for, some 700 nanoseconds (`nim: 1000000 ? remoteness`): it is made, and the position that it
/// leaves is put in order and looked up.
const STEPS_A_MOVE: u64 = 1 << 11;
/// The steps for an arc of a graph that is opened. A guess.
const STEPS_AN_ARC: u64 = 32;
/// The cells of a board that are opened in one step (`king 1000x1000: 900,900 ? remoteness`, and half of it for knights).
const CELLS_A_STEP: u64 = 4;
/// The steps for each cell of a board whose pieces may also go down or to the right: all its cells are solved
/// (`leaper 1,-1 -2,0 0,-1 1000x1000 damaged 1,2 2,3: 1000,1000 ? remoteness`).
const STEPS_A_SKEWED_CELL: u64 = 128;
/// The steps for a pair of cells of which one stands in the other's move, when a board is opened from which parts are
/// taken: 100 nanoseconds (`placement queen 1x2000:`), and half of it as most positions have fewer cells left.
const STEPS_A_PAIR: u64 = 128;
/// The most cells that count: larger boards are solved by their damage, not cell by cell. A guess.
const MAX_OPENED_CELLS: u64 = 1 << 20;
/// The steps that a number of a position counts for when the position is copied, put in order and looked up.
const STEPS_A_NUMBER: u64 = 16;
/// The bytes of a move that is kept.
const BYTES_A_MOVE: usize = 128;
/// The bytes of a tuple in a key and in the queue, each in a list that has grown by doubling, beyond its numbers.
const BYTES_A_TUPLE: usize = 96;
/// The bytes of a group of letters, with the block of memory that its letters take.
const BYTES_A_GROUP: usize = 64;
/// The moves that may be looked at for each that may be kept, to tell positions apart by what is left of them.
const MOVES_LOOKED_AT: usize = 4;
/// The part of n² moves without which a position with n moves is given up at once: most of many moves leave nearly all
/// others, so the options have about n² moves together.
const PART_LOOKED_AT: usize = 16;

/// The largest number of a usual position: from larger ones either few positions can be reached, or more than any memory
/// holds.
const MAX_USUAL_NUMBER: u64 = 1 << 24;

/// The bounds of a search through all positions that can be reached.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The most positions.
    pub positions: usize,
    /// The most moves of all positions together.
    pub moves: usize,
    /// The most bytes.
    pub bytes: u64,
    /// The most steps besides: copies of numbers, and what a game needs to open a position and to find its moves.
    pub work: u64,
}

/// The most positions, and the most moves: both are the vertices and arcs of a graph, which have numbers of 31 bits.
const MAX_NUMBERED: u64 = i32::MAX as u64;

impl Extent {
    /// Computes the largest extent that fits the limits of these records, if opening a position takes this number of steps.
    pub(super) fn of(budget: &Budget, steps_a_position: u64) -> Self {
        let positions = (budget.memory / BYTES_A_POSITION).min(budget.work / steps_a_position);
        let moves =
            shares::questions::arcs_of_an_endgame(budget.memory).min(budget.work / STEPS_A_MOVE);
        Extent {
            positions: positions.min(MAX_NUMBERED) as usize,
            moves: moves.min(MAX_NUMBERED) as usize,
            bytes: budget.memory,
            work: budget.work,
        }
    }
}

/// Returns the steps of opening a position of these records once: that of a graph or a board reads all of it.
fn steps_a_position(sum: &[(&dyn Game, &Record<'_>)]) -> u64 {
    let mut steps = STEPS_A_POSITION;
    for (game, record) in sum {
        let arcs = record.rules.edges().len() as u64;
        steps = steps.saturating_add(arcs.saturating_mul(STEPS_AN_ARC));
        steps = steps.saturating_add(match (game.signature().structure, record.size) {
            (_, None) => 0,
            (Structure::Taking, Some(size)) => {
                pairs_of_cells(record, size).saturating_mul(STEPS_A_PAIR)
            }
            (_, Some(size)) => steps_of_pieces(record, size),
        });
    }
    steps
}

/// Counts the pairs of cells of a board of which one stands in the other's move, about.
fn pairs_of_cells(record: &Record<'_>, size: Size) -> u64 {
    let cells = size.rows.saturating_mul(size.cols);
    let near = match &record.rules {
        Rules::Piece(Piece::Queen | Piece::Rook | Piece::Bishop) => {
            size.rows.saturating_add(size.cols)
        }
        Rules::Piece(Piece::King | Piece::Knight) => 8,
        Rules::Shapes(shapes) => shapes.len() as u64 * 8,
        _ => 2,
    };
    cells.saturating_mul(near)
}

/// Counts the steps of opening a board with pieces: of the cells up and left of the first piece, since nothing else
/// matters, or of all cells if pieces may go down or to the right.
fn steps_of_pieces(record: &Record<'_>, size: Size) -> u64 {
    let is_skewed = match &record.rules {
        Rules::Steps(steps) => steps.iter().any(|step| step.drow > 0 || step.dcol > 0),
        _ => false,
    };
    if is_skewed {
        let cells = size.rows.saturating_mul(size.cols).min(MAX_OPENED_CELLS);
        return cells * STEPS_A_SKEWED_CELL;
    }
    match record.position.tuples.get(0) {
        Some([row, column]) => row.saturating_mul(*column).min(MAX_OPENED_CELLS) / CELLS_A_STEP,
        _ => 0,
    }
}

impl Extent {
    /// Returns the extent for numbers so large that few positions come from them, or more than any memory holds.
    fn of_large_numbers(self) -> Self {
        Extent {
            positions: shares::heaps::reached_from_large_numbers(self.positions),
            moves: shares::heaps::reached_from_large_numbers(self.moves),
            ..self
        }
    }
}

/// The position of each game of a sum.
pub(super) type Positions = SmallVec<[Position; 1]>;

/// Whether the components of a position that have nothing to do with each other are visited together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Components {
    /// A vertex is a position as a whole, with all its components.
    Together,
    /// A vertex is one component, or a sum of those that a move leaves.
    Apart,
}

impl Components {
    /// Says whether the components of a position may be visited apart: a move changes one, and nothing ends the play of all.
    fn of(game: &dyn Game, record: &Record<'_>) -> Self {
        let signature = game.signature();
        // A word that ends a row or a board of letters ends no other.
        let is_sum = matches!(
            signature.structure,
            Structure::Sum | Structure::Pieces | Structure::Letters
        );
        // Two heads on one place cancel each other.
        let are_heads = signature.has(Slot::Coins);
        let own = record.rules.own().or(signature.own_rule());
        let has_ends = own.is_some_and(|own| {
            let rule = &own.rule;
            !rule.win.is_empty() || !rule.draw.is_empty() || rule.misere && !rule.lose.is_empty()
        });
        if is_sum && !are_heads && !has_ends {
            Components::Apart
        } else {
            Components::Together
        }
    }
}

/// Every position that can be reached from a start.
pub(super) struct Reached {
    /// The structure of each game of the sum.
    pub structures: Vec<Structure>,
    /// The number of each position, by its components in ascending order.
    pub index: FxHashMap<Positions, u32>,
    /// The vertices at which play begins: the position; the components, if they are visited apart.
    pub starts: Vec<u32>,
    /// The moves, as arcs between numbers of positions; a sum has an arc to each of its components.
    pub graph: Digraph,
    /// The results of positions without moves: whether the player to move wins; `None` for a draw, and for other positions.
    pub ends: Vec<Option<bool>>,
    /// Whether a vertex is a sum of components.
    pub is_sum: Vec<bool>,
}

impl Reached {
    /// Visits all positions that can be reached from those of these records, one of each game; `None` if that is more than
    /// the extent. Boards are given by size, damaged cells and pieces, since moves cannot be made in text.
    ///
    /// # Errors
    ///
    /// Fails if the moves of a position cannot be listed.
    pub fn new(
        sum: &[(&dyn Game, &Record<'_>)],
        components: Components,
        extent: Extent,
        context: &Context,
    ) -> Result<Option<Self>, Fault> {
        let mut explorer = Explorer::new(sum, components, extent, context)?;
        let position: Positions = sum
            .iter()
            .map(|(_, record)| record.position.clone())
            .collect();
        let mut starts = Vec::new();
        match components {
            Components::Together => starts.push(explorer.begin(position)),
            Components::Apart => {
                for component in position.iter().flat_map(components_of) {
                    starts.push(explorer.begin(smallvec![component]));
                }
            }
        }
        while let Some(Waiting { vertex, position }) = explorer.queue.pop_front() {
            if explorer.visit(vertex, &position)?.is_none() {
                return Ok(None);
            }
        }
        let Explorer {
            structures,
            index,
            arcs,
            ends,
            is_sum,
            ..
        } = explorer;
        let graph = Digraph::from_arcs(ends.len(), &arcs, &context.budget)?;
        Ok(Some(Reached {
            structures,
            index,
            starts,
            graph,
            ends,
            is_sum,
        }))
    }

    /// Visits all positions of one game that can be reached, for an ask whose answer for a sum is the sum of those of its
    /// components, which are visited apart where they may be.
    ///
    /// # Errors
    ///
    /// Fails as [`for_ask`](Self::for_ask) does.
    pub fn by_components(
        ask: Ask,
        game: &dyn Game,
        record: &Record<'_>,
        context: &Context,
    ) -> Result<Self, Fault> {
        let components = Components::of(game, record);
        Reached::for_ask(ask, &[(game, record)], components, context)
    }

    /// Visits all positions that can be reached, for an ask and within the limits of a record.
    ///
    /// # Errors
    ///
    /// Fails if they are more than the limits allow, or the moves of one cannot be listed.
    pub fn for_ask(
        ask: Ask,
        sum: &[(&dyn Game, &Record<'_>)],
        components: Components,
        context: &Context,
    ) -> Result<Self, Fault> {
        let mut extent = Extent::of(&context.budget, steps_a_position(sum));
        let huge = sum
            .iter()
            .any(|(_, record)| numbers(&record.position).any(|number| number > MAX_USUAL_NUMBER));
        if huge {
            extent = extent.of_large_numbers();
        }
        for (i, &(game, record)) in sum.iter().enumerate() {
            // Play by a user-defined rule may come back to a position, which its outcome reports.
            if record.rules.own().is_some() || game.signature().own_rule().is_some() {
                let outcome = game
                    .open(record, context)
                    .and_then(|mut position| position.outcome());
                outcome.map_err(|fault| fault.in_summand(i))?;
            }
        }
        match Reached::new(sum, components, extent, context)? {
            Some(reached) => Ok(reached),
            None => {
                let is_hopeless = huge || !may_fit(sum, components, context)?;
                Err(too_many(ask, extent, is_hopeless, &context.budget))
            }
        }
    }
}

/// A position that was met and not visited yet.
struct Waiting {
    /// The vertex.
    vertex: u32,
    /// The position.
    position: Positions,
}

/// The positions that were met so far, and those of them that wait.
struct Explorer<'a, 'g> {
    /// The games of the sum.
    games: Vec<Summand<'a, 'g>>,
    /// The context of the records.
    context: &'a Context,
    /// The structure of each game.
    structures: Vec<Structure>,
    /// Whether components are visited apart.
    components: Components,
    /// The numbers of positions and of moves that may be met.
    extent: Extent,
    /// The most moves of one position.
    widest: usize,
    /// Whether positions are distinguished by their futures.
    by_future: bool,
    /// The positions by their futures.
    futures: Futures,
    /// The steps that are left.
    work: StepMeter,
    /// The steps of opening a position.
    steps_to_open: u64,
    /// The number of each position that was met.
    index: FxHashMap<Positions, u32>,
    /// The positions that wait. Of positions with one future, only the first that was met waits.
    queue: VecDeque<Waiting>,
    /// The moves so far, as arcs.
    arcs: Vec<Edge>,
    /// The results of positions without moves.
    ends: Vec<Option<bool>>,
    /// Whether each vertex is a sum of components.
    is_sum: Vec<bool>,
    /// The bytes of the positions.
    bytes: u64,
}

impl<'a, 'g> Explorer<'a, 'g> {
    /// Opens the rules of the games; no position is met yet.
    fn new(
        sum: &[(&'g dyn Game, &Record<'g>)],
        components: Components,
        extent: Extent,
        context: &'a Context,
    ) -> Result<Self, Fault> {
        let structures: Vec<Structure> = sum
            .iter()
            .map(|(game, _)| game.signature().structure)
            .collect();
        let mut games = Vec::with_capacity(sum.len());
        for &(game, record) in sum {
            games.push(Summand::open(game, record, context)?);
        }
        let by_future = structures.contains(&Structure::Taking);
        let left = extent.moves.saturating_mul(MOVES_LOOKED_AT);
        let widest = if by_future {
            left.saturating_mul(PART_LOOKED_AT).isqrt()
        } else {
            extent.positions
        };
        Ok(Explorer {
            games,
            context,
            structures,
            components,
            extent,
            widest,
            by_future,
            futures: Futures {
                parts: FxHashMap::default(),
                positions: FxHashMap::default(),
                bytes: 0,
                left,
            },
            work: StepMeter::new(extent.work, LOG_OF_BLOCK),
            steps_to_open: steps_a_position(sum),
            index: FxHashMap::default(),
            queue: VecDeque::new(),
            arcs: Vec::new(),
            ends: Vec::new(),
            is_sum: Vec::new(),
            bytes: 0,
        })
    }

    /// Makes a new vertex.
    fn add_vertex(&mut self, is_sum: bool) -> u32 {
        let vertex = self.ends.len() as u32;
        self.ends.push(None);
        self.is_sum.push(is_sum);
        vertex
    }

    /// Returns the vertex of a position at which play begins.
    fn begin(&mut self, position: Positions) -> u32 {
        let key = sorted(&self.structures, &position);
        if let Some(&vertex) = self.index.get(&key) {
            return vertex;
        }
        let vertex = self.add_vertex(false);
        self.index.insert(key, vertex);
        self.queue.push_back(Waiting { vertex, position });
        vertex
    }

    /// Visits the moves of a position; `None` if that passes the extent.
    fn visit(&mut self, vertex: u32, here: &Positions) -> Result<Option<()>, Fault> {
        let first = self.arcs.len();
        let most = self.extent.moves.saturating_sub(first).min(self.widest);
        let legal = moves_of_all(&mut self.games, here, most, &mut self.work, self.context)?;
        let Some(moves) = legal else { return Ok(None) };
        let numbers_here: usize = here.iter().map(numbers_to_copy).sum();
        // Each move copies the position; the product may pass a `usize` of 32 bits.
        let numbers_copied = moves.len() as u64 * numbers_here as u64;
        let steps = numbers_copied.saturating_mul(STEPS_A_NUMBER);
        if self.work.spend(steps).is_err() {
            return Ok(None);
        }
        let has_moves = !moves.is_empty();
        for (i, mv) in moves {
            let Some(option) = here[i].after(&mv) else {
                return Ok(None);
            };
            let to = match self.components {
                Components::Together => {
                    let mut next = here.clone();
                    next[i] = option;
                    self.vertex_of(next)?
                }
                Components::Apart => self.vertex_of_components(&option)?,
            };
            let Some(to) = to else { return Ok(None) };
            self.arcs.push(Edge::new(vertex, to));
        }
        if self.index.len() > self.extent.positions {
            return Ok(None);
        }
        if !has_moves {
            self.ends[vertex as usize] = match &mut self.games[..] {
                [game] => game.end(),
                games => games[0].end_of_sum(),
            };
        }
        Ok(Some(()))
    }

    /// Returns the vertex of a position, which waits if it is new; `None` if that passes the extent.
    fn vertex_of(&mut self, position: Positions) -> Result<Option<u32>, Fault> {
        let key = sorted(&self.structures, &position);
        if let Some(&vertex) = self.index.get(&key) {
            return Ok(Some(vertex));
        }
        self.bytes += bytes_of(&position).max(BYTES_A_POSITION);
        let fresh = self.ends.len() as u32;
        let mut vertex = fresh;
        if self.by_future {
            if self.work.spend(self.steps_to_open).is_err() {
                return Ok(None);
            }
            let found = self.futures.find(
                &mut self.games,
                &position,
                &key,
                fresh,
                &mut self.work,
                self.context,
            )?;
            match found {
                Some(found) => vertex = found,
                None => return Ok(None),
            }
        }
        let bytes_of_arcs = self.arcs.len() as u64 * shares::questions::BYTES_OF_AN_ARC;
        if self.bytes + self.futures.bytes() + bytes_of_arcs > self.extent.bytes {
            return Ok(None);
        }
        if vertex == fresh {
            self.add_vertex(false);
            self.queue.push_back(Waiting { vertex, position });
        }
        self.index.insert(key, vertex);
        Ok(Some(vertex))
    }

    /// Returns the vertex of the components that a move leaves: that of the only one, or a new vertex for their sum; `None`
    /// if that passes the extent.
    fn vertex_of_components(&mut self, position: &Position) -> Result<Option<u32>, Fault> {
        let mut components = components_of(position);
        if components.len() == 1
            && let Some(only) = components.pop()
        {
            return self.vertex_of(smallvec![only]);
        }
        let sum = self.add_vertex(true);
        for component in components {
            let Some(to) = self.vertex_of(smallvec![component])? else {
                return Ok(None);
            };
            self.arcs.push(Edge::new(sum, to));
        }
        Ok(Some(sum))
    }
}

/// Takes a sum of heaps, groups of piles or boards of letters apart: each of them is a position.
fn components_of(position: &Position) -> Vec<Position> {
    let count = position.numbers.len() + position.tuples.len() + position.letters.len();
    let mut components = Vec::with_capacity(count);
    for (i, &number) in position.numbers.iter().enumerate() {
        let is_open = |opened: &Vec<bool>| opened.get(i).map(|&opened| vec![opened]);
        components.push(Position {
            numbers: vec![number],
            opened: position.opened.as_ref().and_then(is_open),
            ..Position::default()
        });
    }
    for tuple in position.tuples.iter() {
        let mut tuples = Tuples::default();
        tuples.push_any(tuple);
        components.push(Position {
            tuples,
            ..Position::default()
        });
    }
    for letters in &position.letters {
        components.push(Position {
            letters: vec![letters.clone()],
            ..Position::default()
        });
    }
    components
}

/// Lists the moves of all games of a sum, each with the number of its game; `None` if there are more than `most` in a game,
/// or their steps are not left.
///
/// # Errors
///
/// Fails if the moves of a position cannot be listed.
fn moves_of_all<'a>(
    games: &mut [Summand<'a, '_>],
    here: &[Position],
    most: usize,
    work: &mut StepMeter,
    context: &'a Context,
) -> Result<Option<Vec<(usize, Move)>>, Fault> {
    let mut moves = Vec::new();
    for (i, (game, position)) in games.iter_mut().zip(here).enumerate() {
        let legal = game
            .moves(position, most, work, context)
            .map_err(|fault| fault.in_summand(i))?;
        let Some(legal) = legal else { return Ok(None) };
        moves.extend(legal.into_iter().map(|mv| (i, mv)));
    }
    Ok(Some(moves))
}

/// Visits the numbers of a position, also those of its tuples.
fn numbers(position: &Position) -> impl Iterator<Item = u64> {
    position
        .numbers
        .iter()
        .chain(position.tuples.iter().flatten())
        .copied()
}

/// Counts the groups of letters of a position, which moves write as one for each run of equal letters.
fn groups(position: &Position) -> usize {
    let groups = position
        .letters
        .iter()
        .map(|letters| letters.groups().len());
    groups.sum()
}

/// Counts what is copied with a position: its numbers, and its groups of letters.
fn numbers_to_copy(position: &Position) -> usize {
    numbers(position).count() + groups(position)
}

/// Says whether some machine may hold the positions that can be reached: as many as there are tuples of smaller
/// numbers, or sets of the first moves of a game that takes parts away.
fn may_fit(
    sum: &[(&dyn Game, &Record<'_>)],
    components: Components,
    context: &Context,
) -> Result<bool, Fault> {
    const MAX_HELD_POSITIONS: u128 = 1 << 36;
    /// The largest number of moves that is counted: more of them make too many sets.
    const MANY_MOVES: u64 = 64;
    let smaller = |position: &Position| {
        let sizes = numbers(position).map(|size| u128::from(size) + 1);
        sizes.fold(1, u128::saturating_mul)
    };
    let mut positions: u128 = 1;
    for &(game, record) in sum {
        let of_game = match components {
            Components::Together => smaller(&record.position),
            Components::Apart => {
                let each = components_of(&record.position);
                each.iter().map(smaller).fold(0, u128::saturating_add)
            }
        };
        positions = positions.saturating_mul(of_game);
        if game.signature().structure == Structure::Taking {
            let mut instance = game.open(record, context)?;
            let bytes = shares::questions::lists_in_moves(context.budget.memory);
            let legal = listing::up_to(MANY_MOVES, bytes, Goal::Legal, &mut *instance)?;
            let moves = legal.map_or(MANY_MOVES, |legal| legal.len() as u64);
            positions = positions.saturating_mul(1 << moves);
        }
    }
    Ok(positions <= MAX_HELD_POSITIONS)
}

/// Returns the fault of more positions than the extent, which no limit of a record can raise if they are `huge`.
fn too_many(ask: Ask, extent: Extent, huge: bool, budget: &Budget) -> Fault {
    let message = format!(
        "`{ask}` visits all positions that can come from here, and they pass a limit: {} positions, {} moves, {} \
         bytes",
        extent.positions, extent.moves, extent.bytes
    );
    if huge {
        let help = "ask about smaller positions".into();
        return Fault {
            help,
            ..Limit::fixed(message).into()
        };
    }
    let by_memory = extent.positions as u64 == budget.memory / BYTES_A_POSITION;
    if by_memory {
        Limit::memory(message).into()
    } else {
        Limit::work(message).into()
    }
}

/// Positions with their independent components in ascending order, which does not change their future.
pub(super) fn sorted(structures: &[Structure], positions: &[Position]) -> Positions {
    let mut keys = Positions::from_vec(positions.to_vec());
    for (structure, key) in structures.iter().zip(&mut keys) {
        let independent = match structure {
            Structure::Path => key.numbers.len().saturating_sub(1),
            Structure::Sum => key.numbers.len(),
            // The places of piles in a row and of coins on a strip matter.
            Structure::Row
            | Structure::Countdown
            | Structure::Pieces
            | Structure::Taking
            | Structure::Letters => 0,
        };
        key.numbers[..independent].sort_unstable();
        if key.tuples.len() > 1 {
            let mut tuples: Vec<Vec<u64>> = key.tuples.iter().map(<[u64]>::to_vec).collect();
            tuples.sort_unstable();
            key.tuples.clear();
            for tuple in &tuples {
                key.tuples.push_any(tuple);
            }
        }
        key.letters.sort_unstable();
        if let Some(taken) = &mut key.taken {
            taken.sort_by_cached_key(|taken| format!("{taken:?}"));
        }
    }
    keys
}

/// Estimates the bytes of the numbers and the taken places of positions, as a key and in the queue.
fn bytes_of(positions: &[Position]) -> u64 {
    let one = |position: &Position| {
        // A table that grows has room for twice its keys, and holds half as many again while they move.
        4 * size_of::<Position>()
            + 24 * numbers(position).count()
            + BYTES_A_TUPLE * position.tuples.len()
            + 2 * BYTES_A_MOVE * position.taken.as_ref().map_or(0, Vec::len)
            + 2 * BYTES_A_GROUP * groups(position)
    };
    positions.iter().map(one).sum::<usize>() as u64
}

/// The positions of sums with games that take parts of a board or a graph, by their futures.
struct Futures {
    /// The numbers of what futures are made of, each with its game, in the order in which they were met.
    parts: FxHashMap<(usize, FuturePart), u32>,
    /// The vertex of each future.
    positions: FxHashMap<Box<[u32]>, u32>,
    /// The bytes of all of it.
    bytes: u64,
    /// The number of moves that may still be looked at.
    left: usize,
}

/// A part of the future of a game.
#[derive(PartialEq, Eq, Hash)]
enum FuturePart {
    /// A move that is left, of a game that takes parts away. All of them are the whole future of such a game, since the
    /// rules alone say which of them a move ends.
    Move(Move),
    /// The position of another game. Its moves may be those of other positions, too: `X` under `X>` has the moves of `XX`.
    Position(Position),
}

impl Futures {
    /// Finds the position with the future of this one, or this one as a `fresh` position; `None` if it has more moves
    /// than may be looked at. The key is the position with its independent components in order.
    fn find<'a>(
        &mut self,
        games: &mut [Summand<'a, '_>],
        position: &[Position],
        key: &[Position],
        fresh: u32,
        work: &mut StepMeter,
        context: &'a Context,
    ) -> Result<Option<u32>, Fault> {
        let mut future = Vec::new();
        for (i, (game, position)) in games.iter_mut().zip(position).enumerate() {
            if game.game.signature().structure != Structure::Taking {
                let part = FuturePart::Position(key[i].clone());
                future.push(self.number(i, part));
                continue;
            }
            let Some(moves) = game.moves(position, self.left, work, context)? else {
                return Ok(None);
            };
            self.left -= moves.len();
            for mv in moves {
                future.push(self.number(i, FuturePart::Move(mv)));
            }
        }
        let bytes = size_of_val(&future[..]);
        Ok(Some(*self.positions.entry(future.into()).or_insert_with(
            || {
                self.bytes += bytes as u64;
                fresh
            },
        )))
    }

    /// Returns the number of a part of the future of a game.
    fn number(&mut self, game: usize, part: FuturePart) -> u32 {
        let number = self.parts.len() as u32;
        match self.parts.entry((game, part)) {
            Entry::Occupied(met) => *met.get(),
            Entry::Vacant(new) => {
                if let (_, FuturePart::Position(position)) = new.key() {
                    self.bytes += bytes_of(slice::from_ref(position));
                }
                *new.insert(number)
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes + (self.parts.len() * BYTES_A_MOVE) as u64
    }
}

/// A game of the sum with its rules opened, at the position that was visited last.
struct Summand<'a, 'g> {
    /// The game.
    game: &'g dyn Game,
    /// The opened rules.
    rules: Box<dyn OpenRules<'a> + 'a>,
    /// The record, at the position that was visited last.
    record: Record<'g>,
}

impl<'a, 'g> Summand<'a, 'g> {
    /// Opens the rules of a game of the sum; nothing but its moves is asked for.
    fn open(game: &'g dyn Game, record: &Record<'g>, context: &'a Context) -> Result<Self, Fault> {
        let record = Record {
            asks: smallvec![Ask::Verdict],
            ..record.clone()
        };
        Ok(Summand {
            game,
            rules: game.open_rules(&record, context)?,
            record,
        })
    }

    /// Lists the moves from a position; `None` if there are more than `most`, or its steps are not left.
    fn moves(
        &mut self,
        position: &Position,
        most: usize,
        work: &mut StepMeter,
        context: &'a Context,
    ) -> Result<Option<Vec<Move>>, Fault> {
        if work
            .spend(numbers_to_copy(position) as u64 * STEPS_A_NUMBER)
            .is_err()
        {
            return Ok(None);
        }
        self.record.position.clone_from(position);
        if self.game.ended(&self.record).is_some() {
            return Ok(Some(Vec::new()));
        }
        let mut instance = self.rules.position(&self.record)?;
        let bytes = shares::questions::lists_in_moves(context.budget.memory);
        listing::up_to(most as u64, bytes, Goal::Legal, &mut *instance)
    }

    /// Says whether the player to move wins if no move is left; `None` for a draw.
    fn end(&self) -> Option<bool> {
        match self.game.without_moves(&self.record).outcome() {
            Outcome::Win => Some(true),
            Outcome::Lose => Some(false),
            Outcome::Draw => None,
        }
    }

    /// Says whether the player to move wins a sum of several games if no move is left. The position of this one does not
    /// matter: a clause that ends one game does not end the sum, whose result follows from normal or misère play alone.
    fn end_of_sum(&mut self) -> Option<bool> {
        self.record.position = Position::default();
        self.end()
    }
}
