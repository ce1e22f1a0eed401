//! Names for rules: `NAME RULE`, one a line.

use std::sync::Arc;

use super::error::SyntaxError;
use super::layout::without_comment;
use crate::games::Catalogue;
use crate::games::rules::ByRule;
use grundy_rules::grammar::read_rule;

/// Adds the game that a line `NAME RULE` defines to a catalogue. A line with nothing but blanks and
/// a comment adds nothing.
///
/// # Errors
///
/// When the line does not follow the grammar, or the name is taken.
pub fn define(catalogue: &mut Catalogue, line: &str) -> Result<(), SyntaxError> {
    let line = std::str::from_utf8(without_comment(line.as_bytes())).unwrap_or(line);
    let rest = line.trim_start();
    if rest.is_empty() {
        return Ok(());
    }
    let start = line.len() - rest.len();
    let length = rest.find([' ', '\t', '[']).unwrap_or(rest.len());
    let name = &rest[..length];
    let at = start..start + length;
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_');
    if !good {
        return Err(SyntaxError::new(
            at,
            format!("`{}` is no name of a game", name.escape_debug()),
            "a line is `NAME RULE`; a name is a lower-case letter, then letters, digits, `-` and `_`",
        ));
    }
    let begin = at.end;
    let (rule, taken) =
        read_rule(&line[begin..]).map_err(|fault| SyntaxError::of_rule(begin, fault))?;
    let after = &line[begin + taken..];
    if !after.trim().is_empty() {
        return Err(SyntaxError::new(
            begin + taken..begin + taken + 1,
            "a name stands for a rule alone, and here positions follow it",
            format!("positions stand in records: `{name}: 5`"),
        ));
    }
    if catalogue.add(Arc::new(ByRule::new(
        name,
        line[begin..begin + taken].trim().to_owned(),
        rule,
    ))) {
        return Ok(());
    }
    Err(SyntaxError::new(
        at,
        format!("the name `{name}` is taken"),
        "take another name",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_given_once_and_never_one_of_the_catalogue() {
        let mut catalogue = Catalogue::clone(&Catalogue::standard());
        assert_eq!(
            define(
                &mut catalogue,
                "mark [n] -> [n-1] | [n/2] if n > 0 // Krusemeyer"
            ),
            Ok(())
        );
        assert_eq!(define(&mut catalogue, "  // nothing"), Ok(()));
        assert!(catalogue.find("mark").is_some());
        for (line, at) in [
            ("mark [n] -> [n-1]", 0..4),
            ("nim [n] -> [n-1]", 0..3),
            ("Mark [n] -> [n-1]", 0..4),
            ("own [n] -> [m-1]", 12..13),
            ("own [n] -> [n-1] : 5", 17..18),
        ] {
            assert_eq!(
                define(&mut catalogue, line).map_err(|error| error.span),
                Err(at),
                "{line}"
            );
        }
    }
}
