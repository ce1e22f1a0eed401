//! The words about games for people: `words.txt`.

use grundy_record::{Theorem, Words};

/// The list of words, a paragraph for each game: its name, one line on what it is, how to play, how large it may be, and
/// a record; and a theorem and its source, if there is one. `as NAME` stands for the limits of another game.
const LIST: &str = include_str!("../words.txt");

/// Returns the words about a game of the list; a game that is not in it does not compile.
pub const fn words(name: &'static str) -> Words {
    let mut rest = LIST;
    loop {
        let (line, after) = first_line(rest);
        // Constant functions compare texts in this way alone; names are in lower case.
        if line.eq_ignore_ascii_case(name) {
            let (summary, after) = first_line(after);
            let (how_to_play, after) = first_line(after);
            let (limits, after) = first_line(after);
            let (example, after) = first_line(after);
            let theorem = match after.as_bytes() {
                [] | [b'\n', ..] => None,
                _ => {
                    let (statement, after) = first_line(after);
                    Some(Theorem::new(statement, first_line(after).0))
                }
            };
            let limits = match limits.as_bytes() {
                [b'a', b's', b' ', ..] => words(limits.split_at(3).1).limits,
                _ => limits,
            };
            return Words {
                name,
                summary,
                how_to_play,
                limits,
                example,
                theorem,
            };
        }
        rest = after;
    }
}

/// Returns the first line of a text, and what follows it.
const fn first_line(text: &'static str) -> (&'static str, &'static str) {
    let mut end = 0;
    while text.as_bytes()[end] != b'\n' {
        end += 1;
    }
    let (line, rest) = text.split_at(end);
    (line, rest.split_at(1).1)
}
