//! Positional games: every move of a board or a graph as two lists of cells, those that must be left and
//! those that go, and brute force over whole positions.

use std::collections::{BTreeSet, HashMap};

use super::text::{self, Parts};
use super::{Component, Fail, Game, Outcome, Play, Res, Valued, mex, play_sum, sum_values};

/// The games of this file.
pub const NAMES: [&str; 9] =
    ["cram", "place", "placement", "node-kayles", "arc-kayles", "take", "chomp", "poset", "notakto"];

/// Those whose header may be followed by a board.
const ON_BOARDS: [&str; 4] = ["cram", "place", "placement", "node-kayles"];

/// Brute force goes through all sets of so many cells with moves.
const CELLS: usize = 20;

/// A move: what must be left, what goes, how it is written.
struct Move {
    needs: BTreeSet<usize>,
    goes: BTreeSet<usize>,
    text: String,
}

/// A board, a graph, or a Notakto board.
struct Part {
    /// The cells that are left.
    left: BTreeSet<usize>,
    /// Cells that belong together though no move says so.
    linked: Vec<(usize, usize)>,
    moves: Vec<Move>,
}

pub struct Positional {
    parts: Vec<Part>,
    misere: bool,
    /// Notakto: a part is one component, whatever it falls into.
    whole: bool,
}

/// Whether a record is one of a game on a board that may be drawn below it.
pub fn is_board(parts: &Parts) -> bool {
    let graph = parts.game == "node-kayles"
        && !parts.rules.iter().any(|word| text::size(word).is_ok() || has_rows(word));
    ON_BOARDS.contains(&parts.game.as_str()) && !graph
}

/// How many rows follow the header of a record, if it is a right one.
pub fn promised_rows(parts: &Parts) -> Option<u64> {
    let sizes: Vec<(u64, u64)> = parts.rules.iter().filter_map(|word| text::size(word).ok()).collect();
    let drawn = parts.rules.iter().any(|word| has_rows(word));
    let [(rows, cols)] = sizes[..] else { return None };
    if !is_board(parts) || drawn || rows.saturating_mul(cols) > 10_000 {
        return None;
    }
    // The header is right where it is with rows that are.
    let empty = vec![".".repeat(cols as usize); rows as usize];
    let whole = Parts {
        game: parts.game.clone(),
        rules: parts.rules.clone(),
        position: None,
        asks: parts.asks.clone(),
        rows: Some(empty),
        more: Vec::new(),
    };
    let wrong = matches!(Positional::read(&whole), Err(Fail::Wrong));
    (!wrong).then_some(rows)
}

fn has_rows(word: &str) -> bool {
    word.contains('/') || (!word.is_empty() && word.chars().all(|c| matches!(c, '.' | 'X' | '#')))
}

/// Rows, columns and free cells.
struct Board {
    rows: usize,
    cols: usize,
    free: BTreeSet<usize>,
}

impl Board {
    fn at(&self, row: i64, col: i64) -> Option<usize> {
        let inside = row >= 0 && col >= 0 && row < self.rows as i64 && col < self.cols as i64;
        inside.then(|| row as usize * self.cols + col as usize)
    }

    fn place(&self, cell: usize) -> (i64, i64) {
        ((cell / self.cols) as i64, (cell % self.cols) as i64)
    }

    fn name(&self, cell: usize) -> String {
        format!("{},{}", cell / self.cols + 1, cell % self.cols + 1)
    }

    fn cell(&self, word: &str) -> Res<usize> {
        let numbers = text::tuple(word)?;
        let [row, col] = numbers[..] else { return Err(Fail::Wrong) };
        if row == 0 || col == 0 || row > self.rows as u64 || col > self.cols as u64 {
            return Err(Fail::Wrong);
        }
        Ok((row as usize - 1) * self.cols + col as usize - 1)
    }

