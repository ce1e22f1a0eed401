//! Sums: the values of the components, their nim-sum, and what a move does to it.

use super::{MAX_LISTED, list, some_best_moves, text, values};
use crate::games::Context;
use crate::record::{Ask, Fault, Move, Period, Position, PositionKind, Value, Verdict};
use crate::subject::Subject;
use crate::theory::budget::Budget;

/// The work that the search for a period may take.
const QUICK_WORK: u64 = 1 << 28;
/// The most moves of a component whose values are looked at.
const MAX_FOLLOWERS: usize = 5_000;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let misere = std::mem::take(&mut subject.record.modifiers.misere);
    let explained = under_normal_play(subject, context, verdict, misere);
    subject.record.modifiers.misere = misere;
    explained
}

/// Values are those of normal play, also where misère play is explained by them.
fn under_normal_play(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
    misere: bool,
) -> Result<Vec<String>, Fault> {
    let here = subject.record.position.clone();
    let values = finite(values(subject, context, here.clone())?);
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    let names = components(&here);
    let mut lines = Vec::new();
    if values.is_empty() {
        lines.push("Nothing is in play.".to_owned());
        return Ok(lines);
    }
    lines.push(format!(
        "By Sprague and Grundy, each {} counts like a heap of Nim: its value is the least number",
        kind(subject)
    ));
    lines.push("that none of its moves leads to (mex). Values add without carry, in binary.".to_owned());
    table(&names, &values, nim_sum, kind(subject), &mut lines);
    lines.push(String::new());
    if misere {
        misere_rule(&values, nim_sum, &mut lines);
        subject.record.modifiers.misere = true;
        let best = some_best_moves(subject, context);
        subject.record.modifiers.misere = false;
        if let Verdict::Win(1..) = verdict {
            let best = best?;
            lines.push(format!("Winning: {}", list(best.iter().map(text), MAX_LISTED)));
        }
    } else {
        normal_rule(subject, context, &values, nim_sum, &mut lines)?;
    }
    why_mex(subject, context, &names, &values, &mut lines)?;
    period(subject, context, &mut lines)?;
    Ok(lines)
}

