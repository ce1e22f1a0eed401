//! Several numbers that are one position: two piles, rows of piles, strips of coins. All but Moore's game are played by a
//! rule in the language of rules.

use itertools::Itertools;

use crate::explore::MAX_POSITIONS;
use crate::game::GameDefinition;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers, WrittenComponent, joined};
use crate::rules::rule::Rule;
use crate::theorem::Theorem;
use crate::theorems;
use crate::{Fail, Res, text};

/// How many moves of Moore's game are listed at once.
const MAX_MOVES_OF_MOORE: u128 = 200_000;

/// The largest number that rules compute with.
const MAX_PILE: u64 = 1 << 41;

/// The most piles of which a rule is written: its text grows with the square of their number.
const MAX_PILES: usize = 200;

/// A game by its name and its number; the rule that it is played by.
struct Piles {
    game: String,
    number: u64,
    rule: Option<Rule>,
}

/// The game that a record is of, and its number, 0 if it has none.
struct Variant<'g> {
    game: &'g str,
    number: u64,
}

impl<'g> Variant<'g> {
    fn read(given: &'g Given<'_>) -> Res<Variant<'g>> {
        let game = given.record.game.as_str();
        let number = match &given.words[..] {
            [] => None,
            [number] => Some(text::number_within(number, u64::MAX)?),
            _ => return Err(Fail::Wrong),
        };
        let (game, number) = match (game, number) {
            // Whether no number may become 0.
            ("euclid", None) => ("euclid", u64::from(given.has("positive"))),
            ("fibonacci-nim", None) => ("take-away", 2),
            ("wythoff", None) => ("wythoff", 1),
            ("take-away" | "moore", None) => return Err(Fail::Wrong),
            (game, None) => (game, 0),
            ("wythoff" | "take-away" | "moore", Some(number)) => (game, number),
            _ => return Err(Fail::Wrong),
        };
        Ok(Variant { game, number })
    }

    /// Says whether these numbers may be a position.
    fn may_be(&self, numbers: &[u64]) -> bool {
        match self.game {
            "wythoff" | "euclid" => numbers.len() == 2,
            "take-away" => numbers.len() <= 2,
            "silver-dollar" => numbers.iter().all_unique() && !numbers.contains(&0),
            "welter" => numbers.iter().all_unique(),
            _ => true,
        }
    }
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let variant = Variant::read(given)?;
    let Variant { game, number } = variant;
    let mut positions = given.tuples()?;
    if is_row(game) {
        positions = vec![given.record.numbers()?];
    }
    let are_right = positions.iter().all(|numbers| variant.may_be(numbers));
    Fail::Wrong.when(!are_right)?;
    let written = positions.iter().map(|position| joined(position));
    let written: Vec<String> = written.collect();
    if game == "take-away" {
        // At first not all may be taken.
        for heap in positions.iter_mut().filter(|heap| heap.len() == 1) {
            heap.push(heap[0].saturating_sub(1));
        }
    }
    let piles = positions.first().map_or(2, Vec::len);
    let rule = match rule(game, number, piles) {
        Some(text) => Some(Rule::read(&text)?),
        None => None,
    };
    let game = Piles {
        game: game.to_owned(),
        number,
        rule,
    };
    Ok(Play::new(game, positions).written(written))
}

/// Returns the rule of a game with this many numbers, if there is one and it is written in few words.
fn rule(game: &str, number: u64, piles: usize) -> Option<String> {
    let number = number.min(MAX_PILE);
    match game {
        "wythoff" => Some(wythoff(number)),
        "euclid" => Some(euclid(number)),
        "take-away" => Some(take_away(number)),
        _ if piles == 0 || piles > MAX_PILES => None,
        "staircase" => Some(staircase(piles)),
        "silver-dollar" => Some(silver_dollar(piles)),
        "welter" => Some(welter(piles)),
        "end-nim" => Some(end_nim(piles)),
        "sequential-nim" => Some(sequential_nim(piles)),
        _ => None,
    }
}

/// Returns the rule of Wythoff's game: i from one pile and j from the other, one of them 0 or |i − j| < K (Wythoff
/// 1907, Fraenkel 1982).
fn wythoff(k: u64) -> String {
    let from_one = "[a-k,b] for k in 1..a | [a,b-k] for k in 1..b";
    let from_both = format!("[a-i,b-j] for i in 1..a, j in 1..b if abs(i-j) < {k}");
    format!("[a,b] -> {from_one} | {from_both}")
}

/// Returns the rule of Euclid: a multiple of one number from the other, which stays at least as large as this (Cole and
/// Davie 1969).
fn euclid(least: u64) -> String {
    let kinds = "[a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a";
    format!("[a,b] -> {kinds} ; legal if a >= {least} and b >= {least}")
}

/// Returns the rule of take-away: at most K times what was taken before (Schwenk 1970); Fibonacci nim for K = 2
/// (Whinihan 1963). The second number is what may be taken.
fn take_away(k: u64) -> String {
    format!("[a,b] -> [a-k,k*{k}] for k in 1..min(a,b)")
}

/// Returns the rule of coins on steps: any number of them from one step to the one below.
fn staircase(steps: usize) -> String {
    let mut kinds = Vec::new();
    for step in 0..steps {
        let mut names = names(steps);
        names[step] += "-k";
        if step > 0 {
            names[step - 1] += "+k";
        }
        kinds.push(format!("[{}] for k in 1..a{step}", names.join(",")));
    }
    rule_of(steps, &kinds)
}

