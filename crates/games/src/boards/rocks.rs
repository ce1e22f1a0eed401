//! Rocks: one to four piles; a move subtracts one of the vectors of the rules, all piles at once.
//! No pile falls below 0, damaged positions may not be entered, and a player who cannot move loses. Several
//! positions are a sum.
//!
//! A position's Grundy value is the mex of those its vectors lead to (Sprague 1935, Grundy 1939);
//! [`grundy_grids::vectors`] finds it, or, when one position is asked for its outcome
//! only, just who wins. Small positions share a table per rules. Vectors of which some add to a pile are in
//! [`grundy_grids::steps`].

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

use fxhash::{FxHashMap, FxHashSet};
use grundy_base::budget::{Budget, Limit};
use itertools::Itertools;

use crate::EachPosition;
use crate::OpenFunction;
use crate::OpenRules;
use crate::own_rules::proved_values;
use crate::shared::after_many::AfterMany;
use crate::shared::found_once;
use crate::shared::sum;
use crate::shared::sum::{Sum, Summed};
use crate::{CacheRef, Context, PositionResult, Quick, Standard, Visit, Visited};
use grundy_base::range::Range;
use grundy_grids::steps::{self, Point, falling_weights};
use grundy_grids::vectors::{self, BoxTable, MAX_VECTOR_PILES, PileSizes, after};
use grundy_record::{
    Ask, AskSet, Fault, Keyword, Move, Place, Record, Rules, Slot, Theorem, Tuple, Tuples,
    VectorRules, Words, counted,
};

/// The largest pile if vectors add to piles.
const MAX_ROCKS: u64 = 1 << 62;

/// The most vectors, or damaged positions, that ranges of numbers may stand for.
const MAX_OF_RANGES: u64 = 1 << 20;

/// The vectors of three rocks, in the order of its rules.
const THREE_ROCKS_VECTORS: [[u64; 2]; 9] = [
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [0, 2],
    [3, 0],
    [0, 3],
    [1, 2],
    [2, 1],
];

/// The words about rocks for people.
const ROCKS_WORDS: Words = Words {
    name: "rocks",
    summary: "piles; subtract one of the vectors, all piles at once",
    how_to_play: "A vector subtraction game. A position is one to four piles; a move subtracts \
        one of the vectors, each component from its pile; no pile may fall below 0 and no \
        damaged position may be entered. A player who cannot move loses. Several positions are \
        played as a sum.",
    limits: "one pile: 2^64-1 if a period is proved; two piles: 2^64-1 if the values repeat, \
        also with damaged positions, else about 5*10^11 positions for outcomes and 6*10^10 for \
        values; three and four piles: within --max-work and --max-memory",
    example: "rocks 1,0 0,1 1,1: 10,10",
    theorem: None,
};

/// The definition for the rules of a record.
const ROCKS_DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% if vectors %}
{% for vector in vectors %}
[{% for n in vector %}{{ names[loop.index0] }}{{ "" if n == 0 else "+" ~ -n if n < 0 else "-" ~ n }}{{ "," if not loop.last else "" }}{% endfor %}]
{% endfor %}
{% else %}
{% include "rule/taken" %}
{% endif %}
{% include "rule/undamaged" %}
"#;

/// Rocks with the vectors given in the record.
pub static ROCKS: Standard = Standard::with_rules(
    ROCKS_WORDS
        .piles(MAX_VECTOR_PILES)
        .definition_at(ROCKS_DEFINITION)
        .slots(&[Slot::Vectors])
        .keywords(&[Keyword::Damaged])
        .asks(AskSet::SUM),
    |record, context| {
        let whole = EachPosition::new(open_vectors, context);
        let Rules::Vectors(vectors) = &record.rules else {
            return Ok(Box::new(whole));
        };
        let several = &vectors.several;
        if !vectors.signed.is_empty() || check_vectors(&vectors.single, several).is_err() {
            return Ok(Box::new(whole));
        }
        let moves = RockMoves::taking(several.arity(), several.iter());
        Ok(InTable::open(record, whole, moves))
    },
);

