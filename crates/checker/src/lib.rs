//! Checks answers against certificates, in code that shares nothing with the solvers but the vocabulary of
//! records and the form of answers: this crate names no other of the project in its `Cargo.toml`, so it
//! cannot import a solver.
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

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod board;
pub mod certificate;
#[doc(hidden)]
pub mod flags;
mod game;
mod graph;
#[doc(hidden)]
pub mod heaps;
mod lists;
#[doc(hidden)]
pub mod matching;
mod names;
mod nim;
mod paths;
#[doc(hidden)]
pub mod piles;
#[doc(hidden)]
pub mod reached;
mod sets;
mod sums;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod theorem;
mod threads;

use std::cell::Cell;

pub use game::GameId;

use crate::certificate::Certificate;
use grundy_record::text as answer;
use grundy_record::{Ask, Field, Outcome, Record, Value, Verdict};

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
#[doc(hidden)]
pub enum Stop {
    Unproved(String),
    Rejected(String),
}

#[doc(hidden)]
pub type Checked<T> = Result<T, Stop>;

#[doc(hidden)]
pub fn unproved<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Stop::Unproved(reason.into()))
}

#[doc(hidden)]
pub fn rejected<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Stop::Rejected(reason.into()))
}

/// The steps one record may still take.
#[derive(Debug)]
#[doc(hidden)]
pub struct Meter(Cell<u64>);

impl Meter {
    /// For a record of so many bytes, answer and certificate counted.
    pub fn new(bytes: usize) -> Self {
        Meter(Cell::new(WORK + WORK_PER_BYTE * bytes as u64))
    }

    /// Of so many steps.
    pub fn of(steps: u64) -> Self {
        Meter(Cell::new(steps))
    }

