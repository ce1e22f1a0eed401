//! Positional games: a move needs some vertices and takes them with others; what is left falls into parts.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::moves::board::{self, BoardCell, DamagedBoard};
use crate::moves::vocabulary::*;

/// How many moves, and pairs of moves of one position, are looked at for a record.
const MAX_PAIRS: usize = 12_000_000;

/// A free cell of a board, or a vertex of a graph as a cell of the row 0.
type Vertices = BTreeSet<BoardCell>;

/// A move in vertices: sets one of which must be left, those that go, how it is written.
type Taking = (Vec<Vertices>, Vertices, String);

/// The game with sets of vertices as bits.
struct Sets {
    moves: Vec<(Vec<PositionNumbers>, PositionNumbers, Rc<str>)>,
    /// Vertices that belong together though no move says so, and each alone.
    linked: Vec<PositionNumbers>,
    /// How many moves were looked at.
    work: std::cell::Cell<usize>,
}

/// The cells of a shape, ascending, the first at 0,0.
type Shape = Vec<(i64, i64)>;

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (record, game) = (given.record, given.record.game.as_str());
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
    let attacks: fn(u64, u64) -> bool = match given.record.game.as_str() {
        "cram" => return Ok(place(free(given, &words)?, &[lying("domino", true)?])),
        "place" => {
            let items = items(&mut words, given.has("turned"))?;
            return Ok(place(free(given, &words)?, &items));
        }
        "node-kayles" => |rows, cols| rows + cols == 1,
        _ => {
            let piece = words
                .iter()
                .position(|word| attacks(word).is_some())
                .ok_or(Fail::Wrong)?;
            attacks(&words.remove(piece)).ok_or(Fail::Wrong)?
        }
    };
    let cells = free(given, &words)?;
    let taken = taken
        .iter()
        .map(|word| board::cell(word))
        .collect::<Res<_>>()?;
    vertices(
        cells,
        |a, b| attacks(a.0.abs_diff(b.0), a.1.abs_diff(b.1)),
        taken,
    )
}

/// The free cells of a board.
fn free(given: &Given<'_>, words: &[String]) -> Res<Vertices> {
    let ([word], rows) = (words, given.record.rows.as_ref()) else {
        return Err(Fail::Wrong);
    };
    Fail::Wrong
        .when(rows.is_none() && given.record.position.is_none() && text::size(word).is_ok())?;
    let board = DamagedBoard::read(word, rows, false, given.of("damaged"))?;
    Fail::TooLarge.when(board.rows * board.cols > 10_000)?;
    Fail::Wrong.when(!board.damaged.iter().all(|&cell| board.has(cell)))?;
    let all = (1..=board.rows).cartesian_product(1..=board.cols);
    Ok(all.filter(|cell| !board.damaged.contains(cell)).collect())
}

/// A vertex or a cell as moves write it.
fn name(&(row, col): &BoardCell) -> String {
    if row == 0 {
        col.to_string()
    } else {
        format!("{row},{col}")
    }
}

/// Whether a piece attacks over these distances in rows and columns.
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

/// The shapes of a name.
fn named(word: &str) -> Option<&'static str> {
    Some(match word {
        "domino" => "0,0+0,1",
        "tromino" => "0,0+0,1+0,2 0,0+0,1+1,0",
        "tetromino" => {
            "0,0+0,1+0,2+0,3 0,0+0,1+1,0+1,1 0,0+0,1+0,2+1,0 0,0+0,1+0,2+1,1 0,0+0,1+1,1+1,2"
        }
        _ => return None,
    })
}

/// The ways in which the shapes of each item of the rules may lie; other words are left.
fn items(words: &mut Vec<String>, turned: bool) -> Res<Vec<Vec<Shape>>> {
    let items = words.extract_if(.., |word| word.contains(',') || named(word).is_some());
    let items = items
        .map(|word| lying(&word, turned))
        .collect::<Res<Vec<_>>>()?;
    if items.is_empty() {
        Err(Fail::Wrong)
    } else {
        Ok(items)
    }
}

/// The ways in which a shape, or those of a name, may lie, in ascending order.
fn lying(word: &str, turned: bool) -> Res<Vec<Shape>> {
    let cell = |cell: &str| match text::tuple(cell)?[..] {
        [row, col] if row.max(col) <= 4096 => Ok((row as i64, col as i64)),
        _ => Err(Fail::Wrong),
    };
    let shapes = named(word).unwrap_or(word).split(' ');
    let shapes = shapes
        .map(|shape| shape.split('+').map(cell).collect())
        .collect::<Res<Vec<Shape>>>()?;
    let kinds = if turned || named(word).is_some() {
        8
    } else {
        1
    };
    let turn = |shape: &Shape, kind: u64| -> Shape {
        let turned = shape.iter().map(|&(row, col)| {
            let (row, col) = if kind & 4 != 0 {
                (col, row)
            } else {
                (row, col)
            };
            (
                if kind & 1 != 0 { -row } else { row },
                if kind & 2 != 0 { -col } else { col },
            )
        });
        let turned = turned.sorted().dedup().collect_vec();
        let (top, left) = turned.first().copied().unwrap_or_default();
        turned
            .into_iter()
            .map(|(row, col)| (row - top, col - left))
            .collect()
    };
    let lying = shapes
        .iter()
        .cartesian_product(0..kinds)
        .map(|(shape, kind)| turn(shape, kind));
    Ok(lying.sorted().dedup().collect())
}

