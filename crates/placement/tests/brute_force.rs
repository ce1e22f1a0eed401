//! Positions of every kind, held to their definition.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::collections::HashMap;

use grundy_base::budget::Budget;
use grundy_base::cell::Cell;
use grundy_base::edge::Edge;
use grundy_placement::chomp::Chomp;
use grundy_placement::setup::{self, Grid, HalfTurn, Listing};
use grundy_placement::shapes::{
    BISHOP, KING, KNIGHT, NEIGHBOURS, QUEEN, ROOK, polyominoes, turned,
};
use grundy_placement::{Misere, Setup, TakingPosition};
use grundy_values::mex::mex;

/// A small generator of its own: the tests need no more.
struct Die(u64);

impl Die {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// Whole positions by the definition: no parts, no symmetry, no theorem.
struct Brute<'a> {
    setup: &'a Setup,
    values: HashMap<u64, u32>,
    wins: HashMap<u64, bool>,
}

impl<'a> Brute<'a> {
    fn new(setup: &'a Setup) -> Self {
        Brute {
            setup,
            values: HashMap::new(),
            wins: HashMap::new(),
        }
    }

    fn whole(&self) -> u64 {
        (0..)
            .zip(&self.setup.left)
            .fold(0, |set, (cell, &left)| set | u64::from(left) << cell)
    }

    fn after(&self, left: u64, mv: usize) -> Option<u64> {
        let set = |cells: &[u32]| cells.iter().fold(0u64, |set, cell| set | 1 << cell);
        let needs = set(self.setup.moves.needs(mv));
        (left & needs == needs).then(|| left & !set(self.setup.moves.goes(mv)))
    }

    fn options(&self, left: u64) -> Vec<u64> {
        let moves = 0..self.setup.moves.len();
        moves.filter_map(|mv| self.after(left, mv)).collect()
    }

    fn value(&mut self, left: u64) -> u32 {
        if let Some(&value) = self.values.get(&left) {
            return value;
        }
        let options = self.options(left);
        let value = mex(options
            .into_iter()
            .map(|left| self.value(left))
            .collect::<Vec<_>>());
        self.values.insert(left, value);
        value
    }

    fn wins_misere(&mut self, left: u64) -> bool {
        if let Some(&wins) = self.wins.get(&left) {
            return wins;
        }
        let options = self.options(left);
        let wins = options.is_empty() || options.into_iter().any(|left| !self.wins_misere(left));
        self.wins.insert(left, wins);
        wins
    }
}

fn check(name: &str, setup: &Setup) {
    let budget = Budget::default();
    let mut brute = Brute::new(setup);
    let whole = brute.whole();
    let value = brute.value(whole);
    let mut position = TakingPosition::new(setup.clone(), budget);
    let outcome = position.known_outcome();
    assert!(
        outcome.is_none_or(|wins| wins == (value != 0)),
        "{name}: {setup:?}"
    );
    assert_eq!(position.value(), Ok(value), "{name}: {setup:?}");
    // Fresh positions, so that no answer rests on the one before.
    let mut position = TakingPosition::new(setup.clone(), budget);
    for target in [0, 1, value] {
        let mut position = TakingPosition::new(setup.clone(), budget);
        assert_eq!(
            position.is(target),
            Ok(value == target),
            "{name}: {setup:?}"
        );
    }
    let mut parts = 0;
    for part in 0..position.parts() {
        let cells = position
            .cells_of(part)
            .iter()
            .fold(0u64, |set, cell| set | 1 << cell);
        parts |= cells;
        assert_eq!(
            position.part_value(part),
            Ok(brute.value(cells)),
            "{name} part {part}: {setup:?}"
        );
    }
    assert_eq!(parts, whole);
    let mut misere = Misere::new(setup, budget).unwrap();
    assert_eq!(
        misere.wins(),
        Ok(brute.wins_misere(whole)),
        "{name} misère: {setup:?}"
    );
    let mut position = TakingPosition::new(setup.clone(), budget);
    for mv in 0..setup.moves.len() {
        let after = brute.after(whole, mv).unwrap();
        let next = brute.value(after);
        for target in [0, next, 2] {
            assert_eq!(
                position.leads_to(mv, target),
                Ok(next == target),
                "{name} move {mv}: {setup:?}"
            );
        }
        assert_eq!(
            misere.wins_after(mv),
            Ok(brute.wins_misere(after)),
            "{name} misère {mv}: {setup:?}"
        );
    }
}

