//! Against the slow obvious twin.

use fxhash::FxHashSet;
use grundy_base::budget::{Budget, Limit, LimitKind};
use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_base::testing;
use grundy_grids::dense::king::{Kings, Workspace};
use grundy_grids::dense::rows::BoardShape;
use grundy_grids::sparse::king::{self, Solution};

/// The bytes of a thousand patterns and pairs: so few that they are forgotten and met anew.
const FEW_PATTERNS: u64 = 256 * 1000;

/// Solves with few patterns remembered.
fn solve(
    rows: u64,
    cols: u64,
    damaged: impl ExactSizeIterator<Item = Cell>,
    cells: impl ExactSizeIterator<Item = Cell>,
    budget: &Budget,
) -> Result<Solution, Limit> {
    king::solve_with_memo(rows, cols, damaged, cells, budget, FEW_PATTERNS)
}

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

fn narrow(cells: &[(u64, u64)]) -> impl ExactSizeIterator<Item = Cell> {
    cells.iter().map(|&(r, c)| Cell::new(r as u32, c as u32))
}

fn check(rows: usize, cols: usize, damaged: &[(u64, u64)], cells: &[(u64, u64)], threads: usize) {
    let twin = table(rows, cols, damaged);
    let budget = Budget {
        threads,
        ..Budget::default()
    };
    let lines = solve(
        rows as u64,
        cols as u64,
        narrow(damaged),
        narrow(cells),
        &budget,
    )
    .unwrap();
    for (&(r, c), got) in cells.iter().zip(&lines.around) {
        let r = r as usize + 1;
        let c = c as usize + 1;
        let mut want = [
            twin[r][c],
            twin[r - 1][c],
            twin[r][c - 1],
            twin[r - 1][c - 1],
        ];
        let mut got = *got;
        // Outside the board the virtual border is not the value of any cell.
        for (k, (r, c)) in [(1, (r - 1, c)), (2, (r, c - 1)), (3, (r - 1, c - 1))] {
            if r == 0 || c == 0 {
                (want[k], got[k]) = (3, 3);
            }
        }
        assert_eq!(
            got,
            want,
            "{rows}x{cols} cell {r},{c}, {} damaged: {damaged:?}",
            damaged.len()
        );
    }
}

