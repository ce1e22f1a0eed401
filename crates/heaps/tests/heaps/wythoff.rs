//! Wythoff's game.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::pair::HeapPair;
use grundy_heaps::wythoff::Wythoff;
use grundy_heaps::wythoff::table::PairTable;
use grundy_values::mex::mex;

const SIDE: usize = 150;

fn options((a, b): (usize, usize), less_than: usize) -> Vec<(usize, usize)> {
    let first = (1..=a).map(|i| (a - i, b));
    let second = (1..=b).map(|j| (a, b - j));
    let both = (1..=a).flat_map(|i| (1..=b).map(move |j| (i, j)));
    let near = both
        .filter(|&(i, j)| i.abs_diff(j) < less_than)
        .map(|(i, j)| (a - i, b - j));
    first.chain(second).chain(near).collect()
}

/// P-positions by the rules: those from which none can be reached.
fn naive(less_than: usize, side: usize) -> Vec<Vec<bool>> {
    let mut losing = vec![vec![false; side]; side];
    for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
        losing[a][b] = !options((a, b), less_than)
            .iter()
            .any(|&(x, y)| losing[x][y]);
    }
    losing
}

#[test]
fn lost_pairs_of_ranges_are_counted_as_they_are() {
    for less_than in 1..=3 {
        let (game, losing) = (Wythoff::new(less_than as u64), naive(less_than, 60));
        for (first, second) in [
            (0..=59, 0..=59),
            (3..=40, 7..=55),
            (0..=0, 0..=9),
            (5..=5, 3..=50),
            (1..=9, 8..=8),
        ] {
            let count = first
                .clone()
                .flat_map(|a| second.clone().map(move |b| (a, b)));
            let count = count
                .filter(|&(a, b): &(usize, usize)| losing[a][b])
                .count() as u128;
            let wide = |range: &std::ops::RangeInclusive<usize>| {
                *range.start() as u64..=*range.end() as u64
            };
            assert_eq!(
                game.lost_pairs(&wide(&first), &wide(&second)),
                count,
                "{less_than} {first:?} {second:?}"
            );
        }
    }
}

#[test]
fn small_heaps_by_the_rules() {
    for (less_than, side) in [(1, SIDE), (2, 70), (3, 60), (4, 50), (7, 50), (60, 50)] {
        let losing = naive(less_than, side);
        let game = Wythoff::new(less_than as u64);
        for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
            let heaps = HeapPair::new(a as u64, b as u64);
            assert_eq!(game.loses(heaps), losing[a][b], "K = {less_than}: {a},{b}");
            let expected: Vec<HeapPair> = options((a, b), less_than)
                .into_iter()
                .filter(|&(x, y)| losing[x][y])
                .map(|(x, y)| HeapPair::new(x as u64, y as u64))
                .collect();
            assert_eq!(
                game.winning_moves(heaps).collect::<Vec<_>>(),
                expected,
                "K = {less_than}: {a},{b}"
            );
        }
    }
}

/// Far out: the partner of a partner is the number itself, the pairs around a number have
/// differences nK, n without gaps, and a_n < a_{n+1}.
#[test]
fn large_heaps_are_paired() {
    for less_than in [1, 2, 3, 10, 1 << 20, (1 << 32) + 1, 1 << 62, u64::MAX] {
        let game = Wythoff::new(less_than);
        for around in [1_000_000_000, 1 << 40, 1 << 63, u64::MAX - 300] {
            let mut last = None;
            for n in around - 300..=around + 300.min(u64::MAX - around) {
                let Some(other) = game.partner(n) else {
                    continue;
                };
                assert_eq!(game.partner(other), Some(n), "{n} for {less_than}");
                assert_eq!(n.abs_diff(other) % less_than, 0);
                if other > n {
                    let order = (other - n) / less_than;
                    assert!(
                        last.is_none_or(|last| order == last + 1),
                        "{n} for {less_than}"
                    );
                    last = Some(order);
                }
            }
        }
    }
}

