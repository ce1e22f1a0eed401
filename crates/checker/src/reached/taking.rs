//! Positional games: a move takes cells or vertices that are left, others may go with them, and what is left
//! falls into parts that no move joins.
//!
//! A state is a set of cells or vertices, bit by bit: number n is bit n mod 64 of number n / 64.

use std::ops::ControlFlow;

use fxhash::FxHashSet;
use grundy_record::{Move, Named, Piece, Record, Rules as Written, Shape, Taken, Tuple};

use super::board::Grid;
use super::{GameId, Play, Rules, State, Visit};
use crate::{Checked, rejected, unproved};

/// More cells or vertices, or moves, are not explored.
const MOST: usize = 1 << 10;

/// A move.
struct Take {
    /// What must be left.
    needs: State,
    /// What goes, where it is left.
    goes: State,
    written: Taken,
}

/// A position, and its moves in the order of answers.
pub(super) struct Taking {
    left: State,
    count: usize,
    takes: Vec<Take>,
    /// Neighbours on the board that are shown as of one part though no move may join them.
    neighbours: Vec<[usize; 2]>,
    misere: bool,
}

fn has(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 != 0
}

fn set_of(count: usize, numbers: impl IntoIterator<Item = usize>) -> State {
    let mut set = State::from_elem(0, count.div_ceil(64));
    numbers.into_iter().for_each(|number| set[number / 64] |= 1 << (number % 64));
    set
}

fn within(some: &[u64], all: &[u64]) -> bool {
    some.iter().zip(all).all(|(some, all)| some & !all == 0)
}

fn without(set: &[u64], gone: &[u64]) -> State {
    set.iter().zip(gone).map(|(set, gone)| set & !gone).collect()
}

impl Taking {
    pub(super) fn new(record: &Record<'_>, game: GameId) -> Checked<Taking> {
        let rules = &record.rules;
        let misere = record.modifiers.misere;
        if rules.board().is_some() {
            let grid = Grid::new(record)?;
            if grid.free.len() > MOST {
                return unproved("the board is too large to explore");
            }
            on_board(record, rules, game, grid, misere)
        } else {
            on_graph(record, rules, game, misere)
        }
    }

    fn over(count: usize, left: impl IntoIterator<Item = usize>, misere: bool) -> Taking {
        let left = set_of(count, left);
        Taking { left, count, takes: Vec::new(), neighbours: Vec::new(), misere }
    }

    fn push(&mut self, needs: &[usize], goes: &[usize], written: Taken) -> Checked<()> {
        let (needs, goes) = (
            set_of(self.count, needs.iter().copied()),
            set_of(self.count, needs.iter().chain(goes).copied()),
        );
        if self.takes.len() > 4 * MOST {
            return unproved("the moves are too many to explore");
        }
        if within(&needs, &self.left) {
            self.takes.push(Take { needs, goes, written });
        }
        Ok(())
    }

    /// The parts with a move of what is left, in the order of their first cell, of at most 64 cells in all.
    fn split_word(&self, left: u64) -> Vec<State> {
        // What a move takes together with each cell.
        let mut together = [0u64; 64];
        let mut moved = 0;
        for take in self.takes.iter().filter(|take| take.needs[0] & !left == 0) {
            let all = take.goes[0] & left;
            moved |= all;
            let mut cells = all;
            while cells != 0 {
                together[cells.trailing_zeros() as usize] |= all;
                cells &= cells - 1;
            }
        }
        let mut parts = Vec::new();
        while moved != 0 {
            let mut part = moved & moved.wrapping_neg();
            let mut open = part;
            while open != 0 {
                let new = together[open.trailing_zeros() as usize] & !part;
                open = (open & (open - 1)) | new;
                part |= new;
            }
            moved &= !part;
            parts.push(State::from_slice(&[part]));
        }
        parts
    }

    /// The parts of what is left, in the order of their first cell: those with a move, or all.
    fn split(&self, left: &[u64], all: bool) -> Vec<State> {
        match (left, all) {
            (&[left], false) => self.split_word(left),
            _ => self.split_cells(left, all),
        }
    }

