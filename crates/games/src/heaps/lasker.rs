//! Lasker's Nim: heaps; a move takes any number from one heap, or splits one heap in two. Who
//! cannot move loses.
//!
//! The closed form is in [`grundy_heaps::lasker::Lasker`].

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps are below 2⁶⁴ − 1, and so are their values"
)]

use grundy_base::budget::Limit;

use crate::questions::misere;
use crate::shared::heap_sums::Heaps;
use crate::shared::longest::total;
use crate::shared::misere_rules::MisereRules;
use crate::shared::rings;
use crate::shared::sum::Play;
use crate::shared::{amounts, varied};
use crate::shared::{code_games, codes};
use crate::{CacheRef, Context, Game, PositionResult, Standard};
use grundy_base::range::Range;
use grundy_heaps::breaking::Breaking;
use grundy_heaps::lasker;
use grundy_record::{Ask, Fault, Keyword, Place, Record, Theorem, Words};

/// The words about lasker for people.
const WORDS: Words = Words {
    name: "lasker",
    summary: "heaps; take any number from one heap, or split a heap in two",
    how_to_play: "A move takes any number from one heap, or splits one heap into two heaps, \
        neither empty. A player who cannot move loses.",
    limits: "heaps to 2^64-2; one step a heap",
    example: "lasker: 3 4",
    theorem: Some(Theorem::new(
        "In Lasker's Nim heaps 4k+3 and 4k+4 have each other's size as value, every other heap \
            its own; the values grow for ever, so there is no period",
        "Lasker; Winning Ways, chapter 4",
    )),
};

/// The definition for the rules of a record.
const RING_DEFINITION: &str = r#"{% if ring %}
{% set prefix = [4] %}
{% set repeat = [3] %}
{% include "rule/code" %}
{% else %}
{{ given }}
{% endif %}
"#;

/// Lasker's Nim.
pub static LASKER: Standard = Standard::new(
    WORDS
        .heaps()
        .definition("[n] -> [i]+[n-i] for i in 1..n/2 | [n-k] for k in 1..n")
        .definition_at(RING_DEFINITION)
        .keywords(&[Keyword::Misere, Keyword::Ring])
        .also(&[
            Ask::Losing,
            Ask::Sequence,
            Ask::Period,
            Ask::Genus,
            Ask::Quotient,
        ])
        .theorem_gives_values(),
    open,
)
.counting(count)
.of_heaps(|_| misere_rules().map(Some))
.lasting(|record, _| {
    // Every heap is split into single tokens, which are taken then. An opened ring is a row, so the first move loses one.
    if record.modifiers.has(Keyword::Ring) {
        return Ok(None);
    }
    let heaps = record.position.numbers.iter();
    let moves = heaps.map(|&heap| Some((2 * u128::from(heap)).saturating_sub(1)));
    Ok(Some(total(moves)))
});

/// Returns the rules under misère play: those of the code `4.[3]`.
fn misere_rules() -> Result<MisereRules, Fault> {
    MisereRules::of_digits(&[4, 3], true)
}

/// Returns the values of rows, which opened rings are.
fn rows(context: &Context) -> Result<CacheRef<Breaking>, Fault> {
    let code = misere_rules()?.code;
    code_games::game(code.ok_or_else(codes::no_code)?, context)
}

/// Counts lost positions of ranges.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    amounts::expect_one_heap(record)?;
    if record.modifiers.has(Keyword::Misere) {
        return misere::open_one(misere_rules()?, record, context);
    }
    if record.modifiers.has(Keyword::Ring) {
        return Ok(rings::count(record, rows(context)?, context));
    }
    let ranges = varied::heaps(record);
    let values = ranges
        .iter()
        .enumerate()
        .map(|(i, &range)| values(i, range));
    let values = values.collect::<Result<Vec<_>, Fault>>()?;
    Ok(varied::open(record, move || {
        varied::nim(&values, Play::Normal, &context.budget)
    }))
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    amounts::expect_one_heap(record)?;
    if record.modifiers.has(Keyword::Misere) {
        return misere::open_one(misere_rules()?, record, context);
    }
    if record.modifiers.has(Keyword::Ring) {
        return Ok(rings::open(record, rows(context)?, context));
    }
    let heaps = &record.position.numbers;
    if let Some(i) = heaps.iter().position(|&heap| heap == u64::MAX) {
        return Err(too_large(i));
    }
    let misere = misere::if_asked(record, context, || LASKER.heaps(record))?;
    Ok(Heaps::new(heaps, &lasker::Lasker, context).open(misere))
}

fn too_large(index: usize) -> Fault {
    let limit = Limit::fixed(format!(
        "heaps of Lasker's Nim are below {}, whose value is 2^64",
        u64::MAX
    ));
    Fault::limit(Place::Position(index), &limit)
}

/// Lists the values of a range of heaps, as disjoint ranges: 4k + 3 and 4k + 4 change places, all other
/// numbers are their own values.
fn values(index: usize, heaps: Range) -> Result<Vec<Range>, Fault> {
    if heaps.high == u64::MAX {
        return Err(too_large(index));
    }
    // An end of the range whose partner lies outside has a value outside.
    let Range { low, high } = heaps;
    let first = Some(low).filter(|&heap| !heaps.contains(value(heap)));
    let last = Some(high).filter(|&heap| !heaps.contains(value(heap)) && Some(heap) != first);
    let start = low + u64::from(first.is_some());
    let end = high + 1 - u64::from(last.is_some());
    let mut values = Vec::new();
    if start < end {
        values.push(Range::new(start, end - 1));
    }
    for heap in first.into_iter().chain(last) {
        values.push(Range::single(value(heap)));
    }
    Ok(values)
}

/// Returns the value of a heap, which fits 64 bits since heaps are below 2⁶⁴ − 1.
fn value(heap: u64) -> u64 {
    lasker::Lasker.grundy(heap) as u64
}
