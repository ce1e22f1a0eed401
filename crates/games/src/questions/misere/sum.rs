//! A sum of heaps under misère play, and its answers.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::{Arc, RwLockReadGuard};

use grundy_base::budget::Budget;
use grundy_base::sync::interrupt::Checked;
use grundy_misere::Quotient;
use grundy_misere::game::{self, Heap};
use grundy_misere::position::HeapSum;
use grundy_misere::search::Search;
use grundy_record::{Ask, Fault, Outcome, Value};

use super::growing::GrowingQuotient;
use super::heaps::RecordHeaps;
use super::normal::NormalSum;
use crate::shared::amounts::expect_listed;
use crate::shared::misere_rules::Classes;
use crate::shared::notes::Notes;
use crate::shared::sum::Summed;
use crate::shared::visiting;
use crate::{CacheRef, Evidence, Goal, HeapAsks, OpenPosition, Searched, Visited};

/// A sum of heaps under misère play.
pub(super) struct MisereSum {
    /// The quotient of the games.
    pub(super) known: CacheRef<GrowingQuotient>,
    /// The heaps.
    pub(super) heaps: Arc<RecordHeaps>,
    /// The limits of the record.
    pub(super) budget: Budget,
    /// The search beyond the quotient.
    pub(super) search: RefCell<Search<bool>>,
    /// The notes of the worker.
    pub(super) notes: Arc<Notes>,
}

impl Drop for MisereSum {
    /// Notes which engine found Grundy values, if any had to be found.
    fn drop(&mut self) {
        for game in self.known.normal.iter().flatten() {
            self.notes.engine_if_any(game.take_chosen());
        }
    }
}

/// Visits what moves leave of the heap of an index, until it breaks.
type Visit<'v> = &'v mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>;

impl MisereSum {
    /// Says whether a position loses, by its classes or by search.
    fn loses(&self, quotient: &Quotient, heaps: &[Heap]) -> Result<bool, Fault> {
        match HeapSum::new(quotient, heaps) {
            Some(position) => Ok(position.loses()),
            None => {
                let found = self.search.borrow_mut().value(quotient, heaps);
                found.map_err(|_| self.heaps.fault(quotient))
            }
        }
    }

    /// Opens the position under normal play, if that decides it.
    pub(super) fn normal(&self) -> Option<Summed<'static>> {
        let mut sum = NormalSum {
            known: self.known.clone(),
            heaps: self.heaps.clone(),
            alone: None,
        };
        let decides = if self.is_as_nim() {
            let mut large = (0..)
                .zip(&self.heaps.heaps)
                .filter(|(_, heap)| heap.size > 1)
                .map(|(index, _)| index);
            let first = large.next();
            let is_only = large.next().is_none();
            sum.alone = if is_only { first } else { None };
            true
        } else {
            let quotient = self.known_quotient();
            quotient.normal().is_some() && !quotient.reaches(self.heaps.largest())
        };
        decides.then(|| Summed::new(self.heaps.heaps.len(), sum))
    }

    /// Finds the quotient of all its heaps, or of fewer if the limits allow no more.
    pub(super) fn known_quotient(&self) -> RwLockReadGuard<'_, Quotient> {
        self.known.reaching(self.heaps.largest())
    }

    /// Says whether the sum is played as nim is, and not near its end.
    fn is_as_nim(&self) -> bool {
        self.known.as_nim && self.heaps.largest() > 1
    }

    /// Visits the winning moves, in the order of answers.
    fn winning(&self, visit: Visit<'_>) -> Visited {
        let quotient = self.known_quotient();
        let heaps = &self.heaps.heaps;
        let position = HeapSum::new(&quotient, heaps);
        visiting::visit_each(0..heaps.len(), |index| match &position {
            Some(position) => Ok(position.visit(index, &mut |parts| visit(index, parts))),
            None => self.found_by_search(&quotient, index, visit),
        })
    }

    /// Visits the winning moves of a heap, each found by search.
    fn found_by_search(&self, quotient: &Quotient, index: usize, visit: Visit<'_>) -> Visited {
        let mut rest = self.heaps.heaps.clone();
        let Heap { game, size } = rest.remove(index);
        let mut fault = Ok(());
        let flow = game::each_move(&*quotient.games()[game], size, &mut |parts| {
            let left = parts.iter().map(|&size| Heap { game, size });
            let option: Vec<Heap> = rest.iter().copied().chain(left).collect();
            match self.loses(quotient, &option) {
                Ok(true) => visit(index, parts),
                Ok(false) => ControlFlow::Continue(()),
                Err(found) => {
                    fault = Err(found);
                    ControlFlow::Break(())
                }
            }
        });
        fault.map(|()| flow)
    }
}

