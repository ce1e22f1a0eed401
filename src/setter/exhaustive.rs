//! All positions of a small box: multisets of heaps, tuples of piles, boards of a size, graphs of some vertices.
//!
//! A position is a sequence of numbers, each from a range that the numbers before it give. Every beginning of a sequence
//! goes on, so that listing stops as soon as there are too many: the sequences of `nim` with heaps to 2 are 1, 2 for one
//! heap, and 1 1, 1 2, 2 2 for two.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::{Trouble, ensure};
use crate::generate::{self, Parameters, Share};
use crate::record::{PositionKind, Signature, Size, Slot, View};

/// The most records of a group that lists all positions, and the most numbers of one.
const MAX_LISTED: usize = 1_000_000;
const MAX_NUMBERS: u64 = 64;

/// The ends of the records of some positions.
type Listing = Box<dyn Iterator<Item = String>>;

/// The positions that are sequences of a length, each number from a range that those before it give.
fn listing(
    length: u64,
    range: impl Fn(&[u64]) -> RangeInclusive<u64> + Copy + 'static,
    text: impl Fn(&[u64]) -> String + 'static,
) -> Result<Listing, Trouble> {
    ensure(length <= MAX_NUMBERS, too_many())?;
    let all = move || sequences(length as usize, range);
    // They are counted before any text is made.
    ensure(all().nth(MAX_LISTED).is_none(), too_many())?;
    Ok(Box::new(all().map(move |numbers| text(&numbers))))
}

/// The sequences of a length, each number from a range that those before it give; the last number varies fastest.
fn sequences(
    length: usize,
    range: impl Fn(&[u64]) -> RangeInclusive<u64>,
) -> impl Iterator<Item = Vec<u64>> {
    let (mut numbers, mut is_first) = (Vec::with_capacity(length), true);
    // For each number of the sequence, the larger ones that come after it.
    let mut larger: Vec<RangeInclusive<u64>> = Vec::with_capacity(length);
    std::iter::from_fn(move || {
        while !std::mem::take(&mut is_first) {
            numbers.pop();
            if let Some(next) = larger.last_mut()?.next() {
                numbers.push(next);
                break;
            }
            larger.pop();
        }
        while numbers.len() < length {
            let mut all = range(&numbers);
            numbers.push(all.next()?);
            larger.push(all);
        }
        Some(numbers.clone())
    })
}

fn too_many() -> Trouble {
    format!("these are more than {MAX_LISTED} positions")
}

/// Every position within the sizes of a group.
///
/// # Errors
///
/// When they are too many, or not of a kind that is listed.
pub(super) fn exhaustive(
    parameters: &Parameters,
    signature: &Signature,
) -> Result<Vec<String>, Trouble> {
    let any_outcome = Parameters {
        heaps: None,
        ..parameters.clone()
    };
    ensure(
        any_outcome.takes_all(),
        "all positions have all outcomes: leave out their constraints",
    )?;
    match on_boards_and_graphs(parameters, signature)? {
        Some(listing) => listed(parameters, signature, listing),
        None => of_numbers(parameters, signature),
    }
}

/// The records of a listing, under the rules of the parameters or those that stand for none.
fn listed(
    parameters: &Parameters,
    signature: &Signature,
    listing: Listing,
) -> Result<Vec<String>, Trouble> {
    let rules = parameters
        .rules
        .as_deref()
        .unwrap_or(generate::usual_rules(signature));
    let head = format!("{} {rules}", signature.name);
    let keywords: String = parameters
        .keywords
        .iter()
        .map(|keyword| format!(" {}", keyword.word()))
        .collect();
    let record = |text: String| {
        // Keywords stand before the position, or behind a board.
        let (rest, position) = text.split_at(text.find(':').unwrap_or(text.len()));
        format!("{}{rest}{keywords}{position}", head.trim_end())
            .trim_end()
            .to_owned()
    };
    let records = listing.take(MAX_LISTED + 1).map(record).collect_vec();
    ensure(records.len() <= MAX_LISTED, too_many())?;
    Ok(records)
}

