//! The `grundy` program: arguments in, exit code out.

mod cli;

use std::process::ExitCode;

use grundy::{
    Asks, Error, Position, explain, generate, interact, picture, play, setter, study, text,
};

#[global_allocator]
static ALLOCATOR: cli::Allocator = cli::Allocator;

fn main() -> ExitCode {
    cli::main()
}
