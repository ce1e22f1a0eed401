//! Tokens on a directed graph; play without end is a draw.

use crate::answers::Play;
use crate::certificate::Certificate;
use crate::game::{self, Game, Move};
use crate::labels;
use crate::moves::Given;
use crate::text;
use crate::theorems::Theorem;
use crate::{Fail, Res};

/// The vertices to which a token on each vertex may go.
struct Graph(Vec<Vec<u64>>);

/// Reads a record of graph.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (count, arcs) = text::count_and_pairs(&given.words, '>')?;
    let tokens = given.record.numbers()?;
    Fail::Wrong.when(tokens.iter().any(|&token| token < 1 || token > count))?;
    Fail::TooLarge.when(count > 2_000_000)?;
    let mut next = vec![Vec::new(); count as usize + 1];
    arcs.into_iter().for_each(|(from, to)| next[from as usize].push(to));
    for list in &mut next {
        list.sort_unstable();
        list.dedup();
    }
    let components = tokens.iter().map(|&token| game::component(&[token])).collect();
    Ok(Play::new(Graph(next), components))
}

impl Game for Graph {
    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        Ok(self.0[position[0] as usize].iter().map(|&to| Move::to(&[to])).collect())
    }

    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        let Certificate::Labels(list) = certificate else { return Err(Fail::TooLarge) };
        let values = labels::values(&self.0, list)?;
        let value = move |token: &[u64]| values[token[0] as usize].clone().ok_or(Fail::Forged);
        Ok(Theorem::values("Smith 1966", value))
    }

    fn must_end(&self) -> bool {
        false
    }
}
