//! Positional games: a move needs some vertices and takes them with others; what is left falls into parts.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::board::{self, BoardCell, DamagedBoard};
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers, WrittenComponent};
use crate::{Fail, Res, met, text};

/// How many moves, and pairs of moves of one position, are looked at for a record.
const MAX_PAIRS_OF_MOVES: usize = 12_000_000;

/// The most cells of a board.
const MAX_CELLS: u64 = 10_000;

/// The most vertices of a graph.
const MAX_GRAPH: u64 = 1000;

/// The largest row or column of a shape.
const MAX_OFFSET: u64 = 4096;

/// The largest number of vertices that a record may have, but for `grim`.
const MAX_NAMED_VERTICES: u64 = u32::MAX as u64 - 1;

/// The free cells of a board, or the vertices of a graph as cells of the row 0.
type Vertices = BTreeSet<BoardCell>;

/// A move in vertices.
struct Taking {
    /// The sets one of which must be left.
    needs: Vec<Vertices>,
    /// The vertices that go.
    goes: Vertices,
    /// The text of the move.
    text: String,
}

/// A move in bits.
struct BitTaking {
    /// The sets one of which must be left.
    needs: Vec<PositionNumbers>,
    /// The vertices that go.
    goes: PositionNumbers,
    /// The text of the move.
    text: Rc<str>,
}

/// The game with sets of vertices as bits.
struct Sets {
    moves: Vec<BitTaking>,
    /// Vertices that belong together though no move says so, and each alone.
    linked: Vec<PositionNumbers>,
    /// How many moves were looked at.
    work: Cell<usize>,
}

/// The way from the first cell of a shape to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Offset {
    down: i64,
    right: i64,
}

/// The cells of a shape, ascending, the first at 0,0.
type Shape = Vec<Offset>;

/// Whether a piece attacks over some distances in rows and columns.
type Attacks = fn(u64, u64) -> bool;

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let record = given.record;
    let game = record.game.as_str();
    let taken = record.position.as_deref().unwrap_or_default();
    Fail::Wrong.when(!text::lists("placement node-kayles", game) && !taken.is_empty())?;
    if board::is_board(record) {
        return on_board(given, taken);
    }
    Fail::Wrong.when(record.position.is_none() || !given.of("damaged").is_empty())?;
    if game == "take" {
        take(&given.words)
    } else {
        pairs(given, taken)
    }
}

fn on_board(given: &Given<'_>, taken: &[String]) -> Res<Play> {
    let mut words = given.words.clone();
    let attacks = match given.record.game.as_str() {
        "cram" => {
            let dominoes = lying("domino", true)?;
            return Ok(place(free(given, &words)?, &[dominoes]));
        }
        "place" => {
            let items = items(&mut words, given.has("turned"))?;
            return Ok(place(free(given, &words)?, &items));
        }
        "node-kayles" => are_neighbours,
        _ => {
            let is_piece = |word: &String| attacks(word).is_some();
            let piece = words.iter().position(is_piece).ok_or(Fail::Wrong)?;
            attacks(&words.remove(piece)).ok_or(Fail::Wrong)?
        }
    };
    let cells = free(given, &words)?;
    let taken = taken.iter().map(|word| board::cell(word));
    let near = |a: BoardCell, b: BoardCell| attacks(a.row.abs_diff(b.row), a.col.abs_diff(b.col));
    vertices(cells, near, taken.collect::<Res<_>>()?)
}

fn are_neighbours(rows: u64, cols: u64) -> bool {
    rows + cols == 1
}

/// Returns the free cells of a board.
fn free(given: &Given<'_>, words: &[String]) -> Res<Vertices> {
    let [word] = words else {
        return Err(Fail::Wrong);
    };
    let rows = given.record.rows.as_ref();
    let has_size = text::size(word).is_ok();
    Fail::Wrong.when(has_size && rows.is_none() && given.record.position.is_none())?;
    let board = DamagedBoard::read(word, rows, false, given.of("damaged"))?;
    Fail::TooLarge.when(board.rows * board.cols > MAX_CELLS)?;
    Fail::Wrong.when(!board.damaged.iter().all(|&cell| board.has(cell)))?;
    let mut free = Vertices::new();
    for row in 1..=board.rows {
        for col in 1..=board.cols {
            let cell = BoardCell { row, col };
            if !board.damaged.contains(&cell) {
                free.insert(cell);
            }
        }
    }
    Ok(free)
}

/// Returns the vertex of a graph.
fn vertex(number: u64) -> BoardCell {
    BoardCell {
        row: 0,
        col: number,
    }
}

