//! Golden answers: those of the reference, and if it explores too much, those that a person wrote beside the record.
//!
//! A comment line `//= ANSWER` directly above a record, or above the comments directly above it,
//! gives the answer by theorem or from a published table; the comments say which.

use crate::answers::answers;

/// The answers expected of an input.
#[derive(Debug, Default)]
pub struct Expected {
    /// The answers, a line each.
    pub answers: String,
    /// Whether some record is wrong.
    pub wrong: bool,
    /// The line numbers (from 1) of the records that have no answer: too large to explore, and
    /// nothing written beside them.
    pub missing: Vec<usize>,
}

/// The golden answers of an input.
pub fn expected(input: &[u8]) -> Expected {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().collect();
    let (answers, wrong) = answers(input);
    let mut expected = Expected { wrong, ..Expected::default() };
    for answer in answers {
        let comments = lines[..answer.place].iter().rev().take_while(|line| line.starts_with("//"));
        let written = || comments.filter_map(|line| line.strip_prefix("//= ")).next();
        match answer.line().or_else(|| written().map(|line| answer.labelled(line))) {
            Some(line) => expected.answers += &(line + "\n"),
            None => expected.missing.push(answer.place + 1),
        }
    }
    expected
}
