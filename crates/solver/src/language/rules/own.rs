//! Rules of one's own.

use std::sync::Arc;

use super::super::error::SyntaxError;
use super::super::layout::is_blank;
use super::super::reader::Reader;
use super::super::scan::Token;
use crate::record::{OwnRule, Place, Rules};
use grundy_rules::grammar::{RuleFault, read_rule};

/// Reads a rule up to the colon, or to where there is none, and says which it was.
pub(super) fn read<'t>(reader: &mut Reader<'t>, rules: &mut Rules<'t>) -> Result<Token, SyntaxError> {
    let text = reader.scanner.text;
    while text.get(reader.scanner.at).copied().is_some_and(is_blank) {
        reader.scanner.at += 1;
    }
    let start = reader.scanner.at;
    let rest = match std::str::from_utf8(&text[start..]) {
        Ok(rest) => rest,
        // What is right comes first, so that the error is at the first wrong byte.
        Err(error) => std::str::from_utf8(&text[start..start + error.valid_up_to()]).unwrap_or_default(),
    };
    let (rule, taken) = read_rule(rest).map_err(|fault| {
        let RuleFault { at, message, help } = fault;
        SyntaxError::new(start + at.start..start + at.end, message, help)
    })?;
    let written = rest[..taken].trim_end();
    reader.mark(Place::Code, &(start..start + written.len()));
    *rules = Rules::Rule(OwnRule { text: written.into(), rule: Arc::new(rule) });
    reader.scanner.at = start + taken;
    Ok(reader.scanner.next())
}
