//! Everything that can be reached from some positions, and its values and outcomes by definition.
//!
//! - A position under normal play has the mex of its options' values, an option of several parts their nim-sum
//!   (Sprague 1935, Grundy 1939).
//! - Outcomes come backwards from the ends: a position is won if an option is lost, lost if all are won; what is still
//!   open at the end is drawn (Zermelo 1913). Sums are explored as multisets of parts.
//! - A position of a game whose play may not end has the value m if it is lost beside a nim-heap of m, and ∞ with the
//!   set of the heaps beside which it is won if there is no such m (Smith 1966, Fraenkel and Perl 1975).

use std::collections::BTreeSet;

use fxhash::FxHashMap;
use smallvec::SmallVec;

use crate::game::{Game, Parts, Position};
use crate::{Fail, Outcome, Res, mex};

/// How many positions, and parts of options, are explored for one record.
const POSITIONS: usize = 300_000;
const OPTIONS: usize = 3_000_000;

type Sum = SmallVec<[u32; 2]>;

/// A sum with its value and outcome.
pub type Listed = (Vec<Position>, Value, Outcome);

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
    endings: Vec<Option<Outcome>>,
    /// Whether two components in this position are none ([`Game::cancels`]).
    cancels: Vec<bool>,
    parts: usize,
}

impl Default for Reached {
    fn default() -> Self {
        let (numbers, options) = (FxHashMap::default(), Vec::new());
        Reached { most: POSITIONS, numbers, options, endings: Vec::new(), cancels: Vec::new(), parts: 0 }
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
            let ending = game.ending(&position)?;
            let options = if ending.is_some() { Vec::new() } else { game.options(&position)? };
            let mut sums = Vec::with_capacity(options.len());
            for parts in options {
                self.parts += parts.len() + 1;
                let sum = parts.into_iter().map(|part| self.number(game.canonical(part), &mut open));
                sums.push(sum.collect());
            }
            let number = self.numbers[&position] as usize;
            (self.options[number], self.endings[number]) = (sums, ending);
            self.cancels[number] = game.cancels(&position);
            if self.numbers.len() > self.most || self.parts > OPTIONS {
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
            self.endings.push(None);
            self.cancels.push(false);
            next
        })
    }

    /// How many positions were met.
    pub fn count(&self) -> usize {
        self.options.len()
    }

    fn positions(&self) -> Vec<Position> {
        let mut positions = vec![Position::new(); self.numbers.len()];
        for (position, &number) in &self.numbers {
            positions[number as usize] = position.clone();
        }
        positions
    }

    /// Every position explored, with its value.
    pub fn listed(&self) -> Res<Vec<Listed>> {
        let values = self.values()?;
        let listed = |(position, value): (Position, Value)| {
            let outcome = value.outcome();
            (vec![position], value, outcome)
        };
        Ok(self.positions().into_iter().zip(values).map(listed).collect())
    }

    /// The number of a position.
    pub fn find(&self, game: &dyn Game, position: &Position) -> Res<u32> {
        self.numbers.get(&game.canonical(position.clone())).copied().ok_or(Fail::TooLarge)
    }

    /// The numbers of some positions.
    pub fn find_all(&self, game: &dyn Game, parts: &Parts) -> Res<Vec<u32>> {
        parts.iter().map(|part| self.find(game, part)).collect()
    }

    /// An order in which options come before what they are options of; `None` where play may not end.
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
        if self.options.len() * heaps * heaps > OPTIONS
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

