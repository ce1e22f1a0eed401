//! The largest part that is searched.

use grundy_base::budget::Limit;

/// The largest number of cells of a part that is searched.
pub(super) const MAX_SEARCHED_CELLS: usize = 4096;

/// Returns the limit that a part of this many cells passes.
pub(super) fn beyond_search(cells: usize) -> Limit {
    Limit::fixed(format!(
        "a connected part of {cells} cells is not searched: {MAX_SEARCHED_CELLS} are the most"
    ))
}
