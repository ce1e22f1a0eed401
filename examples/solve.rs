//! Opens one position and asks it several questions.
//!
//!     cargo run --example solve -- 'kayles: 5 9 3'

use grundy::{Error, Solver};

fn main() -> Result<(), Error> {
    let record = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "kayles: 5 9 3".to_owned());
    let solver = Solver::default();
    let position = solver.open(&record.parse()?)?;
    println!(
        "{record}: {}, Grundy value {}",
        position.verdict()?,
        position.grundy()?
    );
    for line in position.explain()? {
        println!("{line}");
    }
    Ok(())
}
