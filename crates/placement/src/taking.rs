//! A part of a positional game as sets of bits: moves that need cells and take cells, by list.
//!
//! Cells are numbered from 0 in reading order. Three kinds of lists have code of their own, which is much faster than
//! the general one: each move takes one cell and its neighbours (Node-Kayles, and
//! pieces that do not attack one another), it takes two cells (Arc-Kayles), or it takes one cell and
//! others with it (posets).

#![expect(
    clippy::cast_possible_truncation,
    reason = "sets have at most 4,096 cells, and lists of moves fewer than 2³²; of a hash the lower bits are used"
)]

use super::lines::Kayles;
use super::polyominoes::{self, Polyominoes};
use super::symmetry::Symmetry;
use super::take::{Take, TakeKind, kind_of};
use crate::search::{Bits, ComponentGame, Components, Set};

/// The largest number of cells that a dense graph has for each neighbour of a cell. Two neighbouring vertices with the
/// same neighbours are looked for in Node-Kayles on dense graphs only, where that pays.
const DENSE_SHARE: usize = 5;

/// The largest number of cells of a move next to which components are looked for. If a move takes more, all it leaves
/// is looked through.
const MAX_CELLS_GONE: u32 = 16;

/// A part of a positional game of at most 64 · `W` cells.
#[derive(Debug)]
pub struct Taking<const W: usize> {
    /// The kind of the moves, which says how components are found.
    kind: TakeKind,
    /// The number of cells.
    cells: usize,
    /// The moves; if every cell is a move, in the order of their cells.
    moves: Vec<TakeSets<W>>,
    /// The neighbours of each cell: what a move on it takes, the other end of a move, or whatever
    /// shares a move with it.
    near: Vec<Bits<W>>,
    /// The moves that touch each cell, in general games.
    touching: Vec<Vec<u32>>,
    /// The symmetries of the part.
    images: Vec<Image<W>>,
    /// Whether twins are looked for.
    twins: bool,
    /// The largest number of cells of a component that is valued in full.
    small: u32,
    /// The cost of an option.
    cost: Cost,
    /// The values of small components of Cram, wherever they lie.
    polyominoes: Option<Polyominoes>,
}

/// A move by its sets of cells.
#[derive(Clone, Copy, Debug)]
struct TakeSets<const W: usize> {
    /// The cells that must be left.
    needs: Bits<W>,
    /// The cells that are gone after the move.
    goes: Bits<W>,
}

/// The cost of an option in words read: of the whole part, and for each of its cells.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// The words that are read whatever the component is.
    fixed: u64,
    /// The words that are read for each cell of the component.
    cell: u64,
}

impl Cost {
    /// Estimates the cost of an option.
    fn new<const W: usize>(game: &Taking<W>) -> Self {
        let words = W as u64;
        let cells = game.cells as u64;
        let named: u64 = game.touching.iter().map(|moves| moves.len() as u64).sum();
        let images = game.images.len() as u64;
        let mut fixed = 0;
        let mut cell = 4 * words;
        if W <= 4 {
            fixed += images * cells.div_ceil(8) * words;
        } else {
            cell += 3 * images;
        }
        match game.kind {
            TakeKind::Vertices | TakeKind::Single => {}
            // Twins at the ends of a part are looked for among all ends (`arc-kayles`, 100 vertices and 200 edges).
            TakeKind::Edges => cell += 6 * words,
            TakeKind::General => {
                fixed += 3 * words * game.moves.len() as u64;
                cell += 2 * words * (named / cells.max(1));
            }
        }
        if game.twins {
            cell += 6 * words;
        }
        Cost { fixed, cell }
    }
}

/// A symmetry, ready to be applied.
#[derive(Debug)]
struct Image<const W: usize> {
    /// The image of each cell.
    to: Vec<u32>,
    /// The image of each byte of a set, 256 for each; empty if that would take too much memory.
    bytes: Vec<Bits<W>>,
    /// The cells that the moves which meet their own image need, if it is an involution.
    meeting: Option<Vec<Bits<W>>>,
}

/// Makes the set of these cells.
fn set_of<const W: usize>(cells: &[u32]) -> Bits<W> {
    let mut set = Bits::EMPTY;
    for &cell in cells {
        set.insert(cell as usize);
    }
    set
}