    /// From the words that are left of the rules, the damaged cells, and the rows below the record.
    fn read(parts: &Parts, words: &[String], damaged: &[String]) -> Res<Board> {
        let [word] = words else { return Err(Fail::Wrong) };
        let mut rows: Option<Vec<String>> = parts.rows.clone();
        let (height, width) = match text::size(word) {
            Ok((height, width)) => {
                if rows.is_none() && parts.position.is_none() {
                    return Err(Fail::Wrong);
                }
                (height, width)
            }
            Err(_) => {
                if text::looks_like_size(word) || !word.contains(['.', 'X', '#']) {
                    return Err(Fail::Wrong);
                }
                let drawn: Vec<String> = word.split('/').map(str::to_owned).collect();
                let size = (drawn.len() as u64, drawn[0].len() as u64);
                rows = Some(drawn);
                size
            }
        };
        if height * width > 10_000 {
            return Err(Fail::TooBig);
        }
        let mut board = Board { rows: height as usize, cols: width as usize, free: BTreeSet::new() };
        board.free = (0..board.rows * board.cols).collect();
        if let Some(rows) = rows {
            if rows.len() != board.rows || board.cols == 0 {
                return Err(Fail::Wrong);
            }
            for (row, line) in rows.iter().enumerate() {
                if line.len() != board.cols || !line.chars().all(|c| matches!(c, '.' | 'X' | '#')) {
                    return Err(Fail::Wrong);
                }
                for (col, c) in line.chars().enumerate() {
                    if c != '.' {
                        board.free.remove(&(row * board.cols + col));
                    }
                }
            }
        }
        for word in damaged {
            let cell = board.cell(word)?;
            board.free.remove(&cell);
        }
        Ok(board)
    }

