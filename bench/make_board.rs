//! Writes a random board: `make_board GAME ROWS COLUMNS DAMAGE% PIECES% SEED [digits] [inline]`.
//!
//! Damage and pieces are independent in every cell: DAMAGE per cent of the cells are damaged,
//! PIECES per cent of the others hold a piece (with `digits`, 1 to 9 of them). With `inline`, the
//! board stands in its record's line.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| -> f64 {
        let text = arguments.get(at).map_or("0", String::as_str);
        text.parse().unwrap_or(0.0)
    };
    let game = arguments.get(1).map_or("king", String::as_str);
    let rows = number(2) as usize;
    let columns = number(3) as usize;
    let damaged = (number(4) / 100.0 * 65536.0) as usize;
    let occupied = damaged + (number(5) / 100.0 * (65536 - damaged) as f64) as usize;
    let option = |name: &str| arguments.iter().skip(7).any(|option| option == name);
    let digits = option("digits");
    let inline = option("inline");
    let letter = |dice: usize| {
        if dice < damaged {
            b"X#"[dice % 2]
        } else if dice >= occupied {
            b'.'
        } else if digits {
            b"K23456789"[dice % 9]
        } else {
            b'K'
        }
    };
    let letters: Vec<u8> = (0..65536).map(letter).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(number(6) as u64);
    let mut out = std::io::BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    if inline {
        write!(out, "{game} ")?;
    } else {
        writeln!(out, "{game} {rows}x{columns}")?;
    }
    let mut dice = vec![0u8; 2 * columns];
    let mut row = vec![b'\n'; columns + 1];
    for left in (0..rows).rev() {
        row[columns] = if inline && left > 0 { b'/' } else { b'\n' };
        rng.fill_bytes(&mut dice);
        for (letter, dice) in row.iter_mut().zip(dice.as_chunks::<2>().0) {
            *letter = letters[usize::from(u16::from_le_bytes(*dice))];
        }
        out.write_all(&row)?;
    }
    out.flush()
}
