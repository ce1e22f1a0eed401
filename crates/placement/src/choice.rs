//! The choice of the search of a connected part for which no theorem gives the value, as `--stats` prints it.
//!
//! | part | search |
//! | --- | --- |
//! | Cram in a box of 64 cells (8 × 8, 3 × 21, 4 × 16, 5 × 12, 6 × 10 or 7 × 9) | [`PlacementEngine::Cram`] |
//! | all others, to 4,096 cells | [`PlacementEngine::Taking`] |

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementEngine {
    /// [`crate::cram`]: a word of 64 bits, a bit a cell.
    Cram,
    /// [`crate::taking`]: sets of 64, 128, 512 or 4,096 cells.
    Taking,
}

impl From<PlacementEngine> for &'static str {
    fn from(engine: PlacementEngine) -> Self {
        match engine {
            PlacementEngine::Cram => {
                "proof-number search over components and nimbers: Cram in a word"
            }
            PlacementEngine::Taking => {
                "proof-number search over components and nimbers: sets of cells"
            }
        }
    }
}
