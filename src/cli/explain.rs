//! `grundy explain RECORD`: why the answer holds.

use std::io::{self, Write};

use clap::Args;

use super::text::line_width;
use super::{Exit, record};
use crate::explain;
use crate::text::wrapped;

/// Which record.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    record: record::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  grundy explain 'nim: 3 4 5'
  grundy explain 'flags 1-3 left 1: 21'
  grundy explain 'factor 20:'
  grundy explain - < board.txt";

impl Arguments {
    pub(super) fn run(self) -> Exit {
        self.record.with_position(
            &mut io::stdin().lock(),
            |_| {},
            |position, _| {
                let mut out = wrapped(&explain::explain(position)?, line_width()).join("\n");
                out.push('\n');
                Ok(record::written(io::stdout().write_all(out.as_bytes())))
            },
        )
    }
}
