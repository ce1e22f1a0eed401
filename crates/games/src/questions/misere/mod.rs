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

use grundy_misere::game::Heap;
use grundy_misere::search::Search;
use grundy_record::{Ask, Fault, Keyword, Place, Record};

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
    let key: Vec<u64> = rules
        .iter()
        .flat_map(|rules| [&[rules.key.len() as u64], &rules.key[..]].concat())
        .collect();
    let budget = context.budget;
    let search = RefCell::new(Search::new(rules.len(), &budget));
    let make = || GrowingQuotient::new(&rules, context);
    let known = context
        .cache
        .shared("misere", &key, GrowingQuotient::bytes, make)?;
    let tuples = rules.iter().map(|rules| rules.tuples).collect();
    let raised = rules.iter().map(|rules| rules.raised).collect();
    let heaps = Arc::new(RecordHeaps {
        heaps,
        places,
        tuples,
        raised,
    });
    Ok(MisereSum {
        known,
        heaps,
        budget,
        search,
        notes: context.notes.clone(),
    })
}
