//! Vertex geography: the factor game, and any undirected graph.

use std::collections::{BTreeSet, HashMap};

use super::text::{self, Parts};
use super::{Fail, Game, Outcome, Play, Res};

/// How many positions a search may see, and how many vertices a graph may have for one.
const POSITIONS: usize = 50_000;
const SEARCHED: usize = 24;
/// How many vertices a Tutte matrix may have.
const MATRIX: usize = 130;

/// A token on a vertex of an undirected graph, or still to be placed.
struct Walk {
    neighbours: Vec<BTreeSet<usize>>,
    /// Vertices that may not be visited (any more); the token's own among them.
    gone: Vec<bool>,
    /// Where the next move may go.
    next: BTreeSet<usize>,
}

impl Walk {
    fn play(&self) -> Res<Play> {
        let mut search = Search { walk: self, known: HashMap::new() };
        let mut moves = Vec::new();
        for &to in &self.next {
            let wins = match search.mover_wins(to, &mut self.gone.clone()) {
                Some(wins) => wins,
                None => self.mover_wins_by_matching(to)?,
            };
            moves.push((to.to_string(), if wins { Outcome::Win } else { Outcome::Lose }));
        }
        let wins = moves.iter().any(|(_, after)| *after == Outcome::Lose);
        Ok(Play::new(if wins { Outcome::Win } else { Outcome::Lose }, moves))
    }

    /// Whether the player to move with the token on `at` wins, the vertices gone counted out:
    /// exactly when every maximum matching of what remains, `at` included, covers `at`
    /// (Fraenkel, Scheinerman, Ullman 1993), that is when a maximum matching is smaller
    /// without `at`.
    fn mover_wins_by_matching(&self, at: usize) -> Res<bool> {
        let remaining: Vec<usize> = (0..self.gone.len()).filter(|&v| !self.gone[v] && v != at).collect();
        if remaining.len() > MATRIX {
            return Err(Fail::TooBig);
        }
        let mut with = remaining.clone();
        with.push(at);
        Ok(self.tutte_rank(&with) > self.tutte_rank(&remaining))
    }

    /// Twice the size of a maximum matching among these vertices: the rank of the Tutte matrix
    /// with random numbers for its unknowns (Lovász 1979), here modulo the prime 2⁶¹ − 1, where
    /// the chance of a wrong rank is below n / 2⁶¹.
    fn tutte_rank(&self, vertices: &[usize]) -> usize {
        const PRIME: u128 = (1 << 61) - 1;
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            // splitmix64
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            u128::from(z ^ (z >> 31)) % (PRIME - 1) + 1
        };
        let n = vertices.len();
        let mut matrix = vec![vec![0u128; n]; n];
        for i in 0..n {
            for j in 0..i {
                if self.neighbours[vertices[i]].contains(&vertices[j]) {
                    matrix[i][j] = random();
                    matrix[j][i] = PRIME - matrix[i][j];
                }
            }
        }
        let inverse = |a: u128| {
            // a^(p − 2), by Fermat
            let (mut result, mut base, mut exponent) = (1, a, PRIME - 2);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result = result * base % PRIME;
                }
                base = base * base % PRIME;
                exponent >>= 1;
            }
            result
        };
        let mut rank = 0;
        for col in 0..n {
            let Some(pivot) = (rank..n).find(|&row| matrix[row][col] != 0) else { continue };
            matrix.swap(rank, pivot);
            let scale = inverse(matrix[rank][col]);
            let pivot_row = matrix[rank].clone();
            for row in matrix.iter_mut().skip(rank + 1) {
                let factor = row[col] * scale % PRIME;
                if factor != 0 {
                    for (x, p) in row.iter_mut().zip(&pivot_row) {
                        *x = (*x + (PRIME - factor) * p) % PRIME;
                    }
                }
            }
            rank += 1;
        }
        rank
    }
}

struct Search<'a> {
    walk: &'a Walk,
    known: HashMap<(usize, Vec<bool>), bool>,
}

impl Search<'_> {
    /// Whether the player to move with the token on `at` wins, by walking every path; `None`
    /// when there are too many.
    fn mover_wins(&mut self, at: usize, gone: &mut Vec<bool>) -> Option<bool> {
        if self.known.len() > POSITIONS || gone.len() > SEARCHED + 1 {
            return None;
        }
        gone[at] = true;
        let key = (at, gone.clone());
        let mut result = self.known.get(&key).copied();
        if result.is_none() {
            let nexts: Vec<usize> =
                self.walk.neighbours[at].iter().copied().filter(|&to| !gone[to]).collect();
            let mut wins = false;
            for to in nexts {
                match self.mover_wins(to, gone) {
                    Some(true) => {}
                    Some(false) => {
                        wins = true;
                        break;
                    }
                    None => {
                        gone[at] = false;
                        return None;
                    }
                }
            }
            self.known.insert(key, wins);
            result = Some(wins);
        }
        gone[at] = false;
        result
    }
}

