//! Sums of heaps all of which have classes: who wins, by how many moves and which.
//!
//! A move in one heap wins if it leaves that heap an element whose product with the others is a P-element. These elements
//! are one set for each heap; the moves into it are counted kind by kind, and if a part of a split is in the
//! periodic part, by residues: at heaps of any size in about (preperiod + period) steps a kind.

use std::ops::ControlFlow;

use crate::game::Kind;
use crate::quotient::{Period, Quotient, Stop};

/// The most steps between two moves that are listed.
const MAX_STEPS: u64 = 1 << 28;

/// A heap: its game and its size.
pub type Heap = (usize, u64);

/// A sum of heaps with classes.
#[derive(Debug)]
pub struct Position<'a> {
    quotient: &'a Quotient,
    heaps: &'a [Heap],
    value: usize,
    /// For each heap the product of all others.
    rests: Vec<usize>,
}

impl<'a> Position<'a> {
    /// The position, if all its heaps have classes.
    pub fn new(quotient: &'a Quotient, heaps: &'a [Heap]) -> Option<Self> {
        let classes = heaps.iter().map(|&(game, heap)| quotient.class(game, heap));
        let classes = classes.collect::<Option<Vec<usize>>>()?;
        let monoid = quotient.monoid();
        let (mut value, mut behind) = (0, 0);
        let before = |&class: &usize| {
            let before = value;
            value = monoid.product(value, class);
            before
        };
        let mut rests: Vec<usize> = classes.iter().map(before).collect();
        for (rest, &class) in rests.iter_mut().zip(&classes).rev() {
            *rest = monoid.product(*rest, behind);
            behind = monoid.product(behind, class);
        }
        Some(Position { quotient, heaps, value, rests })
    }

    /// The element of the sum.
    pub fn value(&self) -> usize {
        self.value
    }

    /// Whether the player to move loses.
    pub fn loses(&self) -> bool {
        self.quotient.monoid().loses(self.value)
    }

    /// The number of winning moves in a heap.
    pub fn count(&self, index: usize) -> u128 {
        let (game, heap) = self.heaps[index];
        let (target, mut count) = (self.target(index), 0);
        let _ = self.quotient.games()[game].kinds(heap, &mut |kind| {
            count += target.count(kind);
            ControlFlow::Continue(())
        });
        let others = self.quotient.games()[game].others(heap);
        count + others.iter().filter(|parts| target.holds(parts)).count() as u128
    }

    /// Visits the winning moves in a heap, in the order of answers, until the visitor breaks.
    ///
    /// # Errors
    ///
    /// If the next one is not found in a reasonable number of steps.
    pub fn visit(
        &self,
        index: usize,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let (game, heap) = self.heaps[index];
        let target = self.target(index);
        let mut steps = MAX_STEPS;
        let done = self.quotient.games()[game].kinds(heap, &mut |kind| target.visit(kind, &mut steps, each));
        if steps == 0 {
            return Err(Stop::Work);
        }
        if done.is_break() {
            return Ok(done);
        }
        let others = self.quotient.games()[game].others(heap);
        Ok(others.iter().filter(|parts| target.holds(parts)).try_for_each(|parts| each(parts)))
    }

    fn target(&self, index: usize) -> Target<'_> {
        let game = self.heaps[index].0;
        let period = self.quotient.periods().map_or((u64::MAX, 1), |periods| periods[game]);
        Target { quotient: self.quotient, game, rest: self.rests[index], period }
    }
}

/// Moves in a game that win beside a rest.
#[derive(Clone, Copy)]
struct Target<'a> {
    quotient: &'a Quotient,
    game: usize,
    rest: usize,
    /// The preperiod and the period of the game's classes.
    period: Period,
}

/// Numbers from `low` to `top`, each with how many it stands for: itself below the preperiod; from there on the least
/// number of a residue stands for all that follow it in steps of the period.
fn residues((preperiod, period): Period, low: u64, top: u64) -> impl Iterator<Item = (u64, u64)> {
    let start = low.max(preperiod).min(top.saturating_add(1));
    let residues = start..=top.min(start.saturating_add(period - 1));
    (low..start).map(|a| (a, 1)).chain(residues.map(move |a| (a, (top - a) / period + 1)))
}

impl Target<'_> {
    fn class(&self, heap: u64) -> usize {
        self.quotient.class(self.game, heap).unwrap_or(0)
    }

    fn holds(&self, parts: &[u64]) -> bool {
        let monoid = self.quotient.monoid();
        monoid.loses(parts.iter().fold(self.rest, |x, &part| monoid.product(x, self.class(part))))
    }

    /// Beside one more heap.
    fn beside(self, heap: u64) -> Self {
        Target { rest: self.quotient.monoid().product(self.rest, self.class(heap)), ..self }
    }

    /// The pairs (b, c) that win with b ≥ `low` and b + c = `left`, b ≤ c or b < c if `step` is 1: each b, and how many
    /// such pairs it stands for.
    fn pairs(&self, left: u64, low: u64, step: u64) -> impl Iterator<Item = (u64, u64)> {
        let top = left.saturating_sub(step) / 2;
        residues(self.period, low, top).filter(move |&(b, _)| self.holds(&[b, left - b]))
    }

    /// The number of moves of a kind.
    fn count(&self, Kind { left, parts, unequal }: Kind) -> u128 {
        let step = u64::from(unequal);
        match parts {
            0 => u128::from(self.holds(&[])),
            1 => u128::from(self.holds(&[left])),
            2 => self.pairs(left, 1, step).map(|(_, times)| u128::from(times)).sum(),
            _ => {
                // For a ≡ a₀ modulo 2p the pairs of a residue become fewer by 3 from one a to the next.
                let (preperiod, period) = self.period;
                let firsts = residues((preperiod, 2 * period), 1, left.saturating_sub(3 * step) / 3);
                let triples = |(a, terms): (u64, u64)| {
                    let terms = u128::from(terms);
                    let fewer = 3 * (terms * (terms - 1) / 2);
                    let target = self.beside(a);
                    let pairs = target.pairs(left - a, a + step, step);
                    pairs.map(|(_, times)| terms * u128::from(times) - fewer).sum::<u128>()
                };
                firsts.map(triples).sum()
            }
        }
    }

    fn visit(
        &self,
        Kind { left, parts, unequal }: Kind,
        steps: &mut u64,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let step = u64::from(unequal);
        match parts {
            0 if self.holds(&[]) => each(&[]),
            1 if self.holds(&[left]) => each(&[left]),
            0 | 1 => ControlFlow::Continue(()),
            2 => self.visit_pairs(left, 1, step, steps, &mut |b, c| each(&[b, c])),
            _ => (1..=left.saturating_sub(3 * step) / 3).try_for_each(|a| {
                self.beside(a).visit_pairs(left - a, a + step, step, steps, &mut |b, c| each(&[a, b, c]))
            }),
        }
    }

    fn visit_pairs(
        &self,
        left: u64,
        low: u64,
        step: u64,
        steps: &mut u64,
        each: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let looked = residues(self.period, low, left.saturating_sub(step) / 2).count() as u64;
        *steps = steps.saturating_sub(1 + looked);
        if *steps == 0 {
            return ControlFlow::Break(());
        }
        let mut found: Vec<(u64, u64)> = self.pairs(left, low, step).collect();
        let mut from = 0;
        while !found.is_empty() {
            for (b, _) in &found {
                *steps = MAX_STEPS;
                each(from + b, left - from - b)?;
            }
            from += self.period.1;
            found.retain(|&(_, times)| from / self.period.1 < times);
        }
        ControlFlow::Continue(())
    }
}
