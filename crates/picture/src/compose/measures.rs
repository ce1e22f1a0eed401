//! The measures that all pictures share: the room around everything, the sizes of type and of marks.

/// The room around everything, in pixels.
pub const PADDING: f32 = 12.0;

/// The width of a character of a monospaced font, as a share of the font's size. DejaVu Sans Mono
/// has 1233 of 2048 units.
pub const ADVANCE: f32 = 0.602;

/// Returns the size of type that reads well next to a map of this many pixels.
pub fn type_size(longer_side: f32) -> f32 {
    (longer_side / 75.0).clamp(14.0, 48.0).round()
}

/// Returns the side of the marks of a cell, in pixels. Marks are larger than tiny cells, so that they are seen.
pub fn mark_side(cell_side: usize, width: usize) -> usize {
    cell_side.max((width / 100).min(21))
}

/// Returns the width of a text of a size.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * ADVANCE * size
}

/// Returns the base line of a text whose capitals and digits are centred at a height.
pub fn base_line(middle: f32, size: f32) -> f32 {
    // Capitals are 0.73 of the font's size high.
    middle + 0.365 * size
}
