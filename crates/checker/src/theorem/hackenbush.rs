//! Green Hackenbush (Berlekamp, Conway and Guy, Winning Ways, chapter 7).
//!
//! - *Fusion*: the vertices of a cycle can be made one without a change of value; each edge between them becomes
//!   a loop, which is worth 1.
//! - *Colon*: what hangs by an edge on a vertex is worth one more than its own value; what hangs on one vertex is
//!   a sum.
//!
//! With both, the value is that of a tree of fused vertices. The cuts are tried one by one.

use fxhash::FxHashMap;
use grundy_record::{Move, Record, Taken};

use super::Known;
use crate::sums::{Sum, Visitor};
use crate::{CELLS, Checked, Meter, unproved};

pub(super) fn known<'m>(record: &'m Record<'_>, meter: &'m Meter) -> Checked<Known<'m>> {
    let written = &record.rules.branches;
    if written.len() as u64 > CELLS / 16 {
        return unproved("the edges are too many");
    }
    let mut numbers: FxHashMap<u64, usize> = [(0, 0)].into_iter().collect();
    let mut number = |vertex| {
        let next = numbers.len();
        *numbers.entry(vertex).or_insert(next)
    };
    let edges = written.iter().map(|&(a, b)| [number(a), number(b)]).collect();
    let vertices = numbers.len();
    Ok(Known { sum: Box::new(Graph { written, edges, vertices, meter }), outcome: false })
}

struct Graph<'m> {
    written: &'m [(u64, u64)],
    edges: Vec<[usize; 2]>,
    vertices: usize,
    meter: &'m Meter,
}

const NONE: usize = usize::MAX;

impl Graph<'_> {
    /// The value without this edge, and which edges hang on the ground then.
    fn without(&self, cut: usize) -> Checked<(u64, Vec<bool>)> {
        self.meter.spend(16 + 16 * self.edges.len() as u64)?;
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); self.vertices];
        for (edge, &[a, b]) in self.edges.iter().enumerate().filter(|&(edge, _)| edge != cut) {
            near[a].push(edge);
            near[b].push(edge);
        }
        // A tree from the ground, level by level.
        let (mut above, mut depth) = (vec![NONE; self.vertices], vec![NONE; self.vertices]);
        let (mut order, mut in_tree) = (vec![0], vec![false; self.edges.len()]);
        depth[0] = 0;
        let mut at = 0;
        while at < order.len() {
            let vertex = order[at];
            for &edge in &near[vertex] {
                let [a, b] = self.edges[edge];
                let other = if a == vertex { b } else { a };
                if depth[other] == NONE {
                    (depth[other], above[other], in_tree[edge]) = (depth[vertex] + 1, vertex, true);
                    order.push(other);
                }
            }
            at += 1;
        }
        let hangs: Vec<bool> =
            (0..self.edges.len()).map(|edge| edge != cut && depth[self.edges[edge][0]] != NONE).collect();
        // Each other edge closes a cycle: what is on it is fused into its uppermost vertex.
        let mut fused: Vec<usize> = (0..self.vertices).collect();
        fn into(fused: &mut [usize], mut vertex: usize) -> usize {
            while fused[vertex] != vertex {
                fused[vertex] = fused[fused[vertex]];
                vertex = fused[vertex];
            }
            vertex
        }
        let mut values = vec![0u64; self.vertices];
        for edge in (0..self.edges.len()).filter(|&edge| hangs[edge] && !in_tree[edge]) {
            let [mut a, mut b] = self.edges[edge].map(|vertex| into(&mut fused, vertex));
            while a != b {
                if depth[a] < depth[b] {
                    (a, b) = (b, a);
                }
                let upper = into(&mut fused, above[a]);
                fused[a] = upper;
                values[upper] ^= values[a] ^ 1;
                a = upper;
            }
            values[a] ^= 1;
        }
        for &vertex in order.iter().skip(1).rev() {
            if fused[vertex] == vertex {
                let upper = into(&mut fused, above[vertex]);
                values[upper] ^= values[vertex] + 1;
            }
        }
        Ok((values[0], hangs))
    }
}

impl Sum for Graph<'_> {
    fn components(&self) -> usize {
        1
    }

    fn value(&self, _: usize) -> Checked<u64> {
        Ok(self.without(NONE)?.0)
    }

    fn visit(&self, _: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let (_, hangs) = self.without(NONE)?;
        for edge in (0..self.edges.len()).filter(|&edge| hangs[edge]) {
            if let Some(target) = target
                && self.without(edge)?.0 != target
            {
                continue;
            }
            let (from, to) = self.written[edge];
            if visitor(Move::Take { index: None, what: Taken::Edge(from, to) }).is_break() {
                break;
            }
        }
        Ok(())
    }
}
