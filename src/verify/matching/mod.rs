//! Factor and geography: a maximum matching with its barrier.
//!
//! The vertices that may still be visited, without the token's own, form a graph H; a move wins
//! exactly when some maximum matching of H misses the vertex it goes to (Fraenkel, Scheinerman and
//! Ullman 1993). For a matching M and a set A of vertices, the barrier, it is checked that
//!
//! - M is a matching of H, and the vertices it misses are as many as the odd components of H − A
//!   less the vertices of A. By the easy half of the formula of Tutte and Berge no matching misses
//!   fewer: M is maximum. More than that: every maximum matching covers A and the even components,
//!   and M leaves of each odd component one vertex, its base, missed or matched into A.
//! - An odd component is *reached* when its base is missed, or when the base's mate in A has its
//!   parent, a neighbour, in a component reached before: exchanging edges along the way back, the
//!   base is missed instead. Then any vertex of it is missed by a maximum matching to which an
//!   alternating path of even length leads from the base within the component ([`forest`]).
//!
//! A move to a vertex for which neither holds would not be decided, and the certificate is then
//! rejected; with the sets of Gallai and Edmonds that does not happen.

mod forest;
mod left;

use super::{Checked, Meter, rejected, verdict};
use crate::record::{Ask, Field, Move, Record};
use forest::Forest;

pub(crate) use left::Left;

/// "No vertex".
pub(crate) const NONE: u32 = u32::MAX;

pub(super) fn derive(
    record: &Record<'_>,
    name: &str,
    pairs: &[(u32, u32)],
    barrier: &[(u32, u32)],
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let left = Left::of(record, name, meter)?;
    let mut winning = Vec::new();
    if !left.legal.is_empty() {
        let decided = Decided::new(&left, pairs, barrier)?;
        for &name in &left.legal {
            match left.index(name).and_then(|vertex| decided.is_missed(vertex)) {
                Some(true) => winning.push(Move::Draw(u64::from(name))),
                Some(false) => {}
                None => return rejected(format!("whether a maximum matching misses {name} is not proved")),
            }
        }
    } else if !pairs.is_empty() || !barrier.is_empty() {
        return rejected("where there is no move, there is nothing to match");
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

/// What a matching and its barrier decide.
struct Decided {
    in_barrier: Vec<bool>,
    components: Components,
    /// Of the component each vertex stands for: whether it is reached.
    reached: Vec<bool>,
    /// Whether an alternating path of even length leads here from the component's base.
    outer: Vec<bool>,
}

impl Decided {
    fn new(left: &Left<'_>, pairs: &[(u32, u32)], barrier: &[(u32, u32)]) -> Checked<Decided> {
        let mut mate = mates(left, pairs)?;
        let mut parents = Vec::with_capacity(barrier.len());
        let mut in_barrier = vec![false; left.order()];
        for &(name, parent) in barrier {
            match (left.index(name), left.index(parent)) {
                (Some(vertex), Some(parent)) if !in_barrier[vertex as usize] => {
                    in_barrier[vertex as usize] = true;
                    parents.push((vertex, parent));
                }
                _ => return rejected(format!("{name} cannot be in the barrier")),
            }
        }
        if let Some((a, b)) = left.no_edge(&mate, &parents) {
            return rejected(format!("{} and {} are no neighbours", left.name(a), left.name(b)));
        }
        let components = Components::new(left, &in_barrier);
        let others = || (0..left.order()).filter(|&v| left.is_left(v as u32) && !in_barrier[v]);
        let odd = others().filter(|&v| components.of(v) == v && components.is_odd(v)).count();
        let exposed = (0..left.order()).filter(|&v| left.is_left(v as u32) && mate[v] == NONE).count();
        if odd != exposed + barrier.len() {
            return rejected("the barrier does not prove the matching maximum");
        }
        let mut reached = vec![false; left.order()];
        others().filter(|&v| mate[v] == NONE).for_each(|base| reached[components.of(base)] = true);
        for &(vertex, parent) in &parents {
            let base = mate[vertex as usize];
            if in_barrier[parent as usize] || !reached[components.of(parent as usize)] || base == NONE {
                return rejected(format!("the parent of {} is not reached", left.name(vertex)));
            }
            reached[components.of(base as usize)] = true;
        }
        // Where a component has more than its base, alternating paths show the rest.
        let grows = |v: usize| !in_barrier[v] && components.is_odd(v) && components.size(v) > 1;
        let mut bases = Vec::new();
        for vertex in others().filter(|&v| grows(v)) {
            if mate[vertex] == NONE || in_barrier[mate[vertex] as usize] {
                mate[vertex] = NONE;
                bases.push(vertex as u32);
            }
        }
        let growing = (0..left.order()).map(|v| left.is_left(v as u32) && grows(v)).collect();
        let neighbours = left.neighbours(growing);
        let outer = Forest::new(&neighbours, &components, &mate, &bases).grow()?;
        Ok(Decided { in_barrier, components, reached, outer })
    }

    /// Whether some maximum matching misses the vertex, if that is proved.
    fn is_missed(&self, vertex: u32) -> Option<bool> {
        let vertex = vertex as usize;
        if self.in_barrier[vertex] || !self.components.is_odd(vertex) {
            return Some(false);
        }
        let proved = self.reached[self.components.of(vertex)]
            && (self.components.size(vertex) == 1 || self.outer[vertex]);
        proved.then_some(true)
    }
}

/// The mate of each vertex.
fn mates(left: &Left<'_>, pairs: &[(u32, u32)]) -> Checked<Vec<u32>> {
    let mut mate = vec![NONE; left.order()];
    for &(a, b) in pairs {
        let (Some(i), Some(j)) = (left.index(a), left.index(b)) else {
            return rejected(format!("the pair {a}-{b} is not free"));
        };
        if i == j || mate[i as usize] != NONE || mate[j as usize] != NONE {
            return rejected(format!("the pair {a}-{b} meets another"));
        }
        (mate[i as usize], mate[j as usize]) = (j, i);
    }
    Ok(mate)
}

/// The components of what is left without a barrier.
struct Components {
    /// For each vertex one that stands for its component, the same for all of it.
    of: Vec<u32>,
    /// Of those that stand for a component: its size.
    size: Vec<u32>,
}

impl Components {
    fn new(left: &Left<'_>, barrier: &[bool]) -> Components {
        fn top(above: &mut [u32], mut vertex: u32) -> u32 {
            while above[vertex as usize] != vertex {
                let next = above[above[vertex as usize] as usize];
                above[vertex as usize] = next;
                vertex = next;
            }
            vertex
        }
        let mut of: Vec<u32> = (0..left.order() as u32).collect();
        left.each_edge(barrier, |a, b| {
            let (a, b) = (top(&mut of, a), top(&mut of, b));
            of[a.max(b) as usize] = a.min(b);
        });
        let mut size = vec![0; of.len()];
        for vertex in 0..of.len() as u32 {
            let top = top(&mut of, vertex);
            of[vertex as usize] = top;
            size[top as usize] += 1;
        }
        Components { of, size }
    }

    fn of(&self, vertex: usize) -> usize {
        self.of[vertex] as usize
    }

    /// Of those that stand for a component: its size.
    fn sizes(&self) -> &[u32] {
        &self.size
    }

    fn size(&self, vertex: usize) -> u32 {
        self.size[self.of(vertex)]
    }

    fn is_odd(&self, vertex: usize) -> bool {
        self.size(vertex) % 2 == 1
    }
}
