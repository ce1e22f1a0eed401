//! Answers of a program, held to the reference.

use grundy_reference::answers::Answer;
use grundy_reference::records::Reading;
use grundy_reference::{By, Fail};

use crate::certificate::{Certificate, Certificates};
use crate::evidence::certified;

/// The grounds on which accepted answers rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The records in all.
    pub records: usize,
    /// The answers computed again from the definition, wrong records that were called so among them.
    pub recomputed: usize,
    /// The answers that certificates prove.
    pub by_certificate: usize,
    /// The answers that theorems of the literature prove.
    pub by_theorem: usize,
    /// The records too large to explore, or answered `ERROR` for a reason that is the program's.
    pub not_checked: usize,
    /// The first record that is not checked, from 1.
    pub first_not_checked: Option<usize>,
}

/// The first record whose answer is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The number of the record, from 1.
    pub record: usize,
    /// The line where the record begins, from 1; 0 if there is no record.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl Summary {
    /// Counts an answer, or says why it is refused.
    fn count(&mut self, answer: &Answer, line: &str) -> Result<(), String> {
        self.records += 1;
        if answer.result == Err(Fail::Forged) {
            return Err("its certificate proves nothing of the kind".to_owned());
        }
        // That a record is beyond a limit is no claim about its game.
        let is_beyond_limit = answer.result.is_ok() && line == answer.labelled("ERROR");
        let right = answer.line();
        if is_beyond_limit || right.is_none() {
            self.not_checked += 1;
            self.first_not_checked = self.first_not_checked.or(Some(self.records));
            return Ok(());
        }
        if let Some(right) = right
            && right != line
        {
            return Err(format!("its answer is {right}"));
        }
        match answer.result.as_ref().map(|field| field.by) {
            Ok(By::Certificate) => self.by_certificate += 1,
            Ok(By::Theorem) => self.by_theorem += 1,
            _ => self.recomputed += 1,
        }
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
    let (answers, _) = certified(records, certificates, reading);
    for (answer, record) in answers.iter().zip(1..) {
        let line = lines.next().ok_or_else(|| "it has no answer".to_owned());
        let counted = line.and_then(|line| summary.count(answer, line));
        counted.map_err(|reason| Refusal {
            record,
            line: answer.place + 1,
            reason,
        })?;
    }
    if lines.next().is_some() {
        return Err(Refusal {
            record: summary.records + 1,
            line: 0,
            reason: "an answer without record".to_owned(),
        });
    }
    Ok(summary)
}

/// Checks the answer to one record, and adds to what is counted.
///
/// # Errors
///
/// Returns the reason why it is refused.
pub fn check_one(
    record: &[u8],
    given: &str,
    certificate: Option<Certificate>,
    reading: &Reading,
    summary: &mut Summary,
) -> Result<(), String> {
    let certificates = certificate.map(|certificate| (1, certificate));
    let certificates = certificates.into_iter().collect();
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
        let noun = if *records == 1 { "record" } else { "records" };
        write!(
            f,
            "{records} {noun}: {recomputed} recomputed, {by_certificate} by certificate, "
        )?;
        write!(
            f,
            "{by_theorem} by a cited theorem, {not_checked} not checked"
        )
    }
}
