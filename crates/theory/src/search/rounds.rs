//! Two searches at one question, in rounds.
//!
//! In a round both work from the root for the same number of steps, each with a table of its own over the
//! common one, which they only read. The second one avoids the question at which the first is expected
//! to spend the round. After the round the common table takes what both have found, the second's
//! first. Nothing depends on which of them is done earlier: so on one thread, where they work one after
//! the other, the answers and the number of steps are those on two.

use std::sync::Arc;

use super::proof::{Attempt, NEVER, Search};
use super::store::Store;
use super::table::{INFINITE, Table};
use super::{Game, Set, Small};
use crate::budget::{Budget, Limit, LimitKind};
use crate::sync::threads::both;

/// A round is at least so many times the steps that lead from the root to where it begins.
const PATHS: u64 = 64;

/// The longest path that is followed to find what to avoid.
const LONGEST: usize = 256;

impl<G: Game> Search<G> {
    /// Answers a question that is open, with two searches.
    pub(super) fn prove_in_rounds(&mut self, set: G::Set, nimber: u32) -> Result<bool, Limit> {
        let Budget { memory, threads, work } = self.meter.budget();
        let small = || Small::new(memory / 64);
        let mut smalls = [small(), small()];
        let mut tables = [Table::new(memory / 32), Table::new(memory / 32)];
        let mut steps = self.pace.round;
        loop {
            let busy = self.busy(set, nimber, &mut steps)?;
            let budget = Budget { memory, threads: 1, work: work.saturating_sub(self.meter.spent()) / 2 };
            let most = self.table.most();
            let common = std::mem::replace(&mut self.table, Store::of(Table::new(0))).into_own();
            let common = Arc::new(common);
            let search = |small: Small<G::Set>, own, avoided| {
                let table = Store::over(own, Arc::clone(&common));
                let mut search = Search::over(self.game.clone(), small, budget, table);
                search.avoided = avoided;
                search
            };
            let [first_small, second_small] = smalls;
            let [first_table, second_table] = tables;
            let mut first = search(first_small, first_table, Vec::new());
            let mut second = search(second_small, second_table, vec![busy]);
            let mut here = || first.attempt(set, nimber, steps);
            let mut there = || second.attempt(set, nimber, steps);
            let (first_end, second_end) = if threads > 1 { both(here, there) } else { (here(), there()) };
            let (spent, nodes) = (first.meter.spent() + second.meter.spent(), first.nodes + second.nodes);
            let (mut first_table, first_small) = first.into_parts();
            let (mut second_table, second_small) = second.into_parts();
            smalls = [first_small, second_small];
            // The searches were the only ones beside this that had it.
            let mut table = Arc::into_inner(common).unwrap_or_else(|| Table::new(most as u64));
            table.add(&second_table);
            table.add(&first_table);
            first_table.clear();
            second_table.clear();
            tables = [first_table, second_table];
            self.table = Store::of(table);
            self.nodes += nodes;
            self.tell(&set);
            self.meter.spend(spent)?;
            for end in [first_end, second_end] {
                match end {
                    Ok(Attempt::Proved(answer)) => return Ok(answer),
                    Ok(_) => {}
                    // Each had half of what is left.
                    Err(limit) if limit.kind == LimitKind::Work => return Err(self.meter.too_hard()),
                    Err(limit) => return Err(limit),
                }
            }
        }
    }

    fn into_parts(self) -> (Table<G::Set>, Small<G::Set>) {
        (self.table.into_own(), self.small)
    }

    /// The question at which a search from here will spend a round: the deepest on the path of best
    /// children that has taken about a round before, and of those rather one that looks like a win, for
    /// then all others beside it have to be answered, too. Makes `steps` longer where the path is long.
    fn busy(&mut self, set: G::Set, nimber: u32, steps: &mut u64) -> Result<(G::Set, u32), Limit> {
        let (mut at, mut found) = ((set, nimber), None);
        let before = self.meter.spent();
        for _ in 0..LONGEST {
            self.held = 0;
            self.enter(0, at.0, at.1, NEVER, NEVER)?;
            let frame = &self.frames[0];
            let best = frame.standing().best;
            let Some(child) = frame.children.get(best) else { break };
            let next = match frame.rest[child.rest.start as usize..child.rest.end as usize].last() {
                Some(part) => (*part, self.table.least(part, part.hashed())),
                None => (child.set, child.nimber),
            };
            let hash = next.0.hashed();
            let (phi, delta) = self.look(&next.0, hash, next.1);
            let effort = self.table.find(&next.0, hash).map_or(0, |entry| entry.effort());
            let is_long = effort + 1 >= steps.ilog2();
            if found.is_none() || (is_long && phi <= delta) {
                found = Some(next);
            }
            if !is_long || phi == 0 || phi == INFINITE {
                break;
            }
            at = next;
        }
        *steps = (*steps).max(PATHS * (self.meter.spent() - before));
        Ok(found.unwrap_or((set, nimber)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::proof::Pace;
    use super::*;
    use crate::positional::cram::Cram;

    #[test]
    fn rounds_on_any_number_of_threads_answer_as_a_search_alone() {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut rounds = 0;
        for _ in 0..40 {
            random = random.wrapping_mul(0xd129_8a2e_03d2_b5b5).wrapping_add(0x1f35);
            let damaged = |cell: u32| (random >> 7).rotate_left(7 * cell) & 7 == 0;
            let cells = (0..30).filter(|&cell| !damaged(cell)).map(|cell| (cell / 6, cell % 6));
            let board = Cram::<8, 8>::set(cells).expect("five rows of six cells");
            let search = |threads, pace| {
                let budget = Budget { memory: 1 << 26, work: 1 << 40, threads };
                let mut search = Search::new(Cram::<8, 8>::new(), Small::new(1 << 20), budget);
                search.pace = pace;
                let answers = [search.value(board), search.is(board, 1).map(u32::from)];
                (answers, search.meter.spent())
            };
            let (alone, steps) = search(1, Pace { alone: u64::MAX, round: 0 });
            let short = Pace { alone: 500, round: 3000 };
            let (in_turns, in_all) = search(1, short);
            assert_eq!(alone, in_turns, "{board:x}");
            assert_eq!(search(2, short), (in_turns, in_all), "{board:x}");
            rounds += usize::from(in_all != steps);
        }
        assert!(rounds > 10, "{rounds}");
    }

    #[test]
    fn rounds_end_at_the_limit_of_work() {
        let board =
            Cram::<8, 8>::set((0..42).map(|cell| (cell / 7, cell % 7))).expect("six rows of seven cells");
        for work in [1000, 100_000, 400_000] {
            for threads in [1, 2] {
                let budget = Budget { memory: 1 << 26, work, threads };
                let mut search = Search::new(Cram::<8, 8>::new(), Small::new(1 << 20), budget);
                search.pace = Pace { alone: 500, round: 3000 };
                let limit = search.value(board).expect_err("6 x 7 is hard");
                assert_eq!(limit.kind, LimitKind::Work);
                assert!(search.meter.spent() <= work);
            }
        }
    }
}
