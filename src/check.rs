//! The program `grundy-check`: the reference, and nothing of the solver.

fn main() -> std::process::ExitCode {
    grundy_certificates::program::main()
}