    /// Pairs of free cells that share a side.
    fn neighbours(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for &cell in &self.free {
            let (row, col) = self.place(cell);
            for next in [self.at(row, col + 1), self.at(row + 1, col)].into_iter().flatten() {
                if self.free.contains(&next) {
                    pairs.push((cell, next));
                }
            }
        }
        pairs
    }
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

impl Positional {
    pub fn read(parts: &Parts) -> Res<Positional> {
        let kinds: &[&str] = match parts.game.as_str() {
            "cram" | "placement" | "node-kayles" => &["misere", "damaged"],
            "place" => &["misere", "damaged", "turned"],
            "notakto" => &["normal"],
            _ => &["misere"],
        };
        let (words, keywords) = parts.keywords(kinds)?;
        let misere = keywords.has("misere") || (parts.game == "notakto" && !keywords.has("normal"));
        if !parts.asks_within(if misere { &[] } else { &["grundy", "values"] }) {
            return Err(Fail::Wrong);
        }
        let position = parts.position.clone().unwrap_or_default();
        let takes_words = matches!(parts.game.as_str(), "placement" | "node-kayles" | "notakto");
        if !takes_words && !position.is_empty() {
            return Err(Fail::Wrong);
        }
        let one = |part: Part| Ok(Positional { parts: vec![part], misere, whole: false });
        let damaged = keywords.of("damaged");
        match parts.game.as_str() {
            "cram" => {
                let board = Board::read(parts, &words, damaged)?;
                one(place(&board, &[vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]]]))
            }
            "place" => {
                let (mut items, mut rest) = (Vec::new(), Vec::new());
                for word in words {
                    if let Some(shapes) = named(&word) {
                        let mut all = BTreeSet::new();
                        for word in shapes {
                            all.extend(eight(&shape(word)?));
                        }
                        items.push(all.into_iter().collect::<Vec<_>>());
                    } else if word.contains(',') {
                        let shape = shape(&word)?;
                        items.push(match keywords.has("turned") {
                            true => eight(&shape).into_iter().collect(),
                            false => vec![normal(&shape).into_iter().collect()],
                        });
                    } else {
                        rest.push(word);
                    }
                }
                if items.is_empty() {
                    return Err(Fail::Wrong);
                }
                one(place(&Board::read(parts, &rest, damaged)?, &items))
            }
            "placement" => {
                type Attacks = fn(i64, i64) -> bool;
                let pieces: [(&str, Attacks); 5] = [
                    ("king", |r, c| r.max(c) == 1),
                    ("rook", |r, c| r == 0 || c == 0),
                    ("bishop", |r, c| r == c),
                    ("queen", |r, c| r == c || r == 0 || c == 0),
                    ("knight", |r, c| r * c == 2),
                ];
                let attacks = |word: &String| pieces.iter().find(|(name, _)| name == word);
                let mut given = words.iter().filter_map(attacks);
                let (Some((_, attacks)), None) = (given.next(), given.next()) else {
                    return Err(Fail::Wrong);
                };
                let rest: Vec<String> = words
                    .iter()
                    .filter(|word| !pieces.iter().any(|(name, _)| name == word))
                    .cloned()
                    .collect();
                let board = Board::read(parts, &rest, damaged)?;
                let near = |a: usize, b: usize| {
                    let ((r, c), (s, d)) = (board.place(a), board.place(b));
                    a != b && attacks((r - s).abs(), (c - d).abs())
                };
                let start = position.iter().map(|word| board.cell(word)).collect::<Res<Vec<_>>>()?;
                one(vertices(&board.free, near, &start, |cell| board.name(cell))?)
            }
            "node-kayles" if is_board(parts) => {
                let board = Board::read(parts, &words, damaged)?;
                let near = |a: usize, b: usize| {
                    let ((r, c), (s, d)) = (board.place(a), board.place(b));
                    (r - s).abs() + (c - d).abs() == 1
                };
                let start = position.iter().map(|word| board.cell(word)).collect::<Res<Vec<_>>>()?;
                one(vertices(&board.free, near, &start, |cell| board.name(cell))?)
            }
            "node-kayles" | "arc-kayles" | "poset" => {
                if parts.position.is_none() || !damaged.is_empty() {
                    return Err(Fail::Wrong);
                }
                let sign = if parts.game == "poset" { '<' } else { '-' };
                let (count, pairs) = text::count_and_pairs(&words, sign)?;
                if pairs.iter().any(|(a, b)| a == b) || count > u64::from(u32::MAX) - 1 {
                    return Err(Fail::Wrong);
                }
                if count > 1000 {
                    return Err(Fail::TooBig);
                }
                let all: BTreeSet<usize> = (1..=count as usize).collect();
                let pairs: Vec<(usize, usize)> =
                    pairs.into_iter().map(|(a, b)| (a as usize, b as usize)).collect();
                match parts.game.as_str() {
                    "node-kayles" => {
                        let near = |a, b| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
                        let start = position
                            .iter()
                            .map(|word| Ok(text::number_within(word, count)? as usize))
                            .collect::<Res<Vec<_>>>()?;
                        one(vertices(&all, near, &start, |vertex| vertex.to_string())?)
                    }
                    "arc-kayles" => {
                        let mut moves: Vec<(usize, usize, Move)> = Vec::new();
                        for (i, &(a, b)) in pairs.iter().enumerate() {
                            let ends = BTreeSet::from([a, b]);
                            if !moves.iter().any(|(_, _, there)| there.needs == ends) {
                                let text = format!("{a}-{b}");
                                moves.push((a.min(b), i, Move { needs: ends.clone(), goes: ends, text }));
                            }
                        }
                        moves.sort_by_key(|&(first, i, _)| (first, i));
                        one(Part {
                            left: all,
                            linked: Vec::new(),
                            moves: moves.into_iter().map(|(_, _, mv)| mv).collect(),
                        })
                    }
                    _ => one(order(all, &pairs)?),
                }
            }
            "take" => {
                let (Some((count, sets)), true) = (words.split_first(), parts.position.is_some()) else {
                    return Err(Fail::Wrong);
                };
                let count = text::number_within(count, u64::from(u32::MAX) - 1)?;
                let list = |text: &str| {
                    text.split(',')
                        .map(|vertex| Ok(text::number_within(vertex, count)? as usize))
                        .collect::<Res<Vec<usize>>>()
                };
                let mut moves: Vec<(usize, usize, Move)> = Vec::new();
                for (i, word) in sets.iter().enumerate() {
                    let (taken, others) = match word.split_once('>') {
                        Some((taken, others)) => (taken, list(others)?),
                        None => (word.as_str(), Vec::new()),
                    };
                    let needs: BTreeSet<usize> = list(taken)?.into_iter().collect();
                    let goes: BTreeSet<usize> = needs.iter().copied().chain(others).collect();
                    if !moves.iter().any(|(_, _, there)| there.needs == needs && there.goes == goes) {
                        let first = *needs.first().ok_or(Fail::Wrong)?;
                        moves.push((first, i, Move { needs, goes, text: taken.to_owned() }));
                    }
                }
                if count > 1000 {
                    return Err(Fail::TooBig);
                }
                moves.sort_by_key(|&(first, i, _)| (first, i));
                let moves = moves.into_iter().map(|(_, _, mv)| mv).collect();
                one(Part { left: (1..=count as usize).collect(), linked: Vec::new(), moves })
            }
            "chomp" => one(chomp(parts, &words)?),
            _ => {
                if parts.position.is_none() || !words.is_empty() {
                    return Err(Fail::Wrong);
                }
                let boards = position.iter().map(|word| notakto(word)).collect::<Res<Vec<Part>>>()?;
                Ok(Positional { parts: boards, misere, whole: true })
            }
        }
    }
}

/// All ways to place one of the shapes, grouped by the items they come from.
fn place(board: &Board, items: &[Vec<Vec<(i64, i64)>>]) -> Part {
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
    Part { left: board.free.clone(), linked, moves }
}

