//! The limits of charts.

/// The most cells of a chart.
pub const MAX_CHART_CELLS: u64 = 1 << 24;
/// The longest side of a picture, in cells, if no window is given.
pub const MAX_CHART_SIDE: u64 = 4096;
/// The most positions that are solved one by one.
pub(super) const MAX_SOLVED: u64 = 1_000_000;
