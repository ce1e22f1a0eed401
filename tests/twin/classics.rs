//! The classic games of several numbers, played out by their rules: Grundy values by mex over every
//! position that can be reached.

use std::cell::RefCell;
use std::collections::HashMap;

use super::graph::Value;
use super::sums::Sum;
use super::text::{self, Parts};
use super::{Fail, Game, Play, Res, Valued, mex};

/// How many positions and moves a record may take.
const POSITIONS: usize = 300_000;
const MOVES: usize = 20_000_000;

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

#[derive(Clone, Copy, PartialEq)]
enum Rules {
    Staircase,
    SilverDollar,
    Welter,
    Wythoff(u64),
    Euclid { least: u64 },
    TakeAway(u64),
    Moore(u64),
    EndNim,
    SequentialNim,
}

/// A move as the numbers it changes, each with its index and what it becomes, and the position it leads to.
type Move = (Vec<(usize, String)>, Vec<u64>);

#[derive(Clone)]
pub struct Classic {
    rules: Rules,
    components: Vec<Vec<u64>>,
    /// How the components are written, where that is not as they are kept.
    written: Vec<String>,
    known: RefCell<Known>,
}

#[derive(Clone, Default)]
struct Known {
    values: HashMap<Vec<u64>, u64>,
    moves: usize,
}

impl Classic {
    pub fn read(parts: &Parts) -> Res<Classic> {
        let name = parts.game.as_str();
        let allowed: &[&str] = if name == "euclid" { &["positive"] } else { &[] };
        let (plain, keywords) = parts.keywords(allowed)?;
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
            ("euclid", None) => Rules::Euclid { least: u64::from(keywords.has("positive")) },
            ("fibonacci-nim", None) => Rules::TakeAway(2),
            ("take-away", Some(factor)) => Rules::TakeAway(factor),
            ("moore", Some(most)) => Rules::Moore(most),
            ("end-nim", None) => Rules::EndNim,
            ("sequential-nim", None) => Rules::SequentialNim,
            _ => return Err(Fail::Wrong),
        };
        let words = parts.position.as_ref().ok_or(Fail::Wrong)?;
        let mut components = match rules {
            Rules::Wythoff(_) | Rules::Euclid { .. } | Rules::TakeAway(_) => {
                words.iter().map(|word| text::tuple(word)).collect::<Res<Vec<_>>>()?
            }
            _ => vec![parts.numbers()?],
        };
        let mut wrong = !parts.asks_within(&["grundy", "values"]);
        match rules {
            Rules::Wythoff(_) | Rules::Euclid { .. } => wrong |= components.iter().any(|c| c.len() != 2),
            Rules::TakeAway(_) => {
                let arity = components.first().map_or(1, Vec::len);
                wrong |= !(1..=2).contains(&arity) || components.iter().any(|c| c.len() != arity);
                for heap in components.iter_mut().filter(|heap| heap.len() == 1) {
                    heap.push(heap[0].saturating_sub(1));
                }
            }
            Rules::SilverDollar | Rules::Welter => {
                let coins = &components[0];
                wrong |= (0..coins.len()).any(|i| coins[..i].contains(&coins[i]));
                wrong |= rules == Rules::SilverDollar && coins.contains(&0);
            }
            _ => {}
        }
        if wrong {
            return Err(Fail::Wrong);
        }
        Ok(Classic { rules, components, written: words.clone(), known: RefCell::default() })
    }

    /// Every move, in order.
    fn moves(&self, position: &[u64], written: &str) -> Res<Vec<Move>> {
        let most: u128 = match self.rules {
            Rules::Wythoff(_) => (u128::from(position[0]) + 1) * (u128::from(position[1]) + 1),
            Rules::Euclid { .. } => {
                let (a, b) = (position[0].max(position[1]), position[0].min(position[1]));
                u128::from(a / b.max(1))
            }
            Rules::TakeAway(_) => position[0].into(),
            Rules::Moore(_) => position.iter().fold(1, |all, &heap| all.saturating_mul(u128::from(heap) + 1)),
            _ => position.iter().map(|&n| u128::from(n)).sum(),
        };
        if most > MOVES as u128 {
            return Err(Fail::TooBig);
        }
        let mut moves: Vec<Move> = Vec::new();
        // One number replaced.
        let lower = |index: usize, to: u64| {
            let mut next = position.to_vec();
            next[index] = to;
            (vec![(index, format!("{}>{to}", position[index]))], next)
        };
        // One position replaced.
        let tuple = |next: Vec<u64>| (vec![(0, format!("{written}>{}", joined(&next)))], next);
        match self.rules {
            Rules::Staircase => {
                for (step, &coins) in position.iter().enumerate() {
                    for taken in 1..=coins {
                        let (mut parts, mut next) = lower(step, coins - taken);
                        if step > 0 {
                            let below = position[step - 1];
                            next[step - 1] = below + taken;
                            parts.insert(0, (step - 1, format!("{below}>{}", below + taken)));
                        }
                        moves.push((parts, next));
                    }
                }
            }
            Rules::SilverDollar => {
                for (coin, &square) in position.iter().enumerate() {
                    let free = (1..square).rev().take_while(|to| !position.contains(to));
                    moves.extend(free.map(|to| lower(coin, to)));
                }
            }
            Rules::Welter => {
                for (coin, &square) in position.iter().enumerate() {
                    let free = (0..square).rev().filter(|to| !position.contains(to));
                    moves.extend(free.map(|to| lower(coin, to)));
                }
            }
            Rules::Wythoff(less_than) => {
                let (a, b) = (position[0], position[1]);
                moves.extend((1..=a).map(|i| tuple(vec![a - i, b])));
                moves.extend((1..=b).map(|j| tuple(vec![a, b - j])));
                for i in 1..=a {
                    for j in (1..=b).filter(|&j| i.abs_diff(j) < less_than) {
                        moves.push(tuple(vec![a - i, b - j]));
                    }
                }
            }
            Rules::Euclid { least } => {
                for (at, other) in [(0, 1), (1, 0)] {
                    let (mut left, step) = (position[at], position[other]);
                    while step > 0 && left >= step && left - step >= least {
                        left -= step;
                        let mut next = position.to_vec();
                        next[at] = left;
                        moves.push(tuple(next));
                    }
                }
            }
            Rules::TakeAway(factor) => {
                for taken in 1..=position[0].min(position[1]) {
                    moves.push(tuple(vec![position[0] - taken, taken.saturating_mul(factor)]));
                }
            }
            Rules::Moore(most) => several(position, 0, most, &mut Vec::new(), &mut moves),
            Rules::EndNim => {
                let left: Vec<usize> = (0..position.len()).filter(|&i| position[i] > 0).collect();
                let mut ends: Vec<usize> = left.first().into_iter().chain(left.last()).copied().collect();
                ends.dedup();
                for end in ends {
                    moves.extend((0..position[end]).rev().map(|to| lower(end, to)));
                }
            }
            Rules::SequentialNim => {
                if let Some(first) = position.iter().position(|&pile| pile > 0) {
                    moves.extend((0..position[first]).rev().map(|to| lower(first, to)));
                }
            }
        }
        Ok(moves)
    }

    fn value(&self, position: &[u64]) -> Res<u64> {
        // Limits above the heap are as good as the heap.
        let mut key = position.to_vec();
        if let (Rules::TakeAway(_), &mut [heap, ref mut most]) = (self.rules, &mut key[..]) {
            *most = heap.min(*most);
        }
        if let Some(&value) = self.known.borrow().values.get(&key) {
            return Ok(value);
        }
        if key.iter().any(|&n| n > 5000) {
            return Err(Fail::TooBig);
        }
        let moves = self.moves(&key, "")?;
        {
            let mut known = self.known.borrow_mut();
            known.moves += moves.len();
            if known.moves > MOVES || known.values.len() > POSITIONS {
                return Err(Fail::TooBig);
            }
        }
        let value = mex(moves.iter().map(|(_, next)| self.value(next)).collect::<Res<Vec<u64>>>()?);
        self.known.borrow_mut().values.insert(key, value);
        Ok(value)
    }
}

