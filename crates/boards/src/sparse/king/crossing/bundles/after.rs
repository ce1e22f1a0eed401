//! What is known of a rectangle when its bundles have been followed.

use super::super::lines::Lines;
use super::motion::Alone;
use super::{BUNDLE, Bundles, GONE, NONE, Node};

impl Bundles {
    /// How far the bundles push an outer line, beyond what its kind says.
    pub fn push_of(&self, j: usize) -> i32 {
        self.besides.get(j).map_or(0, |b| b.push)
    }

    /// How much closer the bundles bring the next outer line, and how wide their squares are;
    /// nothing if the bundles cross both at once, and no other line does without room.
    pub fn closer(&self, j: usize) -> Option<(u32, u32)> {
        match self.besides.get(j) {
            None => Some((0, 0)),
            Some(_) if self.groups.joined(j) => None,
            Some(b) => Some((b.closer, b.extent)),
        }
    }

    /// How many lines of a kind cross an outer line alone, of so many that do so anywhere: those that were in bundles
    /// and came back count twice there.
    pub fn alone(&self, j: usize, kind: u32, count: u32) -> u32 {
        // From the outer line where a line leaves it no longer does, and before the one where it comes back not yet.
        let elsewhere =
            |&&(stage, of, by): &&(u32, u32, i32)| of == kind && (by < 0) == (stage as usize <= j);
        count.saturating_sub(self.changes.iter().filter(elsewhere).count() as u32)
    }

    /// The widest square in which bundles cross an outer line.
    pub fn extent(&self, j: usize) -> u32 {
        self.besides.get(j).map_or(0, |b| b.extent)
    }

    /// All inner lines as they leave the rectangle, if there was anything to follow: places and ids.
    pub fn after<'a>(&'a self, inner: &'a Lines, stages: u32) -> impl Iterator<Item = (u32, u32)> + 'a {
        let mut node = self.first;
        let nodes = std::iter::from_fn(move || {
            let found = self.nodes.get(node as usize).map(|found| (node, found))?;
            node = found.1.behind;
            Some(found)
        });
        nodes.flat_map(move |(index, node)| {
            let Alone { kind, from, .. } = node.line;
            let followed = match kind {
                BUNDLE => &self.active[from as usize].track[..],
                _ => &[],
            };
            let alone = node.alone().then(|| (self.place(index, stages), inner.kinds[kind as usize].id));
            followed.iter().copied().chain(alone)
        })
    }

    /// How many of the last lines do not end before `end`, if any.
    pub fn outside(&self, inner: &Lines, end: u32, slack: u32, stages: u32) -> Option<usize> {
        let mut count = 0;
        let mut node = self.nodes.iter().rposition(|n| n.line.kind != GONE && n.behind == NONE)?;
        loop {
            let Node { line, before, .. } = self.nodes[node];
            // A bundle was held to what comes behind it.
            if line.kind == BUNDLE
                || self.motion.place(line, stages) + inner.kinds[line.kind as usize].extent + slack <= end
            {
                break;
            }
            count += 1;
            if before == NONE {
                break;
            }
            node = before as usize;
        }
        (count > 0).then_some(count)
    }
}
