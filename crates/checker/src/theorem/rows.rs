//! Rows of numbers.
//!
//! - *Staircase nim*: the value is the nim-sum of the coins on the steps 1, 3, 5, … (Sprague 1937). Coins that
//!   come to such a step from above can be moved on, and so do not count.
//! - *Silver dollar without the dollar* is staircase nim with the gaps before the coins, that before the last
//!   coin being step 1: a coin that moves takes from the gap before it and adds to the one behind.
//! - *Sequential nim*: a heap of n before a position of value v is valued mex {v, G(1), …, G(n − 1)}, which is
//!   v for n = 0, n − 1 for 1 ≤ n ≤ v, and n above.
//! - *Welter's game*: the nim-sum of the squares and, for each two of them, of N(a − b), where N(d) has ones up to
//!   the last one of d, that is N(d) = d ⊕ (d − 1) (Welter 1954, in the form of M. Sato 1970). Bit k of N(x − a) is
//!   1 where x and a agree in the k bits below; so the square that leaves a value is found bit by bit, and is
//!   the only one.
//! - *Moore's nim*: lost where every binary digit occurs in a multiple of K + 1 heaps (Moore 1910).

use std::ops::ControlFlow;

use grundy_record::{Move, Record};

use super::Known;
use crate::sums::{Sum, Visitor};
use crate::{Checked, GameId, Meter, rejected, unproved};

pub(super) fn known<'m>(record: &'m Record<'_>, game: GameId, meter: &'m Meter) -> Checked<Known<'m>> {
    let numbers = &record.position.numbers[..];
    meter.spend(numbers.len() as u64)?;
    let mut sorted: Vec<(u64, usize)> = numbers.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    if matches!(game, GameId::SilverDollar | GameId::Welter)
        && sorted.windows(2).any(|pair| pair[0].0 == pair[1].0)
    {
        return rejected("two coins share a square");
    }
    let sum: Box<dyn Sum + 'm> = match game {
        GameId::Staircase => {
            let places = (0..numbers.len()).collect();
            Box::new(Stairs { numbers, steps: numbers.to_vec(), places, coins: false })
        }
        GameId::SilverDollar => {
            if sorted.first().is_some_and(|&(square, _)| square == 0) {
                return rejected("there is no square 0");
            }
            let before = std::iter::once(0).chain(sorted.iter().map(|&(square, _)| square));
            let mut steps: Vec<u64> =
                sorted.iter().zip(before).map(|(&(square, _), before)| square - before - 1).collect();
            steps.reverse();
            let mut places = vec![0; numbers.len()];
            sorted.iter().rev().enumerate().for_each(|(step, &(_, coin))| places[coin] = step);
            Box::new(Stairs { numbers, steps, places, coins: true })
        }
        GameId::SequentialNim => Box::new(Sequence { numbers }),
        GameId::Welter => {
            let squares = numbers.len() as u64;
            meter.spend(squares.saturating_mul(squares))?;
            Box::new(Squares { numbers, meter })
        }
        _ => {
            let most = record.rules.number.unwrap_or(1);
            meter.spend(64 * numbers.len() as u64)?;
            return Ok(Known { sum: Box::new(Moore { numbers, most }), outcome: true });
        }
    };
    Ok(Known { sum, outcome: false })
}

/// Staircase nim, and what is like it.
struct Stairs<'a> {
    numbers: &'a [u64],
    /// What is on steps 1, 2, 3, ….
    steps: Vec<u64>,
    /// The step of each number, in the order of moves.
    places: Vec<usize>,
    /// Whether the numbers are squares of coins.
    coins: bool,
}

impl Stairs<'_> {
    fn total(&self) -> u64 {
        self.steps.iter().step_by(2).fold(0, |sum, coins| sum ^ coins)
    }

    /// How many must go from a step so that the value changes by these bits, at least one.
    fn taken(&self, step: usize, bits: u64) -> Option<u64> {
        if step.is_multiple_of(2) {
            let left = self.steps[step] ^ bits;
            self.steps[step].checked_sub(left).filter(|&taken| taken > 0)
        } else {
            let below = self.steps[step - 1];
            (below ^ bits).checked_sub(below).filter(|&taken| taken > 0 && taken <= self.steps[step])
        }
    }

    fn written(&self, index: usize, taken: u64) -> Checked<Move> {
        let from = self.numbers[index];
        let upper = Move::Heap { index, from, to: from - taken };
        if self.coins || index == 0 {
            return Ok(upper);
        }
        let from = self.numbers[index - 1];
        match from.checked_add(taken) {
            Some(to) => Ok(Move::Several(Box::new([Move::Heap { index: index - 1, from, to }, upper]))),
            None => unproved("a step would hold more coins than can be written"),
        }
    }
}

