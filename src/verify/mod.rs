//! Checks answers against certificates, in code that shares nothing with the solvers but the
//! language: `record` and `language` are all it uses, and a test keeps it so.
//!
//! From a certificate the checker derives the whole answer anew, step by step:
//!
//! 1. what the certificate claims is checked against the record: values by their definition (the
//!    mex of what can be reached), periods by a theorem whose range is checked, matchings by their
//!    barrier, labels by the local conditions of Smith and Fraenkel;
//! 2. what is then known of every component gives each field asked for, by enumerating the moves;
//! 3. the fields are written as the language says and compared with the answer, byte by byte.
//!
//! So an accepted answer is right whoever wrote the certificate. Where the certificate offers no
//! proof, or deriving a field would take more than [`WORK`] steps, the finding says so: it is then
//! neither accepted nor rejected.

pub(crate) mod board;
pub(crate) mod flags;
mod graph;
pub(crate) mod heaps;
pub(crate) mod matching;
mod nim;
mod paths;
pub(crate) mod piles;
mod sums;
pub(crate) mod table;

use crate::certificate::Certificate;
use crate::language::{Statement, answer};
use crate::record::{Field, Verdict};

/// The most elementary steps (options looked at) one record may take.
pub const WORK: u64 = 1 << 27;
/// The most numbers kept for one record.
pub const CELLS: u64 = 1 << 24;

/// What came of checking one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The certificate proves the answer.
    Proved,
    /// It does not, and does not claim to; or checking would take too much. Why.
    Unproved(String),
    /// The answer is not what the certificate proves, or the certificate is wrong. Why.
    Rejected(String),
}

/// Why a derivation ends early: [`Finding::Unproved`] or [`Finding::Rejected`].
#[derive(Debug)]
pub(crate) enum Stop {
    Unproved(String),
    Rejected(String),
}

pub(crate) type Checked<T> = Result<T, Stop>;

pub(crate) fn unproved<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Stop::Unproved(reason.into()))
}

pub(crate) fn rejected<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Stop::Rejected(reason.into()))
}

/// Checks the answer (its line without label and end) of a record that the language reads.
///
/// A board in text is given with the record, its rows as many as its header says.
pub fn check(statement: &Statement<'_>, answer: &[u8], certificate: &Certificate) -> Finding {
    if answer == b"ERROR" {
        return Finding::Unproved("that the record is wrong, or beyond a limit, is not proved".into());
    }
    match derive(statement, certificate) {
        Ok(fields) => {
            let mut derived = Vec::new();
            answer::write(&fields, &mut derived);
            if derived == answer {
                return Finding::Proved;
            }
            let shown = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
            Finding::Rejected(format!("the answer is `{}`, proved is `{}`", shown(answer), shown(&derived)))
        }
        Err(Stop::Unproved(reason)) => Finding::Unproved(reason),
        Err(Stop::Rejected(reason)) => Finding::Rejected(reason),
    }
}

/// The fields the certificate proves.
fn derive(statement: &Statement<'_>, certificate: &Certificate) -> Checked<Vec<Field>> {
    let record = &statement.record;
    let name = statement.game.signature().name;
    match (name, certificate) {
        (_, Certificate::Unproved(reason)) => unproved(reason.clone()),
        ("nim", Certificate::Nim { sum }) => nim::derive(record, *sum),
        ("flags", Certificate::Outcomes { range, cycle, checksum }) => {
            flags::derive(record, *range, *cycle, *checksum)
        }
        ("rocks" | "three-rocks", Certificate::Table { values, blocks }) => {
            let positions = piles::Positions::new(record, name)?;
            positions.table.check(&positions, values, blocks)?;
            sums::answer(&positions, false, &record.asks)
        }
        (
            "king" | "rook" | "bishop" | "queen" | "knight" | "leaper",
            Certificate::Table { values, blocks },
        ) => {
            let pieces = board::Pieces::new(record, name)?;
            pieces.table.check(&pieces, values, blocks)?;
            sums::answer(&pieces, false, &record.asks)
        }
        ("factor" | "geography", Certificate::Matching { pairs, barrier }) => {
            matching::derive(record, name, pairs, barrier)
        }
        ("graph", Certificate::Labels(labels)) => graph::derive(record, labels),
        (_, Certificate::Sequence { range, cycle, mask, checksum }) => match heaps::Rules::of(record, name) {
            Some(rules) => heaps::derive(record, rules?, *range, *cycle, *mask, *checksum),
            None => rejected("this kind of certificate proves nothing about this game"),
        },
        _ => rejected("this kind of certificate proves nothing about this game"),
    }
}

/// The verdict with the number of winning moves.
pub(crate) fn verdict(wins: bool, count: u128) -> Verdict {
    if wins { Verdict::Win(count) } else { Verdict::Lose }
}
