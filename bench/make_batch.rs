//! Seeded batches for the comparisons: `make_batch KIND RECORDS [SEED]` writes records of one kind.
//!
//! - `nim64`, `nim1000`: nim, ten heaps a record, of 64 bits or below 1000
//! - `mixed`: fifty rule sets of subtraction, octal, flags, rocks and small boards

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::io::{self, BufWriter, Write};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The amounts of subtraction, of which a mixed batch has ten sets, as of all other kinds below.
const SUBTRACTION: [&str; 10] = [
    "1 2 3", "1 2 5", "1 3 4", "2 3", "2 5 7", "1 4 10", "3 5 9", "1 8 11", "2 4 7 9", "1-5 8",
];
/// The codes.
const OCTAL: [&str; 10] = [
    "0.77", "0.07", "0.137", "0.156", "0.165", "0.055", "0.644", "0.356", "0.16", "0.127",
];
/// The rules of flags.
const FLAGS: [&str; 10] = [
    "1-3 left 1",
    "1 2 4 left 0",
    "2 3 left 0",
    "2 5 7 left 1",
    "1-6 left 5",
    "1-6 left 5 or-less",
    "3 4 left 2 overshoot",
    "2 7 left 3",
    "1 5 left 4",
    "4 6 9 left 0",
];
/// The vectors of rocks.
const ROCKS: [&str; 10] = [
    "1,0 0,1 1,1",
    "1,0 0,1",
    "2,1 1,2",
    "1,0 0,1 2,2",
    "1,1 2,0 0,2",
    "3,1 1,3",
    "1,0 0,2 1,1",
    "2,0 0,1",
    "1,2 2,1 1,1",
    "1,0 0,1 1,1 2,0 0,2",
];
/// The boards.
const BOARDS: [&str; 10] = [
    "king 8x8",
    "rook 8x8",
    "bishop 8x8",
    "queen 8x8",
    "knight 8x8",
    "king 8x8 damaged 2,3 5,5",
    "queen 8x8 damaged 4,4 6,2",
    "rook 8x8 damaged 3,3",
    "knight 8x8 damaged 1,4",
    "king 4x16",
];

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
    let (Some(kind), Some(records)) = (arguments.get(1), number(2)) else {
        return Err(io::Error::other(
            "make_batch nim64|nim1000|mixed RECORDS [SEED]",
        ));
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number(3).unwrap_or(1));
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    for _ in 0..records {
        match kind.as_str() {
            "nim64" => nim(&mut random, u64::MAX, &mut out)?,
            "nim1000" => nim(&mut random, 999, &mut out)?,
            _ => mixed(&mut random, &mut out)?,
        }
    }
    out.flush()
}

/// Draws a number from 0 to `most`, near enough evenly.
fn up_to(most: u64, random: &mut impl Rng) -> u64 {
    ((u128::from(random.next_u64()) * (u128::from(most) + 1)) >> 64) as u64
}

/// Writes a record of nim.
fn nim(random: &mut impl Rng, most: u64, out: &mut impl Write) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    out.write_all(b"nim:")?;
    for _ in 0..10 {
        out.write_all(b" ")?;
        out.write_all(digits.format(up_to(most, random)).as_bytes())?;
    }
    out.write_all(b"\n")
}

/// Writes a record of some kind.
fn mixed(random: &mut impl Rng, out: &mut impl Write) -> io::Result<()> {
    let set = up_to(9, random) as usize;
    match up_to(4, random) {
        0 => heaps("subtraction", SUBTRACTION[set], 1_000_000, random, out),
        1 => heaps("octal", OCTAL[set], 10_000, random, out),
        2 => {
            let heap = 5 + up_to(1_000_000, random);
            writeln!(out, "flags {}: {heap}", FLAGS[set])
        }
        3 => {
            let a = up_to(100, random);
            let b = up_to(100, random);
            writeln!(out, "rocks {}: {a},{b}", ROCKS[set])
        }
        _ => {
            // This is no damaged cell of the boards above.
            let row = 7 + up_to(1, random);
            let col = 1 + up_to(7, random);
            match BOARDS[set] {
                board @ "king 4x16" => writeln!(out, "{board}: {},{}", row - 5, 2 * col),
                board => writeln!(out, "{board}: {row},{col}"),
            }
        }
    }
}

/// Writes a record of one to five heaps.
fn heaps(
    game: &str,
    rules: &str,
    most: u64,
    random: &mut impl Rng,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(out, "{game} {rules}:")?;
    for _ in 0..=up_to(4, random) {
        write!(out, " {}", up_to(most, random))?;
    }
    writeln!(out)
}
