//! Sums of heaps all of which have classes: who wins, by how many moves and which.
//!
//! A move in one heap wins if it leaves that heap an element whose product with the others is a P-element. These elements
//! are one set for each heap; the moves into it are counted kind by kind, and if a part of a split is in the
//! periodic part, by residues: at heaps of any size in about (preperiod + period) steps a kind.

use std::ops::ControlFlow;

use crate::bits;
use crate::game::Kind;
use crate::quotient::{Quotient, Stop};

/// The most steps between two moves that are listed.
const MAX_STEPS: u64 = 1 << 28;

/// A heap: its game and its size.
pub type Heap = (usize, u64);

/// A sum of heaps with classes.
#[derive(Debug)]
pub struct Position<'a> {
    quotient: &'a Quotient,
    heaps: &'a [Heap],
    value: u16,
    /// For each heap the product of all others.
    rests: Vec<u16>,
}

impl<'a> Position<'a> {
    /// The position, if all its heaps have classes.
    pub fn new(quotient: &'a Quotient, heaps: &'a [Heap]) -> Option<Self> {
        let classes: Option<Vec<u16>> =
            heaps.iter().map(|&(game, heap)| quotient.class(game, heap)).collect();
        let classes = classes?;
        let monoid = quotient.monoid();
        let mut rests = Vec::with_capacity(heaps.len());
        let mut value = 0;
        for &class in &classes {
            rests.push(value);
            value = monoid.product(value, class);
        }
        let mut behind = 0;
        for (rest, &class) in rests.iter_mut().zip(&classes).rev() {
            *rest = monoid.product(*rest, behind);
            behind = monoid.product(behind, class);
        }
        Some(Position { quotient, heaps, value, rests })
    }

    /// The element of the sum.
    pub fn value(&self) -> u16 {
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
    rest: u16,
    /// The preperiod and the period of the game's classes.
    period: (u64, u64),
}

impl Target<'_> {
    fn class(&self, heap: u64) -> u16 {
        self.quotient.class(self.game, heap).unwrap_or(0)
    }

    fn holds(&self, parts: &[u64]) -> bool {
        let monoid = self.quotient.monoid();
        let value = parts.iter().fold(0, |x, &part| monoid.product(x, self.class(part)));
        bits::has(monoid.row(self.rest), usize::from(value))
    }

    /// Beside one more heap.
    fn beside(self, heap: u64) -> Self {
        Target { rest: self.quotient.monoid().product(self.rest, self.class(heap)), ..self }
    }

    fn count(&self, kind: Kind) -> u128 {
        let Kind { left, parts, unequal } = kind;
        let step = u64::from(unequal);
        match parts {
            0 => u128::from(self.holds(&[])),
            1 => u128::from(self.holds(&[left])),
            2 => self.count_pairs(left, 1, step),
            _ => self.count_triples(left, step),
        }
    }

    /// The number of pairs a ≤ b, or a < b if `step` is 1, with a ≥ `low` and a + b = `left`.
    fn count_pairs(&self, left: u64, low: u64, step: u64) -> u128 {
        let (preperiod, period) = self.period;
        let top = left.saturating_sub(step) / 2;
        let start = low.max(preperiod).min(top.saturating_add(1));
        let wins = |a: &u64| self.holds(&[*a, left - *a]);
        let single = (low..start).filter(wins).count() as u128;
        // One of each residue stands for all of them.
        let residues = start..=top.min(start.saturating_add(period - 1));
        single + residues.filter(wins).map(|a| u128::from((top - a) / period) + 1).sum::<u128>()
    }

    /// The number of triples. For a ≡ a₀ modulo 2p the pairs of a residue become fewer by 3 from one a to the next.
    fn count_triples(&self, left: u64, step: u64) -> u128 {
        let (preperiod, period) = self.period;
        let top = left.saturating_sub(3 * step) / 3;
        let start = preperiod.max(1).min(top + 1);
        let mut count: u128 = (1..start).map(|a| self.beside(a).count_pairs(left - a, a + step, step)).sum();
        for a in start..=top.min(start.saturating_add(2 * period - 1)) {
            let terms = u128::from((top - a) / (2 * period)) + 1;
            let (beside, upper) = (self.beside(a), (left - a).saturating_sub(step) / 2);
            for b in (a + step..a + step + period).take_while(|&b| b <= upper) {
                if beside.holds(&[b, left - a - b]) {
                    let first = u128::from((upper - b) / period) + 1;
                    count += terms * first - 3 * (terms * (terms - 1) / 2);
                }
            }
        }
        count
    }

    fn visit(
        &self,
        kind: Kind,
        steps: &mut u64,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Kind { left, parts, unequal } = kind;
        let step = u64::from(unequal);
        match parts {
            0 if self.holds(&[]) => each(&[]),
            1 if self.holds(&[left]) => each(&[left]),
            0 | 1 => ControlFlow::Continue(()),
            2 => self.visit_pairs(left, 1, step, steps, &mut |a, b| each(&[a, b])),
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
        let (preperiod, period) = self.period;
        let top = left.saturating_sub(step) / 2;
        let start = low.max(preperiod).min(top.saturating_add(1));
        let residues = start..=top.min(start.saturating_add(period - 1));
        *steps = steps.saturating_sub(residues.clone().count() as u64 + start.saturating_sub(low) + 1);
        if *steps == 0 {
            return ControlFlow::Break(());
        }
        let wins = |a: &u64| self.holds(&[*a, left - *a]);
        (low..start).filter(wins).try_for_each(|a| {
            *steps = MAX_STEPS;
            each(a, left - a)
        })?;
        let residues: Vec<u64> = residues.filter(wins).collect();
        if residues.is_empty() {
            return ControlFlow::Continue(());
        }
        let rounds = (0..=(top - start) / period).map(|round| round * period);
        rounds.flat_map(|from| residues.iter().map(move |a| a + from)).take_while(|&a| a <= top).try_for_each(
            |a| {
                *steps = MAX_STEPS;
                each(a, left - a)
            },
        )
    }
}
