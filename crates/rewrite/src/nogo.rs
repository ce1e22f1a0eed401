//! NoGo and its kin: `alive` where every rule puts a letter on a free cell.
//!
//! **Theorem.** Under such rules a letter that is illegal on a cell stays illegal there: stones never go, a group without a
//! second free neighbour gets one only by growing through its last, and a stone without a free neighbour of its group finds
//! none later. So a position is three planes for each letter:
//!
//! ```text
//!   allowed   free cells on which the letter may still be put
//!   stones    stones of groups that may yet lose their last free neighbour
//!   safe      free cells where a stone of the letter has a free neighbour for ever
//! ```
//!
//! - A free cell on which no letter is allowed is free for ever: groups next to it are safe, and so is whatever is put next
//!   to it. A stone is also safe next to a cell that only its own letter can take, if it would be safe there.
//! - Stones of safe groups are taken out of play. What they forbade stays forbidden, since the allowed letters are stored and
//!   not found again from what is left.
//! - Cells that are safe for all letters allowed there do not need each other: parts do not join through two such cells.
//!
//! *Example*, `.X.O.` with both letters: X on cell 3 leaves `.XXO.`. Cells 1 and 5 are the last free neighbours of X and of
//! O: the own letter would take its own, the other letter is forbidden to, so both are free for ever and no move is left.
//!
//! Touching groups of different letters split a row (Du and Müller, 2024): they are no neighbours that either needs. The
//! theorem fails where stones move or go, and with `never` and `joined`; there the general pictures are used.

use std::sync::Arc;

use grundy_placement::search::{ComponentGame, Components};

use crate::layout::{Layout, LayoutKind};
use crate::patterns::Step;
use crate::picture::Middle;
use crate::planes::{CellBits, LetterPlanes};

/// The number of planes of each letter.
pub(crate) const PLANES_A_LETTER: usize = 3;

/// A layout, ready for the search.
#[derive(Debug)]
pub(crate) struct NoGoRules<const P: usize> {
    /// The places of the cells in a word.
    pub(crate) layout: Layout<P>,
    /// The steps to neighbours.
    pub(crate) steps: Vec<Step<u64>>,
}

/// The game of parts; `P` is three times the number of letters.
#[derive(Clone, Debug)]
pub(crate) struct NoGo<const P: usize>(pub(crate) Arc<NoGoRules<P>>);

/// Positions of this game.
type GoPlanes<const P: usize> = LetterPlanes<P, u64>;

/// A group of stones that may lose its last free neighbour.
#[derive(Clone, Copy)]
struct Group {
    /// The number of the letter.
    letter: usize,
    /// The cells of the group.
    stones: u64,
}

/// The groups and free cells of a position before it splits.
struct Simplified<const P: usize> {
    /// The planes without what is decided.
    planes: GoPlanes<P>,
    /// The free cells on which some letter is allowed.
    open: u64,
    /// The free cells on which an allowed letter is not safe.
    unsafe_cells: u64,
    /// The stones of groups that may lose their last free neighbour.
    stones: u64,
}

impl<const P: usize> NoGo<P> {
    /// The number of letters.
    const LETTERS: usize = P / PLANES_A_LETTER;

    /// Returns the plane of the stones of a letter.
    const fn stones_of(letter: usize) -> usize {
        Self::LETTERS + letter
    }

    /// Returns the plane of the cells that are safe for a letter.
    const fn safe_for(letter: usize) -> usize {
        2 * Self::LETTERS + letter
    }

    /// Returns the cells on which some letter is allowed.
    #[inline(always)]
    fn open(planes: &GoPlanes<P>) -> u64 {
        planes.0[..Self::LETTERS]
            .iter()
            .fold(0, |open, plane| open | plane)
    }

    /// Returns the cells on which a letter other than this one is allowed.
    #[inline(always)]
    fn allowed_to_others(planes: &GoPlanes<P>, letter: usize) -> u64 {
        let mut others = 0;
        for (other, allowed) in planes.0[..Self::LETTERS].iter().enumerate() {
            if other != letter {
                others |= allowed;
            }
        }
        others
    }

    /// Returns the cells next to some cells.
    #[inline(always)]
    fn near(&self, cells: u64) -> u64 {
        let mut near = 0;
        for step in &self.0.steps {
            near |= (cells & step.from).before(step.shift);
        }
        near
    }