/// The numbers of some positions, those that each leads to before it; `None` where play may not end.
fn upwards<I: Iterator<Item = u32>>(count: usize, options: impl Fn(usize) -> I) -> Option<Vec<u32>> {
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
/// lasts if the winner hurries and the loser holds out. `ended` is how play ends where there are no options.
fn backwards(options: &[Vec<u32>], ended: &[Option<Outcome>]) -> Vec<(Outcome, u64)> {
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

/// Sums of explored positions, one of which moves at a time, as multisets; parts that cannot move are left out.
pub struct Sums<'r> {
    reached: &'r Reached,
    misere: bool,
    numbers: FxHashMap<Sum, u32>,
    sums: Vec<Sum>,
    options: Vec<Vec<u32>>,
}

impl<'r> Sums<'r> {
    /// Explores the sums of these parts, and what can be reached from them.
    pub fn from(reached: &'r Reached, misere: bool, roots: &[Vec<u32>]) -> Res<Sums<'r>> {
        let mut sums =
            Sums { reached, misere, numbers: FxHashMap::default(), sums: Vec::new(), options: Vec::new() };
        roots.iter().for_each(|root| {
            sums.number(root.iter().copied().collect());
        });
        let (mut at, mut steps) = (0, 0);
        while at < sums.sums.len() {
            let sum = sums.sums[at].clone();
            let mut options = Vec::new();
            for (i, &part) in sum.iter().enumerate().filter(|&(i, part)| i == 0 || sum[i - 1] != *part) {
                for option in &reached.options[part as usize] {
                    let mut next = sum.clone();
                    next.remove(i);
                    next.extend(option.iter().copied());
                    steps += next.len();
                    options.push(sums.number(next));
                }
            }
            sums.options.push(options);
            at += 1;
            if sums.sums.len() > POSITIONS || steps > OPTIONS {
                return Err(Fail::TooLarge);
            }
        }
        Ok(sums)
    }

    fn normal(&self, mut sum: Sum) -> Sum {
        let ends = &self.reached.endings;
        if sum.len() > 1 || sum.first().is_some_and(|&part| ends[part as usize].is_none()) {
            sum.retain(|part| !self.reached.options[*part as usize].is_empty());
        }
        sum.sort_unstable();
        let mut at = 0;
        while at + 1 < sum.len() {
            if sum[at] == sum[at + 1] && self.reached.cancels[sum[at] as usize] {
                sum.drain(at..at + 2);
            } else {
                at += 1;
            }
        }
        sum
    }

    fn number(&mut self, sum: Sum) -> u32 {
        let sum = self.normal(sum);
        let next = self.sums.len() as u32;
        *self.numbers.entry(sum).or_insert_with_key(|sum| {
            self.sums.push(sum.clone());
            next
        })
    }

    /// The number of a sum that was explored.
    pub fn find(&self, parts: &[u32]) -> Res<usize> {
        let sum = self.normal(parts.iter().copied().collect());
        self.numbers.get(&sum).map(|&number| number as usize).ok_or(Fail::TooLarge)
    }

    /// Outcome and remoteness of every sum.
    pub fn outcomes(&self) -> Vec<(Outcome, u64)> {
        let unmoved = if self.misere { Outcome::Win } else { Outcome::Lose };
        let ended = |sum: &Sum| match sum[..] {
            [part] => self.reached.endings[part as usize].or(Some(unmoved)),
            _ => Some(unmoved),
        };
        backwards(&self.options, &self.sums.iter().map(ended).collect::<Vec<_>>())
    }

    /// Every sum explored, with its outcome.
    pub fn listed(&self) -> Res<Vec<Listed>> {
        let positions = self.reached.positions();
        let outcomes = self.outcomes().into_iter().map(|(outcome, _)| outcome);
        let listed = |sum: &Sum| sum.iter().map(|&part| positions[part as usize].clone()).collect();
        Ok(self
            .sums
            .iter()
            .map(listed)
            .zip(outcomes)
            .map(|(sum, outcome)| (sum, Value::Finite(0), outcome))
            .collect())
    }

    /// The genus of the first sum (Winning Ways, chapter 13): its Grundy value, and its misère Grundy values beside 0, 1,
    /// 2, … nim-heaps of 2. Beside a nim-heap of 1, a misère value is its nim-sum with 1.
    pub fn genus(&self) -> Res<String> {
        // Values beside k heaps settle once those of the options have; so far is enough where few positions are met.
        let (order, depth) = self.order().ok_or(Fail::Wrong)?;
        let far = 8 + 2 * depth;
        if far.saturating_mul(self.sums.len()) > OPTIONS {
            return Err(Fail::TooLarge);
        }
        let mut values: Vec<Vec<u64>> = vec![Vec::new(); self.sums.len()];
        let mut normal = vec![0; self.sums.len()];
        for sum in order.into_iter().map(|sum| sum as usize) {
            let options = &self.options[sum];
            normal[sum] = mex(options.iter().map(|&to| normal[to as usize]));
            let mut here: Vec<u64> = Vec::with_capacity(far);
            while here.len() < far {
                let k = here.len();
                let fewer = here.last().map_or([None, None], |&value| [Some(value), Some(value ^ 1)]);
                let reached =
                    options.iter().map(|&to| values[to as usize][k]).chain(fewer.into_iter().flatten());
                here.push(if options.is_empty() && k == 0 { 1 } else { mex(reached) });
            }
            values[sum] = here;
        }
        let mut genus = values[0].clone();
        while let [.., a, b, c] = genus[..]
            && a == c
            && b == a ^ 2
        {
            genus.pop();
        }
        // Once the last three of every sum alternate so, induction over the sums shows that all further ones do.
        if values
            .iter()
            .any(|beside| beside[far - 1] != beside[far - 3] || beside[far - 2] != beside[far - 1] ^ 2)
        {
            return Err(Fail::TooLarge);
        }
        let list: Vec<String> = genus.iter().map(u64::to_string).collect();
        Ok(format!("{}^{}", normal[0], list.join(",")))
    }

    /// The sums, options first, and how long play can last at most; `None` where it may not end.
    fn order(&self) -> Option<(Vec<u32>, usize)> {
        let order = upwards(self.options.len(), |sum| self.options[sum].iter().copied())?;
        let mut depths = vec![0; order.len()];
        for &sum in &order {
            let below = self.options[sum as usize].iter().map(|&to| depths[to as usize] + 1);
            depths[sum as usize] = below.max().unwrap_or(0);
        }
        Some((order, depths.into_iter().max().unwrap_or(0)))
    }
}
