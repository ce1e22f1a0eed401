//! Factor and geography: a maximum matching with its barrier.
//!
//! The vertices that may still be visited, without the token's own, form a graph H; a move wins
//! exactly when some maximum matching of H misses the vertex it goes to (Fraenkel, Scheinerman and
//! Ullman 1993). For a matching M and a set A of vertices it is checked that
//!
//! - M is a matching of H, and the vertices it misses are as many as the odd components of H − A
//!   less the vertices of A. By the easy half of the formula of Tutte and Berge no matching misses
//!   fewer: M is maximum, and so every maximum matching covers A and the even components.
//! - A vertex of an odd component is missed by a maximum matching when an alternating path of even
//!   length leads to it from a vertex M misses. These are found by growing one alternating forest
//!   (Edmonds 1965) from the vertices M misses, which must find no augmenting path.
//!
//! A move to a vertex for which neither holds would not be decided, and the certificate is then
//! rejected; with the set A of Gallai and Edmonds that does not happen.

use fxhash::FxHashSet;

use super::{CELLS, Checked, rejected, unproved, verdict};
use crate::record::{Ask, Field, Move, Record};

/// "No vertex".
const NONE: u32 = u32::MAX;

/// What is left to visit, and where the token may go.
pub(crate) struct Left {
    /// The names of the vertices 0, 1, …, ascending.
    pub(crate) names: Vec<u32>,
    /// The neighbours of each.
    pub(crate) lists: Vec<Vec<u32>>,
    /// Where the player to move may go, ascending.
    pub(crate) legal: Vec<u32>,
}

impl Left {
    /// What is left in a record of factor or geography.
    pub(crate) fn of(record: &Record<'_>, name: &str) -> Checked<Left> {
        if name == "factor" { factor(record) } else { geography(record) }
    }

    fn index(&self, name: u32) -> Option<u32> {
        self.names.binary_search(&name).ok().map(|index| index as u32)
    }
}

fn factor(record: &Record<'_>) -> Checked<Left> {
    let drawn = &record.position.numbers;
    let limit = match record.rules.limit {
        Some(limit) if limit <= 1 << 21 => limit as u32,
        _ => return unproved("the divisibility graph is too large to build"),
    };
    let mut gone = vec![false; limit as usize + 1];
    gone[0] = true;
    let damaged = record.rules.damaged_numbers.iter().flat_map(|range| range.low..=range.high.min(1 << 22));
    for number in damaged.chain(drawn.iter().copied()) {
        match gone.get_mut(number as usize) {
            Some(gone) => *gone = true,
            None => return rejected("a number is not on the board"),
        }
    }
    let names: Vec<u32> = (1..=limit).filter(|&number| !gone[number as usize]).collect();
    let mut left = Left { lists: vec![Vec::new(); names.len()], legal: Vec::new(), names };
    let index_of: Vec<u32> = {
        let mut index_of = vec![NONE; limit as usize + 1];
        for (&name, index) in left.names.iter().zip(0..) {
            index_of[name as usize] = index;
        }
        index_of
    };
    for divisor in 1..=limit {
        for multiple in (2 * divisor..=limit).step_by(divisor as usize) {
            let (a, b) = (index_of[divisor as usize], index_of[multiple as usize]);
            if a != NONE && b != NONE {
                left.lists[a as usize].push(b);
                left.lists[b as usize].push(a);
            }
        }
    }
    let related = |a: u32, b: u32| a.is_multiple_of(b) || b.is_multiple_of(a);
    let may = |&name: &u32| match drawn.last() {
        None => name.is_multiple_of(2),
        Some(&last) => related(name, last as u32),
    };
    left.legal = left.names.iter().copied().filter(may).collect();
    Ok(left)
}

