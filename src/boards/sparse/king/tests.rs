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

/// Damage of many shapes within a board.
fn layout(kind: u64, rows: u64, cols: u64, below: &mut dyn FnMut(u64) -> u64) -> Vec<(u64, u64)> {
    let mut cells: Vec<(u64, u64)> = match kind {
        0 => vec![(below(rows), below(cols))],
        1 => {
            let percent = 1 + below(50);
            (0..rows * cols * percent / 100).map(|_| (below(rows), below(cols))).collect()
        }
        2 => {
            let row = below(rows);
            (0..cols).map(|c| (row, c)).collect()
        }
        3 => {
            let col = below(cols);
            (0..rows).map(|r| (r, col)).collect()
        }
        4 => {
            let skip = 1 + below(3);
            (0..rows.min(cols)).step_by(skip as usize).map(|k| (k, k)).collect()
        }
        5 => {
            (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).filter(|(r, c)| (r + c) % 2 == 0).collect()
        }
        6 => {
            let (down, across) = (2 + below(40), 2 + below(40));
            let cell = |r: u64| (0..cols).step_by(across as usize).map(move |c| (r, c));
            (0..rows).step_by(down as usize).flat_map(cell).collect()
        }
        7 => (0..1 + below(6))
            .flat_map(|_| {
                let (r, c) = (below(rows), below(cols));
                (0..20)
                    .map(|_| ((r + below(8)).min(rows - 1), (c + below(8)).min(cols - 1)))
                    .collect::<Vec<_>>()
            })
            .collect(),
        // On the edges.
        8 => (0..10).map(|k| if k % 2 == 0 { (0, below(cols)) } else { (below(rows), 0) }).collect(),
        // One row, sparsely: its lines catch up with one another.
        9 => {
            let row = below(rows);
            (0..1 + cols / 20).map(|_| (row, below(cols))).collect()
        }
        _ => {
            let count = (1 + below(300)).min(rows * cols);
            (0..count).map(|_| (below(rows), below(cols))).collect()
        }
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The last row and column, windows, and cells anywhere.
fn probes(rows: u64, cols: u64, below: &mut dyn FnMut(u64) -> u64) -> Vec<(u64, u64)> {
    let mut cells: Vec<_> = (0..500).map(|_| (below(rows), below(cols))).collect();
    cells.extend((0..rows).map(|r| (r, cols - 1)));
    cells.extend((0..cols).map(|c| (rows - 1, c)));
    for _ in 0..4 {
        let (r, c) = (below(rows), below(cols));
        cells.extend(
            (0..16).flat_map(|i| (0..16).map(move |j| (r + i, c + j))).filter(|&(r, c)| r < rows && c < cols),
        );
    }
    cells
}

fn campaign(seed: u64, rounds: u64, sizes: &[u64]) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: u64| rng.next_u64() % n;
    for round in 0..rounds {
        let most = sizes[(round % sizes.len() as u64) as usize];
        let (rows, cols) = match below(4) {
            // At and beside powers of two, which halving cuts at.
            0 => (most / 2 + below(3), most / 2 + 1 - below(3)),
            _ => (1 + below(most), 1 + below(most)),
        };
        let damaged = layout(below(16), rows, cols, &mut below);
        let cells = probes(rows, cols, &mut below);
        check(rows as usize, cols as usize, &damaged, &cells, 1 + (round % 2) as usize);
    }
}

#[test]
fn boards_of_all_kinds_agree_with_the_rules() {
    campaign(1, 800, &[12, 40, 128, 256, 512]);
}

/// Larger boards, and far more of them: `GRUNDY_CAMPAIGN=5000 cargo test sparse -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn large_boards_agree_with_the_rules() {
    let rounds = std::env::var("GRUNDY_CAMPAIGN").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    campaign(rounds, rounds, &[1024, 2048, 300, 2048]);
}

/// A small pattern far from the corner of a huge board looks as it does on any board that is
/// longer by an even number of rows and columns, all of them undamaged, along the diagonal.
#[test]
fn huge_boards_shift() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut below = |n: u64| rng.next_u64() % n;
    for _ in 0..40 {
        let damaged: Vec<_> = (0..20).map(|_| (below(200), below(200))).collect();
        let cells: Vec<_> = (0..300).map(|_| (below(400), below(400))).collect();
        let twin = table(400, 400, &damaged);
        let by = 2 * below(1 << 28);
        let moved =
            |cells: &[(u64, u64)]| -> Vec<_> { cells.iter().map(|&(r, c)| (r + by, c + by)).collect() };
        let (far, asked) = (moved(&damaged), moved(&cells));
        let size = by + 400;
        let solved = solve(size, size, narrow(&far), narrow(&asked), &Budget::default()).unwrap();
        for (&(r, c), got) in cells.iter().zip(&solved.around) {
            assert_eq!(got[0], twin[r as usize + 1][c as usize + 1]);
        }
    }
}

#[test]
fn threads_change_neither_answers_nor_work() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut below = |n: u64| rng.next_u64() % n;
    let size = 1 << 29;
    let damaged: Vec<_> = (0..9000).map(|_| (below(size), below(size))).collect();
    let cells: Vec<_> = (0..1000).map(|_| (below(size), below(size))).collect();
    let with = |threads| {
        let budget = Budget { threads, ..Budget::default() };
        solve(size, size, narrow(&damaged), narrow(&cells), &budget).unwrap()
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
}

#[test]
fn limits_are_kept() {
    let cells = [(5, 999_999_000), (77_777, 1234), (500_000_000, 400_000_000)];
    let with = |budget| solve(1_000_000_000, 1_000_000_000, narrow(&cells), narrow(&[(9, 9)]), &budget);
    let work = with(Budget { work: 3, ..Budget::default() }).unwrap_err();
    assert_eq!(work.option, Some("--max-work"));
    let memory = with(Budget { memory: 10, ..Budget::default() }).unwrap_err();
    assert_eq!(memory.option, Some("--max-memory"));
    assert!(with(Budget::default()).is_ok());
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