/// All ways to place one of the shapes, cell by cell.
fn place(cells: Vertices, items: &[Vec<Shape>]) -> Play {
    let taking = |(&(row, col), shape): (&BoardCell, &Shape)| {
        let at = |&(down, right): &(i64, i64)| {
            (
                row.wrapping_add_signed(down),
                col.wrapping_add_signed(right),
            )
        };
        let lying: Vertices = shape.iter().map(at).collect();
        let text = lying.iter().map(name).join("+");
        (vec![lying.clone()], lying, text)
    };
    let takings = cells
        .iter()
        .cartesian_product(items.iter().flatten())
        .map(taking)
        .collect();
    let beside = |&(row, col): &BoardCell| {
        [(row, col + 1), (row + 1, col)].map(|next| [(row, col), next].into())
    };
    let are_linked = items.iter().flatten().all(is_connected);
    let linked = cells
        .iter()
        .filter(|_| are_linked)
        .flat_map(beside)
        .collect();
    Sets::play(cells, takings, linked)
}

fn is_connected(shape: &Shape) -> bool {
    let near = |&(row, col): &(i64, i64)| {
        let near = [
            (row - 1, col),
            (row + 1, col),
            (row, col - 1),
            (row, col + 1),
        ];
        Ok(near
            .into_iter()
            .filter(|cell| shape.contains(cell))
            .collect())
    };
    met(shape.first().copied(), near).is_ok_and(|met| met.len() == shape.len())
}

/// Games on a graph or an order given by pairs.
fn pairs(given: &Given<'_>, taken: &[String]) -> Res<Play> {
    let game = given.record.game.as_str();
    let (count, pairs) =
        text::count_and_pairs(&given.words, if game == "poset" { '<' } else { '-' })?;
    Fail::Wrong.when(
        pairs.iter().any(|(a, b)| a == b) || count > u64::from(u32::MAX) - 1 && game != "grim",
    )?;
    let taken = taken
        .iter()
        .map(|word| Ok((0, text::number_within(word, count)?)))
        .collect::<Res<_>>()?;
    let all = few(count)?;
    let pairs = pairs.into_iter().map(|(a, b)| [(0, a), (0, b)]);
    let pairs: Vec<[BoardCell; 2]> = pairs.unique().collect();
    let edges: HashSet<[BoardCell; 2]> = pairs.iter().copied().collect();
    let near = |a, b| edges.contains(&[a, b]) || edges.contains(&[b, a]);
    Ok(match game {
        "node-kayles" => return vertices(all, near, taken),
        "poset" => return order(all, pairs),
        "arc-kayles" => {
            let edge = |&[a, b]: &[BoardCell; 2]| {
                (
                    vec![[a, b].into()],
                    [a, b].into(),
                    format!("{}-{}", a.1, b.1),
                )
            };
            in_order(all, pairs.iter().map(edge).collect())
        }
        _ => {
            // A vertex with a neighbour; what goes leaves the neighbours.
            let alone = |&vertex: &BoardCell| {
                let with = pairs.iter().filter(|pair| pair.contains(&vertex)).copied();
                (
                    with.map(Vertices::from).collect(),
                    [vertex].into(),
                    name(&vertex),
                )
            };
            let takings = all.iter().map(alone).collect();
            Sets::play(all, takings, Vec::new())
        }
    })
}

/// The vertices up to a number, if they are few.
fn few(count: u64) -> Res<Vertices> {
    if count > 1000 {
        Err(Fail::TooLarge)
    } else {
        Ok((1..=count).map(|vertex| (0, vertex)).collect())
    }
}

/// The general case: sets of vertices, and what goes with them.
fn take(words: &[String]) -> Res<Play> {
    let (count, sets) = words.split_first().ok_or(Fail::Wrong)?;
    let count = text::number_within(count, u64::from(u32::MAX) - 1)?;
    let list = |text: &str| -> Res<Vertices> {
        text.split(',')
            .map(|vertex| Ok((0, text::number_within(vertex, count)?)))
            .collect()
    };
    let taking = |word: &String| {
        let needed = word.split_once('>').map_or(&word[..], |(needed, _)| needed);
        Ok((
            vec![list(needed)?],
            list(&word.replacen('>', ",", 1))?,
            word.clone(),
        ))
    };
    let takings = sets.iter().map(taking).collect::<Res<_>>()?;
    Ok(in_order(few(count)?, takings))
}

