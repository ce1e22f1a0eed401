//! Why a box is given up.

/// Why a box was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// An option was needed before it was known.
    Order,
    /// A value does not fit in a cell.
    Value,
    /// The steps ended.
    Work,
}
