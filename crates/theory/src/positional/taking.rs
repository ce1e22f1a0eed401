//! A part of a positional game as sets of bits: moves that need cells and take cells, by list.
//!
//! Cells are numbered from 0 in reading order. Three shapes of move lists are told apart, because they
//! are much faster than the general one: a move takes one cell and its neighbours (Node-Kayles, and
//! pieces that do not attack one another), it takes two cells (Arc-Kayles), it takes one cell and
//! others with it (posets).

use super::lines::Kayles;
use super::polyominoes::{self, Polyominoes};
use super::symmetry::Symmetry;
use super::take::{Kind, Take, kind_of};
use crate::search::{Bits, Game, Parts, Set};

/// Two neighbouring vertices with the same neighbours are looked for in Node-Kayles on graphs in which a
/// vertex has at least one in `DENSE_SHARE` of the others as neighbours: the search pays in dense graphs only.
const DENSE_SHARE: usize = 5;

/// If a move takes more cells, all it leaves is looked through.
const MAX_CELLS_GONE: u32 = 16;

/// A part of a positional game of at most 64 · `W` cells.
#[derive(Clone, Debug)]
pub struct Taking<const W: usize> {
    kind: Kind,
    cells: usize,
    moves: Vec<(Bits<W>, Bits<W>)>,
    /// The neighbours of each cell: what a move on it takes, the other end of a move, or whatever
    /// shares a move with it.
    near: Vec<Bits<W>>,
    /// The moves that touch each cell, in general games.
    touching: Vec<Vec<u32>>,
    images: Vec<Image<W>>,
    twins: bool,
    small: u32,
    cost: Cost,
    /// In Cram: the values of small components, wherever they lie.
    polyominoes: Option<Polyominoes>,
}

/// The cost of an option in words read: of the whole part, and for each of its cells.
#[derive(Clone, Copy, Debug)]
struct Cost {
    fixed: u64,
    cell: u64,
}

