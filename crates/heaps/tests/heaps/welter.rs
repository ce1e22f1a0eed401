//! Welter's game.

use grundy_base::random::Random;
use grundy_heaps::welter::Coins;
use grundy_values::mex::mex;

const SQUARES: u32 = 12;

fn squares(set: usize) -> Vec<u64> {
    (0..SQUARES)
        .filter(|&bit| set >> bit & 1 == 1)
        .map(u64::from)
        .collect()
}

/// By the rules: sets of squares as bits, of which a move makes a smaller number.
#[test]
fn small_strips_by_the_rules() {
    let mut values = vec![0u32; 1 << SQUARES];
    for set in 0..values.len() {
        let moves = |coin: u64| {
            (0..coin)
                .filter(|to| set >> to & 1 == 0)
                .map(move |to| (to, set ^ 1 << coin ^ 1 << to))
        };
        values[set] = mex(squares(set)
            .into_iter()
            .flat_map(moves)
            .map(|(_, next)| values[next])
            .collect::<Vec<_>>());
        let coins = Coins::new(&squares(set));
        assert_eq!(coins.value(), u64::from(values[set]), "{:?}", squares(set));
        for coin in squares(set) {
            for target in 0..20 {
                let expected = moves(coin)
                    .find(|&(_, next)| values[next] == target)
                    .map(|(to, _)| to);
                let found = coins.destination(coin, target.into());
                assert_eq!(found, expected, "{:?}: {coin} for {target}", squares(set));
            }
        }
    }
}

/// By mating, as Conway has it.
fn mated(squares: &[u64]) -> u64 {
    let mut left = squares.to_vec();
    let mut value = 0;
    while left.len() > 1 {
        let places = (0..left.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let (i, j) = places
            .max_by_key(|&(i, j)| (left[i] ^ left[j]).trailing_zeros())
            .unwrap();
        value ^= (left[i] ^ left[j]) - 1;
        left.remove(i);
        left.remove(j);
    }
    left.first().map_or(value, |last| value ^ last)
}

#[test]
fn large_squares_by_mating() {
    let mut rng = Random::new(3);
    for round in 0..3000u32 {
        let shift = round % 60;
        let low = if round % 3 == 0 { 30 } else { 0 };
        let mut squares: Vec<u64> = (0..round % 9)
            .map(|_| (rng.word() >> shift).rotate_left(low))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        let coins = Coins::new(&squares);
        assert_eq!(coins.value(), mated(&squares), "{squares:?}");
        for i in 0..squares.len() {
            let target = if round % 2 == 0 {
                0
            } else {
                rng.word() >> shift
            };
            if let Some(to) = coins.destination(squares[i], target) {
                let mut after = squares.clone();
                after[i] = to;
                assert!(to < squares[i] && !squares.contains(&to));
                assert_eq!(mated(&after), target, "{squares:?}: {i}");
            }
        }
    }
}

#[test]
fn a_hundred_thousand_coins() {
    let squares: Vec<u64> = (0..100_000).map(|i| u64::MAX - (i << 40)).collect();
    let coins = Coins::new(&squares);
    let moves = squares
        .iter()
        .filter(|&&square| coins.destination(square, 0).is_some())
        .count();
    // With a value above 0, some move reaches 0.
    assert_eq!(moves > 0, coins.value() > 0);
}
