//! Coin turning: heads are turned to tails, and coins to the left with them. Each head is a game by itself (Lenstra 1978),
//! which is checked against whole positions by the tests of this file.
#![expect(
    clippy::cast_possible_truncation,
    reason = "as many coins are listed as a set of 18 has, or fewer"
)]

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers, joined};
use crate::theorem::Theorem;
use crate::{Fail, Res, text};

/// The most coins to the left of a head of which all sets are listed.
const MAX_LEFT_COINS: u64 = 18;

/// The longest run that is listed.
const MAX_RUN: u64 = 1_000;

/// The largest number of moves of a head that are listed.
const MAX_TURNINGS: usize = 300_000;

pub(crate) static COINS: CatalogueGame =
    CatalogueGame::of_values("coins", "coins up-to 3: 1 4 6", read).held(&[
        "coins up-to 3 x run: 7,8",
        "coins run: 60",
        "coins exactly 3: 16",
        "coins exactly 2 x up-to 2: 8,8",
        "coins run-up-to 5: 60",
    ]);

pub(crate) static TURNING_TURTLES: CatalogueGame =
    CatalogueGame::of_values("turning-turtles", "turning-turtles: 1 4 6", |given| {
        read_named(given, 2, false)
    })
    .published(&[("turning-turtles: 2 5 ? grundy", "7")])
    .held(&["turning-turtles: 60"]);

pub(crate) static MOCK_TURTLES: CatalogueGame =
    CatalogueGame::of_values("mock-turtles", "mock-turtles: 1 4 6", |given| {
        read_named(given, 3, false)
    })
    .published(&[("mock-turtles: 1 2 3 4 5 6 7 ? values", "1 2 4 7 8 11 13")])
    .held(&["mock-turtles: 30"]);

pub(crate) static RULER: CatalogueGame =
    CatalogueGame::of_values("ruler", "ruler: 1 4 6", |given| {
        read_named(given, u64::MAX, true)
    })
    .published(&[("ruler: 1 2 3 4 5 6 7 8 ? values", "1 2 1 4 1 2 1 8")])
    .held(&["ruler: 60"]);

/// Reads a record of coins on a strip whose rule is its name: from one coin to the most, neighbours or any.
fn read_named(given: &Given<'_>, most: u64, is_run: bool) -> Res<Play> {
    given.must_be_without_rules()?;
    let rule = TurningRule {
        least: 1,
        most,
        is_run,
    };
    heads(given, vec![rule])
}

/// The coins that a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TurningRule {
    /// The least number of coins.
    least: u64,
    /// The largest number of coins.
    most: u64,
    /// Whether they must be neighbours.
    is_run: bool,
}

/// The rule of a strip, or those of rows and columns.
struct Coins(Vec<TurningRule>);

impl TurningRule {
    fn read(words: &[String]) -> Res<TurningRule> {
        let (word, most) = match words {
            [word] if word == "run" => ("run-up-to", u64::MAX),
            [word, number] => (word.as_str(), text::number_within(number, u64::MAX)?),
            _ => return Err(Fail::Wrong),
        };
        let (least, is_run) = match word {
            "up-to" => (1, false),
            "exactly" => (most, false),
            "run-up-to" => (1, true),
            _ => return Err(Fail::Wrong),
        };
        Ok(TurningRule {
            least,
            most,
            is_run,
        })
    }

    /// Returns the places that each move of a head turns, the head first, then from right to left; fewer coins
    /// first, then lower places.
    fn turned(self, head: u64) -> Res<Vec<Vec<u64>>> {
        let least = self.least;
        let most = self.most.min(head);
        if self.is_run {
            Fail::TooLarge.when(most > MAX_RUN)?;
            let run = |count: u64| (head - (count - 1)..=head).rev().collect();
            return Ok((least..=most).map(run).collect());
        }
        let sets = (1..most).fold(1u64, |sets, _| sets.saturating_mul(head));
        Fail::TooLarge.when(sets > 1 << MAX_LEFT_COINS && head > MAX_LEFT_COINS)?;
        Ok((least..=most)
            .flat_map(|count| sets_with(head, count))
            .collect())
    }
}

