//! Files that are read whole, as text.

use std::fs;
use std::path::Path;

use super::exit::{CommandEnd, CommandResult};
use grundy_language::encoding::decode;

/// Reads a whole file as text, in UTF-8 or in UTF-16 with a byte order mark, which is passed over.
pub(super) fn read_text(path: &Path) -> CommandResult<String> {
    let bytes = fs::read(path).map_err(CommandEnd::file(path))?;
    decode(&bytes).map_err(|(line, reason)| {
        CommandEnd::usage(format_args!("{}:{line}: {reason}", path.display()))
    })
}