fn random_grid(dice: &mut Die, most: u64) -> Grid {
    let (rows, columns) = loop {
        let (rows, columns) = (1 + dice.below(6), 1 + dice.below(9));
        if rows * columns <= most {
            break (rows, columns);
        }
    };
    let mut grid = Grid::new(rows, columns, &Budget::default()).unwrap();
    let damage = dice.below(4);
    for cell in &mut grid.free {
        *cell = damage == 0 || dice.below(6) >= damage;
    }
    grid
}

#[test]
fn boards_agree_with_brute_force() {
    let (mut dice, budget) = (Die(0x9e37_79b9), Budget::default());
    for _ in 0..150 {
        let grid = random_grid(&mut dice, 18);
        check("cram", &setup::cram(&grid, &budget).unwrap());
        check(
            "grid",
            &setup::placement(&grid, NEIGHBOURS, &budget).unwrap(),
        );
        for piece in [KING, QUEEN, ROOK, BISHOP, KNIGHT] {
            check(
                "placement",
                &setup::placement(&grid, piece, &budget).unwrap(),
            );
        }
        check(
            "tromino",
            &setup::place(&grid, &polyominoes(3), &budget).unwrap(),
        );
        let shape = turned(&[(0, 0), (1, 1), (1, 2)].map(Cell::from));
        check("shape", &setup::place(&grid, &shape, &budget).unwrap());
        check(
            "fixed",
            &setup::place(
                &grid,
                &[
                    [(0, 0), (0, 1), (1, 0)].map(Cell::from).to_vec(),
                    vec![Cell::new(0, 0)],
                ],
                &budget,
            )
            .unwrap(),
        );
    }
}

#[test]
fn thin_parts_of_large_boards_agree_with_brute_force() {
    let (mut dice, budget) = (Die(0xdead_beef), Budget::default());
    for _ in 0..30 {
        // Too tall and too wide for a word: two arms of nine cells, and some that hang on them.
        let mut grid = Grid::new(9, 9, &budget).unwrap();
        grid.free.fill(false);
        let mut set = |row, column| {
            let cell = grid.cell(row, column);
            grid.free[cell as usize] = true;
        };
        (0..9).for_each(|place| set(place, 0));
        (0..9).for_each(|place| set(0, place));
        for _ in 0..3 {
            let place = 1 + dice.below(8) as u32;
            if dice.below(2) == 0 {
                set(place, 1);
            } else {
                set(1, place);
            }
        }
        let numbers: Vec<u32> = (0..81).filter(|&cell| grid.free[cell as usize]).collect();
        let number = |cell: u32| numbers.binary_search(&cell).unwrap() as u32;
        let board = setup::cram(&grid, &budget).unwrap();
        let edges: Vec<Listing> = (0..board.moves.len())
            .map(|mv| {
                board
                    .moves
                    .needs(mv)
                    .iter()
                    .map(|&cell| number(cell))
                    .collect()
            })
            .map(|needs| Listing {
                needs,
                others: vec![],
            })
            .collect();
        let graph = setup::take(numbers.len(), &edges, &budget).unwrap().0;
        let mut brute = Brute::new(&graph);
        let whole = brute.whole();
        let mut position = TakingPosition::new(board, budget);
        assert_eq!(position.value(), Ok(brute.value(whole)), "{grid:?}");
        for mv in 0..graph.moves.len() {
            let after = brute.after(whole, mv).unwrap();
            assert_eq!(
                position.leads_to(mv, 0),
                Ok(brute.value(after) == 0),
                "move {mv} of {grid:?}"
            );
        }
    }
}

