//! The `grundy` program: arguments in, exit code out.

use std::process::ExitCode;

use grundy::cli::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    grundy::cli::main().into()
}
