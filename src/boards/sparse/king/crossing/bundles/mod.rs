//! Inner lines that meet one another.
//!
//! Two inner lines may be pushed by different amounts where they cross the same outer line, so one
//! can catch up with the other; they then pass through each other in a pattern that changes from
//! crossing to crossing. When that begins is known beforehand, by bisection over the outer lines
//! ([`Motion`]). From then on the lines form a bundle, which is followed across the outer lines,
//! one or a few close ones at a time ([`groups`], [`track`]), as bundles that looked alike did before
//! ([`recall`]), until its lines have parted and go on alone. A bundle takes in
//! whatever comes too close to it. So the cost is that of the meetings, not of all crossings. The
//! outer lines keep their shapes throughout.
//!
//! Between bundles, and between a bundle and a line that keeps its shape, nothing is shared: before
//! every crossing, the farthest that the first one reaches lies before the place of the second.

mod after;
mod closer;
mod groups;
mod motion;
mod node;
mod recall;
mod track;

use super::super::patterns::{Family, PatternTable};
use super::lines::{Line, Lines};
use super::pairs::Pairs;
use crate::platform::LOADED_ANEW;
use closer::Closer;
use groups::Groups;
use motion::{Alone, Motion};
use node::{Active, BUNDLE, Besides, GONE, NONE, Node};
use recall::{Recall, Remembering};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use track::{BundleStop, Crossed, Track, cross, reach};

/// Outer lines for which parted lines must keep apart before each goes on alone.
const LINGER: u32 = 4;
/// Where following failed: before which outer line, at which place.
#[derive(Clone, Copy, Debug)]
pub struct CrossingStop {
    pub stage: usize,
    pub at: u32,
}

/// The bundles of one rectangle.
#[derive(Default)]
pub struct Bundles {
    motion: Motion,
    groups: Groups,
    nodes: Vec<Node>,
    /// When the lines of which nodes start to form bundles.
    agenda: BinaryHeap<Reverse<(u32, u32)>>,
    active: Vec<Active>,
    /// Lines that from some outer line on go alone (1) or no longer do (-1).
    changes: Vec<(u32, u32, i32)>,
    besides: Vec<Besides>,
    first: u32,
    /// What is remembered from one rectangle to the next, if anything is.
    recall: Option<Box<dyn Remembering>>,
    /// Crossings followed one by one in this rectangle.
    pub crossed: u64,
}

/// The rest of the rectangle.
pub struct Scene<'a> {
    pub outer: &'a mut Lines,
    pub inner: &'a mut Lines,
    pub pairs: &'a mut Pairs,
    pub pattern_table: &'a mut PatternTable,
    /// Where the inner family's side ends.
    pub end: u32,
}

/// What a bundle did where it crossed.
struct Across {
    push: u32,
    extent: u32,
    parts: usize,
    same: bool,
}

impl Bundles {
    /// Forgets what was learnt: pattern ids are void.
    pub fn forget(&mut self) {
        if !LOADED_ANEW {
            self.recall = None;
        }
    }

    /// Whether any two neighbours may come too close to each other, or any line may change, or
    /// outer lines are too close to each other for some: then there is something to follow.
    pub fn may_meet(&mut self, scene: &Scene) -> bool {
        self.nodes.clear();
        self.besides.clear();
        self.changes.clear();
        let Scene { outer, inner, pairs, .. } = scene;
        let mut closer = Closer::new(inner.kinds.len());
        let meet = |pair: &[Line]| {
            let (a, b) = (pair[0].kind, pair[1].kind);
            let need = inner.kinds[a as usize].extent + pairs.slack + closer.by(a, b, scene);
            pair[1].at - pair[0].at < need
        };
        let close =
            |pair: &[Line]| pair[1].at - pair[0].at < outer.kinds[pair[0].kind as usize].extent + pairs.slack;
        inner.lines.windows(2).any(meet)
            || !inner.lines.is_empty() && outer.lines.windows(2).any(close)
            || inner.kinds.iter().any(|kind| kind.restless && kind.count[0] + kind.count[1] > 0)
    }

    /// Prepares to follow lines. Following them can only make outer lines come closer to each other
    /// than is known from then on.
    pub fn prepare(&mut self, scene: &Scene) {
        let Scene { outer, inner, pairs, pattern_table, .. } = scene;
        self.groups.find(outer, inner, pairs, pattern_table);
        self.besides.resize(outer.lines.len(), Besides::default());
    }

