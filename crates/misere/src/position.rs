//! Sums of heaps all of which have classes: who wins, by how many moves and by which.
//!
//! A move in one heap wins if the element that it leaves there, times the product of the other heaps, is a P-element.
//! Winning moves are counted kind by kind. Where the smaller part of a split lies in the periodic part of the classes,
//! parts are counted by residue, so that heaps of any size take about (preperiod + period) steps a kind.

use crate::game::Heap;
use std::ops::ControlFlow;

use crate::game::{MoveKind, VisitParts};
use crate::growth::ClassPeriod;
use crate::quotient::Quotient;

/// A sum of heaps with classes.
#[derive(Debug)]
pub struct HeapSum<'a> {
    /// The quotient.
    quotient: &'a Quotient,
    /// The heaps.
    heaps: &'a [Heap],
    /// The product of all heaps.
    value: usize,
    /// The product of all other heaps, for each heap.
    rests: Vec<usize>,
}

impl<'a> HeapSum<'a> {
    /// Makes the sum of these heaps; `None` if one of them has no class.
    pub fn new(quotient: &'a Quotient, heaps: &'a [Heap]) -> Option<Self> {
        let monoid = quotient.monoid();
        let mut classes = Vec::with_capacity(heaps.len());
        for heap in heaps {
            classes.push(quotient.class(heap.game, heap.size)?);
        }
        // The rest of a heap is the product of the heaps before it and of those after it.
        let mut rests = Vec::with_capacity(heaps.len());
        let mut before = 0;
        for &class in &classes {
            rests.push(before);
            before = monoid.product(before, class);
        }
        let value = before;
        let mut after = 0;
        for (rest, &class) in rests.iter_mut().zip(&classes).rev() {
            *rest = monoid.product(*rest, after);
            after = monoid.product(after, class);
        }
        Some(HeapSum {
            quotient,
            heaps,
            value,
            rests,
        })
    }

    /// Returns whether the player to move loses.
    pub fn loses(&self) -> bool {
        self.quotient.monoid().loses(self.value)
    }

    /// Counts the winning moves in a heap.
    pub fn count(&self, index: usize) -> u128 {
        let Heap { game, size } = self.heaps[index];
        let target = self.target(index);
        let mut count = 0;
        let _ = self.quotient.games()[game].kinds(size, &mut |kind| {
            count += target.count(kind);
            ControlFlow::Continue(())
        });
        let others = self.quotient.games()[game].others(size);
        count + others.iter().filter(|parts| target.holds(parts)).count() as u128
    }

    /// Visits the winning moves in a heap, in the order of answers, until the visitor breaks.
    pub fn visit(&self, index: usize, each: VisitParts<'_>) -> ControlFlow<()> {
        let Heap { game, size } = self.heaps[index];
        let target = self.target(index);
        let game = &self.quotient.games()[game];
        game.kinds(size, &mut |kind| target.visit(kind, each))?;
        for parts in game.others(size) {
            if target.holds(&parts) {
                each(&parts)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns what a move in a heap must leave there to win.
    fn target(&self, index: usize) -> Target<'_> {
        let game = self.heaps[index].game;
        // Without a proved period, no number stands for others.
        let unknown = ClassPeriod {
            preperiod: u64::MAX,
            period: 1,
        };
        let period = match self.quotient.periods() {
            Some(periods) => periods[game],
            None => unknown,
        };
        Target {
            quotient: self.quotient,
            game,
            rest: self.rests[index],
            period,
        }
    }
}

/// The class that a move in one heap of a sum must leave there to win.
#[derive(Clone, Copy)]
struct Target<'a> {
    /// The quotient.
    quotient: &'a Quotient,
    /// The number of the game.
    game: usize,
    /// The product of the heaps that the move does not touch.
    rest: usize,
    /// The period of the game's classes.
    period: ClassPeriod,
}

/// A number that stands for others of the same class: `first`, `first` + period, and so on, `times` numbers in all.
#[derive(Clone, Copy)]
struct Residue {
    /// The number itself.
    first: u64,
    /// The number of numbers for which it stands.
    times: u64,
}

/// Returns numbers that stand for all from `low` to `top`. A number below the preperiod stands for itself; from there on
/// the least number of a residue stands for all that follow it in steps of the period.
fn residues(classes: ClassPeriod, low: u64, top: u64) -> impl Iterator<Item = Residue> {
    let ClassPeriod { preperiod, period } = classes;
    let start = low.max(preperiod).min(top.saturating_add(1));
    let end = top.min(start.saturating_add(period - 1));
    let single = (low..start).map(|first| Residue { first, times: 1 });
    let repeated = (start..=end).map(move |first| Residue {
        first,
        times: (top - first) / period + 1,
    });
    single.chain(repeated)
}

/// Visits the numbers for which some [`residues`] stand, in ascending order, until the visitor breaks.
fn each_number(
    residues: impl Iterator<Item = Residue>,
    period: u64,
    mut each: impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut residues: Vec<Residue> = residues.collect();
    let mut rounds = 0;
    while !residues.is_empty() {
        for residue in &residues {
            each(residue.first + rounds * period)?;
        }
        rounds += 1;
        residues.retain(|residue| rounds < residue.times);
    }
    ControlFlow::Continue(())
}

impl Target<'_> {
    /// Returns the target of a move that also leaves these heaps.
    fn with(self, heaps: &[u64]) -> Self {
        let mut rest = self.rest;
        for &heap in heaps {
            let class = self.quotient.class(self.game, heap).unwrap_or(0);
            rest = self.quotient.monoid().product(rest, class);
        }
        Target { rest, ..self }
    }

