//! The certificate of a record, made with the engines that solve it.

use super::{Certificate, Checksum, Cycle, ranks};
use crate::games::Context;
use crate::language::Statement;
use crate::record::{Ask, Field, Record};
use crate::theory::budget::Budget;
use crate::theory::matching::{Graph, Part, decompose};
use crate::verify::{Checked, Stop, board, flags, heaps, matching, piles, unproved};

/// Heaps up to this one are proved without a period.
const DIRECT: u64 = 50_000;
/// From how many terms on a parity mask is worth looking for.
const SAMPLE: u64 = 2_000;

/// Makes the certificate of a record that was answered without error.
pub fn prove(statement: &Statement<'_>, context: &Context) -> Certificate {
    let name = statement.game.signature().name;
    let record = &statement.record;
    let made = match name {
        "nim" => Ok(Certificate::Nim { sum: record.position.numbers.iter().fold(0, |sum, heap| sum ^ heap) }),
        "flags" => outcomes(statement, context),
        "rocks" | "three-rocks" => piles::Positions::new(record, name).map(|positions| Certificate::Table {
            values: positions.table.of_components(&positions),
            blocks: positions.table.blocks(),
        }),
        "king" | "rook" | "bishop" | "queen" | "knight" | "leaper" => {
            board::Pieces::new(record, name).map(|pieces| Certificate::Table {
                values: pieces.table.of_components(&pieces),
                blocks: pieces.table.blocks(),
            })
        }
        "factor" | "geography" => maximum_matching(record, name, &context.budget),
        "graph" => {
            let tokens: Vec<u32> = record.position.numbers.iter().map(|&token| token as u32).collect();
            match ranks::labels(&record.rules.edges, &tokens, &context.budget) {
                Ok(labels) => Ok(Certificate::Labels(labels)),
                Err(limit) => unproved(limit.message),
            }
        }
        _ => match heaps::Rules::of(record, name) {
            Some(rules) => rules.and_then(|rules| sequence(statement, &rules, context)),
            None => unproved("no certificate exists for this game"),
        },
    };
    match made {
        Ok(certificate) => certificate,
        Err(Stop::Unproved(reason) | Stop::Rejected(reason)) => Certificate::Unproved(reason),
    }
}

/// The cycle the engine finds.
fn cycle(statement: &Statement<'_>, context: &Context) -> Option<Cycle> {
    let mut instance = statement.game.open(&statement.record, context).ok()?;
    match instance.answer(Ask::Period).ok()? {
        Field::Period(Some((preperiod, period))) => Some(Cycle { preperiod, period }),
        _ => None,
    }
}

/// What range must be claimed, and which cycle: none where the position alone is small enough.
fn claim(
    statement: &Statement<'_>,
    context: &Context,
    largest: u64,
    range_for: impl Fn(Cycle) -> Option<u64>,
) -> Checked<(u64, Option<Cycle>)> {
    if largest <= DIRECT && !statement.record.asks.contains(&Ask::Period) {
        return Ok((largest, None));
    }
    let cycle = cycle(statement, context);
    match cycle.and_then(|cycle| Some((range_for(cycle)?, Some(cycle)))) {
        // Where only a position within the range is asked for, a shorter proof will do.
        Some((range, _)) if range > largest && !statement.record.asks.contains(&Ask::Period) => {
            Ok((largest, None))
        }
        Some(claim) => Ok(claim),
        None => Ok((largest, None)),
    }
}

fn sequence(statement: &Statement<'_>, rules: &heaps::Rules, context: &Context) -> Checked<Certificate> {
    let largest = statement.record.position.numbers.iter().copied().max().unwrap_or(0);
    let (range, cycle) = claim(statement, context, largest, |cycle| rules.range_for(cycle))?;
    let mask = if range > SAMPLE { good_mask(&heaps::values(rules, SAMPLE, 0)?) } else { 0 };
    let values = heaps::values(rules, range, mask)?;
    let checksum = Checksum::of(values.into_iter().map(u64::from));
    Ok(Certificate::Sequence { range, cycle, mask, checksum })
}

/// The parity mask under which the fewest of these values are rare.
fn good_mask(values: &[u32]) -> u64 {
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = (32 - largest.leading_zeros()).min(9);
    let rare =
        |mask: u32| values.iter().filter(|&&value| (value & mask).count_ones().is_multiple_of(2)).count();
    u64::from((0..1 << bits).min_by_key(|&mask| rare(mask)).unwrap_or(0))
}

fn outcomes(statement: &Statement<'_>, context: &Context) -> Checked<Certificate> {
    let record = &statement.record;
    let flags = flags::Flags::of(record)?;
    let left = record.rules.left.unwrap_or(0);
    let largest = record.position.numbers.first().map_or(0, |heap| heap.saturating_sub(left));
    let (range, cycle) = claim(statement, context, largest, |cycle| flags.range_for(cycle))?;
    let checksum = Checksum::of(flags.outcomes(range)?.into_iter().map(u64::from));
    Ok(Certificate::Outcomes { range, cycle, checksum })
}

fn maximum_matching(record: &Record<'_>, name: &str, budget: &Budget) -> Checked<Certificate> {
    let left = matching::Left::of(record, name)?;
    if left.legal.is_empty() {
        return Ok(Certificate::Matching { pairs: Vec::new(), barrier: Vec::new() });
    }
    let edges: Vec<(u32, u32)> = (left.lists.iter().zip(0..))
        .flat_map(|(list, i)| list.iter().filter(move |&&j| i < j).map(move |&j| (i, j)))
        .collect();
    let found = Graph::from_edges(left.names.len(), &edges, budget)
        .and_then(|graph| decompose(&graph, |_| false, budget));
    let found = match found {
        Ok(found) => found,
        Err(limit) => return unproved(limit.message),
    };
    let pairs = matching::named_pairs(&left, |vertex| found.mate(vertex));
    let barrier = (0..left.names.len() as u32).filter(|&vertex| found.part(vertex) == Part::Barrier);
    Ok(Certificate::Matching { pairs, barrier: barrier.map(|vertex| left.names[vertex as usize]).collect() })
}
