//! Explanations of positions of several numbers that belong together: the values that the moves lead to.

use super::examples::{best_moves, one_reply};
use super::values::{finite, nim_sum};
use crate::text::list;
use crate::{Error, Position};
use grundy_record::Verdict;

/// The most moves whose values are computed.
const MAX_VALUED_MOVES: usize = 500;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let value = |at: grundy_record::Position| {
        position
            .values_at(at)
            .map(|values| nim_sum(&finite(&values)))
    };
    let own = value(position.record().position.clone())?;
    let mut lines = vec![format!(
        "By Sprague and Grundy, the position counts like a heap of Nim: its value is the least number that none of its \
         moves leads to (mex). The numbers are one position; its value is {own}."
    )];
    let legal = position.first_moves(MAX_VALUED_MOVES)?;
    if legal.moves.is_empty() {
        lines.push("There is no move here at all.".into());
        return Ok(lines);
    }
    if !legal.more {
        let options = legal.moves.iter().filter_map(|mv| position.next(mv));
        let mut reached: Vec<u64> = options.map(value).collect::<Result<_, _>>()?;
        reached.sort_unstable();
        reached.dedup();
        lines.push(format!(
            "The moves lead to the values {}; the least number missing is {own}.",
            list(reached, 20)
        ));
    }
    lines.push(String::new());
    if let Verdict::Win(_) = verdict {
        lines.push("A move wins exactly when it leads to the value 0. Winning:".into());
        lines.push(format!("  {}", best_moves(position)?));
        return Ok(lines);
    }
    lines.push(
        "The value is 0: every move leads to another number, and a reply can lead back to 0. A player who always \
         leaves 0 makes the last move."
            .into(),
    );
    lines.extend(one_reply(position)?);
    Ok(lines)
}
