//! All positions of a small box: multisets of heaps, tuples of piles, boards of a size, graphs of some vertices.
//!
//! A position is a sequence of numbers, each from a range that the numbers before it give: the sequences of `nim` with
//! heaps to 2 are 1, 2 for one heap, and 1 1, 1 2, 2 2 for two. The ranges are such that every beginning of a sequence
//! can be completed, so that sequences are found without search, and listing stops as soon as there are too many.

#![expect(
    clippy::cast_possible_truncation,
    reason = "sequences have at most 64 numbers"
)]

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::error::{SetterError, ensure};
use crate::generate::{self, Parameters, Share};
use grundy_base::range::Range;
use grundy_games::questions::legal::Legal;
use grundy_record::{Look, NumberUse, PositionKind, Signature, Size, Slot};

/// The most records of a group that lists all positions.
const MAX_RECORDS: usize = 1_000_000;
/// The most numbers in the sequence of one position.
const MAX_SEQUENCE: u64 = 64;

/// The texts of some positions: what stands in a record after the rules.
type Listing = Box<dyn Iterator<Item = String>>;

/// Lists the positions that are sequences of a length, each number from a range that those before it give.
fn listing(
    length: u64,
    range: impl Fn(&[u64]) -> RangeInclusive<u64> + Copy + 'static,
    text: impl Fn(&[u64]) -> String + 'static,
) -> Result<Listing, SetterError> {
    listing_of_some(length, range, |_| true, text)
}

/// Lists, of the positions that are sequences of a length, those that are admitted.
fn listing_of_some(
    length: u64,
    range: impl Fn(&[u64]) -> RangeInclusive<u64> + Copy + 'static,
    admits: impl Fn(&[u64]) -> bool + 'static,
    text: impl Fn(&[u64]) -> String + 'static,
) -> Result<Listing, SetterError> {
    ensure(length <= MAX_SEQUENCE, too_many())?;
    let length = length as usize;
    // The sequences are counted before any text is made.
    let one_too_many = Sequences::new(length, range).nth(MAX_RECORDS);
    ensure(one_too_many.is_none(), too_many())?;
    let sequences = Sequences::new(length, range).filter(move |numbers| admits(numbers));
    Ok(Box::new(sequences.map(move |numbers| text(&numbers))))
}

/// The sequences of a length, each number from a range that those before it give; the last number varies fastest.
struct Sequences<R> {
    /// The number of numbers of a sequence.
    length: usize,
    /// The function that gives the range of the next number after some numbers.
    range: R,
    /// The sequence that was given last.
    numbers: Vec<u64>,
    /// For each number of that sequence, the larger numbers that come after it.
    larger: Vec<RangeInclusive<u64>>,
    /// Whether a sequence was given.
    has_begun: bool,
}

impl<R: Fn(&[u64]) -> RangeInclusive<u64>> Sequences<R> {
    fn new(length: usize, range: R) -> Sequences<R> {
        Sequences {
            length,
            range,
            numbers: Vec::with_capacity(length),
            larger: Vec::with_capacity(length),
            has_begun: false,
        }
    }

    /// Makes the last number that can be larger as little larger as possible, and drops the numbers after it. Gives
    /// `None` if none can be larger.
    fn increase(&mut self) -> Option<()> {
        loop {
            self.numbers.pop();
            if let Some(next) = self.larger.last_mut()?.next() {
                self.numbers.push(next);
                return Some(());
            }
            self.larger.pop();
        }
    }
}

impl<R: Fn(&[u64]) -> RangeInclusive<u64>> Iterator for Sequences<R> {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        if self.has_begun {
            self.increase()?;
        }
        self.has_begun = true;
        while self.numbers.len() < self.length {
            let mut range = (self.range)(&self.numbers);
            self.numbers.push(range.next()?);
            self.larger.push(range);
        }
        Some(self.numbers.clone())
    }
}

fn too_many() -> SetterError {
    format!("these are more than {MAX_RECORDS} positions")
}

/// Lists every position within the sizes of a group.
///
/// # Errors
///
/// Says that they are too many, or not of a kind that is listed.
pub(super) fn exhaustive(
    parameters: &Parameters,
    signature: &Signature,
) -> Result<Vec<String>, SetterError> {
    let any_outcome = Parameters {
        heaps: None,
        ..parameters.clone()
    };
    ensure(
        any_outcome.takes_all(),
        "all positions have all outcomes: leave out their constraints",
    )?;
    match on_boards_and_graphs(parameters, signature)? {
        Some(listing) => records(parameters, signature, listing),
        None => of_numbers(parameters, signature),
    }
}

/// Writes the records of a listing, under the rules of the parameters, or else the usual rules of the game.
fn records(
    parameters: &Parameters,
    signature: &Signature,
    listing: Listing,
) -> Result<Vec<String>, SetterError> {
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
        // Keywords stand before the position, or after a board.
        let (rest, position) = text.split_at(text.find(':').unwrap_or(text.len()));
        format!("{}{rest}{keywords}{position}", head.trim_end())
            .trim_end()
            .to_owned()
    };
    let records = listing.take(MAX_RECORDS + 1).map(record).collect_vec();
    ensure(records.len() <= MAX_RECORDS, too_many())?;
    Ok(records)
}

