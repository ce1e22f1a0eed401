//! A quotient written down: its generators, and a certificate.

use std::fmt::Display;

use crate::monoid::Words;
use crate::quotient::{Period, Quotient};

/// How many heaps a certificate has at least, if they are known and no period is.
const MIN_HEAPS_SHOWN: u64 = 1000;

impl Quotient {
    /// The elements in words of heaps.
    pub fn words(&self) -> Words {
        self.known.words()
    }

    /// The sizes of the heaps that generate it, with their elements: none of them is a product of smaller ones.
    pub fn generators(&self) -> Vec<(u64, usize)> {
        self.words()
            .generators()
            .map(|(letter, element)| (self.known.heap(letter).1, element))
            .collect()
    }

    /// The table of a quotient of one game with all that the finite check needs:
    /// `misere ORDER PREPERIOD PERIOD | generators | the action of each | P-elements | classes of heaps 0, 1, 2, …`.
    /// The period is 0 if none is proved. If normal play takes over, a fourth number of the first list is the last heap that
    /// is not firm, and preperiod and period are those of Grundy values, `values`.
    pub fn certificate(&self, values: Option<Period>) -> String {
        let monoid = self.monoid();
        let game = &self.games()[0];
        let wild = self.normal().map(|normal| normal.last[0]);
        let periods = self.periods().map(|periods| periods[0]);
        let (preperiod, period) = periods
            .or(values.filter(|_| wild.is_some()))
            .unwrap_or((0, 0));
        let proved = match wild {
            Some(wild) => game.last_breaking_into(wild),
            None => game.proving(preperiod, period).filter(|_| period > 0),
        };
        // The heaps that made it; if nothing is proved of larger ones, some more.
        let made = self.size(u64::MAX).heap;
        let last = proved
            .unwrap_or(self.heaps().min(MIN_HEAPS_SHOWN))
            .max(made);
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

/// Numbers, each behind a space.
fn list(numbers: impl IntoIterator<Item = impl Display>) -> String {
    numbers.into_iter().map(|n| format!(" {n}")).collect()
}
