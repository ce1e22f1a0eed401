//! Wythoff's game: two heaps; take from one, or as many from both. A queen that moves up, left or
//! up-left on an undamaged board is this game, its row and column the heaps.
//!
//! The P-positions are (a_k, b_k) and (b_k, a_k) for k = 0, 1, 2, …, with a_k = ⌊kφ⌋, b_k = a_k + k
//! and φ the golden ratio: W. A. Wythoff, "A modification of the game of Nim", 1907. By Rayleigh's
//! theorem each number above 0 is exactly one of all a_k and b_k, and each difference is one k: so
//! every row and column holds one P-position, and every difference two, mirror images.
//!
//! ⌊kφ⌋ is computed without rounding: (k + ⌊√(5k²)⌋) / 2, rounded down, since 5k² is a square only
//! for k = 0. Everything is O(1) up to heaps of 2^62.
//!
//! The Grundy values have no known closed form: A. Dress, A. Flammenkamp, N. Pink, "Additive
//! periodicity of the Sprague–Grundy function of certain Nim games", 1999.

/// The largest heap.
pub const MOST: u64 = 1 << 62;

/// ⌊nφ⌋.
fn lower(n: u64) -> u64 {
    let n = u128::from(n);
    ((n + (5 * n * n).isqrt()) / 2) as u64
}

/// The heap that makes a P-position together with one of `n`.
///
/// # Constraints
/// `n ≤ MOST`.
pub fn partner(n: u64) -> u64 {
    if n == 0 {
        return 0;
    }
    // n = a_k: then k is the first number with kφ ≥ n, so k = ⌊n/φ⌋ + 1, and 1/φ = φ − 1.
    let k = lower(n) - n + 1;
    if lower(k) == n {
        return n + k;
    }
    // n = b_k = ⌊kφ²⌋: likewise k = ⌊n/φ²⌋ + 1, and 1/φ² = 2 − φ.
    let k = 2 * n - lower(n);
    n - k
}

/// Whether the player to move loses.
///
/// # Constraints
/// Both heaps at most [`MOST`].
pub fn loses((a, b): (u64, u64)) -> bool {
    partner(a) == b
}

/// The winning moves, as the heaps they leave: those that lower the first heap, then those that
/// lower the second, then both. There is at most one of each kind.
///
/// # Constraints
/// Both heaps at most [`MOST`].
pub fn winning_moves((a, b): (u64, u64)) -> impl Iterator<Item = (u64, u64)> {
    let first = (partner(b), b);
    let second = (a, partner(a));
    let difference = a.abs_diff(b);
    let small = lower(difference);
    let both = if a < b { (small, small + difference) } else { (small + difference, small) };
    // Of one line only those nearer to its end can be reached.
    let options = [(first.0 < a, first), (second.1 < b, second), (both.0 < a, both)];
    options.into_iter().filter(|(reached, _)| *reached).map(|(_, heaps)| heaps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SIDE: usize = 400;

    /// P-positions by the rules: those from which none can be reached.
    fn naive() -> Vec<Vec<bool>> {
        let mut losing = vec![vec![false; SIDE]; SIDE];
        for a in 0..SIDE {
            for b in 0..SIDE {
                let one = (0..a).any(|x| losing[x][b]) || (0..b).any(|y| losing[a][y]);
                losing[a][b] = !one && (1..=a.min(b)).all(|d| !losing[a - d][b - d]);
            }
        }
        losing
    }

    #[test]
    fn small_heaps_by_the_rules() {
        let losing = naive();
        for (a, row) in losing.iter().enumerate() {
            for (b, &loses_here) in row.iter().enumerate() {
                assert_eq!(loses((a as u64, b as u64)), loses_here, "{a},{b}");
                let first = (0..a).map(|x| (x, b));
                let second = (0..b).map(|y| (a, y));
                let both = (1..=a.min(b)).map(|d| (a - d, b - d));
                let expected: Vec<(u64, u64)> = first
                    .chain(second)
                    .chain(both)
                    .filter(|&(x, y)| losing[x][y])
                    .map(|(x, y)| (x as u64, y as u64))
                    .collect();
                assert_eq!(winning_moves((a as u64, b as u64)).collect::<Vec<_>>(), expected, "{a},{b}");
            }
        }
    }

    /// Far out: pairs are found from either side, and around each no other pair shares a heap or a
    /// difference, which is what makes them the P-positions.
    #[test]
    fn large_heaps_are_paired() {
        for around in [1_000_000_000, 1 << 40, MOST - 2000] {
            let mut differences = BTreeSet::new();
            for n in around - 500..around + 500 {
                let other = partner(n);
                assert!(other > MOST || partner(other) == n, "{n}");
                if other > n {
                    assert!(differences.insert(other - n), "{n}");
                    assert_eq!(lower(other - n), n);
                }
            }
            let (least, most) = (differences.first().unwrap(), differences.last().unwrap());
            assert_eq!(differences.len() as u64, most - least + 1);
        }
    }

    /// ⌊kφ⌋ against the exact inequality a ≤ kφ < a + 1, that is a² ≤ ak + k² < (a + 1)² − k.
    #[test]
    fn multiples_of_the_golden_ratio_are_exact() {
        for k in (0..2000).chain((1 << 31) - 50..(1 << 31) + 50).chain(MOST - 50..=MOST) {
            let (a, k) = (u128::from(lower(k)), u128::from(k));
            // x = kφ is the positive root of x² − kx − k² = 0.
            let at_most = |x: u128| x * (x - k) <= k * k;
            assert!(at_most(a) && !at_most(a + 1), "{k}");
        }
    }
}
