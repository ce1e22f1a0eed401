//! Explanations of answers: a dozen lines that a student can follow and check by hand.

mod examples;
mod graph;
mod lasting;
mod letters;
mod matching;
mod misere;
mod outcomes;
mod positional;
mod reason;
mod row;
mod sequence;
mod sum;
mod values;

pub use lasting::lasting;
pub use reason::reason_of;

use crate::{Error, Position};
use grundy_record::{Ask, Keyword, Look, Verdict};

impl Position<'_> {
    /// Explains why the verdict holds, in lines that a person can follow.
    ///
    /// # Errors
    ///
    /// Fails as [`Position::outcome`] does, and for sums of different games.
    pub fn explain(&self) -> Result<Vec<String>, Error> {
        explain(&self.apart()?)
    }
}

/// Explains a record in paragraphs, each one line however long, and lines that begin with blanks, such as
/// the rows of a table. [`wrapped`](crate::text::wrapped) breaks them.
///
/// # Errors
///
/// Says that the position cannot be solved within the limits.
pub fn explain(position: &Position<'_>) -> Result<Vec<String>, Error> {
    position.expect_one()?;
    let verdict = position.verdict()?;
    let stuck = verdict == Verdict::Lose && position.best()?.is_none();
    let headline = if stuck {
        "LOSE: the player to move cannot move, and so has lost.".into()
    } else {
        headline(verdict)
    };
    let mut lines = vec![position.record_line(), headline, String::new()];
    let signature = position.signature();
    let misere =
        position.record().modifiers.has(Keyword::Misere) && !signature.values_decide_misere;
    let outcomes = |_| outcomes::explain(position, verdict);
    lines.extend(match position.signature().look {
        Look::Heaps if misere => misere::explain(position, verdict).or_else(outcomes)?,
        Look::Drawn | Look::Walk => matching::explain(position, verdict, stuck)?,
        Look::Tokens => graph::explain(position, verdict)?,
        Look::Parts => positional::explain(position, verdict)?,
        Look::Countdown => outcomes::of_flags(position, verdict)?,
        _ if !position.answers(Ask::Values) && position.record().rules.own().is_some() => {
            outcomes::of_rule(position, verdict)?
        }
        _ if !position.answers(Ask::Values) => outcomes::explain(position, verdict)?,
        Look::Letters => letters::explain(position, verdict)?,
        // A position may have values under normal play that say nothing of misère play.
        _ if misere => outcomes::explain(position, verdict)?,
        // The outcome may be known although the values are beyond the limits.
        Look::Row | Look::Strip => row::explain(position, verdict).or_else(outcomes)?,
        Look::Heaps | Look::Piles | Look::Pieces | Look::Plain => {
            sum::explain(position, verdict).or_else(outcomes)?
        }
    });
    lines.extend(
        position
            .signature()
            .theorem
            .and_then(|theorem| theorem.at(position.record())),
    );
    lines.extend(lasting(position));
    Ok(lines)
}

/// Writes the first line about a verdict.
fn headline(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(0) => "WIN: the player to move cannot move, and so has won.".into(),
        Verdict::Win(1) => "WIN: the player to move can force a win, by one first move.".into(),
        Verdict::Win(count) => {
            format!("WIN: the player to move can force a win, by {count} different first moves.")
        }
        Verdict::Lose => {
            "LOSE: whatever the player to move does, the other can force a win.".into()
        }
        Verdict::Draw => "DRAW: neither player can force a win.".into(),
    }
}
