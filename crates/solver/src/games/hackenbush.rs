//! Green Hackenbush on graphs: a move cuts an edge, and what no longer hangs on the ground falls. A
//! player who cannot move loses.
//!
//! The value, and the cuts that leave a value, are in
//! [`theory::hackenbush`](crate::theory::hackenbush).

use std::borrow::Cow;

use crate::games::vocabulary::*;
use crate::theory::hackenbush::Hackenbush as Analysis;

/// Green Hackenbush.
pub static HACKENBUSH: Standard =
    Standard::new(words("hackenbush").of(View::Parts).slots(&[Slot::Branches]), open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
    let mut edges = Cow::Borrowed(record.rules.branches.as_slice());
    // A game played on has one edge less for each cut, whichever of equal ones.
    for (_, cut) in record.position.taken.iter().flatten() {
        if let Taken::Edge(from, to) = cut
            && let Some(at) = edges.iter().position(|edge| edge == &(*from, *to))
        {
            edges.to_mut().remove(at);
        }
    }
    let analysis =
        Analysis::new(&edges, context.budget).map_err(|limit| Fault::limit(Place::Game, &limit))?;
    // Edges that fell by cuts are gone; of those that are written every one is meant to stand.
    let untouched = record.position.taken.as_ref().is_none_or(Vec::is_empty);
    if let Some(edge) = (0..edges.len()).find(|&edge| untouched && !analysis.hangs(edge)) {
        let (from, to) = edges[edge];
        return Err(Fault::new(
            Place::Edge(edge),
            format!("the edge {from}-{to} does not hang on the ground"),
            "the ground is vertex 0, and every edge hangs on it by others: `hackenbush 0-1 1-2:`",
        ));
    }
    Ok(Box::new(Summed::new(1, Graph { edges, analysis })))
}

/// One component: the edges hang together in ways that only the value tells apart.
struct Graph<'a> {
    edges: Cow<'a, [(u64, u64)]>,
    analysis: Analysis,
}

impl Sum for Graph<'_> {
    fn value(&mut self, _: usize) -> Result<u64, Fault> {
        Ok(self.analysis.value())
    }

    fn count_to(&mut self, _: usize, target: u64) -> Result<u128, Fault> {
        Ok(self.analysis.cuts_to(target).len() as u128)
    }

    fn moves_of(&mut self, _: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let mut send = |edge: usize| {
            let (from, to) = self.edges[edge];
            visit(Move::Take { index: None, what: Taken::Edge(from, to) })
        };
        Ok(match target {
            Some(target) => self.analysis.cuts_to(target).into_iter().try_for_each(&mut send),
            None => (0..self.edges.len()).filter(|&edge| self.analysis.hangs(edge)).try_for_each(&mut send),
        })
    }
}
