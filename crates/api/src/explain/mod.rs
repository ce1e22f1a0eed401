//! Explanations of answers: a dozen lines that a student can follow and check by hand.

mod graph;
mod matching;
mod misere;
mod outcomes;
mod positional;
mod row;
mod sequence;
mod sum;

use crate::text::list;
use crate::{Error, Position};
use grundy_games::questions::remoteness::Extent;
use grundy_record::{Ask, Field, Keyword, Look, Move, Outcome, Value, Verdict};

/// The most components, moves or pairs that an explanation lists.
const MAX_EXPLAINED_ITEMS: usize = 10;

/// Explains a record in paragraphs, each one line however long, and lines that begin with blanks, such as
/// the rows of a table. [`wrapped`](crate::text::wrapped) breaks them.
///
/// # Errors
///
/// Says that the position cannot be solved within the limits.
pub fn explain(position: &Position<'_>) -> Result<Vec<String>, Error> {
    let verdict = position.verdict()?;
    let stuck = verdict == Verdict::Lose && position.best()?.is_none();
    let headline = if stuck {
        "LOSE: the player to move cannot move, and so has lost.".into()
    } else {
        headline(verdict)
    };
    let mut lines = vec![position.record_line(), headline, String::new()];
    // Nim and subtraction are played by their values also under misère play.
    let misere = position.record().modifiers.has(Keyword::Misere)
        && !position.is("nim")
        && !position.is("subtraction");
    let outcomes = |_| outcomes::explain(position, verdict);
    lines.extend(match position.signature().look {
        Look::Heaps if misere => misere::explain(position, verdict).or_else(outcomes)?,
        Look::Drawn | Look::Walk => matching::explain(position, verdict, stuck)?,
        Look::Tokens => graph::explain(position, verdict)?,
        Look::Parts => positional::explain(position, verdict)?,
        Look::Countdown => outcomes::of_flags(position, verdict)?,
        _ if !position.answers(Ask::Values) => outcomes::explain(position, verdict)?,
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

/// Says how long play lasts, if few positions can come; gives `None` for a draw, or if play is over.
pub fn lasting(position: &Position<'_>) -> Option<String> {
    /// An endgame of this extent opens in a few milliseconds.
    const EXTENT: Extent = Extent {
        positions: 1_000,
        moves: 20_000,
        bytes: 16 << 20,
        work: 1 << 30,
    };
    let position = position.apart().ok()?;
    let endgame = position.endgame(EXTENT).ok()??;
    match endgame.look_up(std::slice::from_ref(&position.record().position))? {
        (Outcome::Draw, _) | (_, 0) => None,
        (_, 1) => Some("Play lasts one move.".into()),
        (_, moves) => Some(format!(
            "Play lasts {moves} moves if the winner hurries and the loser holds out."
        )),
    }
}

/// Says why a best move is the best, in words that follow the move.
///
/// # Errors
///
/// Says that the position cannot be solved within the limits.
pub fn reason_of(position: &Position<'_>, mv: &Move) -> Result<String, Error> {
    Ok(match position.verdict()? {
        Verdict::Lose => "loses like every move, but holds out".into(),
        Verdict::Draw => "keeps the draw".into(),
        Verdict::Win(_) => {
            let mut left = None;
            if !position.is_misere() && position.answers(Ask::Values) {
                left = position.option(mv).map(|next| next.values());
            }
            match left {
                Some(Ok(values)) if values.len() == 1 => "wins: it leaves the value 0".into(),
                Some(Ok(values)) if !values.is_empty() => {
                    let values = list(values.iter().map(value_text), 2 * MAX_EXPLAINED_ITEMS);
                    format!("wins: it leaves the values {values}, whose nim-sum is 0")
                }
                _ => "wins: the other player is left in a lost position".into(),
            }
        }
    })
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

/// Writes a value as answers do.
fn value_text(value: &Value) -> String {
    Field::Grundy(value.clone()).to_string()
}

/// Lists some winning moves, or in a drawn position some that keep the draw.
fn best_moves(position: &Position<'_>) -> Result<String, Error> {
    Ok(list(position.some_winning_moves()?, MAX_EXPLAINED_ITEMS))
}

/// Lists the finite values among these.
fn finite(values: &[Value]) -> Vec<u64> {
    values
        .iter()
        .filter_map(|value| match value {
            Value::Finite(value) => Some(*value),
            Value::Infinite(_) => None,
        })
        .collect()
}

/// Adds values without carry.
fn nim_sum(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// Finds an example of how the second player answers.
fn one_reply(position: &Position<'_>) -> Result<Option<String>, Error> {
    let legal = position.first_moves(1)?;
    let Some(first) = legal.moves.first() else {
        return Ok(Some("There is no move here at all.".into()));
    };
    let Some(next) = position.option(first) else {
        return Ok(None);
    };
    Ok(next
        .best()?
        .map(|reply| format!("  for example {first} is answered by {reply}")))
}
