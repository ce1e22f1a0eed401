//! `grundy explain RECORD`: why the answer holds.

use std::io::{self, Write};

use clap::Args;

use super::text::line_width;
use super::{Exit, subject};
use crate::explain;

/// Which record.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    subject: subject::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  grundy explain 'nim: 3 4 5'
  grundy explain 'flags 1-3 left 1: 21'
  grundy explain 'factor 20:'
  grundy explain - < board.txt";

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let text = match self.subject.text(&mut io::stdin().lock()) {
            Ok(text) => text,
            Err(exit) => return exit,
        };
        let context = match self.subject.context() {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        let mut subject = match text.subject(&context, &self.subject) {
            Ok(subject) => subject,
            Err(exit) => return exit,
        };
        match explain::explain(&mut subject, &context) {
            Ok(lines) => {
                let mut out = explain::wrapped(&lines, line_width()).join("\n");
                out.push('\n');
                subject::written(io::stdout().write_all(out.as_bytes()))
            }
            Err(fault) => subject::report_fault(fault, &subject, &self.subject),
        }
    }
}
