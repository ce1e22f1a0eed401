//! Several numbers that are one position: rocks, two piles, rows of piles, strips of coins.

use crate::answers::Play;
use crate::game::{self, Component, Game, Parts, Position, Text};
use crate::text::{self, Record};
use crate::theorems::{self, Theorem};
use crate::{Fail, Res};

/// How many moves are listed at once.
const LISTED: u128 = 300_000;

/// The games of rows and strips by name.
pub const NAMES: [&str; 10] = [
    "staircase",
    "silver-dollar",
    "welter",
    "wythoff",
    "euclid",
    "fibonacci-nim",
    "take-away",
    "moore",
    "end-nim",
    "sequential-nim",
];

/// Which game, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Coins on steps: any number from one step to the one below.
    Staircase,
    /// Coins on squares from 1: one to the left, not over or onto another.
    SilverDollar,
    /// Coins on squares from 0: one to the left, not onto another (Welter 1954).
    Welter,
    /// i from one pile and j from the other, one of them 0 or |i − j| < K (Wythoff 1907, Fraenkel 1982).
    Wythoff(u64),
    /// A multiple of one number from the other, which stays at least as large as this (Cole and Davie 1969).
    Euclid(u64),
    /// At most K times what was taken before (Schwenk 1970); Fibonacci nim for K = 2 (Whinihan 1963).
    TakeAway(u64),
    /// Any numbers from one heap up to K heaps (Moore 1910).
    Moore(u64),
    /// Any number from a pile at an end of what is left (Albert and Nowakowski 2001).
    EndNim,
    /// Any number from the first pile that is left.
    SequentialNim,
}

struct Piles(Rules);

/// Reads a record of one of these games.
pub fn read(record: &Record) -> Res<Play> {
    let name = record.game.as_str();
    let (plain, keywords) = record.keywords(if name == "euclid" { &["positive"] } else { &[] })?;
    let number = match plain.as_slice() {
        [] => None,
        [number] => Some(text::number_within(number, u64::MAX)?),
        _ => return Err(Fail::Wrong),
    };
    let rules = match (name, number) {
        ("staircase", None) => Rules::Staircase,
        ("silver-dollar", None) => Rules::SilverDollar,
        ("welter", None) => Rules::Welter,
        ("wythoff", number) => Rules::Wythoff(number.unwrap_or(1)),
        ("euclid", None) => Rules::Euclid(u64::from(keywords.has("positive"))),
        ("fibonacci-nim", None) => Rules::TakeAway(2),
        ("take-away", Some(factor)) => Rules::TakeAway(factor),
        ("moore", Some(most)) => Rules::Moore(most),
        ("end-nim", None) => Rules::EndNim,
        ("sequential-nim", None) => Rules::SequentialNim,
        _ => return Err(Fail::Wrong),
    };
    let words = record.position.as_ref().ok_or(Fail::Wrong)?;
    record.must_ask(&["grundy", "values"])?;
    let tuples = |words: &[String]| words.iter().map(|word| text::tuple(word)).collect::<Res<Vec<_>>>();
    let mut positions = match rules {
        Rules::Wythoff(_) | Rules::Euclid(_) | Rules::TakeAway(_) => tuples(words)?,
        _ => vec![record.numbers()?],
    };
    let right = match rules {
        Rules::Wythoff(_) | Rules::Euclid(_) => positions.iter().all(|pair| pair.len() == 2),
        Rules::TakeAway(_) => positions.iter().all(|heap| heap.len() <= 2),
        Rules::SilverDollar | Rules::Welter => {
            let coins = &positions[0];
            let first = u64::from(rules == Rules::SilverDollar);
            text::distinct(coins.clone()).len() == coins.len() && coins.iter().all(|&coin| coin >= first)
        }
        _ => true,
    };
    if !right {
        return Err(Fail::Wrong);
    }
    let written: Vec<String> = positions.iter().map(|position| game::joined(position)).collect();
    if matches!(rules, Rules::TakeAway(_)) {
        // At first not all may be taken.
        positions
            .iter_mut()
            .filter(|heap| heap.len() == 1)
            .for_each(|heap| heap.push(heap[0].saturating_sub(1)));
    }
    let pairs = positions.iter().zip(written);
    let components = pairs.map(|(numbers, written)| Component { position: numbers[..].into(), written });
    Ok(Play::new(Piles(rules), components.collect()))
}

impl Piles {
    fn is_row(&self) -> bool {
        !matches!(self.0, Rules::Wythoff(_) | Rules::Euclid(_) | Rules::TakeAway(_))
    }

