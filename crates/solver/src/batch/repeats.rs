//! Lines that were asked before: their answers are given again.
//!
//! A line is known by its bytes, so that its answer is the same. Those that come once leave no more than
//! a hash, and only short ones are remembered, in memory that does not grow.

use std::hash::Hasher;

use fxhash::FxHasher;

/// Places for lines; each line has one.
const PLACES: usize = 2048;
/// The longest line, with its end, and the longest answer.
const MOST_LINE: usize = 64;
const MOST_ANSWER: usize = 40;

/// The answers of lines asked lately.
pub(super) struct Repeats {
    hashes: Vec<Hashes>,
    places: Vec<Place>,
}

/// What is looked at first, for each place.
#[derive(Clone, Copy, Default)]
struct Hashes {
    /// Of the line that was here last, whether or not it is remembered.
    last: u64,
    /// Of the line that is remembered.
    remembered: u64,
}

#[derive(Clone, Copy)]
struct Place {
    line: [u8; MOST_LINE],
    answer: [u8; MOST_ANSWER],
    /// The length of the line; 0 where none is remembered.
    length: u8,
    answered: u8,
}

/// A line that may be remembered: its place, its hash and its length.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    place: usize,
    hash: u64,
    length: usize,
}

impl Candidate {
    /// Whether the line takes the bytes of a text between these.
    pub(super) fn ends_at(self, begin: usize, end: usize) -> bool {
        begin + self.length == end
    }
}

impl Repeats {
    /// Nothing was asked so far.
    pub(super) fn new() -> Repeats {
        let empty = Place { line: [0; MOST_LINE], answer: [0; MOST_ANSWER], length: 0, answered: 0 };
        Repeats { hashes: vec![Hashes::default(); PLACES], places: vec![empty; PLACES] }
    }

    /// The first line of a text, if it is one to be remembered: a short one with its end, without a label.
    pub(super) fn candidate(text: &[u8]) -> Option<Candidate> {
        if !text.first()?.is_ascii_lowercase() {
            return None;
        }
        let length = memchr::memchr(b'\n', &text[..text.len().min(MOST_LINE)])? + 1;
        let mut hasher = FxHasher::default();
        hasher.write(&text[..length]);
        let hash = hasher.finish();
        Some(Candidate { place: (hash >> 32) as usize % PLACES, hash, length })
    }

    /// The answer of this line, with its end, if it was remembered; and how long the line is.
    pub(super) fn answer(&self, candidate: Candidate, text: &[u8]) -> Option<(&[u8], usize)> {
        if self.hashes[candidate.place].remembered != candidate.hash {
            return None;
        }
        let place = &self.places[candidate.place];
        let line = &place.line[..usize::from(place.length)];
        let known = !line.is_empty() && line == &text[..candidate.length];
        known.then(|| (&place.answer[..usize::from(place.answered)], candidate.length))
    }

    /// Remembers an answer, if the line was the last one in its place before.
    pub(super) fn remember(&mut self, candidate: Candidate, text: &[u8], answer: &[u8]) {
        let hashes = &mut self.hashes[candidate.place];
        if hashes.last != candidate.hash {
            // What is remembered stays until another line comes twice without one between.
            hashes.last = candidate.hash;
            return;
        }
        if answer.len() <= MOST_ANSWER {
            hashes.remembered = candidate.hash;
            let place = &mut self.places[candidate.place];
            place.line[..candidate.length].copy_from_slice(&text[..candidate.length]);
            place.length = candidate.length as u8;
            place.answer[..answer.len()].copy_from_slice(answer);
            place.answered = answer.len() as u8;
        }
    }
}

#[cfg(all(test, feature = "proofs"))]
mod tests {
    use super::*;
    use crate::batch::{Options, Proofs, answer_text};
    use crate::random::Random;

    #[test]
    fn lines_asked_again_are_answered_as_at_first() {
        let lines = [
            "king 8x8: 8,2\n",
            "queen 8x8 damaged 4,4: 7,7\r\n",
            "rocks 1,0 0,1 1,1: 10,7 3,3\n",
            "octal 0.77: 5 9 ? moves\n",
            "octal 0.77: 5 9\n",
            "king 2x2 ? grundy\n.K\n..\n",
            "king .K/.K\n",
            "nim: x\n",
            "kayles: 5 ? sequence\n",
            "no-such-game: 1\n",
            "@a kayles: 9\n",
            "kayles: 9 // again\n",
            "flags 2 5 7 left 1: 9\n..\n",
        ];
        let mut rng = Random::new(5);
        let text: String = (0..600).map(|_| lines[rng.below(lines.len() as u64) as usize]).collect();
        let by_themselves = Options { proofs: Proofs::Certify, ..Options::default() };
        let (expected, wrong) = answer_text(&text, &by_themselves);
        let (answers, diagnostics) = answer_text(&text, &Options::default());
        assert_eq!(answers, expected);
        assert_eq!(format!("{diagnostics:?}"), format!("{wrong:?}"));
    }

    #[test]
    fn what_comes_twice_is_remembered() {
        let mut repeats = Repeats::new();
        let text = b"kayles: 9\nkayles: 9\n";
        let candidate = Repeats::candidate(text).unwrap();
        repeats.remember(candidate, text, b"WIN 1\n");
        assert!(repeats.answer(candidate, text).is_none());
        repeats.remember(candidate, text, b"WIN 1\n");
        assert_eq!(repeats.answer(candidate, text), Some((&b"WIN 1\n"[..], 10)));
        assert!(repeats.answer(candidate, b"kayles: 8\n").is_none());
        assert!(Repeats::candidate(b"@label kayles: 9\n").is_none());
        assert!(Repeats::candidate(b"kayles: 9").is_none());
    }
}
