//! The ask `remoteness`: how many moves play lasts when the winner hurries and the loser holds out.
//!
//! All positions that play can come to are visited and solved backwards ([`loopy::remoteness`]). A sum of different
//! games is one game whose moves are made in one of them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions and moves are limited to numbers of 31 bits"
)]

use std::collections::VecDeque;

use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::edge::Edge;
use grundy_base::shares;
use smallvec::{SmallVec, smallvec};

use crate::shared::listing;
use crate::{Context, Game, Goal, OpenRules};
use grundy_graphs::loopy::{self, Digraph, Remoteness};
use grundy_record::{Ask, Fault, Move, Outcome, Piece, Position, Record, Rules, Size, Structure};

/// The binary logarithm of the steps after each of which a solve may be ended. A guess.
const LOG_OF_BLOCK: u32 = 12;
/// The least bytes that a position takes while it is known, with its moves.
const BYTES_A_POSITION: u64 = 1024;
/// The steps that opening a position counts for.
const STEPS_A_POSITION: u64 = 1 << 14;
/// The steps that a move counts for, some 700 nanoseconds (`nim: 1000000 ? remoteness`).
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
/// The moves that may be looked at for each that may be kept, to tell positions apart by what is left of them.
const MOVES_LOOKED_AT: usize = 4;
/// The part of n² moves without which a position with n moves is given up at once: most of many moves leave nearly all
/// others, so the options have about n² moves together.
const PART_LOOKED_AT: usize = 16;

/// The largest number of a usual position: from larger ones either few positions can be reached, or more than any memory
/// holds.
const MAX_NUMBER: u64 = 1 << 24;

/// How many positions and moves an endgame may take.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The most positions.
    pub positions: usize,
    /// The most moves of all positions together.
    pub moves: usize,
    /// The most bytes.
    pub bytes: u64,
    /// The steps of positions with many numbers, beyond those of small ones, and of games that take parts away.
    pub work: u64,
}

/// The most positions, and the most moves: both are the vertices and arcs of a graph, which have numbers of 31 bits.
const MAX_NUMBERED: u64 = i32::MAX as u64;

