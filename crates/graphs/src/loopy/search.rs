//! The depth-first search that finds components, followers first.

use std::hint::black_box;

use super::component::label_component;
use super::solver::LabelSolver;
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt::Checked;
use grundy_base::sync::progress::{PHASES, Task};

/// This index marks a vertex that the search has not come to.
const UNSEEN: u32 = u32::MAX;
/// This index marks a vertex that has a label. It is larger than all true indices.
const LABELLED: u32 = UNSEEN - 1;

/// A vertex on the search path.
struct PathVertex {
    /// The vertex.
    vertex: u32,
    /// The number of its followers that were looked at.
    next: u32,
    /// Whether no follower looked at so far leads to an earlier vertex of the path.
    is_root: bool,
}

/// The search for components: Tarjan's, in D. J. Pearce's form with one list.
pub(super) struct ComponentSearch {
    /// For a vertex without label, the least index of a vertex without label that is known to be reached from it.
    /// Vertices get their indices in the order in which the search comes to them.
    earliest: Vec<u32>,
    /// The number of vertices that the search has come to.
    opened: u32,
    /// The vertices that the search has left, and whose component is not complete.
    waiting: Vec<u32>,
    /// The path from the start.
    path: Vec<PathVertex>,
    /// The steps after which an interrupt is looked for.
    steps: Checked,
    /// The task that is shown.
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

    /// Labels all vertices that `start` leads to.
    pub fn visit(
        &mut self,
        start: u32,
        solver: &mut LabelSolver<'_>,
        budget: &Budget,
    ) -> Result<(), Limit> {
        if self.earliest[start as usize] != UNSEEN {
            return Ok(());
        }
        self.open(start);
        self.phase.stand(u64::from(self.opened));
        while let Some(top) = self.path.last_mut() {
            self.steps.step();
            let v = top.vertex;
            let followers = solver.graph.followers(v);
            let mut unseen = None;
            let mut earliest = self.earliest[v as usize];
            let mut fetched = 0;
            while let Some(&w) = followers.get(top.next as usize) {
                let index = self.earliest[w as usize];
                if index == UNSEEN {
                    unseen = Some(w);
                    break;
                }
                if index == LABELLED {
                    // The value is needed soon, so it is fetched from memory now.
                    fetched ^= solver.values.of[w as usize];
                } else if index < earliest {
                    earliest = index;
                    top.is_root = false;
                }
                top.next += 1;
            }
            black_box(fetched);
            self.earliest[v as usize] = earliest;
            let is_root = top.is_root;
            if let Some(w) = unseen {
                // The search looks at `w` again on its return, when the earliest vertex that `w` reaches is known.
                self.open(w);
                continue;
            }
            self.path.pop();
            if is_root && !self.waits_for(earliest) && !followers.contains(&v) {
                solver.work += followers.len() as u64;
                solver.label_single(v);
                self.earliest[v as usize] = LABELLED;
                continue;
            }
            self.waiting.push(v);
            if is_root {
                self.label_component(v, solver, budget)?;
            }
        }
        Ok(())
    }

    /// Returns whether a waiting vertex belongs to the component whose first vertex has the index `root_index`.
    fn waits_for(&self, root_index: u32) -> bool {
        self.waiting
            .last()
            .is_some_and(|&u| self.earliest[u as usize] >= root_index)
    }

    /// Labels the cyclic component that has `root` as its first vertex. All vertices outside it that it leads to have
    /// labels.
    fn label_component(
        &mut self,
        root: u32,
        solver: &mut LabelSolver<'_>,
        budget: &Budget,
    ) -> Result<(), Limit> {
        let root_index = self.earliest[root as usize];
        let mut from = self.waiting.len() - 1;
        while from > 0 && self.earliest[self.waiting[from - 1] as usize] >= root_index {
            from -= 1;
        }
        let members = &self.waiting[from..];
        label_component(solver, members, &mut self.earliest, budget)?;
        for &v in members {
            self.earliest[v as usize] = LABELLED;
        }
        self.waiting.truncate(from);
        Ok(())
    }

    /// Puts a vertex that was not seen before on the path.
    fn open(&mut self, v: u32) {
        self.earliest[v as usize] = self.opened;
        self.path.push(PathVertex {
            vertex: v,
            next: 0,
            is_root: true,
        });
        self.opened += 1;
    }
}