impl Sum for Stairs<'_> {
    fn components(&self) -> usize {
        1
    }

    fn value(&self, _: usize) -> Checked<u64> {
        Ok(self.total())
    }

    fn visit(&self, _: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let total = self.total();
        for (index, &step) in self.places.iter().enumerate() {
            let taken = match target {
                None => 1..=self.steps[step],
                Some(target) => match self.taken(step, total ^ target) {
                    Some(taken) => taken..=taken,
                    None => continue,
                },
            };
            for taken in taken {
                if visitor(self.written(index, taken)?).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The value of a heap before a position of this value.
pub(super) fn before(heap: u64, behind: u64) -> u64 {
    match heap {
        0 => behind,
        _ if heap <= behind => heap - 1,
        _ => heap,
    }
}

/// The heap below this one that has this value before a position.
pub(super) fn lowered(heap: u64, behind: u64, target: u64) -> Option<u64> {
    // A value is that of 0 itself, or of one of these two.
    [Some(0), Some(target), target.checked_add(1)]
        .into_iter()
        .flatten()
        .find(|&to| to < heap && before(to, behind) == target)
}

struct Sequence<'a> {
    numbers: &'a [u64],
}

impl Sequence<'_> {
    fn from(&self, first: usize) -> u64 {
        self.numbers[first..].iter().rev().fold(0, |behind, &heap| before(heap, behind))
    }
}

impl Sum for Sequence<'_> {
    fn components(&self) -> usize {
        1
    }

    fn value(&self, _: usize) -> Checked<u64> {
        Ok(self.from(0))
    }

    fn visit(&self, _: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let Some(index) = self.numbers.iter().position(|&heap| heap > 0) else { return Ok(()) };
        let from = self.numbers[index];
        let mut to = |to| visitor(Move::Heap { index, from, to });
        let _ = match target {
            None => (0..from).rev().try_for_each(to),
            Some(target) => lowered(from, self.from(index + 1), target).into_iter().try_for_each(&mut to),
        };
        Ok(())
    }
}

/// Coins that may pass one another.
struct Squares<'a> {
    numbers: &'a [u64],
    meter: &'a Meter,
}

/// Ones up to the last one of a difference that is not 0.
fn ones(a: u64, b: u64) -> u64 {
    let difference = a.wrapping_sub(b);
    difference ^ difference.wrapping_sub(1)
}

impl Squares<'_> {
    /// The nim-sum of a square and of what it has with all coins but this one.
    fn alone(&self, square: u64, coin: usize) -> u64 {
        let others = self.numbers.iter().enumerate().filter(|&(other, _)| other != coin);
        others.fold(square, |sum, (_, &other)| sum ^ ones(square, other))
    }
}

impl Sum for Squares<'_> {
    fn components(&self) -> usize {
        1
    }

    fn value(&self, _: usize) -> Checked<u64> {
        let mut sum = 0;
        for (coin, &square) in self.numbers.iter().enumerate() {
            sum ^= self.numbers[..coin].iter().fold(square, |sum, &other| sum ^ ones(square, other));
        }
        Ok(sum)
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let value = self.value(index)?;
        for (index, &from) in self.numbers.iter().enumerate() {
            self.meter.spend(16 * self.numbers.len() as u64)?;
            let mut to = |to| visitor(Move::Heap { index, from, to });
            let flow = match target {
                None => {
                    let mut free = (0..from).rev().filter(|square| !self.numbers.contains(square));
                    free.try_for_each(&mut to)
                }
                Some(target) => {
                    // The square x for which x and what it has with the others give these bits.
                    let wanted = target ^ value ^ self.alone(from, index);
                    let mut agree: Vec<u64> = self.numbers.to_vec();
                    agree.swap_remove(index);
                    let mut square = 0u64;
                    for bit in 0..64 {
                        square |= ((wanted >> bit ^ agree.len() as u64) & 1) << bit;
                        agree.retain(|other| (other ^ square) >> bit & 1 == 0);
                    }
                    if agree.is_empty() && square < from { to(square) } else { ControlFlow::Continue(()) }
                }
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

struct Moore<'a> {
    numbers: &'a [u64],
    most: u64,
}

impl Sum for Moore<'_> {
    fn components(&self) -> usize {
        1
    }

    fn value(&self, _: usize) -> Checked<u64> {
        let ones = |bit: u32| self.numbers.iter().filter(|&heap| heap >> bit & 1 != 0).count() as u64;
        let loses = (0..u64::BITS).all(|bit| ones(bit).is_multiple_of(self.most.saturating_add(1)));
        Ok(u64::from(!loses))
    }

    fn visit(&self, _: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        if target.is_some() {
            return unproved("the winning moves are too many to explore");
        }
        // The first is all that is asked for of a lost position.
        if let Some(index) = self.numbers.iter().position(|&heap| heap > 0) {
            let from = self.numbers[index];
            let _ = visitor(Move::Heap { index, from, to: from - 1 });
        }
        Ok(())
    }
}
