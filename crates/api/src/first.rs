//! The first record of a text, and errors at its beginning.

use std::borrow::Cow;

use super::{Error, RecordError};
use grundy_batch::{FirstRecord, first_record};
use grundy_games::Context;
use grundy_language::SyntaxError;
use grundy_language::layout::without_end;

/// Reads the first record of a text.
pub(super) fn first<'t>(context: &'t Context, text: &'t [u8]) -> Result<FirstRecord<'t>, Error> {
    match first_record(text, &context.catalogue) {
        Some(found) => Ok(found.map_err(RecordError::found)?),
        None => Err(no_record(text)),
    }
}

/// Makes the error of a text without a record.
pub(super) fn no_record(text: &[u8]) -> Error {
    at_beginning(
        text,
        "there is no record here",
        "a record is a line such as `nim: 3 4 5`",
    )
}

/// Makes an error at the beginning of a text.
pub(super) fn at_beginning(
    text: &[u8],
    message: impl Into<Cow<'static, str>>,
    help: &'static str,
) -> Error {
    RecordError::new(1, first_line(text), SyntaxError::new(0..0, message, help)).into()
}

/// Cuts off the first line of a text, without its end.
pub(super) fn first_line(text: &[u8]) -> &[u8] {
    without_end(
        text.split_inclusive(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default(),
    )
}
