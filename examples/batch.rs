//! Answers the records of standard input on all cores, in order and in bounded memory.
//!
//!     cargo run --example batch < inputs/tour.in

use std::io;

use grundy::{Error, Limits, Solver};

fn main() -> Result<(), Error> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let solver = Solver::new(Limits {
        threads,
        ..Limits::default()
    });
    solver
        .batch()
        .run(io::stdin(), &mut io::stdout(), &mut io::stderr())?;
    Ok(())
}