    /// How many they are.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Takes so many steps.
    #[inline]
    pub fn spend(&self, steps: u64) -> Checked<()> {
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
    /// The further games of a sum of different games, with what the record says of them.
    pub more: &'c [(&'c str, &'c Record<'c>)],
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
        let derived = match claim.more {
            [] => self.derive(claim.game, record, certificate, &meter),
            more => self.derive_sum((claim.game, record), more, certificate, &meter),
        };
        match derived {
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

    /// The fields that it proves of a sum of different games, whose Grundy value is the nim-sum of theirs (Sprague
    /// 1935, Grundy 1939).
    fn derive_sum(
        &mut self,
        first: (&str, &Record<'_>),
        more: &[(&str, &Record<'_>)],
        certificate: &Certificate,
        meter: &Meter,
    ) -> Checked<Vec<Field>> {
        let parts = match certificate {
            Certificate::Sum(parts) if parts.len() == more.len() + 1 => parts,
            Certificate::Unproved(reason) => return unproved(reason.clone()),
            _ => return wrong_kind(),
        };
        if let Some(reason) = uncertified_in_sums(first.1) {
            return unproved(reason);
        }
        let mut total = 0;
        for ((game, record), part) in std::iter::once(&first).chain(more).zip(parts) {
            let asks = std::iter::once(Ask::Grundy).collect();
            let record = Record { asks, ..Record::clone(record) };
            match self.derive(game, &record, part, meter)?[..] {
                [Field::Grundy(Value::Finite(value))] => total ^= value,
                _ => return unproved("a game of the sum has no Grundy value"),
            }
        }
        let outcome = if total == 0 { Outcome::Lose } else { Outcome::Win };
        let field = |&ask: &Ask| match ask {
            Ask::Grundy => Field::Grundy(Value::Finite(total)),
            _ => Field::Winner(outcome),
        };
        Ok(first.1.asks.iter().map(field).collect())
    }

    /// The fields the certificate proves.
    fn derive(
        &mut self,
        name: &str,
        record: &Record<'_>,
        certificate: &Certificate,
        meter: &Meter,
    ) -> Checked<Vec<Field>> {
        if let Certificate::Unproved(reason) = certificate {
            return unproved(reason.clone());
        }
        if let Some(reason) = uncertified(&record.asks) {
            return unproved(reason);
        }
        let Some(game) = GameId::of(name) else {
            return rejected("answers of this game have no certificate");
        };
        if let &Certificate::Reached { positions, checksum } = certificate {
            return reached::derive(record, game, (positions, checksum), meter);
        }
        if *certificate == Certificate::Theorem {
            return theorem::derive(record, game, meter);
        }
        // Every game says which other certificates prove something about it.
        match game {
            GameId::Nim => match certificate {
                &Certificate::Nim { sum } => nim::derive(record, sum, meter),
                _ => wrong_kind(),
            },
            GameId::Flags => match *certificate {
                Certificate::Outcomes { range, cycle, checksum } => {
                    flags::derive(record, range, cycle, checksum, meter)
                }
                Certificate::Range { low, high } => flags::derive_range(record, (low, high), meter),
                _ => wrong_kind(),
            },
            GameId::Rocks | GameId::ThreeRocks => match certificate {
                Certificate::Table { values, blocks } => {
                    let positions = piles::Positions::new(record, game, meter)?;
                    positions.table.check(&positions, values, blocks)?;
                    sums::answer(&positions, false, &record.asks)
                }
                _ => wrong_kind(),
            },
            GameId::King
            | GameId::Rook
            | GameId::Bishop
            | GameId::Queen
            | GameId::Knight
            | GameId::Leaper => match certificate {
                Certificate::Board { pieces, every, borders } => {
                    board::derive(record, game, (pieces, *every, borders), meter, self.threads)
                }
                _ => wrong_kind(),
            },
            GameId::Factor | GameId::Geography => match certificate {
                Certificate::Matching { missed, barrier, pairs } => {
                    matching::derive(record, game, (missed, barrier, pairs), meter)
                }
                _ => wrong_kind(),
            },
            GameId::Graph => match certificate {
                Certificate::Labels(labels) => graph::derive(record, labels, meter),
                _ => wrong_kind(),
            },
            GameId::Subtraction
            | GameId::Octal(_)
            | GameId::Lasker
            | GameId::GrundysGame
            | GameId::TakeAndBreak => match (game, certificate) {
                (GameId::Subtraction, &Certificate::Range { low, high }) => {
                    heaps::derive_range(record, (low, high), meter)
                }
                (GameId::Lasker, Certificate::Lasker) if !record.modifiers.ring => {
                    heaps::derive_lasker(record, meter)
                }
                (_, &Certificate::Rising { range, cycle, saltus, checksum }) => {
                    let claim = (range, cycle, saltus, checksum);
                    match heaps::Rules::of(record, game) {
                        Some(rules) => heaps::derive_rising(record, &rules?, claim, &mut self.memo, meter),
                        None => wrong_kind(),
                    }
                }
                (_, &Certificate::Sequence { range, cycle, mask, checksum }) => {
                    let claim = heaps::Claim { range, cycle, mask, checksum };
                    match heaps::Rules::of(record, game) {
                        Some(rules) => heaps::derive(record, &rules?, claim, &mut self.memo, meter),
                        None => wrong_kind(),
                    }
                }
                _ => wrong_kind(),
            },
            GameId::Rules => match *certificate {
                Certificate::Sequence { range, cycle: Some(cycle), mask: 0, checksum } => {
                    reached::derive_cycle(record, game, (range, cycle, checksum), meter)
                }
                _ => wrong_kind(),
            },
            _ => wrong_kind(),
        }
    }
}

/// Why no certificate proves what these ask, where one of them has none.
pub fn uncertified(asks: &[Ask]) -> Option<String> {
    let ask = asks.iter().find(|ask| matches!(ask, Ask::Stats | Ask::PPositions | Ask::Positions))?;
    Some(format!("no certificate exists for `{ask}`"))
}

/// Why no certificate proves what a sum of different games is asked, where one of the asks has none.
pub fn uncertified_in_sums(record: &Record<'_>) -> Option<String> {
    if record.modifiers.misere {
        return Some("no certificate exists for sums of different games under misère play".into());
    }
    let ask = record.asks.iter().find(|ask| !matches!(ask, Ask::Winner | Ask::Grundy))?;
    Some(format!("no certificate exists for `{ask}` of sums of different games"))
}

fn wrong_kind<T>() -> Checked<T> {
    rejected("this kind of certificate proves nothing about this game")
}

/// The verdict with the number of winning moves.
pub fn verdict(wins: bool, count: u128) -> Verdict {
    if wins { Verdict::Win(count) } else { Verdict::Lose }
}