/// Every vertex is a move that takes it and those near it; some were taken before.
fn vertices(
    all: &BTreeSet<usize>,
    near: impl Fn(usize, usize) -> bool,
    taken: &[usize],
    name: impl Fn(usize) -> String,
) -> Res<Part> {
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
    Ok(Part { moves: moves.collect(), linked: Vec::new(), left })
}

/// An element goes with all above it.
fn order(all: BTreeSet<usize>, pairs: &[(usize, usize)]) -> Res<Part> {
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
    Ok(Part { moves: moves.collect(), linked: Vec::new(), left: all.clone() })
}

fn chomp(parts: &Parts, words: &[String]) -> Res<Part> {
    if parts.position.is_none() {
        return Err(Fail::Wrong);
    }
    let rows: Vec<u64> = match words {
        [word] if text::size(word).is_ok() => {
            let (rows, cols) = text::size(word)?;
            if rows > 100 {
                return Err(Fail::TooBig);
            }
            vec![cols; rows as usize]
        }
        [first, rest @ ..] if first == "rows" => {
            rest.iter().map(|word| text::number(word)).collect::<Res<_>>()?
        }
        _ => return Err(Fail::Wrong),
    };
    let falls = rows.windows(2).all(|pair| pair[0] >= pair[1]);
    if rows.first().is_none_or(|&row| row == 0) || !falls {
        return Err(Fail::Wrong);
    }
    if rows.iter().any(|&row| row > 100) {
        return Err(Fail::TooBig);
    }
    // Cell r,c (from 0) is r · 100 + c. The poison stays, so that a bar is one part.
    let cells: BTreeSet<usize> =
        rows.iter().enumerate().flat_map(|(r, &row)| (0..row as usize).map(move |c| r * 100 + c)).collect();
    let moves = cells.iter().filter(|&&cell| cell != 0).map(|&cell| Move {
        needs: BTreeSet::from([cell]),
        goes: cells.iter().copied().filter(|o| o / 100 >= cell / 100 && o % 100 >= cell % 100).collect(),
        text: format!("{},{}", cell / 100 + 1, cell % 100 + 1),
    });
    let linked = cells.iter().map(|&cell| (0, cell)).collect();
    Ok(Part { moves: moves.collect(), linked, left: cells.clone() })
}

