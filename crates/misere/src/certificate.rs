//! The description of a quotient: its generators, the least word of each element, and a certificate.

use std::fmt::Write;

use crate::bits;
use crate::expand::LeastWords;
use crate::position::Heap;
use crate::quotient::{Letters, Period, Quotient};

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
        let least = LeastWords::new(self.monoid(), self.values());
        let words: Vec<Vec<(u32, u32)>> = (0..self.monoid().order()).map(|x| least.word(x)).collect();
        let mut letters: Vec<u32> = words.iter().flatten().map(|&(letter, _)| letter).collect();
        letters.sort_unstable();
        letters.dedup();
        let number = |letter| letters.iter().position(|other| *other == letter).unwrap_or(0);
        let element = |word: &Vec<(u32, u32)>| {
            word.iter().rev().map(|&(letter, exponent)| (number(letter), exponent)).collect()
        };
        let elements = words.iter().map(element).collect();
        let generators = letters.iter().map(|&letter| Letters(self.games()).place(letter)).collect();
        Words { generators, elements }
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
        let generators: Vec<u64> = self.words().generators.iter().map(|heap| heap.1).collect();
        let class = |heap| self.class(0, heap).unwrap_or(0);
        let mut text = format!("misere {} {preperiod} {period}", monoid.order());
        wild.into_iter().for_each(|wild| _ = write!(text, " {wild}")); // a string takes every write
        text.push_str(" |");
        let mut list = |part: &mut dyn Iterator<Item = u64>| {
            part.for_each(|n| _ = write!(text, " {n}"));
            text.push_str(" |");
        };
        list(&mut generators.iter().copied());
        for &heap in &generators {
            list(&mut monoid.action(class(heap)).iter().map(|&x| x.into()));
        }
        list(&mut bits::members(monoid.losing()).map(|x| x as u64));
        list(&mut (0..=last).map(|heap| class(heap).into()));
        text.truncate(text.len() - " |".len());
        text
    }
}