/// Opens a record with the vectors that it gives.
fn open_vectors<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Rules::Vectors(vectors) = &record.rules else {
        return Err(Fault::incomplete());
    };
    let VectorRules {
        single,
        several,
        signed,
    } = vectors;
    if !signed.is_empty() {
        return open_signed(record, signed, context);
    }
    let moves = if several.is_empty() {
        let amounts = expand(single, largest_number(record), Place::Amount)?;
        RockMoves::taking(1, amounts.chunks(1))
    } else {
        RockMoves::taking(several.arity(), several.iter())
    };
    check_vectors(single, several)?;
    open(record, context, moves)
}

/// The words about three-rocks for people.
const THREE_ROCKS_WORDS: Words = Words {
    name: "three-rocks",
    summary: "two piles; take one, two or three stones in all",
    how_to_play: "Rocks with the vectors 1,0 0,1 1,1 2,0 0,2 3,0 0,3 1,2 2,1: a move takes one, \
        two or three stones in all from two piles. A player who cannot move loses. Several \
        positions are played as a sum.",
    limits: "piles to 2^64-1; with damaged positions within --max-work and --max-memory",
    example: "three-rocks: 10,10",
    theorem: Some(Theorem::new(
        "All moves take one to three in all, from two piles: the value is the sum of the piles \
            modulo 4",
        "by induction",
    )),
};

/// The definition for the rules of a record.
const THREE_ROCKS_DEFINITION: &str = r#"{{ given }}
{% include "rule/undamaged" %}
"#;

/// Rocks with the nine vectors that take one, two or three stones in all from two piles.
pub static THREE_ROCKS: Standard = Standard::with_rules(
    THREE_ROCKS_WORDS
        .piles(MAX_VECTOR_PILES)
        .keywords(&[Keyword::Damaged])
        .definition_at(THREE_ROCKS_DEFINITION)
        .asks(AskSet::SUM)
        .definition(
            "[a,b] -> [a-1,b] | [a,b-1] | [a-1,b-1] | [a-2,b] | [a,b-2] | [a-3,b] | [a,b-3] | \
         [a-1,b-2] | [a-2,b-1]",
        ),
    |record, context| {
        let open: OpenFunction = |record, context| open(record, context, three_rocks());
        let whole = EachPosition::new(open, context);
        Ok(InTable::open(record, whole, three_rocks()))
    },
);

/// Returns the moves of three rocks.
fn three_rocks() -> RockMoves {
    RockMoves::taking(2, THREE_ROCKS_VECTORS.iter().map(|vector| &vector[..]))
}

/// The moves of a game of rocks. Either all of them only take, or all stand among the steps.
struct RockMoves {
    /// The number of piles.
    piles: usize,
    /// The vectors that moves take from the piles.
    vectors: Vec<PileSizes>,
    /// The steps that moves add to the piles instead, if some add: negative numbers take.
    steps: Vec<Point>,
}

impl RockMoves {
    /// Makes the moves that take these vectors from the piles.
    fn taking<'v>(piles: usize, vectors: impl Iterator<Item = &'v [u64]>) -> Self {
        RockMoves {
            piles,
            vectors: vectors.map(pad).collect(),
            steps: Vec::new(),
        }
    }
}

/// Pads a tuple with zeros for the piles it does not have.
fn pad(tuple: &[u64]) -> PileSizes {
    let mut position = [0; MAX_VECTOR_PILES];
    position[..tuple.len()].copy_from_slice(tuple);
    position
}

/// Finds the largest pile of the record.
fn largest_number(record: &Record<'_>) -> u64 {
    record
        .position
        .tuples
        .iter()
        .flatten()
        .copied()
        .max()
        .unwrap_or(0)
}

