//! Positional games: a move needs some cells and takes them with others; what is left falls into parts.

use std::collections::BTreeSet;
use std::rc::Rc;

use itertools::Itertools;

use crate::answers::Play;
use crate::game::{self, Component, Game, Name, Position};
use crate::moves::Given;
use crate::moves::board::{self, Board, Cell};
use crate::text;
use crate::{Fail, Res};

/// How many moves, and pairs of moves of one position, are looked at for a record.
const MAX_PAIRS: usize = 12_000_000;

/// A move: sets of cells one of which must be left, the cells that go, how it is written.
struct Move<C> {
    needs: Vec<BTreeSet<C>>,
    goes: BTreeSet<C>,
    text: String,
}

/// Cells that are left, the moves on them, and cells that belong together though no move says so.
struct SetRules<C> {
    left: BTreeSet<C>,
    moves: Vec<Move<C>>,
    linked: Vec<(C, C)>,
}

/// The game with sets of cells as bits, the cells in ascending order.
struct Sets {
    /// How many moves were looked at.
    work: std::cell::Cell<usize>,
    moves: Vec<(Vec<Position>, Position, Rc<str>)>,
    linked: Vec<Position>,
}

type Shape = BTreeSet<(i64, i64)>;

/// The cells of a shape, the first at 0,0.
type Lying = Vec<(i64, i64)>;

/// Moved so that its first cell is 0,0.
fn normal(shape: &Shape) -> Shape {
    let &(top, left) = shape.first().expect("a shape has a cell");
    shape.iter().map(|&(row, col)| (row - top, col - left)).collect()
}

fn eight(shape: &Shape) -> BTreeSet<Lying> {
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
        .map(|cell| match text::tuple(cell)?[..] {
            [row, col] if row.max(col) <= 4096 => Ok((row as i64, col as i64)),
            _ => Err(Fail::Wrong),
        })
        .collect()
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (record, damaged) = (given.record, given.keywords.of("damaged"));
    let position = record.position.as_deref().unwrap_or_default();
    Fail::Wrong.when(!matches!(record.game.as_str(), "placement" | "node-kayles") && !position.is_empty())?;
    if board::is_board(record) {
        return Sets::play(&on_board(given, position, damaged)?);
    }
    Fail::Wrong.when(record.position.is_none() || !damaged.is_empty())?;
    let rules = if record.game == "take" { take(&given.words)? } else { pairs(given, position)? };
    Sets::play(&rules)
}

fn on_board(given: &Given<'_>, position: &[String], damaged: &[String]) -> Res<SetRules<Cell>> {
    let mut words = given.words.clone();
    let items = match given.record.game.as_str() {
        "placement" => {
            let piece = words.iter().position(|word| attacks(word).is_some()).ok_or(Fail::Wrong)?;
            Err(attacks(&words.remove(piece)).ok_or(Fail::Wrong)?)
        }
        "node-kayles" => Err((|rows, cols| rows + cols == 1) as fn(u64, u64) -> bool),
        "cram" => Ok(vec![vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]]]),
        _ => Ok(shapes(&mut words, given.keywords.has("turned"))?),
    };
    let free = free(given, &words, damaged)?;
    let name = |&(row, col): &Cell| format!("{row},{col}");
    match items {
        Ok(items) => Ok(place(free, &items, name)),
        Err(holds) => {
            let taken = position.iter().map(|word| board::cell(word)).collect::<Res<Vec<_>>>()?;
            let near = |a: Cell, b: Cell| holds(a.0.abs_diff(b.0), a.1.abs_diff(b.1));
            vertices(free, near, &taken, name)
        }
    }
}

/// The free cells of a board.
fn free(given: &Given<'_>, words: &[String], damaged: &[String]) -> Res<BTreeSet<Cell>> {
    let ([word], rows) = (words, given.record.rows.as_ref()) else { return Err(Fail::Wrong) };
    Fail::Wrong.when(rows.is_none() && given.record.position.is_none() && text::size(word).is_ok())?;
    let board = Board::read(word, rows, false)?;
    Fail::TooLarge.when(board.rows * board.cols > 10_000)?;
    let damaged = damaged.iter().map(|word| board::cell(word)).collect::<Res<Vec<_>>>()?;
    Fail::Wrong.when(!damaged.iter().all(|&cell| board.has(cell)))?;
    let all = (1..=board.rows).flat_map(|row| (1..=board.cols).map(move |col| (row, col)));
    Ok(all.filter(|cell| !board.damaged.contains(cell) && !damaged.contains(cell)).collect())
}

/// The cells that a piece attacks, by the distances in rows and columns.
fn attacks(piece: &str) -> Option<fn(u64, u64) -> bool> {
    Some(match piece {
        "king" => |r, c| r.max(c) == 1,
        "rook" => |r, c| r == 0 || c == 0,
        "bishop" => |r, c| r == c,
        "queen" => |r, c| r == c || r == 0 || c == 0,
        "knight" => |r, c| r * c == 2,
        _ => return None,
    })
}

