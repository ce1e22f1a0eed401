//! The factor game and geography: which numbers can be drawn now, and who wins then.
//!
//! A cell shows the outcome for the player who moves from there: a number that wins
//! for the player who draws it loses for the one who moves next.

use super::{MAX_CELLS, Part, cut, empty, links};
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Move, Verdict, View};
use crate::{Error, Position};

pub(super) fn chart(position: &Position<'_>, part: Option<Part>) -> Result<Chart, Error> {
    let limit = position.record().rules.order().unwrap_or(0);
    if limit > MAX_CELLS {
        let message = format!("{limit} numbers are too many to draw");
        return Err(position.wrong(message, "draw at most 16777216"));
    }
    let factor = position.signature().view == View::Drawn;
    let name = if factor { "number" } else { "vertex" };
    let stretch = part.map(|part| part.stretch(position, 1, limit)).transpose()?;
    let mut chart = empty(name, name);
    chart.first_col = 1;
    chart.note = Some(match factor {
        true => "W and L: the player to move wins or loses once that number is drawn".into(),
        false => "W and L: the player to move wins or loses once the token is there".into(),
    });
    chart.cells = vec![Cell { kind: Kind::Idle, ..Cell::default() }; limit as usize];
    for range in &position.record().modifiers.damaged_numbers {
        for number in range.low.max(1)..=range.high.min(limit) {
            chart.cells[number as usize - 1].kind = Kind::Damaged;
        }
    }
    for &number in &position.record().position.numbers {
        chart.cells[number as usize - 1].kind = Kind::Used;
    }
    let verdict = position.verdict()?;
    for mv in position.legal_moves(MAX_CELLS as usize)? {
        if let Move::Number(number) = mv {
            chart.cells[number as usize - 1].kind = Kind::Win;
        }
    }
    if let Verdict::Win(_) = verdict {
        for mv in position.winning_moves().unwrap_or_default() {
            if let Move::Number(number) = mv {
                chart.cells[number as usize - 1].kind = Kind::Lose;
                chart.cells[number as usize - 1].target = true;
            }
        }
    }
    if let Some(&last) = position.record().position.numbers.last() {
        chart.cells[last as usize - 1].pieces = 1;
    }
    if !factor {
        chart.links = links(position, false);
        let path = position.record().position.numbers.iter().map(|&vertex| vertex as usize - 1).collect();
        if let Some(links) = &mut chart.links {
            links.path = path;
        }
    }
    if let Some(stretch) = stretch {
        cut(&mut chart, stretch);
    }
    Ok(chart)
}