/// Lists the numbers that ranges stand for, up to `most`: larger ones can neither be taken nor met.
fn expand(ranges: &[Range], most: u64, place: fn(usize) -> Place) -> Result<Vec<u64>, Fault> {
    let mut numbers = Vec::new();
    for (i, range) in ranges.iter().enumerate() {
        let high = range.high.min(most);
        if range.low <= high && high - range.low >= MAX_OF_RANGES - numbers.len() as u64 {
            let message = format!("ranges in rocks may stand for at most {MAX_OF_RANGES} numbers");
            return Err(Fault::limit(place(i), &Limit::fixed(message)));
        }
        numbers.extend(range.low..=high);
    }
    Ok(numbers)
}

fn check_vectors(amounts: &[Range], vectors: &Tuples) -> Result<(), Fault> {
    if !vectors.is_empty() && !amounts.is_empty() {
        return Err(arity_fault(Place::Amount(0), 1, vectors.arity()));
    }
    if let Some(i) = amounts.iter().position(|range| range.low == 0) {
        return Err(no_move(Place::Amount(i)));
    }
    match vectors
        .iter()
        .position(|vector| vector.iter().all(|&amount| amount == 0))
    {
        Some(i) => Err(no_move(Place::Vector(i))),
        None => Ok(()),
    }
}

/// Makes the fault of a vector of zeros.
fn no_move(place: Place) -> Fault {
    Fault::new(
        place,
        "a vector that takes nothing is no move",
        "take at least one from some pile",
    )
}

/// Checks that positions and damaged ones have as many piles as the vectors; damaged numbers are those of one pile.
fn check_arity(record: &Record<'_>, piles: usize) -> Result<(), Fault> {
    let modifiers = &record.modifiers;
    let positions = &record.position.tuples;
    if piles != 1 && !modifiers.damaged_numbers.is_empty() {
        return Err(arity_fault(Place::DamagedNumber(0), 1, piles));
    }
    for (tuples, place) in [
        (&modifiers.damaged, Place::Damaged(0)),
        (positions, Place::Position(0)),
    ] {
        if !tuples.is_empty() && tuples.arity() != piles {
            return Err(arity_fault(place, tuples.arity(), piles));
        }
    }
    Ok(())
}

fn arity_fault(place: Place, arity: usize, piles: usize) -> Fault {
    Fault::new(
        place,
        format!(
            "a tuple of {} where the vectors have {piles}",
            counted(arity as u64, "number")
        ),
        format!(
            "write {}, joined by commas",
            counted(piles as u64, "number")
        ),
    )
}

/// The most vectors of rules whose records are answered from one table.
const MAX_TABLE_VECTORS: usize = 16;

/// Positions of one game of rocks, all in one table once there were many of them.
struct InTable<'a> {
    /// The number of piles.
    piles: usize,
    /// The distinct vectors.
    moves: Vec<PileSizes>,
    /// The vectors and the damaged positions.
    rules: vectors::VectorRules,
    /// The table, once it pays.
    table: AfterMany<CacheRef<BoxTable>>,
    /// The rules for positions that no table holds.
    whole: EachPosition<'a>,
}

impl<'a> InTable<'a> {
    /// Opens the rules of a record whose moves all take: in a table, if one pays.
    fn open(
        record: &Record<'_>,
        whole: EachPosition<'a>,
        moves: RockMoves,
    ) -> Box<dyn OpenRules<'a> + 'a> {
        let RockMoves {
            piles,
            vectors: mut moves,
            ..
        } = moves;
        let damaged = &record.modifiers.damaged;
        let fits = piles >= 2 && (damaged.is_empty() || damaged.arity() == piles);
        if !fits || !record.modifiers.damaged_numbers.is_empty() || moves.len() > MAX_TABLE_VECTORS
        {
            return Box::new(whole);
        }
        moves.sort_unstable();
        moves.dedup();
        let damaged: Vec<PileSizes> = damaged.iter().map(pad).collect();
        let rules = vectors::VectorRules::new(piles, &moves, &damaged);
        let table = AfterMany::new(MIN_TABLE_RECORDS);
        Box::new(InTable {
            piles,
            moves,
            rules,
            table,
            whole,
        })
    }

