//! Codes of taking-and-breaking games: how they are named, and kept.

use grundy_heaps::breaking::Code;
use grundy_record::{Fault, Place};

/// Returns the name that the sequence of a code is kept under: `octal 0.77`, `take-and-break 4!.0`.
pub fn name(code: &Code) -> String {
    let is_octal = code.repeat().is_empty() && code.digits().all(|d| d.bits < 8 && !d.unequal);
    let written = grundy_record::Code {
        prefix: code.prefix().to_vec(),
        repeat: code.repeat().to_vec(),
    };
    // At least one digit stands after the point.
    let zero = if code.first_repeated() == 1 && code.repeat().is_empty() {
        "0"
    } else {
        ""
    };
    format!(
        "{} {written}{zero}",
        if is_octal { "octal" } else { "take-and-break" }
    )
}

/// Returns the fault of a code that is none. The language lets no such record pass.
pub fn no_code() -> Fault {
    Fault::new(
        Place::Code,
        "this is no code",
        "digits, with a point after the first: `0.77`",
    )
}
