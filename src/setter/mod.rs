//! What those who set problems need besides records: plans of test data, files in any format, packages for
//! judges, and a comparison with a program of one's own.

mod cases;
mod fields;
mod limits;
mod plan;
mod templates;

pub use cases::{Case, Cases, answered};
pub use fields::{Fields, fields};
pub use limits::Limits;
pub use plan::{Group, Kind, Plan};
pub use templates::{READY, Ready, Role, Template, ready};

/// What went wrong: a sentence without a full stop.
pub type Trouble = String;
