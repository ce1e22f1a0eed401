//! Short lines that come again and again: their answers are remembered.
//!
//! Equal lines have equal answers. A line that comes once leaves a hash alone; from the second time on, its
//! answer is kept with it, in memory that does not grow.

use std::hash::BuildHasher;

use fxhash::FxBuildHasher;

/// The number of places for lines; each line has one.
const PLACES: usize = 2048;
/// The longest line that is remembered, in bytes.
const MAX_LINE_BYTES: usize = 64;
/// The longest answer that is remembered, in bytes.
const MAX_ANSWER_BYTES: usize = 64;

/// Lines that came lately, and the answers of those that came twice.
pub(super) struct Repeats {
    places: Vec<Place>,
}

#[derive(Clone, Default)]
struct Place {
    /// The hash of the line that was here last.
    last: u64,
    /// A line that came twice running, and its answer.
    line: Vec<u8>,
    answer: Vec<u8>,
}

impl Repeats {
    /// Remembers no line yet, and never does unless `answers_are_text`.
    pub(super) fn new(answers_are_text: bool) -> Self {
        let places = if answers_are_text { PLACES } else { 0 };
        Repeats {
            places: vec![Place::default(); places],
        }
    }

    /// Returns the place of a line and its hash; `None` if it is not to be remembered, since it is long or has a label.
    fn place(&self, line: &[u8]) -> Option<(usize, u64)> {
        if self.places.is_empty()
            || line.len() > MAX_LINE_BYTES
            || !line.first()?.is_ascii_lowercase()
        {
            return None;
        }
        let hash = FxBuildHasher.hash_one(line);
        Some(((hash >> 32) as usize % PLACES, hash))
    }

    /// Returns the answer that is remembered of this line.
    pub(super) fn answer(&self, line: &[u8]) -> Option<&[u8]> {
        let place = &self.places[self.place(line)?.0];
        (place.line == line).then_some(&place.answer)
    }

    /// Remembers an answer if the line was also the last one in its place before.
    pub(super) fn remember(&mut self, line: &[u8], answer: &[u8]) {
        let Some((place, hash)) = self.place(line) else {
            return;
        };
        let place = &mut self.places[place];
        let again = place.last == hash;
        place.last = hash;
        if again && answer.len() <= MAX_ANSWER_BYTES {
            place.line = line.to_vec();
            place.answer = answer.to_vec();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_comes_twice_is_remembered() {
        let mut repeats = Repeats::new(true);
        let line = b"kayles: 9";
        repeats.remember(line, b"WIN 1\n");
        assert!(repeats.answer(line).is_none());
        repeats.remember(line, b"WIN 1\n");
        assert_eq!(repeats.answer(line), Some(&b"WIN 1\n"[..]));
        assert!(repeats.answer(b"kayles: 8").is_none());
        let labelled = b"@label kayles: 9";
        (0..2).for_each(|_| repeats.remember(labelled, b"WIN 1\n"));
        assert!(repeats.answer(labelled).is_none());
    }
}
