//! Lines whose rules were read before, in any order: only their positions are read.
//!
//! Rules are known by the bytes up to the colon. What was read of them is kept from their second line on, and
//! given the position of each further line. Whatever is not such a line (asks of its own, a sum, a mistake)
//! takes the general path, so that path alone decides what is right and what is wrong; the tests hold the two
//! together.

use std::hash::Hasher;

use fxhash::FxHasher;

use crate::games::Catalogue;
use crate::language::{Statement, parse};
use crate::platform::LOADED_ANEW;
use crate::record::Ask;

/// Places for rules; each has one.
const PLACES: usize = 256;
/// The longest rules, with their colon.
const MOST_RULES: usize = 64;
/// After so many lines in turn that took the general path, rules are read no more.
const MOST_FAILURES: u8 = 4;

/// The rules that a text begins with, as bytes up to the colon.
pub(super) struct Rules<'t> {
    pub rules: &'t [u8],
    /// The text behind them.
    pub rest: &'t [u8],
    pub hash: u64,
}

impl<'t> Rules<'t> {
    /// `None` where no short rules begin, or none are to be kept.
    #[inline(always)]
    pub(super) fn of(text: &'t [u8]) -> Option<Self> {
        if LOADED_ANEW || !text.first()?.is_ascii_lowercase() {
            return None;
        }
        let colon = memchr::memchr(b':', &text[..text.len().min(MOST_RULES)])?;
        let (rules, rest) = text.split_at(colon + 1);
        let mut hasher = FxHasher::default();
        hasher.write(rules);
        Some(Rules { rules, rest, hash: hasher.finish() })
    }
}

/// What was read of the rules of a text.
#[derive(Default)]
pub(super) struct KnownRules<'t> {
    places: Vec<Place<'t>>,
    /// The place of the record that was given out.
    lent: Option<usize>,
}

#[derive(Default)]
struct Place<'t> {
    /// The rules that were here last.
    rules: &'t [u8],
    /// What was read of them.
    statement: Option<Statement<'t>>,
    failures: u8,
}

impl<'t> KnownRules<'t> {
    /// A line (without its end) as a record, if its rules were read before and else it is a position.
    pub(super) fn read(
        &mut self,
        line: &'t [u8],
        catalogue: &'t Catalogue,
        asks: &[Ask],
    ) -> Option<Statement<'t>> {
        self.lent = None;
        let Rules { rules, rest: position, hash } = Rules::of(line)?;
        if self.places.is_empty() {
            self.places.resize_with(PLACES, Place::default);
        }
        let at = (hash >> 32) as usize % PLACES;
        let place = &mut self.places[at];
        if place.rules != rules {
            *place = Place { rules, ..Place::default() };
            return None;
        }
        if place.failures >= MOST_FAILURES {
            return None;
        }
        place.failures += 1;
        let read = || parse(rules, catalogue, asks).ok().filter(|read| read.awaits_rows.is_none());
        let mut statement = place.statement.take().or_else(read)?;
        if !statement.take_position(position) {
            place.statement = Some(statement);
            return None;
        }
        place.failures = 0;
        self.lent = Some(at);
        Some(statement)
    }

    /// Takes back what was given out last, if `statement` is that.
    pub(super) fn take_back(&mut self, statement: Statement<'t>) {
        if let Some(at) = self.lent.take() {
            self.places[at].statement = Some(statement);
        }
    }
}

#[cfg(all(test, feature = "proofs"))]
mod tests {
    use crate::batch::{Options, answer_text};
    use crate::random::Random;
    use crate::record::Ask;

    /// Every way lines with known rules go on, and how they end.
    #[test]
    fn lines_in_any_order_are_answered_as_one_by_one() {
        let rules = [
            "nim",
            "nim misere",
            "subtraction 1 3 4",
            "kayles",
            "flags 1-3 left 1",
            "rocks 1,0 0,1 1,1",
            "king 8x8",
            "rook 8x8 damaged 2,3",
            "take-and-break 0.77",
            "wythoff",
            "end-nim",
            "silver-dollar",
            "ruler",
            "factor 10",
            "geography 4 1-2 2-3 3-4",
            "rules [n] -> [n-k*k] for k in 1..sqrt(n)",
            "no-such-game",
            "king 0x8",
            "king K./..",
        ];
        let positions = [
            "3 4",
            "5",
            "1,2",
            "2,3 4,4",
            "",
            " 7 // why",
            "3 ? grundy",
            "3 ? moves values",
            "2 + nim: 3",
            "0",
            "1-5",
            "1,2,3",
            "99999999999999999999",
            "2 x",
            "3 : 4",
            "4 ?",
            "\t6  7\r",
            "-1",
            ".X.",
            "8,8",
            "1-3 ? p-positions",
        ];
        let mut random = Random::new(31);
        let lines: Vec<String> = (0..1500)
            .map(|_| {
                let [rules, position] =
                    [&rules[..], &positions[..]].map(|of| of[random.below(of.len() as u64) as usize]);
                format!("{rules}: {position}\n")
            })
            .collect();
        for asks in [vec![Ask::Verdict], vec![Ask::Winner], vec![Ask::Grundy, Ask::Moves]] {
            let options = Options { asks, ..Options::default() };
            let (together, diagnostics) = answer_text(&lines.concat(), &options);
            let mut one_by_one = (String::new(), String::new());
            for (at, line) in lines.iter().enumerate() {
                let (answer, diagnostic) = answer_text(line, &options);
                one_by_one.0 += &answer;
                one_by_one.1 += &diagnostic.replacen("<text>:1:", &format!("<text>:{}:", at + 1), 1);
            }
            assert_eq!(together, one_by_one.0);
            assert_eq!(diagnostics.is_empty(), one_by_one.1.is_empty());
        }
    }
}
