//! Green Hackenbush: every cut, and what still hangs on the ground after it.

use std::collections::HashMap;

use super::text::{self, Parts};
use super::{Component, Fail, Game, Outcome, Play, Res, Valued, mex, sum_values};

/// How many edges may hang on the ground.
const EDGES: usize = 14;

pub struct Hackenbush {
    edges: Vec<(u64, u64)>,
}

impl Hackenbush {
    pub fn read(parts: &Parts) -> Res<Hackenbush> {
        if !parts.asks_within(&["grundy", "values"]) || parts.position.as_deref() != Some(&[]) {
            return Err(Fail::Wrong);
        }
        let edge = |word: &String| {
            let (a, b) = word.split_once('-').ok_or(Fail::Wrong)?;
            Ok((text::number(a)?, text::number(b)?))
        };
        Ok(Hackenbush { edges: parts.rules.iter().map(edge).collect::<Res<_>>()? })
    }

    /// Those of some edges that hang on the ground.
    fn standing(&self, edges: &[usize]) -> Vec<usize> {
        let mut reached = std::collections::HashSet::from([0]);
        loop {
            let before = reached.len();
            for &edge in edges {
                let (a, b) = self.edges[edge];
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
            if reached.len() == before {
                return edges.iter().copied().filter(|&edge| reached.contains(&self.edges[edge].0)).collect();
            }
        }
    }

    fn cut(&self, edges: &[usize], cut: usize) -> Vec<usize> {
        let left: Vec<usize> = edges.iter().copied().filter(|&edge| edge != cut).collect();
        self.standing(&left)
    }

    fn value(&self, edges: &[usize], memo: &mut HashMap<Vec<usize>, u64>) -> u64 {
        if let Some(&value) = memo.get(edges) {
            return value;
        }
        let reached: Vec<u64> = edges.iter().map(|&edge| self.value(&self.cut(edges, edge), memo)).collect();
        let value = mex(reached);
        memo.insert(edges.to_vec(), value);
        value
    }

    fn valued(&self) -> Res<Component> {
        let all: Vec<usize> = (0..self.edges.len()).collect();
        let edges = self.standing(&all);
        if edges.len() > EDGES {
            return Err(Fail::TooBig);
        }
        let mut memo = HashMap::new();
        let text = |edge: usize| format!("{}-{}", self.edges[edge].0, self.edges[edge].1);
        let value = self.value(&edges, &mut memo);
        let moves =
            edges.iter().map(|&edge| (text(edge), self.value(&self.cut(&edges, edge), &mut memo))).collect();
        Ok(Component { value, moves })
    }
}

impl Game for Hackenbush {
    fn play(&self) -> Res<Play> {
        let Component { value, moves } = self.valued()?;
        let outcome = |value: u64| if value == 0 { Outcome::Lose } else { Outcome::Win };
        Ok(Play::new(outcome(value), moves.into_iter().map(|(text, after)| (text, outcome(after))).collect()))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        Ok(sum_values([self.valued()?.value]))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        Ok(vec![Valued::from(self.valued()?)])
    }
}
