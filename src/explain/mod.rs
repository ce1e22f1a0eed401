//! Why an answer holds: a dozen lines that a student can follow and check by hand.

mod flags;
mod graph;
mod matching;
mod misere;
mod outcomes;
mod positional;
mod reply;
mod row;
mod sequence;
mod sum;

use crate::games::Context;
use crate::language::answer;
use crate::record::{Ask, Fault, Field, Move, Position, Value, Verdict, View};
use crate::subject::{Subject, wrap};

/// How many components, moves or pairs are listed.
const MAX_LISTED: usize = 10;

/// The explanation of a record: paragraphs, each one line however long, and lines that begin with blanks, such as
/// the rows of a table. [`wrapped`] breaks them.
///
/// # Errors
///
/// When the position cannot be solved within the limits.
pub fn explain(subject: &mut Subject<'_>, context: &Context) -> Result<Vec<String>, Fault> {
    let verdict = subject.verdict(context)?;
    let stuck = verdict == Verdict::Lose && subject.best(context)?.is_none();
    let headline = match stuck {
        true => "LOSE: the player to move cannot move, and so has lost.".into(),
        false => headline(verdict),
    };
    let mut lines = vec![subject.text(), headline, String::new()];
    // Nim and subtraction are played by their values under misère play, too.
    let misere = subject.record.modifiers.misere && !subject.is("nim") && !subject.is("subtraction");
    let without_values = subject.own_rule().is_some_and(|(_, has_values)| !has_values);
    lines.extend(match subject.signature().view {
        View::Heaps if misere => misere::explain(subject, context, verdict)
            .or_else(|_| outcomes::explain(subject, context, verdict))?,
        _ if without_values => outcomes::explain(subject, context, verdict)?,
        View::Drawn | View::Walk => matching::explain(subject, context, verdict, stuck)?,
        View::Tokens => graph::explain(subject, context, verdict)?,
        View::Parts => positional::explain(subject, context, verdict)?,
        View::Countdown => flags::explain(subject, context, verdict)?,
        View::Heaps | View::Piles | View::Row | View::Strip | View::Pieces | View::Plain
            if !subject.signature().asks.contains(Ask::Values) =>
        {
            outcomes::explain(subject, context, verdict)?
        }
        // The outcome may be known where the values are beyond the limits.
        View::Row | View::Strip => row::explain(subject, context, verdict)
            .or_else(|_| outcomes::explain(subject, context, verdict))?,
        View::Heaps | View::Piles | View::Pieces | View::Plain => sum::explain(subject, context, verdict)
            .or_else(|_| outcomes::explain(subject, context, verdict))?,
    });
    lines.extend(subject.signature().theorem.and_then(|theorem| theorem.at(&subject.record)));
    Ok(lines)
}

/// Breaks paragraphs into lines of at most `width` characters; the continuation of an indented line is indented further.
pub fn wrapped(paragraphs: &[String], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in paragraphs {
        let indent = paragraph.len() - paragraph.trim_start().len();
        if paragraph.chars().count() <= width {
            lines.push(paragraph.clone());
            continue;
        }
        let further = if indent == 0 { 0 } else { indent + 2 };
        for (i, line) in wrap(paragraph, width.saturating_sub(further).max(1)).into_iter().enumerate() {
            lines.push(format!("{:1$}{line}", "", if i == 0 { indent } else { further }));
        }
    }
    lines
}

fn headline(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(0) => "WIN: the player to move cannot move, and so has won.".into(),
        Verdict::Win(1) => "WIN: the player to move can force a win, by one first move.".into(),
        Verdict::Win(count) => {
            format!("WIN: the player to move can force a win, by {count} different first moves.")
        }
        Verdict::Lose => "LOSE: whatever the player to move does, the other can force a win.".into(),
        Verdict::Draw => "DRAW: neither player can force a win.".into(),
    }
}

fn text(mv: &Move) -> String {
    let mut out = Vec::new();
    answer::write_move(mv, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn value_text(value: &Value) -> String {
    let mut out = Vec::new();
    answer::write_field(&Field::Grundy(value.clone()), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Items separated by blanks, the first of many.
fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut items = items.into_iter();
    let shown = itertools::join(items.by_ref().take(most), " ");
    if items.next().is_some() { format!("{shown} …") } else { shown }
}

/// The values of the components of a position under the subject's rules.
fn values(subject: &mut Subject<'_>, context: &Context, position: Position) -> Result<Vec<Value>, Fault> {
    let here = subject.go_to(position);
    let values = subject.values(context);
    subject.go_to(here);
    values
}

/// The first winning or drawing moves, without listing all of many.
fn some_best_moves(subject: &mut Subject<'_>, context: &Context) -> Result<Vec<Move>, Fault> {
    match subject.best_moves(context) {
        Ok(moves) => Ok(moves),
        // More than an answer lists: the first will do.
        Err(_) => Ok(subject.best(context)?.into_iter().collect()),
    }
}
