//! Positional games: a move needs some cells and takes them with others; what is left falls into parts.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::answers::Play;
use crate::game::{Component, Game, Parts, Position, Text};
use crate::moves::board::{self, Board};
use crate::text::{self, Record};
use crate::{Fail, Res};

/// The games of this file.
pub const NAMES: [&str; 7] = ["cram", "place", "placement", "node-kayles", "arc-kayles", "take", "poset"];

/// How many moves, and pairs of moves of one position, are looked at for a record.
const WORK: usize = 12_000_000;

/// A move: the cells that must be left, all that go, how it is written.
struct Move {
    needs: BTreeSet<usize>,
    goes: BTreeSet<usize>,
    text: String,
}

/// Cells that are left, the moves on them, and cells that belong together though no move says so.
struct Rules {
    left: BTreeSet<usize>,
    moves: Vec<Move>,
    linked: Vec<(usize, usize)>,
}

/// The game with sets of cells as bits, the cells in ascending order.
struct Sets {
    /// How many moves were looked at.
    work: Cell<usize>,
    moves: Vec<(Position, Position, String)>,
    linked: Vec<Position>,
}

type Shape = BTreeSet<(i64, i64)>;

/// Moved so that its first cell is 0,0.
fn normal(shape: &Shape) -> Shape {
    let &(top, left) = shape.first().expect("a shape has a cell");
    shape.iter().map(|&(row, col)| (row - top, col - left)).collect()
}

fn eight(shape: &Shape) -> BTreeSet<Vec<(i64, i64)>> {
    let mut all = BTreeSet::new();
    for kind in 0..8 {
        let turn = |&(row, col): &(i64, i64)| {
            let (row, col) = if kind & 4 != 0 { (col, row) } else { (row, col) };
            (if kind & 1 != 0 { -row } else { row }, if kind & 2 != 0 { -col } else { col })
        };
        all.insert(normal(&shape.iter().map(turn).collect()).into_iter().collect());
    }
    all
}

fn named(word: &str) -> Option<Vec<&'static str>> {
    Some(match word {
        "domino" => vec!["0,0+0,1"],
        "tromino" => vec!["0,0+0,1+0,2", "0,0+0,1+1,0"],
        "tetromino" => vec![
            "0,0+0,1+0,2+0,3",
            "0,0+0,1+1,0+1,1",
            "0,0+0,1+0,2+1,0",
            "0,0+0,1+0,2+1,1",
            "0,0+0,1+1,1+1,2",
        ],
        _ => return None,
    })
}

fn shape(word: &str) -> Res<Shape> {
    word.split('+')
        .map(|cell| {
            let numbers = text::tuple(cell)?;
            let [row, col] = numbers[..] else { return Err(Fail::Wrong) };
            if row.max(col) > 4096 {
                return Err(Fail::Wrong);
            }
            Ok((row as i64, col as i64))
        })
        .collect()
}

/// Reads a record of one of these games.
pub fn read(record: &Record) -> Res<Play> {
    let (words, keywords) = record.keywords(match record.game.as_str() {
        "cram" | "placement" | "node-kayles" => &["misere", "damaged"],
        "place" => &["misere", "damaged", "turned"],
        _ => &["misere"],
    })?;
    let misere = keywords.has("misere");
    record.must_ask(if misere { &[] } else { &["grundy", "values"] })?;
    let position = record.position.clone().unwrap_or_default();
    if !matches!(record.game.as_str(), "placement" | "node-kayles") && !position.is_empty() {
        return Err(Fail::Wrong);
    }
    let damaged = keywords.of("damaged");
    let taken = |board: &Board| position.iter().map(|word| board.cell(word)).collect::<Res<Vec<_>>>();
    let rules = match record.game.as_str() {
        "cram" => {
            place(&Board::read(record, &words, damaged)?, &[vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]]])
        }
        "place" => {
            let (items, rest) = shapes(words, keywords.has("turned"))?;
            place(&Board::read(record, &rest, damaged)?, &items)
        }
        "placement" => {
            let (mut given, rest): (Vec<_>, Vec<_>) =
                words.into_iter().partition(|word| attacks(word).is_some());
            let (Some(piece), true) = (given.pop(), given.is_empty()) else { return Err(Fail::Wrong) };
            let (board, attacks) =
                (Board::read(record, &rest, damaged)?, attacks(&piece).ok_or(Fail::Wrong)?);
            vertices(
                &board.free,
                |a, b| a != b && far(&board, a, b, attacks),
                &taken(&board)?,
                |cell| board.name(cell),
            )?
        }
        "node-kayles" if board::is_board(record) => {
            let board = Board::read(record, &words, damaged)?;
            vertices(
                &board.free,
                |a, b| far(&board, a, b, |r, c| r + c == 1),
                &taken(&board)?,
                |cell| board.name(cell),
            )?
        }
        "take" => take(record, &words)?,
        _ => pairs(record, &words, &position, damaged)?,
    };
    Sets::play(rules, misere)
}

