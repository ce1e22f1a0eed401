//! Positional games: a move needs some cells and takes them with others; what is left falls into parts.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::answers::Play;
use crate::game::{Component, Game, Parts, Position, Text};
use crate::moves::Given;
use crate::moves::board::{self, Board};
use crate::text;
use crate::{Fail, Res};

/// How many moves, and pairs of moves of one position, are looked at for a record.
const MAX_PAIRS: usize = 12_000_000;

/// A move: sets of cells one of which must be left, the cells that go, how it is written.
struct Move {
    needs: Vec<BTreeSet<usize>>,
    goes: BTreeSet<usize>,
    text: String,
}

/// Cells that are left, the moves on them, and cells that belong together though no move says so.
struct SetRules {
    left: BTreeSet<usize>,
    moves: Vec<Move>,
    linked: Vec<(usize, usize)>,
}

/// The game with sets of cells as bits, the cells in ascending order.
struct Sets {
    /// How many moves were looked at.
    work: Cell<usize>,
    moves: Vec<(Vec<Position>, Position, String)>,
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
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (record, damaged) = (given.record, given.keywords.of("damaged"));
    let words = given.words.clone();
    let position = record.position.as_deref().unwrap_or_default();
    if !matches!(record.game.as_str(), "placement" | "node-kayles") && !position.is_empty() {
        return Err(Fail::Wrong);
    }
    let taken = |grid: &Grid| position.iter().map(|word| grid.cell(word)).collect::<Res<Vec<_>>>();
    let on_grid = |grid: Grid, holds: fn(i64, i64) -> bool| {
        vertices(&grid.free, |a, b| grid.far(a, b, holds), &taken(&grid)?, |cell| grid.name(cell))
    };
    let rules = match record.game.as_str() {
        "cram" => {
            place(&Grid::read(given, &words, damaged)?, &[vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]]])
        }
        "place" => {
            let (items, rest) = shapes(words, given.keywords.has("turned"))?;
            place(&Grid::read(given, &rest, damaged)?, &items)
        }
        "placement" => {
            let (pieces, rest): (Vec<_>, Vec<_>) =
                words.into_iter().partition(|word| attacks(word).is_some());
            let [piece] = &pieces[..] else { return Err(Fail::Wrong) };
            on_grid(Grid::read(given, &rest, damaged)?, attacks(piece).ok_or(Fail::Wrong)?)?
        }
        "node-kayles" if board::is_board(record) => {
            on_grid(Grid::read(given, &words, damaged)?, |rows, cols| rows + cols == 1)?
        }
        "take" => take(record.position.is_some(), &words)?,
        _ => pairs(given, &words, position, damaged)?,
    };
    Sets::play(rules)
}

/// The free cells of a board, numbered row by row from 0.
struct Grid {
    board: Board,
    free: BTreeSet<usize>,
}

impl Grid {
    fn read(given: &Given<'_>, words: &[String], damaged: &[String]) -> Res<Grid> {
        let ([word], rows) = (words, given.record.rows.as_ref()) else { return Err(Fail::Wrong) };
        if rows.is_none() && given.record.position.is_none() && text::size(word).is_ok() {
            return Err(Fail::Wrong);
        }
        if text::size(word).is_ok_and(|(rows, cols)| rows * cols > 10_000) {
            return Err(Fail::TooLarge);
        }
        let board = Board::read(word, rows, false)?;
        if board.rows * board.cols > 10_000 {
            return Err(Fail::TooLarge);
        }
        let mut grid = Grid { free: (0..(board.rows * board.cols) as usize).collect(), board };
        for &(row, col) in &grid.board.damaged {
            grid.free.remove(&(((row - 1) * grid.board.cols + col - 1) as usize));
        }
        for word in damaged {
            let cell = grid.cell(word)?;
            grid.free.remove(&cell);
        }
        Ok(grid)
    }

    /// Row and column of a cell, from 0.
    fn place(&self, cell: usize) -> (i64, i64) {
        ((cell as u64 / self.board.cols) as i64, (cell as u64 % self.board.cols) as i64)
    }

