//! Writes a record of kings on a sparse board: `make_sparse LAYOUT SIZE DAMAGED PIECES SEED`.
//!
//! The layouts are those whose growth is measured: `random`, `row`, `column`, `diagonal`, lattices of
//! even, of odd and of all rows and columns (`lattice-even`, `lattice-odd`, `lattice-mixed`; counted
//! from 1), and `clusters` (of twenty cells, in squares of twenty rows and columns). Boards are
//! square; equal arguments give equal boards.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| -> u64 {
        let text = arguments.get(at).map_or("0", String::as_str);
        text.parse().unwrap_or(0)
    };
    let layout = arguments.get(1).map_or("random", String::as_str);
    let size = number(2).max(20);
    let damaged = number(3);
    let pieces = number(4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(number(5));
    let mut below = |n: u64| rng.next_u64() % n;
    // The least side of a square that holds the damaged cells.
    let side = match damaged {
        0 => 1,
        damaged => (damaged - 1).isqrt() + 1,
    };
    let lattice = |k: u64, step: u64, from: u64| (k / side * step + from, k % side * step + from);
    let mut corner = (0, 0);
    let mut damage = fxhash::FxHashSet::default();
    let mut order = Vec::new();
    for k in 0..damaged {
        let cell = match layout {
            "row" => (size / 3, below(size)),
            "column" => (below(size), size / 3),
            "diagonal" => [below(size); 2].into(),
            "lattice-even" => lattice(k, (size / side) & !1, 1),
            "lattice-odd" => lattice(k, (size / side) & !1, 0),
            "lattice-mixed" => lattice(k, (size / side - 1) | 1, 0),
            "clusters" => {
                if k % 20 == 0 {
                    corner = (below(size - 19), below(size - 19));
                }
                (corner.0 + below(20), corner.1 + below(20))
            }
            _ => (below(size), below(size)),
        };
        if damage.insert(cell) {
            order.push(cell);
        }
    }
    let mut out = std::io::BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    write!(out, "king {size}x{size} damaged")?;
    for (row, column) in order {
        write!(out, " {},{}", row + 1, column + 1)?;
    }
    write!(out, ":")?;
    let mut placed = 0;
    while placed < pieces {
        let cell = (below(size), below(size));
        if !damage.contains(&cell) {
            write!(out, " {},{}", cell.0 + 1, cell.1 + 1)?;
            placed += 1;
        }
    }
    writeln!(out)?;
    out.flush()
}
