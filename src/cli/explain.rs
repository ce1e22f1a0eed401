//! `grundy explain RECORD`: why the answer holds.

use super::exit::CommandResult;
use super::output::print;
use super::record::RecordArguments;
use super::terminal::line_width;
use grundy_api::explain;
use grundy_api::text::wrapped;

/// Explains a record.
pub(super) fn run(record: &RecordArguments) -> CommandResult {
    let text = record.find(explain::explain)?;
    print(wrapped(&text, line_width()).join("\n"))
}