/// Lists the moves of Arc-Kayles on a graph: each takes the two ends of an edge.
fn arc_kayles(vertices: usize, edges: &[Edge]) -> Setup {
    let ends = edges.iter().map(|edge| Listing {
        needs: edge.ends().to_vec(),
        others: vec![],
    });
    let ends: Vec<Listing> = ends.collect();
    setup::take(vertices, &ends, &Budget::default()).unwrap().0
}

#[test]
fn graphs_sets_and_orders_agree_with_brute_force() {
    let (mut dice, budget) = (Die(0x1234_5678_9abc), Budget::default());
    for round in 0..300 {
        let n = 1 + dice.below(12);
        let m = dice.below(2 * n + 1);
        let edges: Vec<Edge> = (0..m)
            .map(|_| Edge::new(dice.below(n) as u32, dice.below(n) as u32))
            .filter(|edge| !edge.is_loop())
            .collect();
        let left: Vec<bool> = (0..n).map(|_| dice.below(8) > 0).collect();
        check(
            "node-kayles",
            &setup::node_kayles(&left, &edges, &budget).unwrap(),
        );
        check("arc-kayles", &arc_kayles(n as usize, &edges));
        let mut list = Vec::new();
        for _ in 0..m {
            let some = |dice: &mut Die, most| -> Vec<u32> {
                (0..dice.below(most))
                    .map(|_| dice.below(n) as u32)
                    .collect()
            };
            let mut needs = some(&mut dice, 3);
            needs.push(dice.below(n) as u32);
            list.push(Listing {
                needs,
                others: some(&mut dice, 4),
            });
        }
        check("take", &setup::take(n as usize, &list, &budget).unwrap().0);
        let pairs: Vec<Edge> = edges.iter().map(|edge| edge.ascending()).collect();
        let order = setup::poset(n as usize, &pairs, &budget).unwrap().unwrap();
        check("poset", &order);
        // A poset in which every element is below the last one is a heap where it is a chain.
        if round < 20 {
            let chain: Vec<Edge> = (1..40).map(|high| Edge::new(high - 1, high)).collect();
            let setup = setup::poset(40, &chain[..round + 19], &budget)
                .unwrap()
                .unwrap();
            let mut position = TakingPosition::new(setup, budget);
            assert_eq!(position.part_value(0), Ok(round as u32 + 20));
        }
    }
}

#[test]
fn sparse_and_dense_graphs_agree_with_brute_force() {
    // Larger than what is valued in full: long paths, many leaves, and vertices with equal neighbours.
    let (mut dice, budget) = (Die(0x0bad_cafe), Budget::default());
    for round in 0..15u64 {
        let n = 13 + round % 3;
        let mut edges: Vec<Edge> = Vec::new();
        for v in 1..n {
            let other = if round % 3 == 0 { v - 1 } else { dice.below(v) };
            if dice.below(12) > 0 {
                edges.push(Edge::new(other as u32, v as u32));
            }
        }
        let more = if round % 5 == 4 {
            n * n / 4
        } else {
            dice.below(4)
        };
        edges.extend(
            (0..more)
                .map(|_| Edge::new(dice.below(n) as u32, dice.below(n) as u32))
                .filter(|edge| !edge.is_loop()),
        );
        let setups = [
            setup::node_kayles(&vec![true; n as usize], &edges, &budget).unwrap(),
            arc_kayles(n as usize, &edges),
        ];
        for setup in setups {
            let mut brute = Brute::new(&setup);
            let whole = brute.whole();
            let mut position = TakingPosition::new(setup.clone(), budget);
            assert_eq!(position.value(), Ok(brute.value(whole)), "{edges:?}");
            for mv in 0..setup.moves.len() {
                let after = brute.after(whole, mv).unwrap();
                let next = brute.value(after);
                assert_eq!(
                    position.leads_to(mv, next),
                    Ok(true),
                    "move {mv} of {edges:?}"
                );
                assert_eq!(
                    position.leads_to(mv, 0),
                    Ok(next == 0),
                    "move {mv} of {edges:?}"
                );
            }
        }
    }
}

#[test]
fn an_order_with_a_cycle_is_refused() {
    let cycle = setup::poset(
        3,
        &[(0, 1), (1, 2), (2, 0)].map(Edge::from),
        &Budget::default(),
    );
    assert!(cycle.unwrap().is_err());
    assert!(
        setup::poset(3, &[Edge::new(1, 1)], &Budget::default())
            .unwrap()
            .is_err()
    );
}

