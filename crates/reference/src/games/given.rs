//! A record of a game of the catalogue, taken apart.

use crate::games::boards::board::BoardWord;
use crate::text::{self, Keywords, RecordWords};
use crate::{Fail, Res};

/// A record whose keywords and asks are those of its game.
pub struct Given<'r> {
    /// The word among the rules of its game that is a board, if there is one.
    pub(crate) board: Option<BoardWord>,
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

    /// Refuses a record with words among its rules that are no keywords.
    pub fn must_be_without_rules(&self) -> Res<()> {
        Fail::Wrong.when(!self.words.is_empty())
    }

    /// Refuses a record with a position: the rules say it all.
    pub fn must_be_without_position(&self) -> Res<()> {
        Fail::Wrong.when(!self.position()?.is_empty())
    }

    /// Returns the number among the rules, at least 1, if there is one.
    pub fn number(&self) -> Res<Option<u64>> {
        match &self.words[..] {
            [] => Ok(None),
            [word] => Ok(Some(text::number_within(word, u64::MAX)?)),
            _ => Err(Fail::Wrong),
        }
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

    /// Returns the tuples of the position, each of as many numbers.
    pub fn tuples_of(&self, numbers: usize) -> Res<Vec<Vec<u64>>> {
        let tuples = self.tuples()?;
        let are_right = tuples.iter().all(|tuple| tuple.len() == numbers);
        Fail::Wrong.when(!are_right)?;
        Ok(tuples)
    }

    /// Returns the numbers of the position.
    pub fn numbers(&self) -> Res<Vec<u64>> {
        self.position()?
            .iter()
            .map(|word| text::number(word))
            .collect()
    }
}
