//! The description of a quotient: its generators, the least word of each element, and a certificate.

use std::fmt::Display;

use crate::monoid;
use crate::position::Heap;
use crate::quotient::{Period, Quotient};

/// How many heaps a certificate has at least, if they are known and no period is.
const MIN_HEAPS_SHOWN: u64 = 1000;

/// The elements of a quotient in words of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The heaps that generate it: none of them is a product of smaller ones.
    pub generators: Vec<Heap>,
    /// For each element numbers of generators with exponents, ascending.
    pub elements: Vec<Vec<(usize, u32)>>,
}

impl Quotient {
    /// The elements in words of heaps.
    pub fn words(&self) -> Words {
        let least = monoid::Words::of(self.monoid(), self.known.letters());
        let letters: Vec<u32> = least.generators().map(|(letter, _)| letter).collect();
        let element = |x| {
            let word: Vec<u32> = least.word(x).collect();
            let power = |run: &[u32]| (letters.partition_point(|letter| *letter < run[0]), run.len() as u32);
            word.chunk_by(|a, b| a == b).rev().map(power).collect()
        };
        let elements = (0..self.monoid().order()).map(element).collect();
        Words { generators: letters.iter().map(|&letter| self.letters.place(letter)).collect(), elements }
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
        let (preperiod, period) = periods.or(values.filter(|_| wild.is_some())).unwrap_or((0, 0));
        let proved = match wild {
            Some(wild) => game.last_breaking_into(wild),
            None => game.proving(preperiod, period).filter(|_| period > 0),
        };
        // The heaps that made it; if nothing is proved of larger ones, some more.
        let made = self.size(u64::MAX).heap;
        let last = proved.unwrap_or(self.heaps().min(MIN_HEAPS_SHOWN)).max(made);
        let class = |heap| self.class(0, heap).unwrap_or(0);
        let generators: Vec<u64> = self.words().generators.iter().map(|heap| heap.1).collect();
        let head = [monoid.order() as u64, preperiod, period].into_iter().chain(wild);
        let mut lists = vec![list(head), list(&generators)];
        lists.extend(generators.iter().map(|&heap| list(monoid.action(class(heap)))));
        lists.extend([list(monoid.losing().ones()), list((0..=last).map(class))]);
        format!("misere{}", lists.join(" |"))
    }
}

/// Numbers, each behind a space.
fn list(numbers: impl IntoIterator<Item = impl Display>) -> String {
    numbers.into_iter().map(|n| format!(" {n}")).collect()
}
