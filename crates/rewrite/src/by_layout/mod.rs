//! Positions that fit a layout, a word of 64 or 128 cells for each letter: which of two engines answers, and in how many
//! planes.

mod laid;
mod nogo_planes;
mod parted;

use grundy_base::budget::{Limit, StepMeter};

use crate::choice::RewriteEngine;
use crate::engine::{ChosenEngine, EngineRequest};
use crate::letters::{MAX_PLANES, PlaneNumbers};
use laid::size_of_layout;
use nogo_planes::{nogo, nogo_letters};
use parted::picture;

/// Makes the engine of a position that fits a layout; `None` if it does not.
///
/// # Errors
///
/// Fails when the rules lie on it in too many ways, or finding these takes too much work.
pub(crate) fn engine(
    request: &EngineRequest<'_>,
    account: &mut StepMeter,
) -> Result<Option<ChosenEngine>, Limit> {
    if request.letters.is_empty() {
        return Ok(None);
    }
    let letters = request.letters.iter().copied();
    let numbers = PlaneNumbers::new(request.definition, letters);
    let planes = numbers.count();
    if planes > MAX_PLANES {
        return Ok(None);
    }
    if size_of_layout::<u64>(request.ground).is_some() {
        if let Some(letters) = nogo_letters(request) {
            let engine = match letters.len() {
                0..=1 => nogo::<3>(request, letters),
                2 => nogo::<6>(request, letters),
                _ => nogo::<9>(request, letters),
            };
            return Ok(Some(ChosenEngine::new(RewriteEngine::NoGo, engine)));
        }
        let engine = match planes {
            0..=2 => picture::<2, u64>(request, numbers, account)?,
            3..=4 => picture::<4, u64>(request, numbers, account)?,
            5..=8 => picture::<8, u64>(request, numbers, account)?,
            _ => picture::<16, u64>(request, numbers, account)?,
        };
        return Ok(Some(ChosenEngine::new(RewriteEngine::Parts, engine)));
    }
    if size_of_layout::<u128>(request.ground).is_some() {
        let engine = match planes {
            0..=4 => picture::<4, u128>(request, numbers, account)?,
            _ => picture::<16, u128>(request, numbers, account)?,
        };
        return Ok(Some(ChosenEngine::new(RewriteEngine::Parts, engine)));
    }
    Ok(None)
}
