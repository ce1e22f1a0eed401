//! Sums: the values of the components, their nim-sum, and what a move does to it.

use super::examples::{MAX_EXPLAINED_ITEMS, best_moves, one_reply};
use super::sequence::sequence;
use super::values::{finite, nim_sum};
use crate::text::position_text;
use crate::{Error, Moves, Position};
use grundy_record::{Keyword, Move, Slot, Taken, Tuple, Verdict, WrittenLetters};

/// The most moves of a component whose values are computed.
const MAX_FOLLOWERS: usize = 5_000;
/// The most moves of a component that are shown with their values.
const MAX_SHOWN: usize = 24;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    // Values are those of normal play, also if misère play is explained by them.
    let normal = position.changed(|_, modifiers| modifiers.keywords.remove(Keyword::Misere));
    let values = finite(&normal.values()?);
    let names = components(&position.record().position);
    let mut lines = Vec::new();
    if values.is_empty() {
        lines.push("Nothing is in play.".to_owned());
        return Ok(lines);
    }
    if !position.record().rules.amounts().is_empty() && position.signature().has(Slot::Amounts) {
        lines.push(position.rules_in_words());
    }
    lines.push(format!(
        "By Sprague and Grundy, each {} counts like a heap of Nim: its value is the least number that none \
         of its moves leads to (mex). Values add without carry, in binary.",
        position.component_name()
    ));
    let nim_sum = nim_sum(&values);
    table(
        &names,
        &values,
        nim_sum,
        position.component_name(),
        &mut lines,
    );
    lines.push(String::new());
    if position.record().modifiers.has(Keyword::Misere) {
        misere_rule(&values, nim_sum, &mut lines);
        if let Verdict::Win(1..) = verdict {
            lines.push(format!("Winning: {}", best_moves(position)?));
        }
    } else {
        lines.extend(normal_rule(position, &names, &values)?);
    }
    lines.extend(why_mex(&normal, &names, &values)?);
    sequence(&normal, &mut lines)?;
    Ok(lines)
}

fn components(position: &grundy_record::Position) -> Vec<String> {
    let opened = position.opened.as_deref();
    let numbers = position
        .numbers
        .iter()
        .enumerate()
        .map(|(i, heap)| match opened {
            None => heap.to_string(),
            Some(opened) if opened.get(i) == Some(&true) => format!("row of {heap}"),
            Some(_) => format!("ring of {heap}"),
        });
    let tuples = position.tuples.iter();
    let tuples = tuples.map(|numbers| position_text(numbers, position.words));
    let letters = position.letters.iter().map(shortened);
    numbers.chain(tuples).chain(letters).collect()
}