    /// Follows all inner lines that do not simply add up across all outer lines, when some may
    /// meet and all is prepared.
    pub fn follow(&mut self, mut scene: Scene) -> Result<(), CrossingStop> {
        if !LOADED_ANEW && let Some(recall) = &mut self.recall {
            recall.tidy();
        }
        self.active.clear();
        self.agenda.clear();
        self.changes.clear();
        self.crossed = 0;
        let scene = &mut scene;
        self.start(scene)?;
        let mut index = 0;
        loop {
            if self.active.is_empty() {
                match self.agenda.peek() {
                    Some(&Reverse((next, _))) => index = self.groups.index(next),
                    None => break,
                }
            }
            let Some(group) = self.groups.get(index) else { break };
            let stage = group.start;
            let id = self.groups.id(index, scene.outer, scene.pattern_table);
            self.begin(&group, scene);
            self.gather(&group, scene);
            for k in 0..self.active.len() {
                let id = id.ok_or(CrossingStop { stage: stage as usize, at: self.active[k].top })?;
                self.cross(k, &group, id, scene)?;
            }
            self.crossed += self.active.len() as u64;
            index += 1;
            self.active.iter_mut().for_each(|active| active.top = active.track[0].0);
            self.part(group.end, scene);
        }
        self.finish(scene.outer.lines.len() as u32, scene)
    }

    /// Whether anything was followed.
    pub fn any(&self) -> bool {
        !self.nodes.is_empty()
    }

    fn start(&mut self, scene: &mut Scene) -> Result<(), CrossingStop> {
        let Scene { outer, inner, pairs, .. } = scene;
        self.motion.reset(outer);
        for kind in 0..inner.kinds.len() as u32 {
            self.motion.learn(kind, inner.kinds[kind as usize].restless, outer, pairs, &self.groups);
        }
        let (last, skipped) = (inner.lines.len() - 1, outer.notched as u32);
        self.first = 0;
        self.nodes.extend(inner.lines.iter().enumerate().map(|(k, line)| Node {
            line: Alone { kind: line.kind, at: line.at, from: if k < inner.notched { skipped } else { 0 } },
            before: if k == 0 { NONE } else { k as u32 - 1 },
            behind: if k == last { NONE } else { k as u32 + 1 },
        }));
        if let Some(k) = inner.notched.checked_sub(1)
            && skipped > 0
            && k < last
        {
            // Some outer lines cross only the second of these.
            let [a, b] = [inner.lines[k], inner.lines[k + 1]];
            if b.at - a.at < inner.kinds[a.kind as usize].extent + pairs.slack {
                return Err(CrossingStop { stage: 0, at: b.at });
            }
        }
        let mut closer = Closer::new(scene.inner.kinds.len());
        for (k, pair) in scene.inner.lines.windows(2).enumerate() {
            let [a, b] = [pair[0], pair[1]];
            let kind = &scene.inner.kinds[a.kind as usize];
            let need = kind.extent + scene.pairs.slack + closer.by(a.kind, b.kind, scene);
            if b.at - a.at < need || self.motion.changes(a.kind, 0).is_some() {
                self.schedule(k as u32, 0, scene);
            }
        }
        self.schedule(last as u32, 0, scene);
        Ok(())
    }

    /// Notes when this line, alone or with the next one, starts to form a bundle.
    fn schedule(&mut self, node: u32, stage: u32, scene: &Scene) {
        if let Some(due) = self.due(node, stage, scene) {
            self.agenda.push(Reverse((due, node)));
        }
    }

    fn due(&self, node: u32, stage: u32, scene: &Scene) -> Option<u32> {
        let a = self.nodes[node as usize];
        if !a.alone() {
            return None;
        }
        let kind = &scene.inner.kinds[a.line.kind as usize];
        let stage = stage.max(a.line.from);
        let changes = self.motion.changes(a.line.kind, stage);
        let next = self.nodes.get(a.behind as usize).filter(|b| b.alone());
        let slack = scene.pairs.slack;
        let meets = next.and_then(|b| self.motion.meets(a.line, b.line, kind, slack, stage.max(b.line.from)));
        changes.into_iter().chain(meets).min()
    }

    fn place(&self, node: u32, stage: u32) -> u32 {
        let line = self.nodes[node as usize].line;
        match line.kind {
            BUNDLE => self.active[line.from as usize].top,
            _ => self.motion.place(line, stage),
        }
    }