/// Returns a vertex or a cell as moves write it.
fn name(cell: &BoardCell) -> String {
    if cell.row == 0 {
        cell.col.to_string()
    } else {
        format!("{},{}", cell.row, cell.col)
    }
}

/// Returns the attacks of a piece, by its name.
fn attacks(piece: &str) -> Option<Attacks> {
    match piece {
        "king" => Some(|rows, cols| rows.max(cols) == 1),
        "rook" => Some(|rows, cols| rows == 0 || cols == 0),
        "bishop" => Some(|rows, cols| rows == cols),
        "queen" => Some(|rows, cols| rows == cols || rows == 0 || cols == 0),
        "knight" => Some(|rows, cols| rows * cols == 2),
        _ => None,
    }
}

/// Returns the shapes of a name.
fn named(word: &str) -> Option<&'static str> {
    match word {
        "domino" => Some("0,0+0,1"),
        "tromino" => Some("0,0+0,1+0,2 0,0+0,1+1,0"),
        "tetromino" => {
            Some("0,0+0,1+0,2+0,3 0,0+0,1+1,0+1,1 0,0+0,1+0,2+1,0 0,0+0,1+0,2+1,1 0,0+0,1+1,1+1,2")
        }
        _ => None,
    }
}

/// Returns the ways in which the shapes of each item of the rules may lie; other words are left.
fn items(words: &mut Vec<String>, turned: bool) -> Res<Vec<Vec<Shape>>> {
    let is_item = |word: &mut String| word.contains(',') || named(word).is_some();
    let items = words.extract_if(.., is_item);
    let items = items.map(|word| lying(&word, turned));
    let items = items.collect::<Res<Vec<_>>>()?;
    Fail::Wrong.when(items.is_empty())?;
    // What lies in the same ways twice is one item.
    Ok(items.into_iter().unique().collect())
}

/// Returns the ways in which a shape, or those of a name, may lie, in ascending order.
fn lying(word: &str, turned: bool) -> Res<Vec<Shape>> {
    let may_turn = turned || named(word).is_some();
    let mut lying = Vec::new();
    for shape in named(word).unwrap_or(word).split(' ') {
        let shape = shape.split('+').map(offset).collect::<Res<Shape>>()?;
        // The first of the eight ways leaves the shape alone.
        for way in 0..if may_turn { 8 } else { 1 } {
            lying.push(turn(&shape, way));
        }
    }
    lying.sort();
    lying.dedup();
    Ok(lying)
}

fn offset(cell: &str) -> Res<Offset> {
    match text::tuple(cell)?[..] {
        // At most 4096, which is small enough for signs.
        [row, col] if row.max(col) <= MAX_OFFSET => Ok(Offset {
            down: row as i64,
            right: col as i64,
        }),
        _ => Err(Fail::Wrong),
    }
}

/// Returns a shape in one of eight ways: mirrored at a diagonal, in the rows, in the columns, as the bits say.
fn turn(shape: &Shape, way: u64) -> Shape {
    let turned = |&cell: &Offset| {
        let mut turned = cell;
        if way & 4 != 0 {
            turned = Offset {
                down: turned.right,
                right: turned.down,
            };
        }
        if way & 1 != 0 {
            turned.down = -turned.down;
        }
        if way & 2 != 0 {
            turned.right = -turned.right;
        }
        turned
    };
    let mut cells: Shape = shape.iter().map(turned).sorted().dedup().collect();
    if let Some(&first) = cells.first() {
        for cell in &mut cells {
            cell.down -= first.down;
            cell.right -= first.right;
        }
    }
    cells
}

/// Returns all ways to place one of the shapes, cell by cell.
fn place(cells: Vertices, items: &[Vec<Shape>]) -> Play {
    let mut takings = Vec::new();
    for cell in &cells {
        for shape in items.iter().flatten() {
            let lying = shape.iter().map(|to| cell.moved(to.down, to.right));
            let lying: Vertices = lying.collect();
            takings.push(Taking {
                needs: vec![lying.clone()],
                text: lying.iter().map(name).join("+"),
                goes: lying,
            });
        }
    }
    // Cells next to each other belong together if no shape can lie on two parts of the board.
    let mut linked = Vec::new();
    if items.iter().flatten().all(is_connected) {
        for &cell in &cells {
            linked.push([cell, cell.moved(0, 1)].into());
            linked.push([cell, cell.moved(1, 0)].into());
        }
    }
    Sets::play(cells, takings, linked)
}

fn is_connected(shape: &Shape) -> bool {
    let near = |cell: &Offset| {
        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let cells = steps.map(|(down, right)| Offset {
            down: cell.down + down,
            right: cell.right + right,
        });
        Ok(cells
            .into_iter()
            .filter(|cell| shape.contains(cell))
            .collect())
    };
    met(shape.first().copied(), near).is_ok_and(|met| met.len() == shape.len())
}