/// The numbers that are the positions of a game.
struct Numbers {
    /// The least and the largest number of numbers.
    counts: RangeInclusive<u64>,
    /// The least value of a number, if the group says none.
    low: u64,
    /// The least difference of each number from the one before it, which is smaller; `None` if their order is free.
    step: Option<u64>,
    /// The text between two numbers.
    separator: &'static str,
}

impl Numbers {
    /// Says which numbers the positions of a game are; `None` if they are others than those listed here.
    fn of(signature: &Signature, parameters: &Parameters) -> Option<Numbers> {
        let heaps = parameters.heaps.unwrap_or(Range::new(1, 2));
        // One more than allowed is an error of its own.
        let counts = heaps.low..=heaps.high.min(MAX_SEQUENCE + 1);
        match signature.position {
            PositionKind::Numbers => Some(Numbers {
                counts,
                low: 1,
                step: Some(0),
                separator: " ",
            }),
            PositionKind::Squares { first } => Some(Numbers {
                counts,
                low: first,
                step: Some(1),
                separator: " ",
            }),
            PositionKind::Row => Some(Numbers {
                counts,
                low: 0,
                step: None,
                separator: " ",
            }),
            PositionKind::Tuples { .. } if !signature.has(Slot::Coins) => {
                let arity = generate::numbers_of(signature, parameters);
                Some(Numbers {
                    counts: arity..=arity,
                    low: 0,
                    step: None,
                    separator: ",",
                })
            }
            _ => None,
        }
    }
}

/// Lists all positions of heaps, squares or tuples within the sizes.
pub(super) fn of_numbers(
    parameters: &Parameters,
    signature: &Signature,
) -> Result<Vec<String>, SetterError> {
    let random_rules = !matches!(signature.slots, [] | [Slot::Number(NumberUse::Optional)]);
    let one_rule = !random_rules || parameters.rules.is_some();
    ensure(
        one_rule,
        "all positions are those of one rule: give `rules`",
    )?;
    let Some(numbers) = Numbers::of(signature, parameters) else {
        return Err(format!(
            "the positions of `{}` are not listed one by one",
            signature.name
        ));
    };
    let Numbers {
        counts,
        low,
        step,
        separator,
    } = numbers;
    let low = parameters.min.unwrap_or(low);
    let high = parameters.max.unwrap_or(5);
    let legal = Legal::of_rules(signature, parameters.rules.as_deref());
    let are_rows = !matches!(signature.position, PositionKind::Tuples { .. });
    let mut listings: Vec<Listing> = Vec::new();
    for count in counts {
        let range = move |before: &[u64]| {
            let least = match (before.last(), step) {
                (Some(last), Some(step)) => last + step,
                _ => low,
            };
            // The numbers that follow need room above this one.
            let following = count - 1 - before.len() as u64;
            least..=high.saturating_sub(step.unwrap_or(0) * following)
        };
        let text = move |numbers: &[u64]| format!(": {}", numbers.iter().join(separator));
        let legal = legal.clone();
        let admits = move |numbers: &[u64]| are_rows || legal.admits(numbers);
        listings.push(listing_of_some(count, range, admits, text)?);
    }
    let all = Box::new(listings.into_iter().flatten());
    records(parameters, signature, all)
}

/// Lists the boards of a size, or the graphs of some vertices; gives `None` for other games.
fn on_boards_and_graphs(
    parameters: &Parameters,
    signature: &Signature,
) -> Result<Option<Listing>, SetterError> {
    let pieces = match parameters.pieces {
        Some(Share::Count(pieces)) => pieces,
        Some(Share::Part(_)) => {
            return Err("all boards have a number of pieces, and no share".into());
        }
        None => 0,
    };
    let size = parameters.size.unwrap_or(Size { rows: 2, cols: 3 });
    let vertices = parameters.limit.unwrap_or(4);
    let has_walker = signature.look == Look::Walk;
    let is_graph = matches!(signature.slots, [Slot::Order | Slot::Edges | Slot::Arcs])
        || signature.slots == [Slot::GraphOrBoard] && parameters.limit.is_some();
    ensure(
        !is_graph || parameters.rules.is_none(),
        "all graphs are listed: leave out `rules`",
    )?;
    let listing = match signature.slots {
        [Slot::Board] if signature.has_pieces() => boards(size, pieces),
        [Slot::Steps, Slot::Board] if parameters.rules.is_some() => boards(size, pieces),
        [Slot::GraphOrBoard] if is_graph => graphs(vertices, Lines::Edges, false),
        [Slot::Board | Slot::GraphOrBoard] | [Slot::Shapes | Slot::Piece, _] => boards(size, 0),
        [Slot::Order] => graphs(vertices, Lines::Order, false),
        [Slot::Edges] => graphs(vertices, Lines::Edges, has_walker),
        [Slot::Arcs] if parameters.acyclic => graphs(vertices, Lines::AscendingArcs, true),
        [Slot::Arcs] => graphs(vertices, Lines::Arcs, true),
        [Slot::Bar] if parameters.rules.is_none() => bars(size),
        [Slot::Number(NumberUse::Limit)] => {
            let most = parameters.limit.unwrap_or(10);
            listing(1, move |_| 1..=most, |limit| format!(" {}:", limit[0]))
        }
        _ => return Ok(None),
    };
    listing.map(Some)
}

