//! Squares against the dense engine: every kind of damage, sides at powers of two, forgetting.

use grundy_base::budget::{Budget, LimitKind};
use grundy_base::random::Random;
use grundy_base::testing;
use grundy_grids::vectors::hashlife::{Asked, solve_within};
use grundy_grids::vectors::{LabelKind, PileSizes, Problem, VectorRules, dense};

struct Dice(Random);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    fn position(&mut self, most: [u64; 2]) -> PileSizes {
        [self.below(most[0] + 1), self.below(most[1] + 1), 0, 0]
    }

    fn damage(&mut self, most: [u64; 2]) -> Vec<PileSizes> {
        let all = |test: &dyn Fn(u64, u64) -> bool| -> Vec<PileSizes> {
            let cells = (0..=most[0]).flat_map(|r| (0..=most[1]).map(move |c| (r, c)));
            cells
                .filter(|&(r, c)| test(r, c))
                .map(|(r, c)| [r, c, 0, 0])
                .collect()
        };
        let [row, column, ..] = self.position(most);
        let some = |dice: &mut Dice, count: u64| (0..count).map(|_| dice.position(most)).collect();
        match self.below(10) {
            0 => Vec::new(),
            1 => some(self, 1),
            2 => some(self, 20),
            3 => some(self, most[0] * most[1] / 20),
            4 => some(self, most[0] * most[1] * 2 / 3),
            5 => all(&|r, _| r == row),
            6 => all(&|_, c| c == column),
            7 => all(&|r, c| r + column == c + row),
            8 => all(&|r, c| (r + c) % 2 == 1),
            _ => all(&|r, c| r == 0 || c == 0 || r == most[0] || c == most[1]),
        }
    }
}

fn campaign(seed: u64, rounds: u64, longest: u64) {
    let mut dice = Dice(Random::new(seed));
    for _ in 0..rounds {
        let mut side = || match dice.below(3) {
            0 => (1 << dice.below(u64::from(longest.ilog2()) + 1)) - dice.below(2),
            1 => 1 + dice.below(70),
            _ => 1 + dice.below(longest),
        };
        let most = [side(), side()];
        let (count, reach) = (1 + dice.below(16), 1 + dice.below(6));
        let vectors: Vec<PileSizes> = (0..count).map(|_| dice.position([reach, reach])).collect();
        let rules = VectorRules::new(2, &vectors, &dice.damage(most));
        let mut asked: Vec<PileSizes> = (0..60).map(|_| dice.position(most)).collect();
        asked.extend([[0, 0], [most[0], 0], [0, most[1]], most].map(|[r, c]| [r, c, 0, 0]));
        asked.retain(|position| !rules.is_damaged(position));
        for label in [LabelKind::Outcome, LabelKind::Value] {
            let problem = Problem::new(&rules, &asked, label);
            if problem.vectors.is_empty() {
                continue;
            }
            let truth = dense::solve(&problem, &Budget::default()).unwrap();
            let memo = [1 << 24, 100_000, 64][dice.below(3) as usize];
            let budget = Budget::default();
            let found = solve_within(&problem, &[], Asked::Own, &budget, memo).unwrap();
            assert_eq!(found, truth, "{rules:?} {asked:?}");
            // Options are compared by the tests of leapers, which ask for them.
            let around = solve_within(&problem, &[], Asked::Around, &budget, memo).unwrap();
            for (labels, own) in around.chunks_exact(problem.vectors.len() + 1).zip(&truth) {
                assert_eq!(labels[0], *own);
            }
        }
    }
}

#[test]
fn squares_and_every_cell_agree() {
    campaign(1, 250, 512);
    testing::rounds(|seed| campaign(seed, 20, 2048));
}

/// Strips are forgotten when memory is short, and found again.
#[test]
fn what_is_forgotten_is_computed_again() {
    let mut dice = Dice(Random::new(7));
    let most = [1000, 1200];
    for damage in [30, 1000] {
        let vectors = [[1, 0], [2, 3], [3, 2], [5, 1], [0, 4]].map(|[a, b]| [a, b, 0, 0]);
        let damaged: Vec<PileSizes> = (0..damage).map(|_| dice.position(most)).collect();
        let rules = VectorRules::new(2, &vectors, &damaged);
        let mut asked: Vec<PileSizes> = (0..50).map(|_| dice.position(most)).collect();
        asked.retain(|position| !rules.is_damaged(position));
        let problem = Problem::new(&rules, &asked, LabelKind::Value);
        let truth = dense::solve(&problem, &Budget::default()).unwrap();
        // Below the least memory that will do, all was forgotten and did not help.
        let mut memory = 10_000;
        let found = loop {
            let budget = Budget {
                memory,
                ..Budget::default()
            };
            match solve_within(&problem, &[], Asked::Own, &budget, 4096) {
                Ok(found) => break found,
                Err(limit) => assert_eq!(limit.kind, LimitKind::Memory),
            }
            memory += memory / 20;
        };
        assert_eq!(found, truth);
    }
}
