//! The game of a code, analysed once for all records.

use grundy_heaps::breaking::{Breaking, Code};
use grundy_record::Fault;

use super::{codes, keys};
use crate::{CacheRef, Context};

/// Returns the game of a code, shared by all records of it.
pub fn game(code: Code, context: &Context) -> Result<CacheRef<Breaking>, Fault> {
    context.cache.shared(
        "take-and-break",
        &keys::of_code(&code),
        Breaking::bytes,
        || {
            let slot = context.slot(|| codes::name(&code));
            Ok(Breaking::kept(code, context.budget, slot))
        },
    )
}
