//! Coin turning: every set of coins that a move may turn, tried one by one.
//!
//! A strip is the first row of a plane. Where few cells matter, whole positions are searched; else each
//! head is valued alone, which `checks.rs` holds to the search.

use std::collections::HashMap;

use super::text::{self, Parts};
use super::{Component, Fail, Game, Outcome, Play, Res, Valued, mex, sum_values};

/// How many coins to the left of a head, at most, sets of them are listed of.
const LEFT: u64 = 16;
/// How many cells a search of whole positions may have.
const CELLS: usize = 12;

pub type Cell = (u64, u64);

#[derive(Clone, Copy, Debug)]
pub enum Rule {
    UpTo(u64),
    Exactly(u64),
    Run(u64),
    /// The one row of a strip.
    Row,
}

#[derive(Clone, Debug)]
pub struct Coins {
    pub rows: Rule,
    pub cols: Rule,
    pub heads: Vec<Cell>,
}

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
        if matches!(self, Rule::Row) {
            return Ok(vec![vec![head]]);
        }
        if head > LEFT {
            return Err(Fail::TooBig);
        }
        let mut moves = Vec::new();
        for set in 0..1u64 << (head - 1) {
            let mut places = vec![head];
            places.extend((1..head).rev().filter(|place| set >> (place - 1) & 1 != 0));
            let count = places.len() as u64;
            let allowed = match self {
                Rule::UpTo(most) => count <= most,
                Rule::Exactly(number) => count == number,
                Rule::Run(most) => count <= most && places[places.len() - 1] == head + 1 - count,
                Rule::Row => unreachable!(),
            };
            if allowed {
                moves.push(places);
            }
        }
        moves.sort_by_key(|places| (places.len(), places.clone()));
        Ok(moves)
    }
}

impl Coins {
    pub fn read(parts: &Parts) -> Res<Coins> {
        if !parts.asks_within(&["grundy", "values"]) || parts.position.is_none() {
            return Err(Fail::Wrong);
        }
        let mut rules = parts.rules.split(|word| word == "x").map(Rule::read);
        let first = rules.next().ok_or(Fail::Wrong)??;
        let second = rules.next().transpose()?;
        if rules.next().is_some() {
            return Err(Fail::Wrong);
        }
        let heads = parts.position.iter().flatten().map(|word| {
            let cell = text::tuple(word)?;
            match (cell.as_slice(), second) {
                (&[place], None) if place > 0 => Ok((1, place)),
                (&[row, col], Some(_)) if row > 0 && col > 0 => Ok((row, col)),
                _ => Err(Fail::Wrong),
            }
        });
        let heads = heads.collect::<Res<Vec<Cell>>>()?;
        if text::distinct(heads.clone()).len() < heads.len() {
            return Err(Fail::Wrong);
        }
        Ok(match second {
            None => Coins { rows: Rule::Row, cols: first, heads },
            Some(second) => Coins { rows: first, cols: second, heads },
        })
    }

    /// What each move of a head turns, the head first.
    pub fn moves(&self, (row, col): Cell) -> Res<Vec<Vec<Cell>>> {
        let (rows, cols) = (self.rows.moves(row)?, self.cols.moves(col)?);
        if rows.len() * cols.len() > 100_000 {
            return Err(Fail::TooBig);
        }
        let product = |rows: &Vec<u64>, cols: &Vec<u64>| -> Vec<Cell> {
            rows.iter().flat_map(|&r| cols.iter().map(move |&c| (r, c))).collect()
        };
        Ok(rows.iter().flat_map(|rows| cols.iter().map(move |cols| product(rows, cols))).collect())
    }

    /// The value of a head alone, by what the coins turned with it are worth alone.
    fn value(&self, head: Cell, memo: &mut HashMap<Cell, u64>) -> Res<u64> {
        if let Some(&value) = memo.get(&head) {
            return Ok(value);
        }
        let mut reached = Vec::new();
        for turned in self.moves(head)? {
            let rest = turned[1..].iter().map(|&cell| self.value(cell, memo));
            reached.push(rest.collect::<Res<Vec<u64>>>()?.into_iter().fold(0, |sum, value| sum ^ value));
        }
        let value = mex(reached);
        memo.insert(head, value);
        Ok(value)
    }

    /// The value of a position, by the values of all that its moves lead to. `None`: too many cells.
    pub fn value_by_search(&self) -> Option<u64> {
        let last_row = self.heads.iter().map(|cell| cell.0).max().unwrap_or(0);
        let last_col = self.heads.iter().map(|cell| cell.1).max().unwrap_or(0);
        let strip = matches!(self.rows, Rule::Row);
        let rows: Vec<u64> = if strip { vec![1] } else { (1..=last_row).collect() };
        if last_row > 100 || last_col > 100 || rows.len() * last_col as usize > CELLS {
            return None;
        }
        let bit = |(row, col): Cell| 1usize << ((row - 1) * last_col + col - 1);
        let cells: Vec<Cell> =
            rows.iter().flat_map(|&row| (1..=last_col).map(move |col| (row, col))).collect();
        let masks: Vec<Vec<usize>> = cells
            .iter()
            .map(|&cell| {
                let moves = self.moves(cell).expect("few cells");
                moves.iter().map(|turned| turned.iter().fold(0, |mask, &cell| mask | bit(cell))).collect()
            })
            .collect();
        let mut values = vec![0u64; 1 << cells.len()];
        for position in 0..values.len() {
            let heads = cells.iter().zip(&masks).filter(|&(&cell, _)| position & bit(cell) != 0);
            values[position] =
                mex(heads.flat_map(|(_, masks)| masks.iter().map(|mask| values[position ^ mask])));
        }
        Some(values[self.heads.iter().fold(0, |mask, &cell| mask | bit(cell))])
    }

    fn valued(&self) -> Res<Vec<Component>> {
        let mut memo = HashMap::new();
        let strip = matches!(self.rows, Rule::Row);
        let text = |cells: &[Cell]| {
            let words: Vec<String> = cells
                .iter()
                .map(|(row, col)| if strip { col.to_string() } else { format!("{row},{col}") })
                .collect();
            words.join(if strip { "," } else { "+" })
        };
        let component = |&head: &Cell| {
            let value = self.value(head, &mut memo)?;
            let mut moves = Vec::new();
            for turned in self.moves(head)? {
                let rest = turned[1..].iter().map(|&cell| self.value(cell, &mut memo));
                let after = rest.collect::<Res<Vec<u64>>>()?.into_iter().fold(0, |sum, value| sum ^ value);
                moves.push((text(&turned), after));
            }
            Ok(Component { value, moves })
        };
        self.heads.iter().map(component).collect()
    }
}

impl Game for Coins {
    fn play(&self) -> Res<Play> {
        let components = self.valued()?;
        let total = components.iter().fold(0, |sum, component| sum ^ component.value);
        let mut moves = Vec::new();
        for component in &components {
            for (text, value) in &component.moves {
                let lost = total ^ component.value ^ value == 0;
                moves.push((text.clone(), if lost { Outcome::Lose } else { Outcome::Win }));
            }
        }
        Ok(Play::new(if total == 0 { Outcome::Lose } else { Outcome::Win }, moves))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        Ok(sum_values(self.valued()?.iter().map(|component| component.value)))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        Ok(self.valued()?.into_iter().map(Valued::from).collect())
    }
}
