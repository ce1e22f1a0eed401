//! User-defined rules.

use std::sync::Arc;

use grundy_rules::grammar::read_rule;

use super::word::Word;
use crate::error::SyntaxError;
use crate::layout::skip_blanks;
use grundy_record::{OwnRule, Place, Rules};

/// Reads a rule from here up to the colon, or to the end if there is none.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    let reader = &mut *word.reader;
    let text = reader.scanner.text;
    let start = skip_blanks(text, reader.scanner.at);
    // If a byte is not UTF-8, the text ends before it, and the error is there.
    let rest = reader.utf8_from(start);
    let (rule, taken) = read_rule(rest).map_err(|fault| SyntaxError::of_rule(start, fault))?;
    let written = rest[..taken].trim_end();
    reader.mark(Place::Code, &(start..start + written.len()));
    *rules = Rules::Own(OwnRule {
        text: written.into(),
        rule: Arc::new(rule),
    });
    reader.scanner.at = start + taken;
    Ok(())
}
