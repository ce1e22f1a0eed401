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

mod across;
mod after;
mod closer;
mod gather;
mod groups;
mod motion;
mod node;
mod part;
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
use recall::Remembering;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use track::Track;

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

    /// Where what comes behind a bundle begins: a line, another bundle, or the end of the rectangle.
    fn limit(&self, node: u32, stage: u32, scene: &Scene) -> u32 {
        match self.nodes[node as usize].behind {
            NONE => scene.end,
            behind => self.place(behind, stage),
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

    /// What is known when all outer lines are crossed.
    fn finish(&mut self, stages: u32, scene: &mut Scene) -> Result<(), CrossingStop> {
        for active in &self.active {
            if stages > 0 {
                self.besides[stages as usize - 1].closer += active.pushed;
            }
            // Nothing is shared with what comes next.
            let limit = self.limit(active.node, stages, scene);
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
