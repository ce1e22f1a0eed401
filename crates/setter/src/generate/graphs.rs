//! Random graphs: edges, arcs, pairs of an order, or sets of vertices; then a path, tokens, or nothing.

use std::io::{self, Error};

use fxhash::{FxHashMap, FxHashSet};
use itertools::Itertools;

use super::errors::{check, refused};
use super::numbers;
use super::writer::Writer;
use grundy_base::edge::Edge;
use grundy_record::{Look, Slot};

/// The most vertices of a graph, and the most edges.
const MAX_GRAPH_SIZE: u64 = 1 << 30;

/// A graph as far as the position on it needs it.
struct DrawnGraph {
    /// The number of vertices.
    vertices: u64,
    /// The edges that a path may take.
    edges: Vec<Edge<u64>>,
}

impl Writer<'_> {
    /// Draws a game on a graph.
    pub(super) fn graph(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let signature = self.signature;
        let has_walker = signature.look == Look::Walk;
        let sign = match signature.slots {
            [Slot::Arcs] => ">",
            [Slot::Order] => "<",
            _ => "-",
        };
        let limit = parameters.limit.unwrap_or(10);
        let vertices = check("the number of vertices", limit, 1, MAX_GRAPH_SIZE)?;
        let mut graph = DrawnGraph {
            vertices,
            edges: Vec::new(),
        };
        match (&parameters.rules, signature.slots) {
            (Some(rules), _) if has_walker || sign == ">" => graph = read_graph(rules, sign)?,
            (Some(_), _) => {}
            (None, [Slot::Branches]) => self.branches(vertices)?,
            (None, [Slot::Sets]) => self.sets(vertices)?,
            (None, _) => graph.edges = self.pairs(vertices, sign, has_walker)?,
        }
        self.keywords();
        self.text(":");
        let DrawnGraph { vertices, edges } = graph;
        if has_walker {
            self.path(vertices, &edges);
        } else if sign == ">" {
            for _ in 0..parameters.count_of_heaps().unwrap_or(1) {
                let vertex = self.random.within(1, vertices);
                self.spaced(vertex);
            }
        }
        Ok(())
    }

    /// Writes an edge.
    fn edge(&mut self, edge: Edge<u64>, sign: &str) -> io::Result<()> {
        self.spaced(edge.from);
        self.text(sign);
        self.number(edge.to);
        self.flush_when_full()
    }

    /// Draws and writes pairs of different vertices; a graph of one vertex has none. Gives those that a path will take.
    fn pairs(
        &mut self,
        vertices: u64,
        sign: &str,
        has_walker: bool,
    ) -> Result<Vec<Edge<u64>>, Error> {
        let parameters = self.parameters;
        self.spaced(vertices);
        let usual = if has_walker || sign == ">" {
            2 * vertices
        } else {
            vertices
        };
        let edges = parameters.edges.unwrap_or(usual);
        let count = check("--edges", edges, 0, MAX_GRAPH_SIZE)?;
        let mut different = Vec::new().into_iter();
        if parameters.distinct {
            let one_way = sign != ">" || parameters.acyclic;
            different = numbers::pairs(vertices, one_way, count, &mut self.random)?.into_iter();
        }
        let has_path = has_walker && parameters.moves.is_some_and(|moves| moves > 0);
        let mut for_path = Vec::new();
        if vertices == 1 {
            return Ok(for_path);
        }
        for _ in 0..count {
            let drawn = match different.next() {
                Some(pair) => pair,
                None => self.pair(vertices),
            };
            let edge = match sign {
                ">" if parameters.acyclic => drawn.ascending().reversed(),
                "-" | "<" if !has_walker => drawn.ascending(),
                _ => drawn,
            };
            self.edge(edge, sign)?;
            if has_path {
                for_path.push(edge);
            }
        }
        Ok(for_path)
    }

    /// Draws a pair of different vertices.
    fn pair(&mut self, vertices: u64) -> Edge<u64> {
        let from = self.random.within(1, vertices);
        let other = self.random.within(1, vertices - 1);
        let to = if other < from { other } else { other + 1 };
        Edge { from, to }
    }

    /// Draws and writes edges on the ground, which is vertex 0: a tree first, then edges anywhere.
    fn branches(&mut self, vertices: u64) -> Result<(), Error> {
        let distinct = self.parameters.distinct;
        let usual = vertices.saturating_add(vertices / 4);
        let count = self.parameters.edges.unwrap_or(usual);
        if distinct {
            check("--edges", count, 0, (vertices + 1) * vertices / 2)?;
        }
        let mut drawn = FxHashSet::default();
        for edge in 0..check("--edges", count, 0, MAX_GRAPH_SIZE)? {
            loop {
                let branch = self.branch(edge, vertices);
                if !distinct || !branch.is_loop() && drawn.insert(branch.ascending()) {
                    self.edge(branch, "-")?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Draws an edge on the ground: one of the first edges joins a new vertex to the tree, any other joins two vertices.
    fn branch(&mut self, edge: u64, vertices: u64) -> Edge<u64> {
        if edge < vertices {
            let from = self.random.within(0, edge);
            Edge { from, to: edge + 1 }
        } else {
            let to = self.random.within(0, vertices);
            let from = self.random.within(0, vertices);
            Edge { from, to }
        }
    }

    /// Draws and writes sets of one to three vertices.
    fn sets(&mut self, vertices: u64) -> Result<(), Error> {
        let edges = self.parameters.edges.unwrap_or(vertices);
        let count = check("--edges", edges, 0, MAX_GRAPH_SIZE)?;
        if self.parameters.distinct {
            // A set has one, two or three of the v vertices: v + v (v - 1) / 2 + v (v - 1) (v - 2) / 6.
            let ones = u128::from(vertices);
            let twos = ones * ones.saturating_sub(1) / 2;
            let threes = ones * ones.saturating_sub(1) * ones.saturating_sub(2) / 6;
            let all = u64::try_from(ones + twos + threes).unwrap_or(u64::MAX);
            check("--edges", count, 0, all)?;
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

    /// Draws and writes a path: a start and the given number of moves, fewer if no neighbour is open.
    fn path(&mut self, vertices: u64, edges: &[Edge<u64>]) {
        let mut neighbours: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        for &Edge { from, to } in edges {
            neighbours.entry(from).or_default().push(to);
            neighbours.entry(to).or_default().push(from);
        }
        let mut visited = FxHashSet::default();
        let mut at = self.random.within(1, vertices);
        self.spaced(at);
        for _ in 0..self.parameters.moves.unwrap_or(0) {
            visited.insert(at);
            let near = neighbours.get(&at).into_iter().flatten().copied();
            let unvisited = near.filter(|to| !visited.contains(to));
            let open = unvisited.sorted_unstable().dedup().collect_vec();
            let Some(&next) = self.random.pick(&open) else {
                break;
            };
            self.spaced(next);
            at = next;
        }
    }
}

/// Reads rules given as text: the number of vertices and the edges.
fn read_graph(rules: &str, sign: &str) -> Result<DrawnGraph, Error> {
    let wrong = || refused(format!("--rules of a graph are `4 1{sign}2 2{sign}3`"));
    let number = |text: &str| text.parse().map_err(|_| wrong());
    let mut vertices = None;
    let mut edges = Vec::new();
    for word in rules.split_whitespace() {
        if let Some((from, to)) = word.split_once(sign) {
            edges.push(Edge::new(number(from)?, number(to)?));
        } else {
            vertices = Some(number(word)?);
        }
    }
    let vertices = vertices.ok_or_else(wrong)?;
    Ok(DrawnGraph { vertices, edges })
}
