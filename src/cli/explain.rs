//! `grundy explain RECORD`: why the answer holds.

use clap::Args;

use super::exit::Run;
use super::output::{line_width, print};
use super::record;
use crate::explain;
use crate::text::wrapped;

/// Which record.
#[derive(Args, Debug)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    record: record::RecordArguments,
}

impl ExplainArguments {
    pub(super) fn run(self) -> Run {
        let text = self.record.with_position(|position, _| explain::explain(position))?;
        print(wrapped(&text, line_width()).join("\n"))
    }
}
