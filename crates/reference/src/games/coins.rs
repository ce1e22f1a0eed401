//! Coin turning: heads are turned to tails, and coins to the left with them. Each head is a game by itself (Lenstra 1978),
//! which is checked against whole positions by the tests of this file.
#![expect(
    clippy::cast_possible_truncation,
    reason = "as many coins are listed as a set of 18 has, or fewer"
)]

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers, joined};
use crate::theorem::Theorem;
use crate::theorems::{self, TurningRule};
use crate::{Fail, Res, text};

/// The most coins to the left of a head of which all sets are listed.
const MAX_LEFT_COINS: u64 = 18;

/// The longest run that is listed.
const MAX_RUN: u64 = 1_000;

/// How many moves of a head are listed.
const MAX_TURNINGS: usize = 300_000;

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
pub fn read(given: &Given<'_>) -> Res<Play> {
    let rules = given
        .words
        .split(|word| word == "x")
        .map(TurningRule::read)
        .collect::<Res<Vec<TurningRule>>>()?;
    let heads = given.tuples()?;
    let is_head = |head: &Vec<u64>| head.len() == rules.len() && !head.contains(&0);
    Fail::Wrong.when(rules.len() > 2 || !heads.iter().all(is_head))?;
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
        theorems::of_coins(&self.0).ok_or(Fail::TooLarge)
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
