//! Answers of a program, held to the reference.

use crate::answers::{Answer, certified};
use crate::certificate::{Certificate, Certificates};
use crate::text::Reading;
use crate::{By, Fail};

/// The grounds on which accepted answers rest.
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
    /// The first record that is not checked, from 1.
    pub first_not_checked: Option<usize>,
}

/// The first record whose answer is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its number, from 1.
    pub record: usize,
    /// The line where it begins, from 1; 0 if there is no record.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl Summary {
    /// Counts an answer; why it is refused.
    fn count(&mut self, answer: &Answer, line: &str) -> Result<(), String> {
        self.records += 1;
        let count = match (&answer.result, answer.line()) {
            (Err(Fail::Forged), _) => {
                return Err("its certificate proves nothing of the kind".to_owned());
            }
            // That a record is beyond a limit is no claim about its game.
            (Ok(_), _) if line == answer.labelled("ERROR") => &mut self.not_checked,
            (_, None) => &mut self.not_checked,
            (_, Some(right)) if right != line => return Err(format!("its answer is {right}")),
            (Ok((_, By::Certificate)), _) => &mut self.by_certificate,
            (Ok((_, By::Theorem)), _) => &mut self.by_theorem,
            _ => &mut self.recomputed,
        };
        *count += 1;
        self.first_not_checked = self
            .first_not_checked
            .or((self.not_checked > 0).then_some(self.records));
        Ok(())
    }
}

/// Checks the answers to an input.
///
/// # Errors
///
/// The first record whose answer is wrong or missing, or an answer without record.
pub fn check(
    records: &[u8],
    given: &[u8],
    certificates: &Certificates,
    reading: &Reading,
) -> Result<Summary, Refusal> {
    let text = String::from_utf8_lossy(given);
    let mut lines = text.lines();
    let mut summary = Summary::default();
    for (answer, record) in certified(records, certificates, reading).0.iter().zip(1..) {
        let line = lines.next().ok_or_else(|| "it has no answer".to_owned());
        let counted = line.and_then(|line| summary.count(answer, line));
        counted.map_err(|reason| Refusal {
            record,
            line: answer.place + 1,
            reason,
        })?;
    }
    let (record, reason) = (summary.records + 1, "an answer without record".to_owned());
    if lines.next().is_none() {
        Ok(summary)
    } else {
        Err(Refusal {
            record,
            line: 0,
            reason,
        })
    }
}

/// Checks the answer to one record, and adds to what is counted.
///
/// # Errors
///
/// Why it is refused.
pub fn check_one(
    record: &[u8],
    given: &str,
    certificate: Option<Certificate>,
    reading: &Reading,
    summary: &mut Summary,
) -> Result<(), String> {
    let certificates = certificate
        .into_iter()
        .map(|certificate| (1, certificate))
        .collect();
    match &certified(record, &certificates, reading).0[..] {
        [answer] => summary.count(answer, given),
        _ => Err("it is no record".to_owned()),
    }
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, more: Summary) {
        self.first_not_checked = self
            .first_not_checked
            .or(more.first_not_checked.map(|record| self.records + record));
        self.records += more.records;
        self.recomputed += more.recomputed;
        self.by_certificate += more.by_certificate;
        self.by_theorem += more.by_theorem;
        self.not_checked += more.not_checked;
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary {
            records,
            recomputed,
            by_certificate,
            by_theorem,
            not_checked,
            ..
        } = self;
        write!(
            f,
            "{records} records: {recomputed} recomputed, {by_certificate} by certificate, "
        )?;
        write!(
            f,
            "{by_theorem} by a cited theorem, {not_checked} not checked"
        )
    }
}