/// All positions of heaps, squares or tuples within the sizes.
pub(super) fn of_numbers(
    parameters: &Parameters,
    signature: &Signature,
) -> Result<Vec<String>, Trouble> {
    let random_rules = !matches!(signature.slots, [] | [Slot::Number { needed: false }]);
    let one_rule = !random_rules || parameters.rules.is_some();
    ensure(
        one_rule,
        "all positions are those of one rule: give `rules`",
    )?;
    let arity = generate::numbers_of(signature, parameters);
    let (least, most) = parameters.heaps.unwrap_or((1, 2));
    let counts = (least, most.min(MAX_NUMBERS + 1));
    // How many numbers there are, the least of them, by how much each is larger than the one before if they ascend, and
    // the sign between them.
    let ((least, most), low, step, separator) = match signature.position {
        PositionKind::Numbers => (counts, 1, Some(0), " "),
        PositionKind::Squares { first } => (counts, first, Some(1), " "),
        PositionKind::Row => (counts, 0, None, " "),
        PositionKind::Tuples { .. } if !signature.has(Slot::Coins) => {
            ((arity, arity), 0, None, ",")
        }
        _ => {
            return Err(format!(
                "the positions of `{}` are not listed one by one",
                signature.name
            ));
        }
    };
    let (low, high) = (parameters.min.unwrap_or(low), parameters.max.unwrap_or(5));
    let of_count = |count: u64| {
        let range = move |before: &[u64]| {
            let behind = step.unwrap_or(0) * (count - 1 - before.len() as u64);
            let low = before
                .last()
                .zip(step)
                .map_or(low, |(last, step)| last + step);
            low..=high.saturating_sub(behind)
        };
        listing(count, range, move |numbers| {
            format!(": {}", numbers.iter().join(separator))
        })
    };
    let listings: Vec<Listing> = (least..=most).map(of_count).try_collect()?;
    listed(
        parameters,
        signature,
        Box::new(listings.into_iter().flatten()),
    )
}

/// The boards of a size, or the graphs of some vertices; nothing for other games.
fn on_boards_and_graphs(
    parameters: &Parameters,
    signature: &Signature,
) -> Result<Option<Listing>, Trouble> {
    let pieces = match parameters.pieces {
        Some(Share::Count(pieces)) => pieces,
        Some(Share::Part(_)) => {
            return Err("all boards have a number of pieces, and no share".into());
        }
        None => 0,
    };
    let size = parameters.size.unwrap_or(Size { rows: 2, cols: 3 });
    let vertices = parameters.limit.unwrap_or(4);
    let walk = signature.view == View::Walk;
    let is_graph = matches!(signature.slots, [Slot::Order | Slot::Edges | Slot::Arcs])
        || signature.slots == [Slot::GraphOrBoard] && parameters.limit.is_some();
    ensure(
        !is_graph || parameters.rules.is_none(),
        "all graphs are listed: leave out `rules`",
    )?;
    let listing = match signature.slots {
        [Slot::Board] if signature.has_pieces() => boards(size, pieces),
        [Slot::Steps, Slot::Board] if parameters.rules.is_some() => boards(size, pieces),
        [Slot::GraphOrBoard] if is_graph => graphs(vertices, '-', false, false),
        [Slot::Board | Slot::GraphOrBoard] | [Slot::Shapes | Slot::Piece, _] => boards(size, 0),
        [Slot::Order] => graphs(vertices, '<', false, false),
        [Slot::Edges] => graphs(vertices, '-', false, walk),
        [Slot::Arcs] => graphs(vertices, '>', !parameters.acyclic, true),
        [Slot::Bar] if parameters.rules.is_none() => bars(size),
        [Slot::Limit] => {
            let most = parameters.limit.unwrap_or(10);
            listing(1, move |_| 1..=most, |limit| format!(" {}:", limit[0]))
        }
        _ => return Ok(None),
    };
    listing.map(Some)
}

/// All boards of a size: each cell is free, 0, damaged, 1, or holds one of the pieces, 2.
fn boards(size: Size, pieces: u64) -> Result<Listing, Trouble> {
    let cells = size.rows.saturating_mul(size.cols);
    let range = move |before: &[u64]| {
        let missing = pieces - before.iter().filter(|&&cell| cell == 2).count() as u64;
        let open = cells - before.len() as u64;
        (if missing == open { 2 } else { 0 })..=(if missing > 0 { 2 } else { 1 })
    };
    listing(
        if pieces > cells { u64::MAX } else { cells },
        range,
        move |board| {
            let row = |row: &[u64]| {
                row.iter()
                    .map(|&cell| ['.', 'X', 'K'][cell as usize])
                    .collect::<String>()
            };
            format!(" {}", board.chunks(size.cols as usize).map(row).join("/"))
        },
    )
}

