//! Vertex geography: a token goes along edges and never comes back; the factor game, on numbers that divide each other.
//!
//! A position is the vertex of the token, 0 before the first move, and the vertices visited since the record, ascending.

use fxhash::FxHashSet;

use crate::matching;
use crate::moves::graph::targets;
use crate::moves::vocabulary::*;

/// The most vertices of a graph, and those on which a matching is looked for here.
const MAX_VERTICES: u64 = 1 << 20;
const MAX_MATCHED_VERTICES: usize = 3_000;

/// The most vertices left, if walks are explored.
const MAX_EXPLORED_VERTICES: usize = 20;

struct Walk {
    /// Of each vertex; of 0, the vertices on which the first token may be put.
    neighbours: Vec<Vec<u32>>,
    /// Whether a vertex is left by the record.
    left: Vec<bool>,
}

impl Walk {
    fn play(self, path: &[u64]) -> Play {
        Play {
            valued: false,
            ..Play::new(self, [vec![path.last().copied().unwrap_or(0)]])
        }
    }

    fn next<'p>(&'p self, position: &'p [u64]) -> impl Iterator<Item = u64> + 'p {
        let near = &self.neighbours[position[0] as usize];
        let is_left = |&to: &u64| self.left[to as usize] && !position[1..].contains(&to);
        near.iter().map(|&vertex| vertex.into()).filter(is_left)
    }

    /// The player to move wins exactly if every maximum matching of what is left covers the token's vertex (Fraenkel,
    /// Scheinerman and Ullman 1993): a move to a vertex that some maximum matching misses wins. One may be given by its
    /// pairs; `None` if they are no maximum matching.
    fn matched(&self, pairs: Option<&[(u64, u64)]>) -> Option<Theorem<'_>> {
        let missed = matching::missed(&self.neighbours, &self.left, pairs)?;
        Some(Theorem::outcome(
            "Fraenkel, Scheinerman and Ullman 1993",
            move |parts| {
                let is_lost = match &parts[0][..] {
                    [_] => !self.next(&parts[0]).any(|to| missed.contains(&(to as u32))),
                    &[token, _] => missed.contains(&(token as u32)),
                    _ => return Err(Fail::TooLarge),
                };
                Ok(if is_lost {
                    PlayOutcome::Lose
                } else {
                    PlayOutcome::Win
                })
            },
        ))
    }
}

impl GameDefinition for Walk {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let go = |to: u64| {
            let mut next = PositionNumbers::from(position);
            next[0] = to;
            next.insert(1 + position[1..].partition_point(|&vertex| vertex < to), to);
            ListedMove::leaving([next]).named(Name::Bare(to.to_string().into()))
        };
        Ok(self.next(position).map(go).collect())
    }

    /// Larger ones are left to the theorem at once.
    fn is_far(&self, position: &[u64]) -> bool {
        self.left.iter().filter(|&&left| left).count() + 1 - position.len() > MAX_EXPLORED_VERTICES
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Fail::TooLarge.when(self.neighbours.len() > MAX_MATCHED_VERTICES)?;
        self.matched(None).ok_or(Fail::TooLarge)
    }

    /// A maximum matching of the graph that is left says which first moves win.
    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        let Certificate::Matching(pairs) = certificate else {
            return Err(Fail::TooLarge);
        };
        self.matched(Some(pairs)).ok_or(Fail::Forged)
    }
}

/// Reads a record of the factor game.
pub fn read_factor(given: &Given<'_>) -> Res<Play> {
    let [limit] = &given.words[..] else {
        return Err(Fail::Wrong);
    };
    let limit = text::number_within(limit, u64::MAX)?;
    let damaged = text::ranges(given.of("damaged"))?;
    let drawn = given.record.numbers()?;
    let is_damaged = |n: &u64| {
        let place = damaged.partition_point(|&(_, high)| high < *n);
        damaged.get(place).is_some_and(|&(low, _)| low <= *n)
    };
    let wrong = damaged.iter().any(|&(low, high)| low < 1 || high > limit)
        || drawn.iter().any(is_damaged)
        || drawn.first().is_some_and(|first| first % 2 != 0);
    Fail::Wrong.when(wrong)?;
    let divides = |a: u64, b: u64| a.is_multiple_of(b) || b.is_multiple_of(a);
    let multiples = |n: u64| (2..=limit / n).map(move |times| (n, n * times));
    let mut walk = walk(limit, &drawn, divides, (1..=limit).flat_map(multiples))?;
    walk.neighbours[0] = (1..=limit as u32).filter(|n| n % 2 == 0).collect();
    (1..=limit)
        .filter(is_damaged)
        .for_each(|n| walk.left[n as usize] = false);
    Ok(walk.play(&drawn))
}

/// Reads a record of geography.
pub fn read_geography(given: &Given<'_>) -> Res<Play> {
    let (count, pairs) = text::count_and_pairs(&given.words, '-')?;
    let path = given.record.numbers()?;
    Fail::Wrong.when(path.is_empty())?;
    let pairs: FxHashSet<(u64, u64)> = pairs.into_iter().filter(|(a, b)| a != b).collect();
    let joined = |a: u64, b: u64| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
    Ok(walk(count, &path, joined, pairs.iter().copied())?.play(&path))
}

/// The walk on a graph of this many vertices behind a path on it.
fn walk(
    count: u64,
    path: &[u64],
    joined: impl Fn(u64, u64) -> bool,
    edges: impl Iterator<Item = (u64, u64)>,
) -> Res<Walk> {
    let wrong = path.iter().any(|&vertex| vertex < 1 || vertex > count)
        || path.windows(2).any(|pair| !joined(pair[0], pair[1]))
        || !path.iter().all_unique();
    Fail::Wrong.when(wrong)?;
    Fail::TooLarge.when(count > MAX_VERTICES)?;
    let neighbours = targets(
        count,
        edges.flat_map(|(a, b)| [(a, b as u32), (b, a as u32)]),
    );
    let mut left = vec![true; neighbours.len()];
    path.iter()
        .chain([&0])
        .for_each(|&vertex| left[vertex as usize] = false);
    Ok(Walk { neighbours, left })
}