/// Writes the letters of a position, or their beginning if they are many.
fn shortened(letters: &WrittenLetters) -> String {
    /// The most characters that are shown.
    const SHOWN: usize = 40;
    let text = letters.to_string();
    if text.len() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

/// Writes a line for each component, with its value in decimal and in binary, and the nim-sum below.
fn table(names: &[String], values: &[u64], nim_sum: u64, kind: &str, lines: &mut Vec<String>) {
    let bits = values
        .iter()
        .map(|value| 64 - value.leading_zeros())
        .max()
        .unwrap_or(0)
        .max(1) as usize;
    let shown = || {
        names
            .iter()
            .zip(values)
            .enumerate()
            .take(MAX_EXPLAINED_ITEMS)
    };
    let label = |i: usize, name: &str| format!("{kind} {}: {name}", i + 1);
    let width = shown()
        .map(|(i, (name, _))| label(i, name).len())
        .max()
        .unwrap_or(0)
        .max("nim-sum".len());
    let digits = values
        .iter()
        .max()
        .map_or(1, |value| value.to_string().len());
    for (i, (name, value)) in shown() {
        lines.push(format!(
            "  {:width$}   value {value:digits$}   {value:0bits$b}",
            label(i, name)
        ));
    }
    if values.len() > MAX_EXPLAINED_ITEMS {
        lines.push(format!(
            "  … and {} more",
            values.len() - MAX_EXPLAINED_ITEMS
        ));
    }
    lines.push(format!(
        "  {:width$}         {nim_sum:digits$}   {nim_sum:0bits$b}",
        "nim-sum"
    ));
}

fn normal_rule(
    position: &Position<'_>,
    names: &[String],
    values: &[u64],
) -> Result<Vec<String>, Error> {
    let nim_sum = nim_sum(values);
    if nim_sum == 0 {
        let rule = "The nim-sum is 0: every move changes one value and so makes it another number, and the reply can \
                    make it 0 again. A player who always leaves 0 makes the last move.";
        return Ok([rule.to_owned()]
            .into_iter()
            .chain(one_reply(position)?)
            .collect());
    }
    let mut lines = vec![format!(
        "The nim-sum is not 0: a move wins exactly when it leaves 0, that is, when it turns a value v into v \
         xor {nim_sum}. The other then always faces 0, and in the end has no move."
    )];
    let all = position.winning_moves().ok();
    let here = &position.record().position;
    let best = match &all {
        Some(all) => all.clone(),
        None => position.best()?.into_iter().collect(),
    };
    for mv in best.iter().take(MAX_EXPLAINED_ITEMS) {
        if let Some(index) = component(mv, here) {
            let value = values.get(index).copied().unwrap_or(0);
            lines.push(format!(
                "  {mv}   value {value} becomes {}",
                value ^ nim_sum
            ));
        }
    }
    if all.is_none() {
        return Ok(lines);
    }
    // Why there are no others: components that no winning move changes.
    let helpless =
        (0..values.len()).filter(|&i| best.iter().all(|mv| component(mv, here) != Some(i)));
    for index in helpless.take(MAX_EXPLAINED_ITEMS) {
        let value = values[index];
        let wanted = value ^ nim_sum;
        let above = if wanted > value && position.signature().values_are_sizes {
            ", which is more"
        } else {
            ""
        };
        lines.push(format!(
            "  {} {}: {}   {value} xor {nim_sum} = {wanted}{above}, and no move of it leads there",
            position.component_name(),
            index + 1,
            names[index]
        ));
    }
    Ok(lines)
}

/// Returns the component that a move changes.
fn component(mv: &Move, here: &grundy_record::Position) -> Option<usize> {
    match mv {
        // The head that is turned to tails stands first.
        Move::Take { index: None, what } => {
            let head = match what {
                Taken::Places(places) => Tuple::new(places.get(..1)?),
                Taken::Cells(cells) => *cells.first()?,
                _ => return None,
            };
            here.tuples
                .iter()
                .position(|tuple| tuple == head.as_slice())
        }
        Move::Several(_) => None,
        mv => mv.component(),
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

/// Explains the value of one component: its moves with the values that they lead to, and the least number missing.
fn why_mex(position: &Position<'_>, names: &[String], own: &[u64]) -> Result<Vec<String>, Error> {
    // The least component with a value that takes an argument; if all are 0, the first.
    let small = |&i: &usize| own[i] > 0 && own[i] <= 100;
    let least = (0..own.len()).filter(small).min_by_key(|&i| own[i]);
    let index = least.or_else(|| own.iter().position(|&value| value == 0));
    let Some(index) = index else {
        return Ok(Vec::new());
    };
    let Some(alone) = component_alone(&position.record().position, index) else {
        return Ok(Vec::new());
    };
    let Moves { moves, more } = position.at(alone).first_moves(MAX_FOLLOWERS)?;
    let Some(reached) = followers(position, &moves)? else {
        return Ok(Vec::new());
    };
    if more {
        return Ok(Vec::new());
    }
    let what = match (
        position.record().modifiers.has(Keyword::Ring),
        position.component_name(),
    ) {
        (true, _) => names[index].clone(),
        // A heap's number and its size are both numbers: "heap 3" would be the third heap.
        (false, "heap") => format!("a heap of {}", names[index]),
        (false, kind) => format!("{kind} {}", names[index]),
    };
    let value = own[index];
    if moves.is_empty() {
        return Ok(vec![
            String::new(),
            format!("Why {what} has value 0: it has no move."),
        ]);
    }
    let head = match value {
        0 => format!("Why {what} has value 0: none of its moves leads to 0."),
        _ => format!(
            "Why {what} has value {value}: its moves lead to every number below {value}, and none leads to {value}."
        ),
    };
    // All of few moves; of many, the first that leads to each number below, or the first few.
    let shown: Vec<usize> = match value {
        _ if moves.len() <= MAX_SHOWN => (0..moves.len()).collect(),
        0 => (0..MAX_SHOWN).collect(),
        _ => (0..value)
            .filter_map(|below| reached.iter().position(|values| nim_sum(values) == below))
            .take(MAX_SHOWN)
            .collect(),
    };
    let all = shown.len() == moves.len();
    let moved = shown
        .iter()
        .map(|&i| format!("{} {}", after(&moves[i]), in_words(&reached[i])));
    let dots = if all { "" } else { "; …" };
    Ok(vec![
        String::new(),
        head,
        format!("  a move to {}{dots}", itertools::join(moved, "; ")),
    ])
}

/// Returns the position of one component alone; `None` of positions that are not taken apart.
fn component_alone(
    here: &grundy_record::Position,
    index: usize,
) -> Option<grundy_record::Position> {
    let mut alone = grundy_record::Position {
        words: here.words,
        ..grundy_record::Position::default()
    };
    if let Some(&heap) = here.numbers.get(index) {
        alone.numbers.push(heap);
        alone.opened = here.opened.as_ref().map(|opened| vec![opened[index]]);
    } else {
        alone.tuples.push(here.tuples.get(index)?);
    }
    Some(alone)
}

/// Returns the result of a move in one component.
fn after(mv: &Move) -> String {
    let text = mv.to_string();
    text.rsplit('>').next().unwrap_or(&text).to_owned()
}

/// Writes the values of what a move leaves: `(value 2)`, or of two parts `(1 xor 3 = 2)`.
fn in_words(values: &[u64]) -> String {
    match values {
        [value] => format!("(value {value})"),
        values => format!(
            "({} = {})",
            itertools::join(values, " xor "),
            nim_sum(values)
        ),
    }
}

/// Returns the values that moves of a lone component lead to; gives `None` if some move is of another form.
fn followers(position: &Position<'_>, moves: &[Move]) -> Result<Option<Vec<Vec<u64>>>, Error> {
    let mut all = grundy_record::Position::default();
    for mv in moves {
        match mv {
            Move::Heap { to, .. } => all.numbers.push(*to),
            Move::Split { parts, .. } => all.numbers.extend(parts),
            Move::Tuple { to, .. } => _ = all.tuples.push(to.as_slice()),
            Move::Lists { parts, .. } if parts.len() == 1 => {
                all.tuples.push_any(&parts[0].numbers);
            }
            _ => return Ok(None),
        }
    }
    if position.record().modifiers.has(Keyword::Ring) {
        all.opened = Some(vec![true; all.numbers.len()]);
    }
    let mut values = finite(&position.values_at(all)?).into_iter();
    let mut next = || values.next().unwrap_or(0);
    let reached = |mv: &Move| match mv {
        Move::Split { .. } => vec![next(), next()],
        _ => vec![next()],
    };
    Ok(Some(moves.iter().map(reached).collect()))
}