    /// At least as many moves as there are.
    fn most(&self, position: &[u64]) -> u128 {
        let wide = |n: &u64| u128::from(*n);
        match self.0 {
            Rules::Wythoff(_) => (wide(&position[0]) + 1) * (wide(&position[1]) + 1),
            Rules::Euclid(_) => {
                wide(&position[0].max(position[1])) / wide(&position[0].min(position[1]).max(1))
            }
            Rules::TakeAway(_) => wide(&position[0].min(position[1])),
            Rules::Moore(_) => position.iter().fold(1, |all, heap| all.saturating_mul(wide(heap) + 1)),
            _ => position.iter().map(wide).sum(),
        }
    }
}

impl Game for Piles {
    fn is_shared(&self) -> bool {
        true
    }

    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        if self.most(position) > LISTED {
            return Err(Fail::TooLarge);
        }
        let mut options = Vec::new();
        let with = |index: usize, to: u64| {
            let mut next = Position::from(position);
            next[index] = to;
            next
        };
        let mut add = |next: Position| options.push(Parts::from_iter([next]));
        let lower = |index: usize| (0..position[index]).rev();
        match self.0 {
            Rules::Staircase => {
                for (step, to) in (0..position.len()).flat_map(|step| lower(step).map(move |to| (step, to))) {
                    let mut next = with(step, to);
                    if step > 0 {
                        next[step - 1] += position[step] - to;
                    }
                    add(next);
                }
            }
            Rules::SilverDollar => {
                for coin in 0..position.len() {
                    let free = lower(coin).take_while(|to| *to > 0 && !position.contains(to));
                    free.for_each(|to| add(with(coin, to)));
                }
            }
            Rules::Welter => {
                for coin in 0..position.len() {
                    lower(coin).filter(|to| !position.contains(to)).for_each(|to| add(with(coin, to)));
                }
            }
            Rules::Wythoff(k) => {
                let (a, b) = (position[0], position[1]);
                let single = (1..=a).map(|i| (i, 0)).chain((1..=b).map(|j| (0, j)));
                let both = (1..=a).flat_map(|i| (1..=b).map(move |j| (i, j)));
                let both = both.filter(|(i, j)| i.abs_diff(*j) < k);
                single.chain(both).for_each(|(i, j)| add(Position::from_slice(&[a - i, b - j])));
            }
            Rules::Euclid(least) => {
                for (at, other) in [(0, 1), (1, 0)] {
                    let (mut left, step) = (position[at], position[other]);
                    while step > 0 && left >= step && left - step >= least {
                        left -= step;
                        add(with(at, left));
                    }
                }
            }
            Rules::TakeAway(factor) => {
                for taken in 1..=position[0].min(position[1]) {
                    add(Position::from_slice(&[position[0] - taken, taken.saturating_mul(factor)]));
                }
            }
            Rules::Moore(most) => several(position, 0, most, &mut position.into(), &mut add),
            Rules::EndNim => {
                let first = position.iter().position(|&pile| pile > 0);
                let last = position.iter().rposition(|&pile| pile > 0).filter(|&last| Some(last) != first);
                for end in first.into_iter().chain(last) {
                    lower(end).for_each(|to| add(with(end, to)));
                }
            }
            Rules::SequentialNim => {
                if let Some(first) = position.iter().position(|&pile| pile > 0) {
                    lower(first).for_each(|to| add(with(first, to)));
                }
            }
        }
        Ok(options)
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        if self.is_row() {
            return game::changes(self, component);
        }
        let options = self.options(&component.position)?;
        let text =
            |parts: &Parts| Text::Numbered(format!("{}>{}", component.written, game::joined(&parts[0])));
        Ok(options.into_iter().map(|parts| (text(&parts), parts)).collect())
    }

    fn numbers(&self, component: &Component) -> usize {
        if self.is_row() { component.position.len() } else { 1 }
    }

    fn canonical(&self, mut position: Position) -> Position {
        match self.0 {
            // A limit above the heap is as good as the heap.
            Rules::TakeAway(_) => position[1] = position[1].min(position[0]),
            Rules::EndNim | Rules::SequentialNim => position.retain(|pile| *pile > 0),
            Rules::Staircase => {}
            _ => position.sort_unstable(),
        }
        position
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        theorems::of_piles(self.0)
    }
}

/// Moves that lower up to `most` heaps from this one on, besides those lowered already: by the first of
/// them, by how many it loses, and then those that stop there before those that go on.
fn several(position: &[u64], from: usize, most: u64, next: &mut Position, add: &mut impl FnMut(Position)) {
    for index in (from..position.len()).filter(|_| most > 0) {
        for to in (0..position[index]).rev() {
            next[index] = to;
            add(next.clone());
            several(position, index + 1, most - 1, next, add);
        }
        next[index] = position[index];
    }
}
