//! One number: the limit of a factor game, the number K of a game.

use super::{Missing, Word, write_word};
use crate::language::error::SyntaxError;
use crate::record::{Rules, Signature, Slot};

pub(super) fn read(word: &mut Word<'_, '_>, number: &mut Option<u64>) -> Result<(), SyntaxError> {
    *number = Some(word.only_number(*number, u64::MAX)?);
    Ok(())
}

pub(super) fn missing<'s>(slot: Slot, signature: &'s Signature, rules: &Rules<'_>) -> Option<Missing<'s>> {
    match slot {
        Slot::Limit if rules.limit.is_none() => {
            Some(("the limit is missing", "write the largest number after the name: `factor 10`".into()))
        }
        Slot::Number { needed: true } if rules.number.is_none() => {
            let help = format!("the form is `{}`", signature.example);
            Some(("the number after the name is missing", help.into()))
        }
        _ => None,
    }
}

pub(super) fn write(number: Option<u64>, out: &mut Vec<u8>) {
    number.into_iter().for_each(|number| write_word(number, out));
}
