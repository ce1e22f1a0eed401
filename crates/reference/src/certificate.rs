//! Certificates: what proves an answer whose positions are too many to explore.
//!
//! A file of them begins with the line `grundy certificates 2`; each further line is the number of a record, a kind, and
//! what that kind needs. Records without certificate are left out.
//!
//! ```text
//! 12 period 71 12                 the values of heaps repeat so, see `period.rs`
//! 13 matching 2-4 3-6             a maximum matching of the graph left to walk on, see `matching.rs`
//! 14 labels 0.0 i 1.3             of each vertex its value and a rank, or i for infinite, see `labels.rs`
//! 15 strategy 0 3,3+1 5,2         lost sums, each after those that answer every move from it, see `strategy.rs`
//! ```

use std::collections::HashMap;

use crate::game::Position;
use crate::text::{number, tuple};
use crate::{Fail, Res};

/// The first line of a file.
pub const HEADER: &str = "grundy certificates 2";

/// What proves an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// Preperiod and period.
    Period(u64, u64),
    /// Pairs of vertices.
    Matching(Vec<(u64, u64)>),
    /// Value and rank of each vertex from 1 on; `None`: infinite.
    Labels(Vec<Option<(u64, u64)>>),
    /// Lost sums.
    Strategy(Vec<Vec<Position>>),
}

impl Certificate {
    /// Reads what stands behind the number of a record.
    pub fn read(text: &str) -> Option<Certificate> {
        let mut words = text.split(' ');
        let kind = words.next()?;
        let rest: Vec<&str> = words.collect();
        let all = |split: &dyn Fn(&str) -> Res<(u64, u64)>| {
            rest.iter().map(|word| split(word)).collect::<Res<Vec<_>>>()
        };
        match (kind, &rest[..]) {
            ("period", [preperiod, period]) => {
                let (preperiod, period) = (number(preperiod).ok()?, number(period).ok()?);
                (period > 0).then_some(Certificate::Period(preperiod, period))
            }
            ("matching", _) => all(&|word| pair(word, '-')).ok().map(Certificate::Matching),
            ("labels", _) => {
                let label = |word: &&str| if *word == "i" { Ok(None) } else { pair(word, '.').map(Some) };
                rest.iter().map(label).collect::<Res<_>>().ok().map(Certificate::Labels)
            }
            ("strategy", _) => {
                let part = |word: &str| tuple(word).map(Position::from);
                let sum = |word: &&str| {
                    word.split('+').filter(|part| !part.is_empty()).map(part).collect::<Res<_>>()
                };
                rest.iter().map(sum).collect::<Res<_>>().ok().map(Certificate::Strategy)
            }
            _ => None,
        }
    }
}

fn pair(word: &str, sign: char) -> Res<(u64, u64)> {
    let (a, b) = word.split_once(sign).ok_or(Fail::Forged)?;
    Ok((number(a)?, number(b)?))
}

/// The certificates of a file by the numbers of their records; a line that cannot be read, or a second one of a record,
/// is given as the error.
pub fn read(text: &str) -> Result<HashMap<usize, Certificate>, usize> {
    let mut lines = text.lines().zip(1..);
    if !lines.next().is_some_and(|(line, _)| line.starts_with(HEADER)) {
        return Err(1);
    }
    let mut all = HashMap::new();
    for (line, at) in lines {
        let split = line
            .split_once(' ')
            .and_then(|(record, rest)| Some((record.parse().ok()?, Certificate::read(rest)?)));
        let (record, certificate) = split.ok_or(at)?;
        if all.insert(record, certificate).is_some() {
            return Err(at);
        }
    }
    Ok(all)
}
