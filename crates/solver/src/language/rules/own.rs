//! Rules of one's own. Those read last are kept, so that records which repeat a rule read it once.

use std::cell::RefCell;
use std::sync::Arc;

use super::super::error::SyntaxError;
use super::super::layout::is_blank;
use super::super::reader::Reader;
use super::super::scan::Token;
use crate::record::{OwnRule, Place, Rules};
use crate::theory::rules::Rule;
use grundy_rules::grammar::{RuleFault, read_rule};

/// How many rules a thread keeps.
const KEPT: usize = 16;

/// Longer rules are not kept.
const LONGEST_KEPT: usize = 4096;

thread_local! {
    /// The rules that this thread read last, the latest last.
    static LATEST: RefCell<Vec<(Box<str>, Arc<Rule>)>> = const { RefCell::new(Vec::new()) };
}

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
    let (rule, taken) = remembered(rest).map_err(|fault| {
        let RuleFault { at, message, help } = fault;
        SyntaxError::new(start + at.start..start + at.end, message, help)
    })?;
    let written = rest[..taken].trim_end();
    reader.mark(Place::Code, &(start..start + written.len()));
    *rules = Rules::Rule(OwnRule { text: written, rule });
    reader.scanner.at = start + taken;
    Ok(reader.scanner.next())
}

/// The rule at the beginning of a text, and how long it is.
fn remembered(text: &str) -> Result<(Arc<Rule>, usize), RuleFault> {
    // No rule has a colon, so the first one ends it.
    let end = memchr::memchr(b':', text.as_bytes());
    let key = end.map(|end| &text[..end]).filter(|key| key.len() <= LONGEST_KEPT);
    if let Some(key) = key {
        let found = LATEST.with_borrow(|latest| {
            latest.iter().rev().find(|(text, _)| **text == *key).map(|(_, rule)| rule.clone())
        });
        if let Some(rule) = found {
            return Ok((rule, key.len()));
        }
    }
    let (rule, taken) = read_rule(text)?;
    let rule = Arc::new(rule);
    if let Some(key) = key.filter(|key| key.len() == taken) {
        LATEST.with_borrow_mut(|latest| {
            if latest.len() == KEPT {
                latest.remove(0);
            }
            latest.push((key.into(), rule.clone()));
        });
    }
    Ok((rule, taken))
}
