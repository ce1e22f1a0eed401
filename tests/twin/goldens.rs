//! Golden answers: the twin's, and where brute force cannot reach, those that a person wrote
//! beside the record.
//!
//! A comment line `//= ANSWER` directly above a record, or above the comments directly above it,
//! gives the answer by theorem or from a published table; the comments say which.

use super::{TOO_BIG, answers, is_too_big};

/// What is expected of an input.
pub struct Expected {
    /// The answers, a line each.
    pub answers: String,
    /// Whether some record is wrong.
    pub wrong: bool,
    /// The line numbers (from 1) of the records that have no answer: too large for the twin, and
    /// nothing written beside them.
    pub missing: Vec<usize>,
}

/// The golden answers of an input.
pub fn expected(input: &[u8]) -> Expected {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().collect();
    let answers = answers(input);
    let mut expected = Expected { answers: String::new(), wrong: answers.wrong, missing: Vec::new() };
    for (mut answer, place) in answers.lines.into_iter().zip(answers.places) {
        if is_too_big(&answer) {
            let comments = lines[..place].iter().rev().take_while(|line| line.starts_with("//"));
            match comments.filter_map(|line| line.strip_prefix("//= ")).next() {
                Some(written) => answer = answer.replace(TOO_BIG, written),
                None => expected.missing.push(place + 1),
            }
        }
        expected.answers.push_str(&answer);
        expected.answers.push('\n');
    }
    expected
}
