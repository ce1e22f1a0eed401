//! Sums: the values of the components, their nim-sum, and what a move does to it.

use super::reply::one_reply;
use super::sequence::sequence;
use super::{MAX_LISTED, list, some_best_moves, text, values};
use crate::games::Context;
use crate::record::{Fault, Move, Position, Slot, Taken, Tuple, Value, Verdict, View};
use crate::subject::Subject;

/// The most moves of a component whose values are looked at.
const MAX_FOLLOWERS: usize = 5_000;
/// The most moves of a component that are shown with their values.
const MAX_SHOWN: usize = 24;

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
    if !subject.record.rules.amounts().is_empty() && subject.signature().has(Slot::Amounts) {
        subject.record.modifiers.misere = misere;
        lines.push(subject.rules_in_words());
        subject.record.modifiers.misere = false;
    }
    lines.push(format!(
        "By Sprague and Grundy, each {} counts like a heap of Nim: its value is the least number that none \
         of its moves leads to (mex). Values add without carry, in binary.",
        kind(subject)
    ));
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
        normal_rule(subject, context, &names, &values, &mut lines)?;
    }
    why_mex(subject, context, &names, &values, &mut lines)?;
    sequence(subject, context, &mut lines)?;
    Ok(lines)
}

fn kind(subject: &Subject<'_>) -> &'static str {
    match subject.signature().view {
        View::Pieces => "piece",
        View::Piles => "position",
        View::Plain => "head",
        _ => "heap",
    }
}

/// Sums under normal play have finite values.
fn finite(values: Vec<Value>) -> Vec<u64> {
    let finite = |value| if let Value::Finite(value) = value { value } else { 0 };
    values.into_iter().map(finite).collect()
}

fn components(position: &Position) -> Vec<String> {
    let opened = position.opened.as_deref();
    let numbers = position.numbers.iter().enumerate().map(|(i, heap)| match opened {
        None => heap.to_string(),
        Some(opened) if opened.get(i) == Some(&true) => format!("row of {heap}"),
        Some(_) => format!("ring of {heap}"),
    });
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
    names: &[String],
    values: &[u64],
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    if nim_sum == 0 {
        lines.push(
            "The nim-sum is 0: every move changes one value and so makes it another number, and the reply can \
             make it 0 again. A player who always leaves 0 makes the last move."
                .into(),
        );
        return one_reply(subject, context, lines);
    }
    lines.push(format!(
        "The nim-sum is not 0: a move wins exactly when it leaves 0, that is, when it turns a value v into v \
         xor {nim_sum}. The other then always faces 0, and in the end has no move."
    ));
    let all = subject.best_moves(context).ok();
    let here = subject.record.position.clone();
    let best = match &all {
        Some(all) => all.clone(),
        None => some_best_moves(subject, context)?,
    };
    for mv in best.iter().take(MAX_LISTED) {
        if let Some(index) = component(mv, &here) {
            let value = values.get(index).copied().unwrap_or(0);
            lines.push(format!("  {}   value {value} becomes {}", text(mv), value ^ nim_sum));
        }
    }
    if all.is_none() {
        return Ok(());
    }
    // Why there are no others: components that no winning move changes.
    let helpless = (0..values.len()).filter(|&i| best.iter().all(|mv| component(mv, &here) != Some(i)));
    for index in helpless.take(MAX_LISTED) {
        let (value, wanted) = (values[index], values[index] ^ nim_sum);
        let above = if wanted > value && subject.is("nim") { ", which is more" } else { "" };
        lines.push(format!(
            "  {} {}   {value} xor {nim_sum} = {wanted}{above}, and no move of it leads there",
            names_kind(subject, index),
            names[index]
        ));
    }
    Ok(())
}

/// The name of a component, with its number.
fn names_kind(subject: &Subject<'_>, index: usize) -> String {
    format!("{} {}:", kind(subject), index + 1)
}

/// The component that a move changes.
fn component(mv: &Move, here: &Position) -> Option<usize> {
    match mv {
        Move::Heap { index, .. }
        | Move::Split { index, .. }
        | Move::Tuple { index, .. }
        | Move::Parts { index, .. } => Some(*index),
        // The head that is turned to tails stands first.
        Move::Take { index: None, what } => {
            let head = match what {
                Taken::Places(places) => Tuple::new(places.get(..1)?),
                Taken::Cells(cells) => *cells.first()?,
                _ => return None,
            };
            here.tuples.iter().position(|tuple| tuple == head.as_slice())
        }
        Move::Take { index, .. } => *index,
        _ => None,
    }
}

fn misere_rule(values: &[u64], nim_sum: u64, lines: &mut Vec<String>) {
    let large = values.iter().filter(|&&value| value > 1).count();
    lines.push(
        "Under misère play a player who cannot move wins. Play as under normal play, nim-sum 0, while some \
         value is above 1; when a move leaves none above 1, leave an odd number of ones (nim-sum 1)."
            .into(),
    );
    lines.push(match large {
        0 => format!("Here no value is above 1, so the player to move wins when the nim-sum is 0: it is {nim_sum}."),
        1 => format!("Here one value is above 1, so the player to move wins unless the nim-sum is 0: it is {nim_sum}."),
        _ => format!("Here {large} of the values are above 1, so the player to move wins unless the nim-sum is 0: it is {nim_sum}."),
    });
}

/// For one component: its moves with the values they lead to, and the least number missing.
fn why_mex(
    subject: &mut Subject<'_>,
    context: &Context,
    names: &[String],
    own: &[u64],
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    // The least component with a value that takes an argument; where all are 0, the first.
    let small = |&i: &usize| own[i] > 0 && own[i] <= 100;
    let least = (0..own.len()).filter(small).min_by_key(|&i| own[i]);
    let Some(index) = least.or_else(|| own.iter().position(|&value| value == 0)) else { return Ok(()) };
    let here = subject.record.position.clone();
    let mut alone = Position::default();
    match (here.numbers.get(index), here.tuples.get(index)) {
        (Some(&heap), _) => {
            alone.numbers.push(heap);
            alone.opened = here.opened.as_ref().map(|opened| vec![opened[index]]);
        }
        (None, Some(tuple)) => _ = alone.tuples.push(tuple),
        // Positions of another form are not taken apart.
        (None, None) => return Ok(()),
    }
    subject.go_to(alone);
    let legal = subject.legal_moves(context, MAX_FOLLOWERS);
    let reached = legal.and_then(|legal| {
        if legal.more {
            return Ok(None);
        }
        Ok(followers(subject, context, &legal.moves)?.map(|reached| (legal.moves, reached)))
    });
    subject.go_to(here);
    let Some((moves, reached)) = reached? else { return Ok(()) };
    let what = match (subject.record.modifiers.ring, kind(subject)) {
        (true, _) => names[index].clone(),
        // A heap's number and its size are both numbers: "heap 3" would be the third heap.
        (false, "heap") => format!("a heap of {}", names[index]),
        (false, kind) => format!("{kind} {}", names[index]),
    };
    let value = own[index];
    lines.push(String::new());
    if moves.is_empty() {
        lines.push(format!("Why {what} has value 0: it has no move."));
        return Ok(());
    }
    lines.push(match value {
        0 => format!("Why {what} has value 0: none of its moves leads to 0."),
        _ => format!(
            "Why {what} has value {value}: its moves lead to every number below {value}, and none leads to {value}."
        ),
    });
    // All of few moves; of many, the first that leads to each number below, or the first few.
    let shown: Vec<usize> = match value {
        _ if moves.len() <= MAX_SHOWN => (0..moves.len()).collect(),
        0 => (0..MAX_SHOWN).collect(),
        _ => (0..value)
            .filter_map(|below| reached.iter().position(|r| r.value() == below))
            .take(MAX_SHOWN)
            .collect(),
    };
    let all = shown.len() == moves.len();
    let moved = shown.iter().map(|&i| format!("{} {}", after(&moves[i]), reached[i].words()));
    let dots = if all { "" } else { "; …" };
    lines.push(format!("  a move to {}{dots}", itertools::join(moved, "; ")));
    Ok(())
}

/// The result of a move in one component.
fn after(mv: &Move) -> String {
    let text = text(mv);
    text.rsplit('>').next().unwrap_or(&text).to_owned()
}

/// The values of what a move leaves.
struct Reached(Vec<u64>);

impl Reached {
    fn value(&self) -> u64 {
        self.0.iter().fold(0, |sum, value| sum ^ value)
    }

    /// `(value 2)`, or of two parts `(1 xor 3 = 2)`.
    fn words(&self) -> String {
        match &self.0[..] {
            [value] => format!("(value {value})"),
            values => format!("({} = {})", itertools::join(values, " xor "), self.value()),
        }
    }
}

/// The values that moves of a lone component lead to; `None` where some move is of another form.
fn followers(
    subject: &mut Subject<'_>,
    context: &Context,
    moves: &[Move],
) -> Result<Option<Vec<Reached>>, Fault> {
    let mut all = Position::default();
    for mv in moves {
        match mv {
            Move::Heap { to, .. } => all.numbers.push(*to),
            Move::Split { parts, .. } => all.numbers.extend(parts),
            Move::Tuple { to, .. } => _ = all.tuples.push(to.as_slice()),
            _ => return Ok(None),
        }
    }
    if subject.record.modifiers.ring {
        all.opened = Some(vec![true; all.numbers.len()]);
    }
    let mut values = finite(values(subject, context, all)?).into_iter();
    let mut next = || values.next().unwrap_or(0);
    let reached = |mv: &Move| match mv {
        Move::Split { .. } => Reached(vec![next(), next()]),
        _ => Reached(vec![next()]),
    };
    Ok(Some(moves.iter().map(reached).collect()))
}
