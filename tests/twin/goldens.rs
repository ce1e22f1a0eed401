//! Golden answers: the twin's, and where brute force cannot reach, those that a person wrote
//! beside the record.
//!
//! A comment line `//= ANSWER` directly above a record, or above the comments directly above it,
//! gives the answer by theorem or from a published table; the comments say which.

use super::{TOO_BIG, answers, is_too_big};

/// The answers of an input, a line each, and the line numbers (from 1) of the records that have
/// none: too large for the twin, and nothing written beside them.
pub fn expected(input: &[u8]) -> (String, Vec<usize>) {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().collect();
    let answers = answers(input);
    let (mut expected, mut missing) = (String::new(), Vec::new());
    for (mut answer, place) in answers.lines.into_iter().zip(answers.places) {
        if is_too_big(&answer) {
            let comments = lines[..place].iter().rev().take_while(|line| line.starts_with("//"));
            match comments.filter_map(|line| line.strip_prefix("//= ")).next() {
                Some(written) => answer = answer.replace(TOO_BIG, written),
                None => missing.push(place + 1),
            }
        }
        expected.push_str(&answer);
        expected.push('\n');
    }
    (expected, missing)
}