    fn table(&self) -> Option<&BoxTable> {
        let table = self.table.table(|| {
            table(
                &self.rules,
                BoxTable::whole_extent(self.piles),
                self.whole.context(),
            )
            .ok()
        });
        table.map(|table| &**table)
    }
}

impl<'a> OpenRules<'a> for InTable<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        self.whole.position(record)
    }

    fn piles(&self) -> usize {
        self.piles
    }

    fn quick(&self, ask: Ask, numbers: &[u64]) -> Option<Quick> {
        let table = self.table()?;
        let count_to = |component: &[u64], target: u64| {
            let from = pad(component);
            let leads = |vector: &&PileSizes| {
                let option = after(&from, vector).and_then(|option| table.get(&option));
                option.is_some_and(|value| u64::from(value) == target)
            };
            Some(self.moves.iter().filter(leads).count() as u128)
        };
        let value = |component: &[u64]| table.get(&pad(component)).map(u64::from);
        sum::quick(ask, numbers.chunks(self.piles), value, count_to)
    }
}

/// Makes or fetches the table of a box, shared by all records of the rules.
fn table(
    rules: &vectors::VectorRules,
    extent: PileSizes,
    context: &Context,
) -> Result<CacheRef<BoxTable>, Fault> {
    let make = || Ok(BoxTable::new(rules, extent));
    context
        .cache
        .shared("rocks", &rules.key(&extent), BoxTable::bytes, make)
}

/// Prepares a record whose moves all take, in their order.
fn open<'a>(
    record: &'a Record<'a>,
    context: &'a Context,
    mut moves: RockMoves,
) -> PositionResult<'a> {
    check_arity(record, moves.piles)?;
    let mut distinct = FxHashSet::default();
    moves.vectors.retain(|vector| distinct.insert(*vector));
    RockPiles::open(record, context, moves)
}

/// Prepares a record with these vectors, of which some add to a pile. Positions are solved as far as play can reach.
fn open_signed<'a>(
    record: &'a Record<'a>,
    vectors: &[Vec<i64>],
    context: &'a Context,
) -> PositionResult<'a> {
    let piles = vectors.first().map_or(0, Vec::len);
    if let Some(i) = vectors
        .iter()
        .position(|vector| vector.iter().all(|&part| part == 0))
    {
        return Err(no_move(Place::Vector(i)));
    }
    let step = |vector: &Vec<i64>| -> Point {
        std::array::from_fn(|pile| vector.get(pile).map_or(0, |part| -part))
    };
    let steps: Vec<Point> = vectors.iter().map(step).unique().collect();
    if falling_weights(&steps, piles).is_none() {
        return Err(Fault::new(
            Place::EndOfRules,
            "no weighted sum of the piles falls with every vector, so play might not end",
            "weights of at least 0 must be such that each vector takes more than it adds",
        ));
    }
    check_arity(record, piles)?;
    let positions = &record.position.tuples;
    if let Some(i) = positions
        .iter()
        .position(|position| position.iter().any(|&pile| pile > MAX_ROCKS))
    {
        return Err(Fault::new(
            Place::Position(i),
            format!("piles are at most {MAX_ROCKS} where vectors add to piles"),
            "the limits of each game are listed by `grundy games`",
        ));
    }
    let moves = RockMoves {
        piles,
        vectors: Vec::new(),
        steps,
    };
    RockPiles::open(record, context, moves)
}

/// Finds the position after a step, if no pile falls below 0. Piles and what steps add to them are below 2⁶³.
fn stepped(position: &PileSizes, step: &Point) -> Option<PileSizes> {
    let left = steps::after(&position.map(|pile| pile as i64), step)?;
    if left.iter().any(|&pile| pile < 0) {
        return None;
    }
    Some(left.map(|pile| pile as u64))
}

