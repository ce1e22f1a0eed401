//! Records that are opened and asked.

use grundy_games::{Context, OpenPosition};
use grundy_language::parse;
use grundy_record::{Ask, Fault};

/// Opens a record and asks its position.
pub fn asked<T>(
    line: &str,
    context: &Context,
    ask: impl FnOnce(&mut dyn OpenPosition) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let read = parse(line.as_bytes(), &*context.catalogue, &[Ask::Verdict]);
    let statement = read.map_err(|wrong| wrong.error).expect("a record");
    let mut position = grundy_games::open(&statement.summands, context)?;
    ask(&mut *position)
}