    fn split_cells(&self, left: &[u64], all: bool) -> Vec<State> {
        let mut roots: Vec<usize> = (0..self.count).collect();
        fn root(roots: &[usize], mut cell: usize) -> usize {
            while roots[cell] != cell {
                cell = roots[cell];
            }
            cell
        }
        fn join(roots: &mut [usize], a: usize, b: usize) {
            let (a, b) = (root(roots, a), root(roots, b));
            roots[a.max(b)] = a.min(b);
        }
        let mut moved = State::from_elem(0, left.len());
        for take in self.takes.iter().filter(|take| within(&take.needs, left)) {
            let mut first = None;
            for (at, (&goes, &left)) in take.goes.iter().zip(left).enumerate() {
                let mut cells = goes & left;
                moved[at] |= cells;
                while cells != 0 {
                    let cell = 64 * at + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    join(&mut roots, *first.get_or_insert(cell), cell);
                }
            }
        }
        if all {
            self.neighbours
                .iter()
                .filter(|[a, b]| has(left, *a) && has(left, *b))
                .for_each(|&[a, b]| join(&mut roots, a, b));
            moved = State::from_slice(left);
        }
        let (mut parts, mut of_root): (Vec<State>, _) = (Vec::new(), vec![usize::MAX; self.count]);
        for cell in (0..self.count).filter(|&cell| has(&moved, cell)) {
            let root = root(&roots, cell);
            if of_root[root] == usize::MAX {
                of_root[root] = parts.len();
                parts.push(State::from_elem(0, left.len()));
            }
            parts[of_root[root]][cell / 64] |= 1 << (cell % 64);
        }
        parts
    }
}

impl Rules for Taking {
    fn components(&self) -> Vec<State> {
        vec![self.left.clone()]
    }

    fn parts(&self) -> Option<Vec<State>> {
        (!self.misere).then(|| self.split(&self.left, true))
    }

    fn play(&self) -> Play {
        Play::of(self.misere)
    }

    fn cost(&self) -> u64 {
        let size = (self.count + self.takes.len()) as u64;
        // A word is split in some hundred instructions, more are split cell by cell.
        if self.count <= 64 { 8 + size / 4 } else { 16 + 2 * size }
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        for take in self.takes.iter().filter(|take| within(&take.needs, state)) {
            let left = without(state, &take.goes);
            let parts = if self.misere { vec![left] } else { self.split(&left, false) };
            visit(&|_| Move::Take { index: Some(0), what: take.written.clone() }, &parts)?;
        }
        ControlFlow::Continue(())
    }
}

/// A number of cells down and right.
type Offset = (i64, i64);

/// Moved so that its first cell in reading order is 0,0, each cell once.
fn settled(mut cells: Vec<Offset>) -> Vec<Offset> {
    cells.sort_unstable();
    cells.dedup();
    let (row, column) = cells.first().copied().unwrap_or_default();
    cells.iter_mut().for_each(|cell| *cell = (cell.0 - row, cell.1 - column));
    cells
}

/// Whether one comes from the first cell of a shape to all others from neighbour to neighbour.
fn holds_together(shape: &[Offset]) -> bool {
    let mut found: Vec<Offset> = shape.first().copied().into_iter().collect();
    let mut next = 0;
    while next < found.len() {
        let from = found[next];
        let near = |&(row, column): &Offset| (row - from.0).abs() + (column - from.1).abs() == 1;
        let more: Vec<Offset> =
            shape.iter().copied().filter(|cell| near(cell) && !found.contains(cell)).collect();
        found.extend(more);
        next += 1;
    }
    found.len() == shape.len()
}

/// The shapes that a move may take, each as it stands, in the order in which moves are listed.
fn shapes(rules: &Written<'_>, turned: bool) -> Vec<Vec<Offset>> {
    let mut all: Vec<Vec<Offset>> = Vec::new();
    for shape in &rules.shapes {
        let mut own: Vec<Vec<Offset>> = match shape {
            Shape::Cells(cells) => {
                let cells: Vec<Offset> = cells.iter().map(|&(r, c)| (r as i64, c as i64)).collect();
                let images = (0..if turned { 8 } else { 1 }).map(|image| {
                    let turn = |&(r, c): &Offset| {
                        let (r, c) = if image & 1 != 0 { (-r, c) } else { (r, c) };
                        let (r, c) = if image & 2 != 0 { (r, -c) } else { (r, c) };
                        if image & 4 != 0 { (c, r) } else { (r, c) }
                    };
                    settled(cells.iter().map(turn).collect())
                });
                images.collect()
            }
            Shape::Named(named) => {
                let cells = match named {
                    Named::Domino => 2,
                    Named::Tromino => 3,
                    Named::Tetromino => 4,
                };
                // All sets of so many cells of a square that hold together.
                let square: Vec<Offset> = (0..cells).flat_map(|r| (0..cells).map(move |c| (r, c))).collect();
                let sets = (0u32..1 << square.len()).filter(|set| i64::from(set.count_ones()) == cells);
                let chosen = sets.map(|set| {
                    let is_in = |&(bit, _): &(usize, Offset)| set >> bit & 1 != 0;
                    square.iter().copied().enumerate().filter(is_in).map(|(_, cell)| cell).collect()
                });
                chosen.filter(|shape: &Vec<Offset>| holds_together(shape)).map(settled).collect()
            }
        };
        own.sort_unstable();
        own.dedup();
        own.retain(|shape| !all.contains(shape));
        all.extend(own);
    }
    all
}

