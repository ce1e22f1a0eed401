//! Several numbers that are one position: two piles, rows of piles, strips of coins.

use crate::answers::Play;
use crate::explore::MAX_POSITIONS;
use crate::game::{self, Component, Game, Parts, Position, Text};
use crate::moves::Given;
use crate::moves::rule::Rule;
use crate::text;
use crate::theorems::{self, Theorem};
use crate::{Fail, Res};

/// How many moves of Moore's game are listed at once, and the largest numbers that rules compute with.
const MAX_LISTED_MOVES: u128 = 200_000;
const MAX_NUMBER: u64 = 1 << 41;

/// Which game, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileRules {
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

/// One of these games, with its rule if it is played by one.
struct Piles(PileRules, Option<Rule>);

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let number = match &given.words[..] {
        [] => None,
        [number] => Some(text::number_within(number, u64::MAX)?),
        _ => return Err(Fail::Wrong),
    };
    let rules = match (given.record.game.as_str(), number) {
        ("staircase", None) => PileRules::Staircase,
        ("silver-dollar", None) => PileRules::SilverDollar,
        ("welter", None) => PileRules::Welter,
        ("wythoff", number) => PileRules::Wythoff(number.unwrap_or(1)),
        ("euclid", None) => PileRules::Euclid(u64::from(given.keywords.has("positive"))),
        ("fibonacci-nim", None) => PileRules::TakeAway(2),
        ("take-away", Some(factor)) => PileRules::TakeAway(factor),
        ("moore", Some(most)) => PileRules::Moore(most),
        ("end-nim", None) => PileRules::EndNim,
        ("sequential-nim", None) => PileRules::SequentialNim,
        _ => return Err(Fail::Wrong),
    };
    let tuples = given.tuples()?;
    let mut positions = if rules.is_row() { vec![given.record.numbers()?] } else { tuples };
    let right = |numbers: &Vec<u64>| match rules {
        PileRules::Wythoff(_) | PileRules::Euclid(_) => numbers.len() == 2,
        PileRules::TakeAway(_) => numbers.len() <= 2,
        PileRules::SilverDollar if numbers.contains(&0) => false,
        PileRules::SilverDollar | PileRules::Welter => text::distinct(numbers.clone()).len() == numbers.len(),
        _ => true,
    };
    if !positions.iter().all(right) {
        return Err(Fail::Wrong);
    }
    let written: Vec<String> = positions.iter().map(|position| game::joined(position)).collect();
    if matches!(rules, PileRules::TakeAway(_)) {
        // At first not all may be taken.
        let single = positions.iter_mut().filter(|heap| heap.len() == 1);
        single.for_each(|heap| heap.push(heap[0].saturating_sub(1)));
    }
    let piles = positions.first().map_or(2, Vec::len);
    let rule = rules.text(piles).map(|text| Rule::read(&text)).transpose()?;
    let pairs = positions.iter().zip(written);
    let components = pairs.map(|(numbers, written)| Component { position: numbers[..].into(), written });
    Ok(Play::new(Piles(rules, rule), components.collect()))
}

/// The piles a0, a1, …, some of which change.
fn piles(count: usize, changed: &[(usize, &str)]) -> String {
    let pile = |i: usize| match changed.iter().find(|(at, _)| *at == i) {
        Some((_, change)) => format!("a{i}{change}"),
        None => format!("a{i}"),
    };
    format!("[{}]", (0..count).map(pile).collect::<Vec<_>>().join(","))
}

impl PileRules {
    fn is_row(self) -> bool {
        !matches!(self, PileRules::Wythoff(_) | PileRules::Euclid(_) | PileRules::TakeAway(_))
    }

