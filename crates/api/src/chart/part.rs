//! The part of a map that is asked for.

use grundy_base::range::Range;

/// A part of a board, or of the plane of two piles: rows and columns, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapWindow {
    /// The first and the last row.
    pub rows: Range,
    /// The first and the last column.
    pub cols: Range,
}

/// A part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPart {
    /// A part of a map of two dimensions.
    Window(MapWindow),
    /// The first and the last heap, vertex or number of a part of a line.
    Stretch(Range),
}

impl MapPart {
    /// Reads `1,1-20,40`, the upper left and lower right cells of a map, or `500-700`, the first and last
    /// of a line; gives `None` if the text is neither.
    pub fn read(text: &str) -> Option<MapPart> {
        let numbers = |text: &str| {
            text.split(',')
                .map(|number| number.trim().parse().ok())
                .collect()
        };
        let (from, to) = text.split_once('-')?;
        let from: Option<Vec<u64>> = numbers(from);
        let to: Option<Vec<u64>> = numbers(to);
        match (&from?[..], &to?[..]) {
            (&[first], &[last]) => Some(MapPart::Stretch(Range::new(first, last))),
            (&[top, left], &[bottom, right]) => Some(MapPart::Window(MapWindow {
                rows: Range::new(top, bottom),
                cols: Range::new(left, right),
            })),
            _ => None,
        }
    }
}
