//! Rocks: groups of one to four piles, a move subtracts a vector.

use super::text::{self, Parts};
use super::{Component, Fail, Game, Play, Res, Valued, mex, play_sum, sum_values};

/// How many positions a table may hold.
const TABLE: u64 = 1_000_000;

const THREE_ROCKS: [[u64; 2]; 9] = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [3, 0], [0, 3], [1, 2], [2, 1]];

pub struct Rocks {
    pub vectors: Vec<Vec<u64>>,
    pub damaged: Vec<Vec<u64>>,
    pub positions: Vec<Vec<u64>>,
}

impl Rocks {
    pub fn read(parts: &Parts) -> Res<Rocks> {
        let (plain, keywords) = parts.keywords(&["damaged"])?;
        let vectors = match parts.game.as_str() {
            "three-rocks" if plain.is_empty() => THREE_ROCKS.iter().map(|v| v.to_vec()).collect(),
            "three-rocks" => return Err(Fail::Wrong),
            _ => tuples(&plain)?,
        };
        let damaged = tuples(keywords.of("damaged"))?;
        let positions =
            parts.position.iter().flatten().map(|word| text::tuple(word)).collect::<Res<Vec<_>>>()?;
        let arity = vectors.first().ok_or(Fail::Wrong)?.len();
        let wrong = !(1..=4).contains(&arity)
            || [&vectors, &damaged, &positions].into_iter().flatten().any(|tuple| tuple.len() != arity)
            || vectors.iter().any(|vector| vector.iter().all(|&x| x == 0))
            || positions.iter().any(|position| damaged.contains(position))
            || !parts.asks_within(&["grundy", "values"]);
        if wrong {
            return Err(Fail::Wrong);
        }
        Ok(Rocks { vectors: text::distinct(vectors), damaged, positions })
    }

    fn moves(&self, position: &[u64]) -> Vec<Vec<u64>> {
        let subtract = |vector: &Vec<u64>| -> Option<Vec<u64>> {
            position.iter().zip(vector).map(|(pile, taken)| pile.checked_sub(*taken)).collect()
        };
        self.vectors.iter().filter_map(subtract).filter(|rest| !self.damaged.contains(rest)).collect()
    }

    /// The Grundy values of every position up to the largest of each pile.
    fn table(&self) -> Res<Table> {
        let arity = self.vectors[0].len();
        let largest = |pile: usize| self.positions.iter().map(|p| p[pile]).max().unwrap_or(0);
        let sides: Vec<u64> = (0..arity).map(|pile| largest(pile).saturating_add(1)).collect();
        let size = sides.iter().fold(1u64, |product, side| product.saturating_mul(*side));
        if size.saturating_mul((self.vectors.len() * (1 + self.damaged.len())) as u64) > 20 * TABLE {
            return Err(Fail::TooBig);
        }
        let mut table = Table { sides, values: Vec::new() };
        for index in 0..size {
            let position = table.position(index);
            let value = mex(self.moves(&position).iter().map(|rest| table.value(rest)));
            table.values.push(value);
        }
        Ok(table)
    }
}

/// Values in the order of the positions as words, the last pile counting fastest.
struct Table {
    sides: Vec<u64>,
    values: Vec<u64>,
}

impl Table {
    fn position(&self, mut index: u64) -> Vec<u64> {
        let mut position = vec![0; self.sides.len()];
        for (pile, side) in self.sides.iter().enumerate().rev() {
            position[pile] = index % side;
            index /= side;
        }
        position
    }

    fn value(&self, position: &[u64]) -> u64 {
        let index = position.iter().zip(&self.sides).fold(0, |index, (pile, side)| index * side + pile);
        self.values[index as usize]
    }
}

fn tuples(words: &[String]) -> Res<Vec<Vec<u64>>> {
    let mut tuples = Vec::new();
    for word in words {
        if word.contains(',') {
            tuples.push(text::tuple(word)?);
        } else {
            // `1-3` is the vectors 1, 2, 3.
            let numbers = text::written_out(&text::ranges(std::slice::from_ref(word))?)?;
            tuples.extend(numbers.into_iter().map(|n| vec![n]));
        }
    }
    Ok(tuples)
}

fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

impl Rocks {
    fn groups(&self) -> Res<Vec<Component>> {
        let table = self.table()?;
        let component = |position: &Vec<u64>| {
            let moves = self.moves(position).into_iter();
            Component {
                value: table.value(position),
                moves: moves
                    .map(|rest| (format!("{}>{}", joined(position), joined(&rest)), table.value(&rest)))
                    .collect(),
            }
        };
        Ok(self.positions.iter().map(component).collect())
    }
}

impl Game for Rocks {
    fn play(&self) -> Res<Play> {
        Ok(play_sum(&self.groups()?))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        Ok(self.groups()?.into_iter().map(Valued::from).collect())
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        let table = self.table()?;
        Ok(sum_values(self.positions.iter().map(|position| table.value(position))))
    }
}
