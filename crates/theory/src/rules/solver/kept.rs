//! Saving a rule from one run to the next: the values of one number, and their period.

use super::Solver;
use crate::period::Period;
use crate::rules::dense::Filled;
use crate::sync::store::{Keep, Keeping, Kept, Pattern, Slot, Terms};

impl Solver {
    /// Keeps the values in this slot from one run to the next: those of rules of one number, all of whose
    /// numbers are positions.
    #[must_use]
    pub fn kept(mut self, slot: Option<Slot>) -> Self {
        let is_sequence = self.rule.arity() == 1 && self.rule.has_values() && self.rule.legal.is_empty();
        self.keeping = Keeping::at(slot.filter(|_| is_sequence));
        self
    }
}

impl Keep for Solver {
    fn keeping(&mut self) -> &mut Keeping {
        &mut self.keeping
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn kept(&self) -> Kept<'_> {
        let none = || Terms::Short((&[][..]).into());
        let terms = self.filled.as_ref().map_or_else(none, Filled::terms);
        Kept { terms, pattern: self.period.map(Pattern::from) }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let known = kept.terms.count();
        if self.filled.as_ref().is_some_and(|filled| filled.tops()[0] as u64 >= known) {
            return;
        }
        let Some(filled) = Filled::of_values(kept.terms) else { return };
        self.filled = Some(filled);
        let period = kept.pattern.filter(|p| {
            p.period > 0 && p.saltus == 0 && p.preperiod.checked_add(p.period).is_some_and(|end| end <= known)
        });
        self.period = period.map(|p| Period { preperiod: p.preperiod, period: p.period });
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.rest(true);
    }
}
