//! Rocks with vectors that add to some pile: every position that can be reached, each after those its moves
//! lead to.

use std::collections::HashMap;

use super::text::{self, Parts};
use super::{Component, Fail, Game, Play, Res, Valued, mex, play_sum, sum_values};

/// How many positions may be reached.
const POSITIONS: usize = 200_000;

pub struct SignedRocks {
    vectors: Vec<Vec<i64>>,
    damaged: Vec<Vec<i64>>,
    positions: Vec<Vec<i64>>,
}

/// Whether a word is a vector with a part below 0.
pub fn is_signed(word: &str) -> bool {
    word.contains(',') && (word.starts_with('-') || word.contains(",-"))
}

fn tuple(word: &str) -> Res<Vec<i64>> {
    let part = |word: &str| match word.strip_prefix('-') {
        Some(digits) => text::number(digits).map(|n| -(n as i64)),
        None => text::number(word).map(|n| n as i64),
    };
    word.split(',').map(part).collect()
}

impl SignedRocks {
    pub fn read(parts: &Parts) -> Res<SignedRocks> {
        let (plain, keywords) = parts.keywords(&["damaged"])?;
        let tuples = |words: &[String]| words.iter().map(|word| tuple(word)).collect::<Res<Vec<_>>>();
        let (vectors, damaged) = (tuples(&plain)?, tuples(keywords.of("damaged"))?);
        let positions = tuples(parts.position.as_deref().ok_or(Fail::Wrong)?)?;
        let arity = vectors.first().ok_or(Fail::Wrong)?.len();
        let piles = || damaged.iter().chain(&positions);
        let wrong = arity > 4
            || vectors.iter().chain(piles()).any(|tuple| tuple.len() != arity)
            || piles().flatten().any(|&pile| pile < 0)
            || vectors.iter().any(|vector| vector.iter().all(|&part| part == 0))
            || positions.iter().any(|position| damaged.contains(position))
            || !falls(&vectors)
            || !parts.asks_within(&["grundy", "values"]);
        if wrong {
            Err(Fail::Wrong)
        } else {
            Ok(SignedRocks { vectors: text::distinct(vectors), damaged, positions })
        }
    }

    fn moves(&self, position: &[i64]) -> Vec<Vec<i64>> {
        let subtract =
            |vector: &Vec<i64>| position.iter().zip(vector).map(|(a, b)| a - b).collect::<Vec<i64>>();
        let inside = |rest: &Vec<i64>| rest.iter().all(|&pile| pile >= 0) && !self.damaged.contains(rest);
        self.vectors.iter().map(subtract).filter(inside).collect()
    }

    fn value(&self, position: &[i64], memo: &mut HashMap<Vec<i64>, u64>) -> Res<u64> {
        if let Some(&value) = memo.get(position) {
            return Ok(value);
        }
        if memo.len() > POSITIONS {
            return Err(Fail::TooBig);
        }
        let reached =
            self.moves(position).iter().map(|rest| self.value(rest, memo)).collect::<Res<Vec<u64>>>()?;
        let value = mex(reached);
        memo.insert(position.to_vec(), value);
        Ok(value)
    }

    fn groups(&self) -> Res<Vec<Component>> {
        let mut memo = HashMap::new();
        let joined = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let component = |position: &Vec<i64>| {
            let value = self.value(position, &mut memo)?;
            let mut moves = Vec::new();
            for rest in self.moves(position) {
                moves
                    .push((format!("{}>{}", joined(position), joined(&rest)), self.value(&rest, &mut memo)?));
            }
            Ok(Component { value, moves })
        };
        self.positions.iter().map(component).collect()
    }
}

/// Whether weights from 0 to 12 fall with every vector.
fn falls(vectors: &[Vec<i64>]) -> bool {
    let arity = vectors[0].len();
    (0..13i64.pow(arity as u32)).any(|code| {
        let weight = |pile: usize| code / 13i64.pow(pile as u32) % 13;
        vectors
            .iter()
            .all(|vector| vector.iter().enumerate().map(|(i, part)| weight(i) * part).sum::<i64>() > 0)
    })
}

impl Game for SignedRocks {
    fn play(&self) -> Res<Play> {
        Ok(play_sum(&self.groups()?))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        Ok(sum_values(self.groups()?.iter().map(|component| component.value)))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        Ok(self.groups()?.into_iter().map(Valued::from).collect())
    }
}
