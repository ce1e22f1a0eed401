//! Checks answers against certificates, in code that shares nothing with the solvers but the
//! language: `record`, the form of answers and that of certificates are all it uses, and a test keeps it
//! so.
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
//! proof, or deriving a field would take more steps than [`WORK`] and the record's size allow, the
//! finding says so: it is then neither accepted nor rejected.

pub(crate) mod board;
pub(crate) mod flags;
mod graph;
pub(crate) mod heaps;
mod lists;
pub(crate) mod matching;
mod names;
mod nim;
mod paths;
pub(crate) mod piles;
mod sums;
mod table;

use std::cell::Cell;

use crate::certificate::Certificate;
use crate::language::answer;
use crate::record::{Field, Record, Verdict};

/// The elementary steps (options looked at) any record may take, and a game's values in all.
pub const WORK: u64 = 1 << 27;
/// The steps it may take besides for each byte of its text, its answer and its certificate.
pub const WORK_PER_BYTE: u64 = 64;
/// The most numbers kept for one record, besides what its text and its certificate say.
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

/// The steps one record may still take.
#[derive(Debug)]
pub(crate) struct Meter(Cell<u64>);

impl Meter {
    /// For a record of so many bytes, answer and certificate counted.
    pub(crate) fn new(bytes: usize) -> Self {
        Meter(Cell::new(WORK + WORK_PER_BYTE * bytes as u64))
    }

    /// How many they are.
    pub(crate) fn left(&self) -> u64 {
        self.0.get()
    }

    /// Takes so many steps.
    #[inline]
    pub(crate) fn spend(&self, steps: u64) -> Checked<()> {
        match self.0.get().checked_sub(steps) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => unproved("checking this answer takes too many steps"),
        }
    }
}

/// An answer and what is said to prove it.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'c> {
    /// The name of the record's game.
    pub game: &'c str,
    /// The record, as the language reads it. A board in text is given with it, its rows as many as
    /// its header says.
    pub record: &'c Record<'c>,
    /// How many bytes the record has, its rows included: the limit on the work grows with them.
    pub bytes: usize,
    /// The answer's line, without label and end.
    pub answer: &'c [u8],
    /// What proves it.
    pub certificate: &'c Certificate,
}

/// Checks answers. It remembers what games' values it computed, since records of one game follow
/// each other; findings do not depend on it.
#[derive(Debug)]
pub struct Checker {
    memo: heaps::Memo,
    threads: usize,
}

impl Checker {
    /// A checker that looks at so many blocks of a board at a time.
    pub fn new(threads: usize) -> Self {
        Checker { memo: heaps::Memo::default(), threads }
    }

    /// Checks one answer.
    pub fn check(&mut self, claim: Claim<'_>) -> Finding {
        let Claim { record, answer, certificate, .. } = claim;
        if answer == b"ERROR" {
            if !matches!(certificate, Certificate::Unproved(_)) {
                return Finding::Rejected(
                    "the answer is an error, but its certificate proves another".into(),
                );
            }
            return Finding::Unproved("that the record is wrong, or beyond a limit, is not proved".into());
        }
        let meter = Meter::new(claim.bytes + answer.len() + certificate.bytes());
        match self.derive(claim.game, record, certificate, &meter) {
            Ok(fields) => {
                let mut derived = Vec::new();
                answer::write(&fields, &mut derived);
                if derived == answer {
                    return Finding::Proved;
                }
                let shown =
                    |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
                let (given, derived) = (shown(answer), shown(&derived));
                Finding::Rejected(format!("the answer is `{given}`, proved is `{derived}`"))
            }
            Err(Stop::Unproved(reason)) => Finding::Unproved(reason),
            Err(Stop::Rejected(reason)) => Finding::Rejected(reason),
        }
    }

    /// The fields the certificate proves.
    fn derive(
        &mut self,
        name: &str,
        record: &Record<'_>,
        certificate: &Certificate,
        meter: &Meter,
    ) -> Checked<Vec<Field>> {
        match (name, certificate) {
            (_, Certificate::Unproved(reason)) => unproved(reason.clone()),
            ("nim", Certificate::Nim { sum }) => nim::derive(record, *sum, meter),
            ("flags", &Certificate::Outcomes { range, cycle, checksum }) => {
                flags::derive(record, range, cycle, checksum, meter)
            }
            ("rocks" | "three-rocks", Certificate::Table { values, blocks }) => {
                let positions = piles::Positions::new(record, name, meter)?;
                positions.table.check(&positions, values, blocks)?;
                sums::answer(&positions, false, &record.asks)
            }
            (
                "king" | "rook" | "bishop" | "queen" | "knight" | "leaper",
                Certificate::Board { pieces, every, borders },
            ) => board::derive(record, name, (pieces, *every, borders), meter, self.threads),
            ("factor" | "geography", Certificate::Matching { missed, barrier, pairs }) => {
                matching::derive(record, name, (missed, barrier, pairs), meter)
            }
            ("graph", Certificate::Labels(labels)) => graph::derive(record, labels, meter),
            ("subtraction", &Certificate::Range { low, high }) => {
                heaps::derive_range(record, (low, high), meter)
            }
            ("flags", &Certificate::Range { low, high }) => flags::derive_range(record, (low, high), meter),
            ("lasker", Certificate::Lasker) => heaps::derive_lasker(record, meter),
            (_, &Certificate::Sequence { range, cycle, mask, checksum }) => {
                let claim = heaps::Claim { range, cycle, mask, checksum };
                match heaps::Rules::of(record, name) {
                    Some(rules) => heaps::derive(record, &rules?, claim, &mut self.memo, meter),
                    None => rejected("this kind of certificate proves nothing about this game"),
                }
            }
            _ => rejected("this kind of certificate proves nothing about this game"),
        }
    }
}

/// The verdict with the number of winning moves.
pub(crate) fn verdict(wins: bool, count: u128) -> Verdict {
    if wins { Verdict::Win(count) } else { Verdict::Lose }
}
