//! `grundy explain RECORD`: why the answer holds.

use clap::Args;

use super::exit::Run;
use super::output::{line_width, print};
use super::record;
use crate::explain;
use crate::text::wrapped;

/// Which record.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    record: record::RecordArguments,
}

const EXAMPLES: &str = "\
Examples:
  grundy explain 'nim: 3 4 5'
  grundy explain 'flags 1-3 left 1: 21'
  grundy explain 'factor 20:'
  grundy explain - < board.txt";

impl ExplainArguments {
    pub(super) fn run(self) -> Run {
        let text = self.record.with_position(|position, _| explain::explain(position))?;
        print(wrapped(&text, line_width()).join("\n"))
    }
}
