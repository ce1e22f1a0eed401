//! The limits of the parts of a rule that may be repeated.

use std::ops::Range;

use super::fault::RuleFault;

/// Refuses one thing more at a place where as many as a limit allows have been read.
pub(super) fn refuse_more(
    read: usize,
    most: usize,
    things: &str,
    whole: &str,
    place: Range<usize>,
) -> Result<(), RuleFault> {
    if read < most {
        return Ok(());
    }
    Err(RuleFault::new(
        place,
        format!("{whole} has at most {most} {things}"),
        "the rule should be shorter",
    ))
}
