//! Against the slow obvious twin.

use super::*;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// All values by the rules, 3 for damaged cells and for the outside (row and column 0).
fn table(rows: usize, cols: usize, damaged: &[(u64, u64)]) -> Vec<Vec<u8>> {
    let mut value = vec![vec![3u8; cols + 1]; rows + 1];
    let mut hit = vec![vec![false; cols + 1]; rows + 1];
    for &(r, c) in damaged {
        hit[r as usize + 1][c as usize + 1] = true;
    }
    for r in 1..=rows {
        for c in 1..=cols {
            if !hit[r][c] {
                let seen = [value[r - 1][c], value[r][c - 1], value[r - 1][c - 1]];
                value[r][c] = (0..4).find(|v| *v == 3 || !seen.contains(v)).unwrap();
            }
        }
    }
    value
}

fn narrow(cells: &[(u64, u64)]) -> impl ExactSizeIterator<Item = (u32, u32)> {
    cells.iter().map(|&(r, c)| (r as u32, c as u32))
}

fn check(rows: usize, cols: usize, damaged: &[(u64, u64)], cells: &[(u64, u64)], threads: usize) {
    let twin = table(rows, cols, damaged);
    let budget = Budget { threads, ..Budget::default() };
    let solved = solve(rows as u64, cols as u64, narrow(damaged), narrow(cells), &budget).unwrap();
    for (&(r, c), got) in cells.iter().zip(&solved.around) {
        let (r, c) = (r as usize + 1, c as usize + 1);
        let mut want = [twin[r][c], twin[r - 1][c], twin[r][c - 1], twin[r - 1][c - 1]];
        let mut got = *got;
        // Outside the board the virtual border is not the value of any cell.
        for (k, (r, c)) in [(1, (r - 1, c)), (2, (r, c - 1)), (3, (r - 1, c - 1))] {
            if r == 0 || c == 0 {
                (want[k], got[k]) = (3, 3);
            }
        }
        assert_eq!(got, want, "{rows}x{cols} cell {r},{c}, {} damaged: {damaged:?}", damaged.len());
    }
}

#[test]
fn random_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = |n: u64| rng.next_u64() % n;
    for round in 0..600 {
        let most = [20, 100, 300, 700][round % 4];
        let (rows, cols) = (1 + below(most), 1 + below(most));
        let count = [1, 2, 3, 5, 10, 30, 100, 1000][below(8) as usize].min(rows * cols / 2);
        let mut damaged: Vec<_> = (0..count).map(|_| (below(rows), below(cols))).collect();
        damaged.sort_unstable();
        damaged.dedup();
        let mut cells: Vec<_> = (0..300).map(|_| (below(rows), below(cols))).collect();
        cells.extend((0..rows).map(|r| (r, cols - 1)));
        cells.extend((0..cols).map(|c| (rows - 1, c)));
        check(rows as usize, cols as usize, &damaged, &cells, 1);
    }
}

#[test]
#[ignore]
fn speed() {
    let g = 1_000_000_000u64;
    let run = |name: &str, size: u64, damaged: Vec<(u64, u64)>, pieces: u64, work: u64| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut below = |n: u64| rng.next_u64() % n;
        let cells: Vec<_> = (0..pieces).map(|_| (below(size), below(size))).collect();
        let start = cpu();
        let wall = std::time::Instant::now();
        let solved = solve(
            size,
            size,
            narrow(&damaged),
            narrow(&cells),
            &Budget {
                work,
                threads: std::env::var("T").map_or(1, |t| t.parse().unwrap()),
                ..Budget::default()
            },
        );
        match solved {
            Ok(s) => eprintln!(
                "{name} {size} {} {pieces}: {:.4} wall {:?} work {}",
                damaged.len(),
                cpu() - start,
                wall.elapsed(),
                s.work
            ),
            Err(e) => eprintln!("{name} {size} {} {pieces}: {:.4} {e}", damaged.len(), cpu() - start),
        }
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = |n: u64| rng.next_u64() % n;
    let filter = std::env::var("CASE").unwrap_or_default();
    let w = 1 << 31;
    let mut go = |name: &str,
                  size: u64,
                  pieces: u64,
                  make: &mut dyn FnMut(&mut dyn FnMut(u64) -> u64) -> Vec<(u64, u64)>| {
        if name.contains(&filter) {
            let damaged = make(&mut below);
            run(name, size, damaged, pieces, w);
        }
    };
    let random = |size: u64, count: u64| {
        move |below: &mut dyn FnMut(u64) -> u64| {
            (0..count).map(|_| (below(size), below(size))).collect::<Vec<_>>()
        }
    };
    go("a3", g, 1000, &mut random(g, 1000));
    go("a4", g, 1000, &mut random(g, 10_000));
    go("a5", g, 1000, &mut random(g, 100_000));
    go("a5q", g, 100_000, &mut random(g, 100_000));
    go("b4", 1_000_000, 1000, &mut random(1_000_000, 10_000));
    go("b34", 1_000_000, 1000, &mut random(1_000_000, 30_000));
    for (name, size, count) in [
        ("e1", 65536, 100),
        ("e2", 65536, 1000),
        ("e3", 65536, 3000),
        ("e4", 65536, 10_000),
        ("e5", 1_000_000, 1000),
        ("e6", 1_000_000, 3000),
        ("e7", 1_000_000, 20_000),
        ("e8", 10_000_000, 10_000),
        ("e9", 10_000_000, 30_000),
        ("e91", 10_000_000, 100_000),
        ("e92", 100_000_000, 100_000),
    ] {
        go(name, size, 1000, &mut random(size, count));
    }
    go("xrow3", g, 1000, &mut |b| (0..1_000).map(|_| (g / 3, b(g))).collect());
    go("xrow4", g, 1000, &mut |b| (0..10_000).map(|_| (g / 3, b(g))).collect());
    go("xcl3", g, 1000, &mut |b| {
        (0..50)
            .flat_map(|_| {
                let (r, c) = (b(g - 20), b(g - 20));
                (0..20).map(|_| (r + b(20), c + b(20))).collect::<Vec<_>>()
            })
            .collect()
    });
    go("xcl4", g, 1000, &mut |b| {
        (0..500)
            .flat_map(|_| {
                let (r, c) = (b(g - 20), b(g - 20));
                (0..20).map(|_| (r + b(20), c + b(20))).collect::<Vec<_>>()
            })
            .collect()
    });
    go("row", g, 1000, &mut |b| (0..100_000).map(|_| (g / 3, b(g))).collect());
    go("col", g, 1000, &mut |b| (0..100_000).map(|_| (b(g), g / 3)).collect());
    go("diagonal", g, 1000, &mut |b| {
        (0..100_000)
            .map(|_| {
                let x = b(g);
                (x, x)
            })
            .collect()
    });
    go("lattice", g, 1000, &mut |_| {
        (0..100_000).map(|k| (k / 316 * (g / 317) + 5, k % 316 * (g / 317) + 7)).collect()
    });
    go("clusters", g, 1000, &mut |b| {
        (0..5000)
            .flat_map(|_| {
                let (r, c) = (b(g - 20), b(g - 20));
                (0..20).map(|_| (r + b(20), c + b(20))).collect::<Vec<_>>()
            })
            .collect()
    });
    go("65536", 65536, 1000, &mut random(65536, 100_000));
    go("big6", g, 1000, &mut random(g, 1_000_000));
}

fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