/// Whether a piece attacks a cell so far away, both not 0.
fn attacks(piece: Piece, rows: u64, columns: u64) -> bool {
    let straight = rows == 0 || columns == 0;
    match piece {
        Piece::King => rows < 2 && columns < 2,
        Piece::Rook => straight,
        Piece::Bishop => rows == columns,
        Piece::Queen => straight || rows == columns,
        Piece::Knight => rows * columns == 2,
    }
}

fn on_board(
    record: &Record<'_>,
    rules: &Written<'_>,
    game: GameId,
    mut grid: Grid,
    misere: bool,
) -> Checked<Taking> {
    let count = grid.free.len();
    let apart = |a: usize, b: usize| {
        let [[row, column], [other_row, other_column]] = [grid.place(a), grid.place(b)];
        (row.abs_diff(other_row), column.abs_diff(other_column))
    };
    // What goes with a cell.
    let near: Box<dyn Fn(u64, u64) -> bool> = match (game, rules.piece) {
        (GameId::Placement, Some(piece)) => Box::new(move |rows, columns| attacks(piece, rows, columns)),
        (GameId::NodeKayles, _) => Box::new(|rows, columns| rows + columns == 1),
        (GameId::Cram | GameId::Place, _) => Box::new(|_, _| false),
        _ => return rejected("this game is not played on such a board"),
    };
    let goes_with = |a: usize, b: usize| {
        let (rows, columns) = apart(a, b);
        a != b && near(rows, columns)
    };
    let mut before: Vec<usize> = Vec::new();
    for tuple in record.position.tuples.iter() {
        match grid.number(tuple) {
            Some(cell) => before.push(cell),
            None => return rejected("a cell of the position is not on the board"),
        }
    }
    for word in &record.position.rows {
        match grid.number(&numbers(word)?) {
            Some(cell) => before.push(cell),
            None => return rejected("a cell of the position is not on the board"),
        }
    }
    let mut free = grid.free.clone();
    for cell in before {
        if !free[cell] {
            return rejected("a cell of the position is gone already");
        }
        (0..count)
            .filter(|&other| other == cell || goes_with(cell, other))
            .for_each(|other| free[other] = false);
    }
    let cell = |number: usize| Tuple::new(&grid.place(number));
    let mut taking = Taking::over(count, (0..count).filter(|&cell| free[cell]), misere);
    let shapes = match game {
        GameId::Cram => vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]],
        GameId::Place => shapes(rules, record.modifiers.turned),
        _ => Vec::new(),
    };
    for first in (0..count).filter(|&cell| free[cell]) {
        if !matches!(game, GameId::Cram | GameId::Place) {
            let goes: Vec<usize> = (0..count).filter(|&other| goes_with(first, other)).collect();
            taking.push(&[first], &goes, Taken::Cells([cell(first)].into()))?;
        }
        let [row, column] = grid.place(first).map(|place| place as i64);
        for shape in &shapes {
            let at = |&(down, right): &Offset| {
                let place = [row.checked_add(down)?, column.checked_add(right)?];
                grid.number(&[place[0].try_into().ok()?, place[1].try_into().ok()?])
            };
            if let Some(cells) = shape.iter().map(at).collect::<Option<Vec<usize>>>() {
                taking.push(&cells, &[], Taken::Cells(cells.iter().map(|&number| cell(number)).collect()))?;
            }
        }
    }
    if !shapes.is_empty() && shapes.iter().all(|shape| holds_together(shape)) {
        let columns = grid.columns as usize;
        let right = (0..count).filter(|cell| (cell + 1) % columns != 0).map(|cell| [cell, cell + 1]);
        let below = (columns..count).map(|cell| [cell - columns, cell]);
        taking.neighbours = right.chain(below).collect();
    }
    grid.free = free;
    Ok(taking)
}

