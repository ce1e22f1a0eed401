//! How does a problem setter get test data? Records at random, plans of test data, files in any format, packages for
//! judges, judges that play, and a comparison with your program.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `generate/` | records at random: [`generate::Parameters`] say which |
//! | `exhaustive` | all records within the sizes |
//! | `plan` | [`Plan`]: which groups of test cases a problem has |
//! | `cases`, `test_case`, `limits` | the test cases of a plan, generated and answered, and the limits that they keep |
//! | `fields`, `templates`, `forms/` | records as data, and the templates that write them as files |
//! | `programs/` | programs that solve the problem, and wrong ones |
//! | `package` | the folder that a judge reads |
//! | `trial`, `duel`, `interact/` | a program that is run, and one that plays against the solver |
//! | `compare` | a program against the solver, record by record |
//! | `jobs` | work on all threads, in order |

mod cases;
mod compare;
mod duel;
mod error;
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
mod test_case;
mod trial;

pub use cases::{TestCases, answered, answers};
pub use compare::{Comparison, Difference};
pub use duel::Interactive;
pub use error::SetterError;
pub use fields::{RecordFields, fields};
pub use limits::{RecordLimits, Span};
pub use package::{Files, Judge, Package};
pub use plan::{Group, GroupKind, Plan};
pub use templates::{READY, Ready, Role, Template, ready};
pub use test_case::TestCase;
pub use trial::Call;