/// Damage of many shapes within a board.
fn layout(kind: u64, rows: u64, cols: u64, below: &mut dyn FnMut(u64) -> u64) -> Vec<(u64, u64)> {
    let mut cells: Vec<(u64, u64)> = match kind {
        0 => vec![(below(rows), below(cols))],
        1 => {
            let percent = 1 + below(50);
            (0..rows * cols * percent / 100)
                .map(|_| (below(rows), below(cols)))
                .collect()
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
            (0..rows.min(cols))
                .step_by(skip as usize)
                .map(|k| (k, k))
                .collect()
        }
        5 => (0..rows)
            .flat_map(|r| (0..cols).map(move |c| (r, c)))
            .filter(|(r, c)| (r + c) % 2 == 0)
            .collect(),
        6 => {
            let down = 2 + below(40);
            let across = 2 + below(40);
            let cell = |r: u64| (0..cols).step_by(across as usize).map(move |c| (r, c));
            (0..rows).step_by(down as usize).flat_map(cell).collect()
        }
        7 => (0..=below(6))
            .flat_map(|_| {
                let r = below(rows);
                let c = below(cols);
                (0..20)
                    .map(|_| ((r + below(8)).min(rows - 1), (c + below(8)).min(cols - 1)))
                    .collect::<Vec<_>>()
            })
            .collect(),
        // Damage lies on the edges.
        8 => (0..10)
            .map(|k| {
                if k % 2 == 0 {
                    (0, below(cols))
                } else {
                    (below(rows), 0)
                }
            })
            .collect(),
        // Damage lies in one row, sparsely: its lines catch up with one another.
        9 => {
            let row = below(rows);
            (0..=(cols / 20)).map(|_| (row, below(cols))).collect()
        }
        // Damage lies in one row and one column, densely: their lines make wide bands, which other lines cross.
        10 => {
            let row = below(rows);
            let col = below(cols);
            let mut cells: Vec<_> = (0..cols / 3).map(|_| (row, below(cols))).collect();
            cells.extend((0..rows / 3).map(|_| (below(rows), col)));
            cells.extend((0..below(8)).map(|_| (below(rows), below(cols))));
            cells
        }
        // Damage is a lattice of one parity, whose lines pile up.
        11 => {
            let down = 2 * (1 + below(30));
            let across = 2 * (1 + below(30));
            let row = below(2);
            let col = below(2);
            let line = |r: u64| (col..cols).step_by(across as usize).map(move |c| (r, c));
            (row..rows).step_by(down as usize).flat_map(line).collect()
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
        let r = below(rows);
        let c = below(cols);
        cells.extend(
            (0..16)
                .flat_map(|i| (0..16).map(move |j| (r + i, c + j)))
                .filter(|&(r, c)| r < rows && c < cols),
        );
    }
    cells
}

fn campaign(seed: u64, rounds: u64, sizes: &[u64]) {
    let mut rng = Random::new(seed);
    let mut below = |n: u64| rng.below(n);
    for round in 0..rounds {
        let most = sizes[(round % sizes.len() as u64) as usize];
        let (rows, cols) = match below(4) {
            // At and next to powers of two, at which halving cuts.
            0 => (most / 2 + below(3), most / 2 + 1 - below(3)),
            _ => (1 + below(most), 1 + below(most)),
        };
        let damaged = layout(below(16), rows, cols, &mut below);
        let cells = probes(rows, cols, &mut below);
        check(
            rows as usize,
            cols as usize,
            &damaged,
            &cells,
            1 + (round % 2) as usize,
        );
    }
}

#[test]
fn boards_of_all_kinds_agree_with_the_rules() {
    campaign(1, 800, &[12, 40, 128, 256, 512]);
    testing::rounds(|seed| campaign(seed, 20, &[1024, 2048, 300, 2048]));
}

/// A small pattern far from the corner of a huge board looks as it does on any board that is
/// longer by an even number of rows and columns, all of them undamaged, along the diagonal.
#[test]
fn huge_boards_shift() {
    let mut rng = Random::new(5);
    let mut below = |n: u64| rng.below(n);
    for _ in 0..40 {
        let damaged: Vec<_> = (0..20).map(|_| (below(200), below(200))).collect();
        let cells: Vec<_> = (0..300).map(|_| (below(400), below(400))).collect();
        let twin = table(400, 400, &damaged);
        let by = 2 * below(1 << 28);
        let moved = |cells: &[(u64, u64)]| -> Vec<_> {
            cells.iter().map(|&(r, c)| (r + by, c + by)).collect()
        };
        let far = moved(&damaged);
        let asked = moved(&cells);
        let size = by + 400;
        let solved = solve(size, size, narrow(&far), narrow(&asked), &Budget::default()).unwrap();
        for (&(r, c), got) in cells.iter().zip(&solved.around) {
            assert_eq!(got[0], twin[r as usize + 1][c as usize + 1]);
        }
    }
}

#[test]
fn threads_change_neither_answers_nor_work() {
    let mut rng = Random::new(6);
    let mut below = |n: u64| rng.below(n);
    let size = 1 << 29;
    let damaged: Vec<_> = (0..9000).map(|_| (below(size), below(size))).collect();
    let cells: Vec<_> = (0..1000).map(|_| (below(size), below(size))).collect();
    let with = |threads| {
        let budget = Budget {
            threads,
            ..Budget::default()
        };
        solve(size, size, narrow(&damaged), narrow(&cells), &budget).unwrap()
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
    let budget = Budget::default();
    let much_remembered = king::solve(size, size, narrow(&damaged), narrow(&cells), &budget);
    assert_eq!(one.around, much_remembered.unwrap().around);
}

/// Wider than a stripe, longer than a band: the two engines against each other, and threads.
/// The recursion runs on the stack of the caller's thread, which may be small.
#[test]
fn half_a_megabyte_of_stack_is_enough() {
    let boards = || {
        campaign(7, 40, &[300, 1024]);
        let mut rng = Random::new(7);
        let damaged: Vec<Cell> = (0..3000)
            .map(|_| Cell::new(rng.below_u32(1_000_000_000), rng.below_u32(1_000_000_000)))
            .collect();
        let cell = [Cell::new(999_999_999, 999_999_998)];
        let lines = |threads| {
            let budget = Budget {
                threads,
                ..Budget::default()
            };
            let damaged = damaged.iter().copied();
            let cells = cell.iter().copied();
            solve(1_000_000_000, 1_000_000_000, damaged, cells, &budget).unwrap()
        };
        assert_eq!(lines(1), lines(2));
    };
    std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(boards)
        .unwrap()
        .join()
        .unwrap();
}

/// Checks the values by lines at cells of a board, and around them, with those by rows in bits.
fn check_with_rows(rows: u64, cols: u64, damaged: &[(u64, u64)], cells: &[(u64, u64)]) {
    let budget = Budget::default();
    let lines = solve(rows, cols, narrow(damaged), narrow(cells), &budget).unwrap();
    let damaged: Vec<Cell> = narrow(damaged).collect();
    let is_damaged: FxHashSet<Cell> = damaged.iter().copied().collect();
    let mut pieces = Vec::new();
    let mut expected = Vec::new();
    for (cell, around) in narrow(cells).zip(lines.around) {
        if !is_damaged.contains(&cell) {
            pieces.push(cell);
            expected.push(around);
        }
    }
    let kings = Kings {
        shape: BoardShape {
            rows: rows as u32,
            columns: cols as u32,
        },
        damaged: &damaged,
        pieces: &pieces,
    };
    let by_rows = Workspace::default()
        .listed(&kings, Simd::current(), &budget)
        .unwrap();
    assert_eq!(by_rows.listed.len(), expected.len());
    for ((cell, found), wanted) in pieces.iter().zip(by_rows.listed).zip(expected) {
        assert_eq!(found.own, wanted[0], "{rows}x{cols}, {cell:?}");
        // The order of a neighbourhood is up, left, up-left; there is no option on damage and beyond the edges.
        for (option, value) in found.options().into_iter().zip(&wanted[1..]) {
            assert!(
                option.is_none_or(|option| option == *value),
                "{rows}x{cols}, {cell:?}: {found:?} {wanted:?}"
            );
        }
    }
}

#[test]
fn rows_in_bits_agree_with_lines() {
    let mut rng = Random::new(8);
    let mut below = |n: u64| rng.below(n);
    for (rows, cols) in [
        (1025, 32_769),
        (3000, 70_000),
        (2048, 65_536),
        (1, 40_000),
        (5000, 1),
    ] {
        for count in [0, 1, 40, 600] {
            let damaged: Vec<_> = (0..count).map(|_| (below(rows), below(cols))).collect();
            let cells: Vec<_> = (0..500).map(|_| (below(rows), below(cols))).collect();
            check_with_rows(rows, cols, &damaged, &cells);
        }
    }
}

#[test]
fn limits_are_kept() {
    let cells = [(5, 999_999_000), (77_777, 1234), (500_000_000, 400_000_000)];
    let with = |budget| {
        solve(
            1_000_000_000,
            1_000_000_000,
            narrow(&cells),
            narrow(&[(9, 9)]),
            &budget,
        )
    };
    let work = with(Budget {
        work: 3,
        ..Budget::default()
    })
    .unwrap_err();
    assert_eq!(work.kind, LimitKind::Work);
    let memory = with(Budget {
        memory: 10,
        ..Budget::default()
    })
    .unwrap_err();
    assert_eq!(memory.kind, LimitKind::Memory);
    assert!(with(Budget::default()).is_ok());
}

/// Counts the steps for one cell of a board with a hundred by a hundred damaged cells, which stand this far apart.
fn work_on_lattice(apart: u64) -> u64 {
    let damaged: Vec<(u64, u64)> = (0..10_000)
        .map(|k| (k / 100 * apart, k % 100 * apart))
        .collect();
    let solved = solve(
        1 << 30,
        1 << 30,
        narrow(&damaged),
        narrow(&[(9, 9)]),
        &Budget::default(),
    );
    solved.unwrap().work
}

/// Lines that start in every other row and column touch, and go on as bands. Twice as many steps are
/// taken if bands are not cut free.
#[test]
fn bands_of_lines_are_cut_free() {
    let work = work_on_lattice(10_000_000);
    assert!(work < 25_000_000, "{work}");
}

/// Lines of both kinds change their shapes where they cross: twice as many steps are taken if few of them are not taken
/// crossing by crossing.
#[test]
fn lattices_of_both_kinds_are_crossed_line_by_line() {
    let work = work_on_lattice(9_999_999);
    assert!(work < 35_000_000, "{work}");
}

#[test]
fn lattices_agree_with_rows_in_bits() {
    let mut rng = Random::new(9);
    let mut below = |n: u64| rng.below(n);
    for (step, across, side) in [
        (61, 61, 40),
        (100, 33, 30),
        (37, 90, 50),
        (301, 299, 12),
        (13, 401, 9),
        (128, 129, 25),
    ] {
        let size = (1 + step.max(across)) * side + 200;
        let damaged: Vec<_> = (0..side * side)
            .map(|k| (k / side * step, k % side * across))
            .collect();
        let cells: Vec<_> = (0..800).map(|_| (below(size), below(size))).collect();
        check_with_rows(size, size, &damaged, &cells);
    }
}
