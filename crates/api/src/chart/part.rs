//! A part of a map, as it is asked for.

/// A part of a board, or of the plane of two piles: rows and columns, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapWindow {
    /// The first and the last row.
    pub rows: (u64, u64),
    /// The first and the last column.
    pub cols: (u64, u64),
}

/// A part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPart {
    /// A part of a map of two dimensions.
    Window(MapWindow),
    /// The first and the last heap, vertex or number of a part of a line.
    Stretch(u64, u64),
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
            (&[first], &[last]) => Some(MapPart::Stretch(first, last)),
            (&[top, left], &[bottom, right]) => Some(MapPart::Window(MapWindow {
                rows: (top, bottom),
                cols: (left, right),
            })),
            _ => None,
        }
    }
}