    /// Returns whether a move that leaves these heaps wins.
    fn holds(self, parts: &[u64]) -> bool {
        self.quotient.monoid().loses(self.with(parts).rest)
    }

    /// Returns the first heaps of the pairs (b, c) that win with b ≥ `low`, b + c = `left` and b + `step` ≤ c.
    fn pairs(self, left: u64, low: u64, step: u64) -> impl Iterator<Item = Residue> {
        let top = left.saturating_sub(step) / 2;
        residues(self.period, low, top)
            .filter(move |pair| self.holds(&[pair.first, left - pair.first]))
    }

    /// Returns the least of three heaps that add to `left`. Each stands for all that follow it in steps of two periods:
    /// from one of them to the next, each residue of the second heap has 3 pairs less.
    fn firsts(self, left: u64, step: u64) -> impl Iterator<Item = Residue> {
        let two_periods = ClassPeriod {
            period: 2 * self.period.period,
            ..self.period
        };
        residues(two_periods, 1, left.saturating_sub(3 * step) / 3)
    }

    /// Returns the second of three heaps that add to `left` and win, if the first is `least`.
    fn seconds(self, left: u64, least: u64, step: u64) -> impl Iterator<Item = Residue> {
        self.with(&[least]).pairs(left - least, least + step, step)
    }

    /// Counts the winning moves of a kind.
    fn count(self, kind: MoveKind) -> u128 {
        let left = kind.left;
        let step = u64::from(kind.unequal);
        match kind.parts {
            0 | 1 => u128::from(self.holds(&[left])),
            2 => self
                .pairs(left, 1, step)
                .map(|pair| u128::from(pair.times))
                .sum(),
            _ => {
                let mut count = 0;
                for least in self.firsts(left, step) {
                    let terms = u128::from(least.times);
                    // The terms have 0, 3, 6, … pairs less of each residue than the first of them.
                    let fewer = 3 * (terms * (terms - 1) / 2);
                    for second in self.seconds(left, least.first, step) {
                        count += terms * u128::from(second.times) - fewer;
                    }
                }
                count
            }
        }
    }

    /// Visits the winning moves of a kind until the visitor breaks.
    fn visit(self, kind: MoveKind, each: VisitParts<'_>) -> ControlFlow<()> {
        let left = kind.left;
        let step = u64::from(kind.unequal);
        let period = self.period.period;
        match kind.parts {
            0 | 1 => {
                if self.holds(&[left]) {
                    each(&[left][..kind.parts.into()])?;
                }
                ControlFlow::Continue(())
            }
            2 => each_number(self.pairs(left, 1, step), period, |smaller| {
                each(&[smaller, left - smaller])
            }),
            _ => {
                let firsts = self
                    .firsts(left, step)
                    .filter(|least| self.seconds(left, least.first, step).next().is_some());
                each_number(firsts, 2 * period, |least| {
                    each_number(self.seconds(left, least, step), period, |middle| {
                        each(&[least, middle, left - least - middle])
                    })
                })
            }
        }
    }
}