    /// Makes bundles of the lines that are due before the end of the group.
    fn begin(&mut self, group: &Range<u32>, scene: &Scene) {
        let stage = group.start;
        while let Some(&Reverse((due, node))) = self.agenda.peek()
            && due < group.end
        {
            self.agenda.pop();
            match self.due(node, stage, scene) {
                None => {}
                Some(due) if due >= group.end => self.agenda.push(Reverse((due, node))),
                Some(_) => {
                    let line = self.take(node, stage, scene);
                    let mine = &mut self.nodes[node as usize].line;
                    (mine.kind, mine.from) = (BUNDLE, self.active.len() as u32);
                    let track = Track::from_elem(line, 1);
                    self.stir();
                    self.active.push(Active {
                        node,
                        track,
                        shape: recall::NONE,
                        reach: 0,
                        calm: 0,
                        limit: 0,
                        top: line.0,
                        pushed: 0,
                        parts: 1,
                        steady: 0,
                    });
                }
            }
        }
    }

    /// Ends a line's going alone: its place and pattern.
    fn take(&mut self, node: u32, stage: u32, scene: &Scene) -> (u32, u32) {
        let kind = self.nodes[node as usize].line.kind;
        self.changes.push((stage, kind, -1));
        if stage > 0 {
            let before = scene.outer.lines[stage as usize - 1].kind;
            self.besides[stage as usize - 1].closer += scene.pairs.pushes(before, kind).0;
        }
        (self.place(node, stage), scene.inner.kinds[kind as usize].id)
    }

    /// Lets bundles take in what is too close to them.
    fn gather(&mut self, group: &Range<u32>, scene: &mut Scene) {
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
        let Node { before, behind, .. } = self.nodes[self.active[k].node as usize];
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
        let limit = if behind == NONE { scene.end } else { self.place(behind, group.start) };
        let active = &mut self.active[k];
        (active.calm, active.limit) = (calm, limit);
    }

    /// The neighbours of bundles are others now.
    fn stir(&mut self) {
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
    fn absorb(&mut self, k: usize, neighbour: u32, stage: u32, scene: &Scene) -> usize {
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

    fn unlink(&mut self, node: u32) {
        let Node { before, behind, .. } = self.nodes[node as usize];
        self.nodes[node as usize].line.kind = GONE;
        self.link(before, behind);
    }

    fn link(&mut self, before: u32, behind: u32) {
        match self.nodes.get_mut(before as usize) {
            Some(node) => node.behind = behind,
            None => self.first = behind,
        }
        if let Some(node) = self.nodes.get_mut(behind as usize) {
            node.before = before;
        }
    }

    /// Takes a bundle across a group of outer lines.
    fn cross(
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
            let limit = match behind {
                NONE => scene.end,
                _ => self.place(behind, stage),
            };
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
        let Crossed { push, extent, parts, same, .. } = crossed;
        self.crossed_by(k, group, Across { push, extent, parts, same }, scene)
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
        if active.limit < first + step.end + slack {
            let limit = match self.nodes[node as usize].behind {
                NONE => scene.end,
                behind => self.place(behind, group.start),
            };
            if limit < first + step.end + slack {
                return None;
            }
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
        let across =
            Across { push: step.push, extent: step.extent, parts: step.parts as usize, same: step.same };
        Some(self.crossed_by(k, group, across, scene))
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

    /// Lets the lines of bundles that have parted go on alone.
    fn part(&mut self, stage: u32, scene: &mut Scene) {
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

    /// What is known when all outer lines are crossed.
    fn finish(&mut self, stages: u32, scene: &mut Scene) -> Result<(), CrossingStop> {
        for active in &self.active {
            if stages > 0 {
                self.besides[stages as usize - 1].closer += active.pushed;
            }
            // Nothing is shared with what comes next.
            let behind = self.nodes[active.node as usize].behind;
            let limit = if behind == NONE { scene.end } else { self.place(behind, stages) };
            let (at, id) = active.track[active.track.len() - 1];
            if at + scene.pattern_table.settled(Family::Inner, id) + scene.pairs.slack > limit {
                return Err(CrossingStop { stage: stages as usize - 1, at: active.track[0].0 });
            }
        }
        // Pushes of lines that left for bundles, and came back.
        self.changes.sort_unstable();
        let mut change = 0;
        let mut alone = vec![0i32; scene.outer.kinds.len()];
        for (stage, (besides, line)) in self.besides.iter_mut().zip(&scene.outer.lines).enumerate() {
            while let Some(&(_, kind, by)) = self.changes.get(change).filter(|c| c.0 as usize <= stage) {
                for (outer, sum) in alone.iter_mut().enumerate() {
                    *sum += by * scene.pairs.pushes(outer as u32, kind).0 as i32;
                }
                change += 1;
            }
            besides.push += alone[line.kind as usize];
        }
        Ok(())
    }
}
