//! Graphs: random edges, arcs, pairs of an order, or sets of vertices; then a path, tokens, or nothing.

use std::io;

use fxhash::{FxHashMap, FxHashSet};
use itertools::Itertools;

use super::{Error, Writer, check, numbers, refused};
use crate::record::{Slot, View};

/// The most vertices and edges of a graph.
const MAX_GRAPH: u64 = 1 << 30;

impl Writer<'_> {
    /// A game on a graph.
    pub(super) fn graph(&mut self) -> Result<(), Error> {
        let (parameters, signature) = (self.parameters, self.signature);
        let walk = signature.view == View::Walk;
        let sign = match signature.slots {
            [Slot::Arcs] => ">",
            [Slot::Order] => "<",
            _ => "-",
        };
        let mut edges = Vec::new();
        let mut vertices = check(
            "the number of vertices",
            parameters.limit.unwrap_or(10),
            1,
            MAX_GRAPH,
        )?;
        match (&parameters.rules, signature.slots) {
            (Some(rules), _) if walk || sign == ">" => vertices = read(rules, sign, &mut edges)?,
            (Some(_), _) => {}
            (None, [Slot::Branches]) => self.branches(vertices)?,
            (None, [Slot::Sets]) => self.sets(vertices)?,
            (None, _) => edges = self.pairs(vertices, sign, walk)?,
        }
        self.keywords();
        self.text(":");
        if walk {
            self.path(vertices, &edges);
        } else if sign == ">" {
            for _ in 0..parameters.count_of_heaps().unwrap_or(1) {
                let vertex = self.random.within(1, vertices);
                self.spaced(vertex);
            }
        }
        Ok(())
    }

    fn edge(&mut self, from: u64, sign: &str, to: u64) -> io::Result<()> {
        self.spaced(from);
        self.text(sign);
        self.number(to);
        self.flush_when_full()
    }

    /// Random pairs of different vertices; a graph of one vertex has none. Gives those that a path may take.
    fn pairs(&mut self, vertices: u64, sign: &str, walk: bool) -> Result<Vec<(u64, u64)>, Error> {
        let parameters = self.parameters;
        self.spaced(vertices);
        let usual = if walk || sign == ">" {
            2 * vertices
        } else {
            vertices
        };
        let count = check("--edges", parameters.edges.unwrap_or(usual), 0, MAX_GRAPH)?;
        let one_way = sign != ">" || parameters.acyclic;
        let pairs = parameters
            .distinct
            .then(|| numbers::pairs(vertices, one_way, count, &mut self.random));
        let mut different = pairs.transpose()?.into_iter().flatten();
        let mut kept = Vec::new();
        for _ in 0..if vertices == 1 { 0 } else { count } {
            let (from, to) = different.next().unwrap_or_else(|| {
                let from = self.random.within(1, vertices);
                let other = self.random.within(1, vertices - 1);
                (from, if other < from { other } else { other + 1 })
            });
            let (from, to) = match sign {
                ">" if parameters.acyclic => (from.max(to), from.min(to)),
                "-" | "<" if !walk => (from.min(to), from.max(to)),
                _ => (from, to),
            };
            self.edge(from, sign, to)?;
            if walk && parameters.moves.is_some_and(|moves| moves > 0) {
                kept.push((from, to));
            }
        }
        Ok(kept)
    }

    /// Edges on the ground, vertex 0: a tree first, then edges anywhere.
    fn branches(&mut self, vertices: u64) -> Result<(), Error> {
        let distinct = self.parameters.distinct;
        let count = self
            .parameters
            .edges
            .unwrap_or(vertices.saturating_add(vertices / 4));
        if distinct {
            check("--edges", count, 0, (vertices + 1) * vertices / 2)?;
        }
        let mut drawn = FxHashSet::default();
        for edge in 0..check("--edges", count, 0, MAX_GRAPH)? {
            let (from, to) = loop {
                let to = if edge < vertices {
                    edge + 1
                } else {
                    self.random.within(0, vertices)
                };
                let from = self
                    .random
                    .within(0, if edge < vertices { edge } else { vertices });
                if !distinct || from != to && drawn.insert((from.min(to), from.max(to))) {
                    break (from, to);
                }
            };
            self.edge(from, "-", to)?;
        }
        Ok(())
    }

    /// Sets of one to three vertices.
    fn sets(&mut self, vertices: u64) -> Result<(), Error> {
        let count = check(
            "--edges",
            self.parameters.edges.unwrap_or(vertices),
            0,
            MAX_GRAPH,
        )?;
        if self.parameters.distinct {
            let v = u128::from(vertices);
            let all =
                v + v * v.saturating_sub(1) / 2 + v * v.saturating_sub(1) * v.saturating_sub(2) / 6;
            check("--edges", count, 0, u64::try_from(all).unwrap_or(u64::MAX))?;
        }
        self.spaced(vertices);
        let mut drawn = FxHashSet::default();
        for _ in 0..count {
            let set = self.distinct(&mut drawn, |random| {
                let size = 1 + random.below(3);
                let set = random
                    .distinct(size, vertices)
                    .into_iter()
                    .map(|vertex| vertex + 1);
                Some(set.sorted_unstable().collect_vec())
            });
            self.tuple(&set);
            self.flush_when_full()?;
        }
        Ok(())
    }

    /// A path of a start and the given number of moves, shorter if it ends in a corner.
    fn path(&mut self, vertices: u64, edges: &[(u64, u64)]) {
        let mut neighbours: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        for &(a, b) in edges {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let mut visited = FxHashSet::default();
        let mut at = self.random.within(1, vertices);
        self.spaced(at);
        for _ in 0..self.parameters.moves.unwrap_or(0) {
            visited.insert(at);
            let near = neighbours.get(&at).into_iter().flatten().copied();
            let open = near
                .filter(|to| !visited.contains(to))
                .sorted_unstable()
                .dedup()
                .collect_vec();
            let Some(&next) = self.random.pick(&open) else {
                break;
            };
            self.spaced(next);
            at = next;
        }
    }
}

/// Reads rules given as text: the number of vertices and the edges.
fn read(rules: &str, sign: &str, edges: &mut Vec<(u64, u64)>) -> Result<u64, Error> {
    let wrong = || refused(format!("--rules of a graph are `4 1{sign}2 2{sign}3`"));
    let number = |text: &str| text.parse().map_err(|_| wrong());
    let mut vertices = None;
    for word in rules.split_whitespace() {
        match word.split_once(sign) {
            Some((from, to)) => edges.push((number(from)?, number(to)?)),
            None => vertices = Some(number(word)?),
        }
    }
    vertices.ok_or_else(wrong)
}