/// The cells that a piece attacks, by the distances in rows and columns.
fn attacks(piece: &str) -> Option<fn(i64, i64) -> bool> {
    Some(match piece {
        "king" => |r, c| r.max(c) == 1,
        "rook" => |r, c| r == 0 || c == 0,
        "bishop" => |r, c| r == c,
        "queen" => |r, c| r == c || r == 0 || c == 0,
        "knight" => |r, c| r * c == 2,
        _ => return None,
    })
}

fn far(board: &Board, a: usize, b: usize, holds: impl Fn(i64, i64) -> bool) -> bool {
    let ((r, c), (s, d)) = (board.place(a), board.place(b));
    holds((r - s).abs(), (c - d).abs())
}

/// One of some shapes, each with the ways it may lie, for each item of the rules; and the words that are left.
type Items = Vec<Vec<Vec<(i64, i64)>>>;

fn shapes(words: Vec<String>, turned: bool) -> Res<(Items, Vec<String>)> {
    let (mut items, mut rest) = (Vec::new(), Vec::new());
    for word in words {
        if let Some(shapes) = named(&word) {
            let mut all = BTreeSet::new();
            for word in shapes {
                all.extend(eight(&shape(word)?));
            }
            items.push(all.into_iter().collect());
        } else if word.contains(',') {
            let shape = shape(&word)?;
            let lying = || vec![normal(&shape).into_iter().collect()];
            items.push(if turned { eight(&shape).into_iter().collect() } else { lying() });
        } else {
            rest.push(word);
        }
    }
    if items.is_empty() { Err(Fail::Wrong) } else { Ok((items, rest)) }
}

/// Games on a graph or an order given by pairs.
fn pairs(record: &Record, words: &[String], position: &[String], damaged: &[String]) -> Res<Rules> {
    if record.position.is_none() || !damaged.is_empty() {
        return Err(Fail::Wrong);
    }
    let (count, pairs) = text::count_and_pairs(words, if record.game == "poset" { '<' } else { '-' })?;
    if pairs.iter().any(|(a, b)| a == b) || count > u64::from(u32::MAX) - 1 {
        return Err(Fail::Wrong);
    }
    let pairs: Vec<(usize, usize)> = pairs.into_iter().map(|(a, b)| (a as usize, b as usize)).collect();
    let taken = |word: &String| Ok(text::number_within(word, count)? as usize);
    let taken = position.iter().map(taken).collect::<Res<Vec<_>>>()?;
    if count > 1000 {
        return Err(Fail::TooLarge);
    }
    let all: BTreeSet<usize> = (1..=count as usize).collect();
    match record.game.as_str() {
        "node-kayles" => {
            let near = |a, b| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
            vertices(&all, near, &taken, |vertex| vertex.to_string())
        }
        "arc-kayles" => {
            let ends = pairs.iter().map(|&(a, b)| {
                let ends = BTreeSet::from([a, b]);
                Move { needs: ends.clone(), goes: ends, text: format!("{a}-{b}") }
            });
            Ok(Rules { moves: in_order(ends.collect()), linked: Vec::new(), left: all })
        }
        _ => order(all, &pairs),
    }
}