    /// Returns the cells that are connected to some cells within others.
    fn flooded(&self, start: u64, within: u64) -> u64 {
        let mut found = start;
        loop {
            let more = found | self.near(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Takes out of play what is decided.
    fn simplified(&self, planes: &GoPlanes<P>) -> Simplified<P> {
        let mut planes = *planes;
        let free = Self::open(&planes);
        let mut groups: [Group; 64] = [Group {
            letter: 0,
            stones: 0,
        }; 64];
        let count = self.forbid(&mut planes, free, &mut groups);
        self.secure(&mut planes, free, &mut groups[..count]);
        let open = Self::open(&planes);
        let mut unsafe_cells = 0;
        let mut stones = 0;
        for letter in 0..Self::LETTERS {
            planes.0[Self::safe_for(letter)] &= open;
            unsafe_cells |= planes.0[letter] & !planes.0[Self::safe_for(letter)];
            stones |= planes.0[Self::stones_of(letter)];
        }
        Simplified {
            planes,
            open,
            unsafe_cells,
            stones,
        }
    }

    /// Removes letters from cells on which they are illegal, and lists the groups; returns their number.
    fn forbid(&self, planes: &mut GoPlanes<P>, free: u64, groups: &mut [Group; 64]) -> usize {
        let alone = free & !self.near(free);
        let mut count = 0;
        // The last free neighbours of groups of each letter, and the free neighbours of groups that have several.
        let mut last = [0; P];
        let mut several = [0; P];
        for letter in 0..Self::LETTERS {
            let mut left = planes.0[Self::stones_of(letter)];
            while left != 0 {
                let stones = self.flooded(left.first_alone(), left);
                left &= !stones;
                let air = self.near(stones) & free;
                if air.without_first() == 0 {
                    last[letter] |= air;
                } else {
                    several[letter] |= air;
                }
                groups[count] = Group { letter, stones };
                count += 1;
            }
        }
        for (letter, air_of_several) in several[..Self::LETTERS].iter().enumerate() {
            let suicide = alone & !planes.0[Self::safe_for(letter)] & !air_of_several;
            let mut takes_last = 0;
            for (other, air) in last[..Self::LETTERS].iter().enumerate() {
                if other != letter {
                    takes_last |= air;
                }
            }
            planes.0[letter] &= !(suicide | takes_last);
        }
        count
    }

    /// Takes safe groups out of play, and marks the cells where stones would be safe.
    fn secure(&self, planes: &mut GoPlanes<P>, free: u64, groups: &mut [Group]) {
        let open = Self::open(planes);
        let free_for_ever = free & !open;
        loop {
            let mut has_changed = false;
            for letter in 0..Self::LETTERS {
                let only = planes.0[letter] & !Self::allowed_to_others(planes, letter);
                // These cells keep a neighbour alive for ever: they stay free, or only a safe stone of the letter takes
                // them.
                let secures = free_for_ever | only & planes.0[Self::safe_for(letter)];
                if secures == 0 {
                    continue;
                }
                let mut safe = self.near(secures);
                for group in &mut *groups {
                    if group.letter == letter
                        && group.stones != 0
                        && self.near(group.stones) & secures != 0
                    {
                        planes.0[Self::stones_of(letter)] &= !group.stones;
                        safe |= self.near(group.stones);
                        group.stones = 0;
                    }
                }
                safe &= open & !planes.0[Self::safe_for(letter)];
                planes.0[Self::safe_for(letter)] |= safe;
                has_changed |= safe != 0;
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Returns all cells of the part of a cell.
    fn part_of(&self, start: u64, simplified: &Simplified<P>) -> u64 {
        let Simplified {
            planes,
            open,
            unsafe_cells,
            stones,
        } = simplified;
        let safe_cells = open & !unsafe_cells;
        let mut part = start;
        loop {
            let mut more = part
                | self.near(part & unsafe_cells) & (open | stones)
                | self.near(part & safe_cells) & (unsafe_cells | stones);
            for letter in 0..Self::LETTERS {
                let own = planes.0[Self::stones_of(letter)];
                more |= self.near(part & own) & (own | open);
            }
            if more == part {
                return part;
            }
            part = more;
        }
    }

    /// Returns the canonical form of a part.
    fn canonical(&self, part: &GoPlanes<P>) -> GoPlanes<P> {
        let layout = &self.0.layout;
        let mut planes = *part;
        if layout.kind == LayoutKind::Board && layout.rows == 1 {
            // Stones of one letter that touch in a row are like one.
            let mut doubled = 0;
            for letter in 0..Self::LETTERS {
                let stones = planes.0[Self::stones_of(letter)];
                doubled |= stones & stones << 1;
            }
            while doubled != 0 {
                let last = doubled.end() - 1;
                doubled &= !(1 << last);
                let before = (1 << last) - 1;
                planes = LetterPlanes(planes.0.map(|plane| plane & before | plane >> 1 & !before));
            }
        }
        layout.canonical(&planes)
    }
}

impl<const P: usize> ComponentGame for NoGo<P> {
    type Set = GoPlanes<P>;

    fn options(&self, component: &GoPlanes<P>, visit: &mut dyn FnMut(GoPlanes<P>, u32)) {
        let middle = Middle::of(&self.0.layout, component);
        for letter in 0..Self::LETTERS {
            let mut cells = component.0[letter];
            while cells != 0 {
                let cell = cells.first_alone();
                cells ^= cell;
                let mut left = LetterPlanes(component.0.map(|plane| plane & !cell));
                let stones = Self::stones_of(letter);
                left.0[stones] |= cell;
                if component.0[Self::safe_for(letter)] & cell != 0 {
                    // The whole group is safe from now on.
                    let group = self.flooded(cell, left.0[stones]);
                    left.0[stones] &= !group;
                    left.0[Self::safe_for(letter)] |= self.near(group) & Self::open(&left);
                }
                visit(left, middle.distance(cell.first()));
            }
        }
    }

    fn split(&self, position: GoPlanes<P>, parts: &mut Components<GoPlanes<P>>) {
        let simplified = self.simplified(&position);
        let mut left = simplified.open;
        while left != 0 {
            let part = self.part_of(left.first_alone(), &simplified);
            left &= !part;
            if part.without_first() == 0 {
                // One move is left, of one letter or another.
                parts.add_value(1);
            } else {
                parts.add(self.canonical(&simplified.planes.within(part)));
            }
        }
    }

    fn mobility(&self, component: &GoPlanes<P>) -> u32 {
        let allowed = component.0[..Self::LETTERS].iter();
        allowed.map(|plane| plane.count_ones()).sum()
    }

    fn bound(&self, component: &GoPlanes<P>) -> u32 {
        Self::open(component).count_ones()
    }

    fn is_mirrored(&self, _: &GoPlanes<P>) -> bool {
        false
    }

    fn small(&self) -> u32 {
        8
    }

    fn cost(&self, _: &GoPlanes<P>) -> u64 {
        20
    }
}
