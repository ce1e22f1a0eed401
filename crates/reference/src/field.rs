//! The text of an answer, and what it rests on.

use itertools::Itertools;

use crate::By;

/// The text of an answer, or of a part of it, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The text.
    pub text: String,
    /// The thing that it rests on.
    pub by: By,
}

/// Joins items by spaces; `-` if there is none.
pub fn spaced(items: impl IntoIterator<Item = impl ToString>) -> String {
    let words = items.into_iter().map(|item| item.to_string()).join(" ");
    if words.is_empty() {
        "-".to_owned()
    } else {
        words
    }
}
