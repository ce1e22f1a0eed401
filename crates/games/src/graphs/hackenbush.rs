//! Green Hackenbush on graphs: a move cuts an edge, and what no longer hangs on the ground falls. A
//! player who cannot move loses.
//!
//! The value, and the cuts that leave a value, are in
//! [`grundy_graphs::hackenbush`].

use std::borrow::Cow;

use crate::shared::longest;
use crate::shared::sum::valued;
use crate::{Context, PositionResult, Standard};
use grundy_base::edge::Edge;
use grundy_graphs::hackenbush::Hackenbush as Analysis;
use grundy_record::{
    Fault, Length, Look, Move, Place, Record, Rules, Slot, Structure, Taken, Theorem, Words,
};

/// The words about hackenbush for people.
const WORDS: Words = Words {
    name: "hackenbush",
    summary: "a graph on the ground; cut an edge, and what hangs by it falls",
    how_to_play: "Vertex 0 is the ground. A move cuts an edge; edges without a path to the \
        ground fall. At first every edge has such a path. Repeated edges and loops count. A \
        player who cannot move loses.",
    limits: "vertices to 2^64-1; memory: 160 bytes an edge; winning moves of n edges take n log \
        n steps",
    example: "hackenbush 0-1 1-2 2-0 1-3:",
    theorem: Some(Theorem::new(
        "A branch of value n on an edge has the value n+1, branches at one vertex add without \
            carry, and the vertices of a cycle may be fused",
        "Winning Ways, chapter 7",
    )),
};

/// Green Hackenbush.
pub static HACKENBUSH: Standard = Standard::new(
    WORDS
        .of(Structure::Taking, Look::Parts)
        .slots(&[Slot::Branches]),
    open,
)
.lasting(|record, _| {
    // Some edge always holds no other: a leaf, or one of a cycle.
    let Rules::Branches(branches) = &record.rules else {
        return Err(Fault::incomplete());
    };
    let all = Length::Moves(branches.len() as u128);
    Ok((!longest::is_begun(record)).then_some(all))
});

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Rules::Branches(branches) = &record.rules else {
        return Err(Fault::incomplete());
    };
    let mut edges = Cow::Borrowed(branches.as_slice());
    // A game played on has one edge less for each cut, whichever of equal ones.
    for (_, cut) in record.position.taken.iter().flatten() {
        if let Taken::Edge(cut) = cut
            && let Some(at) = edges.iter().position(|edge| edge == cut)
        {
            edges.to_mut().remove(at);
        }
    }
    let analysis = Analysis::new(&edges, context.budget)?;
    // Edges that fell by cuts are gone; of those that are written every one is meant to stand.
    let untouched = record.position.taken.as_ref().is_none_or(Vec::is_empty);
    if let Some(edge) = (0..edges.len()).find(|&edge| untouched && !analysis.hangs(edge)) {
        let Edge { from, to } = edges[edge];
        return Err(Fault::new(
            Place::Edge(edge),
            format!("the edge {from}-{to} does not hang on the ground"),
            "the ground is vertex 0, and every edge hangs on it by others: `hackenbush 0-1 1-2:`",
        ));
    }
    // One component: the edges hang together in ways that only the value tells apart.
    Ok(Box::new(valued(
        vec![analysis.value()],
        move |_, target, visit| {
            let hangs = || {
                (0..edges.len())
                    .filter(|&edge| analysis.hangs(edge))
                    .collect()
            };
            let cuts: Vec<usize> = target.map_or_else(hangs, |target| analysis.cuts_to(target));
            Ok(cuts.into_iter().try_for_each(|edge| {
                visit(Move::Take {
                    index: None,
                    what: Taken::Edge(edges[edge]),
                })
            }))
        },
    )))
}