/// Returns the sets of this many places that have a head and others to the left of it.
fn sets_with(head: u64, count: u64) -> impl Iterator<Item = Vec<u64>> {
    let others = (1..head).combinations(count as usize - 1);
    let with_head = |others: Vec<u64>| {
        let mut places = vec![head];
        places.extend(others.into_iter().rev());
        places
    };
    others.map(with_head).sorted()
}

/// Reads a record of coins.
fn read(given: &Given<'_>) -> Res<Play> {
    let rules = given
        .words
        .split(|word| word == "x")
        .map(TurningRule::read)
        .collect::<Res<Vec<TurningRule>>>()?;
    Fail::Wrong.when(rules.len() > 2)?;
    heads(given, rules)
}

/// Reads the heads of a record, which turn by these rules.
fn heads(given: &Given<'_>, rules: Vec<TurningRule>) -> Res<Play> {
    let heads = given.tuples()?;
    let is_head = |head: &Vec<u64>| head.len() == rules.len() && !head.contains(&0);
    Fail::Wrong.when(!heads.iter().all(is_head))?;
    Fail::Wrong.when(!heads.iter().all_unique())?;
    Ok(Play::new(Coins(rules), heads))
}

impl GameDefinition for Coins {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let lines = self.0.iter().zip(position);
        let lines = lines.map(|(rule, &place)| rule.turned(place));
        let lines = lines.collect::<Res<Vec<_>>>()?;
        let count: usize = lines.iter().map(Vec::len).product();
        Fail::TooLarge.when(count > MAX_TURNINGS)?;
        let choices = lines
            .into_iter()
            .map(Vec::into_iter)
            .multi_cartesian_product();
        Ok(choices.map(turn).collect())
    }

    fn cancels(&self, _: &[u64]) -> bool {
        true
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        of_coins(&self.0).ok_or(Fail::TooLarge)
    }
}

/// Returns the move that turns these places of a strip, or the coins where these rows and these columns cross.
fn turn(lines: Vec<Vec<u64>>) -> ListedMove {
    let separator = if lines.len() == 1 { "," } else { "+" };
    let coins = lines.into_iter().multi_cartesian_product();
    let coins: Vec<PositionNumbers> = coins.map(PositionNumbers::from).collect();
    let word = coins.iter().map(|coin| joined(coin)).join(separator);
    // The head, which comes first, is turned to tails.
    let turned_to_heads = coins.into_iter().skip(1);
    ListedMove::leaving(turned_to_heads).named(Name::Bare(word.into()))
}

/// Returns the theorem about strips where the value of a place is known; a head in rows and columns has the nim product
/// of its values in both (the Tartan theorem).
fn of_coins<'g>(rules: &[TurningRule]) -> Option<Theorem<'g>> {
    let is_known = |rule: &TurningRule| rule.is_run || rule.most <= 3;
    if !rules.iter().all(is_known) {
        return None;
    }
    let rules = rules.to_vec();
    Some(Theorem::value("Winning Ways, chapter 14", move |head| {
        let places = rules.iter().zip(head);
        let values = places.map(|(rule, &place)| strip(*rule, place));
        Ok(values.reduce(|a, b| nim_product(a, b, 32)).unwrap_or(0))
    }))
}

/// Returns the value of a head on a strip.
fn strip(rule: TurningRule, place: u64) -> u64 {
    // Mock Turtles: 2n, made a number with an odd count of ones.
    let odious = |n: u64| 2 * n + u64::from(n.count_ones().is_multiple_of(2));
    match (rule.least, rule.most) {
        (_, most) if rule.is_run => (1 << place.trailing_zeros()).min(1 << most.ilog2()),
        (_, 1) => 1,
        (1, 2) => place,
        (1, _) => odious(place - 1),
        (2, _) => place - 1,
        _ => place.checked_sub(3).map_or(0, odious),
    }
}

/// Returns the nim product, by halves: with F = 2^half, F ⊗ F = F ⊕ F/2 (Conway 1976).
pub fn nim_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let a1 = a >> half;
    let a0 = a & mask;
    let b1 = b >> half;
    let b0 = b & mask;
    let next = half / 2;
    let high = nim_product(a1, b1, next);
    let low = nim_product(a0, b0, next);
    let middle = nim_product(a1 ^ a0, b1 ^ b0, next) ^ low;
    middle << half ^ low ^ nim_product(high, 1 << (half - 1), next)
}
