//! The `grundy` program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    grundy::cli::main().into()
}
