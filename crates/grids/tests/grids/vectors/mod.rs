//! Every engine against plain recursion, on random games.

mod cells;
mod squares;

use grundy_base::budget::{Budget, Limit, LimitKind};
use grundy_base::random::Random;
use grundy_grids::vectors::hashlife::Asked;
use grundy_grids::vectors::{
    BoxTable, LabelKind, MAX_VECTOR_PILES, PileSizes, Problem, VectorRules, after, dense, hashlife,
    outcomes, reachable, reduce, ribbon, values,
};
use std::collections::{BTreeSet, HashMap};

type Engine = fn(&Problem, &Budget) -> Result<Vec<u32>, Limit>;

/// The rules read aloud: the mex over the options, remembered.
fn naive(rules: &VectorRules, position: PileSizes, known: &mut HashMap<PileSizes, u32>) -> u32 {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let mut options = BTreeSet::new();
    for vector in rules.vectors() {
        if let Some(option) = after(&position, vector)
            && !rules.is_damaged(&option)
        {
            options.insert(naive(rules, option, known));
        }
    }
    let value = (0..).find(|v| !options.contains(v)).unwrap_or(0);
    known.insert(position, value);
    value
}

struct Dice(Random);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    fn position(&mut self, piles: usize, most: &[u64]) -> PileSizes {
        std::array::from_fn(|k| {
            if k < piles {
                self.below(most[k] + 1)
            } else {
                0
            }
        })
    }

    /// Random rules with components to `reach`, damage inside the box `most`.
    fn rules(&mut self, piles: usize, reach: u64, most: &[u64], damage: u64) -> VectorRules {
        let count = 1 + self.below(11) as usize;
        let vectors: Vec<_> = (0..count)
            .map(|_| self.position(piles, &[reach; MAX_VECTOR_PILES]))
            .collect();
        let damaged: Vec<_> = (0..damage).map(|_| self.position(piles, most)).collect();
        VectorRules::new(piles, &vectors, &damaged)
    }
}

/// Positions of the box, all of them or a few, that are not damaged.
fn asked(dice: &mut Dice, rules: &VectorRules, most: &[u64], count: usize) -> Vec<PileSizes> {
    let some = (0..count).map(|_| dice.position(rules.piles(), most));
    some.filter(|p| !rules.is_damaged(p)).collect()
}

fn agree(engine: Engine, rules: &VectorRules, asked: &[PileSizes]) {
    let mut known = HashMap::new();
    let truth: Vec<u32> = asked.iter().map(|p| naive(rules, *p, &mut known)).collect();
    let budget = Budget::default();
    let problem = Problem::new(rules, asked, LabelKind::Value);
    if problem.vectors.is_empty() {
        return;
    }
    let values = engine(&problem, &budget).unwrap();
    assert_eq!(values, truth, "{rules:?} {asked:?}");
    let outcomes = engine(&Problem::new(rules, asked, LabelKind::Outcome), &budget).unwrap();
    for ((outcome, value), position) in outcomes.iter().zip(&truth).zip(asked) {
        assert_eq!(*outcome == 0, *value == 0, "{rules:?} {position:?}");
    }
}

/// Random games of this many piles through an engine; boxes of uneven sides, damage from none to
/// a third of the cells.
fn random_games(seed: u64, engine: Engine, piles: usize, side: u64, reach: u64, games: usize) {
    let mut dice = Dice(Random::new(seed));
    for _ in 0..games {
        let most: Vec<u64> = (0..piles).map(|_| dice.below(side) + 1).collect();
        let cells: u64 = most.iter().map(|m| m + 1).product();
        let damage = [0, 1, cells / 20, cells / 3][dice.below(4) as usize];
        let reach = 1 + dice.below(reach);
        let rules = dice.rules(piles, reach, &most, damage);
        let asked = asked(&mut dice, &rules, &most, 40);
        agree(engine, &rules, &asked);
    }
}

