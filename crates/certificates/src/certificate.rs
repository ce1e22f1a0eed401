//! Certificates: what proves an answer whose positions are too many to explore.
//!
//! A file of them begins with the line `grundy certificates 3`; each further line is the number of a record, a kind, and
//! what that kind needs. Records without certificate are left out.
//!
//! ```text
//! 12 period 71 12 0               preperiod, period and saltus of the values of heaps, see `period.rs` of the reference
//! 13 matching 2-4 3-6             a maximum matching of the graph left to walk on, see `matching.rs` of the reference
//! 14 labels 0.0 i - 1.3           of each vertex a value and a rank, i for infinite, - for not reached, see `labels.rs`
//! 15 strategy 0 3,3+1 5,2+*1      lost sums, each after those that answer every move from it, see `strategy.rs`
//! 16 automaton 2 outcomes 1 …     outcomes or values of all positions of a rule, see `automaton.rs`
//! 17 misere 20 5 5 | 1 3 …        a misère quotient, see `quotient.rs`
//! 18 numbers period 0 7 0 & automaton 2 values 1 …  of a rule that is a sum of rules of one number: one for each
//! 19 period 71 12 0 + -           of a sum of different games: for each of these one, or none
//! ```

use std::collections::HashMap;

use grundy_reference::periodic::Cycle;
use grundy_reference::text::{number, pair};
use grundy_reference::{Edge, Res};

use crate::kinds::labels::VertexLabel;

/// The first line of a file, after which the program that wrote it may name itself.
pub const HEADER: &str = "grundy certificates 3";

/// The certificates of a file, by the numbers of their records.
pub type Certificates = HashMap<usize, Certificate>;

/// The proof of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The preperiod, the period and the saltus of a sequence.
    Period(Cycle),
    /// The pairs of vertices of a matching.
    Matching(Vec<Edge>),
    /// The label of each vertex from 1 on.
    Labels(Vec<VertexLabel>),
    /// The lost sums that [`strategy`](crate::kinds::strategy) reads.
    Strategy(String),
    /// The automaton that [`automaton`](crate::kinds::automaton) reads.
    Automaton(String),
    /// The misère quotient that [`quotient`](crate::kinds::quotient) reads.
    Quotient(String),
    /// The certificates of a rule whose positions are sums: for each number that moves change, in their order.
    Numbers(Vec<Certificate>),
    /// The certificates of a sum of different games: for each of these one, if it needs one.
    Sum(Vec<Option<Certificate>>),
}

/// Returns all of some words as numbers, pairs or labels, if each can be read.
fn all<T>(words: &[&str], read: impl Fn(&str) -> Res<T>) -> Option<Vec<T>> {
    words.iter().map(|word| read(word)).collect::<Res<_>>().ok()
}

/// Returns the label of a vertex: `value.rank`, `i` or `-`.
fn label(word: &str) -> Res<VertexLabel> {
    match word {
        "i" => Ok(VertexLabel::Infinite),
        "-" => Ok(VertexLabel::None),
        _ => {
            let [value, rank] = pair(word, '.')?;
            Ok(VertexLabel::Finite { value, rank })
        }
    }
}

/// Returns the edge of a matching: `2-4`.
fn edge(word: &str) -> Res<Edge> {
    let [from, to] = pair(word, '-')?;
    Ok(Edge { from, to })
}

impl Certificate {
    /// Reads what stands after the number of a record.
    pub fn read(text: &str) -> Option<Certificate> {
        if text.contains(" + ") {
            let mut each = Vec::new();
            for summand in text.split(" + ") {
                // The sign says that the game has no certificate.
                let certificate = if summand == "-" {
                    None
                } else {
                    Some(Certificate::read(summand)?)
                };
                each.push(certificate);
            }
            return Some(Certificate::Sum(each));
        }
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
        match kind {
            "period" => match all(&words, number)?[..] {
                [preperiod, period @ (1..), saltus] => Some(Certificate::Period(Cycle {
                    preperiod,
                    period,
                    saltus,
                })),
                _ => None,
            },
            "matching" => all(&words, edge).map(Certificate::Matching),
            "labels" => all(&words, label).map(Certificate::Labels),
            "strategy" => Some(Certificate::Strategy(rest.to_owned())),
            "automaton" => Some(Certificate::Automaton(text.to_owned())),
            "misere" => Some(Certificate::Quotient(text.to_owned())),
            "numbers" => {
                let each = rest.split(" & ").map(Certificate::read_number);
                each.collect::<Option<_>>().map(Certificate::Numbers)
            }
            _ => None,
        }
    }

    /// Reads the certificate of one number of a rule: a period or an automaton.
    fn read_number(text: &str) -> Option<Certificate> {
        if text.starts_with("period ") || text.starts_with("automaton ") {
            Certificate::read(text)
        } else {
            None
        }
    }
}

/// Returns the certificates of a file; a line that cannot be read, or a second one of a record, is given as the error.
pub fn read(text: &str) -> Result<Certificates, usize> {
    let mut lines = text.lines().zip(1..);
    let header = lines.next();
    if !header.is_some_and(|(line, _)| line.starts_with(HEADER)) {
        return Err(1);
    }
    let mut all = Certificates::new();
    for (line, at) in lines {
        let (record, rest) = line.split_once(' ').ok_or(at)?;
        let record = record.parse().map_err(|_| at)?;
        let certificate = Certificate::read(rest).ok_or(at)?;
        if all.insert(record, certificate).is_some() {
            return Err(at);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_period_or_an_automaton() {
        let [nested, deep] =
            [1, 20_000].map(|times| format!("{}period 0 4 0", "numbers ".repeat(times + 1)));
        for text in [
            "numbers period 0 4 0 & matching 1-2",
            "numbers strategy 0",
            &nested,
            &deep,
        ] {
            assert!(Certificate::read(text).is_none());
        }
        assert!(Certificate::read("numbers period 0 4 0 & period 0 3 0").is_some());
    }
}
