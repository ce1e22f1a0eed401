//! Tokens on a directed graph; play without end is a draw.

use crate::labels;
use crate::moves::vocabulary::*;

/// The vertices to which a token on each vertex may go.
struct Graph(Vec<Vec<u64>>);

/// Reads a record of graph.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (count, arcs) = text::count_and_pairs(&given.words, '>')?;
    let token = |word: &String| Ok(vec![text::number_within(word, count)?]);
    let tokens = given
        .position()?
        .iter()
        .map(token)
        .collect::<Res<Vec<_>>>()?;
    Fail::TooLarge.when(count > 2_000_000)?;
    Ok(Play::new(Graph(targets(count, arcs)), tokens))
}

/// To which vertices arcs lead from each of 0, 1, …, ascending.
pub fn targets<T: Ord + Clone>(
    count: u64,
    arcs: impl IntoIterator<Item = (u64, T)>,
) -> Vec<Vec<T>> {
    let mut targets = vec![Vec::new(); count as usize + 1];
    arcs.into_iter()
        .for_each(|(from, to)| targets[from as usize].push(to));
    for list in &mut targets {
        list.sort_unstable();
        list.dedup();
    }
    targets
}

impl GameDefinition for Graph {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Ok(self.0[position[0] as usize]
            .iter()
            .map(|&to| ListedMove::to(&[to]))
            .collect())
    }

    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        let Certificate::Labels(list) = certificate else {
            return Err(Fail::TooLarge);
        };
        let values = labels::values(&self.0, list)?;
        let value = move |token: &[u64]| values[token[0] as usize].clone().ok_or(Fail::Forged);
        Ok(Theorem::values("Smith 1966", value))
    }

    fn must_end(&self) -> bool {
        false
    }
}
