//! A quotient written down: its generators, and a certificate.

use std::fmt::Display;

use crate::growth::ClassPeriod;
use crate::monoid::Words;
use crate::quotient::Quotient;

/// The number of heaps that a certificate lists if no period is known, or all that are known if these are fewer; a
/// guess.
const MIN_HEAPS_SHOWN: u64 = 1000;

impl Quotient {
    /// Finds the elements as words of heaps.
    pub fn words(&self) -> Words {
        self.known.words()
    }

    /// Returns the sizes of the heaps that generate the quotient, with their elements: none is a product of smaller heaps.
    pub fn generators(&self) -> Vec<(u64, usize)> {
        self.words()
            .generators()
            .map(|(letter, element)| (self.known.heap(letter).size, element))
            .collect()
    }

    /// Writes the table of a quotient of one game with all that the finite check needs:
    /// `misere ORDER PREPERIOD PERIOD | generators | the action of each | P-elements | classes of heaps 0, 1, 2, …`.
    /// The period is 0 if none is proved. If normal play takes over, a fourth number of the first list is the last heap that
    /// is not firm, and preperiod and period are those of Grundy values, `values`.
    pub fn certificate(&self, values: Option<ClassPeriod>) -> String {
        let monoid = self.monoid();
        let game = &self.games()[0];
        let wild = self.normal().map(|normal| normal.last[0]);
        let mut repeated = self.periods().map(|periods| periods[0]);
        if repeated.is_none() && wild.is_some() {
            repeated = values;
        }
        let none = ClassPeriod {
            preperiod: 0,
            period: 0,
        };
        let ClassPeriod { preperiod, period } = repeated.unwrap_or(none);
        let proved = match wild {
            Some(wild) => game.last_breaking_into(wild),
            None if period > 0 => game.proving(preperiod, period),
            None => None,
        };
        // All heaps that changed the quotient are shown; if nothing is proved of larger ones, some more.
        let made = self.size(u64::MAX).heap;
        let shown = proved.unwrap_or(self.heaps().min(MIN_HEAPS_SHOWN));
        let last = shown.max(made);
        let generators = self.generators();
        let head = [monoid.order() as u64, preperiod, period]
            .into_iter()
            .chain(wild);
        let mut lists = vec![list(head), list(generators.iter().map(|(heap, _)| heap))];
        lists.extend(
            generators
                .iter()
                .map(|&(_, element)| list(monoid.action(element))),
        );
        let classes = (0..=last).map(|heap| self.class(0, heap).unwrap_or(0));
        lists.extend([list(monoid.losing().ones()), list(classes)]);
        format!("misere{}", lists.join(" |"))
    }
}

/// Writes numbers, each after a space.
fn list(numbers: impl IntoIterator<Item = impl Display>) -> String {
    numbers.into_iter().map(|n| format!(" {n}")).collect()
}