/// The numbers of a word of the position.
fn numbers(word: &[u8]) -> Checked<Vec<u64>> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    match text.split(',').map(|part| part.parse().ok()).collect() {
        Some(numbers) => Ok(numbers),
        None => rejected("a word of the position is no number"),
    }
}

fn on_graph(record: &Record<'_>, rules: &Written<'_>, game: GameId, misere: bool) -> Checked<Taking> {
    if rules.graph.vertices > MOST as u64 {
        return unproved("the vertices are too many to explore");
    }
    let count = rules.graph.vertices as usize;
    let vertex = |number: u64| match usize::try_from(number) {
        Ok(number) if (1..=count).contains(&number) => Ok(number - 1),
        _ => rejected("a vertex is not there"),
    };
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for &(a, b) in &rules.graph.edges {
        if a == b {
            return rejected("an edge joins a vertex with itself");
        }
        edges.push([vertex(a.into())?, vertex(b.into())?]);
    }
    let number = |vertex: usize| vertex as u64 + 1;
    let mut left = vec![true; count];
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
    match game {
        GameId::Poset => {
            // All above an element: those above it, those above these, and so on.
            for (element, above) in near.iter_mut().enumerate() {
                let mut open = vec![element];
                while let Some(low) = open.pop() {
                    for &[_, high] in edges.iter().filter(|[from, _]| *from == low) {
                        if !above.contains(&high) {
                            above.push(high);
                            open.push(high);
                        }
                    }
                }
                if above.contains(&element) {
                    return rejected("an element is above itself");
                }
            }
        }
        _ => edges.iter().for_each(|&[a, b]| {
            near[a].push(b);
            near[b].push(a);
        }),
    }
    for word in &record.position.rows {
        let &[taken] = &numbers(word)?[..] else { return rejected("a word of the position is no vertex") };
        let taken = vertex(taken)?;
        if game != GameId::NodeKayles || !left[taken] {
            return rejected("a vertex of the position is gone already");
        }
        left[taken] = false;
        near[taken].iter().for_each(|&other| left[other] = false);
    }
    let mut taking = Taking::over(count, (0..count).filter(|&vertex| left[vertex]), misere);
    match game {
        GameId::NodeKayles | GameId::Poset => {
            for vertex in (0..count).filter(|&vertex| left[vertex]) {
                taking.push(&[vertex], &near[vertex], Taken::Places([number(vertex)].into()))?;
            }
        }
        GameId::ArcKayles | GameId::Take => {
            // Each move that takes and needs the same once, by its least vertex, then as written.
            let mut sets: Vec<(Vec<usize>, Vec<usize>, Taken)> = edges
                .iter()
                .map(|ends| (ends.to_vec(), Vec::new(), Taken::Edge(number(ends[0]), number(ends[1]))))
                .collect();
            if game == GameId::Take {
                sets.clear();
                for set in &rules.sets {
                    let all =
                        |list: &[u64]| list.iter().map(|&name| vertex(name)).collect::<Checked<Vec<usize>>>();
                    sets.push((all(&set.needs)?, all(&set.others)?, Taken::Places(set.needs.clone().into())));
                }
            }
            sets.sort_by_key(|(needs, ..)| needs.iter().copied().min());
            let mut seen = FxHashSet::default();
            for (needs, others, written) in sets {
                let all = set_of(count, needs.iter().chain(&others).copied());
                if !needs.is_empty() && seen.insert((set_of(count, needs.iter().copied()), all)) {
                    taking.push(&needs, &others, written)?;
                }
            }
        }
        _ => return rejected("this game is not played on a graph"),
    }
    Ok(taking)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_lists_of_cells_are() {
        let mut random = 0x2545_f491_4f6c_dd1du64;
        let mut below = |most: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) as usize % most
        };
        for _ in 0..300 {
            let count = 1 + below(64);
            let mut taking = Taking::over(count, 0..count, false);
            for _ in 0..below(2 * count) {
                let needs: Vec<usize> = (0..1 + below(2)).map(|_| below(count)).collect();
                let goes: Vec<usize> = (0..below(3)).map(|_| below(count)).collect();
                taking.push(&needs, &goes, Taken::Places([1].into())).expect("few moves");
            }
            let left = set_of(count, (0..count).filter(|_| below(4) > 0).collect::<Vec<_>>());
            assert_eq!(taking.split_word(left[0]), taking.split_cells(&left, false));
        }
    }
}