fn geography(record: &Record<'_>) -> Checked<Left> {
    let edges = &record.rules.edges;
    let path: Vec<u32> = record.position.numbers.iter().map(|&vertex| vertex as u32).collect();
    let Some(&token) = path.last() else { return rejected("there is no token") };
    if edges.len() as u64 > CELLS {
        return unproved("the graph has too many edges");
    }
    let visited: FxHashSet<u32> = path.into_iter().collect();
    let free = |vertex: &u32| !visited.contains(vertex);
    let mut names: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).filter(free).collect();
    names.sort_unstable();
    names.dedup();
    let mut left = Left { lists: vec![Vec::new(); names.len()], legal: Vec::new(), names };
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        match (left.index(a), left.index(b)) {
            (Some(i), Some(j)) => {
                left.lists[i as usize].push(j);
                left.lists[j as usize].push(i);
            }
            (Some(_), None) if b == token => left.legal.push(a),
            (None, Some(_)) if a == token => left.legal.push(b),
            _ => {}
        }
    }
    left.legal.sort_unstable();
    left.legal.dedup();
    Ok(left)
}

pub(super) fn derive(
    record: &Record<'_>,
    name: &str,
    pairs: &[(u32, u32)],
    barrier: &[u32],
) -> Checked<Vec<Field>> {
    let left = Left::of(record, name)?;
    let mut winning = Vec::new();
    if !left.legal.is_empty() {
        let mate = matching(&left, pairs)?;
        let covered = covered(&left, &mate, barrier)?;
        let missed = Forest::new(&left, &mate).grow()?;
        for &name in &left.legal {
            let Some(index) = left.index(name) else { return rejected("a move leads nowhere") };
            match (missed[index as usize], covered[index as usize]) {
                (true, false) => winning.push(Move::Draw(u64::from(name))),
                (false, true) => {}
                _ => return rejected(format!("whether a maximum matching misses {name} is not proved")),
            }
        }
    }
    record
        .asks
        .iter()
        .map(|&ask| {
            let verdict = verdict(!winning.is_empty(), winning.len() as u128);
            Ok(match ask {
                Ask::Verdict => Field::Verdict(verdict),
                Ask::Winner => Field::Winner(verdict),
                Ask::Count => Field::Count(winning.len() as u128),
                Ask::Moves => Field::Moves(winning.clone()),
                Ask::Best => {
                    let first = left.legal.first().map(|&name| Move::Draw(u64::from(name)));
                    Field::Best(winning.first().copied().or(first))
                }
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}

/// The mate of each vertex.
fn matching(left: &Left, pairs: &[(u32, u32)]) -> Checked<Vec<u32>> {
    let mut mate = vec![NONE; left.names.len()];
    for &(a, b) in pairs {
        let (Some(i), Some(j)) = (left.index(a), left.index(b)) else {
            return rejected(format!("the pair {a}-{b} is not free"));
        };
        if !left.lists[i as usize].contains(&j) {
            return rejected(format!("the pair {a}-{b} is no edge"));
        }
        if mate[i as usize] != NONE || mate[j as usize] != NONE {
            return rejected(format!("the pair {a}-{b} meets another"));
        }
        (mate[i as usize], mate[j as usize]) = (j, i);
    }
    Ok(mate)
}

/// Which vertices every maximum matching covers, by the barrier; that the matching is maximum.
fn covered(left: &Left, mate: &[u32], barrier: &[u32]) -> Checked<Vec<bool>> {
    let order = left.names.len();
    let mut covered = vec![false; order];
    for &name in barrier {
        match left.index(name) {
            Some(index) if !covered[index as usize] => covered[index as usize] = true,
            _ => return rejected(format!("{name} cannot be in the barrier")),
        }
    }
    let mut reached = covered.clone();
    let mut odd = 0;
    for start in 0..order {
        if reached[start] {
            continue;
        }
        reached[start] = true;
        let mut component = vec![start as u32];
        let mut next = 0;
        while let Some(&vertex) = component.get(next) {
            next += 1;
            for &neighbour in &left.lists[vertex as usize] {
                if !std::mem::replace(&mut reached[neighbour as usize], true) {
                    component.push(neighbour);
                }
            }
        }
        if component.len() % 2 == 1 {
            odd += 1;
        } else {
            component.into_iter().for_each(|vertex| covered[vertex as usize] = true);
        }
    }
    let exposed = mate.iter().filter(|&&mate| mate == NONE).count();
    if odd != exposed + barrier.len() {
        return rejected("the barrier does not prove the matching maximum");
    }
    Ok(covered)
}

/// An alternating forest from all vertices a matching misses.
struct Forest<'a> {
    left: &'a Left,
    mate: &'a [u32],
    /// Whether an even alternating path leads here.
    outer: Vec<bool>,
    /// Of an inner vertex: the outer one it was reached from.
    parent: Vec<u32>,
    /// Blossoms as a union–find whose roots are their bases.
    blossom: Vec<u32>,
    /// The last walk that passed a base.
    passed: Vec<u32>,
    walks: u32,
    queue: Vec<u32>,
}

impl<'a> Forest<'a> {
    fn new(left: &'a Left, mate: &'a [u32]) -> Self {
        let order = mate.len();
        let roots: Vec<u32> = (0..order as u32).filter(|&v| mate[v as usize] == NONE).collect();
        let mut outer = vec![false; order];
        roots.iter().for_each(|&root| outer[root as usize] = true);
        let blossom = (0..order as u32).collect();
        Forest {
            left,
            mate,
            outer,
            parent: vec![NONE; order],
            blossom,
            passed: vec![0; order],
            walks: 0,
            queue: roots,
        }
    }

    fn base(&mut self, mut vertex: u32) -> u32 {
        let mut root = vertex;
        while self.blossom[root as usize] != root {
            root = self.blossom[root as usize];
        }
        while vertex != root {
            vertex = std::mem::replace(&mut self.blossom[vertex as usize], root);
        }
        root
    }

    /// Which vertices some maximum matching misses.
    fn grow(mut self) -> Checked<Vec<bool>> {
        let left = self.left;
        while let Some(vertex) = self.queue.pop() {
            for &neighbour in &left.lists[vertex as usize] {
                if self.outer[neighbour as usize] {
                    self.join(vertex, neighbour)?;
                } else if self.parent[neighbour as usize] == NONE {
                    self.parent[neighbour as usize] = vertex;
                    // All vertices without mate are roots, so this one has a mate.
                    let mate = self.mate[neighbour as usize];
                    self.outer[mate as usize] = true;
                    self.queue.push(mate);
                }
            }
        }
        Ok(self.outer)
    }

    /// The base above this one, if it is no root.
    fn above(&mut self, base: u32) -> Option<u32> {
        let inner = self.mate[base as usize];
        (inner != NONE).then(|| self.base(self.parent[inner as usize]))
    }

    /// An edge between outer vertices: a blossom, or an augmenting path.
    fn join(&mut self, a: u32, b: u32) -> Checked<()> {
        let (a, b) = (self.base(a), self.base(b));
        if a == b {
            return Ok(());
        }
        self.walks += 1;
        let walk = self.walks;
        let (mut here, mut there) = (Some(a), Some(b));
        let meeting = loop {
            let Some(base) = here else {
                match there {
                    None => return rejected("there is an augmenting path"),
                    Some(_) => {
                        std::mem::swap(&mut here, &mut there);
                        continue;
                    }
                }
            };
            if std::mem::replace(&mut self.passed[base as usize], walk) == walk {
                break base;
            }
            here = self.above(base);
            std::mem::swap(&mut here, &mut there);
        };
        for start in [a, b] {
            let mut base = start;
            while base != meeting {
                let inner = self.mate[base as usize];
                let next = self.base(self.parent[inner as usize]);
                self.outer[inner as usize] = true;
                self.queue.push(inner);
                self.blossom[base as usize] = meeting;
                self.blossom[inner as usize] = meeting;
                base = next;
            }
        }
        Ok(())
    }
}

/// The names of a matching's pairs, for those who know the mates.
pub(crate) fn named_pairs(left: &Left, mate: impl Fn(u32) -> Option<u32>) -> Vec<(u32, u32)> {
    let name = |index: u32| left.names[index as usize];
    let pairs = (0..left.names.len() as u32).filter_map(|i| mate(i).filter(|&j| i < j).map(|j| (i, j)));
    pairs.map(|(i, j)| (name(i), name(j))).collect()
}
