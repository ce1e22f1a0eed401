//! Adds the rules that users give a name to the games of a batch.

use std::sync::Arc;

use grundy_games::Catalogue;
use grundy_games::own_rules::ByRule;
use grundy_language::{SyntaxError, read_definition};

/// Adds the game that a line `NAME RULE` defines to a catalogue. A line with nothing but blanks and
/// a comment adds nothing.
///
/// # Errors
///
/// Fails when the line does not follow the grammar, or the name is taken.
pub fn define(catalogue: &mut Catalogue, line: &str) -> Result<(), SyntaxError> {
    let Some(definition) = read_definition(line)? else {
        return Ok(());
    };
    let game = ByRule::new(definition.name, definition.text, definition.rule.clone());
    if catalogue.add(Arc::new(game)) {
        Ok(())
    } else {
        Err(definition.name_is_taken())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_given_once_and_never_one_of_the_catalogue() {
        let mut catalogue = Catalogue::clone(&Catalogue::standard());
        assert_eq!(define(&mut catalogue, "mark [n] -> [n-1]"), Ok(()));
        assert_eq!(define(&mut catalogue, "  // nothing"), Ok(()));
        assert!(catalogue.find("mark").is_some());
        for line in ["mark [n] -> [n-1]", "nim [n] -> [n-1]"] {
            let length = line.find(' ').unwrap();
            assert_eq!(
                define(&mut catalogue, line).map_err(|error| error.span),
                Err(0..length),
                "{line}"
            );
        }
    }
}
