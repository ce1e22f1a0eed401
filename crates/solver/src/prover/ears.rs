//! Ears of the components that a maximum matching may miss.
//!
//! From a component's base, the vertex that has no mate in it, a forest of alternating paths is grown
//! (Edmonds 1965). Each edge between vertices reached on even paths closes an odd cycle of blossoms,
//! which become one blossom: since the component has an odd cycle through everything (it is
//! factor-critical), one blossom is left, and how it came about is a tree.
//!
//! ```text
//!            ┌─ B1 ━━ B2 ─┐        ━ matched   ─ not
//!   base ━ B0             │        Children of a blossom in the order of their cycle: B0 has its
//!            └─ B4 ━━ B3 ─┘        base, and of each pair B1 B2, B3 B4, … the mates are the bases
//! ```
//!
//! From that tree ears are read, down from the top (Lovász 1972): once B0 is built up, the others make
//! an ear, which goes through each of them on the even path from its base; then they are built up
//! around that path, in which the part of their own cycle that it leaves out makes an ear, and so on.
//! Every blossom is entered once, so all takes time in the length of the cycles.

use crate::certificate::Ears;
use crate::theory::matching::{Graph, NONE};

/// A blossom on a cycle, and the edge to the next one there.
struct Link {
    blossom: u32,
    /// The edge's end in it, and the one in the next.
    out: u32,
    into: u32,
}

/// The blossoms of a graph's components. Vertices are blossoms, too, and numbered first.
pub(super) struct Blossoms<'g> {
    graph: &'g Graph,
    /// Whether the vertex belongs to these components.
    is_in: &'g [bool],
    /// Of a vertex: its mate in its component.
    mate: &'g [u32],
    /// Whether an even path leads to the vertex.
    outer: Vec<bool>,
    /// Of an inner vertex: the outer one it was reached from.
    parent: Vec<u32>,
    /// The vertices as a union–find whose roots are the bases of the blossoms they are in.
    base: Vec<u32>,
    /// Of a base: its blossom.
    of_base: Vec<u32>,
    /// The last walk that passed a base.
    passed: Vec<u32>,
    walks: u32,
    queue: Vec<u32>,
    /// The cycles of all blossoms but the vertices: where each ends in the list.
    links: Vec<Link>,
    ends: Vec<usize>,
    /// Of a blossom: the one it is on the cycle of, and where there.
    place: Vec<(u32, u32)>,
    /// Of a blossom with a cycle: the place on it where the path ends by which it was entered.
    entered: Vec<u32>,
}

/// A path from the base of a blossom to a vertex of it, or back.
#[derive(Clone, Copy)]
struct Path {
    blossom: u32,
    to: u32,
    back: bool,
}

/// What is still to be done for a blossom that was entered.
enum Task {
    /// To build it up.
    Complete(u32),
    /// To add the part of its cycle that is left, when what was entered is built up.
    Close(u32),
}

impl<'g> Blossoms<'g> {
    pub(super) fn new(graph: &'g Graph, is_in: &'g [bool], mate: &'g [u32]) -> Self {
        let order = mate.len();
        Blossoms {
            graph,
            is_in,
            mate,
            outer: vec![false; order],
            parent: vec![NONE; order],
            base: (0..order as u32).collect(),
            of_base: (0..order as u32).collect(),
            passed: vec![0; order],
            walks: 0,
            queue: Vec::new(),
            links: Vec::new(),
            ends: Vec::new(),
            place: vec![(NONE, 0); order],
            entered: Vec::new(),
        }
    }