impl Extent {
    /// Computes the largest extent that fits the limits of these records, if opening a position takes this number of steps.
    fn of(budget: &Budget, steps_a_position: u64) -> Self {
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

/// The position of each game of a sum.
type Positions = SmallVec<[Position; 1]>;

/// Every position that can be reached from a start, solved by retrograde analysis.
#[derive(Debug)]
pub struct Endgame {
    structures: Vec<Structure>,
    /// The number of each position, by its components in ascending order.
    index: FxHashMap<Positions, u32>,
    found: Vec<Option<Remoteness>>,
}

impl Endgame {
    /// Solves all positions that can be reached from those of these records, one of each game; `None` if that is more than
    /// the extent. Boards are given by size, damaged cells and pieces, since moves cannot be made in text.
    ///
    /// # Errors
    ///
    /// If the moves of a position cannot be listed.
    pub fn new(
        sum: &[(&dyn Game, &Record<'_>)],
        extent: Extent,
        context: &Context,
    ) -> Result<Option<Self>, Fault> {
        let mut work = StepMeter::new(extent.work, LOG_OF_BLOCK);
        let steps_to_open = steps_a_position(sum);
        let structures: Vec<Structure> = sum
            .iter()
            .map(|(game, _)| game.signature().structure)
            .collect();
        let mut games = Vec::with_capacity(sum.len());
        for &(game, record) in sum {
            games.push(Summand::open(game, record, context)?);
        }
        let start: Positions = sum
            .iter()
            .map(|(_, record)| record.position.clone())
            .collect();
        let mut index = FxHashMap::from_iter([(sorted(&structures, &start), 0)]);
        let parts = structures.contains(&Structure::Taking);
        let left = extent.moves.saturating_mul(MOVES_LOOKED_AT);
        let widest = if parts {
            left.saturating_mul(PART_LOOKED_AT).isqrt()
        } else {
            extent.positions
        };
        let mut futures = Futures {
            moves: FxHashMap::default(),
            positions: FxHashMap::default(),
            bytes: 0,
            left,
        };
        // The first position with a number stands for all: they have one future.
        let mut queue = VecDeque::from([start]);
        let mut arcs = Vec::new();
        let mut ends = Vec::new();
        let mut bytes = 0;
        while let Some(here) = queue.pop_front() {
            let at = ends.len() as u32;
            let first = arcs.len();
            let most = extent.moves.saturating_sub(arcs.len()).min(widest);
            let legal = moves_of_all(&mut games, &here, most, &mut work, context)?;
            let Some(moves) = legal else { return Ok(None) };
            // Nothing but the start is known yet, so each position after it is opened for its moves.
            let steps_of_options = (moves.len() as u64).saturating_mul(steps_to_open);
            if parts && at == 0 && steps_of_options > work.left() {
                return Ok(None);
            }
            let numbers_here: usize = here.iter().map(|position| numbers(position).count()).sum();
            // Each move copies the position; the product may pass a `usize` of 32 bits.
            let numbers_copied = moves.len() as u64 * numbers_here as u64;
            if work
                .spend(numbers_copied.saturating_mul(STEPS_A_NUMBER))
                .is_err()
            {
                return Ok(None);
            }
            for (i, mv) in moves {
                let mut next = here.clone();
                let Some(option) = here[i].after(&mv) else {
                    return Ok(None);
                };
                next[i] = option;
                let key = sorted(&structures, &next);
                if let Some(&to) = index.get(&key) {
                    arcs.push(Edge::new(at, to));
                    continue;
                }
                let fresh = (ends.len() + 1 + queue.len()) as u32;
                bytes += bytes_of(&next).max(BYTES_A_POSITION);
                if parts && work.spend(steps_to_open).is_err() {
                    return Ok(None);
                }
                let found = if parts {
                    futures.find(&mut games, &next, fresh, &mut work, context)?
                } else {
                    Some(fresh)
                };
                let Some(to) = found else { return Ok(None) };
                let bytes_of_arcs = arcs.len() as u64 * shares::questions::BYTES_OF_AN_ARC;
                if bytes + futures.bytes() + bytes_of_arcs > extent.bytes {
                    return Ok(None);
                }
                if to == fresh {
                    queue.push_back(next);
                }
                index.insert(key, to);
                arcs.push(Edge::new(at, to));
            }
            if index.len() > extent.positions {
                return Ok(None);
            }
            ends.push(if arcs.len() == first {
                games[0].end()
            } else {
                None
            });
        }
        let graph = Digraph::from_arcs(ends.len(), &arcs, &context.budget)?;
        drop(arcs);
        let found = loopy::remoteness(&graph, |vertex| ends[vertex as usize], &context.budget)?;
        Ok(Some(Endgame {
            structures,
            index,
            found,
        }))
    }

    /// Looks up the outcome of a position and its remoteness, 0 for a draw; `None` if it cannot come from the start.
    pub fn look_up(&self, position: &[Position]) -> Option<(Outcome, u32)> {
        let at = *self.index.get(&sorted(&self.structures, position))?;
        Some(match self.found[at as usize] {
            Some(Remoteness { wins: true, moves }) => (Outcome::Win, moves),
            Some(Remoteness { wins: false, moves }) => (Outcome::Lose, moves),
            None => (Outcome::Draw, 0),
        })
    }
}

/// Lists the moves of all games of a sum, each with the number of its game; `None` if there are more than `most` in a game,
/// or their steps are not left.
///
/// # Errors
///
/// If the moves of a position cannot be listed.
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

/// Finds the remoteness of a record of one game or of a sum of several; `None` for a draw.
///
/// # Errors
///
/// If more positions can come than the limits allow, or the moves of one cannot be listed.
pub fn of(sum: &[(&dyn Game, &Record<'_>)], context: &Context) -> Result<Option<u64>, Fault> {
    let mut extent = Extent::of(&context.budget, steps_a_position(sum));
    let huge = sum
        .iter()
        .any(|(_, record)| numbers(&record.position).any(|number| number > MAX_NUMBER));
    if huge {
        extent.positions = shares::heaps::reached_from_large_numbers(extent.positions);
        extent.moves = shares::heaps::reached_from_large_numbers(extent.moves);
    }
    for (i, &(game, record)) in sum.iter().enumerate() {
        // Play by a user-defined rule may come back to a position, which its outcome reports.
        if record.rules.own().is_some() {
            let outcome = game
                .open(record, context)
                .and_then(|mut position| position.outcome());
            outcome.map_err(|fault| fault.in_summand(i))?;
        }
    }
    let Some(endgame) = Endgame::new(sum, extent, context)? else {
        return Err(too_many(
            extent,
            huge || !may_fit(sum, context)?,
            &context.budget,
        ));
    };
    // The start is the position that was visited first.
    Ok(endgame.found[0].map(|found| found.moves.into()))
}

/// Visits the numbers of a position, also those of its tuples.
fn numbers(position: &Position) -> impl Iterator<Item = u64> {
    position
        .numbers
        .iter()
        .chain(position.tuples.iter().flatten())
        .copied()
}

/// Says whether some machine may hold the positions that can be reached: as many as there are tuples of smaller
/// numbers, or sets of the first moves of a game that takes parts away.
fn may_fit(sum: &[(&dyn Game, &Record<'_>)], context: &Context) -> Result<bool, Fault> {
    const MAX_POSITIONS: u128 = 1 << 36;
    /// More moves than so many are not counted: they make too many sets.
    const MANY_MOVES: u64 = 64;
    let mut positions: u128 = 1;
    for &(game, record) in sum {
        for size in numbers(&record.position) {
            positions = positions.saturating_mul(u128::from(size) + 1);
        }
        if game.signature().structure == Structure::Taking {
            let mut instance = game.open(record, context)?;
            let bytes = shares::questions::lists_in_moves(context.budget.memory);
            let legal = listing::up_to(MANY_MOVES, bytes, Goal::Legal, &mut *instance)?;
            let moves = legal.map_or(MANY_MOVES, |legal| legal.len() as u64);
            positions = positions.saturating_mul(1 << moves);
        }
    }
    Ok(positions <= MAX_POSITIONS)
}

/// Returns the fault of more positions than the extent, which no limit of a record can raise if they are `huge`.
fn too_many(extent: Extent, huge: bool, budget: &Budget) -> Fault {
    let message = format!(
        "`remoteness` visits all positions that can come from here, and they pass a limit: {} positions, {} moves, {} \
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
fn sorted(structures: &[Structure], positions: &[Position]) -> Positions {
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
    };
    positions.iter().map(one).sum::<usize>() as u64
}

/// The positions of games that take parts of a board or a graph, by the moves that are left: they are the whole future of
/// such a game, since the rules alone say which of them a move ends.
struct Futures {
    /// The numbers of moves, each with its game, in the order in which they were met.
    moves: FxHashMap<(usize, Move), u32>,
    positions: FxHashMap<Box<[u32]>, u32>,
    bytes: u64,
    /// The number of moves that may still be looked at.
    left: usize,
}

impl Futures {
    /// Finds the position with the future of this one, or this one as a `fresh` position; `None` if it has more moves
    /// than may be looked at.
    fn find<'a>(
        &mut self,
        games: &mut [Summand<'a, '_>],
        position: &[Position],
        fresh: u32,
        work: &mut StepMeter,
        context: &'a Context,
    ) -> Result<Option<u32>, Fault> {
        let mut future = Vec::new();
        for (i, (game, position)) in games.iter_mut().zip(position).enumerate() {
            let Some(moves) = game.moves(position, self.left, work, context)? else {
                return Ok(None);
            };
            self.left -= moves.len();
            for mv in moves {
                let number = self.moves.len() as u32;
                future.push(*self.moves.entry((i, mv)).or_insert(number));
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

    fn bytes(&self) -> u64 {
        self.bytes + (self.moves.len() * BYTES_A_MOVE) as u64
    }
}

/// A game of the sum with its rules opened, at the position that was visited last.
struct Summand<'a, 'g> {
    game: &'g dyn Game,
    rules: Box<dyn OpenRules<'a> + 'a>,
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
            .spend(numbers(position).count() as u64 * STEPS_A_NUMBER)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::STANDARD;
    use grundy_language::{Statement, parse};
    use grundy_record::keep_account;

    fn with_statement<T>(line: &str, with: impl FnOnce(&Statement<'_>, &Context) -> T) -> T {
        let context = Context::default();
        let mut statement = parse(line.as_bytes(), &*context.catalogue, &[Ask::Verdict])
            .map_err(|wrong| wrong.error)
            .unwrap();
        let signature = statement.signature();
        let record = statement.record_mut();
        keep_account(signature, &record.modifiers, &mut record.position);
        with(&statement, &context)
    }

    #[test]
    fn every_position_of_an_endgame_has_the_outcome_of_its_game() {
        for game in STANDARD {
            with_statement(&game.signature().example, |statement, context| {
                let extent = Extent {
                    positions: 3000,
                    moves: 60_000,
                    bytes: 1 << 30,
                    work: u64::MAX,
                };
                let sum = [(*game, statement.record())];
                let Some(endgame) = Endgame::new(&sum, extent, context).unwrap() else {
                    return;
                };
                for positions in endgame.index.keys().take(300) {
                    let (outcome, _) = endgame.look_up(positions).unwrap();
                    let record = Record {
                        position: positions[0].clone(),
                        ..statement.record().clone()
                    };
                    // The order in which numbers were drawn is not kept in a key, so some are no records.
                    let expected = match game.ended(&record) {
                        Some(verdict) => Ok(verdict.outcome()),
                        None => game
                            .open(&record, context)
                            .and_then(|mut position| position.outcome()),
                    };
                    assert!(expected.is_err() || expected == Ok(outcome), "{record:?}");
                }
            });
        }
    }

    #[test]
    fn an_endgame_ends_at_its_extent() {
        with_statement("nim: 100000000 5", |statement, context| {
            let extent = Extent {
                positions: 10_000,
                moves: 200_000,
                bytes: 1 << 30,
                work: u64::MAX,
            };
            let game = context.game(statement.signature()).unwrap();
            let endgame = Endgame::new(&[(game, statement.record())], extent, context);
            assert!(endgame.unwrap().is_none());
        });
    }
}