fn kind(subject: &Subject<'_>) -> &'static str {
    match subject.signature().position {
        PositionKind::Cells => "piece",
        PositionKind::Tuples { .. } => "group of piles",
        _ => "heap",
    }
}

/// Sums under normal play have finite values.
fn finite(values: Vec<Value>) -> Vec<u64> {
    let finite = |value| if let Value::Finite(value) = value { value } else { 0 };
    values.into_iter().map(finite).collect()
}

fn components(position: &Position) -> Vec<String> {
    let numbers = position.numbers.iter().map(u64::to_string);
    numbers.chain(position.tuples.iter().map(|tuple| itertools::join(tuple, ","))).collect()
}

/// One line a component, its value in decimal and in binary, and the nim-sum below.
fn table(names: &[String], values: &[u64], nim_sum: u64, kind: &str, lines: &mut Vec<String>) {
    let bits = values.iter().map(|value| 64 - value.leading_zeros()).max().unwrap_or(0).max(1) as usize;
    let shown = || names.iter().zip(values).enumerate().take(MAX_LISTED);
    let label = |i: usize, name: &str| format!("{kind} {}: {name}", i + 1);
    let width = shown().map(|(i, (name, _))| label(i, name).len()).max().unwrap_or(0).max("nim-sum".len());
    let digits = values.iter().max().map_or(1, |value| value.to_string().len());
    for (i, (name, value)) in shown() {
        lines.push(format!("  {:width$}   value {value:digits$}   {value:0bits$b}", label(i, name)));
    }
    if values.len() > MAX_LISTED {
        lines.push(format!("  … and {} more", values.len() - MAX_LISTED));
    }
    lines.push(format!("  {:width$}         {nim_sum:digits$}   {nim_sum:0bits$b}", "nim-sum"));
}

fn normal_rule(
    subject: &mut Subject<'_>,
    context: &Context,
    values: &[u64],
    nim_sum: u64,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    if nim_sum == 0 {
        lines.push(
            "The nim-sum is 0: every move changes one value and so makes it another number, and the".into(),
        );
        lines.push("reply can make it 0 again. Who always leaves 0 makes the last move.".into());
        return one_reply(subject, context, lines);
    }
    lines.push(
        "The nim-sum is not 0: a move wins exactly when it leaves 0, that is, when it turns a value v".into(),
    );
    lines.push(format!("into v xor {nim_sum}. The other then always faces 0, and in the end has no move."));
    for mv in some_best_moves(subject, context)?.iter().take(MAX_LISTED) {
        if let Move::Heap { index, .. } | Move::Split { index, .. } | Move::Tuple { index, .. } = mv {
            let value = values.get(*index).copied().unwrap_or(0);
            lines.push(format!("  {}   value {value} becomes {}", text(mv), value ^ nim_sum));
        }
    }
    Ok(())
}

/// An example of how the second player answers.
fn one_reply(subject: &mut Subject<'_>, context: &Context, lines: &mut Vec<String>) -> Result<(), Fault> {
    let legal = subject.legal_moves(context, 1)?;
    let Some(first) = legal.moves.first() else {
        lines.push("There is no move here at all.".into());
        return Ok(());
    };
    let Some(next) = subject.record.position.after(first) else { return Ok(()) };
    let here = subject.go_to(next);
    let reply = subject.best(context);
    subject.go_to(here);
    if let Some(reply) = reply? {
        lines.push(format!("  for example {} is answered by {}", text(first), text(&reply)));
    }
    Ok(())
}

fn misere_rule(values: &[u64], nim_sum: u64, lines: &mut Vec<String>) {
    let large = values.iter().filter(|&&value| value > 1).count();
    lines.push(
        "Under misère play who cannot move wins. Play as under normal play, nim-sum 0, while some value"
            .into(),
    );
    lines
        .push("is above 1; when a move leaves none above 1, leave an odd number of ones (nim-sum 1).".into());
    lines.push(match large {
        0 => format!("Here no value is above 1, so the player to move wins when the nim-sum is 0: it is {nim_sum}."),
        1 => format!("Here one value is above 1, so the player to move wins unless the nim-sum is 0: it is {nim_sum}."),
        _ => format!("Here {large} of the values are above 1, so the player to move wins unless the nim-sum is 0: it is {nim_sum}."),
    });
}

/// For one component: the values its moves lead to, and the least that is missing.
fn why_mex(
    subject: &mut Subject<'_>,
    context: &Context,
    names: &[String],
    own: &[u64],
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    // The least component with a value that takes an argument.
    let small = |&i: &usize| own[i] > 0 && own[i] <= 100;
    let Some(index) = (0..own.len()).filter(small).min_by_key(|&i| own[i]) else { return Ok(()) };
    let here = subject.record.position.clone();
    let mut alone = Position::default();
    match here.numbers.get(index) {
        Some(&heap) => alone.numbers.push(heap),
        None => _ = here.tuples.get(index).map(|tuple| alone.tuples.push(tuple)),
    }
    subject.go_to(alone);
    let legal = subject.legal_moves(context, MAX_FOLLOWERS);
    let reached = legal.and_then(|legal| {
        if legal.more {
            return Ok(None);
        }
        followers(subject, context, &legal.moves).map(Some)
    });
    subject.go_to(here);
    let Some(mut reached) = reached? else { return Ok(()) };
    reached.sort_unstable();
    reached.dedup();
    lines.push(String::new());
    lines.push(format!(
        "Why {} {} has value {}: its moves lead to the values {}; the least number missing is {}.",
        kind(subject),
        names[index],
        own[index],
        list(reached, 20),
        own[index]
    ));
    Ok(())
}

/// The values that moves of a lone component lead to.
fn followers(subject: &mut Subject<'_>, context: &Context, moves: &[Move]) -> Result<Vec<u64>, Fault> {
    let mut all = Position::default();
    for mv in moves {
        match mv {
            Move::Heap { to, .. } => all.numbers.push(*to),
            Move::Split { parts, .. } => all.numbers.extend(parts),
            Move::Tuple { to, .. } => _ = all.tuples.push(to.as_slice()),
            _ => {}
        }
    }
    let mut values = finite(values(subject, context, all)?).into_iter();
    let mut next = || values.next().unwrap_or(0);
    Ok(moves
        .iter()
        .map(|mv| if matches!(mv, Move::Split { .. }) { next() ^ next() } else { next() })
        .collect())
}

/// What is known of the whole sequence of values.
fn period(subject: &mut Subject<'_>, context: &Context, lines: &mut Vec<String>) -> Result<(), Fault> {
    let asks = subject.signature().asks;
    let largest = subject.record.position.numbers.iter().copied().max().unwrap_or(0);
    let alone = Position { numbers: vec![largest.min(24)], ..Position::default() };
    let here = subject.go_to(alone);
    let sequence = asks.contains(Ask::Sequence).then(|| subject.sequence(context));
    // Worth a second, not the half minute that the ask itself may take.
    let quick = Context::new(Budget { work: context.budget.work.min(QUICK_WORK), ..context.budget });
    let period = asks.contains(Ask::Period).then(|| subject.period(&quick));
    subject.go_to(here);
    if let Some(Ok(sequence)) = sequence {
        lines.push(format!("Values of heaps 0, 1, 2, …: {}", list(&sequence, 25)));
    }
    match period {
        Some(Ok(Some(Period { preperiod, period, .. }))) => lines.push(format!(
            "From heap {preperiod} on they repeat every {period} heaps (proved), so no heap is too large."
        )),
        Some(Ok(None)) => {
            lines.push("No period of these values was found within the limits.".into());
        }
        _ => {}
    }
    Ok(())
}
