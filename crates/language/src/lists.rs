//! Positions that are lists: `5,2,2,1`, `()`, `"abba"`.

use std::ops::Range;

use super::error::SyntaxError;
use super::number::tuple;
use grundy_record::Position;
use grundy_record::text::letter;
use grundy_rules::tree::MAX_LIST;

/// Reads a list that fills the span.
pub(super) fn read(
    text: &[u8],
    span: Range<usize>,
    position: &mut Position,
) -> Result<(), SyntaxError> {
    let word = &text[span.clone()];
    if word == b"()" {
        position.tuples.push_any(&[]);
    } else if word[0] == b'"' {
        position.tuples.push_any(&letters(text, span)?);
        position.words = true;
    } else {
        if word[0] == b'\'' {
            let inside = String::from_utf8_lossy(word);
            let inside = inside.trim_matches('\'').to_owned();
            let help = format!("letters stand in double quotes: `\"{inside}\"`");
            return Err(SyntaxError::quoting(text, span, "{} is not a list", help));
        }
        let is_word =
            std::str::from_utf8(word).is_ok_and(|word| word.chars().all(char::is_alphabetic));
        if is_word {
            let letters = String::from_utf8_lossy(word);
            let help =
                format!("letters stand in quotes: `\"{letters}\"`; the list of no numbers is `()`");
            return Err(SyntaxError::quoting(text, span, "{} is not a list", help));
        }
        position.tuples.push_any(&tuple(text, span, MAX_LIST)?);
    }
    Ok(())
}

/// Reads the code points of the letters in quotes that fill the span.
fn letters(text: &[u8], span: Range<usize>) -> Result<Vec<u64>, SyntaxError> {
    const HELP: &str = "a word is letters in quotes, `\"abba\"`, without blanks; other lists are numbers: `0,1,1,0`";
    let inside = text[span.clone()]
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""));
    let Some(word) = inside.and_then(|inside| std::str::from_utf8(inside).ok()) else {
        return Err(SyntaxError::quoting(
            text,
            span,
            "{} is no word in quotes",
            HELP,
        ));
    };
    let numbers: Vec<u64> = word
        .chars()
        .map(|letter| u64::from(u32::from(letter)))
        .collect();
    if numbers.iter().any(|&number| letter(number).is_none()) {
        return Err(SyntaxError::quoting(
            text,
            span,
            "{} is not letters alone",
            HELP,
        ));
    }
    if numbers.len() > MAX_LIST {
        let message = format!("{{}} has more than {MAX_LIST} letters");
        return Err(SyntaxError::quoting(text, span, &message, HELP));
    }
    Ok(numbers)
}