/// One of some shapes, each with the ways it may lie, for each item of the rules; other words are left.
fn shapes(words: &mut Vec<String>, turned: bool) -> Res<Vec<Vec<Lying>>> {
    let mut items = Vec::new();
    for word in words.extract_if(.., |word| word.contains(',') || named(word).is_some()) {
        let (all, turned) = named(&word).map_or((vec![&word[..]], turned), |all| (all, true));
        let mut ways = BTreeSet::new();
        for word in all {
            let shape = shape(word)?;
            ways.extend(if turned { eight(&shape) } else { [normal(&shape).into_iter().collect()].into() });
        }
        items.push(ways.into_iter().collect());
    }
    if items.is_empty() { Err(Fail::Wrong) } else { Ok(items) }
}

/// Games on a graph or an order given by pairs.
fn pairs(given: &Given<'_>, position: &[String]) -> Res<SetRules<u64>> {
    let game = given.record.game.as_str();
    let (count, pairs) = text::count_and_pairs(&given.words, if game == "poset" { '<' } else { '-' })?;
    Fail::Wrong
        .when(pairs.iter().any(|(a, b)| a == b) || count > u64::from(u32::MAX) - 1 && game != "grim")?;
    let taken = position.iter().map(|word| text::number_within(word, count)).collect::<Res<Vec<_>>>()?;
    let left = few(count)?;
    let moves = match game {
        "node-kayles" => {
            let near = |a, b| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
            return vertices(left, near, &taken, u64::to_string);
        }
        "poset" => return order(left, pairs),
        "arc-kayles" => {
            let ends = pairs.iter().map(|&(a, b)| {
                let ends = BTreeSet::from([a, b]);
                Move { needs: vec![ends.clone()], goes: ends, text: format!("{a}-{b}") }
            });
            in_order(ends.collect())
        }
        _ => {
            // A vertex with a neighbour; what goes leaves the neighbours.
            let moves = left.iter().map(|&vertex| {
                let with = pairs.iter().filter(|&&(a, b)| a == vertex || b == vertex);
                let needs = with.map(|&(a, b)| BTreeSet::from([a, b])).collect();
                Move { needs, goes: BTreeSet::from([vertex]), text: vertex.to_string() }
            });
            moves.collect()
        }
    };
    Ok(SetRules { left, moves, linked: Vec::new() })
}

/// The vertices up to a number, if they are few.
fn few(count: u64) -> Res<BTreeSet<u64>> {
    if count > 1000 { Err(Fail::TooLarge) } else { Ok((1..=count).collect()) }
}

/// The general case: sets of vertices, and what goes with them.
fn take(words: &[String]) -> Res<SetRules<u64>> {
    let (count, sets) = words.split_first().ok_or(Fail::Wrong)?;
    let count = text::number_within(count, u64::from(u32::MAX) - 1)?;
    let list = |text: &str| text.split(',').map(|vertex| text::number_within(vertex, count)).collect();
    let mut moves = Vec::new();
    for word in sets {
        let (taken, others) = word.split_once('>').map_or((word.as_str(), None), |(a, b)| (a, Some(b)));
        let others = others.map_or(Ok(BTreeSet::new()), list)?;
        let needs = list(taken)?;
        moves.push(Move { goes: &needs | &others, needs: vec![needs], text: word.clone() });
    }
    Ok(SetRules { left: few(count)?, moves: in_order(moves), linked: Vec::new() })
}

/// Moves by their first cell, two that take the same cells as one.
fn in_order(moves: Vec<Move<u64>>) -> Vec<Move<u64>> {
    let mut seen = BTreeSet::new();
    let mut once: Vec<Move<u64>> = moves;
    once.retain(|mv| seen.insert((mv.needs.clone(), mv.goes.clone())));
    once.sort_by_key(|mv| mv.needs[0].first().copied());
    once
}

/// All ways to place one of the shapes, grouped by the items they come from.
fn place(free: BTreeSet<Cell>, items: &[Vec<Lying>], name: fn(&Cell) -> String) -> SetRules<Cell> {
    let (mut moves, mut seen) = (Vec::new(), BTreeSet::new());
    for &(row, col) in &free {
        for item in items {
            let at =
                |&(down, right): &(i64, i64)| (row.wrapping_add_signed(down), col.wrapping_add_signed(right));
            let lying = item.iter().map(|shape| shape.iter().map(at).collect());
            let here: BTreeSet<BTreeSet<Cell>> =
                lying.filter(|cells: &BTreeSet<Cell>| cells.is_subset(&free)).collect();
            for cells in here {
                if seen.insert(cells.clone()) {
                    let text = cells.iter().map(name).join("+");
                    moves.push(Move { needs: vec![cells.clone()], goes: cells, text });
                }
            }
        }
    }
    let beside = |&(row, col): &Cell| [(row, col + 1), (row + 1, col)].map(|next| ((row, col), next));
    let linked = free.iter().flat_map(beside).filter(|(_, next)| free.contains(next));
    let linked = if items.iter().flatten().all(is_connected) { linked.collect() } else { Vec::new() };
    SetRules { moves, linked, left: free }
}

