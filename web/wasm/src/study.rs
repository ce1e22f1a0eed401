//! Studies of games.

use grundy::study::{self, Language};
use grundy::{Error, Limits, Solver};
use serde_json::{Value as Json, json};

use super::limits;

/// The work limit of a study, which is meant to be quick: as in the program.
const STUDY_WORK: u64 = 1 << 25;
/// The length of a line of a report.
const REPORT_WIDTH: usize = 76;

/// Studies a game, and writes a report, or a program in the language that is named.
pub fn study(record: &str, code: &str) -> Result<Json, Error> {
    let solver = Solver::new(Limits {
        work: STUDY_WORK,
        ..limits()
    });
    let found = study::study(&solver.position(record)?, None)?;
    let lines = match code {
        "python" => vec![found.program(Language::Python)],
        "rust" => vec![found.program(Language::Rust)],
        "c++" => vec![found.program(Language::Cpp)],
        _ => study::report(&found, REPORT_WIDTH),
    };
    Ok(json!({ "lines": lines }))
}
