//! Sums of heaps all of which have classes: who wins, by how many moves and which.
//!
//! A move in one heap wins if it leaves that heap an element whose product with the others is a P-element. These elements
//! are one set for each heap; the moves into it are counted kind by kind, and if a part of a split is in the
//! periodic part, by residues: at heaps of any size in about (preperiod + period) steps a kind.

use std::ops::ControlFlow;

use crate::game::{MoveKind, VisitParts};
use crate::quotient::{Period, Quotient};

/// A heap: its game and its size.
pub type Heap = (usize, u64);

/// A sum of heaps with classes.
#[derive(Debug)]
pub struct HeapSum<'a> {
    quotient: &'a Quotient,
    heaps: &'a [Heap],
    value: usize,
    /// For each heap the product of all others.
    rests: Vec<usize>,
}

impl<'a> HeapSum<'a> {
    /// The position, if all its heaps have classes.
    pub fn new(quotient: &'a Quotient, heaps: &'a [Heap]) -> Option<Self> {
        let classes = heaps.iter().map(|&(game, heap)| quotient.class(game, heap));
        let classes = classes.collect::<Option<Vec<usize>>>()?;
        let (mut value, mut behind, mut rests) = (0, 0, Vec::with_capacity(heaps.len()));
        for &class in &classes {
            rests.push(value);
            value = quotient.monoid().product(value, class);
        }
        for (rest, &class) in rests.iter_mut().zip(&classes).rev() {
            *rest = quotient.monoid().product(*rest, behind);
            behind = quotient.monoid().product(behind, class);
        }
        Some(HeapSum {
            quotient,
            heaps,
            value,
            rests,
        })
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
    pub fn visit(&self, index: usize, each: VisitParts<'_>) -> ControlFlow<()> {
        let (game, heap) = self.heaps[index];
        let (target, game) = (self.target(index), &self.quotient.games()[game]);
        game.kinds(heap, &mut |kind| target.visit(kind, each))?;
        game.others(heap)
            .iter()
            .filter(|parts| target.holds(parts))
            .try_for_each(|parts| each(parts))
    }

    fn target(&self, index: usize) -> Target<'_> {
        let game = self.heaps[index].0;
        let period = self
            .quotient
            .periods()
            .map_or((u64::MAX, 1), |periods| periods[game]);
        Target {
            quotient: self.quotient,
            game,
            rest: self.rests[index],
            period,
        }
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
    (low..start)
        .map(|a| (a, 1))
        .chain(residues.map(move |a| (a, (top - a) / period + 1)))
}

/// Visits the numbers that some of [`residues`] stand for, in ascending order, until the visitor breaks.
fn each_number(
    residues: impl Iterator<Item = (u64, u64)>,
    period: u64,
    mut each: impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut residues, mut rounds): (Vec<(u64, u64)>, u64) = (residues.collect(), 0);
    while !residues.is_empty() {
        residues
            .iter()
            .try_for_each(|&(first, _)| each(first + rounds * period))?;
        rounds += 1;
        residues.retain(|&(_, times)| rounds < times);
    }
    ControlFlow::Continue(())
}

impl Target<'_> {
    /// Beside some more heaps.
    fn beside(self, heaps: &[u64]) -> Self {
        let class = |heap| self.quotient.class(self.game, heap).unwrap_or(0);
        let times = |x, &heap: &u64| self.quotient.monoid().product(x, class(heap));
        Target {
            rest: heaps.iter().fold(self.rest, times),
            ..self
        }
    }

    /// Whether a move that leaves these heaps wins.
    fn holds(self, parts: &[u64]) -> bool {
        self.quotient.monoid().loses(self.beside(parts).rest)
    }

    /// The pairs (b, c) that win with b ≥ `low` and b + c = `left`, b ≤ c or b < c if `step` is 1: each b, and how many
    /// such pairs it stands for.
    fn pairs(self, left: u64, low: u64, step: u64) -> impl Iterator<Item = (u64, u64)> {
        let top = left.saturating_sub(step) / 2;
        residues(self.period, low, top).filter(move |&(b, _)| self.holds(&[b, left - b]))
    }

    /// The least of three heaps that add to `left`: each a stands for all that follow it in steps of two periods. From one
    /// of them to the next, each residue has 3 pairs less.
    fn firsts(self, left: u64, step: u64) -> impl Iterator<Item = (u64, u64)> {
        residues(
            (self.period.0, 2 * self.period.1),
            1,
            left.saturating_sub(3 * step) / 3,
        )
    }

    /// The number of moves of a kind.
    fn count(
        self,
        MoveKind {
            left,
            parts,
            unequal,
        }: MoveKind,
    ) -> u128 {
        let step = u64::from(unequal);
        match parts {
            0 | 1 => u128::from(self.holds(&[left])),
            2 => self
                .pairs(left, 1, step)
                .map(|(_, times)| u128::from(times))
                .sum(),
            _ => {
                let triples = |(a, terms): (u64, u64)| {
                    let terms = u128::from(terms);
                    let fewer = 3 * (terms * (terms - 1) / 2);
                    let pairs = self.beside(&[a]).pairs(left - a, a + step, step);
                    pairs
                        .map(|(_, times)| terms * u128::from(times) - fewer)
                        .sum::<u128>()
                };
                self.firsts(left, step).map(triples).sum()
            }
        }
    }

    /// Visits the moves of a kind until the visitor breaks.
    fn visit(
        self,
        MoveKind {
            left,
            parts,
            unequal,
        }: MoveKind,
        each: VisitParts<'_>,
    ) -> ControlFlow<()> {
        let (step, period) = (u64::from(unequal), self.period.1);
        match parts {
            0 | 1 if self.holds(&[left]) => each(&[left][..parts.into()]),
            0 | 1 => ControlFlow::Continue(()),
            2 => each_number(self.pairs(left, 1, step), period, |b| each(&[b, left - b])),
            _ => {
                let pairs = |a| self.beside(&[a]).pairs(left - a, a + step, step);
                let firsts = self
                    .firsts(left, step)
                    .filter(|&(a, _)| pairs(a).next().is_some());
                each_number(firsts, 2 * period, |a| {
                    each_number(pairs(a), period, |b| each(&[a, b, left - a - b]))
                })
            }
        }
    }
}
