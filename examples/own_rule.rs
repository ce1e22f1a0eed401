//! Defines a ruleset, and lists its P-positions.
//!
//!     cargo run --example own_rule

use grundy::{Error, Solver, Verdict};

fn main() -> Result<(), Error> {
    let mut solver = Solver::default();
    solver.define("mark [n] -> [n-1] | [n/2] if n > 0")?;
    for n in 0..40 {
        if solver.position(&format!("mark: {n}"))?.verdict()? == Verdict::Lose {
            println!("{n}");
        }
    }
    Ok(())
}