#[test]
fn lines_stars_and_symmetric_boards_agree_with_the_search() {
    let budget = Budget::default();
    for n in 1..=15u32 {
        let path: Vec<Edge> = (1..n).map(|v| Edge::new(v - 1, v)).collect();
        let cycle: Vec<Edge> = (0..n)
            .map(|v| Edge::new(v, (v + 1) % n))
            .filter(|edge| !edge.is_loop())
            .collect();
        let star: Vec<Edge> = (1..n).map(|v| Edge::new(0, v)).collect();
        for edges in [path, cycle, star] {
            check(
                "node-kayles",
                &setup::node_kayles(&vec![true; n as usize], &edges, &budget).unwrap(),
            );
            check("arc-kayles", &arc_kayles(n as usize, &edges));
        }
    }
    for (rows, columns) in [
        (2, 2),
        (2, 4),
        (4, 4),
        (2, 8),
        (1, 8),
        (3, 4),
        (2, 5),
        (3, 5),
    ] {
        let grid = Grid::new(rows, columns, &budget).unwrap();
        check("cram", &setup::cram(&grid, &budget).unwrap());
        check(
            "grid",
            &setup::placement(&grid, NEIGHBOURS, &budget).unwrap(),
        );
    }
}

#[test]
fn the_half_turn_of_a_board_says_what_is_known_of_its_moves() {
    let budget = Budget {
        work: 1,
        ..Budget::default()
    };
    let known = |half_turn| match half_turn {
        HalfTurn::Zero => Some(false),
        HalfTurn::Positive => Some(true),
        HalfTurn::Open => None,
    };
    for (rows, columns) in [(64, 66), (65, 64), (64, 65), (65, 65), (70, 61)] {
        let grid = Grid::new(rows, columns, &budget).unwrap();
        assert!(grid.not_searched().is_some());
        let board = |setup| TakingPosition::new(setup, budget).known_outcome();
        let half_turn = HalfTurn::of_cram(grid.rows, grid.columns);
        let cram = setup::cram(&grid, &budget).unwrap();
        assert_eq!(board(cram), known(half_turn), "cram {rows}x{columns}");
        let half_turn = HalfTurn::of_node_kayles(grid.rows, grid.columns);
        let kayles = setup::placement(&grid, NEIGHBOURS, &budget).unwrap();
        assert_eq!(
            board(kayles),
            known(half_turn),
            "node-kayles {rows}x{columns}"
        );
    }
    let row = Grid::new(1, 5000, &budget).unwrap();
    assert_eq!(row.not_searched(), None, "rows are known");
    let small = Grid::new(64, 64, &budget).unwrap();
    assert_eq!(small.not_searched(), None);
}

#[test]
fn theorems_answer_large_boards() {
    let budget = Budget {
        work: 1,
        ..Budget::default()
    };
    let cram = |rows, columns| {
        let grid = Grid::new(rows, columns, &budget).unwrap();
        TakingPosition::new(setup::cram(&grid, &budget).unwrap(), budget)
    };
    assert_eq!(cram(100, 100).value(), Ok(0));
    assert_eq!(cram(100, 101).known_outcome(), Some(true));
    assert!(cram(100, 101).value().is_err());
    assert_eq!(cram(99, 101).known_outcome(), None);
    // Dawson's Kayles 0.07 has period 34 from 52 on.
    assert_eq!(cram(1, 1000).value(), cram(1, 1000 - 34 * 20).value());
}

#[test]
fn limits_do_not_depend_on_what_was_asked_before() {
    let grid = Grid::new(5, 5, &Budget::default()).unwrap();
    let open = |work| {
        let budget = Budget {
            work,
            ..Budget::default()
        };
        let mut grid = grid.clone();
        grid.free[0] = false;
        TakingPosition::new(setup::cram(&grid, &budget).unwrap(), budget)
    };
    let mut fresh = open(1 << 30);
    let value = fresh.value();
    let work = fresh.spent();
    assert!(value.is_ok() && work > 1000);
    let mut again = open(1 << 30);
    assert_eq!((again.value(), again.spent()), (value.clone(), work));
    assert_eq!(open(work).value(), value);
    assert!(open(work - 1).value().is_err());
}