    /// The rule of a game with this many numbers, if there is one and it is written in few words.
    fn text(self, count: usize) -> Option<String> {
        // A move in one pile, if these conditions about the others hold.
        let each = |if_others: &dyn Fn(usize, usize) -> Option<String>| {
            let kind = |i: usize| {
                let others = (0..count).filter(|&j| j != i).filter_map(|j| if_others(i, j));
                let conds: String = others.map(|cond| format!(" if {cond}")).collect();
                format!("{} for k in 1..a{i}{conds}", piles(count, &[(i, "-k")]))
            };
            (0..count).map(kind).collect::<Vec<_>>().join(" | ")
        };
        let before = |i: usize, j: usize| (j < i).then(|| format!("a{j} == 0"));
        let after = |i: usize, j: usize| (j > i).then(|| format!("a{j} == 0"));
        let kinds = match self {
            PileRules::Moore(_) => return None,
            _ if count == 0 => return None,
            PileRules::Staircase => {
                let down = |i: usize| match i {
                    0 => piles(count, &[(0, "-k")]),
                    _ => piles(count, &[(i, "-k"), (i - 1, "+k")]),
                };
                let kinds = (0..count).map(|i| format!("{} for k in 1..a{i}", down(i)));
                kinds.collect::<Vec<_>>().join(" | ")
            }
            PileRules::SilverDollar => {
                let free = |i: usize, j: usize| Some(format!("(a{j} < a{i}-k or a{j} > a{i})"));
                each(&free)
                    + " ; legal if "
                    + &(0..count).map(|i| format!("a{i} > 0")).collect::<Vec<_>>().join(" and ")
            }
            PileRules::Welter => each(&|i, j| Some(format!("a{j} != a{i}-k"))),
            PileRules::EndNim => format!("{} | {}", each(&before), each(&after)),
            PileRules::SequentialNim => each(&before),
            PileRules::Wythoff(k) => format!(
                "[a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-i,b-j] for i in 1..a, j in 1..b if abs(i-j) < {}",
                k.min(MAX_NUMBER)
            ),
            PileRules::Euclid(least) => format!(
                "[a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a ; legal if a >= {least} and b >= {least}"
            ),
            PileRules::TakeAway(k) => format!("[a-k,k*{}] for k in 1..min(a,b)", k.min(MAX_NUMBER)),
        };
        let pattern = if self.is_row() { piles(count, &[]) } else { "[a,b]".to_owned() };
        Some(format!("{pattern} -> {kinds}"))
    }
}

impl Game for Piles {
    fn is_shared(&self) -> bool {
        true
    }

    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        if position.iter().any(|&number| number > MAX_NUMBER) {
            return Err(Fail::TooLarge);
        }
        match (self.0, &self.1) {
            (_, Some(rule)) => rule.options(position),
            (PileRules::Moore(most), _) => {
                if position.iter().fold(1, |all: u128, &heap| all.saturating_mul(u128::from(heap) + 1))
                    > MAX_LISTED_MOVES
                {
                    return Err(Fail::TooLarge);
                }
                let mut options = Vec::new();
                several(position, 0, most, &mut position.into(), &mut |next| options.push(game::one(&next)));
                Ok(options)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        if self.0.is_row() {
            return game::changes(self, component);
        }
        let options = self.options(&component.position)?;
        Ok(options.into_iter().map(|parts| (component.leaving(&parts), parts)).collect())
    }

    fn is_far(&self, position: &[u64]) -> bool {
        let sizes = position.iter().fold(1, |all: u64, &size| all.saturating_mul(size));
        match self.0 {
            PileRules::Wythoff(_) => sizes > 2 * MAX_POSITIONS as u64,
            PileRules::TakeAway(_) => sizes > 10 * MAX_POSITIONS as u64,
            _ => false,
        }
    }

    fn numbers(&self, component: &Component) -> usize {
        if self.0.is_row() { component.position.len() } else { 1 }
    }

    fn canonical(&self, mut position: Position) -> Position {
        match self.0 {
            // A limit above the heap is as good as the heap.
            PileRules::TakeAway(_) => position[1] = position[1].min(position[0]),
            PileRules::EndNim | PileRules::SequentialNim => {
                let piles = position.len();
                position.retain(|pile| *pile > 0);
                position.resize(piles, 0);
            }
            PileRules::Staircase => {}
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