/// All labelled graphs: each pair joined or not, in both directions if arcs may go back; with a token on each vertex in
/// turn, if it has one.
fn graphs(vertices: u64, sign: char, both: bool, token: bool) -> Result<Listing, Trouble> {
    let some = 1..=vertices.min(MAX_NUMBERS);
    let all = some.clone().cartesian_product(some);
    let pairs = all
        .filter(|&(from, to)| from < to || both && from > to)
        .collect_vec();
    let count = pairs.len();
    let range = move |before: &[u64]| {
        if before.len() == count {
            1..=vertices
        } else {
            0..=1
        }
    };
    listing(count as u64 + u64::from(token), range, move |chosen| {
        let edges = pairs.iter().zip(chosen).filter(|&(_, &chosen)| chosen > 0);
        let edges: String = edges
            .map(|((from, to), _)| format!(" {from}{sign}{to}"))
            .collect();
        let token = if token {
            format!(" {}", chosen[count])
        } else {
            String::new()
        };
        format!(" {vertices}{edges}:{token}")
    })
}

/// All bars that are left of one of a size: rows none of which is longer than the one above.
fn bars(size: Size) -> Result<Listing, Trouble> {
    let range = move |before: &[u64]| before.last().map_or(1..=size.cols, |&last| 0..=last);
    listing(size.rows, range, |rows| {
        format!(" rows {}:", rows.iter().join(" "))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::Context;
    use crate::setter::{Cases, Plan};

    /// The records of a group that lists all.
    fn all(game: &str, more: &str) -> Result<Vec<String>, Trouble> {
        let text = format!(
            "name = 'a'\ngame = '{game}'\n{more}[[group]]\nname = 'g'\nkind = 'exhaustive'\n"
        );
        let text = match more.split_once('|') {
            Some((rules, group)) => text.replace(more, rules) + group,
            None => text,
        };
        let mut plan = Plan::read(&text, Path::new(".")).unwrap();
        let cases = Cases::of(&mut plan, &[], &Context::default())?;
        Ok(cases
            .cases
            .into_iter()
            .flat_map(|case| case.records)
            .collect())
    }

    #[test]
    fn all_boards_and_graphs_are_there_once() {
        for (game, more, count) in [
            // A piece on one of the free cells of each board of four cells: 4 · 2³.
            ("king", "|size = '2x2'", 32),
            ("queen", "|size = '1x4'\npieces = 2", 24),
            ("leaper", "rules = '-1,0'\n|size = '2x2'", 32),
            ("cram", "|size = '2x3'", 64),
            ("place", "rules = 'domino'\n|size = '2x2'", 16),
            ("placement", "|size = '2x2'", 16),
            ("node-kayles", "|limit = 4", 64),
            ("node-kayles", "|size = '2x2'", 16),
            ("arc-kayles", "|limit = 3", 8),
            ("poset", "|limit = 3", 8),
            ("geography", "|limit = 4", 4 * 64),
            ("graph", "|limit = 3", 3 * 64),
            ("graph", "|limit = 4\nacyclic = true", 4 * 64),
            // Rows 1 to 2, then at most as long: 2 + 3.
            ("chomp", "|size = '2x2'", 5),
            ("factor", "|limit = 5", 5),
            ("nim", "|max = 3", 3 + 6),
        ] {
            let records = all(game, more).unwrap_or_else(|error| panic!("{game} {more}: {error}"));
            let different: std::collections::BTreeSet<&String> = records.iter().collect();
            assert_eq!(
                (records.len(), different.len()),
                (count, count),
                "{game} {more}"
            );
        }
        assert!(
            all("king", "|size = '5x5'")
                .unwrap_err()
                .contains("more than")
        );
        // They are counted before they are listed: 9 · 2⁸, and 20 · 2¹⁹.
        assert_eq!(
            all("king", "|size = '3x3'\npieces = 1").unwrap().len(),
            9 << 8
        );
        assert!(
            all("king", "|size = '4x5'\npieces = 1")
                .unwrap_err()
                .contains("more than")
        );
        assert!(
            all("geography", "|limit = 7")
                .unwrap_err()
                .contains("more than")
        );
    }
}