impl<const W: usize> Taking<W> {
    /// Makes the part with these cells and moves, and symmetries that are known to map moves to moves.
    pub fn new(cells: usize, takes: &[Take], symmetries: &[Symmetry]) -> Self {
        let mut moves: Vec<_> = takes
            .iter()
            .map(|take| TakeSets {
                needs: set_of(&take.needs),
                goes: set_of(&take.goes),
            })
            .collect();
        let kind = kind_of(cells, takes);
        let images = symmetries
            .iter()
            .map(|symmetry| Image::new(cells, symmetry, &moves))
            .collect();
        let near = neighbours(kind, cells, takes, &moves);
        let degrees: usize = near.iter().map(|near| near.count() as usize).sum();
        let mut touching = Vec::new();
        if kind == TakeKind::General {
            touching = vec![Vec::new(); cells];
            for (i, take) in (0u32..).zip(takes) {
                for &cell in &take.goes {
                    touching[cell as usize].push(i);
                }
            }
        }
        if kind == TakeKind::Vertices || kind == TakeKind::Single {
            moves = sorted_by_cell(takes, &moves);
        }
        let mut game = Taking {
            kind,
            cells,
            moves,
            near,
            touching,
            images,
            twins: kind == TakeKind::Vertices && degrees * DENSE_SHARE >= cells * cells,
            small: match kind {
                _ if W > 4 => 6,
                TakeKind::Vertices => 12,
                _ => 10,
            },
            cost: Cost { fixed: 0, cell: 0 },
            polyominoes: None,
        };
        game.cost = Cost::new(&game);
        game
    }

    /// Makes the part of Cram look up the values of small components.
    pub(super) fn with_polyominoes(mut self, polyominoes: Polyominoes) -> Self {
        self.small = polyominoes::MAX_LOOKED_UP_CELLS;
        self.polyominoes = Some(polyominoes);
        self
    }

    /// Returns the game of Kayles that it is on a graph.
    fn kayles(&self) -> Option<Kayles> {
        match self.kind {
            TakeKind::Vertices => Some(Kayles::Node),
            TakeKind::Edges => Some(Kayles::Arc),
            TakeKind::Single | TakeKind::General => None,
        }
    }

    /// Returns the position with all cells left.
    pub fn whole(&self) -> Bits<W> {
        Bits::first(self.cells)
    }

    /// Returns the position after a move from the one with all cells left.
    pub fn after(&self, take: &Take) -> Bits<W> {
        self.whole().without(&set_of(&take.goes))
    }

    /// Returns the canonical form of a whole position: without cells that no move can need.
    pub fn canonical_whole(&self, position: Bits<W>) -> Bits<W> {
        self.canonical(self.live(&position))
    }

    /// Returns the least of a component and its images.
    fn canonical(&self, component: Bits<W>) -> Bits<W> {
        self.images
            .iter()
            .map(|image| image.of(&component))
            .fold(component, |least, image| least.min(image))
    }

    /// Returns the component of `left` with the lowest cell of `ends`, which has a cell of every component: once
    /// one has all of them, there is no other.
    fn component(&self, left: &Bits<W>, ends: &Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        let Some(lowest) = ends.lowest() else {
            return *left;
        };
        found.insert(lowest);
        let mut to_visit = found;
        while let Some(cell) = to_visit.lowest() {
            if ends.is_within(&found) {
                return *left;
            }
            to_visit.remove(cell);
            let near = match self.kind {
                TakeKind::General => self.sharing(cell, left),
                _ => self.near[cell].and(left),
            };
            let new = near.without(&found);
            found = found.or(&new);
            to_visit = to_visit.or(&new);
        }
        found
    }

    /// Adds the components of a position whose cells are all live. Each has one of `ends`, which are all cells
    /// whose neighbours are fewer than in a component met before.
    fn add_components(
        &self,
        mut left: Bits<W>,
        mut ends: Bits<W>,
        parts: &mut Components<Bits<W>>,
    ) {
        while !left.is_empty() {
            let component = self.component(&left, &ends);
            left = left.without(&component);
            let own_ends = ends.and(&component);
            ends = ends.without(&component);
            self.add(component, &own_ends, parts);
        }
    }

    /// Adds a component: by its value if a theorem gives it, else in canonical form.
    fn add(&self, mut component: Bits<W>, ends: &Bits<W>, parts: &mut Components<Bits<W>>) {
        if self.twins && component.count() > 2 {
            component = self.without_twins(component);
        }
        if self.kind == TakeKind::Edges {
            component = self.without_twin_ends(component, ends);
        }
        let cells = component.count();
        match self.kind {
            TakeKind::Vertices if cells <= 2 => parts.add_value(1),
            TakeKind::Edges if cells <= 3 => parts.add_value(1),
            _ if cells == 1 => parts.add_value(1),
            _ => match self.value_of_line(&component) {
                Some(value) => parts.add_value(value),
                None => parts.add(self.canonical(component)),
            },
        }
    }

    /// Returns the value of a component that is a path or a cycle, in the games of Kayles.
    fn value_of_line(&self, component: &Bits<W>) -> Option<u32> {
        let degree = |cell: usize| self.near[cell].and(component).count() as usize;
        self.kayles()?.value_of_line(component.iter().map(degree))
    }

