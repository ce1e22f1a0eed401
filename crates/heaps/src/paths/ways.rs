//! The number of plays.

/// Numbers of ways by the parity of their moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaysByParity<N> {
    /// The number of ways with an odd number of moves.
    pub odd: N,
    /// The number of ways with an even number of moves.
    pub even: N,
}
