//! What can be said of a game at first sight.

use grundy::games::Context;
use grundy::language::Diagnostic;
use grundy::study::{self, Language};
use grundy::subject::Subject;
use serde_json::{Value as Json, json};

use super::budget;

/// Looking is meant to be quick: so many steps.
const QUICK: u64 = 1 << 25;
/// The length of a line.
const WIDTH: usize = 76;

pub fn study(record: &str, code: &str) -> Result<Json, Diagnostic> {
    let mut budget = budget();
    budget.work = QUICK;
    let context = Context::new(budget);
    let mut subject = Subject::read(record.as_bytes(), &context)?;
    let found = study::study(&mut subject, &context, None).map_err(|fault| subject.diagnostic(fault))?;
    let lines = match code {
        "python" => vec![found.program(Language::Python)],
        "rust" => vec![found.program(Language::Rust)],
        "c++" => vec![found.program(Language::Cpp)],
        _ => study::report(&found, WIDTH).iter().map(|line| line.replace('\u{1}', " ")).collect(),
    };
    Ok(json!({ "lines": lines }))
}
