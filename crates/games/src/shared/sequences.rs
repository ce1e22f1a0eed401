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
/// Fails where `show` fails, and if a slice ends beyond the heap.
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
    show(&mut |heap, value| {
        if shown.contains(heap) {
            values.push(value);
        }
        heaps = heap + 1;
    })?;
    match ask {
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
        Ask::Stats => Ok(Field::Stats(Stats::of(&values))),
        _ => Ok(Field::Sequence(values)),
    }
}
