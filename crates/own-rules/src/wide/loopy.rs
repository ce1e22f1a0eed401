//! The outcomes of positions of any length whose play need not end.

use super::WideSolver;
use super::store::Place;
use crate::loopy::{Labelled, Reached, StoreSize, outcomes_backward};
use crate::reach::Trouble;
use crate::store::{Known, OPEN, UNKNOWN, stuck};
use grundy_base::budget::Budget;
use grundy_base::edge::Edge;
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::packed::PackedList;

impl WideSolver {
    /// Solves a position of a game whose play need not end, and all that can be reached from it.
    ///
    /// # Errors
    ///
    /// Fails when a number does not fit, or a limit is passed.
    pub(super) fn solve_loopy(
        &mut self,
        root: Place,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Result<(), Trouble> {
        let mut reached = Reached::from(root);
        self.store.set(root, OPEN);
        let size = |solver: &WideSolver| StoreSize {
            positions: solver.store.positions(),
            bytes: solver.bytes(),
        };
        let collected = reached.collect(self, budget, size, |solver, place, reached| {
            let moved = solver.moves_from(place, reached, meter);
            moved.map_err(|stop| solver.trouble(stop, meter))
        });
        let Reached { found, arcs, .. } = reached;
        let solved = collected.and_then(|()| {
            let known = |place: Place| self.store.known(place);
            outcomes_backward(&found, &arcs, known, self.store.positions() as u64, budget)
        });
        match solved {
            Ok(outcomes) => {
                for Labelled { id, outcome } in outcomes {
                    self.store.set(id, outcome);
                }
                Ok(())
            }
            Err(trouble) => {
                for place in found {
                    if self.store.known(place) == OPEN {
                        self.store.set(place, UNKNOWN);
                    }
                }
                Err(trouble)
            }
        }
    }

    /// Lists the moves from a position as arcs, and meets what they leave.
    fn moves_from(
        &mut self,
        place: Place,
        reached: &mut Reached,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        let rule = self.rule.clone();
        let mut names = self.look_at(place, &mut PackedList::default(), meter);
        if let Some(ending) = rule.ending(&names, meter)? {
            self.store.set(place, ending as Known);
            return Ok(());
        }
        reached.begin_moves();
        rule.left(&mut names, meter, &mut |left, meter| {
            // A move of a game without values leaves one part.
            for (part, _) in left.parts() {
                if let Some((to, _)) = self.meet(part, meter)? {
                    if self.is_unknown(to) {
                        self.store.set(to, OPEN);
                        reached.found.push(to);
                    }
                    reached.add_move(Edge::new(place, to))?;
                }
            }
            Ok(())
        })?;
        if !reached.has_moves() {
            self.store.set(place, stuck(&rule));
        }
        Ok(())
    }
}