/// The general case: sets of vertices, and what goes with them.
fn take(record: &Record, words: &[String]) -> Res<Rules> {
    let (Some((count, sets)), true) = (words.split_first(), record.position.is_some()) else {
        return Err(Fail::Wrong);
    };
    let count = text::number_within(count, u64::from(u32::MAX) - 1)?;
    let list = |text: &str| {
        let vertex = |vertex| Ok(text::number_within(vertex, count)? as usize);
        text.split(',').map(vertex).collect::<Res<Vec<usize>>>()
    };
    let mut moves = Vec::new();
    for word in sets {
        let (taken, others) = word.split_once('>').map_or((word.as_str(), None), |(a, b)| (a, Some(b)));
        let others = others.map_or(Ok(Vec::new()), list)?;
        let needs: BTreeSet<usize> = list(taken)?.into_iter().collect();
        let goes = needs.iter().copied().chain(others).collect();
        moves.push(Move { needs, goes, text: taken.to_owned() });
    }
    if count > 1000 {
        return Err(Fail::TooLarge);
    }
    Ok(Rules { left: (1..=count as usize).collect(), linked: Vec::new(), moves: in_order(moves) })
}

/// Moves by their first cell, two that take the same cells as one.
fn in_order(moves: Vec<Move>) -> Vec<Move> {
    let mut once: Vec<Move> = Vec::new();
    for mv in moves {
        if !once.iter().any(|there| there.needs == mv.needs && there.goes == mv.goes) {
            once.push(mv);
        }
    }
    once.sort_by_key(|mv| mv.needs.first().copied());
    once
}

/// All ways to place one of the shapes, grouped by the items they come from.
fn place(board: &Board, items: &[Vec<Vec<(i64, i64)>>]) -> Rules {
    let mut moves: Vec<Move> = Vec::new();
    let connected = items.iter().flatten().all(|shape| {
        let (mut found, mut todo) = (BTreeSet::from([shape[0]]), vec![shape[0]]);
        while let Some((row, col)) = todo.pop() {
            for next in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)] {
                if shape.contains(&next) && found.insert(next) {
                    todo.push(next);
                }
            }
        }
        found.len() == shape.len()
    });
    for &first in &board.free {
        let (row, col) = board.place(first);
        for item in items {
            let mut here: Vec<BTreeSet<usize>> = Vec::new();
            for shape in item {
                let cells: Option<BTreeSet<usize>> =
                    shape.iter().map(|&(down, right)| board.at(row + down, col + right)).collect();
                here.extend(cells.filter(|cells| cells.is_subset(&board.free)));
            }
            here.sort();
            for cells in here {
                if !moves.iter().any(|there| there.needs == cells) {
                    let names: Vec<String> = cells.iter().map(|&cell| board.name(cell)).collect();
                    moves.push(Move { needs: cells.clone(), goes: cells, text: names.join("+") });
                }
            }
        }
    }
    let linked = if connected { board.neighbours() } else { Vec::new() };
    Rules { left: board.free.clone(), linked, moves }
}

/// Every vertex is a move that takes it and those near it; some were taken before.
fn vertices(
    all: &BTreeSet<usize>,
    near: impl Fn(usize, usize) -> bool,
    taken: &[usize],
    name: impl Fn(usize) -> String,
) -> Res<Rules> {
    let mut left = all.clone();
    for &vertex in taken {
        if !left.contains(&vertex) {
            return Err(Fail::Wrong);
        }
        left.retain(|&other| other != vertex && !near(vertex, other));
    }
    let moves = left.iter().map(|&vertex| Move {
        needs: BTreeSet::from([vertex]),
        goes: left.iter().copied().filter(|&other| other == vertex || near(vertex, other)).collect(),
        text: name(vertex),
    });
    Ok(Rules { moves: moves.collect(), linked: Vec::new(), left })
}

/// An element goes with all above it.
fn order(all: BTreeSet<usize>, pairs: &[(usize, usize)]) -> Res<Rules> {
    let mut above: BTreeSet<(usize, usize)> = pairs.iter().copied().collect();
    loop {
        let more: Vec<(usize, usize)> = above
            .iter()
            .flat_map(|&(a, b)| above.iter().filter(move |pair| pair.0 == b).map(move |pair| (a, pair.1)))
            .filter(|pair| !above.contains(pair))
            .collect();
        if more.is_empty() {
            break;
        }
        above.extend(more);
    }
    if above.iter().any(|(a, b)| a == b) {
        return Err(Fail::Wrong);
    }
    let moves = all.iter().map(|&element| Move {
        needs: BTreeSet::from([element]),
        goes: all.iter().copied().filter(|&o| o == element || above.contains(&(element, o))).collect(),
        text: element.to_string(),
    });
    Ok(Rules { moves: moves.collect(), linked: Vec::new(), left: all.clone() })
}

