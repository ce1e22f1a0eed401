//! What a person types: one file per command.

mod exit;
mod size;
mod solve;

use clap::{CommandFactory, Parser};

pub use exit::Exit;

/// Exact solver for impartial games
///
/// Reads game records from files or standard input, one a line, and answers each with one line:
/// who wins, in how many first moves, Grundy values, the moves.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
struct CommandLine {
    #[command(flatten)]
    solve: solve::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  echo 'nim: 3 4 5' | grundy                  WIN 1
  echo 'kayles: 5 9 ? grundy moves' | grundy
  grundy --ask 'count grundy' records.txt

Exit status: 0 all answered, 1 some record was wrong, 2 the command line or the files could not
be used.";

/// Runs the program on the arguments of the process.
pub fn main() -> Exit {
    match CommandLine::try_parse() {
        Ok(arguments) => arguments.solve.run(),
        Err(error) => {
            // Help and version are no errors; a closed pipe while printing them is none either.
            let _ = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Answered }
        }
    }
}

/// The definition behind help, completions and man pages.
pub fn command() -> clap::Command {
    CommandLine::command()
}