/// The moves by their first vertex.
fn in_order(all: Vertices, mut takings: Vec<Taking>) -> Play {
    takings.sort_by_key(|(needs, ..)| needs[0].first().copied());
    Sets::play(all, takings, Vec::new())
}

/// Every vertex is a move that takes it and those near it; some were taken before.
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
        let goes = left
            .iter()
            .copied()
            .filter(|&other| other == vertex || near(vertex, other));
        (vec![[vertex].into()], goes.collect(), name(&vertex))
    };
    let takings = left.iter().map(taking).collect();
    Ok(Sets::play(left, takings, Vec::new()))
}

/// An element goes with all above it.
fn order(all: Vertices, pairs: Vec<[BoardCell; 2]>) -> Res<Play> {
    let higher = pairs
        .into_iter()
        .map(|[low, high]| (low, high))
        .into_group_map();
    let next = |element: &BoardCell| Ok(higher.get(element).cloned().unwrap_or_default());
    let above = all
        .iter()
        .map(|element| Ok((*element, met(next(element)?, next)?)));
    let above = above.collect::<Res<HashMap<BoardCell, _>>>()?;
    Fail::Wrong.when(above.iter().any(|(element, over)| over.contains(element)))?;
    vertices(
        all,
        |element, other| above[&element].contains(&other),
        Vec::new(),
    )
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

impl Sets {
    /// The play on these vertices; moves that take the same are one.
    fn play(left: Vertices, takings: Vec<Taking>, linked: Vec<Vertices>) -> Play {
        let vertices: Vec<BoardCell> = left.iter().copied().collect();
        let bits = |set: &Vertices| {
            let mut bits: PositionNumbers =
                smallvec::smallvec![0; vertices.len().div_ceil(64).max(1)];
            for place in set
                .iter()
                .filter_map(|vertex| vertices.binary_search(vertex).ok())
            {
                bits[place / 64] |= 1 << (place % 64);
            }
            bits
        };
        let moves = takings
            .iter()
            .unique_by(|(needs, goes, _)| (needs, goes))
            .map(|(needs, goes, text)| {
                let needs = needs
                    .iter()
                    .filter(|set| set.is_subset(&left))
                    .map(bits)
                    .collect_vec();
                (needs, bits(goes), text.as_str().into())
            });
        let moves = moves.filter(|(needs, ..)| !needs.is_empty()).collect();
        let alone = left.iter().map(|&vertex| Vertices::from([vertex]));
        let linked = linked
            .into_iter()
            .chain(alone)
            .map(|set| bits(&set))
            .collect();
        Play::new(
            Sets {
                moves,
                linked,
                work: std::cell::Cell::new(0),
            },
            [bits(&left)],
        )
    }

    /// The moves that are left on some vertices.
    fn possible(&self, left: &[u64]) -> Vec<&(Vec<PositionNumbers>, PositionNumbers, Rc<str>)> {
        self.moves
            .iter()
            .filter(|(needs, ..)| needs.iter().any(|set| within(set, left)))
            .collect()
    }

    /// The parts that those of these moves that are still there join; vertices that no move touches are left out.
    fn components(
        moves: &[&(Vec<PositionNumbers>, PositionNumbers, Rc<str>)],
        left: &[u64],
    ) -> Vec<PositionNumbers> {
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

impl GameDefinition for Sets {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let moves = self.possible(position);
        self.work
            .set(self.work.get() + self.moves.len() + moves.len() * moves.len() * position.len());
        Fail::TooLarge.when(self.work.get() > MAX_PAIRS)?;
        let after = |goes: &PositionNumbers| combine(position, goes, |a, b| a & !b);
        let play = |(_, goes, text): &&(Vec<PositionNumbers>, PositionNumbers, Rc<str>)| {
            ListedMove::leaving(Sets::components(&moves, &after(goes)))
                .named(Name::Word(text.clone()))
        };
        Ok(moves.iter().map(play).collect())
    }

    /// In the order of their first vertices.
    fn parts(&self, component: &WrittenComponent) -> Res<Vec<PositionNumbers>> {
        let left = &component.position;
        let mut groups = Sets::components(&self.possible(left), left);
        self.linked
            .iter()
            .for_each(|set| join(&mut groups, set.clone()));
        groups.sort_by_cached_key(|set| {
            Reverse(set.iter().map(|word| word.reverse_bits()).collect_vec())
        });
        Ok(groups)
    }
}