    /// The cell at a place from 0,0, if there is one.
    fn at(&self, row: i64, col: i64) -> Option<usize> {
        let inside = row >= 0 && col >= 0 && self.board.has((row as u64 + 1, col as u64 + 1));
        inside.then(|| row as usize * self.board.cols as usize + col as usize)
    }

    /// A cell as it is listed.
    fn cell(&self, word: &str) -> Res<usize> {
        let (row, col) = board::cell(word)?;
        self.at(row as i64 - 1, col as i64 - 1).ok_or(Fail::Wrong)
    }

    /// A cell as moves name it.
    fn name(&self, cell: usize) -> String {
        let (row, col) = self.place(cell);
        format!("{},{}", row + 1, col + 1)
    }

    /// Whether two cells have this distance in rows and columns.
    fn far(&self, a: usize, b: usize, holds: fn(i64, i64) -> bool) -> bool {
        let ((r, c), (s, d)) = (self.place(a), self.place(b));
        a != b && holds((r - s).abs(), (c - d).abs())
    }

    /// Pairs of free cells that share a side.
    fn neighbours(&self) -> Vec<(usize, usize)> {
        let beside = |&cell: &usize| {
            let (row, col) = self.place(cell);
            let next = [self.at(row, col + 1), self.at(row + 1, col)].into_iter().flatten();
            next.filter(|next| self.free.contains(next)).map(move |next| (cell, next))
        };
        self.free.iter().flat_map(beside).collect()
    }
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
fn pairs(given: &Given<'_>, words: &[String], position: &[String], damaged: &[String]) -> Res<SetRules> {
    let record = given.record;
    if record.position.is_none() || !damaged.is_empty() {
        return Err(Fail::Wrong);
    }
    let (count, pairs) = text::count_and_pairs(words, if record.game == "poset" { '<' } else { '-' })?;
    if pairs.iter().any(|(a, b)| a == b) || count > u64::from(u32::MAX) - 1 && record.game != "grim" {
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
                Move { needs: vec![ends.clone()], goes: ends, text: format!("{a}-{b}") }
            });
            Ok(SetRules { moves: in_order(ends.collect()), linked: Vec::new(), left: all })
        }
        "grim" => {
            // A vertex with a neighbour; what goes leaves the neighbours.
            let moves = all.iter().map(|&vertex| {
                let of =
                    |&(a, b): &(usize, usize)| (a == vertex || b == vertex).then(|| BTreeSet::from([a, b]));
                let needs = pairs.iter().filter_map(of).collect();
                Move { needs, goes: BTreeSet::from([vertex]), text: vertex.to_string() }
            });
            Ok(SetRules { moves: moves.collect(), linked: Vec::new(), left: all })
        }
        _ => order(all, &pairs),
    }
}

/// The general case: sets of vertices, and what goes with them.
fn take(has_position: bool, words: &[String]) -> Res<SetRules> {
    let (Some((count, sets)), true) = (words.split_first(), has_position) else {
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
        moves.push(Move { needs: vec![needs], goes, text: word.clone() });
    }
    if count > 1000 {
        return Err(Fail::TooLarge);
    }
    Ok(SetRules { left: (1..=count as usize).collect(), linked: Vec::new(), moves: in_order(moves) })
}

/// Moves by their first cell, two that take the same cells as one.
fn in_order(moves: Vec<Move>) -> Vec<Move> {
    let mut once: Vec<Move> = Vec::new();
    for mv in moves {
        if !once.iter().any(|there| there.needs == mv.needs && there.goes == mv.goes) {
            once.push(mv);
        }
    }
    once.sort_by_key(|mv| mv.needs[0].first().copied());
    once
}

/// All ways to place one of the shapes, grouped by the items they come from.
fn place(grid: &Grid, items: &[Vec<Vec<(i64, i64)>>]) -> SetRules {
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
    for &first in &grid.free {
        let (row, col) = grid.place(first);
        for item in items {
            let mut here: Vec<BTreeSet<usize>> = Vec::new();
            for shape in item {
                let cells: Option<BTreeSet<usize>> =
                    shape.iter().map(|&(down, right)| grid.at(row + down, col + right)).collect();
                here.extend(cells.filter(|cells| cells.is_subset(&grid.free)));
            }
            here.sort();
            for cells in here {
                if !moves.iter().any(|there| there.goes == cells) {
                    let names: Vec<String> = cells.iter().map(|&cell| grid.name(cell)).collect();
                    moves.push(Move { needs: vec![cells.clone()], goes: cells, text: names.join("+") });
                }
            }
        }
    }
    let linked = if connected { grid.neighbours() } else { Vec::new() };
    SetRules { left: grid.free.clone(), linked, moves }
}