/// Moves that lower up to `most` heaps from this one on, beside those lowered already: by the first of
/// them, by how many it loses, and then those that stop there before those that go on.
fn several(position: &[u64], from: usize, most: u64, lowered: &mut Vec<(usize, u64)>, moves: &mut Vec<Move>) {
    if most == 0 {
        return;
    }
    for index in from..position.len() {
        for to in (0..position[index]).rev() {
            lowered.push((index, to));
            let mut next = position.to_vec();
            lowered.iter().for_each(|&(i, to)| next[i] = to);
            let parts = lowered.iter().map(|&(i, to)| (i, format!("{}>{to}", position[i])));
            moves.push((parts.collect(), next));
            several(position, index + 1, most - 1, lowered, moves);
            lowered.pop();
        }
    }
}

fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

impl Game for Classic {
    fn play(&self) -> Res<Play> {
        // A sum of one game.
        let other = Classic { known: RefCell::default(), ..self.clone() };
        Sum(vec![Box::new(other)]).play()
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        let values = self.components.iter().map(|c| self.value(c)).collect::<Res<Vec<u64>>>()?;
        Ok(super::sum_values(values))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        let mut components = Vec::new();
        for (i, component) in self.components.iter().enumerate() {
            let written = self.written.get(i).map_or("", String::as_str);
            let mut moves = Vec::new();
            for (parts, next) in self.moves(component, written)? {
                let part = |(index, text): &(usize, String)| format!("#{index}:{text}");
                let text = parts.iter().map(part).collect::<Vec<_>>().join(",");
                moves.push((text, Value::Finite(self.value(&next)?)));
            }
            components.push(Valued { value: Value::Finite(self.value(component)?), moves });
        }
        Ok(components)
    }

    fn numbers(&self, component: usize) -> usize {
        match self.rules {
            Rules::Wythoff(_) | Rules::Euclid { .. } | Rules::TakeAway(_) => 1,
            _ => self.components[component].len(),
        }
    }
}