fn is_connected(shape: &Lying) -> bool {
    let (mut found, mut todo) = (BTreeSet::from([shape[0]]), vec![shape[0]]);
    while let Some((row, col)) = todo.pop() {
        let next = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
        todo.extend(next.into_iter().filter(|next| shape.contains(next) && found.insert(*next)));
    }
    found.len() == shape.len()
}

/// Every vertex is a move that takes it and those near it; some were taken before.
fn vertices<C: Ord + Copy>(
    mut left: BTreeSet<C>,
    near: impl Fn(C, C) -> bool,
    taken: &[C],
    name: fn(&C) -> String,
) -> Res<SetRules<C>> {
    for &vertex in taken {
        Fail::Wrong.when(!left.contains(&vertex))?;
        left.retain(|&other| other != vertex && !near(vertex, other));
    }
    let moves = left.iter().map(|&vertex| Move {
        needs: vec![BTreeSet::from([vertex])],
        goes: left.iter().copied().filter(|&other| other == vertex || near(vertex, other)).collect(),
        text: name(&vertex),
    });
    Ok(SetRules { moves: moves.collect(), linked: Vec::new(), left })
}

/// An element goes with all above it.
fn order(all: BTreeSet<u64>, pairs: Vec<(u64, u64)>) -> Res<SetRules<u64>> {
    let mut above: BTreeSet<(u64, u64)> = pairs.into_iter().collect();
    // Warshall 1962.
    for &middle in &all {
        let below: Vec<u64> = all.iter().copied().filter(|&a| above.contains(&(a, middle))).collect();
        let over: Vec<u64> = all.iter().copied().filter(|&b| above.contains(&(middle, b))).collect();
        above.extend(below.iter().flat_map(|&a| over.iter().map(move |&b| (a, b))));
    }
    Fail::Wrong.when(above.iter().any(|(a, b)| a == b))?;
    vertices(all, |element, other| above.contains(&(element, other)), &[], u64::to_string)
}

/// A set as bits, the cells in ascending order.
fn bits<C: Ord>(cells: &[C], set: &BTreeSet<C>) -> Position {
    let mut bits: Position = smallvec::smallvec![0; cells.len().div_ceil(64).max(1)];
    for place in set.iter().filter_map(|cell| cells.binary_search(cell).ok()) {
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
    fn play<C: Ord + Copy>(SetRules { left, moves, linked }: &SetRules<C>) -> Res<Play> {
        let cells: Vec<C> = left.iter().copied().collect();
        let sets = |mv: &Move<C>| -> Vec<Position> {
            mv.needs.iter().filter(|set| set.is_subset(left)).map(|set| bits(&cells, set)).collect()
        };
        let moves = moves.iter().map(|mv| (sets(mv), bits(&cells, &mv.goes), mv.text.as_str().into()));
        let moves = moves.filter(|(needs, ..)| !needs.is_empty()).collect();
        let linked = linked.iter().map(|&(a, b)| bits(&cells, &BTreeSet::from([a, b]))).collect();
        let component = Component { position: bits(&cells, left), written: String::new() };
        Ok(Play::new(Sets { work: std::cell::Cell::new(0), moves, linked }, vec![component]))
    }

    /// The moves that are left on some cells.
    fn possible(&self, left: &[u64]) -> Vec<&(Vec<Position>, Position, Rc<str>)> {
        self.moves.iter().filter(|(needs, ..)| needs.iter().any(|set| within(set, left))).collect()
    }

    /// The parts that those of these moves that are still there join; cells that no move touches are left out.
    fn components(moves: &[&(Vec<Position>, Position, Rc<str>)], left: &[u64]) -> Vec<Position> {
        let mut groups = Vec::new();
        for (needs, goes, _) in moves {
            for set in needs.iter().filter(|set| within(set, left)) {
                let all = combine(set, goes, |a, b| a | b);
                join(&mut groups, combine(&all, left, |a, b| a & b));
            }
        }
        groups
    }
}

impl Game for Sets {
    fn moves(&self, position: &[u64]) -> Res<Vec<game::Move>> {
        let moves = self.possible(position);
        self.work.set(self.work.get() + self.moves.len() + moves.len() * moves.len() * position.len());
        Fail::TooLarge.when(self.work.get() > MAX_PAIRS)?;
        let after = |goes: &Position| combine(position, goes, |a, b| a & !b);
        let play = |(_, goes, text): &&(Vec<Position>, Position, Rc<str>)| {
            game::Move::leaving(Sets::components(&moves, &after(goes))).named(Name::Word(text.clone()))
        };
        Ok(moves.iter().map(play).collect())
    }

    /// In the order of their first cells.
    fn parts(&self, component: &Component) -> Res<Vec<Position>> {
        let left = &component.position;
        let mut groups = Sets::components(&self.possible(left), left);
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
