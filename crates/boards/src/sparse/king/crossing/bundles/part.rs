//! Bundles whose lines have parted: these go on alone.

use super::motion::Alone;
use super::node::{NONE, Node};
use super::track::Track;
use super::{Active, Bundles, Scene};

/// Outer lines for which parted lines must keep apart before each goes on alone.
const LINGER: u32 = 4;

impl Bundles {
    /// Lets the lines of bundles that have parted go on alone.
    pub(super) fn part(&mut self, stage: u32, scene: &mut Scene) {
        let mut k = 0;
        while k < self.active.len() {
            // What has just changed is not looked at yet.
            if self.active[k].steady > 0 && self.parted(k, stage, scene) {
                let Active { node, track, pushed, .. } = self.active.swap_remove(k);
                if let Some(moved) = self.active.get(k) {
                    self.nodes[moved.node as usize].line.from = k as u32;
                }
                self.besides[stage as usize - 1].closer += pushed;
                self.release(node, &track, stage, scene);
            } else {
                k += 1;
            }
        }
    }

    fn parted(&mut self, k: usize, stage: u32, scene: &mut Scene) -> bool {
        let active = &self.active[k];
        let Scene { outer, inner, pairs, pattern_table, .. } = scene;
        let mut last: Option<Alone> = None;
        for &(at, id) in &active.track {
            let kind = match inner.known(id) {
                Some(kind) => kind,
                None if active.steady < LINGER || self.motion.full() => return false,
                None => match pairs.also(outer, inner, pattern_table, id) {
                    Some(kind) => kind,
                    None => return false,
                },
            };
            self.motion.learn(kind, inner.kinds[kind as usize].restless, outer, pairs, &self.groups);
            if self.motion.changes(kind, stage).is_some_and(|next| next < stage + LINGER) {
                return false;
            }
            let line = Alone { kind, at, from: stage };
            if let Some(before) = last {
                let kind = &inner.kinds[before.kind as usize];
                let meets = || self.motion.meets(before, line, kind, pairs.slack, stage);
                if at - before.at < kind.narrow + pairs.slack
                    || meets().is_some_and(|next| next < stage + LINGER)
                {
                    return false;
                }
            }
            last = Some(line);
        }
        true
    }

    /// Puts lines in a bundle's place.
    fn release(&mut self, node: u32, track: &Track, stage: u32, scene: &mut Scene) {
        let Node { mut before, behind, .. } = self.nodes[node as usize];
        let first = before;
        self.unlink(node);
        self.stir();
        for &(at, id) in track {
            let Some(kind) = scene.inner.known(id) else { continue };
            scene.inner.kinds[kind as usize].count[1] += 1;
            self.changes.push((stage, kind, 1));
            let new = self.nodes.len() as u32;
            self.nodes.push(Node { line: Alone { kind, at, from: stage }, before, behind });
            self.link(before, new);
            self.link(new, behind);
            before = new;
        }
        let mut next = if first == NONE { self.first } else { first };
        while next != behind {
            self.schedule(next, stage, scene);
            next = self.nodes[next as usize].behind;
        }
    }
}
