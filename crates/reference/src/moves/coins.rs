//! Coin turning: heads are turned to tails, and coins to the left with them. Each head is a game by itself (Lenstra 1978),
//! which is checked against whole positions by the tests of this file.

use crate::answers::Play;
use crate::game::{self, Component, Game, Parts, Position, Text};
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
    fn moves(self, head: u64) -> Res<Vec<Vec<u64>>> {
        let most = match self {
            Rule::Run(most) if head <= 1_000 => {
                return Ok((1..=head.min(most))
                    .map(|count| (head + 1 - count..=head).rev().collect())
                    .collect());
            }
            Rule::UpTo(most) | Rule::Exactly(most) | Rule::Run(most) => most,
        };
        let sets = (1..most.min(head)).fold(1u64, |sets, _| sets.saturating_mul(head));
        if sets > 1 << MAX_LEFT_COINS && head > MAX_LEFT_COINS {
            return Err(Fail::TooLarge);
        }
        let (mut all, mut last) = (vec![vec![head]], vec![vec![head]]);
        for _ in 1..most.min(head) {
            let longer = last.iter().flat_map(|places: &Vec<u64>| {
                let further =
                    (1..places[places.len() - 1]).map(|place| [places.clone(), vec![place]].concat());
                further.collect::<Vec<_>>()
            });
            last = longer.collect();
            all.extend(last.iter().cloned());
        }
        if let Rule::Exactly(number) = self {
            all.retain(|places| places.len() as u64 == number);
        }
        all.sort_by_key(|places| (places.len(), places.clone()));
        Ok(all)
    }
}

/// Reads a record of coins.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let rules = given.words.split(|word| word == "x").map(Rule::read).collect::<Res<Vec<Rule>>>()?;
    let heads = given.tuples()?;
    let right = |head: &Vec<u64>| head.len() == rules.len() && !head.contains(&0);
    if rules.len() > 2 || !heads.iter().all(right) || text::distinct(heads.clone()).len() < heads.len() {
        return Err(Fail::Wrong);
    }
    let components = heads.iter().map(|head| game::component(head)).collect();
    Ok(Play::new(Coins(rules), components))
}

impl Coins {
    /// The coins that each move of a head turns, the head first.
    fn turned(&self, head: &[u64]) -> Res<Vec<Vec<Position>>> {
        let each =
            self.0.iter().zip(head).map(|(rule, &place)| rule.moves(place)).collect::<Res<Vec<_>>>()?;
        if each.iter().map(Vec::len).product::<usize>() > 300_000 {
            return Err(Fail::TooLarge);
        }
        let single = |place: &u64| Position::from_slice(&[*place]);
        let [rows, cols] = &each[..] else {
            return Ok(each[0].iter().map(|places| places.iter().map(single).collect()).collect());
        };
        let product = |rows: &Vec<u64>, cols: &Vec<u64>| -> Vec<Position> {
            rows.iter().flat_map(|&r| cols.iter().map(move |&c| Position::from_slice(&[r, c]))).collect()
        };
        Ok(rows.iter().flat_map(|rows| cols.iter().map(move |cols| product(rows, cols))).collect())
    }
}

impl Game for Coins {
    fn is_shared(&self) -> bool {
        true
    }

    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        Ok(self.turned(position)?.into_iter().map(|turned| turned.into_iter().skip(1).collect()).collect())
    }

    fn cancels(&self, _: &[u64]) -> bool {
        true
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        let separator = if self.0.len() == 1 { "," } else { "+" };
        let text = |turned: Vec<Position>| {
            let words: Vec<String> = turned.iter().map(|place| game::joined(place)).collect();
            Text::Bare(words.join(separator))
        };
        let texts = self.turned(&component.position)?.into_iter().map(text);
        Ok(texts.zip(self.options(&component.position)?).collect())
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        theorems::of_coins(&self.0)
    }
}
