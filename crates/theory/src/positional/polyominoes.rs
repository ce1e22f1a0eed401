//! Values of small components of Cram that are part of a larger one, wherever they lie and however they are
//! turned.

use std::sync::{Arc, Mutex};

use super::cram::Cram;
use crate::search::{Bits, Game, Parts, Set, Small};
use grundy_machine::sync::lock;

/// Values of polyominoes in 8 × 8, found when they are asked for. Earlier questions change no value.
#[derive(Clone, Debug)]
pub(super) struct Polyominoes {
    /// Row and column of each cell of the part.
    places: Arc<[(u32, u32)]>,
    values: PolyominoValues,
}

/// The values, which outlive the part.
pub(super) type PolyominoValues = Arc<Mutex<Small<u64>>>;

/// The most cells of a component that is looked up.
pub(super) const MAX_CELLS: u32 = 16;

/// Bytes of the values.
const MAX_BYTES: u64 = 16 << 20;

impl Polyominoes {
    /// For a part whose cells lie at these places.
    pub(super) fn new(places: &[(u32, u32)], values: &mut Option<PolyominoValues>) -> Self {
        let fresh = || Arc::new(Mutex::new(Small::new(MAX_BYTES)));
        Polyominoes {
            places: places.into(),
            values: Arc::clone(values.get_or_insert_with(fresh)),
        }
    }

    /// Returns the value of a connected component that is small and fits 8 × 8.
    pub(super) fn value<const W: usize>(&self, component: &Bits<W>) -> Option<u32> {
        if component.count() > MAX_CELLS {
            return None;
        }
        let places = || component.iter().map(|cell| self.places[cell]);
        let top = places().map(|place| place.0).min()?;
        let left = places().map(|place| place.1).min()?;
        let set = Cram::<8, 8>::set(places().map(|(row, column)| (row - top, column - left)))?;
        let game = Cram::<8, 8>::default();
        let mut parts = Parts::new();
        game.split(set, &mut parts);
        let mut values = lock(&self.values);
        Some(parts.open.iter().fold(parts.nim_sum, |sum, part| {
            sum ^ values.value_of(&game, part, part.hashed())
        }))
    }
}