/// A board of Notakto: the cells left are those without a cross; three in a line take the rest.
fn notakto(word: &str) -> Res<Part> {
    let rows: Vec<&str> = word.split('/').collect();
    let right = |row: &&str| row.len() == 3 && row.chars().all(|c| matches!(c, '.' | 'X'));
    if rows.len() != 3 || !rows.iter().all(right) {
        return Err(Fail::Wrong);
    }
    let cells = rows.concat();
    let left = (0..9).filter(|&cell| cells.as_bytes()[cell] == b'.').collect();
    Ok(Part { left, linked: Vec::new(), moves: Vec::new() })
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Part {
    /// The options of a set of cells, given as bits in the order of `cells`, with their moves.
    fn options(&self, cells: &[usize], left: u64, whole: bool) -> Vec<(String, u64)> {
        let set = |wanted: &BTreeSet<usize>| {
            (0..).zip(cells).filter(|(_, cell)| wanted.contains(cell)).fold(0, |set, (i, _)| set | 1u64 << i)
        };
        if whole {
            // Notakto: bits are the nine cells.
            let dead = |left: u64| LINES.iter().any(|line| line.iter().all(|&cell| left >> cell & 1 == 0));
            if dead(left) {
                return Vec::new();
            }
            let cells = (0..9).filter(|&cell| left >> cell & 1 != 0);
            return cells
                .map(|cell| (format!("{},{}", cell / 3 + 1, cell % 3 + 1), left & !(1 << cell)))
                .collect();
        }
        let mut options = Vec::new();
        for mv in &self.moves {
            let needs = set(&mv.needs);
            if left & needs == needs && mv.needs.iter().all(|cell| cells.contains(cell)) {
                options.push((mv.text.clone(), left & !set(&mv.goes)));
            }
        }
        options
    }

    /// The cells that matter, all of them as bits.
    fn start(&self, whole: bool) -> Res<(Vec<usize>, u64)> {
        if whole {
            return Ok(((0..9).collect(), self.left.iter().fold(0, |set, &cell| set | 1 << cell)));
        }
        let needed: BTreeSet<usize> = self.moves.iter().flat_map(|mv| mv.needs.iter().copied()).collect();
        let cells: Vec<usize> = needed.into_iter().collect();
        if cells.len() > CELLS {
            return Err(Fail::TooBig);
        }
        let all = (1 << cells.len()) - 1;
        Ok((cells, all))
    }

    fn value(&self, cells: &[usize], left: u64, whole: bool, memo: &mut HashMap<u64, u64>) -> u64 {
        if let Some(&value) = memo.get(&left) {
            return value;
        }
        let options = self.options(cells, left, whole);
        let values: Vec<u64> =
            options.into_iter().map(|(_, left)| self.value(cells, left, whole, memo)).collect();
        let value = mex(values);
        memo.insert(left, value);
        value
    }

    fn valued(&self, whole: bool) -> Res<Component> {
        let (cells, left) = self.start(whole)?;
        let mut memo = HashMap::new();
        let value = self.value(&cells, left, whole, &mut memo);
        let options = self.options(&cells, left, whole);
        let moves = options
            .into_iter()
            .map(|(text, left)| (text, self.value(&cells, left, whole, &mut memo)))
            .collect();
        Ok(Component { value, moves })
    }

    /// The values of the connected parts, by their first cells.
    fn values(&self, whole: bool) -> Res<Vec<u64>> {
        if whole {
            return Ok(vec![self.valued(whole)?.value]);
        }
        let mut groups: Vec<BTreeSet<usize>> = self.left.iter().map(|&cell| BTreeSet::from([cell])).collect();
        let links = self.moves.iter().map(|mv| mv.goes.intersection(&self.left).copied().collect());
        let pairs = self.linked.iter().map(|&(a, b)| BTreeSet::from([a, b]));
        for link in links.chain(pairs) {
            let link: BTreeSet<usize> = link;
            let (joined, mut others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| !group.is_disjoint(&link));
            others.push(joined.into_iter().flatten().collect());
            groups = others;
        }
        groups.retain(|group| !group.is_empty());
        groups.sort_by_key(|group| group.first().copied());
        let (cells, all) = self.start(whole)?;
        let mut memo = HashMap::new();
        let mut values = Vec::new();
        for group in groups {
            let left = (0..)
                .zip(&cells)
                .filter(|(_, cell)| group.contains(cell))
                .fold(0, |set, (i, _)| set | 1 << i);
            values.push(self.value(&cells, all & left, whole, &mut memo));
        }
        Ok(values)
    }
}

/// Whether the player to move wins a sum under misère play.
fn wins(game: &Positional, cells: &[Vec<usize>], left: &[u64], memo: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&wins) = memo.get(left) {
        return wins;
    }
    let (mut any, mut win) = (false, false);
    for (i, part) in game.parts.iter().enumerate() {
        for (_, after) in part.options(&cells[i], left[i], game.whole) {
            any = true;
            let mut next = left.to_vec();
            next[i] = after;
            win |= !wins(game, cells, &next, memo);
            if win {
                break;
            }
        }
    }
    let win = win || !any;
    memo.insert(left.to_vec(), win);
    win
}

impl Positional {
    fn misere_play(&self) -> Res<Play> {
        if self.parts.len() > 2 {
            return Err(Fail::TooBig);
        }
        let starts = self.parts.iter().map(|part| part.start(self.whole)).collect::<Res<Vec<_>>>()?;
        let (cells, left): (Vec<_>, Vec<_>) = starts.into_iter().unzip();
        let mut memo = HashMap::new();
        let outcome = |wins| if wins { Outcome::Win } else { Outcome::Lose };
        let mut moves = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            for (text, after) in part.options(&cells[i], left[i], self.whole) {
                let mut next = left.clone();
                next[i] = after;
                moves.push((format!("{}:{text}", i + 1), outcome(wins(self, &cells, &next, &mut memo))));
            }
        }
        Ok(Play::new(outcome(wins(self, &cells, &left, &mut memo)), moves))
    }
}

impl Game for Positional {
    fn play(&self) -> Res<Play> {
        if self.misere {
            return self.misere_play();
        }
        let components = self.parts.iter().map(|part| part.valued(self.whole)).collect::<Res<Vec<_>>>()?;
        Ok(play_sum(&components))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        let each = self.parts.iter().map(|part| part.values(self.whole)).collect::<Res<Vec<_>>>()?;
        Ok(sum_values(each.into_iter().flatten()))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        if self.misere {
            return Err(Fail::Wrong);
        }
        self.parts.iter().map(|part| Ok(Valued::from(part.valued(self.whole)?))).collect()
    }
}