/// A free cell in the sequence of a board.
const FREE_CELL: u64 = 0;
/// A damaged cell.
const DAMAGED_CELL: u64 = 1;
/// A cell with a piece.
const PIECE_CELL: u64 = 2;

/// Lists all boards of a size: each cell is free, damaged, or holds one of the pieces.
fn boards(size: Size, pieces: u64) -> Result<Listing, SetterError> {
    let cells = size.rows.saturating_mul(size.cols);
    ensure(pieces <= cells, too_many())?;
    let range = move |before: &[u64]| {
        let placed = before.iter().filter(|&&cell| cell == PIECE_CELL).count() as u64;
        let missing = pieces - placed;
        let open = cells - before.len() as u64;
        let low = if missing == open {
            PIECE_CELL
        } else {
            FREE_CELL
        };
        let high = if missing > 0 {
            PIECE_CELL
        } else {
            DAMAGED_CELL
        };
        low..=high
    };
    listing(cells, range, move |board| {
        let rows = board.chunks(size.cols as usize);
        format!(" {}", rows.map(row_text).join("/"))
    })
}

/// Writes a row of a board.
fn row_text(row: &[u64]) -> String {
    row.iter()
        .map(|&cell| match cell {
            FREE_CELL => '.',
            DAMAGED_CELL => 'X',
            _ => 'K',
        })
        .collect()
}

/// The lines that may join two vertices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// Edges without direction.
    Edges,
    /// Relations of a partial order.
    Order,
    /// Arcs in both directions.
    Arcs,
    /// Arcs from smaller to larger vertices, which form no cycle.
    AscendingArcs,
}

/// Lists all labelled graphs: each pair of vertices is joined or not; if there is a token, it stands on each vertex in
/// turn.
fn graphs(vertices: u64, lines: Lines, has_token: bool) -> Result<Listing, SetterError> {
    let sign = match lines {
        Lines::Edges => '-',
        Lines::Order => '<',
        Lines::Arcs | Lines::AscendingArcs => '>',
    };
    let some = 1..=vertices.min(MAX_SEQUENCE);
    let all = some.clone().cartesian_product(some);
    let pairs = all
        .filter(|&(from, to)| from < to || lines == Lines::Arcs && from > to)
        .collect_vec();
    // A number 0 or 1 for each pair says whether it is joined; the vertex of the token follows.
    let count = pairs.len();
    let length = count as u64 + u64::from(has_token);
    let range = move |before: &[u64]| {
        if before.len() == count {
            1..=vertices
        } else {
            0..=1
        }
    };
    listing(length, range, move |numbers| {
        let joined = pairs
            .iter()
            .zip(numbers)
            .filter(|&(_, &number)| number == 1);
        let lines: String = joined
            .map(|((from, to), _)| format!(" {from}{sign}{to}"))
            .collect();
        match numbers.get(count) {
            Some(token) => format!(" {vertices}{lines}: {token}"),
            None => format!(" {vertices}{lines}:"),
        }
    })
}

/// Lists all bars that are left of one of a size: rows none of which is longer than the one above.
fn bars(size: Size) -> Result<Listing, SetterError> {
    let range = move |before: &[u64]| before.last().map_or(1..=size.cols, |&last| 0..=last);
    listing(size.rows, range, |rows| {
        format!(" rows {}:", rows.iter().join(" "))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Plan, TestCases};
    use grundy_games::Context;

    /// Returns the records of a group that lists all.
    fn all(game: &str, more: &str) -> Result<Vec<String>, SetterError> {
        let text = format!(
            "name = 'a'\ngame = '{game}'\n{more}[[group]]\nname = 'g'\nkind = 'exhaustive'\n"
        );
        let text = match more.split_once('|') {
            Some((rules, group)) => text.replace(more, rules) + group,
            None => text,
        };
        let mut plan = Plan::read(&text, Path::new(".")).unwrap();
        let cases = TestCases::of(&mut plan, &[], &Context::default())?;
        Ok(cases
            .cases
            .into_iter()
            .flat_map(|case| case.records)
            .collect())
    }

    #[test]
    fn all_boards_and_graphs_are_there_once() {
        for (game, more, count) in [
            // A piece stands on one of the free cells of each board of four cells: 4 · 2³.
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
