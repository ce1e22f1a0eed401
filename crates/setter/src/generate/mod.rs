//! Seeded random records of every game, streamed.
//!
//! Records are generated from the game's [`Signature`] alone, so a game that is added to the
//! catalogue can be generated at once. Equal parameters give equal bytes on every machine.

mod board;
mod checked;
mod coins;
mod errors;
mod factor;
mod graphs;
mod heaps;
mod letters;
mod numbers;
mod options;
mod parameters;
mod rules;
mod unused;
mod wanted;
mod writer;

use std::io::{Error, Write};

pub use options::{Share, parse_number, parse_size};
pub use parameters::{BoardForm, Distribution, NearMiss, Parameters, Target};
pub use rules::{numbers_of, usual_rules};
pub use unused::unused;
pub use wanted::drawn;

use grundy_games::Context;
use grundy_record::Signature;
use writer::write_all;

/// Writes the records: all that are drawn, or those that meet the constraints.
///
/// # Errors
///
/// Says that a parameter is out of range, that no record meets the constraints, or that `out` cannot be written.
pub fn write(
    signature: &Signature,
    parameters: &Parameters,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Error> {
    checked::check_rules(signature, parameters, &context.catalogue)?;
    if parameters.takes_all() {
        return write_all(signature, parameters, out);
    }
    for record in wanted::each(signature, parameters, context)? {
        out.write_all(record?.as_bytes())?;
    }
    Ok(())
}
