//! Everything that can be reached from some positions, and its values and outcomes by definition.
//!
//! - A position under normal play has the mex of its options' values, an option of several parts their nim-sum
//!   (Sprague 1935, Grundy 1939).
//! - Outcomes come backwards from the ends: a position is won if an option is lost, lost if all are won; what is still
//!   open at the end is drawn (Zermelo 1913). Sums are explored so, too (`sums.rs`).
//! - A position of a game whose play may not end has the value m if it is lost beside a nim-heap of m, and ∞ with the
//!   set of the heaps beside which it is won if there is no such m (Smith 1966, Fraenkel and Perl 1975).

use std::collections::BTreeSet;

use fxhash::FxHashMap;
use smallvec::SmallVec;

use crate::game::{Game, Position};
use crate::{Fail, Outcome, Res, mex};

/// How many positions are explored for one record.
pub const MAX_POSITIONS: usize = 300_000;
/// How many parts of options.
pub const MAX_PARTS: usize = 3_000_000;

type Sum = SmallVec<[u32; 2]>;

/// A value in the sense of Smith and Fraenkel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A Grundy value.
    Finite(u64),
    /// ∞ with a set.
    Infinite(BTreeSet<u64>),
}

impl Value {
    /// The value of a sum of two.
    pub fn plus(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Infinite(set), Value::Finite(n)) | (Value::Finite(n), Value::Infinite(set)) => {
                Value::Infinite(set.iter().map(|m| m ^ n).collect())
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(BTreeSet::new()),
        }
    }

    /// Who wins a position of this value.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(0) => Outcome::Lose,
            Value::Finite(_) => Outcome::Win,
            Value::Infinite(set) if set.contains(&0) => Outcome::Win,
            Value::Infinite(_) => Outcome::Draw,
        }
    }

    /// As answers write it.
    pub fn text(&self) -> String {
        match self {
            Value::Finite(n) => n.to_string(),
            Value::Infinite(set) if set.is_empty() => "inf".to_owned(),
            Value::Infinite(set) => {
                format!("inf {}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// The positions that can be reached.
pub struct Reached {
    /// How many may be.
    most: usize,
    numbers: FxHashMap<Position, u32>,
    options: Vec<Vec<Sum>>,
    parts: usize,
}

impl Default for Reached {
    fn default() -> Self {
        let (numbers, options) = (FxHashMap::default(), Vec::new());
        Reached { most: MAX_POSITIONS, numbers, options, parts: 0 }
    }
}

impl Reached {
    /// Explores a game from these positions on.
    pub fn from(game: &dyn Game, roots: &[Position]) -> Res<Reached> {
        let mut reached = Reached::default();
        reached.add(game, roots)?;
        Ok(reached)
    }

    /// Whether no more than this number of positions can be reached.
    pub fn is_within(most: usize, game: &dyn Game, roots: &[Position]) -> bool {
        let mut reached = Reached { most, ..Reached::default() };
        reached.add(game, roots).is_ok()
    }

    /// Explores further.
    pub fn add(&mut self, game: &dyn Game, roots: &[Position]) -> Res<()> {
        let mut open: Vec<Position> = Vec::new();
        if roots.iter().flatten().any(|&number| number > game.explored_to()) {
            return Err(Fail::TooLarge);
        }
        for root in roots {
            self.number(game.canonical(root.clone()), &mut open);
        }
        while let Some(position) = open.pop() {
            let options =
                if game.ending(&position)?.is_some() { Vec::new() } else { game.options(&position)? };
            let mut sums = Vec::with_capacity(options.len());
            for parts in options {
                self.parts += parts.len() + 1;
                let sum = parts.into_iter().map(|part| self.number(game.canonical(part), &mut open));
                sums.push(sum.collect());
            }
            let number = self.numbers[&position] as usize;
            self.options[number] = sums;
            if self.numbers.len() > self.most || self.parts > MAX_PARTS {
                return Err(Fail::TooLarge);
            }
        }
        Ok(())
    }

    fn number(&mut self, position: Position, open: &mut Vec<Position>) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(position).or_insert_with_key(|position| {
            open.push(position.clone());
            self.options.push(Vec::new());
            next
        })
    }

    /// How many positions were met.
    pub fn count(&self) -> usize {
        self.options.len()
    }

    /// Every position explored, with its value.
    pub fn listed(&self) -> Res<Vec<(Position, Value)>> {
        let values = self.values()?;
        Ok(self.numbers.iter().map(|(at, &number)| (at.clone(), values[number as usize].clone())).collect())
    }

    /// The number of a position.
    pub fn find(&self, game: &dyn Game, position: &Position) -> Res<u32> {
        self.numbers.get(&game.canonical(position.clone())).copied().ok_or(Fail::TooLarge)
    }

    /// An order in which options come before what they are options of; `None` if play may not end.
    fn order(&self) -> Option<Vec<u32>> {
        let parts = |position: usize| self.options[position].iter().flatten().copied();
        upwards(self.options.len(), parts)
    }

    /// Whether play from everything explored ends.
    pub fn ends(&self) -> bool {
        self.order().is_some()
    }

    /// The value of every position explored, by its number.
    pub fn values(&self) -> Res<Vec<Value>> {
        let Some(order) = self.order() else { return self.loopy_values() };
        let mut values = vec![0; self.options.len()];
        for position in order {
            let of = |sum: &Sum| sum.iter().fold(0, |total, &part| total ^ values[part as usize]);
            values[position as usize] = mex(self.options[position as usize].iter().map(of));
        }
        Ok(values.into_iter().map(Value::Finite).collect())
    }

    /// Values of single positions from the outcomes of each beside every nim-heap that could balance it: no finite value
    /// exceeds the number of moves.
    fn loopy_values(&self) -> Res<Vec<Value>> {
        let heaps = self.options.iter().map(Vec::len).max().unwrap_or(0) + 1;
        if self.options.len() * heaps * heaps > MAX_PARTS
            || self.options.iter().flatten().any(|sum| sum.len() != 1)
        {
            return Err(Fail::TooLarge);
        }
        let states = self.options.len() * heaps;
        let options = |state: usize| {
            let (position, heap) = (state / heaps, state % heaps);
            let moved = self.options[position].iter().map(move |sum| sum[0] as usize * heaps + heap);
            moved.chain((0..heap).map(move |rest| position * heaps + rest)).map(|to| to as u32).collect()
        };
        let ended = vec![Some(Outcome::Lose); states];
        let solved = backwards(&(0..states).map(options).collect::<Vec<_>>(), &ended);
        let value = |position: usize| {
            let beside = |heap: usize| solved[position * heaps + heap].0;
            match (0..heaps).find(|&heap| beside(heap) == Outcome::Lose) {
                Some(heap) => Value::Finite(heap as u64),
                None => Value::Infinite(
                    (0..heaps).filter(|&heap| beside(heap) == Outcome::Win).map(|heap| heap as u64).collect(),
                ),
            }
        };
        Ok((0..self.options.len()).map(value).collect())
    }
}

/// The numbers of some positions, those that each leads to before it; `None` if play may not end.
pub fn upwards<I: Iterator<Item = u32>>(count: usize, options: impl Fn(usize) -> I) -> Option<Vec<u32>> {
    let mut before = vec![Vec::new(); count];
    let mut open: Vec<usize> = vec![0; count];
    for (position, open) in open.iter_mut().enumerate() {
        for to in options(position) {
            before[to as usize].push(position as u32);
            *open += 1;
        }
    }
    let mut order: Vec<u32> = (0..count as u32).filter(|&at| open[at as usize] == 0).collect();
    let mut next = 0;
    while let Some(&position) = order.get(next) {
        next += 1;
        for &earlier in &before[position as usize] {
            open[earlier as usize] -= 1;
            if open[earlier as usize] == 0 {
                order.push(earlier);
            }
        }
    }
    (order.len() == count).then_some(order)
}

/// The outcomes of positions given by their options, backwards from the ends, with their remoteness: the moves that play
/// lasts if the winner hurries and the loser holds out. `ended` is how play ends if there are no options.
pub fn backwards(options: &[Vec<u32>], ended: &[Option<Outcome>]) -> Vec<(Outcome, u64)> {
    let mut before = vec![Vec::new(); options.len()];
    let mut open: Vec<usize> = options.iter().map(Vec::len).collect();
    for (position, options) in options.iter().enumerate() {
        options.iter().for_each(|&to| before[to as usize].push(position as u32));
    }
    let mut solved = vec![None; options.len()];
    let mut queue = std::collections::VecDeque::new();
    for position in (0..options.len()).filter(|&position| open[position] == 0) {
        let outcome = ended[position].unwrap_or(Outcome::Lose);
        solved[position] = Some((outcome, 0));
        // A draw stays an option: its position is never lost, whatever the others are.
        if outcome != Outcome::Draw {
            queue.push_back(position as u32);
        }
    }
    // First come the ends, then what is one move from them, and so on.
    while let Some(position) = queue.pop_front() {
        let Some((outcome, moves)) = solved[position as usize] else { continue };
        for &earlier in &before[position as usize] {
            open[earlier as usize] -= 1;
            let here = &mut solved[earlier as usize];
            match outcome {
                _ if here.is_some() => continue,
                Outcome::Lose => *here = Some((Outcome::Win, moves + 1)),
                Outcome::Win if open[earlier as usize] == 0 => *here = Some((Outcome::Lose, moves + 1)),
                _ => continue,
            }
            queue.push_back(earlier);
        }
    }
    solved.into_iter().map(|solved| solved.unwrap_or((Outcome::Draw, 0))).collect()
}