/// α is the positive root of x² + (K − 2) x − K = 0: with a = ⌊nα⌋ exactly, a is at most nα and a + 1
/// is above.
#[test]
fn multiples_of_alpha_are_exact() {
    let mut rng = Random::new(1);
    for round in 0..3000 {
        let less_than = 1 + (rng.word() >> (34 + round % 30));
        let n = i128::from(1 + (rng.word() >> (34 + round % 29)));
        let (a, k) = (
            Wythoff::new(less_than).lower(n as u64) as i128,
            i128::from(less_than),
        );
        let at_most = |x: i128| x * x + (k - 2) * n * x <= k * n * n;
        assert!(at_most(a) && !at_most(a + 1), "{n} for {k}");
    }
}

/// Winning moves of large heaps lead to P-positions by legal moves, and a heap that has a partner
/// below its other one has a winning move.
#[test]
fn winning_moves_of_large_heaps() {
    let mut rng = Random::new(2);
    for round in 0..3000 {
        let game = Wythoff::new(1 + (rng.word() >> (1 + round % 63)));
        let (a, b) = (rng.word() >> (round % 50), rng.word() >> (round % 50));
        let from = HeapPair::new(a, b);
        let moves: Vec<HeapPair> = game.winning_moves(from).collect();
        assert_eq!(moves.is_empty(), game.loses(from), "{a},{b} for {game:?}");
        for to in moves {
            let near = (a - to.first).abs_diff(b - to.second) < game.less_than();
            assert!(
                game.loses(to) && (to.first == a || to.second == b || near),
                "{a},{b} for {game:?}"
            );
        }
    }
}

#[test]
fn tables_of_small_heaps_by_the_rules() {
    const SIDE: usize = 40;
    for less_than in [1, 2, 3, 5, 100] {
        let game = Wythoff::new(less_than as u64);
        let mut naive = vec![vec![0u32; SIDE]; SIDE];
        for (a, b) in (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b))) {
            let one = (0..a)
                .map(|x| naive[x][b])
                .chain((0..b).map(|y| naive[a][y]));
            let both = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            let near = both
                .filter(|&(x, y)| (a - x).abs_diff(b - y) < less_than)
                .map(|(x, y)| naive[x][y]);
            naive[a][b] = mex(one.chain(near).collect::<Vec<_>>());
        }
        for (a, b) in [(39, 39), (39, 7), (3, 25), (0, 12), (12, 0)] {
            let table = PairTable::new(game, HeapPair::new(a, b), &Budget::default()).unwrap();
            for x in 0..=a.max(b) {
                for y in 0..=a.min(b) {
                    let expected = u64::from(naive[x as usize][y as usize]);
                    assert_eq!(
                        (
                            table.value(HeapPair::new(x, y)),
                            table.value(HeapPair::new(y, x))
                        ),
                        (expected, expected)
                    );
                    assert_eq!(expected == 0, game.loses(HeapPair::new(x, y)), "{x},{y}");
                }
            }
        }
    }
}

#[test]
fn tables_beyond_the_budget_are_refused() {
    const MAX: u64 = u64::MAX;
    assert!(
        PairTable::new(
            Wythoff::CLASSIC,
            HeapPair::new(MAX, MAX),
            &Budget::default()
        )
        .is_err()
    );
    assert!(
        PairTable::new(
            Wythoff::new(MAX),
            HeapPair::new(1 << 20, 1 << 20),
            &Budget::default()
        )
        .is_err()
    );
    assert!(PairTable::new(Wythoff::CLASSIC, HeapPair::new(MAX, 0), &Budget::default()).is_err());
    // Every budget allows this table, but its values have more than 32 bits.
    let all = Budget {
        memory: MAX,
        work: MAX,
        threads: 1,
    };
    assert!(PairTable::new(Wythoff::CLASSIC, HeapPair::new(1 << 32, 0), &all).is_err());
}
