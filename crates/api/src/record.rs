//! A record by itself.

use std::fmt;
use std::str::FromStr;

use super::RecordError;
use super::first::first_line;
use grundy_games::Catalogue;
use grundy_language::{layout, parse};
use grundy_record::Ask;

/// One record of the language, owned: a game, its rules and a position, such as `kayles: 5 9`.
///
/// A record that was read is well formed: the words are those of its game. Whether its position keeps
/// the rules is found when it is opened ([`Solver::open`](crate::Solver::open)).
///
/// ```
/// let record: grundy::Record = "@a king 8x8 damaged 2,3: 7,7 ? grundy".parse()?;
/// assert_eq!((record.game(), record.label()), ("king", Some("a")));
/// # Ok::<(), grundy::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The line of the record.
    text: Box<str>,
    /// The name of the game; of a sum, that of the first.
    game: Box<str>,
    /// The label after `@`, if there is one.
    label: Option<Box<str>>,
}

impl Record {
    /// Makes a record of heaps from the game, with its rules if it has any, and the sizes.
    ///
    /// ```
    /// let record = grundy::Record::of_heaps("subtraction 1 3 4", &[10, 7])?;
    /// assert_eq!(record.as_str(), "subtraction 1 3 4: 10 7");
    /// # Ok::<(), grundy::RecordError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if no game has this name, its rules are wrong, or its positions are not heaps.
    pub fn of_heaps(rules: &str, heaps: &[u64]) -> Result<Record, RecordError> {
        format!("{rules}: {}", itertools::join(heaps, " ")).parse()
    }

    /// Reads a record of this catalogue: one line, and the rows of its board on further lines if its
    /// header says so.
    ///
    /// # Errors
    ///
    /// Fails if its first line is wrong.
    pub(super) fn read(text: &str, catalogue: &Catalogue) -> Result<Record, RecordError> {
        let mut number = 1;
        let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        while let Some((line, after)) = rest.split_once('\n')
            && layout::is_empty(layout::without_end(line.as_bytes()))
        {
            number += 1;
            rest = after;
        }
        let header = first_line(rest.as_bytes());
        let statement = parse(header, catalogue, &[Ask::Verdict])
            .map_err(|wrong| RecordError::new(number, header, wrong.error))?;
        Ok(Record {
            text: rest.into(),
            game: statement.signature().name.as_ref().into(),
            label: statement.label.map(Into::into),
        })
    }

    /// Returns the record as it was read.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the name of the game; of the first, in a sum of different games.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the label, without the `@`.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        Record::read(text, &Catalogue::standard())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
