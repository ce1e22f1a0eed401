//! Reads long lists of edges or arcs: pairs of numbers joined by a sign.
//!
//! A record may be one line with ten million pairs. The usual pair, digits on both sides and a blank after it, is read
//! here; at anything else reading stops, and the slow way says what it is.

use super::layout::{is_blank, skip_blanks};
use super::number::decimal;
use grundy_base::edge::Edge;
use grundy_base::platform::pages::huge;

/// The bytes of text that make room for one pair at first: a guess.
const BYTES: usize = 12;

/// Appends the pairs that begin at `at`, each end at least 1, and returns where the first word
/// begins that is no such pair with a blank after it.
///
/// # Complexity
/// Linear; about 10 cycles a number.
pub(super) fn pairs(text: &[u8], mut at: usize, sign: u8, into: &mut Vec<Edge>) -> usize {
    if into.capacity() == 0 {
        // Each graph of a long sum is short, so the text of all is no measure.
        let end = memchr::memchr(b':', &text[at..]).unwrap_or(text.len() - at);
        *into = huge(Vec::with_capacity(end / BYTES));
    }
    loop {
        let Some((from, end)) = vertex(text, at) else {
            return at;
        };
        if text.get(end) != Some(&sign) {
            return at;
        }
        let Some((to, end)) = vertex(text, end + 1) else {
            return at;
        };
        if !text.get(end).is_some_and(|&byte| is_blank(byte)) {
            return at;
        }
        into.push(Edge { from, to });
        at = skip_blanks(text, end + 1);
    }
}

/// Reads the vertex that begins here, and returns it with the place where it ends.
#[inline]
fn vertex(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let (number, end) = decimal(text, at)?;
    let vertex = u32::try_from(number).ok()?;
    (vertex > 0).then_some((vertex, end))
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        reason = "tests choose their numbers small enough"
    )]

    use super::*;
    use grundy_base::random::Random;
    use grundy_base::testing::random_digits;

    /// Reads pairs by splitting and the standard library.
    fn plain(text: &str, sign: char) -> Vec<Edge> {
        let words = text
            .split_inclusive([' ', '\t'])
            .filter(|word| word.trim() != "");
        let pair = |word: &str| {
            let (from, to) = word.strip_suffix([' ', '\t'])?.split_once(sign)?;
            let number = |text: &str| {
                let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                text.parse()
                    .ok()
                    .filter(|&number: &u32| digits && number > 0)
            };
            Some(Edge::new(number(from)?, number(to)?))
        };
        words.map_while(pair).collect()
    }

    /// A pair of short numbers or of long ones, and now and then something else.
    fn word(random: &mut Random) -> String {
        let blanks = ["", " ", "\t", "  ", " \t "];
        match random.below(31) {
            0..20 => {
                let (from, to) = (random_digits(random, 1, 7), random_digits(random, 1, 7));
                format!("{from}-{to}{}", blanks[1 + random.below(4) as usize])
            }
            20..30 => {
                let (from, to) = (random_digits(random, 7, 9), random_digits(random, 0, 9));
                format!("{}{from}-{}{to} ", 1 + random.below(4), 1 + random.below(9))
            }
            _ => {
                let (from, to) = (random_digits(random, 0, 12), random_digits(random, 0, 12));
                let sign = ["", "-", ":", ">", "é"][random.below(5) as usize];
                format!(
                    "{from}{sign}{to}{}",
                    ["", " ", ":"][random.below(3) as usize]
                )
            }
        }
    }

    #[test]
    fn pairs_are_those_of_the_standard_library() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let words: String = (0..random.below(30)).map(|_| word(&mut random)).collect();
            let text = words + ["", "?", "? 0123456789abcdef0123456789"][random.below(3) as usize];
            let mut found = Vec::new();
            let at = pairs(text.as_bytes(), 0, b'-', &mut found);
            assert_eq!(found, plain(&text, '-'), "{text}");
            assert_eq!(plain(&text[..at], '-'), found, "{text}");
        }
    }

    #[test]
    fn a_pair_without_a_blank_after_it_is_left_to_the_slow_way() {
        let mut found = Vec::new();
        assert_eq!(pairs(b"1-2 3-4 5-6", 0, b'-', &mut found), 8);
        assert_eq!(found, [Edge::new(1, 2), Edge::new(3, 4)]);
        assert_eq!(
            pairs(b"4294967295>1 4294967296>1 00000000", 0, b'>', &mut found),
            13
        );
        assert_eq!(found[2..], [Edge::new(u32::MAX, 1)]);
    }
}
