//! Tools for problem setters: plans of test data, files in any format, packages for
//! judges, and a comparison with your program.

mod cases;
mod compare;
mod duel;
mod exhaustive;
mod fields;
mod limits;
mod package;
mod plan;
mod programs;
mod templates;
mod trial;

pub use cases::{Case, Cases, answered, answers};
pub use compare::{Comparison, Difference};
pub use duel::Interactive;
pub use fields::{Fields, fields};
pub use limits::{Limits, Span};
pub use package::{Files, Judge, Package};
pub use plan::{Group, Kind, Plan};
pub use templates::{READY, Ready, Role, Template, ready};
pub use trial::Call;

/// An error message: a sentence without a full stop.
pub type Trouble = String;

/// An error, unless all is as it should be.
fn ensure(fits: bool, trouble: impl Into<Trouble>) -> Result<(), Trouble> {
    if fits { Ok(()) } else { Err(trouble.into()) }
}
