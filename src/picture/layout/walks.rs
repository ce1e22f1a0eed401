//! The factor game and geography: which numbers can be drawn now, and which of them win.

use super::{MAX_CELLS, empty, fill_up, line_length, targets, wrong};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Fault, Move, RuleKind, Verdict};
use crate::subject::Subject;

pub(super) fn chart(subject: &mut Subject<'_>, context: &Context) -> Result<Chart, Fault> {
    let limit = subject.record.rules.limit.unwrap_or(0);
    if limit > MAX_CELLS {
        return Err(wrong(format!("{limit} numbers are too many to draw"), "draw at most 16777216"));
    }
    let factor = subject.signature().rules == RuleKind::Limit;
    let name = if factor { "number" } else { "vertex" };
    let mut chart = empty(name, name, if factor && limit <= 100 { 10 } else { line_length(limit) });
    chart.first_col = 1;
    chart.words = match factor {
        true => ["wins if drawn", "loses if drawn", "draws"],
        false => ["wins if gone to", "loses if gone to", "draws"],
    };
    chart.cells = vec![Cell { kind: Kind::Idle, ..Cell::default() }; limit as usize];
    for range in &subject.record.rules.damaged_numbers {
        for number in range.low.max(1)..=range.high.min(limit) {
            chart.cells[number as usize - 1].kind = Kind::Damaged;
        }
    }
    for &number in &subject.record.position.numbers {
        chart.cells[number as usize - 1].kind = Kind::Used;
    }
    let verdict = subject.verdict(context)?;
    for mv in subject.legal_moves(context, MAX_CELLS as usize)?.moves {
        if let Move::Draw(number) = mv {
            chart.cells[number as usize - 1].kind = Kind::Lose;
        }
    }
    if let Verdict::Win(_) = verdict {
        for mv in targets(subject, context) {
            if let Move::Draw(number) = mv {
                chart.cells[number as usize - 1].kind = Kind::Win;
                chart.cells[number as usize - 1].target = true;
            }
        }
    }
    if let Some(&last) = subject.record.position.numbers.last() {
        chart.cells[last as usize - 1].pieces = 1;
    }
    fill_up(&mut chart);
    Ok(chart)
}
