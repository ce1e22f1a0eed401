//! Misère play of heaps that do not know of each other: a player who cannot move wins.
//!
//! Sums are answered by the misère quotient of their games ([`grundy_misere`]), by normal play where that decides them, and
//! beyond a finite quotient by search.

mod genus;
mod growing;
mod heaps;
mod normal;
mod quotient;
mod ranges;
mod sum;

use std::cell::RefCell;
use std::sync::Arc;

use grundy_heaps::breaking::Code;
use grundy_misere::game::Heap;
use grundy_misere::search::Search;
use grundy_record::{Ask, Fault, Keyword, Outcome, Place, Record};

pub use grundy_misere::quotient::MAX_QUOTIENT_HEAPS;

use crate::shared::misere_rules::MisereRules;
use crate::shared::sum::{refuse, under_misere};
use crate::shared::varied;
use crate::{Context, OpenPosition, PositionResult};
use growing::GrowingQuotient;
use heaps::{HeapPlace, RecordHeaps};
use sum::MisereSum;

/// Opens a record of a game of heaps.
///
/// # Errors
///
/// Fails as [`open`] does.
pub fn open_one<'a>(
    rules: MisereRules,
    record: &'a Record<'a>,
    context: &'a Context,
) -> PositionResult<'a> {
    if record.modifiers.has(Keyword::Ring) {
        return Err(Fault::new(
            Place::Game,
            "rings are played under normal play only",
            "leave out `ring` or `misere`",
        ));
    }
    open(vec![(rules, record)], context)
}

/// Opens the position of a record under misère play, if its genus or quotient is asked for besides the values of its
/// heaps, by the rules that it has then, if any.
///
/// # Errors
///
/// Fails as [`open`] does, and if the quotient is asked of a record under normal play.
pub fn if_asked(
    record: &Record<'_>,
    context: &Context,
    rules: impl FnOnce() -> Result<Option<MisereRules>, Fault>,
) -> Result<Option<Box<dyn OpenPosition>>, Fault> {
    if !record
        .asks
        .iter()
        .any(|ask| matches!(ask, Ask::Genus | Ask::Quotient))
    {
        return Ok(None);
    }
    let Some(rules) = rules()? else {
        return Ok(None);
    };
    if !record.modifiers.has(Keyword::Misere) {
        refuse_quotient(&record.asks)?;
    }
    Ok(Some(Box::new(opened(&[(rules, record)], context)?)))
}

/// Refuses the quotient under normal play.
///
/// # Errors
///
/// Fails if misère play is asked for.
pub fn refuse_quotient(asks: &[Ask]) -> Result<(), Fault> {
    refuse(
        asks,
        |ask| *ask == Ask::Quotient,
        |_, place| {
            Fault::new(
                place,
                "`quotient` is about misère play",
                "write `misere` among the rules",
            )
        },
    )
}

/// Opens a record, or the records of a sum of several games, all under misère play.
///
/// # Errors
///
/// Fails if something is asked that only normal play has.
pub fn open<'a>(
    games: Vec<(MisereRules, &'a Record<'a>)>,
    context: &'a Context,
) -> PositionResult<'a> {
    // Only normal play has these asks.
    let normal = |ask: &Ask| {
        matches!(ask, Ask::Grundy | Ask::Values | Ask::Period) || ask.is_about_sequence()
    };
    games
        .iter()
        .try_for_each(|(_, record)| refuse(&record.asks, normal, under_misere))?;
    let sum = opened(&games, context)?;
    if let [(_, record)] = games[..]
        && record.varies()
    {
        return Ok(varied::open(record, move || {
            let ranges = sum.heaps.raise(varied::heaps(record));
            ranges::lost(&sum.known, &ranges, &sum.budget)
        }));
    }
    Ok(Box::new(sum))
}

/// The heaps of one code under misère play, for positions of another form that are such heaps.
pub struct MisereHeaps {
    /// The sum that was asked about last.
    sum: MisereSum,
}

impl MisereHeaps {
    /// Opens the game of a code.
    ///
    /// # Errors
    ///
    /// Fails if a limit of memory is passed.
    pub fn of_code(code: Code, context: &Context) -> Result<Self, Fault> {
        let rules = MisereRules::of_code(code);
        let nothing = RecordHeaps {
            heaps: Vec::new(),
            places: Vec::new(),
            tuples: vec![rules.tuples],
            raised: vec![rules.raised],
        };
        let sum = sum_of(&[&rules], nothing, context)?;
        Ok(MisereHeaps { sum })
    }

    /// Says whether the player to move loses these heaps.
    ///
    /// # Errors
    ///
    /// Fails if the quotient does not reach them, and a search passes the limits.
    pub fn loses(&mut self, sizes: &[u64]) -> Result<bool, Fault> {
        // All heaps stand in one position of the record.
        let place = HeapPlace {
            summand: 0,
            index: 0,
        };
        let heap = |&size: &u64| Heap { game: 0, size };
        self.sum.heaps = Arc::new(RecordHeaps {
            heaps: sizes.iter().map(heap).collect(),
            places: vec![place; sizes.len()],
            tuples: self.sum.heaps.tuples.clone(),
            raised: self.sum.heaps.raised.clone(),
        });
        Ok(self.sum.outcome()? == Outcome::Lose)
    }
}

fn opened(games: &[(MisereRules, &Record<'_>)], context: &Context) -> Result<MisereSum, Fault> {
    let mut rules: Vec<&MisereRules> = Vec::new();
    let mut heaps = Vec::new();
    let mut places = Vec::new();
    for (summand, (game, record)) in games.iter().enumerate() {
        let number = rules
            .iter()
            .position(|other| other.key == game.key)
            .unwrap_or_else(|| {
                rules.push(game);
                rules.len() - 1
            });
        let single = record
            .position
            .tuples
            .iter()
            .filter_map(|tuple| tuple.first());
        for (i, &written) in record.position.numbers.iter().chain(single).enumerate() {
            let size = written + game.raised;
            heaps.push(Heap { game: number, size });
            places.push(HeapPlace { summand, index: i });
        }
    }
    let heaps = RecordHeaps {
        heaps,
        places,
        tuples: rules.iter().map(|rules| rules.tuples).collect(),
        raised: rules.iter().map(|rules| rules.raised).collect(),
    };
    sum_of(&rules, heaps, context)
}

/// Makes or fetches the quotient of some games, and makes the sum of these heaps of them.
fn sum_of(
    rules: &[&MisereRules],
    heaps: RecordHeaps,
    context: &Context,
) -> Result<MisereSum, Fault> {
    let key: Vec<u64> = rules
        .iter()
        .flat_map(|rules| [&[rules.key.len() as u64], &rules.key[..]].concat())
        .collect();
    let budget = context.budget;
    let search = RefCell::new(Search::new(rules.len(), &budget));
    let make = || GrowingQuotient::new(rules, context);
    let known = context
        .cache
        .shared("misere", &key, GrowingQuotient::bytes, make)?;
    Ok(MisereSum {
        known,
        heaps: Arc::new(heaps),
        budget,
        search,
        notes: context.notes.clone(),
    })
}