/// Whether the two ways to solve a walk agree on every move: for `twin_checks.rs`.
pub fn search_agrees_with_matching(edges: &[(usize, usize)], vertices: usize, start: usize) -> bool {
    let mut neighbours = vec![BTreeSet::new(); vertices + 1];
    for &(a, b) in edges {
        neighbours[a].insert(b);
        neighbours[b].insert(a);
    }
    let mut gone = vec![false; vertices + 1];
    gone[0] = true;
    let walk = Walk { neighbours, gone: gone.clone(), next: BTreeSet::new() };
    let mut search = Search { walk: &walk, known: HashMap::new() };
    search.mover_wins(start, &mut gone) == walk.mover_wins_by_matching(start).ok()
}

/// The factor game.
pub struct Factor(Walk);

impl Factor {
    pub fn read(parts: &Parts) -> Res<Factor> {
        let (plain, keywords) = parts.keywords(&["damaged"])?;
        let [limit] = &plain[..] else { return Err(Fail::Wrong) };
        let limit = text::number_within(limit, u64::MAX)?;
        let damaged = text::ranges(keywords.of("damaged"))?;
        let drawn = parts.numbers()?;
        let is_damaged = |n: u64| damaged.iter().any(|&(low, high)| (low..=high).contains(&n));
        let wrong = damaged.iter().any(|&(low, high)| low < 1 || high > limit)
            || drawn.iter().any(|&n| n < 1 || n > limit || is_damaged(n))
            || drawn.first().is_some_and(|first| first % 2 != 0)
            || drawn.windows(2).any(|pair| pair[0] % pair[1] != 0 && pair[1] % pair[0] != 0)
            || (1..drawn.len()).any(|i| drawn[..i].contains(&drawn[i]))
            || !parts.asks_within(&[]);
        if wrong {
            return Err(Fail::Wrong);
        }
        if limit > 2_000 {
            return Err(Fail::TooBig);
        }
        let limit = limit as usize;
        let related = |a: usize, b: usize| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
        let mut neighbours = vec![BTreeSet::new(); limit + 1];
        for (a, near) in neighbours.iter_mut().enumerate().skip(1) {
            near.extend((1..=limit).filter(|&b| related(a, b)));
        }
        let mut gone: Vec<bool> = (0..=limit as u64).map(|n| n == 0 || is_damaged(n)).collect();
        drawn.iter().for_each(|&n| gone[n as usize] = true);
        let free = (1..=limit).filter(|&n| !gone[n]);
        let next = match drawn.last() {
            Some(&last) => free.filter(|&n| related(last as usize, n)).collect(),
            None => free.filter(|n| n % 2 == 0).collect(),
        };
        Ok(Factor(Walk { neighbours, gone, next }))
    }
}

impl Game for Factor {
    fn play(&self) -> Res<Play> {
        self.0.play()
    }
}

/// Undirected vertex geography.
pub struct Geography(Walk);

impl Geography {
    pub fn read(parts: &Parts) -> Res<Geography> {
        let (plain, _) = parts.keywords(&[])?;
        let (count, pairs) = text::count_and_pairs(&plain, '-')?;
        let path = parts.numbers()?;
        let joined = |a: u64, b: u64| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
        let wrong = path.is_empty()
            || path.iter().any(|&v| v < 1 || v > count)
            || path.windows(2).any(|pair| !joined(pair[0], pair[1]))
            || (1..path.len()).any(|i| path[..i].contains(&path[i]))
            || !parts.asks_within(&[]);
        if wrong {
            return Err(Fail::Wrong);
        }
        if count > 10_000 {
            return Err(Fail::TooBig);
        }
        let mut neighbours = vec![BTreeSet::new(); count as usize + 1];
        for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
            neighbours[a as usize].insert(b as usize);
            neighbours[b as usize].insert(a as usize);
        }
        let mut gone = vec![false; count as usize + 1];
        gone[0] = true;
        path.iter().for_each(|&v| gone[v as usize] = true);
        let last = *path.last().ok_or(Fail::Wrong)? as usize;
        let next = neighbours[last].iter().copied().filter(|&v| !gone[v]).collect();
        Ok(Geography(Walk { neighbours, gone, next }))
    }
}

impl Game for Geography {
    fn play(&self) -> Res<Play> {
        self.0.play()
    }
}
