//! Saving a rule from one run to the next: the values of one number, and their period.

use super::SolvedRule;
use crate::dense::Filled;
use grundy_heaps::sequence::store::{Kept, SaveState, Saved, Slot, Terms};

impl SolvedRule {
    /// Keeps the values in this slot from one run to the next: those of rules of one number, all of whose
    /// numbers are positions.
    #[must_use]
    pub fn kept(mut self, slot: Option<Slot>) -> Self {
        let is_sequence =
            self.rule.arity() == 1 && self.rule.has_values() && self.rule.legal.is_empty();
        self.saving = SaveState::at(if is_sequence { slot } else { None });
        self
    }
}

impl Saved for SolvedRule {
    fn state(&mut self) -> &mut SaveState {
        &mut self.saving
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn kept(&self) -> Kept<'_> {
        let none = || Terms::Short((&[][..]).into());
        let terms = self.filled.as_ref().map_or_else(none, Filled::terms);
        Kept {
            terms,
            pattern: self.period,
        }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let known = kept.terms.count();
        if self
            .filled
            .as_ref()
            .is_some_and(|filled| filled.tops()[0] as u64 >= known)
        {
            return;
        }
        let Some(filled) = Filled::of_values(kept.terms) else {
            return;
        };
        self.filled = Some(filled);
        self.period = kept
            .pattern
            .filter(|pattern| pattern.saltus == 0 && pattern.is_within(known));
    }
}

impl Drop for SolvedRule {
    fn drop(&mut self) {
        self.save_at_end();
    }
}
