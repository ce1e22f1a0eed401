//! Tokens on a directed graph, play without end being a draw.
//!
//! Verdicts come from retrograde analysis of the product of the tokens. Values come from the
//! same analysis with a heap of nim beside the graph, which is what the values mean (Smith
//! 1966, Fraenkel and Perl 1975): a position has the finite value m when it is lost beside a heap
//! of m and of no other; when there is no such m it is infinite, and ∞_A where A are the heaps
//! beside which it is won.

use std::collections::BTreeSet;

use super::text::{self, Parts};
use super::{Fail, Game, Outcome, Play, Res, Valued};

/// How many positions an analysis may see.
const POSITIONS: u64 = 60_000;

/// A value in the sense of Smith and Fraenkel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Finite(u64),
    Infinite(BTreeSet<u64>),
}

impl Value {
    pub fn plus(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Infinite(set), Value::Finite(n)) | (Value::Finite(n), Value::Infinite(set)) => {
                Value::Infinite(set.iter().map(|m| m ^ n).collect())
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(BTreeSet::new()),
        }
    }

    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(0) => Outcome::Lose,
            Value::Finite(_) => Outcome::Win,
            Value::Infinite(set) if set.contains(&0) => Outcome::Win,
            Value::Infinite(_) => Outcome::Draw,
        }
    }

    pub fn text(&self) -> String {
        match self {
            Value::Finite(n) => n.to_string(),
            Value::Infinite(set) if set.is_empty() => "inf".to_owned(),
            Value::Infinite(set) => {
                format!("inf {}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

pub struct Graph {
    /// Where a token on vertex v may go; vertices from 1.
    pub next: Vec<BTreeSet<usize>>,
    pub tokens: Vec<usize>,
}

impl Graph {
    pub fn read(parts: &Parts) -> Res<Graph> {
        let (plain, _) = parts.keywords(&[])?;
        let (count, arcs) = text::count_and_pairs(&plain, '>')?;
        let tokens = parts.numbers()?;
        if tokens.iter().any(|&v| v < 1 || v > count) || !parts.asks_within(&["grundy", "values"]) {
            return Err(Fail::Wrong);
        }
        if count > POSITIONS {
            return Err(Fail::TooBig);
        }
        let mut next = vec![BTreeSet::new(); count as usize + 1];
        for (a, b) in arcs {
            next[a as usize].insert(b as usize);
        }
        Ok(Graph { next, tokens: tokens.into_iter().map(|v| v as usize).collect() })
    }

    /// The values of all vertices, from every vertex beside every heap of nim that could
    /// balance it. No finite value exceeds the number of moves of its vertex.
    fn vertex_values(&self) -> Res<Vec<Value>> {
        let heaps = self.next.iter().map(BTreeSet::len).max().unwrap_or(0) + 1;
        let positions = self.next.len() * heaps;
        if positions as u64 * heaps as u64 > POSITIONS {
            return Err(Fail::TooBig);
        }
        let outcomes = retrograde(positions, |position| {
            let (vertex, heap) = (position / heaps, position % heaps);
            let on_graph = self.next[vertex].iter().map(move |to| to * heaps + heap);
            on_graph.chain((0..heap).map(move |rest| vertex * heaps + rest)).collect()
        });
        let value = |vertex: usize| {
            let beside = |heap: usize| outcomes[vertex * heaps + heap];
            match (0..heaps).find(|&heap| beside(heap) == Outcome::Lose) {
                Some(heap) => Value::Finite(heap as u64),
                None => Value::Infinite(
                    (0..heaps).filter(|&h| beside(h) == Outcome::Win).map(|h| h as u64).collect(),
                ),
            }
        };
        Ok((0..self.next.len()).map(value).collect())
    }

    fn value_of(&self, values: &[Value], tokens: &[usize]) -> Value {
        tokens.iter().fold(Value::Finite(0), |sum, &v| sum.plus(&values[v]))
    }

    /// The outcome of every position of so many tokens, the first the lowest digit.
    fn outcomes(&self, tokens: usize) -> Res<Vec<Outcome>> {
        let side = self.next.len();
        let positions = (0..tokens).fold(1u64, |product, _| product.saturating_mul(side as u64));
        if positions > POSITIONS {
            return Err(Fail::TooBig);
        }
        Ok(retrograde(positions as usize, |position| {
            let mut after = Vec::new();
            let mut weight = 1;
            for _ in 0..tokens {
                let vertex = position / weight % side;
                after.extend(self.next[vertex].iter().map(|to| position - vertex * weight + to * weight));
                weight *= side;
            }
            after
        }))
    }

    fn play_with(&self, outcome_of: impl Fn(&[usize]) -> Outcome) -> Play {
        let mut moves = Vec::new();
        for (i, &from) in self.tokens.iter().enumerate() {
            for &to in &self.next[from] {
                let mut after = self.tokens.clone();
                after[i] = to;
                moves.push((format!("{}:{from}>{to}", i + 1), outcome_of(&after)));
            }
        }
        Play::new(outcome_of(&self.tokens), moves)
    }

    /// By search of the whole sum.
    pub fn play_by_search(&self) -> Res<Play> {
        let outcomes = self.outcomes(self.tokens.len())?;
        let side = self.next.len();
        Ok(self.play_with(|tokens| outcomes[tokens.iter().rev().fold(0, |index, v| index * side + v)]))
    }

    /// By the values of the components.
    pub fn play_by_values(&self) -> Res<Play> {
        let values = self.vertex_values()?;
        Ok(self.play_with(|tokens| self.value_of(&values, tokens).outcome()))
    }
}

/// Win when some move leaves a loss, loss when every move leaves a win, over and over until
/// nothing changes; what is still open then is a draw.
fn retrograde(positions: usize, moves: impl Fn(usize) -> Vec<usize>) -> Vec<Outcome> {
    let moves: Vec<Vec<usize>> = (0..positions).map(moves).collect();
    let mut outcomes = vec![Outcome::Draw; positions];
    let mut forward = true;
    loop {
        let mut changed = false;
        for i in 0..positions {
            let position = if forward { i } else { positions - 1 - i };
            if outcomes[position] != Outcome::Draw {
                continue;
            }
            let mut after = moves[position].iter().map(|&to| outcomes[to]);
            if after.clone().any(|outcome| outcome == Outcome::Lose) {
                outcomes[position] = Outcome::Win;
            } else if after.all(|outcome| outcome == Outcome::Win) {
                outcomes[position] = Outcome::Lose;
            } else {
                continue;
            }
            changed = true;
        }
        if !changed {
            return outcomes;
        }
        forward = !forward;
    }
}

impl Game for Graph {
    fn play(&self) -> Res<Play> {
        self.play_by_search().or_else(|_| self.play_by_values())
    }

    fn components(&self) -> Res<Vec<Valued>> {
        let values = self.vertex_values()?;
        let moves = |v: usize| self.next[v].iter().map(move |&to| (v, to));
        let valued = |&v: &usize| Valued {
            value: values[v].clone(),
            moves: moves(v).map(|(from, to)| (format!("{from}>{to}"), values[to].clone())).collect(),
        };
        Ok(self.tokens.iter().map(valued).collect())
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        let values = self.vertex_values()?;
        let total = self.value_of(&values, &self.tokens);
        Ok((total.text(), self.tokens.iter().map(|&v| values[v].text()).collect()))
    }
}