/// Writes the moves as a user-defined rule; `None` if they are very many.
fn rule_text(piles: usize, moves: &[PileSizes]) -> Option<String> {
    let names = &["a", "b", "c", "d"][..piles];
    let target = |vector: &PileSizes| {
        let pile = |(name, &taken): (&&str, &u64)| {
            if taken == 0 {
                name.to_string()
            } else {
                format!("{name}-{taken}")
            }
        };
        format!(
            "[{}]",
            itertools::join(names.iter().zip(vector).map(pile), ",")
        )
    };
    let few = moves.len() <= MAX_TABLE_VECTORS;
    few.then(|| {
        format!(
            "[{}] -> {}",
            names.join(","),
            itertools::join(moves.iter().map(target), " | ")
        )
    })
}

/// Positions of one game of rocks, as a sum.
struct RockPiles<'a> {
    /// The distinct moves, in the order of the rules.
    moves: RockMoves,
    /// The vectors and the damaged positions.
    rules: vectors::VectorRules,
    /// Whether no position is damaged.
    whole: bool,
    /// The positions, each a component of the sum.
    components: Vec<PileSizes>,
    /// Whether one component is asked only who wins: then labels are 0 and 1, which as values of a
    /// lone component decide the same.
    outcome_only: bool,
    /// The context of the record.
    context: &'a Context,
    /// The values of the components and of their options, once they are found.
    labels: OnceCell<Labels>,
}

/// The source of the labels of components and their options.
enum Labels {
    /// A table of all positions of a box.
    Table(CacheRef<BoxTable>),
    /// The positions that are asked about.
    Map(FxHashMap<PileSizes, u32>),
}

impl Labels {
    fn get(&self, position: &PileSizes) -> u64 {
        match self {
            Labels::Table(table) => table.value(position).into(),
            Labels::Map(map) => map.get(position).copied().unwrap_or(0).into(),
        }
    }
}

/// The number of records after which a large table costs less than they did.
const MIN_TABLE_RECORDS: u64 = 128;

