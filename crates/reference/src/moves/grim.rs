//! Grim: a move takes a vertex of a graph that has a neighbour among those left.

use std::collections::BTreeSet;

use crate::answers::Play;
use crate::game::{Component, Game, Parts, Position, Text};
use crate::text::{self, Record};
use crate::{Fail, Res};

/// The edges; a position is the vertices that are left.
struct Grim(BTreeSet<(u64, u64)>);

/// Reads a record of grim.
pub fn read(record: &Record) -> Res<Play> {
    record.must_ask(&["grundy", "values"])?;
    if record.position.as_deref() != Some(&[]) {
        return Err(Fail::Wrong);
    }
    let (count, pairs) = text::count_and_pairs(&record.rules, '-')?;
    if pairs.iter().any(|(a, b)| a == b || *a.max(b) > count) {
        return Err(Fail::Wrong);
    }
    if count > 1000 {
        return Err(Fail::TooLarge);
    }
    let game = Grim(pairs.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect());
    let component = Component { position: (1..=count).collect(), written: String::new() };
    Ok(Play::new(game, vec![component]))
}

impl Grim {
    fn has_neighbour(&self, vertex: u64, left: &[u64]) -> bool {
        left.iter().any(|&other| self.0.contains(&(vertex, other)))
    }

    /// The connected parts of what is left, by their first vertices.
    fn split(&self, left: &[u64]) -> Parts {
        let mut waiting: BTreeSet<u64> = left.iter().copied().collect();
        let mut parts = Parts::new();
        while let Some(first) = waiting.pop_first() {
            let mut part = vec![first];
            let mut at = 0;
            while at < part.len() {
                let near = |other: &u64| self.0.contains(&(part[at], *other));
                let fresh: Vec<u64> = waiting.iter().copied().filter(near).collect();
                fresh.iter().for_each(|vertex| _ = waiting.remove(vertex));
                part.extend(fresh);
                at += 1;
            }
            part.sort_unstable();
            parts.push(part.into_iter().collect());
        }
        parts
    }
}

impl Game for Grim {
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let without =
            |gone: &u64| position.iter().copied().filter(|vertex| vertex != gone).collect::<Vec<_>>();
        let takes = position.iter().filter(|&&vertex| self.has_neighbour(vertex, position));
        Ok(takes.map(|vertex| self.split(&without(vertex))).collect())
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        let left = &component.position;
        let takes = left.iter().filter(|&&vertex| self.has_neighbour(vertex, left));
        let texts = takes.map(|vertex| Text::Numbered(vertex.to_string()));
        Ok(texts.zip(self.options(left)?).collect())
    }

    fn parts(&self, component: &Component) -> Res<Vec<Position>> {
        Ok(self.split(&component.position).into_vec())
    }
}