/// Games on a graph or an order given by pairs.
fn pairs(given: &Given<'_>, taken: &[String]) -> Res<Play> {
    let game = given.record.game.as_str();
    let sign = if game == "poset" { '<' } else { '-' };
    let (count, pairs) = text::count_and_pairs(&given.words, sign)?;
    Fail::Wrong.when(pairs.iter().any(|(a, b)| a == b))?;
    Fail::Wrong.when(count > MAX_NAMED_VERTICES && game != "grim")?;
    let taken = taken
        .iter()
        .map(|word| text::number_within(word, count).map(vertex));
    let taken = taken.collect::<Res<_>>()?;
    let all = few(count)?;
    let pairs = pairs.into_iter().map(|(a, b)| [vertex(a), vertex(b)]);
    let pairs: Vec<[BoardCell; 2]> = pairs.unique().collect();
    match game {
        "node-kayles" => {
            let edges: HashSet<[BoardCell; 2]> = pairs.into_iter().collect();
            let near = |a, b| edges.contains(&[a, b]) || edges.contains(&[b, a]);
            vertices(all, near, taken)
        }
        "poset" => order(all, &pairs),
        "arc-kayles" => Ok(in_order(all, pairs.iter().map(arc).collect())),
        _ => {
            let takings = all.iter().map(|&vertex| grim(vertex, &pairs)).collect();
            Ok(Sets::play(all, takings, Vec::new()))
        }
    }
}

/// Returns the move of arc-kayles that takes an edge.
fn arc(&[a, b]: &[BoardCell; 2]) -> Taking {
    Taking {
        needs: vec![[a, b].into()],
        goes: [a, b].into(),
        text: format!("{}-{}", a.col, b.col),
    }
}

/// Returns the move of grim that takes a vertex: one with a neighbour, while what goes leaves the neighbours.
fn grim(vertex: BoardCell, edges: &[[BoardCell; 2]]) -> Taking {
    let edges = edges.iter().filter(|edge| edge.contains(&vertex)).copied();
    Taking {
        needs: edges.map(Vertices::from).collect(),
        goes: [vertex].into(),
        text: name(&vertex),
    }
}

/// Returns the vertices up to a number, if they are few.
fn few(count: u64) -> Res<Vertices> {
    Fail::TooLarge.when(count > MAX_GRAPH)?;
    Ok((1..=count).map(vertex).collect())
}

/// Returns the general case: sets of vertices, and what goes with them.
fn take(words: &[String]) -> Res<Play> {
    let (count, sets) = words.split_first().ok_or(Fail::Wrong)?;
    let count = text::number_within(count, MAX_NAMED_VERTICES)?;
    let list = |text: &str| -> Res<Vertices> {
        let numbers = text.split(',');
        numbers
            .map(|number| text::number_within(number, count).map(vertex))
            .collect()
    };
    let mut takings = Vec::new();
    for word in sets {
        let needed = word.split_once('>').map_or(&word[..], |(needed, _)| needed);
        takings.push(Taking {
            needs: vec![list(needed)?],
            goes: list(&word.replacen('>', ",", 1))?,
            text: word.clone(),
        });
    }
    Ok(in_order(few(count)?, takings))
}

/// Returns the moves by their first vertex.
fn in_order(all: Vertices, mut takings: Vec<Taking>) -> Play {
    takings.sort_by_key(|taking| taking.needs[0].first().copied());
    Sets::play(all, takings, Vec::new())
}

/// Returns the play in which every vertex is a move that takes it and those near it; some were taken before.
fn vertices(
    mut left: Vertices,
    near: impl Fn(BoardCell, BoardCell) -> bool,
    taken: Vec<BoardCell>,
) -> Res<Play> {
    for vertex in taken {
        Fail::Wrong.when(!left.contains(&vertex))?;
        left.retain(|&other| other != vertex && !near(vertex, other));
    }
    let taking = |&vertex: &BoardCell| {
        let is_taken = |other: &BoardCell| *other == vertex || near(vertex, *other);
        Taking {
            needs: vec![[vertex].into()],
            goes: left.iter().copied().filter(is_taken).collect(),
            text: name(&vertex),
        }
    };
    let takings = left.iter().map(taking).collect();
    Ok(Sets::play(left, takings, Vec::new()))
}

