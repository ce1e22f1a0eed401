//! Names for rules: `NAME RULE`, one a line.

use std::ops::Range;

use super::error::SyntaxError;
use super::layout::without_comment;
use grundy_rules::grammar::read_rule;
use grundy_rules::tree::Rule;

/// A line that gives a name to a rule.
#[derive(Debug)]
pub struct Definition<'t> {
    /// The name of the game.
    pub name: &'t str,
    /// The bytes of the line that are the name.
    pub name_span: Range<usize>,
    /// The text of the rule, without blanks around it.
    pub text: &'t str,
    /// The rule.
    pub rule: Rule,
}

impl Definition<'_> {
    /// Reports that another game has the name already.
    pub fn name_is_taken(&self) -> SyntaxError {
        SyntaxError::new(
            self.name_span.clone(),
            format!("the name `{}` is taken", self.name),
            "take another name",
        )
    }
}

/// Reads a line `NAME RULE`; `None` for a line with nothing but blanks and a comment.
///
/// # Errors
///
/// Fails when the line does not follow the grammar.
pub fn read_definition(line: &str) -> Result<Option<Definition<'_>>, SyntaxError> {
    let line = std::str::from_utf8(without_comment(line.as_bytes())).unwrap_or(line);
    let rest = line.trim_start();
    if rest.is_empty() {
        return Ok(None);
    }
    let start = line.len() - rest.len();
    let length = rest.find([' ', '\t', '[']).unwrap_or(rest.len());
    let name = &rest[..length];
    let name_span = start..start + length;
    let begins_well = name.starts_with(|c: char| c.is_ascii_lowercase());
    let is_in_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
    if !begins_well || !name.bytes().all(is_in_name) {
        return Err(SyntaxError::new(
            name_span,
            format!("`{}` is no name of a game", name.escape_debug()),
            "a line is `NAME RULE`; a name is a lower-case letter, then letters, digits, `-` and `_`",
        ));
    }
    let begin = name_span.end;
    let after_name = rest[length..].trim_start();
    if after_name.split([' ', '\t']).next() == Some("rewrite") {
        let start = start + rest.len() - after_name.len();
        return Err(SyntaxError::new(
            start..start + "rewrite".len(),
            "rules of `rewrite` have no names of one's own",
            "a name stands for a rule of `rules`, which begins with a position in brackets: `NAME [n] -> [n-1]`; \
             rules of `rewrite` stand in each record",
        ));
    }
    let (rule, taken) =
        read_rule(&line[begin..]).map_err(|fault| SyntaxError::of_rule(begin, fault))?;
    let end = begin + taken;
    if !line[end..].trim().is_empty() {
        return Err(SyntaxError::new(
            end..end + 1,
            "a name stands for a rule alone, and here positions follow it",
            format!("positions stand in records: `{name}: 5`"),
        ));
    }
    Ok(Some(Definition {
        name,
        name_span,
        text: line[begin..end].trim(),
        rule,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_a_name_to_a_rule() {
        let line = "mark [n] -> [n-1] | [n/2] if n > 0 // Krusemeyer";
        let definition = read_definition(line).unwrap().unwrap();
        assert_eq!(definition.name, "mark");
        assert_eq!(definition.name_span, 0..4);
        assert_eq!(definition.text, "[n] -> [n-1] | [n/2] if n > 0");
        assert!(read_definition("  // nothing").unwrap().is_none());
        for (line, at) in [
            ("Mark [n] -> [n-1]", 0..4),
            ("own [n] -> [m-1]", 12..13),
            ("own [n] -> [n-1] : 5", 17..18),
        ] {
            assert_eq!(
                read_definition(line)
                    .map(|_| ())
                    .map_err(|error| error.span),
                Err(at),
                "{line}"
            );
        }
    }
}
