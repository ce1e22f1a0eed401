//! Coin turning: heads are turned to tails, and coins to the left with them. Each head is a game by itself (Lenstra 1978),
//! which is checked against whole positions by the tests of this file.

use itertools::Itertools;

use crate::answers::Play;
use crate::game::{self, Game, Move, Name, Position};
use crate::moves::Given;
use crate::text;
use crate::theorems::{self, Theorem};
use crate::{Fail, Res};

/// How many coins to the left of a head, at most, sets of them are listed of.
const MAX_LEFT_COINS: u64 = 18;

/// The coins that a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Up to this many in all.
    UpTo(u64),
    /// This number of coins.
    Exactly(u64),
    /// Neighbours, up to this number of them.
    Run(u64),
}

/// The rule of a strip, or those of rows and columns.
struct Coins(Vec<Rule>);

impl Rule {
    fn read(words: &[String]) -> Res<Rule> {
        match words {
            [word] if word == "run" => Ok(Rule::Run(u64::MAX)),
            [word, number] => {
                let number = text::number_within(number, u64::MAX)?;
                match word.as_str() {
                    "up-to" => Ok(Rule::UpTo(number)),
                    "exactly" => Ok(Rule::Exactly(number)),
                    "run-up-to" => Ok(Rule::Run(number)),
                    _ => Err(Fail::Wrong),
                }
            }
            _ => Err(Fail::Wrong),
        }
    }

    /// The places that each move of a head turns, the head first, then from right to left; fewer coins
    /// first, then lower places.
    fn turned(self, head: u64) -> Res<Vec<Vec<u64>>> {
        let most = match self {
            Rule::Run(most) if head <= 1_000 => {
                return Ok((1..=head.min(most))
                    .map(|count| (head + 1 - count..=head).rev().collect())
                    .collect());
            }
            Rule::UpTo(most) | Rule::Exactly(most) | Rule::Run(most) => most.min(head),
        };
        let sets = (1..most).fold(1u64, |sets, _| sets.saturating_mul(head));
        Fail::TooLarge.when(sets > 1 << MAX_LEFT_COINS && head > MAX_LEFT_COINS)?;
        let least = if let Rule::Exactly(count) = self { count } else { 1 };
        let of_size = |count: u64| {
            (1..head)
                .combinations(count as usize - 1)
                .map(move |left| std::iter::once(head).chain(left.into_iter().rev()).collect::<Vec<u64>>())
        };
        Ok((least..=most).flat_map(|count| of_size(count).sorted()).collect())
    }
}

/// Reads a record of coins.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let rules = given.words.split(|word| word == "x").map(Rule::read).collect::<Res<Vec<Rule>>>()?;
    let heads = given.tuples()?;
    let right = |head: &Vec<u64>| head.len() == rules.len() && !head.contains(&0);
    Fail::Wrong.when(rules.len() > 2 || !heads.iter().all(right) || !heads.iter().all_unique())?;
    let components = heads.iter().map(|head| game::component(head)).collect();
    Ok(Play::new(Coins(rules), components))
}

impl Game for Coins {
    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        let each = self.0.iter().zip(position).map(|(rule, &place)| rule.turned(place));
        let each = each.collect::<Res<Vec<_>>>()?;
        Fail::TooLarge.when(each.iter().map(Vec::len).product::<usize>() > 300_000)?;
        let (separator, each) = (if each.len() == 1 { "," } else { "+" }, each.into_iter());
        // A move in rows and one in columns turn the coins where they cross.
        let turn = |lines: Vec<Vec<u64>>| {
            let coins: Vec<Position> =
                lines.into_iter().multi_cartesian_product().map(Position::from).collect();
            let word = coins.iter().map(|coin| game::joined(coin)).join(separator);
            Move::leaving(coins.into_iter().skip(1)).named(Name::Bare(word.into()))
        };
        Ok(each.map(Vec::into_iter).multi_cartesian_product().map(turn).collect())
    }

    fn cancels(&self, _: &[u64]) -> bool {
        true
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        theorems::of_coins(&self.0)
    }
}
