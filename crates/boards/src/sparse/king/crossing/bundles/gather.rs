//! Bundles take in what comes too close to them.

use super::motion::Alone;
use super::node::{BUNDLE, NONE, Node};
use super::track::{Track, reach};
use super::{Active, Bundles, Scene, recall};
use crate::platform::LOADED_ANEW;
use std::ops::Range;

impl Bundles {
    /// Lets bundles take in what is too close to them.
    pub(super) fn gather(&mut self, group: &Range<u32>, scene: &mut Scene) {
        let mut k = 0;
        while k < self.active.len() {
            if !LOADED_ANEW && self.is_calm(k, group) {
                debug_assert_eq!(self.near(k, group, scene), None);
                k += 1;
            } else if let Some(neighbour) = self.near(k, group, scene) {
                k = self.absorb(k, neighbour, group.start, scene);
            } else {
                if !LOADED_ANEW {
                    self.calm(k, group, scene);
                }
                k += 1;
            }
        }
    }

    /// The neighbour that a bundle is too close to.
    fn near(&self, k: usize, group: &Range<u32>, scene: &Scene) -> Option<u32> {
        let Active { node, top, .. } = self.active[k];
        let Node { before, behind, .. } = self.nodes[node as usize];
        // What comes before may be across the whole group already.
        if before != NONE && self.reach(before, group, group.end, scene) > top {
            return Some(before);
        }
        let near =
            behind != NONE && self.reach(node, group, group.start, scene) > self.place(behind, group.start);
        near.then_some(behind)
    }

    /// Whether a bundle surely keeps away from its neighbours before it crosses a group.
    fn is_calm(&self, k: usize, group: &Range<u32>) -> bool {
        let active = &self.active[k];
        active.shape != recall::NONE && group.end <= active.calm && active.top + active.reach <= active.limit
    }

    /// Foresees how long a bundle that is away from its neighbours will be so.
    fn calm(&mut self, k: usize, group: &Range<u32>, scene: &Scene) {
        let node = self.active[k].node;
        let before = self.nodes[node as usize].before;
        let slack = scene.pairs.slack;
        let calm = match self.nodes.get(before as usize) {
            None => u32::MAX,
            Some(node) if node.alone() => {
                // No line pushes it by more than half of the slack.
                let far =
                    self.place(before, group.end) + scene.inner.kinds[node.line.kind as usize].extent + slack;
                let room = self.active[k].top.saturating_sub(far);
                if room > 0 { group.end + 2 * room / slack } else { 0 }
            }
            Some(_) => 0,
        };
        let limit = self.limit(node, group.start, scene);
        let active = &mut self.active[k];
        (active.calm, active.limit) = (calm, limit);
    }

    /// The neighbours of bundles are others now.
    pub(super) fn stir(&mut self) {
        if !LOADED_ANEW {
            self.active.iter_mut().for_each(|active| (active.calm, active.limit) = (0, 0));
        }
    }

    /// Where something that crosses a group ends at the least, for what comes behind it not to be
    /// taken in.
    fn reach(&self, node: u32, group: &Range<u32>, stage: u32, scene: &Scene) -> u32 {
        let Alone { from, kind, .. } = self.nodes[node as usize].line;
        let slack = scene.pairs.slack;
        if kind != BUNDLE {
            let kind = scene.inner.kinds[kind as usize];
            let wide = kind.extent != kind.narrow && self.motion.wide_in(group);
            return self.place(node, stage) + if wide { kind.extent } else { kind.narrow } + slack;
        }
        reach(scene.pattern_table, &self.active[from as usize].track, slack)
    }

    /// Takes a neighbour into a bundle; the place of the bundle in `active`, which may change.
    pub(super) fn absorb(&mut self, k: usize, neighbour: u32, stage: u32, scene: &Scene) -> usize {
        self.stir();
        let node = self.active[k].node;
        let other = self.nodes[neighbour as usize];
        let first = self.nodes[node as usize].before == neighbour;
        let mut track = Track::new();
        let mut k = k;
        if other.line.kind == BUNDLE {
            let gone = other.line.from as usize;
            let merged = self.active.swap_remove(gone);
            if let Some(moved) = self.active.get(gone) {
                self.nodes[moved.node as usize].line.from = gone as u32;
            }
            k = self.nodes[node as usize].line.from as usize;
            self.active[k].pushed += merged.pushed;
            track = merged.track;
        } else {
            track.push(self.take(neighbour, stage, scene));
        }
        let active = &mut self.active[k];
        active.steady = 0;
        active.shape = recall::NONE;
        // Parts that did not cross the line before together.
        active.parts = usize::MAX;
        if first {
            std::mem::swap(&mut active.track, &mut track);
        }
        active.track.extend(track);
        active.top = active.track[0].0;
        self.unlink(neighbour);
        k
    }
}
