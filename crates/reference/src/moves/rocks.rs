//! Rocks: a move subtracts a vector from a group of one to four piles, all at once.

use crate::answers::Play;
use crate::game::{self, Game, Parts, Position};
use crate::text::{self, Record};
use crate::{Fail, Res};

const THREE_ROCKS: [[i128; 2]; 9] = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [3, 0], [0, 3], [1, 2], [2, 1]];

struct Rocks {
    vectors: Vec<Vec<i128>>,
    damaged: Vec<Position>,
}

/// Reads a record of rocks.
pub fn read(record: &Record) -> Res<Play> {
    let (plain, keywords) = record.keywords(&["damaged"])?;
    let signed = record.rules.iter().any(|word| word.contains(',') && word.contains('-'));
    let vectors: Vec<Vec<i128>> = match record.game.as_str() {
        "three-rocks" if plain.is_empty() => THREE_ROCKS.iter().map(|vector| vector.to_vec()).collect(),
        "three-rocks" => return Err(Fail::Wrong),
        _ => plain.iter().map(|word| vectors(word, signed)).collect::<Res<Vec<_>>>()?.concat(),
    };
    let tuples = |words: &[String]| {
        words.iter().map(|word| Ok(vectors_or_range(word)?.into_iter())).collect::<Res<Vec<_>>>()
    };
    let damaged: Vec<Position> = tuples(keywords.of("damaged"))?.into_iter().flatten().collect();
    let words = record.position.as_ref().ok_or(Fail::Wrong)?;
    let tuple = |word: &String| text::tuple(word).map(Position::from);
    let positions = words.iter().map(tuple).collect::<Res<Vec<Position>>>()?;
    let arity = vectors.first().ok_or(Fail::Wrong)?.len();
    let wrong = !(1..=4).contains(&arity)
        || vectors.iter().any(|vector| vector.len() != arity || vector.iter().all(|&part| part == 0))
        || damaged.iter().chain(&positions).any(|tuple| tuple.len() != arity)
        || positions.iter().any(|position| damaged.contains(position))
        || signed && !falls(&vectors);
    if wrong {
        return Err(Fail::Wrong);
    }
    record.must_ask(&["grundy", "values"])?;
    let components = positions.iter().map(|position| game::component(position)).collect();
    let rocks = Rocks { vectors: text::distinct(vectors), damaged };
    Ok(Play::new(rocks, components))
}

/// `1,2`, `-1,2`; `1-3` is the vectors 1, 2, 3.
fn vectors(word: &str, signed: bool) -> Res<Vec<Vec<i128>>> {
    let number = |word: &str| {
        let (sign, digits) =
            word.strip_prefix('-').filter(|_| signed).map_or((1, word), |digits| (-1, digits));
        Ok(sign * i128::from(text::number(digits)?))
    };
    if word.contains(',') {
        return Ok(vec![word.split(',').map(number).collect::<Res<_>>()?]);
    }
    let numbers = vectors_or_range(word)?;
    let single = |n: &Position| vec![i128::from(n[0])];
    Ok(numbers.iter().map(single).collect())
}

fn vectors_or_range(word: &str) -> Res<Vec<Position>> {
    if word.contains(',') {
        return Ok(vec![text::tuple(word)?.into()]);
    }
    let numbers = text::written_out(&text::ranges(&[word.to_owned()])?)?;
    Ok(numbers.into_iter().map(|n| Position::from_slice(&[n])).collect())
}

/// Whether weights from 0 to 12 fall with every vector: play ends.
fn falls(vectors: &[Vec<i128>]) -> bool {
    let arity = vectors[0].len();
    (0..13i128.pow(arity as u32)).any(|code| {
        let weight = |pile: usize| code / 13i128.pow(pile as u32) % 13;
        let fall =
            |vector: &Vec<i128>| vector.iter().enumerate().map(|(i, part)| weight(i) * part).sum::<i128>();
        vectors.iter().all(|vector| fall(vector) > 0)
    })
}

impl Game for Rocks {
    fn is_shared(&self) -> bool {
        true
    }

    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let subtract = |vector: &Vec<i128>| -> Option<Position> {
            position
                .iter()
                .zip(vector)
                .map(|(&pile, &part)| u64::try_from(i128::from(pile) - part).ok())
                .collect()
        };
        let rests = self.vectors.iter().filter_map(subtract);
        Ok(rests.filter(|rest| !self.damaged.contains(rest)).map(|rest| game::one(&rest)).collect())
    }
}
