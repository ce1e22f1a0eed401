//! Tools for problem setters: records at random, plans of test data, files in any format, packages for
//! judges, judges that play, and a comparison with your program.
//!
//! `generate/` writes records at random, and `interact/` plays a contestant against the solver.
//! A plan (`plan.rs`) says which groups of test cases a problem has; `cases.rs` generates and answers their records;
//! templates (`templates.rs`) write them as files; `programs/` writes programs that solve the problem, and wrong ones;
//! `package.rs` puts all of it into the folder that a judge reads.

mod cases;
mod compare;
mod duel;
mod exhaustive;
mod fields;
pub mod generate;
pub mod interact;
mod jobs;
mod limits;
mod package;
mod plan;
mod programs;
mod templates;
mod trial;

pub use cases::{TestCase, TestCases, answered, answers};
pub use compare::{Comparison, Difference};
pub use duel::Interactive;
pub use fields::{RecordFields, fields};
pub use limits::{RecordLimits, Span};
pub use package::{Files, Judge, Package};
pub use plan::{Group, GroupKind, Plan};
pub use templates::{READY, Ready, Role, Template, ready};
pub use trial::Call;

/// An error message: a sentence without a full stop.
pub type SetterError = String;

/// Returns the error message, unless the condition holds.
fn ensure(holds: bool, error: impl Into<SetterError>) -> Result<(), SetterError> {
    if holds { Ok(()) } else { Err(error.into()) }
}
