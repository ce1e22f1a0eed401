//! The three parts of the graph that a certificate names, checked against its edges.

use super::left::{Edges, Left};
use crate::certificate::{Barrier, Ears};
use crate::{Checked, rejected};

/// Of no part: so are vertices that are left until the certificate names them.
const UNNAMED: u32 = 0;
/// C.
const INSIDE: u32 = 1;
/// The first component of D; the others are numbered on from here.
const FIRST: u32 = 2;
/// A, and what is not left: what is taken away before components are looked at.
const AWAY: u32 = u32::MAX;

/// "No vertex".
const NONE: u32 = u32::MAX;

/// What a certificate says of each vertex.
pub(super) struct Parts<'a> {
    left: &'a Left<'a>,
    part: Vec<u32>,
    /// The edges the certificate uses and the record must have, at one of their ends; none where
    /// they can be checked at once.
    claims: Vec<[u32; 2]>,
    claimed: usize,
}

impl<'a> Parts<'a> {
    /// The parts, if the certificate proves them.
    pub(super) fn new(
        left: &'a Left<'a>,
        missed: &Ears,
        barrier: &[Barrier],
        pairs: &[(u32, u32)],
    ) -> Checked<Parts<'a>> {
        let start = |vertex| if left.is_left(vertex) { UNNAMED } else { AWAY };
        let part = (0..left.order() as u32).map(start).collect();
        let claims = match left.edges() {
            Edges::Divisors(_) => Vec::new(),
            Edges::Listed(_) => vec![[NONE; 2]; left.order()],
        };
        let mut parts = Parts { left, part, claims, claimed: 0 };
        let components = parts.add_missed(missed)?;
        parts.add_barrier(barrier, components)?;
        for &(a, b) in pairs {
            let (first, second) = (parts.name(a, INSIDE)?, parts.name(b, INSIDE)?);
            parts.claim(first, second)?;
        }
        if let Some(unnamed) = parts.part.iter().position(|&part| part == UNNAMED) {
            return rejected(format!("nothing is said of {}", left.name(unnamed as u32)));
        }
        parts.check_edges()?;
        Ok(parts)
    }

    /// Whether some maximum matching misses the vertex.
    pub(super) fn is_missed(&self, vertex: u32) -> bool {
        (FIRST..AWAY).contains(&self.part[vertex as usize])
    }

    /// Puts a vertex into a part.
    #[inline]
    fn name(&mut self, name: u32, to: u32) -> Checked<u32> {
        if let Some(vertex) = self.left.index(name)
            && std::mem::replace(&mut self.part[vertex as usize], to) == UNNAMED
        {
            return Ok(vertex);
        }
        rejected(format!("{name} is not left, or named twice"))
    }

    /// A vertex of a component.
    #[inline]
    fn named(&self, name: u32, is_in: impl Fn(u32) -> bool) -> Checked<u32> {
        match self.left.index(name) {
            Some(vertex) if is_in(self.part[vertex as usize]) => Ok(vertex),
            _ => rejected(format!("{name} is not in the component it should be in")),
        }
    }

    /// Two vertices must be neighbours. Each vertex claims so of two others at most.
    #[inline]
    fn claim(&mut self, vertex: u32, neighbour: u32) -> Checked<()> {
        match self.claims.get_mut(vertex as usize) {
            Some([first, second]) => {
                *(if *first == NONE { first } else { second }) = neighbour;
                self.claimed += 1;
                Ok(())
            }
            // Numbers: their divisors and multiples.
            None if vertex.max(neighbour).is_multiple_of(vertex.min(neighbour)) => Ok(()),
            None => {
                let (a, b) = (self.left.name(vertex), self.left.name(neighbour));
                rejected(format!("{a} and {b} are no neighbours"))
            }
        }
    }

    /// Names the vertices of D, and says how many components it has.
    fn add_missed(&mut self, missed: &Ears) -> Checked<u32> {
        let mut part = FIRST - 1;
        for path in missed.iter() {
            if let &[vertex] = path {
                part += 1;
                self.name(vertex, part)?;
                continue;
            }
            let &[from, ref inner @ .., to] = path else { return rejected("a path without vertices") };
            if inner.is_empty() || !inner.len().is_multiple_of(2) {
                return rejected(format!("the ear from {from} to {to} is even"));
            }
            // Both ends are there before.
            let (from, to) = (self.named(from, |in_part| in_part == part)?, self.named(to, |p| p == part)?);
            let mut last = from;
            for &vertex in inner {
                let vertex = self.name(vertex, part)?;
                self.claim(vertex, last)?;
                last = vertex;
            }
            self.claim(last, to)?;
        }
        Ok(part + 1 - FIRST)
    }

    /// Names the vertices of A, of which the components are this many.
    fn add_barrier(&mut self, barrier: &[Barrier], components: u32) -> Checked<()> {
        let is_component = |part| (FIRST..AWAY).contains(&part);
        // Of each component: whether all its vertices can be missed.
        let mut reached = vec![true; components as usize];
        let component = |parts: &Self, name| -> Checked<(u32, usize)> {
            let vertex = parts.named(name, is_component)?;
            Ok((vertex, (parts.part[vertex as usize] - FIRST) as usize))
        };
        for &Barrier { vertex: name, mate, .. } in barrier {
            let vertex = self.name(name, AWAY)?;
            let (mate, matched) = component(self, mate)?;
            if !std::mem::replace(&mut reached[matched], false) {
                return rejected(format!("{name} is matched into a component that another is matched into"));
            }
            self.claim(vertex, mate)?;
        }
        for &Barrier { vertex: name, mate, parent } in barrier {
            let ((parent, from), (_, to)) = (component(self, parent)?, component(self, mate)?);
            if !reached[from] {
                return rejected(format!("the parent of {name} is not reached"));
            }
            reached[to] = true;
            if let Some(vertex) = self.left.index(name) {
                self.claim(vertex, parent)?;
            }
        }
        Ok(())
    }

    /// Checks that no edge joins two components, or one and C, and that all edges claimed are there.
    fn check_edges(&mut self) -> Checked<()> {
        let Parts { left, part, claims, claimed } = self;
        let mut joins = None;
        match left.edges() {
            Edges::Divisors(limit) => {
                for number in (1..=limit / 2).filter(|&number| part[number as usize] != AWAY) {
                    let own = part[number as usize];
                    for multiple in (2 * number..=limit).step_by(number as usize) {
                        let other = part[multiple as usize];
                        if other != own && other != AWAY {
                            joins = Some((number, multiple));
                        }
                    }
                }
            }
            Edges::Listed(edges) => {
                for (a, b) in edges.iter().filter_map(|&(a, b)| left.indices(a, b)) {
                    let (first, second) = (part[a as usize], part[b as usize]);
                    if first != second && first != AWAY && second != AWAY {
                        joins = Some((a, b));
                    }
                    for (vertex, neighbour) in [(a, b), (b, a)] {
                        for claim in &mut claims[vertex as usize] {
                            if *claim == neighbour {
                                *claim = NONE;
                                *claimed -= 1;
                            }
                        }
                    }
                }
            }
        }
        if let Some((a, b)) = joins {
            let (a, b) = (left.name(a), left.name(b));
            return rejected(format!("an edge from {a} to {b} joins two components"));
        }
        let claim = |(vertex, claims): (u32, &[u32; 2])| {
            claims.iter().find(|&&claim| claim != NONE).map(|&claim| (vertex, claim))
        };
        match (0..).zip(&*claims).find_map(claim).filter(|_| *claimed > 0) {
            Some((a, b)) => {
                let (a, b) = (left.name(a), left.name(b));
                rejected(format!("{a} and {b} are no neighbours"))
            }
            None => Ok(()),
        }
    }
}
