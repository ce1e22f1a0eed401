//! The depth-first search that finds components, followers first.

use std::hint::black_box;

use super::Solver;
use super::component::label_component;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt::Checked;
use grundy_machine::sync::progress::{PHASES, Task};

const UNSEEN: u32 = u32::MAX;
/// Of vertices with a label: later than all others.
const LABELLED: u32 = UNSEEN - 1;

/// A vertex on the search path.
struct Frame {
    vertex: u32,
    /// The number of its followers that were looked at.
    next: u32,
    /// No follower leads back above it, so far.
    root: bool,
}

pub(super) struct ComponentSearch {
    /// Of open vertices: the index of the earliest open one known to be reached from here.
    earliest: Vec<u32>,
    opened: u32,
    /// Vertices left by the search whose component is not complete.
    waiting: Vec<u32>,
    path: Vec<Frame>,
    steps: Checked,
    phase: Task,
}

impl ComponentSearch {
    pub fn new(order: usize) -> Self {
        ComponentSearch {
            earliest: vec![UNSEEN; order],
            opened: 0,
            waiting: Vec::new(),
            path: Vec::new(),
            steps: Checked::default(),
            phase: PHASES.begin_named("vertices of a graph visited", order as u64),
        }
    }

    /// Labels everything that `start` leads to.
    pub fn visit(
        &mut self,
        start: u32,
        solver: &mut Solver<'_>,
        budget: &Budget,
    ) -> Result<(), Limit> {
        if self.earliest[start as usize] != UNSEEN {
            return Ok(());
        }
        self.open(start);
        self.phase.stand(u64::from(self.opened));
        while let Some(frame) = self.path.last_mut() {
            self.steps.step();
            let v = frame.vertex;
            let followers = solver.graph.followers(v);
            let (mut descend, mut earliest, mut fetched) = (None, self.earliest[v as usize], 0);
            while let Some(&w) = followers.get(frame.next as usize) {
                let at = self.earliest[w as usize];
                if at == UNSEEN {
                    descend = Some(w);
                    break;
                }
                if at == LABELLED {
                    // Its value is needed soon: memory is asked for it now.
                    fetched ^= solver.values.of[w as usize];
                } else if at < earliest {
                    earliest = at;
                    frame.root = false;
                }
                frame.next += 1;
            }
            black_box(fetched);
            self.earliest[v as usize] = earliest;
            let root = frame.root;
            if let Some(w) = descend {
                // Looked at again on return, when its own earliest is known.
                self.open(w);
                continue;
            }
            self.path.pop();
            let waits = |&u: &u32| self.earliest[u as usize] >= earliest;
            if root && !self.waiting.last().is_some_and(waits) && !followers.contains(&v) {
                solver.work += followers.len() as u64;
                solver.label_single(v);
                self.earliest[v as usize] = LABELLED;
                continue;
            }
            self.waiting.push(v);
            if root {
                self.label_component(v, solver, budget)?;
            }
        }
        Ok(())
    }

    /// Labels the cyclic component that has `root` as its first vertex; all that it leads to is labelled.
    fn label_component(
        &mut self,
        root: u32,
        solver: &mut Solver<'_>,
        budget: &Budget,
    ) -> Result<(), Limit> {
        let mut from = self.waiting.len() - 1;
        while from > 0
            && self.earliest[self.waiting[from - 1] as usize] >= self.earliest[root as usize]
        {
            from -= 1;
        }
        let members = &self.waiting[from..];
        label_component(solver, members, &mut self.earliest, budget)?;
        members
            .iter()
            .for_each(|&v| self.earliest[v as usize] = LABELLED);
        self.waiting.truncate(from);
        Ok(())
    }

    fn open(&mut self, v: u32) {
        self.earliest[v as usize] = self.opened;
        self.path.push(Frame {
            vertex: v,
            next: 0,
            root: true,
        });
        self.opened += 1;
    }
}
