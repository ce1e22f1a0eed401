//! `grundy study RECORD`: what can be said of a game at first sight.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::text::line_width;
use super::{Exit, subject};
use crate::study::{self, Language};

/// Which game, and how far.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    subject: subject::Arguments,

    /// Look at positions of numbers up to this one [default: 4096 for one number, 72 for two, 20 for
    /// three, or as far as is cheap]
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Write a program for what was found, or with the table where nothing was
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    code: Option<Code>,
}

const EXAMPLES: &str = "\
Examples:
  grundy study 'rules [n] -> [n-k] for k in {1,3,4}: 20'
  grundy study 'rules [n] -> [n-d] for d in divisors(n) if d < n: 30' --code python
  grundy study 'wythoff: 3,5' --to 100";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Code {
    /// C++
    #[value(name = "c++")]
    Cpp,
    /// Python
    Python,
    /// Rust
    Rust,
}

/// Looking is meant to be quick: so many steps, unless more were asked for.
const QUICK: u64 = 1 << 25;

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let text = match self.subject.text(&mut io::stdin().lock()) {
            Ok(text) => text,
            Err(exit) => return exit,
        };
        let mut context = match self.subject.context() {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        if self.to.is_none() {
            context.budget.work = context.budget.work.min(QUICK);
        }
        let mut subject = match text.subject(&context, &self.subject) {
            Ok(subject) => subject,
            Err(exit) => return exit,
        };
        let found = match study::study(&mut subject, &context, self.to) {
            Ok(found) => found,
            Err(fault) => return subject::report_fault(fault, &subject, &self.subject),
        };
        let mut out = match self.code {
            None => study::report(&found, line_width()).join("\n").replace('\u{1}', " ") + "\n",
            Some(Code::Cpp) => found.program(Language::Cpp),
            Some(Code::Python) => found.program(Language::Python),
            Some(Code::Rust) => found.program(Language::Rust),
        };
        if !out.ends_with('\n') {
            out.push('\n');
        }
        subject::written(io::stdout().write_all(out.as_bytes()))
    }
}