impl Cost {
    fn new<const W: usize>(game: &Taking<W>) -> Self {
        let (words, cells) = (W as u64, game.cells as u64);
        let named: u64 = game.touching.iter().map(|moves| moves.len() as u64).sum();
        let images = game.images.len() as u64;
        let (mut fixed, mut cell) = (0, 4 * words);
        if W <= 4 {
            fixed += images * cells.div_ceil(8) * words;
        } else {
            cell += 3 * images;
        }
        match game.kind {
            Kind::Vertices | Kind::Single => {}
            Kind::Edges => cell += 2 * words,
            Kind::General => {
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
#[derive(Clone, Debug)]
struct Image<const W: usize> {
    to: Vec<u32>,
    /// The image of each byte of a set, 256 for each; empty if that would take too much memory.
    bytes: Vec<Bits<W>>,
    /// If it is an involution: the moves that meet their own image, by the cells they need.
    meeting: Option<Vec<Bits<W>>>,
}

fn set_of<const W: usize>(cells: &[u32]) -> Bits<W> {
    let mut set = Bits::EMPTY;
    cells.iter().for_each(|&cell| set.insert(cell as usize));
    set
}

impl<const W: usize> Taking<W> {
    /// Makes the part with these cells and moves, and symmetries that are known to map moves to moves.
    pub fn new(cells: usize, takes: &[Take], symmetries: &[Symmetry]) -> Self {
        let moves: Vec<_> = takes
            .iter()
            .map(|take| (set_of(&take.needs), set_of(&take.goes)))
            .collect();
        let kind = kind_of(cells, takes);
        let mut near = vec![Bits::EMPTY; cells];
        let mut touching = vec![Vec::new(); if kind == Kind::General { cells } else { 0 }];
        for (i, take) in takes.iter().enumerate() {
            for &cell in &take.goes {
                if kind == Kind::General {
                    touching[cell as usize].push(i as u32);
                    near[cell as usize] = near[cell as usize].or(&moves[i].1);
                } else if kind == Kind::Single {
                    near[cell as usize].insert(take.needs[0] as usize);
                    near[take.needs[0] as usize].insert(cell as usize);
                } else if kind == Kind::Edges || take.needs[0] == cell {
                    near[cell as usize] = near[cell as usize].or(&moves[i].1);
                }
            }
        }
        for (cell, near) in near.iter_mut().enumerate() {
            near.remove(cell);
        }
        let degrees: usize = near.iter().map(|near| near.count() as usize).sum();
        let images = symmetries
            .iter()
            .map(|symmetry| Image::new(cells, symmetry, &moves))
            .collect();
        let twins = kind == Kind::Vertices && degrees * DENSE_SHARE >= cells * cells;
        let by_cell = kind == Kind::Vertices || kind == Kind::Single;
        let moves = if by_cell {
            sorted_by_cell(cells, takes, &moves)
        } else {
            moves
        };
        let small = match kind {
            _ if W > 4 => 6,
            Kind::Vertices => 12,
            _ => 10,
        };
        let cost = Cost { fixed: 0, cell: 0 };
        let polyominoes = None;
        let mut game = Taking {
            kind,
            cells,
            moves,
            near,
            touching,
            images,
            twins,
            small,
            cost,
            polyominoes,
        };
        game.cost = Cost::new(&game);
        game
    }

    /// Makes the part of Cram with the values of small components at hand.
    pub(super) fn with_polyominoes(mut self, polyominoes: Option<Polyominoes>) -> Self {
        if polyominoes.is_some() {
            self.small = polyominoes::MAX_CELLS;
        }
        self.polyominoes = polyominoes;
        self
    }

    /// Returns the game of Kayles that it is on a graph.
    fn kayles(&self) -> Option<Kayles> {
        match self.kind {
            Kind::Vertices => Some(Kayles::Node),
            Kind::Edges => Some(Kayles::Arc),
            Kind::Single | Kind::General => None,
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
                Kind::General => self.sharing(cell, left),
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
    fn add_components(&self, mut left: Bits<W>, mut ends: Bits<W>, parts: &mut Parts<Bits<W>>) {
        while !left.is_empty() {
            let component = self.component(&left, &ends);
            left = left.without(&component);
            let own_ends = ends.and(&component);
            ends = ends.without(&component);
            self.add(component, &own_ends, parts);
        }
    }

    fn add(&self, mut component: Bits<W>, ends: &Bits<W>, parts: &mut Parts<Bits<W>>) {
        if self.twins && component.count() > 2 {
            component = self.without_twins(component);
        }
        if self.kind == Kind::Edges {
            component = self.without_twin_ends(component, ends);
        }
        let cells = component.count();
        match self.kind {
            Kind::Vertices if cells <= 2 => parts.add_value(1),
            Kind::Edges if cells <= 3 => parts.add_value(1),
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
            let (needs, goes) = &self.moves[i as usize];
            if needs.is_within(left) {
                near = near.or(goes);
            }
        }
        near.and(left)
    }

    /// Returns the cells of a position that some possible move touches.
    fn live(&self, left: &Bits<W>) -> Bits<W> {
        let mut live = Bits::EMPTY;
        match self.kind {
            Kind::Vertices | Kind::Single => return *left,
            Kind::Edges => {
                for cell in left.iter().filter(|&cell| self.near[cell].meets(left)) {
                    live.insert(cell);
                }
            }
            Kind::General => {
                for (needs, _) in self.moves.iter().filter(|(needs, _)| needs.is_within(left)) {
                    live = live.or(needs);
                }
            }
        }
        live
    }

    /// Returns a component of a game of edges without all but one of the vertices that have the same vertex as their
    /// only neighbour: a move on one of them is a move on any, and leaves the others without a move. At least one
    /// of those that are removed, or of those kept for them, is in `ends`.
    fn without_twin_ends(&self, mut component: Bits<W>, ends: &Bits<W>) -> Bits<W> {
        let only = |cell: usize, component: &Bits<W>| {
            let near = self.near[cell].and(component);
            near.lowest().filter(|_| near.count() == 1)
        };
        for cell in ends.iter() {
            if !component.has(cell) {
                continue;
            }
            let Some(only_neighbour) = only(cell, &component) else {
                continue;
            };
            let mut kept = false;
            for other in self.near[only_neighbour].and(&component).iter() {
                if only(other, &component).is_some() {
                    if kept {
                        component.remove(other);
                    }
                    kept = true;
                }
            }
        }
        component
    }

    /// Returns a component without all but one of neighbouring vertices that have the same neighbours: a move on
    /// one of them is a move on any. Taking one away makes no others alike: whatever it neighbours, those like it do.
    fn without_twins(&self, component: Bits<W>) -> Bits<W> {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let own = |cell: usize| {
            let mut own = self.near[cell].and(&component);
            own.insert(cell);
            own
        };
        let mut left = component;
        // One cell, and 1, for each such set that was met, at the set's place or as soon after it as there is room.
        let mut slots = [[0u16; 128]; W];
        let slots = slots.as_flattened_mut();
        for cell in component.iter() {
            let set = own(cell);
            let hash = set.0.iter().fold(0, |hash: u64, word| {
                (hash ^ word).wrapping_mul(FACTOR).rotate_left(29)
            });
            let mut place = hash as usize % slots.len();
            loop {
                match slots[place] {
                    0 => {
                        slots[place] = cell as u16 + 1;
                        break;
                    }
                    there if own(usize::from(there) - 1) == set => {
                        left.remove(cell);
                        break;
                    }
                    _ => place = (place + 1) % slots.len(),
                }
            }
        }
        left
    }
}

/// In games where every cell is a move: the moves in the order of their cells.
fn sorted_by_cell<const W: usize>(
    cells: usize,
    takes: &[Take],
    moves: &[(Bits<W>, Bits<W>)],
) -> Vec<(Bits<W>, Bits<W>)> {
    let mut sorted = vec![(Bits::EMPTY, Bits::EMPTY); cells];
    for (take, both) in takes.iter().zip(moves) {
        sorted[take.needs[0] as usize] = *both;
    }
    sorted
}

impl<const W: usize> Image<W> {
    fn new(cells: usize, symmetry: &Symmetry, moves: &[(Bits<W>, Bits<W>)]) -> Self {
        let to = symmetry.to.clone();
        let mut bytes = Vec::new();
        if W <= 4 {
            for byte in 0..cells.div_ceil(8) {
                for value in 0..256usize {
                    let cells = (0..8)
                        .filter(|bit| value >> bit & 1 != 0)
                        .map(|bit| 8 * byte + bit);
                    let mut set = Bits::EMPTY;
                    cells
                        .filter_map(|cell| to.get(cell))
                        .for_each(|&cell| set.insert(cell as usize));
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
            let meets = |&&(needs, goes): &&(Bits<W>, Bits<W>)| image.of(&needs).meets(&goes);
            image.meeting = Some(
                moves
                    .iter()
                    .filter(meets)
                    .map(|&(needs, _)| needs)
                    .collect(),
            );
        }
        image
    }

    #[inline]
    fn of(&self, set: &Bits<W>) -> Bits<W> {
        let mut image = Bits::EMPTY;
        if self.bytes.is_empty() {
            set.iter()
                .for_each(|cell| image.insert(self.to[cell] as usize));
            return image;
        }
        for (byte, table) in self.bytes.chunks_exact(256).enumerate() {
            image = image.or(&table[(set.0[byte >> 3] >> (8 * (byte & 7)) & 255) as usize]);
        }
        image
    }
}

impl<const W: usize> Game for Taking<W> {
    type Set = Bits<W>;

    fn options(&self, component: &Bits<W>, mut visit: impl FnMut(Bits<W>, u32)) {
        match self.kind {
            Kind::Vertices | Kind::Single => {
                component
                    .iter()
                    .for_each(|cell| visit(component.without(&self.moves[cell].1), 0));
            }
            Kind::Edges => {
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
            Kind::General => {
                for (needs, goes) in &self.moves {
                    if needs.is_within(component) {
                        visit(component.without(goes), 0);
                    }
                }
            }
        }
    }

    fn split(&self, position: Bits<W>, parts: &mut Parts<Bits<W>>) {
        let left = self.live(&position);
        self.add_components(left, left, parts);
    }

    fn split_after(&self, component: &Bits<W>, left: Bits<W>, parts: &mut Parts<Bits<W>>) {
        let gone = component.without(&left);
        if self.kind == Kind::General || gone.count() > MAX_CELLS_GONE {
            return self.split(left, parts);
        }
        // The component hung together: so each of what is left has a cell that was beside one that is gone.
        let mut left = left;
        let mut ends = gone
            .iter()
            .fold(Bits::EMPTY, |ends: Bits<W>, cell| ends.or(&self.near[cell]))
            .and(&left);
        if self.kind == Kind::Edges {
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
            Kind::Vertices | Kind::Single => component.count(),
            Kind::Edges => {
                component
                    .iter()
                    .map(|cell| self.near[cell].and(component).count())
                    .sum::<u32>()
                    / 2
            }
            Kind::General => self
                .moves
                .iter()
                .filter(|(needs, _)| needs.is_within(component))
                .count() as u32,
        }
    }

    fn bound(&self, component: &Bits<W>) -> u32 {
        let longest = component.count() / if self.kind == Kind::Edges { 2 } else { 1 };
        self.mobility(component).min(longest)
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
        // Some sixteen words are read in a step.
        let (cells, Cost { fixed, cell }) = (u64::from(component.count()), self.cost);
        12 + (fixed + cells * cell) / 16
    }
}