    /// Returns the cells of `left` that share a possible move with a cell.
    fn sharing(&self, cell: usize, left: &Bits<W>) -> Bits<W> {
        let mut near = Bits::EMPTY;
        for &i in &self.touching[cell] {
            let mv = &self.moves[i as usize];
            if mv.needs.is_within(left) {
                near = near.or(&mv.goes);
            }
        }
        near.and(left)
    }

    /// Returns the cells of a position that some possible move touches.
    fn live(&self, left: &Bits<W>) -> Bits<W> {
        let mut live = Bits::EMPTY;
        match self.kind {
            TakeKind::Vertices | TakeKind::Single => return *left,
            TakeKind::Edges => {
                for cell in left.iter().filter(|&cell| self.near[cell].meets(left)) {
                    live.insert(cell);
                }
            }
            TakeKind::General => {
                for mv in &self.moves {
                    if mv.needs.is_within(left) {
                        live = live.or(&mv.needs);
                    }
                }
            }
        }
        live
    }

    /// Returns a component of a game of edges without all but one of the vertices that have the same vertex as their
    /// only neighbour: a move on one of them is a move on any, and leaves the others without a move. At least one
    /// of those that are removed, or of those kept for them, is in `ends`.
    fn without_twin_ends(&self, mut component: Bits<W>, ends: &Bits<W>) -> Bits<W> {
        for cell in ends.iter() {
            if !component.has(cell) {
                continue;
            }
            let Some(neighbour) = self.only_neighbour(cell, &component) else {
                continue;
            };
            let mut kept = false;
            for other in self.near[neighbour].and(&component).iter() {
                if self.only_neighbour(other, &component).is_some() {
                    if kept {
                        component.remove(other);
                    }
                    kept = true;
                }
            }
        }
        component
    }

    /// Returns the neighbour of a cell in a component, if it has one only.
    fn only_neighbour(&self, cell: usize, component: &Bits<W>) -> Option<usize> {
        let near = self.near[cell].and(component);
        if near.count() == 1 {
            near.lowest()
        } else {
            None
        }
    }

    /// Returns a cell and its neighbours in a component.
    fn cell_and_neighbours(&self, cell: usize, component: &Bits<W>) -> Bits<W> {
        let mut set = self.near[cell].and(component);
        set.insert(cell);
        set
    }

    /// Returns a component without all but one of neighbouring vertices that have the same neighbours: a move on
    /// one of them is a move on any. Taking one away makes no others alike: whatever it neighbours, those like it do.
    fn without_twins(&self, component: Bits<W>) -> Bits<W> {
        let mut left = component;
        // A hash table of the cells kept, by their neighbours: it holds each of them plus 1, and 0 where there is room.
        let mut slots = [[0u16; 128]; W];
        let slots = slots.as_flattened_mut();
        for cell in component.iter() {
            let set = self.cell_and_neighbours(cell, &component);
            let mut place = set.hashed() as usize % slots.len();
            loop {
                if slots[place] == 0 {
                    slots[place] = cell as u16 + 1;
                    break;
                }
                let other = usize::from(slots[place]) - 1;
                if self.cell_and_neighbours(other, &component) == set {
                    left.remove(cell);
                    break;
                }
                place = (place + 1) % slots.len();
            }
        }
        left
    }
}

/// Returns the neighbours of each cell.
fn neighbours<const W: usize>(
    kind: TakeKind,
    cells: usize,
    takes: &[Take],
    moves: &[TakeSets<W>],
) -> Vec<Bits<W>> {
    let mut near = vec![Bits::EMPTY; cells];
    for (take, sets) in takes.iter().zip(moves) {
        match kind {
            TakeKind::Vertices => near[take.needs[0] as usize] = sets.goes,
            TakeKind::Single => {
                let first = take.needs[0] as usize;
                for &cell in &take.goes {
                    near[cell as usize].insert(first);
                    near[first].insert(cell as usize);
                }
            }
            TakeKind::Edges | TakeKind::General => {
                for &cell in &take.goes {
                    near[cell as usize] = near[cell as usize].or(&sets.goes);
                }
            }
        }
    }
    for (cell, near) in near.iter_mut().enumerate() {
        near.remove(cell);
    }
    near
}

/// Returns the moves in the order of their cells, in games where every cell is a move.
fn sorted_by_cell<const W: usize>(takes: &[Take], moves: &[TakeSets<W>]) -> Vec<TakeSets<W>> {
    let mut sorted = moves.to_vec();
    for (take, sets) in takes.iter().zip(moves) {
        sorted[take.needs[0] as usize] = *sets;
    }
    sorted
}