fn front_door(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, Limit> {
    reduce::solve(problem.clone(), budget, &mut None)
}

#[test]
fn dense_agrees_with_recursion() {
    random_games(1, dense::solve, 1, 300, 9, 60);
    random_games(2, dense::solve, 2, 90, 7, 80);
    random_games(3, dense::solve, 2, 90, 80, 40);
    random_games(4, dense::solve, 3, 18, 4, 60);
    random_games(5, dense::solve, 4, 8, 3, 60);
}

#[test]
fn ribbon_agrees_with_recursion() {
    random_games(11, ribbon::solve, 1, 1000, 9, 80);
    random_games(12, ribbon::solve, 2, 60, 6, 60);
    random_games(13, ribbon::solve, 3, 12, 4, 40);
    random_games(14, ribbon::solve, 4, 6, 2, 40);
}

#[test]
fn reachable_agrees_with_recursion() {
    random_games(21, reachable::solve, 1, 300, 50, 40);
    random_games(22, reachable::solve, 2, 60, 40, 40);
    random_games(23, reachable::solve, 3, 14, 10, 40);
    random_games(24, reachable::solve, 4, 7, 5, 40);
}

#[test]
fn hashlife_agrees_with_recursion() {
    random_games(31, hashlife::solve, 2, 300, 4, 40);
    random_games(32, hashlife::solve, 2, 200, 100, 20);
}

#[test]
fn front_door_agrees_with_recursion() {
    random_games(41, front_door, 1, 500, 20, 60);
    random_games(42, front_door, 2, 150, 12, 60);
    random_games(43, front_door, 3, 20, 9, 60);
    random_games(44, front_door, 4, 9, 5, 60);
}

/// Tables of small boxes, asked everywhere.
#[test]
fn tables_agree_with_recursion() {
    let mut dice = Dice(Random::new(45));
    for round in 0..120 {
        let piles = 1 + round % 4;
        let most = vec![[900, 50, 13, 7][piles - 1]; piles];
        let rules = dice.rules(piles, 6, &most, [0, 3, 40][round % 3]);
        let asked = asked(&mut dice, &rules, &most, 30);
        let corner = Problem::new(&rules, &asked, LabelKind::Value).corner();
        let table = BoxTable::new(&rules, BoxTable::extent(&corner).unwrap());
        let mut known = HashMap::new();
        for position in asked {
            assert_eq!(
                table.value(&position),
                naive(&rules, position, &mut known),
                "{rules:?} {position:?}"
            );
        }
    }
}

/// Vectors with common factors, untouched piles and independent groups of piles.
#[test]
fn reductions_agree_with_recursion() {
    let mut dice = Dice(Random::new(51));
    for round in 0..200 {
        let piles = 1 + dice.below(4) as usize;
        let most = vec![[40, 30, 12, 7][piles - 1]; piles];
        let factor: PileSizes = std::array::from_fn(|_| dice.below(4));
        let mask = dice.below(3);
        let count = 1 + dice.below(6);
        let vectors: Vec<PileSizes> = (0..count)
            .map(|_| {
                let mut v = dice.position(piles, &[3; MAX_VECTOR_PILES]);
                // Keep one group of piles only: {0, 1} and {2, 3}, or single piles.
                let group = dice.below(4) as usize;
                for k in 0..MAX_VECTOR_PILES {
                    let other = match mask {
                        0 => false,
                        1 => k / 2 != group / 2,
                        _ => k != group,
                    };
                    v[k] = if other { 0 } else { v[k] * factor[k] };
                }
                v
            })
            .collect();
        let damage = if round % 2 == 0 { 0 } else { 4 };
        let damaged: Vec<_> = (0..damage).map(|_| dice.position(piles, &most)).collect();
        let rules = VectorRules::new(piles, &vectors, &damaged);
        let asked = asked(&mut dice, &rules, &most, 25);
        agree(front_door, &rules, &asked);
    }
}

/// Boxes on both sides of each border in the choice of engines, all with the same answers.
#[test]
fn engines_agree_where_the_choice_changes() {
    let mut dice = Dice(Random::new(55));
    for side in [126, 127, 128, 129, 600, 1200, 1800, 2400] {
        for damage in [0, 9] {
            let most = [side, side];
            let rules = dice.rules(2, 5, &most, damage);
            let asked = asked(&mut dice, &rules, &most, 30);
            for label in [LabelKind::Outcome, LabelKind::Value] {
                let problem = Problem::new(&rules, &asked, label);
                if !problem.vectors.is_empty() {
                    let dense = dense::solve(&problem, &Budget::default()).unwrap();
                    let chosen = front_door(&problem, &Budget::default()).unwrap();
                    // Outcomes may be read off Grundy values.
                    let same = |(a, b): (&u32, &u32)| {
                        if label == LabelKind::Value {
                            a == b
                        } else {
                            (*a == 0) == (*b == 0)
                        }
                    };
                    assert!(dense.iter().zip(&chosen).all(same), "{rules:?}");
                }
            }
        }
    }
}

/// More values than a word has bits: two heaps of nim that may also lose one token each together.
#[test]
fn values_beyond_a_word() {
    let single = (1..=90).flat_map(|n| [[n, 0, 0, 0], [0, n, 0, 0]]);
    let vectors: Vec<PileSizes> = single.chain([[1, 1, 0, 0]]).collect();
    let rules = VectorRules::new(2, &vectors, &[[3, 4, 0, 0]]);
    let positions: Vec<PileSizes> = [[90, 3], [88, 87], [70, 2], [5, 90]]
        .map(|[a, b]| [a, b, 0, 0])
        .to_vec();
    agree(front_door, &rules, &positions);
    assert!(
        values(&rules, &positions, &Budget::default(), &mut None)
            .unwrap()
            .iter()
            .any(|&value| value > 64)
    );
}

fn three_rocks() -> VectorRules {
    let vectors = [
        [1, 0],
        [0, 1],
        [1, 1],
        [2, 0],
        [0, 2],
        [3, 0],
        [0, 3],
        [1, 2],
        [2, 1],
    ];
    VectorRules::new(2, &vectors.map(|[a, b]| [a, b, 0, 0]), &[])
}

/// Three rocks: the Grundy value is (i + j) mod 4, since the moves take 1, 2 or 3 in all, in
/// every way that the piles allow.
#[test]
fn three_rocks_is_the_sum_modulo_four() {
    let rules = three_rocks();
    let far = [
        0,
        1,
        2,
        63,
        64,
        65,
        1000,
        65535,
        65536,
        999_999_999,
        1 << 40,
        u64::MAX - 1,
        u64::MAX,
    ];
    let asked: Vec<PileSizes> = far
        .iter()
        .flat_map(|&i| far.iter().map(move |&j| [i, j, 0, 0]))
        .collect();
    let expected: Vec<u32> = asked
        .iter()
        .map(|p| (p[0].wrapping_add(p[1]) % 4) as u32)
        .collect();
    assert_eq!(
        values(&rules, &asked, &Budget::default(), &mut None).unwrap(),
        expected
    );
    let lost = outcomes(&rules, &asked, &Budget::default(), &mut None).unwrap();
    assert!(
        lost.iter()
            .zip(&expected)
            .all(|(win, value)| *win == (*value != 0))
    );
}

/// Dense and memoised squares on boards too large for recursion, with damage and without.
#[test]
fn dense_and_hashlife_agree_on_large_boards() {
    let mut dice = Dice(Random::new(61));
    for round in 0..12 {
        let most = [1 + dice.below(1200), 1 + dice.below(1200)];
        let rules = dice.rules(2, 6, &most, [0, 1, 20, 2000][round % 4]);
        let asked = asked(&mut dice, &rules, &most, 60);
        for label in [LabelKind::Outcome, LabelKind::Value] {
            let problem = Problem::new(&rules, &asked, label);
            let dense = dense::solve(&problem, &Budget::default()).unwrap();
            assert_eq!(
                dense,
                hashlife::solve(&problem, &Budget::default()).unwrap(),
                "{rules:?}"
            );
        }
    }
}

/// A ribbon that jumps by whole periods, damage between the jumps, against one that walks.
#[test]
fn ribbon_jumps_over_long_stretches() {
    let mut dice = Dice(Random::new(71));
    for _ in 0..40 {
        let most = [100_000, 2];
        let rules = dice.rules(2, 3, &most, 3);
        let asked = asked(&mut dice, &rules, &most, 10);
        let problem = Problem::new(&rules, &asked, LabelKind::Value);
        if problem.vectors.is_empty() {
            continue;
        }
        let dense = dense::solve(&problem, &Budget::default()).unwrap();
        assert_eq!(
            ribbon::solve(&problem, &Budget::default()).unwrap(),
            dense,
            "{rules:?}"
        );
    }
}

/// Take 1, 2 or 5: period 3 (values 0 1 2); damaged heaps shift it, to the end of the numbers.
#[test]
fn one_pile_to_the_largest_number() {
    let sets = [1, 2, 5].map(|a| [a, 0, 0, 0]);
    let rules = VectorRules::new(1, &sets, &[]);
    assert_eq!(
        values(
            &rules,
            &[[u64::MAX, 0, 0, 0]],
            &Budget::default(),
            &mut None
        ),
        Ok(vec![(u64::MAX % 3) as u32])
    );
    // With heap M − 3 damaged: M − 2 has only M − 4 and M − 7, M − 1 has M − 2 and M − 6, and so on.
    let top = u64::MAX;
    let rules = VectorRules::new(1, &sets, &[[top - 3, 0, 0, 0]]);
    let plain = |n: u64| (n % 3) as u32;
    let mex = |options: &[u32]| (0..).find(|v| !options.contains(v)).unwrap();
    let below_2 = mex(&[plain(top - 4), plain(top - 7)]);
    let below_1 = mex(&[below_2, plain(top - 6)]);
    let last = mex(&[below_1, below_2, plain(top - 5)]);
    let asked = [top - 2, top - 1, top].map(|n| [n, 0, 0, 0]);
    assert_eq!(
        values(&rules, &asked, &Budget::default(), &mut None),
        Ok(vec![below_2, below_1, last])
    );
}

/// Long vectors on a huge box: only what play reaches is looked at.
#[test]
fn long_vectors_reach_few_positions() {
    let long = 1_000_000_007;
    let vectors = [[long, 1], [long + 2, 5], [3, long - 4]].map(|[a, b]| [a, b, 0, 0]);
    let start = [40 * long, 30 * long, 0, 0];
    let rules = VectorRules::new(2, &vectors, &[[39 * long, 30 * long - 1, 0, 0]]);
    let truth = naive(&rules, start, &mut HashMap::new());
    assert_eq!(
        values(&rules, &[start], &Budget::default(), &mut None),
        Ok(vec![truth])
    );
}

/// Too small a budget is a limit that names its option if one can help, never a wrong answer.
#[test]
fn small_budgets_are_limits() {
    let vectors = [
        [1, 0, 1, 0],
        [0, 1, 1, 2],
        [1, 1, 0, 0],
        [0, 2, 0, 1],
        [3, 1, 1, 0],
    ];
    let rules = VectorRules::new(4, &vectors, &[[1, 1, 1, 1]]);
    let small = Budget {
        memory: 1 << 16,
        work: 1 << 20,
        threads: 1,
    };
    let limit = values(&rules, &[[500, 500, 500, 500]], &small, &mut None).unwrap_err();
    assert_ne!(limit.kind, LimitKind::Fixed);
    // No machine holds a box of 2²⁵⁶ positions, so no option is named.
    let limit = outcomes(&rules, &[[u64::MAX; 4]], &small, &mut None).unwrap_err();
    assert_eq!(limit.kind, LimitKind::Fixed);
}

/// The memo may be as small as it likes.
#[test]
fn squares_forgotten_are_computed_again() {
    let mut dice = Dice(Random::new(81));
    let most = [1500, 1500];
    for _ in 0..6 {
        let rules = dice.rules(2, 4, &most, 30);
        let asked = asked(&mut dice, &rules, &most, 30);
        let problem = Problem::new(&rules, &asked, LabelKind::Value);
        let full = hashlife::solve(&problem, &Budget::default()).unwrap();
        let forgetful = hashlife::solve_within(&problem, &[], Asked::Own, &Budget::default(), 640);
        assert_eq!(forgetful.unwrap(), full);
    }
}