/// Every vertex is a move that takes it and those near it; some were taken before.
fn vertices(
    all: &BTreeSet<usize>,
    near: impl Fn(usize, usize) -> bool,
    taken: &[usize],
    name: impl Fn(usize) -> String,
) -> Res<SetRules> {
    let mut left = all.clone();
    for &vertex in taken {
        if !left.contains(&vertex) {
            return Err(Fail::Wrong);
        }
        left.retain(|&other| other != vertex && !near(vertex, other));
    }
    let moves = left.iter().map(|&vertex| Move {
        needs: vec![BTreeSet::from([vertex])],
        goes: left.iter().copied().filter(|&other| other == vertex || near(vertex, other)).collect(),
        text: name(vertex),
    });
    Ok(SetRules { moves: moves.collect(), linked: Vec::new(), left })
}

/// An element goes with all above it.
fn order(all: BTreeSet<usize>, pairs: &[(usize, usize)]) -> Res<SetRules> {
    let mut above: BTreeSet<(usize, usize)> = pairs.iter().copied().collect();
    // Warshall 1962.
    for &middle in &all {
        let below: Vec<usize> = all.iter().copied().filter(|&a| above.contains(&(a, middle))).collect();
        let over: Vec<usize> = all.iter().copied().filter(|&b| above.contains(&(middle, b))).collect();
        above.extend(below.iter().flat_map(|&a| over.iter().map(move |&b| (a, b))));
    }
    if above.iter().any(|(a, b)| a == b) {
        return Err(Fail::Wrong);
    }
    let moves = all.iter().map(|&element| Move {
        needs: vec![BTreeSet::from([element])],
        goes: all.iter().copied().filter(|&o| o == element || above.contains(&(element, o))).collect(),
        text: element.to_string(),
    });
    Ok(SetRules { moves: moves.collect(), linked: Vec::new(), left: all.clone() })
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
    fn play(rules: SetRules) -> Res<Play> {
        let cells: Vec<usize> = rules.left.iter().copied().collect();
        let bits = |set: &BTreeSet<usize>| bits(&cells, set.iter().copied());
        let sets = |mv: &Move| -> Vec<Position> {
            mv.needs.iter().filter(|set| set.is_subset(&rules.left)).map(bits).collect()
        };
        let moves = rules.moves.iter().map(|mv| (sets(mv), bits(&mv.goes), mv.text.clone()));
        let linked = rules.linked.iter().map(|&(a, b)| bits(&BTreeSet::from([a, b]))).collect();
        let component = Component { position: bits(&rules.left), written: String::new() };
        let moves = moves.filter(|(needs, ..)| !needs.is_empty()).collect();
        Ok(Play::new(Sets { work: Cell::new(0), moves, linked }, vec![component]))
    }

    /// The moves that are left on some cells.
    fn possible(&self, left: &[u64]) -> Vec<&(Vec<Position>, Position, String)> {
        self.moves.iter().filter(|(needs, ..)| needs.iter().any(|set| within(set, left))).collect()
    }

    /// The parts that those of these moves that are still there join; cells that no move touches are left out.
    fn components(moves: &[&(Vec<Position>, Position, String)], left: &[u64]) -> Vec<Position> {
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
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let moves = self.possible(position);
        self.work.set(self.work.get() + self.moves.len() + moves.len() * moves.len() * position.len());
        if self.work.get() > MAX_PAIRS {
            return Err(Fail::TooLarge);
        }
        let after = |goes: &Position| combine(position, goes, |a, b| a & !b);
        Ok(moves.iter().map(|(_, goes, _)| Sets::components(&moves, &after(goes)).into()).collect())
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        let possible = self.possible(&component.position).into_iter();
        let texts = possible.map(|(_, _, text)| Text::Numbered(text.clone()));
        Ok(texts.zip(self.options(&component.position)?).collect())
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
