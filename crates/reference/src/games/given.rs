//! A record of a game of the catalogue, taken apart.

use crate::text::{self, Keywords, RecordWords};
use crate::{Fail, Res};

/// A record whose keywords and asks are those of its game.
pub struct Given<'r> {
    /// The record.
    pub record: &'r RecordWords,
    /// The words of its rules without the keywords.
    pub words: Vec<String>,
    /// The keywords.
    pub keywords: Keywords,
    /// Whether the player who cannot move wins.
    pub misere: bool,
}

impl<'r> Given<'r> {
    /// Says whether a keyword is there.
    pub fn has(&self, keyword: &str) -> bool {
        self.keywords.contains_key(keyword)
    }

    /// Returns the words that belong to a keyword.
    pub fn of(&self, keyword: &str) -> &[String] {
        self.keywords.get(keyword).map_or(&[], Vec::as_slice)
    }

    /// Returns the words of the position.
    pub fn position(&self) -> Res<&'r [String]> {
        self.record.position.as_deref().ok_or(Fail::Wrong)
    }

    /// Returns the tuples of the position.
    pub fn tuples(&self) -> Res<Vec<Vec<u64>>> {
        self.position()?
            .iter()
            .map(|word| text::tuple(word))
            .collect()
    }
}