/// Returns the rule of coins on squares from 1: one to the left, not over or onto another.
fn silver_dollar(coins: usize) -> String {
    let kinds = lowering(coins, |i, j| {
        Some(format!("(a{j} < a{i}-k or a{j} > a{i})"))
    });
    let names = names(coins);
    let are_on_strip = names.iter().map(|name| format!("{name} > 0"));
    let legal = are_on_strip.format(" and ");
    format!("{} ; legal if {legal}", rule_of(coins, &kinds))
}

/// Returns the rule of coins on squares from 0: one to the left, not onto another (Welter 1954).
fn welter(coins: usize) -> String {
    let kinds = lowering(coins, |i, j| Some(format!("a{j} != a{i}-k")));
    rule_of(coins, &kinds)
}

/// Returns the rule of end-nim: any number from a pile at an end of what is left (Albert and Nowakowski 2001).
fn end_nim(piles: usize) -> String {
    let mut kinds = lowering(piles, is_empty_before);
    kinds.extend(lowering(piles, is_empty_after));
    rule_of(piles, &kinds)
}

/// Returns the rule of sequential nim: any number from the first pile that is left.
fn sequential_nim(piles: usize) -> String {
    rule_of(piles, &lowering(piles, is_empty_before))
}

/// Returns the condition that pile j, if it stands before pile i, is empty.
fn is_empty_before(i: usize, j: usize) -> Option<String> {
    (j < i).then(|| format!("a{j} == 0"))
}

/// Returns the condition that pile j, if it stands after pile i, is empty.
fn is_empty_after(i: usize, j: usize) -> Option<String> {
    (j > i).then(|| format!("a{j} == 0"))
}

/// Returns the names of piles: a0, a1, ….
fn names(piles: usize) -> Vec<String> {
    (0..piles).map(|i| format!("a{i}")).collect()
}

/// Returns a rule about this many piles.
fn rule_of(piles: usize, kinds: &[String]) -> String {
    format!("[{}] -> {}", names(piles).join(","), kinds.join(" | "))
}

/// Returns the moves that lower one pile, for each pile i, if a condition holds for it and each other pile j that has
/// one.
fn lowering(piles: usize, condition: impl Fn(usize, usize) -> Option<String>) -> Vec<String> {
    let mut kinds = Vec::new();
    for i in 0..piles {
        let mut names = names(piles);
        names[i] += "-k";
        let mut kind = format!("[{}] for k in 1..a{i}", names.join(","));
        for j in (0..piles).filter(|&j| j != i) {
            if let Some(condition) = condition(i, j) {
                kind += &format!(" if {condition}");
            }
        }
        kinds.push(kind);
    }
    kinds
}

/// Says whether the numbers of a record are one position, else each tuple is one.
fn is_row(game: &str) -> bool {
    !text::lists("wythoff euclid take-away", game)
}

/// Lists the moves of Moore's game that lower up to `most` heaps from this one on, besides those lowered already: by
/// the first of them, by how many it loses, and then those that stop there before those that go on (Moore 1910).
fn lower_several(
    position: &[u64],
    from: usize,
    most: u64,
    next: &mut PositionNumbers,
    moves: &mut Vec<ListedMove>,
) {
    if most == 0 {
        return;
    }
    for index in from..position.len() {
        for to in (0..position[index]).rev() {
            next[index] = to;
            moves.push(ListedMove::to(next));
            lower_several(position, index + 1, most - 1, next, moves);
        }
        next[index] = position[index];
    }
}

impl Piles {
    fn moves_of_moore(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let sizes = position.iter().map(|&heap| u128::from(heap) + 1);
        let subsets = sizes.fold(1, u128::saturating_mul);
        Fail::TooLarge.when(subsets > MAX_MOVES_OF_MOORE)?;
        let mut moves = Vec::new();
        lower_several(position, 0, self.number, &mut position.into(), &mut moves);
        Ok(moves)
    }

    fn moves_by_rule(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(position.len() > MAX_PILES)?;
        match &self.rule {
            Some(rule) => rule.moves(position),
            None => Ok(Vec::new()),
        }
    }
}

impl GameDefinition for Piles {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(position.iter().any(|&pile| pile > MAX_PILE))?;
        let moves = if self.game == "moore" {
            self.moves_of_moore(position)?
        } else {
            self.moves_by_rule(position)?
        };
        if !is_row(&self.game) {
            return Ok(moves);
        }
        let named = moves.into_iter().map(|mv| mv.named(Name::Changes));
        Ok(named.collect())
    }

    fn is_far(&self, position: &[u64]) -> bool {
        let positions = position.iter().copied().fold(1, u64::saturating_mul);
        match self.game.as_str() {
            "wythoff" => positions > 2 * MAX_POSITIONS as u64,
            "take-away" => positions > 10 * MAX_POSITIONS as u64,
            _ => false,
        }
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        if is_row(&self.game) {
            component.position.len()
        } else {
            1
        }
    }

    fn canonical(&self, mut position: PositionNumbers) -> PositionNumbers {
        match self.game.as_str() {
            // A limit above the heap is as good as the heap.
            "take-away" => position[1] = position[1].min(position[0]),
            // Empty piles may stand anywhere.
            "end-nim" | "sequential-nim" => {
                let piles = position.len();
                position.retain(|pile| *pile > 0);
                position.resize(piles, 0);
            }
            "staircase" => {}
            _ => position.sort_unstable(),
        }
        position
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        theorems::of_piles(&self.game, self.number).ok_or(Fail::TooLarge)
    }
}
