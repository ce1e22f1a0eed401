//! Records, answers and certificates, line by line.

use super::items::{Item, Items};
use super::rows::complete;
use crate::certificate::{Certificate, text};
use crate::games::Catalogue;
use crate::language::Statement;
use crate::record::{Ask, Record};
use crate::verify::{Checker, Claim, Finding};

/// The counts of a file of answers that was accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records.
    pub records: u64,
    /// Answers that are proved.
    pub proved: u64,
    /// The first record whose answer is not, if there is one.
    pub first_unproved: Option<u64>,
}

/// The further games of a sum, as the checker takes them.
pub(super) fn more_games<'s>(statement: &'s Statement<'_>) -> Vec<(&'s str, &'s Record<'s>)> {
    let more = statement.more.iter();
    more.map(|summand| (&*summand.game.signature().name, &summand.record)).collect()
}

/// The first record that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its number, from 1; one more than there are records when an answer or a certificate is
    /// left over; 0 when the certificates are none at all.
    pub record: u64,
    /// The line of the records where it begins.
    pub line: u64,
    /// Why.
    pub reason: String,
}

/// Checks answers (as text) against the certificates of their records; `asks` are those of records
/// that bring none. Boards are checked by `threads` threads.
///
/// # Errors
///
/// The first record that fails.
pub fn verify(
    records: &[u8],
    answers: &[u8],
    certificates: &str,
    catalogue: &Catalogue,
    asks: &[Ask],
    threads: usize,
) -> Result<Tally, Refusal> {
    let records = records.strip_prefix(b"\xef\xbb\xbf").unwrap_or(records);
    let mut certificates = certificates.lines();
    if !certificates.next().is_some_and(text::is_header) {
        let reason = format!("the certificates do not begin with `{}`", text::HEADER);
        return Err(Refusal { record: 0, line: 0, reason });
    }
    let mut answers = answers.strip_suffix(b"\n").unwrap_or(answers).split(|&byte| byte == b'\n').peekable();
    if answers.peek().is_some_and(|first| first.is_empty()) {
        answers.next();
    }
    let mut tally = Tally::default();
    let mut checker = Checker::new(threads);
    let mut last_line = 0;
    for item in Items::new(records, catalogue, asks, false) {
        let Item::Record(entry) = item else { continue };
        tally.records += 1;
        last_line = entry.line;
        let (record, line) = (tally.records, entry.line);
        let refuse = |reason: &str| Refusal { record, line, reason: reason.to_owned() };
        let answer = answers.next().ok_or_else(|| refuse("it has no answer"))?;
        let certificate = certificates.next().ok_or_else(|| refuse("it has no certificate"))?;
        let certificate = match text::read(certificate) {
            Some((number, certificate)) if number == record => certificate,
            Some(_) => return Err(refuse("its certificate has another number")),
            None => return Err(refuse("its certificate cannot be read")),
        };
        let label = match &entry.statement {
            Ok(statement) => statement.label,
            Err(wrong) => wrong.label,
        };
        let answer = match label {
            None => answer,
            Some(label) => {
                let prefix = format!("@{label} ");
                answer
                    .strip_prefix(prefix.as_bytes())
                    .ok_or_else(|| refuse("its answer has another label"))?
            }
        };
        let finding = match entry.statement {
            Err(_) if answer != b"ERROR" => Finding::Rejected("the record is wrong, but was answered".into()),
            Err(_) if certificate == Certificate::Wrong => Finding::Proved,
            Err(_) => Finding::Rejected("the record is wrong, but has a certificate".into()),
            Ok(mut statement) => match complete(&mut statement, &entry.rows) {
                Ok(()) => checker.check(Claim {
                    game: &statement.game.signature().name,
                    record: &statement.record,
                    more: &more_games(&statement),
                    bytes: entry.header.len() + entry.rows.text.len(),
                    answer,
                    certificate: &certificate,
                }),
                Err(_) if answer == b"ERROR" => Finding::Proved,
                Err(_) => Finding::Rejected("the board is wrong, but was answered".into()),
            },
        };
        match finding {
            Finding::Proved => tally.proved += 1,
            Finding::Unproved(_) => _ = tally.first_unproved.get_or_insert(record),
            Finding::Rejected(reason) => return Err(refuse(&reason)),
        }
    }
    let record = tally.records + 1;
    match (answers.next(), certificates.next()) {
        (None, None) => Ok(tally),
        (Some(_), _) => Err(Refusal { record, line: last_line, reason: "an answer without record".into() }),
        _ => Err(Refusal { record, line: last_line, reason: "a certificate without record".into() }),
    }
}