/// Returns the play in which an element goes with all above it.
fn order(all: Vertices, pairs: &[[BoardCell; 2]]) -> Res<Play> {
    let higher = pairs.iter().map(|&[low, high]| (low, high));
    let higher = higher.into_group_map();
    let next = |element: &BoardCell| Ok(higher.get(element).cloned().unwrap_or_default());
    let mut above = HashMap::new();
    for &element in &all {
        let over = met(next(&element)?, next)?;
        Fail::Wrong.when(over.contains(&element))?;
        above.insert(element, over);
    }
    let is_above = |element, other| above[&element].contains(&other);
    vertices(all, is_above, Vec::new())
}

fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn combine(a: &[u64], b: &[u64], with: impl Fn(u64, u64) -> u64) -> PositionNumbers {
    a.iter().zip(b).map(|(&a, &b)| with(a, b)).collect()
}

/// Adds a set to disjoint ones, those that it meets becoming one.
fn join(groups: &mut Vec<PositionNumbers>, mut set: PositionNumbers) {
    groups.retain(|group| {
        let meets = meet(group, &set);
        if meets {
            set = combine(group, &set, |a, b| a | b);
        }
        !meets
    });
    groups.push(set);
}

/// Returns a set of vertices as bits, by the places of its vertices among all. Vertices that are not there have no bit.
fn bits(all: &[BoardCell], set: &Vertices) -> PositionNumbers {
    let mut bits: PositionNumbers = smallvec::smallvec![0; all.len().div_ceil(64).max(1)];
    for vertex in set {
        if let Ok(place) = all.binary_search(vertex) {
            bits[place / 64] |= 1 << (place % 64);
        }
    }
    bits
}

impl Sets {
    /// Returns the play on these vertices; moves that take the same are one.
    fn play(left: Vertices, takings: Vec<Taking>, linked: Vec<Vertices>) -> Play {
        let vertices: Vec<BoardCell> = left.iter().copied().collect();
        let mut moves = Vec::new();
        for taking in takings
            .iter()
            .unique_by(|taking| (&taking.needs, &taking.goes))
        {
            let needs = taking.needs.iter().filter(|set| set.is_subset(&left));
            let needs: Vec<PositionNumbers> = needs.map(|set| bits(&vertices, set)).collect();
            if !needs.is_empty() {
                moves.push(BitTaking {
                    needs,
                    goes: bits(&vertices, &taking.goes),
                    text: taking.text.as_str().into(),
                });
            }
        }
        let alone = left.iter().map(|&vertex| Vertices::from([vertex]));
        let linked = linked.into_iter().chain(alone);
        let game = Sets {
            moves,
            linked: linked.map(|set| bits(&vertices, &set)).collect(),
            work: Cell::new(0),
        };
        Play::new(game, [bits(&vertices, &left)])
    }

    /// Returns the moves that are left on some vertices.
    fn possible(&self, left: &[u64]) -> Vec<&BitTaking> {
        let is_possible = |mv: &&BitTaking| mv.needs.iter().any(|set| within(set, left));
        self.moves.iter().filter(is_possible).collect()
    }

    /// Returns the parts that these moves, as far as they are still there, join; vertices that no move touches are left
    /// out.
    fn components(moves: &[&BitTaking], left: &[u64]) -> Vec<PositionNumbers> {
        let mut groups = Vec::new();
        for mv in moves {
            for set in mv.needs.iter().filter(|set| within(set, left)) {
                let all = combine(set, &mv.goes, |a, b| a | b);
                join(&mut groups, combine(&all, left, |a, b| a & b));
            }
        }
        groups
    }
}

impl GameDefinition for Sets {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let moves = self.possible(position);
        let work = self.moves.len() + moves.len() * moves.len() * position.len();
        self.work.set(self.work.get() + work);
        Fail::TooLarge.when(self.work.get() > MAX_PAIRS_OF_MOVES)?;
        let play = |mv: &&BitTaking| {
            let left = combine(position, &mv.goes, |a, b| a & !b);
            let name = Name::Word(mv.text.clone());
            ListedMove::leaving(Sets::components(&moves, &left)).named(name)
        };
        Ok(moves.iter().map(play).collect())
    }

    /// Returns the parts in the order of their first vertices.
    fn parts(&self, component: &WrittenComponent) -> Res<Vec<PositionNumbers>> {
        let left = &component.position;
        let mut groups = Sets::components(&self.possible(left), left);
        for set in &self.linked {
            join(&mut groups, set.clone());
        }
        // The first vertex of a set is its lowest bit, so that a set with an earlier one is larger with its bits reversed.
        let reversed =
            |set: &PositionNumbers| set.iter().map(|word| word.reverse_bits()).collect_vec();
        groups.sort_by_cached_key(|set| Reverse(reversed(set)));
        Ok(groups)
    }
}