impl<'a> RockPiles<'a> {
    fn open(record: &Record<'_>, context: &'a Context, moves: RockMoves) -> PositionResult<'a> {
        let most = largest_number(record);
        let numbers = expand(
            &record.modifiers.damaged_numbers,
            most,
            Place::DamagedNumber,
        )?;
        let mut damaged: Vec<PileSizes> = record.modifiers.damaged.iter().map(pad).collect();
        damaged.extend(numbers.into_iter().map(|number| pad(&[number])));
        let rules = vectors::VectorRules::new(moves.piles, &moves.vectors, &damaged);
        let components: Vec<PileSizes> = record.position.tuples.iter().map(pad).collect();
        if let Some(i) = components
            .iter()
            .position(|position| rules.is_damaged(position))
        {
            let help = "start from a position that is not among the damaged ones";
            return Err(Fault::new(
                Place::Position(i),
                "the position is damaged",
                help,
            ));
        }
        let only = components.len() == 1 && !record.needs_values() && moves.steps.is_empty();
        let count = components.len();
        let whole = damaged.is_empty();
        let labels = OnceCell::new();
        let piles = RockPiles {
            moves,
            rules,
            whole,
            components,
            outcome_only: only,
            context,
            labels,
        };
        Ok(Box::new(Summed::new(count, piles).with_values(!only)))
    }

    fn labels(&self) -> Result<&Labels, Fault> {
        found_once(&self.labels, || self.find_labels())
    }

    fn find_labels(&self) -> Result<Labels, Fault> {
        let budget = &self.context.budget;
        let steps = &self.moves.steps;
        if !steps.is_empty() {
            let option = |position: &PileSizes, i: usize| self.option(position, i);
            let asked = self.components.iter().copied();
            return Ok(Labels::Map(steps::reached_values(
                asked,
                steps.len(),
                option,
                budget,
            )?));
        }
        let largest = |pile: usize| {
            self.components
                .iter()
                .map(|piles| piles[pile])
                .max()
                .unwrap_or(0)
        };
        let corner = std::array::from_fn(largest);
        if let Some(extent) = BoxTable::extent(&corner) {
            return Ok(Labels::Table(table(&self.rules, extent, self.context)?));
        }
        if let Some(table) = self.large_table(&corner)? {
            return Ok(Labels::Table(table));
        }
        let asked = self.asked(budget)?;
        let mut tried = None;
        let found = if self.outcome_only {
            let wins = vectors::outcomes(&self.rules, &asked, budget, &mut tried);
            wins.map(|wins| wins.into_iter().map(u32::from).collect())
        } else {
            vectors::values(&self.rules, &asked, budget, &mut tried)
        };
        self.context.notes.engine_if_any(tried);
        let found = found.or_else(|limit| {
            let positions = asked.iter().map(|position| &position[..self.moves.piles]);
            let text = if self.whole {
                rule_text(self.moves.piles, &self.moves.vectors)
            } else {
                None
            };
            let by_pattern =
                |text: String| proved_values(&text, positions, !self.outcome_only, self.context);
            text.and_then(by_pattern).ok_or(limit)
        })?;
        Ok(Labels::Map(asked.into_iter().zip(found).collect()))
    }

    /// Makes or fetches a table for records with the same rules in a box of one extent, once there were many of them.
    fn large_table(&self, corner: &PileSizes) -> Result<Option<CacheRef<BoxTable>>, Fault> {
        let Some(extent) = BoxTable::large_extent(corner) else {
            return Ok(None);
        };
        let key = self.rules.key(&extent);
        let cache = &self.context.cache;
        let asked = cache.shared("rocks asked", &key, |_| 8, || Ok(AtomicU64::new(0)))?;
        if asked.fetch_add(1, Ordering::Relaxed) < MIN_TABLE_RECORDS {
            return Ok(None);
        }
        table(&self.rules, extent, self.context).map(Some)
    }

    /// Lists the components and their options, each once.
    fn asked(&self, budget: &Budget) -> Result<Vec<PileSizes>, Fault> {
        let positions = self.components.len();
        let moves = self.moves.vectors.len();
        let memory = budget.memory;
        // 192 bytes hold a position, its label and its place in the map, with slack.
        if (positions as u64).saturating_mul(moves as u64 + 1) * 192 > memory {
            let message = format!(
                "the {positions} positions with {moves} moves each need more than the {memory} bytes of memory allowed"
            );
            return Err(Limit::memory(message).into());
        }
        let mut asked = self.components.clone();
        for component in &self.components {
            asked.extend(self.options(component));
        }
        asked.sort_unstable();
        asked.dedup();
        Ok(asked)
    }

    /// Lists the positions that moves from a position lead to, in the order of the rules.
    fn options(&self, position: &PileSizes) -> impl Iterator<Item = PileSizes> {
        let count = self.moves.vectors.len() + self.moves.steps.len();
        (0..count).filter_map(|i| self.option(position, i))
    }

    /// Finds the position that the i-th move leads to, if there is one.
    #[inline]
    fn option(&self, position: &PileSizes, i: usize) -> Option<PileSizes> {
        let option = match self.moves.steps.get(i) {
            Some(step) => stepped(position, step),
            None => after(position, &self.moves.vectors[i]),
        };
        option.filter(|option| !self.rules.is_damaged(option))
    }
}

impl Sum for RockPiles<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let label = self.labels()?.get(&self.components[index]);
        Ok(if self.outcome_only {
            label.min(1)
        } else {
            label
        })
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let wanted = target
            .map(|target| self.labels().map(|labels| (labels, target)))
            .transpose()?;
        let reaches =
            |option: &PileSizes| wanted.is_none_or(|(labels, target)| labels.get(option) == target);
        let tuple = |position: &PileSizes| Tuple::new(&position[..self.moves.piles]);
        let from = tuple(&self.components[index]);
        let mut options = self.options(&self.components[index]).filter(reaches);
        Ok(options.try_for_each(|option| {
            visit(Move::Tuple {
                index,
                from,
                to: tuple(&option),
            })
        }))
    }
}
