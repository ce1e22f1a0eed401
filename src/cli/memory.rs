//! How much memory a record may take when nobody says.

use crate::platform;
use crate::theory::budget::Budget;

/// The default of `--max-memory`: that of [`Budget`], but never more than a quarter of what this
/// process may have, so that the program itself, its threads and its cache fit beside it.
pub(super) fn default() -> u64 {
    let limits = [platform::address_space(), platform::control_group_memory(), platform::physical_memory()];
    let available = limits.into_iter().flatten().min();
    Budget::default().memory.min(available.unwrap_or(u64::MAX) / 4)
}