/// Chomp by the definition.
fn chomp_brute(rows: &[u64], misere: bool, memo: &mut HashMap<Vec<u64>, u64>) -> u64 {
    if let Some(&value) = memo.get(rows) {
        return value;
    }
    let mut options = Vec::new();
    for row in 0..rows.len() {
        for column in u64::from(row == 0)..rows[row] {
            let cut =
                |(i, &length): (usize, &u64)| if i < row { length } else { length.min(column) };
            let left: Vec<u64> = rows
                .iter()
                .enumerate()
                .map(cut)
                .filter(|&row| row > 0)
                .collect();
            options.push(chomp_brute(&left, misere, memo));
        }
    }
    let value = if misere {
        u64::from(options.is_empty() || options.contains(&0))
    } else {
        u64::from(mex(options.into_iter().map(|value| value as u32)))
    };
    memo.insert(rows.to_vec(), value);
    value
}

#[test]
fn chomp_agrees_with_brute_force() {
    let mut dice = Die(77);
    let (mut normal, mut misere) = (HashMap::new(), HashMap::new());
    for round in 0..300 {
        let mut rows: Vec<u64> = (0..=dice.below(5)).map(|_| 1 + dice.below(6)).collect();
        rows.sort_unstable_by_key(|&row| std::cmp::Reverse(row));
        if round % 20 == 0 {
            // Mirror images of one another are both inside.
            rows = vec![rows.len() as u64; rows.len()];
        }
        for (is_misere, memo) in [(false, &mut normal), (true, &mut misere)] {
            let mut chomp = Chomp::new(&rows, is_misere);
            chomp.solve(true, &Budget::default()).unwrap();
            let mut outcome = Chomp::new(&rows, is_misere);
            outcome.solve(false, &Budget::default()).unwrap();
            let value = chomp_brute(&rows, is_misere, memo);
            assert_eq!(chomp.value(), value, "{rows:?} {is_misere}");
            assert_eq!(outcome.wins(), value != 0, "{rows:?} {is_misere}");
            let mut bites = 0;
            let _ = chomp.each_bite(|bite| {
                bites += 1;
                let cut = |(i, &row): (usize, &u64)| {
                    if i < bite.row {
                        row
                    } else {
                        row.min(bite.column)
                    }
                };
                let left: Vec<u64> = rows
                    .iter()
                    .enumerate()
                    .map(cut)
                    .filter(|&row| row > 0)
                    .collect();
                let value = chomp_brute(&left, is_misere, memo);
                assert_eq!(chomp.value_after(bite), value, "{rows:?} {bite:?}");
                assert_eq!(outcome.wins_after(bite), value != 0, "{rows:?} {bite:?}");
                std::ops::ControlFlow::Continue(())
            });
            assert_eq!(chomp.bites(), bites);
        }
    }
}

#[test]
fn chomp_is_a_poset() {
    let budget = Budget::default();
    for (rows, columns) in [(2u64, 3u64), (3, 3), (3, 5), (4, 4)] {
        let number = |row, column| (row * columns + column) as u32 - 1;
        let mut pairs = Vec::new();
        for (row, column) in (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .skip(1)
        {
            if row + 1 < rows {
                pairs.push(Edge::new(number(row, column), number(row + 1, column)));
            }
            if column + 1 < columns {
                pairs.push(Edge::new(number(row, column), number(row, column + 1)));
            }
        }
        let order = setup::poset((rows * columns) as usize - 1, &pairs, &budget)
            .unwrap()
            .unwrap();
        let mut chomp = Chomp::new(&vec![columns; rows as usize], false);
        chomp.solve(true, &budget).unwrap();
        let value = TakingPosition::new(order, budget).value();
        assert_eq!(value.map(u64::from), Ok(chomp.value()));
        assert!(
            chomp.wins(),
            "the first player can steal the strategy of a bite at the last cell"
        );
    }
}
