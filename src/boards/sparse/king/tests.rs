//! Against the slow obvious twin.

use super::*;
use rand_core::Rng;
use rand_core::SeedableRng;
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

fn check(rows: usize, cols: usize, damaged: &[(u64, u64)], cells: &[(u64, u64)]) {
    let twin = table(rows, cols, damaged);
    let solved = solve(rows as u64, cols as u64, damaged, cells, &Budget::default()).unwrap();
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
        check(rows as usize, cols as usize, &damaged, &cells);
    }
}

#[test]
#[ignore]
fn speed() {
    for (size, count) in [
        (1_000_000u64, 10),
        (1_000_000, 100),
        (1_000_000_000, 100),
        (1_000_000_000, 1000),
        (1_000_000_000, 10_000),
        (1_000_000_000, 100_000),
        (1_000_000, 10_000),
    ] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut below = |n: u64| rng.next_u64() % n;
        let damaged: Vec<_> = (0..count).map(|_| (below(size), below(size))).collect();
        for pieces in [0, 1000, 100_000] {
            let cells: Vec<_> = (0..pieces).map(|_| (below(size), below(size))).collect();
            let start = cpu();
            let solved = solve(size, size, &damaged, &cells, &Budget { work: 1 << 29, ..Budget::default() });
            match solved {
                Ok(s) => {
                    eprintln!("{size} {count} {pieces}: {:?} work {} {:?}", (cpu() - start), s.work, s.stats)
                }
                Err(e) => eprintln!("{size} {count}: {:?} {e}", (cpu() - start)),
            }
        }
    }
}

fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
