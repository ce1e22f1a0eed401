//! Studies of games.

use grundy::study::{self, Language};
use grundy::{Error, Limits, Solver};
use serde_json::{Value as Json, json};

use super::limits;

/// The steps of a study, which is meant to be quick.
const QUICK: u64 = 1 << 25;
/// The length of a line.
const WIDTH: usize = 76;

pub fn study(record: &str, code: &str) -> Result<Json, Error> {
    let solver = Solver::new(Limits {
        work: QUICK,
        ..limits()
    });
    let found = study::study(&solver.position(record)?, None)?;
    let lines = match code {
        "python" => vec![found.program(Language::Python)],
        "rust" => vec![found.program(Language::Rust)],
        "c++" => vec![found.program(Language::Cpp)],
        _ => study::report(&found, WIDTH),
    };
    Ok(json!({ "lines": lines }))
}
