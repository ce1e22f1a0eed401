//! Answers of a program, held to the reference.

use std::collections::HashMap;

use crate::answers::certified;
use crate::certificate::Certificate;
use crate::{By, Fail};

/// What answers rest on that were accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Records in all.
    pub records: usize,
    /// Computed again from the definition; wrong records that were told so among them.
    pub recomputed: usize,
    /// Proved by certificates.
    pub by_certificate: usize,
    /// By theorems of the literature.
    pub by_theorem: usize,
    /// Too large to explore, or answered `ERROR` for a reason that is the program's.
    pub not_checked: usize,
}

/// The first record whose answer is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its number, from 1.
    pub record: usize,
    /// The line where it begins, from 1; 0 where there is no record.
    pub line: usize,
    /// Why.
    pub reason: String,
}

/// Checks the answers to an input.
///
/// # Errors
///
/// The first record whose answer is wrong or missing, or an answer without record.
pub fn check(
    records: &[u8],
    given: &[u8],
    certificates: &HashMap<usize, Certificate>,
) -> Result<Summary, Refusal> {
    let text = String::from_utf8_lossy(given);
    let mut lines = text.lines();
    let mut summary = Summary::default();
    for (answer, record) in certified(records, certificates).0.into_iter().zip(1..) {
        summary.records = record;
        let refuse = |reason| Refusal { record, line: answer.place + 1, reason };
        let line = lines.next().ok_or_else(|| refuse("it has no answer".to_owned()))?;
        match &answer.result {
            // That a record is beyond a limit is no claim about its game.
            Ok(_) | Err(Fail::TooLarge) if line == answer.labelled("ERROR") => summary.not_checked += 1,
            Err(Fail::TooLarge) => summary.not_checked += 1,
            Err(Fail::Forged) => return Err(refuse("its certificate proves nothing of the kind".to_owned())),
            _ if answer.line().as_deref() != Some(line) => {
                return Err(refuse(format!("its answer is {}", answer.line().unwrap_or_default())));
            }
            Ok((_, By::Definition)) | Err(Fail::Wrong) => summary.recomputed += 1,
            Ok((_, By::Certificate)) => summary.by_certificate += 1,
            Ok((_, By::Theorem)) => summary.by_theorem += 1,
        }
    }
    match lines.next() {
        Some(_) => Err(Refusal {
            record: summary.records + 1,
            line: 0,
            reason: "an answer without record".to_owned(),
        }),
        None => Ok(summary),
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary { records, recomputed, by_certificate, by_theorem, not_checked } = self;
        write!(
            f,
            "{records} records: {recomputed} recomputed, {by_certificate} by certificate, {by_theorem} by a cited theorem, \
             {not_checked} not checked"
        )
    }
}
