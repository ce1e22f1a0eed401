//! All positions of a small box: multisets of heaps, tuples of piles, boards of a size, graphs of some vertices.

use std::ops::ControlFlow;

use super::Trouble;
use super::plan::Group;
use crate::generate::{self, Parameters, Share, each_tuple};
use crate::record::{PositionKind, Signature, Size, Slot, View};

/// The most records of a group that lists all positions.
const MOST_LISTED: u64 = 1_000_000;

/// Every position within the sizes of a group.
///
/// # Errors
///
/// When they are too many, or not of a kind that is listed.
pub(super) fn exhaustive(group: &Group, signature: &Signature) -> Result<Vec<String>, Trouble> {
    let parameters = &group.parameters;
    if group.wanted.outcome.is_some()
        || !group.wanted.near_miss.is_empty()
        || group.wanted.winning_moves.is_some()
    {
        return Err("all positions have all outcomes: leave out what is wanted of them".into());
    }
    if let Some(records) = boards_and_graphs(parameters, signature)? {
        return Ok(records);
    }
    let random_rules = !matches!(signature.slots, [] | [Slot::Number { needed: false }]);
    if random_rules && parameters.rules.is_none() {
        return Err("all positions are those of one rule: give `rules`".into());
    }
    let high = parameters.max.unwrap_or(5);
    let (low_count, high_count) = group.wanted.heaps.unwrap_or((1, 2));
    let head = format!("{}{}:", head(parameters, signature), keywords(parameters));
    let mut records = Vec::new();
    let mut list = |low: u64, arity: usize, fits: &dyn Fn(&[u64]) -> bool, separator: &str| {
        let mut many = false;
        each_tuple(low, high, arity, &mut |tuple| {
            if fits(tuple) {
                records.push(format!("{head} {}", itertools::join(tuple, separator)).trim_end().to_owned());
            }
            many = records.len() as u64 > MOST_LISTED;
            if many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if many { Err(too_many()) } else { Ok(()) }
    };
    let rising = |tuple: &[u64]| tuple.is_sorted();
    let strictly = |tuple: &[u64]| tuple.windows(2).all(|pair| pair[0] < pair[1]);
    let any = |_: &[u64]| true;
    match signature.position {
        PositionKind::Numbers => {
            for count in low_count..=high_count {
                list(parameters.min.unwrap_or(1), count as usize, &rising, " ")?;
            }
        }
        PositionKind::Row => {
            for count in low_count..=high_count {
                list(parameters.min.unwrap_or(0), count as usize, &any, " ")?;
            }
        }
        PositionKind::Squares { first } => {
            for count in low_count..=high_count {
                list(parameters.min.unwrap_or(first), count as usize, &strictly, " ")?;
            }
        }
        PositionKind::Tuples { .. } if !signature.has(Slot::Coins) => {
            let arity = parameters
                .piles
                .unwrap_or_else(|| generate::numbers_of(signature, parameters.rules.as_deref()));
            list(parameters.min.unwrap_or(0), arity as usize, &any, ",")?;
        }
        _ => return Err(format!("the positions of `{}` are not listed one by one", signature.name)),
    }
    Ok(records)
}

fn too_many() -> Trouble {
    format!("these are more than {MOST_LISTED} positions")
}

/// The name of the game and its rules.
fn head(parameters: &Parameters, signature: &Signature) -> String {
    let rules = parameters.rules.as_ref().map_or_else(String::new, |rules| format!(" {rules}"));
    format!("{}{rules}", signature.name)
}

fn keywords(parameters: &Parameters) -> String {
    parameters.keywords.iter().map(|keyword| format!(" {}", keyword.word())).collect()
}

/// The boards of a size, or the graphs of some vertices; none for games that have neither.
fn boards_and_graphs(parameters: &Parameters, signature: &Signature) -> Result<Option<Vec<String>>, Trouble> {
    let own = |word: &str| {
        let rules = parameters.rules.as_deref().unwrap_or(word);
        let rules = if rules.is_empty() { String::new() } else { format!(" {rules}") };
        format!("{}{rules}", signature.name)
    };
    let pieces = match parameters.pieces {
        Some(Share::Count(pieces)) => pieces,
        Some(Share::Part(_)) => return Err("all boards have a number of pieces, and no share".into()),
        None => 0,
    };
    let size = parameters.size.unwrap_or(Size { rows: 2, cols: 3 });
    let vertices = parameters.limit.unwrap_or(4);
    let walk = signature.view == View::Walk;
    let records = match signature.slots {
        [Slot::Board] if signature.has_pieces() => {
            boards(&head(parameters, signature), &keywords(parameters), size, pieces)
        }
        [Slot::Steps, Slot::Board] if parameters.rules.is_some() => {
            boards(&head(parameters, signature), &keywords(parameters), size, pieces)
        }
        [Slot::GraphOrBoard] if parameters.limit.is_some() => {
            graphs(parameters, signature, vertices, ("-", false), false)
        }
        [Slot::Board | Slot::GraphOrBoard] => boards(&own(""), &keywords(parameters), size, 0),
        [Slot::Shapes, _] => boards(&own("tromino"), &keywords(parameters), size, 0),
        [Slot::Piece, _] => boards(&own("queen"), &keywords(parameters), size, 0),
        [Slot::Order] => graphs(parameters, signature, vertices, ("<", false), false),
        [Slot::Bar] if parameters.rules.is_none() => bars(parameters, signature, size),
        [Slot::Edges] => graphs(parameters, signature, vertices, ("-", false), walk),
        [Slot::Arcs] => graphs(parameters, signature, vertices, (">", !parameters.acyclic), true),
        [Slot::Limit] => {
            let limits = 1..=parameters.limit.unwrap_or(10).min(MOST_LISTED);
            Ok(limits.map(|limit| format!("{} {limit}:", signature.name)).collect())
        }
        _ => return Ok(None),
    };
    records.map(Some)
}

/// All boards of a size: each cell free or damaged, with the given number of pieces on different free cells.
fn boards(head: &str, keywords: &str, size: Size, pieces: u64) -> Result<Vec<String>, Trouble> {
    // The pieces stand on a set of as many cells, and each other cell is free or damaged.
    let cells = size.rows.saturating_mul(size.cols);
    let choices =
        (0..pieces.min(cells)).try_fold(1u64, |product, i| Some(product.checked_mul(cells - i)? / (i + 1)));
    let count = choices.and_then(|choices| choices.checked_mul(1 << (cells.min(63).saturating_sub(pieces))));
    if cells > 63 || count.is_none_or(|count| count > MOST_LISTED) {
        return Err(too_many());
    }
    let mut records = Vec::new();
    let mut standing = Vec::new();
    place(0, cells, pieces, &mut standing, &mut |standing| {
        let free: Vec<u64> = (0..cells).filter(|cell| !standing.contains(cell)).collect();
        for damaged in 0u64..1 << free.len() {
            let cell = |cell: u64| match free.binary_search(&cell) {
                Ok(place) if damaged >> place & 1 > 0 => 'X',
                Ok(_) => '.',
                Err(_) => 'K',
            };
            let row = |row: u64| (0..size.cols).map(|col| cell(row * size.cols + col)).collect::<String>();
            records.push(format!("{head} {}{keywords}", itertools::join((0..size.rows).map(row), "/")));
        }
    });
    Ok(records)
}

/// Visits the sets of `pieces` cells from this one on, together with those chosen before.
fn place(from: u64, cells: u64, pieces: u64, chosen: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
    if pieces == 0 {
        return visit(chosen);
    }
    for cell in from..cells.saturating_sub(pieces - 1) {
        chosen.push(cell);
        place(cell + 1, cells, pieces - 1, chosen, visit);
        chosen.pop();
    }
}

/// All labelled graphs with the given number of vertices: each pair joined or not, in both directions where arcs may go
/// back; where there is a token, one on each vertex in turn.
fn graphs(
    parameters: &Parameters,
    signature: &Signature,
    vertices: u64,
    (sign, both): (&str, bool),
    token: bool,
) -> Result<Vec<String>, Trouble> {
    if parameters.rules.is_some() {
        return Err("all graphs are listed: leave out `rules`".into());
    }
    let pairs: Vec<(u64, u64)> = (1..=vertices.min(64))
        .flat_map(|from| (1..=vertices.min(64)).map(move |to| (from, to)))
        .filter(|&(from, to)| if both { from != to } else { from < to })
        .collect();
    let tokens = if token { vertices } else { 1 };
    if pairs.len() > 20 || (1u64 << pairs.len()).saturating_mul(tokens) > MOST_LISTED {
        return Err(too_many());
    }
    let keywords = keywords(parameters);
    let mut records = Vec::new();
    for chosen in 0u32..1 << pairs.len() {
        let edges: String = (0..pairs.len())
            .filter(|&pair| chosen >> pair & 1 > 0)
            .map(|pair| format!(" {}{sign}{}", pairs[pair].0, pairs[pair].1))
            .collect();
        for vertex in 1..=tokens {
            let token = if token { format!(" {vertex}") } else { String::new() };
            records.push(format!("{} {vertices}{edges}{keywords}:{token}", signature.name));
        }
    }
    Ok(records)
}

/// All bars that are left of one of a size: rows none of which is longer than the one above.
fn bars(parameters: &Parameters, signature: &Signature, size: Size) -> Result<Vec<String>, Trouble> {
    if size.rows > 64 || size.cols > MOST_LISTED {
        return Err(too_many());
    }
    let keywords = keywords(parameters);
    let mut bars: Vec<Vec<u64>> = (1..=size.cols).map(|row| vec![row]).collect();
    for _ in 1..size.rows {
        let longer = |bar: &Vec<u64>| {
            let most = bar.last().copied().unwrap_or(0);
            (0..=most).map(|row| [&bar[..], &[row]].concat()).collect::<Vec<_>>()
        };
        bars = bars.iter().flat_map(longer).take(MOST_LISTED as usize + 1).collect();
    }
    if bars.len() as u64 > MOST_LISTED {
        return Err(too_many());
    }
    let text = |bar: &Vec<u64>| format!("{} rows {}{keywords}:", signature.name, itertools::join(bar, " "));
    Ok(bars.iter().map(text).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::Context;
    use crate::setter::{Cases, Plan};

    /// The records of a group that lists all.
    fn all(game: &str, more: &str) -> Result<Vec<String>, Trouble> {
        let text = format!("name = 'a'\ngame = '{game}'\n{more}[[group]]\nname = 'g'\nkind = 'exhaustive'\n");
        let text = match more.split_once('|') {
            Some((rules, group)) => text.replace(more, rules) + group,
            None => text,
        };
        let mut plan = Plan::read(&text, Path::new(".")).unwrap();
        let cases = Cases::of(&mut plan, &[], &Context::default())?;
        Ok(cases.cases.into_iter().flat_map(|case| case.records).collect())
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
            assert_eq!((records.len(), different.len()), (count, count), "{game} {more}");
        }
        assert!(all("king", "|size = '5x5'").unwrap_err().contains("more than"));
        // They are counted before they are listed: 9 · 2⁸, and 20 · 2¹⁹.
        assert_eq!(all("king", "|size = '3x3'\npieces = 1").unwrap().len(), 9 << 8);
        assert!(all("king", "|size = '4x5'\npieces = 1").unwrap_err().contains("more than"));
        assert!(all("geography", "|limit = 7").unwrap_err().contains("more than"));
    }
}
