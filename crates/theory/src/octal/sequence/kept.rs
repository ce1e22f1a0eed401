//! How a sequence is kept from one run to the next.

use super::{Sequence, VALUES};
use crate::period::Period;
use crate::sync::store::{Keep, Keeping, Kept, Pattern, Terms};

impl Keep for Sequence {
    fn keeping(&mut self) -> &mut Keeping {
        &mut self.keeping
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn kept(&self) -> Kept<'_> {
        Kept { terms: Terms::Short((&self.values[..]).into()), pattern: self.period.map(Pattern::from) }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let Terms::Short(values) = kept.terms else { return };
        let known = values.len() as u64;
        let period =
            kept.pattern.filter(|_| self.rules.may_repeat).map(|p| (p, p.preperiod.checked_add(p.period)));
        if known <= self.values.len() as u64 || values.iter().any(|&v| usize::from(v) >= VALUES) {
            return;
        }
        self.values = values.into_owned();
        match period {
            Some((Pattern { preperiod, period, saltus: 0 }, Some(end))) if period > 0 && end <= known => {
                self.period = Some(Period { preperiod, period });
                self.marks = Box::default();
            }
            // What the heaps look like is found out anew, and whether they repeat.
            _ => {
                self.look_at = self.values.len();
                self.review_at = self.values.len();
            }
        }
    }
}

impl Drop for Sequence {
    fn drop(&mut self) {
        self.rest(true);
    }
}