    /// Adds the component of this base, its vertices by their names.
    pub(super) fn add(&mut self, base: u32, name: impl Fn(u32) -> u32, ears: &mut Ears) {
        self.grow(base);
        ears.push([name(base)]);
        let top = self.of_base[base as usize];
        let mut ear = Vec::new();
        self.enter(Path { blossom: top, to: base, back: false }, &mut ear);
        let mut tasks = vec![Task::Complete(top)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Complete(blossom) => {
                    let Some(cycle) = self.cycle(blossom) else { continue };
                    tasks.push(Task::Close(blossom));
                    let (last, at) = (cycle.len() - 1, self.entered[self.inner(blossom)] as usize);
                    let entered = if at.is_multiple_of(2) { 1..at + 1 } else { at..last + 1 };
                    let children = entered.map(|place| cycle[place].blossom);
                    tasks.extend(children.chain([cycle[0].blossom]).map(Task::Complete));
                }
                Task::Close(blossom) => {
                    let Some(cycle) = self.cycle(blossom) else { continue };
                    let at = self.entered[self.inner(blossom)] as usize;
                    let rest = if at.is_multiple_of(2) { at + 1..cycle.len() } else { 1..at };
                    if rest.is_empty() {
                        continue;
                    }
                    let ends = (cycle[rest.start - 1].out, cycle[rest.end - 1].into);
                    let paths: Vec<Path> = rest.map(|place| forward(cycle, place)).collect();
                    ear.clear();
                    ear.push(ends.0);
                    for path in paths {
                        self.enter(path, &mut ear);
                        tasks.push(Task::Complete(path.blossom));
                    }
                    ear.push(ends.1);
                    ears.push(ear.iter().map(|&vertex| name(vertex)));
                }
            }
        }
    }

    /// Of a blossom that is no vertex: its number among those.
    fn inner(&self, blossom: u32) -> usize {
        blossom as usize - self.mate.len()
    }

    /// The cycle of a blossom, if it is no vertex.
    fn cycle(&self, blossom: u32) -> Option<&[Link]> {
        let number = (blossom as usize).checked_sub(self.mate.len())?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.links[start..self.ends[number]])
    }

    /// Enters a blossom on a path, whose vertices are added to the ear.
    fn enter(&mut self, path: Path, ear: &mut Vec<u32>) {
        let mut paths = vec![path];
        while let Some(Path { blossom, to, back }) = paths.pop() {
            // The blossoms around the vertex, from outside; in each, the path goes the way round that
            // reaches the next by its base.
            let (mut around, mut inside) = (Vec::new(), to);
            while inside != blossom {
                let (outside, at) = self.place[inside as usize];
                around.push((outside, at as usize));
                inside = outside;
            }
            let from = paths.len();
            for &(outside, at) in around.iter().rev() {
                let number = self.inner(outside);
                self.entered[number] = at as u32;
                let Some(cycle) = self.cycle(outside) else { continue };
                if at.is_multiple_of(2) {
                    paths.extend((0..at).map(|place| forward(cycle, place)));
                } else {
                    let first =
                        Path { blossom: cycle[0].blossom, to: cycle[cycle.len() - 1].into, back: false };
                    paths.push(first);
                    paths.extend((at + 1..cycle.len()).rev().map(|place| backward(cycle, place)));
                }
            }
            if paths.len() == from {
                ear.push(to);
                continue;
            }
            // The vertex itself, as a path of its own.
            paths.push(Path { blossom: to, to, back: false });
            // The last is taken first.
            if back {
                paths[from..].iter_mut().for_each(|path| path.back = !path.back);
            } else {
                paths[from..].reverse();
            }
        }
    }

    fn turn_outer(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.outer[vertex as usize], true) {
            self.queue.push(vertex);
        }
    }

    fn base_of(&mut self, mut vertex: u32) -> u32 {
        let mut root = vertex;
        while self.base[root as usize] != root {
            root = self.base[root as usize];
        }
        while vertex != root {
            vertex = std::mem::replace(&mut self.base[vertex as usize], root);
        }
        root
    }

    /// Finds the blossoms of a component.
    fn grow(&mut self, base: u32) {
        self.turn_outer(base);
        let graph = self.graph;
        while let Some(vertex) = self.queue.pop() {
            for &neighbour in graph.row(vertex).iter().filter(|&&neighbour| self.is_in[neighbour as usize]) {
                if self.outer[neighbour as usize] {
                    self.join(vertex, neighbour);
                } else if self.parent[neighbour as usize] == NONE {
                    self.parent[neighbour as usize] = vertex;
                    self.turn_outer(self.mate[neighbour as usize]);
                }
            }
        }
    }

    /// The inner vertex above a base that is not the component's, the outer one above that, and its
    /// base.
    fn above(&mut self, base: u32) -> Option<(u32, u32, u32)> {
        let inner = self.mate[base as usize];
        let outer = *self.parent.get(inner as usize)?;
        Some((inner, outer, self.base_of(outer)))
    }

    /// Makes one blossom of those on the cycle that an edge between outer vertices closes.
    fn join(&mut self, from: u32, to: u32) {
        let (first, second) = (self.base_of(from), self.base_of(to));
        if first == second {
            return;
        }
        let Some(meeting) = self.meeting(first, second) else { return };
        let blossom = self.place.len() as u32;
        let start = self.links.len();
        // Up to where both meet, turned round.
        let mut base = first;
        self.links.push(Link { blossom: self.of_base[base as usize], out: from, into: to });
        while base != meeting
            && let Some((inner, outer, next)) = self.above(base)
        {
            self.links.push(Link { blossom: inner, out: inner, into: base });
            self.links.push(Link { blossom: self.of_base[next as usize], out: outer, into: inner });
            self.base[base as usize] = meeting;
            self.base[inner as usize] = meeting;
            self.turn_outer(inner);
            base = next;
        }
        self.links[start..].reverse();
        let mut base = second;
        while base != meeting
            && let Some((inner, outer, next)) = self.above(base)
        {
            self.links.push(Link { blossom: self.of_base[base as usize], out: base, into: inner });
            self.links.push(Link { blossom: inner, out: inner, into: outer });
            self.base[base as usize] = meeting;
            self.base[inner as usize] = meeting;
            self.turn_outer(inner);
            base = next;
        }
        for (at, link) in (0..).zip(&self.links[start..]) {
            self.place[link.blossom as usize] = (blossom, at);
        }
        self.ends.push(self.links.len());
        self.place.push((NONE, 0));
        self.entered.push(0);
        self.of_base[meeting as usize] = blossom;
    }

    /// Where the ways up from two bases meet, as they do in one component.
    fn meeting(&mut self, first: u32, second: u32) -> Option<u32> {
        self.walks += 1;
        let walk = self.walks;
        // In turn, one step each, for as long as there are steps.
        let (mut here, mut there) = (Some(first), Some(second));
        while let Some(base) = here.or(there) {
            if std::mem::replace(&mut self.passed[base as usize], walk) == walk {
                return Some(base);
            }
            let next = self.above(base).map(|(.., next)| next);
            (here, there) = if here.is_some() { (there, next) } else { (None, next) };
        }
        None
    }
}

/// On a cycle gone round forwards: the way through the blossom at a place.
fn forward(cycle: &[Link], place: usize) -> Path {
    let blossom = cycle[place].blossom;
    match place % 2 {
        0 => Path { blossom, to: cycle[place].out, back: false },
        _ => Path { blossom, to: cycle[place - 1].into, back: true },
    }
}

/// The same backwards, for a place that is not the first.
fn backward(cycle: &[Link], place: usize) -> Path {
    let blossom = cycle[place].blossom;
    match place % 2 {
        0 => Path { blossom, to: cycle[place].out, back: true },
        _ => Path { blossom, to: cycle[place - 1].into, back: false },
    }
}
