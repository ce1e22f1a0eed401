//! Which domains a rectangle's sides belong to.

use super::super::block::{INNER, Letter, OUTER};
use super::super::runs::Side;
use super::Frame;

/// Which lines a rectangle's sides hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    UpperRight,
    LowerLeft,
    /// Both domains, the boundary between them starting in the corner.
    Diagonal,
    /// Both, the boundary entering at a column or at a row.
    FromTop(u32),
    FromLeft(u32),
    Unknown,
}

/// Letters of a base in a row that tell which domain a side is in.
const LONG: u32 = 5;

impl Domain {
    /// Tells the domains from the first and last long runs of their letters.
    pub fn of(frame: Frame) -> Domain {
        match (ends(frame.top), ends(frame.left)) {
            ((Some(OUTER), Some(OUTER)), (Some(INNER), Some(INNER))) => Domain::UpperRight,
            ((Some(INNER), Some(INNER)), (Some(OUTER), Some(OUTER))) => Domain::LowerLeft,
            ((Some(OUTER), Some(OUTER)), (Some(OUTER), Some(OUTER))) => Domain::Diagonal,
            ((Some(INNER), Some(OUTER)), _) => Domain::FromTop(turn(frame.top)),
            (_, (Some(INNER), Some(OUTER))) => Domain::FromLeft(turn(frame.left)),
            _ => Domain::Unknown,
        }
    }
}

/// The letter of a run that is long and of a domain.
fn told(side: Side, k: usize) -> Option<Letter> {
    let run = side.runs[k];
    let start = if k == 0 { side.start } else { side.runs[k - 1].end };
    let long = run.end.min(side.end) - start >= LONG;
    (long && (run.letter == OUTER || run.letter == INNER)).then_some(run.letter)
}

/// The first and the last such letter of a side.
fn ends(side: Side) -> (Option<Letter>, Option<Letter>) {
    let runs = 0..side.runs.len();
    (runs.clone().find_map(|k| told(side, k)), runs.rev().find_map(|k| told(side, k)))
}

/// Where the first long run of the outer letter starts.
fn turn(side: Side) -> u32 {
    let first = (0..side.runs.len()).find(|&k| told(side, k) == Some(OUTER)).unwrap_or(0);
    if first == 0 { side.start } else { side.runs[first - 1].end }
}
