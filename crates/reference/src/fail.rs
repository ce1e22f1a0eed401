//! Why there is no answer.

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The record is wrong.
    Wrong,
    /// The record is right, as far as can be seen, but too large to explore.
    TooLarge,
    /// The evidence that came with the record proves nothing of the kind.
    Forged,
    /// An expression has no value: what needs it does not exist.
    Undefined,
}

impl Fail {
    /// Fails in this way if something is so.
    ///
    /// # Errors
    ///
    /// This failure.
    pub fn when(self, is_so: bool) -> Res<()> {
        if is_so { Err(self) } else { Ok(()) }
    }

    /// Returns the value of a result, or none if this failure is why there is none.
    ///
    /// # Errors
    ///
    /// Another failure.
    pub fn or_none<T>(self, value: Res<T>) -> Res<Option<T>> {
        match value {
            Ok(value) => Ok(Some(value)),
            Err(fail) if fail == self => Ok(None),
            Err(fail) => Err(fail),
        }
    }
}

/// A value, or why there is none.
pub type Res<T> = Result<T, Fail>;