impl HeapAsks for MisereSum {
    /// Lists the heaps, up to the only one, that lose when they stand alone.
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let [heap] = self.heaps.heaps[..] else {
            return Err(Fault::unsupported(Ask::Losing));
        };
        let raised = self.heaps.raised[heap.game];
        expect_listed(Ask::Losing, heap.size - raised)?;
        let whole = self.heaps.clone();
        let mut steps = Checked::default();
        let mut lost = Vec::new();
        for size in raised..=heap.size {
            steps.step();
            self.heaps = Arc::new(RecordHeaps {
                heaps: vec![Heap { size, ..heap }],
                places: whole.places.clone(),
                tuples: whole.tuples.clone(),
                raised: whole.raised.clone(),
            });
            if self.outcome()? == Outcome::Lose {
                lost.push(size - raised);
            }
        }
        self.heaps = whole;
        Ok(lost)
    }
}

impl OpenPosition for MisereSum {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        if let Some(mut normal) = self.normal() {
            return normal.outcome();
        }
        let loses = self.loses(&self.known_quotient(), &self.heaps.heaps)?;
        self.known.check_moves(self.heaps.heaps.iter().copied())?;
        Ok(if loses { Outcome::Lose } else { Outcome::Win })
    }

    fn visit(&mut self, goal: Goal, visit: &mut crate::Visit<'_>) -> Visited {
        let heaps = &self.heaps;
        if goal == Goal::Legal {
            return Ok(heaps
                .heaps
                .iter()
                .enumerate()
                .try_for_each(|(index, heap)| {
                    game::each_move(&*self.known.games[heap.game], heap.size, &mut |parts| {
                        visit(heaps.write(index, parts))
                    })
                }));
        }
        if let Some(mut normal) = self.normal() {
            return normal.visit(goal, visit);
        }
        match self.outcome()? {
            Outcome::Win => self.winning(&mut |index, parts| visit(self.heaps.write(index, parts))),
            _ => Ok(ControlFlow::Continue(())),
        }
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        if goal == Goal::Verdict {
            if let Some(mut normal) = self.normal() {
                return normal.count();
            }
            let quotient = self.known_quotient();
            if let Some(position) = HeapSum::new(&quotient, &self.heaps.heaps) {
                return Ok((0..self.heaps.heaps.len())
                    .map(|index| position.count(index))
                    .sum());
            }
        }
        visiting::count(|visit| self.visit(goal, visit))
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }

    fn genus(&mut self) -> Result<String, Fault> {
        self.genus_text()
    }

    fn quotient(&mut self) -> Result<Searched<grundy_record::Quotient>, Fault> {
        self.searched_quotient()
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        if self.is_as_nim()
            && !asks
                .iter()
                .any(|ask| matches!(ask, Ask::Genus | Ask::Quotient))
        {
            return None;
        }
        // A certificate is about heaps as they are written, of which 0 is nothing.
        if self.heaps.raised.iter().any(|&raised| raised > 0) {
            return None;
        }
        let largest = if self.heaps.heaps.is_empty() {
            u64::MAX
        } else {
            self.heaps.largest()
        };
        let quotient = self.known.reaching(largest);
        let by_normal_play = !quotient.reaches(largest);
        let proves =
            self.known.games.len() == 1 && (!by_normal_play || quotient.normal().is_some());
        let values = if proves && by_normal_play {
            self.known.repeats(false)
        } else {
            None
        };
        proves.then(|| Evidence::Text(quotient.certificate(values)))
    }

    fn classes(&mut self) -> Result<Classes, Fault> {
        let normal = self.normal();
        let quotient = self.known_quotient();
        let words = quotient.words();
        let mut values = Vec::new();
        let mut classes = Vec::new();
        if let Some(mut normal) = normal {
            for value in normal.values()? {
                if let Value::Finite(value) = value {
                    values.push(value);
                }
            }
        } else {
            let found = self
                .heaps
                .heaps
                .iter()
                .map(|heap| quotient.class(heap.game, heap.size));
            let found: Option<Vec<usize>> = found.collect();
            classes = found.ok_or_else(|| self.heaps.fault_at_largest(quotient.limit()))?;
        }
        let monoid = quotient.monoid();
        // Only positions of one game are explained by classes.
        let raised = self.heaps.raised[0];
        Ok(Classes {
            order: monoid.order(),
            losing: monoid.losing().count_ones(..),
            tame: monoid.tame(),
            heaps: quotient.heaps() - raised,
            period: quotient
                .periods()
                .and_then(|periods| periods.first().copied()),
            wild: quotient.normal().map(|normal| normal.last[0]),
            values,
            generators: quotient
                .generators()
                .iter()
                .map(|(heap, _)| heap - raised)
                .collect(),
            product: words.powers(classes.iter().fold(0, |x, &class| monoid.product(x, class))),
            classes: classes
                .into_iter()
                .map(|class| words.powers(class))
                .collect(),
        })
    }
}
