//! A list of asks.

use std::fmt;
use std::str::FromStr;

use smallvec::{SmallVec, smallvec};

use super::RecordError;
use grundy_language::asks::parse_list;
use grundy_record::Ask;

/// The asks of records without asks of their own: words of the language, at least one.
///
/// ```
/// let asks: grundy::Asks = "grundy moves".parse()?;
/// assert_eq!(asks.to_string(), "grundy moves");
/// assert_eq!(grundy::Asks::default().as_slice(), [grundy::Ask::Verdict]);
/// assert!("grundy soup".parse::<grundy::Asks>().is_err());
/// # Ok::<(), grundy::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asks(SmallVec<[Ask; 4]>);

impl Asks {
    /// Lists the asks, in order.
    pub fn as_slice(&self) -> &[Ask] {
        &self.0
    }
}

impl Default for Asks {
    /// Asks for the verdict alone.
    fn default() -> Self {
        Asks(smallvec![Ask::Verdict])
    }
}

impl FromStr for Asks {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        parse_list(text)
            .map(Asks)
            .map_err(|error| RecordError::new(1, text.as_bytes(), error))
    }
}

impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&itertools::join(&self.0, " "))
    }
}