fn bits(cells: &[usize], set: impl IntoIterator<Item = usize>) -> Position {
    let mut bits: Position = smallvec::smallvec![0; cells.len().div_ceil(64).max(1)];
    for place in set.into_iter().filter_map(|cell| cells.binary_search(&cell).ok()) {
        bits[place / 64] |= 1 << (place % 64);
    }
    bits
}

fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn combine(a: &[u64], b: &[u64], with: impl Fn(u64, u64) -> u64) -> Position {
    a.iter().zip(b).map(|(&a, &b)| with(a, b)).collect()
}

/// Adds a set to disjoint ones, those that it meets becoming one.
fn join(groups: &mut Vec<Position>, mut set: Position) {
    groups.retain(|group| {
        let meets = meet(group, &set);
        if meets {
            set = combine(group, &set, |a, b| a | b);
        }
        !meets
    });
    groups.push(set);
}

impl Sets {
    fn play(rules: Rules, misere: bool) -> Res<Play> {
        let cells: Vec<usize> = rules.left.iter().copied().collect();
        let bits = |set: &BTreeSet<usize>| bits(&cells, set.iter().copied());
        let possible = rules.moves.iter().filter(|mv| mv.needs.is_subset(&rules.left));
        let moves = possible.map(|mv| (bits(&mv.needs), bits(&mv.goes), mv.text.clone())).collect();
        let linked = rules.linked.iter().map(|&(a, b)| bits(&BTreeSet::from([a, b]))).collect();
        let component = Component { position: bits(&rules.left), written: String::new() };
        let game = Sets { work: Cell::new(0), moves, linked };
        Ok(Play::new(game, vec![component]).under(misere))
    }

    /// The moves that are left on some cells.
    fn possible(&self, left: &[u64]) -> Vec<&(Position, Position, String)> {
        self.moves.iter().filter(|(needs, ..)| within(needs, left)).collect()
    }

    /// The parts that those of these moves that are still there join; cells that no move touches are left out.
    fn falls_apart(moves: &[&(Position, Position, String)], left: &[u64]) -> Vec<Position> {
        let mut groups = Vec::new();
        for (_, goes, _) in moves.iter().filter(|(needs, ..)| within(needs, left)) {
            join(&mut groups, combine(goes, left, |a, b| a & b));
        }
        groups
    }
}

impl Game for Sets {
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let moves = self.possible(position);
        self.work.set(self.work.get() + self.moves.len() + moves.len() * moves.len() * position.len());
        if self.work.get() > WORK {
            return Err(Fail::TooLarge);
        }
        let after = |goes: &Position| combine(position, goes, |a, b| a & !b);
        Ok(moves.iter().map(|(_, goes, _)| Sets::falls_apart(&moves, &after(goes)).into()).collect())
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        let possible = self.possible(&component.position).into_iter();
        let texts = possible.map(|(_, _, text)| Text::Numbered(text.clone()));
        Ok(texts.zip(self.options(&component.position)?).collect())
    }

    /// In the order of their first cells.
    fn parts(&self, component: &Component) -> Res<Vec<Position>> {
        let left = &component.position;
        let mut groups = Sets::falls_apart(&self.possible(left), left);
        self.linked.iter().for_each(|pair| join(&mut groups, pair.clone()));
        for place in (0..left.len() * 64).filter(|place| left[place / 64] >> (place % 64) & 1 != 0) {
            let mut single: Position = smallvec::smallvec![0; left.len()];
            single[place / 64] = 1 << (place % 64);
            join(&mut groups, single);
        }
        let first =
            |set: &Position| set.iter().position(|&word| word != 0).map(|i| (i, set[i].trailing_zeros()));
        groups.sort_by_key(first);
        Ok(groups)
    }
}
