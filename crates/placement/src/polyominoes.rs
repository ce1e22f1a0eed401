//! Values of small components of Cram that are part of a larger one, wherever they lie and however they are
//! turned.

use std::sync::Mutex;

use super::board::Bounds;
use super::cram::Cram;
use crate::search::{Bits, ComponentGame, Components, Set, Small};
use grundy_base::cell::Cell;
use grundy_base::sync::lock;

/// Values of polyominoes in 8 × 8, found when they are asked for. Earlier questions change no value.
#[derive(Debug)]
pub(super) struct Polyominoes {
    /// The place of each cell of the part.
    places: Box<[Cell]>,
    /// The values of polyominoes, by their cells in the corner of 8 × 8.
    values: Mutex<Small<u64>>,
}

/// The largest number of cells of a component that is looked up.
pub(super) const MAX_LOOKED_UP_CELLS: u32 = 16;

/// The bytes of the values.
const POLYOMINO_BYTES: u64 = 16 << 20;

impl Polyominoes {
    /// Prepares the look-up for a part whose cells lie at these places.
    pub(super) fn new(places: &[Cell]) -> Self {
        Polyominoes {
            places: places.into(),
            values: Mutex::new(Small::new(POLYOMINO_BYTES)),
        }
    }

    /// Returns the value of a connected component that is small and fits 8 × 8.
    pub(super) fn value<const W: usize>(&self, component: &Bits<W>) -> Option<u32> {
        if component.count() > MAX_LOOKED_UP_CELLS {
            return None;
        }
        let places = || component.iter().map(|cell| self.places[cell]);
        let bounds = Bounds::around(places())?;
        let set = Cram::<8, 8>::set(places().map(|place| bounds.inside(place)))?;
        let game = Cram::<8, 8>::default();
        let mut parts = Components::new();
        game.split(set, &mut parts);
        let mut values = lock(&self.values);
        let mut value = parts.nim_sum;
        for part in &parts.open {
            value ^= values.value_of(&game, part, part.hashed());
        }
        Some(value)
    }
}
