//! Answers about the Grundy values of heaps one after the other.

use grundy_base::range::Range;
use grundy_heaps::sequence;
use grundy_record::{Ask, Fault, Field, Period, Place, Stats};

/// Converts a proved pattern to the form in which answers write it.
pub(crate) fn as_period(known: sequence::Pattern) -> Period {
    Period {
        preperiod: known.preperiod,
        period: known.period,
        saltus: known.saltus,
    }
}

/// Answers an ask about the Grundy values of heaps 0 to the one heap, which `show` shows with their heaps, ascending; those
/// that are not asked for are not kept.
///
/// # Errors
///
/// Fails where `show` fails, if a slice ends beyond the heap, and if a heap that has no place in a list is no position.
pub fn of_sequence(
    ask: Ask,
    show: impl FnOnce(&mut dyn FnMut(u64, u64)) -> Result<(), Fault>,
) -> Result<Field, Fault> {
    let shown = match ask {
        Ask::Slice(slice) => slice,
        _ => Range::new(0, u64::MAX),
    };
    let mut heaps = 0;
    let mut values = Vec::new();
    // The heaps of the values, once one was left out.
    let mut with_gaps: Option<Vec<u64>> = None;
    show(&mut |heap, value| {
        if shown.contains(heap) {
            let place = shown.low + values.len() as u64;
            if with_gaps.is_none() && heap != place {
                with_gaps = Some((shown.low..place).collect());
            }
            if let Some(heaps) = &mut with_gaps {
                heaps.push(heap);
            }
            values.push(value);
        }
        heaps = heap + 1;
    })?;
    let has_gaps = |terms: u64| values.len() as u64 != terms;
    match ask {
        Ask::Slice(slice) if slice.high < heaps && has_gaps(slice.high - slice.low + 1) => {
            Err(no_positions(ask))
        }
        Ask::Slice(slice) if slice.high < heaps => Ok(Field::Slice {
            first: slice.low,
            values,
        }),
        Ask::Slice(Range { low, high }) => Err(Fault::new(
            Place::Game,
            format!(
                "the slice {low}-{high} ends beyond the heap, {}",
                heaps.saturating_sub(1)
            ),
            "give a heap that is at least as large as the end of the slice",
        )),
        Ask::Stats if has_gaps(heaps) => Err(no_positions(ask)),
        Ask::Stats => Ok(Field::Stats(Stats::of(&values))),
        _ => Ok(match with_gaps {
            Some(heaps) => Field::Sparse { heaps, values },
            None => Field::Sequence(values),
        }),
    }
}

/// Makes the fault of an ask that counts the terms of a sequence in which some heaps are no positions and have no term.
fn no_positions(ask: Ask) -> Fault {
    Fault::new(
        Place::Game,
        format!("`{ask}` counts heaps, and some of these are no position"),
        "ask for the `sequence`, which leaves them out",
    )
}