impl<const W: usize> Image<W> {
    /// Prepares a symmetry of a part with these cells and moves.
    fn new(cells: usize, symmetry: &Symmetry, moves: &[TakeSets<W>]) -> Self {
        let to = symmetry.to.clone();
        let mut bytes = Vec::new();
        if W <= 4 {
            for byte in 0..cells.div_ceil(8) {
                for value in 0..256usize {
                    let mut set = Bits::EMPTY;
                    for bit in (0..8).filter(|bit| value >> bit & 1 != 0) {
                        if let Some(&image) = to.get(8 * byte + bit) {
                            set.insert(image as usize);
                        }
                    }
                    bytes.push(set);
                }
            }
        }
        let mut image = Image {
            to,
            bytes,
            meeting: None,
        };
        if symmetry.is_involution() {
            let meeting = moves
                .iter()
                .filter(|mv| image.of(&mv.needs).meets(&mv.goes))
                .map(|mv| mv.needs)
                .collect();
            image.meeting = Some(meeting);
        }
        image
    }

    /// Returns the image of a set.
    #[inline]
    fn of(&self, set: &Bits<W>) -> Bits<W> {
        let mut image = Bits::EMPTY;
        if self.bytes.is_empty() {
            for cell in set.iter() {
                image.insert(self.to[cell] as usize);
            }
            return image;
        }
        for (byte, table) in self.bytes.chunks_exact(256).enumerate() {
            image = image.or(&table[(set.0[byte >> 3] >> (8 * (byte & 7)) & 255) as usize]);
        }
        image
    }
}

impl<const W: usize> ComponentGame for Taking<W> {
    type Set = Bits<W>;

    fn options(&self, component: &Bits<W>, visit: &mut dyn FnMut(Bits<W>, u32)) {
        match self.kind {
            TakeKind::Vertices | TakeKind::Single => {
                for cell in component.iter() {
                    visit(component.without(&self.moves[cell].goes), 0);
                }
            }
            TakeKind::Edges => {
                for cell in component.iter() {
                    let near = self.near[cell].and(component);
                    for other in near.iter().filter(|&other| other > cell) {
                        let mut left = *component;
                        left.remove(cell);
                        left.remove(other);
                        visit(left, 0);
                    }
                }
            }
            TakeKind::General => {
                for mv in &self.moves {
                    if mv.needs.is_within(component) {
                        visit(component.without(&mv.goes), 0);
                    }
                }
            }
        }
    }

    fn split(&self, position: Bits<W>, parts: &mut Components<Bits<W>>) {
        let left = self.live(&position);
        self.add_components(left, left, parts);
    }

    fn split_after(&self, component: &Bits<W>, left: Bits<W>, parts: &mut Components<Bits<W>>) {
        let gone = component.without(&left);
        if self.kind == TakeKind::General || gone.count() > MAX_CELLS_GONE {
            return self.split(left, parts);
        }
        // The component was connected: so each component of what is left has a neighbour of a cell that is gone.
        let mut left = left;
        let mut ends = Bits::EMPTY;
        for cell in gone.iter() {
            ends = ends.or(&self.near[cell]);
        }
        ends = ends.and(&left);
        if self.kind == TakeKind::Edges {
            for cell in ends.iter() {
                if !self.near[cell].meets(&left) {
                    left.remove(cell);
                }
            }
            ends = ends.and(&left);
        }
        self.add_components(left, ends, parts);
    }

    fn value_of_small(&self, component: &Bits<W>) -> Option<u32> {
        self.polyominoes.as_ref()?.value(component)
    }

    fn mobility(&self, component: &Bits<W>) -> u32 {
        match self.kind {
            TakeKind::Vertices | TakeKind::Single => component.count(),
            TakeKind::Edges => {
                component
                    .iter()
                    .map(|cell| self.near[cell].and(component).count())
                    .sum::<u32>()
                    / 2
            }
            TakeKind::General => self
                .moves
                .iter()
                .filter(|mv| mv.needs.is_within(component))
                .count() as u32,
        }
    }

    fn bound(&self, component: &Bits<W>) -> u32 {
        let cells_of_a_move = if self.kind == TakeKind::Edges { 2 } else { 1 };
        self.mobility(component)
            .min(component.count() / cells_of_a_move)
    }

    fn is_mirrored(&self, component: &Bits<W>) -> bool {
        self.images.iter().any(|image| {
            image.meeting.as_ref().is_some_and(|meeting| {
                meeting.iter().all(|needs| !needs.is_within(component))
                    && image.of(component) == *component
            })
        })
    }

    fn small(&self) -> u32 {
        self.small
    }

    fn cost(&self, component: &Bits<W>) -> u64 {
        // About sixteen words are read in a step.
        let cells = u64::from(component.count());
        12 + (self.cost.fixed + cells * self.cost.cell) / 16
    }
}
