//! Green Hackenbush (Winning Ways, chapter 7): a move cuts an edge; what no longer hangs on the ground falls.
#![expect(
    clippy::cast_possible_truncation,
    reason = "edges are places of a list"
)]

use fxhash::FxHashMap;

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::theorem::Theorem;
use crate::{Edge, Fail, Res, met, text};

/// The most edges of which all moves are listed.
const MAX_EDGES: usize = 500;

/// The most edges of a position from which positions are explored.
const MAX_EXPLORED_EDGES: usize = 30;

pub(crate) static HACKENBUSH: CatalogueGame =
    CatalogueGame::of_values("hackenbush", "hackenbush 0-1 1-2 1-3:", read)
        .held(&["hackenbush 0-1 1-2 2-0 1-3 3-3 3-4 4-5 5-1 0-6 6-7 7-0:"]);

/// The edges of a record. A position is the edges that stand, by their numbers.
struct Hackenbush(Vec<Edge>);

/// Reads a record of hackenbush.
fn read(given: &Given<'_>) -> Res<Play> {
    given.must_be_without_position()?;
    let edges = given.words.iter().map(|word| edge(word));
    let game = Hackenbush(edges.collect::<Res<_>>()?);
    let all: Vec<u64> = (0..game.0.len() as u64).collect();
    let standing = game.standing(&all)?;
    Fail::Wrong.when(standing.len() < all.len())?;
    Ok(Play::new(game, [standing]))
}

fn edge(word: &str) -> Res<Edge> {
    let [from, to] = text::pair(word, '-')?;
    Ok(Edge { from, to })
}

impl Hackenbush {
    /// Returns the edges among these that hang on the ground, vertex 0.
    fn standing(&self, edges: &[u64]) -> Res<PositionNumbers> {
        let near = neighbours(&self.0, edges.iter().copied());
        let hanging = met([0], |vertex| {
            let ways = near.get(vertex).into_iter().flatten();
            Ok(ways.map(|way| way.to).collect())
        })?;
        let hangs = |edge: &&u64| hanging.contains(&self.0[**edge as usize].from);
        Ok(edges.iter().filter(hangs).copied().collect())
    }

    /// Returns the move that cuts an edge.
    fn cut(&self, position: &[u64], edge: u64) -> Res<ListedMove> {
        let others = position.iter().copied().filter(|&other| other != edge);
        let others: Vec<u64> = others.collect();
        let Edge { from, to } = self.0[edge as usize];
        let name = Name::Bare(format!("{from}-{to}").into());
        Ok(ListedMove::to(&self.standing(&others)?).named(name))
    }
}

impl GameDefinition for Hackenbush {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(self.0.len() > MAX_EDGES)?;
        let cuts = position.iter().map(|&edge| self.cut(position, edge));
        cuts.collect()
    }

    /// Says that many edges are far, because nearly every set of them can be reached.
    fn is_far(&self, position: &[u64]) -> bool {
        position.len() > MAX_EXPLORED_EDGES
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Ok(fusion(self.0.clone()))
    }
}

/// A way along an edge to a neighbour.
#[derive(Clone, Copy)]
struct Way {
    /// The neighbour.
    to: u64,
    /// The number of the edge.
    edge: u64,
}

/// The most edges of a graph in Green Hackenbush: the walk is as deep as a stalk is high.
const MAX_EDGES_OF_WALK: usize = 2_000;

/// Makes the theorem of Green Hackenbush: the ends of an edge on a cycle may be fused, which makes it a loop of value 1
/// (fusion); an edge that alone holds what stands on it has the value one above that of this (the colon principle).
fn fusion<'g>(edges: Vec<Edge>) -> Theorem<'g> {
    Theorem::value("Winning Ways, chapter 7", move |standing| {
        Fail::TooLarge.when(edges.len() > MAX_EDGES_OF_WALK)?;
        let near = neighbours(&edges, standing.iter().copied());
        let ground = Way {
            to: 0,
            edge: u64::MAX,
        };
        Ok(above(ground, &near, &mut FxHashMap::default()).value)
    })
}

/// The ways from each vertex. A loop leads back twice.
type Neighbours = FxHashMap<u64, Vec<Way>>;

/// Returns the neighbours by some edges, which are given by their numbers.
fn neighbours(edges: &[Edge], numbers: impl Iterator<Item = u64>) -> Neighbours {
    let mut near = Neighbours::default();
    for edge in numbers {
        let Edge { from, to } = edges[edge as usize];
        near.entry(from).or_default().push(Way { to, edge });
        near.entry(to).or_default().push(Way { to: from, edge });
    }
    near
}

/// The edges above a vertex: their value, and how far they lead back.
struct Above {
    /// The nim-sum of the values of the edges.
    value: u64,
    /// The place, in the order of meeting, of the first vertex that something leads back to from there.
    low: usize,
}

/// Says what stands on the vertex to which a way leads: an edge to a vertex from which nothing leads back further is a
/// stalk; every other edge is a loop on the vertex that its cycle is fused to. `order` has the vertices met, with how
/// many were met before.
fn above(way: Way, near: &Neighbours, order: &mut FxHashMap<u64, usize>) -> Above {
    let vertex = way.to;
    let own = order.len();
    order.insert(vertex, own);
    let mut value = 0;
    let mut low = own;
    let mut ends_of_loops = 0;
    for &next in near.get(&vertex).into_iter().flatten() {
        if next.to == vertex {
            ends_of_loops += 1;
        } else if let Some(&at) = order.get(&next.to) {
            // An edge that leads back, and was not met from its other end.
            if next.edge != way.edge && at < own {
                value ^= 1;
                low = low.min(at);
            }
        } else {
            let on_it = above(next, near, order);
            let is_stalk = on_it.low > own;
            value ^= if is_stalk {
                on_it.value + 1
            } else {
                on_it.value ^ 1
            };
            low = low.min(on_it.low);
        }
    }
    Above {
        value: value ^ (ends_of_loops / 2 % 2),
        low,
    }
}
