//! Bundles across outer lines: computed, or as a bundle that looked alike went before.

use super::node::NONE;
use super::recall::{self, Recall};
use super::track::{Across, BundleStop, cross};
use super::{Bundles, CrossingStop, Scene};
use crate::platform::LOADED_ANEW;
use std::ops::Range;

impl Bundles {
    /// Takes a bundle across a group of outer lines.
    pub(super) fn cross(
        &mut self,
        k: usize,
        group: &Range<u32>,
        id: u32,
        scene: &mut Scene,
    ) -> Result<(), CrossingStop> {
        let stage = group.start;
        if !LOADED_ANEW && let Some(done) = self.recalled(k, group, id, scene) {
            return done;
        }
        let crossed = loop {
            let node = self.active[k].node;
            let behind = self.nodes[node as usize].behind;
            let limit = self.limit(node, stage, scene);
            let active = &mut self.active[k];
            match cross(scene.pattern_table, id, &mut active.track, limit, scene.pairs.slack) {
                Ok(crossed) => break crossed,
                Err(BundleStop::Next) if behind != NONE && self.nodes[behind as usize].alone() => {
                    self.absorb(k, behind, stage, scene);
                }
                Err(_) => return Err(CrossingStop { stage: stage as usize, at: active.top }),
            }
        };
        let active = &mut self.active[k];
        active.track = crossed.behind;
        active.shape = recall::NONE;
        self.crossed_by(k, group, crossed.across, scene)
    }

    /// Takes a bundle across a group of outer lines as one that looked alike was taken before, if there is
    /// room for it.
    #[inline(always)]
    fn recalled(
        &mut self,
        k: usize,
        group: &Range<u32>,
        id: u32,
        scene: &mut Scene,
    ) -> Option<Result<(), CrossingStop>> {
        let slack = scene.pairs.slack;
        let recall = self.recall.get_or_insert_with(|| Box::<Recall>::default());
        let active = &mut self.active[k];
        if active.shape == recall::NONE {
            active.shape = recall.shape(slack, &active.track);
        }
        let step = recall.step(scene.pattern_table, active.shape, id)?;
        let (first, node) = (active.track[0].0, active.node);
        let need = first + step.end + slack;
        if active.limit < need && self.limit(node, group.start, scene) < need {
            return None;
        }
        let (recall, active) = (self.recall.as_ref()?, &mut self.active[k]);
        (active.shape, active.reach) = (step.next, step.reach);
        let first = first + step.by;
        let lines = recall.track(step.next);
        if let ([line], [place]) = (&lines[..], &mut active.track[..]) {
            *place = (first, line.1);
        } else {
            active.track.clear();
            active.track.extend(lines.iter().map(|&(at, id)| (first + at, id)));
        }
        Some(self.crossed_by(k, group, step.across, scene))
    }

    /// Notes what a bundle that has crossed a group did to it.
    fn crossed_by(
        &mut self,
        k: usize,
        group: &Range<u32>,
        across: Across,
        scene: &Scene,
    ) -> Result<(), CrossingStop> {
        let stage = group.start;
        let active = &mut self.active[k];
        for besides in &mut self.besides[stage as usize..group.end as usize] {
            besides.push += across.push as i32;
        }
        let [first, last] = [group.start, group.end - 1].map(|j| scene.outer.lines[j as usize].at);
        let besides = &mut self.besides[group.end as usize - 1];
        besides.extent = besides.extent.max(across.extent.saturating_sub(last - first));
        // Squares of two outer lines would overlap.
        if let Some(next) = scene.outer.lines.get(group.end as usize)
            && next.at - last < besides.extent + scene.pairs.slack
        {
            return Err(CrossingStop { stage: group.end as usize - 1, at: active.top });
        }
        if stage > 0 {
            // In the middle of several parts the next line may not have been pushed at all yet.
            let single = active.parts == 1 && across.parts == 1;
            let closer = active.pushed.saturating_sub(if single { across.push } else { 0 });
            self.besides[stage as usize - 1].closer += closer;
        }
        active.steady = if across.same { active.steady + 1 } else { 0 };
        (active.pushed, active.parts) = (across.push, across.parts);
        Ok(())
    }
}
