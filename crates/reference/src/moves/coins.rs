//! Coin turning: heads are turned to tails, and coins to the left with them. Each head is a game by itself (Lenstra 1978),
//! which is checked against whole positions by the tests of this file.

use crate::moves::vocabulary::*;

/// How many coins to the left of a head, at most, sets of them are listed of.
const MAX_LEFT_COINS: u64 = 18;

/// The longest run that is listed.
const MAX_RUN: u64 = 1_000;

/// The coins that a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningRule {
    /// How many at least.
    pub least: u64,
    /// How many at most.
    pub most: u64,
    /// Whether they must be neighbours.
    pub is_run: bool,
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
        match word {
            "up-to" => Ok(TurningRule {
                least: 1,
                most,
                is_run: false,
            }),
            "exactly" => Ok(TurningRule {
                least: most,
                most,
                is_run: false,
            }),
            "run-up-to" => Ok(TurningRule {
                least: 1,
                most,
                is_run: true,
            }),
            _ => Err(Fail::Wrong),
        }
    }

    /// The places that each move of a head turns, the head first, then from right to left; fewer coins
    /// first, then lower places.
    fn turned(self, head: u64) -> Res<Vec<Vec<u64>>> {
        let counts = self.least..=self.most.min(head);
        if self.is_run {
            Fail::TooLarge.when(*counts.end() > MAX_RUN)?;
            return Ok(counts
                .map(|count| (head - (count - 1)..=head).rev().collect())
                .collect());
        }
        let sets = (1..*counts.end()).fold(1u64, |sets, _| sets.saturating_mul(head));
        Fail::TooLarge.when(sets > 1 << MAX_LEFT_COINS && head > MAX_LEFT_COINS)?;
        let of_size = |count: u64| {
            let left = (1..head).combinations(count as usize - 1);
            left.map(move |left| {
                std::iter::once(head)
                    .chain(left.into_iter().rev())
                    .collect::<Vec<u64>>()
            })
            .sorted()
        };
        Ok(counts.flat_map(of_size).collect())
    }
}

/// Reads a record of coins.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let rules = given
        .words
        .split(|word| word == "x")
        .map(TurningRule::read)
        .collect::<Res<Vec<TurningRule>>>()?;
    let heads = given.tuples()?;
    let right = |head: &Vec<u64>| head.len() == rules.len() && !head.contains(&0);
    Fail::Wrong.when(rules.len() > 2 || !heads.iter().all(right) || !heads.iter().all_unique())?;
    Ok(Play::new(Coins(rules), heads))
}

impl GameDefinition for Coins {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let each = self
            .0
            .iter()
            .zip(position)
            .map(|(rule, &place)| rule.turned(place));
        let each = each.collect::<Res<Vec<_>>>()?;
        Fail::TooLarge.when(each.iter().map(Vec::len).product::<usize>() > 300_000)?;
        let (separator, each) = (if each.len() == 1 { "," } else { "+" }, each.into_iter());
        // A move in rows and one in columns turn the coins where they cross.
        let turn = |lines: Vec<Vec<u64>>| {
            let coins: Vec<PositionNumbers> = lines
                .into_iter()
                .multi_cartesian_product()
                .map(PositionNumbers::from)
                .collect();
            let word = coins.iter().map(|coin| joined(coin)).join(separator);
            ListedMove::leaving(coins.into_iter().skip(1)).named(Name::Bare(word.into()))
        };
        Ok(each
            .map(Vec::into_iter)
            .multi_cartesian_product()
            .map(turn)
            .collect())
    }

    fn cancels(&self, _: &[u64]) -> bool {
        true
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        theorems::of_coins(&self.0).ok_or(Fail::TooLarge)
    }
}
