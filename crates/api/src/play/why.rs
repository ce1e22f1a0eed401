//! Why a move is not legal.

use super::words::tidy;
use crate::Position;
use crate::text::joined;
use grundy_record::{Look, Move};

/// The most moves that a reason lists.
const MAX_MOVES_IN_REASON: usize = 8;

/// Says why the typed words are no legal move here.
pub fn reason(typed: &str, position: &Position<'_>, legal: &[Move]) -> String {
    let look = position.signature().look;
    let mut typed = tidy(typed);
    // Ways such as `up` may be typed with capital letters.
    if look == Look::Pieces {
        typed = typed.to_lowercase();
    }
    if matches!(look, Look::Drawn | Look::Walk) {
        return match typed.parse() {
            Ok(number) if look == Look::Drawn => not_drawn(number, position),
            Ok(vertex) => not_visited(vertex, position),
            Err(_) => format!("`{typed}` is not a number; `help` says what can be typed"),
        };
    }
    if matches!(look, Look::Parts | Look::Letters) {
        return format!(
            "`{typed}` is no move here; {}",
            possible(None, "part", legal)
        );
    }
    let components = position
        .record()
        .position
        .numbers
        .len()
        .max(position.record().position.tuples.len());
    let what = position.component_name();
    let (index, body) = match typed.split_once(':') {
        None => (None, typed.as_str()),
        Some((index, body)) => match index.parse::<usize>() {
            Ok(index) if (1..=components).contains(&index) => (Some(index - 1), body),
            _ => return format!("there is no {what} {index}; they are numbered 1 to {components}"),
        },
    };
    let is_move = |c: char| c.is_ascii_digit() || matches!(c, ',' | '>' | '+');
    let is_way = ["up", "left", "u", "l"]
        .iter()
        .any(|way| body.starts_with(way));
    if body.is_empty() || !(body.chars().all(is_move) || is_way) {
        return format!("`{typed}` is not a move; `help` says what can be typed");
    }
    let index = index.or((components == 1).then_some(0));
    if let (Some(index), Some((from, _))) = (index, body.split_once('>')) {
        let now = component(position, index);
        if !from.is_empty() && from != now {
            return format!("{what} {} is {now}, not {from}", index + 1);
        }
    }
    let specific = match look {
        Look::Pieces => not_reached(body.rsplit('>').next().unwrap_or(body), position),
        Look::Heaps | Look::Countdown => not_taken(body, index, position),
        _ => None,
    };
    if let Some(index) =
        index.filter(|&index| !legal.iter().any(|mv| mv.component() == Some(index)))
    {
        return format!("there is no move of {what} {}", index + 1);
    }
    let specific = specific.unwrap_or_else(|| "the rules have no such move".into());
    format!("{specific}; {}", possible(index, what, legal))
}

fn component(position: &Position<'_>, index: usize) -> String {
    let here = &position.record().position;
    match here.numbers.get(index) {
        Some(number) => number.to_string(),
        None => here.tuples.get(index).map(joined).unwrap_or_default(),
    }
}

/// Lists the first legal moves, of one component if it is known which.
fn possible(index: Option<usize>, what: &str, legal: &[Move]) -> String {
    let moves: Vec<&Move> = legal
        .iter()
        .filter(|mv| index.is_none() || mv.component() == index)
        .collect();
    let whose = index.map_or_else(String::new, |index| format!(" of {what} {}", index + 1));
    let more = if moves.len() > MAX_MOVES_IN_REASON {
        " …"
    } else {
        ""
    };
    format!(
        "the moves{whose} are {}{more}",
        itertools::join(moves.into_iter().take(MAX_MOVES_IN_REASON), " ")
    )
}

fn not_taken(body: &str, index: Option<usize>, position: &Position<'_>) -> Option<String> {
    let &heap = position.record().position.numbers.get(index?)?;
    let taken = match body.split_once('>') {
        Some((_, to)) => to.parse().ok().and_then(|to| heap.checked_sub(to)),
        None => body.parse().ok(),
    };
    let taken = taken?;
    let amounts = position.record().rules.amounts();
    if taken == 0 {
        return Some("a move changes something".into());
    }
    if taken > heap {
        return Some(format!("heap {} has only {heap}", index? + 1));
    }
    if !amounts.is_empty() && !amounts.iter().any(|range| range.contains(taken)) {
        return Some(format!(
            "{taken} is not among the amounts that may be taken"
        ));
    }
    match position.record().modifiers.left {
        Some(left) if heap - taken < left => Some(format!("at least {left} must be left")),
        _ => None,
    }
}

fn not_reached(target: &str, position: &Position<'_>) -> Option<String> {
    let (row, col) = target.split_once(',')?;
    let cell = [row.parse::<u64>().ok()?, col.parse::<u64>().ok()?];
    let size = position.record().size?;
    if cell[0] == 0 || cell[1] == 0 || cell[0] > size.rows || cell[1] > size.cols {
        return Some(format!(
            "{target} is outside the board of {} rows and {} columns",
            size.rows, size.cols
        ));
    }
    if position
        .record()
        .modifiers
        .damaged
        .iter()
        .any(|damaged| damaged == cell)
    {
        return Some(format!("{target} is damaged"));
    }
    Some(format!(
        "no {} gets to {target} in one move",
        position.signature().name
    ))
}

/// Says why a number cannot be drawn.
fn not_drawn(number: u64, position: &Position<'_>) -> String {
    let record = position.record();
    let drawn = &record.position.numbers;
    let limit = position.order().unwrap_or(0);
    if number == 0 || number > limit {
        return format!("the numbers are 1 to {limit}");
    }
    if record
        .modifiers
        .damaged_numbers
        .iter()
        .any(|range| range.contains(number))
    {
        return format!("{number} is not on the board");
    }
    if drawn.contains(&number) {
        return format!("{number} is drawn already");
    }
    match drawn.last() {
        None => format!("{number} is odd; the first number must be even"),
        Some(last) => format!("{number} is neither a factor nor a multiple of {last}"),
    }
}

fn not_visited(vertex: u64, position: &Position<'_>) -> String {
    let path = &position.record().position.numbers;
    let vertices = position.order().unwrap_or(0);
    if vertex == 0 || vertex > vertices {
        return format!("the vertices are 1 to {vertices}");
    }
    if path.contains(&vertex) {
        return format!("{vertex} was visited already");
    }
    format!(
        "no edge joins {vertex} and {}",
        path.last().copied().unwrap_or(0)
    )
}
